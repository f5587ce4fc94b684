"""What a cube on a price wheel is worth later: held for some turns, or sold at the best moment; exact and as played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mechanics import wheels

Prices = tuple[Fraction, ...]


@lru_cache(maxsize=1024)
def held(ring: tuple[int, ...], faces: tuple[int, ...], offset: int, turns: int) -> Prices:
    """Return the exact expected price of each good after exactly so many turns of the wheel.

    ring: the prices round the wheel; faces: places that each face of the die turns it; offset: how it stands now."""
    return wheels.expected(ring, faces, offset, turns)


@lru_cache(maxsize=1024)
def best_mean(ring: tuple[int, ...], faces: tuple[int, ...], offset: int, turns: int) -> Prices:
    """Return the highest expected price of each good after one turn, two turns … up to `turns` (1 or more).

    It is what a cube brings to somebody who says today in which round he will sell it."""
    _some(turns)
    by_turn = [held(ring, faces, offset, many) for many in range(1, turns + 1)]
    return tuple(map(max, zip(*by_turn, strict=True)))


@lru_cache(maxsize=1024)
def best_moment(ring: tuple[int, ...], faces: tuple[int, ...], offset: int, turns: int) -> Prices:
    """Return what a cube of each good is worth that is kept over the next turn and then sold at the best moment.

    turns (1 or more) are still to come; the last price is taken in any case. By backward induction: at every price one
    sells, or waits if the expected worth of waiting is higher. It is never less than `best_mean`."""
    _some(turns)
    size = len(ring)
    after = wheels.chances(faces, size)
    worth: list[Fraction] = [Fraction(price) for price in ring]  # by place on the ring, with no turn to come
    for _ in range(turns - 1):
        worth = [max(Fraction(ring[place]), _wait(worth, after, place)) for place in range(size)]
    return tuple(_wait(worth, after, (good + offset) % size) for good in range(size))


def _wait(worth: Sequence[Fraction], after: Sequence[Fraction], place: int) -> Fraction:
    size = len(worth)
    return sum((chance * worth[(place + step) % size] for step, chance in enumerate(after)), Fraction(0))


def walks(
    ring: Sequence[int], faces: Sequence[int], offset: int, turns: int, *, games: int = 5_000, seed: int = 0
) -> NDArray[np.int64]:
    """Return the price of each good now and after every turn in wheels that were really turned.

    An array (games, turns + 1, goods) of whole numbers; the same seed gives the same walks."""
    return wheels.prices(ring, _stood(faces, offset, turns, games, seed))


def sold(
    ring: Sequence[int], faces: Sequence[int], offset: int, turns: int, *, games: int = 5_000, seed: int = 0
) -> NDArray[np.int64]:
    """Return for how much a cube of each good was sold by one who keeps it over a turn and then waits for his moment.

    He sells as soon as waiting is expected to bring no more (see `best_moment`), and takes the last price in any case.
    An array (games, goods); the walks are those of `walks` with the same seed."""
    _some(turns)
    stood = _stood(faces, offset, turns, games, seed)
    prices = wheels.prices(ring, stood)
    earned = prices[:, turns].copy()
    for now in range(turns - 1, 0, -1):
        waiting = [best_moment(tuple(ring), tuple(faces), at, turns - now) for at in range(len(ring))]
        wait = np.array(waiting, dtype=float)[stood[:, now] % len(ring)]
        earned = np.where(prices[:, now] >= wait, prices[:, now], earned)
    return earned


def _stood(faces: Sequence[int], offset: int, turns: int, games: int, seed: int) -> NDArray[np.int64]:
    """Return how far the wheel has been turned before and after every turn: (games, turns + 1)."""
    rolled = np.random.default_rng(seed).choice(np.asarray(faces), size=(games, turns))
    return np.concatenate([np.zeros((games, 1), dtype=np.int64), rolled.cumsum(axis=1)], axis=1) + offset


def _some(turns: int) -> None:
    if turns < 1:
        raise ValueError(f"At least one turn of the wheel must be to come; {turns} are not enough.")
