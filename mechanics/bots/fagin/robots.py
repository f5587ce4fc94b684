"""Robots for Fagin's Gang: a value trader, a stall camper, one that brings urchins home, one that only passes."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.bots import smallest
from mechanics.bots.asked import mine
from mechanics.bots.fagin import homing
from mechanics.bots.fagin.habits import NOTHING, stop, usual
from mechanics.bots.fagin.hopes import SELL, left_in
from mechanics.games.fagin import Board
from mechanics.table import Answer, Rng, Strategy, View, sure


@sure
def value_trader(view: View, rng: Rng) -> Answer:
    """Buy below and sell above the mean price that may still come, what gains most first."""
    return usual(view, _gain)


@sure
def stall_camper(view: View, rng: Rng) -> Answer:
    """Trade what gains, at the stall that is nearest to empty or full: deny the last cube or place to others."""
    return usual(view, _scarce)


@sure
def home_bringer(view: View, rng: Rng) -> Answer:
    """Bring three urchins home while there is time; else trade like the value trader, but sell before buying."""
    board, seat, asked = mine(view)
    options = getattr(asked, "options", ())
    if board.mode == "gang":
        match view.rule:
            case "FG-1":
                return homing.act(board, seat, options)
            case "FG-4" | "FG-5" if homing.pays(board, seat):
                return homing.deal(board, seat, options)
            case "FG-12":
                return homing.send(board, seat, options)
            case "FG-11" | "FG-16":
                return homing.goal(board, options)
            case "FG-17":
                return homing.steal(board, seat, options)
            case "FG-R13":
                return homing.give_up(board, seat, asked)
    return usual(view, _money_first)


@sure
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


def _money_first(board: Board, option: str, gain: float) -> float:
    """Return the gain, and more for selling: it brings the money for everything else."""
    return gain + max(board.box.ring) * option.startswith(SELL)


ROBOTS: Mapping[str, Strategy] = {
    "value trader": value_trader,
    "stall camper": stall_camper,
    "home bringer": home_bringer,
    "passer": passer,
}
