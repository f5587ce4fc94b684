"""The players of Traders of Osaka: hand, points, tokens, cargo fanned by colour, and at the end the scores, as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from mechanics.games.osaka import Board
from mechanics.table import Seat, View
from mechanics.views.boards.marks import mark, mark_of, player
from mechanics.views.boards.osaka import facts
from mechanics.views.boards.osaka.cards import fan, mini
from mechanics.views.boards.osaka.signs import signs
from mechanics.views.boards.scores import ranking
from mechanics.views.boards.signs import TURN, labelled, named, tile


def players(view: View, names: Sequence[str]) -> str:
    """Return one part for each player."""
    seats = "".join(_seat(view, names, seat) for seat in range(view.board.seats))
    return f'<div class="mm-seats">{seats}</div>'


def _seat(view: View, names: Sequence[str], seat: Seat) -> str:
    board: Board = view.board
    css = "mm-seat" + " mm-own" * (seat == view.seat) + " mm-asked" * (seat in view.waiting)
    lines = f"{_who(view, names, seat)}{_things(board, seat)}{_open_hand(view, seat)}{_kinds(board, seat)}"
    return f'<div class="{css}" style="--c:{mark_of(seat).colour}">{lines}</div>'


def _who(view: View, names: Sequence[str], seat: Seat) -> str:
    """Return the first line: whose turn it is, mark, name, start player, points."""
    board: Board = view.board
    turn = labelled(TURN, 18, 20, "mm-turn", "to choose") if seat in view.waiting else ""
    points = facts.at(board.points, seat)
    score = named("mm-points", facts.count(points, "point"), f"<b>{points}</b> {'point' if points == 1 else 'points'}")
    return f'<div class="mm-who">{turn}{player(board, names, seat)}{score}</div>'


def _things(board: Board, seat: Seat) -> str:
    """Return the second line: hand cards, tokens in all, and the reservation piece or what it lies on."""
    many, held = facts.at(board.hand_sizes, seat), sum(facts.tokens(board, seat))
    hand = named("mm-count", facts.count(many, "hand card"), f"hand {many}")
    end = board.box.end_tokens
    said = f"{facts.count(held, 'token')}; {end} end the game"
    tokens = named("mm-count", said, f"<i></i>{held}<small>/{end}</small>")
    return f'<div class="mm-things">{hand}{tokens}{_piece(board, seat)}</div>'


def _piece(board: Board, seat: Seat) -> str:
    """Return the reservation piece while it is free, else what it lies on."""
    said = facts.piece_said(board, seat)
    card = board.pieces[seat] if board.pieces else None
    if card is None:
        return named("mm-free", said, f'<u class="mm-piece">{mark(seat)}</u>free')
    return named("mm-free", said, f"on {mini(board.box, card)}")


def _open_hand(view: View, seat: Seat) -> str:
    """Return a hand that lies open, but the own one only where it is not drawn as cards: at the end."""
    board: Board = view.board
    cards = board.hands[seat] if board.hands else None
    if not cards or (seat == view.seat and board.phase):
        return ""
    drawn = "".join(mini(board.box, card) for card in cards)
    return named("mm-open", f"hand: {facts.cards_said(cards)}", f"<span>hand</span>{drawn}", "div")


def _kinds(board: Board, seat: Seat) -> str:
    """Return a line for each colour of which a seat has tokens or cargo, or one that says that it has none."""
    cargo, held = facts.cargo(board, seat), facts.tokens(board, seat)
    colours = range(len(board.box.colours))
    lines = "".join(_kind(board, seat, colour) for colour in colours if cargo[colour] or held[colour])
    return lines or '<div class="mm-kind mm-bare">no token, no cargo</div>'


def _kind(board: Board, seat: Seat, colour: int) -> str:
    """Return one colour of a seat: its letter, the tokens, the cargo as a fan."""
    called = board.box.colours[colour]
    sign, cards = signs(board.box)[called], facts.cargo(board, seat)[colour]
    many = facts.tokens(board, seat)[colour]
    good, saved = board.box.goods[called], facts.saved(board, seat)
    values = ", ".join(str(card.value) for card in cards) or "none"
    insured = sum(number for card, number in saved.items() if card.colour == called)
    said = f"{good} ({called}): {facts.count(many, 'token')}; cargo {values}" + f", {insured} insured" * bool(insured)
    discs = f"<u>{'<i></i>' * min(many, 1)}{many or ''}</u>"
    return named("mm-kind", said, f'{tile(sign)}{discs}<span class="mm-fan">{fan(sign, cards, saved)}</span>', "div")


def final(board: Board, names: Sequence[str]) -> str:
    """Return the final scores, highest first, the winners crowned."""
    return ranking(board, names, mark, facts.score_said)
