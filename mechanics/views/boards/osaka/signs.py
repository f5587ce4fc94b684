"""Small drawings of Traders of Osaka: goods with their letters and colours, marks of the seats, ships, anchors."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.osaka import Box
from mechanics.views.boards.signs import INK, Sign, svg
from mechanics.views.boards.signs import signs as signs_of

SIGNS: Mapping[str, Sign] = {
    "yellow": Sign(
        "Y", "#f4c81f", INK,
        '<path d="M3 12h18q0 9-9 9t-9-9z" fill="#8c2430"/><path d="M4 12q0-7 8-8t8 8z" fill="#fffdf7"/>'
        '<path d="M8 9l1 1M12 7l1 1M15 9.500l1 1M11 10l1 .5" fill="none" stroke-width="1.1"/>'
        '<path d="M8 21h8v2H8z" fill="#8c2430"/>',
    ),
    "blue": Sign(
        "B", "#1f5fa8", "#ffffff",
        '<path d="M9 2h6v4q6 3 6 9q-1 6-5 7H8q-4-1-5-7q0-6 6-9z" fill="#fffdf7"/>'
        '<path d="M4 13q4 3 8 0t8 0v3q-4 3-8 0t-8 0zM9 4h6" fill="#1f5fa8" stroke="#1f5fa8" stroke-width="1.2"/>',
    ),
    "green": Sign(
        "G", "#1f7a4d", "#ffffff",
        '<path d="M10 2h4v5q5 3 5 8v6q-7 3-14 0v-6q0-5 5-8z" fill="#3c9168"/>'
        '<path d="M8 13h8v6H8z" fill="#fffdf7"/><path d="M12 14v4M10.5 16h3" fill="none" stroke-width="1.2"/>',
    ),
    "red": Sign(
        "R", "#c2282d", "#ffffff",
        '<path d="M3 6q9-4 18 0v5q-2 1-1 4l1 4q-9 4-18 0z" fill="#dd4a4f"/>'
        '<ellipse cx="4" cy="12.5" rx="2.6" ry="6.4" fill="#fff1e6"/>'
        '<path d="M4 9.500q1.5 3 0 6M11 5v15M16 5.500v14" fill="none" stroke-width="1"/>',
    ),
}  # fmt: skip

ANCHOR = (
    '<path d="M10 6.500v11M6 9.500h8M3 12.500q1 5 7 5.500q6-.5 7-5.5" fill="none" stroke="{ink}" stroke-width="2.2" '
    'stroke-linecap="round"/><circle cx="10" cy="4" r="2.2" fill="none" stroke="{ink}" stroke-width="1.8"/>'
)
CARD = f'<rect x="1" y="1" width="14" height="20" rx="2.5" fill="#17405f" stroke="{INK}"/>' + (
    '<path d="M4 8q2-3 4 0t4 0M4 13q2-3 4 0t4 0" fill="none" stroke="#bfe0ea" stroke-width="1.3"/>'
)
SAIL = "M15 4q19-3 34 0q3 16 0 30q-17 3-34 0q3-15 0-30z"
HULL = "M3 36q28 5 56-2q1 8-6 15H13q-8-4-10-13z"


def signs(box: Box) -> Mapping[str, Sign]:
    """Return the sign of each colour of this box."""
    return dict(zip(box.colours, signs_of(box.colours, SIGNS), strict=True))


def anchors(many: int, ink: str) -> str:
    """Return the insurance symbols of a card."""
    return svg(ANCHOR.format(ink=ink), 20, 20, "mm-anchor") * many


def ship(sign: Sign) -> str:
    """Return a ship 62 units wide and 50 high: a wooden hull, and one sail of its colour with its letter."""
    glow = f'<path d="{SAIL}{HULL}" fill="none" stroke="#fffdf7" stroke-width="5" stroke-linejoin="round"/>'
    plank = '<path d="M5 41q26 5 51-1" fill="none" stroke="#e8d3a4" stroke-width="1.6"/>'
    hull = f'<path d="{HULL}" fill="#8a5526"/>{plank}'
    mast = f'<path d="M32 1v36" fill="none" stroke-width="2.6"/><path d="{SAIL}" fill="{sign.colour}"/>'
    look = 'x="32.5" y="27" text-anchor="middle" font-size="23" font-weight="bold" stroke="none"'
    letter = f'<text {look} fill="{sign.ink}">{sign.letter}</text>'
    return f'{glow}<g stroke="{INK}" stroke-width="1.5" stroke-linejoin="round">{mast}{hull}{letter}</g>'


def wave(x: float, y: float, many: int) -> str:
    """Return a line of so many small waves from x, y on, as part of a path."""
    return f"M{x:.0f} {y:.0f}q7-8 14 0" + "t14 0" * (many - 1)


def roof(x: float, y: float, wide: float) -> str:
    """Return the curved roof of a house or a gate, its middle at x, as part of a path."""
    half = wide / 2
    return f"M{x - half - 4:.0f} {y:.0f}q{half:.0f}-1 {half + 4:.0f}-9q4 8 {half + 4:.0f} 9z"
