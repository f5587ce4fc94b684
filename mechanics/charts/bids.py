"""What each bid is worth: expected values as bars, and below them the chance to win of the same bids."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.theme import (
    GAIN,
    INK,
    LOSS,
    PALE,
    data,
    finish,
    heading,
    highest,
    need,
    number,
    signed,
    ticks,
    written,
)

COLUMNS = ("bid", "win", "prize", "worth", "paid_winning", "paid_losing", "value")
WIDTH, VALUE_HEIGHT, WIN_HEIGHT = 620, 230, 80
MINE = "mine !== null && datum.bid == mine"
SIGNED = "(abs(datum.value) < 0.05 ? '0.0' : format(datum.value, '+.1f'))"
BEST = [alt.SortField("value", order="descending"), alt.SortField("bid", order="ascending")]


def bid_value_chart(
    frame: pd.DataFrame,
    *,
    title: str,
    unit: str = "scudi",
    low: float | None = None,
    high: float | None = None,
    bids: tuple[int, int] | None = None,
    step: int = 1,
    mine: int | None = None,
    observed: pd.DataFrame | None = None,
    description: str = "",
) -> Any:
    """Return bars of the expected value of every bid, best and own bid marked, and the chance to win beneath.

    frame: one row per bid with bid, win (0 … 1), prize, worth, paid_winning, paid_losing, value (in `unit`).
    low, high: lowest and highest value on the axis, bids: first and last bid; taken from the frame if not given, so
    that a live chart keeps its axes while its data set "bids" is swapped. Bids go in steps of `step`. `mine` sets the
    signal "mine" (None hides it).
    observed: bid and value of a simulation, drawn as points. Raises ValueError, naming missing columns."""
    rows = need(frame, COLUMNS, "A bid value chart")
    seen = None if observed is None else need(observed, ("bid", "value"), "The observed values")
    first, last = bids or _span(rows["bid"])
    x = bid_axis(first, last, step)
    values = rows["value"] if seen is None else pd.concat([rows["value"], seen["value"]])
    y = alt.Y("value:Q", title=f"expected value ({unit})", scale=value_scale(values, low, high))
    size = max(1.0, 0.8 * WIDTH * step / (last - first + 1.2 * step))
    marks = [*_bars(x, y, size), *_mine(x, first, last), *_points(seen, x, y), *best(alt.Chart(), x, y, first, last)]
    upper = alt.layer(*marks).properties(width=WIDTH, height=VALUE_HEIGHT)
    lower = alt.layer(*_chances(x.title(f"bid ({unit})"), first, last)).properties(width=WIDTH, height=WIN_HEIGHT)
    top = heading(title, "" if seen is None else "bars: exact; diamonds: observed")
    chart = alt.vconcat(upper, lower, data=data(rows, "bids"), spacing=10, title=top)
    me = alt.param(name="mine", value=mine)
    return finish(chart.add_params(me), description or bid_value_words(rows, title, unit))


def bid_axis(first: float, last: float, step: int = 1) -> alt.X:
    """Return the channel of whole bids from first to last in steps, wide enough for a bar around each."""
    scale = alt.Scale(domain=[first - 0.6 * step, last + 0.6 * step], nice=False, padding=0)
    axis = alt.Axis(tickMinStep=step, format="d", grid=False, values=ticks(int(first), int(last)))
    return alt.X("bid:Q", title=None, scale=scale, axis=axis)


def value_scale(values: pd.Series, low: float | None = None, high: float | None = None) -> alt.Scale:
    """Return a scale with room above the values for two lines of words."""
    known = [float(value) for value in values.dropna()]
    bottom = min([0.0, *known]) if low is None else min(low, 0.0)
    top = max([0.0, *known]) if high is None else max(high, 0.0)
    span = (top - bottom) or 1.0
    return alt.Scale(domain=[bottom - 0.04 * span, top + 0.35 * span], nice=False)


def best(base: Any, x: alt.X, y: alt.Y, first: float, last: float) -> list[Any]:
    """Return the mark and the words over the best bid of the base's rows (the lowest of several best ones)."""
    base = base.transform_window(rank="row_number()", sort=BEST).transform_filter("datum.rank == 1")
    base = base.transform_calculate(words=f"'best ' + datum.bid + ': ' + {SIGNED}", top="max(datum.value, 0)")
    base = base.encode(x, y=alt.Y("top:Q", title=y["title"]))
    edge = 0.15 * (last - first)
    align = f"datum.bid > {last - edge} ? 'right' : datum.bid < {first + edge} ? 'left' : 'center'"
    mark = base.mark_point(shape="triangle-down", size=110, filled=True, color=INK, yOffset=-14, opacity=1)
    return [mark, *written(base, "words:N", dy=-30, fontWeight="bold", align={"expr": align})]


def _bars(x: alt.X, y: alt.Y, size: float) -> list[Any]:
    tips = [alt.Tooltip(f"{name}:Q", title=name.replace("_", " "), format=".4~g") for name in COLUMNS]
    colour = alt.condition("datum.value < 0", alt.value(LOSS), alt.value(GAIN))
    bars = alt.Chart().mark_bar(size=size, clip=True).encode(x, y, color=colour, tooltip=tips)
    return [bars, alt.Chart().mark_rule(color=INK).encode(y=alt.datum(0))]


def _points(seen: pd.DataFrame | None, x: alt.X, y: alt.Y) -> list[Any]:
    if seen is None:
        return []
    mark = alt.Chart(data(seen, "observed")).mark_point(shape="diamond", size=90, fill="white", stroke=INK, clip=True)
    return [mark.encode(x, y, opacity=alt.value(1))]


def _mine(x: alt.X, first: int, last: int) -> list[Any]:
    base = alt.Chart().transform_filter(MINE).transform_calculate(words=f"'yours ' + datum.bid + ': ' + {SIGNED}")
    words = base.encode(x, y=alt.value(2))
    return [_rule(base, x), *written(words, "words:N", fontWeight="bold", baseline="top", **_side(first, last))]


def _chances(x: alt.X, first: int, last: int) -> list[Any]:
    axis = alt.Axis(format="%", values=[0, 0.5, 1])
    y = alt.Y("win:Q", scale=alt.Scale(domain=[0, 1.05], nice=False), title="chance to win", axis=axis)
    line = alt.Chart().mark_area(interpolate="step", color=PALE, line={"color": INK}, clip=True).encode(x, y)
    base = alt.Chart().transform_filter(MINE).transform_calculate(chance="format(datum.win, '.0%')")
    words = base.encode(x, y=alt.value(2))
    side = _side(first, last)
    return [line, _rule(base, x), *written(words, "chance:N", fontWeight="bold", baseline="top", **side)]


def _rule(base: Any, x: alt.X) -> Any:
    return base.mark_rule(color=INK, strokeWidth=3, strokeDash=[7, 4]).encode(x)


def _side(first: int, last: int) -> dict[str, Any]:
    """Put a label on that side of its rule where there is room."""
    right = f"datum.bid > {(first + last) / 2}"
    return {"align": {"expr": f"{right} ? 'right' : 'left'"}, "dx": {"expr": f"{right} ? -7 : 7"}}


def _span(bids: pd.Series) -> tuple[int, int]:
    return (int(bids.min()), int(bids.max())) if len(bids) else (0, 1)


def bid_value_words(rows: pd.DataFrame, title: str, unit: str = "scudi") -> str:
    """Return the sentence of a bid value chart for screen readers; a live chart needs it anew with new rows."""
    if rows.empty:
        return f"{title}: no bids to show."
    top = highest(rows.sort_values("bid"), "value")
    return (
        f"{title}: of the bids {number(rows['bid'].min())} to {number(rows['bid'].max())} the best is "
        f"{number(top['bid'])}, worth {signed(top['value'])} {unit} on average, with a chance to win of "
        f"{number(round(100 * float(top['win'])))} %."
    )
