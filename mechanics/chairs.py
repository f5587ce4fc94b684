"""Chairs: who may sit on one instead of a person, and the names of robots that a save and a list can hold."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.bots import robots
from mechanics.table import Seat, Strategy

EMPTY = "empty chair"
Sitter = Strategy | str  # a strategy, or EMPTY


class RobotFailed(RuntimeError):
    """A robot raised or answered what is not allowed; the game waits for it until somebody else takes its chair."""


def seatable(who: Sitter) -> Sitter:
    """Return who may take a chair; raises ValueError for a word that is not EMPTY."""
    if isinstance(who, str) and who != EMPTY:
        raise ValueError(f"{who!r} is no strategy; take one by its name from mechanics.bots.robots, or {EMPTY!r}.")
    return who


def seated(game: str, names: Mapping[Seat, str]) -> dict[Seat, Sitter]:
    """Return the robots of a game ("turin") by name; a name that is not known leaves an empty chair."""
    known = robots(game)
    return {seat: known.get(called, EMPTY) for seat, called in names.items()}


def names_of(game: str, bots: Mapping[Seat, Sitter]) -> dict[Seat, str]:
    """Return the names under which these robots can be seated; a strategy of one's own keeps its function's name."""
    known = {who: called for called, who in robots(game).items()}
    return {seat: who if isinstance(who, str) else known.get(who, _own(who)) for seat, who in bots.items()}


def unknown(game: str, names: Mapping[Seat, str]) -> dict[Seat, str]:
    """Return those of the names that this game has no robot for."""
    return {seat: called for seat, called in names.items() if called not in robots(game) and called != EMPTY}


def _own(who: Strategy) -> str:
    return getattr(who, "__name__", type(who).__name__)
