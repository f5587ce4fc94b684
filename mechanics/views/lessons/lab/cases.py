"""One auction with private values: its rule, how many bid, how values are spread; its theory and its whole bids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from mechanics import equilibria, simulate, theory
from mechanics.auctions import HALF, Auction
from mechanics.equilibria import Equilibrium
from mechanics.worths import Private

RULES: Mapping[str, Auction] = {
    "first price": Auction((1,), loser_pays=0),
    "second price": Auction((1,), loser_pays=0, winner_pays="next"),
    "losers pay half": Auction((1,), loser_pays=HALF),
    "all-pay": Auction((1,), loser_pays=1),
}
SHAPES: Mapping[str, str] = {
    "even": "every value as likely",
    "power": "high values more likely, F(v) = v^{k:g}",
    "triangle": "middle values more likely, a triangle",
    "normal": "middle values more likely, a bell",
}
MOST = 10  # bidders
FLAT = 1e-9  # chances below this are rounding of the search, not bids
TINY = 1e-9  # regret, in steps of a bid, that is rounding
PROVED = (
    "Exact equilibria: in each nobody gains more than 10⁻⁹ of a step by leaving it. "
    "Where none was found, none is drawn."
)


@dataclass(frozen=True)
class Case:
    """One auction with private values from 0 to `highest` (scudi).

    rule: a key of RULES; shape: a key of SHAPES; k: the power, for the shape "power" alone. Raises ValueError with what
    is allowed."""

    rule: str = "first price"
    bidders: int = 5
    shape: str = "even"
    k: float = 2.0
    highest: int = 100

    def __post_init__(self) -> None:
        for what, value, known in (("rule", self.rule, RULES), ("shape", self.shape, SHAPES)):
            if value not in known:
                raise ValueError(f"The {what} is one of: {', '.join(known)}; {value!r} is not.")
        limits = (("number of bidders", self.bidders, 2, 60), ("highest value", self.highest, 1, 1000))
        for name, number, low, high in limits:
            if type(number) is not int or not low <= number <= high:
                raise ValueError(f"The {name} is a whole number from {low} to {high}; {number!r} is not.")
        if not 0 < self.k <= 9:
            raise ValueError(f"The power is above 0 and at most 9; {self.k} is not.")

    @property
    def auction(self) -> Auction:
        """The rule as the auction that decides it."""
        return RULES[self.rule]

    @property
    def power(self) -> float | None:
        """The k of F(v) = (v / highest)^k, or None for the shapes that have none."""
        return {"even": 1.0, "power": self.k}.get(self.shape)

    def __str__(self) -> str:
        spread = SHAPES[self.shape].format(k=self.k)
        return f"{self.rule}, {self.bidders} bidders, values from 0 to {self.highest}, {spread}"

    def line(self, values: Any) -> Any:
        """Return the bids of theory for an array of values."""
        values = np.asarray(values, float)
        if self.rule == "second price":
            return values.copy()
        share, n = self.auction.loser_pays, self.bidders
        if self.power:
            return theory.loser_pays_bid(values, n, share, k=self.power, highest=self.highest)
        return theory.bid_for_cdf(values, n, self.cdf, share)

    def cdf(self, values: Any) -> Any:
        """Return the chance that a value is not above each of these."""
        shares = np.clip(np.asarray(values, float) / self.highest, 0, 1)
        return shares**self.power if self.power else _law(self.shape)(shares)

    def gain(self, values: Any) -> Any:
        """Return what theory says that each of these values gains on average, the same under all rules."""
        values = np.asarray(values, float)
        if self.power:
            return theory.interim_payoff(values, self.bidders, k=self.power, highest=self.highest)
        bids = theory.bid_for_cdf(values, self.bidders, self.cdf)
        return (values - bids) * self.cdf(values) ** (self.bidders - 1)

    @property
    def revenue(self) -> float:
        """The expected revenue of theory, the same under all rules."""
        if self.power:
            return float(theory.private_revenue(self.bidders, k=self.power, highest=self.highest))
        return float(theory.revenue_for_cdf(self.bidders, self.cdf, highest=self.highest))

    @property
    def slope(self) -> float | None:
        """The slope of the line of theory where it is straight, else None."""
        straight = self.rule == "second price" or (self.rule == "first price" and self.power)
        return float(self.line([self.highest])[0]) / self.highest if straight else None


def few(bidders: int) -> int:
    """Return the number of bidders if a slider can show it; ValueError with what is allowed if not."""
    if type(bidders) is not int or not 2 <= bidders <= MOST:
        raise ValueError(f"The number of bidders is a whole number from 2 to {MOST} here; {bidders!r} is not.")
    return bidders


class Whole(NamedTuple):
    """The equilibrium of a case in whole bids, values being whole numbers 0 … cells: `scale` scudi for each."""

    case: Case
    found: Equilibrium
    scale: float

    @property
    def steps(self) -> pd.DataFrame:
        """value, bid (its mean), low, high (lowest and highest bid that the value makes), in scudi."""
        bids, used = self.found.bids, np.asarray(self.found.mix, float) > FLAT
        columns = {
            "value": list(self.found.worths.chances),  # type: ignore[union-attr]
            "bid": np.asarray(self.found.mix, float) @ bids,
            "low": [bids[row].min() for row in used],
            "high": [bids[row].max() for row in used],
        }
        return pd.DataFrame(columns) * self.scale

    @property
    def revenue(self) -> float:
        """Expected revenue in scudi."""
        return float(self.found.revenue) * self.scale

    @property
    def regret(self) -> float:
        """The most that anybody could gain by leaving it, in scudi."""
        return float(self.found.regret) * self.scale

    @property
    def gap(self) -> float:
        """The largest distance of a mean bid from the line of theory, in scudi."""
        steps = self.steps
        values = np.minimum(steps["value"], self.case.highest)  # 12 · (100 / 12) is a little above 100
        return float(np.abs(steps["bid"] - self.case.line(values)).max())

    def played(self, rounds: int = 20_000, seed: int = 1) -> tuple[float, float]:
        """Return mean and standard error of the revenue in rounds that were drawn and played."""
        one = self.found
        paid = simulate.rounds(one.auction, one.worths, one.mix, one.bidders, rounds=rounds, seed=seed).revenue
        return float(paid.mean()) * self.scale, float(paid.std(ddof=1)) / rounds**0.5 * self.scale


def whole(case: Case, cells: int, *, budget: int | None = None, reserve: int = 0) -> Whole:
    """Return the equilibrium in whole bids for values 0 … cells; no bid above `budget`, none below `reserve` wins.

    Both in cells. Solved once. Raises ValueError where none is found."""
    return _whole(case, cells, budget, reserve)


@lru_cache(maxsize=256)
def _whole(case: Case, cells: int, budget: int | None, reserve: int) -> Whole:
    rule = replace(case.auction, reserve=reserve)
    found = equilibria.solve(rule, values(case, cells, budget), case.bidders)
    return Whole(case, found[0], case.highest / cells)


def proved(case: Case, cells: int, *, budget: int | None = None, reserve: int = 0) -> Whole | None:
    """Return the same where its regret is rounding and nothing more, else None: for charts of many equilibria."""
    try:
        found = whole(case, cells, budget=budget, reserve=reserve)
    except ValueError:
        return None
    return found if found.found.regret <= TINY else None


def values(case: Case, cells: int, budget: int | None = None) -> Private:
    """Return how likely each whole value 0 … cells is."""
    if case.shape == "even":
        return Private(dict.fromkeys(range(cells + 1), 1 / (cells + 1)), budget)
    form = {"k": case.k} if case.shape == "power" else {}
    return Private(Private.shaped(case.shape, cells, **form).chances, budget)


@lru_cache(maxsize=8)
def _law(shape: str) -> Callable[[Any], Any]:
    """Return the distribution function over 0 … 1 of a shape of `Private.shaped` with the form it has there."""
    from scipy import stats

    if shape == "triangle":
        return stats.triang(0.5).cdf
    below, above = stats.norm(0.5, 0.2).cdf([0, 1])
    return lambda shares: (stats.norm(0.5, 0.2).cdf(shares) - below) / (above - below)
