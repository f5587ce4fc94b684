"""What every robot looks at first: the board, its own seat, and what it may answer."""

from __future__ import annotations

from typing import Any

from mechanics.table import Seat, View


def mine(view: View) -> tuple[Any, Seat, Any]:
    """Return the board, the own seat and the choice; ValueError for a spectator and for who is not asked."""
    if view.seat is None:
        raise ValueError("A spectator has no seat to play for.")
    if view.allowed is None:
        raise ValueError(f"This seat is not asked anything under {view.rule}.")
    return view.board, view.seat, view.allowed
