"""Robots for Traders of Osaka: the three by name in `robots`, what is alike in `habits`, estimates in `worths`."""

from mechanics.bots.osaka.robots import ROBOTS, hoarder, insurer, shipper

__all__ = ["ROBOTS", "hoarder", "insurer", "shipper"]
