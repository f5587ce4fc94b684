"""All symmetric equilibria of bidders who are alike, by walking up the bids.

Where ties go by coin and winners pay their own bid, what a bid is worth depends on two numbers only: the chance L
that a rival stays below it and the chance F that he does not go above. With g(q) what the bid brings if each rival is
below with chance q, the bid is worth the mean of g between L and F. So one unknown decides everything from the lowest
bid up (the payoff; or, where a reserve lets bidders stay out for nothing, the chance that they do): a bid in use must
be worth the payoff, which gives the next F; a bid not in use must not be worth more, which ends most walks early; and F
must come out as 1 at the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from mechanics.auctions import share_down
from mechanics.equilibria.rules import Rules
from mechanics.equilibria.slopes import in_powers

Support = tuple[int, ...]  # positions in the list of bids


class Found(NamedTuple):
    """Where F reaches 1 on a support: at one value of the unknown, or at all from low to high (a family)."""

    support: Support
    low: Any
    high: Any


class Track:
    """The bids that can win, what each brings, and what the unknown x stands for.

    staying_out: "never" (x is the payoff), or "for nothing" (the payoff is 0, x is the chance of staying out)."""

    def __init__(self, rules: Rules, staying_out: str) -> None:
        self.rules, self.stays = rules, staying_out == "for nothing"
        step, least = rules.auction.step, rules.auction.reserve
        self.bids = [bid for bid in range(0, rules.top + 1, step) if bid >= least]
        self.best = rules.places[0][0]

    @cached_property
    def gains(self) -> list[list[Any]]:
        """g of each bid, as the coefficients of 1, q, q² …"""
        return [_gain(self.rules, bid) for bid in self.bids]

    @property
    def highest(self) -> Any:
        """The highest value of x: all share the prizes for nothing, or all stay out."""
        return (
            1
            if self.stays
            else sum((Fraction(worth) for worth in self.rules.places[0]), Fraction(0)) / self.rules.bidders
        )

    def payoff(self, x: Any) -> Any:
        """Return the payoff at x."""
        return 0 * x if self.stays else x

    def start(self, x: Any) -> Any:
        """Return the chance to stay out at x."""
        return x if self.stays else 0 * x

    def flat(self, i: int) -> bool:
        """Say whether bid i brings the same whatever the others do: then it can only be the last one in use."""
        return not any(self.gains[i][1:])

    def sure(self, i: int) -> Any:
        """Return what bid i brings if it wins for sure."""
        return self.best - self.bids[i]


def tracks(rules: Rules) -> list[Track]:
    """Return the tracks to walk: a second one where a reserve lets bidders stay out."""
    return [Track(rules, "never"), *([Track(rules, "for nothing")] if rules.auction.reserve else [])]


def _gain(rules: Rules, bid: int) -> list[Any]:
    lost = share_down(bid, rules.auction.loser_pays)
    powers = in_powers(rules.bidders, [worth - bid + lost for worth in rules.places[0]])
    return [powers[0] - lost, *powers[1:]]


# --- two bidders: F is a line in x, and everything is exact ---------------------------------------------------------


class Line(NamedTuple):
    """The number at + slope·x."""

    at: Fraction
    slope: Fraction


class Span(NamedTuple):
    """The values of x that are still possible; none if low is above high."""

    low: Fraction
    high: Fraction

    def where(self, at: Fraction, slope: Fraction) -> Span:
        """Return the part in which at + slope·x is not negative."""
        if not slope:
            return self if at >= 0 else Span(self.high + 1, self.high)
        zero = -at / slope
        return Span(max(self.low, zero), self.high) if slope > 0 else Span(self.low, min(self.high, zero))


def walk_exactly(track: Track) -> Iterator[Found]:
    """Yield all supports of two bidders on which F reaches 1, in Fractions."""
    one, none = Line(Fraction(0), Fraction(1)), Line(Fraction(0), Fraction(0))
    payoff, start = (none, one) if track.stays else (one, none)
    span = Span(Fraction(0), Fraction(track.highest))
    if track.stays and track.sure(0) <= 0:
        yield Found((), Fraction(1), Fraction(1))
    stack: list[tuple[int, Line, Span, Support]] = [(0, start, span, ())]
    while stack:
        i, below, span, support = stack.pop()
        if i == len(track.bids):
            continue
        const, rise = track.gains[i]
        span = span.where(track.sure(i) - payoff.at, -payoff.slope)
        span = span.where(payoff.at - const - rise * below.at, payoff.slope - rise * below.slope)
        if span.low > span.high:
            continue
        stack.append((i + 1, below, span, support))
        used = (*support, i)
        if not rise:
            at = span.where(const - payoff.at, -payoff.slope).where(payoff.at - const, payoff.slope)
            yield from [Found(used, *at)] if at.low <= at.high else []
            continue
        up = Line(2 * (payoff.at - const) / rise - below.at, 2 * payoff.slope / rise - below.slope)
        span = span.where(1 - up.at, -up.slope)
        if span.low <= span.high and any(up.at + up.slope * x > below.at + below.slope * x for x in span):
            stack.append((i + 1, up, span, used))
            ends = span.where(up.at - 1, up.slope)
            if i + 1 < len(track.bids):
                ends = ends.where(payoff.at - track.sure(i + 1), payoff.slope)
            yield from [Found(used, *ends)] if ends.low <= ends.high else []


def chances_on(track: Track, support: Support, x: Any) -> list[Any]:
    """Return the chances of the bids 0 … top of two bidders at x."""
    below, mix = track.start(x), [Fraction(0)] * (track.rules.top + 1)
    mix[0] += below
    for i in support:
        const, rise = track.gains[i]
        up = 2 * (track.payoff(x) - const) / rise - below if rise else Fraction(1)
        mix[track.bids[i]] += up - below
        below = up
    return mix
