"""The reservation as an option: what laying the piece on a card keeps for me, and what it takes from the others."""

from __future__ import annotations

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, lots
from mechanics.charts.revenues import revenue_chart
from mechanics.games.osaka import Table
from mechanics.session import Session
from mechanics.views.lessons.haendler.controls import Picture, beside, room, said, slider
from mechanics.views.lessons.osaka.turns import chooser, dearest, points, span_of, table_words, tempting, turns
from mechanics.views.lessons.osaka.whole_lot import actions_frame

TITLE = "What each action brings by your next turn"
SERIES = ("to you", "to a rival, on average")
ACTIONS = "take this card as coins, or reserve one of these"
NOTE = "bars: exact; diamonds: 150 rounds played"


def option_actions(table: Table) -> tuple[str, ...]:
    """Return the actions that are compared: the dearest card as coins, and every card that can be reserved."""
    at = lots.position(table)
    return (dearest(at), *(action for action in lots.possible(at) if action.startswith("reserve ")))


def option_frame(table: Table, chance: float) -> pd.DataFrame:
    """Return the frame of the chart: what each action brings to me, and to a rival on average; exact and played."""
    frame = actions_frame(table, option_actions(table), chance)
    lines = []
    for action, rows in frame.groupby("action", sort=False):
        action = str(action).removeprefix("reserve ")
        mine, others = rows[rows["seat"] == table.turn].iloc[0], rows[rows["seat"] != table.turn]
        lines.append((action, SERIES[0], mine["exact"], mine["played"], mine["error"]))
        error = float(np.sqrt((others["error"] ** 2).mean()))  # an upper bound: the rivals' gains are not independent
        lines.append((action, SERIES[1], others["exact"].mean(), others["played"].mean(), error))
    bars = pd.DataFrame(lines, columns=["at", "series", "exact", "played", "error"])
    return bars.assign(theory=np.nan)


def option_words(bars: pd.DataFrame) -> str:
    """Say which reservation takes most from the others, and what it costs or brings against taking a coin (HTML)."""
    mine, others = (bars[bars["series"] == series].set_index("at")["exact"] for series in SERIES)
    coin, taken = mine.index[0], others.iloc[0] - others
    hurts = str(taken.iloc[1:].idxmax())
    best = str(mine.iloc[1:].idxmax())
    return (
        f"To {coin} brings you {points(mine.iloc[0])}. To reserve <b>{hurts}</b> changes most for a rival: "
        f"<b>{points(-taken[hurts])}</b> points on average, and you get {points(mine[hurts])}. The best one for "
        f"yourself is <b>{best}</b>: {points(mine[best])}."
    )


class Reserving:
    """A turn of a game of robots: every reservation beside taking a coin, for me and for a rival."""

    def __init__(self, game: Session) -> None:
        self.turns = turns(game, tempting)
        self.turn = chooser(self.turns)
        self.haste = slider("a rival who can pay buys (percent)", 50, 0, 100, 10)
        self.haste.continuous_update = False
        self.table, self.told, self.picture = widgets.HTML(), widgets.HTML(), Picture()
        for control in (self.turn, self.haste):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.turn, self.haste), self.table, self.told, self.picture.widget)
        self._show()

    def _show(self) -> None:
        table = self.turns[self.turn.value]
        self.table.value = table_words(table)
        bars = option_frame(table, self.haste.value / 100)
        self.told.value = said(option_words(bars))
        span = span_of((*bars["exact"], *bars["played"]), (-1, 3))
        titles = {"title": TITLE, "x_title": ACTIONS, "y_title": "points gained"}
        chart = revenue_chart(bars, **titles, span=span, note=NOTE)
        shown = bars[["at", "series", "exact", "played", "error"]].round(2)
        self.picture.show(chart, {"bars": bars}, charts.table(shown, f"{TITLE} (points)"), (*bars["at"], span))


def the_option(game: Session) -> widgets.VBox:
    """Return the live lesson on reserving: what each card under your piece is worth to you, and to the others."""
    return Reserving(game).widget
