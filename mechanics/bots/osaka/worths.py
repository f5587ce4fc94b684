"""What things are worth in Traders of Osaka: estimates that its robots share, in points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mechanics.games.osaka import Board, Card
from mechanics.markets import due
from mechanics.table import Seat

HOPE = (0.5, 0.55, 0.65, 0.6, 0.75)  # how surely cargo is sold in the end, by the place of its ship
COIN = 0.2  # points that a coin buys: five coins of cargo are a point before any token counts


class Voyage(NamedTuple):
    """What a purchase does at once: where ships stand then, and which of them arrive and sink."""

    ships: tuple[int, ...]
    arrived: frozenset[str]
    sunk: frozenset[str]


def lot(board: Board, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that this seat would buy: those that nobody else has reserved."""
    return tuple(Card(*card[:3]) for card in board.market if card.holder in (None, seat))


def voyage(board: Board, cards: Sequence[Card]) -> Voyage:
    """Return where the ships go if these cards are bought (TO-6, TO-7)."""
    box, ships = board.box, []
    for colour, place in zip(box.colours, board.ships, strict=True):
        many = sum(card.colour == colour for card in cards)
        ships.append(min(box.edo, place + (0, box.step_one, box.step_many)[min(many, 2)]))
    named = list(zip(box.colours, ships, strict=True))
    arrived = frozenset(colour for colour, place in named if place == box.edo)
    sunk = frozenset(colour for colour, place in named if arrived and place in box.current)
    return Voyage(tuple(ships), arrived, sunk)


def sold(board: Board, seat: Seat, cards: Iterable[Card], colour: str) -> int:
    """Return the points for the cards of this colour among these, if they were sold now (TO-14)."""
    values = [card.value for card in cards if card.colour == colour]
    mine = board.tokens[seat]
    tokens = sum(mine) if board.box.tokens_count == "all" else mine[board.box.colours.index(colour)]
    return due(max(values), len(values), tokens, board.box.divisor) if values else 0


def hope(board: Board, seat: Seat, cards: Sequence[Card], ships: Sequence[int]) -> float:
    """Return what cargo may bring one day, ships standing so."""
    places = zip(board.box.colours, ships, strict=True)
    return sum(sold(board, seat, cards, colour) * HOPE[place % len(HOPE)] for colour, place in places)


def effects(board: Board, buyer: Seat) -> list[float]:
    """Return what each seat gains, in points, if this seat buys the market: sales, losses and hopes; no coins."""
    bought = lot(board, buyer)
    then = voyage(board, bought)
    gains = []
    for seat, had in enumerate(board.cargo):
        have = (*had, *bought) if seat == buyer else had
        earned = sum(sold(board, seat, have, colour) for colour in then.arrived)
        left = [card for card in have if card.colour not in then.arrived | then.sunk]
        gains.append(earned + hope(board, seat, left, then.ships) - hope(board, seat, had, board.ships))
    return gains


def at_stake(board: Board, seat: Seat, colour: str) -> int:
    """Return the points of a colour that sinks now unless it is insured."""
    return sold(board, seat, board.cargo[seat], colour)
