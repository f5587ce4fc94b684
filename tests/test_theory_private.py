"""Private values: every printed row by closed form, by quadrature or search, by exact sums on a grid, and as played."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from mechanics import theory
from mechanics.auctions import Auction, ascending
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

ROUNDS = 200_000
NOTHING, QUARTER, MOST, ALL = Fraction(0), Fraction(1, 4), Fraction(3, 4), Fraction(1)
SHARES = (NOTHING, QUARTER, HALF, MOST, ALL)
# Even chances on 0 … 1. n: slope, revenue, payoff, variances of first price, second price and all-pay;
# losers pay half: mean bid, winner, all losers; revenue with reserve 1/2
EVEN = {
    2: (0.500000, 0.333333, 0.166667, 0.013889, 0.055556, 0.044444, 0.193147, 0.280372, 0.052961, 0.416667),
    3: (0.666667, 0.500000, 0.083333, 0.016667, 0.050000, 0.107143, 0.204569, 0.386294, 0.113706, 0.531250),
    4: (0.750000, 0.600000, 0.050000, 0.015000, 0.040000, 0.160000, 0.189674, 0.441304, 0.158696, 0.612500),
    5: (0.800000, 0.666667, 0.033333, 0.012698, 0.031746, 0.202020, 0.171681, 0.474926, 0.191741, 0.671875),
}
# (n, share that losers pay): bids at values 1/4, 1/2, 3/4, 1
BIDS = {
    (2, NOTHING): (0.125000, 0.250000, 0.375000, 0.500000),
    (2, QUARTER): (0.071429, 0.200000, 0.346154, 0.500000),
    (2, HALF): (0.050000, 0.166667, 0.321429, 0.500000),
    (2, MOST): (0.038462, 0.142857, 0.300000, 0.500000),
    (2, ALL): (0.031250, 0.125000, 0.281250, 0.500000),
    (3, NOTHING): (0.166667, 0.333333, 0.500000, 0.666667),
    (3, QUARTER): (0.035088, 0.190476, 0.418605, 0.666667),
    (3, HALF): (0.019608, 0.133333, 0.360000, 0.666667),
    (3, MOST): (0.013605, 0.102564, 0.315789, 0.666667),
    (3, ALL): (0.010417, 0.083333, 0.281250, 0.666667),
    (4, NOTHING): (0.187500, 0.375000, 0.562500, 0.750000),
    (4, QUARTER): (0.011194, 0.136364, 0.418966, 0.750000),
    (4, HALF): (0.005769, 0.083333, 0.333791, 0.750000),
    (4, MOST): (0.003886, 0.060000, 0.277397, 0.750000),
    (4, ALL): (0.002930, 0.046875, 0.237305, 0.750000),
    (5, NOTHING): (0.200000, 0.400000, 0.600000, 0.800000),
    (5, QUARTER): (0.003089, 0.084211, 0.389579, 0.800000),
    (5, HALF): (0.001556, 0.047059, 0.288427, 0.800000),
    (5, MOST): (0.001040, 0.032653, 0.228975, 0.800000),
    (5, ALL): (0.000781, 0.025000, 0.189844, 0.800000),
}
# (k, n): slope and revenue of the first-price auction where F(v) = v^k
POWERS = {
    (0.5, 2): (0.333333, 0.166667),
    (0.5, 3): (0.500000, 0.300000),
    (0.5, 4): (0.600000, 0.400000),
    (0.5, 5): (0.666667, 0.476190),
    (2, 2): (0.666667, 0.533333),
    (2, 3): (0.800000, 0.685714),
    (2, 4): (0.857143, 0.761905),
    (2, 5): (0.888889, 0.808081),
    (3, 2): (0.750000, 0.642857),
    (3, 3): (0.857143, 0.771429),
    (3, 4): (0.900000, 0.830769),
    (3, 5): (0.923077, 0.865385),
}
POINTS = np.array([0.25, 0.5, 0.75, 1.0])
each_n = pytest.mark.parametrize("n", EVEN)
each_share = pytest.mark.parametrize(("n", "share"), BIDS)


def draws(n: int, seed: int = 0) -> Any:
    return np.random.default_rng([20, n, seed]).random((ROUNDS, n))


def gain_of_pretending(
    bid: Callable[..., Any], n: int, share: Any, chance: Callable[..., Any] = lambda v, m: v**m
) -> float:
    """The most that one of 50 values gains by the bid of another of 20,001 values, or by none (a bid of 0 at least)."""
    types, values = np.linspace(0, 1, 20_001), np.linspace(0, 1, 50)
    values = types[np.searchsorted(types, values)]
    win, bids = chance(types, n - 1), bid(types)
    paid = bids * (win + float(share) * (1 - win))
    other = (values[:, None] * win - paid).max(axis=1)
    at = np.searchsorted(types, values)
    return float((other - (values * win[at] - paid[at])).max())


# --- what is printed -------------------------------------------------------------------------------------------------


@each_n
def test_the_table_of_even_chances_is_reproduced(n: int) -> None:
    row = (
        float(theory.first_price_bid(1.0, n)),
        theory.private_revenue(n),
        theory.private_payoff(n),
        theory.first_price_variance(n),
        theory.second_price_variance(n),
        theory.all_pay_variance(n),
        theory.mean_bid(n, HALF),
        theory.mean_winner_payment(n, HALF),
        theory.mean_loser_payments(n, HALF),
        theory.private_revenue(n, reserve=0.5),
    )
    assert row == pytest.approx(EVEN[n], abs=PRINTED)


@each_share
def test_the_table_of_bids_is_reproduced(n: int, share: Fraction) -> None:
    assert theory.loser_pays_bid(POINTS, n, share) == pytest.approx(BIDS[n, share], abs=PRINTED)
    assert [float(theory.loser_pays_bid(v, n, share)) for v in POINTS] == pytest.approx(BIDS[n, share], abs=PRINTED)
    ends = {NOTHING: theory.first_price_bid, ALL: theory.all_pay_bid}
    if share in ends:
        assert ends[share](POINTS, n) == pytest.approx(BIDS[n, share], abs=PRINTED)


@pytest.mark.parametrize(("k", "n"), POWERS)
def test_the_table_of_powers_is_reproduced(k: float, n: int) -> None:
    slope, revenue = POWERS[k, n]
    assert theory.first_price_bid(POINTS, n, k=k) == pytest.approx(slope * POINTS, abs=PRINTED)
    assert theory.private_revenue(n, k=k) == pytest.approx(revenue, abs=PRINTED)


# --- the same by quadrature and by search ----------------------------------------------------------------------------


@each_n
def test_means_and_variances_are_the_integrals_they_stand_for(n: int) -> None:
    first, all_pay, half = (partial(theory.loser_pays_bid, n=n, loser_pays=share) for share in (0, 1, HALF))
    revenue, price = EVEN[n][1], n * (n - 1)
    assert n * integral(lambda v: first(v) * v ** (n - 1)) == pytest.approx(revenue, abs=PRINTED)
    assert price * integral(lambda v: v * v ** (n - 2) * (1 - v)) == pytest.approx(revenue, abs=PRINTED)
    assert n * integral(all_pay) == pytest.approx(revenue, abs=PRINTED)
    assert integral(lambda v: integral(lambda x: x ** (n - 1), 0, v)) == pytest.approx(EVEN[n][2], abs=PRINTED)
    spread = n * integral(lambda v: first(v) ** 2 * v ** (n - 1)) - theory.private_revenue(n) ** 2
    assert spread == pytest.approx(theory.first_price_variance(n), abs=1e-10)
    spread = price * integral(lambda v: v**2 * v ** (n - 2) * (1 - v)) - theory.private_revenue(n) ** 2
    assert spread == pytest.approx(theory.second_price_variance(n), abs=1e-10)
    spread = n * (integral(lambda v: all_pay(v) ** 2) - integral(all_pay) ** 2)
    assert spread == pytest.approx(theory.all_pay_variance(n), abs=1e-10)
    assert integral(half) == pytest.approx(theory.mean_bid(n, HALF), abs=1e-10)
    winner = n * integral(lambda v: half(v) * v ** (n - 1))
    assert winner == pytest.approx(theory.mean_winner_payment(n, HALF), abs=1e-10)
    losers = n * integral(lambda v: half(v) * (1 - v ** (n - 1))) / 2
    assert losers == pytest.approx(theory.mean_loser_payments(n, HALF), abs=1e-10)


@pytest.mark.parametrize("k", [0.5, 1, 3])
@pytest.mark.parametrize("share", [0, 1e-7, 0.25, 1])
@pytest.mark.parametrize("n", [2, 5, 12])
def test_means_of_bids_are_integrals_for_every_share_and_power(n: int, share: float, k: float) -> None:
    bid = partial(theory.loser_pays_bid, n=n, loser_pays=share, k=k)
    mean, top = (integral(lambda v, p=p: bid(v) * p * v ** (p - 1)) for p in (k, n * k))
    assert theory.mean_bid(n, share, k=k) == pytest.approx(mean, rel=1e-8)
    assert theory.mean_winner_payment(n, share, k=k) == pytest.approx(top, rel=1e-8)
    rest = share * (n * mean - top)
    assert theory.mean_loser_payments(n, share, k=k) == pytest.approx(rest, abs=1e-8)
    assert top + rest == pytest.approx(theory.private_revenue(n, k=k), abs=1e-8)


@pytest.mark.parametrize("k", [0.5, 1, 3])
def test_variances_are_integrals_for_every_power(k: float, n: int = 4) -> None:
    first, all_pay = (partial(theory.loser_pays_bid, n=n, loser_pays=share, k=k) for share in (0, 1))
    mean = theory.private_revenue(n, k=k)
    spread = integral(lambda v: first(v) ** 2 * n * k * v ** (n * k - 1)) - mean**2
    assert theory.first_price_variance(n, k=k) == pytest.approx(spread, abs=1e-9)

    def second(power: int) -> float:
        return integral(lambda v: v**power * n * (n - 1) * v ** (k * (n - 2)) * (1 - v**k) * k * v ** (k - 1))

    assert second(1) == pytest.approx(mean, abs=1e-9)
    spread = second(2) - mean**2
    assert theory.second_price_variance(n, k=k) == pytest.approx(spread, abs=1e-9)
    spread = n * (integral(lambda v: all_pay(v) ** 2 * k * v ** (k - 1)) - (mean / n) ** 2)
    assert theory.all_pay_variance(n, k=k) == pytest.approx(spread, abs=1e-9)


@each_share
def test_bids_are_the_expected_payment_over_how_often_they_are_paid(n: int, share: Fraction) -> None:
    for v, bid in zip(POINTS, BIDS[n, share], strict=True):
        won = v ** (n - 1)
        owed = v * won - integral(lambda x: x ** (n - 1), 0, v)
        assert owed / (share + (1 - share) * won) == pytest.approx(bid, abs=PRINTED)
        assert theory.interim_payment(v, n, share) == pytest.approx(owed, abs=1e-12)
        assert theory.interim_payoff(v, n, share) == pytest.approx(v * won - owed, abs=1e-12)
        assert theory.win_chance(v, n) == pytest.approx(won, abs=1e-12)


@each_share
def test_no_value_gains_by_the_bid_of_another_value(n: int, share: Fraction) -> None:
    bid = partial(theory.loser_pays_bid, n=n, loser_pays=share)
    assert gain_of_pretending(bid, n, share) <= 1e-12
    assert (np.diff(bid(np.linspace(0, 1, 2001))) > 0).all()
    assert gain_of_pretending(lambda v: 1.01 * bid(v), n, share) > 1e-6


@pytest.mark.parametrize(("k", "n"), POWERS)
def test_no_value_gains_where_chances_are_a_power(k: float, n: int) -> None:
    for share in (NOTHING, HALF, ALL):
        bid = partial(theory.loser_pays_bid, n=n, loser_pays=share, k=k)
        assert gain_of_pretending(bid, n, share, lambda v, m: v ** (k * m)) <= 1e-12
    slope, revenue = POWERS[k, n]
    by_parts = integral(lambda v: slope * (1 - v ** (k * n)))
    assert by_parts == pytest.approx(revenue, abs=2 * PRINTED)


# --- the same by exact sums over whole bids --------------------------------------------------------------------------


@each_share
def test_on_a_grid_the_exact_sums_agree_up_to_the_step(n: int, share: Fraction, cells: int = 1000) -> None:
    value = np.linspace(0, 1, 4001)
    line = np.asarray(theory.loser_pays_bid(value, n, share))
    chances = on_grid(lambda b: np.interp(b, line, value), cells, line[-1])
    rule = Auction((1,), loser_pays=share)
    # Rounding to whole bids, and rounding down what losers pay, moves each payment by less than one step.
    assert exact_revenue(rule, chances, n) / cells == pytest.approx(EVEN[n][1], abs=(n if 0 < share < 1 else 1) / cells)
    for v, bid in zip(POINTS, BIDS[n, share], strict=True):
        found = exact_values(rule, v * cells, chances, n).value / cells
        assert found[round(bid * cells)] == pytest.approx(v**n / n, abs=1.5 / cells)
        assert found.max() == pytest.approx(v**n / n, abs=1.5 / cells)


@each_n
def test_on_a_grid_the_second_price_earns_the_same_up_to_the_step(n: int, cells: int = 200) -> None:
    rule = Auction((1,), loser_pays=0, winner_pays="next")
    chances = on_grid(lambda b: b, cells, 1.0)
    assert exact_revenue(rule, chances, n) / cells == pytest.approx(EVEN[n][1], abs=1 / cells)
    for v in POINTS:
        found = exact_values(rule, v * cells, chances, n).value / cells
        assert found[round(v * cells)] == pytest.approx(found.max(), abs=1e-12)
        assert found.max() == pytest.approx(v**n / n, abs=1 / cells)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_on_a_grid_the_reserve_earns_the_same_up_to_the_step(n: int) -> None:
    cells = 400
    rule = Auction((1,), loser_pays=0, winner_pays="next", reserve=cells // 2)
    earned = exact_revenue(rule, on_grid(lambda v: v, cells, 1.0), n) / cells
    assert earned == pytest.approx(theory.private_revenue(n, reserve=0.5), abs=1 / cells)
    assert earned > theory.private_revenue(n) + 2 / cells


@pytest.mark.parametrize(("k", "n"), POWERS)
def test_on_a_grid_powers_agree_up_to_the_step(k: float, n: int, cells: int = 2000) -> None:
    slope, revenue = POWERS[k, n]
    chances = on_grid(lambda b: np.minimum(b / slope, 1) ** k, cells, slope)
    assert exact_revenue(Auction((1,), loser_pays=0), chances, n) / cells == pytest.approx(revenue, abs=1 / cells)


# --- the same as it is played ----------------------------------------------------------------------------------------


@each_share
def test_rounds_that_are_played_earn_the_revenue_and_the_payoff(n: int, share: Fraction) -> None:
    values = draws(n)
    done = played(Auction((1,), loser_pays=share), theory.loser_pays_bid(values, n, share))
    revenue = done.paid.sum(axis=1) / FINE
    assert errors_off(revenue, EVEN[n][1]) < 4
    assert errors_off((values * done.prize - done.paid / FINE).mean(axis=1), EVEN[n][2]) < 4
    if share in (NOTHING, ALL):
        assert errors_off_in_variance(revenue, EVEN[n][3 if share == NOTHING else 5]) < 4


@each_share
def test_each_value_that_is_played_earns_its_payoff(n: int, share: Fraction) -> None:
    rivals = theory.loser_pays_bid(draws(n, 1)[:100_000, 1:], n, share)
    for v, bid in zip(POINTS, BIDS[n, share], strict=True):
        bids = np.column_stack([np.full(len(rivals), bid + 1e-6 * (v == 1)), rivals])
        done = played(Auction((1,), loser_pays=share), bids)
        assert errors_off(v * done.prize[:, 0] - done.paid[:, 0] / FINE, v**n / n) < 4


@each_n
def test_second_price_and_english_rounds_earn_the_same_with_more_spread(n: int) -> None:
    values = draws(n, 2)
    sealed = played(Auction((1,), loser_pays=0, winner_pays="next"), theory.second_price_bid(values))
    clock = ascending(np.rint(theory.english_limit(values) * FINE).astype(np.int64))
    for done in (sealed, clock):
        revenue = done.paid.sum(axis=1) / FINE
        assert errors_off(revenue, EVEN[n][1]) < 4
        assert errors_off_in_variance(revenue, EVEN[n][4]) < 4
        assert errors_off((values * done.prize - done.paid / FINE).mean(axis=1), EVEN[n][2]) < 4


@each_n
def test_losers_who_pay_half_pay_what_is_printed(n: int) -> None:
    bids = theory.loser_pays_bid(draws(n, 3), n, HALF)
    done = played(Auction((1,), loser_pays=HALF), bids)
    winner = (done.paid * done.prize).sum(axis=1) / FINE
    losers = done.paid.sum(axis=1) / FINE - winner
    columns = (bids.mean(axis=1), winner, losers)
    assert all(errors_off(c, mean) < 4 for c, mean in zip(columns, EVEN[n][6:9], strict=True))


@pytest.mark.parametrize(("k", "n"), POWERS)
def test_rounds_with_values_by_a_power_earn_what_is_printed(k: float, n: int) -> None:
    done = played(Auction((1,), loser_pays=0), theory.first_price_bid(draws(n, 4) ** (1 / k), n, k=k))
    assert errors_off(done.paid.sum(axis=1) / FINE, POWERS[k, n][1]) < 4


# --- reserve ---------------------------------------------------------------------------------------------------------


@each_n
def test_the_reserve_earns_what_is_printed_in_first_and_second_price_rounds(n: int) -> None:
    values = draws(n, 5)
    rules = {
        "own": theory.first_price_bid(values, n, reserve=0.5),
        "next": theory.second_price_bid(values, reserve=0.5),
    }
    for pays, bids in rules.items():
        rule = Auction((1,), loser_pays=0, winner_pays=pays, reserve=FINE // 2)  # type: ignore[arg-type]
        done = played(rule, bids)
        assert errors_off(done.paid.sum(axis=1) / FINE, EVEN[n][9]) < 4
        gained = (values * done.prize - done.paid / FINE).mean(axis=1)
        assert errors_off(gained, theory.private_payoff(n, reserve=0.5)) < 4


@each_n
def test_the_reserve_has_the_textbook_line_and_revenue(n: int) -> None:
    v = np.linspace(0.5, 1, 7)
    assert theory.first_price_bid(v, n, reserve=0.5) == pytest.approx((n - 1) / n * v + 0.5**n / (n * v ** (n - 1)))
    assert theory.first_price_bid([0.0, 0.49], n, reserve=0.5).tolist() == [0, 0]
    for r in (0, 0.2, 0.5, 0.9, 1):
        textbook = 2 * n / (n + 1) * (1 - r ** (n + 1)) - (1 - r**n)
        assert theory.private_revenue(n, reserve=r) == pytest.approx(textbook, abs=1e-12)
    assert theory.private_revenue(n, reserve=0.5) == pytest.approx((n - 1) / (n + 1) + 2**-n / (n + 1))
    by_quadrature = n * integral(lambda x: theory.first_price_bid(x, n, reserve=0.5) * x ** (n - 1), 0.5, 1)
    assert by_quadrature == pytest.approx(EVEN[n][9], abs=PRINTED)


@pytest.mark.parametrize("share", [0, 0.3, 1])
@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", [2, 4])
def test_with_a_reserve_nobody_gains_by_another_bid_and_the_lowest_bid_is_the_reserve(
    n: int, share: float, k: float
) -> None:  # fmt: skip
    r = 0.4
    bid = partial(theory.loser_pays_bid, n=n, loser_pays=share, k=k, reserve=r)
    entry = theory.entry_value(n, share, k=k, reserve=r)
    assert bid(entry) == pytest.approx(r, abs=1e-9) and bid(entry - 1e-6) == 0
    assert gain_of_pretending(bid, n, share, lambda v, m: np.where(v >= entry, v ** (k * m), 0.0)) <= 1e-9

    def paid(v: float) -> float:
        won = v ** (k * (n - 1))
        return n * bid(v) * (won + share * (1 - won)) * k * v ** (k - 1)

    assert theory.private_revenue(n, share, k=k, reserve=r) == pytest.approx(integral(paid, entry, 1), abs=1e-9)
    payoff = partial(theory.interim_payoff, n=n, loser_pays=share, k=k, reserve=r)
    gained = integral(lambda v: payoff(v) * k * v ** (k - 1), entry, 1)
    assert theory.private_payoff(n, share, k=k, reserve=r) == pytest.approx(gained, abs=1e-9)
    assert theory.interim_payoff(entry / 2, n, share, k=k, reserve=r) == 0
    assert theory.interim_payment(entry / 2, n, share, k=k, reserve=r) == 0


@pytest.mark.parametrize("k", [0.5, 1, 3])
def test_no_other_reserve_earns_more_than_the_best(k: float) -> None:
    best = theory.best_reserve(k=k)
    assert k != 1 or best == 0.5
    for n in (2, 5):
        earned = [theory.private_revenue(n, k=k, reserve=r) for r in np.linspace(0, 1, 2001)]
        assert np.linspace(0, 1, 2001)[np.argmax(earned)] == pytest.approx(best, abs=1e-3)
        assert theory.private_revenue(n, k=k, reserve=best) >= max(earned)


# --- war of attrition, risk ------------------------------------------------------------------------------------------


def test_in_a_war_of_attrition_nobody_gains_by_staying_as_another_value_would() -> None:
    types = np.linspace(0, 1, 20_001)[:-1]
    bids = theory.attrition_bid(types)
    assert bids == pytest.approx(-types - np.log(1 - types), abs=1e-12)
    # With the bid of type w one pays the other's bid if his value is below w, else the bid: ∫b up to w, in closed form.
    spent = (1 - types) * np.log1p(-types) + types - types**2 / 2 + bids * (1 - types)
    check = integral(lambda x: float(theory.attrition_bid(x)), 0, types[12_000]) + bids[12_000] * (1 - types[12_000])
    assert spent[12_000] == pytest.approx(check, abs=1e-10)
    gains = types[::400, None] * types - spent
    assert (gains.max(axis=1) - np.diag(gains[:, ::400])).max() <= 1e-6
    assert 2 * integral(lambda w: w**2 - w**2 / 2) == pytest.approx(theory.private_revenue(2), abs=1e-9)


def test_a_war_of_attrition_that_is_played_earns_a_third() -> None:
    values = draws(2, 6)
    done = played(Auction((1,), loser_pays=1, winner_pays="next"), theory.attrition_bid(values))
    assert errors_off(done.paid.sum(axis=1) / FINE, 1 / 3) < 4
    assert errors_off((values * done.prize - done.paid / FINE).mean(axis=1), 1 / 6) < 4
    assert theory.attrition_bid(1.0) == np.inf


@pytest.mark.parametrize("rho", [0.25, 0.5, 1])
@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("n", [2, 3, 5])
def test_who_shuns_risk_bids_more_and_nobody_gains_by_another_bid(n: int, rho: float, k: float) -> None:
    types = np.linspace(0, 1, 20_001)
    bids, win = theory.risk_averse_bid(types, n, rho, k=k), types ** (k * (n - 1))
    use = np.clip(types[::400, None] - bids, 0, None) ** rho * win
    assert (use.max(axis=1) - np.diag(use[:, ::400])).max() <= 1e-12
    if k == 1:
        assert bids == pytest.approx((n - 1) / (n - 1 + rho) * types)
    plain = theory.first_price_bid(types, n, k=k)
    assert (bids[1:] > plain[1:]).all() if rho < 1 else bids == pytest.approx(plain)
    paid = integral(lambda v: theory.risk_averse_bid(v, n, rho, k=k) * n * k * v ** (n * k - 1))
    assert theory.risk_averse_revenue(n, rho, k=k) == pytest.approx(paid, abs=1e-10)
    done = played(Auction((1,), loser_pays=0), theory.risk_averse_bid(draws(n, 7) ** (1 / k), n, rho, k=k))
    assert errors_off(done.paid.sum(axis=1) / FINE, theory.risk_averse_revenue(n, rho, k=k)) < 4


# --- form ------------------------------------------------------------------------------------------------------------


def test_everything_grows_with_the_highest_value() -> None:
    v, h = np.array([0.3, 0.6, 1.0]), 250.0
    once: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (theory.private_revenue, {"n": 3}),
        (theory.private_payoff, {"n": 3}),
        (theory.mean_bid, {"n": 3, "loser_pays": HALF}),
        (theory.mean_winner_payment, {"n": 3, "loser_pays": HALF}),
        (theory.mean_loser_payments, {"n": 3, "loser_pays": HALF}),
        (theory.risk_averse_revenue, {"n": 3, "rho": 0.5}),
        (theory.best_reserve, {}),
        (theory.second_price_bid, {"v": v}),
        (theory.english_limit, {"v": v}),
        (theory.attrition_bid, {"v": v[:2]}),
        (theory.risk_averse_bid, {"v": v, "n": 3, "rho": 0.5}),
        (theory.all_pay_bid, {"v": v, "n": 3, "reserve": 0.1}),
        (theory.first_price_bid, {"v": v, "n": 3, "reserve": 0.5}),
        (theory.loser_pays_bid, {"v": v, "n": 3, "loser_pays": 0.3, "reserve": 0.1}),
        (theory.interim_payment, {"v": v, "n": 3, "reserve": 0.4}),
        (theory.interim_payoff, {"v": v, "n": 3, "reserve": 0.4}),
        (theory.entry_value, {"n": 3, "loser_pays": 0.3, "reserve": 0.4}),
        (theory.private_revenue, {"n": 3, "loser_pays": 0.3, "reserve": 0.4}),
        (theory.private_payoff, {"n": 3, "loser_pays": 0.3, "reserve": 0.4}),
    ]
    for called, given in once:
        larger = {name: h * x if name in ("v", "reserve") else x for name, x in given.items()}
        assert called(**larger, highest=h) == pytest.approx(h * np.asarray(called(**given))), called.__name__
    for spread in (theory.first_price_variance, theory.second_price_variance, theory.all_pay_variance):
        assert spread(3, highest=h) == pytest.approx(h**2 * spread(3))
    assert theory.win_chance(h * v, 3, highest=h) == pytest.approx(v**2)


def test_a_number_gives_a_number_and_an_array_its_shape() -> None:
    assert isinstance(theory.first_price_bid(0.5, 2), float)
    assert theory.first_price_bid([[0.1, 0.2, 0.3]], 2).shape == (1, 3)
    assert theory.first_price_bid([], 2).shape == (0,)
    assert theory.first_price_bid(0.0, 60) == 0 and theory.all_pay_bid(1e-300, 60) == 0
    assert theory.first_price_bid(1e-300, 60) == pytest.approx(59 / 60 * 1e-300)


def test_what_is_left_out_stands_for_even_chances_on_zero_to_one() -> None:
    assert theory.best_reserve() == 0.5
    assert theory.entry_value(3, 0.3, reserve=0.4) == theory.entry_value(3, 0.3, k=1, reserve=0.4, highest=1)
    assert theory.entry_value(2, 1, reserve=0.25) == pytest.approx(0.5) and theory.entry_value(3) == 0
    for bid in (theory.second_price_bid, theory.english_limit):
        assert bid(0.3) == 0.3 and bid(1) == 1
        with pytest.raises(ValueError, match="from 0 to 1 is asked for"):
            bid(1.5)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: theory.first_price_bid(0.5, 1), "whole number, 2 or more; 1 is not"),
        (lambda: theory.private_revenue(2.5), "whole number, 2 or more"),  # type: ignore[arg-type]
        (lambda: theory.private_payoff(True), "whole number, 2 or more"),
        (lambda: theory.first_price_bid(1.2, 3), "from 0 to 1 is asked for; 1.2 is outside"),
        (lambda: theory.all_pay_bid([0.5, -0.1], 3), "-0.1 is outside"),
        (lambda: theory.second_price_bid(float("nan")), "nan is outside"),
        (lambda: theory.attrition_bid(101, highest=100), "from 0 to 100"),
        (lambda: theory.loser_pays_bid(0.5, 3, 1.5), "share from 0 to 1"),
        (lambda: theory.private_revenue(3, -0.1), "share from 0 to 1"),
        (lambda: theory.mean_bid(3, float("nan")), "share from 0 to 1"),
        (lambda: theory.first_price_bid(0.5, 3, reserve=1.5), "A reserve from 0 to 1"),
        (lambda: theory.second_price_bid(0.5, reserve=-1), "A reserve from 0 to 1"),
        (lambda: theory.private_revenue(3, reserve=101, highest=100), "A reserve from 0 to 100"),
        (lambda: theory.first_price_bid(0.5, 3, k=0), "The power k is a number above 0"),
        (lambda: theory.best_reserve(k=-1), "The power k is a number above 0"),
        (lambda: theory.mean_bid(3, 1, highest=0), "The highest value is a number above 0"),
        (lambda: theory.first_price_variance(3, highest=float("inf")), "The highest value is a number above 0"),
        (lambda: theory.second_price_variance(1), "2 or more"),
        (lambda: theory.risk_averse_bid(0.5, 3, 0), "above 0 and at most 1"),
        (lambda: theory.risk_averse_revenue(3, 1.1), "above 0 and at most 1"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
