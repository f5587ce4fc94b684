"""The Smithfield Market as one drawing: the wheel of prices that turns against the ring of goods, six stalls around it.

The ring of prices stands where the wheel has been turned to. A page with motion moves it there from where it stood:
the angle is a property of the element that holds the board, which stays when the board in it is drawn anew."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from mechanics.games.fagin import Board
from mechanics.views.boards.fagin import facts
from mechanics.views.boards.fagin.signs import cube, place, signs
from mechanics.views.boards.signs import INK

WIDTH, HEIGHT = 430, 264
MIDDLE = (WIDTH / 2, HEIGHT / 2)
RIM, GROOVE, HUB = 107, 76, 27
PLATE = 107  # width of a stall
CUBE, STEP = 15, 17
Point = tuple[float, float]


def draw_market(board: Board, names: Sequence[str]) -> str:
    """Return wheel and stalls as an <svg> that says for every part what it is."""
    goods = range(len(board.box.goods))
    label = f"Smithfield Market, {facts.wheel_said(board)}"
    stalls = "".join(_stall(board, good) for good in goods)
    return (
        f'<svg class="mm-market" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}" '
        f'font-size="14">{stalls}{_wheel(board)}</svg>'
    )


def angle(board: Board) -> float:
    """Return how far the ring of prices has been turned: in degrees clockwise, below zero as it goes the other way."""
    return -360 * facts.turned(board) / len(board.box.ring)


def motion(board: Board) -> str:
    """Return the style that tells the element which holds the board how far the wheel has been turned."""
    return f".widget-html-content:has(> .mm-wheel.{turned(board)}) {{ --mm-turn: {angle(board):g}deg; }}"


def turned(board: Board) -> str:
    """Return the class of a board whose wheel has been turned so far."""
    return f"mm-turned-{facts.turned(board)}-of-{len(board.box.ring)}"


# --- the wheel --------------------------------------------------------------------------------------------------------


def _wheel(board: Board) -> str:
    rim = "".join(_good(board, good) for good in range(len(board.box.goods)))
    ring = "".join(_price(board, k) for k in range(len(board.box.ring)))
    x, y = MIDDLE
    turning = f'<g class="mm-ring" transform="rotate({angle(board):g})">{ring}</g>'
    title = f"<title>{escape(facts.wheel_said(board))}</title>"
    edge = f'<circle r="{RIM}" fill="none" stroke="{INK}" stroke-width="2.5"/>'
    return f'<g transform="translate({x:g} {y:g})">{title}{rim}{turning}{edge}{_hub(board)}</g>'


def spread(board: Board) -> float:
    """Return the degrees that one good takes of the ring."""
    return 360 / len(board.box.goods)


def at_good(board: Board, good: int) -> float:
    """Return where a good lies on the ring, in degrees clockwise from the top: half of them at each side."""
    return spread(board) * (good + 0.5)


def _good(board: Board, good: int) -> str:
    """Return a good's part of the fixed rim: its colour and letter."""
    sign, half, here = signs(board.box)[good], spread(board) / 2, at_good(board, good)
    x, y = around((RIM + GROOVE) / 2, here)
    drawn = sector(GROOVE, RIM, here - half, here + half)
    return (
        f'<path d="{drawn}" fill="{sign.colour}" stroke="{INK}" stroke-width="1.2"/>'
        f'<text x="{x:.1f}" y="{y + 7:.1f}" text-anchor="middle" font-weight="bold" font-size="19" '
        f'fill="{sign.ink}">{sign.letter}</text>'
    )


def _price(board: Board, k: int) -> str:
    """Return one price of the turning ring, upright wherever the ring stands."""
    here, half = at_good(board, k), spread(board) / 2
    x, y = around((HUB + GROOVE) / 2 + 3, here)
    shade = ("#fffdf7", "#f3e3bd")[k % 2]
    part = f'<path d="{sector(HUB, GROOVE - 2, here - half, here + half)}" fill="{shade}" stroke="{INK}"/>'
    upright = f'<g class="mm-up" transform="rotate({-angle(board):g})">'
    look = 'y="9" text-anchor="middle" font-weight="bold" font-size="26"'
    number = f"{upright}<text {look} fill=\"{INK}\">{board.box.ring[k]}</text></g>"
    return f'{part}<g transform="translate({x:.1f} {y:.1f})">{number}</g>'


def _hub(board: Board) -> str:
    """Return the middle of the wheel: the die that turned it last."""
    hub = f'<circle r="{HUB}" fill="#8c2430" stroke="{INK}" stroke-width="1.5"/>'
    if not board.turns:
        return hub
    die = '<rect x="-12" y="-20" width="24" height="24" rx="5" fill="#fff" stroke="#33261a" stroke-width="1.3"/>'
    face = f'<text y="-1.5" text-anchor="middle" font-weight="bold" font-size="19">{board.turns[-1].die}</text>'
    return hub + die + face + '<text y="18" text-anchor="middle" fill="#fff">die</text>'


def around(radius: float, degrees: float) -> Point:
    """Return the point so far from the middle of the wheel, degrees clockwise from the top."""
    turn = degrees * pi / 180
    return radius * sin(turn), -radius * cos(turn)


def sector(inner: float, outer: float, start: float, end: float) -> str:
    """Return the path of a piece of a ring between two angles."""
    (ax, ay), (bx, by) = around(outer, start), around(outer, end)
    (cx, cy), (dx, dy) = around(inner, end), around(inner, start)
    return (
        f"M{ax:.1f} {ay:.1f}A{outer} {outer} 0 0 1 {bx:.1f} {by:.1f}L{cx:.1f} {cy:.1f}"
        f"A{inner} {inner} 0 0 0 {dx:.1f} {dy:.1f}z"
    )


# --- the stalls -------------------------------------------------------------------------------------------------------


def corner(many: int, good: int) -> Point:
    """Return the upper left corner of a stall: the first half down the right side, the others up the left side."""
    right = (many + 1) // 2
    row, rows = (good, right) if good < right else (many - 1 - good, many - right)
    high = HEIGHT / rows
    return (WIDTH - PLATE if good < right else 0.0), high * row + (high - 86) / 2


def _stall(board: Board, good: int) -> str:
    """Return a stall: colour, what it sells, price, its cubes and empty places, the warehouse behind it."""
    box, sign = board.box, signs(board.box)[good]
    x, y = corner(len(box.goods), good)
    plate = f'<rect width="{PLATE}" height="86" rx="6" fill="#fffdf7" stroke="#5b4630" stroke-width="1.5"/>'
    roof = f'<path d="M1 21V7q0-6 6-6h{PLATE - 14}q6 0 6 6v14z" fill="{sign.colour}" stroke="{INK}"/>'
    name = f'<text x="6" y="16" font-weight="bold" font-size="15" fill="{sign.ink}">{escape(box.goods[good])}</text>'
    called = f'<text x="6" y="36">{escape(box.called[good])}</text>'
    inside = f"{plate}{roof}{name}{_tag(board, good)}{called}{_cubes(board, good)}{_state(board, good)}"
    said = escape(facts.stall_said(board, good))
    return f'<g transform="translate({x:g} {y:.1f})"><title>{said}</title>{inside}</g>'


def _tag(board: Board, good: int) -> str:
    """Return the price of a good on a tag."""
    x = PLATE - 20
    return (
        f'<rect x="{x - 15}" y="3" width="31" height="19" rx="9" fill="#f2c14e" stroke="{INK}"/>'
        f'<text x="{x}" y="18" text-anchor="middle" font-weight="bold" font-size="16" fill="{INK}">'
        f"{board.prices[good]}</text>"
    )


def _cubes(board: Board, good: int) -> str:
    """Return the cubes of a stall and its empty places, the more there are the closer."""
    sign, stock, most = signs(board.box)[good], facts.at(board.stock, good), board.box.stall
    step = min(STEP, (PLATE - 8 - CUBE) / max(1, most - 1))
    places = range(most - 1, -1, -1)  # the first cube lies on top where they overlap
    return "".join(
        cube(sign, 5 + step * i, 43, CUBE) if i < stock else place(5 + step * i, 43, CUBE) for i in places
    )


def _state(board: Board, good: int) -> str:
    """Return whether a stall is empty or full, and what lies in its warehouse."""
    state = facts.stall_state(board, good)
    weight = ' font-weight="bold"' if state in ("empty", "full") else ""
    store = f'<text x="{PLATE - 5}" y="77" text-anchor="end">store {facts.at(board.store, good)}</text>'
    return f'<text x="5" y="77"{weight}>{state}</text>{store}'
