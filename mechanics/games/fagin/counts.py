"""What a tournament counts for each seat of Fagin's Gang beside score and cash."""

from __future__ import annotations

from collections.abc import Mapping

from mechanics.games.fagin.state import BUY, SELL, Table


def counters(table: Table) -> tuple[Mapping[str, int], ...]:
    """Return for each seat: markets opened, cubes bought, sold and left, what the wheel brought, urchins home.

    The wheel brings net worth in shillings, at every turn between two rounds, and may take it. Urchins are counted in
    the game of the gang only."""
    trades = [(trade.seat, trade.does) for market in table.sessions for trade in market.trades]
    hands = table.last.hands if table.last else table.hands
    turns = [turn for turn in table.turns if turn.round]
    return tuple(
        {
            "markets opened": sum(market.opener == seat for market in table.sessions),
            "cubes bought": trades.count((seat, BUY)),
            "cubes sold": trades.count((seat, SELL)),
            "cubes left": sum(hands[seat]),
            "brought by the wheel": sum(turn.worth_after[seat] - turn.worth_before[seat] for turn in turns),
            **({"urchins home": table.home[seat]} if table.home else {}),
        }
        for seat in range(table.seats)
    )
