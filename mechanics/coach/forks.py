"""Forks: a running game played on from here many times, with all that this seat cannot know dealt anew.

Nothing hidden is read: a fork begins at the head of the phase, deals anew what the seat cannot know there, repeats the
answers that the seat has seen since, and has every other answer drawn anew. Envelopes that lie unopened are not looked
at.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

from mechanics.choices import sole
from mechanics.session import Session
from mechanics.table import NATURE, Answer, Ask, Chance, Free, Game, IllegalMove, Rng, Script, Seat, Strategy, answer_of
from mechanics.table import check as refuse

TRIES = 200  # deals that may not fit what the seat has seen since the phase began, before a fork is given up


@dataclass(frozen=True)
class Position:
    """What a fork starts from: the head of the phase, what the seat has seen since, and who plays on for whom."""

    game: Game
    box: Any
    seat: Seat
    head: Any
    since: tuple[tuple[Ask[Any], Mapping[Seat, Answer]], ...]
    ask: Ask[Any]
    players: Mapping[Seat, Strategy]


@dataclass
class Fork:
    """A game that stands where the running one does, as far as this seat can tell; `play` ends it."""

    position: Position
    script: Script[Any]
    ask: Ask[Any]
    chance: Chance

    def play(self, mine: Answer, theirs: Mapping[Seat, Answer] | None = None) -> Generator[None, None, Any]:
        """Give this seat's answer, and those of `theirs` that are known, play on to the end; return the last table.

        It yields after every question, so that whoever drives it can look at the clock."""
        first = {self.position.seat: mine, **(theirs or {})}
        try:
            while True:
                answers = self._answers(first)
                first = {} if not any(isinstance(answer, Free) for answer in answers.values()) else first
                self.chance.count(self.ask.rule, answers)
                self.ask = self.script.send(answers)
                yield
        except StopIteration as over:
            return over.value

    def _answers(self, given: Mapping[Seat, Answer]) -> dict[Seat, Answer]:
        answers: dict[Seat, Answer] = {}
        for seat in self.ask.allowed:
            only = sole(self.ask.allowed[seat])  # nothing is done on the side in a fork
            if seat in given:
                answers[seat] = given[seat]
            elif only is not None:
                answers[seat] = only
            else:
                answers[seat] = answer_of(
                    self.position.game, self.ask, seat, self.position.players, self.chance, has_freed=True
                )
        free = next((seat for seat, answer in answers.items() if isinstance(answer, Free)), None)
        return answers if free is None else {free: answers[free]}


def position(session: Session, seat: Seat, stand_in: Strategy) -> Position:
    """Return what forks of this game start from for this seat; `stand_in` plays on for persons and empty chairs.

    Raises ValueError if the seat is not asked anything now."""
    ask = session.ask
    if seat not in ask.allowed:
        raise ValueError(f"{session.names[seat]} is not asked anything now.")
    now, head = len(session.log), _head(session)
    since = tuple((session.at(step), session.log[step]) for step in range(head, now))
    players = {s: robot for s, robot in session.bots.items() if not isinstance(robot, str)}
    sat = {s: players.get(s, stand_in) for s in range(session.seats)}
    return Position(session.game, session.box, seat, session.at(head).table, since, ask, sat)


def _head(session: Session) -> int:
    """Return the latest step from whose table the game can be gone on: the head of the phase, or of the same phase
    when it came again after itself, as one turn after another does."""
    now, phase = len(session.log), session.ask.table.phase
    first = next((step for step in range(now, 0, -1) if session.at(step - 1).table.phase != phase), 0)
    return next((step for step in range(now, first, -1) if _opens(session, step)), first)


def _opens(session: Session, step: int) -> bool:
    """Say whether a game begun from the table of this step asks the same again, up to the question that is open."""
    script = session.game.game(session.seats, session.box, session.at(step).table)
    ask = next(script)
    for then in range(step, len(session.log)):
        if ask != session.at(then):
            return False
        ask = script.send(session.log[then])
    return bool(ask == session.ask)


def fork(position: Position, rng: Rng) -> Fork | None:
    """Return one fork, or None if no deal was found that fits what this seat has seen."""
    search = forking(position, rng)
    try:
        while True:
            next(search)
    except StopIteration as end:
        found: Fork | None = end.value
        return found


def forking(position: Position, rng: Rng) -> Generator[None, None, Fork | None]:
    """Search for a fork and yield after every deal that does not fit; it returns None after many such deals."""
    for _ in range(TRIES):
        found = _fitting(position, rng)
        if found is not None:
            return found
        yield
    return None


def _fitting(position: Position, rng: Rng) -> Fork | None:
    """Deal once; return the fork if it fits what this seat has seen."""
    table = position.game.redeal(position.head, position.seat, rng)
    chance = Chance(int(rng.integers(2**32)))
    script = position.game.game(table.seats, position.box, table)
    try:
        ask = _repeat(position, script, chance, rng)
    except (IllegalMove, StopIteration):
        return None
    if ask.rule == position.ask.rule and ask.allowed.get(position.seat) == position.ask.allowed[position.seat]:
        return Fork(position, script, ask, chance)
    return None


def _repeat(position: Position, script: Script[Any], chance: Chance, rng: Rng) -> Ask[Any]:
    """Wind a script on by the answers that this seat has seen; raises IllegalMove where they cannot have been given."""
    ask = next(script)
    for seen, answers in position.since:
        if ask.rule != seen.rule or set(ask.allowed) != set(seen.allowed):
            raise IllegalMove(ask.rule, "This seat has seen another question.", seen.rule)
        hidden = seen.private and position.seat not in seen.allowed
        told = {seat: answer for seat, answer in answers.items() if not hidden or seat == position.seat}
        for seat, answer in told.items():
            refuse(ask, seat, answer)
        for seat in ask.allowed:
            if seat not in told and not any(isinstance(answer, Free) for answer in told.values()):
                told[seat] = (
                    ask.allowed[seat].pick(rng)  # type: ignore[assignment]
                    if seat == NATURE
                    else answer_of(position.game, ask, seat, position.players, chance, has_freed=True)
                )
        chance.count(ask.rule, told)
        ask = script.send(told)
    return ask
