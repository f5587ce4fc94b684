"""One worth for all, estimated by each with an error of his own: the winner's curse.

The worth v may be any number, all as likely; each of n bidders sees v + error, errors with even chances from −e to e.
All is said for estimates away from the edges of what v can be. The winner has the highest estimate, whose error is
e(n−1)/(n+1) on average. Sources: Wilson 1977, Review of Economic Studies 44; Milgrom and Weber 1982, Econometrica 50;
Kagel and Levin 1986, American Economic Review 76; Kagel and Levin, Common Value Auctions and the Winner's Curse, 2002.
winner_pays as in `auctions.Auction`: "own" (first price) or "next" (second price). All functions raise ValueError with
what is allowed.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from mechanics.theory.given import Floats, bidders, number, positive

Pays = Literal["own", "next"]


def best_error(n: int, error: float = 1.0) -> float:
    """Return the mean error of the highest of n estimates, e(n−1)/(n+1); for one bidder 0."""
    return positive(error, "The largest error") * (bidders(n, 1) - 1) / (n + 1)


def second_error(n: int, error: float = 1.0) -> float:
    """Return the mean error of the second-highest of n estimates, e(n−3)/(n+1)."""
    return positive(error, "The largest error") * (bidders(n) - 3) / (n + 1)


def naive_profit(n: int, error: float = 1.0, *, winner_pays: Pays = "own") -> float:
    """Return what the winner gains on average if everybody bids his estimate.

    First price −e(n−1)/(n+1), below zero for two or more; second price −e(n−3)/(n+1), below zero for four or more."""
    return -second_error(n, error) if _next(winner_pays) else -best_error(n, error)


def shading(n: int, error: float = 1.0, *, winner_pays: Pays = "own") -> float:
    """Return how far below his estimate each bids in equilibrium: first price e, second price e(n−2)/n, whatever it is.

    First price: bidding t higher wins with chance 1/n + t/(2e) + …, so that the shade s has s/(2e) = 1/n + (n−2)/(2n).
    Near the lowest worth bids are a little higher (Kagel and Levin 1986, their Y). Second price: the worth that is
    expected if one's own estimate is the highest and another one equals it."""
    first, n = positive(error, "The largest error"), bidders(n)
    return first * (n - 2) / n if _next(winner_pays) else first


def estimate_bid(estimate: ArrayLike, n: int, error: float = 1.0, *, winner_pays: Pays = "own") -> Floats:
    """Return the bid in equilibrium: estimate − e in a first-price, estimate − e(n−2)/n in a second-price auction."""
    return number(np.asarray(estimate, dtype=np.float64) - shading(n, error, winner_pays=winner_pays))


def estimate_profit(n: int, error: float = 1.0, *, winner_pays: Pays = "own") -> float:
    """Return what the winner gains on average in equilibrium: first price 2e/(n+1), second price 2e(n−1)/(n(n+1)).

    With three or more bidders the second price leaves the winner less: the seller earns more (Milgrom and Weber)."""
    return shading(n, error, winner_pays=winner_pays) + naive_profit(n, error, winner_pays=winner_pays)


def _next(winner_pays: Pays) -> bool:
    if winner_pays not in ("own", "next"):
        raise ValueError(f"Winners pay by one of: own, next; {winner_pays!r} is not among them.")
    return winner_pays == "next"
