"""Whole numbers, one round or a million: arrays checked with a sentence, handed to a rule as one column per bidder.

A rule is written once in operators that a whole number and a NumPy column both know. A few rounds are played one by one
on plain integers, many in blocks of columns: of the smallest integer type that holds them, and short enough to stay in
the processor's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Column = Any  # one whole number, or a NumPy column of them
Columns = list[Column]  # one per bidder
Ints = NDArray[np.integer[Any]]
Rule = Callable[[list[Columns | None], Callable[[int], Column]], Columns]
BLOCK, FEW, WIDE = 1 << 15, 12, 100  # rounds in a block; up to so many rounds, from so many bidders on: one by one
LARGEST = 1 << 60


def whole(values: ArrayLike, what: str, least: int = 0, most: int = LARGEST) -> Ints:
    """Return `values` as an array of integers from least to most; ValueError says what is allowed, naming `what`."""
    if isinstance(values, list | tuple) and set(map(type, values)) == {int}:
        array = np.array(values)
    else:
        array = _checked(values, what)
    numbers = array.tolist() if array.ndim == 1 and array.size <= WIDE else (array.min(initial=0), array.max(initial=0))
    if numbers and not (least <= min(numbers) and max(numbers) <= most):
        wrong = min(numbers) if min(numbers) < least else max(numbers)
        allowed = f"{least} or more" if most == LARGEST and wrong < least else f"{least} to {most}"
        raise ValueError(f"{what} are whole numbers, {allowed}; {wrong} is not allowed.")
    return array


def _checked(values: ArrayLike, what: str) -> Ints:
    array = values if isinstance(values, np.ndarray) else np.asarray(values, dtype=getattr(values, "dtype", object))
    if array.dtype == object:
        wrong = [x for x in array.flat if isinstance(x, bool) or not isinstance(x, int | np.integer)]
        if wrong:
            raise ValueError(f"{what} are whole numbers, the same count in every round; {wrong[0]!r} is not one.")
        return array.astype(np.int64) if array.size == 0 or max(map(abs, array.flat)) <= LARGEST else array
    if array.dtype.kind not in "iu":
        raise ValueError(f"{what} are whole numbers; an array of {array.dtype} is not.")
    return array


def shape_of(arrays: Sequence[Ints | None], what: str) -> tuple[int, ...]:
    """Return the common shape (..., n) of arrays with one number per bidder; ValueError if they do not go together."""
    shapes = [array.shape for array in arrays if array is not None]
    if all(shape == shapes[0] != () for shape in shapes):
        return shapes[0]
    if len({shape[-1:] for shape in shapes}) > 1 or () in shapes:
        raise ValueError(f"{what} have one number per bidder; shapes {_and(shapes)} do not go together.")
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(f"{what} of shapes {_and(shapes)} are not for the same rounds.") from None


def _and(shapes: list[tuple[int, ...]]) -> str:
    return " and ".join(map(str, shapes))


def highest(array: Ints | None) -> int:
    """Return the largest number of an array without negative numbers; 0 if there is none."""
    if array is None:
        return 0
    return max(array.tolist(), default=0) if array.ndim == 1 and array.size <= WIDE else int(array.max(initial=0))


def distinct(columns: Columns) -> bool:
    """Say whether the columns differ from one another in every round."""
    if not isinstance(columns[0], np.ndarray):
        return len(set(columns)) == len(columns)
    return not any((one == other).any() for one, other in combinations(columns, 2))


def play_rounds(rule: Rule, arrays: Sequence[Ints | None], shape: tuple[int, ...], bound: int) -> NDArray[np.int64]:
    """Return the columns that `rule` makes of the columns of `arrays`, (parts, ..., n), n bidders to a part.

    rule: (columns of each array, number) -> columns; `number` turns a constant into the type of the columns.
    bound: nothing that the rule computes is larger; beyond 64 bits all rounds are played one by one."""
    rounds, bidders = prod(shape[:-1]), shape[-1]
    small = np.min_scalar_type(-max(2, bound))
    if rounds and (rounds <= FEW or bidders > WIDE or small.hasobject):
        return _one_by_one(rule, arrays, shape)
    flat = [None if a is None else np.broadcast_to(a, shape).reshape(rounds, bidders) for a in arrays]
    blocks = [slice(start, start + BLOCK) for start in range(0, max(rounds, 1), BLOCK)]
    for block in blocks:
        columns = rule([None if a is None else _columns(a[block], small) for a in flat], small.type)
        if block.start == 0:
            out = np.empty((len(columns), rounds), dtype=np.int64)
        for row, column in zip(out, columns, strict=True):
            row[block] = column
    return np.moveaxis(out.reshape(len(out) // bidders, bidders, *shape[:-1]), 1, -1)


def _columns(block: Ints, small: np.dtype[Any]) -> Columns:
    return list(np.ascontiguousarray(block.T, dtype=small))


def _one_by_one(rule: Rule, arrays: Sequence[Ints | None], shape: tuple[int, ...]) -> NDArray[np.int64]:
    if len(shape) == 1:
        return np.array(rule([None if a is None else a.tolist() for a in arrays], int)).reshape(-1, *shape)
    flat = [None if a is None else np.broadcast_to(a, shape).reshape(-1, shape[-1]).tolist() for a in arrays]
    rows = [rule([None if a is None else a[k] for a in flat], int) for k in range(prod(shape[:-1]))]
    return np.moveaxis(np.array(rows, dtype=np.int64).reshape(*shape[:-1], -1, shape[-1]), -2, 0)
