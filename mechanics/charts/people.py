"""The bids of a whole class, laid over what theory says."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.labels import AWAY, sides
from mechanics.charts.theme import COLOURS, INK, data, finish, heading, need, number, written

WIDTH, HEIGHT = 600, 360
KINDS = {"theory": (COLOURS[0], [1, 0]), "naive": (COLOURS[5], [7, 5])}
LONGEST = 16  # letters of a name that are shown


def class_chart(
    frame: pd.DataFrame,
    line: pd.DataFrame,
    *,
    title: str = "Bids of the class",
    x_title: str = "value (scudi)",
    y_title: str = "bid (scudi)",
    note: str = "",
    description: str = "",
) -> Any:
    """Return the class's bids as points over the lines of theory; marked ones are ringed and always named.

    frame: name, x, bid, mark ("" or a word such as "wins"); a missing bid is told in words, never drawn as 0. line: x,
    bid, kind ("theory" or "naive"). Names stand where they fit, all in the tooltips. `note`: assumptions, below the
    title. Raises ValueError for missing columns or another kind of line."""
    rows = marked(need(frame, ("name", "x", "bid", "mark"), "A class chart"))
    lines = _kinds(need(line, ("x", "bid", "kind"), "The line of a class chart"))
    bid = rows.dropna(subset=["x", "bid"]).reset_index(drop=True)
    span = {axis: _domain(pd.concat([bid[axis], lines[axis]])) for axis in ("x", "bid")}
    x = alt.X("x:Q", title=x_title, scale=alt.Scale(domain=span["x"], nice=False))
    y = alt.Y("bid:Q", title=y_title, scale=alt.Scale(domain=span["bid"], nice=False))
    layers = [_lines(lines, x, y), *_people(_labelled(bid, span), x, y)]
    top = heading(title, "; ".join(filter(None, [note, absent(rows)])))
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=top)
    return finish(chart, description or _sentence(rows, bid, title))


def marked(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with every mark as a word, "" where there is none."""
    words = [mark if isinstance(mark, str) else "marked" if mark is True else "" for mark in rows["mark"].tolist()]
    return rows.assign(mark=words, name=rows["name"].astype(str))


def _kinds(lines: pd.DataFrame) -> pd.DataFrame:
    if strange := sorted({*map(str, lines["kind"])} - {*KINDS}):
        raise ValueError(f"A line is of kind {' or '.join(KINDS)}; {', '.join(strange)} is not.")
    return lines


def absent(rows: pd.DataFrame) -> str:
    """Say who has no bid, five names at most."""
    names = rows.loc[rows["bid"].isna(), "name"].tolist()
    shown = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    return f"no bid from {shown}" if names else ""


def _domain(values: pd.Series) -> list[float]:
    known = values.dropna().astype(float)
    low, high = min([0.0, *known]), max([1.0, *known])
    return [low, high + 0.08 * (high - low)]


def _lines(lines: pd.DataFrame, x: alt.X, y: alt.Y) -> Any:
    kinds = [kind for kind in KINDS if kind in set(lines["kind"])]
    legend = alt.Legend(title=None, orient="top-left", symbolType="stroke", symbolStrokeWidth=4, symbolSize=900)
    colour = alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=[KINDS[kind][0] for kind in kinds]), legend=legend)
    dash = alt.StrokeDash(
        "kind:N", scale=alt.Scale(domain=kinds, range=[KINDS[kind][1] for kind in kinds]), legend=legend
    )
    return alt.Chart(data(lines, "lines")).mark_line(strokeWidth=4).encode(x, y, color=colour, strokeDash=dash)


def _people(rows: pd.DataFrame, x: alt.X, y: alt.Y) -> list[Any]:
    base = alt.Chart(data(rows, "people")).encode(x, y)
    return [
        base.transform_filter("datum.mark !== ''").mark_point(size=420, stroke=INK, strokeWidth=3, opacity=1),
        base.mark_point(filled=True, size=100, color=INK, opacity=0.75).encode(
            tooltip=["name:N", "x:Q", "bid:Q", "mark:N"]
        ),
        *[mark for side in ("left", "right") for mark in _text(base, side)],
    ]


def _text(names: Any, side: str) -> list[Any]:
    part = names.transform_filter(f"datum.side === '{side}'")
    align, dx = ("left", AWAY) if side == "right" else ("right", -AWAY)
    weight = {"expr": "datum.mark !== '' ? 'bold' : 'normal'"}
    return written(part, "words:N", align=align, dx=dx, fontWeight=weight)


def _labelled(rows: pd.DataFrame, span: dict[str, list[float]]) -> pd.DataFrame:
    """Add each name as it is shown, and the side on which it finds room ("" where it finds none)."""
    words = [named(*pair) for pair in zip(rows["name"], rows["mark"], strict=True)]
    across = [_share(value, span["x"]) * WIDTH for value in rows["x"]]
    down = [(1 - _share(value, span["bid"])) * HEIGHT for value in rows["bid"]]
    side = sides([*zip(across, down, strict=True)], words, [mark != "" for mark in rows["mark"]], WIDTH)
    return rows.assign(words=words, side=side)


def named(name: str, mark: str) -> str:
    """Return the name, shortened if it is long, with its mark."""
    short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    return f"{short} {mark}".strip()


def _share(value: float, domain: list[float]) -> float:
    return (float(value) - domain[0]) / (domain[1] - domain[0])


def _sentence(rows: pd.DataFrame, bid: pd.DataFrame, title: str) -> str:
    if bid.empty:
        return f"{title}: nobody has bid yet."
    best = [named(*pair) for pair in zip(bid["name"], bid["mark"], strict=True) if pair[1]]
    middle = number(round(float(bid["bid"].astype(float).median()), 1))
    ringed = f"; ringed: {', '.join(best[:5])}" if best else ""
    return f"{title}: {len(bid)} of {len(rows)} people bid, half of them {middle} or less{ringed}."
