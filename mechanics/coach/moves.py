"""Any other question: every answer played on from the same forks, dealt alike and followed by the same chances."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np
from numpy.typing import NDArray

from mechanics.coach.forks import Position, fork
from mechanics.coach.lines import win_share
from mechanics.coach.options import answers_to
from mechanics.table import Rng

Floats = NDArray[np.float64]


class Moves:
    """The worth of every answer for the seat that is asked; `more` plays games on, `values` says what is known."""

    def __init__(self, position: Position, points: Callable[[int], float]) -> None:
        self.position, self.points = position, points
        self.answers = answers_to(position.ask.allowed[position.seat])
        self.scores: list[list[float]] = []
        self.wins: list[list[float]] = []

    @property
    def draws(self) -> int:
        """How many games have been played on from every answer."""
        return len(self.scores)

    def more(self, rng: Rng) -> Generator[None, None, None]:
        """Play one fork on from every answer, all with the same deal and the same chances."""
        seed, scores, wins = int(rng.integers(2**32)), [], []
        for answer in self.answers:
            found = fork(self.position, np.random.default_rng(seed))
            if found is None:
                return
            end = yield from found.play(answer)
            mine, best = self._result(end)
            scores.append(mine)
            wins.append(float(win_share(mine, best)))
        self.scores.append(scores)
        self.wins.append(wins)

    def _result(self, end: object) -> tuple[float, float]:
        scores, seat = [self.points(score) for score in self.position.game.scores(end)], self.position.seat
        return scores[seat], max(score for s, score in enumerate(scores) if s != seat)

    def values(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Return per answer: expected final score, its standard error, chance to win, its standard error."""
        parts = []
        for rows in (self.scores, self.wins):
            many = np.array(rows).reshape(len(rows), len(self.answers))
            mean = many.mean(0) if len(many) else np.full(len(self.answers), np.nan)
            error = many.std(0, ddof=1) / np.sqrt(len(many)) if len(many) > 2 else np.full(len(self.answers), np.nan)
            parts += [mean, error]
        return parts[0], parts[1], parts[2], parts[3]
