"""Many rounds at once: what bids turned out to be worth when they were played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanics import chances
from mechanics.auctions import Auction, settle
from mechanics.chances import Array, Distribution
from mechanics.columns import LARGEST
from mechanics.worths import Differing, Estimated, Known, Private, Worths, of_places, read

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 1 << 14  # rounds that share a stream of random numbers
SPREAD = 1 << 10  # how many worths there are to draw one from that bidders can only estimate
Ints = NDArray[np.int64]


class Rounds(NamedTuple):
    """What was played in R rounds by n bidders, (R, n) each, and what all paid together in each round, revenue (R,).

    kind: row of the mix by which a bidder bid (the bidder or his private value, counted from 0). prize: units won.
    worth: of these, to their winner. gain = worth − paid. Whole numbers; worth and gain are floats where worths are."""

    kind: Ints
    bid: Ints
    prize: Ints
    worth: Array
    paid: Ints
    gain: Array
    revenue: Ints


def rounds(
    auction: Auction,
    worths: Any,
    mix: Distribution | Sequence[Distribution],
    bidders: int,
    *,
    rounds: int = 20_000,
    seed: int = 0,
    first: int = 0,
    extra: Distribution | None = None,
) -> Rounds:
    """Return rounds in which each bidder draws his bid from a mix, ties by a seeded coin.

    worths: as in `worths.read`. mix: chances of the bids first, first + 1 …, (kinds, B): one row per kind of bidder as
    in an equilibrium (one for all, one per bidder if worths differ, one per private value), or one row for all kinds.
    A row may also be a sure bid or a mapping, numbers counted from `first`.
    Estimated: a bid counts from the bidder's estimate, may be negative there, and losers have to pay nothing.
    extra: what each adds where ties go by a second round (None: nothing).
    The same seed gives the same rounds, and the first of many are those of few: each block of rounds has a stream of
    its own. It draws kinds, bids and coins in this order, so that two rules are played by the same bidders. Raises
    ValueError with what is allowed, also for bids off the step or above a budget."""
    for what, number, least in (("the rounds", rounds, 1), ("the seed", seed, 0), ("the first bid", first, -LARGEST)):
        if isinstance(number, bool) or not isinstance(number, int) or number < least:
            allowed = "A whole number" + f", {least} or more," * (least >= 0)
            raise ValueError(f"{allowed} is needed for {what}; {number!r} is not one.")
    blocks = _blocks(_deal(auction, read(worths, auction, bidders), mix, bidders, first, extra), seed)
    for start in range(0, rounds, BLOCK):
        part = next(blocks)
        if start == 0:
            out = Rounds(*(np.empty((rounds, *column.shape[1:]), dtype=column.dtype) for column in part))
        for column, piece in zip(out, part, strict=True):
            column[start : start + BLOCK] = piece[: rounds - start]
    return out


def played_values(
    auction: Auction,
    worth: Sequence[float],
    rivals: Sequence[Mapping[int, float]],
    *,
    bids: Sequence[int],
    rounds: int = 20_000,
    seed: int = 0,
) -> pd.DataFrame:
    """Return what each bid earned on average against rivals who draw theirs: bid, value, error (its standard error).

    `worth` is in scudi for each place; each bid is played in the same `rounds` seeded rounds, ties by a seeded coin."""
    import pandas as pd

    rng = np.random.default_rng(seed)
    drawn = [rng.choice(list(rival), size=rounds, p=list(rival.values())) for rival in rivals]
    coin = rng.permuted(np.tile(np.arange(len(rivals) + 1), (rounds, 1)), axis=1)
    gains = np.array([*worth, *[0.0] * (len(rivals) + 2 - len(worth))])
    rows = []
    for bid in bids:
        result = settle(np.stack([np.full(rounds, bid), *drawn], axis=-1), None, coin, auction)
        earned = np.where(result.prize[:, 0] > 0, gains[result.place[:, 0] - 1], 0.0) - result.paid[:, 0]
        rows.append((bid, float(earned.mean()), float(earned.std() / np.sqrt(rounds))))
    return pd.DataFrame(rows, columns=["bid", "value", "error"])


# --- one block of rounds ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Lots:
    """Numbers to draw by rows of chances: running sums, each row one higher than the one before, in one long line."""

    numbers: Ints
    sums: NDArray[np.float64]

    def draw(self, row: Ints, luck: NDArray[np.float64]) -> Ints:
        """Return the number for each row and each luck from 0 to 1 (not 1 itself)."""
        at = np.minimum(row + luck, np.nextafter(row + 1.0, 0))
        column: Ints = np.searchsorted(self.sums, at, side="right") - row * len(self.numbers)
        return self.numbers[column]


@dataclass(frozen=True)
class _Deal:
    """All that a block of rounds is drawn from."""

    auction: Auction
    worths: Worths
    bidders: int
    kinds: _Lots | None  # of private values; else the kind is known
    bids: _Lots
    extra: _Lots | None
    table: Array | None  # worth per kind and place; None where a prize is worth what is drawn
    errors: _Lots | None
    least: int  # worth that is drawn


def _blocks(deal: _Deal, seed: int) -> Iterator[Rounds]:
    block = 0
    while True:
        yield _block(deal, np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(block,))))
        block += 1


def _block(deal: _Deal, rng: np.random.Generator) -> Rounds:
    shape = (BLOCK, deal.bidders)
    seats, same = np.tile(np.arange(deal.bidders), (BLOCK, 1)), np.zeros(shape, dtype=np.int64)
    kind = seats if isinstance(deal.worths, Differing) else same
    if deal.kinds:
        kind = deal.kinds.draw(same, rng.random(shape))
    bid = deal.bids.draw(kind, rng.random(shape))
    coin = rng.permuted(seats, axis=1)
    extra = deal.extra.draw(same, rng.random(shape)) if deal.extra else None
    unit = rng.integers(deal.least, deal.least + SPREAD, size=(BLOCK, 1))
    if deal.errors:
        bid = bid + unit + deal.errors.draw(same, rng.random(shape))
    done = settle(bid, extra, coin, deal.auction)
    worth = done.prize * unit if deal.table is None else deal.table[kind, done.place - 1] * (done.prize > 0)
    return Rounds(kind, bid, done.prize, worth, done.paid, worth - done.paid, done.paid.sum(axis=1))


# --- from arguments to what is drawn ---------------------------------------------------------------------------------


def _deal(auction: Auction, worths: Worths, mix: Any, bidders: int, first: int, extra: Any) -> _Deal:
    kinds = errors = table = None
    if isinstance(worths, Estimated):
        _check_estimated(auction, bidders)
        errors = _lots([list(worths.errors.values())], list(worths.errors))
    else:
        table = _table(worths, auction, bidders)
    if isinstance(worths, Private):
        kinds = _lots([list(worths.chances.values())], range(len(worths.chances)))
    rows = _mix(mix, 1 if table is None else len(table))
    bids = np.arange(first, first + rows.shape[1])
    _check_bids(auction, worths, rows, bids)
    adds = None
    if extra is not None and auction.tie == "rebid":
        row = chances.read(extra, "the extra amount")
        adds = _lots([row], range(len(row)))
    least = 0 if errors is None else max(0, auction.reserve - int(bids[rows.any(axis=0)][0]) - int(errors.numbers[0]))
    return _Deal(auction, worths, bidders, kinds, _lots(rows, bids), adds, table, errors, least)


def _lots(rows: Any, numbers: Sequence[int] | Ints) -> _Lots:
    matrix = np.array(rows, dtype=np.float64)
    sums = matrix.cumsum(axis=1)
    sums = sums / sums[:, -1:] + np.arange(len(sums))[:, None]
    return _Lots(np.array(numbers, dtype=np.int64), sums.ravel())


def _mix(mix: Any, kinds: int) -> NDArray[np.float64]:
    """Return the chances of bids, one row for each kind."""
    one = isinstance(mix, Mapping | Real) or isinstance(next(iter(mix), None), Real)
    listed = [mix] if one else list(mix)
    if len(listed) not in (1, kinds):
        raise ValueError(f"A mix has one row for all or one for each of {kinds} kinds of bidders, not {len(listed)}.")
    matrix = chances.stack(chances.read_all(listed, "kind"), exact=False).chances[:, :-1]
    return np.broadcast_to(matrix, (kinds, matrix.shape[1]))


def _table(worths: Known | Differing | Private, auction: Auction, bidders: int) -> Array:
    """Return what place 1 … n is worth to each kind: whole numbers if all are."""
    rows = of_places(worths, auction, bidders)
    exact = all(isinstance(worth, int) for row in rows for worth in row)
    table = np.array(rows, dtype=np.int64 if exact else np.float64)
    return np.pad(table, ((0, 0), (0, bidders - table.shape[1])))


def _check_estimated(auction: Auction, bidders: int) -> None:
    earning = [prize for prize in auction.places(bidders) if prize]
    if auction.loser_pays or set(earning) != {1} or auction.step > 1:
        raise ValueError("An estimated worth goes with prizes of one unit, steps of 1 and losers who pay nothing.")
    if auction.winner_pays == "next" and len(earning) == bidders:
        raise ValueError(f"Winners pay the next bid, so there must be more than {bidders} bidders for as many prizes.")


def _check_bids(auction: Auction, worths: Worths, rows: Array, bids: Ints) -> None:
    """Refuse bids that have a chance but are below 0, off the step or above what somebody can pay."""
    used = bids[rows.any(axis=0)]
    if isinstance(worths, Estimated):
        return
    if used[0] < 0 or (used % auction.step).any():
        raise ValueError(f"Bids are 0 or more, in steps of {auction.step}; the mix has others.")
    budgets = worths.budgets if isinstance(worths, Differing) else [getattr(worths, "budget", None)] * len(rows)
    for row, budget in zip(rows, budgets, strict=True):
        if budget is not None and (most := bids[row > 0][-1]) > budget:
            raise ValueError(f"No bid may be above the budget of {budget}; the mix has one of {most}.")
