"""How the tests drive single steps of Traders of Osaka: lay cards by name, answer questions, look at what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mechanics.games import osaka
from mechanics.games.osaka import BOX, Box, Drawn, Table
from mechanics.games.osaka.script import PHASES
from mechanics.games.osaka.state import MARKET, PRODUCTION, UNSEEN, as_hand, cargo_of, opened, points_of
from mechanics.ledger import BANK
from mechanics.session import Session
from mechanics.table import Ask, Seat
from tests.turin_steps import asked, drive, purses, refusal, to_all, told

__all__ = [
    "BOX", "ask_of", "asked", "at", "drive", "names", "purses", "refusal", "seated", "step", "to_all", "told", "words",
]  # fmt: skip

Words = str | Sequence[str]


def names(cards: Words) -> list[str]:
    """Cards by name, one a list entry: "red 5, blue 3" or ["red 5", "blue 3"]."""
    return [card.strip() for card in cards.split(",") if card.strip()] if isinstance(cards, str) else list(cards)


def at(
    phase: str, hands: Sequence[Words], market: Words = (), production: Words = (), cargo: Sequence[Words] = (),
    box: Box = BOX, pile: Words | None = None, discard: Words | None = None, scored: Sequence[Words] = (),
    drawn: Sequence[tuple[Seat, str]] = (), reserved: Mapping[Seat, str] | None = None, **fields: Any,
) -> Table:  # fmt: skip
    """A table at the head of a phase of round 1, P1 on turn, cards laid by name.

    All other cards are the pile (or, if `pile` names the cards on top of it and `discard` is None, lie under them);
    where `discard` is given, the pile holds what it names and the discard pile everything else."""
    seats, left = len(hands), list(range(len(box.cards)))

    def lay(cards: Words) -> tuple[int, ...]:
        found = []
        for name in names(cards):
            card = next(card for card in left if box.words[card] == name)
            left.remove(card)
            found.append(card)
        return tuple(found)

    empty = [()] * seats
    table = opened(seats, box)
    laid: dict[str, Any] = {
        "market": lay(market), "production": lay(production), "hands": tuple(as_hand(box, lay(h)) for h in hands),
        "cargo": tuple(tuple(sorted(lay(c))) for c in cargo or empty), "scored": tuple(map(lay, scored or empty)),
        "drawn": tuple(Drawn(seat, lay([card])[0], 0) for seat, card in drawn),
    }  # fmt: skip
    top = lay(pile or ())
    laid["discard"] = lay(discard) if isinstance(discard, str | list) and discard != "rest" else ()
    laid["pile"] = top if discard is not None else (*top, *left)
    laid["discard"] = tuple(left) if discard == "rest" else laid["discard"]
    rows = laid["market"] + laid["production"]
    pieces = [next((c for c in rows if box.words[c] == (reserved or {}).get(seat)), None) for seat in range(seats)]
    usual: dict[str, Any] = {
        "round": 1, "ships": (0,) * 4, "tokens": ((0,) * 4,) * seats, "supply": (12,) * 4, "reserved": tuple(pieces),
    }  # fmt: skip
    return _booked(replace(table, phase=phase, **usual | laid | fields))


def _booked(table: Table) -> Table:
    """The same table, with the coins of every place in its account."""
    worth, ledger = table.box.worth, table.ledger.at(1, table.phase)
    places: dict[Any, tuple[int, ...]] = {MARKET: table.market, PRODUCTION: table.production, "discard": table.discard}
    for seat in range(table.seats):
        places |= {seat: table.hands[seat], cargo_of(seat): table.cargo[seat], points_of(seat): table.scored[seat]}
    unseen = (*table.pile, *(one.card for one in table.drawn))
    ledger = ledger.pay(BANK, UNSEEN, worth(unseen) + sum(map(worth, places.values())), "TO-S1 the cards of the box")
    for account, cards in places.items():
        ledger = ledger.pay(UNSEEN, account, worth(cards), "TO-S2 starts with")
    return replace(table, ledger=ledger)


def words(cards: Sequence[int]) -> list[str]:
    """Cards by name."""
    return [BOX.words[card] for card in cards]


def step(table: Table) -> Any:
    """What is played from this table to the end of its phase."""
    return PHASES[table.phase](table)


def ask_of(table: Table) -> Ask[Table]:
    """The first question that is asked from this table on."""
    return next(osaka.game(table.seats, table.box, table))


def seated(table: Table) -> Session:
    """A session whose game begins at this table, between persons."""

    class Begun:
        """The game, begun from here."""

        def __getattr__(self, name: str) -> Any:
            return getattr(osaka, name)

        def game(self, seats: int, box: Any = None, start: Any = None) -> Any:
            return osaka.game(seats, table.box, table)

    return Session(Begun(), table.seats, 1, box=table.box)  # type: ignore[arg-type]
