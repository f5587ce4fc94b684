"""Prizes of known worth: every printed row by closed form, indifference, quadrature, exact sums and as played."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb, log
from typing import Any

import numpy as np
import pytest

from mechanics import theory
from mechanics.auctions import Auction
from tests.theory_routes import (
    FINE,
    HALF,
    PRINTED,
    errors_off,
    errors_off_in_variance,
    exact_revenue,
    exact_values,
    integral,
    on_grid,
    played,
)

ROUNDS = 120_000
ALL = Fraction(1)
# (n, share that losers pay), worth 1: mean bid, mean of the highest, revenue, its standard deviation
EQUAL = {
    (2, ALL): (0.500000, 0.666667, 1.000000, 0.408248),
    (2, HALF): (0.613706, 0.772589, 1.000000, 0.284069),
    (3, ALL): (0.333333, 0.600000, 1.000000, 0.516398),
    (3, HALF): (0.429204, 0.712389, 1.000000, 0.378028),
    (4, ALL): (0.250000, 0.571429, 1.000000, 0.566947),
    (4, HALF): (0.328702, 0.685191, 1.000000, 0.423553),
    (5, ALL): (0.200000, 0.555556, 1.000000, 0.596285),
    (5, HALF): (0.266054, 0.669730, 1.000000, 0.450374),
}
# worths: revenue, chance of the first to win, his payoff, mean bids
TWO = {
    (10, 10): (10.000000, 0.500000, 0.000000, 5.000000, 5.000000),
    (10, 8): (7.200000, 0.600000, 2.000000, 4.000000, 3.200000),
    (10, 5): (3.750000, 0.750000, 5.000000, 2.500000, 1.250000),
    (10, 2): (1.200000, 0.900000, 8.000000, 1.000000, 0.200000),
}
each_row = pytest.mark.parametrize(("n", "share"), EQUAL)
each_pair = pytest.mark.parametrize("worths", TWO)
SHARES = (Fraction(1, 4), HALF, ALL)


def luck(n: int, seed: int) -> Any:
    return np.random.default_rng([21, n, seed]).random((ROUNDS, n))


# --- equal worths ----------------------------------------------------------------------------------------------------


@each_row
def test_the_table_of_equal_worths_is_reproduced(n: int, share: Fraction) -> None:
    row = (
        theory.known_mean_bid(n, loser_pays=share),
        theory.known_mean_highest(n, loser_pays=share),
        theory.known_revenue(n),
        theory.known_revenue_sd(n, loser_pays=share),
    )
    assert row == pytest.approx(EQUAL[n, share], abs=PRINTED)
    textbook = (1 / n, n / (2 * n - 1), 1, np.sqrt(n * (1 / (2 * n - 1) - 1 / n**2)))
    assert share != ALL or row == pytest.approx(textbook, abs=1e-12)


def test_two_who_pay_half_bid_the_published_mean() -> None:
    assert theory.known_mean_bid(2, 10, loser_pays=HALF) == pytest.approx(10 * (2 - 2 * log(2)), abs=1e-12)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 9])
@pytest.mark.parametrize("share", [0.001, *SHARES])
def test_no_bid_up_to_the_worth_gains_or_loses_and_higher_ones_lose(n: int, share: Any) -> None:
    bids = np.linspace(0, 7, 201)
    wins = theory.known_cdf(bids, n, 7, loser_pays=share) ** (n - 1)
    assert np.abs(wins * (7 - bids) - (1 - wins) * float(share) * bids).max() < 1e-12
    assert wins[0] == 0 and wins[-1] == 1 and (np.diff(wins) > 0).all()
    assert theory.known_cdf([-0.1, 7.1], n, 7, loser_pays=share).tolist() == [0, 1]


@pytest.mark.parametrize(("n", "prizes"), [(2, 1), (3, 2), (5, 2), (5, 4), (30, 3)])
@pytest.mark.parametrize("share", SHARES)
def test_with_several_equal_prizes_no_bid_gains_or_loses(n: int, prizes: int, share: Fraction) -> None:
    bids = np.linspace(0, 7, 101)
    below = theory.known_cdf(bids, n, 7, loser_pays=share, prizes=prizes)
    wins = sum(comb(n - 1, above) * below ** (n - 1 - above) * (1 - below) ** above for above in range(prizes))
    assert np.abs(wins * (7 - bids) - (1 - wins) * float(share) * bids).max() < 1e-10
    again = theory.known_quantile(below, n, 7, loser_pays=share, prizes=prizes)
    assert again == pytest.approx(bids, abs=1e-9)
    assert theory.known_revenue(n, 7, prizes=prizes) == 7 * prizes
    assert theory.ranked_cdf(bids, n, (7,) * prizes, loser_pays=share) == pytest.approx(below, abs=1e-9)


@each_row
def test_the_table_of_equal_worths_is_the_integrals_it_stands_for(n: int, share: Fraction) -> None:
    cdf, quantile = (partial(f, n=n, loser_pays=share) for f in (theory.known_cdf, theory.known_quantile))
    mean, top = (1 - integral(lambda b, m=m: float(cdf(b)) ** m) for m in (1, n))
    assert (mean, top) == pytest.approx(EQUAL[n, share][:2], abs=PRINTED)
    assert share * n * mean + (1 - share) * top == pytest.approx(1, abs=1e-9)
    # The square of (share × sum of all bids + rest × highest): bids below the highest are independent of one another.
    of_bid, of_square = (integral(lambda q, power=power: float(quantile(q)) ** power) for power in (1, 2))
    square_of_top = integral(lambda q: n * q ** (n - 1) * float(quantile(q)) ** 2)
    rest = integral(lambda q: n * q ** (n - 2) * float(quantile(q)) * integral(lambda x: float(quantile(x)), 0, q))
    top_and_sum = square_of_top + (n - 1) * rest
    square_of_sum = n * of_square + n * (n - 1) * of_bid**2
    a = float(share)
    square = a * a * square_of_sum + 2 * a * (1 - a) * top_and_sum + (1 - a) ** 2 * square_of_top
    assert np.sqrt(square - 1) == pytest.approx(EQUAL[n, share][3], abs=PRINTED)
    assert np.sqrt(square - 1) == pytest.approx(theory.known_revenue_sd(n, loser_pays=share), abs=1e-9)


@each_row
def test_on_a_grid_the_exact_sums_are_off_by_no_more_than_the_step(n: int, share: Fraction, cells: int = 1000) -> None:
    chances = on_grid(partial(theory.known_cdf, n=n, loser_pays=share), cells, 1.0)
    rule = Auction((1,), loser_pays=share)
    found = exact_values(rule, cells, chances, n)
    # A loser's half is rounded down: less than one step each. The bid of 0 stands for a wide cell where few bid it.
    assert exact_revenue(rule, chances, n) / cells == pytest.approx(1, abs=(n if share < 1 else 1) / cells)
    assert np.abs(found.value[1:] / cells).max() < 2.5 / cells
    mean = chances @ np.arange(len(chances)) / cells
    top = np.diff(np.cumsum(chances) ** n, prepend=0) @ np.arange(len(chances)) / cells
    assert (mean, top) == pytest.approx(EQUAL[n, share][:2], abs=0.5 / cells)


@each_row
def test_bids_that_are_drawn_and_played_give_the_row(n: int, share: Fraction) -> None:
    bids = theory.known_quantile(luck(n, 0), n, loser_pays=share)
    done = played(Auction((1,), loser_pays=share), bids)
    mean, top, revenue, spread = EQUAL[n, share]
    paid = done.paid.sum(axis=1) / FINE
    assert errors_off(bids.mean(axis=1), mean) < 4 and errors_off(bids.max(axis=1), top) < 4
    assert errors_off(paid, revenue) < 4 and errors_off_in_variance(paid, spread**2) < 4
    assert errors_off((done.prize - done.paid / FINE)[:, 0], 0) < 4
    for sure in (0.1, 0.5, 0.9):
        done = played(Auction((1,), loser_pays=share), np.column_stack([np.full(ROUNDS, sure), bids[:, 1:]]))
        assert errors_off((done.prize - done.paid / FINE)[:, 0], 0) < 4


@pytest.mark.parametrize("n", [2, 3, 6])
def test_where_losers_pay_nothing_all_bids_stand_at_the_worth(n: int) -> None:
    assert theory.known_cdf([-1, 0, 6.9, 7, 8], n, 7, loser_pays=0).tolist() == [0, 0, 0, 1, 1]
    assert theory.known_quantile([0, 0.5, 1], n, 7, loser_pays=0).tolist() == [7, 7, 7]
    assert theory.known_mean_bid(n, 7, loser_pays=0) == theory.known_mean_highest(n, 7, loser_pays=0) == 7
    assert theory.known_revenue_sd(n, 7, loser_pays=0) == 0
    spreads = [theory.known_revenue_sd(n, 7, loser_pays=share) for share in (1e-12, 1e-9, 1e-6, 1e-3, 0.1)]
    assert spreads == sorted(spreads) and spreads[0] < 1e-2 < spreads[-1]


@each_row
def test_everything_grows_with_the_worth(n: int, share: Fraction) -> None:
    for of in (theory.known_mean_bid, theory.known_mean_highest, theory.known_revenue_sd):
        assert of(n, 40, loser_pays=share) == pytest.approx(40 * of(n, loser_pays=share))
    assert theory.known_cdf([10, 20], n, 40, loser_pays=share) == pytest.approx(
        theory.known_cdf([0.25, 0.5], n, loser_pays=share)
    )
    assert theory.known_quantile(0.3, n, 40, loser_pays=share) == pytest.approx(
        40 * theory.known_quantile(0.3, n, loser_pays=share)
    )


# --- two who differ --------------------------------------------------------------------------------------------------


@each_pair
def test_the_table_of_two_who_differ_is_reproduced_in_either_order(worths: tuple[int, int]) -> None:
    for order in (1, -1):
        given = worths[::order]
        parts = (theory.differing_win_chances, theory.differing_payoffs, theory.differing_mean_bids)
        wins, payoffs, bids = (part(given)[::order] for part in parts)
        row = (theory.differing_revenue(given), wins[0], payoffs[0], *bids)
        assert row == pytest.approx(TWO[worths], abs=PRINTED)
        assert sum(wins) == pytest.approx(1) and payoffs[1] == 0
    high, low = worths
    textbook = (low * (high + low) / (2 * high), 1 - low / (2 * high), high - low, low / 2, low**2 / (2 * high))
    assert row == pytest.approx(textbook, abs=1e-10)


@each_pair
@pytest.mark.parametrize("share", [0.01, *SHARES])
def test_no_bid_of_either_does_better_than_his_payoff(worths: tuple[int, int], share: Any) -> None:
    bids = np.linspace(0, worths[1], 101)
    chances = theory.differing_cdf(bids, worths, loser_pays=share)
    for i, (worth, payoff) in enumerate(zip(worths, theory.differing_payoffs(worths), strict=True)):
        wins = chances[1 - i]
        assert np.abs(wins * (worth - bids) - (1 - wins) * float(share) * bids - payoff).max() < 1e-12
    assert chances[:, -1].tolist() == [1, 1] and chances[0, 0] == 0
    assert chances[1, 0] == pytest.approx(1 - worths[1] / worths[0])
    assert (theory.differing_cdf([-1], worths, loser_pays=share) == 0).all()
    assert (theory.differing_cdf(bids, worths[::-1], loser_pays=share) == chances[::-1]).all()
    back = theory.differing_quantile(chances[0], worths, loser_pays=share)[0]
    assert back == pytest.approx(bids, abs=1e-9)
    back = theory.differing_quantile(chances[1], worths[::-1], loser_pays=share)[0]
    assert back == pytest.approx(bids, abs=1e-9)
    assert (theory.differing_quantile([0, 1], worths, loser_pays=share) == [[0, worths[1]]] * 2).all()


@each_pair
@pytest.mark.parametrize("share", SHARES)
def test_what_two_who_differ_bid_and_pay_are_integrals(worths: tuple[int, int], share: Fraction) -> None:
    def cdf(b: float, i: int) -> float:
        return float(theory.differing_cdf(b, worths, loser_pays=share)[i])

    def bid_of_first(q: float) -> float:
        return float(theory.differing_quantile(q, worths, loser_pays=share)[0])

    means = [integral(lambda b, i=i: 1 - cdf(b, i), 0, worths[1]) for i in (0, 1)]
    assert theory.differing_mean_bids(worths, loser_pays=share) == pytest.approx(means, abs=1e-8)
    wins = integral(lambda q: cdf(bid_of_first(q), 1))
    assert theory.differing_win_chances(worths, loser_pays=share)[0] == pytest.approx(wins, abs=1e-9)
    winning = worths[1] - integral(lambda b: cdf(b, 0) * cdf(b, 1), 0, worths[1])  # the mean of the higher bid
    revenue = float(share) * sum(means) + (1 - float(share)) * winning
    assert theory.differing_revenue(worths, loser_pays=share) == pytest.approx(revenue, abs=1e-8)


@each_pair
@pytest.mark.parametrize("share", SHARES)
def test_two_who_differ_play_the_row(worths: tuple[int, int], share: Fraction) -> None:
    drawn = luck(2, 1)
    bids = np.stack([theory.differing_quantile(drawn[:, i], worths, loser_pays=share)[i] for i in (0, 1)], axis=1)
    done = played(Auction((1,), loser_pays=share), bids)
    assert errors_off(done.paid.sum(axis=1) / FINE, theory.differing_revenue(worths, loser_pays=share)) < 4
    assert errors_off(done.prize[:, 0], theory.differing_win_chances(worths, loser_pays=share)[0]) < 4
    for i, mean in enumerate(theory.differing_mean_bids(worths, loser_pays=share)):
        assert errors_off(bids[:, i], mean) < 4
        gained = worths[i] * done.prize[:, i] - done.paid[:, i] / FINE
        assert errors_off(gained, theory.differing_payoffs(worths)[i]) < 4


@each_pair
def test_two_who_differ_are_kept_in_balance_on_a_grid_up_to_the_step(worths: tuple[int, int], cells: int = 200) -> None:
    laws = [on_grid(lambda b, i=i: theory.differing_cdf(b, worths)[i], cells, worths[1]) for i in (0, 1)]
    rule = Auction((1,), loser_pays=1)
    revenue = 0.0
    for i, (worth, payoff) in enumerate(zip(worths, TWO[worths][2:3] + (0.0,), strict=True)):
        found = exact_values(rule, worth * cells, laws[1 - i], 2)
        assert np.abs(found.value[1:] / cells - payoff).max() < 1 / cells
        revenue += float(laws[i] @ (found.paid_winning + found.paid_losing)) / cells
    assert revenue == pytest.approx(TWO[worths][0], abs=1 / cells)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: theory.known_cdf(0.5, 1), "2 or more bidders are needed for this, not 1"),
        (lambda: theory.known_cdf(0.5, 3, prizes=3), "4 or more bidders are needed for this, not 3"),
        (lambda: theory.known_quantile(0.5, 3, prizes=0), "number of prizes is a whole number, 1 or more"),
        (lambda: theory.known_quantile(1.5, 3), "A chance from 0 to 1 is asked for; 1.5 is outside"),
        (lambda: theory.known_cdf(0.5, 3, loser_pays=2), "share from 0 to 1"),
        (lambda: theory.known_cdf(0.5, 3, 0), "worth of a prize is a number above 0; 0 is not"),
        (lambda: theory.known_mean_bid(1), "2 or more; 1 is not"),
        (lambda: theory.known_mean_highest(3, -5), "worth of a prize is a number above 0"),
        (lambda: theory.known_revenue_sd(0), "2 or more; 0 is not"),
        (lambda: theory.known_revenue(2, prizes=2), "3 or more bidders are needed"),
        (lambda: theory.differing_cdf(1, (10, 8, 6)), "each of two bidders is asked for; 3 are given"),
        (lambda: theory.differing_revenue((10, 8), loser_pays=0), "a share above 0 here"),
        (lambda: theory.differing_mean_bids((10, -8)), "worth of a prize is a number above 0; -8 is not"),
        (lambda: theory.differing_payoffs((10,)), "each of two bidders is asked for; 1 are given"),
        (lambda: theory.differing_quantile(-0.1, (10, 8)), "A chance from 0 to 1"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
