"""The six places of the gang as one drawing: columns of spaces with urchins and constables, and the loot there."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mechanics.games.fagin import Board
from mechanics.views.boards.fagin import facts
from mechanics.views.boards.fagin.signs import CONSTABLE, signs
from mechanics.views.boards.marks import pip
from mechanics.views.boards.signs import INK

WIDTH, HEIGHT = 430, 264
TOP, SIDE = 34, 24  # the names above; the numbers of the spaces at the left, what is stolen there at the right


def draw_streets(board: Board, names: Sequence[str]) -> str:
    """Return the places as an <svg> that says for each who stands where."""
    many = len(board.box.places)
    said = "; ".join(facts.place_said(board, i, names) for i in range(many)) if board.streets else "not yet entered"
    columns = "".join(_column(board, i, names) for i in range(many))
    return (
        f'<svg class="mm-streets" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Places: {escape(said)}" '
        f'font-size="14">{_numbers(board)}{columns}</svg>'
    )


def high(board: Board) -> float:
    """Return the height of a space."""
    return (HEIGHT - TOP - 1) / board.box.spaces


def wide(board: Board) -> float:
    """Return the width of a column."""
    return (WIDTH - 2 * SIDE) / len(board.box.places)


def _numbers(board: Board) -> str:
    """Return the number of every space at the left, what an urchin on it steals at the right."""
    rows = "".join(_row(board, space) for space in range(board.box.spaces))
    heads = f'<text x="0" y="{TOP - 6}">no.</text><text x="{WIDTH}" y="{TOP - 6}" text-anchor="end">loot</text>'
    return f'<g fill="#5a4a35">{heads}{rows}</g>'


def _row(board: Board, space: int) -> str:
    y = TOP + high(board) * (space + 0.5) + 5
    look = ' font-weight="bold"' if space == board.box.entry else ""
    return (
        f'<text x="{SIDE - 5}" y="{y:.1f}" text-anchor="end"{look}>{space}</text>'
        f'<text x="{WIDTH - SIDE + 8}" y="{y:.1f}">{board.box.loot(space)}</text>'
    )


def _column(board: Board, place: int, names: Sequence[str]) -> str:
    """Return one place: its name, its colour, its spaces with who stands on them."""
    sign, called, w = signs(board.box)[place], board.box.places[place], wide(board)
    used = ' stroke="#c25f00" stroke-width="3"' if called in board.acted else f' stroke="{INK}"'
    head = f'<rect x="1.5" y="1" width="{w - 3:.1f}" height="{TOP - 3}" rx="4" fill="{sign.colour}"{used}/>'
    spaces = "".join(_space(board, place, space) for space in range(board.box.spaces))
    said = escape(facts.place_said(board, place, names)) if board.streets else escape(called)
    inside = f"{head}{_name(called, w, sign.ink)}{spaces}"
    return f'<g transform="translate({SIDE + w * place:.1f} 0)"><title>{said}</title>{inside}</g>'


def _name(called: str, w: float, ink: str) -> str:
    """Return the name of a place in one line or two, never wider than its column."""
    first, _, second = called.partition(" ")
    lines = [(first, 14), (second, 28)] if second else [(first, 21)]
    return "".join(
        f'<text x="{w / 2:.1f}" y="{y}" text-anchor="middle" fill="{ink}"{_squeezed(line, w)}>{escape(line)}</text>'
        for line, y in lines
    )


def _squeezed(line: str, w: float) -> str:
    return f' textLength="{w - 6:.0f}" lengthAdjust="spacingAndGlyphs"' if 7.2 * len(line) > w - 4 else ""


def _space(board: Board, place: int, space: int) -> str:
    """Return a space: the one where urchins enter set off, an urchin or the constable on it."""
    w, h, y = wide(board), high(board), TOP + high(board) * space
    fill = "#fbdf8c" if space == board.box.entry else "#fffdf7"
    box = f'<rect x="1.5" y="{y:.1f}" width="{w - 3:.1f}" height="{h:.1f}" fill="{fill}" stroke="#b59c78"/>'
    x, top, size = w / 2, y + 1.5, h - 3
    if board.streets and (seat := board.streets[place][space]) is not None:
        box += _ring(board, place, space, x, y) + pip(seat, x - size / 2, top, size)
    if place < len(board.constables) and board.constables[place] == space:
        scale = size / 20
        box += f'<g transform="translate({x - size / 2:.1f} {top:.1f}) scale({scale:.3f})">{CONSTABLE}</g>'
        box += f'<text x="{x + size / 2 + 4:.1f}" y="{y + h / 2 + 5:.1f}" fill="{INK}">C</text>'
    return box


def _ring(board: Board, place: int, space: int, x: float, y: float) -> str:
    """Return the mark around an urchin that this action has used."""
    if f"{board.box.places[place]} {space}" not in board.acted:
        return ""
    return f'<rect x="{x - 16:.1f}" y="{y + 1:.1f}" width="32" height="{high(board) - 2:.1f}" rx="8" fill="#ffd08a"/>'
