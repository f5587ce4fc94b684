"""A chart that moves with its controls: the axes stay where they are for as long as the numbers fit them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import pandas as pd

from mechanics.views.live import Drawing, LiveChart, redraw, update

Ends = tuple[float, float]
LOOSE = 6  # axes move when the numbers fill less than one in so many parts of them
LADDER = (1, 1.5, 2, 3, 4, 6, 8)


class Moving:
    """One live chart: data are swapped in it, and the ends of its axis move where the numbers leave them.

    A chart with the signals "low" and "high" is drawn once; another one is drawn anew when its axis has to move.
    `widget` is the chart; it stays the same for its whole life."""

    def __init__(self) -> None:
        self.widget = LiveChart()
        self.ends: Ends | None = None
        self.key: Hashable = None

    def show(
        self,
        make: Callable[[Ends], Drawing],
        data: Mapping[str, pd.DataFrame],
        ends: Ends,
        *,
        words: str,
        table: str = "",
        signals: Mapping[str, Any] | None = None,
        key: Hashable = None,
    ) -> None:
        """Show these data sets; `make` draws the whole chart for the ends of the axis that are given to it.

        ends: the lowest and highest number to be shown. key: whatever else the drawing depends on."""
        fitting = fit(self.ends, ends)
        new = self.ends is None or key != self.key or (fitting != self.ends and not self._slides())
        if new:
            redraw(self.widget, make(fitting), data)
        moved = {"low": fitting[0], "high": fitting[1]} if self._slides() else {}
        update(self.widget, None if new else data, {**moved, **(signals or {})}, words=words, table=table)
        self.ends, self.key = fitting, key

    def _slides(self) -> bool:
        return {"low", "high"} <= {param["name"] for param in self.widget.spec.get("params", ())}


def fit(now: Ends | None, ends: Ends) -> Ends:
    """Return the ends that are there if they fit these numbers, else the nearest round ones outside (0 between them).

    >>> fit(None, (-0.3, 1.4)), fit((-1, 2), (-0.9, 0.5))
    ((-0.3, 1.5), (-1, 2))"""
    low, high = min(0.0, ends[0]), max(0.0, ends[1])
    if now and now[0] <= low and high <= now[1] and now[1] - now[0] <= LOOSE * (high - low):
        return now
    return (-_round_up(-low), _round_up(high)) if high > low else (0.0, 1.0)


def _round_up(size: float) -> float:
    """Return the smallest of 0.01, 0.015, 0.02, 0.03, 0.04 … that is not below, and 0 for 0."""
    if size <= 0:
        return 0.0
    steps = (step * 10.0**power for power in range(-2, 6) for step in LADDER)
    return next((step for step in steps if step >= size - 1e-12), size)
