"""Desks: what a game puts beside a question to show what the answers are worth; one module a game, if it has any."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from mechanics.table import View

__all__ = ["Desk", "desk"]


class Desk(Protocol):
    """A widget that `show` fills from a view and `clear` empties; `look` stands on the button that shows it."""

    widget: Any
    look: str

    def show(self, view: View) -> bool:
        """Show what the answers to this view's question are worth; say whether the desk knows."""

    def clear(self) -> None:
        """Empty everything."""


def desk(game_key: str, channel: str) -> Desk | None:
    """Return this game's desk, None if it has none; its chart follows the numbers typed in entries of this channel."""
    if find_spec(f"{__name__}.{game_key}") is None:
        return None
    return import_module(f"{__name__}.{game_key}").Desk(channel)
