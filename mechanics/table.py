"""The table: who is asked what, what may be answered, and why something else may not."""

from __future__ import annotations

import operator
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from mechanics.choices import Amount, Answer, Choice, Either, Free, OneOf, Option, Order, Several, amount
from mechanics.draws import NATURE, Chance, Luck, Rng, Seat
from mechanics.frozen import replace
from mechanics.refusals import whats_wrong
from mechanics.story import Event, event, told

__all__ = [
    "NATURE", "Amount", "Answer", "Ask", "Chance", "Choice", "Chooser", "Either", "Event", "Free", "Game",
    "IllegalMove", "Luck", "OneOf", "Option", "Order", "Rng", "Script", "Seat", "Several", "Strategy", "View",
    "amount", "check", "event", "name", "play", "sentence", "told", "waits_for",
]  # fmt: skip

T = TypeVar("T")
NOBODY: Mapping[Seat, Any] = {}


class Ask(NamedTuple, Generic[T]):
    """One question of the rule book to one or more seats; legality is said here and nowhere else.

    `out` says of seats that are not asked why not ("has passed")."""

    rule: str
    table: T
    allowed: Mapping[Seat, Choice]
    free: Mapping[Seat, OneOf] = NOBODY
    sealed: bool = False
    private: bool = False
    out: Mapping[Seat, str] = NOBODY


Script = Generator[Ask[T], Mapping[Seat, Answer], T]


@dataclass(frozen=True)
class View:
    """What one seat (or a spectator, seat None) may know: its own choice, who is waited for, the story, the board."""

    seat: Seat | None
    rule: str
    allowed: Choice | None
    free: OneOf | None
    waiting: tuple[Seat, ...]
    story: tuple[Event, ...]
    board: Any
    sealed: bool = False


Strategy = Callable[[View, Rng], Answer]


@dataclass(frozen=True, slots=True)
class Chooser:
    """A strategy that looks at nothing but what it may answer and what it may do on the side (None: nothing).

    No view is drawn for it and it throws dice, which is what makes games between such robots fast."""

    choose: Callable[[Choice, OneOf | None, Luck], Answer]

    def __call__(self, view: View, rng: Luck) -> Answer:
        """Answer a view; raises ValueError if nothing is asked."""
        if view.allowed is None:
            raise ValueError(f"This seat is not asked anything under {view.rule}.")
        return self.choose(view.allowed, view.free, rng)


class Game(Protocol):
    """A game is a module with these names."""

    NAME: str
    SEATS: range
    BOX: Any
    END: str
    ASKS: frozenset[str]
    UNIT: str
    STEPS: Mapping[str, tuple[str, ...]]
    SETTINGS: Mapping[str, tuple[object, ...]]

    @property
    def RULES(self) -> Mapping[str, str]:
        """One sentence per rule id, its numbers filled from the box."""

    def game(self, seats: int, box: Any = ..., start: Any = None) -> Script[Any]:
        """Return the script of a whole game, or of what is left of one from `start` on."""

    def view(self, ask: Ask[Any], seat: Seat | None) -> View:
        """Return what this seat may know."""

    def scores(self, table: Any) -> tuple[int, ...]:
        """Return one whole number per seat; the highest wins."""

    def redeal(self, table: Any, seat: Seat, rng: Rng) -> Any:
        """Deal anew all that this seat cannot know, uniformly over what fits what it has seen."""

    def label(self, rule: str, option: Option, box: Any) -> str:
        """Return an option of this rule in words: a short name, then ": " and details if there are any."""

    def question(self, view: View) -> str:
        """Return what is asked of this seat, as one sentence."""


class IllegalMove(ValueError):
    """A refusal: the rule that refuses, why, and what is allowed instead."""

    def __init__(self, rule: str, why: str, allowed: str) -> None:
        super().__init__(f"{rule}: {why} Allowed: {allowed}.")
        self.rule, self.why, self.allowed = rule, why, allowed


def check(ask: Ask[Any], seat: Seat, answer: Answer) -> None:
    """Raise IllegalMove unless `answer` is one that `ask` allows this seat."""
    if isinstance(answer, Free):
        _check_free(ask, seat, answer)
        return
    if seat not in ask.allowed:
        why = ask.out.get(seat, "is not asked now")
        raise IllegalMove(ask.rule, f"{name(seat)} {why}.", waits_for(tuple(ask.allowed)))
    choice = ask.allowed[seat]
    if answer not in choice:
        raise IllegalMove(ask.rule, whats_wrong(choice, answer), str(choice))


def _check_free(ask: Ask[Any], seat: Seat, answer: Free) -> None:
    choice = ask.free.get(seat)
    if choice is None:
        why = f"{name(seat)} can do nothing on the side now."
        raise IllegalMove(ask.rule, why, "the answer to the question itself")
    if answer.option not in choice:
        raise IllegalMove(ask.rule, whats_wrong(choice, answer.option), str(choice))


@cache
def name(seat: Seat | None) -> str:
    """Return P1, P2, … for seats 0, 1, …; "nature" and "a spectator" for the others."""
    if seat is None:
        return "a spectator"
    return "nature" if seat == NATURE else f"P{seat + 1}"


def waits_for(seats: tuple[Seat, ...]) -> str:
    """Say whose answers are missing."""
    return "waiting for " + (", ".join(name(seat) for seat in seats) or "nobody")


def sentence(game: Game, rule: str, box: Any) -> str:
    """Return the game's one sentence on this rule with the numbers of this box, or "" for an unknown rule."""
    return game.RULES.get(rule, "").format(box=box)


def play(
    game: Game, strategies: Mapping[Seat, Strategy], seed: int, *, box: Any = None, start: Any = None, number: int = 0
) -> Any:
    """Play a whole game between strategies and return its last table.

    `strategies` names one for every seat; a strategy that answers illegally raises IllegalMove."""
    chance = Chance(seed, number)
    script = game.game(len(strategies), game.BOX if box is None else box, start)
    ask, freed = next(script), frozenset[Seat]()
    try:
        while True:
            answers: dict[Seat, Answer] = {}
            for seat in ask.allowed:
                answers[seat] = answer = answer_of(game, ask, seat, strategies, chance, seat in freed)
                if type(answer) is Free:
                    answers, freed = {seat: answer}, freed | {seat}  # a move on the side is sent alone
                    break
            else:
                freed = frozenset()
            chance.count(ask.rule, answers)
            ask = script.send(answers)
    except StopIteration as over:
        return over.value


def answer_of(
    game: Game, ask: Ask[Any], seat: Seat, strategies: Mapping[Seat, Strategy], chance: Chance, has_freed: object
) -> Answer:
    """Return nature's draw or the checked answer of this seat's strategy; one move on the side per question at most."""
    if seat == NATURE:
        return ask.allowed[seat].pick(chance.draw(ask.rule))  # type: ignore[return-value]
    who = strategies[seat]
    if type(who) is Chooser:
        choice, free = ask.allowed[seat], None if has_freed else side(ask, seat)
        said: object = who.choose(choice, free, chance.dice(ask.rule, seat))
        if said in choice and type(said) in PLAIN:
            return said  # type: ignore[return-value]
    else:
        view = game.view(ask, seat)
        if has_freed and view.free is not None:
            view = replace(view, free=None)
        said = who(view, chance.draw(ask.rule, seat))
    answer = plain(ask, said)
    check(ask, seat, answer)
    return answer


PLAIN = (int, str, tuple)


def side(ask: Ask[Any], seat: Seat) -> OneOf | None:
    """Return what this seat may do on the side; None where there is nothing to choose from."""
    free = ask.free.get(seat)
    return free if free is not None and free.options else None


def plain(ask: Ask[Any], answer: object) -> Answer:
    """Return an answer as plain whole numbers and strings; bool, float and everything else raise IllegalMove."""
    if type(answer) is int or type(answer) is str:
        return answer
    if isinstance(answer, Free):
        return Free(cast(Option, plain(ask, answer.option)))
    if isinstance(answer, list | tuple):
        return cast(Answer, tuple(plain(ask, part) for part in answer))
    if isinstance(answer, str):
        return str(answer)
    if isinstance(answer, bool) or not hasattr(answer, "__index__"):
        allowed = "; ".join(dict.fromkeys(str(choice) for choice in ask.allowed.values()))
        raise IllegalMove(ask.rule, f"{answer!r} is not a whole number or a word.", allowed)
    return operator.index(answer)
