"""How likely every bid is in an equilibrium: exact bars, the line of theory, and what was drawn as points."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.axes import moving_scale, with_ends
from mechanics.charts.bids import bid_axis
from mechanics.charts.theme import COLOURS, INK, PALE, data, finish, heading, highest, need, number

MIX, THEORY = ("bid", "chance", "at_most"), ("bid", "chance", "at_most")
SEEN, PLACES = ("bid", "chance", "low", "high"), ("bid", "place", "chance")
WIDTH, HEIGHTS, WITH_PLACES = 620, (190, 90), (115, 65, 85)  # pixels, from the top
BAR, LINE = COLOURS[1], COLOURS[0]  # theory is blue in every chart
LOOKS = (COLOURS[0], COLOURS[4], COLOURS[2], COLOURS[3], PALE)
WHOLE, PART = [0, 0.5, 1], alt.Axis(format="%", tickCount=4, grid=False)


def mix_chart(
    frame: pd.DataFrame,
    theory: pd.DataFrame,
    *,
    title: str = "How likely each bid is in equilibrium",
    unit: str = "scudi",
    observed: pd.DataFrame | None = None,
    places: pd.DataFrame | None = None,
    bids: tuple[int, int] | None = None,
    top: float | None = None,
    note: str = "bars: exact, whole bids; line: continuous theory; points: drawn",
    description: str = "",
) -> Any:
    """Return the chances of whole bids as bars under the line of theory, and the chance to bid at most so much below.

    frame, theory: bid, chance (of this bid; in theory: of what rounds to it), at_most (0 … 1); theory may hold bids
    between whole ones, or no row. observed: bid, chance, low, high, drawn as points with intervals. places: bid, place
    (words, best first), chance to take it with this bid, stacked at the bottom. bids, top: first and last bid and
    highest chance on the axes (the signal "high"), else taken from the frames. A live chart swaps its data sets "mix",
    "theory", "seen" and "places". Raises ValueError, naming missing columns."""
    rows = need(frame, MIX, "A chart of a mix")
    line = need(theory, THEORY, "The line of theory")
    seen = need(pd.DataFrame(columns=list(SEEN)) if observed is None else observed, SEEN, "The drawn bids")
    first, last = bids or _span(rows, line)
    x = bid_axis(first, last)
    named, inner = x.title(f"bid ({unit})"), x
    heights: tuple[int, ...] = HEIGHTS
    if places is not None:  # three panels, one row of numbers below them
        inner, heights = x.axis(labels=False, grid=False, tickMinStep=1), WITH_PLACES
    upper = _bars(rows, line, seen, inner, last - first + 1.2)
    panels = [upper, _below(rows, line, inner if places is not None else named)]
    if places is not None:
        panels.append(_places(need(places, PLACES, "The chances of places"), named, last - first + 1.2))
    sized = [panel.properties(width=WIDTH, height=height) for panel, height in zip(panels, heights, strict=True)]
    chart = alt.vconcat(*sized, spacing=12, title=heading(title, note))
    chart = with_ends(chart.resolve_scale(color="independent"), 0, top or _top(rows, line, seen))
    return finish(chart, description or mix_words(rows, title, unit))


def mix_words(rows: pd.DataFrame, title: str, unit: str = "scudi") -> str:
    """Return the sentence of a mix chart for screen readers; a live chart needs it anew with new rows."""
    used = rows[rows["chance"].astype(float) > 0]
    if used.empty:
        return f"{title}: there is none to show."
    likely = highest(used, "chance")
    count = len(used)
    listed = used["bid"].tolist() if count <= 12 else [*used["bid"].tolist()[:5], "…", *used["bid"].tolist()[-2:]]
    said = ", ".join(bid if isinstance(bid, str) else number(bid) for bid in listed)
    mean = float((used["bid"].astype(float) * used["chance"].astype(float)).sum())
    bids = "bid" if count == 1 else "bids"
    return (
        f"{title}: the {bids} {said} may be made, most often {number(likely['bid'])} with a chance of "
        f"{number(round(100 * float(likely['chance']), 1))} %; the mean bid is {number(round(mean, 2))} {unit}."
    )


def _bars(rows: pd.DataFrame, line: pd.DataFrame, seen: pd.DataFrame, x: alt.X, bids: float) -> Any:
    y = alt.Y("chance:Q", title="chance", scale=moving_scale(), axis=PART)
    tips = [alt.Tooltip("bid:Q"), alt.Tooltip("chance:Q", format=".4f")]
    size = max(1.0, 0.7 * WIDTH / bids)
    bars = alt.Chart(data(rows, "mix")).mark_bar(size=size, color=BAR, opacity=0.8)
    curve = alt.Chart(data(line, "theory")).mark_line(color=LINE, strokeWidth=4)
    points = alt.Chart(data(seen, "seen"))
    ends = alt.Y("low:Q", title="chance")
    whisker = points.mark_rule(color=INK, strokeWidth=2).encode(x, ends, y2="high:Q")
    dots = points.mark_point(shape="diamond", size=70, fill="white", stroke=INK, opacity=1).encode(x, y)
    layers = [bars.encode(x, y, tooltip=tips), curve.encode(x, y), whisker, dots]
    return alt.layer(*layers)


def _below(rows: pd.DataFrame, line: pd.DataFrame, x: alt.X) -> Any:
    scale = alt.Scale(domain=[0, 1.05], nice=False)
    y = alt.Y("at_most:Q", title="at most", scale=scale, axis=alt.Axis(format="%", values=WHOLE))
    steps = alt.Chart(data(rows, "mix")).mark_line(interpolate="step-after", color=INK, strokeWidth=3)
    curve = alt.Chart(data(line, "theory")).mark_line(color=LINE, strokeWidth=4)
    tips = [alt.Tooltip("bid:Q"), alt.Tooltip("at_most:Q", format=".4f")]
    return alt.layer(curve.encode(x, y), steps.encode(x, y, tooltip=tips))


def _places(rows: pd.DataFrame, x: alt.X, bids: float) -> Any:
    """Stack the chances of the places over every bid, the best at the bottom."""
    names = list(dict.fromkeys(map(str, rows["place"])))
    looks = [*LOOKS[: len(names) - 1], PALE] if names else []
    legend = alt.Legend(title=None, orient="top", symbolType="square", offset=2)
    colour = alt.Color("place:N", scale=alt.Scale(domain=names, range=looks), legend=legend)
    scale = alt.Scale(domain=[0, 1.001], nice=False)
    y = alt.Y("chance:Q", title="place", stack="zero", scale=scale, axis=alt.Axis(format="%", values=WHOLE))
    order = alt.Order("rank:Q")
    ranked = rows.assign(rank=[names.index(str(place)) for place in rows["place"]])
    bars = alt.Chart(data(ranked, "places")).mark_bar(size=max(1.0, 0.9 * WIDTH / bids), stroke="white", strokeWidth=1)
    tips = [alt.Tooltip("bid:Q"), alt.Tooltip("place:N"), alt.Tooltip("chance:Q", format=".4f")]
    return bars.encode(x, y, color=colour, order=order, tooltip=tips)


def _top(*frames: pd.DataFrame) -> float:
    """Return the highest chance among bars, line and points (not among intervals, which may be cut)."""
    known = [float(value) for frame in frames for value in frame["chance"].dropna()]
    return max([0.05, *known])


def _span(rows: pd.DataFrame, line: pd.DataFrame) -> tuple[int, int]:
    bids = [*rows["bid"], *line["bid"]]
    return (int(min(bids)), int(max(bids))) if bids else (0, 1)
