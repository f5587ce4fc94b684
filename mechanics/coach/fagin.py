"""What the coach knows of Fagin’s Gang: how a final score reads in shillings."""

from __future__ import annotations

from typing import Any

UNIT = "shillings"
WIDTH = 5.0
CUBES, HOME = 1_000, 1_000_000_000  # a shilling counts as so much where cubes break ties; three urchins home count this


def points(score: int, box: Any) -> float:
    """Return a final score in shillings; cubes that break ties are thousandths of one.

    Three urchins home win the game whatever the purse holds: that is in the chance to win, not in the shillings."""
    if box.counts_cubes:
        return float(score)
    return (score - HOME * (score >= HOME)) / CUBES
