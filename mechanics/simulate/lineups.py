"""Who meets whom: every line-up plays the same deals, and in every deal each of its strategies sits on every chair."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

LineUp = tuple[int, ...]


class Match(NamedTuple):
    """One game of a tournament: its number, the deal (what nature draws), and the strategy on each chair."""

    number: int
    deal: int
    chairs: LineUp


def line_ups(strategies: int, seats: int) -> tuple[LineUp, ...]:
    """Return every set of strategies (counted from 0) that fills the chairs.

    With fewer strategies than seats, some sit twice, and every one sits at every table."""
    if strategies >= seats:
        return tuple(combinations(range(strategies), seats))
    filled = combinations_with_replacement(range(strategies), seats)
    return tuple(line_up for line_up in filled if len(set(line_up)) == strategies)


def matches(strategies: int, seats: int, games: int) -> Iterator[Match]:
    """Return the games of a tournament in their order.

    All line-ups play a deal, then move on by one chair and play it again; after a whole turn comes the next deal, for
    which they sit down in another order. So a multiple of line-ups × seats games favours no chair and no hand."""
    groups = line_ups(strategies, seats)
    for number in range(games):
        turn, which = divmod(number, len(groups))
        deal, moved = divmod(turn, seats)
        orders = _circles(groups[which])
        order = orders[deal % len(orders)]
        yield Match(number, deal, order[moved:] + order[:moved])


def whole(strategies: int, seats: int) -> int:
    """Return how many games it takes until every line-up has sat on every chair of a deal."""
    return len(line_ups(strategies, seats)) * seats


@lru_cache(maxsize=4096)
def _circles(line_up: LineUp) -> tuple[LineUp, ...]:
    """Return all ways to sit down in a circle."""
    first, *others = line_up
    return tuple(dict.fromkeys((first, *rest) for rest in permutations(others)))
