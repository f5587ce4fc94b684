"""The board of Fagin's Gang: market with its wheel, places, and players, drawn from a View and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from mechanics.games.fagin import Board
from mechanics.table import View
from mechanics.views.boards.facts import check_names
from mechanics.views.boards.fagin import facts
from mechanics.views.boards.fagin.seats import final, players
from mechanics.views.boards.fagin.streets import draw_streets
from mechanics.views.boards.fagin.tables import side
from mechanics.views.boards.fagin.wheel import draw_market, motion, turned
from mechanics.views.boards.fagin.words import as_text

__all__ = ["as_text", "draw"]

CSS = files(__package__).joinpath("fagin.css").read_text(encoding="utf-8")


def draw(view: View, names: Sequence[str]) -> str:
    """Return the whole board as one HTML <div>: it carries its own style and needs nothing from outside.

    `names` holds one name per seat; they are escaped. Raises ValueError if one is missing."""
    check_names(view, names)
    board: Board = view.board
    beside = draw_streets(board, names) if board.mode == "gang" else side(board, names)
    main = f'<div class="mm-main">{draw_market(board, names)}{beside}</div>'
    scores = final(board, names) if board.scores is not None else ""
    body = f"{_head(view, names)}{main}{scores}{players(view, names)}{_foot(view, names)}"
    css = f"<style>{CSS}{motion(board)}</style>"
    return f'<div class="mm-wheel {turned(board)}">{css}<div class="mm-in">{body}</div></div>'


def _head(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    said = "; ".join(part for part in (facts.headline(board), _market(board, names)) if part)
    now = escape(facts.now(view, names))
    return f'<div class="mm-head"><b>Fagin’s Gang</b><span>{escape(said)}</span><strong>{now}</strong></div>'


def _market(board: Board, names: Sequence[str]) -> str:
    said = facts.market_said(board, names)
    return f"market {said}" if said else ""


def _foot(view: View, names: Sequence[str]) -> str:
    """Return the cubes out of play, the house defaults, and the table in words."""
    board: Board = view.board
    aside = sum(board.aside)
    parts = [f"<span>{facts.count(aside, 'cube')} not in play</span>"] if aside else []
    full = escape("; ".join(facts.defaults(board.box)))
    short = "Prices, stalls, places, loot" if board.mode == "gang" else "Prices, stalls, die"
    parts += [f'<span title="{full}">{short}: house defaults.</span>'] if full else []
    return f'<div class="mm-foot">{"".join(parts)}{as_text(view, names)}</div>'
