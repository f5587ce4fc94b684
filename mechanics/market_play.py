"""Many market sessions at once, on arrays: traders who always take what gains most, and what they may expect of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanics import market_values, markets, wheels
from mechanics.stalls import ENDS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Market:
    """What is printed about a market: prices round the wheel, faces of its die, stalls, and cubes a turn.

    stock: cubes in each stall at the start, of `capacity`. start: shillings, and start_each cubes of each good, for
    everybody. opener, other: cubes that the holder of the coin and the others may trade in a turn. turns: trading turns
    of one trader in a session at most. end: one of `stalls.ENDS`."""

    ring: tuple[int, ...]
    faces: tuple[int, ...]
    stock: int = 6
    capacity: int = 6
    start: int = 20
    start_each: int = 1
    opener: int = 2
    other: int = 1
    turns: int = 30
    end: str = ENDS[0]


class Tables(NamedTuple):
    """Many tables at the head of a session: prices and later prices (tables, goods), later as floats; cubes in stalls
    (tables, goods) and hands (tables, seats, goods); cash (tables, seats)."""

    prices: Ints
    later: Floats
    stock: Ints
    hands: Ints
    cash: Ints


def openings(market: Market, seats: int, rounds: int, *, games: int = 200, seed: int = 0) -> Iterator[Tables]:
    """Yield the tables before each session of games that were played whole, round after round.

    Every round the start player, who goes round clockwise, opens the market; then the wheel is turned. The later price
    of a cube is the best of its expected prices in the rounds to come; in the last round nothing is gained any more, so
    it is left out. The same seed gives the same games."""
    rng = np.random.default_rng(seed)
    goods = len(market.ring)
    rolled = rng.choice(np.asarray(market.faces), size=(rounds, games)).cumsum(axis=0) % goods
    first = int(rng.integers(seats))
    stock = np.full((games, goods), market.stock)
    hands, cash = np.full((games, seats, goods), market.start_each), np.full((games, seats), market.start)
    for now in range(rounds - 1):
        later = _later(market, rounds - 1 - now)
        tables = Tables(wheels.prices(market.ring, rolled[now]), later[rolled[now]], stock, hands, cash)
        yield tables
        after = session(tables, order_of(first + now, seats), market)
        stock, hands, cash = after.stock, after.hands, after.cash


def _later(market: Market, left: int) -> Floats:
    """Return the later price of each good at every offset: (offsets, goods)."""
    ring, faces = market.ring, market.faces
    best = [market_values.best_mean(ring, faces, offset, left) for offset in range(len(ring))]
    return np.array(best, dtype=float)


def order_of(opener: int, seats: int) -> Ints:
    """Return the seats in their order of trading: anti-clockwise from who opens (FG-2)."""
    return (opener - np.arange(seats)) % seats


def session(tables: Tables, order: Sequence[int] | Ints, market: Market) -> Tables:
    """Return the tables after a session in which all, in this order, trade what gains most until nothing gains.

    The first in the order holds the coin. Of trades that gain as much, to buy comes before to sell, and goods come in
    their order. Whoever has nothing to gain passes, for good."""
    stock, hands, cash = tables.stock.copy(), tables.hands.copy(), tables.cash.copy()
    passed = np.zeros(cash.shape, dtype=bool)
    taken = 0
    while not passed.all() and taken < market.turns:
        for place, seat in enumerate(order):
            limit = market.other if place else market.opener
            active = ~passed[:, seat]
            done = _turn(Tables(tables.prices, tables.later, stock, hands, cash), int(seat), active, limit, market)
            passed[:, seat] |= active & ~done
            if market.end != ENDS[0]:
                passed |= (~passed).sum(axis=1, keepdims=True) <= 1
        taken += 1
    return Tables(tables.prices, tables.later, stock, hands, cash)


def _turn(now: Tables, seat: int, active: NDArray[np.bool_], limit: int, market: Market) -> NDArray[np.bool_]:
    """Let this seat take its turn at the active tables, in place; return where it has traded."""
    way = np.zeros(len(active), dtype=np.int64)  # +1 where it buys in this turn, −1 where it sells
    traded = np.zeros(len(active), dtype=bool)
    rows = np.arange(len(active))
    for _ in range(limit):
        more = now.later - now.prices
        buys = markets.can_buy(now.stock, now.prices, now.cash[:, [seat]]) & (way >= 0)[:, None]
        sells = markets.can_sell(now.stock, now.hands[:, seat], market.capacity) & (way <= 0)[:, None]
        gains = np.concatenate([np.where(buys, more, 0), np.where(sells, -more, 0)], axis=1)
        best = gains.argmax(axis=1)
        does = active & (gains[rows, best] > 0)
        good, many = best % now.prices.shape[1], np.where(best < now.prices.shape[1], 1, -1) * does
        now.stock[rows, good] -= many
        now.hands[rows, seat, good] += many
        now.cash[rows, seat] -= many * now.prices[rows, good]
        way, traded, active = np.where(does, many, way), traded | does, does
    return traded


def gained(before: Tables, after: Tables) -> Floats:
    """Return what every seat gains in a session, (tables, seats): cubes bought at the price and worth `later`."""
    more: Any = before.later - before.prices
    return ((after.hands - before.hands) * more[:, None]).sum(axis=-1)


def by_place(tables: Tables, market: Market) -> Floats:
    """Return what is gained at every place in the order of trading: (tables, places).

    Every table is played once for each seat as the opener, and a place's gain is the mean over all of them, so that no
    place has better hands or a fuller purse than another."""
    seats = tables.cash.shape[1]
    total = np.zeros(tables.cash.shape)
    for opener in range(seats):
        order = order_of(opener, seats)
        total += gained(tables, session(tables, order, market))[:, order]
    return total / seats


def joined(many: Sequence[Tables]) -> Tables:
    """Return tables of several rounds as one."""
    return Tables(*(np.concatenate(part) for part in zip(*many, strict=True)))
