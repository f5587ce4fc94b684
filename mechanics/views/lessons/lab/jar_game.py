"""Jars of coins to bid for against robots: the winner's curse, played before it is explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts
from mechanics.charts.jars import jar_chart
from mechanics.charts.revenues import revenue_chart
from mechanics.charts.theme import signed
from mechanics.views.entry import Entry, Raw, whole
from mechanics.views.lessons.lab.jars import MOST, WIDEST, Sale, Table
from mechanics.views.lessons.lab.rules import ROW, choice, refusal, room, said
from mechanics.views.live import figure
from mechanics.views.panel import WIDE

HOW_MANY = {str(n): n for n in (2, 4, 8, 16)}
KINDS = {"bid their estimates": "naive", "bid less (careful)": "careful"}
SHOWN, TEN = 12, 10
HIGHEST = MOST + 2 * WIDEST  # that can be bid


def jar_of_coins(bidders: int = 4, error: int = 20, seed: int = 35) -> widgets.VBox:
    """Return jars of coins to bid for, against robots; you have an estimate only, which is up to `error` off.

    Raises ValueError with what is allowed."""
    return JarOfCoins(Table(bidders, error, seed=seed)).widget


class JarOfCoins:
    """Jar after jar, for as long as the cell stands; `sales` holds what came of each."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sales: tuple[Sale, ...] = ()
        self.many = choice("bidders", {**HOW_MANY, str(table.bidders): table.bidders}, table.bidders)
        self.kind = choice("robots", KINDS, table.robots)
        for control in (self.many, self.kind):
            control.observe(lambda _change: self._other_table(), "value")
        self.said, self.refused, self.picture, self.tally = (widgets.HTML() for _ in range(4))
        self.entry = Entry(label="Your sealed bid", low=0, high=HIGHEST, unit="scudi", button="Seal and reveal")
        self.entry.on_answer(self._answer)
        self.go_on = self._button("Next jar", self._closed, "primary")
        self.same = self._button(f"{TEN} jars: bid my estimate", lambda: self._ten(0))
        self.less = self._button(f"{TEN} jars: bid {table.error} less", lambda: self._ten(self.table.error))
        self.after = widgets.HBox([self.go_on, self.same, self.less], layout=ROW)
        self.place = widgets.VBox()
        settings = widgets.HBox([self.many, self.kind], layout=ROW)
        self.widget = room(settings, self.said, self.refused, self.place, self.tally, self.picture)
        self._closed()

    def _button(self, words: str, do: Callable[[], object], look: str = "") -> widgets.Button:
        button = widgets.Button(description=words, button_style=look, layout=WIDE)
        button.on_click(lambda _button: do())
        return button

    # --- what you do ------------------------------------------------------------------------------------------------

    def _other_table(self) -> None:
        self.table = replace(self.table.next, bidders=self.many.value, robots=self.kind.value)
        self.sales = ()
        self._closed()

    def _answer(self, raw: Raw) -> None:
        try:
            bid = whole(str(raw))
            if not 0 <= bid <= HIGHEST:
                raise ValueError(f"Bid a whole number from 0 to {HIGHEST}; {bid} is not.")
        except ValueError as wrong:
            self.refused.value = refusal(str(wrong))
            return
        self.entry.reset()
        self._sell(bid)
        self.refused.value = ""
        self.place.children = [self.after]
        self.said.value = said(told(self.sales[-1]))
        self.picture.value = drawn(self.sales[-1], self.table)

    def _ten(self, less: int) -> None:
        """Let somebody bid in your place for ten jars, so much less than your estimates."""
        for _ in range(TEN):
            self._sell(self.table.jar.estimates[0] - less)
        latest = self.sales[-TEN:]
        mine = [sale.gain for sale in latest if sale.winner == 0]
        bid = f"{less} less than your estimate" if less else "your estimate"
        mean = f", {signed(round(float(np.mean(mine)), 1))} each on average" if mine else ""
        self.said.value = said(f"You bid {bid} for {TEN} jars and won {len(mine)} of them{mean}.")
        self.picture.value = history(self.sales)

    def _sell(self, mine: int) -> None:
        self.sales += (self.table.sell(mine),)
        self.table = self.table.next
        self.tally.value = said(tally(self.sales))

    # --- what you see -----------------------------------------------------------------------------------------------

    def _closed(self) -> None:
        table, mine = self.table, self.table.jar.estimates[0]
        self.refused.value = self.picture.value = ""
        self.tally.value = said(tally(self.sales)) if self.sales else ""
        self.said.value = said(
            f"A jar of coins goes to the highest bid, which is paid. It is worth the same to everybody, and nobody "
            f"knows how much. <b>You estimate {mine}</b>; every whole error from −{table.error} to {table.error} is as "
            f"likely. {escape(str(table))}."
        )
        self.place.children = [self.entry]


def told(sale: Sale) -> str:
    """Return what came of one jar, and what the winner had not thought of."""
    worth, name, best = sale.jar.worth, sale.names[sale.winner], max(sale.jar.estimates)
    did = f"gained {sale.gain}" if sale.gain > 0 else f"lost {-sale.gain}" if sale.gain else "gained nothing"
    but = ", and " if sale.gain <= 0 else " and "
    off = best - worth
    high = f"{off} too high" if off > 0 else f"{-off} too low" if off else "right"
    return (
        f"The jar was worth {worth}. <b>{name} won{but}{did}.</b> The {len(sale.bids)} estimates were "
        f"{np.mean(sale.jar.estimates):.1f} on average; the highest was {high}."
    )


def drawn(sale: Sale, table: Table) -> str:
    """Return the picture of one jar with its table, as HTML."""
    marks = ["won" if k == sale.winner else "" for k in range(len(sale.bids))]
    columns = {"name": sale.names, "estimate": sale.jar.estimates, "bid": sale.bids, "mark": marks}
    rows = pd.DataFrame(columns)
    low = min(sale.jar.worth - 2 * table.error, *sale.bids) - 3
    high = max(sale.jar.worth + 2 * table.error, *sale.bids) + 3
    note = "circle: estimate; triangle: bid (orange: more than the jar is worth)"
    chart = jar_chart(rows, sale.jar.worth, title="The jar is opened", span=(low, high), note=note)
    return figure(chart, charts.table(rows, f"The jar was worth {sale.jar.worth}")).html()


def history(sales: tuple[Sale, ...]) -> str:
    """Return what you gained in the last jars, losses below zero, as HTML."""
    first = max(0, len(sales) - SHOWN)
    gains = [sale.gain if sale.winner == 0 else 0 for sale in sales[first:]]
    rows = pd.DataFrame({"at": [str(first + k + 1) for k in range(len(gains))], "series": "", "exact": gains})
    rows = rows.assign(theory=None, played=None, error=None)
    title, note = "What you gained, jar by jar", "0: somebody else won the jar"
    chart = revenue_chart(rows, title=title, x_title="jar", y_title="your gain (scudi)", note=note)
    table = rows[["at", "exact"]].rename(columns={"at": "jar", "exact": "your gain"})
    return figure(chart, charts.table(table, title)).html()


def tally(sales: tuple[Sale, ...]) -> str:
    """Return jars, wins and cash so far; cash may be below zero."""
    mine = [sale.gain for sale in sales if sale.winner == 0]
    jars = "1 jar" if len(sales) == 1 else f"{len(sales)} jars"
    return f"So far: {jars}, you won {len(mine)}. Your cash: <b>{signed(sum(mine))}</b> scudi."
