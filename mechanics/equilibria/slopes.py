"""What bids bring, and how that changes with the bids of others: floats, for Newton's steps."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanics.auctions import share_down
from mechanics.equilibria.rules import Rules
from mechanics.worths import Known, Private

Floats = NDArray[np.float64]
NUDGE = 1e-7


def gains_and_slopes(rules: Rules, met: Floats) -> tuple[Floats, Floats]:
    """Return the gains (kinds, B) and their slopes (kinds, B, met.size), also for chances that do not add up to one.

    −inf where a bid may not be made, with slope 0."""
    smooth = rules.auction.tie == "coin" and rules.auction.winner_pays == "own"
    if smooth and isinstance(rules.worths, Known | Private):
        return _from_formula(rules, met[0])
    return _from_differences(rules, met)


def _from_formula(rules: Rules, met: Floats) -> tuple[Floats, Floats]:
    """Use that a bid wins as the mean of a polynomial between the chance to be below it and not above it."""
    bids, up = np.arange(len(met)), met.cumsum()
    below, able = up - met, bids >= rules.auction.reserve
    lost = share_down(bids, rules.auction.loser_pays)
    worth = rules.places[0] if isinstance(rules.worths, Known) else [prize for prize in rules.auction.prizes if prize]
    prize, win = (means(rules.bidders, row, up, below) for row in (list(map(float, worth)), [1.0] * len(worth)))
    triangle = np.tri(len(met))
    parts = [
        (mean * able, able[:, None] * (by_up[:, None] * triangle + by_below[:, None] * (triangle - np.eye(len(met)))))
        for mean, by_up, by_below in (prize, win)
    ]
    values = np.array(rules.kinds, dtype=float)[:, None] if isinstance(rules.worths, Private) else np.ones((1, 1))
    gains = values * parts[0][0] - (bids - lost) * parts[1][0] - lost
    slopes = values[:, :, None] * parts[0][1] - (bids - lost)[:, None] * parts[1][1]
    free = rules.may_bid(len(met))
    return np.where(free, gains, -np.inf), slopes * free[:, :, None]


def in_powers(bidders: int, worth: Sequence[Any]) -> list[Any]:
    """Return what the place is worth, as coefficients of 1, q, q² …, if each rival is below with chance q.

    The place is k if k − 1 of the others are above: a binomial chance, written out."""
    others = bidders - 1
    powers: list[Any] = [0] * bidders
    for above, part in enumerate(worth):
        for j in range(above + 1):
            powers[others - above + j] += part * comb(others, above) * comb(above, j) * (-1) ** j
    return powers


def means(bidders: int, worth: list[float], up: Floats, below: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the mean worth of the place between `below` and `up`, and its slopes in both.

    The mean of q^m between the two is Σ_j up^j·below^(m−j)/(m+1)."""
    mean, slope, other = (np.zeros_like(up) for _ in range(3))
    ups, belows = (np.array([x**m for m in range(bidders)]) for x in (up, below))
    for m, power in enumerate(in_powers(bidders, worth)):
        for j in range(m + 1):
            part = power / (m + 1)
            mean += part * ups[j] * belows[m - j]
            if j:
                slope += part * j * ups[j - 1] * belows[m - j]
                other += part * j * belows[j - 1] * ups[m - j]
    return mean, slope, other


def _from_differences(rules: Rules, met: Floats) -> tuple[Floats, Floats]:
    """Nudge one chance after the other; what is worth something is proportional to products of the rivals' chances."""
    base = _scaled(rules, met)
    free = np.isfinite(base)
    slopes = np.zeros((*base.shape, met.size))
    for k in range(met.size):
        nudged = met.copy()
        nudged.flat[k] += NUDGE
        slopes[..., k] = np.where(free, (_scaled(rules, nudged) - np.where(free, base, 0)) / NUDGE, 0)
    return base, slopes


def _scaled(rules: Rules, met: Floats) -> Floats:
    """Return the gains against rows of chances made to add up to one."""
    rows = np.maximum(met, 0)
    return rules.gains(rows / rows.sum(axis=1, keepdims=True))
