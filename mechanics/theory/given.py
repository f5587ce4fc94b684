"""What the closed forms are asked about: numbers read and checked, each refusal one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import SupportsFloat, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]  # a number in gives a number out, an array an array of the same shape


def bidders(n: int, least: int = 2) -> int:
    """Return the number of bidders; ValueError unless it is a whole number, `least` or more."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < least:
        raise ValueError(f"The number of bidders is a whole number, {least} or more; {n!r} is not.")
    return int(n)


def share(of_bid: SupportsFloat) -> float:
    """Return the share of the bid that losers pay; ValueError unless it lies from 0 to 1."""
    if not 0 <= float(of_bid) <= 1:
        raise ValueError(f"Losers pay a share from 0 to 1 of their bid; {of_bid} is not one.")
    return float(of_bid)


def positive(number: SupportsFloat, what: str) -> float:
    """Return a number above 0; ValueError naming `what` otherwise."""
    if not (isfinite(float(number)) and float(number) > 0):
        raise ValueError(f"{what} is a number above 0; {number} is not.")
    return float(number)


def between(numbers: ArrayLike, low: float, high: float, what: str) -> Floats:
    """Return numbers from low to high as floats; ValueError naming `what` and the first that lies elsewhere."""
    array = np.asarray(numbers, dtype=np.float64)
    wrong = array[~((array >= low) & (array <= high))]
    if wrong.size:
        raise ValueError(f"{what} from {low:g} to {high:g} is asked for; {wrong.flat[0]:g} is outside.")
    return array


def prizes(listed: Sequence[SupportsFloat], n: int) -> Floats:
    """Return what places 1 … n are worth; ValueError if it goes up somewhere, or for more prizes than bidders."""
    places = np.array([float(prize) for prize in listed])
    if not 1 <= len(places) <= bidders(n):
        raise ValueError(f"For {n} bidders 1 to {n} prizes can be given; these are {len(places)}.")
    if not (np.isfinite(places).all() and places[0] > 0 and (np.diff(places, append=0) <= 0).all()):
        raise ValueError(f"Prizes go down from the best place on, from above 0 to 0 or more; {places.tolist()} do not.")
    return np.pad(places, (0, n - len(places)))


def number(array: Floats) -> Floats:
    """Return an array, and what has no axes as a plain number."""
    return array[()]


def integral(of: Callable[[float], float], low: float = 0.0, high: float = 1.0) -> float:
    """Return the integral of a smooth function, to about 1e-12 of its size."""
    from scipy.integrate import quad

    return cast(float, quad(of, low, high, epsabs=1e-13, epsrel=1e-12, limit=200)[0])


def power_integral(p: float, q: float, share: float, upper: ArrayLike = 1.0, times: int = 1) -> Floats:
    """Return the integral of x^p / (share + (1 − share)·x^q)^times from 0 to `upper`, times 1 or 2.

    The integrals of bids where losers pay a share have this form; a hypergeometric function (DLMF 15.6.1)."""
    from scipy.special import hyp2f1

    upper = np.asarray(upper, dtype=np.float64)
    if share == 0:
        return upper ** (p + 1 - times * q) / (p + 1 - times * q)
    slope, step = (share - 1) / share, (p + 1) / q
    ratio: Floats = hyp2f1(times, step, step + 1, slope * upper**q)
    return upper ** (p + 1) / (p + 1) / share**times * ratio
