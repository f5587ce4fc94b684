"""The wall in front of everybody else's secrets."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from mechanics.sight import seen
from mechanics.table import Amount, Ask, Event, OneOf

STORY = (Event(1, "T-1", "to all"), Event(1, "T-2", "to one", told=1))
TABLE = SimpleNamespace(story=STORY)


def asked(private: bool = False) -> Ask[SimpleNamespace]:
    """Seat 0 is asked for an amount and may take a loan; seat 1 has no move on the side left."""
    free = {0: OneOf(("loan",)), 1: OneOf(())}
    return Ask("T-1", TABLE, {0: Amount(0, 3)}, free, sealed=True, private=private)


def test_who_is_asked_sees_the_choice_and_what_may_be_done_on_the_side() -> None:
    view = seen(asked(), 0, "board")
    assert (view.allowed, view.free, view.board, view.sealed) == (Amount(0, 3), OneOf(("loan",)), "board", True)
    assert view.waiting == (0,)


@pytest.mark.parametrize("seat", [1, None])
def test_others_see_who_is_waited_for_and_no_choice(seat: int | None) -> None:
    view = seen(asked(), seat, "board")
    assert (view.allowed, view.free, view.waiting) == (None, None, (0,))


def test_a_private_question_gives_others_nothing_to_do() -> None:
    assert seen(asked(private=True), 1, "").free is None and seen(asked(private=True), 0, "").allowed == Amount(0, 3)


def test_what_was_told_to_one_is_in_no_other_story() -> None:
    assert [seen(asked(), seat, "").story for seat in (0, 1, None)] == [STORY[:1], STORY, STORY[:1]]
