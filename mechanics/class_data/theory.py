"""What theory says about a class round: how often every bid should come up, and what every bid was worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mechanics.class_data.lists import Person
from mechanics.class_data.round import Rule
from mechanics.theory import known_cdf

if TYPE_CHECKING:
    import pandas as pd


def counts(people: Iterable[Person], highest: int) -> list[int]:
    """Return how many people bid 0, 1, … highest; who made no bid is counted nowhere."""
    bids = [person.bid for person in people if person.bid is not None]
    return [bids.count(bid) for bid in range(highest + 1)]


def expected_counts(rule: Rule, bidders: int, highest: int) -> NDArray[np.float64]:
    """Return how many of the bidders should bid 0, 1, … highest scudi if all play the equilibrium.

    The equilibrium is the symmetric one in continuous bids, `theory.known_cdf`, rounded to the nearest whole bid: no
    bid from 0 to the worth of a prize gains or loses. Losers who pay nothing drive the price to the worth: all bids
    stand there. Raises ValueError if there are not more bidders than prizes."""
    edges = np.clip(np.arange(highest + 2) - 0.5, 0, rule.worth)
    below = known_cdf(edges, bidders, rule.worth, loser_pays=rule.loser_pays, prizes=rule.prizes)
    below[0] = 0.0
    return bidders * np.diff(below)


def theory_revenue(rule: Rule) -> int:
    """Return what all pay together on average in equilibrium: the worth of all prizes, since nobody gains."""
    return rule.worth * rule.prizes


def worth_of_bids(rule: Rule, rivals: Sequence[Sequence[Fraction | float]], highest: int) -> pd.DataFrame:
    """Return the worth of every whole bid 0 … highest against rivals, each a list of chances over bids 0, 1 …."""
    from mechanics.expected import bid_values

    return bid_values(rule.auction, (rule.worth,) * rule.prizes, rivals, bids=range(highest + 1))


def like_the_class(people: Sequence[Person]) -> list[list[float]]:
    """Return rivals who each bid as somebody of the class did, drawn by lot: one fewer than there are bidders."""
    bids = [person.bid for person in people if person.bid is not None]
    chances = [count / len(bids) for count in counts(people, max(bids))]
    return [chances] * (len(bids) - 1)


def at_random(people: Sequence[Person], highest: int) -> list[list[float]]:
    """Return as many rivals who take any bid from 0 to `highest` with equal chance."""
    bidders = sum(person.bid is not None for person in people)
    return [[1 / (highest + 1)] * (highest + 1)] * (bidders - 1)
