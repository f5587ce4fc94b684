"""The bids of a whole class as piles of dots, above what every bid is worth on average."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.bids import best, bid_axis, value_scale
from mechanics.charts.people import absent, marked, named
from mechanics.charts.theme import COLOURS, INK, data, finish, heading, highest, need, number, signed, written

WIDTH, PILE, HEIGHT, LANES = 600, 200, 180, 48  # pixels; LANES: the room for names above the highest pile


def worth_class_chart(
    values: pd.DataFrame,
    frame: pd.DataFrame,
    *,
    title: str = "What the bids of the class were worth",
    unit: str = "scudi",
    note: str = "",
    description: str = "",
) -> Any:
    """Return a stack of dots, one per person, over every whole bid, and below it what such a bid is worth on average.

    values: bid, value (exact, in `unit`). frame: name, bid, mark ("" or a word). A missing bid is told in words. Raises
    ValueError, naming missing columns."""
    worth = need(values, ("bid", "value"), "A worth and class chart")
    rows = marked(need(frame, ("name", "bid", "mark"), "The class of a worth and class chart"))
    bid = _piled(rows.dropna(subset=["bid"]))
    known = pd.concat([worth["bid"], bid["bid"]]).astype(float)
    first, last = (known.min(), known.max()) if len(known) else (0.0, 1.0)
    axis = bid_axis(first, last)
    panels = [_piles(bid, axis, last - first + 1.2), _worth(worth, axis.title(f"bid ({unit})"), unit, (first, last))]
    top = heading(title, "; ".join(filter(None, [note, absent(rows)])))
    return finish(alt.vconcat(*panels, spacing=12, title=top), description or _worth_sentence(worth, rows, bid, title))


def _piled(rows: pd.DataFrame) -> pd.DataFrame:
    """Give everybody a place in the pile over the bid, marked ones at the bottom."""
    ordered = rows.assign(later=rows["mark"] == "").sort_values(["bid", "later"], kind="stable")
    return ordered.assign(
        place=ordered.groupby("bid").cumcount() + 1,
        words=[named(*pair) for pair in zip(ordered["name"], ordered["mark"], strict=True)],
    ).drop(columns="later")


def _piles(rows: pd.DataFrame, x: alt.X, bids: float) -> Any:
    most = max(6, int(rows["place"].max()) if len(rows) else 0)
    dot = 0.85 * min((PILE - LANES) / most, WIDTH / bids, 22)
    y = alt.Y("place:Q", title="people", scale=alt.Scale(domain=[0.4, 0.6 + most * PILE / (PILE - LANES)], nice=False))
    y = y.axis(tickMinStep=1, format="d", values=[*range(0, most + 1, 1 + most // 6)])
    base = alt.Chart(data(rows, "people")).encode(x, y, tooltip=["name:N", "bid:Q", "mark:N"])
    won, lost = base.transform_filter("datum.mark !== ''"), base.transform_filter("datum.mark === ''")
    layers = [
        lost.mark_point(filled=True, size=dot**2, color=INK, opacity=0.75),
        *_winners(rows, x, y),
        won.mark_point(size=(dot - 2) ** 2, fill=COLOURS[1], stroke=INK, strokeWidth=3, opacity=1),
    ]
    return alt.layer(*layers).properties(width=WIDTH, height=PILE)


def _winners(rows: pd.DataFrame, x: alt.X, y: alt.Y) -> list[Any]:
    """Name the marked ones in two lanes above the piles, joined to their dots by a thin rule."""
    piles = list(rows[rows["mark"] != ""].groupby("bid"))
    words = [{"bid": bid, "words": _together(part), "place": part["place"].max()} for bid, part in piles]
    frame = pd.DataFrame(words, columns=["bid", "words", "place"]).assign(lane=[i % 2 for i in range(len(words))])
    base = alt.Chart(data(frame, "named")).encode(x)
    third = [x["scale"]["domain"][0] + i / 3 * (x["scale"]["domain"][1] - x["scale"]["domain"][0]) for i in (1, 2)]
    align = {"expr": f"datum.bid < {third[0]} ? 'left' : datum.bid > {third[1]} ? 'right' : 'center'"}
    marks = []
    for lane in (0, 1):
        part, top = base.transform_filter(f"datum.lane === {lane}"), 2 + 22 * lane
        marks.append(part.mark_rule(color=INK, strokeWidth=1.5).encode(y=y, y2=alt.value(top + 18)))
        marks += written(part.encode(y=alt.value(top)), "words:N", baseline="top", fontWeight="bold", align=align)
    return marks


def _together(rows: pd.DataFrame) -> str:
    """Return who was marked, three names at most, and with which words."""
    names = [named(name, "") for name in rows["name"]]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{', '.join(names[:3])}{more} {'/'.join(dict.fromkeys(rows['mark']))}"


def _worth(rows: pd.DataFrame, x: alt.X, unit: str, span: tuple[float, float]) -> Any:
    y = alt.Y("value:Q", title=f"expected value ({unit})", scale=value_scale(rows["value"]))
    line = alt.Chart().mark_line(interpolate="step", strokeWidth=4, color=COLOURS[0])
    zero = alt.Chart().mark_rule(color=INK).encode(y=alt.datum(0))
    layers = [line.encode(x, y, tooltip=["bid:Q", "value:Q"]), zero, *best(alt.Chart(), x, y, *span)]
    return alt.layer(*layers, data=data(rows, "values")).properties(width=WIDTH, height=HEIGHT)


def _worth_sentence(worth: pd.DataFrame, rows: pd.DataFrame, bid: pd.DataFrame, title: str) -> str:
    said = f"{title}: {len(bid)} of {len(rows)} people bid"
    if worth.empty:
        return f"{said}."
    top = highest(worth.sort_values("bid"), "value")
    return f"{said}; the best bid would be {number(top['bid'])}, worth {signed(top['value'])} on average."
