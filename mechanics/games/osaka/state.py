"""The table of Traders of Osaka as a value, and what every step of the script uses."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from mechanics.games.osaka.box import Box, Card
from mechanics.ledger import Account, Ledger
from mechanics.table import Answer, Ask, Event, Seat, event, name

MARKET, PRODUCTION, UNSEEN, DISCARD = "market", "production", "unseen", "discard"


class Done(NamedTuple):
    """One turn as everybody saw it: who did what ("buy", "take", "reserve", "skip") with which cards.

    A purchase has its price, the cards paid for it, and how far each ship sailed (by colour)."""

    round: int
    seat: Seat
    does: str
    cards: tuple[Card, ...] = ()
    price: int = 0
    paid: tuple[Card, ...] = ()
    sailed: tuple[int, ...] = ()


class Sale(NamedTuple):
    """What a seat sold of one colour on a payday: cards, tokens that counted, points, and what became of the cards.

    `drawn` is the number of cards drawn unseen besides."""

    seat: Seat
    colour: str
    cards: tuple[Card, ...]
    tokens: int
    points: int
    kept: tuple[Card, ...]
    discarded: tuple[Card, ...]
    drawn: int


class Payday(NamedTuple):
    """One payday as everybody saw it: colours that arrived and that sank, and, by seat, what was insured and lost.

    `spent` are the hand cards discarded as insurance, `saved` and `lost` cargo cards, `tokens` the colours taken."""

    round: int
    seat: Seat
    arrived: tuple[str, ...]
    sunk: tuple[str, ...]
    spent: tuple[tuple[Card, ...], ...]
    saved: tuple[tuple[Card, ...], ...]
    lost: tuple[tuple[Card, ...], ...]
    sales: tuple[Sale, ...] = ()
    tokens: tuple[tuple[str, ...], ...] = ()


class Past(NamedTuple):
    """How the seats stood at the end of a round: cards in hand, coins that the cargo is worth, points, tokens."""

    round: int
    cards: tuple[int, ...]
    cargo: tuple[int, ...]
    points: tuple[int, ...]
    tokens: tuple[int, ...]


class Drawn(NamedTuple):
    """A card that went unseen from the pile to a score pile, and how often the pile had been shuffled anew by then."""

    seat: Seat
    card: int
    shuffle: int


@dataclass(frozen=True)
class Table:
    """Everything that lies on the table, hands included; a Table at the head of a phase is enough to go on.

    Cards are numbers (see `Box.cards`), ships places and tokens numbers by colour. `reserved` is the card under each
    seat's reservation piece. `scored` are sold cards in the score piles; what was drawn to them unseen is in `drawn`.
    `due` are the places for which cards are to be drawn now, `queue` the sales (colour, seat) still to come, `asked`
    the seats that have been asked in this phase, `skipped` the turns in a row in which nothing was possible."""

    phase: str
    seats: int
    box: Box
    ledger: Ledger
    round: int = 0
    first: Seat = 0
    turn: Seat = 0
    ships: tuple[int, ...] = ()
    market: tuple[int, ...] = ()
    production: tuple[int, ...] = ()
    reserved: tuple[int | None, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    cargo: tuple[tuple[int, ...], ...] = ()
    tokens: tuple[tuple[int, ...], ...] = ()
    supply: tuple[int, ...] = ()
    scored: tuple[tuple[int, ...], ...] = ()
    drawn: tuple[Drawn, ...] = ()
    pile: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    shuffles: int = 0
    asked: int = 0
    due: tuple[Account, ...] = ()
    queue: tuple[tuple[int, Seat], ...] = ()
    skipped: int = 0
    payday: Payday | None = None
    paydays: tuple[Payday, ...] = ()
    turns: tuple[Done, ...] = ()
    past: tuple[Past, ...] = ()
    story: tuple[Event, ...] = ()


Step = Generator[Ask[Table], Mapping[Seat, Answer], Table]
POINT = 100


def opened(seats: int, box: Box) -> Table:
    """Return a table on which nothing lies yet, with an account for every place where cards can lie."""
    others = [account for seat in range(seats) for account in (cargo_of(seat), points_of(seat))]
    ledger = Ledger.open(seats, (MARKET, PRODUCTION, UNSEEN, DISCARD, *others))
    return Table("deal", seats, box, ledger.at(0, "deal"))


def cargo_of(seat: Seat) -> str:
    """Return the account of this seat's cargo; the seat itself is the account of its hand."""
    return f"{name(seat)} cargo"


def points_of(seat: Seat) -> str:
    """Return the account of the cards that this seat has sold and kept as points."""
    return f"{name(seat)} points"


def scores(table: Table) -> tuple[int, ...]:
    """Return points × 100 + tokens for each seat: tokens break ties (TO-22, TO-23)."""
    tokens = [sum(mine) for mine in table.tokens] or [0] * table.seats
    return tuple(POINT * mine + more for mine, more in zip(points(table), tokens, strict=True))


def points(table: Table) -> tuple[int, ...]:
    """Return the number of cards in each score pile (TO-22)."""
    counts = list(map(len, table.scored)) or [0] * table.seats
    for drawn in table.drawn:
        counts[drawn.seat] += 1
    return tuple(counts)


def clockwise(table: Table) -> tuple[Seat, ...]:
    """Return all seats from the one on turn on."""
    return tuple((table.turn + i) % table.seats for i in range(table.seats))


def lot(table: Table, seat: Seat) -> tuple[int, ...]:
    """Return the market cards that others have not reserved: what this seat buys, and may take from (TO-2, TO-3)."""
    others = table.reserved[:seat] + table.reserved[seat + 1 :]
    return tuple([card for card in table.market if card not in others])


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """Return the values with another one in this place."""
    return (*values[:place], value, *values[place + 1 :])


def without(cards: tuple[int, ...], taken: Iterable[int]) -> tuple[int, ...]:
    """Return the cards that are not taken, in their order."""
    gone = set(taken)
    return tuple([card for card in cards if card not in gone])


def as_hand(box: Box, cards: Iterable[int]) -> tuple[int, ...]:
    """Return cards in the order of a hand: high values first."""
    return tuple(sorted(cards, key=box.as_coins.__getitem__))


def counted(many: int, what: str) -> str:
    """Return "1 card", "2 cards"."""
    return f"{many} {what}{'s' * (many != 1)}"


def told(table: Table, *events: tuple[str, str]) -> tuple[Event, ...]:
    """Return the story with these sentences added, each after its rule."""
    return (*table.story, *[event(table.round, rule, text) for rule, text in events])
