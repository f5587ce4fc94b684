"""One symmetric equilibrium of bidders with private values, by the borders between the bids.

Who values the prize more bids no less. So bids share out the values, lowest first, and between two bids in use stands a
border: a chance F that a rival bids no more than the lower of them, and a value that is indifferent between them. The
borders lie on the stairs of the distribution of values: on a tread the value is fixed and shares its chance between the
bids; on a riser F is fixed and any value between two neighbours could be the indifferent one. Newton's method moves all
borders along the stairs at once, from where the continuous bid line puts them; bids that lose all their chance are
dropped, and bids that somebody would rather make are taken up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanics.auctions import share_down
from mechanics.equilibria.paths import solution
from mechanics.equilibria.rules import Rules
from mechanics.equilibria.slopes import Floats, means
from mechanics.equilibria.stairs import Stairs, bid_line, bids_of, mix_between, stairs_of, unit_worth

STEPS, ROUNDS, CLOSE, NEAR, SLIVER = 60, 60, 1e-12, 1e-9, 1e-6
SHIFTS = (1.0, 0.5, 0.0, 2.0)  # where, between two bids, the line is cut
FIRST, FASTEST, SLOWEST, PUSHES = (0.8, 0.93, 0.6), 0.5, 0.98, (0.65, 0.5)  # factors by which the slant falls at a step
FLATTEST, HALVINGS = 1e-4, 12  # where the slant may be left out


def stair_mixes(rules: Rules) -> Iterator[Floats]:
    """Yield mixes (values, bids) from different starts, the surest ways first; they may leave something to gain."""
    stairs, bids = stairs_of(rules), bids_of(rules)
    starts = [(*start, *_closed(rules, stairs, bids, *start)) for start in _starts(rules, stairs, bids)]
    for factor, (_, _, used, s, solved) in product(FIRST, starts):
        if solved:
            yield _followed(rules, stairs, bids, used, s, factor)
    for factor, (_, _, used, s, solved) in product(PUSHES, starts):
        if solved or factor == PUSHES[0]:
            yield _pushed(rules, stairs, bids, used, s, factor)


def _starts(rules: Rules, stairs: Stairs, bids: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.bool_], Floats]]:
    """Yield bids in use and the borders between them where the bid line puts them, cut here or there between bids."""
    lost = share_down(bids, rules.auction.loser_pays)
    cheap = (np.diff(lost, append=-1) != 0) | (bids < rules.auction.reserve) | (lost == 0)  # the next costs losers more
    seen = set()
    for shift, all_bids in product(SHIFTS, (False, True)):
        line = bid_line(rules, stairs, bids, shift)
        used = (np.diff(line, prepend=0) > 1e-9) & (cheap | all_bids)
        used[np.flatnonzero(used)[-1] if used.any() else -1] = True
        borders = stairs.where(line[used][:-1])
        key = (used.tobytes(), borders.tobytes())
        if key not in seen:
            seen.add(key)
            yield used, borders


def pure_mixes(rules: Rules) -> Iterator[Floats]:
    """Yield the continuous bid line, rounded down and to the nearest bid."""
    stairs, bids = stairs_of(rules), bids_of(rules)
    middle = stairs.up - np.diff(stairs.up, prepend=0) / 2
    for shift in (1.0, 0.5):
        bid = np.searchsorted(bid_line(rules, stairs, bids, shift), middle)
        mix = np.zeros((len(stairs.values), rules.top + 1))
        mix[np.arange(len(mix)), bids[np.minimum(bid, len(bids) - 1)]] = 1
        yield mix


def line_mix(rules: Rules) -> Floats:
    """Return the continuous equilibrium in whole bids, each the nearest that does not cost a loser more."""
    stairs, bids = stairs_of(rules), bids_of(rules)
    chances = np.diff(bid_line(rules, stairs, bids, 0.5), prepend=0)
    lost = share_down(bids, rules.auction.loser_pays)
    for k in np.flatnonzero(np.diff(lost) == 0) if lost.any() else ():
        if bids[k] >= rules.auction.reserve:
            chances[k : k + 2] = 0.0, chances[k] + chances[k + 1]
    mix = np.zeros((1, rules.top + 1))
    mix[0, bids] = chances
    return mix / mix.sum()


def _followed(
    rules: Rules, stairs: Stairs, bids: NDArray[np.int64], used: NDArray[np.bool_], s: Floats, factor: float
) -> Floats:
    """Return the mix to which the borders lead as the ramp turns into the stairs; steps that fail are made smaller."""
    slant = 1.0
    while slant > FLATTEST and factor < SLOWEST:
        tried, borders, solved = _closed(rules, stairs._replace(slant=slant * factor), bids, used, s)
        if solved:
            used, s, slant, factor = tried, borders, slant * factor, max(factor**1.5, FASTEST)
        else:
            factor **= 0.5
    return _at_last(rules, stairs, bids, used, s)


def _pushed(
    rules: Rules, stairs: Stairs, bids: NDArray[np.int64], used: NDArray[np.bool_], s: Floats, factor: float
) -> Floats:
    """Return the mix to which all steps of one factor lead, whether Newton got there or not."""
    slant = 1.0
    while slant > FLATTEST:
        slant *= factor
        used, s, _ = _closed(rules, stairs._replace(slant=slant), bids, used, s)
    return _at_last(rules, stairs, bids, used, s)


def _at_last(rules: Rules, stairs: Stairs, bids: NDArray[np.int64], used: NDArray[np.bool_], s: Floats) -> Floats:
    stairs = stairs._replace(slant=0.0)
    used, s, _ = _closed(rules, stairs, bids, used, s)
    return mix_between(rules, stairs, bids[used], s)


Borders = tuple[NDArray[np.bool_], Floats, bool]  # the bids in use, the borders between them, whether Newton got there


def _closed(rules: Rules, stairs: Stairs, bids: NDArray[np.int64], used: NDArray[np.bool_], s: Floats) -> Borders:
    """Return the borders at this slant, with bids dropped that have no chance left and taken up that somebody wants."""
    used = used.copy()
    for _ in range(ROUNDS):
        s, solved = _settled(rules, stairs, bids[used], s)
        gone = np.flatnonzero(np.diff(stairs.at(s)[0], prepend=0, append=1) <= 0)
        if solved and len(gone):
            s = np.delete(s, min(gone[0], len(s) - 1))
            used[np.flatnonzero(used)[gone[0]]] = False
            continue
        wanted = _wanted(rules, stairs, bids, used, s) if solved else None
        if wanted is None:
            break
        s = _with_border(stairs, s, int(used[:wanted].sum()))
        used[wanted] = True
    return used, s, solved


def _with_border(stairs: Stairs, s: Floats, at: int) -> Floats:
    """Return the borders with a bid in use more, which comes after `at` others and has hardly any chance yet."""
    if at == 0:
        return np.insert(s, 0, SLIVER)
    top = 2 * len(stairs.values) - 1.0
    return np.insert(s, at - 1, (s[at - 1] if at <= len(s) else top) - SLIVER)


class Bids(NamedTuple):
    """Of each bid in use: the units and the payment it brings on average, and their slopes in F above and below."""

    units: Floats
    units_up: Floats
    units_below: Floats
    paid: Floats
    paid_up: Floats
    paid_below: Floats


def _bids(rules: Rules, bids: NDArray[np.int64], up: Floats, below: Floats) -> Bids:
    worth = unit_worth(rules)
    able = bids >= rules.auction.reserve
    lost = share_down(bids, rules.auction.loser_pays)
    units, win = (means(rules.bidders, row, up, below) for row in (worth, [1.0] * len(worth)))
    extra = (bids - lost) * able
    gained = units[0] * able, units[1] * able, units[2] * able
    return Bids(*gained, extra * win[0] + lost, extra * win[1], extra * win[2])


def _gaps(rules: Rules, stairs: Stairs, bids: NDArray[np.int64], s: Floats) -> tuple[Floats, Floats]:
    """Return what the value at each border gains by the higher bid, and how that changes with the borders."""
    chance, value, by_chance, by_value = stairs.at(s)
    up = np.append(chance, 1.0)
    found = _bids(rules, bids, up, np.append(0.0, chance))
    gap = value * np.diff(found.units) - np.diff(found.paid)
    count = len(s)
    matrix = np.zeros((count, count))
    k = np.arange(count)
    mine = value * (found.units_below[1:] - found.units_up[:-1]) - (found.paid_below[1:] - found.paid_up[:-1])
    matrix[k, k] = mine * by_chance + np.diff(found.units) * by_value
    above = value * found.units_up[1:] - found.paid_up[1:]
    below = -(value * found.units_below[:-1] - found.paid_below[:-1])
    matrix[k[:-1], k[1:]] = above[:-1] * by_chance[1:]
    matrix[k[1:], k[:-1]] = below[1:] * by_chance[:-1]
    return gap, matrix


def _settled(rules: Rules, stairs: Stairs, bids: NDArray[np.int64], s: Floats) -> tuple[Floats, bool]:
    """Return borders whose values are indifferent, as near as Newton's steps come, and whether that is near enough."""
    if not len(s):
        return s, True
    gap, matrix = _gaps(rules, stairs, bids, s)
    top = 2 * len(stairs.values) - 1
    for _ in range(STEPS):
        if np.abs(gap).max() < CLOSE:
            break
        step = solution(matrix, -gap)
        size = min(1.0, 1.5 / max(np.abs(step).max(), 1e-300))
        for _ in range(HALVINGS):
            tried = np.clip(s + size * step, 0, top)
            new, slopes = _gaps(rules, stairs, bids, tried)
            if np.abs(new).sum() < np.abs(gap).sum() * (1 - 1e-4 * size):
                break
            size /= 2
        else:
            break
        s, gap, matrix = tried, new, slopes
    return s, bool(np.abs(gap).max() < NEAR)


def _wanted(rules: Rules, stairs: Stairs, bids: NDArray[np.int64], used: NDArray[np.bool_], s: Floats) -> int | None:
    """Return the unused bid that a value at a border would most like to make, None if nobody gains by one."""
    at = np.cumsum(used)  # how many used bids are at or below each
    chance, value = stairs.at(s)[:2]
    up = np.concatenate([[0.0], chance, [1.0]])
    found = _bids(rules, bids, up[at], np.where(used, up[at - 1], up[at]))
    values = np.concatenate([[stairs.values[0]], value, [stairs.values[-1]]])
    gains = values[:, None] * found.units - found.paid
    better = (gains - np.where(used, gains, -np.inf).max(axis=1, keepdims=True)).max(axis=0)
    best = int(better.argmax())
    return best if better[best] > 1e-9 else None
