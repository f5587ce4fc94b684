"""One regression through all games played on: what a score comes to after a bid that came out on a place.

A score is taken to be a sum: what the place brings, what the money left in the purse is still good for (straight
lines between 0, 1, 2, 4, 8 … left), what the rivals have paid, and something that each place and bid has of its own.
How large the last may be is read off the games (marginal likelihood); where games are few, all is drawn towards a first
guess. Errors are taken to be normal, with priors that go with them, so an interval is Student's (Gelman et al.,
Bayesian Data Analysis, 3rd edition, chapter 14).
"""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mechanics.coach.worth import Floats, sure

BROAD = 3.0  # how far places and purses may lie from the guess, in standard deviations of one game
OWN = (0.05, 0.1, 0.2, 0.4, 0.8)  # the same for what each place and bid has of its own: one of these
DOUBT = 2  # as many games are taken to have been seen before the first, so that few make nothing certain:
SPREADS = (1.0, 0.25)  # the variance of their score, and of their share of a win


class Game(NamedTuple):
    """One game played on: my place in the auction (0: no prize), the number of my bid in the list, what I and what the
    rivals paid there, my final score before paying, and my share of a win."""

    place: int
    bid: int
    paid: int
    theirs: int
    mine: float
    won: float


class Mean(NamedTuple):
    """An expected number for each bid, and half of its 95 % interval."""

    value: Floats
    off: Floats


class Regression:
    """What games say of every bid; `guess` of the score on each place, the number of bids, and all I can pay."""

    def __init__(self, guess: Floats, bids: int, most: float) -> None:
        self.guess, self.bids, self.most = guess, bids, max(1.0, most)
        self.knots = np.array([*takewhile(lambda left: left < self.most, (0, *(1 << k for k in range(60)))), self.most])
        self.places, self.games = len(guess), 0
        self.common = 2 + 2 * self.places + len(self.knots)
        size = self.common + self.places * bids
        self.squares, self.sums, self.totals = np.zeros((size, size)), np.zeros((size, 2)), np.zeros(2)

    def add(self, games: list[Game]) -> None:
        """Take further games into account."""
        if not games:
            return
        place, bid, paid, theirs, mine, won = np.array(games, dtype=float).T
        rows = self._rows(place.astype(int), bid.astype(int), paid, theirs)
        found = np.column_stack([mine - self.guess[place.astype(int)], won - 0.5])
        self.squares += rows.T @ rows
        self.sums += rows.T @ found
        self.totals += (found**2).sum(0)
        self.games += len(games)

    def _rows(self, place: NDArray[np.int_], bid: NDArray[np.int_], paid: Floats, theirs: Floats) -> Floats:
        """Return one row per game: all alike, its place, the purse after paying, payments, its place and bid."""
        which, at, rows = np.eye(self.places)[place], np.arange(len(place)), np.zeros((len(place), len(self.squares)))
        purse = np.stack([np.interp(self.most - paid, self.knots, one) for one in np.eye(len(self.knots))], axis=-1)
        shares = np.column_stack([theirs, which * paid[:, None]]) / self.most
        rows[:, : self.common] = np.column_stack([np.ones(len(place)), which, purse, shares])
        rows[at, self.common + place * self.bids + bid] = 1
        return rows

    def means(self, chances: Floats, pays: Floats, theirs: Floats) -> tuple[Mean, Mean]:
        """Return for each bid my score before paying and my share of a win.

        chances: of each place (bids, places); pays, theirs: what I and the rivals pay there (places, bids)."""
        place, bid = (grid.ravel() for grid in np.indices(pays.shape))
        rows = self._rows(place, bid, pays.ravel(), theirs.ravel()) * chances.T.ravel()[:, None]
        rows[:, self.squares.diagonal() == 0] = 0  # no game came out there: it is taken to have nothing of its own
        mixed = rows.reshape(self.places, self.bids, -1).sum(0)
        score, win = (self._mixed(mixed, which) for which in (0, 1))
        often = sure(self.games + DOUBT - 1)
        return Mean(chances @ self.guess + score[0], often * score[1]), Mean(0.5 + win[0], often * win[1])

    def heights(self) -> Floats:
        """Return my score on each place, nothing being paid."""
        nothing = np.zeros(self.places)
        rows = self._rows(np.arange(self.places), np.zeros(self.places, dtype=int), nothing, nothing)
        rows[:, self.common :] = 0
        return self.guess + self._mixed(rows, 0)[0]

    def _mixed(self, rows: Floats, which: int) -> tuple[Floats, Floats]:
        """Return the means of such games and their standard errors: of the score (0) or the share of a win (1).

        Places and bids may have much or little of their own; each counts as much as it is likely."""
        fits = zip(*(self._fit(rows, own, which) for own in OWN), strict=True)
        values, variances, likely = map(np.array, fits)
        weights = np.exp(likely - likely.max())
        weights /= weights.sum()
        value = weights @ values
        return value, np.sqrt(weights @ (variances + (values - value) ** 2))

    def _fit(self, rows: Floats, own: float, which: int) -> tuple[Floats, Floats, float]:
        """Return the means of such games, the variances of these means, and how likely the games are (a logarithm)."""
        prior = np.full(len(self.squares), BROAD**-2.0)
        prior[self.common :] = own**-2.0
        root = np.linalg.cholesky(self.squares + np.diag(prior))
        games, mixed = np.linalg.solve(root, self.sums[:, which]), np.linalg.solve(root, rows.T)
        known, rest = self.games + DOUBT, self.totals[which] + DOUBT * SPREADS[which] - games @ games
        likely = np.log(prior).sum() / 2 - np.log(root.diagonal()).sum() - known / 2 * np.log(rest)
        return games @ mixed, rest / known * (mixed**2).sum(0), float(likely)
