"""Private values: each bidder knows his own value alone, from 0 … highest, with chance (v/highest)^k to be below v.

n bidders, one prize, symmetric equilibria of bidders who want as much as possible on average. G(v) = F(v)^(n−1) is the
chance that a value is the highest. Sources: Vickrey 1961, Journal of Finance 16; Riley and Samuelson 1981 and Myerson
1981 (revenue equivalence, reserve); the textbook is Krishna, Auction Theory, chapters 2 to 4. v: a number or an array.
All functions raise ValueError with what is allowed.
"""

from __future__ import annotations

from typing import SupportsFloat

import numpy as np
from numpy.typing import ArrayLike

from mechanics.theory.given import Floats, between, bidders, number, positive, power_integral, share


def win_chance(v: ArrayLike, n: int, *, k: float = 1.0, highest: float = 1.0) -> Floats:
    """Return G(v), the chance that nobody else's value is above v."""
    m, u = _rivals(n, k), _shares(v, highest)
    return number(u**m)


def loser_pays_bid(
    v: ArrayLike, n: int, loser_pays: SupportsFloat, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0
) -> Floats:
    """Return the bid where winners pay the bid and losers a share α of it: (v·G − ∫G) / (α + (1 − α)·G), ∫ up to v.

    α = 0 is the first-price auction, α = 1 the all-pay auction; by revenue equivalence, since the numerator is what a
    value pays on average under every rule. Forfeits of this kind: Kang and Unwin, arXiv 2002.02599.
    reserve: the lowest bid that can win. ∫ starts at `entry_value`; values below it stay out, with a bid of 0."""
    m, u, alpha = _rivals(n, k), _shares(v, highest), share(loser_pays)
    entry = entry_value(n, alpha, k=k, reserve=reserve, highest=highest) / highest
    within = np.maximum(u, max(entry, np.finfo(float).tiny))
    # ∫G / (v·G), with no power of a small number below the line
    rest = (1 - (entry / within) ** (m + 1)) / (m + 1)
    won = within**m if alpha else 1.0
    return number(np.where(u >= entry, highest * u * (1 - rest) * won / (alpha + (1 - alpha) * won), 0.0))


def first_price_bid(v: ArrayLike, n: int, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0) -> Floats:
    """Return the bid of a first-price auction: (n−1)/n·v for even chances, k(n−1)/(k(n−1)+1)·v in general.

    With a reserve r and even chances (n−1)/n·v + r^n / (n·v^(n−1)); values below it stay out, with a bid of 0."""
    return loser_pays_bid(v, n, 0, k=k, reserve=reserve, highest=highest)


def all_pay_bid(v: ArrayLike, n: int, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0) -> Floats:
    """Return the bid of an all-pay auction: (n−1)/n·v^n for even chances on 0 … 1."""
    return loser_pays_bid(v, n, 1, k=k, reserve=reserve, highest=highest)


def second_price_bid(v: ArrayLike, *, reserve: float = 0.0, highest: float = 1.0) -> Floats:
    """Return the value itself: whatever others do, no other bid does better (Vickrey 1961). Below the reserve 0."""
    values = between(v, 0, positive(highest, "The highest value"), "A value")
    return number(np.where(values >= _reserve(reserve, highest), values, 0.0))


def english_limit(v: ArrayLike, *, reserve: float = 0.0, highest: float = 1.0) -> Floats:
    """Return the price up to which to stay in an open ascending auction: the value. The second-highest is paid."""
    return second_price_bid(v, reserve=reserve, highest=highest)


def attrition_bid(v: ArrayLike, *, highest: float = 1.0) -> Floats:
    """Return how long one of two stays in a war of attrition (all pay, the winner the other's bid): −v − ln(1 − v).

    For values with even chances on 0 … 1; without limit at the highest. Krishna and Morgan 1997, Journal of Economic
    Theory 72. Its revenue is that of all rules."""
    u = _shares(v, highest)
    with np.errstate(divide="ignore"):
        return number(-highest * (u + np.log1p(-u)))


def risk_averse_bid(v: ArrayLike, n: int, rho: float, *, k: float = 1.0, highest: float = 1.0) -> Floats:
    """Return the first-price bid of those to whom a gain x is worth x^ρ, 0 < ρ ≤ 1: m/(m + ρ)·v with m = k(n−1).

    ρ = 1: no care about risk. In a second-price auction nothing changes. Cox, Smith and Walker 1982, Economics
    Letters 9; Riley and Samuelson 1981."""
    m, u = _rivals(n, k), _shares(v, highest)
    return number(highest * m / (m + _care(rho)) * u)


def risk_averse_revenue(n: int, rho: float, *, k: float = 1.0, highest: float = 1.0) -> float:
    """Return the expected revenue of the first-price auction among them: more than without care about risk."""
    return float(risk_averse_bid(highest, n, rho, k=k, highest=highest)) * n * k / (n * k + 1)


def entry_value(
    n: int, loser_pays: SupportsFloat = 0, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0
) -> float:
    """Return the lowest value that bids where bids below the reserve r cannot win: t with t·G = r·(α + (1 − α)·G).

    Without payments of losers it is the reserve itself; all-pay on 0 … 1: r^(1/n) for even chances."""
    m, alpha = _rivals(n, k), share(loser_pays)
    r = _reserve(reserve, highest) / highest
    if alpha in (0, 1) or r in (0, 1):
        return highest * (r ** (1 / (m + 1)) if alpha else r)
    from scipy.optimize import brentq

    return highest * float(brentq(lambda t: t ** (m + 1) - r * (alpha + (1 - alpha) * t**m), r, 1, xtol=1e-15))


def interim_payment(
    v: ArrayLike, n: int, loser_pays: SupportsFloat = 0, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0
) -> Floats:
    """Return what a bidder of value v pays on average, v·G − ∫G: the same under all rules with the same entry value."""
    values, entry = np.asarray(v), entry_value(n, loser_pays, k=k, reserve=reserve, highest=highest)
    worth = values * win_chance(v, n, k=k, highest=highest) * (values >= entry)
    return number(worth - interim_payoff(v, n, loser_pays, k=k, reserve=reserve, highest=highest))


def interim_payoff(
    v: ArrayLike, n: int, loser_pays: SupportsFloat = 0, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0
) -> Floats:
    """Return what a bidder of value v gains on average, ∫G from the entry value to v: v^n / n for even chances."""
    m, u = _rivals(n, k), _shares(v, highest)
    entry = entry_value(n, loser_pays, k=k, reserve=reserve, highest=highest) / highest
    return number(highest * np.maximum(u ** (m + 1) - entry ** (m + 1), 0.0) / (m + 1))


def private_payoff(
    n: int, loser_pays: SupportsFloat = 0, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0
) -> float:
    """Return what a bidder gains on average before he knows his value: 1/(n(n+1)) for even chances on 0 … 1."""
    m = _rivals(n, k)
    t = entry_value(n, loser_pays, k=k, reserve=reserve, highest=highest) / highest
    return highest * ((1 - t ** (m + 1)) / (m + 1) - (1 - t ** (m + k + 1)) / (m + k + 1))


def private_revenue(
    n: int, loser_pays: SupportsFloat = 0, *, k: float = 1.0, reserve: float = 0.0, highest: float = 1.0
) -> float:
    """Return the expected revenue: (n−1)/(n+1) under every rule for even chances on 0 … 1.

    First price, second price, English, all-pay and every share that losers pay earn the same (Myerson 1981), with a
    reserve those of the same entry value; r = ½ adds 2^−n/(n+1). First and second price: loser_pays = 0."""
    m = _rivals(n, k)
    t = entry_value(n, loser_pays, k=k, reserve=reserve, highest=highest) / highest
    return highest * n * ((k + 1) * (1 - t ** (m + k + 1)) / (m + k + 1) - (1 - t ** (m + 1)) / (m + 1))


def best_reserve(*, k: float = 1.0, highest: float = 1.0) -> float:
    """Return the reserve that earns most in first- and second-price auctions, whatever n: (k+1)^(−1/k), ½ for k = 1.

    There r = (1 − F(r)) / f(r). Myerson 1981, Mathematics of Operations Research 6."""
    return positive(highest, "The highest value") * (positive(k, "The power k") + 1) ** (-1 / k)


def mean_bid(n: int, loser_pays: SupportsFloat, *, k: float = 1.0, highest: float = 1.0) -> float:
    """Return the mean bid where losers pay a share; there is no reserve here."""
    return _mean(n, share(loser_pays), k, highest, k)


def mean_winner_payment(n: int, loser_pays: SupportsFloat, *, k: float = 1.0, highest: float = 1.0) -> float:
    """Return what the winner pays on average where losers pay a share: the mean of the highest bid."""
    return _mean(n, share(loser_pays), k, highest, n * k)


def mean_loser_payments(n: int, loser_pays: SupportsFloat, *, k: float = 1.0, highest: float = 1.0) -> float:
    """Return what all losers pay together on average: the revenue less the winner's part."""
    winner = mean_winner_payment(n, loser_pays, k=k, highest=highest)
    return private_revenue(n, k=k, highest=highest) - winner if share(loser_pays) else 0.0


def first_price_variance(n: int, *, k: float = 1.0, highest: float = 1.0) -> float:
    """Return the variance of the revenue of a first-price auction: (n−1)² / (n(n+1)²(n+2)) for even chances."""
    m = _rivals(n, k)
    c = n * k
    return (positive(highest, "The highest value") * m / (m + 1)) ** 2 * (c / (c + 2) - (c / (c + 1)) ** 2)


def second_price_variance(n: int, *, k: float = 1.0, highest: float = 1.0) -> float:
    """Return the variance of the second-highest value, the price of second-price and English auctions.

    2(n−1) / ((n+1)²(n+2)) for even chances: more than in the first-price auction."""
    _rivals(n, k)
    first, second = (n * (n - 1) / ((n - 1 + j / k) * (n + j / k)) for j in (1, 2))
    return positive(highest, "The highest value") ** 2 * (second - first**2)


def all_pay_variance(n: int, *, k: float = 1.0, highest: float = 1.0) -> float:
    """Return the variance of the revenue of an all-pay auction: n((n−1)/n)²·(1/(2n+1) − 1/(n+1)²) for even chances."""
    m = _rivals(n, k)
    spread = k / (2 * m + 2 + k) - (k / (m + 1 + k)) ** 2
    return n * (positive(highest, "The highest value") * m / (m + 1)) ** 2 * spread


def _mean(n: int, alpha: float, k: float, highest: float, weight: float) -> float:
    """The mean of bids over values with chance (v / highest)^weight to be below v."""
    m = _rivals(n, k)
    mean = weight * float(power_integral(m + weight, m, alpha))
    return positive(highest, "The highest value") * m / (m + 1) * mean


def _rivals(n: int, k: float) -> float:
    """The power of G."""
    return positive(k, "The power k") * (bidders(n) - 1)


def _shares(v: ArrayLike, highest: float) -> Floats:
    return between(v, 0, positive(highest, "The highest value"), "A value") / highest


def _reserve(reserve: float, highest: float) -> float:
    return float(between(reserve, 0, positive(highest, "The highest value"), "A reserve"))


def _care(rho: float) -> float:
    if not 0 < rho <= 1:
        raise ValueError(f"The power ρ of a gain is above 0 and at most 1; {rho} is not.")
    return rho
