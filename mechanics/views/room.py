"""The room: one game on one screen, its board, the panel of whoever is to answer, a curtain between persons."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets as widgets

from mechanics.saving import key_of
from mechanics.session import EMPTY, Session
from mechanics.table import Event, Seat, View
from mechanics.views.advice import Advice
from mechanics.views.boards import board
from mechanics.views.desks import desk
from mechanics.views.panel import WIDE, leave, panel, shut

CHANNELS = itertools.count(1)
NEWS = 8
ASK, BACK = "Ask the coach", "Back to the table"
TABLE, DESK, COACH = "table", "desk", "coach"  # what stands on the stage


class Room:
    """The table tab of a game: `widget` shows the board and asks whoever is waited for; `use` puts a game on it.

    With one person the panel is open at once; with several a curtain hides hand and panel until the next one says
    that it is there. What was on the screen for one seat is emptied, not hidden, before the next one sees it. `tools`
    are buttons that stand beside the panel's own."""

    def __init__(self, session: Session, tools: Sequence[Any] = ()) -> None:
        self.channel = f"room-{next(CHANNELS)}"
        self.board = widgets.HTML()
        self.news = widgets.HTML()
        self.place = widgets.VBox()
        self.desk = desk(key_of(session.game), self.channel)
        self.look = self.desk.look if self.desk else ""
        self.advice = Advice(self.channel)
        self.stage = TABLE
        self.swap, self.ask = self._turner(self.look, DESK), self._turner(ASK, COACH)
        stage = [self.board, *([self.desk.widget] if self.desk else []), self.advice.widget]
        self.tools = (self.ask, self.swap, *tools)
        for tool in self.tools:
            tool.add_class("mm-tool")
        self.widget = widgets.VBox([self.place, *stage, self.news])
        self.open: widgets.VBox | None = None
        self.seat: Seat | None = None
        self.drawn: View | None = None
        self.end = lambda: None
        self.use(session)

    def _turner(self, words: str, to: str) -> widgets.Button:
        button = widgets.Button(description=words, layout={**WIDE, "display": "none"})
        button.on_click(lambda _button: self._turn(TABLE if self.stage == to else to))
        return button

    def use(self, session: Session) -> None:
        """Put this game on the table."""
        self.end()
        self._close()
        self.session, self.drawn = session, None
        self.advice.prepare(session.game)
        self.end = session.subscribe(self._follow)
        self._follow(session)

    def still(self) -> None:
        """Let nothing move on the board any more (it is hidden: a browser would show the move again with the board)."""
        if self.drawn is not None:
            self.board.value = board(key_of(self.session.game), self.drawn, self.session.names)

    def persons(self) -> list[Seat]:
        """Return the seats that persons answer for."""
        return [seat for seat in range(self.session.seats) if seat not in self.session.bots]

    def _follow(self, session: Session) -> None:
        """Keep the open seat while it is asked, else turn to the next person who is; no advice outlives a change."""
        if self.stage == COACH:
            self._turn(TABLE)
        asked = [seat for seat in session.waiting if seat not in session.bots]
        persons = self.persons()
        if len(persons) == 1:
            self._show(persons[0])
        elif self.seat not in asked or session.over:
            self._curtain(asked)
        self._draw()

    def _show(self, seat: Seat) -> None:
        if self.seat == seat and self.open is not None:
            return
        self._close()
        self.seat, self.open = seat, panel(self.session, seat, self.channel, self.tools)
        self._fill(self.open)

    def _curtain(self, asked: list[Seat]) -> None:
        """Empty the screen of the last seat; the next one opens the curtain itself."""
        self._close()
        if not asked:
            self._fill(widgets.HTML(f'<div class="mm-question">{self._why_nobody()}</div>'))
            return
        name = self.session.names[asked[0]]
        said = f"<b>Pass to {escape(name)}.</b> Everybody else looks away."
        words = widgets.HTML(f'<div class="mm-question">{said}</div>')
        button = widgets.Button(description=f"I am {name}: show my side", layout=WIDE)
        button.on_click(lambda _button: self._lift(asked[0]))
        self._fill(words, widgets.HBox([button, *self.tools]))

    def _lift(self, seat: Seat) -> None:
        self._show(seat)
        self._draw()

    def _why_nobody(self) -> str:
        if self.session.over:
            return "The game is over."
        empty = [self.session.names[s] for s in self.session.waiting if self.session.bots.get(s) == EMPTY]
        return f"Nobody sits on {escape(' and '.join(empty))}: seat a person or a robot in the tab “Seats”."

    def _fill(self, *content: widgets.Widget) -> None:
        old, self.place.children = self.place.children, content
        shut(*old, keep=(*content, *self.tools))

    def _close(self) -> None:
        if self.open is not None:
            leave(self.open)
        self.open, self.seat = None, None
        self._turn(TABLE)
        if self.desk:
            self.desk.clear()

    def _turn(self, to: str) -> None:
        """Put the table, the desk or the coach on the stage; a coach that leaves it stops and is emptied."""
        if self.stage == COACH and to != COACH:
            self.advice.close()
        if to != TABLE:
            self.still()
        if to == COACH and self.seat is not None:
            self.advice.open(self.session, self.seat)
        self.stage = to
        self.swap.description, self.ask.description = BACK if to == DESK else self.look, BACK if to == COACH else ASK
        for widget, shown in ((self.board, TABLE), (self.advice.widget, COACH)):
            widget.layout.display = "" if to == shown else "none"
        if self.desk:
            self.desk.widget.layout.display = "" if to == DESK else "none"

    def _draw(self) -> None:
        view = self.session.view(self.seat)
        self.board.value = board(key_of(self.session.game), view, self.session.names, self.drawn)
        self.drawn = view
        self.news.value = self._told(view.story[-NEWS:])
        asked = self.seat is not None and self.seat in self.session.waiting
        knows = bool(self.desk and asked and self.desk.show(view))
        self.swap.layout.display = "" if knows else "none"
        self.ask.layout.display = "" if asked else "none"
        if not knows:
            self._turn(TABLE)
            if self.desk:
                self.desk.clear()

    def _told(self, events: tuple[Event, ...]) -> str:
        lines = "".join(f"<li>{escape(event.text)} <small>{event.rule}</small></li>" for event in events)
        return f'<div class="mm-news" aria-live="polite"><b>What happened</b><ul>{lines}</ul></div>'
