"""The table of the first bid: one round by one rule between you and robots, and what every bid is worth in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np
import pandas as pd

from mechanics.auctions import Auction, settle
from mechanics.class_data import Line, Person, Rule, score
from mechanics.class_data.round import coin
from mechanics.expected import bid_values

YOU = "You"
MOST = 5  # bidders; as many seats have a mark of their own


@dataclass(frozen=True)
class Table:
    """One round: what is sold by which rule, the purse that limits your bid, how many bid with you, and whether the
    winner pays his own bid or the next one."""

    rule: Rule
    purse: int
    bidders: int
    winner_pays: Literal["own", "next"] = "own"

    def __post_init__(self) -> None:
        for what, value, low, high in (("purse", self.purse, 1, 99), ("number of bidders", self.bidders, 2, MOST)):
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"The {what} is a whole number from {low} to {high}; {value!r} is not.")

    @property
    def auction(self) -> Auction:
        """The auction that decides it."""
        return replace(self.rule.auction, winner_pays=self.winner_pays)

    def paying(self, share: Fraction, winner_pays: Literal["own", "next"] | None = None) -> Table:
        """Return the same round with another share of the bid for those who lose, and another price for the winner."""
        rule = replace(self.rule, loser_pays=share)
        return replace(self, rule=rule, winner_pays=winner_pays or self.winner_pays)

    @property
    def robots(self) -> tuple[Person, ...]:
        """The robots and their bids: each whole bid from 0 to the worth of the lot equally likely, by the seed."""
        rng = np.random.default_rng(self.rule.seed)
        bids = rng.integers(0, self.rule.worth, endpoint=True, size=self.bidders - 1).tolist()
        return tuple(Person(f"Robot {letter}", bid) for letter, bid in zip("ABCD", bids, strict=False))

    def play(self, mine: int) -> tuple[Line, ...]:
        """Return what comes of your bid and theirs, you first."""
        people = (Person(YOU, mine), *self.robots)
        lines = score(people, self.rule)
        if self.winner_pays == "own":
            return lines
        bids = [line.bid or 0 for line in lines]
        paid = settle(bids, None, coin(people, self.rule.seed), self.auction).paid.tolist()
        return tuple(_at_the_next_bid(line, price, bids) for line, price in zip(lines, paid, strict=True))

    def worths(self) -> pd.DataFrame:
        """Return the exact worth of every bid that the purse allows against such robots."""
        robot = [Fraction(1, self.rule.worth + 1)] * (self.rule.worth + 1)
        return bid_values(self.auction, self.rule.worth, [robot] * (self.bidders - 1), bids=range(self.purse + 1))


def _at_the_next_bid(line: Line, paid: int, bids: list[int]) -> Line:
    """Return what came of a bid where the winner pays the next one; nothing changes for the others."""
    if not line.won:
        return line
    which = "the next bid" if paid == sorted(bids)[-2] else "the lowest bid that wins"
    why = f"{line.why.partition(' and pays ')[0]} and pays {which}: {paid}."
    return replace(line, paid=paid, result=line.result + line.paid - paid, why=why)
