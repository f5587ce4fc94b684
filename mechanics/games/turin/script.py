"""Turin Market as it is played: one function per phase, in the order of the rule book."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mechanics.games.turin.auction import bid, deal, offer, pass_goose, pick
from mechanics.games.turin.box import BOX, Box
from mechanics.games.turin.payout import end
from mechanics.games.turin.state import Table, enter
from mechanics.games.turin.trade import put_up, window, withdraw
from mechanics.ledger import Ledger
from mechanics.table import Script


def game(seats: int, box: Box = BOX, start: Table | None = None) -> Script[Table]:
    """Return the script of a game for 2 to 5 seats, or of what is left of one from the head of a phase on."""
    if seats not in box.hand:
        raise ValueError(f"Turin Market is for {min(box.hand)} to {max(box.hand)} players; {seats} is not possible.")
    table = start or Table("deal", seats, box, Ledger.open(seats))
    while table.phase:
        table = yield from PHASES[table.phase](table)
    return table


def sell(table: Table) -> Script[Table]:
    """TM-15, TM-16, TM-R21: in seat order, offers are taken back and at most one new one is made."""
    for seat in range(table.seats):
        if table.offers:
            table = yield from withdraw(table, seat)
        table = yield from put_up(table, seat)
    table = pass_goose((yield from window(table)))
    return enter(table, "offer", round=table.round + 1)


PHASES: Mapping[str, Callable[[Table], Script[Table]]] = {
    "deal": deal, "offer": offer, "bid": bid, "pick": pick, "sell": sell, "end": end,
}  # fmt: skip
