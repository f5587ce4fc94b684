"""The players of Die Händler: screens, purses, tiles, cards, warehouses, and at the end the scores, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mechanics.games.haendler import Board
from mechanics.table import Seat, View
from mechanics.views.boards.haendler import facts
from mechanics.views.boards.haendler.signs import signs
from mechanics.views.boards.marks import mark, mark_of, player
from mechanics.views.boards.scores import ranking
from mechanics.views.boards.signs import (
    CLOSED_PURSE,
    DOTS,
    OPEN_PURSE,
    TICK,
    TURN,
    labelled,
    named,
    svg,
    tile,
)

CARD = '<rect x="1" y="1" width="14" height="20" rx="2.5" fill="#2e6b43" stroke="#33261a"/>'


def players(view: View, names: Sequence[str]) -> str:
    """Return one part for each player."""
    seats = "".join(_seat(view, names, seat) for seat in range(view.board.seats))
    return f'<div class="mm-seats">{seats}</div>'


def _seat(view: View, names: Sequence[str], seat: Seat) -> str:
    board: Board = view.board
    asked = seat in view.waiting and not view.sealed
    css = "mm-seat" + " mm-own" * (seat == view.seat) + " mm-asked" * asked
    lines = f"{_who(view, names, seat)}{_things(board, seat)}{_cards(view, seat)}{_stores(board, seat)}"
    return f'<div class="{css}" style="--c:{mark_of(seat).colour}">{lines}</div>'


def _who(view: View, names: Sequence[str], seat: Seat) -> str:
    """Return the first line: whose turn it is, mark, name, start player, envelope, purse."""
    board: Board = view.board
    state = facts.status(view, seat)
    turn = labelled(TURN, 18, 20, "mm-turn", "to choose") if state == "to choose" else ""
    badge = {"thinking": (DOTS, "still thinking"), "ready": (TICK, "envelope is in")}.get(state)
    sealed = labelled(badge[0], 20, 20, "mm-badge", f"{names[seat]}: {badge[1]}") if badge else ""
    return f'<div class="mm-who">{turn}{player(board, names, seat)}{sealed}{_purse(board, seat)}</div>'


def _purse(board: Board, seat: Seat) -> str:
    amount = board.purses[seat]
    bag = svg(CLOSED_PURSE if amount is None else OPEN_PURSE, 32, 32, "mm-bag")
    value = "" if amount is None else f"<b>{facts.number(amount)}</b>"
    return named("mm-purse", f"purse: {facts.purse_said(board, seat)}", bag + value)


def _things(board: Board, seat: Seat) -> str:
    """Return the second line: movement tiles, green cards, note, and what was said in an open auction."""
    up = board.tiles[seat] if board.tiles else ()
    tiles = "".join(f"<b>{n}</b>" if n in up else '<b class="mm-down"></b>' for n in board.box.tiles)
    said = f"tiles up: {', '.join(map(str, up)) or 'none'}"
    parts = [named("mm-tiles", said, tiles)] if board.tiles else []
    if many := facts.at(board.green_sizes, seat):
        parts.append(named("mm-greens", facts.count(many, "green card"), svg(CARD, 16, 22, "mm-back") + str(many)))
    if note := facts.note_said(board, seat):
        parts.append(named("mm-note", note, f"note {board.box.note_back}"))
    parts += [f'<span class="mm-spoken">{spoken}</span>'] if (spoken := facts.spoken(board, seat)) else []
    return f'<div class="mm-things">{"".join(parts)}{_disc(board, seat)}</div>'


def _disc(board: Board, seat: Seat) -> str:
    """Return the two pointers of a disc that lies open."""
    if (done := facts.turned(board)) is None:
        return ""
    known = signs(board.box)
    drawn = "".join(tile(known[good]) if good in known else '<b class="mm-zero">0</b>' for good in done.pointers[seat])
    return named("mm-disc", f"disc: {' and '.join(done.pointers[seat])}", f"disc{drawn}")


def _cards(view: View, seat: Seat) -> str:
    """Return the red cards of a seat, those used in this round pale, and on the own side the green ones by name."""
    board: Board = view.board
    red = "".join(_red(card, card in board.used) for card in (board.reds[seat] if board.reds else ()))
    own = board.greens if seat == view.seat else ()
    green = "".join(f'<span class="mm-green">{escape(card)}</span>' for card in own)
    return f'<div class="mm-hand">{red}{green}</div>' if red or green else ""


def _red(card: str, used: bool) -> str:
    said = f"{card}, used in this round" if used else card
    return named("mm-red mm-used" if used else "mm-red", said, escape(card))


def _stores(board: Board, seat: Seat) -> str:
    """Return the warehouses of a seat: city by city its goods."""
    known = signs(board.box)
    cities = "".join(
        named("mm-store", f"{city}: {facts.goods_said(goods)}", escape(city) + "".join(tile(known[g]) for g in goods))
        for city, goods in facts.stored(board, seat)
    )
    return f'<div class="mm-stores">{cities or "<em>no goods in store</em>"}</div>'


def final(board: Board, names: Sequence[str]) -> str:
    """Return the final scores, highest first, the winners crowned."""
    return ranking(board, names, mark, facts.score_said)
