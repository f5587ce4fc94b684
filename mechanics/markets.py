"""Markets: stalls with room for so many cubes, what a whole lot is paid with, what sold goods are worth on a payday.

A rule is written once in operators that a whole number and an array both know: stalls, hands and prices are numbers, or
arrays that broadcast, goods on the last axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanics.columns import whole

Number = Any  # one whole number (or truth value), or an array of them
Ints = NDArray[np.int64]


def can_buy(stock: Number, price: Number, cash: Number) -> Number:
    """Return whether a cube can be bought: the stall is not empty and the purse holds its price (FG-7, FG-R6)."""
    return (stock > 0) & (price <= cash)


def can_sell(stock: Number, held: Number, capacity: Number) -> Number:
    """Return whether a cube can be sold: it is there, and the stall is not full (FG-7)."""
    return (held > 0) & (stock < capacity)


def room(stock: Number, capacity: Number) -> Number:
    """Return how many cubes a stall still takes."""
    return capacity - stock


def worth(cash: ArrayLike, held: ArrayLike, prices: ArrayLike) -> NDArray[np.int64]:
    """Return net worth: cash plus cubes at these prices.

    cash: (...); held: (..., goods); prices: (..., goods). Refuses (ValueError) what is not whole."""
    return np.asarray(whole(cash, "Purses") + (whole(held, "Cubes") * whole(prices, "Prices")).sum(axis=-1))


class Traded(NamedTuple):
    """What is left after a trade: cubes in the stalls and in the hand, both (..., goods), and cash (...)."""

    stock: NDArray[np.int64]
    held: NDArray[np.int64]
    cash: NDArray[np.int64]


def trade(
    stock: ArrayLike, held: ArrayLike, cash: ArrayLike, prices: ArrayLike, cubes: ArrayLike, capacity: int
) -> Traded:
    """Return stalls, hands and cash after a trade of `cubes`, bought where positive and sold where negative.

    stock, held, prices, cubes: (..., goods), broadcast; cash: (...). Everything is sold before anything is bought, so
    that one turn of a market that allows it may pay for itself. Refuses (ValueError), naming what is short, what is not
    whole, an empty stall, a full stall, cubes that nobody has, and credit. Source: FG-4 … FG-7, FG-R6, FG-R9."""
    stalls, hands, tags = whole(stock, "Stalls", 0, capacity), whole(held, "Cubes"), whole(prices, "Prices")
    purse, change = whole(cash, "Purses"), whole(cubes, "Cubes traded", -capacity, capacity)
    after = Traded(stalls - change, hands + change, purse - (change * tags).sum(axis=-1))
    _refuse(after.stock < 0, "There are not so many cubes in a stall.")
    _refuse(after.stock > capacity, f"A stall holds at most {capacity} cubes.")
    _refuse(after.held < 0, "Nobody sells cubes that he does not have.")
    _refuse(after.cash < 0, "Nobody buys on credit.")
    return after


def _refuse(wrong: NDArray[np.bool_], why: str) -> None:
    if np.any(wrong):
        raise ValueError(why)


class Parted(NamedTuple):
    """What becomes of the cards of a sale: how many are kept as points, discarded, and drawn besides."""

    kept: Any
    discarded: Any
    drawn: Any


def payday(values: ArrayLike, count: ArrayLike, tokens: ArrayLike, *, divisor: int = 5) -> Ints:
    """Return the victory cards due for goods of one colour that are sold together.

    values: the highest value among the cards sold, in coins; count: how many are sold; tokens: tokens that are added to
    the highest value; whole numbers, any shapes that broadcast. Nothing sold earns nothing. Refuses (ValueError) what
    is not whole or below zero, a divisor below 1, and shapes that do not go together. Source: TO-14.
    """
    if type(divisor) is not int or divisor < 1:
        raise ValueError(f"The divisor is a whole number, 1 or more; {divisor!r} is not.")
    highest, many, more = whole(values, "Values"), whole(count, "Counts of cards"), whole(tokens, "Tokens")
    try:
        return np.asarray(due(highest.astype(np.int64), many.astype(np.int64), more.astype(np.int64), divisor))
    except ValueError:
        shapes = f"Values {highest.shape}, counts {many.shape} and tokens {more.shape}"
        raise ValueError(f"{shapes} are not for the same sales.") from None


def due(highest: Any, count: Any, tokens: Any, divisor: int) -> Any:
    """Return (highest value + tokens) × count, rounded up to a multiple of the divisor and divided by it (TO-14).

    Takes whole numbers or arrays of them, unchecked."""
    return -(-((highest + tokens) * count) // divisor)


def parted(count: Any, points: Any) -> Parted:
    """Return how many of the cards sold are kept and discarded, and how many points are drawn besides (TO-15, TO-16).

    Takes whole numbers or arrays of them: cards sold, and points due for them."""
    kept = np.minimum(count, points) if isinstance(count, np.ndarray) else min(count, points)
    return Parted(kept, count - kept, points - kept)


def least_payment(values: Sequence[int], price: int) -> tuple[int, ...]:
    """Return the places of the cards that pay a price and waste least: the smallest sum, then the fewest cards.

    values: coins of each card, 1 or more, where earlier cards of a value go first. No card of the payment can be left
    out (TO-R14). Raises ValueError, naming the shortfall, if all cards together are too little."""
    if sum(values) < price:
        raise ValueError(f"The cards are worth {sum(values)}: {price - sum(values)} less than {price}.")
    kinds = sorted(set(values), reverse=True)
    _, _, taken = _least(tuple((value, values.count(value)) for value in kinds), price)
    of_kind = (
        [place for place, value in enumerate(values) if value == kind][:many]
        for kind, many in zip(kinds, taken, strict=True)
    )
    return tuple(sorted(place for places in of_kind for place in places))


@lru_cache(maxsize=1 << 14)
def _least(kinds: tuple[tuple[int, int], ...], price: int) -> tuple[float, int, tuple[int, ...]]:
    """Return the least waste, its number of cards, and how many of each kind (value, number of cards) are taken."""
    if price <= 0 or not kinds:
        return (-price if price <= 0 else float("inf")), 0, (0,) * len(kinds)
    (value, many), *others = kinds
    most = min(many, -(-price // value))
    if not others:
        return (most * value - price if most * value >= price else float("inf")), most, (most,)
    found = ((take, _least(tuple(others), price - take * value)) for take in range(most, -1, -1))
    return min((waste, take + cards, (take, *rest)) for take, (waste, cards, rest) in found)
