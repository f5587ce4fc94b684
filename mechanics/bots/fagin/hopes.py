"""What cubes may be hoped to bring in Fagin's Gang, in shillings, and what each trade gains by that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mechanics import market_values
from mechanics.games.fagin import Board, Box
from mechanics.table import Option

BUY, SELL = "buy ", "sell "


def turns_left(board: Board) -> int:
    """Return how often the wheel still turns before the game ends, as far as can be known."""
    if max(board.home, default=0) >= board.box.home_needed:
        return 0
    return board.rounds - board.round


def hopes(board: Board) -> tuple[float, ...]:
    """Return what a cube of each good may be hoped to bring after this round: the best of its expected prices.

    In the last round it is the price of the wheel if unsold cubes are paid for, else nothing."""
    left = turns_left(board)
    if not left:
        return tuple(map(float, board.prices)) if board.box.counts_cubes else (0.0,) * len(board.prices)
    return _best(board.box.ring, board.box.faces, board.offset, left)


@lru_cache(maxsize=1024)
def _best(ring: tuple[int, ...], faces: tuple[int, ...], offset: int, left: int) -> tuple[float, ...]:
    return tuple(map(float, market_values.best_mean(ring, faces, offset, left)))


def gains(board: Board, options: Iterable[Option]) -> dict[str, float]:
    """Return what each trade among the options gains: hope less price when buying, price less hope when selling."""
    hope, prices, number = hopes(board), board.prices, board.box.number
    found = {}
    for option in map(str, options):
        if option.startswith((BUY, SELL)):
            good = number[option.split(" ")[1]]
            more = hope[good] - prices[good]
            found[option] = more if option.startswith(BUY) else -more
    return found


def left_in(board: Board, option: str) -> int:
    """Return how often a trade can still be made before its stall is empty (buying) or full (selling)."""
    stock = board.stock[board.box.number[option.split(" ")[1]]]
    return stock if option.startswith(BUY) else board.box.stall - stock


def market_gain(board: Board, seat: int) -> float:
    """Return what this seat might gain in a session alone: by every trade with a gain, while purse and stalls last."""
    box, hope, purse = board.box, hopes(board), board.purses[seat]
    total, buys = 0.0, []
    for good, (price, stock, held) in enumerate(zip(board.prices, board.stock, board.hands[seat], strict=True)):
        if price > hope[good]:
            many = min(held, box.stall - stock)
            total, purse = total + many * (price - hope[good]), purse + many * price
        elif price < hope[good]:
            buys += [(hope[good] - price, price)] * stock
    for gain, price in sorted(buys, reverse=True):
        if price <= purse:
            total, purse = total + gain, purse - price
    return total


def good_of(option: str, box: Box) -> int:
    """Return the number of the good that "Bow Street" or "Bow Street 5" stands for; −1 if it is no place."""
    place = option.rpartition(" ")[0] if option.rpartition(" ")[2].isdecimal() else option
    return box.places.index(place) if place in box.places else -1
