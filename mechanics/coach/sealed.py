"""A sealed auction in a running game: chances and payments summed exactly, only what follows the auction played out.

What a place in the auction is worth hardly depends on the bid that led to it, except for the money paid. So one game
played on from a place says something of all bids that could lead there (see `regression`): the value of a bid is the
exact chance of each place times what the games say of that place, less the exact expected payment.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from mechanics import auctions, expected
from mechanics.auctions import Auction, share_down
from mechanics.choices import Amount
from mechanics.coach.forks import Fork, Position, forking
from mechanics.coach.regression import Game, Regression
from mechanics.coach.worth import Floats, Worth, win_share
from mechanics.table import Rng, Seat

Distribution = Mapping[int, float]
Rivals = Callable[[Any, Seat, Sequence[float]], Sequence[Distribution]]
DRAWN = 2_000  # sets of rivals' bids from which it is seen what they pay
MOST = 80  # bids that are compared


@dataclass(frozen=True)
class Sealed:
    """How the coach reads a game's sealed auction from what a seat sees.

    rivals: names of assumptions, and for each the rivals' chances from (board, seat, worth of the places to me).
    guess: a first guess of my final score without a prize, then with each place, before paying.
    came_out: from the last table and the number of auctions before this one, the places (0: no prize) and the payments.
    held: how many auctions the board shows. added: what each adds in a second round."""

    rule: Callable[[Any], Auction]
    rivals: Mapping[str, Rivals]
    guess: Callable[[Any, Seat], Sequence[float]]
    held: Callable[[Any], int]
    came_out: Callable[[Any, int], tuple[Sequence[int], Sequence[int]]]
    added: Distribution = field(default_factory=lambda: {0: 1.0})


class Assumed(NamedTuple):
    """What follows from a thought about rivals: their chances, and for every bid of mine the chances of the places
    (bids, places), what I pay on average (bids), what I pay on each place, and the rivals together (places, bids)."""

    rivals: Sequence[Distribution]
    chances: Floats
    paid: Floats
    pays: Floats
    theirs: Floats


class Bids:
    """The worth of every bid for the seat that is asked; `more` plays games on, `values` says what is known so far.

    Of more bids than 80 a regular selection with both ends is compared."""

    def __init__(self, position: Position, sealed: Sealed, board: Any, points: Callable[[int], float]) -> None:
        choice = position.ask.allowed[position.seat]
        assert isinstance(choice, Amount)
        self.position, self.sealed, self.board, self.points = position, sealed, board, points
        stride = choice.step * (-(-((choice.high - choice.low) // choice.step) // MOST) or 1)
        self.bids = np.union1d(np.arange(choice.low, choice.high + 1, stride), [choice.high - choice.low % choice.step])
        self.rule = sealed.rule(board)
        self.guess = np.array(sealed.guess(board, position.seat), dtype=float)
        self.places = len(self.guess)
        self.games: list[Game] = []
        self.regression: Regression | None = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy for somebody else begins without games."""
        return {**self.__dict__, "games": [], "regression": None}

    def thought(self, rivals: str) -> Callable[[], Assumed]:
        """Return what works out an assumption: it touches nothing of this object, so it may run in another thread."""
        make, worth = self.sealed.rivals[rivals], self.worth_to_me()
        return lambda: self._follows(make(self.board, self.position.seat, worth))

    def take(self, assumed: Assumed) -> None:
        """Take rivals to bid so from now on; the games that were played so far are kept."""
        self.rivals, self.chances, self.paid, self.pays, self.theirs = assumed

    def _follows(self, others: Sequence[Distribution]) -> Assumed:
        rivals = [{int(bid): chance for bid, chance in one.items() if chance} for one in others]
        extras: dict[str, Any] = {}
        if self.rule.tie == "rebid":
            extras = {"extra": self.sealed.added, "rival_extras": self.sealed.added}
        earning = sum(prize > 0 for prize in self.rule.places(len(rivals) + 1))
        found = expected.values(self.rule, [0.0] * earning, rivals, bids=self.bids, **extras)
        chances = np.column_stack([1 - found.win, found.place[:, : self.places - 1]]).astype(float)
        losing = share_down(self.bids, self.rule.loser_pays)
        pays = np.stack([losing, *[self.bids] * (self.places - 1)]).astype(float)
        paid = (found.paid_winning + found.paid_losing).astype(float)
        return Assumed(rivals, chances, paid, pays, self._rivals_pay(rivals))

    def worth_to_me(self) -> list[float]:
        """Return what each place is worth to me, never less than the next one."""
        heights = self.said().heights()
        gains = (heights[1:] - heights[0])[::-1]
        return list(np.maximum.accumulate(gains)[::-1].clip(0))

    def said(self) -> Regression:
        """Return what all games say that have been played so far."""
        if self.regression is None:
            self.regression = Regression(self.guess, len(self.bids), float(self.bids[-1]))
        self.regression.add(self.games[self.regression.games :])
        return self.regression

    def _rivals_pay(self, rivals: Sequence[Distribution]) -> Floats:
        """What rivals pay together on average when I come out on a place with a bid (places, bids), by drawn bids."""
        rng = np.random.default_rng(0)
        drawn = _drawn(rivals, rng, DRAWN)
        place, paid = self._settled(np.repeat(drawn, len(self.bids), axis=0), np.tile(self.bids, DRAWN), rng)
        cell = place * len(self.bids) + np.tile(np.arange(len(self.bids)), DRAWN)
        size, shape = self.places * len(self.bids), (self.places, len(self.bids))
        sums, many = np.bincount(cell, paid, size).reshape(shape), np.bincount(cell, minlength=size).reshape(shape)
        return np.where(many > 0, sums / np.maximum(many, 1), paid.mean())

    def _settled(self, theirs: Any, mine: Any, rng: Rng) -> tuple[Any, Any]:
        """Return my place (0: no prize) and what rivals pay together, ties by a coin; one row of `theirs` per bid."""
        seat, n = self.position.seat, theirs.shape[1] + 1
        bids = np.empty((len(mine), n), dtype=np.int64)
        bids[:, [s for s in range(n) if s != seat]] = theirs
        bids[:, seat] = mine
        result = auctions.settle(bids, None, rng.permutation(n), replace(self.rule, tie="coin"))
        place = np.where(result.prize[:, seat] > 0, result.place[:, seat], 0)
        return place, result.paid.sum(1) - result.paid[:, seat]

    @property
    def draws(self) -> int:
        """How many games have been played on."""
        return len(self.games)

    def more(self, rng: Rng) -> Generator[None, None, None]:
        """Play one game on from each bid, in any order, against bids drawn for the rivals."""
        order = rng.permutation(len(self.bids))
        for bid, theirs in zip(order.tolist(), _drawn(self.rivals, rng, len(order)).tolist(), strict=True):
            found = yield from forking(self.position, rng)
            if found is None:
                return
            yield from self._play(found, bid, theirs)

    def _play(self, found: Fork, bid: int, theirs: Sequence[int]) -> Generator[None, None, None]:
        seat = self.position.seat
        others = [s for s in range(len(theirs) + 1) if s != seat]
        end = yield from found.play(int(self.bids[bid]), dict(zip(others, theirs, strict=True)))
        scores = [self.points(score) for score in self.position.game.scores(end)]
        places, paid = self.sealed.came_out(end, self.sealed.held(self.board))
        won = win_share(scores[seat], max(scores[s] for s in others))
        self.games.append(Game(places[seat], bid, paid[seat], sum(paid) - paid[seat], scores[seat] + paid[seat], won))

    # --- what is known so far ---------------------------------------------------------------------------------------

    def values(self) -> Worth:
        """Return what is known of every bid."""
        if not self.games:
            nothing = np.full(len(self.bids), np.nan)
            return Worth(self.chances @ self.guess - self.paid, nothing, nothing, nothing)
        score, win = self.said().means(self.chances, self.pays, self.theirs)
        return Worth(score.value - self.paid, score.off, win.value.clip(0, 1), win.off)


def _drawn(rivals: Sequence[Distribution], rng: Rng, many: int) -> Any:
    """Return so many sets of rivals' bids, (many, rivals)."""
    return np.stack([rng.choice(list(one), many, p=_even(one.values())) for one in rivals], axis=-1)


def _even(chances: Any) -> Floats:
    weights = np.array(list(chances), dtype=float)
    return np.asarray(weights / weights.sum())
