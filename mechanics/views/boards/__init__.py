"""Boards: what a View shows, drawn as one self-contained piece of HTML; one module a game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from mechanics.table import View

__all__ = ["board"]


def board(game_key: str, view: View, names: Sequence[str]) -> str:
    """Return this game's board ("turin") as HTML: what the view shows, with the players' names.

    Raises ValueError if no board is drawn for the game or a name is missing."""
    if not game_key.isidentifier() or find_spec(f"{__name__}.{game_key}") is None:
        raise ValueError(f"There is no board for the game {game_key!r}; there is one for turin.")
    drawn: str = import_module(f"{__name__}.{game_key}").draw(view, names)
    return drawn
