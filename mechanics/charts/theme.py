"""One look for all charts: a shape beside each colour, type for the back of a room, and what every chart checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

# Okabe and Ito, "Color Universal Design" (2008), in the order in which seats take them; yellow and grey, the two that
# are hardest to read as a thin line on white, are left to accounts that are nobody's seat.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
OTHERS = ("#595959", "#F0E442")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
INK, PALE = "#1A1A1A", "#D9D9D9"
GAIN, LOSS = COLOURS[0], COLOURS[5]
LABEL, TITLE = 16, 20
MOST_ROWS = 600  # keeps the largest chart below 200 kB


class Look(NamedTuple):
    """How one seat or account is drawn wherever it appears."""

    colour: str
    shape: str


def theme() -> dict[str, Any]:
    """Return the Vega-Lite config that every chart carries itself, so that no global theme is needed."""
    words = {"labelFontSize": LABEL, "titleFontSize": LABEL, "labelColor": INK, "titleColor": INK}
    return {
        "background": "white",  # stays readable on a dark page
        "font": "sans-serif",
        "padding": 12,
        "view": {"stroke": None},
        "title": {
            "fontSize": TITLE,
            "subtitleFontSize": LABEL,
            "color": INK,
            "subtitleColor": INK,
            "anchor": "start",
            "offset": 14,
        },
        "axis": {**words, "titleFontWeight": "normal", "gridColor": "#EBEBEB", "domainColor": INK, "tickColor": INK},
        "header": {**words, "labelFontWeight": "bold"},
        "legend": {**words, "symbolSize": 160, "labelLimit": 400},
        "text": {"fontSize": LABEL, "color": INK},
    }


def finish(chart: alt.TopLevelMixin, sentence: str) -> Any:
    """Return the chart with our theme, its sentence for screen readers, and every data set once, at the top."""
    dressed: Any = chart.copy(deep=True)  # type: ignore[attr-defined]
    dressed.datasets = _hoisted(dressed)
    dressed.config = alt.Config(**theme())
    dressed.usermeta = {"embedOptions": {"theme": None}}  # else a theme that is on elsewhere is embedded with it
    dressed.description = sentence
    return dressed


def _hoisted(chart: Any) -> dict[str, Any]:
    """Replace every inline data set within the chart by its name, and return them by name."""
    found = {}
    if isinstance(chart["data"], alt.InlineData):
        found[chart["data"]["name"]] = chart["data"]["values"]
        chart.data = alt.NamedData(chart["data"]["name"])
    for name in ("layer", "vconcat", "hconcat", "spec"):
        part = getattr(chart, name, alt.Undefined)
        for inner in part if isinstance(part, list) else [part]:
            found |= _hoisted(inner) if isinstance(inner, alt.TopLevelMixin) else {}
    return found


def heading(title: str, note: str = "") -> alt.TitleParams:
    """Return a title with an optional smaller line below it."""
    return alt.TitleParams(title, subtitle=[note]) if note else alt.TitleParams(title)


def data(rows: pd.DataFrame, name: str) -> alt.InlineData:
    """Return the rows as a named data set inside the chart; exact fractions become numbers, missing values null.

    Given inline, the rows do not depend on which data transformer somebody switched on."""
    return alt.InlineData(values=records(rows), name=name)


def records(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows as plain values for a browser; exact fractions become numbers, missing values None."""
    return [_plain(row) for row in rows.to_dict("records")]


def need(frame: pd.DataFrame, columns: Sequence[str], what: str) -> pd.DataFrame:
    """Return only these columns of the frame.

    Raises ValueError, naming them, if some are missing, or if there are more rows than anybody could tell apart."""
    missing = [column for column in columns if column not in frame.columns]
    if missing:
        has = ", ".join(map(str, frame.columns)) or "none"
        raise ValueError(
            f"{what} needs the columns {', '.join(columns)}; missing: {', '.join(missing)} (there: {has})."
        )
    if len(frame) > MOST_ROWS:
        raise ValueError(f"{what} draws at most {MOST_ROWS} rows; there are {len(frame)}. Sum them up first.")
    return frame[list(columns)].reset_index(drop=True)


def looks(names: Iterable[str], seats: Sequence[str] = ()) -> dict[str, Look]:
    """Return a look for each name: seats in their order take the colours, what is not a seat takes the greys.

    Without `seats`, every name but "bank" is a seat, in alphabetical order. Raises ValueError if there are too many."""
    found = list(dict.fromkeys(map(str, names)))
    order = list(seats) or sorted(name for name in found if name != "bank")
    others = [name for name in found if name not in order]
    if len(order) > len(COLOURS) or len(others) > len(OTHERS):
        raise ValueError(
            f"A chart tells at most {len(COLOURS)} seats and {len(OTHERS)} further accounts apart; "
            f"here are {len(order)} and {len(others)}."
        )
    seen = {name: Look(colour, shape) for name, colour, shape in zip(order, COLOURS, SHAPES, strict=False)}
    return seen | {name: Look(colour, "square") for name, colour in zip(others, OTHERS, strict=False)}


def colour_scale(look: dict[str, Look]) -> alt.Scale:
    """Return the scale from names to colours."""
    return alt.Scale(domain=list(look), range=[one.colour for one in look.values()])


def shape_scale(look: dict[str, Look]) -> alt.Scale:
    """Return the scale from names to shapes."""
    return alt.Scale(domain=list(look), range=[one.shape for one in look.values()])


def saying(words: str, title: str, width: int = 620, height: int = 160) -> alt.Chart:
    """Return a chart that only says in words why there is nothing to draw."""
    mark = alt.Chart(data(pd.DataFrame({"words": [words]}), "words")).mark_text(fontSize=TITLE)
    return finish(
        mark.encode(text="words:N").properties(width=width, height=height, title=heading(title)), f"{title}: {words}."
    )


def written(base: Any, words: str, **look: Any) -> list[Any]:
    """Return the words with a white edge around every letter, so that they can be read over lines."""
    edge = base.mark_text(stroke="white", strokeWidth=4, strokeJoin="round", **look)
    return [edge.encode(text=words), base.mark_text(**look).encode(text=words)]


def number(value: float) -> str:
    """Return a number in at most three digits after the point, with a true minus sign.

    >>> number(-2.50), number(7)
    ('−2.5', '7')"""
    text = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return ("0" if text == "-0" else text).replace("-", "−")


def signed(value: float) -> str:
    """Return a number that always shows its sign, 0 excepted.

    >>> signed(3), signed(-1), signed(0)
    ('+3', '−1', '0')"""
    return f"+{number(value)}" if value > 0 else number(value)


def ticks(first: int, last: int, most: int = 16) -> list[int]:
    """Return evenly spaced whole numbers from first to last, about `most` at most."""
    step = next(step for n in range(9) for step in (10**n, 2 * 10**n, 5 * 10**n) if (last - first) / step <= most)
    return list(range(first, last + 1, step))


def highest(rows: pd.DataFrame, column: str) -> dict[str, Any]:
    """Return the first row with the highest number in the column."""
    place = rows[column].astype(float).fillna(float("-inf")).to_numpy().argmax()
    return {str(key): value for key, value in rows.iloc[int(place)].items()}


def _plain(row: dict[Any, Any]) -> dict[str, Any]:
    return {str(key): _value(value) for key, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, (str, bool, int)) or value is None:
        return value
    if hasattr(value, "item"):  # a numpy number
        value = value.item()
    if isinstance(value, (bool, int)):
        return value
    return None if pd.isna(value) else float(value)
