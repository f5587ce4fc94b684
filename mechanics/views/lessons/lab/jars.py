"""A jar of coins of unknown worth: every bidder has an estimate only, and the highest bid wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from mechanics.auctions import Auction, settle

RULE = Auction((1,), loser_pays=0)
LEAST, MOST, WIDEST = 100, 200, 50  # worth of a jar, and the largest error: far enough from 0
YOU = "You"
ROBOTS = {"naive": "bid what they estimate", "careful": "bid {error} less than they estimate"}


class Jar(NamedTuple):
    """One jar before anybody bids: its worth (nobody knows it), the estimates, yours first, and the robots' bids."""

    worth: int
    estimates: tuple[int, ...]
    bids: tuple[int, ...]


class Sale(NamedTuple):
    """What came of a jar: all bids, yours first; who won (a place in the list) and what the winner gained."""

    jar: Jar
    bids: tuple[int, ...]
    winner: int
    gain: int

    @property
    def names(self) -> tuple[str, ...]:
        """What the bidders are called."""
        return (YOU, *(f"Robot {chr(65 + k)}" for k in range(len(self.bids) - 1)))


@dataclass(frozen=True)
class Table:
    """Who bids for jars: how many bidders with you, how far off an estimate can be, what the robots do.

    robots: "naive" or "careful". number: which jar of the seed. Raises ValueError with what is allowed."""

    bidders: int = 4
    error: int = 20
    robots: str = "naive"
    seed: int = 1
    number: int = 1

    def __post_init__(self) -> None:
        for what, value, low, high in (
            ("number of bidders", self.bidders, 2, 16), ("largest error", self.error, 1, WIDEST),
            ("seed", self.seed, 0, 2**32 - 1),
        ):  # fmt: skip
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"The {what} is a whole number from {low} to {high}; {value!r} is not.")
        if self.robots not in ROBOTS:
            raise ValueError(f"The robots are one of: {', '.join(ROBOTS)}; {self.robots!r} is not.")

    @property
    def shade(self) -> int:
        """How much less than their estimates the robots bid: in equilibrium the largest error (Wilson 1977)."""
        return self.error if self.robots == "careful" else 0

    @property
    def jar(self) -> Jar:
        """The jar that is on sale; the same seed and number give the same jar."""
        rng = np.random.default_rng([self.seed, self.number])
        worth = int(rng.integers(LEAST, MOST + 1))
        errors = rng.integers(-self.error, self.error + 1, size=self.bidders)
        estimates = tuple((worth + errors).tolist())
        return Jar(worth, estimates, tuple(estimate - self.shade for estimate in estimates[1:]))

    @property
    def next(self) -> Table:
        """The same bidders before the next jar."""
        return replace(self, number=self.number + 1)

    def sell(self, mine: int) -> Sale:
        """Return what comes of your bid; ties by a coin that the seed repeats."""
        jar, coin = self.jar, np.random.default_rng([self.seed, self.number, 1]).permutation(self.bidders)
        bids = (mine, *jar.bids)
        result = settle(bids, None, coin, RULE)
        winner = int(result.prize.argmax())
        return Sale(jar, bids, winner, jar.worth - int(result.paid[winner]))

    def __str__(self) -> str:
        robots = self.bidders - 1
        who = "1 robot estimates it too" if robots == 1 else f"{robots} robots estimate it too"
        return f"{who}; they {ROBOTS[self.robots].format(error=self.error)}"
