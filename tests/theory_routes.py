"""Ways to check a closed form without it: printed digits, quadrature, rounds that are played, exact sums on a grid."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad

from mechanics.auctions import Auction, Result, settle
from mechanics.expected import values

FINE = 10**6  # whole steps of a bid to one unit of value
HALF = Fraction(1, 2)
PRINTED = 5.01e-7  # half of the sixth decimal


def integral(of: Callable[[float], float], low: float = 0.0, high: float = 1.0) -> float:
    """The integral by adaptive quadrature."""
    return float(quad(of, low, high, epsabs=1e-12, epsrel=1e-12, limit=400)[0])


def played(rule: Auction, bids: Any) -> Result:
    """The rounds of bids (R, n), in units, settled by the rule in whole steps of a millionth."""
    return settle(np.rint(np.asarray(bids) * FINE).astype(np.int64), None, None, rule)


def errors_off(sample: Any, expected: float) -> float:
    """How many standard errors the mean of a sample is off; without any spread it may be off by two whole steps."""
    sample = np.asarray(sample, dtype=float)
    gap, spread = abs(sample.mean() - expected), sample.std()
    if spread < 1e-12:
        return 0.0 if gap <= 2.01 / FINE else float("inf")
    return float(gap / (spread / np.sqrt(len(sample))))


def errors_off_in_variance(sample: Any, expected: float) -> float:
    """How many standard errors the variance of a sample is off."""
    return errors_off((np.asarray(sample, dtype=float) - np.mean(sample)) ** 2, expected)


def on_grid(cdf: Callable[[NDArray[np.float64]], Any], cells: int, top: float) -> NDArray[np.float64]:
    """Chances of whole bids 0, 1 … of which `cells` make one unit: each has that of its cell, half a step to each side.

    cdf: chance that a bid is at most so many units; top: the highest bid."""
    last = int(np.ceil(top * cells - 1e-9))
    below = np.asarray(cdf(np.clip((np.arange(last + 1) + 0.5) / cells, 0, top)), dtype=float)
    below[-1] = 1.0
    return np.diff(below, prepend=0.0)


def exact_values(rule: Auction, worth: Any, chances: NDArray[np.float64], n: int) -> Any:
    """The exact worth of every whole bid against n − 1 who bid with these chances."""
    return values(rule, worth, [chances] * (n - 1), bids=range(len(chances)))


def exact_revenue(rule: Auction, chances: NDArray[np.float64], n: int) -> float:
    """What n bidders who bid with these chances pay together on average, exactly."""
    found = exact_values(rule, 0, chances, n)
    return float(n * chances @ (found.paid_winning + found.paid_losing))
