"""The rule of one sealed round: order by bid, extra amount and coin; then prizes; then payments.

Written once, in operators that whole numbers and columns of them both know (see `columns`); one entry per bidder.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from mechanics.columns import Column, Columns

HALF = Fraction(1, 2)


class Round(NamedTuple):
    """What the bidders do, one entry each, and the rule; see `auctions.Auction` and `auctions.settle`."""

    bids: Columns
    extra: Columns
    coin: Columns
    bonus: Columns | None
    favour: Columns | None
    span: int  # above every extra amount
    falls: list[tuple[int, Column]]  # after which places the prize falls, and by how much
    tie: str
    reserve: int
    winner_pays: str
    loser_pays: Fraction | int


def share_down(amount: Column, share: Fraction | int) -> Column:
    """Return floor(share × amount), the rounding of what losers pay; whole numbers or integer arrays."""
    return shares_down([amount], share)[0]


def shares_down(amounts: Sequence[Column], share: Fraction | int) -> Columns:
    """Return floor(share × amount) of each amount."""
    up, down = share.numerator, share.denominator
    return [amount * up // down for amount in amounts]


def half_down(amount: Column) -> Column:
    """Return half of the amount, rounded down (TM-6)."""
    return share_down(amount, HALF)


def play(table: Round) -> Columns:
    """TM-4 … TM-12: order by bid, extra and coin, then prizes, then payments: n places, n prizes, n payments."""
    seats = range(len(table.bids))
    keys = _keys(table)
    total, ranks, spoilt = table.bids, keys, _spoilt_at_once(table, keys)
    if table.tie == "rebid":
        total, ranks, spoilt = _second_round(table, keys)
    place = [above + 1 for above in _above([ranks[i] * len(seats) - table.coin[i] for i in seats])]
    prize = [_earned(table, place[i]) * _able(table, table.bids[i], spoilt[i]) for i in seats]
    price = total if table.winner_pays == "own" else _next(table, place, total)
    return place + prize + payments(total, price, prize, table.loser_pays)


def added(extra: Sequence[Column], again: Sequence[Column]) -> Columns:
    """TM-8: what those who bid a second time add."""
    return [more * bids for more, bids in zip(extra, again, strict=True)]


def payments(
    total: Sequence[Column], price: Sequence[Column], prize: Sequence[Column], share: Fraction | int
) -> Columns:
    """TM-5, TM-6: who has won a prize pays its price, everybody else a share of what he bid in total."""
    lost = shares_down(total, share)
    return [less + (full - less) * (won > 0) for less, full, won in zip(lost, price, prize, strict=True)]


def rebids(table: Round) -> Columns:
    """TM-8: who bids a second time."""
    return _again(table, _keys(table)) if table.tie == "rebid" else [False] * len(table.bids)


def _keys(table: Round) -> Columns:
    """Rank first bids: with the bonus where the bid could win anyway (TM-R25 b), favour within ties (TM-R25 a)."""
    keys, least = table.bids, max(1, table.reserve)
    if table.bonus is not None:
        keys = [bid + bonus * (bid >= least) for bid, bonus in zip(keys, table.bonus, strict=True)]
    if table.favour is not None:
        keys = [3 * key + favour for key, favour in zip(keys, table.favour, strict=True)]
    return keys


def _again(table: Round, keys: Columns) -> Columns:
    """TM-8, TM-11, TM-R1: those tied at a bid that can win, if the best place left to them earns a prize."""
    tied = _tied(table, keys)
    if not _anybody(tied):
        return tied
    earning = max((last for last, _ in table.falls), default=0)
    able = [mask & (bid >= table.reserve) for mask, bid in zip(tied, table.bids, strict=True)]
    return [(above < earning) & mask for above, mask in zip(_above(keys), able, strict=True)]


def _second_round(table: Round, keys: Columns) -> tuple[Columns, Columns, Columns]:
    """TM-8, TM-9: totals, ranks by bid first and extra second, and whose tie at zero wins nothing (TM-11, TM-R3)."""
    again = _again(table, keys)
    if not _anybody(again):
        return table.bids, keys, again
    adds = added(table.extra, again)
    zero = [bids & (add == 0) for bids, add in zip(again, adds, strict=True)]
    twins = _level([(key + 3) * mask for key, mask in zip(keys, zero, strict=True)])
    total = [bid + add for bid, add in zip(table.bids, adds, strict=True)]
    ranks = [key * table.span + add for key, add in zip(keys, adds, strict=True)]
    return total, ranks, [mask & twin for mask, twin in zip(zero, twins, strict=True)]


def _spoilt_at_once(table: Round, keys: Columns) -> Columns:
    return _tied(table, keys) if table.tie == "nobody" else [False] * len(keys)


def _able(table: Round, bid: Column, spoilt: Column) -> Column:
    """Whether the bid can win (TM-4) and is not spoilt by a tie."""
    return bid >= table.reserve if spoilt is False else (bid >= table.reserve) & (spoilt ^ True)


def _tied(table: Round, keys: Columns) -> Columns:
    """Level with somebody, and neither favoured nor disfavoured."""
    if table.favour is None:
        return _level(keys)
    return [level & (favour == 0) for level, favour in zip(_level(keys), table.favour, strict=True)]


def _above(keys: Columns) -> Columns:
    """How many have a higher key."""
    if type(keys[0]) is int:
        ordered = sorted(keys, reverse=True)
        return [ordered.index(key) for key in keys]
    above: Columns = [0] * len(keys)
    for i, j in combinations(range(len(keys)), 2):
        above[i] += _count(keys[j] > keys[i])
        above[j] += _count(keys[i] > keys[j])
    return above


def _level(keys: Columns) -> Columns:
    """Whether anybody else has the same key."""
    if type(keys[0]) is int:
        return [False] * len(keys) if len(set(keys)) == len(keys) else [keys.count(key) > 1 for key in keys]
    level: Columns = [False] * len(keys)
    for i, j in combinations(range(len(keys)), 2):
        same = keys[i] == keys[j]
        level[i], level[j] = level[i] | same, level[j] | same
    return level


def _earned(table: Round, place: Column) -> Column:
    """The prize of a place, as a sum over the places after which prizes fall."""
    parts = [(place <= last) * fall for last, fall in table.falls]
    if type(place) is int:
        return sum(parts)
    return sum(parts[1:], start=parts[0]) if parts else 0 * place


def _next(table: Round, place: Columns, total: Columns) -> Columns:
    """What the bidder one place below bid in total, at least the reserve, at most one's own total."""
    seats = range(len(total))
    below = [sum((place[j] == place[i] + 1) * total[j] for j in seats if j != i) for i in seats]
    return [_lower(total[i], -_lower(-below[i], -table.reserve)) for i in seats]


def _lower(one: Column, other: Column) -> Column:
    return other + (one - other) * (one < other)


def _anybody(masks: Columns) -> bool:
    """Say no if it is sure that nobody is meant."""
    return any(mask is not False for mask in masks)


def _count(mask: Column) -> Column:
    return mask.view(np.int8) if isinstance(mask, np.ndarray) else mask
