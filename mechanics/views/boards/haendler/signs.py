"""Small drawings of Die Händler: goods with their letters and colours, marks of the seats, carts, shields, courier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mechanics.games.haendler import Box
from mechanics.games.haendler.state import LETTERS
from mechanics.table import Seat
from mechanics.views.boards.marks import pip
from mechanics.views.boards.signs import INK, Sign
from mechanics.views.boards.signs import signs as signs_of

GOODS: Mapping[str, Sign] = {
    "cloth": Sign(
        "C", "#a3313b", "#ffffff",
        '<path d="M3 8q9-5 18 0v9q-9 5-18 0z" fill="#c9525c"/><ellipse cx="4" cy="12.5" rx="2.5" ry="4.6" fill="#fff"/>'
        '<path d="M10 6v13M16 6.5v12" fill="none"/>',
    ),
    "wine": Sign(
        "W", "#5b2a86", "#ffffff",
        '<path d="M4 5q8-3 16 0q3 7 0 14q-8 3-16 0q-3-7 0-14z" fill="#a5672f"/>'
        '<path d="M3 9q9 2 18 0M3 15q9 2 18 0" fill="none" stroke-width="1.6"/>'
        '<circle cx="12" cy="12" r="2" fill="#5b2a86"/>',
    ),
    "salt": Sign(
        "S", "#ffffff", INK,
        '<path d="M7 7q-6 8-3 14h16q3-6-3-14z" fill="#efe6d2"/><path d="M7 7q5-5 10 0l-1 2H8z" fill="#fff"/>',
    ),
    "food": Sign(
        "F", "#f2c14e", INK,
        '<path d="M12 22V9" fill="none" stroke-width="1.6"/>'
        '<path d="M12 2q3 3 0 7q-3-4 0-7zM11 13q-5 0-6-5q6 0 6 5zM13 13q5 0 6-5q-6 0-6 5zM11 19q-5 0-6-5q6 0 6 5z'
        'M13 19q5 0 6-5q-6 0-6 5z" fill="#f2c14e"/>',
    ),
    "iron": Sign(
        "I", "#46535c", "#ffffff",
        '<path d="M3 18l3-7h10l5 7z" fill="#7e8d97"/><path d="M6 11l2-4h7l1 4z" fill="#a9b6be"/>',
    ),
    "silk": Sign(
        "K", "#7fc8b8", INK,
        '<path d="M8 3h8l-1 4q5 7-1 8q-2 0-4 6q-4-7 0-8q-4-3-1-6z" fill="#7fc8b8"/>',
    ),
}  # fmt: skip

SHIELD = "M2 2h16v9q0 7-8 11q-8-4-8-11z"
COURIER = (
    f'<g stroke="{INK}" stroke-width="1.1" stroke-linejoin="round">'
    '<path d="M4 25l2-9q-1-3 2-4l9-1q3-5 7-5l1 2l3 2l-1 3l-4-1l-2 5q0 3-1 8h-2l-2-7h-6l-4 7z" fill="#f6f1e6"/>'
    '<path d="M11 12q-1-6 3-6q3 1 2 5l-1 3h-3z" fill="#a8323a"/><circle cx="14" cy="4" r="2.6" fill="#fbe3c4"/></g>'
)


def signs(box: Box) -> Mapping[str, Sign]:
    """Return the sign of each good of this box."""
    return dict(zip(box.goods, signs_of(box.goods, GOODS), strict=True))


def block(sign: Sign, x: float, y: float) -> str:
    """Return the letter of a good on its colour inside a drawing, 16 units wide and high."""
    return (
        f'<rect x="{x}" y="{y}" width="16" height="16" rx="3" fill="{sign.colour}" stroke="{INK}"/>'
        f'<text x="{x + 8}" y="{y + 13}" text-anchor="middle" font-weight="bold" fill="{sign.ink}">{sign.letter}</text>'
    )


def crest(seat: Seat) -> str:
    """Return the coat of arms of a loading master, 20 units wide and 22 high."""
    shield = f'<path d="{SHIELD}" fill="#fffdf7" stroke="{INK}" stroke-width="1.6"/>'
    return shield + pip(seat, 4, 3.5, 12)


def cart(lot: int, owners: Sequence[Seat], master: Seat | None) -> str:
    """Return a wagon, 50 units wide and 30 high: its letter, a mark for every piece on it, its master's arms."""
    body = f'<path d="M2 4h44l-3 19h-38z" fill="#8a5526" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"/>'
    wheels = "".join(
        f'<circle cx="{x}" cy="24" r="5" fill="#d9b36c" stroke="{INK}" stroke-width="1.3"/>'
        f'<path d="M{x - 5} 24h10M{x} 19v10" stroke="{INK}" stroke-width=".9"/>'
        for x in (12, 36)
    )
    look = 'x="11" y="18" text-anchor="middle" font-weight="bold" font-size="15" fill="#fff"'
    letter = f"<text {look}>{LETTERS[lot]}</text>"
    arms = "" if master is None else f'<g transform="translate(38 -9) scale(.9)">{crest(master)}</g>'
    return body + wheels + letter + _heap(owners) + arms


def _heap(owners: Sequence[Seat]) -> str:
    """Return the marks of the pieces on a cart, the more the smaller."""
    columns, size = (2, 9.0) if len(owners) <= 2 else (3, 8.0) if len(owners) <= 6 else (5, 4.9)
    return "".join(
        pip(seat, 18 + i % columns * (size + 0.4), 5 + i // columns * (size + 0.2), size)
        for i, seat in enumerate(owners)
    )
