"""How the tests put a question to a robot at a table that is laid out by hand, and take its answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from mechanics.choices import OneOf
from mechanics.table import Choice, Event, Free, Seat, Strategy, View


def asks(rule: str, choice: Choice, table: Any, free: OneOf | None = None, seat: Seat = 0) -> View:
    """This seat is asked under a rule."""
    return View(seat, rule, choice, free, (seat,), (Event(1, rule, "."),), table)


def says(robot: Strategy, view: View) -> Any:
    """The robot's answer, which must be legal."""
    answer = robot(view, np.random.default_rng(0))
    if isinstance(answer, Free):
        assert answer.option in view.free  # type: ignore[operator]
    else:
        assert answer in view.allowed  # type: ignore[operator]
    return answer
