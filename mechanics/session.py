"""One game being played: envelopes, robots, undo, the film of the game, and what each seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mechanics.chairs import EMPTY, RobotFailed, Sitter, names_of, seatable, seated, unknown
from mechanics.envelopes import Envelopes, named
from mechanics.reel import Log, Reel
from mechanics.saving import Saved, from_text, game_named, key_of, to_text
from mechanics.table import (
    NATURE,
    Answer,
    Ask,
    Chance,
    Event,
    Game,
    IllegalMove,
    Seat,
    View,
    check,
    name,
    plain,
    waits_for,
)

if TYPE_CHECKING:
    import pandas as pd


class Session:
    """A game with persons, robots and empty chairs around it.

    `bots` maps seats to strategies, or to EMPTY; every other seat is a person, who answers through `submit`.
    `log` is a list of answers to replay first: one mapping from seats to answers per question."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int,
        *,
        box: Any = None,
        bots: Mapping[Seat, Sitter] | None = None,
        log: Log = (),
        names: Sequence[str] = (),
        number: int = 0,
        envelopes: Mapping[Seat, Answer] | None = None,
    ) -> None:
        self.game, self.seats, self.seed, self.number = game, seats, seed, number
        self.box = game.BOX if box is None else box
        self.bots: dict[Seat, Sitter] = {seat: seatable(who) for seat, who in (bots or {}).items()}
        self.names = tuple(names) or tuple(map(name, range(seats)))
        self.marks: list[Event] = []
        self.notes: tuple[str, ...] = ()
        self._told: list[Callable[[Session], None]] = []
        if len(self.names) != seats or not all(seat in range(seats) for seat in self.bots):
            raise ValueError(f"There are {seats} seats; each has one name, and robots sit on seats 0 to {seats - 1}.")
        self._replay(log)
        for seat, answer in (envelopes or {}).items():
            check(self.ask, seat, answer)
            self.envelopes[seat] = answer
        self._answers.go_on()

    # --- what stands ------------------------------------------------------------------------------------------------

    @property
    def ask(self) -> Ask[Any]:
        """The question that is open now; when the game is over, a question to nobody under the game's last rule."""
        return self._reel.ask

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._reel.over

    @property
    def table(self) -> Any:
        """The table as it lies now."""
        return self.ask.table

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answers are missing."""
        return self._answers.waiting

    @property
    def envelopes(self) -> dict[Seat, Answer]:
        """The answers that wait for the others, by seat. It holds secrets."""
        return self._answers.sealed

    @property
    def log(self) -> tuple[Mapping[Seat, Answer], ...]:
        """Every answer so far, nature's and robots' too, one mapping per question. It holds secrets."""
        return tuple(self._reel.log)

    @property
    def touched(self) -> bool:
        """Whether a person has answered anything yet."""
        robots = {NATURE, *self.bots}
        return bool(set(self.envelopes) - robots) or any(set(answers) - robots for answers in self._reel.log)

    def view(self, seat: Seat | None) -> View:
        """Return what this seat (None: a spectator) may know now."""
        view = self.game.view(self.ask, seat)
        return replace(view, waiting=self.waiting, story=(*view.story, *self.marks))

    def story(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the story as this seat may know it."""
        return self.view(seat).story

    def at(self, step: int) -> Ask[Any]:
        """Return the question asked at this step, 0 … len(log). It holds secrets: show `film` instead."""
        return self._reel.asks[step]

    def film(self, seat: Seat | None) -> tuple[View, ...]:
        """Return what this seat (None: a spectator) could see at every step so far."""
        return tuple(self.game.view(ask, seat) for ask in self._reel.asks)

    def ledger_frame(self) -> pd.DataFrame:
        """Return every movement of money so far, one row each (see `Ledger.frame`)."""
        return self.table.ledger.frame(self.names)

    def subscribe(self, tell: Callable[[Session], None]) -> Callable[[], None]:
        """Call `tell(session)` after every change; return a function that ends this."""
        self._told.append(tell)
        return lambda: self._told.remove(tell) if tell in self._told else None

    # --- playing ----------------------------------------------------------------------------------------------------

    def submit(self, seat: Seat, answer: object) -> None:
        """Put a person's answer in an envelope; the last envelope opens all. A refusal changes nothing.

        Raises IllegalMove with the rule, the reason and what is allowed."""
        self._may_speak(seat)
        said = plain(self.ask, answer)
        check(self.ask, seat, said)
        self._answers.put(seat, said)
        self._go_on_and_tell()

    def sit(self, seat: Seat, who: Sitter | None) -> None:
        """Give a chair to a robot, to nobody (EMPTY), or to a person (None), at any time."""
        if seat not in range(self.seats):
            raise ValueError(f"There are seats 0 to {self.seats - 1}; {seat} is not one of them.")
        if who is None:
            self.bots.pop(seat, None)
        else:
            self.bots[seat] = seatable(who)
        self._go_on_and_tell()

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last answer whose consequences nobody has seen: an envelope, or an open move nobody followed.

        Raises ValueError with a sentence if there is none."""
        if not self._answers.take_back(seat):
            self._take_move_back(seat)
        self._go_on_and_tell()

    def rewind(self, step: int) -> None:
        """Go back to this step together: later answers are dropped, nature and robots answer as before; it is told."""
        if not 0 <= step <= len(self._reel.log):
            raise ValueError(f"The game has steps 0 to {len(self._reel.log)}; {step} is not one of them.")
        dropped = len(self._reel.log) - step
        self._replay(self._reel.log[:step])
        self.marks.append(Event(0, "", f"The game was taken back by {dropped} step{'s' * (dropped != 1)}."))
        self._go_on_and_tell()

    def save(self) -> str:
        """Return the whole game as JSON, its answers packed (see `mechanics.saving`)."""
        key = key_of(self.game)
        mine = {seat: answer for seat, answer in self.envelopes.items() if seat not in self.bots}
        marks = tuple(mark.text for mark in self.marks)
        bots = names_of(key, self.bots)
        parts = (key, self.seats, self.names, self.seed, self.number, self.box, bots, marks, self.over, self.log, mine)
        return to_text(Saved(*parts))

    @staticmethod
    def load(text: str) -> Session:
        """Return the game that `save` wrote; its `notes` say which robots are not known here (their chairs are empty).

        Raises ValueError with one sentence for a broken, foreign or newer file, or answers that the rules refuse."""
        saved = from_text(text)
        bots = seated(saved.game, saved.robots)
        try:
            session = Session(
                game_named(saved.game), saved.seats, saved.seed, box=saved.box, bots=bots, log=saved.log,
                names=saved.names, number=saved.number, envelopes=saved.envelopes,
            )  # fmt: skip
        except (TypeError, AttributeError, LookupError, ArithmeticError, RobotFailed) as error:
            raise ValueError("This file is not a whole saved game: its box or its answers make no game.") from error
        session.marks.extend(Event(0, "", text) for text in saved.marks)
        session.notes = tuple(
            f"{session.names[seat]}'s robot “{called}” is not known here: the chair is empty."
            for seat, called in unknown(saved.game, saved.robots).items()
        )
        return session

    def fork(self) -> Session:
        """Return an independent copy at the same step; pending envelopes of persons stay behind."""
        return Session(
            self.game, self.seats, self.seed, box=self.box, bots=self.bots, log=self._reel.log, names=self.names,
            number=self.number,
        )  # fmt: skip

    # --- the machinery ----------------------------------------------------------------------------------------------

    def _may_speak(self, seat: Seat) -> None:
        who = named(self.names, seat)
        if seat in self.envelopes:
            allowed = f"take it back, or {waits_for(self.waiting)}"
            raise IllegalMove(self.ask.rule, f"{who}'s answer is in already.", allowed)
        if seat in self.bots:
            sits = "nobody sits there" if self.bots[seat] == EMPTY else "a robot sits there"
            raise IllegalMove(self.ask.rule, f"{who} cannot answer: {sits}.", "take the chair first")

    def _take_move_back(self, seat: Seat | None) -> None:
        if not self._may_undo(seat):
            raise ValueError("There is nothing to take back: the last answer has been seen. Rewind the game instead.")
        self._replay(self._reel.log[:-1])

    def _may_undo(self, seat: Seat | None) -> bool:
        """Say whether the last logged answer is one person's open move with nothing after it."""
        if not self._reel.log:
            return False
        (who, *others), ask = self._reel.log[-1], self._reel.asks[len(self._reel.log) - 1]
        return not (others or who in self.bots or who == NATURE or ask.sealed) and seat in (None, who)

    def _replay(self, log: Log) -> None:
        """Wind the game back to its start and give it these answers."""
        self._reel = Reel(self.game, self.seats, self.box, Chance(self.seed, self.number), log)
        self._answers = Envelopes(self.game, self._reel, self.bots, self.names)

    def _go_on_and_tell(self) -> None:
        try:
            self._answers.go_on()
        finally:
            self._tell()

    def _tell(self) -> None:
        for tell in tuple(self._told):
            tell(self)
