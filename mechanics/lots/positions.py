"""A table of Traders of Osaka in a few numbers, and what a purchase does to it: payment, ships, payday, insurance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mechanics.chances import Number
from mechanics.games.osaka import Box, Table
from mechanics.markets import due, least_payment
from mechanics.table import Seat

Kind = tuple[int, int]  # the place of its colour among the colours, and its value
Cargo = tuple[tuple[int, ...], ...]  # by colour: values, low ones first


class Laid(NamedTuple):
    """A card in a row, and whose reservation piece lies on it (None: nobody's)."""

    colour: int
    value: int
    holder: Seat | None = None


class Position(NamedTuple):
    """What matters of a table when somebody is about to act; what is by colour goes in the order of the box.

    market, production: open cards (production None: not known); `hidden` market cards besides are not known.
    unseen: how many cards of each kind may still be drawn, `pile` of them before it is shuffled anew.
    extra: by seat, mean coins of cards taken unknown.
    over: whether the game is."""

    box: Box
    seat: Seat
    ships: tuple[int, ...]
    market: tuple[Laid, ...]
    hidden: int
    production: tuple[Laid, ...] | None
    unseen: tuple[tuple[Kind, int], ...]
    pile: int
    hands: tuple[tuple[Kind, ...], ...]
    extra: tuple[Number, ...]
    cargo: tuple[Cargo, ...]
    tokens: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    over: bool


class Bought(NamedTuple):
    """What a purchase did: the position then (not filled up yet), colours arrived and sunk, and what insurance cost.

    lost: by seat, points in sight that went down. spent: coins of the cards with which the insured seat insured."""

    at: Position
    arrived: frozenset[int]
    sunk: frozenset[int]
    lost: tuple[int, ...]
    spent: int


def position(table: Table) -> Position:
    """Return the position of a table at somebody's turn; hands count as known, for every card came there openly."""
    box = table.box

    def kind(card: int) -> Kind:
        return box.colour_of[card], box.values[card]

    def laid(row: Sequence[int]) -> tuple[Laid, ...]:
        holders = {card: seat for seat, card in enumerate(table.reserved) if card is not None}
        return tuple(sorted((Laid(*kind(card), holders.get(card)) for card in row), key=_order))

    def by_colour(cards: Sequence[int]) -> Cargo:
        colours = range(len(box.colours))
        return tuple(tuple(sorted(box.values[c] for c in cards if box.colour_of[c] == i)) for i in colours)

    lost_sight = [drawn.card for drawn in table.drawn if drawn.shuffle == table.shuffles]
    points = [len(kept) for kept in table.scored]
    for drawn in table.drawn:
        points[drawn.seat] += 1
    return Position(
        box, table.turn, table.ships, laid(table.market), 0, laid(table.production),
        tuple(sorted(Counter(map(kind, (*table.pile, *lost_sight))).items())),
        len(table.pile), tuple(tuple(map(kind, hand)) for hand in table.hands), (0,) * table.seats,
        tuple(map(by_colour, table.cargo)), table.tokens, tuple(points), not table.phase,
    )  # fmt: skip


def _order(card: Laid) -> tuple[int, int, int]:
    return card.colour, card.value, -1 if card.holder is None else card.holder


def lot(at: Position, seat: Seat) -> tuple[Laid, ...]:
    """Return the known market cards that others have not reserved (TO-2, TO-3)."""
    return _lot(at.market, seat)


@lru_cache(maxsize=4096)
def _lot(market: tuple[Laid, ...], seat: Seat) -> tuple[Laid, ...]:
    return tuple([card for card in market if card.holder is None or card.holder == seat])


def price(at: Position, seat: Seat) -> int:
    """Return what the lot costs this seat."""
    return sum([card.value for card in lot(at, seat)])


def coins(at: Position, seat: Seat) -> int:
    """Return the coins in a hand."""
    return sum([value for _, value in at.hands[seat]])


def for_sale(at: Position, seat: Seat) -> bool:
    """Say whether this seat can buy a lot all of whose cards are known."""
    return not at.over and not at.hidden and bool(lot(at, seat)) and coins(at, seat) >= price(at, seat)


def set_points(at: Position, seat: Seat, colour: int, values: Sequence[int]) -> int:
    """Return the points for these cards of a colour if this seat sold them together now (TO-14, TO-16)."""
    cargo: Cargo = ((),) * colour + (tuple(values),) + ((),) * (len(at.tokens[seat]) - colour - 1)
    return _in_sight(cargo, at.tokens[seat], at.box.divisor, at.box.tokens_count, at.box.excess_points)


def sight(at: Position, seat: Seat) -> int:
    """Return the points in sight: what all own cargo would bring if every ship arrived now; nothing once it is over."""
    if at.over:
        return 0
    return _in_sight(at.cargo[seat], at.tokens[seat], at.box.divisor, at.box.tokens_count, at.box.excess_points)


@lru_cache(maxsize=1 << 14)
def _in_sight(cargo: Cargo, tokens: tuple[int, ...], divisor: int, tokens_count: str, excess: str) -> int:
    """TO-14, TO-16: return the points for this cargo; a look ahead meets few kinds of it, and each of them often."""
    total = 0
    for values, mine in zip(cargo, tokens, strict=True):
        if values:
            points = due(max(values), len(values), sum(tokens) if tokens_count == "all" else mine, divisor)
            total += points if excess == "draw" else min(points, len(values))
    return total


def purse(at: Position, seat: Seat) -> Number:
    """Return the coins in a hand with the mean of what it took unknown; nothing once it is over."""
    return 0 if at.over else coins(at, seat) + at.extra[seat]


def worth(at: Position, seat: Seat, coin: Number) -> Number:
    """Return points so far, points in sight, and coins at `coin` points each."""
    return at.points[seat] + sight(at, seat) + coin * purse(at, seat)


def buy(at: Position, seat: Seat, insured: Seat | None = None) -> Bought:
    """Return what becomes of the position when this seat buys its lot, a payday included; the market is not filled up.

    insured: the seat that insures all that it can, with the cards that save most for a coin first; nobody else does."""
    box, bought = at.box, lot(at, seat)
    paid = _payment(tuple(value for _, value in at.hands[seat]), price(at, seat))
    hand = tuple(card for place, card in enumerate(at.hands[seat]) if place not in paid)
    steps = Counter(card.colour for card in bought)
    ships = tuple(
        min(box.edo, place + (0, box.step_one, box.step_many)[min(2, steps[c])]) for c, place in enumerate(at.ships)
    )
    cargo = tuple(
        tuple(sorted((*had, *(card.value for card in bought if card.colour == c))))
        for c, had in enumerate(at.cargo[seat])
    )
    after = at._replace(
        ships=ships, market=tuple(card for card in at.market if card not in bought),
        hands=_put(at.hands, seat, hand), cargo=_put(at.cargo, seat, cargo),
    )  # fmt: skip
    arrived = frozenset(c for c, place in enumerate(ships) if place == box.edo)
    if arrived:
        return payday(after, seat, arrived, insured)
    return Bought(after, arrived, arrived, (0,) * len(at.hands), 0)


@lru_cache(maxsize=4096)
def _payment(values: tuple[int, ...], owed: int) -> tuple[int, ...]:
    return least_payment(values, owed)


def payday(at: Position, buyer: Seat, arrived: frozenset[int], insured: Seat | None) -> Bought:
    """TO-13 … TO-22: losses and insurance, sales, tokens, ships back, and is it over?"""
    box, seats = at.box, range(len(at.hands))
    sunk = frozenset(c for c, place in enumerate(at.ships) if place in box.current)
    cargo, hands, lost, spent = list(at.cargo), list(at.hands), [0] * len(seats), 0
    points, tokens = list(at.points), [list(mine) for mine in at.tokens]
    for seat in seats:
        kept = list(cargo[seat])
        for colour in sunk:
            many, used = insurance(box, hands[seat], colour, len(kept[colour])) if seat == insured else (0, ())
            saved = kept[colour][len(kept[colour]) - many :]
            lost[seat] += set_points(at, seat, colour, kept[colour]) - set_points(at, seat, colour, saved)
            kept[colour], spent = saved, spent + sum(value for _, value in used)
            hands[seat] = _without(hands[seat], used)
        cargo[seat] = tuple(kept)
    for colour in sorted(arrived):
        left = box.tokens_each - sum(mine[colour] for mine in at.tokens)
        for seat in [(buyer + i) % len(seats) for i in seats]:
            if values := cargo[seat][colour]:
                points[seat] += set_points(at, seat, colour, values)
                cargo[seat] = _put(cargo[seat], colour, ())
                tokens[seat][colour] += left > 0
                left -= 1
    ships = tuple(0 if c in arrived else box.safe if c in sunk else place for c, place in enumerate(at.ships))
    after = at._replace(
        ships=ships, hands=tuple(hands), cargo=tuple(cargo), points=tuple(points), tokens=tuple(map(tuple, tokens)),
        over=max(map(sum, tokens)) >= box.end_tokens,
    )  # fmt: skip
    return Bought(after, arrived, sunk, tuple(lost), spent)


@lru_cache(maxsize=4096)
def _insurance(symbols: tuple[tuple[int, int], ...], many: int) -> tuple[int, tuple[int, ...]]:
    """Return how many cards are saved, and the places of the cards used; symbols: (coins, symbols) of each card."""
    saved, used = 0, []
    for place in sorted(range(len(symbols)), key=lambda i: symbols[i]):
        if saved < many and symbols[place][1]:
            used.append(place)
            saved += symbols[place][1]
    return min(saved, many), tuple(used)


def insurance(box: Box, hand: Sequence[Kind], colour: int, many: int) -> tuple[int, tuple[Kind, ...]]:
    """Return how many of `many` cargo cards a hand can insure, and with which of its cards; cheap symbols first."""
    mine = [card for card in hand if card[0] == colour]
    saved, used = _insurance(tuple((value, box.insurance[value]) for _, value in mine), many)
    return saved, tuple(mine[place] for place in used)


def _put(row: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


def _without(hand: tuple[Kind, ...], used: Sequence[Kind]) -> tuple[Kind, ...]:
    left = list(hand)
    for card in used:
        left.remove(card)
    return tuple(left)
