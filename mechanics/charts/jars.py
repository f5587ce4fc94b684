"""One worth and many estimates of it: how far off each was, who bid what, and which bid won."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.theme import COLOURS, INK, LOSS, data, finish, heading, need, number, written

WIDTH, MOST = 560, 16
TALL, TIGHT = 26, 20  # pixels of a row: of few bidders, of more than eight
COLUMNS = ("name", "estimate", "bid", "mark")


def jar_chart(
    frame: pd.DataFrame, worth: float, *, title: str, span: tuple[float, float], note: str = "", description: str = ""
) -> Any:
    """Return one row a bidder with his estimate (circle) and his bid (triangle), the highest bid on top, and the worth.

    frame: name, estimate, bid, mark ("" or a word such as "wins"), all in scudi; at most 16 rows. worth: what the prize
    turned out to be worth, an upright line; bids above it are in another colour. span: ends of the axis. Raises
    ValueError for missing columns or more rows."""
    rows = need(frame, COLUMNS, "A chart of estimates").sort_values("bid", ascending=False, kind="stable")
    if len(rows) > MOST:
        raise ValueError(f"A chart of estimates draws at most {MOST} bidders; there are {len(rows)}.")
    words = [f"{name} {mark}".strip() for name, mark in zip(rows["name"], rows["mark"], strict=True)]
    rows = rows.assign(words=words, worth=float(worth))
    x = alt.X("estimate:Q", title="scudi", scale=alt.Scale(domain=[*span], nice=False, zero=False))
    y = alt.Y("words:N", title=None, sort=words, axis=alt.Axis(labelLimit=260, grid=True))
    base = alt.Chart(data(rows, "bidders")).encode(y=y)
    bid = alt.X("bid:Q", title="scudi", scale=x["scale"])
    over = alt.condition("datum.bid > datum.worth", alt.value(LOSS), alt.value(COLOURS[0]))
    tips = [alt.Tooltip("name:N"), alt.Tooltip("estimate:Q"), alt.Tooltip("bid:Q")]
    line = base.mark_rule(color=INK, strokeWidth=2).encode(x, alt.X2("bid:Q"))
    dots = base.mark_point(size=130, fill="white", stroke=INK, opacity=1, strokeWidth=2).encode(x, tooltip=tips)
    marks = base.mark_point(shape="triangle-right", size=150, filled=True, opacity=1)
    marks = marks.encode(bid, color=over, tooltip=tips)
    truth = alt.Chart(data(pd.DataFrame({"worth": [float(worth)], "words": [f"worth {number(worth)}"]}), "truth"))
    at = alt.X("worth:Q", title="scudi", scale=x["scale"])
    rule = truth.mark_rule(color=COLOURS[2], strokeWidth=4).encode(at)
    said = written(truth.encode(at, y=alt.value(0)), "words:N", dy=-9, fontWeight="bold")
    chart = alt.layer(rule, line, dots, marks, *said)
    height = max(2, len(rows)) * (TALL if len(rows) <= 8 else TIGHT)
    chart = chart.properties(width=WIDTH, height=height, title=heading(title, note))
    return finish(chart, description or _sentence(rows, worth, title))


def _sentence(rows: pd.DataFrame, worth: float, title: str) -> str:
    if rows.empty:
        return f"{title}: nobody has bid yet."
    top = rows.iloc[0]
    high, low = (number(float(rows["estimate"].agg(how))) for how in ("max", "min"))
    return (
        f"{title}: worth {number(worth)}; estimates from {low} to {high}; the highest bid is "
        f"{number(float(top['bid']))} by {top['name']}, whose estimate was {number(float(top['estimate']))}."
    )
