"""What the coach knows of Die Händler: ranks come before money."""

from __future__ import annotations

from typing import Any

UNIT = "ranks"
WIDTH = 0.25


def points(score: int, box: Any) -> float:
    """Return a final score in ranks; the money that decides between equal ranks is a small part of one."""
    return score / 1_000_000


def prizes(table: Any) -> list[str]:
    """Return in words what each seat won in the last auction of the loading master’s office."""
    done = table.loadings[-1]
    return [f"the office in {done.city}" if seat == done.master else "" for seat in range(table.seats)]
