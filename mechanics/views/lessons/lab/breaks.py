"""Where revenue equivalence ends: care about risk, a reserve, empty purses, whole numbers; one at a time.

All for values that are even on 0 … 100, and revenue in scudi."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from mechanics import theory
from mechanics.auctions import Auction, settle
from mechanics.charts.revenues import STEPS_NOTE
from mechanics.views.lessons.lab.cases import PROVED, RULES, Case, proved

FIRST, SECOND = "first price", "second price"
HIGHEST, CENTS, ROUNDS = 100, 100, 20_000
COARSE, FINE = 20, 100  # whole values 0 … COARSE where an equilibrium is searched for, else 0 … FINE
GRIDS = (2, 3, 4, 5, 6, 8, 10, 15, 20)
Row = tuple[float, str, float]
Played = tuple[float, str, float, float]


@dataclass(frozen=True)
class Break:
    """One thing that is changed: what x is (short: beside its slider), where it may be, revenue along it for n bidders.

    note, proof: what is drawn, and why the steps may be called equilibria. line, exact: x, series, revenue. played:
    also its standard error. says: a sentence on one x, from what is known of `exact` so far."""

    short: str
    x_title: str
    note: str
    proof: str
    span: tuple[float, float]
    step: float
    start: float
    line: Callable[[int], Iterable[Row]]
    exact: Callable[[int], Iterable[Row]]
    played: Callable[[int], Iterable[Played]]
    says: Callable[[int, float, pd.DataFrame], str]


def frame(rows: Iterable[tuple[object, ...]]) -> pd.DataFrame:
    """Return rows of a break as the chart wants them."""
    listed = list(rows)
    wide = len(listed[0]) if listed else 4
    return pd.DataFrame(listed, columns=["x", "series", "value", "error"][:wide])


# --- care about risk --------------------------------------------------------------------------------------------------

CARES = np.round(np.arange(0, 0.91, 0.02), 2)


def _risk_line(n: int) -> list[Row]:
    first = [(x, FIRST, theory.risk_averse_revenue(n, 1 - x, highest=HIGHEST)) for x in CARES]
    return first + [(x, SECOND, _plain(n)) for x in CARES]


def _risk_exact(n: int) -> Iterator[Row]:
    """All bid the line of theory, rounded to whole bids."""
    whole_values = np.arange(FINE + 1)
    second = float(theory.second_highest([1 / (FINE + 1)] * (FINE + 1), n))
    top = np.diff(np.arange(FINE + 2.0) ** n) / (FINE + 1) ** n
    for x in CARES:
        bids = np.rint(theory.risk_averse_bid(whole_values, n, 1 - x, highest=FINE))
        yield x, FIRST, float(bids @ top)
        yield x, SECOND, second


def _risk_played(n: int) -> Iterator[Played]:
    drawn = _drawn(n)
    plain = _revenue(drawn, RULES[SECOND])
    for x in CARES[::5]:
        bids = theory.risk_averse_bid(drawn, n, 1 - x, highest=HIGHEST)
        yield (x, FIRST, *_revenue(bids, RULES[FIRST]))
        yield (x, SECOND, *plain)


def _risk_says(n: int, x: float, _exact: pd.DataFrame) -> str:
    first, plain = theory.risk_averse_revenue(n, 1 - x, highest=HIGHEST), _plain(n)
    slope = float(theory.risk_averse_bid(1.0, n, 1 - x))
    return (
        f"A gain of x scudi is felt as x to the power {1 - x:.2f}. First price: bid {slope:.2f} of your value, revenue "
        f"<b>{first:.1f}</b>. Second price: bid your value as before, revenue <b>{plain:.1f}</b>."
    )


# --- a reserve: the lowest bid that can win ---------------------------------------------------------------------------


def _reserve_line(n: int) -> list[Row]:
    known = [(float(r), theory.private_revenue(n, reserve=r, highest=HIGHEST)) for r in range(0, HIGHEST + 1, 2)]
    return [(r, name, revenue) for name in (FIRST, SECOND) for r, revenue in known]


def _reserve_exact(n: int) -> Iterator[Row]:
    """First price: the equilibrium of whole bids 0 … COARSE; second price: all bid their whole values 0 … FINE."""
    scale, case = HIGHEST / COARSE, Case(FIRST, n)
    up_to = np.arange(FINE + 2) / (FINE + 1)  # chance of a value below 0, 1, 2 …
    two = 1 - up_to**n - n * up_to ** (n - 1) * (1 - up_to)  # chance of two values from here on
    yield from ((r, SECOND, r * (1 - up_to[r] ** n) + two[r + 1 :].sum()) for r in range(FINE + 1))
    found = ((r, proved(case, COARSE, reserve=r)) for r in range(COARSE))
    yield from ((r * scale, FIRST, one.revenue) for r, one in found if one)


def _reserve_played(n: int) -> Iterator[Played]:
    drawn = _drawn(n)
    for r in range(0, 91, 10):
        bids = theory.first_price_bid(drawn, n, reserve=r, highest=HIGHEST)
        yield (r, FIRST, *_revenue(bids, replace(RULES[FIRST], reserve=r * CENTS)))
        yield (r, SECOND, *_revenue(drawn, replace(RULES[SECOND], reserve=r * CENTS)))


def _reserve_says(n: int, x: float, _exact: pd.DataFrame) -> str:
    here, none = (theory.private_revenue(n, reserve=r, highest=HIGHEST) for r in (x, 0))
    best = theory.best_reserve(highest=HIGHEST)
    return (
        f"Lowest winning bid {x:.0f}: both rules earn <b>{here:.1f}</b>, without it {none:.1f}; with chance "
        f"{(x / HIGHEST) ** n:.0%} nobody buys. Best is {best:.0f}, whatever the number of bidders."
    )


# --- a budget that nobody can exceed ----------------------------------------------------------------------------------


def budget_entry(budget: float, n: int) -> float:
    """Return from which value on all bid the budget B in a first-price auction, values even on 0 … 1 (1: nobody).

    Others bid (n−1)/n·v. At the value v both are worth the same: vⁿ/n = (v − B)·(1 − vⁿ)/(n(1 − v)), the last factor
    being the chance to win with B, ties by a coin. Equal budgets known to all: Laffont and Robert 1996, Economics
    Letters 52; that second-price auctions suffer more: Che and Gale 1998, Review of Economic Studies 65."""
    from scipy.optimize import brentq

    if budget >= (n - 1) / n:
        return 1.0
    return float(brentq(lambda v: v**n - (v - budget) * sum(v**k for k in range(n)), budget, 1))


def budget_revenue(budget: float, n: int, rule: str) -> float:
    """Return the expected revenue if nobody can bid more than the budget, values even on 0 … 1."""
    if rule == SECOND:
        return budget - budget**n + (n - 1) / (n + 1) * budget ** (n + 1)
    entry = budget_entry(budget, n)
    return (n - 1) / (n + 1) * entry ** (n + 1) + budget * (1 - entry**n)


def _budget_line(n: int) -> list[Row]:
    budgets = range(0, HIGHEST + 1, 2)
    return [(b, rule, HIGHEST * budget_revenue(b / HIGHEST, n, rule)) for rule in (FIRST, SECOND) for b in budgets]


def _budget_exact(n: int) -> Iterator[Row]:
    scale = HIGHEST / COARSE
    asked = [(rule, b) for rule in (SECOND, FIRST) for b in range(1, COARSE + 1)]
    found = ((rule, b, proved(Case(rule, n), COARSE, budget=b)) for rule, b in asked)
    yield from ((b * scale, rule, one.revenue) for rule, b, one in found if one)


def _budget_played(n: int) -> Iterator[Played]:
    drawn = _drawn(n)
    for b in range(10, HIGHEST + 1, 10):
        entry = HIGHEST * budget_entry(b / HIGHEST, n)
        bids = np.where(drawn >= entry, b, theory.first_price_bid(drawn, n, highest=HIGHEST))
        yield (b, FIRST, *_revenue(bids, RULES[FIRST]))
        yield (b, SECOND, *_revenue(np.minimum(drawn, b), RULES[SECOND]))


def _budget_says(n: int, x: float, _exact: pd.DataFrame) -> str:
    first, second = (HIGHEST * budget_revenue(x / HIGHEST, n, rule) for rule in (FIRST, SECOND))
    plain = _plain(n)
    return (
        f"Nobody can pay more than {x:.0f}: first price <b>{first:.1f}</b> ({plain - first:.1f} less), second price "
        f"<b>{second:.1f}</b> ({plain - second:.1f} less). Bids on their values meet the limit sooner than bids below."
    )


# --- whole numbers ----------------------------------------------------------------------------------------------------

THREE = (FIRST, "losers pay half", "all-pay")


def _grid_line(n: int) -> list[Row]:
    return [(x, rule, _plain(n)) for rule in THREE for x in (0.0, float(GRIDS[-1]))]


def _grid_exact(n: int) -> Iterator[Row]:
    found = ((cells, rule, proved(Case(rule, n), cells)) for cells in GRIDS for rule in THREE)
    yield from ((cells, rule, one.revenue) for cells, rule, one in found if one)


def _grid_played(n: int) -> Iterator[Played]:
    found = ((cells, rule, proved(Case(rule, n), cells)) for cells in GRIDS[1::3] for rule in THREE)
    yield from ((cells, rule, *one.played(ROUNDS)) for cells, rule, one in found if one)


def _grid_says(n: int, x: float, exact: pd.DataFrame) -> str:
    cells = min(GRIDS, key=lambda cells: abs(cells - x))
    rows = exact[exact["x"] == cells]
    earned = ", ".join(f"{rule} <b>{value:.1f}</b>" for rule, value in zip(rows["series"], rows["value"], strict=True))
    worth = f"Values and bids 0 … {cells}, each worth {HIGHEST / cells:.3g} scudi"
    return f"{worth}: {earned or 'not known yet'}. In theory {_plain(n):.1f}."


def _plain(n: int) -> float:
    return float(theory.private_revenue(n, highest=HIGHEST))


ROUNDED = "lines: theory; steps: the line rounded to whole bids; diamonds: played, with 95 % interval"
BREAKS: Mapping[str, Break] = {
    "care about risk": Break(
        "care about risk", "care about risk: 1 − ρ, a gain x being felt as x to the power ρ", ROUNDED, "", (0, 0.9),
        0.02, 0.5, _risk_line, _risk_exact, _risk_played, _risk_says,
    ),
    "a reserve": Break(
        "lowest winning bid", "lowest winning bid (scudi)", STEPS_NOTE, PROVED, (0, 100), 1, 50,
        _reserve_line, _reserve_exact, _reserve_played, _reserve_says,
    ),
    "budgets": Break(
        "highest bid", "highest bid that anybody can pay (scudi)", STEPS_NOTE, PROVED, (0, 100), 1, 60,
        _budget_line, _budget_exact, _budget_played, _budget_says,
    ),
    "whole numbers": Break(
        "values 0 …", "whole values and bids from 0 to …", STEPS_NOTE, PROVED, (0, 20), 1, 5,
        _grid_line, _grid_exact, _grid_played, _grid_says,
    ),
}  # fmt: skip


def _drawn(n: int) -> np.ndarray:
    return np.random.default_rng(1).random((ROUNDS, n)) * HIGHEST


def _revenue(bids: np.ndarray, rule: Auction) -> tuple[float, float]:
    """Return mean and standard error of the revenue; bids are settled in hundredths of a scudo."""
    paid = settle(np.rint(bids * CENTS).astype(np.int64), None, None, rule).paid.sum(axis=1) / CENTS
    return float(paid.mean()), float(paid.std(ddof=1)) / len(paid) ** 0.5
