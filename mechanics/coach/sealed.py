"""A sealed auction in a running game: chances and payments summed exactly, only what follows the auction played out.

What a place in the auction is worth does not depend on the bid that led to it, except for the money paid. So one game
played on from a place serves all bids that could lead there: the value of a bid is the exact chance of each place times
what that place was worth in the games played on from it, less the exact expected payment. What rivals pay differs a
little between bids that lead to one place: that is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mechanics import auctions, expected
from mechanics.auctions import Auction, share_down
from mechanics.choices import Amount
from mechanics.coach.forks import Fork, Position, fork
from mechanics.coach.shares import win_share
from mechanics.table import Rng, Seat

Floats = NDArray[np.float64]
Distribution = Mapping[int, float]
Rivals = Callable[[Any, Seat, Sequence[float]], Sequence[Distribution]]
BATCHES = 20  # games are dealt out to so many batches; how much these differ says how wide the interval is


@dataclass(frozen=True)
class Sealed:
    """How the coach reads a game's sealed auction from what a seat sees.

    rivals: names of assumptions, and for each the rivals' chances from (board, seat, worth of the places to me).
    guess: a first guess of my final score without a prize, then with each place, before paying.
    came_out: from the last table and the number of auctions before this one, my place (0: no prize) and what I paid.
    held: how many auctions the board shows. added: what each adds in a second round."""

    rule: Callable[[Any], Auction]
    rivals: Mapping[str, Rivals]
    guess: Callable[[Any, Seat], Sequence[float]]
    held: Callable[[Any], int]
    came_out: Callable[[Any, int, Seat], tuple[int, int]]
    added: Distribution = field(default_factory=lambda: {0: 1.0})


class Bids:
    """The worth of every bid for the seat that is asked; `more` plays games on, `frame` says what is known so far."""

    def __init__(
        self, position: Position, sealed: Sealed, board: Any, rivals: str, points: Callable[[int], float]
    ) -> None:
        choice = position.ask.allowed[position.seat]
        assert isinstance(choice, Amount)
        self.position, self.sealed, self.board, self.points = position, sealed, board, points
        self.bids = np.arange(choice.low, choice.high + 1, choice.step)
        self.rule = sealed.rule(board)
        self.guess = np.array(sealed.guess(board, position.seat), dtype=float)
        self.places = len(self.guess)
        # games played on from each place: my final score before paying, the best rival's, the batch
        self.played: list[list[tuple[float, float, int]]] = [[] for _ in range(self.places)]
        self.draws = 0
        self.assume(rivals)

    def assume(self, rivals: str) -> None:
        """Take rivals to bid otherwise from now on; what places were worth so far is kept."""
        worth = np.maximum.accumulate((self.worth()[1:] - self.worth()[0])[::-1])[::-1].clip(0)
        others = self.sealed.rivals[rivals](self.board, self.position.seat, worth.tolist())
        self.rivals = [{int(bid): chance for bid, chance in one.items() if chance} for one in others]
        extras: dict[str, Any] = {}
        if self.rule.tie == "rebid":
            extras = {"extra": self.sealed.added, "rival_extras": self.sealed.added}
        earning = sum(prize > 0 for prize in self.rule.places(len(self.rivals) + 1))
        found = expected.values(self.rule, [0.0] * earning, self.rivals, bids=self.bids, seat=self._rank(), **extras)
        self.chances = np.column_stack([1 - found.win, found.place[:, : self.places - 1]]).astype(float)
        self.paid = (found.paid_winning + found.paid_losing).astype(float)

    def _rank(self) -> int:
        return self.position.seat if self.rule.tie == "order" else 0

    def more(self, rng: Rng) -> Generator[None, None, None]:
        """Deal one fork anew for every place that some bid would win against bids drawn for the rivals."""
        theirs = [int(rng.choice(list(one), p=_even(one.values()))) for one in self.rivals]
        seed, batch = int(rng.integers(2**32)), self.draws % BATCHES
        for bid in self._one_for_each_place(theirs, rng):
            found = fork(self.position, np.random.default_rng(seed))
            if found is not None:
                yield from self._play(found, bid, theirs, batch)
        self.draws += 1

    def _one_for_each_place(self, theirs: Sequence[int], rng: Rng) -> list[int]:
        """Return a bid of mine for every place that I could come out on, drawn among those that lead there."""
        seat, n = self.position.seat, len(theirs) + 1
        bids = np.empty((len(self.bids), n), dtype=np.int64)
        bids[:, [s for s in range(n) if s != seat]] = theirs
        bids[:, seat] = self.bids
        result = auctions.settle(bids, None, rng.permutation(n), replace(self.rule, tie="coin"))
        place = np.where(result.prize[:, seat] > 0, result.place[:, seat], 0)
        return [int(rng.choice(self.bids[place == one])) for one in np.unique(place)]

    def _play(self, found: Fork, bid: int, theirs: Sequence[int], batch: int) -> Generator[None, None, None]:
        seat = self.position.seat
        others = [s for s in range(len(theirs) + 1) if s != seat]
        end = yield from found.play(bid, dict(zip(others, theirs, strict=True)))
        scores = [self.points(score) for score in self.position.game.scores(end)]
        place, paid = self.sealed.came_out(end, self.sealed.held(self.board), seat)
        best = max(score for s, score in enumerate(scores) if s != seat)
        self.played[place].append((scores[seat] + paid, best, batch))

    # --- what is known so far ---------------------------------------------------------------------------------------

    def worth(self) -> Floats:
        """Return my final score before paying, without a prize and with each place: played, or guessed where it is not."""
        played = np.array([np.mean([mine for mine, *_ in games]) if games else np.nan for games in self.played])
        shift = np.nanmean(played - self.guess) if any(self.played) else 0.0
        return np.where(np.isnan(played), self.guess + shift, played)

    def values(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Return per bid: value, its standard error, chance to win the game, its standard error (nan: not played)."""
        sums, counts, wins = self._by_batch()
        value, win = self._weigh(sums.sum(0), counts.sum(0), wins.sum(0))
        used = counts.sum(1) > 0
        if used.sum() < 3:
            nothing = np.full(len(self.bids), np.nan)
            return value, nothing, win, nothing
        without = [(part.sum(0) - part)[used] for part in (sums, counts, wins)]  # one batch left out at a time
        values, shares = self._weigh(*without)
        return value, _spread(values), win, _spread(shares)

    def _by_batch(self) -> tuple[Floats, Floats, Floats]:
        """Sums of my scores, numbers of games (batches, places), and games won (batches, places, bids)."""
        sums, counts = np.zeros((BATCHES, self.places)), np.zeros((BATCHES, self.places))
        wins = np.zeros((BATCHES, self.places, len(self.bids)))
        for place, games in enumerate(self.played):
            if games:
                mine, best, batch = np.array(games).T
                batch = batch.astype(int)
                pays = self.bids if place else share_down(self.bids, self.rule.loser_pays)
                won = win_share(mine[:, None] - np.asarray(pays, dtype=float)[None, :], best[:, None])
                np.add.at(sums[:, place], batch, mine)
                np.add.at(counts[:, place], batch, 1)
                np.add.at(wins[:, place], batch, won)
        return sums, counts, wins

    def _weigh(self, sums: Floats, counts: Floats, wins: Floats) -> tuple[Floats, Floats]:
        """Return value and chance to win the game per bid from these sums over games, (…, bids) each."""
        some, many = counts > 0, np.maximum(counts, 1)
        worth = np.where(some, sums / many, self.worth())
        win = np.einsum("bp,...p,...pb->...b", self.chances, some / many, wins)
        reached = some @ self.chances.T
        with np.errstate(invalid="ignore", divide="ignore"):
            return worth @ self.chances.T - self.paid, np.where(reached > 0, win / reached, np.nan)


def _spread(left: Floats) -> Floats:
    """Return the standard error by the jackknife: from what is found when one batch is left out."""
    return np.asarray(np.sqrt((len(left) - 1) * left.var(axis=0)))


def _even(chances: Any) -> Floats:
    weights = np.array(list(chances), dtype=float)
    return np.asarray(weights / weights.sum())
