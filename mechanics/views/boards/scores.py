"""The final scores of any game, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from mechanics.table import Seat
from mechanics.views.boards.facts import winners
from mechanics.views.boards.signs import CROWN, labelled


def ranking(board: Any, names: Sequence[str], mark: Callable[[Seat], str], said: Callable[[Any, Seat], str]) -> str:
    """Return the final scores, highest first, the winners crowned; `said` puts the score of a seat in words."""
    scores, best = board.scores or (), winners(board)
    rows = []
    for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
        crown = labelled(CROWN, 20, 20, "mm-crown", "wins") if seat in best else ""
        score = f"<b>{escape(said(board, seat))}</b>"
        rows.append(f"<div>{crown}{mark(seat)}<span>{escape(names[seat])}</span>{score}</div>")
    return f'<div class="mm-scores">{"".join(rows)}</div>'
