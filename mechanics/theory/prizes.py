"""Several prizes, best first, one to a bidder, bids of any size: known worth, and private values of 0 … highest.

Winners of a prize pay their bid, losers a share α of it (α = 1: all pay). Sources: Barut and Kovenock 1998, European
Journal of Political Economy 14 (known worth); Moldovanu and Sela 2001, American Economic Review 91, and Krishna,
Auction Theory, chapter 13 (private values). The shares between 0 and 1 follow in the same way: what a bid pays on
average, b·(P + α(1 − P)) with P the chance of any prize, must be what the textbook says is paid on average. Such a bid
always goes up with the quantile, for both the average prize of a winner and P/(α + (1 − α)P) do. All functions raise
ValueError with what is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import SupportsFloat

import numpy as np
from numpy.typing import ArrayLike

from mechanics.theory.given import Floats, between, bidders, integral, number, positive, prizes, share

Prizes = Sequence[SupportsFloat]


def place_chances(q: ArrayLike, n: int) -> Floats:
    """Return the chances of place 1 … n, (n, ...), for a bid that each of the others exceeds with chance 1 − q."""
    below, n = between(q, 0, 1, "A chance"), bidders(n)
    return np.stack([comb(n - 1, k) * below ** (n - 1 - k) * (1 - below) ** k for k in range(n)])


def ranked_quantile(q: ArrayLike, n: int, worths: Prizes, *, loser_pays: SupportsFloat = 1) -> Floats:
    """Return the bid that a bidder stays at or below with chance q, for prizes of known worth V₁ ≥ V₂ ….

    W − Vₙ in the all-pay auction, W the expected prize at quantile q; (W − Vₙ) / (P + α(1 − P)) in general. Of even
    random numbers q it makes random bids. Everybody gains the worth of the last place, Vₙ, which is 0 if there are
    fewer prizes than bidders; bids reach up to V₁ − Vₙ."""
    listed, alpha = prizes(worths, n), share(loser_pays)
    chances = place_chances(q, n)
    each, least = _paid(listed, chances, alpha), listed[listed > 0][-1] - listed[-1]
    bids = np.tensordot(listed - listed[-1], chances, 1) / np.where(each > 0, each, 1.0)
    return number(np.where(each > 0, bids, least))


def ranked_cdf(b: ArrayLike, n: int, worths: Prizes, *, loser_pays: SupportsFloat = 1) -> Floats:
    """Return the chance that one bidder bids at most b, by halving what `ranked_quantile` leaves open (to 1e-15)."""
    bids = np.asarray(b, dtype=np.float64)
    low, high = np.zeros_like(bids), np.ones_like(bids)
    for _ in range(52):
        middle = (low + high) / 2
        above = ranked_quantile(middle, n, worths, loser_pays=loser_pays) > bids
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    within = np.where(bids >= ranked_quantile(1.0, n, worths, loser_pays=loser_pays), 1.0, high)
    return number(np.where(bids < ranked_quantile(0.0, n, worths, loser_pays=loser_pays), 0.0, within))


def ranked_revenue(n: int, worths: Prizes) -> float:
    """Return what all pay together on average, whatever share losers pay: the sum of Vₖ − Vₙ."""
    listed = prizes(worths, n)
    return float((listed - listed[-1]).sum())


def ranked_mean_bid(n: int, worths: Prizes, *, loser_pays: SupportsFloat = 1) -> float:
    """Return the mean bid: the n-th part of the revenue in the all-pay auction, more where losers pay less."""
    prizes(worths, n)
    return integral(lambda q: float(ranked_quantile(q, n, worths, loser_pays=loser_pays)))


def ranked_mean_highest(n: int, worths: Prizes, *, loser_pays: SupportsFloat = 1) -> float:
    """Return the mean of the highest bid."""
    prizes(worths, n)
    return integral(lambda q: n * q ** (n - 1) * float(ranked_quantile(q, n, worths, loser_pays=loser_pays)))


def ranked_private_bid(
    v: ArrayLike, n: int, shares: Prizes, *, loser_pays: SupportsFloat = 1, highest: float = 1.0
) -> Floats:
    """Return the bid of those to whom place k is worth v·(its number in `shares`), v with even chances on 0 … highest.

    v·W(v) − ∫W in the all-pay auction, W the expected share, ∫ up to v; divided by P + α(1 − P) in general, α = 0:
    winners alone pay. For k units, one to a bidder: shares = (1,) * k."""
    listed, alpha = prizes(shares, n), share(loser_pays)
    u = between(v, 0, positive(highest, "The highest value"), "A value") / highest
    chances = place_chances(u, n)
    paid = u * np.tensordot(listed, chances, 1) - _summed(u, listed)
    each = _paid(listed, chances, alpha)
    return number(highest * paid / np.where(each > 0, each, 1.0))


def ranked_private_payoff(v: ArrayLike, n: int, shares: Prizes, *, highest: float = 1.0) -> Floats:
    """Return what a bidder of value v gains on average under every rule, ∫W up to v."""
    u = between(v, 0, positive(highest, "The highest value"), "A value") / highest
    return number(highest * _summed(u, prizes(shares, n)))


def ranked_private_revenue(n: int, shares: Prizes, *, highest: float = 1.0) -> float:
    """Return the expected revenue under every rule: Σ j·(Vⱼ − Vⱼ₊₁)·(n − j)/(n + 1); k units: k(n − k)/(n + 1)."""
    listed = prizes(shares, n)
    falls = listed - np.append(listed[1:], 0.0)
    places = np.arange(1, n + 1)
    return positive(highest, "The highest value") * float(places * (n - places) @ falls) / (n + 1)


def _paid(listed: Floats, chances: Floats, alpha: float) -> Floats:
    """P + α(1 − P): how often the bid is paid on average."""
    wins: Floats = chances[listed > 0].sum(axis=0)
    return wins + alpha * (1 - wins)


def _summed(u: Floats, listed: Floats) -> Floats:
    """∫W from 0 to u: each place's chance integrates to a beta function."""
    from scipy.special import betainc

    n = len(listed)
    return np.tensordot(listed, np.stack([betainc(n - k, k + 1, u) for k in range(n)]), 1) / n
