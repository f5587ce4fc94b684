"""Die Händler, phase 6: red investment cards are auctioned in the open, one after the other (DH-25 … DH-28)."""

from __future__ import annotations

from mechanics.games.haendler.pieces import less, put
from mechanics.games.haendler.rank import finish, is_last
from mechanics.games.haendler.state import Table, ask, cash, clockwise, enter, pay, replace, tell
from mechanics.steps import Standing, open_auction
from mechanics.table import OneOf, Script, name


def after_sale(table: Table) -> Table:
    """DH-R20: on to the investment cards, or to the end if the round of the last arrival is not played out."""
    if table.box.finish_round == "no" and is_last(table):
        return finish(table)
    return enter(table, "invest")


def invest(table: Table) -> Script[Table]:
    """DH-25, DH-26, DH-R29: one auction; whoever wins picks an open card; the next, or the end of the phase."""
    if len(table.won) == table.box.lots[table.seats] or not table.red_open:
        return refill(table)
    order = [seat for seat in clockwise(table) if seat not in table.won]
    auction = open_auction(
        ask, "DH-26", table, order, purse=cash, show=_show, least=table.box.lowest_bid, step=table.box.step
    )
    table, standing = yield from auction
    winner = standing.holder
    if winner is None:
        return refill(tell(table, "DH-26", "Nobody bids for a red card.") if standing.passed else table)
    table = pay(table, winner, standing.price, "DH-26 pays for a red card")
    table = tell(table, "DH-26", f"{name(winner)} wins the auction for {standing.price}.")
    card = table.red_open[0]
    if len(table.red_open) > 1:
        table, answers = yield from ask("DH-27", table, lambda t: {winner: OneOf(t.red_open)})
        card = answers[winner]
    reds = put(table.reds, winner, (*table.reds[winner], card))
    table = replace(table, red_open=less(table.red_open, (card,)), reds=reds, won=(*table.won, winner), standing=None)
    return enter(tell(table, "DH-27", f"{name(winner)} takes {card}."), "invest")


def _show(table: Table, standing: Standing) -> Table:
    before = table.standing or Standing()
    table = replace(table, standing=standing)
    if standing.price > before.price:
        assert standing.holder is not None
        return tell(table, "DH-26", f"{name(standing.holder)} bids {standing.price} for a red card.")
    return table


def refill(table: Table) -> Table:
    """DH-27: after the last auction there are four open cards again, as far as the stack reaches."""
    missing = table.box.open_cards - len(table.red_open)
    new, deck = table.red_deck[:missing], table.red_deck[missing:]
    table = replace(table, red_open=table.red_open + new, red_deck=deck, standing=None)
    if new:
        table = tell(table, "DH-27", f"New red cards: {', '.join(new)}.")
    return enter(table, "rank")
