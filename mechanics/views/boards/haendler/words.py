"""The board of Die Händler in words: the same information as tables, for screen readers and for reading out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mechanics.games.haendler import Board
from mechanics.games.haendler.state import LETTERS
from mechanics.table import Seat, View
from mechanics.views.boards.facts import check_names, house_defaults
from mechanics.views.boards.haendler import facts
from mechanics.views.boards.haendler.signs import signs
from mechanics.views.boards.marks import mark_of
from mechanics.views.boards.words import by_seat, folded, table, the_round


def as_text(view: View, names: Sequence[str]) -> str:
    """Return a folded HTML section with tables: the round, the players, wagons, goods, cities, ranks.

    Raises ValueError unless there is one name for every seat."""
    check_names(view, names)
    board: Board = view.board
    parts = (_round(view, names), _players(view, names), _wagons(board, names), _goods(board), _cities(board, names))
    tables = "".join(parts) + _roads(board) + _ranks(board, names)
    return folded(tables)


def _round(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    rows = [("Game", facts.headline(board)), ("Now", facts.now(view, names)), ("Bid", facts.called(board, names))]
    rows += [("Start player", names[board.first] if board.round else "")]
    rows += [("Arrivals", f"{board.arrivals} of {board.end_arrivals}"), ("Climb costs", facts.climb_said(board))]
    rows += [("Courier", facts.spot_said(board.box, board.courier)), ("Open red cards", ", ".join(board.red_open))]
    rows += [("Red cards face down", facts.count(board.red_left, "card"))]
    rows += [("Green cards in the stack", facts.count(board.green_left, "card"))]
    rows += [("Green cards played", facts.goods_said(board.green_gone)), ("Your green cards", ", ".join(board.greens))]
    rows += [("House defaults", "; ".join(house_defaults(board.box)))]
    return the_round(rows)


def _players(view: View, names: Sequence[str]) -> str:
    board: Board = view.board
    columns: Mapping[str, Callable[[Seat], object]] = {
        "Player": lambda s: f"{names[s]} ({mark_of(s).shape})",
        "Purse": lambda s: facts.purse_said(board, s),
        "Rank": lambda s: board.box.ranks[board.ranks[s]] if board.ranks else "",
        "Promissory note": lambda s: facts.note_said(board, s),
        "Tiles face up": lambda s: ", ".join(map(str, board.tiles[s])) if board.tiles else "",
        "Tiles face down": lambda s: ", ".join(map(str, facts.tiles_down(board, s))),
        "Red cards": lambda s: ", ".join(_red(board, card) for card in board.reds[s]) if board.reds else "",
        "Green cards": lambda s: facts.at(board.green_sizes, s),
        "Warehouses": lambda s: facts.store_said(board, s),
        "Answer": lambda s: facts.status(view, s),
        "Auction": lambda s: facts.spoken(board, s),
        "Disc": lambda s: " and ".join(done.pointers[s]) if (done := facts.turned(board)) else "",
        "Final score": lambda s: facts.score_said(board, s) + ", wins" * (s in facts.winners(board)),
    }
    return by_seat("The players", columns, board.seats)


def _red(board: Board, card: str) -> str:
    return f"{card} (used)" if card in board.used else card


def _wagons(board: Board, names: Sequence[str]) -> str:
    rows = [
        (LETTERS[lot], facts.spot_said(board.box, wagon.spot), facts.load_said(wagon, names),
         facts.master_said(wagon, names), _state(board, lot))
        for lot, wagon in enumerate(board.wagons)
    ]  # fmt: skip
    return table("The wagons", ("Wagon", "Place", "Load", "Loading master", "Now"), rows)


def _state(board: Board, lot: int) -> str:
    return "its turn" if lot == board.lot else "arrived" if lot in board.arrived else ""


def _goods(board: Board) -> str:
    box, known = board.box, signs(board.box)
    rows = [
        (good.capitalize(), known[good].letter, box.buy[row], box.sell[row], left, ", ".join(box.made_in[good]))
        for good, row, left in zip(box.goods, board.rows, board.stock, strict=False)
    ]
    steps = ", ".join(f"{buy}/{sell}" for buy, sell in zip(box.buy, box.sell, strict=True))
    caption = f"The goods (rows from the bottom up, buy/sell: {steps})"
    return table(caption, ("Good", "Letter", "Buy", "Sell", "In stock", "Made in"), rows)


def _cities(board: Board, names: Sequence[str]) -> str:
    rows = [
        (city, facts.bonus(board, city), ", ".join(board.box.makes[city]), *_stored(board, city))
        for city in board.box.cities
    ]
    return table("The cities", ("City", "Bonus", "Makes", *(f"Goods of {name}" for name in names)), rows)


def _stored(board: Board, city: str) -> list[str]:
    return [facts.goods_said(dict(facts.stored(board, seat)).get(city, ())) for seat in range(board.seats)]


def _roads(board: Board) -> str:
    return table("The roads", ("From", "To", "Spaces between"), board.box.roads)


def _ranks(board: Board, names: Sequence[str]) -> str:
    rows = [
        (called, cost, ", ".join(names[seat] for seat, stands in enumerate(board.ranks) if stands == rank))
        for rank, (called, cost) in enumerate(zip(board.box.ranks, board.box.representation, strict=True))
    ]
    return table("The ranks", ("Rank", "Costs a round", "Who"), rows[::-1])
