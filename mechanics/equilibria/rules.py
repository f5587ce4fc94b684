"""What every bid is worth against others who follow a mix: the one question that all of this asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanics import chances, expected
from mechanics.auctions import Auction
from mechanics.chances import Array, Distribution, Number
from mechanics.worths import Differing, Estimated, Known, Private, Worths, of_places


@dataclass(frozen=True)
class Rules:
    """An auction with its bidders: who they are, what they may bid, and what each bid brings against the others.

    extra: what everybody adds in a second round, for ties by one."""

    auction: Auction
    worths: Worths
    bidders: int
    extra: Distribution | None = None

    def __post_init__(self) -> None:
        if type(self.bidders) is not int or self.bidders < 2:
            raise ValueError(f"An auction needs two or more bidders; {self.bidders!r} is not enough.")
        if (self.extra is None) == (self.auction.tie == "rebid"):
            raise ValueError("Say what everybody adds in a second round (extra) if ties go by one, and only then.")
        if isinstance(self.worths, Estimated):
            self._check_estimated()
        elif not isinstance(self.worths, Differing) and self.auction.tie == "order":
            raise ValueError("With ties to the earlier seat bidders are not alike: say what each has with Differing.")
        top = self.top
        if self.auction.reserve > top and not isinstance(self.worths, Estimated):
            raise ValueError(
                f"Nobody would bid the reserve of {self.auction.reserve}: no prize is worth more than {top} to anybody."
            )

    def _check_estimated(self) -> None:
        rule = self.auction
        if rule.loser_pays or rule.reserve or rule.step != 1 or rule.tie != "coin" or rule.prizes.count(1) != 1:
            raise ValueError("With estimates there is one unit, losers pay nothing, no reserve, step 1, ties by coin.")
        self.auction.places(self.bidders)

    @cached_property
    def places(self) -> tuple[tuple[Number, ...], ...]:
        """What each earning place is worth, one row per kind of bidder."""
        if isinstance(self.worths, Estimated):
            return ((0,),)
        return of_places(self.worths, self.auction, self.bidders)

    @cached_property
    def kinds(self) -> tuple[Any, ...]:
        """What the rows of a mix are for: the worth to all, the worth to each bidder, a private value, "estimate"."""
        if isinstance(self.worths, Private):
            return tuple(self.worths.chances)
        if isinstance(self.worths, Estimated):
            return ("estimate",)
        return tuple(row[0] if len(row) == 1 else row for row in self.places)

    @cached_property
    def shares(self) -> Array:
        """The chances of the kinds of which each bidder is one."""
        assert isinstance(self.worths, Private)
        return chances.numbers(self.worths.chances.values(), "Chances")

    @cached_property
    def how_many(self) -> Array:
        """How many bidders of each kind there are, on average."""
        if isinstance(self.worths, Private):
            return self.shares * self.bidders
        return np.array([1 if isinstance(self.worths, Differing) else self.bidders] * len(self.kinds), dtype=object)

    @cached_property
    def first(self) -> int:
        """What the first column of a mix stands for: 0, or with estimates the lowest bid measured from the estimate."""
        return -2 * self._spread - 1 if isinstance(self.worths, Estimated) else 0

    @cached_property
    def top(self) -> int:
        """The highest bid that anybody could gain with: the worth of the first place, rounded down, or the budget."""
        if isinstance(self.worths, Estimated):
            return self._spread
        step, worth = self.auction.step, max(int(row[0]) for row in self.places)
        budgets = self.worths.budgets if isinstance(self.worths, Differing) else (self.worths.budget,)
        limits = [budget for budget in budgets if budget is not None]
        limit = max(limits) if len(limits) == len(budgets) else None
        if self.auction.winner_pays == "own" or not self.auction.loser_pays:
            limit = worth if limit is None else min(worth, limit)
        if limit is None:
            raise ValueError("Where losers pay and winners pay the next bid only, no bid is too high: give budgets.")
        return limit // step * step

    @property
    def bids(self) -> NDArray[np.int64]:
        """What the columns of a mix stand for."""
        return np.arange(self.first, self.top + 1)

    def may_bid(self, columns: int) -> NDArray[np.bool_]:
        """Return which bids each kind may make, (kinds, columns): steps and budgets."""
        bids = np.arange(self.first, self.first + columns)
        free = np.broadcast_to(bids % self.auction.step == 0, (len(self.kinds), columns)).copy()
        if isinstance(self.worths, Differing):
            for row, budget in zip(free, self.worths.budgets, strict=True):
                row &= True if budget is None else bids <= budget
        elif not isinstance(self.worths, Estimated) and self.worths.budget is not None:
            free &= bids <= self.worths.budget
        return free

    def gather(self, mix: Array) -> Array:
        """Return what a bidder meets: the bids of all (1, B), of each (bidders, B), or of a rival of unknown value."""
        return (self.shares.astype(mix.dtype) @ mix)[None] if isinstance(self.worths, Private) else mix

    def outcomes(self, met: Array, beyond: int = 0) -> list[expected.Values]:
        """Return what every bid, in steps, brings each kind (Private: one entry, for a value of 1; Estimated: one, for
        a worth of 0 and every bid from the lowest with the lowest error on).

        met: as from `gather`. beyond: how many more bids are looked at."""
        if isinstance(self.worths, Estimated):
            return [self._estimated(met[0], beyond)]
        ask: dict[str, Any] = {"bids": np.arange(0, met.shape[1] + beyond, self.auction.step)}
        if self.extra is not None:
            ask |= {"extra": self.extra, "rival_extras": self.extra}
        if isinstance(self.worths, Differing):
            return [
                expected.values(self.auction, row, [*met[:seat], *met[seat + 1 :]], seat=seat, **ask)
                for seat, row in enumerate(self.places)
            ]
        units = [prize for prize in self.auction.prizes if prize]
        worth = self.places[0] if isinstance(self.worths, Known) else units
        return [expected.values(self.auction, worth, [met[0]] * (self.bidders - 1), **ask)]

    def gains(self, met: Array, beyond: int = 0) -> Array:
        """Return the expected gain of every bid to each kind, (kinds, B + beyond); −inf where it may not be made."""
        found, columns = self.outcomes(met, beyond), met.shape[1] + beyond
        if isinstance(self.worths, Private):
            paid = found[0].paid_winning + found[0].paid_losing
            rows = np.multiply.outer(np.array(self.kinds), found[0].prize) - paid
        elif isinstance(self.worths, Estimated):
            rows = self._by_error(found[0].value, columns)[None]
        else:
            rows = np.array([part.value for part in found])
        gains = np.full((len(self.kinds), columns), -np.inf, dtype=rows.dtype)
        gains[:, :: self.auction.step] = rows
        gains[~self.may_bid(columns)] = -np.inf
        return gains

    # --- estimates: bids are measured from the worth, which may be any number ----------------------------------------

    @cached_property
    def _spread(self) -> int:
        assert isinstance(self.worths, Estimated)
        return max(map(abs, self.worths.errors))

    def _estimated(self, row: Array, beyond: int) -> expected.Values:
        assert isinstance(self.worths, Estimated)
        errors = self.worths.errors
        least = min(errors)
        law = chances.numbers([errors.get(e, 0) for e in range(least, max(errors) + 1)], "Chances").astype(row.dtype)
        rival = np.convolve(row, law)  # column k: bids worth + first + least + k
        zero = -(self.first + least)  # the worth, where the lowest possible bid is 0
        bids = np.arange(len(rival) + beyond)
        return expected.values(self.auction, [zero], [rival] * (self.bidders - 1), bids=bids)

    def _by_error(self, values: Array, columns: int) -> Array:
        assert isinstance(self.worths, Estimated)
        least = min(self.worths.errors)
        exact = values.dtype == object
        weights = [(error, chance if exact else float(chance)) for error, chance in self.worths.errors.items()]
        parts = [chance * values[error - least :][:columns] for error, chance in weights]
        return sum(parts[1:], start=parts[0])
