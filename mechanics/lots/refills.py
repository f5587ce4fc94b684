"""The market is filled up: what may lie there then, with the chance of it, as far as that can be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

from mechanics.chances import Number
from mechanics.lots.positions import Kind, Laid, Position, lot
from mechanics.table import Seat

Part = Callable[[int, int], Number]  # so many ways of so many, as a Fraction or a float


def ready(at: Position, seat: Seat, part: Part) -> Iterator[tuple[Number, Position]]:
    """TO-11, TO-12: fill up the market if there is no card that this seat could take."""
    if at.hidden or lot(at, seat):
        yield 1, at
    else:
        yield from filled(at, part)


def filled(at: Position, part: Part) -> Iterator[tuple[Number, Position]]:
    """TO-11: the production slides to the market, and cards are drawn; what cannot be known stays hidden."""
    if at.over:
        yield 1, at
    elif at.production is None:
        yield 1, at._replace(hidden=at.hidden + at.box.production + at.box.refill_draw)
    else:
        known = (*at.market, *at.production)
        for ways, total, cards, unseen in draws(at.unseen, at.box.refill_draw):
            market = (*known, *(Laid(*card) for card in cards))
            yield part(ways, total), at._replace(market=market, production=None, unseen=unseen)


@lru_cache(maxsize=256)
def draws(
    unseen: tuple[tuple[Kind, int], ...], many: int
) -> tuple[tuple[int, int, tuple[Kind, ...], tuple[tuple[Kind, int], ...]], ...]:
    """Return all that `many` cards drawn from these can be: in how many ways of how many, the kinds, what is left."""
    number = dict(unseen)
    total = comb(sum(number.values()), many)
    found = []
    for cards in combinations_with_replacement(number, many):
        ways = prod(comb(number[kind], times) for kind, times in Counter(cards).items())
        if ways:
            left = Counter(number) - Counter(cards)
            found.append((ways, total, cards, tuple(sorted(left.items()))))
    return tuple(found)
