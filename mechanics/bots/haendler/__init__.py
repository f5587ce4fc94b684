"""Robots for Die Händler: the three by name in `robots`, what is alike in `habits`, estimates in `worths`."""

from mechanics.bots.haendler.robots import ROBOTS, climber, forwarder, hauler

__all__ = ["ROBOTS", "climber", "forwarder", "hauler"]
