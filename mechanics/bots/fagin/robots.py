"""Robots for Fagin's Gang: a value trader, a stall camper and one that only passes."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.bots import smallest
from mechanics.bots.asked import mine
from mechanics.bots.fagin.habits import NOTHING, stop, usual
from mechanics.bots.fagin.hopes import left_in
from mechanics.games.fagin import Board
from mechanics.table import Answer, Rng, Strategy, View


def value_trader(view: View, rng: Rng) -> Answer:
    """Buy below and sell above the mean price that may still come, what gains most first."""
    return usual(view, _gain)


def stall_camper(view: View, rng: Rng) -> Answer:
    """Trade what gains, at the stall that is nearest to empty or full: deny the last cube or place to others."""
    return usual(view, _scarce)


def passer(view: View, rng: Rng) -> Answer:
    """Never open the market, pass at once, steal nothing: keep what there is."""
    _, _, asked = mine(view)
    options = getattr(asked, "options", ())
    if view.rule == "FG-1":
        return NOTHING
    return stop(options) if view.rule in ("FG-4", "FG-5", "FG-12") else smallest(asked)


def _gain(board: Board, option: str, gain: float) -> float:
    return gain


def _scarce(board: Board, option: str, gain: float) -> float:
    """Return more the fewer trades a stall has left; of equals what gains more."""
    return 1 / left_in(board, option) + gain / 1000


ROBOTS: Mapping[str, Strategy] = {"value_trader": value_trader, "stall_camper": stall_camper, "passer": passer}
