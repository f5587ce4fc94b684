"""One equilibrium by numbers, where no walk leads to all: bidders who make fewer and fewer mistakes, then none.

A bidder who makes mistakes takes a bid with a chance that falls off with what he gains less by it, at a temperature
(logit response; McKelvey and Palfrey 1995, Games and Economic Behavior 10). The mix at which all respond so to each
other is followed from a high temperature to a low one by Newton's method; then the bids in use are made equal in gain.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanics.equilibria.rules import Rules
from mechanics.equilibria.slopes import Floats, gains_and_slopes
from mechanics.worths import Private

WARM, COLD, COOLING = 0.3, 2e-4, 0.6  # temperatures as shares of the highest worth
STEPS, ROUNDS, FAR = 12, 40, 1e3
USED, SLACK = 1e-6, 1e-11


def one_mix(rules: Rules) -> Floats:
    """Return the mix (kinds, B) of the equilibrium that is found, or of what comes nearest to one."""
    free = rules.may_bid(rules.top - rules.first + 1)
    met = rules.gather(free / free.sum(axis=1, keepdims=True)).astype(float)
    scale, warmth = float(max(1, rules.top - rules.first)), WARM
    best: tuple[float, Floats] = (np.inf, free / free.sum(axis=1, keepdims=True))
    while warmth > COLD:
        met = _cooled(rules, met, warmth * scale)
        warmth *= COOLING
        if warmth < 0.02:
            mix = sharpened(rules, _response(rules, met, warmth * scale))
            left = left_to_gain(rules, mix)
            best = min(best, (left, mix), key=lambda pair: pair[0])
            if left < SLACK * scale:
                break
    return best[1]


def left_to_gain(rules: Rules, mix: Floats) -> float:
    """Return the most that anybody could gain by another bid, in floats."""
    gains = rules.gains(rules.gather(mix))
    payoff = (np.where(mix > 0, gains, 0) * mix).sum(axis=1)
    return float((gains.max(axis=1) - payoff).max())


def _response(rules: Rules, met: Floats, warmth: float) -> Floats:
    return _soft(gains_and_slopes(rules, met)[0], warmth)


def solution(matrix: Floats, right: Floats) -> Floats:
    """Return the solution of linear equations, the smallest that comes nearest if there is no single one."""
    try:
        step = np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        step = np.full_like(right, np.nan)
    if not (np.abs(step) < FAR).all():
        step = np.linalg.lstsq(np.nan_to_num(matrix), np.nan_to_num(right), rcond=1e-13)[0]
    return np.asarray(step)


def _soft(gains: Floats, warmth: float) -> Floats:
    high: Floats = np.exp((gains - gains.max(axis=1, keepdims=True)) / warmth)
    return np.asarray(high / high.sum(axis=1, keepdims=True))


def _cooled(rules: Rules, met: Floats, warmth: float) -> Floats:
    """Return the bids that are the response to themselves at this temperature."""
    for _ in range(STEPS):
        gains, slopes = gains_and_slopes(rules, met)
        mix = _soft(gains, warmth)
        gap = rules.gather(mix) - met
        if np.abs(gap).max() < 1e-10:
            break
        turned = mix[:, :, None] * (slopes - np.einsum("kb,kbj->kj", mix, slopes)[:, None]) / warmth
        change = np.tensordot(rules.shares.astype(float), turned, 1) if isinstance(rules.worths, Private) else turned
        change = change.reshape(met.size, met.size)
        step = solution(np.eye(met.size) - change, gap.ravel()).reshape(met.shape)
        limit = min(1.0, 0.3 / max(np.abs(step).max(), 1e-300))
        met = np.maximum(met + limit * step, 0)
        met = met / met.sum(axis=1, keepdims=True)
    return met


def sharpened(rules: Rules, mix: Floats) -> Floats:
    """Return a mix whose bids in use bring the same: bids are taken up and dropped until no other brings more."""
    gains, _ = gains_and_slopes(rules, rules.gather(mix))
    used = mix > max(USED, 1e-3 / mix.shape[1])
    used[np.arange(len(mix)), mix.argmax(axis=1)] = True
    for _ in range(ROUNDS):
        mix, solved = _level(rules, np.where(used, mix, 0), used)
        gains, _ = gains_and_slopes(rules, rules.gather(mix))
        payoff = (np.where(used, gains, 0) * mix).sum(axis=1) / np.maximum(mix.sum(axis=1), 1e-300)
        wrong = np.where(used, -mix, np.where(np.isfinite(gains), gains - payoff[:, None], 0))
        if not solved or wrong.max() <= 1e-13:
            break
        if (mix < 0).any():
            used &= ~(mix < 0)
        else:
            row, column = np.unravel_index(wrong.argmax(), wrong.shape)
            used[row, column] = True
        for row in np.flatnonzero(~used.any(axis=1)):
            used[row, gains[row].argmax()] = True
    mix = np.maximum(mix, 0)
    empty = mix.sum(axis=1) == 0
    mix[empty] = used[empty]
    return mix / mix.sum(axis=1, keepdims=True)


def _level(rules: Rules, mix: Floats, used: NDArray[np.bool_]) -> tuple[Floats, bool]:
    """Return the mix on the bids in use that makes all of them bring a kind the same, and whether there is one."""
    rows, columns = np.nonzero(used)
    count, kinds = len(rows), len(mix)
    sums = np.zeros((kinds, count))
    sums[rows, np.arange(count)] = 1
    mix = mix / np.maximum(mix.sum(axis=1, keepdims=True), 1e-300)
    mix = np.where(mix.sum(axis=1, keepdims=True) > 0, mix, used / used.sum(axis=1, keepdims=True))
    place = columns + (0 if isinstance(rules.worths, Private) or kinds == 1 else rows * mix.shape[1])
    weight = rules.shares.astype(float)[rows] if isinstance(rules.worths, Private) else np.ones(count)
    payoff: Any = None
    for _ in range(25):
        gains, slopes = gains_and_slopes(rules, rules.gather(mix))
        if payoff is None:
            payoff = np.array([gains[k][used[k]].mean() for k in range(kinds)])
        gap = np.concatenate([gains[rows, columns] - payoff[rows], mix.sum(axis=1) - 1])
        matrix = np.block([[slopes[rows, columns][:, place] * weight, -sums.T], [sums, np.zeros((kinds, kinds))]])
        step = solution(matrix, -gap)
        mix = mix.copy()
        mix[rows, columns] += step[:count]
        payoff = payoff + step[count:]
        if np.abs(step).max() < 1e-15 * max(1.0, np.abs(payoff).max()) or np.abs(gap).max() < 1e-14:
            return mix, True
        if np.abs(step).max() > 1e6:
            return mix, False
    return mix, bool(np.abs(gap).max() < 1e-9)
