"""A small market with stalls, solved exactly: what each trader gains in one session if all look ahead to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from mechanics import markets
from mechanics.chances import Number

Counts = tuple[int, ...]
ENDS, AIMS = ("all have passed", "one is left"), ("shillings", "the lead")
MOST = 200_000  # positions; more would take minutes


@dataclass(frozen=True)
class Scene:
    """A market session as it begins; traders are numbered in their order of trading, 0 opens it.

    prices: of each good, for buying and selling. later: what a cube may be expected to bring after the session.
    stock: cubes in the stalls, each of which holds `capacity`. hands: cubes by trader and good. cash: by trader.
    limits: cubes that each may trade in one turn, all bought or all sold. end: `ENDS`, when the session is over (FG-9:
    when all have passed). aim: `AIMS`, what each wants most, own gain or own gain less the mean gain of the others.
    Raises ValueError with what is allowed."""

    prices: Counts
    later: tuple[Number, ...]
    stock: Counts
    hands: tuple[Counts, ...]
    cash: Counts
    capacity: int
    limits: Counts
    end: str = ENDS[0]
    aim: str = AIMS[0]

    def __post_init__(self) -> None:
        goods, traders = len(self.prices), len(self.hands)
        if {len(self.later), len(self.stock), *map(len, self.hands)} != {goods}:
            raise ValueError("Give every good a price, a later price, a stock, and a number in every hand.")
        if not len(self.cash) == len(self.limits) == traders >= 2 or min(self.limits) < 1:
            raise ValueError("Give each of two or more traders a hand, a purse, and 1 or more cubes in a turn.")
        if not all(0 <= cubes <= self.capacity for cubes in self.stock) or min(map(min, self.hands)) < 0:
            raise ValueError(f"A stall holds 0 to {self.capacity} cubes, and a hand 0 or more.")
        if min(self.cash) < 0 or self.end not in ENDS or self.aim not in AIMS:
            raise ValueError(f"Purses are 0 or more, the end is one of {ENDS}, the aim one of {AIMS}.")


class Move(NamedTuple):
    """One step of the solution: who, and "buy", "sell", "stop" (after one cube of two) or "pass", and which good."""

    trader: int
    does: str
    good: int = -1


class Solved(NamedTuple):
    """What each trader gains in expected shillings, the steps that lead there, and how many positions were seen.

    first: what all gain after each move with which the session can begin, if everybody goes on as well as he can."""

    gains: tuple[Fraction, ...]
    steps: tuple[Move, ...]
    positions: int
    first: tuple[tuple[Move, tuple[Fraction, ...]], ...]


class _Place(NamedTuple):
    """A position of the session; `half` is +1 or −1 after a first cube bought or sold in this turn, `cubes` so many."""

    hands: tuple[Counts, ...]
    trader: int
    passed: tuple[bool, ...]
    half: int = 0
    cubes: int = 0


_Value = tuple[int, ...]


def solve(scene: Scene, *, most: int = MOST) -> Solved:
    """Return what each gains in a session in which everybody looks ahead to its end, by backward induction.

    Everybody knows the scene and that the others reason alike. Nobody trades a cube back that he has bought or sold in
    this session, so that every line of play ends. Of moves that are equally good for himself, each takes the one that
    is worst for the others, and passes if trading on makes no difference. Gains are exact: cubes bought at the price
    and worth `later`. Raises ValueError if there are more than `most` positions."""
    scale = lcm(*(Fraction(price).denominator for price in scene.later))
    worth = tuple(int((Fraction(later) - now) * scale) for later, now in zip(scene.later, scene.prices, strict=True))
    known: dict[_Place, tuple[_Value, Move | None]] = {}
    place = _Place(scene.hands, 0, (False,) * len(scene.hands))
    gains = _value(scene, worth, place, known, most)
    first = [(move, known[_after(scene, place, move)][0]) for move in _moves(scene, place)]

    def exact(value: _Value) -> tuple[Fraction, ...]:
        return tuple(Fraction(gain, scale) for gain in value)

    begun = tuple((move, exact(value)) for move, value in first)
    return Solved(exact(gains), tuple(_line(scene, place, known)), len(known), begun)


def _value(
    scene: Scene, worth: Counts, start: _Place, known: dict[_Place, tuple[_Value, Move | None]], most: int
) -> _Value:
    """Fill `known` with the value of every position that can be reached, the last ones first, and return the first."""
    waiting, ways = [start], dict[_Place, list[tuple[Move, _Place]]]()
    while waiting:
        place = waiting[-1]
        if place in known:
            waiting.pop()
            continue
        if place not in ways:
            ways[place] = [(move, _after(scene, place, move)) for move in _moves(scene, place)]
            waiting += [there for _, there in ways[place] if there not in known]
            continue
        known[place] = _best(scene, worth, place, [(move, known[there][0]) for move, there in ways.pop(place)])
        waiting.pop()
        if len(ways) + len(known) > most:
            raise ValueError(f"This market has more than {most:,} positions: take fewer goods, cubes or traders.")
    return known[start][0]


def _best(
    scene: Scene, worth: Counts, place: _Place, after: Sequence[tuple[Move, _Value]]
) -> tuple[_Value, Move | None]:
    """Return what all gain if the trader makes the best move, and that move; at the end, what they have gained."""
    if not after:
        return tuple(_gain(worth, now, had) for now, had in zip(place.hands, scene.hands, strict=True)), None
    me, others = place.trader, len(scene.hands) - 1

    def good(value: _Value) -> tuple[int, int]:
        own, theirs = value[me], sum(value) - value[me]
        return (own, -theirs) if scene.aim == AIMS[0] else (others * own - theirs, own)

    move, value = max(after, key=lambda pair: good(pair[1]))  # the first of equals: to stop and to pass stand first
    return value, move


def _gain(worth: Counts, hand: Counts, before: Counts) -> int:
    return sum(each * (many - had) for each, many, had in zip(worth, hand, before, strict=True))


def _moves(scene: Scene, place: _Place) -> Iterator[Move]:
    """Yield what the trader may do, to stop or pass first; nothing when the session is over."""
    if _over(scene, place.passed):
        return
    me = place.trader
    yield Move(me, "stop" if place.half else "pass")
    had, hand = scene.hands[me], place.hands[me]
    cash = scene.cash[me] + sum((h - now) * p for h, now, p in zip(had, hand, scene.prices, strict=True))
    for good, price in enumerate(scene.prices):
        stock = scene.stock[good] + sum(h[good] for h in scene.hands) - sum(h[good] for h in place.hands)
        if place.half >= 0 and hand[good] >= had[good] and markets.can_buy(stock, price, cash):
            yield Move(me, "buy", good)
        if place.half <= 0 and hand[good] <= had[good] and markets.can_sell(stock, hand[good], scene.capacity):
            yield Move(me, "sell", good)


def _over(scene: Scene, passed: tuple[bool, ...]) -> bool:
    return passed.count(False) <= (0 if scene.end == ENDS[0] else 1)


def _after(scene: Scene, place: _Place, move: Move) -> _Place:
    """Return the position after a move; the turn goes on to the next who has not passed when it is over."""
    me = place.trader
    if move.does in ("pass", "stop"):
        passed = _put(place.passed, me, place.passed[me] or move.does == "pass")
        return _Place(place.hands, _next(passed, me), passed)
    many = 1 if move.does == "buy" else -1
    hand = _put(place.hands[me], move.good, place.hands[me][move.good] + many)
    hands = _put(place.hands, me, hand)
    if place.cubes + 1 < scene.limits[me]:
        return _Place(hands, me, place.passed, many, place.cubes + 1)
    return _Place(hands, _next(place.passed, me), place.passed)


def _next(passed: tuple[bool, ...], me: int) -> int:
    """Return who trades after this trader, himself last; him if nobody is left."""
    return next((one % len(passed) for one in range(me + 1, me + len(passed) + 1) if not passed[one % len(passed)]), me)


def _put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _line(scene: Scene, place: _Place, known: dict[_Place, tuple[_Value, Move | None]]) -> Iterator[Move]:
    while (move := known[place][1]) is not None:
        yield move
        place = _after(scene, place, move)


def without_two(scene: Scene) -> Scene:
    """Return the same session in which nobody trades more than one cube in a turn."""
    return replace(scene, limits=(1,) * len(scene.limits))
