"""Prizes of known worth, bids of any size: the mixed equilibria of bidders who know what the prize is worth to whom.

Winners pay their bid, losers a share α of it: all of it in the all-pay auction (α = 1). With equal worths nobody gains,
and payments add up to the prize on average, for every α. Sources: Hillman and Riley 1989, Economics and Politics 1;
Baye, Kovenock and de Vries 1996, Economic Theory 8, who show that three or more bidders have asymmetric equilibria
besides. With α = 0, the first-price auction, the price is the worth itself (the lower one). All functions raise
ValueError with what is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import SupportsFloat

import numpy as np
from numpy.typing import ArrayLike

from mechanics.theory.given import Floats, between, bidders, integral, number, positive, power_integral, share


def known_cdf(
    b: ArrayLike, n: int, worth: float = 1.0, *, loser_pays: SupportsFloat = 1, prizes: int = 1
) -> Floats:
    """Return the chance that one bidder bids at most b: F(b) = [α·b / (V − (1 − α)·b)]^(1/(n−1)) on 0 … V.

    The bracket is the chance with which a bid has to win so that it gains nothing. prizes: with several equal ones
    (fewer than bidders, one each) it is the chance that at most prizes − 1 of the others are above (Barut and Kovenock
    1998, European Journal of Political Economy 14). α = 0: all bids stand at V."""
    from scipy.special import betaincinv

    alpha, places = share(loser_pays), _places(n, prizes)
    bids = np.asarray(b, dtype=np.float64)
    wins = _wins(np.clip(bids, 0.0, positive(worth, "The worth of a prize")), worth, alpha)
    # A bid wins if at most prizes − 1 of the others are above: a binomial chance, which betaincinv turns round.
    below: Floats = betaincinv(n - places, places, wins)
    return number(np.where(bids < 0, 0.0, below))


def known_quantile(
    q: ArrayLike, n: int, worth: float = 1.0, *, loser_pays: SupportsFloat = 1, prizes: int = 1
) -> Floats:
    """Return the bid that a bidder stays at or below with chance q: V·w / (α + (1 − α)·w), for one prize w = q^(n−1).

    Of even random numbers q it makes random bids. The bid at q wins with chance w. α = 0: V."""
    from scipy.special import betainc

    alpha, places = share(loser_pays), _places(n, prizes)
    wins: Floats = betainc(n - places, places, between(q, 0, 1, "A chance"))
    parts = wins / np.where(wins > 0, alpha + (1 - alpha) * wins, 1.0) if alpha else np.ones_like(wins)
    return number(positive(worth, "The worth of a prize") * parts)


def known_mean_bid(n: int, worth: float = 1.0, *, loser_pays: SupportsFloat = 1) -> float:
    """Return the mean bid for one prize: V/n in the all-pay auction, (2 − 2 ln 2)·V for two who pay half."""
    power = bidders(n) - 1
    return positive(worth, "The worth of a prize") * float(power_integral(power, power, share(loser_pays)))


def known_mean_highest(n: int, worth: float = 1.0, *, loser_pays: SupportsFloat = 1) -> float:
    """Return the mean of the highest bid, which the winner pays: V·n/(2n−1) in the all-pay auction."""
    power = bidders(n) - 1
    return positive(worth, "The worth of a prize") * n * float(power_integral(2 * power, power, share(loser_pays)))


def known_revenue(n: int, worth: float = 1.0, *, prizes: int = 1) -> float:
    """Return what all pay together on average, whatever share losers pay: the worth of all prizes, for nobody gains.

    English and second-price auctions of a prize of known worth earn the same: to go up to it is weakly dominant."""
    return positive(worth, "The worth of a prize") * _places(n, prizes)


def known_revenue_sd(n: int, worth: float = 1.0, *, loser_pays: SupportsFloat = 1) -> float:
    """Return the standard deviation of the revenue of one prize: V·√(n·(1/(2n−1) − 1/n²)) in the all-pay auction."""
    alpha, m = share(loser_pays), bidders(n) - 1
    if alpha in (0, 1):
        variance = n * (1 / (2 * n - 1) - 1 / n**2) if alpha else 0.0
        return positive(worth, "The worth of a prize") * sqrt(variance)

    def squared(q: float) -> float:
        # Given the highest bid, at quantile q, the others are m draws from the bids below it.
        power = q**m
        mean = float(power_integral(m, m, alpha, q)) / q
        square = float(power_integral(2 * m, m, alpha, q, times=2)) / q
        paid = power / (alpha + (1 - alpha) * power) + alpha * m * mean
        return float(n * power * ((paid - 1) ** 2 + alpha**2 * m * max(square - mean**2, 0.0)))

    return positive(worth, "The worth of a prize") * sqrt(integral(squared))


def differing_cdf(b: ArrayLike, worths: Sequence[float], *, loser_pays: SupportsFloat = 1) -> Floats:
    """Return the chances that each of two bidders bids at most b, (2, ...): all-pay b/V₂ and 1 − V₂/V₁ + b/V₁.

    worths: of one prize to the two, V₁ ≥ V₂ in either order; the one to whom it is worth less stays out with chance
    1 − V₂/V₁ (bids 0). loser_pays: a share above 0. Hillman and Riley 1989."""
    strong, weak, alpha = _two(worths, loser_pays)
    bids = np.asarray(b, dtype=np.float64)
    within = np.clip(bids, 0.0, weak)
    high = _wins(within, weak, alpha)
    low = np.minimum((strong - weak + alpha * within) / (strong - (1 - alpha) * within), 1.0)
    low = np.where(bids < weak, low, 1.0)
    return _in_order(worths, np.where(bids < 0, 0.0, high), np.where(bids < 0, 0.0, low))


def differing_quantile(q: ArrayLike, worths: Sequence[float], *, loser_pays: SupportsFloat = 1) -> Floats:
    """Return the bids that each of two bidders stays at or below with chance q, (2, ...): the other way round."""
    strong, weak, alpha = _two(worths, loser_pays)
    chance = between(q, 0, 1, "A chance")
    high = weak * chance / (alpha + (1 - alpha) * chance)
    low = (strong * chance - (strong - weak)) / (alpha + (1 - alpha) * chance)
    return _in_order(worths, high, np.maximum(low, 0.0))


def differing_payoffs(worths: Sequence[float]) -> tuple[float, float]:
    """Return what two bidders gain on average: V₁ − V₂ and 0, whatever share losers pay."""
    strong, weak, _ = _two(worths, 1)
    return (strong - weak, 0.0) if worths[0] >= worths[1] else (0.0, strong - weak)


def differing_win_chances(worths: Sequence[float], *, loser_pays: SupportsFloat = 1) -> tuple[float, float]:
    """Return the chances of the two to win: in the all-pay auction 1 − V₂/(2V₁) and V₂/(2V₁)."""
    strong, weak, alpha = _two(worths, loser_pays)

    def beaten(q: float) -> float:
        bid = weak * q / (alpha + (1 - alpha) * q)
        return (strong - weak + alpha * bid) / (strong - (1 - alpha) * bid)

    wins = integral(beaten)
    return (wins, 1 - wins) if worths[0] >= worths[1] else (1 - wins, wins)


def differing_mean_bids(worths: Sequence[float], *, loser_pays: SupportsFloat = 1) -> tuple[float, float]:
    """Return the mean bids of the two: in the all-pay auction V₂/2 and V₂²/(2V₁)."""
    strong, weak, alpha = _two(worths, loser_pays)
    rest = 1 - weak / strong
    first, nothing = (float(np.diff(power_integral(p, 1, alpha, [rest, 1.0]))[0]) for p in (1, 0))
    high, low = weak * float(power_integral(1, 1, alpha)), strong * first - (strong - weak) * nothing
    return (high, low) if worths[0] >= worths[1] else (low, high)


def differing_revenue(worths: Sequence[float], *, loser_pays: SupportsFloat = 1) -> float:
    """Return what both pay together on average: all-pay V₂(V₁ + V₂) / (2V₁), less than the lower worth."""
    chances = differing_win_chances(worths, loser_pays=loser_pays)
    return sum(v * chance for v, chance in zip(worths, chances, strict=True)) - sum(differing_payoffs(worths))


def _wins(bids: Floats, worth: float, alpha: float) -> Floats:
    inside = bids < worth
    return np.where(inside, np.minimum(alpha * bids / np.where(inside, worth - (1 - alpha) * bids, 1.0), 1.0), 1.0)


def _places(n: int, prizes: int) -> int:
    if isinstance(prizes, bool) or not isinstance(prizes, int | np.integer) or prizes < 1:
        raise ValueError(f"The number of prizes is a whole number, 1 or more; {prizes!r} is not.")
    if bidders(n, 1) <= prizes:
        raise ValueError(f"{prizes + 1} or more bidders are needed for this, not {n}.")
    return int(prizes)


def _two(worths: Sequence[float], loser_pays: SupportsFloat) -> tuple[float, float, float]:
    if len(worths) != 2:
        raise ValueError(f"The worth of the prize to each of two bidders is asked for; {len(worths)} are given.")
    if not share(loser_pays):
        raise ValueError("Losers pay a share above 0 here; where they pay nothing, both bid the lower worth.")
    low, high = sorted(positive(worth, "The worth of a prize") for worth in worths)
    return high, low, share(loser_pays)


def _in_order(worths: Sequence[float], strong: Floats, weak: Floats) -> Floats:
    return np.stack([strong, weak] if worths[0] >= worths[1] else [weak, strong])
