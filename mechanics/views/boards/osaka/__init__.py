"""The board of Traders of Osaka: sea, rows of cards, hand and players, drawn from a View and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from mechanics.games.osaka import Board
from mechanics.table import View
from mechanics.views.boards.facts import check_names, house_defaults
from mechanics.views.boards.osaka import facts
from mechanics.views.boards.osaka.cards import hand, rows
from mechanics.views.boards.osaka.sea import draw_sea, motion
from mechanics.views.boards.osaka.seats import final, players
from mechanics.views.boards.osaka.words import as_text

__all__ = ["as_text", "draw", "draw_move"]

CSS = files(__package__).joinpath("osaka.css").read_text(encoding="utf-8")


def draw(view: View, names: Sequence[str]) -> str:
    """Return the whole board as one HTML <div>: it carries its own style and needs nothing from outside.

    `names` holds one name per seat; they are escaped. Raises ValueError if one is missing."""
    return _drawn(view, names, {})


def draw_move(before: View, view: View, names: Sequence[str]) -> str:
    """Return the board with the ships that have moved since the picture before: they are seen to sail, once."""
    return _drawn(view, names, facts.moved(before.board, view.board))


def _drawn(view: View, names: Sequence[str], moved: Mapping[str, Sequence[int]]) -> str:
    check_names(view, names)
    board: Board = view.board
    sea = draw_sea(board, moved)
    middle = final(board, names) if board.scores is not None else rows(view, names) + hand(view)
    body = f"{_head(view, names)}{sea}{_news(view, names)}{middle}{players(view, names)}{_foot(view, names)}"
    style = f"<style>{CSS}{motion(board.box, moved)}</style>"
    return f'<div class="mm-sea">{style}<div class="mm-in">{body}</div></div>'


def _head(view: View, names: Sequence[str]) -> str:
    headline, now = escape(facts.headline(view.board)), escape(facts.now(view, names))
    return f'<div class="mm-head"><b>Traders of Osaka</b><span>{headline}</span><strong>{now}</strong></div>'


def _news(view: View, names: Sequence[str]) -> str:
    """Return the latest turns in a line, and a payday in another."""
    turns, payday = facts.news(view, names)
    first, *more = map(escape, payday or ("",))
    told = f"<p><b>{first}</b> {' '.join(more)}</p>" if first else ""
    return f'<div class="mm-news"><p>{escape(" ".join(turns))}</p>{told}</div>' if turns else ""


def _foot(view: View, names: Sequence[str]) -> str:
    """Return how the game ends, the house defaults, and the table in words."""
    board: Board = view.board
    parts = [f"<span>The game ends on a payday with {board.box.end_tokens} tokens.</span>"]
    full = escape("; ".join(house_defaults(board.box)))
    parts += [f'<span title="{full}">Which colour is which good: house default.</span>'] if full else []
    return f'<div class="mm-foot">{"".join(parts)}{as_text(view, names)}</div>'
