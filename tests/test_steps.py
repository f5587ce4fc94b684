"""The steps that rule books share, played at a bare table: sealed bids, and an auction in which the price rises."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.auctions import ascending
from mechanics.choices import Amount, Answer, Choice, Either, OneOf
from mechanics.steps import Standing, open_auction, sealed_bids
from mechanics.table import Ask, Seat


@dataclass(frozen=True)
class Bare:
    """A table with seats, purses and the state of an auction."""

    purses: tuple[int, ...]
    seen: tuple[Standing, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.purses)


def asker(rule: str, table: Bare, allowed: Any, sealed: bool = False) -> Generator[Ask[Bare], Any, Any]:
    """Ask without anything on the side."""
    answers = yield Ask(rule, table, allowed(table), {}, sealed)
    return table, answers


def show(table: Bare, standing: Standing) -> Bare:
    """Keep everything that was shown."""
    return replace(table, seen=(*table.seen, standing))


def auction(purses: tuple[int, ...], order: tuple[Seat, ...], least: int = 1, step: int = 1) -> Any:
    """An open auction at a bare table."""
    limits = {"purse": lambda table, seat: table.purses[seat], "least": least, "step": step}
    return open_auction(asker, "X-1", Bare(purses), order, show=show, **limits)


def run(script: Any, *answers: tuple[Seat, Answer]) -> tuple[Bare, Standing]:
    """Answer the questions of an auction in order; each must be to the seat that answers."""
    left = list(answers)
    ask = next(script)
    try:
        while True:
            seat, answer = left.pop(0)
            assert set(ask.allowed) == {seat} and answer in ask.allowed[seat], ask.allowed
            ask = script.send({seat: answer})
    except StopIteration as over:
        assert not left, f"never asked: {left}"
        return over.value


# --- sealed bids ------------------------------------------------------------------------------------------------------


def sealed(seats: tuple[Seat, ...]) -> Any:
    """Sealed bids of these seats at a table of four."""

    def allowed(table: Bare) -> Mapping[Seat, Choice]:
        return {seat: Amount(0, table.purses[seat]) for seat in seats}

    return sealed_bids(asker, "X-1", Bare((5, 6, 7, 8)), allowed)


def test_sealed_bids_are_asked_of_all_at_once_and_opened_together() -> None:
    script = sealed((0, 1, 2, 3))
    ask = next(script)
    assert (ask.rule, ask.sealed, set(ask.allowed)) == ("X-1", True, {0, 1, 2, 3})
    with pytest.raises(StopIteration) as over:
        script.send({3: 8, 0: 1, 2: 0, 1: 6})
    assert over.value.value == (Bare((5, 6, 7, 8)), (1, 6, 0, 8))


def test_who_is_not_asked_for_a_sealed_bid_counts_as_0() -> None:
    script = sealed((1, 3))
    assert set(next(script).allowed) == {1, 3}
    with pytest.raises(StopIteration) as over:
        script.send({1: 2, 3: 4})
    assert over.value.value[1] == (0, 2, 0, 4)


# --- the open auction -------------------------------------------------------------------------------------------------


def test_the_opener_may_call_from_the_least_on_and_the_others_raise_or_pass_in_order() -> None:
    script = auction((9, 9, 9), (1, 2, 0), least=2)
    ask = next(script)
    assert ask.allowed == {1: Either((OneOf(("pass",)), Amount(2, 9)))} and not ask.sealed
    ask = script.send({1: 4})
    assert ask.allowed == {2: Either((OneOf(("pass",)), Amount(5, 9)))}
    assert ask.table.seen[-1] == Standing(4, 1, ())
    ask = script.send({2: "pass"})
    assert set(ask.allowed) == {0} and ask.table.seen[-1] == Standing(4, 1, (2,))


def test_whoever_is_left_wins_at_his_last_call() -> None:
    table, standing = run(auction((9, 9, 9), (1, 2, 0)), (1, 1), (2, 3), (0, "pass"), (1, 4), (2, "pass"))
    assert standing == Standing(4, 1, (0, 2)) == table.seen[-1]


def test_who_has_passed_is_not_asked_again() -> None:
    run(auction((9, 9, 9), (0, 1, 2)), (0, "pass"), (1, 1), (2, 2), (1, 3), (2, 4), (1, "pass"))


def test_an_opener_who_passes_leaves_the_opening_to_the_next() -> None:
    assert run(auction((9, 9), (0, 1)), (0, "pass"), (1, 1))[1] == Standing(1, 1, (0,))


def test_when_all_pass_nobody_holds_anything() -> None:
    assert run(auction((9, 9), (0, 1)), (0, "pass"), (1, "pass"))[1] == Standing(0, None, (0, 1))


def test_raises_go_in_steps_and_end_with_the_purse() -> None:
    script = auction((500, 300), (0, 1), least=100, step=100)
    assert next(script).allowed[0] == Either((OneOf(("pass",)), Amount(100, 500, 100)))
    assert script.send({0: 200}).allowed[1] == Either((OneOf(("pass",)), Amount(300, 300, 100)))


def test_who_cannot_call_the_next_price_has_passed_without_being_asked() -> None:
    assert run(auction((5, 2, 0), (2, 1, 0)), (1, 2), (0, 3))[1] == Standing(3, 0, (2, 1))
    with pytest.raises(StopIteration) as over:
        next(auction((0, 0), (0, 1)))
    assert over.value.value[1] == Standing(0, None, (0, 1))


def test_a_lone_bidder_may_take_it_at_the_least() -> None:
    assert run(auction((9, 9), (1,)), (1, 1))[1] == Standing(1, 1, ())


@given(st.lists(st.integers(0, 12), min_size=2, max_size=5), st.integers(1, 3))
def test_bidders_who_raise_by_a_step_up_to_their_limit_end_as_the_auction_between_limits(
    limits: list[int], step: int
) -> None:
    script, asked = auction(tuple(limits), tuple(range(len(limits))), least=step, step=step), 0
    try:
        ask = next(script)
        while True:
            ((seat, choice),) = ask.allowed.items()
            asked += 1
            ask = script.send({seat: choice.choices[1].low})
    except StopIteration as over:
        standing = over.value[1]
    result = ascending(np.array(limits), step)
    highest = [seat for seat, limit in enumerate(limits) if limit // step == max(limits) // step]
    if not result.prize.any():
        assert standing.holder is None
    else:
        assert standing.holder in highest
        assert standing.price in (result.paid.max() - step, result.paid.max())
        assert step <= standing.price <= limits[standing.holder]
    assert asked <= len(limits) * (1 + max(limits))
