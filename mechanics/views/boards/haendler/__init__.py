"""The board of Die Händler: map, prices, ladder, cards and players, drawn from a View and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from mechanics.games.haendler import Board
from mechanics.table import View
from mechanics.views.boards.facts import check_names, house_defaults
from mechanics.views.boards.haendler import facts
from mechanics.views.boards.haendler.map import draw_map, strip
from mechanics.views.boards.haendler.seats import final, players
from mechanics.views.boards.haendler.tables import arrivals, ladder, prices, red_cards
from mechanics.views.boards.haendler.words import as_text

__all__ = ["as_text", "draw"]

CSS = files(__package__).joinpath("haendler.css").read_text(encoding="utf-8")


def draw(view: View, names: Sequence[str]) -> str:
    """Return the whole board as one HTML <div>: it carries its own style and needs nothing from outside.

    `names` holds one name per seat; they are escaped. Raises ValueError if one is missing."""
    check_names(view, names)
    board: Board = view.board
    middle = final(board, names) if board.scores is not None else strip(board, names)
    tables = f'<div class="mm-side">{prices(board)}{red_cards(board)}</div>'
    ranks = f'<div class="mm-side">{ladder(board, names)}{arrivals(board)}</div>'
    main = f'<div class="mm-main">{draw_map(board, names)}{tables}{ranks}</div>'
    body = f"{_head(view, names)}{main}{middle}{players(view, names)}{_foot(view, names)}"
    return f'<div class="mm-trade"><style>{CSS}</style><div class="mm-in">{body}</div></div>'


def _head(view: View, names: Sequence[str]) -> str:
    called = facts.called(view.board, names)
    now = facts.now(view, names) + (f": {called}" if called else "")
    headline = escape(facts.headline(view.board))
    return f'<div class="mm-head"><b>Die Händler</b><span>{headline}</span><strong>{escape(now)}</strong></div>'


def _foot(view: View, names: Sequence[str]) -> str:
    """Return the green cards left and gone, the house defaults, and the table in words."""
    board: Board = view.board
    gone = f"; played: {facts.goods_said(board.green_gone)}" if board.green_gone else ""
    parts = [f"<span>{facts.count(board.green_left, 'green card')} in the stack{escape(gone)}</span>"]
    full = escape("; ".join(house_defaults(board.box)))
    parts += [f'<span title="{full}">Map, prices, ranks: house defaults.</span>'] if full else []
    return f'<div class="mm-foot">{"".join(parts)}{as_text(view, names)}</div>'
