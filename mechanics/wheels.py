"""Wheels: price columns whose markers rise row by row and start again at the bottom; any number of tables at once."""

from __future__ import annotations

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
