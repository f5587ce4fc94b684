"""Several prizes: every printed row by closed form, by quadrature or search, by exact sums on a grid, and as played."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

import numpy as np
import pytest

from mechanics import theory
from mechanics.auctions import Auction
from tests.theory_routes import FINE, HALF, PRINTED, errors_off, exact_revenue, exact_values, integral, on_grid, played

ROUNDS = 120_000
ALL = Fraction(1)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(80)
# (n, prizes): their sum, all bids together, mean bid, top bid, mean of the highest, median; mean bid if losers pay half
KNOWN = {
    (3, (10, 5)): (15.000000, 15.000000, 5.000000, 10.000000, 7.500000, 5.000000, 5.533033),
    (3, (5, 5)): (10.000000, 10.000000, 3.333333, 5.000000, 4.500000, 3.750000, 3.767748),
    (4, (10, 5)): (15.000000, 15.000000, 3.750000, 10.000000, 7.142857, 3.125000, 4.302576),
    (4, (10, 5, 2)): (17.000000, 17.000000, 4.250000, 10.000000, 7.371429, 3.875000, 4.469416),
    (5, (10, 5, 2)): (17.000000, 17.000000, 3.400000, 10.000000, 7.182540, 2.625000, 3.660336),
    (3, (10, 6, 2)): (18.000000, 12.000000, 4.000000, 8.000000, 6.000000, 4.000000, None),
    (4, (8, 4, 2, 1)): (15.000000, 11.000000, 2.750000, 7.000000, 4.971429, 2.375000, None),
}
# (n, units): revenue, all-pay bids at 1/2 and 1
UNITS = {
    (2, 1): (0.333333, 0.125000, 0.500000),
    (3, 1): (0.500000, 0.083333, 0.666667),
    (3, 2): (0.500000, 0.166667, 0.333333),
    (4, 1): (0.600000, 0.046875, 0.750000),
    (4, 2): (0.800000, 0.156250, 0.500000),
    (4, 3): (0.600000, 0.171875, 0.250000),
    (5, 1): (0.666667, 0.025000, 0.800000),
    (5, 2): (1.000000, 0.112500, 0.600000),
    (5, 3): (1.000000, 0.200000, 0.400000),
    (5, 4): (0.666667, 0.162500, 0.200000),
}
# (n, shares of the value): revenue, all-pay bids at 1/2 and 1
RANKED = {
    (3, (1, 0.5)): (0.500000, 0.125000, 0.500000),
    (4, (1, 0.5)): (0.700000, 0.101562, 0.625000),
    (4, (1, 0.5, 0.25)): (0.650000, 0.105469, 0.562500),
    (5, (1, 0.5, 0.25)): (0.833333, 0.090625, 0.650000),
}
PRIVATE = {(n, (1,) * k): row for (n, k), row in UNITS.items()} | RANKED
SHARES = (Fraction(0), HALF, ALL)
each_known = pytest.mark.parametrize(("n", "prizes"), KNOWN)
each_private = pytest.mark.parametrize(("n", "shares"), PRIVATE)
each_share = pytest.mark.parametrize("share", SHARES)


def luck(n: int, seed: int) -> Any:
    return np.random.default_rng([22, n, seed]).random((ROUNDS, n))


def expected_prize(q: Any, n: int, prizes: Any) -> Any:
    """The average prize if each of the others is below with chance q."""
    return sum(v * comb(n - 1, k) * q ** (n - 1 - k) * (1 - q) ** k for k, v in enumerate(prizes))


def any_prize(q: Any, n: int, prizes: Any) -> Any:
    return expected_prize(q, n, [float(v > 0) for v in prizes])


def beta(a: int, b: int) -> Fraction:
    """The beta function of whole numbers."""
    return Fraction(1, a * comb(a + b - 1, b - 1))


def rule_of(prizes: Any, share: Fraction) -> Auction:
    """Prizes in whole units, so that quarters of a value are whole."""
    return Auction(tuple(int(4 * v) for v in prizes), loser_pays=share)


# --- known worth -----------------------------------------------------------------------------------------------------


@each_known
def test_the_table_of_known_prizes_is_reproduced(n: int, prizes: tuple[int, ...]) -> None:
    row = (
        float(sum(prizes)),
        theory.ranked_revenue(n, prizes),
        theory.ranked_mean_bid(n, prizes),
        float(theory.ranked_quantile(1, n, prizes)),
        theory.ranked_mean_highest(n, prizes),
        float(theory.ranked_quantile(0.5, n, prizes)),
    )
    assert row == pytest.approx(KNOWN[n, prizes][:6], abs=PRINTED)
    if KNOWN[n, prizes][6] is not None:
        assert theory.ranked_mean_bid(n, prizes, loser_pays=HALF) == pytest.approx(KNOWN[n, prizes][6], abs=PRINTED)


@each_known
def test_mean_and_highest_bid_are_sums_of_fractions(n: int, prizes: tuple[int, ...]) -> None:
    last = prizes[n - 1] if len(prizes) == n else 0
    mean = sum(v * comb(n - 1, k) * beta(n - k, k + 1) for k, v in enumerate(prizes)) - last
    top = sum(v * n * comb(n - 1, k) * beta(2 * n - 1 - k, k + 1) for k, v in enumerate(prizes)) - last
    half = sum(v * Fraction(comb(n - 1, k), 2 ** (n - 1)) for k, v in enumerate(prizes)) - last
    assert (float(mean), float(top), float(half)) == pytest.approx(
        (KNOWN[n, prizes][2], *KNOWN[n, prizes][4:6]), abs=PRINTED
    )
    assert theory.ranked_mean_highest(n, prizes) == pytest.approx(float(top), abs=1e-10)


@each_known
@each_share
def test_every_bid_gains_the_last_prize_on_average(n: int, prizes: tuple[int, ...], share: Fraction) -> None:
    q = np.linspace(0, 1, 2001)
    bids = theory.ranked_quantile(q, n, prizes, loser_pays=share)
    last = prizes[n - 1] if len(prizes) == n else 0
    wins = any_prize(q, n, prizes)
    gained = expected_prize(q, n, prizes) - bids * (wins + float(share) * (1 - wins))
    assert np.abs(gained - last).max() < 1e-9
    assert (np.diff(bids) > 0).all() or (share == 0 and len(set(prizes)) == 1 and np.ptp(bids) < 1e-9)
    assert bids[-1] == pytest.approx(prizes[0] - last)
    assert bids[0] == pytest.approx(prizes[-1] - last if share == 0 else 0)
    if np.ptp(bids) > 1e-9:
        assert theory.ranked_cdf(bids, n, prizes, loser_pays=share) == pytest.approx(q, abs=1e-6)
    assert theory.ranked_cdf([bids[0] - 0.1, bids[-1] + 0.1], n, prizes, loser_pays=share).tolist() == [0, 1]


@each_known
@each_share
def test_means_of_known_prizes_are_integrals_and_add_up(n: int, prizes: tuple[int, ...], share: Fraction) -> None:
    quantile = partial(theory.ranked_quantile, n=n, worths=prizes, loser_pays=share)
    q, weight = (NODES + 1) / 2, WEIGHTS / 2
    assert theory.ranked_mean_bid(n, prizes, loser_pays=share) == pytest.approx(weight @ quantile(q), abs=1e-8)
    top = weight @ (n * q ** (n - 1) * quantile(q))
    assert theory.ranked_mean_highest(n, prizes, loser_pays=share) == pytest.approx(top, abs=1e-8)
    wins = any_prize(q, n, prizes)
    paid = n * weight @ (quantile(q) * (wins + float(share) * (1 - wins)))
    assert theory.ranked_revenue(n, prizes) == pytest.approx(paid, abs=1e-8)


@each_known
@pytest.mark.parametrize("share", [HALF, ALL])
def test_known_prizes_on_a_grid_agree_up_to_the_step(
    n: int, prizes: tuple[int, ...], share: Fraction, cells: int = 100
) -> None:  # fmt: skip
    top = float(theory.ranked_quantile(1, n, prizes))
    chances = on_grid(partial(theory.ranked_cdf, n=n, worths=prizes, loser_pays=share), cells, top)
    rule = Auction((1,) * len(prizes), loser_pays=share)
    slack = (n if share == HALF else 1) / cells
    assert exact_revenue(rule, chances, n) / cells == pytest.approx(KNOWN[n, prizes][1], abs=slack)
    found = exact_values(rule, [v * cells for v in prizes], chances, n).value / cells
    last = prizes[n - 1] if len(prizes) == n else 0
    assert np.abs(found[1:] - last).max() < 2.5 / cells
    mean = chances @ np.arange(len(chances)) / cells
    assert mean == pytest.approx(theory.ranked_mean_bid(n, prizes, loser_pays=share), abs=0.5 / cells)


@each_known
@each_share
def test_known_prizes_that_are_played_for_give_the_row(n: int, prizes: tuple[int, ...], share: Fraction) -> None:
    bids = theory.ranked_quantile(luck(n, 0), n, prizes, loser_pays=share)
    done = played(Auction(prizes, loser_pays=share), bids)
    _, revenue, mean, _, top, *_ = KNOWN[n, prizes]
    assert errors_off(done.paid.sum(axis=1) / FINE, revenue) < 4
    last = prizes[n - 1] if len(prizes) == n else 0
    assert errors_off((done.prize - done.paid / FINE)[:, 0], last) < 4
    if share == ALL:
        assert errors_off(bids.mean(axis=1), mean) < 4 and errors_off(bids.max(axis=1), top) < 4
    if share == HALF and KNOWN[n, prizes][6] is not None:
        assert errors_off(bids.mean(axis=1), KNOWN[n, prizes][6]) < 4
    for q in (0.2, 0.6, 0.95):
        sure = float(theory.ranked_quantile(q, n, prizes, loser_pays=share))
        done = played(Auction(prizes, loser_pays=share), np.column_stack([np.full(ROUNDS, sure), bids[:, 1:]]))
        assert errors_off((done.prize - done.paid / FINE)[:, 0], last) < 4 or np.ptp(bids) < 1e-9


def test_one_prize_is_the_auction_of_one_known_prize() -> None:
    q = np.linspace(0, 1, 11)
    for share in (0, HALF, 1):
        one = theory.known_quantile(q, 4, 7, loser_pays=share)
        assert theory.ranked_quantile(q, 4, (7,), loser_pays=share) == pytest.approx(one, abs=1e-12)
        mean = theory.known_mean_bid(4, 7, loser_pays=share)
        assert theory.ranked_mean_bid(4, (7, 0, 0), loser_pays=share) == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("n", [2, 3, 6])
def test_chances_of_places_add_up_and_are_binomial(n: int) -> None:
    q = np.array([0, 0.3, 1])
    chances = theory.place_chances(q, n)
    assert chances.shape == (n, 3) and chances.sum(axis=0) == pytest.approx([1, 1, 1])
    assert chances[0] == pytest.approx(q ** (n - 1)) and chances[-1] == pytest.approx((1 - q) ** (n - 1))
    assert chances[1] == pytest.approx((n - 1) * q ** (n - 2) * (1 - q))


# --- private values --------------------------------------------------------------------------------------------------


@each_private
def test_the_tables_of_units_and_ranked_prizes_are_reproduced(n: int, shares: tuple[float, ...]) -> None:
    bids = theory.ranked_private_bid([0.5, 1.0], n, shares)
    assert (theory.ranked_private_revenue(n, shares), *bids) == pytest.approx(PRIVATE[n, shares], abs=PRINTED)
    k = len(shares)
    assert shares != (1,) * k or theory.ranked_private_revenue(n, shares) == pytest.approx(k * (n - k) / (n + 1))


@each_private
@each_share
def test_private_bids_are_the_expected_payment_over_how_often_they_are_paid(
    n: int, shares: tuple[float, ...], share: Fraction
) -> None:  # fmt: skip
    prize, wins = partial(expected_prize, n=n, prizes=shares), partial(any_prize, n=n, prizes=shares)
    for v in (0.1, 0.5, 0.9, 1.0):
        gained = integral(prize, 0, v)
        bid = (v * prize(v) - gained) / (wins(v) + float(share) * (1 - wins(v)))
        assert theory.ranked_private_bid(v, n, shares, loser_pays=share) == pytest.approx(bid, abs=1e-12)
        assert theory.ranked_private_payoff(v, n, shares) == pytest.approx(gained, abs=1e-12)
    assert theory.ranked_private_bid(0, n, shares, loser_pays=share) == 0
    revenue = n * integral(lambda v: v * prize(v) - integral(prize, 0, v))
    assert revenue == pytest.approx(PRIVATE[n, shares][0], abs=PRINTED)


@each_private
@each_share
def test_no_value_gains_by_the_bid_of_another(n: int, shares: tuple[float, ...], share: Fraction) -> None:
    types = np.linspace(0, 1, 20_001)
    bids = theory.ranked_private_bid(types, n, shares, loser_pays=share)
    wins = any_prize(types, n, shares)
    gains = types[::400, None] * expected_prize(types, n, shares) - bids * (wins + float(share) * (1 - wins))
    own = np.diag(gains[:, ::400])
    assert (gains.max(axis=1) - own).max() <= 1e-12
    assert own == pytest.approx(theory.ranked_private_payoff(types[::400], n, shares), abs=1e-12)
    assert (np.diff(bids) >= -1e-14).all()


@each_private
@pytest.mark.parametrize("share", [HALF, ALL])
def test_private_values_on_a_grid_agree_up_to_the_step(
    n: int, shares: tuple[float, ...], share: Fraction, cells: int = 1000
) -> None:  # fmt: skip
    value = np.linspace(0, 1, 4001)
    line = theory.ranked_private_bid(value, n, shares, loser_pays=share)
    chances = on_grid(lambda b: np.interp(b, line, value), cells, line[-1])
    rule = rule_of(shares, share)
    slack = (n if share == HALF else 1) / cells
    assert exact_revenue(rule, chances, n) / cells == pytest.approx(PRIVATE[n, shares][0], abs=slack)
    for v, bid in zip((0.5, 1.0), np.interp((0.5, 1.0), value, line), strict=True):
        found = exact_values(rule, [v * cells * float(s) for s in shares], chances, n).value / cells
        gained = float(theory.ranked_private_payoff(v, n, shares))
        assert found[round(bid * cells)] == pytest.approx(gained, abs=2.5 / cells)
        assert found.max() == pytest.approx(gained, abs=2.5 / cells)


@each_private
@each_share
def test_private_values_that_are_played_earn_the_revenue(n: int, shares: tuple[float, ...], share: Fraction) -> None:
    values = luck(n, 1)
    done = played(rule_of(shares, share), theory.ranked_private_bid(values, n, shares, loser_pays=share))
    assert errors_off(done.paid.sum(axis=1) / FINE, PRIVATE[n, shares][0]) < 4
    gained = integral(lambda v: float(theory.ranked_private_payoff(v, n, shares)))
    assert errors_off((values * done.prize / 4 - done.paid / FINE).mean(axis=1), gained) < 4


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@each_share
def test_one_unit_is_the_auction_of_one_private_value(n: int, share: Fraction) -> None:
    v = np.linspace(0, 20, 21)
    one = theory.loser_pays_bid(v, n, share, highest=20)
    assert theory.ranked_private_bid(v, n, (1,), loser_pays=share, highest=20) == pytest.approx(one, abs=1e-12)
    assert theory.ranked_private_revenue(n, (1,), highest=20) == pytest.approx(theory.private_revenue(n, highest=20))
    gained = theory.interim_payoff(v, n, highest=20)
    assert theory.ranked_private_payoff(v, n, (1,), highest=20) == pytest.approx(gained, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: theory.ranked_quantile(0.5, 2, (10, 5, 2)), "For 2 bidders 1 to 2 prizes can be given; these are 3"),
        (lambda: theory.ranked_cdf(1, 3, ()), "1 to 3 prizes can be given; these are 0"),
        (lambda: theory.ranked_revenue(3, (5, 10)), r"go down from the best place on.*\[5.0, 10.0\] do not"),
        (lambda: theory.ranked_mean_bid(3, (5, -1)), "to 0 or more"),
        (lambda: theory.ranked_mean_highest(3, (0, 0)), "from above 0"),
        (lambda: theory.ranked_mean_bid(3, (float("nan"),)), "go down from the best place on"),
        (lambda: theory.ranked_quantile(-0.5, 3, (5,)), "A chance from 0 to 1"),
        (lambda: theory.ranked_quantile(0.5, 3, (5,), loser_pays=1.01), "share from 0 to 1"),
        (lambda: theory.place_chances(0.5, 1), "2 or more; 1 is not"),
        (lambda: theory.ranked_private_bid(1.5, 3, (1,)), "A value from 0 to 1"),
        (lambda: theory.ranked_private_payoff(101, 3, (1,), highest=100), "A value from 0 to 100"),
        (lambda: theory.ranked_private_revenue(2, (1, 1, 1)), "these are 3"),
        (lambda: theory.ranked_private_revenue(2, (1,), highest=0), "highest value is a number above 0"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
