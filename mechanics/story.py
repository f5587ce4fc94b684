"""The story of a game: one sentence after the other, each under its rule."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

Seat = int


class Event(NamedTuple):
    """One sentence of the story, with its rule; `told` is the only seat that hears it (None: everyone)."""

    round: int
    rule: str
    text: str
    told: Seat | None = None


def event(round: int, rule: str, text: str) -> Event:
    """Return a sentence that everybody hears as an event of the story."""
    return _event((round, rule, text, None))


def told(round: int, rule: str, sentences: Iterable[str]) -> tuple[Event, ...]:
    """Return sentences that everybody hears as events of the story."""
    return tuple([_event((round, rule, text, None)) for text in sentences])


_event = partial(tuple.__new__, Event)  # Event(*fields), in a third of the time
