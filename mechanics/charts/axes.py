"""An axis whose ends are two signals, "low" and "high": a live chart moves it without being drawn anew."""

from __future__ import annotations

from typing import Any

import altair as alt


def moving_scale(below: float = 0.0, above: float = 0.08) -> alt.Scale:
    """Return a scale from "low" to "high" with room below and above, in parts of what lies between the two.

    What lies beyond is drawn at the end of the axis."""
    ends = [f"low - {below} * (high - low)", f"high + {above} * (high - low)"]
    return alt.Scale(domain=[alt.ExprRef(end) for end in ends], nice=False, zero=False, clamp=True)


def with_ends(chart: Any, low: float, high: float) -> Any:
    """Return the chart with its two signals; the ends must differ."""
    return with_signals(chart, low=float(low), high=float(high))


def with_signals(chart: Any, **values: float | None) -> Any:
    """Return the chart with named signals at its top (`add_params` copies all of it several times)."""
    new = chart.copy(deep=False)
    old = [] if new.params is alt.Undefined else list(new.params)
    new.params = [*old, *(alt.VariableParameter(name=name, value=value) for name, value in values.items())]
    return new
