"""What leaving an equilibrium would bring, bid by bid, and what a bid earned when it was played again and again."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.axes import moving_scale, with_ends
from mechanics.charts.bids import BEST, bid_axis
from mechanics.charts.theme import (
    COLOURS,
    GAIN,
    INK,
    LOSS,
    data,
    finish,
    heading,
    highest,
    need,
    number,
    signed,
    written,
)

LEAVE, PATH = ("bid", "value", "chance"), ("rounds", "mean", "low", "high")
WIDTH, HEIGHT, LOW = 620, 190, 80  # pixels
UNUSED = COLOURS[4]


def leave_chart(
    frame: pd.DataFrame,
    level: float,
    *,
    title: str = "What each bid is worth against rivals who follow it",
    unit: str = "scudi",
    low: float | None = None,
    high: float | None = None,
    top: float | None = None,
    bids: tuple[int, int] | None = None,
    note: str = "dark bars: bids that are used; line: what following it earns",
    description: str = "",
) -> Any:
    """Return the worth of every bid above the chances with which rivals make it; the best bid is marked.

    frame: bid, value (in `unit`), chance (0 … 1; used bids are dark). level: what following the mix earns, the signal
    "level". low, high: ends of the axis of values, signals too; top: highest chance on the axis; bids: first and last
    one; all taken from the frame if not given. A live chart swaps its data set "bids". Raises ValueError, naming
    missing columns."""
    rows = need(frame, LEAVE, "A chart of leaving")
    first, last = bids or ((int(rows["bid"].min()), int(rows["bid"].max())) if len(rows) else (0, 1))
    x, y = bid_axis(first, last), alt.Y("value:Q", title=f"worth ({unit})", scale=moving_scale(0.04, 0.35))
    size = max(1.0, 0.7 * WIDTH / (last - first + 1.2))
    marks = [*_worths(x, y, size), *_best_reply(x, y, first, last)]
    upper = alt.layer(*marks).properties(width=WIDTH, height=HEIGHT)
    tallest = top or max([0.05, *rows["chance"].astype(float)])
    scale = alt.Scale(domain=[0, 1.08 * tallest], nice=False)
    chance = alt.Y("chance:Q", title="rivals bid it", scale=scale, axis=alt.Axis(format="%", tickCount=3, grid=False))
    bars = alt.Chart().mark_bar(size=size, color=COLOURS[1], opacity=0.8)
    lower = bars.encode(x.title(f"bid ({unit})"), chance).properties(width=WIDTH, height=LOW)
    chart = alt.vconcat(upper, lower, data=data(rows, "bids"), spacing=10, title=heading(title, note))
    chart = with_ends(chart, *_ends(rows["value"], low, high)).add_params(alt.param(name="level", value=float(level)))
    return finish(chart, description or leave_words(rows, level, title, unit))


def leave_words(rows: pd.DataFrame, level: float, title: str, unit: str = "scudi") -> str:
    """Return the sentence of a leave chart for screen readers; a live chart needs it anew with new rows."""
    if rows.empty:
        return f"{title}: no bids to show."
    top = highest(rows.sort_values("bid"), "value")
    return (
        f"{title}: following it earns {signed(round(float(level), 3))} {unit}; the best bid is {number(top['bid'])}, "
        f"worth {signed(round(float(top['value']), 3))}."
    )


def _worths(x: alt.X, y: alt.Y, size: float) -> list[Any]:
    tips = [alt.Tooltip("bid:Q"), alt.Tooltip("value:Q", format="+.4f"), alt.Tooltip("chance:Q", format=".4f")]
    colour = alt.when("datum.value < 0").then(alt.value(LOSS)).when("datum.chance > 0").then(alt.value(GAIN))
    bars = alt.Chart().mark_bar(size=size)
    bars = bars.encode(x, y, color=colour.otherwise(alt.value(UNUSED)), tooltip=tips)
    zero = alt.Chart().mark_rule(color=INK).encode(y=alt.datum(0))
    level = alt.Chart().transform_aggregate(n="count()").transform_calculate(level="level")
    line = level.mark_rule(color=INK, strokeWidth=3, strokeDash=[9, 5]).encode(y=alt.Y("level:Q", title=y["title"]))
    return [bars, zero, line]


def _best_reply(x: alt.X, y: alt.Y, first: int, last: int) -> list[Any]:
    """Return the mark and the words over the best bid, if it brings more than following the mix does."""
    base: Any = alt.Chart()
    base = base.transform_window(rank="row_number()", sort=BEST)
    base = base.transform_filter("datum.rank == 1 && datum.value > level + 5e-4")
    more = "'bid ' + datum.bid + ' instead gains ' + format(datum.value - level, '.3f')"
    base = base.transform_calculate(words=more, top="max(datum.value, 0)").encode(x, y=alt.Y("top:Q", title=y["title"]))
    third = (last - first) / 3
    align = f"datum.bid > {last - third} ? 'right' : datum.bid < {first + third} ? 'left' : 'center'"
    mark = base.mark_point(shape="triangle-down", size=110, filled=True, color=INK, yOffset=-14, opacity=1)
    return [mark, *written(base, "words:N", dy=-30, fontWeight="bold", align={"expr": align})]


def running_chart(
    frame: pd.DataFrame,
    exact: float,
    *,
    title: str = "What your bid earned on average, round after round",
    unit: str = "scudi",
    rounds: int | None = None,
    low: float | None = None,
    high: float | None = None,
    note: str = "dots: played; band: 95 % interval; line: exact worth",
    description: str = "",
) -> Any:
    """Return the running mean of what was played with its interval, over the line of the exact worth.

    frame: rounds, mean, low, high (in `unit`). rounds: last one on the axis; low, high: ends of the other axis, signals
    too; taken from the frame if not given. A live chart swaps its data sets "path" and "exact" (column value).
    Raises ValueError, naming missing columns."""
    rows = need(frame, PATH, "A running mean")
    known = pd.concat([rows["low"], rows["high"], pd.Series([float(exact)])]).astype(float)
    x = alt.X("rounds:Q", title="rounds played", axis=alt.Axis(format="d", grid=False, tickCount=6))
    x = x.scale(domain=[0, rounds or max([1, *rows["rounds"]])], nice=False)
    y = alt.Y("mean:Q", title=f"mean gain ({unit})", scale=moving_scale(0.08, 0.08))
    path = alt.Chart(data(rows, "path"))
    band = path.mark_area(color=COLOURS[4], opacity=0.5).encode(x, y=alt.Y("low:Q", title=None), y2="high:Q")
    dots = path.mark_circle(color=INK, size=28, opacity=1).encode(x, y)
    one = alt.Chart(data(pd.DataFrame({"value": [float(exact)]}), "exact"))
    line = one.mark_rule(color=COLOURS[0], strokeWidth=4).encode(y=alt.Y("value:Q", title=None))
    zero = alt.Chart(data(pd.DataFrame({"zero": [0]}), "zero")).mark_rule(color=INK).encode(y="zero:Q")
    said = one.transform_calculate(words="'exact ' + format(datum.value, '+.2f')")
    said = said.encode(x=alt.value(WIDTH - 4), y=alt.value(2))  # in a corner, where no dots come to lie
    words = written(said, "words:N", align="right", baseline="top", fontWeight="bold", color=COLOURS[0])
    chart = alt.layer(band, zero, line, dots, *words).properties(width=WIDTH, height=240, title=heading(title, note))
    chart = with_ends(chart, *_ends(known, low, high))
    return finish(chart, description or running_words(rows, exact, title, unit))


def running_words(rows: pd.DataFrame, exact: float, title: str, unit: str = "scudi") -> str:
    """Return the sentence of a running mean for screen readers; a live chart needs it anew with new rows."""
    worth = signed(round(float(exact), 3))
    if rows.empty:
        return f"{title}: nothing has been played yet; the exact worth is {worth} {unit}."
    last = {str(key): float(value) for key, value in rows.iloc[-1].items()}
    mean, low, high = (signed(round(last[name], 3)) for name in ("mean", "low", "high"))
    rounds = number(last["rounds"])
    return f"{title}: after {rounds} rounds {mean} {unit}, interval {low} to {high}; the exact worth is {worth}."


def _ends(values: pd.Series, low: float | None, high: float | None) -> tuple[float, float]:
    """Return the ends of an axis with zero on it, never the same number."""
    known = [float(value) for value in values.dropna()]
    bottom = min(0.0, *known, 0.0) if low is None else min(low, 0.0)
    top = max(0.0, *known, 0.0) if high is None else max(high, 0.0)
    return bottom, top if top > bottom else bottom + 1.0
