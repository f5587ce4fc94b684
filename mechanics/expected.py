"""The exact worth of every whole bid in a sealed auction, against rivals whose chances to bid are known.

A bid's place depends only on how many rivals stand above it and how many level with it: the sums run over these counts,
rival by rival, never over all ways in which everybody can bid. Where a coin decides, one's own coin is a number u
between 0 and 1 and a level rival goes first with chance u; what comes out is a polynomial in u, integrated exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial, lcm, prod
from numbers import Rational
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanics.auctions import Auction, share_down

if TYPE_CHECKING:
    from pandas import DataFrame

Numbers = NDArray[Any]  # floats; or, in object arrays, whole numbers and Fractions
Odds = ArrayLike | Mapping[int, Any]  # one sure amount; the weights of 0, 1, 2, …; or {amount: weight}


class Values(NamedTuple):
    """What each bid brings: arrays of shape (bids,), and `place`, shape (bids, bidders): the chance to win its prize."""

    bid: NDArray[np.int64]
    place: Numbers
    win: Numbers
    prize: Numbers
    worth: Numbers
    paid_winning: Numbers
    paid_losing: Numbers
    value: Numbers


def values(
    auction: Auction,
    worth: Sequence[Any],
    rivals: Sequence[Odds],
    *,
    extra: Odds | None = None,
    rival_extras: Odds | Sequence[Odds] | None = None,
    bids: Iterable[int] | None = None,
    seat: int = 0,
) -> Values:
    """Return for every bid the chance of each place, expected prize, worth and payments, and the expected value.

    worth: what the prize of each place is worth to the bidder. rivals: the odds of each rival's bids, in seat order.
    bids: what to value; None: 0 to the highest that a rival may bid, in the auction's steps. Ties as in
    `auctions.settle`: with "order" the bidder sits at `seat`, counted from 0; with "rebid" he adds amounts with the odds
    `extra`, the rivals with `rival_extras` (for all of them, or a list of arrays or mappings, one each; None: nothing).
    A place counts where its prize is won: not below the reserve, not in a tie that burns it. Shapes as in `Values`.
    Any float makes all floats (right to 1e-12); whole numbers and Fractions give exact Fractions in object arrays.
    Raises ValueError on odds that do not sum to one, on worth where no prize is, and on a second round in which winners
    pay the next bid: that sum has no such short form.
    """
    prizes = np.array([prize for prize in auction.places(len(rivals) + 1) if prize], object)
    _refuse(auction, len(rivals), seat)
    rows = [_row(odds) for odds in rivals]
    again = auction.tie == "rebid"
    adds = [_row(odds) for odds in (extra or 0, *_one_each(rival_extras, len(rivals)))] if again else []
    earned = _worth(worth, len(prizes))
    kind = float if any(row.dtype == float for row in (earned, *rows, *adds)) else object
    chances = _chances("rival", rows, kind)
    bid = _bids(auction, bids, chances)
    ties = _second_round(adds, kind) if again else _one_round(auction, len(rivals), seat, kind)
    return _value(auction, prizes.astype(kind), earned.astype(kind), bid, chances, ties)


def bid_values(auction: Auction, worth: Sequence[Any], rivals: Sequence[Odds], **options: Any) -> DataFrame:
    """Return `values` as a frame, one row per bid; chance_k is the chance to win the prize of place k.

    Columns: bid, chance_1 … chance_n, win, prize, worth, paid_winning, paid_losing, value. Arguments, units and errors
    as in `values`.
    """
    from pandas import DataFrame

    found = values(auction, worth, rivals, **options)
    columns = found._asdict()
    bid, place = columns.pop("bid"), columns.pop("place")
    return DataFrame({"bid": bid, **{f"chance_{k}": column for k, column in enumerate(place.T, 1)}, **columns})


def best_bids(found: Values) -> tuple[int, ...]:
    """Return the bids of highest expected value, in the order given (floats: within 1e-12 of the highest)."""
    gap = found.value.max() - found.value
    return tuple(found.bid[gap <= (1e-12 if found.value.dtype == float else 0)].tolist())


# --- the sum over counts ---------------------------------------------------------------------------------------------


class _Ties(NamedTuple):
    """How level bids come apart, for each of the x amounts that one may add and its chance.

    behind, coin, first: weights (m, x) over `whole` with which each rival falls behind, leaves it to the coin, goes
    first; where they sum to less, the rest burns one's prize.
    """

    amount: NDArray[np.int64]
    chance: Numbers
    behind: Numbers
    coin: Numbers
    first: Numbers
    whole: Numbers


def _value(
    auction: Auction, prizes: Numbers, worth: Numbers, bid: NDArray[np.int64], chances: _Chances, ties: _Ties
) -> Values:
    stand, able = _stand(chances, bid), bid >= auction.reserve
    won = _won(len(prizes), stand, chances.whole, ties) * able[:, None]
    chance = won @ ties.chance
    win, earned = chance.sum(axis=0), worth @ chance
    if auction.tie == "rebid":
        winning, losing = _paid_twice(auction, bid, won.sum(axis=0), _levels(len(prizes), stand, chances.whole), ties)
    else:
        price = _next_bids(len(prizes), auction.reserve, bid, chances, ties) if auction.winner_pays == "next" else 0
        winning, losing = bid * win - price * able, share_down(bid, auction.loser_pays) * (1 - win)
    place = np.zeros((len(bid), len(chances.whole) + 1), chance.dtype)
    place[:, : len(prizes)] = chance.T
    return Values(bid, place, win, prizes @ chance, earned, winning, losing, earned - winning - losing)


def _won(places: int, stand: _Stand, whole: Numbers, ties: _Ties) -> Numbers:
    """Return the chances to win the prize of each place, (places, bids, x): rivals ahead are counted one by one."""
    u, over, weight, total = _nodes(stand, ties)
    level, scale = stand.level[..., None, None], (ties.whole * over)[:, None]
    behind = ties.behind[..., None] * over + ties.coin[..., None] * (over - u)
    first = ties.first[..., None] * over + ties.coin[..., None] * u
    stay = (stand.below * scale)[..., None, None] + level * behind[:, None]
    ahead = (stand.above * scale)[..., None, None] + level * first[:, None]
    return _ratio(_ranks(places, stay, ahead) @ weight, (whole * ties.whole * over).prod() * total)


def _ranks(places: int, stay: Iterable[Numbers], ahead: Iterable[Numbers]) -> Numbers:
    """Return the weights of 0, 1, 2, … rivals ahead, fewer than `places`, from those of each rival."""
    ranks: Numbers | None = None
    for stays, goes in zip(stay, ahead, strict=True):
        if ranks is None:
            ranks = np.zeros((places, *np.broadcast_shapes(stays.shape, goes.shape)), stays.dtype)
            ranks[:1] = 1
        more = ranks * stays
        more[1:] += ranks[:-1] * goes
        ranks = more
    assert ranks is not None
    return ranks


def _levels(places: int, stand: _Stand, whole: Numbers) -> tuple[Numbers, Numbers]:
    """Return the chances of fewer than `places` rivals above, with none level, and with at least one level (TM-R1)."""
    alone = _ratio(_ranks(places, stand.below, stand.above).sum(axis=0), whole.prod())
    fewer = _ratio(_ranks(places, stand.below + stand.level, stand.above).sum(axis=0), whole.prod())
    return alone, fewer - alone


def _paid_twice(
    auction: Auction, bid: NDArray[np.int64], win: Numbers, levels: tuple[Numbers, Numbers], ties: _Ties
) -> tuple[Numbers, Numbers]:
    """Return what is paid on average by winners and losers where the level add amounts in a second round (TM-8)."""
    alone, level = (chance * (bid >= auction.reserve) for chance in levels)
    tied_win = win - alone[:, None]
    total = bid[:, None] + ties.amount
    winning = alone * bid + (tied_win * total) @ ties.chance
    lost = ((level[:, None] - tied_win) * share_down(total, auction.loser_pays)) @ ties.chance
    return winning, lost + (1 - alone - level) * share_down(bid, auction.loser_pays)


def _next_bids(places: int, reserve: int, bid: NDArray[np.int64], chances: _Chances, ties: _Ties) -> Numbers:
    """Return by how much the next bid (at least the reserve) is below a winning bid on average: the sum over all
    y from the reserve to below the bid of the chance to win with nobody who stays behind above y."""
    stand = _stand(chances, bid)
    y = np.arange(reserve, max(int(bid.max(initial=0)), reserve + 1))
    lower = _stand(chances, y + 1).below
    u, over, weight, total = _nodes(stand, ties)
    first = ties.first * over + ties.coin * u
    ahead = stand.above[..., None] * over + stand.level[..., None] * first[:, None]
    found = _ranks(places, (lower * over)[:, None, :, None], ahead[:, :, None])
    chance = _ratio(found.sum(axis=0) @ weight, (chances.whole * over).prod() * total)
    return (chance * (y < bid[:, None])).sum(axis=1)


def _ratio(weights: Numbers, whole: Any) -> Numbers:
    if weights.dtype == float:
        return weights
    exact: Numbers = np.frompyfunc(Fraction, 2, 1)(weights, whole)
    return exact


# --- one's own coin --------------------------------------------------------------------------------------------------


def _nodes(stand: _Stand, ties: _Ties) -> tuple[Numbers, Any, Numbers, Any]:
    """Return points u (over a whole) and weights (over a total) that integrate the chances over one's own coin.

    The chances are polynomials in u of a degree up to the number of rivals m. Fractions: m + 1 even points, exact.
    Floats: Gauss-Legendre, exact with m // 2 + 1 points, or fewer if they leave out less than 1e-17: the coefficient of
    u^t is at most (2s)^t / t!, s the most rivals to be expected level.
    """
    rivals = len(stand.level) if ties.coin.any() else 0
    if stand.level.dtype == object:
        return _even(rivals)
    reach = 2 * float((stand.level * ties.coin.max(axis=1, initial=0)[:, None]).sum(axis=0).max(initial=0))
    enough = next((g for g in range(1, rivals // 2 + 1) if reach <= g and reach ** (2 * g) < 1e-17 * factorial(2 * g)), 0)
    return _gauss(enough or rivals // 2 + 1)


@lru_cache
def _gauss(points: int) -> tuple[Numbers, Any, Numbers, Any]:
    x, weight = np.polynomial.legendre.leggauss(points)
    return (x + 1) / 2, 1.0, weight / 2, 1.0


@lru_cache
def _even(degree: int) -> tuple[Numbers, Any, Numbers, Any]:
    """Return the points 0, 1, … degree over `degree`, with the weights that integrate exactly (Newton and Cotes)."""
    weights = []
    for point in range(degree + 1):
        others = [other for other in range(degree + 1) if other != point]
        through = np.array([1], object)  # coefficients, falling powers, of the polynomial that is 0 at the others
        for other in others:
            through = np.convolve(through, np.array([1, -other], object))
        area = sum(Fraction(int(c) * degree**k, k + 1) for k, c in enumerate(through[::-1]))
        weights.append(area / prod(point - other for other in others))
    total = lcm(*(weight.denominator for weight in weights))
    whole = [int(weight * total) for weight in weights]
    return np.array(range(degree + 1), object), max(degree, 1), np.array(whole, object), total


# --- what ties do ----------------------------------------------------------------------------------------------------


def _one_round(auction: Auction, rivals: int, seat: int, kind: Any) -> _Ties:
    """Return how level bids come apart without a second round."""
    before = (np.arange(rivals) < seat)[:, None]
    none, one = np.zeros((rivals, 1), kind), np.ones((rivals, 1), kind)
    shares = {"coin": (none, one, none), "order": (one * ~before, none, one * before), "nobody": (none,) * 3}
    return _Ties(np.zeros(1, np.int64), np.ones(1, kind), *shares[auction.tie], np.ones(rivals, kind))


def _second_round(adds: Sequence[Numbers], kind: Any) -> _Ties:
    """Return how level bids come apart by what is added; two who add nothing burn their prizes (TM-11)."""
    own, rivals = _chances("own extra", adds[:1], kind), _chances("extra of rival", adds[1:], kind)
    amount = np.flatnonzero(own.weights[0])
    behind, coin, first = _stand(rivals, amount)
    chance = _ratio(own.weights[0, amount], own.whole[0])
    return _Ties(amount, chance, behind, coin * (amount > 0), first, rivals.whole)


# --- what was given --------------------------------------------------------------------------------------------------


def _refuse(auction: Auction, rivals: int, seat: int) -> None:
    if not 0 <= seat <= rivals:
        raise ValueError(f"The {rivals + 1} bidders sit at 0 to {rivals}; {seat!r} is no seat.")
    if auction.tie == "rebid" and auction.winner_pays == "next":
        raise ValueError("With a second round, values are worked out for winners who pay their own bid only.")


def _bids(auction: Auction, bids: Iterable[int] | None, chances: _Chances) -> NDArray[np.int64]:
    step = auction.step
    used = np.flatnonzero(chances.weights.any(axis=0)) if step > 1 else np.zeros(0, int)
    bid = np.arange(0, chances.weights.shape[1], step) if bids is None else np.array(list(bids))
    if bid.dtype.kind not in "iu" or bid.min(initial=0) < 0 or (bid % step).any() or (used % step).any():
        raise ValueError(f"Bids are whole numbers, 0 or more, in steps of {step}.")
    return bid


def _worth(worth: Sequence[Any], places: int) -> Numbers:
    row = _numbers(worth)
    if row is None or row[places:].any():
        raise ValueError(f"Worth is one number for each of the {places} places with a prize; {worth!r} is not.")
    padded = np.zeros(places, row.dtype)
    padded[: len(row)] = row[:places]
    return padded


def _one_each(odds: Odds | Sequence[Odds] | None, rivals: int) -> Sequence[Odds]:
    """Return odds for every rival, from those for all or from a list with one each."""
    if odds is None or isinstance(odds, (int, np.integer, Mapping)):
        return [odds or 0] * rivals
    several: Sequence[Odds] = list(odds)  # type: ignore[arg-type]
    if several and not isinstance(several[0], (Mapping, Sequence, np.ndarray)):
        return [several] * rivals
    if len(several) != rivals:
        raise ValueError(f"Give one distribution of extras for all rivals, or {rivals}; there are {len(several)}.")
    return several


# --- odds ------------------------------------------------------------------------------------------------------------


class _Chances(NamedTuple):
    """Weights of 0, 1, 2, … of each of m rivals, (m, amounts), and what they sum to: 1, or a common denominator."""

    weights: Numbers
    whole: Numbers


class _Stand(NamedTuple):
    """Weights with which each of m rivals stands below, level with and above each amount, (m, amounts)."""

    below: Numbers
    level: Numbers
    above: Numbers


def _row(odds: Odds) -> Numbers:
    """Return weights of 0, 1, 2, … as floats, or as Python's numbers where all are whole or Fractions."""
    if isinstance(odds, np.ndarray) and odds.dtype == float and odds.ndim == 1:
        return odds
    if isinstance(odds, Mapping):
        odds = [odds.get(amount, 0) for amount in range(_highest(odds) + 1)]
    elif isinstance(odds, (int, np.integer)):
        odds = [0] * _highest([odds]) + [1]
    row = _numbers(odds)
    if row is None or not row.size:
        raise ValueError(f"Odds are one whole amount, weights of 0, 1, 2, … or {{amount: weight}}; {odds!r} is neither.")
    return row


def _numbers(given: Any) -> Numbers | None:
    """Return a row of floats, or of Python's numbers where all are whole or Fractions; None if it is no such row."""
    row = np.asarray(given)
    if row.dtype.kind == "f" or any(isinstance(x, float) for x in row.flat):
        return row.astype(float) if row.ndim == 1 else None
    return np.array(row.tolist(), object) if row.ndim == 1 and all(isinstance(x, Rational) for x in row.tolist()) else None


def _highest(amounts: Iterable[Any]) -> int:
    amounts = list(amounts)
    if not amounts or not all(isinstance(a, (int, np.integer)) and type(a) is not bool and a >= 0 for a in amounts):
        raise ValueError(f"Odds are for whole amounts, 0 or more; {amounts} are not.")
    return int(max(amounts))


def _chances(whose: str, rows: Sequence[Numbers], kind: Any) -> _Chances:
    """Lay the rows of one table side by side; exact weights become whole numbers over a common denominator."""
    table = np.zeros((len(rows), max(map(len, rows), default=1)), kind)
    whole = np.ones(len(rows), kind)
    for k, row in enumerate(rows):
        if kind is object:
            whole[k] = lcm(*(x.denominator for x in row))
            row = [x.numerator * (whole[k] // x.denominator) for x in row]
        table[k, : len(row)] = row
    off = table.sum(axis=1) - whole
    for k in np.flatnonzero(~(abs(off) <= (1e-9 if kind is float else 0))):
        gap = off[k] if kind is float else Fraction(off[k], whole[k])
        raise ValueError(f"The odds of {whose} {k + 1} sum to {1 + gap}, {abs(gap)} {'above' if gap > 0 else 'below'} 1.")
    if table.size and table.min() < 0:
        raise ValueError(f"Odds are never below zero; those of a {whose} are.")
    return _Chances(table, whole)


def _stand(chances: _Chances, amounts: NDArray[np.int64]) -> _Stand:
    """Sum the weights below, at and above each amount."""
    rivals, top = chances.weights.shape
    level = np.zeros((rivals, top + 3), chances.weights.dtype)
    level[:, 1:-2] = chances.weights
    at = np.minimum(amounts, top)
    below, above = level.cumsum(axis=1), level[:, ::-1].cumsum(axis=1)[:, ::-1]
    return _Stand(below[:, at], level[:, at + 1], above[:, at + 2])
