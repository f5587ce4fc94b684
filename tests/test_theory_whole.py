"""Whole bids and whole values: formulas against exact best responses, lists of everything, and rounds as played."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from mechanics import theory
from mechanics.auctions import Auction
from mechanics.expected import values
from mechanics.simulate import rounds
from mechanics.worths import Private
from tests.theory_routes import PRINTED, errors_off

F = Fraction
FIRST_PRICE = Auction((1,), loser_pays=0)
# (n, highest of values 1 … m): mean of the second-highest
SECOND = {
    (2, 4): F(15, 8),
    (2, 6): F(91, 36),
    (2, 10): F(77, 20),
    (2, 20): F(287, 40),
    (3, 4): F(5, 2),
    (3, 6): F(7, 2),
    (3, 10): F(11, 2),
    (3, 20): F(21, 2),
    (4, 4): F(371, 128),
    (4, 6): F(1771, 432),
    (4, 10): F(64999, 10000),
    (4, 20): F(999999, 80000),
    (5, 4): F(405, 128),
    (5, 6): F(5831, 1296),
    (5, 10): F(14333, 2000),
    (5, 20): F(221333, 16000),
}
TIES = {2: F(1, 6), 3: F(17, 72), 4: F(11, 36), 5: F(2881, 7776)}
SOLD = {2: (9.000000, 0.900000), 3: (8.684720, 0.868472), 4: (8.503816, 0.850382), 5: (8.390601, 0.839060)}
EXACT_LINES = [(2, 4), (2, 5), (2, 9), (3, 4), (3, 5), (3, 10), (3, 20), (4, 4), (4, 5)]
LINES_WITH_GAINS = {(2, 6): F(1, 14), (2, 10): F(3, 22), (2, 20): F(4, 21), (3, 6): F(19, 147)}


def faces(m: int) -> dict[int, Fraction]:
    return {face: F(1, m) for face in range(1, m + 1)}


def all_rolls(n: int, m: int) -> Any:
    return np.array(list(product(range(1, m + 1), repeat=n)), dtype=np.int8)


# --- second-highest value, ties at the top ---------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "m"), SECOND)
def test_the_table_of_dice_is_reproduced_exactly(n: int, m: int) -> None:
    found = theory.second_highest(faces(m), n)
    assert found == SECOND[n, m] and isinstance(found, Fraction)
    floats = theory.second_highest([0.0] + [1 / m] * m, n)
    assert isinstance(floats, float) and floats == pytest.approx(float(found), abs=1e-9)


@pytest.mark.parametrize(("n", "m"), [key for key in SECOND if key[1] ** key[0] <= 20_000])
def test_the_table_of_dice_is_the_mean_of_all_rolls(n: int, m: int) -> None:
    second = np.sort(all_rolls(n, m), axis=1)[:, -2]
    assert F(int(second.sum(dtype=np.int64)), len(second)) == SECOND[n, m]


@pytest.mark.parametrize(("n", "m"), SECOND)
def test_the_table_of_dice_is_what_true_bids_pay_exactly_and_as_played(n: int, m: int) -> None:
    rule = Auction((1,), loser_pays=0, winner_pays="next")
    law = [F(0)] + [F(1, m)] * m
    exact = values(rule, 0, [law] * (n - 1), bids=range(m + 1)).paid_winning
    assert n * sum(exact[1:]) / m == SECOND[n, m]
    done = rounds(rule, Private(faces(m)), np.eye(m + 1)[1:], n, rounds=100_000, seed=m)
    assert errors_off(done.revenue, float(SECOND[n, m])) < 4


@pytest.mark.parametrize("n", TIES)
def test_the_chance_of_a_tie_at_the_top_is_the_share_of_all_rolls(n: int) -> None:
    rolls = all_rolls(n, 6)
    tied = (rolls == rolls.max(axis=1, keepdims=True)).sum(axis=1) > 1
    assert theory.top_tie_chance(faces(6), n) == TIES[n] == F(int(tied.sum()), len(tied))
    law = [0.0] + [1 / 6] * 6
    assert theory.top_tie_chance(law, n) == pytest.approx(float(TIES[n]), abs=1e-12)


@pytest.mark.parametrize("n", TIES)
def test_rounds_with_a_fresh_start_at_ties_last_as_long_as_the_formula_says(n: int) -> None:
    rng = np.random.default_rng([25, n])
    rolls = np.sort(rng.integers(1, 7, (100_000, n)), axis=1)
    tied = rolls[:, -1] == rolls[:, -2]
    assert errors_off(tied, float(TIES[n])) < 4
    ends = np.flatnonzero(~tied)
    assert errors_off(np.diff(ends), float(1 / (1 - theory.top_tie_chance(faces(6), n)))) < 4


# --- known worth -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("worth", [1, 2, 3, 7])
def test_equal_bids_are_just_those_that_nobody_leaves(n: int, worth: int) -> None:
    stays = {}
    for bid in range(worth + 3):
        found = values(FIRST_PRICE, worth, [bid] * (n - 1), bids=range(worth + 4)).value
        if found[bid] == max(found):
            stays[bid] = found[bid]
    assert theory.equal_bids(n, worth) == stays
    assert set(stays) == {b for b in ((worth - 2, worth - 1, worth) if n == 2 else (worth - 1, worth)) if b >= 0}


@pytest.mark.parametrize("n", SOLD)
def test_where_ties_burn_nobody_gains_and_the_printed_share_is_sold(n: int, worth: int = 10) -> None:
    chances = theory.burning_ties(n, worth)
    rule = Auction((1,), loser_pays=1, tie="nobody")
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    assert np.cumsum(chances) == pytest.approx((np.arange(1, worth + 1) / worth) ** (1 / (n - 1)), abs=1e-12)
    found = values(rule, worth, [chances] * (n - 1), bids=range(worth + 2))
    assert np.abs(found.value[:worth]).max() <= 1e-12 and (found.value[worth:] <= 1e-12).all()
    sold = 1 - theory.top_tie_chance(chances, n)
    revenue = n * chances @ (found.paid_winning + found.paid_losing)[:worth]
    assert (float(revenue), float(sold)) == pytest.approx(SOLD[n], abs=PRINTED)
    played = rounds(rule, worth, chances, n, rounds=100_000, seed=n)
    assert errors_off(played.revenue, SOLD[n][0]) < 4 and errors_off(played.prize.sum(axis=1), SOLD[n][1]) < 4
    assert errors_off(played.gain.mean(axis=1), 0) < 4


def test_for_a_worth_of_one_all_bid_nothing_where_ties_burn() -> None:
    assert theory.burning_ties(3, 1).tolist() == [1]


@pytest.mark.parametrize("rivals", [[b] for b in range(7)] + [[b, c] for b in range(7) for c in range(b + 1)])
def test_to_bid_the_value_is_never_worse_than_any_other_bid_where_the_next_bid_is_paid(rivals: list[int]) -> None:
    rule = Auction((1,), loser_pays=0, winner_pays="next")
    for value in range(7):
        found = values(rule, value, rivals, bids=range(8)).value
        assert found[int(theory.second_price_bid(value, highest=6))] == max(found)


# --- private values --------------------------------------------------------------------------------------------------


def gain_over_line(n: int, m: int) -> Fraction:
    """The most that any value 0 … m gains by leaving the line if all others are on it, exactly."""
    line = [theory.line_bid(v, n) for v in range(m + 1)]
    law = [F(line.count(bid), m + 1) for bid in range(m + 1)]
    found = values(FIRST_PRICE, 1, [law] * (n - 1), bids=range(m + 1))
    worth = [[v * win - paid for win, paid in zip(found.win, found.paid_winning, strict=True)] for v in range(m + 1)]
    return max(max(row) - row[line[v]] for v, row in enumerate(worth))


@pytest.mark.parametrize(("n", "m"), EXACT_LINES)
def test_the_line_rounded_down_is_an_exact_equilibrium_where_it_says_so(n: int, m: int) -> None:
    assert gain_over_line(n, m) == 0


@pytest.mark.parametrize(("n", "m"), LINES_WITH_GAINS)
def test_elsewhere_the_line_can_be_left_with_the_printed_gain(n: int, m: int) -> None:
    assert gain_over_line(n, m) == LINES_WITH_GAINS[n, m]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: theory.equal_bids(1, 5), "2 or more; 1 is not"),
        (lambda: theory.equal_bids(2, 0), "worth of the prize is a whole number, 1 or more; 0 is not"),
        (lambda: theory.burning_ties(3, 2.5), "worth of the prize is a whole number"),  # type: ignore[arg-type]
        (lambda: theory.burning_ties(1, 5), "2 or more; 1 is not"),
        (lambda: theory.top_tie_chance({1: 0.5}, 2), "add up to 0.5, 0.5 less than 1"),
        (lambda: theory.top_tie_chance(faces(6), 1), "2 or more; 1 is not"),
        (lambda: theory.second_highest({-1: 1}, 2), "whole, 0 or more; -1 is not"),
        (lambda: theory.line_bid(5, 1), "2 or more; 1 is not"),
        (lambda: theory.line_bid(2.5, 2), "A value is a whole number, 0 or more; 2.5 is not"),  # type: ignore[arg-type]
        (lambda: theory.line_bid(-1, 2), "A value is a whole number, 0 or more; -1 is not"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
