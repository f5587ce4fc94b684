"""Any other question: every answer played on from the same forks, dealt alike and followed by the same chances."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np

from mechanics.coach.forks import Position, forking
from mechanics.coach.options import answers_to
from mechanics.coach.worth import Worth, sure, win_share
from mechanics.frozen import replace
from mechanics.table import Answer, Free, Rng, plain

WON, LOST = 2, 2  # games that a chance to win is widened by, so that few games do not make it certain


class Moves:
    """The worth of every answer for the seat that is asked; `more` plays games on, `values` says what is known."""

    def __init__(self, position: Position, points: Callable[[int], float]) -> None:
        self.position, self.points = position, points
        self.answers = answers_to(position.ask.allowed[position.seat], also=self._robots())
        self.games: list[tuple[list[float], list[float]]] = []  # scores and shares of a win, one for every answer

    def __getstate__(self) -> dict[str, Any]:
        """A copy for somebody else begins without games."""
        return {**self.__dict__, "games": []}

    def _robots(self) -> Answer | None:
        """Return what the robot would answer that plays on for this seat."""
        seat, rng = self.position.seat, np.random.default_rng(0)
        view = self.position.game.view(self.position.ask, seat)
        answer = self.position.players[seat](replace(view, free=None), rng)
        return None if isinstance(answer, Free) else plain(self.position.ask, answer)

    @property
    def draws(self) -> int:
        """How many games have been played on from every answer."""
        return len(self.games)

    def more(self, rng: Rng) -> Generator[None, None, None]:
        """Play one fork on from every answer, all with the same deal and the same chances."""
        seed, scores, wins = int(rng.integers(2**32)), [], []
        for answer in self.answers:
            found = yield from forking(self.position, np.random.default_rng(seed))
            if found is None:
                return
            end = yield from found.play(answer)
            mine, won = self._result(end)
            scores.append(mine)
            wins.append(won)
        self.games.append((scores, wins))

    def _result(self, end: object) -> tuple[float, float]:
        """Return my final score, and whether I won: by the score as the game counts it."""
        scores, seat = self.position.game.scores(end), self.position.seat
        best = max(score for s, score in enumerate(scores) if s != seat)
        return self.points(scores[seat]), win_share(scores[seat], best)

    def values(self) -> Worth:
        """Return what is known of every answer; an interval needs three games from each."""
        many, nothing = len(self.games), np.full(len(self.answers), np.nan)
        if not many:
            return Worth(nothing, nothing, nothing, nothing)
        scores, wins = np.array(self.games).swapaxes(0, 1)
        value, win = scores.mean(0), wins.mean(0)
        if many < 3:
            return Worth(value, nothing, win, nothing)
        error = scores.std(0, ddof=1) / np.sqrt(many)
        share = (many * win + WON) / (many + WON + LOST)
        off = np.sqrt(share * (1 - share) / (many + WON + LOST))
        return Worth(value, sure(many - 1) * error, win, sure(many - 1) * off)
