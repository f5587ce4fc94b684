"""What the coach knows of a game beyond its rules: a module of the game's name, if there is one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from mechanics.saving import key_of
from mechanics.table import Game


def about(game: Game) -> Any:
    """Return the coach's module on this game, None if there is none.

    It may have: UNIT and points(score, box), how a final score reads; WIDTH, half the width of an interval that is
    narrow enough; SEALED, its sealed auctions by rule; prizes(table), what each seat won in the last auction."""
    module = f"{__package__}.{key_of(game)}"
    return import_module(module) if find_spec(module) else None


def unit_of(game: Game) -> str:
    """Return the unit of final scores as the coach says them."""
    return getattr(about(game), "UNIT", game.UNIT)
