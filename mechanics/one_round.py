"""One round of a sealed auction at a table: plain whole numbers in and out, by the rule that `auctions` plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from mechanics import sealed
from mechanics.auctions import Auction, play_columns
from mechanics.columns import Columns


class Settled(NamedTuple):
    """What came of the round: place 1 … n, prize and payment per bidder, and the prizes that nobody got."""

    place: tuple[int, ...]
    prize: tuple[int, ...]
    paid: tuple[int, ...]
    burned: int


Numbers = tuple[int, ...]
remember = lru_cache(maxsize=1 << 12)  # the same few orders of bids recur, game after game


def settle(
    bids: Numbers, extra: Numbers | None, coin: Numbers | None, auction: Auction, bonus: Numbers = (),
    favour: Numbers = (),
) -> Settled:  # fmt: skip
    """Return what comes of one round at a table, as `auctions.settle` does, from whole numbers and without arrays."""
    if auction.winner_pays != "own" or any(bonus):
        return _settled(bids, extra, coin, auction, bonus, favour)
    total = bids
    if extra is not None and any(extra):
        adds = sealed.added(extra, must_rebid(bids, auction, bonus, favour))
        total, extra = tuple(map(sum, zip(bids, adds, strict=True))), levels(adds, 1)
    place, prize, _, burned = _settled(levels(bids, auction.reserve), extra, coin, auction, (), favour)
    paid = sealed.payments(total, total, prize, auction.loser_pays)
    return Settled(place, prize, tuple(paid), burned)


def must_rebid(bids: Numbers, auction: Auction, bonus: Numbers = (), favour: Numbers = ()) -> tuple[bool, ...]:
    """Return who bids a second time in one round at a table, as `auctions.must_rebid` does."""
    return _again(bids if any(bonus) else levels(bids, auction.reserve), auction, bonus, favour)


def levels(bids: Sequence[int], reserve: int) -> Numbers:
    """Return small bids in the same order, of which the same can win: they take the same places and prizes."""
    order = sorted(set(bids))
    return tuple([bid if bid < reserve else reserve + order.index(bid) for bid in bids])


@remember
def _settled(
    bids: Numbers, extra: Numbers | None, coin: Numbers | None, auction: Auction, bonus: Numbers, favour: Numbers
) -> Settled:
    parts = _one(sealed.play, auction, bids, extra, coin, bonus, favour)
    n = len(bids)
    place, prize, paid = tuple(parts[:n]), tuple(parts[n : 2 * n]), tuple(parts[2 * n :])
    return Settled(place, prize, paid, sum(auction.prizes) - sum(prize))


@remember
def _again(bids: Numbers, auction: Auction, bonus: Numbers, favour: Numbers) -> tuple[bool, ...]:
    return tuple(map(bool, _one(sealed.rebids, auction, bids, None, None, bonus, favour)))


def _one(
    play: Callable[[sealed.Round], Columns], rule: Auction, bids: Sequence[int], extra: Sequence[int] | None,
    coin: Sequence[int] | None, bonus: Sequence[int], favour: Sequence[int],
) -> Columns:  # fmt: skip
    """Hand one round of a table, whose numbers the rule book has checked, to the rule of a round."""
    rule.places(len(bids))
    nudges = list(bonus) if any(bonus) else None, list(favour) if any(favour) else None
    columns: list[Columns | None] = [list(bids), list(extra) if extra else None, list(coin) if coin else None, *nudges]
    return play_columns(play, rule, 1 + max(extra or (0,)), columns, int)
