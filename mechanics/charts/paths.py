"""Prices along the rounds, and net worth through markets and turns of the wheel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.labels import spread
from mechanics.charts.theme import (
    INK,
    PALE,
    colour_scale,
    data,
    finish,
    heading,
    looks,
    need,
    number,
    saying,
    shape_scale,
    written,
)

WIDTH, HEIGHT, APART = 560, 300, 22  # pixels; APART: between two labels at the line ends
PRICES = ("round", "good", "price", "letter", "colour")
WORTHS = ("round", "step", "seat", "before", "after")


def price_path_chart(
    frame: pd.DataFrame, *, title: str = "Prices, round by round", unit: str = "shillings", description: str = ""
) -> Any:
    """Return a line for each good over the rounds, its letter on every price.

    frame: round, good, price (in `unit`), letter, colour (of the good). Raises ValueError, naming missing columns."""
    rows = need(frame, PRICES, "A chart of prices").dropna()
    if rows.empty:
        return saying("no prices yet", title)
    first, last = int(rows["round"].min()), int(rows["round"].max())
    scale = alt.Scale(domain=[first - 0.3, max(last, first + 1) + 0.3], nice=False)
    axis = alt.Axis(values=list(range(first, last + 1)), format="d", grid=False)
    x = alt.X("round:Q", title="round", scale=scale, axis=axis)
    top = float(rows["price"].max())
    prices = sorted({float(price) for price in rows["price"]})
    y = alt.Y("price:Q", title=f"price ({unit})", scale=alt.Scale(domain=[0, top + 1], nice=False))
    y = y.axis(values=prices, format="d")
    colour = alt.Color("colour:N", scale=None)
    base = alt.Chart(data(rows, "prices")).encode(x, y)
    tips = ["good:N", "round:Q", "price:Q"]
    line = base.mark_line(strokeWidth=3, opacity=0.75).encode(color=colour, detail="good:N")
    dot = base.mark_point(filled=True, size=330, opacity=1, stroke="white").encode(color=colour, tooltip=tips)
    letter = base.mark_text(fontWeight="bold", fontSize=13, stroke=INK, strokeWidth=2.5, strokeJoin="round")
    inner = base.mark_text(fontWeight="bold", fontSize=13, color="white")
    layers = [line, dot, letter.encode(text="letter:N"), inner.encode(text="letter:N")]
    named = dict(zip(rows["good"], rows["letter"], strict=True))
    note = ", ".join(f"{sign} {good}" for good, sign in named.items())
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=heading(title, note))
    return finish(chart, description or _price_words(rows, title, unit))


def _price_words(rows: pd.DataFrame, title: str, unit: str) -> str:
    each = "; ".join(
        f"{good} {', '.join(number(price) for price in part.sort_values('round')['price'])}"
        for good, part in rows.groupby("good", sort=False)
    )
    return f"{title}, in {unit}: {each}."


def net_worth_chart(
    frame: pd.DataFrame,
    *,
    title: str = "Net worth through markets and turns of the wheel",
    unit: str = "shillings",
    seats: Sequence[str] = (),
    wheel: str = "wheel",
    note: str = "grey: the wheel turns; white: people act",
    description: str = "",
) -> Any:
    """Return a line for each seat through all steps of all rounds, in their order; steps named `wheel` are shaded.

    frame: round, step, seat, before, after (net worth in `unit`); every step has a row for each seat. `seats` fixes who
    has which colour and shape. Raises ValueError, naming missing columns."""
    rows = need(frame, WORTHS, "A chart of net worth").dropna()
    if rows.empty:
        return saying("no rounds yet", title)
    look = looks(rows["seat"], seats)
    steps = list(dict.fromkeys(zip(rows["round"], rows["step"], strict=True)))
    at = [steps.index(step) for step in zip(rows["round"], rows["step"], strict=True)]
    points = pd.concat([
        pd.DataFrame({"x": at, "worth": rows["before"], "seat": rows["seat"]}),
        pd.DataFrame({"x": [i + 1 for i in at], "worth": rows["after"], "seat": rows["seat"]}),
    ]).drop_duplicates(["x", "seat"], keep="last")  # fmt: skip
    bottom, top = min(0.0, float(points["worth"].min())), max(1.0, float(points["worth"].max()))
    y = alt.Y("worth:Q", title=f"net worth ({unit})", scale=alt.Scale(domain=[bottom, top * 1.08], nice=False))
    spans = pd.DataFrame(
        [(i, i + 1, int(now)) for i, (now, step) in enumerate(steps) if step == wheel], columns=["x", "end", "round"]
    )
    layers = [*_shades(spans, len(steps)), *_walks(points, look, y, len(steps)), *_ends(points, look, y, (bottom, top))]
    named = [(steps.index(step) + 0.5, int(step[0])) for step in steps if step[1] != wheel]
    words = alt.Chart(data(pd.DataFrame(named, columns=["x", "round"]), "rounds"))
    layers.append(words.mark_text(baseline="top", dy=8).encode(x=_x(len(steps)), y=alt.value(HEIGHT), text="round:Q"))
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=heading(title, note))
    return finish(chart, description or _worth_words(rows, steps, title, unit, wheel))


def _x(steps: int) -> alt.X:
    axis = alt.Axis(labels=False, ticks=False, grid=False, titlePadding=26)
    return alt.X("x:Q", title="round", scale=alt.Scale(domain=[0, steps], nice=False), axis=axis)


def _shades(spans: pd.DataFrame, steps: int) -> list[Any]:
    base = alt.Chart(data(spans, "turns"))
    return [base.mark_rect(color=PALE, opacity=0.6).encode(x=_x(steps), x2="end:Q")]


def _walks(points: pd.DataFrame, look: dict[str, Any], y: alt.Y, steps: int) -> list[Any]:
    """A line and a marker for each seat; equal worths lie on each other and are told apart by size."""
    colour = alt.Color("seat:N", scale=colour_scale(look), legend=None)
    shape = alt.Shape("seat:N", scale=shape_scale(look), legend=None)
    rank = {seat: i for i, seat in enumerate(look)}
    size = points.assign(size=[190 - 30 * rank[seat] for seat in points["seat"]])
    base = alt.Chart(data(size, "worths")).encode(_x(steps), y, color=colour)
    tips = ["seat:N", alt.Tooltip("worth:Q", title="net worth")]
    marks = base.mark_point(filled=True, opacity=1, stroke="white", strokeWidth=1)
    return [base.mark_line(strokeWidth=3), marks.encode(shape=shape, size=alt.Size("size:Q", scale=None), tooltip=tips)]


def _ends(points: pd.DataFrame, look: dict[str, Any], y: alt.Y, span: tuple[float, float]) -> list[Any]:
    """Marker, name and last worth of each seat right of the plot, joined to the line's end by a thin stroke."""
    ends = points.sort_values("x", kind="stable").groupby("seat", sort=False).tail(1)
    apart = APART * (span[1] * 1.08 - span[0]) / HEIGHT
    ends = ends.assign(at=spread(ends["worth"].astype(float).tolist(), apart, span[1] * 1.04))
    ends["words"] = [f"{seat}: {number(worth)}" for seat, worth in zip(ends["seat"], ends["worth"], strict=True)]
    base = alt.Chart(data(ends, "ends"))
    colour = alt.Color("seat:N", scale=colour_scale(look), legend=None)
    shape = alt.Shape("seat:N", scale=shape_scale(look), legend=None)
    here = alt.Y("at:Q", title=y["title"], scale=y["scale"])
    stroke = base.mark_rule(strokeWidth=1.5).encode(x=alt.value(WIDTH), y=y, x2=alt.value(WIDTH + 18), y2="at:Q")
    point = base.mark_point(filled=True, size=130, opacity=1)
    text = written(base.encode(x=alt.value(WIDTH + 28), y=here), "words:N", align="left")
    return [
        stroke.encode(color=colour),
        point.encode(x=alt.value(WIDTH + 18), y=here, color=colour, shape=shape),
        *text,
    ]


def _worth_words(rows: pd.DataFrame, steps: list[tuple[Any, Any]], title: str, unit: str, wheel: str) -> str:
    """Return how far worth moved in all, by people and by the wheel, and where everybody ended."""
    moved = (rows["after"] - rows["before"]).abs()
    turned = rows["step"] == wheel
    last = rows[(rows["round"] == steps[-1][0]) & (rows["step"] == steps[-1][1])]
    each = ", ".join(f"{seat} {number(worth)}" for seat, worth in zip(last["seat"], last["after"], strict=True))
    people, turns = number(moved[~turned].sum()), number(moved[turned].sum())
    return (
        f"{title}: people moved {people} {unit} of worth, the wheel {turns}, losses and gains added up; "
        f"in the end {each}."
    )
