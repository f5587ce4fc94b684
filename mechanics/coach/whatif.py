"""What if one seat had answered otherwise: the question asked again by the rules, nothing sampled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mechanics.session import Session
from mechanics.table import NATURE, Answer, Ask, Chance, Free, Seat, check


def what_if(session: Session, step: int, seat: Seat, answer: Answer) -> Ask[Any]:
    """Return the question after this step, had this seat answered otherwise and everybody else as they did.

    What the rules ask only because of the change (a second round of two who are now tied) is answered by nobody: the
    question itself is returned then. Nature draws as it did or would have done. Raises IllegalMove if the answer is not
    allowed, ValueError if the seat was not asked at this step."""
    ask, given = session.at(step), session.log[step]
    if seat not in given or isinstance(given[seat], Free):
        raise ValueError(f"{session.names[seat]} was not asked at step {step}.")
    check(ask, seat, answer)
    changed = {**given, seat: answer}
    script = session.game.game(session.seats, session.box)
    chance = Chance(session.seed, session.number)
    now = next(script)
    for answers in (*session.log[:step], changed):
        chance.count(now.rule, answers)
        try:
            now = script.send(answers)
        except StopIteration as end:
            return Ask(session.game.END, end.value, {})
    return _by_nature(session, script, now, chance)


def _by_nature(session: Session, script: Any, now: Ask[Any], chance: Chance) -> Ask[Any]:
    """Let nature answer what it is asked next."""
    while set(now.allowed) == {NATURE}:
        answers: Mapping[Seat, Answer] = {NATURE: now.allowed[NATURE].pick(chance.draw(now.rule))}  # type: ignore[dict-item]
        chance.count(now.rule, answers)
        try:
            now = script.send(answers)
        except StopIteration as end:
            return Ask(session.game.END, end.value, {})
    return now
