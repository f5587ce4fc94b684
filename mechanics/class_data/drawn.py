"""What the bids of a class bring: exactly, over all the groups of one auction that can be drawn from it by lot."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import comb, floor
from typing import NamedTuple

from mechanics.auctions import Auction
from mechanics.class_data.values import Bidder


class Share(NamedTuple):
    """One bidder in the groups that he is in: chance to win, mean payment, and mean gain (None without a value)."""

    name: str
    win: Fraction
    paid: Fraction
    gain: Fraction | None


class Drawn(NamedTuple):
    """All groups of `size` bidders: what a group pays on average, and how every bidder with a bid fares in his."""

    size: int
    revenue: Fraction
    shares: tuple[Share, ...]


def mean_bid(bidders: Sequence[Bidder]) -> Fraction | None:
    """Return the mean of the bids that were made; gaps are no zeros."""
    bids = [one.bid for one in bidders if one.bid is not None]
    return sum(bids, Fraction(0)) / len(bids) if bids else None


def drawn(bidders: Sequence[Bidder], auction: Auction, size: int) -> Drawn | None:
    """Return what groups of `size` bring when every group of those with a bid is as likely; None if they are too few.

    One prize; ties by a coin; losers pay their share rounded down to whole scudi. With as many bids as `size` there is
    one group only: the auction of the whole class. Raises ValueError for other auctions and for less than 2."""
    if auction.prizes != (1,) or auction.reserve or auction.tie != "coin":
        raise ValueError("Groups of a class bid for one prize, without a reserve, ties by a coin.")
    if size < 2:
        raise ValueError(f"A group has 2 or more bidders, not {size}.")
    there = [one for one in bidders if one.bid is not None]
    if len(there) < size:
        return None
    bids = sorted(one.bid for one in there if one.bid is not None)
    shares = tuple(_share(one, bids, auction, size) for one in there)
    return Drawn(size, sum((share.paid for share in shares), Fraction(0)) * size / len(there), shares)


def _share(one: Bidder, bids: Sequence[Fraction], auction: Auction, size: int) -> Share:
    bid = Fraction(one.bid or 0)
    lower, others = bisect_left(bids, bid), size - 1
    tied = bisect_right(bids, bid) - lower - 1
    groups = comb(len(bids) - 1, others)
    level = [Fraction(comb(tied, t) * comb(lower, others - t), groups * (t + 1)) for t in range(min(tied, others) + 1)]
    win = sum(level, Fraction(0))
    price = bid * win if auction.winner_pays == "own" else bid * sum(level[1:]) + _next(bids[:lower], others, groups)
    paid = price + (1 - win) * floor(bid * auction.loser_pays)
    return Share(one.name, win, paid, None if one.value is None else one.value * win - paid)


def _next(lower: Sequence[Fraction], others: int, groups: int) -> Fraction:
    """Return the mean over all groups of the best lower bid where no other bid is as high: the k-th of them is the best
    of comb(k, others − 1) groups (k from 0)."""
    return sum((bid * Fraction(comb(k, others - 1), groups) for k, bid in enumerate(lower)), Fraction(0))
