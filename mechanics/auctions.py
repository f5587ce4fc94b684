"""Sealed and open auctions: who takes which place, what it earns, who pays. One round or a million, whole numbers only.

Bidders stand on the last axis. Nothing here draws at random: coins come in as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from numbers import Rational
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mechanics import sealed
from mechanics.columns import LARGEST, Column, Columns, Ints, distinct, highest, play_rounds, shape_of, whole
from mechanics.sealed import HALF
from mechanics.sealed import half_down as half_down
from mechanics.sealed import share_down as share_down

TIES = {
    "coin": "ties by a coin",
    "rebid": "ties by a second round",
    "order": "ties to the earlier seat",
    "nobody": "ties win nothing",
}


class Result(NamedTuple):
    """What came of the rounds: place 1 … n, prize and payment per bidder (..., n), prizes that nobody got (...)."""

    place: NDArray[np.int64]
    prize: NDArray[np.int64]
    paid: NDArray[np.int64]
    burned: NDArray[np.int64]


@dataclass(frozen=True)
class Auction:
    """The rule of a sealed auction.

    prizes: cards or units per place, best first; places not listed earn nothing. loser_pays: share of the bid, rounded
    down. winner_pays: the "own" bid, or that of the bidder on the "next" place. reserve: the lowest bid that can win.
    step: bids are multiples of it. tie: by "coin", by "rebid" (TM-8), by "order" (earlier seat), or "nobody" wins.
    Raises ValueError with what is allowed.
    """

    prizes: tuple[int, ...]
    loser_pays: Fraction | int = HALF
    winner_pays: Literal["own", "next"] = "own"
    reserve: int = 0
    step: int = 1
    tie: Literal["coin", "rebid", "order", "nobody"] = "coin"

    def __post_init__(self) -> None:
        object.__setattr__(self, "prizes", tuple(whole(self.prizes, "Prizes").tolist()))
        if any(prize < lower for prize, lower in zip(self.prizes, self.prizes[1:], strict=False)):
            raise ValueError(f"Prizes go down from the best place on; {self.prizes} do not.")
        if not isinstance(self.loser_pays, Rational) or not 0 <= self.loser_pays <= 1:
            raise ValueError(f"Losers pay a share from 0 to 1, such as Fraction(1, 2); {self.loser_pays!r} is not one.")
        for what, value, allowed in (("Winners pay", self.winner_pays, ("own", "next")), ("Ties go", self.tie, TIES)):
            if value not in allowed:
                raise ValueError(f"{what} by one of: {', '.join(allowed)}; {value!r} is not among them.")
        for what, least in (("reserve", 0), ("step", 1)):
            if type(number := getattr(self, what)) is not int or number < least:
                raise ValueError(f"The {what} is a whole number, {least} or more; {number!r} is not.")

    def __hash__(self) -> int:
        # Without the share of losers: the hash of a Fraction takes longer than all the rest.
        return hash((self.prizes, self.winner_pays, self.reserve, self.step, self.tie))

    @cached_property
    def falls(self) -> list[tuple[int, int]]:
        """After which places the prize falls, and by how much."""
        steps = zip(self.prizes, (*self.prizes[1:], 0), strict=False)
        return [(place, prize - lower) for place, (prize, lower) in enumerate(steps, 1) if prize > lower]

    def __str__(self) -> str:
        earning = [str(prize) for prize in self.prizes if prize] or ["0"]
        prizes = f"prizes {', '.join(earning[:-1])} and {earning[-1]}" if earning[1:] else f"prize {earning[0]}"
        pays = "the bid" if self.winner_pays == "own" else "the next bid"
        share = {0: "nothing", 1: "all of it", HALF: "half, rounded down"}.get(self.loser_pays)
        least = f", lowest winning bid {self.reserve}" if self.reserve else ""
        steps = f", in steps of {self.step}" if self.step > 1 else ""
        losers = share or f"{self.loser_pays} of it, rounded down"
        return f"{prizes}, winner pays {pays}, losers {losers}{least}{steps}, {TIES[self.tie]}"

    def places(self, bidders: int) -> tuple[int, ...]:
        """Return the prizes of places 1 … bidders; ValueError if more places are listed than there are bidders."""
        if bidders < max(1, len(self.prizes)):
            needed = max(1, len(self.prizes))
            raise ValueError(f"An auction of {len(self.prizes)} places needs {needed} or more bidders, not {bidders}.")
        return self.prizes + (0,) * (bidders - len(self.prizes))


def settle(
    bids: ArrayLike,
    extra: ArrayLike | None,
    coin: ArrayLike | None,
    prizes: Auction | Sequence[int],
    *,
    loser_pays: Fraction | int = HALF,
    winner_pays: Literal["own", "next"] = "own",
    bonus: ArrayLike | None = None,
    favour: ArrayLike | None = None,
) -> Result:
    """Return places, prizes and payments of sealed rounds (TM-3 … TM-12, TM-R1 … TM-R6).

    bids, extra, coin, bonus, favour: (..., n) whole numbers, leading axes broadcast. `prizes`: an Auction, or cards per
    place for Turin's rule (zero never wins, ties by a second round) with the two keywords.
    extra: what is added in the second round (None: nothing); counts for those of whom `must_rebid` is true, orders them
    within their places only. Two or more of a tie who add 0 win nothing, and the prizes of their places are burned.
    coin: a permutation of 0 … n−1 per round, lower goes first (None: seat order). bonus: ranks a bid of at least 1 and
    the reserve higher, is never paid (TM-R25 b). favour: +1 takes the best of the tied places, −1 the worst, without a
    second bid (TM-R25 a).
    Losers pay their share of bid plus extra. Winners pay it whole, or with "next" the total of the bidder one place
    below: at least the reserve, which would have won too (also where nobody is below), and at most their own total,
    which a lower place can exceed after a second round (TM-9).
    Raises ValueError on numbers, shapes or coins that make no round.
    """
    rule = _rule(prizes, loser_pays, winner_pays)
    place, prize, paid = _rounds(sealed.play, rule, bids, extra, coin, bonus, favour)
    return Result(place, prize, paid, sum(rule.prizes) - prize.sum(axis=-1))


def must_rebid(
    bids: ArrayLike,
    prizes: Auction | Sequence[int],
    *,
    bonus: ArrayLike | None = None,
    favour: ArrayLike | None = None,
) -> NDArray[np.bool_]:
    """Return who bids a second time, (..., n): tied at a bid that can win, two or more left after favour (TM-8, TM-11).

    Nobody does where the best place left to the tied earns nothing (TM-R1), or where the rule has no second round.
    """
    return _rounds(sealed.rebids, _rule(prizes, HALF, "own"), bids, None, None, bonus, favour)[0].astype(np.bool_)


def ascending(limits: ArrayLike, step: int = 1) -> Result:
    """Return who wins one prize in an open auction where each stays in while the price is not above his limit.

    limits: (..., n) whole numbers. The prices step, 2·step, 3·step … are called. The highest limit wins, of equal ones
    the earlier seat, and pays the first price that nobody else would pay, or the last one within his own limit if that
    is lower (equal limits, or two limits between the same two calls). With all limits below step nobody wins.
    """
    if type(step) is not int or step < 1:
        raise ValueError(f"The step is a whole number, 1 or more; {step!r} is not.")
    limits = whole(limits, "Limits")
    place, prize, _, burned = settle(limits, None, None, Auction((1,), loser_pays=0, reserve=step, tie="order"))
    calls = np.sort(limits.astype(np.int64) // step * step, axis=-1)
    others = calls[..., -2] if limits.shape[-1] > 1 else 0
    price = np.minimum(calls[..., -1], others + step)
    return Result(place, prize, prize * price[..., None], burned)


# --- from arguments to columns ---------------------------------------------------------------------------------------


def _rule(prizes: Auction | Sequence[int], loser_pays: Fraction | int, winner_pays: Any) -> Auction:
    if not isinstance(prizes, Auction):
        return _turin(tuple(prizes), loser_pays, winner_pays)
    if loser_pays != HALF or winner_pays != "own":
        raise ValueError("An Auction says itself what winners and losers pay; give the two keywords with plain prizes.")
    return prizes


@lru_cache(maxsize=256)
def _turin(prizes: tuple[int, ...], loser_pays: Fraction | int, winner_pays: Any) -> Auction:
    return Auction(prizes, loser_pays, winner_pays, reserve=1, tie="rebid")


_LIMITS: tuple[tuple[str, int, int], ...] = (
    ("Bids", 0, LARGEST), ("Extra amounts", 0, LARGEST), ("Coin places", 0, LARGEST), ("Bonuses", 0, LARGEST),
    ("Favours", -1, 1),
)  # fmt: skip


def _rounds(play: Callable[[sealed.Round], Columns], rule: Auction, *given: ArrayLike | None) -> NDArray[np.int64]:
    """Check bids, extra, coin, bonus and favour, and hand them to the rule of a round; (parts, ..., n)."""
    arrays = [None if a is None else whole(a, *limits) for a, limits in zip(given, _LIMITS, strict=True)]
    shape = shape_of(arrays, "Bids and what goes with them")
    rule.places(shape[-1])
    _check(rule, arrays, shape[-1])
    if rule.tie != "rebid":
        arrays[1] = None
    tops = [highest(array) for array in arrays]
    span = tops[1] + 1
    rounds = partial(play_columns, play, rule, span)
    return play_rounds(rounds, arrays, shape, _bound(rule, tops, shape[-1]))


def play_columns(
    play: Callable[[sealed.Round], Columns], rule: Auction, span: int, columns: list[Columns | None],
    number: Callable[[int], Column],
) -> Columns:  # fmt: skip
    """Hand the columns of bids, extra, coin, bonus and favour to the rule of a round."""
    bids, extra, coin, bonus, favour = columns
    assert bids is not None
    if coin is not None and not distinct(coin):
        raise ValueError(f"A coin puts bidders in order: every number from 0 to {len(bids) - 1} once in each round.")
    if coin is None or rule.tie == "order":
        coin = [number(seat) for seat in range(len(bids))]
    terms = [(last, number(fall)) for last, fall in rule.falls], rule.tie, rule.reserve
    extra = extra or [number(0)] * len(bids)
    return play(sealed.Round(bids, extra, coin, bonus, favour, span, *terms, rule.winner_pays, rule.loser_pays))


def _check(rule: Auction, arrays: list[Ints | None], bidders: int) -> None:
    bids, extra, coin = arrays[:3]
    if highest(coin) >= bidders:
        raise ValueError(f"A coin puts bidders in order by the numbers 0 to {bidders - 1}; {highest(coin)} is not one.")
    if rule.step > 1 and any(a is not None and (a % rule.step).any() for a in (bids, extra)):
        raise ValueError(f"Bids go in steps of {rule.step}.")


def _bound(rule: Auction, tops: list[int], bidders: int) -> int:
    """Nothing that is computed on the way is larger: sort keys of bid, favour, extra and coin; shares; prizes."""
    bid, extra, _, bonus, _ = tops
    keys = (3 * (bid + bonus) + 5) * (extra + 1) * bidders
    return max(keys, (bid + extra) * rule.loser_pays.numerator, sum(rule.prizes), rule.reserve)
