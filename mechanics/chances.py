"""Chances over whole numbers: read from sure numbers, mappings or lists; whole or Fraction in, exact out.

Exact chances are kept as whole numbers over one common denominator: sums and products of them stay exact and quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from numbers import Rational, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Number = int | float | Fraction
# A sure number, a mapping {number: chance}, or the chances of 0, 1, 2 …
Distribution = int | Mapping[int, Number] | Sequence[Number] | Array
CLOSE = 1e-9  # how far from one a sum of floats may be


class Rows(NamedTuple):
    """One row of chances per distribution, a zero at the end, all over one scale: whole numbers if exact, else 1."""

    chances: Array
    scale: int


NOBODY = Rows(np.zeros((0, 1)), 1)


class Odds(NamedTuple):
    """Chances of each rival (rivals, points) to be above, level with and below each point."""

    above: Array
    level: Array
    below: Array


class Luck(NamedTuple):
    """Points of one's own luck 0 … top, and the weights whose sum, over their scale, is the integral over it."""

    points: Array
    top: int
    weights: Array
    scale: int


def read(given: Any, who: str) -> Array:
    """Return the chances of 0, 1, 2 …: floats, or Fractions and ints in an object array.

    Raises ValueError if numbers are not whole, chances are negative or not numbers, or do not add up to one."""
    if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind == "f":
        chances = given
    elif isinstance(given, Mapping):
        chances = _spread(given, who)
    elif isinstance(given, int | np.integer) and not isinstance(given, bool):
        chances = _spread({int(given): 1}, who)
    elif isinstance(given, Iterable) and not isinstance(given, str):
        chances = numbers(given, f"The chances of {who}")
    else:
        raise ValueError(f"{who.capitalize()} is a whole number, a mapping {{number: chance}} or a list of chances.")
    check_sum(chances[None], who)
    return chances


def read_all(given: Iterable[Distribution], who: str) -> Array | list[Array]:
    """Return the chances of each of several; floats of equal length as one array, checked at once."""
    rows: list[Any] = list(given)
    floats = all(isinstance(row, np.ndarray) and row.dtype.kind == "f" and row.ndim == 1 for row in rows)
    if rows and floats and len(set(map(len, rows))) == 1:
        matrix = np.array(rows)
        check_sum(matrix, f"{who} {{}}")
        return matrix
    known = {id(row): (k, row) for k, row in reversed(list(enumerate(rows, 1)))}
    done = {key: read(row, f"{who} {k}") for key, (k, row) in known.items()}
    return [done[id(row)] for row in rows]


def read_each(given: Any, count: int, who: str) -> Array | list[Array]:
    """Return `count` distributions from one for all or from one for each (a list of things that are no numbers)."""
    if isinstance(given, Mapping) or not isinstance(given, Iterable) or all(isinstance(part, Real) for part in given):
        return [read(given, who)] * count
    each = list(given)
    if len(each) != count:
        raise ValueError(f"Give {who} once for all or for each of {count} rivals; {len(each)} are given.")
    return read_all(each, f"{who} of rival")


def numbers(given: Iterable[Number], what: str) -> Array:
    """Return numbers as an array: of floats if one of them is a float, else of ints and Fractions."""
    listed: list[Any] = list(given)
    if set(map(type, listed)) == {float}:
        return np.array(listed)  # at once, as this is what most are
    listed = [x.item() if isinstance(x, np.generic) else x for x in listed]
    if wrong := [x for x in listed if isinstance(x, bool) or not isinstance(x, Real)]:
        raise ValueError(f"{what} are numbers; {wrong[0]!r} is not.")
    exact = all(isinstance(x, Rational) for x in listed)
    return np.array(listed, dtype=object if exact else float)


def _spread(given: Mapping[int, Number], who: str) -> Array:
    for number in given if set(map(type, given)) != {int} or min(given) < 0 else ():
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
            raise ValueError(f"The numbers of {who} are whole, 0 or more; {number!r} is not.")
    chances = numbers(given.values(), f"The chances of {who}")
    spread = np.zeros(max(given, default=0) + 1, dtype=chances.dtype)
    spread[list(given)] = chances
    return spread


def check_sum(rows: Array, who: str) -> None:
    """Refuse negative chances and rows that do not add up to one, saying by how much ({} in `who`: the row)."""
    sums = rows.sum(axis=1)
    right = abs(sums - 1) <= (CLOSE if rows.dtype.kind == "f" else 0)
    if not right.all():
        first = int(np.argmin(right))
        off = f"{abs(sums[first] - 1)} {'more' if sums[first] > 1 else 'less'} than 1"
        name = who.format(first + 1)
        raise ValueError(f"The chances of {name} add up to {sums[first]}, {off}; they must add up to 1.")
    if rows.size and rows.min() < 0:
        first = int((rows < 0).any(axis=1).argmax()) + 1
        raise ValueError(f"Chances are 0 or more; {who.format(first)} has a negative one.")


def all_exact(*many: Array | Sequence[Array]) -> bool:
    """Say whether there is no float among the numbers."""
    return all(row.dtype == object for part in many for row in ([part] if isinstance(part, np.ndarray) else part))


def stack(rows: Sequence[Array] | Array, exact: bool) -> Rows:
    """Return distributions as rows of equal length."""
    whole, scale = over_one_denominator(list(rows)) if exact else (rows, 1)
    matrix = np.zeros((len(rows), max(map(len, rows), default=1) + 1), dtype=object if exact else float)
    if isinstance(whole, np.ndarray):
        matrix[:, :-1] = whole
        return Rows(matrix, scale)
    for line, row in zip(matrix, whole, strict=True):
        line[: len(row)] = row
    return Rows(matrix, scale)


def divide(sums: Array, scale: int) -> Array:
    """Return sums over their scale: Fractions if they are exact."""
    if sums.dtype != object:
        return sums / scale if scale != 1 else sums
    return np.array([Fraction(x, scale) for x in sums.flat] + [None], dtype=object)[:-1].reshape(sums.shape)


def over_one_denominator(rows: Sequence[Array]) -> tuple[list[Array], int]:
    """Return exact numbers as whole numbers over their least common denominator."""
    below = lcm(*(x.denominator for row in rows for x in row))
    whole = [np.array([x.numerator * (below // x.denominator) for x in row], dtype=object) for row in rows]
    return whole, below


def odds(matrix: Array, points: NDArray[np.int64]) -> Odds:
    """Return the chances to be above, level with and below the points; `matrix` as in `Rows`."""
    up_to = matrix.cumsum(axis=1)
    index = np.minimum(points, matrix.shape[1] - 1)
    level, not_above = matrix[:, index], up_to[:, index]
    return Odds(up_to[:, -1:] - not_above, level, not_above - level)


@lru_cache(maxsize=256)
def luck(degree: int, exact: bool) -> Luck:
    """Return points and weights that integrate polynomials up to `degree` over 0 … 1 (points over top, weights over
    scale): Gauss-Legendre for floats, equally spaced (Newton-Cotes) for whole numbers."""
    if not exact:
        points, weights = np.polynomial.legendre.leggauss(degree // 2 + 1)
        return Luck((points + 1) / 2, 1, weights / 2, 1)
    top = max(1, degree)
    integrals = [_integral_of_basis(i, top) for i in range(top + 1)]
    (weights,), scale = over_one_denominator([np.array(integrals, dtype=object)])
    return Luck(np.array(range(top + 1), dtype=object), top, weights, scale)


def no_luck(exact: bool) -> Luck:
    """Return the one point of rules without luck."""
    one = np.ones(1, dtype=object if exact else float)
    return Luck(one, 1, one, 1)


def _integral_of_basis(i: int, top: int) -> Fraction:
    """The mean over 0 … top of the polynomial that is 1 at i and 0 at the other whole numbers."""
    coefficients = [Fraction(1)]
    for j in set(range(top + 1)) - {i}:
        shifted, scaled = [Fraction(0), *coefficients], [*(-j * c for c in coefficients), Fraction(0)]
        coefficients = [(a + b) / (i - j) for a, b in zip(shifted, scaled, strict=True)]
    return sum((c * top**k / (k + 1) for k, c in enumerate(coefficients)), Fraction(0))
