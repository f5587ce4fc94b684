"""What a view of Die Händler says, in short plain sentences; the drawing and the words both read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mechanics.games.haendler import Board, Box, Loading, Spot, Turned, Wagon
from mechanics.games.haendler.state import LETTERS, RANK
from mechanics.table import Seat, View
from mechanics.views.boards.facts import at as at
from mechanics.views.boards.facts import count as count
from mechanics.views.boards.facts import number as number
from mechanics.views.boards.facts import turn_or_phase
from mechanics.views.boards.facts import winners as winners

PHASES = {
    "setup": "The game is being set up",
    "buy": "Buying goods",
    "master": "Who becomes loading master?",
    "load": "Loading",
    "move": "Moving wagons",
    "courier": "The courier rides",
    "warehouse": "Warehouse sale",
    "discs": "Everybody sets two price pointers",
    "nudge": "Prices have changed",
    "sale": "Sale on arrival",
    "invest": "Auction of red cards",
    "rank": "Paying for the ranks",
    "climb": "Climbing",
    "": "The game is over",
}
TURNS = {
    "DH-1": "buys goods",
    "DH-2": "stores goods",
    "DH-8": "loads as loading master",
    "DH-9": "may load",
    "DH-10": "names a transport fee",
    "DH-12": "moves a wagon",
    "DH-13": "moves a wagon",
    "DH-16": "moves the courier",
    "DH-R27": "moves the courier",
    "DH-R16": "takes a green card",
    "DH-19": "may sell from warehouses",
    "DH-26": "raises or passes",
    "DH-27": "takes a red card",
    "DH-30": "may take a note",
    "DH-R19": "may redeem the note",
    "DH-31": "may climb",
    "DH-R31": "may play a card",
}
SEALED = ("DH-5", "DH-17")


def headline(board: Board) -> str:
    """Return which round is being played, of how many arrivals the game has."""
    if not board.phase:
        return f"final scores after round {board.round}"
    return f"round {board.round}" if board.round else "before the first round"


def now(view: View, names: Sequence[str]) -> str:
    """Return what is going on, and whose turn it is if it is one seat's, in a few words."""
    board: Board = view.board
    if view.rule == "DH-5" and board.lot is not None:
        return f"Loading master of wagon {LETTERS[board.lot]} in {board.wagons[board.lot].spot.city}?"
    return turn_or_phase(view, names, TURNS, PHASES)


def called(board: Board, names: Sequence[str]) -> str:
    """Return how the open auction of a red card stands, "" if there is none."""
    if (standing := board.standing) is None:
        return ""
    if standing.holder is None:
        return "no bid yet"
    return f"{names[standing.holder]} has bid {standing.price}"


def spot_said(box: Box, spot: Spot | None) -> str:
    """Return a place on the map in words, "" for none."""
    if spot is None:
        return ""
    if not spot.step:
        return f"in {spot.city}"
    return f"{spot.city} → {spot.goal}, space {spot.step} of {box.spaces[spot.city, spot.goal]}"


def load_said(wagon: Wagon, names: Sequence[str]) -> str:
    """Return what is on a wagon, owner by owner."""
    return "; ".join(f"{names[seat]}: {goods_said(goods)}" for seat, goods in enumerate(wagon.load) if goods) or "empty"


def goods_said(goods: Iterable[str]) -> str:
    """Return "2 wine, 1 silk"."""
    goods = tuple(goods)
    return ", ".join(f"{goods.count(good)} {good}" for good in dict.fromkeys(goods))


def wagon_said(board: Board, lot: int, names: Sequence[str]) -> str:
    """Return one wagon in a sentence: where it is, who is its loading master, what is on it."""
    wagon = board.wagons[lot]
    parts = [f"wagon {LETTERS[lot]} {spot_said(board.box, wagon.spot)}", load_said(wagon, names)]
    parts += [master_said(wagon, names)] if wagon.master is not None else []
    return "; ".join(parts + ["arrived in this round"] * (lot in board.arrived))


def master_said(wagon: Wagon, names: Sequence[str]) -> str:
    """Return who is loading master and which kind others may not load, "" if nobody is."""
    if wagon.master is None:
        return ""
    return f"loading master {names[wagon.master]}" + (f", no {wagon.kind} for others" if wagon.kind else "")


def stored(board: Board, seat: Seat) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the cities where a seat has goods, and the goods."""
    mine = board.stores[seat] if board.stores else ()
    yield from ((city, goods) for city, goods in zip(board.box.cities, mine, strict=False) if goods)


def store_said(board: Board, seat: Seat) -> str:
    """Return a seat's warehouses in words."""
    return "; ".join(f"{city}: {goods_said(goods)}" for city, goods in stored(board, seat))


def bonus(board: Board, city: str) -> int:
    """Return a city's bonus in guilders, 0 before the start."""
    return board.box.bonus[board.bonus[board.box.cities.index(city)]] if board.bonus else 0


def purse_said(board: Board, seat: Seat) -> str:
    """Return what a purse holds, "closed" if it is secret."""
    amount = board.purses[seat]
    return "closed" if amount is None else money(amount)


def money(amount: int) -> str:
    """Return an amount with a real minus sign."""
    return f"{amount} guilders".replace("-", "−")


def note_said(board: Board, seat: Seat) -> str:
    """Return an open promissory note in words."""
    return f"note: {board.box.note_back} to redeem it" if board.notes and board.notes[seat] else ""


def tiles_down(board: Board, seat: Seat) -> tuple[int, ...]:
    """Return the movement tiles that are face down."""
    return tuple(tile for tile in board.box.tiles if tile not in board.tiles[seat]) if board.tiles else ()


def opened(board: Board) -> Loading | None:
    """Return the loading auction whose bids lie open: the last one, while its wagon is loaded."""
    last = board.loadings[-1] if board.loadings else None
    return last if last and board.phase == "load" and (last.round, last.wagon) == (board.round, board.lot) else None


def turned(board: Board) -> Turned | None:
    """Return the discs that lie open: those of this round."""
    last = board.turns[-1] if board.turns else None
    return last if last and last.round == board.round else None


def status(view: View, seat: Seat) -> str:
    """Return "thinking", "ready" (its envelope is in), "to choose" or ""."""
    if seat in view.waiting:
        return "thinking" if view.sealed else "to choose"
    return "ready" if view.sealed and view.rule in SEALED else ""


def spoken(board: Board, seat: Seat) -> str:
    """Return what a seat has said in an auction that lies open: its bid, its call, or that it has passed."""
    if (last := opened(board)) is not None:
        paid = f", paid {last.paid[seat]}" if last.master == seat else ""
        return f"bid {last.bids[seat]}{paid}"
    if (standing := board.standing) is not None:
        if standing.holder == seat:
            return f"bids {standing.price}"
        return "passed" if seat in standing.passed else ""
    return "has won a card" if board.phase == "invest" and seat in board.won else ""


def score_said(board: Board, seat: Seat) -> str:
    """Return a final score in words: the rank, and the guilders that decide between equal ranks."""
    if board.scores is None:
        return ""
    return f"{board.box.ranks[board.ranks[seat]]}, {money(board.scores[seat] - RANK * board.ranks[seat])}"


def climb_said(board: Board) -> str:
    """Return the price of a climb."""
    return f"{board.climb} {'a rank' if board.box.climb_price == 'per_rank' else 'a climb'}"
