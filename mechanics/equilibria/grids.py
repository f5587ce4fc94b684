"""The walk of `walks` for three bidders and more: many values of the unknown at once, in floats.

A cell between two neighbouring values stays in the walk while no condition fails at both of its ends. Where F − 1
changes its sign within a cell, the cell is divided until nothing is left of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanics.equilibria.walks import Track

Floats = NDArray[np.float64]
Cells = NDArray[np.bool_]
Steps = tuple[tuple[int, int], ...]  # position of a bid in use, and which of several solutions for F is taken there
POINTS, FINER, TIMES = 200, 65, 3  # values of x; values within a cell, and how often it is divided
SCAN = np.linspace(0, 1.25, 51)  # where several solutions for F are looked for
MOST, MOST_BIDS = 1500, 40  # supports that are looked at, and of how many bids
EPS, LEVEL, TINY = (
    1e-12,
    1e-11,
    1e-6,
)  # rounding; F is 1 all along; the smallest chance of staying out (none at all is a walk of its own)


class TooMany(Exception):
    """There are too many supports to look at all of them."""


class Walk(NamedTuple):
    """How far a walk has come: the next bid, F so far at each x, which cells are alive, the bids in use."""

    i: int
    below: Floats
    xs: Floats
    alive: Cells
    used: Steps

    def where(self, holds: Cells) -> Walk | None:
        """Return the walk with those cells only at one end of which a condition holds; None if there is none."""
        alive = self.alive & (holds[:-1] | holds[1:])
        kept = np.flatnonzero(alive)
        if not len(kept):
            return None
        first, last = kept[0], kept[-1] + 1
        return Walk(self.i, self.below[first : last + 1], self.xs[first : last + 1], alive[first:last], self.used)


Ends = Iterator[tuple[Steps, float, float]]


def walk_grid(track: Track) -> Ends:
    """Yield the supports on which F reaches 1, and at which x, or from which x to which (about); TooMany if there are
    too many to look at."""
    if len(track.bids) > MOST_BIDS:
        raise TooMany
    xs = np.linspace(TINY if track.stays else 0.0, float(track.highest), POINTS)
    if track.stays and track.sure(0) <= 0:
        yield (), 1.0, 1.0
    stack = [Walk(0, track.start(xs), xs, np.ones(POINTS - 1, bool), ())]
    for _ in range(MOST):
        if not stack:
            return
        walk = stack.pop()
        if walk.i < len(track.bids):
            here = walk.where(track.payoff(walk.xs) <= float(track.sure(walk.i)) + EPS)
            if here:
                stack += _unused(track, here)
                yield from _used(track, here, stack)
    raise TooMany


def chances_at(track: Track, used: Steps, x: float) -> Floats:
    """Return the chances of the bids 0 … top at x."""
    mix = np.zeros(track.rules.top + 1)
    last = mix[0] = track.start(x)
    for (i, _), up in zip(used, _follow(track, used, np.array([x])), strict=True):
        mix[track.bids[i]] += up[0] - last
        last = up[0]
    return mix


def _unused(track: Track, walk: Walk) -> list[Walk]:
    """Leave the bid out: it must not be worth more than the payoff."""
    worth = np.polynomial.polynomial.polyval(walk.below, track.gains[walk.i])
    kept = walk.where(worth <= track.payoff(walk.xs) + EPS)
    return [kept._replace(i=walk.i + 1)] if kept else []


def _used(track: Track, walk: Walk, stack: list[Walk]) -> Ends:
    """Use the bid: go on with the F that makes it worth the payoff, and yield where that F is 1."""
    if track.flat(walk.i):
        at = float(track.gains[walk.i][0])
        if not track.stays and at in walk.xs[np.flatnonzero(walk.alive)]:
            yield (*walk.used, (walk.i, 0)), at, at
        return
    for branch, up in enumerate(_next(track.gains[walk.i], walk.below, track.payoff(walk.xs))):
        used = (*walk.used, (walk.i, branch))
        on = Walk(walk.i + 1, up, walk.xs, walk.alive, used).where(up >= walk.below[: len(up)] - EPS)
        if on:
            yield from _ends(track, on)
            further = on.where(on.below <= 1)
            stack += [further] if further else []


def _ends(track: Track, walk: Walk) -> Ends:
    """Yield x where F is 1 and the next bid, which would win for sure, is not worth more than the payoff."""
    beaten = float(track.sure(walk.i)) if walk.i < len(track.bids) else -np.inf
    level = np.abs(walk.below - 1) < LEVEL
    if level.sum() > 2:
        yield walk.used, *walk.xs[np.flatnonzero(level)[[0, -1]]].tolist()
    for k in np.flatnonzero(walk.alive & _crossing(walk.below - 1) & ~(level[:-1] & level[1:])):
        if track.payoff(walk.xs[k + 1]) >= beaten - EPS:
            x = _divided(track, walk.used, *walk.xs[k : k + 2])
            if x is not None and track.payoff(x) >= beaten - EPS:
                yield walk.used, x, x


def _divided(track: Track, used: Steps, low: float, high: float) -> float | None:
    """Return the x between low and high at which F is 1 (None: it jumps there, or has no value)."""
    for _ in range(TIMES):
        xs = np.linspace(low, high, FINER)
        gap = _follow(track, used, xs)[-1] - 1
        crossings = np.flatnonzero(_crossing(gap))
        if not len(crossings):
            return None
        k = crossings[0]
        low, high = xs[k : k + 2]
    fall = gap[k + 1] - gap[k]
    return float(low if not fall else low - gap[k] * (high - low) / fall)


def _crossing(gap: Floats) -> Cells:
    with np.errstate(invalid="ignore"):
        return gap[:-1] * gap[1:] <= 0


def _follow(track: Track, used: Steps, xs: Floats) -> list[Floats]:
    """Return F after each bid in use."""
    ups, below, payoff = [], track.start(xs), track.payoff(xs)
    for i, branch in used:
        solutions = [np.ones_like(xs)] if track.flat(i) else _next(track.gains[i], below, payoff)
        below = solutions[branch] if branch < len(solutions) else np.full_like(xs, np.nan)
        ups.append(below)
    return ups


def _next(gain: Sequence[Any], below: Floats, payoff: Floats) -> list[Floats]:
    """Return the solutions F of: the mean of g between `below` and F is the payoff (NaN: none at that x)."""
    powers = [float(gain[-1]) / len(gain) + 0 * below]
    for m in range(len(gain) - 2, -1, -1):  # the mean of g is Σ_j F^j Σ_{m ≥ j} g_m/(m+1)·below^(m−j)
        powers.insert(0, float(gain[m]) / (m + 1) + below * powers[0])
    powers[0] = powers[0] - payoff
    if gain[-1] > 0 and not any(gain[1:-1]):
        return [_newton(powers, _guess(gain, below, payoff))]
    return _scanned(powers)


def _guess(gain: Sequence[Any], below: Floats, payoff: Floats) -> Floats:
    """Return where to begin for g = const + w·q^(n−1): F if it grew along a straight line, at least `below`."""
    others = len(gain) - 1
    level = np.maximum((payoff - float(gain[0])) / float(gain[-1]), 0.0)
    return np.maximum(2 * level ** (1 / others) - below, below)


def _newton(powers: Sequence[Floats], at: Floats) -> Floats:
    """Return the zeros next to `at` of polynomials with coefficients `powers`, from 1 up."""
    with np.errstate(all="ignore"):
        for _ in range(60):
            value, slope = 0 * at, 0 * at
            for power in reversed(powers):
                slope = slope * at + value
                value = value * at + power
            step = value / slope
            at = at - step
            if not (np.abs(step) > 4e-16 * (1 + np.abs(at))).any():
                break
        return np.where(np.abs(step) < 1e-9, at, np.nan)


def _scanned(powers: Sequence[Floats]) -> list[Floats]:
    """Return all zeros between 0 and the end of SCAN, first ones first."""
    values = np.polynomial.polynomial.polyval(SCAN, np.array(powers), tensor=True)
    rows, columns = np.nonzero((values[:, :-1] > 0) != (values[:, 1:] > 0))
    which = np.arange(len(rows)) - np.searchsorted(rows, rows)
    solutions = []
    for branch in range(which.max(initial=-1) + 1):
        row, column = rows[which == branch], columns[which == branch]
        zero = np.full(len(powers[0]), np.nan)
        zero[row] = _between([power[row] for power in powers], SCAN[column], SCAN[column + 1])
        solutions.append(zero)
    return solutions


def _between(powers: Sequence[Floats], low: Floats, high: Floats) -> Floats:
    """Return the zeros between low and high: halved until Newton's steps are safe."""
    rising = np.sign(np.polynomial.polynomial.polyval(high, np.array(powers), tensor=False))
    for _ in range(12):
        middle = (low + high) / 2
        above = np.polynomial.polynomial.polyval(middle, np.array(powers), tensor=False) * rising > 0
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return _newton(powers, (low + high) / 2)
