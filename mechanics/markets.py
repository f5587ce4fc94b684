"""Stalls with room for so many cubes, trading at one price for buying and selling; one cube or a million tables.

A rule is written once in operators that a whole number and an array both know: stalls, hands and prices are numbers, or
arrays that broadcast, goods on the last axis.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanics.columns import whole

Number = Any  # one whole number (or truth value), or an array of them


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
