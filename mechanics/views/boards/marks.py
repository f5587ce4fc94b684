"""The marks of the seats on a board, in the colours and nearly in the shapes that the same seats have in all charts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from mechanics.charts.theme import COLOURS
from mechanics.table import Seat
from mechanics.views.boards.signs import INK, MARKS, Mark, labelled, svg

SEATS = (
    *MARKS[:4],
    Mark("", "cross", '<path d="M7 1h6v6h6v6h-6v6H7v-6H1V7h6z"/>'),
    Mark("", "triangle pointing down", '<path d="M10 18L18.5 2.5H1.5z"/>'),
)
FLAG = f'<path d="M3 19V2l11 4l-11 4" fill="#f2c14e" stroke="{INK}" stroke-width="1.3"/>'


def mark_of(seat: Seat) -> Mark:
    """Return colour and shape of a seat."""
    return SEATS[seat]._replace(colour=COLOURS[seat])


def mark(seat: Seat) -> str:
    """Return the coloured shape of a seat, as decoration beside its name."""
    colour, _, drawing = mark_of(seat)
    return svg(drawing, 20, 20, "mm-mark", f"fill:{colour}")


def pip(seat: Seat, x: float, y: float, size: float) -> str:
    """Return the coloured shape of a seat inside a drawing, its upper left corner at x, y."""
    colour, _, drawing = mark_of(seat)
    shape = f'<g fill="{colour}" stroke="{INK}" stroke-width="1.4">{drawing}</g>'
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 20:.3f})">{shape}</g>'


def player(board: Any, names: Sequence[str], seat: Seat) -> str:
    """Return how a seat is called at its place on the board: its mark, its name, and a flag for the start player."""
    name = escape(names[seat])
    flag = labelled(FLAG, 16, 20, "mm-flag", "start player") if seat == board.first and board.round else ""
    return f'{mark(seat)}<span class="mm-name" title="{name}">{name}</span>{flag}'
