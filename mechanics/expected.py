"""What a bid is worth: exact chances, payments and worth of whole bids against rivals who are known by their chances.

Nothing is drawn, and profiles of bids are not listed: see `sums`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mechanics import chances
from mechanics.auctions import Auction, share_down
from mechanics.chances import NOBODY, Array, Distribution, Number, Rows
from mechanics.columns import whole
from mechanics.sums import Case, at_once, second_round

if TYPE_CHECKING:
    import pandas as pd


class Values(NamedTuple):
    """One entry per bid: exact input gives Fractions (object arrays), any float gives floats.

    bid: (B,). place: (B, n), chance to win the prize of place 1 … n (0 where none is); win: their sum. prize: expected
    cards or units. worth: expected worth. paid_winning, paid_losing: expected payments, so that
    value = worth − paid_winning − paid_losing. All but `place` have shape (B,)."""

    bid: Array
    place: Array
    win: Array
    prize: Array
    worth: Array
    paid_winning: Array
    paid_losing: Array
    value: Array


def values(
    auction: Auction,
    worth: Sequence[Number] | Number,
    rivals: Sequence[Distribution],
    *,
    extra: Distribution | None = None,
    rival_extras: Distribution | Sequence[Distribution] | None = None,
    bids: Sequence[int] | Array | None = None,
    seat: int = 0,
) -> Values:
    """Return what each bid brings on average.

    worth: what each place is worth to me, best first. rivals: one distribution over whole bids each: a sure bid, a
    mapping {bid: chance}, or the chances of 0, 1, 2 …. bids: mine (None: 0 to the highest possible bid of a rival).
    seat: mine, of 0 … n−1, for ties by seat order. For ties by a second round: extra, the distribution of what I add
    (None: 0), and rival_extras, one list of chances (or mapping, or sure amount) for all, or one for each rival.
    Costs grow with bids × rivals² × earning places. Raises ValueError with what is allowed, also for distributions that
    do not add up to one (floats: within 1e-9), and for winners who pay the next bid after a second round.
    """
    case = _case(auction, worth, rivals, extra, rival_extras, bids, seat)
    place, won, lost, scale = second_round(case) if auction.tie == "rebid" else at_once(case)
    if auction.reserve:
        able = case.bids >= auction.reserve
        idle = share_down(case.bids.astype(lost.dtype), auction.loser_pays) * scale
        place, won, lost = place * able, won * able, np.where(able, lost, idle)
    return _values(case, place, won, lost, scale)


def bid_values(
    auction: Auction,
    worth: Sequence[Number] | Number,
    rivals: Sequence[Distribution],
    *,
    extra: Distribution | None = None,
    rival_extras: Distribution | Sequence[Distribution] | None = None,
    bids: Sequence[int] | Array | None = None,
    seat: int = 0,
) -> pd.DataFrame:
    """Return `values` as a table, one row per bid.

    Columns: bid, chance_1 … chance_n (to win that place), win, prize, worth, paid_winning, paid_losing, value."""
    import pandas as pd

    found = values(auction, worth, rivals, extra=extra, rival_extras=rival_extras, bids=bids, seat=seat)
    chances_of_places = {f"chance_{k}": column for k, column in enumerate(found.place.T, 1)}
    columns = found._asdict()
    del columns["place"]
    return pd.DataFrame({"bid": columns.pop("bid"), **chances_of_places, **columns})


def best_bids(found: Values) -> tuple[int, ...]:
    """Return the bids of highest value, floats within 1e-12 of it."""
    top = found.value.max()
    slack = 0 if found.value.dtype == object else 1e-12 * max(1.0, abs(top))
    return tuple(found.bid[found.value >= top - slack].tolist())


def _case(auction: Auction, worth: Any, rivals: Any, extra: Any, rival_extras: Any, bids: Any, seat: int) -> Case:
    rows = chances.read_all(rivals, "rival")
    prizes = tuple(prize for prize in auction.places(len(rows) + 1) if prize)
    _check_rule(auction, len(rows), seat)
    adds = _extras(extra, rival_extras, len(rows)) if auction.tie == "rebid" else ()
    worths = _worths(worth, len(prizes))
    exact = chances.all_exact(worths, rows, *adds)
    theirs = chances.stack(rows, exact)
    mine_added, theirs_added = (chances.stack(each, exact) for each in adds) if adds else (NOBODY, NOBODY)
    mine = np.arange(0, theirs.chances.shape[1] - 1, auction.step) if bids is None else whole(bids, "Bids")
    _check_steps(auction.step, mine, theirs, mine_added, theirs_added)
    (worths,), scale = chances.over_one_denominator([worths]) if exact else ([worths.astype(float)], 1)
    return Case(auction, prizes, worths, scale, mine, theirs, mine_added, theirs_added, seat, exact)


def _extras(extra: Any, rival_extras: Any, rivals: int) -> tuple[Array | list[Array], ...]:
    mine, theirs = (0 if given is None else given for given in (extra, rival_extras))
    return [chances.read(mine, "my extra amount")], chances.read_each(theirs, rivals, "the extra amount")


def _worths(worth: Any, earning: int) -> Array:
    listed = chances.numbers(worth if isinstance(worth, Iterable) else [worth], "What places are worth")
    if len(listed) > earning and any(listed[earning:] != 0):
        raise ValueError(f"Only places 1 to {earning} earn a prize; the worth of a later one must be 0.")
    padded = np.zeros(earning, dtype=listed.dtype)
    padded[: len(listed)] = listed[:earning]
    return padded


def _check_rule(auction: Auction, rivals: int, seat: int) -> None:
    if type(seat) is not int or not 0 <= seat <= rivals:
        raise ValueError(f"My seat is one of 0 to {rivals}; {seat!r} is not.")
    if auction.tie == "rebid" and auction.winner_pays == "next":
        raise ValueError("With ties by a second round winners pay their own bid; the next bid is not worked out there.")


def _check_steps(step: int, mine: Array, *others: Rows) -> None:
    if mine.ndim != 1:
        raise ValueError("Bids are a list of whole numbers.")
    off = (rows.chances[:, np.arange(rows.chances.shape[1]) % step > 0].any() for rows in others)
    if step > 1 and ((mine % step).any() or any(off)):
        raise ValueError(f"Bids go in steps of {step}, mine and those of rivals.")


def _values(case: Case, place: Array, winning: Array, losing: Array, scale: Any) -> Values:
    """Divide the sums by their scale: here alone exact numbers become fractions."""
    places = np.zeros((len(case.rivals.chances) + 1, len(case.bids)), dtype=place.dtype)
    places[: len(place)] = place
    worth, finer = case.worth @ place, scale * case.worth_scale
    value = worth - (winning + losing) * case.worth_scale
    prize = np.array(case.prizes, dtype=place.dtype) @ place
    sums = (places.T, scale), (place.sum(axis=0), scale), (prize, scale), (worth, finer)
    more = (winning, scale), (losing, scale), (value, finer)
    return Values(case.bids, *(chances.divide(*part) for part in (*sums, *more)))
