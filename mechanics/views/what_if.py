"""What if: another bid of one seat in an auction that is over, settled by the rules beside what happened."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import ipywidgets as widgets
import pandas as pd

from mechanics import charts, coach
from mechanics.charts.coach import HAPPENED, WHAT_IF
from mechanics.choices import Amount
from mechanics.coach import Outcome
from mechanics.session import Session
from mechanics.table import NATURE, Ask, Seat
from mechanics.views.axis import fit
from mechanics.views.live import LiveChart, empty, redraw, update
from mechanics.views.seats import offer

NONE_YET = "Here you will find every auction with sealed bids that is over. There is none yet."
SECRET = "Money is secret: until the game is over a bid can only be lowered here; more would tell what is in a purse."
WIDE = {"width": "95%"}


class WhatIf:
    """The page of what might have been: `use` puts a game on it, `refresh` takes in what has been played since."""

    def __init__(self, session: Session) -> None:
        self.auction = widgets.Dropdown(description="auction", layout=WIDE)
        self.seat = widgets.Dropdown(description="bid of")
        self.bid = widgets.IntSlider(0, 0, 0, description="bids", continuous_update=True, layout=WIDE)
        self.said, self.note = widgets.HTML(), widgets.HTML()
        self.chart = LiveChart()
        self.page = widgets.VBox([self.auction, self.seat, self.bid, self.said, self.note, self.chart])
        self.none = widgets.HTML(f'<div class="mm-question">{NONE_YET}</div>')
        self.widget = widgets.VBox([self.none, self.page])
        self.setting = False
        self.auction.observe(lambda _change: self._choose(), "value")
        self.seat.observe(lambda _change: self._choose(), "value")
        self.bid.observe(lambda _change: self._draw(), "value")
        self.use(session)

    def use(self, session: Session) -> None:
        """Take up this game."""
        self.session = session
        self.drawn: tuple[str, ...] = ()
        self.refresh()

    def refresh(self) -> None:
        """Offer the auctions that are over now; the one that was looked at stays."""
        steps = coach.auctions(self.session)
        self.none.layout.display, self.page.layout.display = ("none", "") if steps else ("", "none")
        self.setting = True
        kept = self.auction.value
        offer(self.auction, [(self._called(step), step) for step in steps])
        if steps:
            self.auction.value = kept if kept in steps else steps[-1]
        self.setting = False
        self._choose()

    def _called(self, step: int) -> str:
        """Name an auction by its round and its bids."""
        ask, answers = self.session.at(step), self.session.log[step]
        bids = ", ".join(f"{self.session.names[seat]} {bid}" for seat, bid in sorted(answers.items()))
        return f"round {ask.table.round}: {bids} (rule {ask.rule})"

    def _choose(self) -> None:
        """Let the slider reach from the lowest to the highest bid that this seat may be seen to have had."""
        step = self.auction.value
        if self.setting:
            return
        if step is None:
            self.said.value = self.note.value = ""
            empty(self.chart)
            return
        self.setting = True
        allowed, given = self.session.at(step).allowed, self.session.log[step]
        kept, asked = self.seat.value, [seat for seat in range(self.session.seats) if seat in given]
        offer(self.seat, [(self.session.names[seat], seat) for seat in asked])
        self.seat.value = seat = kept if kept in asked else asked[0]
        choice, bid = allowed[seat], int(given[seat])
        assert isinstance(choice, Amount)
        closed = getattr(self.session.box, "money", "open") == "secret" and not self.session.over
        self.note.value = f"<small>{SECRET}</small>" if closed else ""
        self.bid.min, self.bid.max = min(self.bid.min, choice.low), bid if closed else choice.high
        self.bid.min, self.bid.step = choice.low, choice.step
        self.bid.value = bid
        self.setting = False
        self._draw()

    def _draw(self) -> None:
        step, seat = self.auction.value, self.seat.value
        if self.setting or step is None:
            return
        choice = self.session.at(step).allowed[seat]
        bid = self.bid.value - (self.bid.value - choice.low) % choice.step  # type: ignore[union-attr]
        was, now = coach.happened(self.session, step), coach.outcome(self.session, step, seat, bid)
        answers = self.session.log[step]
        frame = pd.DataFrame(
            [*self._rows(HAPPENED, was, answers), *self._rows(WHAT_IF, now, {**answers, seat: bid})],
            columns=["seat", "which", "money", "words"],
        )
        self.said.value = f'<div class="mm-question" role="status">{escape(self._sentence(seat, bid, now))}</div>'
        self._show(frame)

    def _show(self, frame: pd.DataFrame) -> None:
        title, unit, names = "What if?", self.session.game.UNIT, self.session.names
        known = [0.0, *frame["money"].astype(float)]
        wide = max(known) - min(known) or 1.0
        low, high = fit(None, min(known), max(known) + 0.8 * wide)  # room for words on the right
        look: dict[str, Any] = {"words": charts.what_if_words(frame, title, unit)}
        look["table"] = charts.table(frame.rename(columns={"money": f"money ({unit})"}), title)
        if self.drawn != names:
            drawing = charts.what_if_chart(frame, seats=names, title=title, unit=unit, low=low, high=high)
            redraw(self.chart, drawing, {"then": frame})
            self.drawn = names
        update(self.chart, {"then": frame}, {"low": low, "high": high}, **look)

    def _rows(self, which: str, found: Outcome, bids: Mapping[Seat, Any]) -> list[tuple[str, str, int, str]]:
        return [
            (self.session.names[seat], which, money, f"{bids[seat]}: {words}" if seat in bids else words)
            for seat, (money, words) in enumerate(zip(found.money, map(told, found.money, found.won), strict=True))
        ]

    def _sentence(self, seat: Seat, bid: int, found: Outcome) -> str:
        step, name = self.auction.value, self.session.names[seat]
        was = self.session.log[step][seat]
        if found.asks is not None:
            return f"With {bid} instead of {was} it is not settled: {self._asked(found.asks)} (rule {found.asks.rule})."
        if bid == was:
            return f"This is what happened. Slide {name}’s bid."
        words = told(found.money[seat], found.won[seat])
        return f"With {bid} instead of {was}, {name} {words}."

    def _asked(self, ask: Ask[Any]) -> str:
        """Say what the rules ask that nobody has answered."""
        persons = [seat for seat in ask.allowed if seat != NATURE]
        if not persons:
            return "chance decides, and in a running game it is not said how"
        who = " and ".join(self.session.names[seat] for seat in persons)
        return f"{who} would be asked “{self.session.game.question(self.session.game.view(ask, persons[0]))}”"


def told(money: int, won: str) -> str:
    """Return what a seat won and paid or earned, in words.

    >>> told(-4, "2 cards"), told(0, ""), told(3, "")
    ('wins 2 cards and pays 4', 'wins nothing and pays nothing', 'wins nothing and earns 3')"""
    paid = f"earns {money}" if money > 0 else f"pays {-money or 'nothing'}"
    return f"wins {won or 'nothing'} and {paid}"
