"""What the robots of Traders of Osaka do alike: pay without waste, insure what is worth it, save the best cargo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mechanics.bots import smallest
from mechanics.bots.asked import mine
from mechanics.bots.osaka.worths import COIN, at_stake
from mechanics.choices import OneOf, Several
from mechanics.games.osaka import Board, Card
from mechanics.table import Answer, Seat, View

TAKE, RESERVE = "take ", "reserve "
Taste = Callable[[Card], float]


def read(board: Board, option: object) -> Card:
    """Return the card that an option names: "take red 5", "reserve blue 3 in production", "red 5"."""
    words = str(option).removesuffix(" in production").split(" ")
    return Card(words[-2], int(words[-1]), board.box.insurance[int(words[-1])])


def options(board: Board, asked: OneOf, action: str) -> dict[str, Card]:
    """Return the cards for which this action is possible now, by the option that says so."""
    return {str(option): read(board, option) for option in asked.options if str(option).startswith(action)}


def take(board: Board, asked: OneOf, taste: Taste) -> Answer:
    """Take the card of highest taste as coins; where none can be taken, do whatever is first."""
    cards = options(board, asked, TAKE)
    return max(cards, key=lambda option: taste(cards[option])) if cards else smallest(asked)


def usual(view: View, keep: Taste, stake: float = 1) -> Answer:
    """Answer what is no turn of its own in the usual way.

    keep: which cards of the hand are dear, when the price can be paid in several ways. stake: insure from so many
    points on that are saved for each point that the coins are worth."""
    board, seat, asked = mine(view)
    match view.rule:
        case "TO-S4":
            return most_wanted(board, asked)
        case "TO-R14":
            return pay(board, asked, keep)
        case "TO-19":
            return insure(board, seat, asked, stake)
        case "TO-R16":
            best = sorted(asked.options, key=lambda option: -read(board, option).value)
            return tuple(best[: asked.least])
    return smallest(asked)


def most_wanted(board: Board, asked: OneOf) -> Answer:
    """Take a token of the colour of which most coins lie in both rows."""
    rows = (*board.market, *board.production)
    return max(asked.options, key=lambda colour: sum(card.value for card in rows if card.colour == colour))


def pay(board: Board, asked: Several, keep: Taste) -> Answer:
    """Pay with the least waste, and of such payments with the cards that one would rather not keep."""
    hand = sorted((read(board, option) for option in asked.options), key=keep)
    by_value = {value: [card for card in hand if card.value == value] for value in board.box.per_colour}
    chosen = min(
        payments(by_value, asked.low or 0),
        key=lambda paid: (sum(card.value for card in paid), sum(map(keep, paid))),
    )
    return tuple(f"{card.colour} {card.value}" for card in chosen)


def payments(by_value: dict[int, list[Card]], price: int) -> Iterator[tuple[Card, ...]]:
    """Yield the payments without a card too many (TO-R14); of each value those that come first are paid."""

    def further(values: Sequence[int], owed: int, paid: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        if owed <= 0:
            yield paid
            return
        for at, value in enumerate(values):  # from high to low: the last card paid is the smallest one
            used = sum(card.value == value for card in paid)
            if used < len(by_value[value]):
                yield from further(values[at:], owed - value, (*paid, by_value[value][used]))

    return further(sorted(by_value, reverse=True), price, ())


def insure(board: Board, seat: Seat, asked: Several, stake: float) -> Answer:
    """Save colour by colour as many cards as can be, if the points saved are worth `stake` times the coins spent."""
    spent: list[str] = []
    for colour in board.endangered:
        usable = [option for option in asked.options if read(board, option).colour == colour]
        chosen = cheapest(board, usable, sum(card.colour == colour for card in board.cargo[seat]))
        coins = sum(read(board, option).value for option in chosen)
        if chosen and at_stake(board, seat, colour) >= stake * COIN * coins:
            spent += chosen
    return tuple(spent)


def cheapest(board: Board, usable: Sequence[Any], many: int) -> list[str]:
    """Return cards with symbols for so many cargo cards, those that save most for a coin first."""
    chosen: list[str] = []
    for option in sorted(map(str, usable), key=lambda option: read(board, option).value):
        if sum(read(board, one).symbols for one in chosen) < many:
            chosen.append(option)
    return chosen


def held(cards: Sequence[Card]) -> Counter[str]:
    """Return how many cards of each colour there are."""
    return Counter(card.colour for card in cards)
