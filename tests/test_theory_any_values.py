"""Values from any distribution: bids and revenue by quadrature agree with formulas and with other quadrature."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats

from mechanics import theory
from mechanics.auctions import Auction
from tests.theory_routes import FINE, HALF, errors_off, integral, played

LAWS = {
    "triangle": stats.triang(0.3),
    "bell": stats.truncnorm(-2.5, 2.5, 0.5, 0.2),
    "beta": stats.beta(2, 5),
}


@pytest.mark.parametrize("k", [0.5, 1, 3])
@pytest.mark.parametrize("share", [0, 0.25, HALF, 1])
@pytest.mark.parametrize("n", [2, 3, 5, 12])
def test_a_power_gives_the_bids_of_its_formula(n: int, share: Any, k: float) -> None:
    v = np.array([0.5, 0.001, 0.0, 1.0, 0.5, 0.77, 0.3])
    found = theory.bid_for_cdf(v, n, lambda x: x**k, share)
    assert found == pytest.approx(theory.loser_pays_bid(v, n, share, k=k), abs=1e-9)
    assert theory.revenue_for_cdf(n, lambda x: x**k) == pytest.approx(theory.private_revenue(n, k=k), abs=1e-9)
    for r in (0.3, 1.0):
        earned = theory.private_revenue(n, k=k, reserve=r)
        assert theory.revenue_for_cdf(n, lambda x: x**k, reserve=r) == pytest.approx(earned, abs=1e-9)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("share", [0, 0.5, 1])
@pytest.mark.parametrize("n", [2, 6])
def test_other_distributions_give_the_formula_by_plain_quadrature(n: int, share: float, law: str) -> None:
    cdf = LAWS[law].cdf
    v = np.linspace(0, 1, 101)
    bids = theory.bid_for_cdf(v, n, cdf, share)
    assert (np.diff(bids) > -1e-12).all()
    for i in (20, 50, 77, 100):
        won = float(cdf(v[i])) ** (n - 1)
        parts = ((0, min(0.3, v[i])), (min(0.3, v[i]), v[i]))  # the triangle has its peak at 0.3
        below = sum(integral(lambda x: float(cdf(x)) ** (n - 1), *part) for part in parts)
        assert bids[i] == pytest.approx((v[i] * won - below) / (share + (1 - share) * won), abs=1e-8)


@pytest.mark.parametrize("law", LAWS)
def test_rounds_with_other_distributions_earn_the_same_under_every_rule(law: str, n: int = 4) -> None:
    values = LAWS[law].rvs((120_000, n), random_state=np.random.default_rng([24, n]))
    revenue = theory.revenue_for_cdf(n, LAWS[law].cdf)
    grid = np.linspace(0, 1, 2001)
    for share in (0, HALF, 1):
        bids = np.interp(values, grid, theory.bid_for_cdf(grid, n, LAWS[law].cdf, share))
        assert errors_off(played(Auction((1,), loser_pays=share), bids).paid.sum(axis=1) / FINE, revenue) < 4
    for r in (0.0, 0.4):
        done = played(Auction((1,), loser_pays=0, winner_pays="next", reserve=int(r * FINE)), values)
        assert errors_off(done.paid.sum(axis=1) / FINE, theory.revenue_for_cdf(n, LAWS[law].cdf, reserve=r)) < 4


@pytest.mark.parametrize("n", [2, 5])
def test_values_may_start_above_zero(n: int) -> None:
    v = np.array([1.0, 1.2, 2.0])

    def cdf(x: Any) -> Any:
        return x - 1

    assert theory.bid_for_cdf(v, n, cdf, lowest=1) == pytest.approx(v - (v - 1) / n, abs=1e-9)
    assert theory.bid_for_cdf(1.0, n, cdf, 1, lowest=1) == 0
    revenue = 1 + (n - 1) / (n + 1)
    assert theory.revenue_for_cdf(n, cdf, lowest=1, highest=2) == pytest.approx(revenue, abs=1e-9)
    assert theory.revenue_for_cdf(n, cdf, lowest=1, highest=2, reserve=1) == pytest.approx(revenue, abs=1e-9)


def test_a_function_of_one_number_serves_as_well_as_one_of_arrays() -> None:
    v = [[0.2, 0.9], [0.5, 0.0]]
    arrays, numbers, branches = (
        partial(theory.bid_for_cdf, v, 3, cdf) for cdf in (np.sqrt, sqrt, lambda x: 1.0 if x > 1 else x**0.5)
    )
    assert arrays().shape == (2, 2)
    assert numbers() == pytest.approx(arrays(), abs=1e-12) and branches() == pytest.approx(arrays(), abs=1e-12)
    assert isinstance(theory.bid_for_cdf(0.5, 3, sqrt), float)


def test_small_chances_do_not_spoil_the_bid() -> None:
    v = np.array([1e-6, 1e-3, 0.01, 1.0])
    assert theory.bid_for_cdf(v, 60, lambda x: x**3) == pytest.approx(177 / 178 * v, rel=1e-9)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: theory.bid_for_cdf(0.5, 1, np.sqrt), "2 or more; 1 is not"),
        (lambda: theory.bid_for_cdf(-0.1, 3, lambda x: x), "A value from 0 to inf is asked for; -0.1 is outside"),
        (lambda: theory.bid_for_cdf([0.5, 1.5], 3, lambda x: x), "gives chances from 0 to 1 that do not go down"),
        (lambda: theory.bid_for_cdf([0.5, 0.9], 3, lambda x: 1 - x), "do not go down"),
        (lambda: theory.bid_for_cdf(0.5, 3, lambda x: x, 2), "share from 0 to 1"),
        (lambda: theory.revenue_for_cdf(1, lambda x: x), "2 or more; 1 is not"),
        (lambda: theory.revenue_for_cdf(3, lambda x: 2 * x), "gives chances from 0 to 1"),
        (lambda: theory.revenue_for_cdf(3, lambda x: x, reserve=1.5), "A reserve from 0 to 1"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
