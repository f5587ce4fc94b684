"""The coach's drawings, made once and shown often: rows and ends are swapped, the drawing stays."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pandas as pd

from mechanics import charts

TITLE = "What is each answer worth in the end?"
COLUMNS = ["answer", "value", "low", "high", "win", "win_low", "win_high"]


@dataclass(frozen=True)
class Drawn:
    """A drawing that is made once and shown often."""

    spec: str

    def to_dict(self) -> dict[str, Any]:
        """Return its specification."""
        spec: dict[str, Any] = json.loads(self.spec)
        return spec


@lru_cache(maxsize=32)
def bids_drawing(unit: str, asked: str) -> Drawn:
    """Return the chart of amounts without its rows; its ends are signals."""
    chart = charts.coach_bids_chart(pd.DataFrame(columns=COLUMNS), title=TITLE, unit=unit, x_title=asked)
    return Drawn(json.dumps(chart.to_dict(validate=False)))  # the tests validate it


@lru_cache(maxsize=32)
def answers_drawing(unit: str) -> Drawn:
    """Return the chart of answers in words without its rows."""
    chart = charts.coach_answers_chart(pd.DataFrame(columns=COLUMNS), title=TITLE, unit=unit)
    return Drawn(json.dumps(chart.to_dict(validate=False)))
