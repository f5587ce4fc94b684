"""What the robots of Die Händler do alike: load what earns most, move the own goods, use every card that helps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mechanics.bots import mine, smallest
from mechanics.bots.haendler.worths import (
    best_pair,
    best_way,
    ending,
    hope,
    own_pieces,
    price,
    purse,
    push_worth,
    spare,
    wagon_cities,
    way_worth,
)
from mechanics.choices import Amount, Either, Several
from mechanics.games.haendler import Board
from mechanics.games.haendler.box import BARGAIN, CHEAPER_CLIMB, FREE_LOADING, GREEN, NUDGE, RED, SPECIAL_SALE, WAIVED
from mechanics.games.haendler.roads import road_said, space
from mechanics.table import Answer, Free, Seat, View

WISHES = (BARGAIN, SPECIAL_SALE, CHEAPER_CLIMB, WAIVED, NUDGE, FREE_LOADING, *GREEN, *RED)
DEAR = 500  # a purchase price at which warehouses are emptied
PATIENCE = 200  # what a piece in a warehouse is worth for later


def usual(view: View, envy: float = 0.5) -> Answer:
    """Answer every question in the usual way; where there is none, with whatever is least.

    A note is taken only if one rank less cannot be paid either, and redeemed if a climb is still in the purse.
    envy: how much a guilder that a rival earns hurts when wagons are moved, beside an own one (0 … 1)."""
    board, seat, asked = mine(view)
    match view.rule:
        case "DH-2":
            return _store(board, asked)
        case "DH-8":
            return max(asked.options, key=lambda option: _first_load(board, str(option)))
        case "DH-9" | "DH-17" if view.free is not None:
            return Free(view.free.options[0])
        case "DH-9" if isinstance(asked, Several):
            return _load(view)
        case "DH-12":
            return max(asked.options, key=lambda option: way_worth(board, seat, option, envy))
        case "DH-13":
            return _points(board, best_way(board, seat, envy), asked.options)
        case "DH-16" | "DH-R27":
            return _to_a_wagon(board, asked.options)
        case "DH-19":
            least = 0 if ending(board) else DEAR
            return take(asked, [price(board, piece.split(" ")[0]) - least + 1 for piece in asked.options])
        case "DH-27" | "DH-R16":
            return next(card for card in WISHES if card in asked.options)
        case "DH-R31":
            return max(asked.options, key=lambda option: _card_worth(board, seat, str(option)))
        case "DH-17":
            return best_pair(board, lambda pair: push_worth(board, own_pieces(board, seat), pair))
        case "DH-30":
            short = purse(board, seat) < board.box.representation[board.ranks[seat] - 1]
            return "take" if short else "no"
        case "DH-R19":
            return "redeem" if purse(board, seat) >= board.box.note_back + board.climb else "keep"
    return smallest(asked)


def buy(view: View, worth: Sequence[float]) -> Answer:
    """Buy the goods of highest worth with what can be spared; with the bargain card first, if it is there."""
    board, seat, asked = mine(view)
    return Free(BARGAIN) if view.free is not None else take(asked, worth, spare(board, seat))


def take(choice: Several, worth: Sequence[float], budget: int | None = None) -> Answer:
    """Return the options of highest worth above 0 within the budget; others only if so many must be taken."""
    weight = choice.weight or (0,) * len(choice.options)
    taken: list[int] = []
    for i in sorted(range(len(choice.options)), key=lambda i: -worth[i]):
        fits = budget is None or sum(weight[j] for j in (*taken, i)) <= budget
        if len(taken) < choice.least or (fits and worth[i] > 0 and len(taken) < choice.most):
            taken.append(i)
    return tuple(choice.options[i] for i in sorted(taken))  # type: ignore[return-value]


def climb(view: View, keep: int) -> Answer:
    """Climb as far as leaves the cost of the new rank and `keep` guilders; in the last round as far as possible."""
    board, seat, asked = mine(view)
    last, rank, cash = ending(board), board.ranks[seat], purse(board, seat)
    if view.free is not None and asked.high:
        return Free(CHEAPER_CLIMB)
    costs = board.box.representation[rank:]
    able = (n for n in range(asked.high, 0, -1) if last or cash - n * board.climb - costs[n] >= keep)
    return max(asked.low, next(able, 0))


def call(view: View, most: int) -> Answer:
    """Raise by the smallest step up to `most`, if it can be spared; then pass."""
    board, seat, asked = mine(view)
    amount = next(choice for choice in asked.choices if isinstance(choice, Amount))
    return amount.low if amount.low <= min(most, spare(board, seat)) else "pass"


def fee(asked: Either, amount: int) -> Answer:
    """Ask this fee a piece, or the highest that is allowed."""
    return min(amount, next(choice.high for choice in asked.choices if isinstance(choice, Amount)))


def _store(board: Board, asked: Any) -> Answer:
    """All pieces of a kind go where most wagons stand."""
    city = max(asked.options, key=lambda city: wagon_cities(board)[city])
    return (city,) * asked.least if isinstance(asked, Several) else city


def _first_load(board: Board, option: str) -> int:
    pieces, _, good = option.partition(" ")
    return int(pieces) * hope(board, good, board.wagons[board.lot or 0].spot.city) if good else 0


def _load(view: View) -> Answer:
    """Load at the fee that is asked whatever earns more than the fee and the patience to wait for the next wagon."""
    board, _, asked = mine(view)
    named = re.search(r"(\d+) a piece", asked.because)
    least = PATIENCE + (int(named[1]) if named else 0)
    city = board.wagons[board.lot or 0].spot.city
    return take(asked, [hope(board, str(good), city) - least for good in asked.options])


def _points(board: Board, best: tuple[int, str], points: Sequence[int]) -> int:
    """Return the fewest points that bring the best wagon into its city, else the most."""
    lot, goal = best
    spot = board.wagons[lot].spot
    steps = board.box.spaces[spot.city, goal] + 1 - spot.step
    return min((n for n in points if n >= steps), default=max(points))


def _to_a_wagon(board: Board, options: Sequence[int | str]) -> Answer:
    """Ride to where a wagon stands; a city with a wagon comes first."""
    spots = [space(board.box, wagon.spot) for wagon in board.wagons]
    wanted: list[int | str] = [*map(road_said, sorted(spots)), *(spot.step for spot in spots)]
    return next((option for option in wanted if option in options), options[0])


def _card_worth(board: Board, seat: Seat, option: str) -> float:
    """What answering this is worth: 0 for keeping the card."""
    one, _, two = option.partition(" ")
    if option in ("use", "waive"):
        return 1
    if two in ("up", "down"):
        return push_worth(board, own_pieces(board, seat), (one,)) * (1 if two == "up" else -1)
    if two in board.box.cities:
        return way_worth(board, seat, option) if one in "ABC" else board.box.special_price
    return board.box.special_price if two else 0
