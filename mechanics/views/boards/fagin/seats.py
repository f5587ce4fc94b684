"""The players of Fagin's Gang in one row: purse, cubes, net worth, how they stand in the market, their urchins."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mechanics.games.fagin import Board
from mechanics.table import Seat, View
from mechanics.views.boards.fagin import facts
from mechanics.views.boards.fagin.signs import COIN, HOME, signs
from mechanics.views.boards.marks import mark, mark_of, player
from mechanics.views.boards.scores import ranking
from mechanics.views.boards.signs import DOTS, OPEN_PURSE, TURN, labelled, named, svg, tile

LEFT = '<path d="M16 2L3 10l13 8v-5h12V7H16z" fill="#8c2430"/>'
RIGHT = '<path d="M14 2l13 8l-13 8v-5H2V7h12z" fill="#0f5c55"/>'


def players(view: View, names: Sequence[str]) -> str:
    """Return the way round the table, and one part for each player."""
    seats = "".join(_seat(view, names, seat) for seat in range(view.board.seats))
    css = "mm-seats" + " mm-many" * (view.board.seats > 4)
    return f'{_way(view.board, names)}<div class="{css}" style="--s:{view.board.seats}">{seats}</div>'


def _way(board: Board, names: Sequence[str]) -> str:
    """Return an arrow to the left while the market is open (anti-clockwise), to the right for actions (clockwise)."""
    said = facts.direction(board, names)
    if not said:
        return ""
    arrow = svg(LEFT if board.coin is not None else RIGHT, 30, 20, "mm-arrow")
    words = f"<span>{escape(said)}</span>"
    return f'<div class="mm-way">{arrow * 2}{words}{arrow * 2}</div>'


def _seat(view: View, names: Sequence[str], seat: Seat) -> str:
    board: Board = view.board
    out = " mm-out" * (board.coin is not None and seat in board.passed)
    css = "mm-seat" + " mm-own" * (seat == view.seat) + " mm-asked" * (seat in view.waiting) + out
    lines = f"{_who(view, names, seat)}{_money(board, seat)}{_cubes(board, seat)}{_urchins(board, seat)}"
    return f'<div class="{css}" style="--c:{mark_of(seat).colour}">{lines}</div>'


def _who(view: View, names: Sequence[str], seat: Seat) -> str:
    """Return the first line: whose turn it is, mark, name, start player, market coin."""
    board: Board = view.board
    asked, alone = seat in view.waiting, len(view.waiting) == 1
    turn = labelled(*((TURN, 18, 20, "mm-turn", "to choose") if alone else (DOTS, 20, 20, "mm-turn", "thinking")))
    coin = labelled(COIN, 20, 20, "mm-coin", "holds the market coin") if seat == board.coin else ""
    return f'<div class="mm-who">{turn if asked else ""}{player(board, names, seat)}{coin}</div>'


def _money(board: Board, seat: Seat) -> str:
    """Return the second line: shillings, how the seat stands in the round, net worth."""
    purse = board.purses[seat]
    bag = named("mm-purse", f"purse: {purse} shillings", f'{svg(OPEN_PURSE, 32, 32, "mm-bag")}<b>{purse}</b>')
    worth = named("mm-worth", f"net worth: {board.worth[seat]} shillings", f"worth <b>{board.worth[seat]}</b>")
    stands = facts.standing(board, seat)
    chip = f'<span class="mm-chip">{escape(stands)}</span>' if stands not in ("", "in") else ""
    if told := facts.ending(board, seat):  # all is money now, and worth what it says
        return f'<div class="mm-money">{bag}<span>{escape(told)}</span></div>'
    return f'<div class="mm-money">{bag}{chip}{worth}</div>'


def _cubes(board: Board, seat: Seat) -> str:
    """Return the cubes of a seat: a number under the letter of each good."""
    held = board.hands[seat] if board.hands else (0,) * len(board.box.goods)
    inside = "".join(
        f'<u class="{"mm-some" if many else "mm-nil"}">{tile(sign)}<b>{many}</b></u>'
        for sign, many in zip(signs(board.box), held, strict=True)
    )
    return named("mm-cubes", f"cubes: {facts.cubes_said(board, seat)}", inside, "div")


def _urchins(board: Board, seat: Seat) -> str:
    """Return the urchins of a seat that are still with it, and those back with Fagin."""
    if not board.waiting:
        return ""
    waiting, home = board.waiting[seat], board.home[seat]
    house = svg(HOME, 20, 20, "mm-home")
    inside = f"{mark(seat)}<b>{waiting}</b> left {house}<b>{home}</b>/{board.box.home_needed}"
    said = f"{facts.count(waiting, 'urchin')} to enter; {facts.home_said(board, seat)}"
    return named("mm-urchins", said, inside, "div")


def final(board: Board, names: Sequence[str]) -> str:
    """Return the final scores, highest first, the winners crowned."""
    return ranking(board, names, mark, facts.score_said)
