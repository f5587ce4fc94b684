"""The board of Traders of Osaka in words: the same information as tables, for screen readers and for reading out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mechanics.games.osaka import Board
from mechanics.games.osaka.view import Laid
from mechanics.table import Seat, View
from mechanics.views.boards.facts import check_names, house_defaults
from mechanics.views.boards.marks import mark_of
from mechanics.views.boards.osaka import facts
from mechanics.views.boards.osaka.signs import signs
from mechanics.views.boards.words import by_seat, folded, table, the_round


def as_text(view: View, names: Sequence[str]) -> str:
    """Return a folded HTML section with tables: the round, the players, ships and tokens, cargo, the cards.

    Raises ValueError unless there is one name for every seat."""
    check_names(view, names)
    board: Board = view.board
    tables = _round(view, names) + _players(view, names) + _ships(board) + _cargo(board, names) + _rows(board, names)
    return folded(tables)


def _round(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    rows = [("Game", facts.headline(board)), ("Now", facts.now(view, names)), ("Price", facts.price_said(view, names))]
    turns, payday = facts.news(view, names)
    rows += [("Start player", names[board.first] if board.round else ""), ("Told", " ".join((*turns, *payday)))]
    rows += [("In the black current", ", ".join(board.endangered))]
    rows += [("Draw pile", facts.count(board.pile, "card")), ("Discarded", facts.count(len(board.discard), "card"))]
    rows += [("Last discarded", facts.cards_said(board.discard[-1:]) if board.discard else "")]
    rows += [("Your hand", f"{facts.cards_said(board.hand)}; {board.coins} coins" if board.hand else "")]
    rows += [("The game ends with", f"{board.box.end_tokens} tokens")]
    rows += [("House defaults", "; ".join(house_defaults(board.box)))]
    return the_round(rows)


def _players(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    columns: Mapping[str, Callable[[Seat], object]] = {
        "Player": lambda s: f"{names[s]} ({mark_of(s).shape})",
        "Points": lambda s: facts.at(board.points, s),
        "Tokens": lambda s: sum(facts.tokens(board, s)),
        "Hand cards": lambda s: facts.at(board.hand_sizes, s),
        "Hand": lambda s: facts.cards_said(board.hands[s] or ()) if board.hands and board.hands[s] is not None else "",
        "Reservation": lambda s: facts.piece_said(board, s),
        "The market costs": lambda s: facts.at(board.prices, s),
        "Answer": lambda s: facts.status(view, s),
        "Final score": lambda s: facts.score_said(board, s) + ", wins" * (s in facts.winners(board)),
    }
    return by_seat("The players", columns, board.seats)


def _ships(board: Board) -> str:
    box, known = board.box, signs(board.box)
    rows = [
        (box.goods[colour].capitalize(), colour, known[colour].letter, facts.place_said(box, place), place, left)
        for colour, place, left in zip(box.colours, board.ships, board.supply or (0,) * len(board.ships), strict=False)
    ]
    caption = f"The ships (they arrive at {box.edo})"
    return table(caption, ("Ship", "Colour", "Letter", "Place", "Number", "Tokens left"), rows)


def _cargo(board: Board, names: Sequence[str]) -> str:
    rows = [
        (names[seat], *(_kind(board, seat, colour) for colour in range(len(board.box.colours))))
        for seat in range(board.seats)
    ]
    heads = (f"{board.box.goods[colour].capitalize()} ({colour})" for colour in board.box.colours)
    return table("Cargo and tokens", ("Player", *heads), rows)


def _kind(board: Board, seat: Seat, colour: int) -> str:
    cards = facts.cargo(board, seat)[colour]
    insured = sum(many for card, many in facts.saved(board, seat).items() if card.colour == board.box.colours[colour])
    values = " ".join(str(card.value) for card in cards) or "no cargo"
    tokens = facts.count(facts.tokens(board, seat)[colour], "token")
    return f"{values}; {tokens}" + f"; {insured} insured" * bool(insured)


def _rows(board: Board, names: Sequence[str]) -> str:
    rows = [_line("market", card, board, names) for card in board.market]
    rows += [_line("production", card, board, names) for card in board.production]
    return table("The open cards", ("Row", "Card", "Good", "Insures", "Reserved by"), rows)


def _line(row: str, card: Laid, board: Board, names: Sequence[str]) -> tuple[object, ...]:
    holder = "" if card.holder is None else names[card.holder]
    return row, f"{card.colour} {card.value}", board.box.goods[card.colour], card.symbols, holder
