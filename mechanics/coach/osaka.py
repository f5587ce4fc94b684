"""What the coach knows of Traders of Osaka: how a final score reads in points."""

from __future__ import annotations

from typing import Any

UNIT = "points"
WIDTH = 0.25


def points(score: int, box: Any) -> float:
    """Return a final score in points; the tokens that break ties are hundredths of one."""
    return score / 100
