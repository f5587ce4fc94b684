"""The running script: its questions, its answers, and a log that the rules refuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from mechanics.games import turin
from mechanics.reel import Reel
from mechanics.table import NATURE, Amount, Answer, Chance, Free

DEAL = {NATURE: tuple(range(18))}
OFFER = {0: 1, 1: 7, 2: 13}


def reel(*log: Mapping[int, Answer]) -> Reel:
    """Turin Market for three, its cards dealt in order of their numbers."""
    return Reel(turin, 3, turin.BOX, Chance(1), log)


def test_an_answer_winds_on_to_the_next_question_and_a_move_on_the_side_does_not() -> None:
    running = reel(DEAL, OFFER)
    assert running.ask.rule == "TM-3"
    assert running.feed({1: Free("loan")}) is False
    assert (running.ask.rule, running.ask.allowed[1], running.freed) == ("TM-3", Amount(0, 25), {1})
    assert running.feed({0: 0, 1: 25, 2: 3}) is True
    assert (running.ask.rule, running.freed) == ("TM-13", set())
    assert len(running.log) == len(running.asks) - 1 == 4


def test_every_answer_is_counted_for_the_draws_to_come() -> None:
    assert reel(DEAL, OFFER).chance.asked == {("TM-S4", NATURE): 1, ("TM-1", 0): 1, ("TM-1", 1): 1, ("TM-1", 2): 1}


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ([DEAL, {**OFFER, 2: 1}], "Step 1 of this game is not allowed by the rules: TM-1: “1” is not possible here"),
        ([DEAL, {0: 1, 1: 7}], "Step 1 .*: TM-1: Not everybody .* Allowed: waiting for P1, P2, P3"),
        ([DEAL, OFFER, {0: 16, 1: 0, 2: 0}], "Step 2 .*: TM-3: 16 is 1 more than 15"),
        ([DEAL, OFFER, {1: Free("money")}], "Step 2 .*: TM-3: “money” is not possible here"),
    ],
)
def test_a_log_that_the_rules_refuse_is_named_by_its_step(log: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        reel(*log)


def test_after_the_end_nobody_is_asked_and_nothing_more_is_taken() -> None:
    running = reel()
    while not running.over:
        chance = running.chance
        running.feed({s: c.pick(chance.draw(running.ask.rule, s)) for s, c in running.ask.allowed.items()})  # type: ignore[misc]
    assert (running.ask.rule, dict(running.ask.allowed)) == (turin.END, {})
    with pytest.raises(ValueError, match="The game is over"):
        reel(*running.log, {0: 1})
