"""One sealed auction of a whole class: who wins, who pays what, and one sentence on each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from zlib import crc32

import numpy as np

from mechanics.auctions import HALF, Auction, settle
from mechanics.class_data.lists import MOST, Person

SHARES = {Fraction(0): "nothing", HALF: "half of it, rounded down", Fraction(1): "all of it"}
DEAREST = 300  # scudi that a prize may be worth


@dataclass(frozen=True)
class Rule:
    """What is sold to the class: equal prizes, worth the same to everybody, the highest bids win them.

    Winners pay their bid, losers a share of theirs, rounded down. A bid of 0 never wins; ties are decided by a coin,
    drawn from the seed and the name. Raises ValueError with what is allowed."""

    worth: int = 20
    prizes: int = 1
    loser_pays: Fraction = HALF
    seed: int = 1

    def __post_init__(self) -> None:
        limits = (("worth", "prize's worth", 1, DEAREST), ("prizes", "number of prizes", 1, MOST - 1))
        for field, what, low, high in (*limits, ("seed", "seed", 0, 2**32 - 1)):
            value = getattr(self, field)
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"The {what} is a whole number from {low} to {high}; {value!r} is not.")
        if self.loser_pays not in SHARES:
            raise ValueError(f"Losers pay 0, 1/2 or all (1) of their bids; {self.loser_pays} is not one of these.")

    @property
    def auction(self) -> Auction:
        """The rule as the auction that decides it."""
        return Auction((1,) * self.prizes, Fraction(self.loser_pays), reserve=1, tie="coin")

    def __str__(self) -> str:
        count = "one prize" if self.prizes == 1 else f"{self.prizes} equal prizes"
        each = "" if self.prizes == 1 else " each"
        return (
            f"{count} worth {self.worth} scudi{each} to everybody; the highest bids win and are paid; "
            f"who bids and does not win pays {SHARES[self.loser_pays]}; a bid of 0 never wins; a coin decides ties"
        )


@dataclass(frozen=True)
class Line:
    """What came of one person's bid: place (None without a bid), won or not, payment, result, and why."""

    name: str
    bid: int | None
    place: int | None
    won: bool
    paid: int
    result: int
    why: str


def score(people: Sequence[Person], rule: Rule) -> tuple[Line, ...]:
    """Return one line a person, in the order of the list; who made no bid takes no part and pays nothing.

    Raises ValueError if there are not more bids than prizes: then nobody would have to bid against anybody."""
    bidders = [person for person in people if person.bid is not None]
    if len(bidders) <= rule.prizes:
        needed, there = rule.prizes + 1, len(bidders) or "none"
        raise ValueError(f"For {_count(rule.prizes, 'prize')} at least {needed} bids are needed; there {_are(there)}.")
    bids = [int(person.bid or 0) for person in bidders]
    done = settle(bids, None, coin(bidders, rule.seed), rule.auction)
    tied = _tied_at(bids, done.prize.tolist())
    facts = zip(bidders, done.place.tolist(), done.prize.tolist(), done.paid.tolist(), strict=True)
    lines = {person.name: _line(person, rule, (place, prize, paid), tied) for person, place, prize, paid in facts}
    return tuple(lines.get(person.name) or _missing(person) for person in people)


def coin(people: Iterable[Person], seed: int) -> list[int]:
    """Return who goes before whom in a tie: it depends on seed and name alone, not on the order of the list."""
    keys = [float(np.random.default_rng([seed, crc32(person.name.encode())]).random()) for person in people]
    order = np.argsort(keys, kind="stable")
    return [int(place) for place in np.argsort(order)]


def revenue(lines: Iterable[Line]) -> int:
    """Return what all paid together."""
    return sum(line.paid for line in lines)


def _tied_at(bids: Sequence[int], prizes: Sequence[int]) -> int | None:
    """Return the bid at which a coin had to decide: one that both won and lost."""
    won = {bid for bid, prize in zip(bids, prizes, strict=True) if prize}
    lost = {bid for bid, prize in zip(bids, prizes, strict=True) if bid and not prize}
    return next(iter(won & lost), None)


def _line(person: Person, rule: Rule, fact: tuple[int, int, int], tied: int | None) -> Line:
    place, prize, paid = fact
    won, bid = prize > 0, person.bid
    result = (rule.worth if won else 0) - paid
    why = _why_won(person, rule, paid, bid == tied) if won else _why_lost(person, rule, paid, bid == tied)
    return Line(person.name, bid, place, won, paid, result, why)


def _why_won(person: Person, rule: Rule, paid: int, tied: bool) -> str:
    how = ", won the coin and with it" if tied else ", won"
    return f"{person.name} bid {person.bid}{how} a prize worth {rule.worth} and pays the whole bid: {paid}."


def _why_lost(person: Person, rule: Rule, paid: int, tied: bool) -> str:
    if person.bid == 0:
        return f"{person.name} bid 0: that never wins and costs nothing."
    lost = f"{person.name} bid {person.bid}, {'lost the coin' if tied else 'did not win'}"
    if rule.loser_pays == 0:
        return f"{lost} and pays nothing."
    return f"{lost} and still pays {SHARES[rule.loser_pays]}: {paid}."


def _missing(person: Person) -> Line:
    why = f"{person.name} made no bid, takes no part and pays nothing (this is not a bid of 0)."
    return Line(person.name, None, None, False, 0, 0, why)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _are(number: int | str) -> str:
    return f"is {number}" if number == 1 else f"are {number}"
