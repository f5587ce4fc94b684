"""What the robots of Fagin's Gang do alike: trade while it gains, send urchins out, steal, give up what is least."""

from __future__ import annotations

from collections.abc import Callable

from mechanics.bots import smallest
from mechanics.bots.asked import mine
from mechanics.bots.fagin.hopes import BUY, gains, good_of, hopes, market_gain, turns_left
from mechanics.choices import Several
from mechanics.games.fagin import Board
from mechanics.table import Answer, Option, Seat, View

MARKET, NOTHING, URCHINS, GOODS, MONEY, TAKE = "market", "nothing", "urchins", "goods", "money", "take"
ENTER, STOPS = "enter ", ("pass", "that is all")
GANG = 3  # urchins that are sent out
Wish = Callable[[Board, str, float], float]


def usual(view: View, wish: Wish) -> Answer:
    """Answer every question in the usual way; where there is none, with whatever is least.

    wish: how much a trade is wanted, from the board, the option and its gain (0 or less: not at all)."""
    board, seat, asked = mine(view)
    match view.rule:
        case "FG-1":
            return choose(board, seat, asked.options)
        case "FG-4" | "FG-5":
            return trade(board, seat, asked.options, wish)
        case "FG-12":
            return enter(board, asked.options)
        case "FG-17":
            return steal(board, asked.options)
        case "FG-R13":
            return give_up(board, asked)
    return smallest(asked)


def stop(options: tuple[Option, ...]) -> Option:
    """Return the option that ends a turn or an action."""
    return next((option for option in options if option in STOPS), options[-1])


def trade(board: Board, seat: Seat, options: tuple[Option, ...], wish: Wish) -> Answer:
    """Make the trade that is wished for most, the first of several; none that loses, no cubes beyond the hand limit."""
    full = board.mode == "gang" and sum(board.hands[seat]) >= board.box.hand_limit
    gained = {option: gain for option, gain in gains(board, options).items() if gain > 0}
    wished = {
        option: wish(board, option, gain) for option, gain in gained.items() if not (full and option.startswith(BUY))
    }
    best = max(wished, key=lambda option: wished[option], default="")
    return best if wished.get(best, 0) > 0 else stop(options)


def choose(board: Board, seat: Seat, options: tuple[Option, ...]) -> Answer:
    """Choose the action that brings most: the market, what urchins steal, or sending more of them out."""
    worth: dict[Option, float] = {NOTHING: 0.0, MARKET: market_gain(board, seat)}
    if board.mode == "gang":
        out = standing(board, seat)
        worth[GOODS] = loot(board, out) if sum(board.hands[seat]) < board.box.hand_limit else 0.0
        worth[MONEY] = float(sum(stealable(board, seat, place, space) for place, space in out))
        worth[URCHINS] = sending_out(board, len(out))
    best = max(options, key=lambda option: worth.get(option, 0.0))
    return best if worth.get(best, 0.0) > 0 else NOTHING


def standing(board: Board, seat: Seat) -> list[tuple[int, int]]:
    """Return where the own urchins stand: place and space."""
    return [(i, j) for i, street in enumerate(board.streets) for j, who in enumerate(street) if who == seat]


def loot(board: Board, out: list[tuple[int, int]]) -> float:
    """Return what the best urchins steal in one action, in shillings at the hopes of now."""
    hope = hopes(board)
    each = sorted((board.box.loot(space) * hope[place] for place, space in out), reverse=True)
    return sum(each[: board.box.most_urchins])


def stealable(board: Board, seat: Seat, place: int, space: int) -> int:
    """Return the shillings that an urchin steals from the others who are there."""
    there = {who for who in board.streets[place] if who not in (None, seat)}
    return sum(min(board.box.loot(space), board.purses[who]) for who in there if who is not None)


def sending_out(board: Board, out: int) -> float:
    """Return what urchins may still bring who are sent out now: a cube each in every second round that is left."""
    more = max(0, GANG - out)
    return more * board.box.least_loot * max(hopes(board)) * max(0, turns_left(board) - 1) / 2


def enter(board: Board, options: tuple[Option, ...]) -> Answer:
    """Send a new urchin to where cubes bring most, rather where nobody is in the way; move none."""
    ways = [str(option).removeprefix(ENTER) for option in options if str(option).startswith(ENTER)]

    def worth(way: str) -> tuple[bool, float]:
        place = good_of(way, board.box)
        return board.streets[place][board.box.entry] is None, hopes(board)[place]

    best = max(ways, key=worth, default=None)
    return stop(options) if best is None else ENTER + best


def steal(board: Board, options: tuple[Option, ...]) -> Answer:
    """Take what is there, with the urchin who gets most for it first."""
    if TAKE in options:
        return TAKE
    hope = hopes(board)

    def worth(option: Option) -> float:
        good = good_of(str(option), board.box)
        return -1.0 if good < 0 else board.box.loot(int(str(option).rpartition(" ")[2])) * (1 + hope[good])

    return max(options, key=worth)


def give_up(board: Board, asked: Several) -> Answer:
    """Give up the cubes that may be hoped to bring least."""
    hope, number = hopes(board), board.box.number
    order = sorted(range(len(asked.options)), key=lambda i: hope[number[str(asked.options[i])]])
    return tuple(asked.options[i] for i in sorted(order[: asked.least]))  # type: ignore[return-value]
