"""What a tournament counts for each seat of Turin Market beside score and cash."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.turin.state import Table


def counters(table: Table) -> tuple[Mapping[str, int], ...]:
    """Return for each seat: cards won in auctions, auctions in which it paid and won nothing, loans, cards at the end.

    In a match, what the auctions of its last game say."""
    done = table.rounds
    return tuple(
        {
            "cards won": sum(auction.prize[seat] for auction in done),
            "bids lost": sum(auction.paid[seat] > 0 and auction.prize[seat] == 0 for auction in done),
            "loans": table.loans[seat],
            "cards": len(table.open[seat]),
        }
        for seat in range(table.seats)
    )
