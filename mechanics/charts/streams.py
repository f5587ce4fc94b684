"""Who paid whom: bands between payers and payees that are as wide as the amounts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from mechanics.charts.theme import INK, colour_scale, data, finish, heading, highest, looks, need, number, saying

WIDTH, HEIGHT, GAP = 560, 380, 26  # pixels; the gap keeps the labels of two thin accounts apart
SAMPLES = 25


def flow_chart(
    flows: pd.DataFrame,
    *,
    title: str = "Who paid whom",
    unit: str = "scudi",
    seats: Sequence[str] = (),
    verbs: tuple[str, str] = ("pays", "gets"),
    description: str = "",
) -> Any:
    """Return payers at the left, payees at the right, and between them bands as wide as the amounts.

    flows: payer, payee, amount, one row per pair; amounts of 0 are left out. The data set "bands" holds each band's
    bottom and top in data units, so that top − bottom is the amount everywhere. `seats` fixes who has which colour,
    `verbs` what stands between the name and the amount at the left and at the right. Raises ValueError for missing
    columns, negative amounts, somebody paying himself, or a pair that comes twice."""
    rows = _checked(need(flows, ("payer", "payee", "amount"), "A flow chart"))
    if rows.empty:
        return saying("no money moved", title)
    look = looks([*rows["payer"], *rows["payee"]], seats)
    order = [name for name in look if name in {*rows["payer"], *rows["payee"]}]
    placed = _placed(rows, order)
    ends = [_nodes(placed, role, verb) for role, verb in zip(("payer", "payee"), verbs, strict=True)]
    y = alt.Scale(domain=[0, max(end["top"].max() for end in ends)], reverse=True, nice=False)
    colour = alt.Color("payer:N", scale=colour_scale(look), legend=None)
    layers = [_bands(placed, y, colour, unit), *_amounts(placed, y), *_ends(ends, y, look)]
    chart = alt.layer(*layers).properties(
        width=WIDTH, height=HEIGHT, title=heading(title, f"in {unit}; as wide as the amount")
    )
    return finish(chart, description or _sentence(rows, title, unit))


def _checked(rows: pd.DataFrame) -> pd.DataFrame:
    if (rows["amount"] < 0).any():
        raise ValueError("An amount that flows is 0 or more; let the other side pay instead.")
    if (rows["payer"] == rows["payee"]).any():
        raise ValueError("Nobody pays himself: payer and payee of a flow must differ.")
    if rows.duplicated(["payer", "payee"]).any():
        raise ValueError("Each pair of payer and payee may come once; add their amounts up first.")
    return rows[rows["amount"] > 0].reset_index(drop=True)


def _placed(rows: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    """Stack every band at both ends: within an account in the order of the accounts at the other side."""
    rank = {name: i for i, name in enumerate(order)}
    widest = max(rows["payer"].nunique(), rows["payee"].nunique())
    gap = GAP * float(rows["amount"].sum()) / (HEIGHT - GAP * (widest - 1))
    keyed = rows.assign(
        left=rows["payer"].map(rank), right=rows["payee"].map(rank), amount=rows["amount"].astype(float)
    )
    keyed = _stacked(keyed, ["left", "right"], gap * (widest - rows["payer"].nunique()) / 2, gap)
    return _stacked(keyed, ["right", "left"], gap * (widest - rows["payee"].nunique()) / 2, gap)


def _stacked(rows: pd.DataFrame, by: list[str], start: float, gap: float) -> pd.DataFrame:
    """Add the column `<side>_at`: where each band begins on the side by[0]."""
    ordered = rows.sort_values(by)
    gaps = gap * (ordered[by[0]].rank(method="dense") - 1)
    return ordered.assign(**{f"{by[0]}_at": start + gaps + ordered["amount"].cumsum() - ordered["amount"]})


def _curve(band: Any) -> list[dict[str, Any]]:
    rows = []
    for i in range(SAMPLES):
        t = i / (SAMPLES - 1)
        ease = t * t * (3 - 2 * t)  # flat at both ends, so bands leave and arrive level
        bottom = round(band.left_at + ease * (band.right_at - band.left_at), 4)
        rows.append({"payer": band.payer, "payee": band.payee, "amount": band.amount, "at": round(t, 4)})
        rows[-1] |= {"bottom": bottom, "top": bottom + band.amount}
    return rows


def _bands(placed: pd.DataFrame, scale: alt.Scale, colour: alt.Color, unit: str) -> Any:
    rows = pd.DataFrame([point for band in placed.itertuples() for point in _curve(band)])
    y = alt.Y("bottom:Q", scale=scale, axis=None)
    x = alt.X("at:Q", scale=alt.Scale(domain=[0, 1]), axis=None)
    edge = alt.Stroke("payer:N", scale=colour["scale"], legend=None)  # tells bands of one payer apart
    tips = ["payer:N", "payee:N", alt.Tooltip("amount:Q", title=unit)]
    area = alt.Chart(data(rows, "bands")).mark_area(opacity=0.65, strokeWidth=0.6)
    return area.encode(x, y, y2="top:Q", color=colour, stroke=edge, detail="payee:N", tooltip=tips)


def _amounts(placed: pd.DataFrame, scale: alt.Scale) -> list[Any]:
    """Write the amount into every band that is as thick as the type is high."""
    tall = placed[placed["amount"] * HEIGHT / _height(placed) >= 17]
    rows = pd.DataFrame({"words": [f"{p} {number(a)}" for p, a in zip(tall["payer"], tall["amount"], strict=True)]})
    rows = rows.assign(middle=(tall["right_at"] + tall["amount"] / 2).to_list())
    text = alt.Chart(data(rows, "amounts")).mark_text(align="right", dx=-18)
    return [text.encode(x=alt.datum(1), y=alt.Y("middle:Q", scale=scale), text="words:N")]


def _height(placed: pd.DataFrame) -> float:
    return float(max((placed["left_at"] + placed["amount"]).max(), (placed["right_at"] + placed["amount"]).max()))


def _nodes(placed: pd.DataFrame, role: str, verb: str) -> pd.DataFrame:
    side = "left" if role == "payer" else "right"
    found = placed.assign(bottom=placed[f"{side}_at"], top=placed[f"{side}_at"] + placed["amount"]).groupby(role)
    rows = found.agg(bottom=("bottom", "min"), top=("top", "max"), amount=("amount", "sum")).reset_index(names="name")
    said = zip(rows["name"], rows["amount"], strict=True)
    return rows.assign(words=[" ".join(filter(None, (name, verb, number(amount)))) for name, amount in said])


def _ends(ends: list[pd.DataFrame], scale: alt.Scale, look: dict[str, Any]) -> list[Any]:
    return [mark for i, rows in enumerate(ends) for mark in _end(rows, i, scale, look)]


def _end(rows: pd.DataFrame, at: int, scale: alt.Scale, look: dict[str, Any]) -> list[Any]:
    away = 2 * at - 1
    base = alt.Chart(data(rows.assign(middle=(rows["bottom"] + rows["top"]) / 2), ("payers", "payees")[at]))
    bar = base.mark_bar(size=12, stroke=INK, xOffset=6 * away).encode(
        x=alt.datum(at),
        y=alt.Y("bottom:Q", scale=scale),
        y2="top:Q",
        color=alt.Color("name:N", scale=colour_scale(look), legend=None),
    )
    text = base.mark_text(align="left" if at else "right", dx=18 * away, fontWeight="bold")
    return [bar, text.encode(x=alt.datum(at), y=alt.Y("middle:Q", scale=scale), text="words:N")]


def _sentence(rows: pd.DataFrame, title: str, unit: str) -> str:
    top = highest(rows, "amount")
    flows = "1 flow" if len(rows) == 1 else f"{len(rows)} flows"
    return (
        f"{title}: {number(rows['amount'].sum())} {unit} moved in {flows}, most from {top['payer']} to "
        f"{top['payee']} ({number(top['amount'])})."
    )
