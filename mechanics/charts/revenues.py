"""One number by rule or along a parameter: theory as a line, exact as bars or steps, what was played as points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.theme import COLOURS, GAIN, INK, LOSS, data, finish, heading, need, number, written

WIDTH, HEIGHT, CROWDED = 620, 280, 15  # so many bars have room for numbers of the usual size
SURE = 1.96  # standard errors on either side of a mean: 95 of 100 such intervals hold the true mean
BARS, LINES = ("at", "series", "theory", "exact", "played", "error"), ("x", "series", "value")
PLAYED = (*LINES, "error")
DASHES: tuple[list[int], ...] = ([1, 0], [8, 5], [2, 4])
LEGEND = alt.Legend(
    title=None, orient="top", symbolType="stroke", symbolStrokeWidth=4, symbolSize=900, symbolOpacity=1, columns=3
)
NOTE = "line: theory; bars: exact in whole numbers; diamonds: played, with 95 % interval"
STEPS_NOTE = "lines: theory; steps: exact in whole numbers; diamonds: played, with 95 % interval"


def revenue_chart(
    frame: pd.DataFrame,
    *,
    title: str,
    x_title: str = "",
    y_title: str = "revenue (scudi)",
    span: tuple[float, float] | None = None,
    note: str = NOTE,
    description: str = "",
) -> Any:
    """Return bars side by side, one group for each `at`, one bar for each series (at most 3) of the group.

    frame: at, series, theory (line), exact (bar), played (diamond) and its standard error (interval); what is missing
    is not drawn. Bars below zero have another colour. span: lowest and highest number on the axis, taken from the frame
    if not given. The data set is "bars", so that a live chart keeps its axes while it is swapped. Raises ValueError for
    missing columns or more series."""
    rows = need(frame, BARS, "A chart of revenues")
    names = _series(rows["series"])
    low, high = span or _span(rows)
    order = list(dict.fromkeys(map(str, rows["at"])))
    axis, gaps = alt.Axis(labelAngle=0), alt.Scale(domain=order, paddingInner=0.25)
    x = alt.X("at:N", title=x_title or None, sort=order, axis=axis, scale=gaps)
    y = alt.Y("exact:Q", title=y_title, scale=alt.Scale(domain=[low, high], nice=False, zero=False, clamp=True))
    chart = alt.layer(*_bars(rows, x, y, names)).properties(width=WIDTH, height=HEIGHT, title=heading(title, note))
    return finish(chart, description or revenue_words(rows, title))


def revenue_words(rows: pd.DataFrame, title: str) -> str:
    """Return the sentence of a chart of revenues for screen readers; a live chart needs it anew with new rows."""
    parts = []
    for row in rows.to_dict("records"):
        name = ", ".join(filter(None, [str(row["at"]), str(row["series"])]))
        known = [(what, row[what]) for what in ("theory", "exact", "played") if not pd.isna(row[what])]
        if known:
            parts.append(f"{name}: " + ", ".join(f"{what} {number(round(float(value), 2))}" for what, value in known))
    return f"{title}: {'; '.join(parts) or 'nothing to draw yet'}."


def along_chart(
    theory: pd.DataFrame,
    exact: pd.DataFrame,
    played: pd.DataFrame,
    *,
    title: str,
    x_title: str,
    y_title: str = "revenue (scudi)",
    x_span: tuple[float, float],
    span: tuple[float, float],
    x_ticks: Sequence[float] = (),
    now: float | None = None,
    note: str = STEPS_NOTE,
    description: str = "",
) -> Any:
    """Return how a number moves along a parameter x: lines of theory, steps of exact values, points that were played.

    theory, exact: x, series (at most 3 in all), value. played: also error, the standard error. The data sets are
    "theory", "exact" and "played"; the signal "now" puts an upright line at one x (None hides it). x_ticks: where
    the axis has numbers, if not anywhere. Raises ValueError for missing columns or more series."""
    frames = [need(frame, LINES, "A chart along a parameter") for frame in (theory, exact)]
    seen = need(played, PLAYED, "What was played along a parameter")
    names = _series(pd.concat([frame["series"] for frame in (*frames, seen)]))
    x = alt.X("x:Q", title=x_title, scale=alt.Scale(domain=[*x_span], nice=False))
    x = x.axis(values=[*x_ticks], format="~g") if len(x_ticks) else x
    y = alt.Y("value:Q", title=y_title, scale=alt.Scale(domain=[*span], nice=False, zero=False, clamp=True))
    dash = alt.StrokeDash("series:N", scale=alt.Scale(domain=names, range=list(DASHES[: len(names)])), legend=LEGEND)
    lines = _along(frames[0], "theory", names).mark_line(strokeWidth=3).encode(x, y, dash)
    steps = _along(frames[1], "exact", names).mark_line(strokeWidth=7, opacity=0.35, interpolate="step")
    one = alt.Chart(data(pd.DataFrame({"one": [1]}), "one"))
    here = one.transform_filter("now !== null").transform_calculate(x="now")
    rule = here.mark_rule(color=INK, strokeWidth=2, strokeDash=[7, 4]).encode(x)
    zero = one.mark_rule(color=INK).encode(y=alt.datum(0))
    layers = [zero, steps.encode(x, y), lines, rule, *_points(seen, names, x, y)]
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=heading(title, note))
    sentence = description or along_words(frames[0], title, x_title)
    return finish(chart.add_params(alt.param(name="now", value=now)), sentence)


def along_words(theory: pd.DataFrame, title: str, x_title: str) -> str:
    """Return the sentence of a chart along a parameter: where each line begins, ends, and is highest."""
    parts = []
    for name, rows in theory.groupby("series", sort=False):
        ordered = rows.sort_values("x").reset_index(drop=True)
        value = ordered["value"].astype(float)
        top = int(value.to_numpy().argmax())
        ends = f"from {number(round(value.iloc[0], 2))} to {number(round(value.iloc[-1], 2))}"
        parts.append(
            f"{name} goes {ends}, highest at {number(ordered['x'].iloc[top])} ({number(round(value.iloc[top], 2))})"
        )
    return f"{title}: along {x_title}, {'; '.join(parts) or 'nothing to draw yet'}."


def _series(names: pd.Series) -> list[str]:
    found = list(dict.fromkeys(map(str, names))) or [""]  # a scale without a name cannot be drawn
    if len(found) > len(DASHES):
        raise ValueError(f"This chart tells at most {len(DASHES)} series apart; these are {len(found)}.")
    return found


def _span(rows: pd.DataFrame) -> tuple[float, float]:
    values = pd.concat([rows[name].dropna().astype(float) for name in ("theory", "exact", "played")])
    low, high = min([0.0, *values]), max([0.0, *values])
    room = 0.12 * ((high - low) or 1.0)
    return (low - room if low < 0 else 0.0), high + room


def _bars(rows: pd.DataFrame, x: alt.X, y: alt.Y, names: Sequence[str]) -> list[Any]:
    offset = alt.XOffset("series:N", sort=list(names), scale=alt.Scale(domain=list(names)))
    base = alt.Chart(data(rows, "bars")).encode(x, offset)
    tips = [alt.Tooltip(f"{name}:N") for name in BARS[:2]]
    tips += [alt.Tooltip(f"{name}:Q", format=".4~g") for name in BARS[2:]]
    exact = base.transform_filter("isValid(datum.exact)")
    bars = exact.mark_bar(opacity=0.8).encode(y, color=_colours(names), tooltip=tips)
    one = alt.Chart(data(pd.DataFrame({"exact": [0]}), "zero"))
    zero = one.mark_rule(color=INK).encode(alt.Y("exact:Q", title=y["title"], scale=y["scale"]))
    beyond = "datum.exact < 0 ? min(datum.exact, datum.theory) : max(datum.exact, datum.theory)"
    words = exact.transform_calculate(words="format(datum.exact, '.1~f')", end=beyond)
    words = words.encode(alt.Y("end:Q", title=y["title"], scale=y["scale"]))
    dy = {"expr": "datum.exact < 0 ? 20 : -20"}
    small = {"fontSize": 13} if len(rows) > CROWDED else {}
    labels = written(words, "words:N", dy=dy, fontWeight="bold", **small)
    return [bars, zero, *_theory(base, y), *_played(base, y), *labels]


def _colours(names: Sequence[str]) -> Any:
    """Return the colours of series, named in a legend; a single one needs none and shows losses in another colour."""
    if len(names) < 2:
        return alt.condition("datum.exact < 0", alt.value(LOSS), alt.value(GAIN))
    scale = alt.Scale(domain=list(names), range=[GAIN, LOSS, COLOURS[2]][: len(names)])
    return alt.Color("series:N", scale=scale, legend=alt.Legend(title=None, orient="top", symbolType="square"))


def _theory(base: Any, y: alt.Y) -> list[Any]:
    level = base.transform_filter("isValid(datum.theory)")
    level = level.encode(alt.Y("theory:Q", title=y["title"], scale=y["scale"]), detail="series:N")
    return [level.mark_line(color=INK, strokeWidth=3), level.mark_tick(color=INK, thickness=3)]


def _played(base: Any, y: alt.Y) -> list[Any]:
    seen = base.transform_filter("isValid(datum.played)").transform_calculate(
        low=f"datum.played - {SURE} * datum.error", high=f"datum.played + {SURE} * datum.error"
    )
    low = alt.Y("low:Q", title=y["title"], scale=y["scale"])
    interval = seen.mark_rule(color=INK, strokeWidth=3).encode(low, y2="high:Q")
    point = seen.mark_point(shape="diamond", size=110, fill="white", stroke=INK, opacity=1)
    return [interval, point.encode(alt.Y("played:Q", title=y["title"], scale=y["scale"]))]


def _along(rows: pd.DataFrame, name: str, names: Sequence[str]) -> Any:
    return alt.Chart(data(rows, name)).encode(alt.Color("series:N", scale=_scale(names), legend=LEGEND))


def _scale(names: Sequence[str]) -> alt.Scale:
    return alt.Scale(domain=list(names), range=list(COLOURS[: len(names)]))


def _points(rows: pd.DataFrame, names: Sequence[str], x: alt.X, y: alt.Y) -> list[Any]:
    base = alt.Chart(data(rows, "played")).transform_calculate(
        low=f"datum.value - {SURE} * datum.error", high=f"datum.value + {SURE} * datum.error"
    )
    interval = base.mark_rule(color=INK, strokeWidth=3)
    point = base.mark_point(shape="diamond", size=110, stroke=INK, opacity=1)
    tips = ["series:N", alt.Tooltip("x:Q", format=".4~g"), alt.Tooltip("value:Q", format=".4~g")]
    low = alt.Y("low:Q", title=y["title"], scale=y["scale"])
    fill = alt.Fill("series:N", scale=_scale(names), legend=None)
    return [interval.encode(x, low, y2="high:Q"), point.encode(x, y, fill, tooltip=tips)]
