"""Small drawings: the goods with their letters and colours, the marks of the seats, purses, fists and the goose.

All are plain SVG fragments in the page itself: no script, no outside file, no namespace address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from mechanics.table import Seat

INK = "#33261a"


class Sign(NamedTuple):
    """How one good is told apart: a letter, the colour behind it, the ink on that colour, a drawing 24 units wide."""

    letter: str
    colour: str
    ink: str
    drawing: str


class Mark(NamedTuple):
    """How one seat is told apart: a colour (Okabe-Ito), a shape in words, its drawing 20 units wide."""

    colour: str
    shape: str
    drawing: str


_LEAF = '<path d="M12 6q2-5 8-4q-1 5-8 4z" fill="#4f8a3c"/>'
_STALK = '<path d="M12 8V3" fill="none" stroke="#4f6b2f" stroke-width="2"/>'
_GRAPES = "".join(
    f'<circle cx="{x}" cy="{y}" r="3.2"/>' for x, y in ((6, 10), (12, 10), (18, 10), (9, 15), (15, 15), (12, 20))
)
_SCALES = "".join(
    f'<path d="M{x - 4} {y}q0-6 4-7q4 1 4 7q-4 3-8 0z"/>'
    for x, y in ((12, 10), (8, 13), (16, 13), (6, 17), (12, 17), (18, 17))
)

SIGNS: Mapping[str, Sign] = {
    "truffle": Sign(
        "F", "#4a3526", "#ffffff",
        '<path d="M4 15q-2-5 3-7q2-5 7-3q6-1 6 5q3 5-2 8q-4 4-9 2q-5 0-5-5z" fill="#5b4331"/>'
        '<path d="M8 11q3-3 5 0t5 0M7 16q3-2 5 0t5-1" fill="none" stroke="#e6d2b5" stroke-width="1.3"/>',
    ),
    "hazelnut": Sign(
        "H", "#94561f", "#ffffff",
        '<path d="M5 10q0 7 7 12q7-5 7-12z" fill="#c98747"/>'
        '<path d="M4 11q0-8 8-8t8 8l-3-2l-2 2l-3-2l-3 2l-2-2z" fill="#7a4a20"/>',
    ),
    "artichoke": Sign(
        "A", "#2c7568", "#ffffff",
        f'<path d="M12 18v5" stroke="#3c6b4f" stroke-width="3"/><g fill="#5fa58c">{_SCALES}</g>',
    ),
    "lemon": Sign(
        "L", "#f7cf1d", INK,
        f'<path d="M2 15q3-1 4-3q5-7 12-2q1 2 4 3q-2 2-3 4q-5 6-12 1q-2-2-5-3z" fill="#f9d62e"/>{_LEAF}',
    ),
    "grape": Sign("G", "#6b3fa0", "#ffffff", f'{_STALK}{_LEAF}<g fill="#8458bd">{_GRAPES}</g>'),
    "pepper": Sign(
        "E", "#ef8a17", INK,
        '<path d="M5 8q3-3 7-1q4-2 7 1q3 6-1 11q-2 4-6 2q-4 2-6-2q-4-5-1-11z" fill="#f39a2d"/>'
        '<path d="M10 8q-2 6 0 12M14.5 8q2 6 0 12" fill="none" stroke-width="1"/>'
        '<path d="M11 8q0-4 3-6" fill="none" stroke="#3f7a34" stroke-width="2.6"/>',
    ),
    "tomato": Sign(
        "T", "#c2282d", "#ffffff",
        '<ellipse cx="12" cy="14.5" rx="9.5" ry="8" fill="#dd3f3f"/>'
        '<path d="M12 7l2 2l4-1l-2 3l2 3l-4-1.5l-2 3l-2-3l-4 1.5l2-3l-2-3l4 1z" fill="#4f8a3c" stroke-width=".7"/>',
    ),
    "onion": Sign(
        "O", "#a93b7c", "#ffffff",
        '<path d="M12 2q0 5 5 7q7 6 1 11q-6 4-12 0q-6-5 1-11q5-2 5-7z" fill="#cf7fb0"/>'
        '<path d="M12 7q-6 6-2 14M12 7q6 6 2 14M9 22.5l-1 1M15 22.5l1 1" fill="none" stroke-width="1"/>',
    ),
    "potato": Sign(
        "P", "#d9b36c", INK,
        '<path d="M3 13q0-7 7-8q3 0 5 2q7 2 6 8q-2 7-9 6q-8 0-9-8z" fill="#dfbd7c"/>'
        '<path d="M8 11h1.5M14 10h1.5M11 15h1.5M16 15h1.5M7 16h1.5" stroke-width="1.6"/>',
    ),
}  # fmt: skip

MARKS = (
    Mark("#0072B2", "circle", '<circle cx="10" cy="10" r="8"/>'),
    Mark("#E69F00", "square", '<rect x="2.5" y="2.5" width="15" height="15"/>'),
    Mark("#009E73", "triangle", '<path d="M10 2L18.5 17.5H1.5z"/>'),
    Mark("#D55E00", "diamond", '<path d="M10 1L19 10L10 19L1 10z"/>'),
    Mark(
        "#CC79A7", "star",
        '<path d="M10 1l2.7 5.7l6.3.8l-4.6 4.3l1.2 6.2l-5.6-3l-5.6 3l1.2-6.2l-4.6-4.3l6.3-.8z"/>',
    ),
)  # fmt: skip


def signs(goods: Sequence[str], known: Mapping[str, Sign] = SIGNS) -> tuple[Sign, ...]:
    """Return one sign per good, all letters distinct; a good that is not `known` gets a disc and a free letter.

    Raises ValueError for more than 26 goods."""
    taken: dict[str, str] = {good: known[good].letter for good in goods if good in known}
    for good in goods:
        if good not in taken:
            taken[good] = _free_letter(good, set(taken.values()))
    return tuple(known.get(good) or _plain(taken[good]) for good in goods)


def _free_letter(good: str, taken: set[str]) -> str:
    wished = [c for c in (good.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if c.isalpha()]
    for letter in wished:
        if letter not in taken:
            return letter
    raise ValueError("A board tells 26 goods apart, one letter each; these are more.")


def _plain(letter: str) -> Sign:
    return Sign(letter, "#5f6b73", "#ffffff", '<circle cx="12" cy="12" r="9" fill="#93a1ab"/>')


def svg(drawing: str, width: int, height: int, css: str, style: str = "") -> str:
    """Return a drawing as decoration: hidden from screen readers, which read the label of what it stands in."""
    styled = f' style="{style}"' if style else ""
    return f'<svg class="{css}" viewBox="0 0 {width} {height}" aria-hidden="true"{styled}>{drawing}</svg>'


def labelled(drawing: str, width: int, height: int, css: str, label: str) -> str:
    """Return a drawing that says what it is: `label` is its name for screen readers and its tooltip."""
    said = escape(label)
    role = f'role="img" aria-label="{said}"'
    return f'<svg class="{css}" viewBox="0 0 {width} {height}" {role}><title>{said}</title>{drawing}</svg>'


def named(css: str, label: str, inside: str, tag: str = "span") -> str:
    """Return an element that stands for one thing: `label` is its name for screen readers and its tooltip."""
    said = escape(label)
    return f'<{tag} class="{css}" role="img" aria-label="{said}" title="{said}">{inside}</{tag}>'


def picture(sign: Sign) -> str:
    """Return the drawing of a good, as decoration beside its name."""
    return svg(f'<g stroke="{INK}" stroke-linejoin="round">{sign.drawing}</g>', 24, 24, "mm-sign")


def tile(sign: Sign) -> str:
    """Return the letter of a good on its colour."""
    return f'<b class="mm-tile" style="background:{sign.colour};color:{sign.ink}">{sign.letter}</b>'


def mark(seat: Seat) -> str:
    """Return the coloured shape of a seat, as decoration beside its name."""
    colour, _, drawing = MARKS[seat]
    return svg(drawing, 20, 20, "mm-mark", f"fill:{colour}")


_FINGERS = "".join(f'<rect x="{x}" y="7" width="7.5" height="17" rx="3.7"/>' for x in (6, 13, 20, 27))
_SPREAD = "".join(
    f'<rect x="{x}" y="{y}" width="6" height="19" rx="3" transform="rotate({turn} {x + 3} 26)"/>'
    for x, y, turn in ((8, 7, -16), (14.5, 4, -5), (21, 4, 6), (27, 7, 18))
)
_CUFF = '<rect x="9" y="33" width="23" height="6.5" rx="1.5" fill="{colour}"/>'


def fist(seat: Seat) -> str:
    """Return a closed fist with a cuff of the seat's colour."""
    drawing = (
        f'<g fill="#fbe3c4"><path d="M10 34V20h22v14z"/>{_FINGERS}'
        '<rect x="4.5" y="19" width="21" height="9" rx="4.5"/></g>'
    )
    return _hand(drawing, seat)


def open_hand(seat: Seat) -> str:
    """Return an open hand, a coin on its palm, with a cuff of the seat's colour."""
    drawing = (
        f'<g fill="#fbe3c4">{_SPREAD}'
        '<rect x="29" y="18" width="6.5" height="15" rx="3.2" transform="rotate(42 32 32)"/>'
        '<path d="M9 20q12-4 23 0l-2 14H11z"/></g><circle cx="20.5" cy="25.5" r="5.5" fill="#f2c14e"/>'
    )
    return _hand(drawing, seat)


def _hand(drawing: str, seat: Seat) -> str:
    cuff = _CUFF.format(colour=MARKS[seat].colour)
    return svg(f'<g stroke="{INK}" stroke-width="1.2">{drawing}{cuff}</g>', 41, 41, "mm-fist")


OPEN_PURSE = (
    f'<g stroke="{INK}" stroke-width="1.3"><g fill="#f2c14e"><circle cx="12" cy="8" r="4.5"/>'
    '<circle cx="19" cy="7" r="4.5"/></g><path d="M6 11h20q7 12 1 19q-11 4-22 0q-6-7 1-19z" fill="#a5672f"/>'
    '<path d="M6 12q10 4 20 0" fill="none" stroke="#f6dfb8"/></g>'
)
CLOSED_PURSE = (
    f'<g stroke="{INK}" stroke-width="1.3"><path d="M9 3q7 4 14 0l-3 8h-8z" fill="#a5672f"/>'
    '<path d="M10 12h12q12 10 6 18q-12 4-24 0q-6-8 6-18z" fill="#8a5526"/>'
    '<rect x="9" y="10" width="14" height="3.5" rx="1.7" fill="#c2282d"/></g>'
)
GOOSE = (
    f'<g stroke="{INK}" stroke-width="1.2" stroke-linejoin="round">'
    '<path d="M8 4q5-3 7 1q1 4-1 8q7-3 14 1q1 9-9 10q-10 0-12-6q0-4 3-7q1-3-1-4z" fill="#ffffff"/>'
    '<path d="M9 4L3 6.5l6 1.5z" fill="#ef8a17"/><circle cx="11.5" cy="5.5" r=".8"/>'
    '<path d="M17 24v4h-3M21 24v4h-3" fill="none" stroke="#c25f00" stroke-width="1.7"/></g>'
)
CROWN = (
    f'<path d="M3 18L2 6l6 5l4-8l4 8l6-5l-1 12z" fill="#f2c14e" stroke="{INK}" stroke-width="1.2" '
    'stroke-linejoin="round"/>'
)
TICK = (
    '<circle cx="10" cy="10" r="9" fill="#1d7a46"/>'
    '<path d="M5.5 10.5l3 3l6-7" fill="none" stroke="#fff" stroke-width="2.4"/>'
)
DOTS = (
    f'<circle cx="10" cy="10" r="9" fill="#fffdf6" stroke="{INK}"/>'
    f'<path d="M5 10h.1M10 10h.1M15 10h.1" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
)
PENNANT = f'<path d="M2 15V1l8 4l-8 4" fill="#c2282d" stroke="{INK}"/>'
TURN = f'<path d="M2 2l14 8l-14 8z" fill="{INK}"/>'
BACK = (
    f'<rect x="1" y="1" width="14" height="20" rx="2.5" fill="#8c2f39" stroke="{INK}"/>'
    '<path d="M4 11l4-6l4 6l-4 6z" fill="none" stroke="#f6dfb8" stroke-width="1.3"/>'
)
