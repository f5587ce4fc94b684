"""Price table, status ladder, track of arrivals and open red cards of Die Händler as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mechanics.games.haendler import Board
from mechanics.views.boards.haendler import facts
from mechanics.views.boards.haendler.signs import signs
from mechanics.views.boards.marks import mark
from mechanics.views.boards.signs import named, picture, tile


def prices(board: Board) -> str:
    """Return the price table, dearest row first: both columns, and the marker of every good in its row."""
    head = '<div class="mm-row mm-top"><b>buy</b><b>sell</b></div>'
    rows = "".join(_price_row(board, row) for row in reversed(range(len(board.box.buy))))
    stock = "".join(_stock(board, good) for good in range(len(board.box.goods)))
    many = len(board.box.goods)
    return (
        f'<div class="mm-prices" style="--g:{many}"><div class="mm-title">Prices</div>{head}{rows}'
        f'<div class="mm-stock">{stock}</div></div>'
    )


def _price_row(board: Board, row: int) -> str:
    box, known = board.box, signs(board.box)
    here = [good for good, at in zip(box.goods, board.rows, strict=False) if at == row]
    cells = "".join(f"<span>{tile(known[good]) if good in here else ''}</span>" for good in box.goods)
    said = f"buy for {box.buy[row]}, sell for {box.sell[row]}: {', '.join(here) or 'nothing'}"
    return named("mm-row", said, f"<b>{box.buy[row]}</b><b>{box.sell[row]}</b>{cells}", "div")


def _stock(board: Board, good: int) -> str:
    called = board.box.goods[good]
    left = board.stock[good] if board.stock else 0
    sign = signs(board.box)[called]
    inside = f"{tile(sign)}{picture(sign)}<span>{escape(called)}</span><b>{left}</b>"
    return named("mm-kind", f"{called}: {left} in stock", inside)


def ladder(board: Board, names: Sequence[str]) -> str:
    """Return the ranks, highest first: what each costs in a round, and who stands there."""
    rows = "".join(_rank(board, rank, names) for rank in reversed(range(len(board.box.ranks))))
    title = '<div class="mm-title"><span>Ranks</span><span>cost a round</span></div>'
    return f'<div class="mm-ladder">{title}{rows}</div>'


def _rank(board: Board, rank: int, names: Sequence[str]) -> str:
    here = [seat for seat, stands in enumerate(board.ranks) if stands == rank]
    called, cost = board.box.ranks[rank], board.box.representation[rank]
    who = ", ".join(names[seat] for seat in here)
    inside = f"<span>{escape(called)}</span><u>{''.join(map(mark, here))}</u><b>{cost}</b>"
    said = f"{called}, costs {cost}" + (f": {who}" if who else "")
    return named("mm-rank" + " mm-held" * bool(here), said, inside, "div")


def arrivals(board: Board) -> str:
    """Return the track of arrivals with the one that ends the game, and the price of a climb now."""
    boxes = "".join(_arrival(board, n) for n in range(board.end_arrivals + 1))
    said = f"{facts.count(board.arrivals, 'arrival')}; the game ends with arrival {board.end_arrivals}"
    climb = f'<div class="mm-climb">climb <b>{escape(facts.climb_said(board))}</b></div>'
    title = f'<div class="mm-title">Arrivals, end at {board.end_arrivals}</div>'
    return f'<div class="mm-track">{title}{named("mm-boxes", said, boxes, "div")}{climb}</div>'


def _arrival(board: Board, number: int) -> str:
    css = "mm-here" if number == board.arrivals else "mm-end" if number == board.end_arrivals else "mm-box"
    return f'<b class="{css}">{number}</b>'


def red_cards(board: Board) -> str:
    """Return the open red cards and how many are still face down."""
    cards = "".join(f'<span class="mm-red">{escape(card)}</span>' for card in board.red_open)
    left = f'<span class="mm-left">{facts.count(board.red_left, "card")} face down</span>' if board.red_left else ""
    return f'<div class="mm-reds"><div class="mm-title">Red cards</div>{cards or "<span>none</span>"}{left}</div>'
