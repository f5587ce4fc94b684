"""What a tournament counts for each seat of Traders of Osaka beside score and cash (the coins left in the hand)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mechanics.games.osaka.state import Table, points
from mechanics.table import Seat


def counters(table: Table) -> tuple[Mapping[str, int], ...]:
    """Return for each seat: its points, tokens, purchases, reservations, coins overpaid, cargo that sank (in coins)."""
    scored = points(table)
    return tuple(
        {
            "points": scored[seat],
            "tokens": sum(table.tokens[seat]),
            "purchases": sum(done.seat == seat and done.does == "buy" for done in table.turns),
            "reservations": sum(done.seat == seat and done.does == "reserve" for done in table.turns),
            "coins overpaid": sum(_overpaid(table, seat)),
            "coins sunk": sum(card.value for day in table.paydays for card in day.lost[seat]),
        }
        for seat in range(table.seats)
    )


def _overpaid(table: Table, seat: Seat) -> Iterator[int]:
    for done in table.turns:
        if done.seat == seat and done.does == "buy":
            yield sum(card.value for card in done.paid) - done.price
