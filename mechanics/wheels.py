"""Wheels: columns whose markers rise row by row and start again at the bottom, and rings of prices that turn.

Any number of tables at once; chances are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanics.columns import Column, whole


def up(row: Column, pushes: Column, height: int) -> Column:
    """Return the row after so many pushes, one after the other; whole numbers or integer arrays."""
    return (row + pushes) % height


def turn(rows: ArrayLike, pushes: ArrayLike, height: int) -> NDArray[np.int64]:
    """Return the rows of markers after they have been pushed up one row at a time; the top row is left downwards.

    rows: rows of the markers, 0 (bottom) … height − 1, shape (..., goods); pushes: rows to rise, 0 or more, any shape
    that broadcasts with it. As every push past the top lands on the bottom row, the order of the pushes does not
    matter. Refuses (ValueError) what is not whole, rows outside the column, and shapes that do not go together.
    Source: DH-17, DH-18, DH-R3.
    """
    if type(height) is not int or height < 1:
        raise ValueError(f"The height of a column is a whole number of rows, 1 or more; {height!r} is not.")
    stand = whole(rows, "Rows", 0, height - 1).astype(np.int64)
    rise = (whole(pushes, "Pushes") % height).astype(np.int64)
    try:
        return np.asarray(up(stand, rise, height))
    except ValueError:
        raise ValueError(f"Rows {stand.shape} and pushes {rise.shape} are not for the same markers.") from None


# The wheel below is not the column above: a ring turns as a whole, so that one number says where all prices stand and
# they keep their distances, while a column moves each marker alone. They share the remainder, and nothing else.


def prices(ring: ArrayLike, offsets: ArrayLike) -> NDArray[np.int64]:
    """Return the price of each good when the ring has been turned by these offsets: ring[(good + offset) mod n].

    ring: the prices, shape (goods,), one a good; offsets: places turned, 0 or more, shape (...); the prices are
    (..., goods). Refuses (ValueError) what is not whole, and a ring without prices. Source: FG-S1, FG-3.
    """
    printed, turned = whole(ring, "Prices").astype(np.int64), whole(offsets, "Offsets")
    if printed.ndim != 1 or not printed.size:
        raise ValueError(f"A ring is one price for each good; an array of shape {printed.shape} is not.")
    places = (turned % printed.size).astype(np.int64)[..., None] + np.arange(printed.size)
    return np.asarray(printed[places % printed.size])


def chances(faces: Sequence[int], size: int, turns: int = 1) -> tuple[Fraction, ...]:
    """Return the exact chances that a wheel of `size` places stands 0 … size − 1 places further after so many turns.

    faces: how far each face of the die turns it, 0 or more, each equally likely. A turn is one step of a random walk
    on a ring; its chances are those of one turn, turned on by every face. Refuses (ValueError) what is not whole.
    """
    steps = [int(face) % _many("size of a wheel", size, 1) for face in whole(list(faces), "Faces").tolist()]
    if not steps:
        raise ValueError("A die has at least one face.")
    ways = [1] + [0] * (size - 1)
    for _ in range(_many("number of turns", turns, 0)):
        ways = [sum(ways[(place - step) % size] for step in steps) for place in range(size)]
    return tuple(Fraction(way, len(steps) ** turns) for way in ways)


def transition(faces: Sequence[int], size: int, turns: int = 1) -> NDArray[Any]:
    """Return the exact matrix of a wheel: row the offset now, column the offset after so many turns, entry the chance.

    An array (size, size) of Fractions; the matrix of k turns is the k-th power of that of one. See `chances`.
    """
    after = chances(faces, size, turns)
    return np.array([[after[(there - here) % size] for there in range(size)] for here in range(size)], dtype=object)


def expected(ring: Sequence[int], faces: Sequence[int], offset: int, turns: int = 1) -> tuple[Fraction, ...]:
    """Return the exact expected price of each good after so many turns of a wheel that stands at this offset now.

    ring, faces and offset as in `prices` and `chances`; one Fraction a good.
    """
    after = chances(faces, len(ring), turns)
    later = prices(ring, [offset + step for step in range(len(ring))]).tolist()
    goods = zip(*later, strict=True)
    return tuple(sum((p * x for p, x in zip(after, good, strict=True)), Fraction(0)) for good in goods)


def _many(what: str, value: object, least: int) -> int:
    if type(value) is not int or value < least:
        raise ValueError(f"The {what} is a whole number, {least} or more; {value!r} is not.")
    return value
