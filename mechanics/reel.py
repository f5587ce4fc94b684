"""The reel: one running script with every question it asked and every answer it was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.table import Answer, Ask, Chance, Free, Game, IllegalMove, Seat, check, waits_for

Log = Sequence[Mapping[Seat, Answer]]


class Reel:
    """A game's script from its start, wound on by answers; it holds secrets.

    `log` is answered first, one mapping from seats to answers per question; raises ValueError naming the step that the
    rules refuse. `freed` are the seats that have made a move on the side at the open question."""

    def __init__(self, game: Game, seats: int, box: Any, chance: Chance, log: Log = ()) -> None:
        self.end, self.chance = game.END, chance
        self.over = False
        self.log: list[Mapping[Seat, Answer]] = []
        self.freed: set[Seat] = set()
        self._script = game.game(seats, box)
        self.asks: list[Ask[Any]] = [next(self._script)]
        for step, answers in enumerate(log):
            try:
                self._check(answers)
            except IllegalMove as refusal:
                raise ValueError(f"Step {step} of this game is not allowed by the rules: {refusal}") from None
            self.feed(answers)

    @property
    def ask(self) -> Ask[Any]:
        """The question that is open; when the game is over, a question to nobody under the game's last rule."""
        return self.asks[-1]

    def feed(self, answers: Mapping[Seat, Answer]) -> bool:
        """Give the script everybody's answers (or one move on the side); say whether the question is answered."""
        self.log.append(dict(answers))
        self.chance.count(self.ask.rule, answers)
        free = {seat for seat, answer in answers.items() if isinstance(answer, Free)}
        try:
            self.asks.append(self._script.send(answers))
        except StopIteration as end:
            self.asks.append(Ask(self.end, end.value, {}))
            self.over = True
        self.freed = self.freed | free if free else set()
        return not free

    def _check(self, answers: Mapping[Seat, Answer]) -> None:
        if self.over:
            raise IllegalMove(self.end, "The game is over.", "nothing more")
        free = any(isinstance(answer, Free) for answer in answers.values())
        if not free and set(answers) != set(self.ask.allowed):
            missing = waits_for(tuple(self.ask.allowed))
            raise IllegalMove(self.ask.rule, "Not everybody who was asked has answered.", missing)
        for seat, answer in answers.items():
            check(self.ask, seat, answer)
