"""Robots for Fagin's Gang: the four by name in `robots`, what is alike in `habits`, estimates in `hopes`, ways home."""

from mechanics.bots.fagin.robots import ROBOTS, home_bringer, passer, stall_camper, value_trader

__all__ = ["ROBOTS", "home_bringer", "passer", "stall_camper", "value_trader"]
