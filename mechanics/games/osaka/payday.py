"""Traders of Osaka, a payday: insurance, losses, sales, tokens, ships back, and the end (TO-13 … TO-23, TO-R15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from mechanics.frozen import replace
from mechanics.games.osaka.deal import take_token
from mechanics.games.osaka.refill import begin_refill, draw, finish
from mechanics.games.osaka.state import (
    DISCARD,
    Payday,
    Sale,
    Step,
    Table,
    cargo_of,
    clockwise,
    counted,
    points_of,
    put,
    told,
    without,
)
from mechanics.markets import due, parted
from mechanics.table import Answer, Ask, Script, Seat, Several, name


def begin_payday(table: Table) -> Table:
    """TO-7: a ship is in Edo; what has arrived is to be sold, what lies in the black current will sink."""
    box, none = table.box, ((),) * table.seats
    colours = list(zip(box.colours, table.ships, strict=True))
    arrived = tuple(colour for colour, place in colours if place == box.edo)
    sunk = tuple(colour for colour, place in colours if place in box.current)
    today = Payday(table.round, table.turn, arrived, sunk, none, none, none)
    story = told(table, ("TO-7", f"Payday: {' and '.join(arrived)} in {box.places[box.edo]}."))
    return replace(
        table, phase="insure", ledger=table.ledger.at(table.round, "insure"), payday=today, asked=0, story=story
    )


# --- insurance and losses ---------------------------------------------------------------------------------------------


def insure(table: Table) -> Script[Table]:
    """TO-19, TO-21, TO-R16: from the active player on, everybody may insure; then the current takes the rest."""
    while table.asked < table.seats:
        seat = clockwise(table)[table.asked]
        if usable(table, seat):
            table = yield from insured(table, seat)
        table = replace(table, asked=table.asked + 1)
    return begin_sale(lose(table))


def usable(table: Table, seat: Seat) -> tuple[int, ...]:
    """TO-19, TO-R6: hand cards with symbols, of a colour in the current of which this seat has cargo."""
    cards, mine = table.box.cards, at_risk(table, seat)
    colours = {cards[card].colour for card in mine}
    return tuple(card for card in table.hands[seat] if cards[card].symbols and cards[card].colour in colours)


def at_risk(table: Table, seat: Seat) -> tuple[int, ...]:
    """TO-18: this seat's cargo in the black current."""
    cards, sunk = table.box.cards, _today(table).sunk
    return tuple(card for card in table.cargo[seat] if cards[card].colour in sunk)


def insured(table: Table, seat: Seat) -> Step:
    """TO-19, TO-R16: cards are discarded, and so many cargo cards of their colours as they have symbols are saved."""
    answers = yield Ask("TO-19", table, {seat: policies(table, seat)})
    chosen = Counter(answers[seat])  # type: ignore[arg-type]
    spent = [card for card in usable(table, seat) if _taken(chosen, table.box.words[card])]
    if not spent:
        return table
    table = discarded(table, seat, tuple(spent))
    saved: tuple[int, ...] = ()
    for colour in _today(table).sunk:
        symbols = sum(table.box.cards[card].symbols for card in spent if table.box.cards[card].colour == colour)
        saved += yield from rescued(table, seat, colour, symbols)
    today = _today(table)
    today = today._replace(saved=put(today.saved, seat, table.box.shown(saved)))
    story = told(table, ("TO-19", f"{name(seat)} insures {table.box.said(saved)}."))
    return replace(table, payday=today, story=story)


def policies(table: Table, seat: Seat) -> Several:
    """TO-19: the cards that insure something, and why the others of the hand do not."""
    words, cards, options = table.box.words, table.box.cards, usable(table, seat)
    sunk = {cards[card].colour for card in at_risk(table, seat)}
    barred = {words[c]: useless(cards[c].colour, cards[c].symbols, sunk) for c in table.hands[seat] if c not in options}
    because = f"your cargo in the black current is {table.box.said(at_risk(table, seat))}"
    return Several(tuple(words[c] for c in options), 0, len(options), because=because, closed=tuple(barred.items()))


def useless(colour: str, symbols: int, sunk: set[str]) -> str:
    """Say why a card insures nothing."""
    if colour in sunk:
        return f"TO-19: this {colour} card has no insurance symbol."
    return f"TO-R16: none of your cargo in the black current is {colour}."


def discarded(table: Table, seat: Seat, spent: tuple[int, ...]) -> Table:
    """TO-19: the cards that insure go from the hand to the discard pile."""
    box, today = table.box, _today(table)
    ledger = table.ledger.pay(seat, DISCARD, box.worth(spent), "TO-19 insures")
    text = f"{name(seat)} discards {box.said(spent)} to insure cargo."
    return replace(
        table, ledger=ledger, hands=put(table.hands, seat, without(table.hands[seat], spent)),
        discard=table.discard + spent, story=told(table, ("TO-19", text)),
        payday=today._replace(spent=put(today.spent, seat, box.shown(spent))),
    )  # fmt: skip


def rescued(
    table: Table, seat: Seat, colour: str, symbols: int
) -> Generator[Ask[Table], Mapping[Seat, Answer], tuple[int, ...]]:
    """TO-R16: the owner picks what is saved of a colour; surplus symbols lapse."""
    box = table.box
    cargo = tuple(card for card in table.cargo[seat] if box.cards[card].colour == colour)
    words = tuple(box.words[card] for card in cargo)
    if not 0 < symbols < len(cargo) or len(set(words)) == 1:
        return cargo[:symbols]
    because = f"{symbols} of your {len(cargo)} {colour} cards can be saved"
    answers = yield Ask("TO-R16", table, {seat: Several(words, symbols, symbols, because=because)})
    chosen = Counter(answers[seat])  # type: ignore[arg-type]
    return tuple(card for card in cargo if _taken(chosen, box.words[card]))


def _taken(chosen: Counter[Any], word: str) -> bool:
    """Say whether this card is one of those chosen, and strike it off."""
    chosen[word] -= 1
    return chosen[word] >= 0


def lose(table: Table) -> Table:
    """TO-18, TO-R7: cargo in the black current that is not insured goes to the discard pile."""
    for seat in clockwise(table):
        today = _today(table)
        saved = Counter(today.saved[seat])
        lost = tuple(card for card in at_risk(table, seat) if not _taken(saved, table.box.cards[card]))  # type: ignore[arg-type]
        if lost:
            table = _sunk(table, seat, lost, today)
    return table


def _sunk(table: Table, seat: Seat, lost: tuple[int, ...], today: Payday) -> Table:
    box = table.box
    ledger = table.ledger.pay(cargo_of(seat), DISCARD, box.worth(lost), "TO-18 sinks in the black current")
    return replace(
        table, ledger=ledger, cargo=put(table.cargo, seat, without(table.cargo[seat], lost)),
        discard=table.discard + lost, payday=today._replace(lost=put(today.lost, seat, box.shown(lost))),
        story=told(table, ("TO-18", f"{name(seat)} loses {box.said(lost)} in the black current.")),
    )  # fmt: skip


# --- sales ------------------------------------------------------------------------------------------------------------


def begin_sale(table: Table) -> Table:
    """TO-13, TO-R5, TO-R15: who has to sell what, colour by colour and clockwise from the active player."""
    cards = table.box.cards
    held = {(cards[card].colour, seat) for seat, cargo in enumerate(table.cargo) for card in cargo}
    colours = [(i, c) for i, c in enumerate(table.box.colours) if c in _today(table).arrived]
    queue = tuple((i, seat) for i, colour in colours for seat in clockwise(table) if (colour, seat) in held)
    return replace(table, phase="sell", ledger=table.ledger.at(table.round, "sell"), asked=0, queue=queue)


def sell(table: Table) -> Script[Table]:
    """TO-13 … TO-17, TO-20, TO-22: one sale after the other, then tokens, ships back, and is this the end?"""
    while table.queue or table.due:
        if table.due:
            table = yield from draw(table, "TO-16")
        else:
            table = sold(table, *table.queue[0])
    table = sail_back(hand_out(table))
    table = replace(table, payday=None, paydays=(*table.paydays, _today(table)))
    if max(map(sum, table.tokens)) >= table.box.end_tokens:
        return finish(table)
    return begin_refill(table, "refill", "TO-11")


def sold(table: Table, colour: int, seat: Seat) -> Table:
    """TO-13 … TO-16: the points of one colour: the smallest cards sold are kept, missing ones are drawn unseen."""
    box = table.box
    cards = tuple(card for card in table.cargo[seat] if box.colour_of[card] == colour)
    mine = table.tokens[seat]
    tokens = sum(mine) if box.tokens_count == "all" else mine[colour]
    points = due(box.values[cards[-1]], len(cards), tokens, box.divisor)
    kept, _, drawn = parted(len(cards), points)
    drawn = drawn if box.excess_points == "draw" else 0
    sale = Sale(
        seat, box.colours[colour], box.shown(cards), tokens, kept + drawn, box.shown(cards[:kept]),
        box.shown(cards[kept:]), drawn,
    )  # fmt: skip
    return _parted(table, sale, cards[:kept], cards[kept:])


def _parted(table: Table, sale: Sale, kept: tuple[int, ...], rest: tuple[int, ...]) -> Table:
    """TO-15: the cards kept go to the score pile, the rest to the discard pile."""
    box, seat, today = table.box, sale.seat, _today(table)
    ledger = table.ledger.book([
        (cargo_of(seat), points_of(seat), box.worth(kept), "TO-15 keeps as points"),
        (cargo_of(seat), DISCARD, box.worth(rest), "TO-15 sells and does not keep"),
    ])  # fmt: skip
    helped = counted(sale.tokens, "token")
    text = f"{name(seat)} sells {box.said(kept + rest)} with {helped}: {counted(sale.points, 'point')}"
    text += f", {sale.drawn} of them drawn unseen." if sale.drawn else "."
    return replace(
        table, ledger=ledger, cargo=put(table.cargo, seat, without(table.cargo[seat], kept + rest)),
        scored=put(table.scored, seat, table.scored[seat] + kept), discard=table.discard + rest,
        queue=table.queue[1:], due=(seat,) * sale.drawn, payday=today._replace(sales=(*today.sales, sale)),
        story=told(table, ("TO-14", text)),
    )  # fmt: skip


def hand_out(table: Table) -> Table:
    """TO-17: everybody who sold a colour takes a token of it, clockwise from the active player while there are any."""
    box, today = table.box, _today(table)
    got: list[tuple[str, ...]] = [()] * table.seats
    for sale in today.sales:
        colour = box.colours.index(sale.colour)
        if table.supply[colour]:
            table = take_token(table, sale.seat, colour)
            got[sale.seat] = (*got[sale.seat], sale.colour)
    takers = [(name(seat), mine) for seat, mine in enumerate(got) if mine]
    texts = [("TO-17", f"{who} takes a token for {' and '.join(mine)}.") for who, mine in takers]
    return replace(table, payday=today._replace(tokens=tuple(got)), story=told(table, *texts))


def sail_back(table: Table) -> Table:
    """TO-20: ships from Edo go back to the first port, ships from the current to the anchor."""
    box = table.box
    ships = tuple(0 if ship == box.edo else box.safe if ship in box.current else ship for ship in table.ships)
    return replace(table, ships=ships)


def _today(table: Table) -> Payday:
    assert table.payday is not None
    return table.payday
