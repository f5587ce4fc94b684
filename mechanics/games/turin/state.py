"""The table of Turin Market as a value, and what every step of the script uses."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from mechanics.frozen import changed
from mechanics.games.turin.box import Box
from mechanics.ledger import BANK, Ledger, Payment
from mechanics.table import Answer, Ask, Choice, Event, Free, OneOf, Seat, event, name


class Offer(NamedTuple):
    """One open card for sale: its price lies on it, since this round."""

    seat: Seat
    card: int
    price: int
    since: int


class Auctioned(NamedTuple):
    """One auction as everybody saw it: cards, bids, extras, coin, and what came of it (one number per seat)."""

    round: int
    cards: tuple[int, ...]
    bids: tuple[int, ...]
    extra: tuple[int, ...]
    again: tuple[bool, ...]
    coin: tuple[int, ...]
    place: tuple[int, ...]
    prize: tuple[int, ...]
    paid: tuple[int, ...]
    burned: int
    prizes: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """Everything that lies on the table, hands included; a Table at the head of a phase is enough to go on."""

    phase: str
    seats: int
    box: Box
    ledger: Ledger
    round: int = 0
    hands: tuple[tuple[int, ...], ...] = ()
    open: tuple[tuple[int, ...], ...] = ()
    centre: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    offers: tuple[Offer, ...] = ()
    sale: Offer | None = None
    loans: tuple[int, ...] = ()
    debts: tuple[int, ...] = ()
    owed: tuple[int, ...] = ()
    goose: Seat | None = None
    opening: bool = False
    rounds: tuple[Auctioned, ...] = ()
    story: tuple[Event, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()


Step = Generator[Ask[Table], Mapping[Seat, Answer], tuple[Table, Mapping[Seat, Any]]]


def scores(table: Table) -> tuple[int, ...]:
    """Return each seat's scudi less what could not be paid back, over all games of the match (TM-27, TM-28)."""
    games = table.past if not table.phase else (*table.past, score(table))
    return tuple(map(sum, zip(*games, strict=True)))


def score(table: Table) -> tuple[int, ...]:
    """Return each seat's scudi less what could not be paid back, in this game alone (TM-27)."""
    owed = table.owed or (0,) * table.seats
    return tuple([table.ledger.balances[seat] - owed[seat] for seat in range(table.seats)])


def free_cash(table: Table, seat: Seat) -> int:
    """Return the scudi that this seat may spend: those on its cards for sale are not free (TM-3, TM-16)."""
    cash = table.ledger.balances[seat]
    return cash - laid_down(table, seat) if table.offers else cash


def laid_down(table: Table, seat: Seat) -> int:
    """Return the scudi that lie on this seat's cards for sale."""
    laid = 0
    for owner, _card, price, _since in table.offers:
        if owner == seat:
            laid += price
    return laid


def all_laid_down(table: Table) -> Sequence[int]:
    """Return the scudi that lie on each seat's cards for sale."""
    laid = [0] * table.seats
    for owner, _card, price, _since in table.offers:
        laid[owner] += price
    return laid


@lru_cache(maxsize=1 << 10)
def loans(taken: tuple[int, ...], most: int) -> Mapping[Seat, OneOf]:
    """Return who may take a loan first when so many have been taken (TM-21)."""
    none = OneOf((), because=f"no loan is left: {most} for each player at most, rule TM-21")
    return {seat: _LOAN if many < most else none for seat, many in enumerate(taken)}


_LOAN = OneOf(("loan",))


def ask(
    rule: str, table: Table, allowed: Callable[[Table], Mapping[Seat, Choice]], sealed: bool = False
) -> Step:
    """Ask until all have answered, if anybody is to be asked; a loan in between is booked, and it is asked again."""
    while may := allowed(table):
        answers = yield Ask(rule, table, may, loans(table.loans, table.box.max_loans), sealed)
        if Free not in map(type, answers.values()):
            return table, answers
        table = borrow(table, next(iter(answers)), "TM-21")
    return table, {}


def borrow(table: Table, seat: Seat, rule: str) -> Table:
    """Take a loan from the bank."""
    taken, ledger = put(table.loans, seat, table.loans[seat] + 1), table.ledger.book([loan(table, seat, rule)])
    return tell(table, rule, loan_said(table, seat), loans=taken, ledger=ledger)


def loan(table: Table, seat: Seat, rule: str) -> Payment:
    """Return what the bank pays out for a loan."""
    return BANK, seat, table.box.loan_cash, f"{rule} takes a loan"


def loan_said(table: Table, seat: Seat) -> str:
    """Return how a loan is told."""
    return f"{name(seat)} takes a loan of {table.box.loan_cash}."


def tell(table: Table, rule: str, text: str, **changes: Any) -> Table:
    """Add a sentence to the story, under its rule, and make these changes."""
    changes["story"] = (*table.story, event(table.round, rule, text))
    return changed(table, changes)


def put(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    """Return the values with another one for this seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def without(cards: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards without those that are taken from among them, in their order."""
    for card in taken:
        at = cards.index(card)
        cards = cards[:at] + cards[at + 1 :]
    return cards


def enter(
    table: Table, phase: str, *, ledger: Ledger | None = None, round: int | None = None, **changes: Any
) -> Table:
    """Go on to a phase, and make these changes; the ledger books under it."""
    round = table.round if round is None else round
    changes |= {"phase": phase, "round": round, "ledger": (ledger or table.ledger).at(round, phase)}
    return changed(table, changes)


@lru_cache(maxsize=1 << 12)
def cards_said(cards: tuple[int, ...]) -> str:
    """Return "card 4", "cards 4 and 7"."""
    return f"cards {' and '.join(map(str, cards))}" if len(cards) > 1 else f"card {cards[0]}"


def credit(table: Table, seat: Seat) -> int:
    """Return the scudi that this seat could still borrow (TM-21)."""
    box = table.box
    return box.loan_cash if table.loans[seat] < box.max_loans else 0


def holdings(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the units of each good on the open cards of each seat: one row per good, one number per seat."""
    return tuple(zip(*map(table.box.holds, table.open), strict=True))
