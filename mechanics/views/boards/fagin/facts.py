"""What a view of Fagin's Gang says, in short plain sentences; the drawing and the words both read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mechanics.boxes import origins
from mechanics.games.fagin import Board, Box, Trade
from mechanics.table import Seat, View
from mechanics.views.boards.facts import at as at
from mechanics.views.boards.facts import count as count
from mechanics.views.boards.facts import number as number
from mechanics.views.boards.facts import turn_or_phase
from mechanics.views.boards.facts import winners as winners

PHASES = {
    "setup": "The market is being set up",
    "action": "Everybody chooses an action",
    "trade": "Smithfield Market is open",
    "urchins": "Urchins are on the move",
    "goods": "Goods are stolen",
    "money": "Money is stolen",
    "books": "The books are balanced",
    "wheel": "The wheel turns",
    "end": "The last price counts",
    "": "The game is over",
}
TURNS = {
    "FG-1": "chooses an action",
    "FG-4": "buys, sells or passes",
    "FG-5": "trades with the market coin",
    "FG-11": "moves an urchin",
    "FG-12": "enters or moves an urchin",
    "FG-13": "pushes an urchin",
    "FG-14": "steps off the constable",
    "FG-16": "moves an urchin from the end of a place",
    "FG-17": "steals",
    "FG-R13": "gives up cubes",
}


class Net(NamedTuple):
    """What one seat has done in a market: cubes bought (sold: below zero) by good, and shillings got by it."""

    cubes: tuple[int, ...]
    money: int


def headline(board: Board) -> str:
    """Return which round is being played, of how many."""
    if not board.phase:
        return f"final scores after round {board.round}"
    many = f"{'at most ' * (board.mode == 'gang')}{board.rounds}"
    return f"round {board.round} of {many}" if board.round else "before the first round"


def now(view: View, names: Sequence[str]) -> str:
    """Return what is going on, and whose turn it is if it is one seat's, in a few words."""
    return turn_or_phase(view, names, TURNS, PHASES)


def direction(board: Board, names: Sequence[str]) -> str:
    """Return which way turns go round the table now, and from whom, "" outside a round."""
    if board.coin is not None:
        return f"Trading goes anti-clockwise, from {names[board.coin]}, who holds the market coin"
    if not board.round or not board.phase:
        return ""
    return f"Actions go clockwise, from {names[board.first]}, the start player"


def market_said(board: Board, names: Sequence[str]) -> str:
    """Return whether the market is open, or has been opened in this round."""
    if board.coin is not None:
        return f"opened by {names[board.coin]}"
    if board.opened and board.phase and board.sessions:
        return f"closed; {names[board.sessions[-1].opener]} had opened it"
    return "not opened in this round" if board.round and board.phase else ""


# --- stalls and the wheel ---------------------------------------------------------------------------------------------


def stall_state(board: Board, good: int) -> str:
    """Return "empty", "full", or how many places are free."""
    stock = at(board.stock, good)
    free = board.box.stall - stock
    return "empty" if not stock else "full" if free <= 0 else f"{free} free"


def stall_said(board: Board, good: int) -> str:
    """Return a stall in words: what it sells, its price, its cubes, the warehouse behind it."""
    box = board.box
    before = f", was {was}" if (was := price_before(board, good)) is not None else ""
    cubes = f"{count(at(board.stock, good), 'cube')} of {box.stall} ({stall_state(board, good)})"
    return (
        f"{box.goods[good]} ({box.called[good]}): price {board.prices[good]}{before}; {cubes}; "
        f"{at(board.store, good)} in the warehouse"
    )


def price_before(board: Board, good: int) -> int | None:
    """Return the price of a good before the wheel turned last; None before its first turn in the game."""
    last = board.turns[-1] if board.turns else None
    return board.box.prices[last.before][good] if last and last.round else None


def turned(board: Board) -> int:
    """Return how many places the wheel has been turned in all since the box was opened."""
    return sum(turn.die for turn in board.turns)


def wheel_said(board: Board) -> str:
    """Return the wheel in words: the last roll, and every price."""
    prices = ", ".join(f"{good} {price}" for good, price in zip(board.box.goods, board.prices, strict=True))
    rolled = f", turned {count(board.turns[-1].die, 'place')} last" if board.turns else ""
    return f"price wheel{rolled}: {prices}"


# --- trading ----------------------------------------------------------------------------------------------------------


def trades_of(board: Board) -> tuple[Trade, ...]:
    """Return the trades of the open session, or of the last one that was held in this round or the round before."""
    if board.coin is not None:
        return board.trades
    return board.sessions[-1].trades if board.sessions else ()


def session_said(board: Board) -> str:
    """Return which market the trades are of, "" if none was held yet."""
    if board.coin is not None:
        return "in this market"
    return f"market of round {board.sessions[-1].round}" if board.sessions else ""


def net(board: Board, seat: Seat) -> Net:
    """Return what a seat has bought and sold in the market that is shown."""
    cubes, money = [0] * len(board.box.goods), 0
    for trade in trades_of(board):
        if trade.seat == seat:
            way = 1 if trade.does == "buy" else -1
            cubes[board.box.goods.index(trade.good)] += way
            money -= way * trade.price
    return Net(tuple(cubes), money)


def signed(value: int) -> str:
    """Return a number with its sign, "" for nothing."""
    return f"+{value}" if value > 0 else number(value) if value else ""


def standing(board: Board, seat: Seat) -> str:
    """Return how a seat stands in the round: in a market on turn, next or passed, else whether it has acted."""
    if board.coin is not None:
        return _trading(board, seat)
    if board.phase not in ("action", "urchins", "goods", "money") or board.active is None:
        return ""
    here, theirs = (board.active - board.first) % board.seats, (seat - board.first) % board.seats
    return "on turn" if theirs == here else "has acted" if theirs < here else ""


def _trading(board: Board, seat: Seat) -> str:
    if seat in board.passed:
        return "passed"
    if seat == board.trader:
        return f"turn {board.taken[seat] + 1}" + (f", {board.half}s" if board.half else "")
    return "next" if seat == following(board) else "in"


def following(board: Board) -> Seat | None:
    """Return who trades after the seat on turn, None if nobody else is left."""
    trader = board.trader
    if trader is None:
        return None
    order = ((trader - i) % board.seats for i in range(1, board.seats))
    return next((seat for seat in order if seat not in board.passed), None)


# --- players ----------------------------------------------------------------------------------------------------------


def cubes_said(board: Board, seat: Seat) -> str:
    """Return the cubes of a seat in words."""
    held = board.hands[seat] if board.hands else ()
    return ", ".join(f"{many} {good}" for many, good in zip(held, board.box.goods, strict=False) if many) or "none"


def ending(board: Board, seat: Seat) -> str:
    """Return what a purse was made of at the end of a game that pays for unsold cubes, "" otherwise."""
    if board.last is None:
        return ""
    cash = board.last.cash[seat]
    return f"{cash} + {board.purses[seat] - cash} for cubes"


def score_said(board: Board, seat: Seat) -> str:
    """Return a final score in words: shillings, and what else decides in this box."""
    if board.scores is None:
        return ""
    said = [f"{board.purses[seat]} shillings"]
    said += [] if board.box.counts_cubes else [count(sum(board.hands[seat]), "cube")]
    return ", ".join([*said, *([f"{board.home[seat]} home"] if board.home else [])])


# --- the places of the gang -------------------------------------------------------------------------------------------


def home_said(board: Board, seat: Seat) -> str:
    """Return how many urchins of a seat are back with Fagin."""
    return f"{at(board.home, seat)} of {board.box.home_needed} home with Fagin" if board.home else ""


def out(board: Board, seat: Seat) -> Iterator[tuple[str, int]]:
    """Yield where the urchins of a seat stand: place and space."""
    for place, spaces in zip(board.box.places, board.streets, strict=False):
        yield from ((place, space) for space, who in enumerate(spaces) if who == seat)


def place_said(board: Board, place: int, names: Sequence[str]) -> str:
    """Return one place in words: its colour, the constable, who stands where."""
    spaces = enumerate(board.streets[place])
    here = [f"{names[seat]} on {space}" for space, seat in spaces if seat is not None]
    constable = f"constable on {board.constables[place]}" if place < len(board.constables) else ""
    used = "used in this action" if board.box.places[place] in board.acted else ""
    parts = [f"{board.box.places[place]} ({board.box.goods[place]})", constable, ", ".join(here) or "no urchin", used]
    return "; ".join(part for part in parts if part)


def defaults(box: Box) -> tuple[str, ...]:
    """Return what in this box is a house default, without the gang's part where the market is played alone."""
    told = (one.says for one in origins(box) if "house default" in one.origin)
    return tuple(says for says in told if box.mode == "gang" or not says.startswith("gang:"))
