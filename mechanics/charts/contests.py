"""Tournaments: who wins how often, how results spread, and who ends ahead of whom."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.theme import COLOURS, INK, LABEL, PALE, data, finish, heading, highest, need, number, saying

WIDTH, ROW, CELL, RIDGE = 560, 44, 78, 64  # pixels
WIN, SPREAD = ("strategy", "wins", "low", "high", "fair"), ("strategy", "start", "end", "share", "mean")
DUEL = ("strategy", "rival", "ahead")
NAMES: dict[str, Any] = {"labelLimit": 260, "ticks": False, "domain": False, "title": None}


def win_chart(
    frame: pd.DataFrame, *, title: str = "Who wins how often", note: str = "", description: str = ""
) -> Any:
    """Return a point per strategy with its interval, beside the dashed line of what luck alone would give.

    frame: strategy, wins, low, high, fair (0 … 1), drawn in the order given. Raises ValueError, naming missing
    columns."""
    rows = need(frame, WIN, "A chart of wins")
    if rows.empty:
        return saying("no game is finished yet", title)
    rows = rows.assign(words=[f"{_percent(wins)} ({_percent(a, '')}–{_percent(b)})" for wins, a, b in _ends(rows)])
    scale = alt.Scale(domain=[0, 1], nice=False)
    x = alt.X("wins:Q", title="share of its games won", scale=scale, axis=alt.Axis(format="%", tickCount=5))
    y = alt.Y("strategy:N", sort=rows["strategy"].tolist(), axis=alt.Axis(**NAMES, labelPadding=12))
    base = alt.Chart(data(rows, "wins")).encode(y=y)
    tips = ["strategy:N", *(alt.Tooltip(f"{name}:Q", format=".1%") for name in ("wins", "low", "high"))]
    layers = [
        base.mark_rule(strokeWidth=7, color=COLOURS[4]).encode(x=alt.X("low:Q", scale=scale), x2="high:Q"),
        base.mark_point(filled=True, size=190, shape="diamond", color=INK, opacity=1).encode(x=x, tooltip=tips),
        base.mark_tick(color=COLOURS[5], thickness=3, size=ROW - 6, opacity=1).encode(x=alt.X("fair:Q", scale=scale)),
        base.mark_text(align="left", dx=12).encode(x=alt.value(WIDTH), text="words:N"),
    ]
    told = "diamond: won; bar: where the true share is, in 19 cases of 20; upright line: a fair share"
    top = heading(title, f"{told}; {note}" if note else told)
    chart = alt.layer(*layers).properties(width=WIDTH, height=alt.Step(ROW), title=top)
    return finish(chart, description or _wins_said(rows, title))


def spread_chart(
    frame: pd.DataFrame,
    *,
    title: str = "How the results spread",
    unit: str = "score",
    order: tuple[str, ...] = (),
    description: str = "",
) -> Any:
    """Return a row of bars per strategy: how many of its games ended between start and end; a line marks the mean.

    frame: strategy, start, end (a bar holds the whole numbers start … end − 1, and stands around them), share (0 … 1),
    mean. `order` of the strategies, else as they come. Raises ValueError, naming missing columns."""
    rows = need(frame, SPREAD, "A chart of results")
    if rows.empty:
        return saying("no game is finished yet", title)
    rows = rows.assign(left=rows["start"] - 0.5, right=rows["end"] - 0.5)
    span = [float(rows["left"].min()), float(rows["right"].max())]
    axis = alt.Axis(grid=False, tickCount=8, tickMinStep=1)
    x = alt.X("left:Q", title=unit, scale=alt.Scale(domain=span, nice=False), axis=axis)
    y = alt.Y("share:Q", title=None, axis=alt.Axis(format="%", tickCount=2, grid=True))
    tips = ["strategy:N", "start:Q", "end:Q", alt.Tooltip("share:Q", format=".1%")]
    bars = alt.Chart().mark_rect(color=COLOURS[4], stroke="white").encode(x=x, x2="right:Q", y=y, y2=alt.datum(0))
    mean = alt.Chart().mark_rule(color=COLOURS[5], strokeWidth=4).encode(x=alt.X("mean(mean):Q", title=unit))
    layers = alt.layer(bars.encode(tooltip=tips), mean, data=data(rows, "spread"))
    names = alt.Header(labelAngle=0, labelAlign="left", labelLimit=200, title=None)
    sort = list(order or dict.fromkeys(rows["strategy"]))
    row = alt.Row("strategy:N", sort=sort, header=names)
    panels = layers.properties(width=WIDTH - 60, height=RIDGE).facet(row=row, spacing=10)
    top = heading(title, "bars: share of the strategy’s games; upright line: its mean")
    return finish(panels.properties(title=top), description or _spread_said(rows, title, unit, sort))


def duel_chart(
    frame: pd.DataFrame,
    *,
    title: str = "Who ends ahead of whom",
    order: tuple[str, ...] = (),
    description: str = "",
) -> Any:
    """Return a square per pair: how often the strategy of the row ends ahead of the one of the column, in per cent.

    frame: strategy, rival, ahead (0 … 1; a level place is a half). `order` of the strategies, else as they come. Raises
    ValueError, naming missing columns."""
    rows = need(frame, DUEL, "A chart of duels")
    if rows.empty:
        return saying("nobody has met anybody else", title)
    rows = rows.assign(words=[_percent(share, "") for share in rows["ahead"]])
    sort = list(order or dict.fromkeys([*rows["strategy"], *rows["rival"]]))
    top = alt.Axis(**NAMES, orient="top", labelAngle=-25, labelAlign="left")
    # black print is legible on all of them
    colour = alt.Scale(domain=[0, 0.5, 1], range=[COLOURS[1], "#FFFFFF", COLOURS[4]], interpolate="rgb")
    x = alt.X("rival:N", sort=sort, axis=top)
    base = alt.Chart(data(rows, "duels")).encode(x=x, y=alt.Y("strategy:N", sort=sort, axis=alt.Axis(**NAMES)))
    tips = ["strategy:N", "rival:N", alt.Tooltip("ahead:Q", format=".1%")]
    square = base.mark_rect(stroke=PALE).encode(color=alt.Color("ahead:Q", scale=colour, legend=None), tooltip=tips)
    text = base.mark_text(fontSize=LABEL + 2, fontWeight="bold").encode(text="words:N")
    said = heading(title, "row ahead of column in so many of 100 games; blue: more than half, orange: less")
    chart = alt.layer(square, text).properties(width=alt.Step(CELL), height=alt.Step(ROW), title=said)
    return finish(chart, description or _duels_said(rows, title))


# --- in words ---------------------------------------------------------------------------------------------------------


def _percent(share: float, sign: str = " %") -> str:
    return f"{number(round(100 * float(share)))}{sign}"


def _ends(rows: pd.DataFrame) -> list[tuple[float, float, float]]:
    return list(zip(rows["wins"], rows["low"], rows["high"], strict=True))


def _wins_said(rows: pd.DataFrame, title: str) -> str:
    each = ", ".join(f"{row.strategy} {row.words}" for row in rows.itertuples())
    return f"{title}: {each}."


def _spread_said(rows: pd.DataFrame, title: str, unit: str, order: list[str]) -> str:
    means = rows.groupby("strategy")["mean"].first()
    each = ", ".join(f"{called} {number(round(float(means[called]), 1))}" for called in order if called in means)
    return f"{title}: mean {unit} of {each}."


def _duels_said(rows: pd.DataFrame, title: str) -> str:
    top = highest(rows, "ahead")
    return f"{title}: most often {top['strategy']} ahead of {top['rival']}, in {_percent(top['ahead'])} of their games."
