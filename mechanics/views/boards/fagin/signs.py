"""Small drawings of Fagin's Gang: cubes with their letters and colours, marks of the seats, coin, flag, constable."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.fagin import Box
from mechanics.views.boards.signs import INK, Sign
from mechanics.views.boards.signs import signs as signs_of

# The letter is that of the colour, because questions and buttons name the colour; black takes K, as printers do.
GOODS: Mapping[str, Sign] = {
    "blue": Sign(
        "B", "#1f5fa8", "#ffffff",
        '<path d="M3 5h8q1 0 1 1q0-1 1-1h8v14h-8q-1 0-1 1q0-1-1-1H3z" fill="#3f80c6"/>'
        '<path d="M12 6v14" fill="none"/>',
    ),
    "purple": Sign(
        "P", "#6d2f8f", "#ffffff",
        '<circle cx="12" cy="15" r="7" fill="none" stroke-width="4.5"/>'
        '<circle cx="12" cy="15" r="7" fill="none" stroke="#f2c14e" stroke-width="2.4"/>'
        '<path d="M12 8L7.5 4l2-2.5h5l2 2.5z" fill="#a56bc4"/>',
    ),
    "green": Sign(
        "G", "#2e6b34", "#ffffff",
        '<path d="M12 7q6-4 9 2q1 8-6 13q-3-1-6 0q-7-5-6-13q3-6 9-2z" fill="#57a05c"/>'
        '<path d="M12 7q0-4 3-5" fill="none" stroke-width="1.8"/>',
    ),
    "yellow": Sign(
        "Y", "#f4d03f", INK,
        '<path d="M9.5 5q0-3.5 2.5-3.5t2.5 3.5" fill="none" stroke-width="1.6"/>'
        '<circle cx="12" cy="14" r="8.5" fill="#f7dc6f"/><path d="M12 9v5l4 2" fill="none" stroke-width="1.7"/>',
    ),
    "black": Sign(
        "K", "#2b2b2b", "#ffffff",
        '<path d="M7 2v7q0 3 2.5 3v10M4.5 2v6M9.5 2v6" fill="none" stroke-width="1.8"/>'
        '<path d="M17 2q4 5 1 10v10h-2V2z" fill="#9aa3a8"/>',
    ),
    "red": Sign(
        "R", "#b3202c", "#ffffff",
        '<path d="M3 6l9-3l9 3l-2 12l-7 3l-7-3z" fill="#d84b55"/>'
        '<path d="M3 6l9 4l9-4M12 10v11" fill="none" stroke-width="1.1"/>',
    ),
}  # fmt: skip

COIN = (
    f'<circle cx="10" cy="10" r="8.8" fill="#f2c14e" stroke="{INK}" stroke-width="1.3"/>'
    f'<path d="M6 14V6.5l4 4.5l4-4.5V14" fill="none" stroke="{INK}" stroke-width="1.9"/>'
)
CONSTABLE = (
    f'<g stroke="{INK}" stroke-width="1.1"><path d="M3 19q0-6 7-6t7 6z" fill="#223a63"/>'
    '<circle cx="10" cy="10.5" r="3.6" fill="#fbe3c4"/>'
    '<path d="M3.5 8.5h13v-1.7h-2.7V1H6.2v5.8H3.5z" fill="#1b2233"/></g>'
)
HOME = (
    f'<g stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"><path d="M2 10L10 2l8 8h-2.5v8h-11v-8z" '
    f'fill="#d9b36c"/></g><path d="M8 18v-5h4v5" fill="{INK}"/>'
)


def signs(box: Box) -> tuple[Sign, ...]:
    """Return the sign of each good of this box, in its order."""
    return signs_of(box.goods, GOODS)


def cube(sign: Sign, x: float, y: float, size: float) -> str:
    """Return a cube inside a drawing: its letter on its colour, lit from above; its upper left corner at x, y."""
    middle = f'x="{x + size / 2:.1f}" y="{y + size * 0.82:.1f}"'
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{size}" height="{size}" rx="2.5" fill="{sign.colour}" stroke="{INK}"/>'
        f'<path d="M{x + 2:.1f} {y + 2:.1f}h{size - 4}" stroke="#fff" stroke-opacity=".55" stroke-width="1.6"/>'
        f'<text {middle} text-anchor="middle" font-weight="bold" font-size="14" fill="{sign.ink}">{sign.letter}</text>'
    )


def place(x: float, y: float, size: float) -> str:
    """Return an empty place for a cube inside a drawing."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{size}" height="{size}" rx="2.5" fill="#efe3c9" stroke="#7a6a55" '
        'stroke-dasharray="2.5 2"/>'
    )
