"""Robots for Fagin's Gang: the three by name in `robots`, what is alike in `habits`, estimates in `hopes`."""

from mechanics.bots.fagin.robots import ROBOTS, passer, stall_camper, value_trader

__all__ = ["ROBOTS", "passer", "stall_camper", "value_trader"]
