"""A lot that is sold whole: what it is worth to each, and whether to buy now or to wait a round; exact and played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, lots
from mechanics.charts.revenues import along_chart
from mechanics.games.osaka import Table
from mechanics.session import Session
from mechanics.views.lessons.controls import Picture, beside, room, said, slider
from mechanics.views.lessons.osaka.bars import show_bars
from mechanics.views.lessons.osaka.turns import can_buy, chooser, dearest, gains, points, span_of, table_words, turns

ROUNDS, SEED = 60, 1
COIN = float(lots.COIN)
WORTH_TITLE, WAIT_TITLE = "What this market is worth, by who buys it", "Buy now, or take a coin and wait a round"
WHOSE = ("scored by the buyer", "in sight for the buyer", "scored by the others")
MIXED_TITLE = "How sure must you be that a rival buys?"
NOTE = f"bars: exact, summed over all that can happen; diamonds: {ROUNDS} rounds played"
WORTH_NOTE = "bars: exact; the line: what the buyer pays, five coins to a point"
GAINS = (-1.0, 3.0)  # points that are always on the axis


# --- the same lot, to each --------------------------------------------------------------------------------------------


def worth_frame(table: Table) -> pd.DataFrame:
    """Return what buying this market changes at once, one row per buyer and series (`WHOSE`), in points.

    theory is what the buyer pays, five coins to a point. Who cannot pay is left out."""
    at, lines = lots.position(table), []
    for buyer in range(table.seats):
        if lots.for_sale(at, buyer):
            then, paid = lots.buy(at, buyer).at, COIN * lots.price(at, buyer)
            scored = [after - before for after, before in zip(then.points, at.points, strict=True)]
            hoped = lots.sight(then, buyer) - lots.sight(at, buyer)
            numbers = (scored[buyer], hoped, sum(scored) - scored[buyer])
            lines += [(f"P{buyer + 1} buys", series, paid, n) for series, n in zip(WHOSE, numbers, strict=True)]
    frame = pd.DataFrame(lines, columns=["at", "series", "theory", "exact"])
    frame["theory"] = frame["theory"].where(frame["series"] == WHOSE[0])
    return frame.assign(played=np.nan, error=np.nan)


def worth_words(table: Table) -> str:
    """Say what the market is worth to each who could buy it, its price taken off, and what the others get (HTML)."""
    at, parts = lots.position(table), []
    for buyer in (seat for seat in range(table.seats) if lots.for_sale(at, seat)):
        gained = gains(at, buyer)
        net = gained[buyer] - COIN * lots.price(at, buyer)
        others = ", ".join(f"P{s + 1} {points(gained[s])}" for s in range(table.seats) if s != buyer)
        parts.append(f"If <b>P{buyer + 1}</b> buys: <b>{points(net)}</b> after paying ({others} for the others)")
    return ". ".join(parts) + ". (Points scored and in sight together: what arrives was in sight before.)"


# --- now or later -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _known(actions: tuple[str, ...], key: tuple[Any, ...]) -> pd.DataFrame:
    table, chance = key[0].table, key[1]
    plan = lots.Plan(chance, COIN)
    lines = []
    for action in actions:
        exact, rounds = lots.outlook(table, action, plan), lots.played(table, action, plan, ROUNDS, SEED)
        for seat in range(table.seats):
            seen = rounds.gain[:, seat]
            lines.append((action, seat, exact.gain[seat], seen.mean(), seen.std() / np.sqrt(ROUNDS), exact.first))
    return pd.DataFrame(lines, columns=["action", "seat", "exact", "played", "error", "first"])


class _Key:
    """A table that is compared by being the same one (it is long, and not to be hashed)."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __hash__(self) -> int:
        return id(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.table is self.table


def actions_frame(table: Table, actions: Sequence[str], chance: float) -> pd.DataFrame:
    """Return what actions bring by my next turn: action, seat, exact, played, error (points), first (a chance).

    chance: that a rival who can pay buys."""
    return _known(tuple(actions), (_Key(table), chance)).copy()


def wait_words(table: Table, frame: pd.DataFrame) -> str:
    """Say what is better, by how much, and how likely it is that a rival buys first (HTML)."""
    mine = frame[frame["seat"] == table.turn]
    (now, later), action = mine["exact"].tolist(), mine["action"].tolist()[1]
    better = "Buying now is better" if now > later else "Waiting is better" if later > now else "Both are alike"
    first = mine["first"].tolist()[1]
    return (
        f"Buy now: <b>{points(now)}</b>; {action} and wait: <b>{points(later)}</b> points. {better}. "
        f"If you wait, a rival buys before your next turn with chance <b>{first:.0%}</b>."
    )


def bars(frame: pd.DataFrame, seat: int) -> pd.DataFrame:
    """Return the frame of a chart with one bar for each action, for one seat."""
    mine = frame[frame["seat"] == seat]
    return (
        mine.rename(columns={"action": "at"})
        .assign(series="", theory=np.nan)[["at", "series", "theory", "exact", "played", "error"]]
        .reset_index(drop=True)
    )


class WholeLot:
    """A turn of a game of robots: the market to each buyer, and buying against waiting, with the rivals' haste."""

    def __init__(self, game: Session) -> None:
        self.turns = turns(game, can_buy)
        self.turn = chooser(self.turns)
        self.haste = slider("a rival who can pay buys (percent)", 50, 0, 100, 10)
        self.haste.continuous_update = False
        self.table, self.each, self.told = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.worth, self.wait = Picture(), Picture()
        for control in (self.turn, self.haste):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(
            self.turn, self.table, self.each, self.worth.widget, beside(self.haste), self.told, self.wait.widget
        )
        self._show()

    def _show(self) -> None:
        table = self.turns[self.turn.value]
        self.table.value = table_words(table)
        self.each.value = said(worth_words(table))
        worth = worth_frame(table)
        span = span_of((*worth["exact"], *worth["theory"]), (-1, 6))
        shown = worth[["at", "series", "exact", "theory"]].rename(columns={"exact": "points", "theory": "paid"})
        show_bars(
            self.worth, worth, charts.table(shown.round(2), WORTH_TITLE), (*worth["at"], span), title=WORTH_TITLE,
            y_title="change in points", span=span, note=WORTH_NOTE,
        )  # fmt: skip
        frame = actions_frame(table, ("buy", dearest(lots.position(table))), self.haste.value / 100)
        self.told.value = said(wait_words(table, frame))
        drawn = bars(frame, table.turn)
        span = span_of((*drawn["exact"], *drawn["played"]), GAINS)
        shown = drawn[["at", "exact", "played", "error"]].round(2)
        show_bars(
            self.wait, drawn, charts.table(shown, WAIT_TITLE), (*drawn["at"], span), title=WAIT_TITLE,
            y_title="points gained by your next turn", span=span, note=NOTE,
        )  # fmt: skip


def a_lot_sold_whole(game: Session) -> widgets.VBox:
    """Return the live lesson on the market as one lot: choose a turn of this game and how hasty the rivals are."""
    return WholeLot(game).widget


# --- best response ----------------------------------------------------------------------------------------------------


def haste_frame(table: Table, steps: int = 20) -> pd.DataFrame:
    """Return what buying and waiting bring for every haste of the rivals: x (percent), series, value; exact.

    Every rival acts once, so the worth is a polynomial of the haste, and a few exact sums give all of it."""
    wait = dearest(lots.position(table))
    at, percent = np.linspace(0, 1, table.seats), np.linspace(0, 100, steps + 1)
    lines = []
    for action, series in (("buy", "buy now"), (wait, "take a coin and wait")):
        sums = [float(lots.outlook(table, action, lots.Plan(float(q), COIN)).gain[table.turn]) for q in at]
        curve = np.polynomial.Polynomial.fit(at, sums, len(at) - 1)
        lines += [(x, series, float(curve(x / 100))) for x in percent]
    return pd.DataFrame(lines, columns=["x", "series", "value"])


def crossings(frame: pd.DataFrame) -> list[float]:
    """Return where (percent) the two curves cross: there one can neither gain by buying nor by waiting."""
    buy, wait = (rows["value"].to_numpy() for _, rows in frame.groupby("series", sort=False))
    x, gap = frame["x"].unique(), buy - wait
    return [
        float(x[i] + (x[i + 1] - x[i]) * gap[i] / (gap[i] - gap[i + 1]))
        for i in range(len(gap) - 1) if gap[i] * gap[i + 1] < 0
    ]  # fmt: skip


def haste_words(frame: pd.DataFrame, percent: float) -> str:
    """Say what is the best answer to rivals of this haste, what the other costs (the regret), and where it turns."""
    buy, wait = (np.interp(percent, rows["x"], rows["value"]) for _, rows in frame.groupby("series", sort=False))
    best = "buy now" if buy > wait else "wait"
    told = f"Against rivals who buy in {percent:.0f} of 100 cases: <b>{best}</b>. Doing the other thing costs "
    told += f"<b>{abs(buy - wait):.2f}</b> points (the regret). "
    found = crossings(frame)
    if not found:
        return told + "However hasty they are, the answer is the same."
    return told + f"At <b>{' and '.join(f'{x:.0f}' for x in found)} percent</b> both are worth the same."


class Haste:
    """Buying and waiting over the rivals' haste, with a marker for the one that is assumed."""

    def __init__(self, game: Session) -> None:
        self.turns = turns(game, can_buy)
        self.turn, self.haste = chooser(self.turns), slider("they buy (percent)", 50, 0, 100, 5)
        self.frames: dict[str, pd.DataFrame] = {}
        self.told, self.picture = widgets.HTML(), Picture()
        for control in (self.turn, self.haste):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.turn, self.haste), self.told, self.picture.widget)
        self._show()

    def _show(self) -> None:
        if self.turn.value not in self.frames:
            self.frames[self.turn.value] = haste_frame(self.turns[self.turn.value])
        frame, now = self.frames[self.turn.value], float(self.haste.value)
        self.told.value = said(haste_words(frame, now))
        empty, span = pd.DataFrame(columns=["x", "series", "value"]), span_of(frame["value"], GAINS)
        marks = frame[frame["x"] == now].assign(error=0.0)
        chart = along_chart(
            frame, empty, marks, title=MIXED_TITLE, x_title="a rival who can pay buys (percent)",
            y_title="points gained by your next turn", x_span=(0, 100), span=span,
            note="lines: exact; diamonds: the haste that you have set",
        )  # fmt: skip
        wide = frame.pivot(index="x", columns="series", values="value").reset_index()
        self.picture.show(chart, {"theory": frame, "played": marks}, charts.table(wide.round(2), MIXED_TITLE), span)


def can_you_gain(game: Session) -> widgets.VBox:
    """Return the live lesson on the best answer: buy or wait, against rivals of any haste, with the regret."""
    return Haste(game).widget
