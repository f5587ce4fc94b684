"""The stairs of a distribution of values, the continuous bid line over them, and the mix between borders on them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanics.equilibria.rules import Rules
from mechanics.equilibria.slopes import Floats, means
from mechanics.worths import Known


class Stairs(NamedTuple):
    """The stairs of a distribution: tread i is 2i ≤ s ≤ 2i + 1 (value i), riser i is 2i + 1 ≤ s ≤ 2i + 2.

    slant: from 1 (a ramp through the middles of the treads) down to 0 (the stairs themselves)."""

    values: Floats
    up: Floats  # chance of a value of at most each
    slant: float = 0.0

    def at(self, s: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return F and the value at s, and their slopes."""
        shares, rises = np.diff(self.up, prepend=0), np.diff(self.values, append=self.values[-1])
        step = np.clip(np.floor(s), 0, 2 * len(self.values) - 2).astype(int)
        part, i, tread = s - step, step // 2, step % 2 == 0
        chance = np.where(tread, self.up[i] - shares[i] * (1 - part), self.up[i])
        value = np.where(tread, self.values[i], self.values[i] + rises[i] * part)
        flat = (chance, value, np.where(tread, shares[i], 0.0), np.where(tread, 0.0, rises[i]))
        middle, ends = self.up - shares / 2, (shares[0] / 2, shares[-1] / 2)
        (ramp, by_chance), (height, by_value) = self._ramp(s, middle, *ends), self._ramp(s, self.values, 0.0, 0.0)
        slanted = (ramp, height, by_chance, by_value)
        mixed = [(1 - self.slant) * x + self.slant * y for x, y in zip(flat, slanted, strict=True)]
        return mixed[0], mixed[1], mixed[2], mixed[3]

    def _ramp(self, s: Floats, heights: Floats, before: float, after: float) -> tuple[Floats, Floats]:
        points = np.concatenate([[0.0], 2 * np.arange(len(heights)) + 0.5, [2 * len(heights) - 1.0]])
        heights = np.concatenate([[heights[0] - before], heights, [heights[-1] + after]])
        i = np.clip(np.searchsorted(points, s, side="right") - 1, 0, len(points) - 2)
        slope = (np.diff(heights) / np.diff(points))[i]
        return heights[i] + slope * (s - points[i]), slope

    def where(self, chance: Floats) -> Floats:
        """Return s on the treads for chances from 0 to 1."""
        i = np.minimum(np.searchsorted(self.up, chance), len(self.up) - 1)
        share = np.diff(self.up, prepend=0)[i]
        return 2 * i + 1 - np.clip((self.up[i] - chance) / share, 0, 1)


def stairs_of(rules: Rules) -> Stairs:
    """Return the values as a ramp; with a known worth there is one value, 1, and places count as its multiples."""
    known = isinstance(rules.worths, Known)
    values, shares = ([1.0], [1.0]) if known else (rules.kinds, rules.shares)
    return Stairs(np.array(values, dtype=float), np.cumsum(np.array(shares, dtype=float)), 1.0)


def bids_of(rules: Rules) -> NDArray[np.int64]:
    """Return the bids that can win, and 0, which stays out, below a reserve."""
    bids = np.arange(0, rules.top + 1, rules.auction.step)
    return bids[(bids >= rules.auction.reserve) | (bids == 0)]


def bid_line(rules: Rules, stairs: Stairs, bids: NDArray[np.int64], shift: float) -> Floats:
    """Return the chance to bid at most each bid (to the nearest) if bids were continuous and values too.

    By revenue equivalence a value pays v·W − ∫W on average, W being the units that its rank brings."""
    q = np.linspace(0, 1, 2001)
    values = np.interp(q, stairs.up - np.diff(stairs.up, prepend=0) / 2, stairs.values)
    units, win = _ranks(rules, q)
    able = values * unit_worth(rules)[0] >= rules.auction.reserve
    gained = np.concatenate([[0], np.cumsum((units[1:] + units[:-1]) / 2 * np.diff(values) * able[1:])])
    share = float(rules.auction.loser_pays)
    line = np.where(able, (values * units - gained) / np.maximum(win + share * (1 - win), 1e-12), 0.0)
    line = np.maximum.accumulate(line)
    edges = np.append(bids[:-1] + shift * np.diff(bids), np.inf)
    return np.array([q[line <= edge].max(initial=0.0) for edge in edges])


def unit_worth(rules: Rules) -> list[float]:
    """Return what the places bring for each unit of value."""
    known = isinstance(rules.worths, Known)
    return [float(x) for x in (rules.places[0] if known else rules.auction.prizes) if x]


def _ranks(rules: Rules, q: Floats) -> tuple[Floats, Floats]:
    worth = unit_worth(rules)
    units, _, _ = means(rules.bidders, worth, q, q)
    win, _, _ = means(rules.bidders, [1.0] * len(worth), q, q)
    return units, win


def mix_between(rules: Rules, stairs: Stairs, bids: NDArray[np.int64], s: Floats) -> Floats:
    """Return which chances of each value's bids lie between which borders."""
    cut = np.concatenate([[0.0], stairs.at(s)[0], [1.0]])
    low, high = np.append(0.0, stairs.up[:-1]), stairs.up
    part = np.minimum(high[:, None], cut[1:]) - np.maximum(low[:, None], cut[:-1])
    mix = np.zeros((len(stairs.values), rules.top + 1))
    mix[:, bids] = np.maximum(part, 0)
    return mix / mix.sum(axis=1, keepdims=True)
