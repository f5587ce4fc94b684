"""Bids against values: the line of theory, whole bids as steps, and the bids of a class over both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.labels import AWAY, sides
from mechanics.charts.people import absent, marked, named
from mechanics.charts.theme import COLOURS, INK, LOSS, data, finish, heading, need, number, written

WIDTH, HEIGHT = 620, 280
THEORY, EXACT, NAIVE = "theory", "exact in whole bids", "bid = value"
LOOK = {THEORY: (COLOURS[0], [1, 0]), EXACT: (COLOURS[2], [1, 0]), NAIVE: (LOSS, [8, 6])}
PEOPLE, STEPS, LINE = ("name", "value", "bid", "mark"), ("value", "bid", "low", "high"), ("value", "bid")
TIPS = (*PEOPLE, "gain")
Ends = tuple[float, float]
NOBODY = pd.DataFrame(columns=list(PEOPLE))


def value_bid_chart(
    line: pd.DataFrame,
    steps: pd.DataFrame,
    people: pd.DataFrame = NOBODY,
    *,
    title: str,
    span: tuple[float, float] = (100, 100),
    note: str = "",
    description: str = "",
) -> Any:
    """Return bids against private values: theory as a line, the equilibrium of whole bids as steps, people as marks.

    line: value, bid. steps: value, bid (its mean), low, high (lowest and highest bid that this value makes), drawn as a
    pale band. people: name, value, bid, mark ("" or a word such as "wins", which rings and names the mark); what is
    missing is told in words, never drawn as 0. Bids above the value stand in a tinted field and have another shape.
    span: highest value and highest bid on the axes. The data sets are "line", "steps" and "people", so that a live
    chart keeps its axes while they are swapped. Raises ValueError for missing columns."""
    rows = marked(need(people, PEOPLE, "The people of a chart of values"))
    known = rows.dropna(subset=["value", "bid"]).reset_index(drop=True)
    lines = need(line, LINE, "The line of a chart of values")
    exact = need(steps, STEPS, "The steps of a chart of values")
    x = alt.X("value:Q", title="own value (scudi)", scale=alt.Scale(domain=[0, span[0]], nice=False))
    y = alt.Y("bid:Q", title="bid (scudi)", scale=alt.Scale(domain=[0, span[1]], nice=False, clamp=True))
    placed = _placed(known, (0, span[0]), (0, span[1]), "bid")
    marks = _people(placed, x, y, "datum.bid > datum.value")
    layers = [*_field(span, x, y), *_steps(exact, x, y), _line(lines, x, y), *marks]
    top = heading(title, "; ".join(filter(None, [note, absent(rows)])))
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=top)
    return finish(chart, description or value_bid_words(lines, exact, rows, title))


def value_bid_words(line: pd.DataFrame, steps: pd.DataFrame, people: pd.DataFrame, title: str) -> str:
    """Return the sentence of a chart of values for screen readers; a live chart needs it anew with new rows."""
    parts = [
        f"{what} from {number(_at_end(rows, 0))} to {number(_at_end(rows, -1))}"
        for what, rows in (("theory rises", line), ("whole bids go", steps))
        if len(rows)
    ]
    if len(people):
        known = people.dropna(subset=["value", "bid"])
        above = int((known["bid"].astype(float) > known["value"].astype(float)).sum())
        ringed = [named(*pair) for pair in zip(people["name"], people["mark"], strict=True) if pair[1]]
        said = f"{len(known)} of {len(people)} people are drawn, {above} of them above their value"
        parts.append(said + (f"; ringed: {', '.join(ringed[:5])}" if ringed else ""))
    return f"{title}: {'; '.join(parts) or 'nothing to draw yet'}."


def gain_value_chart(
    line: pd.DataFrame, people: pd.DataFrame, *, title: str, highest: float = 100, note: str = "", description: str = ""
) -> Any:
    """Return what bids gain on average against private values: theory as a line, people as marks, losses below zero.

    line: value, gain. people: name, value, gain, mark (a word rings and names the mark); what is missing is not drawn.
    highest: end of the axis of values. Raises ValueError for missing columns."""
    rows = marked(need(people, ("name", "value", "gain", "mark"), "A chart of gains"))
    lines = need(line, ("value", "gain"), "The line of a chart of gains")
    known = rows.dropna(subset=["value", "gain"]).reset_index(drop=True)
    gains = [float(gain) for gain in (*known["gain"], *lines["gain"])]
    low, high = min([0.0, *gains]), max([1.0, *gains])
    room = 0.1 * (high - low)
    ends = (low - room, high + room)
    x = alt.X("value:Q", title="own value (scudi)", scale=alt.Scale(domain=[0, highest], nice=False))
    y = alt.Y("gain:Q", title="mean gain (scudi)", scale=alt.Scale(domain=[*ends], nice=False))
    zero = alt.Chart(data(pd.DataFrame({"gain": [0]}), "zero")).mark_rule(color=INK).encode(y)
    theory = _kind(alt.Chart(data(lines, "line")), THEORY, [THEORY]).mark_line(strokeWidth=3).encode(x, y)
    placed = _placed(known, (0, highest), ends, "gain")
    chart = alt.layer(zero, theory, *_people(placed, x, y, "datum.gain < 0"))
    chart = chart.properties(width=WIDTH, height=HEIGHT, title=heading(title, note))
    lost = int((known["gain"].astype(float) < 0).sum())
    words = f"{title}: {len(known)} people are drawn, {lost} of them lose on average."
    return finish(chart, description or words)


def _at_end(rows: pd.DataFrame, place: int) -> float:
    return float(rows.sort_values("value")["bid"].astype(float).iloc[place])


def _kind(base: Any, kind: str, kinds: Sequence[str] = tuple(LOOK)) -> Any:
    """Let every row of the base be of one of the kinds of line, whose colours and dashes the legend names."""
    colour = alt.Scale(domain=list(kinds), range=[LOOK[name][0] for name in kinds])
    dash = alt.Scale(domain=list(kinds), range=[LOOK[name][1] for name in kinds])
    legend = alt.Legend(title=None, orient="top", symbolType="stroke", symbolStrokeWidth=4, symbolSize=900, columns=3)
    looks = alt.Color("kind:N", scale=colour, legend=legend), alt.StrokeDash("kind:N", scale=dash, legend=legend)
    return base.transform_calculate(kind=f"'{kind}'").encode(*looks)


def _field(span: tuple[float, float], x: alt.X, y: alt.Y) -> list[Any]:
    """Tint where bids are above the value, with the diagonal as its edge."""
    end = min(span)
    corners = pd.DataFrame({"value": [0.0, end], "bid": [0.0, end], "top": [float(span[1])] * 2})
    base = alt.Chart(data(corners, "diagonal")).encode(x, y)
    field = base.mark_area(color=LOSS, opacity=0.07).encode(y2="top:Q")
    line = _kind(base, NAIVE).mark_line(strokeWidth=3)
    place = pd.DataFrame({"value": [0.02 * span[0]], "bid": [0.97 * span[1]], "words": ["bids above the value"]})
    words = alt.Chart(data(place, "field")).mark_text(align="left", baseline="top", color=INK)
    return [field, line, words.encode(x, y, text="words:N")]


def _line(rows: pd.DataFrame, x: alt.X, y: alt.Y) -> Any:
    mark = _kind(alt.Chart(data(rows, "line")), THEORY).mark_line(strokeWidth=3)
    tips = [alt.Tooltip("value:Q", format=".4~g"), alt.Tooltip("bid:Q", format=".4~g", title="theory")]
    return mark.encode(x, y, tooltip=tips)


def _steps(rows: pd.DataFrame, x: alt.X, y: alt.Y) -> list[Any]:
    base = alt.Chart(data(rows, "steps")).encode(x)
    low = alt.Y("low:Q", title=y["title"], scale=y["scale"])
    area = base.mark_area(interpolate="step", color=LOOK[EXACT][0], opacity=0.3)
    line = _kind(base, EXACT).mark_line(interpolate="step", strokeWidth=6).encode(y)
    tips = [alt.Tooltip(f"{name}:Q", format=".4~g") for name in STEPS]
    return [area.encode(low, y2="high:Q"), line, base.mark_point(size=60, opacity=0).encode(y, tooltip=tips)]


def _people(rows: pd.DataFrame, x: alt.X, y: alt.Y, bad: str) -> list[Any]:
    """Draw people as dots, and as triangles in another colour those for whom the expression `bad` is true."""
    base = alt.Chart(data(rows, "people")).encode(x, y)
    tips = [alt.Tooltip(f"{name}:N" if name in ("name", "mark") else f"{name}:Q") for name in rows if name in TIPS]
    ring = base.transform_filter("datum.mark !== ''")
    worse, fine = base.transform_filter(bad), base.transform_filter(f"!({bad})")
    return [
        ring.mark_point(size=420, stroke=INK, strokeWidth=3, opacity=1),
        fine.mark_point(filled=True, size=100, color=INK, opacity=0.75).encode(tooltip=tips),
        worse.mark_point(filled=True, shape="triangle-up", size=150, color=LOSS, opacity=1).encode(tooltip=tips),
        *[mark for side in ("left", "right") for mark in _names(base, side)],
    ]


def _names(base: Any, side: str) -> list[Any]:
    part = base.transform_filter(f"datum.side === '{side}'")
    align, dx = ("left", AWAY) if side == "right" else ("right", -AWAY)
    weight = {"expr": "datum.mark !== '' ? 'bold' : 'normal'"}
    return written(part, "words:N", align=align, dx=dx, fontWeight=weight)


def _placed(rows: pd.DataFrame, wide: Ends, tall: Ends, name: str) -> pd.DataFrame:
    """Add each name as it is shown, and the side on which it finds room ("" where it finds none)."""
    words = [named(*pair) for pair in zip(rows["name"], rows["mark"], strict=True)]
    across = [_share(value, wide) * WIDTH for value in rows["value"]]
    down = [(1 - _share(value, tall)) * HEIGHT for value in rows[name]]
    side = sides([*zip(across, down, strict=True)], words, [mark != "" for mark in rows["mark"]], WIDTH)
    return rows.assign(words=words, side=side)


def _share(value: Any, ends: Ends) -> float:
    return (float(value) - ends[0]) / (ends[1] - ends[0])
