"""Increasing returns: points per card by the size of a set and its tokens, with the rounding up as a staircase."""

from __future__ import annotations

import ipywidgets as widgets
import numpy as np
import pandas as pd

from mechanics import charts, markets
from mechanics.charts.revenues import along_chart
from mechanics.games.osaka import BOX
from mechanics.views.lessons.controls import Picture, beside, choice, room, said, slider

TITLE, SUM_TITLE = "Points per card, by how many are sold together", "Points, by how many are sold together"
MOST = 10  # cards in a set on the chart
NOTE = "lines: without rounding; steps: points paid; diamonds: the best numbers of cards"


def returns_frame(highest: int, tokens: tuple[int, ...]) -> pd.DataFrame:
    """Return what a set earns: x (cards), series (tokens), points, each (points per card), smooth (without rounding).

    highest: the highest value in the set, in coins."""
    cards = np.arange(1, MOST + 1)
    parts = []
    for mine in tokens:
        points = markets.payday(highest, cards, mine, divisor=BOX.divisor)
        parts.append(pd.DataFrame({
            "x": cards, "series": series(mine), "points": points, "each": points / cards,
            "smooth": (highest + mine) / BOX.divisor, "spare": points * BOX.divisor - (highest + mine) * cards,
        }))  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def series(tokens: int) -> str:
    """Return tokens in words."""
    return "1 token" if tokens == 1 else f"{tokens or 'no'} tokens"


def best_sizes(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows where the rounding gives most: one card more earns less per card, one card less no more."""
    found = []
    for _, rows in frame.groupby("series", sort=False):
        each = rows["each"].to_numpy()
        before, after = np.r_[-np.inf, each[:-1]], np.r_[each[1:], np.inf]
        found.append(rows[(each > before - 1e-12) & (each > after + 1e-12)])
    return pd.concat(found, ignore_index=True)


def returns_words(highest: int, tokens: int) -> str:
    """Say what one card earns, what many earn each, and which numbers are best (HTML)."""
    frame = returns_frame(highest, (tokens,))
    one, smooth = frame["each"].iloc[0], frame["smooth"].iloc[0]
    best = ", ".join(str(int(x)) for x in best_sizes(frame)["x"]) or "none"
    even = BOX.divisor // int(np.gcd(BOX.divisor, highest + tokens))
    more = returns_frame(highest, (tokens + 1,))["smooth"].iloc[0] - smooth
    gift = "nothing is given away" if even == 1 else f"with {even} cards, or a multiple, nothing is given away"
    return (
        f"Highest {highest}, {series(tokens)}: one card alone earns <b>{one:g}</b>, very many earn "
        f"<b>{smooth:.2f}</b> each. Best numbers of cards: <b>{best}</b>; {gift}. One token more adds {more:.2f} to "
        f"<i>every</i> card."
    )


class Returns:
    """The staircase for three numbers of tokens, with controls for the highest card and the own tokens."""

    def __init__(self) -> None:
        self.highest = choice("highest card", {str(value): value for value in BOX.per_colour}, 5)
        self.tokens = slider("your tokens of the colour", 1, 0, 6)
        self.said, self.each, self.sum = widgets.HTML(), Picture(), Picture()
        for control in (self.highest, self.tokens):
            control.observe(lambda _change: self._show(), "value")
        self.widget = room(beside(self.highest, self.tokens), self.said, self.each.widget, self.sum.widget)
        self._show()

    def _show(self) -> None:
        mine = self.tokens.value
        self.said.value = said(returns_words(self.highest.value, mine))
        frame = returns_frame(self.highest.value, (mine, mine + 1, mine + 2))
        names = tuple(frame["series"].unique())
        for picture, title, exact, smooth, top in (
            (self.each, TITLE, frame["each"], frame["smooth"], 3.2),
            (self.sum, SUM_TITLE, frame["points"], frame["smooth"] * frame["x"], 28.0),
        ):
            steps = frame[["x", "series"]].assign(value=exact)
            lines = frame[["x", "series"]].assign(value=smooth)
            marked = steps.merge(best_sizes(frame)[["x", "series"]], on=["x", "series"]).assign(error=0.0)
            chart = along_chart(
                lines, steps, marked, title=title, x_title="cards sold together", y_title="points", note=NOTE,
                x_span=(0, MOST + 1), x_ticks=range(1, MOST + 1), span=(0.0, top),
            )  # fmt: skip
            wide = steps.pivot(index="x", columns="series", values="value")[list(names)].reset_index()
            table = charts.table(wide.rename(columns={"x": "cards"}).round(2), title)
            picture.show(chart, {"theory": lines, "exact": steps, "played": marked}, table, names)


def increasing_returns() -> widgets.VBox:
    """Return the live lesson on a set's points: the staircase of the rounding, and what tokens do to it."""
    return Returns().widget
