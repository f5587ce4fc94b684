"""Prices now and later: an arrow for each good from what it costs to what it will be worth on average."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.theme import GAIN, INK, LOSS, data, finish, heading, need, number, saying, ticks

COLUMNS = ("good", "now", "later", "gain")
WIDTH, ROW, ROOM = 430, 38, 190  # pixels; the room at the right is for the words
UP, DOWN = "M-1,-1L1,0L-1,1Z", "M1,-1L-1,0L1,1Z"


def later_chart(
    frame: pd.DataFrame,
    *,
    title: str = "What a cube costs now and what it will be worth",
    unit: str = "shillings",
    top: float | None = None,
    note: str = "ring: price now; arrow: worth later, on average",
    description: str = "",
) -> Any:
    """Return a row for each good: a ring at its price now, an arrow to its worth later, and who gains how much.

    frame: good, now, later, gain (what buying one brings), in `unit`; top: the highest number on the axis, taken from
    the frame if not given. A live chart swaps its data set "prices". Raises ValueError, naming missing columns."""
    rows = need(frame, COLUMNS, "A chart of later prices")
    if rows.empty:
        return saying("nothing to buy or to sell", title)
    high = float(top or rows[["now", "later"]].astype(float).to_numpy().max() or 1)
    layers = alt.layer(*_marks(high, unit), data=data(rows, "prices"))
    goods = list(rows["good"])
    chart = layers.encode(y=alt.Y("good:N", title=None, sort=goods, axis=alt.Axis(ticks=False, domain=False)))
    size = {"width": WIDTH + ROOM, "height": alt.Step(ROW)}
    return finish(
        chart.properties(title=heading(title, note), **size), description or later_words(rows, title, unit)
    )


def later_words(frame: pd.DataFrame, title: str, unit: str = "shillings") -> str:
    """Return the sentence of the chart for screen readers; a live chart needs it anew with new rows."""
    if frame.empty:
        return f"{title}: nothing to buy or to sell."
    each = "; ".join(
        f"{good} {number(now)} now, {number(later)} later, {_gains(float(gain))}"
        for good, now, later, gain in frame[list(COLUMNS)].itertuples(index=False, name=None)
    )
    return f"{title}, in {unit}: {each}."


def _gains(gain: float) -> str:
    return f"buying gains {number(gain)}" if gain > 0 else f"selling gains {number(-gain)}" if gain < 0 else "the same"


def _marks(high: float, unit: str) -> list[Any]:
    """Return arrow, ring and words of every row; the axis ends at the highest price, the words stand beyond it."""
    far = high * (1 + ROOM / WIDTH)
    scale = alt.Scale(domain=[0, far], nice=False)
    axis = alt.Axis(values=ticks(0, int(high), 8), titleAnchor="start")
    x = alt.X("now:Q", title=unit, scale=scale, axis=axis)
    colour = alt.when("datum.gain < 0").then(alt.value(LOSS)).otherwise(alt.value(GAIN))
    shape = alt.when("datum.gain < 0").then(alt.value(DOWN)).otherwise(alt.value(UP))
    tips = ["good:N", "now:Q", alt.Tooltip("later:Q", format=".3f"), alt.Tooltip("gain:Q", format="+.3f")]
    base: Any = alt.Chart()
    moved = base.transform_filter("datum.gain != 0")
    said = (
        "datum.gain > 0 ? 'buying gains ' + format(datum.gain, '.3~f') : "
        "datum.gain < 0 ? 'selling gains ' + format(-datum.gain, '.3~f') : 'the same'"
    )
    words = base.transform_calculate(words=said)
    return [
        moved.mark_rule(strokeWidth=4).encode(x=x, x2="later:Q", color=colour),
        moved.mark_point(filled=True, size=130, opacity=1).encode(
            x=alt.X("later:Q", title=unit, scale=scale), color=colour, shape=shape
        ),
        base.mark_point(size=150, fill="white", stroke=INK, strokeWidth=2, opacity=1).encode(x=x, tooltip=tips),
        words.mark_text(align="left", dx=22).encode(x=alt.XDatum(high, title=unit, scale=scale), text="words:N"),
    ]
