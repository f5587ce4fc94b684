"""What a tournament counts for each seat of Die Händler beside score and cash."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.haendler.state import Table


def counters(table: Table) -> tuple[Mapping[str, int], ...]:
    """Return for each seat: its rank, how often it was loading master, pieces sold, open notes."""
    return tuple(
        {
            "rank": table.ranks[seat],
            "offices": sum(loading.master == seat for loading in table.loadings),
            "pieces sold": sum(sold.pieces for sold in table.sales if sold.seat == seat),
            "notes": table.notes[seat],
        }
        for seat in range(table.seats)
    )
