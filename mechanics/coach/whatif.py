"""What if one seat had answered otherwise: asked again by the rules from the head of the phase, nothing sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mechanics.choices import Amount
from mechanics.coach.about import about
from mechanics.session import Session
from mechanics.table import NATURE, Answer, Ask, Chance, Free, Game, Seat, check


@dataclass(frozen=True)
class Outcome:
    """What came of a sealed auction for every seat: money gained (negative: paid), and what was won, in words.

    asks: the question to persons, or to chance, that the rules ask first and nobody has answered (None: it is over)."""

    money: tuple[int, ...]
    won: tuple[str, ...]
    asks: Ask[Any] | None = None


class Rerun:
    """A game run again up to a step, where it may be answered otherwise; chance falls as it did."""

    def __init__(self, session: Session, step: int) -> None:
        phase = session.at(step).table.phase
        head = next((k for k in range(step, 0, -1) if session.at(k - 1).table.phase != phase), 0)
        self.session, self.chance = session, Chance(session.seed, session.number)
        for k in range(head):
            self.chance.count(session.at(k).rule, session.log[k])
        self.script = session.game.game(session.seats, session.box, session.at(head).table if head else None)
        self.ask, self.over = next(self.script), False
        for k in range(head, step):
            self.feed(session.log[k])

    def feed(self, answers: Mapping[Seat, Answer]) -> None:
        """Give these answers; at the end of the game the question is one to nobody."""
        self.chance.count(self.ask.rule, answers)
        try:
            self.ask = self.script.send(answers)
        except StopIteration as end:
            self.ask, self.over = Ask(self.session.game.END, end.value, {}), True

    def by_nature(self, step: int) -> int:
        """Let nature answer what it is asked from this step on; return the step after it.

        While a game runs, what chance has not decided yet is not told: its question stays."""
        session = self.session
        while set(self.ask.allowed) == {NATURE}:
            asked = step < len(session.log) and same(session.at(step), self.ask)
            if not asked and not session.over:
                break
            self.feed({NATURE: self.ask.allowed[NATURE].pick(self.chance.draw(self.ask.rule))})  # type: ignore[dict-item]
            step += asked
        return step


def same(one: Ask[Any], other: Ask[Any]) -> bool:
    """Say whether two questions ask the same of the same seats."""
    return one.rule == other.rule and dict(one.allowed) == dict(other.allowed)


def what_if(session: Session, step: int, seat: Seat, answer: Answer) -> Ask[Any]:
    """Return the question after this step, had this seat answered otherwise and everybody else as they did.

    What the rules ask only because of the change (a second round of two who are now tied) is answered by nobody: the
    question itself is returned then. Nature draws as it did or would have done; what it would have drawn is not told
    while the game runs. Raises IllegalMove if the answer is not allowed, ValueError if the seat was not asked at this
    step."""
    run = _changed(session, step, seat, answer)
    run.by_nature(step + 1)
    return run.ask


def _changed(session: Session, step: int, seat: Seat, answer: Answer) -> Rerun:
    if not 0 <= step < len(session.log):
        raise ValueError(f"The game has been answered at steps 0 to {len(session.log) - 1}; {step} is none of them.")
    given = session.log[step]
    if seat not in given or isinstance(given[seat], Free):
        raise ValueError(f"{session.names[seat]} was not asked at step {step}.")
    check(session.at(step), seat, answer)
    run = Rerun(session, step)
    run.feed({**given, seat: answer})
    return run


def outcome(session: Session, step: int, seat: Seat, answer: Answer) -> Outcome:
    """Return what the auction at this step would have come to, had this seat bid otherwise; errors as for `what_if`.

    Questions that were asked in any case are answered as they were."""
    run, asked = _changed(session, step, seat, answer), session.at(step)
    step_on = run.by_nature(step + 1)
    while not run.over and not _past(asked, run.ask):
        known = step_on < len(session.log) and same(session.at(step_on), run.ask)
        if not known:
            return Outcome((), (), run.ask)
        run.feed(session.log[step_on])
        step_on = run.by_nature(step_on + 1)
    return _came_to(session, step, run.ask.table)


def happened(session: Session, step: int) -> Outcome:
    """Return what the auction at this step came to."""
    return _came_to(session, step, session.at(_end(session, step)).table)


def auctions(session: Session) -> tuple[int, ...]:
    """Return the steps of all sealed bids whose auction is over, in order."""
    return tuple(step for step in range(len(session.log)) if _sealed(session, step) and _end(session, step))


def _sealed(session: Session, step: int) -> bool:
    """Say whether bids were opened at this step."""
    ask, answers = session.at(step), session.log[step]
    amounts = all(isinstance(choice, Amount) for choice in ask.allowed.values())
    return ask.sealed and not ask.private and amounts and not any(isinstance(a, Free) for a in answers.values())


def _end(session: Session, step: int) -> int:
    """Return the first step after the auction at this one, 0 if it has not come yet."""
    asked, last = session.at(step), len(session.log)
    return next((k for k in range(step + 1, last + 1) if _past(asked, session.at(k))), 0)


def _past(asked: Ask[Any], now: Ask[Any]) -> bool:
    """Say whether the auction in which this was asked is over: another phase has begun, or the next auction."""
    return bool(now.table.phase != asked.table.phase or now.rule == asked.rule)


def _came_to(session: Session, step: int, table: Any) -> Outcome:
    before, seats = session.at(step).table.ledger, range(session.seats)
    money = tuple(table.ledger.balance(seat) - before.balance(seat) for seat in seats)
    return Outcome(money, tuple(_prizes(session)(table)))


def has_auctions(game: Game) -> bool:
    """Say whether this game has sealed auctions to look back at."""
    return hasattr(about(game), "prizes")


def _prizes(session: Session) -> Callable[[Any], Sequence[str]]:
    """Return the game's words for what each seat won in the last auction; none where it has no words for it."""
    return getattr(about(session.game), "prizes", lambda table: [""] * session.seats)
