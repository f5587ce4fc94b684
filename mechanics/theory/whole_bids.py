"""Whole bids and whole values: the few cases with a formula. Whole numbers and fractions in, exact numbers out.

Chances of whole numbers are given as in `expected`: a mapping {number: chance} or the chances of 0, 1, 2 …. All
functions raise ValueError with what is allowed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import numpy as np

from mechanics import chances
from mechanics.chances import Array, Distribution, Number
from mechanics.theory.given import Floats, bidders

WORTH = "The worth of the prize"


def equal_bids(n: int, worth: int) -> dict[int, Fraction]:
    """Return the bids that all n bidders may make in a first-price auction of a known worth, with what each gains.

    Every pure symmetric equilibrium, ties by a coin: worth − d with d(n−1) ≤ n, where each gains d/n. One more wins for
    sure and gains d − 1; so two bidders may stay up to 2 below the worth, more of them up to 1."""
    gaps = [d for d in range(_whole(worth, 1, WORTH) + 1) if d * (bidders(n) - 1) <= n]
    return {worth - d: Fraction(d, n) for d in gaps}


def burning_ties(n: int, worth: int) -> Floats:
    """Return the chances of bids 0 … worth − 1 where all pay and a tie at the top wins nothing.

    F(b) = ((b + 1) / V)^(1/(n−1)): then a bid wins with chance b / V and gains nothing. The revenue is the worth times
    the chance that somebody wins, below the worth."""
    below = (np.arange(_whole(worth, 1, WORTH) + 1) / worth) ** (1 / (bidders(n) - 1))
    return np.diff(below)


def top_tie_chance(bids: Distribution, n: int) -> Number:
    """Return the chance that two or more of n equal bidders share the highest bid: 1 − n·Σ p(b)·F(b − 1)^(n−1).

    Where those who tie start afresh, together 1 / (1 − chance) rounds are needed on average if all of them rebid."""
    row, before = _row(bids, bidders(n), "the bids")
    return cast(Number, 1 - n * (row * before ** (n - 1)).sum())


def second_highest(values: Distribution, n: int) -> Number:
    """Return the mean of the second-highest of n whole values: the price of second-price and English auctions.

    Σ over k ≥ 1 of the chance that two or more values are k or higher: 1 − F(k−1)^n − n·F(k−1)^(n−1)·(1 − F(k−1))."""
    _, before = _row(values, bidders(n), "the values")
    below = before[1:]
    return cast(Number, (1 - below**n - n * below ** (n - 1) * (1 - below)).sum())


def line_bid(v: int, n: int) -> int:
    """Return the first-price bid on the line of even chances, rounded down: ⌊(n−1)v/n⌋.

    With values 0 … m it is an equilibrium of whole bids for some n and m only (n = 2: m = 4, 5, 9, not 6, 10, 20)."""
    return (bidders(n) - 1) * _whole(v, 0, "A value") // n


def _row(given: Distribution, n: int, who: str) -> tuple[Array, Array]:
    """Chances of 0, 1, 2 … and of less than each; exact ones as Fractions."""
    row = chances.read(given, who)
    if row.dtype == object:
        row = np.array([Fraction(x) for x in row], dtype=object)
    return row, row.cumsum() - row


def _whole(number: int, least: int, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise ValueError(f"{what} is a whole number, {least} or more; {number!r} is not.")
    return int(number)
