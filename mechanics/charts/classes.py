"""How often each bid came up in a class: the class as piles of dots, theory and an earlier class as lines over them."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.bids import bid_axis
from mechanics.charts.labels import sides
from mechanics.charts.people import absent, marked, named
from mechanics.charts.theme import COLOURS, INK, data, finish, heading, need, number, written

WIDTH, HEIGHT = 600, 300
LINES = ((COLOURS[0], [1, 0]), (COLOURS[5], [8, 5]), (COLOURS[2], [2, 4]))  # colour and dash, in the order they come


def counts_chart(
    frame: pd.DataFrame,
    lines: pd.DataFrame,
    *,
    title: str = "How often each bid was made",
    unit: str = "scudi",
    note: str = "",
    description: str = "",
) -> Any:
    """Return one dot a person, piled over each whole bid, and lines that say how many there might have been.

    frame: name, bid, mark ("" or a word such as "wins"; marked people are ringed and named); a missing bid is told in
    words, never drawn as 0. lines: bid, people (a number, may be a fraction), kind (at most three, each with its own
    colour and dash and named in the legend). Raises ValueError for missing columns or more kinds."""
    rows = marked(need(frame, ("name", "bid", "mark"), "A chart of a class"))
    expected = need(lines, ("bid", "people", "kind"), "The lines of a class chart")
    kinds = _kinds(expected)
    known = _piled(rows.dropna(subset=["bid"]))
    bids = pd.concat([known["bid"], expected["bid"]]).astype(float)
    first, last = (bids.min(), bids.max()) if len(bids) else (0.0, 1.0)
    most = max([3.0, *known["place"], *expected["people"].astype(float)])
    x = bid_axis(first, last).title(f"bid ({unit})")
    scale = alt.Scale(domain=[0, 1.25 * most + 0.5], nice=False)
    y = alt.Y("people:Q", title="people", scale=scale).axis(tickMinStep=1, format="d")
    layers = [_line(expected, kinds, x, y), *_dots(_sided(known, (first, last), most), x, y, last - first + 1.2, most)]
    top = heading(title, "; ".join(filter(None, [note, absent(rows)])))
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=top)
    return finish(chart, description or _sentence(rows, known, kinds, title))


def _kinds(lines: pd.DataFrame) -> list[str]:
    kinds = list(dict.fromkeys(map(str, lines["kind"])))
    if len(kinds) > len(LINES):
        raise ValueError(f"A class chart draws at most {len(LINES)} lines; these are {len(kinds)}: {', '.join(kinds)}.")
    return kinds


def _piled(rows: pd.DataFrame) -> pd.DataFrame:
    """Give everybody a place in the pile over the bid, marked ones on top, where their names find room."""
    ordered = rows.assign(later=rows["mark"] != "").sort_values(["bid", "later"], kind="stable")
    return ordered.assign(place=ordered.groupby("bid").cumcount() + 1).drop(columns="later").reset_index(drop=True)


def _sided(rows: pd.DataFrame, span: tuple[float, float], most: float) -> pd.DataFrame:
    """Add to marked people what is written, and on which side of their dots there is room."""
    words = [named(*pair) if pair[1] else "" for pair in zip(rows["name"], rows["mark"], strict=True)]
    across = [(float(bid) - span[0] + 0.6) / (span[1] - span[0] + 1.2) * WIDTH for bid in rows["bid"]]
    down = [HEIGHT * (1 - float(place) / (1.25 * most + 0.5)) for place in rows["place"]]
    points = [*zip(across, down, strict=True)]
    return rows.assign(words=words, side=sides(points, words, [mark != "" for mark in rows["mark"]], WIDTH))


def _dots(rows: pd.DataFrame, x: alt.X, y: alt.Y, bids: float, most: float) -> list[Any]:
    dot = 0.85 * min(HEIGHT / (1.25 * most + 0.5), WIDTH / bids, 22)
    place = alt.Y("place:Q", title="people", scale=y["scale"])
    base = alt.Chart(data(rows, "people")).encode(x, place, tooltip=["name:N", "bid:Q", "mark:N"])
    lost, won = base.transform_filter("datum.mark === ''"), base.transform_filter("datum.mark !== ''")
    marks = [
        lost.mark_point(filled=True, size=dot**2, color=INK, opacity=0.75),
        won.mark_point(size=(dot - 1) ** 2, fill=COLOURS[1], stroke=INK, strokeWidth=3, opacity=1),
    ]
    for side, align, away in (("right", "left", 1), ("left", "right", -1)):
        part = base.transform_filter(f"datum.words !== '' && datum.side === '{side}'")
        marks += written(part, "words:N", align=align, dx=away * (6 + dot / 2), fontWeight="bold")
    return marks


def _line(lines: pd.DataFrame, kinds: list[str], x: alt.X, y: alt.Y) -> Any:
    looks = LINES[: len(kinds)]
    legend = alt.Legend(title=None, orient="top", symbolType="stroke", symbolStrokeWidth=4, symbolSize=900, columns=1)
    colour = alt.Scale(domain=kinds, range=[colour for colour, _ in looks])
    dash = alt.Scale(domain=kinds, range=[dash for _, dash in looks])
    mark = alt.Chart(data(lines, "lines")).mark_line(strokeWidth=4, interpolate="step")
    tips = ["kind:N", "bid:Q", alt.Tooltip("people:Q", format=".2f")]
    return mark.encode(
        x,
        y,
        color=alt.Color("kind:N", scale=colour, legend=legend),
        strokeDash=alt.StrokeDash("kind:N", scale=dash, legend=legend),
        tooltip=tips,
    )


def _sentence(rows: pd.DataFrame, known: pd.DataFrame, kinds: list[str], title: str) -> str:
    if known.empty:
        return f"{title}: nobody has bid yet."
    common = known["bid"].astype(float).mode().max()
    said = f"{title}: {len(known)} of {len(rows)} people bid; the most common bid is {number(common)}"
    beside = f"; beside them: {' and '.join(kinds)}" if kinds else ""
    return f"{said}{beside}."
