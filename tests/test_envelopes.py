"""The envelopes of a question: who is waited for, when they open, and what may still be taken out."""

from __future__ import annotations

from typing import Any

import pytest

from mechanics.bots import smallest_legal
from mechanics.chairs import EMPTY, RobotFailed, Sitter
from mechanics.envelopes import Envelopes, named
from mechanics.games import turin
from mechanics.reel import Reel
from mechanics.table import NATURE, Chance, Free, Seat, View

NAMES = ("Anna", "Berta", "Zoë")
LOG = ({NATURE: tuple(range(18))}, {0: 1, 1: 7, 2: 13})


def at_first_bids(bots: dict[Seat, Sitter] | None = None) -> tuple[Reel, Envelopes]:
    """Turin Market for three at its first bids, and empty envelopes."""
    reel = Reel(turin, 3, turin.BOX, Chance(1), LOG)
    return reel, Envelopes(turin, reel, {} if bots is None else bots, NAMES)


def test_nothing_opens_before_the_last_envelope_is_in_and_then_all_do() -> None:
    reel, envelopes = at_first_bids()
    for seat, bid in ((2, 3), (0, 5)):
        envelopes.put(seat, bid)
        envelopes.go_on()
    assert envelopes.waiting == (1,) and envelopes.sealed == {2: 3, 0: 5} and len(reel.log) == 2
    envelopes.put(1, 4)
    envelopes.go_on()
    assert reel.log[-1] == {0: 5, 1: 4, 2: 3} and reel.ask.rule == "TM-13"
    assert envelopes.sealed == {} and envelopes.waiting == tuple(reel.ask.allowed)


def test_a_move_on_the_side_is_made_at_once_and_leaves_the_envelopes_of_the_others() -> None:
    reel, envelopes = at_first_bids()
    envelopes.put(2, 3)
    envelopes.put(1, Free("loan"))
    assert reel.log[-1] == {1: Free("loan")} and reel.ask.rule == "TM-3"
    assert envelopes.sealed == {2: 3} and envelopes.waiting == (0, 1)


def test_the_last_envelope_of_a_person_is_taken_out_and_none_of_a_robot() -> None:
    _, envelopes = at_first_bids({1: smallest_legal})
    envelopes.go_on()
    envelopes.put(2, 3)
    assert list(envelopes.sealed) == [1, 2]
    assert not envelopes.take_back(0) and not envelopes.take_back(1)
    assert envelopes.take_back(None) and list(envelopes.sealed) == [1]
    assert not envelopes.take_back(None) and envelopes.waiting == (0, 2)


def test_an_empty_chair_is_waited_for_until_a_robot_sits_down() -> None:
    bots: dict[Seat, Sitter] = dict.fromkeys(range(3), smallest_legal)
    bots[1] = EMPTY
    reel, envelopes = at_first_bids(bots)
    envelopes.go_on()
    assert envelopes.waiting == (1,) and not reel.over
    bots[1] = smallest_legal
    envelopes.go_on()
    assert reel.over


def test_a_robot_that_fails_is_named_and_what_was_sealed_before_stays() -> None:
    def stumbles(view: View, rng: Any) -> Any:
        raise KeyError("no such card")

    reel, envelopes = at_first_bids({0: smallest_legal, 2: stumbles})
    with pytest.raises(RobotFailed, match="The robot of Zoë failed: 'no such card'"):
        envelopes.go_on()
    assert list(envelopes.sealed) == [0] and len(reel.log) == 2


@pytest.mark.parametrize(("seat", "called"), [(0, "Anna"), (2, "Zoë"), (3, "seat 3"), (NATURE, f"seat {NATURE}")])
def test_a_seat_that_there_is_not_is_called_by_its_number(seat: Seat, called: str) -> None:
    assert named(NAMES, seat) == called
