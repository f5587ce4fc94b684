"""A chart of bars that follows its controls: drawn anew only where its axes change, else its bars are swapped."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd

from mechanics.charts.revenues import revenue_chart, revenue_words
from mechanics.views.lessons.controls import Picture
from mechanics.views.live import update


def show_bars(picture: Picture, bars: pd.DataFrame, table: str, key: Hashable, **how: Any) -> None:
    """Show these bars (see `revenue_chart`, whose arguments are `how`) with their table.

    key: all that the drawing depends on besides the bars; while it stays the same, nothing is drawn anew."""
    if picture.key == key:
        update(picture.widget, {"bars": bars}, words=revenue_words(bars, how["title"]), table=table)
    else:
        picture.show(revenue_chart(bars, **how), {"bars": bars}, table, key)
