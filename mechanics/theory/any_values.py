"""Private values from any distribution, given by its function F (chance of a value up to x): bids and revenue.

Numbers by quadrature of the textbook formulas (Krishna, Auction Theory, chapters 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import ArrayLike

from mechanics.theory.given import Floats, between, bidders, integral, number, share

Cdf = Callable[[Any], Any]


def bid_for_cdf(v: ArrayLike, n: int, cdf: Cdf, loser_pays: SupportsFloat = 0, *, lowest: float = 0.0) -> Floats:
    """Return the bid (v·G − ∫G) / (α + (1 − α)·G), ∫ from the lowest value to v, G = F^(n−1), to about 1e-9.

    cdf: F, of a number or (quicker) of an array of numbers. α = 0: first price, v − ∫G / G; α = 1: all-pay.
    Raises ValueError for values below the lowest, and if F leaves 0 … 1 or goes down between the values."""
    values, alpha = between(v, lowest, np.inf, "A value"), share(loser_pays)
    points, back = np.unique(values, return_inverse=True)
    below = _checked(cdf, points)
    shade = _over_own(_many(cdf), np.append(lowest, points), np.append(0.0, below), bidders(n) - 1)
    won = below ** (n - 1) if alpha else np.ones_like(below)
    bids = won * (points - shade) / (alpha + (1 - alpha) * won)
    return number(bids[back].reshape(values.shape))


def revenue_for_cdf(
    n: int, cdf: Cdf, *, lowest: float = 0.0, highest: float = 1.0, reserve: float | None = None
) -> float:
    """Return the expected revenue of first- and second-price auctions, without a reserve that of every share as well.

    r·(1 − F(r)^n) + ∫ of the chance that the second-highest value is above x, from r to the highest value."""
    bidders(n)
    r = float(between(lowest if reserve is None else reserve, lowest, highest, "A reserve"))
    _checked(cdf, np.linspace(lowest, highest, 9))
    rest = integral(lambda x: 1 - n * float(cdf(x)) ** (n - 1) + (n - 1) * float(cdf(x)) ** n, r, highest)
    return r * (1 - float(cdf(r)) ** n if r > lowest else 1.0) + rest


def _over_own(cdf: Cdf, points: Floats, below: Floats, m: int) -> Floats:
    """∫G / G at all points but the first, from one point to the next: each panel is measured by G at its own end."""
    from scipy.integrate import quad_vec

    start, width, top = points[:-1], np.diff(points), np.where(below[1:] > 0, below[1:], 1.0)
    parts = width * quad_vec(lambda x: (cdf(start + x * width) / top) ** m, 0, 1, epsabs=1e-11, norm="max")[0]
    sums = [0.0]
    for part, (before, after) in zip(parts.tolist(), pairwise(below.tolist()), strict=True):
        sums.append(part + (sums[-1] * (before / after) ** m if after > 0 else 0.0))
    return np.array(sums[1:])


def _checked(cdf: Cdf, points: Floats) -> Floats:
    below = np.asarray(_many(cdf)(points), dtype=np.float64)
    if not ((below >= 0) & (below <= 1)).all() or (np.diff(below) < 0).any():
        raise ValueError("A distribution function gives chances from 0 to 1 that do not go down; this one does not.")
    return below


def _many(cdf: Cdf) -> Cdf:
    """The function itself if it knows arrays, else one that calls it for each number."""
    probe = np.array([0.25, 0.75])
    try:
        knows = np.shape(cdf(probe)) == probe.shape
    except (TypeError, ValueError):
        knows = False
    return cdf if knows else np.vectorize(cdf, otypes=[float])
