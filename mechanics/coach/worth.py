"""What is known of answers: expected final scores and chances to win, each with how far it may be off."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Worth(NamedTuple):
    """One number per answer: expected final score, half its 95 % interval, chance to win, half its 95 % interval."""

    value: Floats
    off: Floats
    win: Floats
    win_off: Floats


@cache
def sure(free: int) -> float:
    """Return how many standard errors a 95 % interval has on each side, by Student's t with so many degrees of freedom.

    >>> round(sure(4), 2), round(sure(1000), 2)
    (2.78, 1.96)"""
    from scipy.special import stdtrit

    return float(stdtrit(free, 0.975))


def win_share(mine: float, best: float) -> float:
    """Return 1 where my score is above the best rival's, ½ where they are level, 0 below."""
    return (mine > best) + (mine == best) / 2
