"""What was traded in the market that is shown, and how the wheel has stood so far, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from mechanics.games.fagin import Board, Turned
from mechanics.table import Seat
from mechanics.views.boards.fagin import facts
from mechanics.views.boards.fagin.signs import signs
from mechanics.views.boards.marks import mark
from mechanics.views.boards.signs import named, tile

ROWS = 12  # rows in all: trades of the seats above, turns of the wheel below


def side(board: Board, names: Sequence[str]) -> str:
    """Return what each has bought and sold, and the latest turns of the wheel, under one row of goods."""
    tiles = "".join(f"<b>{tile(sign)}</b>" for sign in signs(board.box))
    many = len(board.box.goods)
    inside = f"{_trades(board, names, tiles)}{_turns(board, tiles)}"
    return f'<div class="mm-side" style="--g:{many}">{inside}</div>'


def _line(first: str, cells: Iterable[str], last: str) -> str:
    return f"<span>{first}</span>{''.join(f'<b>{cell}</b>' for cell in cells)}<i>{last}</i>"


def _trades(board: Board, names: Sequence[str], tiles: str) -> str:
    """Return who has bought (+) and sold (−) what in the open market, or in the last one."""
    said = facts.session_said(board)
    title = f"Bought and sold, {said}" if said else "Nothing bought or sold yet"
    head = f'<div class="mm-row mm-top"><span>{escape(title)}</span></div>'
    rows = "".join(_trader(board, names, seat) for seat in range(board.seats)) if said else ""
    goods = f'<div class="mm-row"><span></span>{tiles}<i>shillings</i></div>' if said else ""
    return head + goods + rows


def _trader(board: Board, names: Sequence[str], seat: Seat) -> str:
    done = facts.net(board, seat)
    who = f"{mark(seat)}<u>{escape(names[seat])}</u>"
    inside = _line(who, (facts.signed(many) or "·" for many in done.cubes), facts.signed(done.money) or "·")
    return named("mm-row", f"{names[seat]}: {_said(board, seat)}", inside, "div")


def _said(board: Board, seat: Seat) -> str:
    done = facts.net(board, seat)
    cubes = [f"{facts.signed(many)} {good}" for many, good in zip(done.cubes, board.box.goods, strict=True) if many]
    return f"{', '.join(cubes)}; {facts.signed(done.money) or 0} shillings" if cubes else "nothing"


def _turns(board: Board, tiles: str) -> str:
    """Return the latest turns of the wheel, the newest first: round, prices, die."""
    room = ROWS - (board.seats + 1 if facts.session_said(board) else 0)
    rows = "".join(_turn(board, turn) for turn in board.turns[::-1][: max(3, room)])
    head = f'<div class="mm-row mm-top"><span>The wheel so far</span>{tiles}<i>die</i></div>'
    return head + rows


def _turn(board: Board, turn: Turned) -> str:
    prices = [str(price) for price in board.box.prices[turn.after]]
    said = ", ".join(f"{good} {price}" for good, price in zip(board.box.goods, prices, strict=True))
    inside = _line(f"round {turn.round + 1}", prices, str(turn.die))
    return named("mm-row", f"round {turn.round + 1}: {said}; die {turn.die}", inside, "div")
