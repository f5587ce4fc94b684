"""The same numbers as a table, for those who read rather than look."""

from __future__ import annotations

from html import escape
from numbers import Number
from typing import Any

import pandas as pd

from mechanics.charts.theme import number


def table(frame: pd.DataFrame, caption: str) -> str:
    """Return the frame as an HTML table whose caption and headers a screen reader can announce.

    The first column names the rows. Numbers keep at most three digits after the point; what is missing is a dash."""
    names = [str(column).replace("_", " ") for column in frame.columns]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(_row(row) for row in frame.itertuples(index=False, name=None))
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(row: tuple[Any, ...]) -> str:
    first, *rest = map(_said, row)
    return f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"


def _said(value: Any) -> str:
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or pd.isna(value):
        return "–"
    return number(float(value)) if isinstance(value, Number) else escape(str(value))  # type: ignore[arg-type]
