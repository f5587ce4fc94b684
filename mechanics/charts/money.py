"""Purses over time, and how each purse became what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.labels import spread
from mechanics.charts.theme import (
    GAIN,
    INK,
    LOSS,
    colour_scale,
    data,
    finish,
    heading,
    looks,
    need,
    number,
    saying,
    shape_scale,
    signed,
    ticks,
)

WIDTH, HEIGHT, APART = 540, 320, 22  # pixels; APART: between two labels at the line ends
KINDS = {"gain": GAIN, "loss": LOSS, "total": "#595959"}


def cash_chart(
    frame: pd.DataFrame,
    *,
    title: str = "Cash after each round",
    unit: str = "scudi",
    seats: Sequence[str] = (),
    description: str = "",
) -> Any:
    """Return a line per seat over the rounds, with the seat's own marker, and its name and cash at the line's end.

    frame: round, seat, cash (in `unit`). `seats` fixes who has which colour and shape. Raises ValueError, naming
    missing columns."""
    rows = need(frame, ("round", "seat", "cash"), "A cash chart").dropna()
    if rows.empty:
        return saying("no rounds yet", title)
    look = looks(rows["seat"], seats)
    ends = rows.sort_values("round").groupby("seat", sort=False).tail(1)
    bottom, top = min(0.0, float(rows["cash"].min())), max(1.0, float(rows["cash"].max()))
    ends = ends.assign(at=spread(ends["cash"].astype(float).tolist(), APART * (top - bottom) / HEIGHT, top))
    ends = ends.assign(words=[f"{seat}: {number(cash)}" for seat, cash in zip(ends["seat"], ends["cash"], strict=True)])
    y = alt.Y("cash:Q", title=f"cash ({unit})", scale=alt.Scale(domain=[bottom, top], nice=False))
    y = y.axis(tickMinStep=1)
    layers = [*_lines(_beside(rows, look), look, y), *_labels(_beside(ends, look), look, y)]
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=heading(title))
    return finish(chart.resolve_scale(x="shared"), description or _cash_sentence(ends, title, unit))


def _beside(rows: pd.DataFrame, look: dict[str, Any]) -> pd.DataFrame:
    """Shift every seat by a few pixels, so that equal purses stand side by side instead of hiding each other."""
    rounds = max(1, int(rows["round"].max()) - int(rows["round"].min()))
    step = min(8 * rounds / WIDTH, 0.5 / len(look))
    shift = {seat: step * (i - (len(look) - 1) / 2) for i, seat in enumerate(look)}
    return rows.assign(x=[round(r + shift[seat], 4) for r, seat in zip(rows["round"], rows["seat"], strict=True)])


def _lines(rows: pd.DataFrame, look: dict[str, Any], y: alt.Y) -> list[Any]:
    first, last = int(rows["round"].min()), int(rows["round"].max())
    scale = alt.Scale(domain=[first - 0.25, max(last, first + 1) + 0.25], nice=False)
    x = alt.X("x:Q", title="round", scale=scale, axis=alt.Axis(values=ticks(first, last), format="d", grid=False))
    colour = alt.Color("seat:N", scale=colour_scale(look), legend=None)
    base = alt.Chart(data(rows, "cash")).encode(x, y, color=colour, tooltip=["seat:N", "round:Q", "cash:Q"])
    points = base.mark_point(filled=True, size=130, opacity=1, stroke="white", strokeWidth=1)
    shape = alt.Shape("seat:N", scale=shape_scale(look), legend=None)
    return [base.mark_line(strokeWidth=3), points.encode(shape=shape)]


def _labels(ends: pd.DataFrame, look: dict[str, Any], y: alt.Y) -> list[Any]:
    """Marker and words right of the plot, joined to the line's end by a thin stroke."""
    base = alt.Chart(data(ends, "ends"))
    colour = alt.Color("seat:N", scale=colour_scale(look), legend=None)
    shape = alt.Shape("seat:N", scale=shape_scale(look), legend=None)
    at = alt.Y("at:Q", title=y["title"])
    stroke = base.mark_rule(strokeWidth=1.5).encode(x="x:Q", y=y, x2=alt.value(WIDTH + 22), y2="at:Q", color=colour)
    point = base.mark_point(filled=True, size=130, opacity=1).encode(
        x=alt.value(WIDTH + 22), y=at, color=colour, shape=shape
    )
    text = base.mark_text(align="left", dx=12).encode(x=alt.value(WIDTH + 22), y=at, text="words:N")
    return [stroke, point, text]


def _cash_sentence(ends: pd.DataFrame, title: str, unit: str) -> str:
    each = ", ".join(f"{seat} {number(cash)}" for seat, cash in zip(ends["seat"], ends["cash"], strict=True))
    return f"{title}: after round {number(ends['round'].max())} the purses hold {each} {unit}."


def waterfall_chart(
    frame: pd.DataFrame, *, title: str = "How each purse came about", unit: str = "scudi", description: str = ""
) -> Any:
    """Return a panel per seat in which every step begins where the one before ended.

    frame: seat, order, step, amount, start, end (in `unit`); the last step of a seat, from 0, is its total. Gains and
    losses differ by colour, direction and sign. Raises ValueError, naming missing columns."""
    rows = need(frame, ("seat", "order", "step", "amount", "start", "end"), "A waterfall chart")
    if rows.empty:
        return saying("no money moved", title)
    rows = _prepared(rows.sort_values("order", kind="stable"))
    x = alt.X("start:Q", title=None, scale=alt.Scale(domain=_reach(rows), nice=False), axis=alt.Axis(tickCount=3))
    y = alt.Y("step:N", title=None, sort=list(dict.fromkeys(rows["step"])), axis=alt.Axis(labelLimit=260, ticks=False))
    width = max(90, min(240, 560 // rows["seat"].nunique()))
    layers = alt.layer(*_falls(x, y), data=data(rows, "waterfall")).properties(width=width, height=alt.Step(34))
    panels = layers.facet(column=alt.Column("seat:N", title=None, sort=list(dict.fromkeys(rows["seat"]))), spacing=12)
    return finish(
        panels.properties(title=heading(title, f"in {unit}")), description or _fall_sentence(rows, title, unit)
    )


def _prepared(rows: pd.DataFrame) -> pd.DataFrame:
    """Add what only the drawing needs: the kind of each bar, its words, and the step it hands on to."""
    later = rows.groupby("seat", sort=False)["step"].shift(-1)
    kind = (rows["amount"] >= 0).map({True: "gain", False: "loss"}).mask(later.isna(), "total")
    plain = [number(a) if k == "total" else signed(a) for a, k in zip(rows["amount"], kind, strict=True)]
    tip = rows[["start", "end"]].max(axis=1)
    return rows.assign(kind=kind, words=plain, tip=tip, next=later.fillna(rows["step"]))


def _falls(x: alt.X, y: alt.Y) -> list[Any]:
    colour = alt.Color("kind:N", scale=alt.Scale(domain=list(KINDS), range=list(KINDS.values())), legend=None)
    tips = ["seat:N", "step:N", "amount:Q", "end:Q"]
    end, tip = alt.X("end:Q", title=None), alt.X("tip:Q", title=None)
    return [
        alt.Chart().mark_rule(color="#8C8C8C").encode(end, y, y2="next:N"),
        alt.Chart().mark_bar(size=22).encode(x, y, x2="end:Q", color=colour, tooltip=tips),
        alt.Chart().mark_rule(color=INK).encode(x=alt.datum(0)),
        alt.Chart().mark_text(align="left", dx=4).encode(tip, y, text="words:N"),
    ]


def _reach(rows: pd.DataFrame) -> list[float]:
    """From the lowest to the highest end of a bar, with room for the words at its right."""
    ends = rows[["start", "end"]].astype(float)
    bottom, top = min(0.0, ends.min().min()), max(1.0, ends.max().max())
    return [bottom, top + 0.5 * (top - bottom)]


def _fall_sentence(rows: pd.DataFrame, title: str, unit: str) -> str:
    totals = rows[rows["kind"] == "total"]
    each = ", ".join(f"{seat} {number(end)}" for seat, end in zip(totals["seat"], totals["end"], strict=True))
    return f"{title}: in the end {each} {unit}."
