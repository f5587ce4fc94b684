"""The envelopes of a question: persons, nature and robots put their answers in, and the last one opens all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from mechanics.chairs import EMPTY, RobotFailed, Sitter
from mechanics.reel import Reel
from mechanics.table import NATURE, Answer, Free, Game, Seat, Strategy, answer_of


class Envelopes:
    """The answers to the question that is open on a reel, until all who are asked have answered.

    `bots` says who sits on the chairs of robots and on empty ones; who sits down later is heard from then on."""

    def __init__(self, game: Game, reel: Reel, bots: Mapping[Seat, Sitter], names: Sequence[str]) -> None:
        self.sealed: dict[Seat, Answer] = {}
        self._game, self._reel, self._bots, self._names = game, reel, bots, names

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answers are missing."""
        return tuple(seat for seat in self._reel.ask.allowed if seat not in self.sealed)

    def put(self, seat: Seat, answer: Answer) -> None:
        """Put in an answer that the rules allow; a move on the side is not sealed, but made at once."""
        if isinstance(answer, Free):
            self._open({seat: answer})
        else:
            self.sealed[seat] = answer

    def take_back(self, seat: Seat | None) -> bool:
        """Take the last envelope of a person (None: of any) back, and say whether there was one."""
        persons = [s for s in self.sealed if s not in self._bots and seat in (None, s)]
        if persons:
            del self.sealed[persons[-1]]
        return bool(persons)

    def go_on(self) -> None:
        """Let nature and robots answer until a person or an empty chair is waited for.

        Raises RobotFailed naming the seat whose robot raises or answers what is not allowed."""
        while not self._reel.over and self._step():
            pass

    def _step(self) -> bool:
        for seat in self.waiting:
            if seat != NATURE and (self._bots.get(seat, EMPTY) == EMPTY):
                continue
            answer = self._answer_of(seat)
            self.put(seat, answer)
            if isinstance(answer, Free):
                return True
        if self.waiting:
            return False
        self._open({seat: self.sealed[seat] for seat in self._reel.ask.allowed})
        return True

    def _answer_of(self, seat: Seat) -> Answer:
        robots, reel = cast("Mapping[Seat, Strategy]", self._bots), self._reel
        try:
            return answer_of(self._game, reel.ask, seat, robots, reel.chance, seat in reel.freed)
        except Exception as error:
            raise RobotFailed(f"The robot of {named(self._names, seat)} failed: {error}") from error

    def _open(self, answers: Mapping[Seat, Answer]) -> None:
        if self._reel.feed(answers):
            self.sealed = {}


def named(names: Sequence[str], seat: Seat) -> str:
    """Return the name of a seat; a seat that there is not is called by its number."""
    return names[seat] if seat in range(len(names)) else f"seat {seat}"
