"""What one seat may know of a question: the wall in front of everybody else's secrets, the same in every game."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from mechanics.frozen import made
from mechanics.story import Event
from mechanics.table import Ask, Seat, View, side


def seen(ask: Ask[Any], seat: Seat | None, board: Any) -> View:
    """Return what this seat (None: a spectator) sees: its own choice, what was told to all or to it, and the board.

    `board` is the table as the game shows it to this seat. A private question is seen by those who are asked alone."""
    mine = seat if seat is not None and not (ask.private and seat not in ask.allowed) else None
    return made(
        View,
        seat=seat,
        rule=ask.rule,
        allowed=None if mine is None else ask.allowed.get(mine),
        free=None if mine is None else side(ask, mine),
        waiting=tuple(ask.allowed),
        story=heard(ask.table.story, seat),
        board=board,
        sealed=ask.sealed,
    )


def heard(story: tuple[Event, ...], seat: Seat | None) -> tuple[Event, ...]:
    """Return what was told to all or to this seat."""
    if {None, seat}.issuperset(map(_told, story)):
        return story
    return tuple([event for event in story if event.told is None or event.told == seat])


_told = attrgetter("told")
