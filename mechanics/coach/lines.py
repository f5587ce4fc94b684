"""Curves through games played on: what a score comes to after a place in the auction and what was paid there.

Games are dealt out to batches; leaving one batch out at a time (the jackknife) says how far an estimate may be off.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BATCHES = 20
FEW = 0.1  # how much is needed before a bend is believed, in games that paid all there was


class Game(NamedTuple):
    """One game played on: my place in the auction (0: no prize), what I and what the rivals paid there, my final score
    before paying and the best rival's, and the batch to which the game belongs."""

    place: int
    paid: int
    theirs: int
    mine: float
    best: float
    batch: int


class Lines(NamedTuple):
    """Scores by place and payments: height (…, places, 2) and bend (…, 3, 2), of mine and of the best rival's score.

    bend belongs to my payment, its square and the rivals' payments, each as a share of `most`."""

    height: Floats
    bend: Floats
    most: float

    def moved(self, pays: Floats, theirs: Floats) -> Floats:
        """Return what these payments do to the scores, (…, *shape of the payments, 2)."""
        return np.asarray(np.einsum("...i,...ij->...j", _terms(pays, theirs, self.most), self.bend))

    def at(self, pays: Floats, theirs: Floats) -> Floats:
        """Return the scores (…, places, bids, 2) after these payments, (places, bids) each."""
        terms = _terms(pays, theirs, self.most)
        return np.asarray(self.height[..., :, None, :] + np.einsum("pbi,...ij->...pbj", terms, self.bend))


def _terms(pays: Floats, theirs: Floats, most: float) -> Floats:
    """Return what the curves are made of: my payment, its square, the rivals' payments, (…, 3)."""
    return np.stack([pays / most, (pays / most) ** 2, theirs / most], axis=-1)


class Through:
    """Games with the curves through all of them, and through all but one batch each; `most`: the most I can pay."""

    def __init__(self, games: list[Game], guess: Floats, most: float) -> None:
        self.games = np.array(games, dtype=float).reshape(-1, 6)
        self.place, self.batch = self.games[:, 0].astype(int), self.games[:, 5].astype(int)
        self.guess, self.most, self.used = guess, max(1.0, most), np.unique(self.batch)
        squares, sums = self._equations()
        self.all = self._solve(squares.sum(0), sums.sum(0))
        self.without = self._solve(squares.sum(0) - squares[self.used], sums.sum(0) - sums[self.used])

    def _equations(self) -> tuple[Floats, Floats]:
        """Return the normal equations batch by batch: one column for all, one a place, three for payments."""
        count, places = len(self.games), len(self.guess)
        terms = _terms(self.games[:, 1], self.games[:, 2], self.most)
        rows = np.column_stack([np.ones(count), np.eye(places)[self.place], terms])
        scores = self.games[:, 3:5] - np.column_stack([self.guess[self.place], np.zeros(count)])
        squares, sums = np.zeros((BATCHES, places + 4, places + 4)), np.zeros((BATCHES, places + 4, 2))
        np.add.at(squares, self.batch, rows[:, :, None] * rows[:, None, :])
        np.add.at(sums, self.batch, rows[:, :, None] * scores[:, None, :])
        return squares, sums

    def _solve(self, squares: Floats, sums: Floats) -> Lines:
        """Places and bends are drawn a little towards none, so that few games do not say much."""
        places = len(self.guess)
        doubt = np.diag([1e-9, *[1.0] * places, *[FEW] * 3])
        found = np.asarray(np.linalg.solve(squares + doubt, sums), dtype=np.float64)
        height = found[..., :1, :] + found[..., 1 : 1 + places, :]
        height += np.column_stack([self.guess, np.zeros(places)])
        return Lines(height, found[..., 1 + places :, :], self.most)

    def wins(self, pays: Floats, theirs: Floats) -> tuple[Floats, Floats]:
        """Return games won, (batches, places, bids), and their number (batches, places), every game moved along the
        curves to the payments of each bid."""
        before = self.all.moved(self.games[:, 1], self.games[:, 2])[:, None]
        scores = self.games[:, None, 3:5] + self.all.moved(pays, theirs)[self.place] - before
        share = win_share(scores[..., 0] - pays[self.place], scores[..., 1])
        won, many = np.zeros((BATCHES, *pays.shape)), np.zeros((BATCHES, len(pays)))
        np.add.at(won, (self.batch, self.place), share)
        np.add.at(many, (self.batch, self.place), 1)
        return won, many


def spread(left: Floats) -> Floats:
    """Return the standard error by the jackknife: from what is found when one batch is left out, (batches, …)."""
    return np.asarray(np.sqrt((len(left) - 1) * left.var(axis=0)))


def win_share(mine: Any, best: Any) -> Floats:
    """Return 1 where my score is above the best rival's, ½ where they are level, 0 below; any shapes that fit."""
    return np.where(np.asarray(mine) > best, 1.0, np.where(np.asarray(mine) == best, 0.5, 0.0))
