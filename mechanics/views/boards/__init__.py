"""Boards: what a View shows, drawn as one self-contained piece of HTML; one module a game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from mechanics.table import View

__all__ = ["board"]

GAMES = ("turin", "haendler", "fagin", "osaka")


def board(game_key: str, view: View, names: Sequence[str], before: View | None = None) -> str:
    """Return this game's board ("turin") as HTML: what the view shows, with the players' names.

    `before` is the view that was drawn last in the same place: a board that shows moves shows what has moved since.
    Raises ValueError if no board is drawn for the game or a name is missing."""
    if game_key not in GAMES:
        raise ValueError(f"There is no board for the game {game_key!r}; there is one for {' and for '.join(GAMES)}.")
    module = import_module(f"{__name__}.{game_key}")
    drawn: str
    if before is None or not hasattr(module, "draw_move"):
        drawn = module.draw(view, names)
    else:
        drawn = module.draw_move(before, view, names)
    return drawn
