"""An equilibrium with its proof: the most that anybody could gain by leaving it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanics import chances, expected
from mechanics.auctions import Auction
from mechanics.chances import Array, Distribution, Number
from mechanics.equilibria.rules import Rules
from mechanics.worths import Differing, Estimated, Private, Worths, read


class NoEquilibrium(ValueError):
    """Nothing was found within the tolerance; the sentence says what was reached."""


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """What everybody does, what it brings, and the most that anybody could gain by doing something else.

    kinds: what the rows of `mix` are for (the worth to all, to each bidder, a private value, "estimate"). bids: (B,),
    what its columns stand for: whole bids from 0 on; with estimates the bid less the estimate. mix: (kinds, B) chances,
    Fractions (an object array) where they are exact. payoff: (kinds,) expected gains. revenue: what all pay together on
    average; with estimates less what the prize turns out to be worth. efficiency: expected worth to those who win, as a
    share of the most that it could be. regret: exact for exact chances, else within rounding of floats.
    found: how complete the list is from which this comes."""

    auction: Auction
    worths: Worths
    bidders: int
    kinds: tuple[Any, ...]
    bids: NDArray[np.int64]
    mix: Array
    payoff: Array
    revenue: Number
    efficiency: Number
    regret: Number
    found: str
    extra: Distribution | None = None

    @property
    def rules(self) -> Rules:
        """Return the auction with its bidders."""
        return Rules(self.auction, self.worths, self.bidders, self.extra)

    def __str__(self) -> str:
        rows = [f"{kind}: {_listed(self.bids, row)}" for kind, row in zip(self.kinds, self.mix, strict=True)]
        exact = "" if isinstance(self.regret, int | Fraction) else "about "
        return f"{'; '.join(rows)} (nobody gains more than {exact}{_short(self.regret)} by leaving it)"


def prove(rules: Rules, mix: Array, found: str) -> Equilibrium:
    """Return what a mix is worth, with its regret."""
    worth = rules.gains(rules.gather(mix), rules.auction.step)
    payoff = _payoff(worth, mix)
    revenue, efficiency = _sold(rules, mix)
    regret = _regret(rules, worth, payoff)
    bids = np.arange(rules.first, rules.first + mix.shape[1])
    about = rules.auction, rules.worths, rules.bidders, rules.kinds, bids, mix
    return Equilibrium(*about, payoff, revenue, efficiency, regret, found, rules.extra)


def regret(auction: Auction, worths: Any, bidders: int, mix: Any, *, extra: Distribution | None = None) -> Number:
    """Return the most that any bidder could gain on average by leaving `mix` while the others keep to it.

    mix: one row of chances over bids (or mapping, or sure bid) for each kind of bidder, or one for all; columns as in
    `Equilibrium.bids`. All whole bids (in steps) are tried, up to one above the highest. Exact for Fractions and ints.
    extra: what everybody adds in a second round; it is taken as given, leaving means to bid differently at first.
    Raises ValueError where the mix makes no sense for the auction."""
    rules = Rules(auction, read(worths, auction, bidders), bidders, extra)
    rows = read_mix(rules, mix)
    worth = rules.gains(rules.gather(rows), auction.step)
    return _regret(rules, worth, _payoff(worth, rows))


def against(equilibrium: Equilibrium, kind: int = 0) -> expected.Values:
    """Return what every bid brings a bidder of that kind whose rivals keep to the equilibrium, one bid above it too.

    With estimates: bids measured from the lowest bid that can occur, for a worth of 0 there (see `Rules.outcomes`)."""
    rules = equilibrium.rules
    if not 0 <= kind < len(rules.kinds):
        raise ValueError(f"The kinds of bidders are 0 to {len(rules.kinds) - 1}; {kind} is not one.")
    if isinstance(rules.worths, Private):
        (mean,) = rules.gather(equilibrium.mix)
        bids = np.arange(0, len(mean) + rules.auction.step, rules.auction.step)
        return expected.values(rules.auction, rules.places[kind], [mean] * (rules.bidders - 1), bids=bids)
    return rules.outcomes(equilibrium.mix, rules.auction.step)[kind]


def read_mix(rules: Rules, mix: Any) -> Array:
    """Return a mix as rows over bids, exact if all of it is."""
    rows = mix if isinstance(mix, np.ndarray) and mix.ndim == 2 else _rows(mix, len(rules.kinds))
    if len(rows) != len(rules.kinds):
        raise ValueError(f"Give one row of chances for each of {len(rules.kinds)} kinds of bidders, not {len(rows)}.")
    read_rows = [chances.read(row, f"the bids of kind {k}") for k, row in enumerate(rows, 1)]
    exact = chances.all_exact(read_rows)
    columns = max(rules.top - rules.first + 1, *map(len, read_rows))
    full = np.zeros((len(read_rows), columns), dtype=object if exact else float)
    for line, row in zip(full, read_rows, strict=True):
        line[: len(row)] = row
    if (full[~rules.may_bid(columns)] != 0).any():
        raise ValueError(f"Some of these bids may not be made: budgets, or steps of {rules.auction.step}.")
    return full


def _rows(mix: Any, kinds: int) -> list[Any]:
    if not isinstance(mix, Mapping) and kinds > 1 and all(type(part) is int for part in mix) and len(mix) == kinds:
        return list(mix)
    one = isinstance(mix, int | Mapping) or all(not isinstance(part, Sequence | Mapping | np.ndarray) for part in mix)
    return [mix] * kinds if one else list(mix)


def _payoff(worth: Array, mix: Array) -> Array:
    used = mix != 0
    return np.array([row[: len(p)][u] @ p[u] for row, p, u in zip(worth, mix, used, strict=True)], dtype=worth.dtype)


def _regret(rules: Rules, worth: Array, payoff: Array) -> Number:
    most = max(max(worth[k]) - payoff[k] for k, count in enumerate(rules.how_many) if count)
    return max(most, 0 * most)


def _sold(rules: Rules, mix: Array) -> tuple[Number, Number]:
    """Return the revenue and the efficiency."""
    found, count = rules.outcomes(rules.gather(mix)), rules.how_many
    used = mix[:, :: rules.auction.step]
    if isinstance(rules.worths, Estimated):
        return -rules.bidders * _payoff(rules.gains(mix), mix)[0], 1
    if isinstance(rules.worths, Private):
        mean = rules.shares @ used
        revenue = rules.bidders * (mean @ (found[0].paid_winning + found[0].paid_losing))
        rows = zip(count, rules.kinds, used, strict=True)
        worth = sum(each * value * (row @ found[0].prize) for each, value, row in rows)
    else:
        each_kind = list(zip(count, used, found, strict=True))
        revenue = sum(each * (row @ (part.paid_winning + part.paid_losing)) for each, row, part in each_kind)
        worth = sum(each * (row @ part.worth) for each, row, part in each_kind)
    most = _most(rules)
    return revenue, worth / most if most else 1


def _most(rules: Rules) -> Number:
    """Return the worth to the winners if the prizes always went to whom they are worth most."""
    if isinstance(rules.worths, Private):
        return _of_best_values(rules)
    if isinstance(rules.worths, Differing):
        from scipy.optimize import linear_sum_assignment

        table = np.array(rules.places, dtype=object)
        bidders, places = linear_sum_assignment(-table.astype(float))
        return sum(table[bidders, places])
    return sum(rules.places[0])


def _of_best_values(rules: Rules) -> Number:
    """Return Σ_j prize_j · E[j-th highest value]; that mean sums the chance of j or more values ≥ t over t ≥ 1."""
    total: Number = 0
    above = rules.shares * 0 + [sum(rules.shares[k:]) for k in range(len(rules.shares))]
    steps = np.diff([0, *rules.kinds])
    n = rules.bidders
    for j, prize in enumerate((p for p in rules.auction.prizes if p), 1):
        fewer = sum(comb(n, k) * above**k * (1 - above) ** (n - k) for k in range(j))
        total += prize * (steps @ (1 - fewer))
    return total


def _listed(bids: NDArray[np.int64], row: Array) -> str:
    return ", ".join(f"{bid} with {_short(chance)}" for bid, chance in zip(bids, row, strict=True) if chance)


def _short(number: Number) -> str:
    return f"{number:.4g}" if isinstance(number, float) else str(number)
