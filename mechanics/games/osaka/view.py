"""What a seat may see of Traders of Osaka, field by field, and what it cannot know dealt anew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from mechanics.frozen import replace
from mechanics.games.osaka.box import Box, Card
from mechanics.games.osaka.state import Done, Drawn, Past, Payday, Table, points, scores
from mechanics.sight import seen
from mechanics.table import Ask, Rng, Seat, View


class Laid(NamedTuple):
    """A card in the market or in the production, and whose reservation piece lies on it (None: nobody's)."""

    colour: str
    value: int
    symbols: int
    holder: Seat | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The table of Traders of Osaka as one seat sees it; what is said by colour goes in the order of `box.colours`.

    A hand of None is closed; `hand` is the own one. `prices` is what the market costs each seat, `points` the size of
    each score pile, `payday` the payday that is going on now."""

    box: Box
    seats: int
    phase: str
    round: int
    first: Seat
    turn: Seat
    ships: tuple[int, ...]
    market: tuple[Laid, ...]
    production: tuple[Laid, ...]
    prices: tuple[int, ...]
    pieces: tuple[Card | None, ...]
    hand: tuple[Card, ...]
    hands: tuple[tuple[Card, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    cargo: tuple[tuple[Card, ...], ...]
    tokens: tuple[tuple[int, ...], ...]
    supply: tuple[int, ...]
    points: tuple[int, ...]
    pile: int
    discard: tuple[Card, ...]
    payday: Payday | None
    paydays: tuple[Payday, ...]
    turns: tuple[Done, ...]
    past: tuple[Past, ...]
    scores: tuple[int, ...] | None

    @property
    def coins(self) -> int:
        """The coins in the own hand."""
        return sum(card.value for card in self.hand)

    @property
    def endangered(self) -> tuple[str, ...]:
        """The colours whose ships lie in the black current."""
        return tuple(c for c, place in zip(self.box.colours, self.ships, strict=False) if place in self.box.current)

    def fanned(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """Return this seat's cargo, one row for each colour, low values first."""
        return tuple(tuple(card for card in self.cargo[seat] if card.colour == c) for c in self.box.colours)


def view(ask: Ask[Table], seat: Seat | None) -> View:
    """Return what this seat (None: a spectator) may know: its own choice and hand, and what lies open."""
    return seen(ask, seat, board(ask.table, seat))


def board(table: Table, seat: Seat | None) -> Board:
    """Return the table as this seat sees it."""
    shown = table.box.shown
    hands = tuple(shown(hand) if _sees(table, seat, other) else None for other, hand in enumerate(table.hands))
    return Board(
        box=table.box,
        seats=table.seats,
        phase=table.phase,
        round=table.round,
        first=table.first,
        turn=table.turn,
        ships=table.ships,
        market=_laid(table, table.market),
        production=_laid(table, table.production),
        prices=_prices(table),
        pieces=tuple(None if card is None else table.box.cards[card] for card in table.reserved),
        hand=(hands[seat] if seat is not None and hands else None) or (),
        hands=hands,
        hand_sizes=tuple(map(len, table.hands)),
        cargo=tuple(map(shown, table.cargo)),
        tokens=table.tokens,
        supply=table.supply,
        points=points(table),
        pile=len(table.pile),
        discard=shown(table.discard),
        payday=table.payday,
        paydays=table.paydays,
        turns=table.turns,
        past=table.past,
        scores=scores(table) if not table.phase else None,
    )


def _sees(table: Table, seat: Seat | None, other: Seat) -> bool:
    """TO-S2, TO-8: cards are in the hand.

    All of them came there openly, so whoever keeps count knows every hand; the screen only spares nobody counting."""
    return other == seat or table.box.hands == "open" or not table.phase


def _laid(table: Table, cards: tuple[int, ...]) -> tuple[Laid, ...]:
    printed, reserved = table.box.cards, table.reserved
    return tuple([_lies(printed[card], reserved.index(card) if card in reserved else None) for card in cards])


@cache
def _lies(card: Card, holder: Seat | None) -> Laid:
    return Laid(*card, holder)


def _prices(table: Table) -> tuple[int, ...]:
    """TO-2, TO-3: what the market costs each seat."""
    values, whole = table.box.values, table.box.worth(table.market)
    held = [values[card] if card is not None and card in table.market else 0 for card in table.reserved]
    barred = sum(held)
    return tuple([whole - barred + mine for mine in held] or [whole] * table.seats)


def redeal(table: Table, seat: Seat, rng: Rng) -> Table:
    """Return the table with its hidden cards as they may well be for any seat, each way equally likely.

    Hands stay as they are: every card came there openly. Hidden are the order of the pile and the cards drawn unseen
    to score piles. Of those drawn before the pile was last shuffled anew it is known which they are (all other cards
    of that pile have been seen), but not who has which."""
    drawn, pile = list(table.drawn), list(table.pile)
    for shuffle in range(table.shuffles + 1):
        places = [i for i, one in enumerate(drawn) if one.shuffle == shuffle]
        cards = [drawn[i].card for i in places] + (pile if shuffle == table.shuffles else [])
        mixed = [cards[i] for i in rng.permutation(len(cards)).tolist()]
        for i, card in zip(places, mixed, strict=False):
            drawn[i] = Drawn(drawn[i].seat, card, shuffle)
        if shuffle == table.shuffles:
            pile = mixed[len(places) :]
    return replace(table, drawn=tuple(drawn), pile=tuple(pile))
