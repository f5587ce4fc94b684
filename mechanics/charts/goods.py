"""Who holds how much of what, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.theme import INK, colour_scale, data, finish, heading, looks, need, number, saying, shape_scale

ROW = 38
STAR = "M0,-1L0.24,-0.31L0.95,-0.31L0.38,0.12L0.59,0.81L0,0.4L-0.59,0.81L-0.38,0.12L-0.95,-0.31L-0.24,-0.31Z"


def holdings_chart(
    frame: pd.DataFrame,
    *,
    title: str = "Who leads in which good",
    unit: str = "scudi",
    seats: Sequence[str] = (),
    description: str = "",
) -> Any:
    """Return a column per seat and a row per good: units as a bar with its number, leaders ringed and starred.

    frame: good, seat, units, leader (bool), payout (per good, in `unit`; it stands beside the good's name).
    `seats` fixes who has which colour and shape. Raises ValueError, naming missing columns."""
    rows = need(frame, ("good", "seat", "units", "leader", "payout"), "A holdings chart")
    if rows.empty:
        return saying("nobody holds anything", title)
    look = looks(rows["seat"], seats)
    rows = rows.assign(
        leader=rows["leader"].astype(bool),
        row=[_named(*pair) for pair in zip(rows["good"], rows["payout"], strict=True)],
    )
    rows["words"] = [number(units) for units in rows["units"]]
    width = max(90, min(200, 560 // rows["seat"].nunique()))
    layers = alt.layer(*_marks(rows, look), data=data(rows, "holdings")).properties(width=width, height=alt.Step(ROW))
    order = [name for name in look if name in set(rows["seat"])]
    panels = layers.facet(column=alt.Column("seat:N", title=None, sort=order), spacing=12)
    note = f"units held; ring and star: most of a good; in brackets: its payout in {unit}"
    return finish(panels.properties(title=heading(title, note)), description or _sentence(rows, title))


def _named(good: str, payout: Any) -> str:
    if pd.isna(payout):
        return good
    return f"{good} ({payout if isinstance(payout, str) else number(payout)})"


def _marks(rows: pd.DataFrame, look: dict[str, Any]) -> list[Any]:
    most = max(1.0, float(rows["units"].max()))
    x = alt.X("units:Q", title=None, axis=None, scale=alt.Scale(domain=[0, 2 * most], nice=False))
    axis = alt.Axis(labelLimit=260, ticks=False, domain=False, grid=True)
    y = alt.Y("row:N", title=None, sort=list(dict.fromkeys(rows["row"])), axis=axis)
    colour = alt.Color("seat:N", scale=colour_scale(look), legend=None)
    shape = alt.Shape("seat:N", scale=shape_scale(look), legend=None)
    base = alt.Chart().encode(x, y)
    held, led = base.transform_filter("datum.units > 0"), base.transform_filter("datum.leader")
    return [
        alt.Chart().mark_rule(color=INK).encode(x=alt.XDatum(0, axis=None)),
        held.mark_bar(size=10, opacity=0.5).encode(color=colour, tooltip=["seat:N", "good:N", "units:Q", "leader:N"]),
        led.mark_point(shape="circle", size=620, fill="white", stroke=INK, strokeWidth=2.5, opacity=1),
        held.mark_point(filled=True, size=170, opacity=1).encode(color=colour, shape=shape),
        base.transform_filter("!datum.leader").mark_text(align="left", dx=12).encode(text="words:N"),
        led.mark_text(align="left", dx=19, fontWeight="bold").encode(text="words:N"),
        led.mark_point(shape=STAR, size=200, fill=INK, stroke=None, xOffset=42, opacity=1),
    ]


def _sentence(rows: pd.DataFrame, title: str) -> str:
    led = rows[rows["leader"]].groupby("good", sort=False)["seat"].agg(" and ".join)
    each = "; ".join(f"{good}: {names}" for good, names in led.items()) or "nobody leads anywhere"
    return f"{title}: {each}."
