"""What the coach knows of Die Händler: ranks come before money."""

from __future__ import annotations

from typing import Any

UNIT = "ranks (and millionths for the money)"


def points(score: int, box: Any) -> float:
    """Return a final score in ranks; the money that decides between equal ranks is a small part of one."""
    return score / 1_000_000
