"""A guest at the table: a strategy that may fail, whose place the random robot takes for the rest of the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mechanics.bots import random_legal
from mechanics.draws import NO_LUCK
from mechanics.simulate.clocks import Clock, TooSlow
from mechanics.table import Answer, Ask, IllegalMove, Rng, Strategy, View, check, plain

LONGEST = 240  # letters of a fault
ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")  # differs from process to process


class Limits(NamedTuple):
    """What one strategy may use in one game: decisions, and seconds of the clock (None: as long as it likes)."""

    decisions: int
    seconds: float | None = None


class Guest:
    """A strategy on a chair for one game; `fault` says in words why the random robot has taken over, "" if it has not.

    Its answers are legal: an illegal one is a fault, never passed on."""

    def __init__(self, strategy: Strategy, limits: Limits, clock: Clock | None = None) -> None:
        self.strategy, self.limits, self.clock = strategy, limits, clock
        self.fault = ""
        self.decided, self.left = 0, limits.seconds or 0.0

    @property
    def sure(self) -> bool:
        """Whether nothing is left to chance: not by the strategy, nor by the random robot in its place."""
        return not self.fault and getattr(self.strategy, "sure", False)

    def __call__(self, view: View, rng: Rng) -> Answer:
        """Return the strategy's answer, or the random robot's after a fault."""
        if not self.fault:
            try:
                return self._answer(view, rng)
            except IllegalMove as refusal:
                self.fault = said(f"illegal answer: {refusal}")
            except TooSlow:
                self.fault = f"too slow: more than {self.limits.seconds:g} s in one game"
            except _TooMany:
                self.fault = f"more than {self.limits.decisions} decisions in one game"
            except (Exception, SystemExit) as error:
                self.fault = said(f"raised {type(error).__name__} ({view.rule}): {_words(error)}")
        return random_legal(view, np.random.default_rng(self.decided) if rng is NO_LUCK else rng)

    def _answer(self, view: View, rng: Rng) -> Answer:
        self.decided += 1
        if self.decided > self.limits.decisions:
            raise _TooMany
        return legal(view, self._thought(lambda: self.strategy(view, rng)))

    def _thought(self, think: Callable[[], object]) -> object:
        if self.clock is None:
            return think()
        answer, took = self.clock.run(think, max(self.left, 0.0))
        self.left -= took
        return answer


class _TooMany(Exception):
    """A strategy has been asked more often than it may be."""


def legal(view: View, answer: object) -> Answer:
    """Return the answer as plain numbers and words; raises IllegalMove where this view does not allow it."""
    if view.seat is None or view.allowed is None:
        raise IllegalMove(view.rule, "This seat is not asked anything.", "nothing")
    free = {} if view.free is None else {view.seat: view.free}
    asked = Ask(view.rule, None, {view.seat: view.allowed}, free)
    done = plain(asked, answer)
    check(asked, view.seat, done)
    return done


def said(words: str) -> str:
    """Return a fault in one line that is the same in every process, cut where it is long."""
    line = " ".join(ADDRESS.sub("", words).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "(it cannot say why)"
