"""The coach on the screen: what every answer is worth to the seat that is asked, narrowing as games are played on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import escape
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts
from mechanics.choices import Amount, Either
from mechanics.coach import Coach, Helpers, half_width, processes, unit_of
from mechanics.coach.worth import sure
from mechanics.session import Session
from mechanics.table import Game, Rng, Seat, View
from mechanics.views.answers import different, said
from mechanics.views.axis import Ends, fit
from mechanics.views.beside import Beside
from mechanics.views.drawn import COLUMNS, TITLE, answers_drawing, bids_drawing
from mechanics.views.lessons.lab.late import Late
from mechanics.views.live import LiveChart, empty, redraw, update
from mechanics.views.panel import WIDE

RIVALS = {
    "uniform": "any bid they can pay",
    "equilibrium": "as in equilibrium",
    "past": "like their past bids",
}
STOP, GO_ON = "Stop", "Go on"
QUIET = 1.0  # seconds until a quiet moment
MOST = 10_000  # games played on before it rests
HINT = (
    "Hidden cards are dealt anew, and robots play on to the end, on your seat too; no envelope is looked at. An "
    "interval holds the true mean 19 times in 20."
)
SELECTION = "There are more answers than these: it is a selection."


class Advice:
    """A chart with its controls: `open` asks the coach about the question to a seat, `close` ends it and empties all.

    Games are played on in the loop that runs, a few milliseconds at a time, and in processes of further cores; without
    a loop a few are played at once."""

    def __init__(self, channel: str, rng: Rng | None = None) -> None:
        self.channel, self.rng = channel, rng or np.random.default_rng()
        self.chart = LiveChart(layout={"flex": "1 1 auto", "min_width": "0", "width": "auto"})
        self.rivals = widgets.Dropdown(description="rivals bid", layout={"width": "245px", "display": "none"})
        self.rivals.style.description_width = "70px"
        self.told, self.words = widgets.HTML(), widgets.HTML()
        self.go = widgets.Button(description=GO_ON, layout=WIDE)
        controls = widgets.VBox([self.rivals, self.told, self.go, self.words], layout={"flex": "0 0 250px"})
        self.widget = widgets.HBox([self.chart, controls], layout={"display": "none"})
        self.beside, self.late = Beside(), Late()
        self.coach: Coach | None = None
        self.games: Iterator[None] = iter(())
        self.go.on_click(lambda _button: self._stop() if self.beside.busy else self._go_on())
        self.rivals.observe(self._assume, "value")

    def prepare(self, game: Game) -> None:
        """Draw the charts of this game in a quiet moment, so that the first one is there at once when it is wanted."""

        def draw() -> None:
            bids_drawing(unit_of(game), f"bid ({game.UNIT})")
            answers_drawing(unit_of(game))
            sure(1)  # an interval: its library takes a while to import

        with suppress(RuntimeError):  # no loop runs, so there is no quiet moment
            asyncio.get_running_loop().call_later(QUIET, draw)

    def open(self, session: Session, seat: Seat) -> None:
        """Show at once what is known of this seat's answers, and begin to play games on."""
        self.close()
        view, coach = session.view(seat), Coach(session, seat, self.rng, helpers=_helpers())
        self.names = names(session, view, coach.frame()["answer"].tolist())
        self.most, self.width, self.wrong = MOST, coach.width, ""
        self.rivals.options = [(RIVALS.get(one, one), one) for one in coach.assumptions]
        self.rivals.value = next(iter(coach.assumptions), None)
        self.rivals.layout.display = "" if coach.assumptions else "none"
        self.words.value = f"<small>{HINT} {'' if coach.all_answers else SELECTION}</small>"
        self.coach, self.games = coach, coach.work()
        self._first(coach, view, session.game.UNIT)
        self._go_on()

    def close(self) -> None:
        """End all work and empty everything (the question is answered, or another seat comes to the screen)."""
        self.beside.stop()
        self.late.forget()
        if self.coach is not None:
            self.coach.leave()
        self.coach, self.names = None, None
        self.games = iter(())
        self.told.value = self.words.value = ""
        self.rivals.options = ()
        empty(self.chart)

    # --- playing on -------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Play on until it is narrow enough; if it was, until it is twice as narrow."""
        if self.coach is None:
            return
        if self._narrow(self.coach.frame()) or self.coach.played >= self.most:
            self.most, self.width = self.coach.played + MOST, self.width / 2
        if self.wrong:
            self.games, self.wrong = self.coach.work(), ""
        self.beside.begin(self.games, self._look, self._rest)
        if self.beside.busy:
            self._tell(self.coach.frame())

    def _look(self) -> bool:
        """Show what is known; say whether that is enough (or the screen is gone)."""
        if self.coach is None or self.widget.comm is None:
            return True
        return self._narrow(self._draw()) or self.coach.played >= self.most

    def _rest(self, wrong: str) -> None:
        self.wrong = wrong
        if self.coach is not None:
            self._draw()

    def _stop(self) -> None:
        self.beside.stop()
        self._rest("")

    def _narrow(self, frame: pd.DataFrame) -> bool:
        return half_width(frame) <= self.width

    # --- another thought about rivals -------------------------------------------------------------------------------

    def _assume(self, change: Mapping[str, Any]) -> None:
        """Move the curve; what takes its time, such as an equilibrium, is worked out in a thread."""
        coach, new, old = self.coach, change["new"], change["old"]
        if coach is None or new is None:
            return

        def take(found: Any) -> None:
            coach.take(found)
            self._draw()

        self.late.ask(coach.thought(new), take, lambda wrong: self._refuse(wrong, old))

    def _refuse(self, wrong: str, old: str) -> None:
        """Say why nothing follows from an assumption; the one before it stays."""
        self.rivals.unobserve(self._assume, "value")
        self.rivals.value = old
        self.rivals.observe(self._assume, "value")
        self.told.value = f'<div role="alert">{escape(wrong)}</div>'

    # --- what is shown ----------------------------------------------------------------------------------------------

    def _first(self, coach: Coach, view: View, money: str) -> None:
        """Draw the chart of this question; from now on its data are swapped."""
        frame = self._frame(coach)
        self.ends: Ends = fit(None, *_span(frame))
        choice = view.allowed
        signals: dict[str, int] = {}
        if not isinstance(choice, Amount):
            drawing = answers_drawing(coach.unit)
        else:
            drawing = bids_drawing(coach.unit, f"bid ({money})" if view.sealed else "amount")
            signals = {"first": choice.low, "last": choice.high, "step": choice.step}
        with self.chart.hold_sync():
            redraw(self.chart, drawing, {"answers": frame}, self.channel)
            update(self.chart, signals=signals)
            self._draw()

    def _draw(self) -> pd.DataFrame:
        """Swap the data of the chart and return them; its axis moves only where the numbers leave it."""
        assert self.coach is not None
        frame = self._frame(self.coach)
        self.ends = fit(self.ends, *_span(frame))
        words = charts.coach_words(frame, TITLE, self.coach.unit)
        ends, table = {"low": self.ends[0], "high": self.ends[1]}, self._table(self.coach, frame)
        update(self.chart, {"answers": frame}, ends, words=words, table=table)
        self._tell(frame)
        return frame

    def _frame(self, coach: Coach) -> pd.DataFrame:
        frame = coach.frame()[COLUMNS]
        return frame if self.names is None else frame.assign(answer=self.names)

    def _tell(self, frame: pd.DataFrame) -> None:
        self.go.description = STOP if self.beside.busy else GO_ON
        assert self.coach is not None
        self.told.value = f"<div>{escape(self._status(self.coach, frame))}</div>"

    def _status(self, coach: Coach, frame: pd.DataFrame) -> str:
        """Say how many games have been played on, and how wide the widest interval is."""
        wide, played = half_width(frame), f"{coach.played:,} game{'s' * (coach.played != 1)} played on"
        if not coach.played:
            played = f"{'' if frame['value'].isna().all() else 'A first guess: '}nothing has been played on yet"
        if np.isfinite(wide):
            played += f", the widest 95 % interval is ± {wide:.2g} {coach.unit}"
        said = played[:1].upper() + played[1:]
        if self.beside.busy:
            return f"{said} …"
        if self.wrong:
            return f"{said}. The robots could not play on: {self.wrong}"
        return f"{said}{': narrow enough' * self._narrow(frame)}."

    def _table(self, coach: Coach, frame: pd.DataFrame) -> str:
        caption = f"What every answer is worth: final score in {coach.unit}, chance to win the game"
        return charts.table(frame.round(2), caption)


def _helpers() -> Helpers | None:
    """Return further processes to play games on, if there are some and a loop runs that can wait for them."""
    with suppress(RuntimeError):
        asyncio.get_running_loop()
        crew = processes()
        return Helpers(*crew) if crew else None
    return None


def names(session: Session, view: View, answers: list[Any]) -> list[str] | None:
    """Return answers in words, each different; None where they are amounts, which stand on an axis."""
    if isinstance(view.allowed, Amount):
        return None
    amounts = isinstance(view.allowed, Either)
    return different([said(session.game, view.rule, answer, session.box, amounts) for answer in answers])


def _span(frame: pd.DataFrame) -> tuple[float, float]:
    """Return the lowest and highest number to be shown; 0 to 1 where there is none."""
    known = frame[["value", "low", "high"]].to_numpy(dtype=float)
    known = known[np.isfinite(known)]
    return (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
