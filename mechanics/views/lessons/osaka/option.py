"""The reservation as an option: what laying the piece on a card keeps for me, and what it takes from the others."""

from __future__ import annotations

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, lots
from mechanics.games.osaka import Table
from mechanics.session import Session
from mechanics.views.lessons.controls import Picture, room, said, slider
from mechanics.views.lessons.osaka.bars import show_bars
from mechanics.views.lessons.osaka.turns import chooser, dearest, gains, points, span_of, table_words, tempting, turns
from mechanics.views.lessons.osaka.whole_lot import COIN, ROUNDS, actions_frame

TITLE = "What each action brings by your next turn"
TAKEN_TITLE = "What your piece takes from a rival who buys next"
SERIES = ("to you", "to a rival, on average")
ACTIONS = "take this card as coins, or reserve one of these"
NOTE = f"bars: exact; diamonds: {ROUNDS} rounds played"
TAKEN_NOTE = "bars: exact; worth of the market to a rival, less its price, without and with your piece"


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
    """Say which reservation is best for me and which one is worst for a rival, beside taking a coin (HTML)."""
    mine, others = (bars[bars["series"] == series] for series in SERIES)
    (coin, *cards), (coins, *own) = mine["at"].tolist(), mine["exact"].tolist()
    best, least = max(zip(own, cards, strict=True)), min(zip(others["exact"].tolist()[1:], cards, strict=True))
    return (
        f"By your next turn: to {coin} brings you {points(coins)}; the best reservation is <b>{best[1]}</b> with "
        f"<b>{points(best[0])}</b>. The one that leaves a rival least, {points(least[0])}, is <b>{least[1]}</b>."
    )


# --- what it takes from each rival ------------------------------------------------------------------------------------


def taken_frame(table: Table) -> pd.DataFrame:
    """Return what each card under my piece takes from each rival who could buy now: its worth to him less its price.

    at (the card), series (the rival), exact (points, the price at five coins to a point)."""
    at, lines = lots.position(table), []
    rivals = [seat for seat in range(table.seats) if seat != table.turn and lots.for_sale(at, seat)]
    for action in option_actions(table)[1:]:
        then = lots.after(at, action)
        for seat in rivals:
            taken = _net(at, seat) - (_net(then, seat) if lots.for_sale(then, seat) else 0.0)
            lines.append((action.removeprefix("reserve "), f"P{seat + 1}", round(taken, 9) or 0.0))
    frame = pd.DataFrame(lines, columns=["at", "series", "exact"])
    return frame.assign(theory=np.nan, played=np.nan, error=np.nan)


def _net(at: lots.Position, seat: int) -> float:
    """What a seat gains by buying now, its payment taken off."""
    return gains(at, seat)[seat] - COIN * lots.price(at, seat)


def taken_words(frame: pd.DataFrame) -> str:
    """Say which card takes most from the rivals together (HTML)."""
    together = frame.groupby("at", sort=False)["exact"].sum()
    most = max(zip(together.tolist(), together.index, strict=True))
    if most[0] <= 0:
        return "No card under your piece takes anything from a rival who would buy now."
    return f"Your piece on <b>{most[1]}</b> takes most from the rivals who could buy now: <b>{most[0]:.1f}</b> points."


class Reserving:
    """A turn of a game of robots: every reservation beside taking a coin, for me and for a rival."""

    def __init__(self, game: Session) -> None:
        self.turns = turns(game, tempting)
        self.turn = chooser(self.turns)
        self.haste = slider("a rival who can pay buys (percent)", 50, 0, 100, 10)
        self.haste.continuous_update = False
        self.table, self.taken_words, self.told = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.taken, self.picture = Picture(), Picture()
        for control in (self.turn, self.haste):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(
            self.turn, self.table, self.taken_words, self.taken.widget, self.haste, self.told, self.picture.widget
        )
        self._show()

    def _show(self) -> None:
        table = self.turns[self.turn.value]
        self.table.value = table_words(table)
        taken = taken_frame(table)
        self.taken_words.value = said(taken_words(taken))
        span = span_of(taken["exact"], (-1, 3))
        shown = charts.table(taken[["at", "series", "exact"]].round(2), f"{TAKEN_TITLE} (points)")
        show_bars(
            self.taken, taken, shown, (*taken["at"], *taken["series"], span), title=TAKEN_TITLE,
            x_title="the card under your piece", y_title="points", span=span, note=TAKEN_NOTE,
        )  # fmt: skip
        bars = option_frame(table, self.haste.value / 100)
        self.told.value = said(option_words(bars))
        span = span_of((*bars["exact"], *bars["played"]), (-1, 3))
        titles = {"title": TITLE, "x_title": ACTIONS, "y_title": "points gained"}
        shown = charts.table(bars[["at", "series", "exact", "played", "error"]].round(2), f"{TITLE} (points)")
        show_bars(self.picture, bars, shown, (*bars["at"], span), **titles, span=span, note=NOTE)


def the_option(game: Session) -> widgets.VBox:
    """Return the live lesson on reserving: what each card under your piece is worth to you, and to the others."""
    return Reserving(game).widget
