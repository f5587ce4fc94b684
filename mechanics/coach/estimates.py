"""Estimates that narrow while games are played on, a few milliseconds at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from mechanics.bots import robots
from mechanics.coach.about import about, unit_of
from mechanics.coach.forks import position
from mechanics.coach.helpers import Helpers
from mechanics.coach.moves import Moves
from mechanics.coach.options import are_all
from mechanics.coach.sealed import Assumed, Bids, Sealed
from mechanics.saving import key_of
from mechanics.session import Session
from mechanics.table import Rng, Seat, Strategy

if TYPE_CHECKING:
    import pandas as pd

SLICE = 0.012  # seconds of work between two looks at the rest of the notebook
LEAST = 8  # games before an interval is believed: in all where one serves all bids, else from every answer
COLUMNS = ["answer", "value", "low", "high", "win", "win_low", "win_high", "chance"]


class Coach:
    """What every answer is worth to one seat now; `work` plays games on for a moment, `frame` says what is known.

    rivals: one of `assumptions`, where the auction can be summed, else it has no meaning. stand_in plays on for persons
    and empty chairs (None: the game's first named robot). helpers play on in other processes.
    Raises ValueError if the seat is not asked anything."""

    def __init__(
        self,
        session: Session,
        seat: Seat,
        rng: Rng,
        *,
        rivals: str = "",
        stand_in: Strategy | None = None,
        helpers: Helpers | None = None,
    ) -> None:
        self.about = about(session.game)
        self.rng, self.seat, self.helpers = rng, seat, helpers
        self.unit = unit_of(session.game)
        self.width: float = getattr(self.about, "WIDTH", 1.0)
        at = position(session, seat, stand_in or first_named(key_of(session.game)))
        sealed: Sealed | None = getattr(self.about, "SEALED", {}).get(session.ask.rule)
        self.assumptions: tuple[str, ...] = tuple(sealed.rivals) if sealed else ()
        points = partial(_points, self.about, session.box)
        self.of: Bids | Moves
        if sealed is None:
            self.of = Moves(at, points)
            if rivals:
                self.thought(rivals)
            self._hand_out()
        else:
            self.of = Bids(at, sealed, session.view(seat).board, points)
            self.assume(rivals or self.assumptions[0])

    @property
    def played(self) -> int:
        """How many games have been played on."""
        return len(self.of.games) if isinstance(self.of, Bids) else self.of.draws * len(self.of.answers)

    @property
    def all_answers(self) -> bool:
        """Whether every legal answer is compared, and not a selection of them."""
        answers = self.of.bids.tolist() if isinstance(self.of, Bids) else self.of.answers
        return are_all(self.of.position.ask.allowed[self.seat], tuple(answers))

    def assume(self, rivals: str) -> None:
        """Take rivals to bid by another of the `assumptions` from now on; nothing that was played is lost.

        Raises ValueError for another word, and where nothing follows from an assumption (no equilibrium is found)."""
        self.take(self.thought(rivals)())

    def thought(self, rivals: str) -> Callable[[], Assumed]:
        """Return what works an assumption out for `take`, which may take half a second; it may run in a thread."""
        if not isinstance(self.of, Bids) or rivals not in self.assumptions:
            raise ValueError(f"Rivals are one of: {', '.join(self.assumptions) or 'as they play'}; {rivals!r} is not.")
        return self.of.thought(rivals)

    def take(self, assumed: Assumed) -> None:
        """Take rivals to bid as a `thought` found."""
        if isinstance(self.of, Bids):
            self.of.take(assumed)
        self._hand_out()

    def _hand_out(self) -> None:
        if self.helpers:
            self.helpers.ask(self.of)

    def leave(self) -> None:
        """Let helpers go: what they have not handed in yet is not waited for."""
        if self.helpers:
            self.helpers.leave()

    def work(self) -> Iterator[None]:
        """Play games on for ever; it yields after about 12 ms of work, for others to have their turn."""
        since = perf_counter()
        while True:
            before = self.of.draws
            for _ in self.of.more(self.rng):
                if perf_counter() - since > SLICE:
                    self.of.games.extend(self.helpers.found(self.rng) if self.helpers else ())
                    yield
                    since = perf_counter()
            if self.of.draws == before:  # no deal fits what was seen: nothing can be played on
                return

    def frame(self) -> pd.DataFrame:
        """Return one row per answer: value (expected final score) and chance to win the game with their 95 % intervals
        (not a number before games were played), and the chance to win something in the auction where it is summed."""
        import pandas as pd

        known = self.of.values()
        answers = self.of.bids.tolist() if isinstance(self.of, Bids) else list(self.of.answers)
        nothing = np.full(len(answers), np.nan)
        chance = 1 - self.of.chances[:, 0] if isinstance(self.of, Bids) else nothing
        off, win_off = (known.off, known.win_off) if self.of.draws >= LEAST else (nothing, nothing)
        limits = (known.value - off, known.value + off)
        wins = (np.clip(known.win - win_off, 0, 1), np.clip(known.win + win_off, 0, 1))
        columns = [answers, known.value, *limits, known.win, *wins, chance]
        return pd.DataFrame(dict(zip(COLUMNS, columns, strict=True)))


def _points(about: Any, box: Any, score: int) -> float:
    return float(about.points(score, box)) if about else float(score)


def estimates(
    session: Session,
    seat: Seat,
    rng: Rng,
    *,
    rivals: str = "",
    width: float | None = None,
    most: int = 10_000,
    stand_in: Strategy | None = None,
) -> Iterator[pd.DataFrame]:
    """Yield `Coach.frame` again and again, at once and after every few milliseconds of play, until it is narrow enough.

    width: half the width of the widest 95 % interval, in units of the score, at which it ends (default: what the game
    calls narrow); most: games played on at most."""
    coach = Coach(session, seat, rng, rivals=rivals, stand_in=stand_in)
    yield coach.frame()
    for _ in coach.work():
        yield (frame := coach.frame())
        if coach.played >= most or half_width(frame) <= (coach.width if width is None else width):
            return


def half_width(frame: pd.DataFrame) -> float:
    """Return half the width of the widest interval of a value (infinite before there is any)."""
    half = (frame["high"] - frame["low"]).to_numpy() / 2
    return float(half.max()) if np.isfinite(half).all() else float("inf")


def first_named(key: str) -> Strategy:
    """Return the game's first robot with a name of its own."""
    return next(robot for called, robot in robots(key).items() if called not in ("random", "smallest"))
