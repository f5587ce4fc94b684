"""The sums behind the worth of a bid: all that rivals may do, without a list of what they may do.

A rival is above me, level or below, so the chance of a place is a coefficient of a product with one factor per rival,
(behind + before·z). Where a coin decides, a level rival goes before me with chance u, my own luck, and the product is
integrated over u: a polynomial, so a few points give it exactly. Exact chances are whole numbers over one scale.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np

from mechanics import chances
from mechanics.auctions import Auction, share_down
from mechanics.chances import Array, Luck, Odds, Rows

CACHE = 1 << 12  # numbers
Side = Callable[[slice], Array]  # chances of some of the rivals to go before me, or behind me
Sums = tuple[Array, Array, Array, Any]  # place (k, B), paid winning and losing (B,), and the scale that all are over


class Case(NamedTuple):
    """One question for the worth of bids, read and checked."""

    auction: Auction
    prizes: tuple[int, ...]  # of the places that earn one
    worth: Array
    worth_scale: int
    bids: Array
    rivals: Rows
    extra: Rows  # one row: mine
    extras: Rows
    seat: int
    exact: bool


def at_once(case: Case) -> Sums:
    """Ties by coin, by seat or to nobody."""
    rivals, losers_pay = len(case.rivals.chances), share_down(case.bids, case.auction.loser_pays)
    luck = chances.luck(rivals, case.exact) if case.auction.tie == "coin" else chances.no_luck(case.exact)
    at = chances.odds(case.rivals.chances, case.bids)
    sides = partial(_before, case, at, luck), partial(_behind, case, at, luck)
    place = luck.weights @ _product(case, *sides, (rivals, len(luck.points), len(case.bids)))
    scale = (case.rivals.scale * luck.top) ** rivals * luck.scale
    win = place.sum(axis=0)
    saved = _saved(case, at, luck) if case.auction.winner_pays == "next" else 0 * win
    return place, win * case.bids - saved, (scale - win) * losers_pay, scale


def _before(case: Case, at: Odds, luck: Luck, who: slice) -> Array:
    """Chances (rivals, luck, bids) that a rival goes before me."""
    above, level = at.above[who, None], at.level[who, None]
    if case.auction.tie == "nobody":
        return above
    if case.auction.tie == "order":
        return above + level * (np.arange(len(at.level))[who, None, None] < case.seat)
    return above * luck.top + level * luck.points[:, None]


def _behind(case: Case, at: Odds, luck: Luck, who: slice) -> Array:
    """Chances (rivals, luck, bids) that a rival goes behind me."""
    below, level = at.below[who, None], at.level[who, None]
    if case.auction.tie == "nobody":
        return below
    if case.auction.tie == "order":
        return below + level * (np.arange(len(at.level))[who, None, None] >= case.seat)
    return below * luck.top + level * (luck.top - luck.points)[:, None]


def _product(case: Case, before: Side, behind: Side, shape: tuple[int, ...]) -> Array:
    """Chances (places, ...) that 0, 1 … rivals go before me: the first coefficients of the product of all rivals.

    shape: (rivals, ...). Rivals are taken so many at a time as stay in the processor's cache."""
    counts = np.zeros((len(case.prizes), *shape[1:]), dtype=object if case.exact else float)
    counts[:1] = 1
    together = max(1, CACHE // max(1, prod(shape[1:])))
    for who in (slice(first, first + together) for first in range(0, shape[0], together)):
        if len(counts) == 1:
            counts *= behind(who).prod(axis=0)
            continue
        for ahead, after in zip(before(who), behind(who), strict=True):
            moved = counts[:-1] * ahead
            counts *= after
            counts[1:] += moved
    return counts


def _saved(case: Case, at: Odds, luck: Luck) -> Array:
    """How much less than my bid I pay on average where winners pay the next bid.

    The price is my bid less one for each price from the reserve on that nobody behind me would have paid."""
    saved = np.zeros(len(case.bids), dtype=at.level.dtype)
    for i, bid in enumerate(case.bids):
        _, level, below = chances.odds(case.rivals.chances, np.arange(case.auction.reserve, bid))
        before = _before(case, Odds(*(part[:, i : i + 1] for part in at)), luck, slice(None))
        before, behind = np.broadcast_arrays(before, (level + below)[:, None] * luck.top)
        saved[i] = (luck.weights @ _product(case, before.__getitem__, behind.__getitem__, before.shape)).sum()
    return saved


def second_round(case: Case) -> Sums:
    """TM-8 … TM-11: the tied add amounts once more if their best place earns a prize; a coin orders who is still level.

    My wins are those without a tie, and those of each amount I may add, less the untied ones that are in them too."""
    rivals, added = len(case.rivals.chances), case.extras
    luck = chances.luck(rivals, case.exact)
    unit = added.scale * luck.top
    above, level, below = chances.odds(case.rivals.chances, case.bids)
    ahead, after = (above * unit).__getitem__, (below * unit).__getitem__
    alone = _product(case, ahead, after, above.shape) * luck.scale
    reach = _product(case, ahead, ((level + below) * unit).__getitem__, above.shape) * luck.scale
    amounts = np.flatnonzero(case.extra.chances[0])
    before, behind = _adding(case, amounts, luck)
    sides = partial(_joined, unit, above, level, before), partial(_joined, unit, below, level, behind)
    again = luck.weights @ _product(case, *sides, (rivals, len(amounts), len(luck.points), len(case.bids)))
    again = again - alone[:, None]
    scale = (case.rivals.scale * unit) ** rivals * luck.scale
    return _totals(case, amounts, alone, again, reach.sum(axis=0) - alone.sum(axis=0), scale)


def _joined(unit: int, at_once: Array, level: Array, added: Array, who: slice) -> Array:
    """Chances (rivals, amounts, luck, bids) of one side: by the first bid, or level there and then by what is added."""
    return at_once[who, None, None] * unit + level[who, None, None] * added[who, :, :, None]


def _adding(case: Case, amounts: Array, luck: Luck) -> tuple[Array, Array]:
    """Chances (rivals, amounts, luck) that a tied rival goes before me, and behind me.

    If I add 0, all others must add more: another zero spoils it for both (TM-11)."""
    above, level, below = (part[:, :, None] for part in chances.odds(case.extras.chances, amounts))
    zero = (amounts == 0)[:, None]
    before = above * luck.top + level * luck.points * ~zero
    return before, (below * luck.top + level * (luck.top - luck.points)) * ~zero


def _totals(case: Case, amounts: Array, alone: Array, again: Array, tied: Array, scale: Any) -> Sums:
    """Sum over the amounts that I may add: `alone` (k, B) untied wins, `again` (k, Y, B) wins after a tie."""
    weights, total = case.extra.chances[0, amounts], case.bids + amounts[:, None]
    untied = scale - alone.sum(axis=0) - tied
    won, all_mine = again.sum(axis=0), case.extra.scale
    place = alone * all_mine + weights @ again
    winning = alone.sum(axis=0) * all_mine * case.bids + weights @ (won * total)
    share = case.auction.loser_pays
    losing = untied * all_mine * share_down(case.bids, share) + weights @ ((tied - won) * share_down(total, share))
    return place, winning, losing, scale * all_mine
