"""Traders of Osaka, a turn: buy the market, take one card as coins, or reserve one (TO-2, TO-3, TO-8 … TO-10)."""

from __future__ import annotations

from functools import cache

from mechanics.choices import Closed
from mechanics.frozen import replace
from mechanics.games.osaka.refill import begin_refill, next_turn, skip
from mechanics.games.osaka.state import MARKET, Done, Table, as_hand, lot, put, told, without
from mechanics.table import Ask, OneOf, Script, Seat, name

BUY, TAKE, RESERVE, OWN, BELOW = "buy", "take ", "reserve ", "reserved ", " in production"


def turn(table: Table) -> Script[Table]:
    """TO-12, TO-R9: is there a card to take? Then exactly one action, or none if nothing is possible (TO-R18)."""
    seat = table.turn
    if not lot(table, seat) and (table.production or table.pile or table.discard):
        return begin_refill(table, "relief", "TO-12")
    choice = actions(table, seat)
    if not choice.options:
        return skip(table)
    answers = yield Ask("TO-A", table, {seat: choice})
    answer = str(answers[seat])
    table = replace(table, skipped=0) if table.skipped else table
    if answer == BUY:
        return replace(table, phase="pay", ledger=table.ledger.at(table.round, "pay"))
    if answer.startswith(TAKE):
        return take(table, seat, found(table, seat, answer))
    return reserve(table, seat, found(table, seat, answer))


def actions(table: Table, seat: Seat) -> OneOf:
    """TO-2, TO-8, TO-9: what this seat may do, and what it may not, each with the reason."""
    box, cards = table.box, lot(table, seat)
    price, coins = box.worth(cards), box.worth(table.hands[seat])
    buy = (BUY,) if cards and coins >= price else ()
    named = (*buy, *takes(table, seat, cards), *reserves(table, seat))
    because = f"the market costs {price}, and the hand is worth {coins}"
    return OneOf(named, because, closed(table, seat, price, coins))


def takes(table: Table, seat: Seat, cards: tuple[int, ...]) -> tuple[str, ...]:
    """TO-8, TO-R10: each kind of card once; the one under the own piece by itself where another is like it."""
    words, own = table.box.words, table.reserved[seat]
    kinds = dict.fromkeys([TAKE + words[card] for card in cards if card != own])
    if own is not None and own in cards:
        kinds[TAKE + OWN * (TAKE + words[own] in kinds) + words[own]] = None
    return tuple(kinds)


def reserves(table: Table, seat: Seat) -> tuple[str, ...]:
    """TO-9, TO-R1, TO-R17: the cards without a piece, if the own piece is free."""
    if table.reserved[seat] is not None:
        return ()
    words, lies = table.box.words, table.reserved
    kinds = dict.fromkeys([RESERVE + words[card] for card in table.market if card not in lies])
    if table.box.reserve_from_production:
        kinds |= dict.fromkeys(RESERVE + words[card] + BELOW for card in table.production if card not in lies)
    return tuple(kinds)


def closed(table: Table, seat: Seat, price: int, coins: int) -> Closed:
    """TO-2, TO-3, TO-9: return what is not possible now, and why."""
    words, own = table.box.words, table.reserved[seat]
    barred = [bought_in_part(words[card]) for card in table.market]
    if coins < price:
        barred.append(too_dear(price, coins))
    for other, card in enumerate(table.reserved):
        if card is not None and other != seat:
            barred += of_another(words[card], other)
    if own is not None:
        barred += [piece_out(words[card], words[own]) for card in table.market]
    if not table.box.reserve_from_production:
        barred += [too_early(words[card]) for card in table.production]
    return tuple(barred)


@cache
def bought_in_part(card: str) -> tuple[str, str]:
    """TO-2: no part of the market is for sale."""
    return f"{BUY} {card}", "TO-2: the market is sold as a whole, not card by card."


@cache
def too_dear(price: int, coins: int) -> tuple[str, str]:
    """TO-2: the market is dearer than the hand."""
    return BUY, f"TO-2: the market costs {price}, the hand is worth {coins}: {price - coins} too little."


@cache
def of_another(card: str, holder: Seat) -> tuple[tuple[str, str], ...]:
    """TO-3, TO-9: nobody else takes or reserves what another has reserved."""
    why = f"TO-9: the {card} is reserved by {name(holder)}."
    return tuple((action + card + row, why) for action in (TAKE, RESERVE) for row in ("", BELOW))


@cache
def piece_out(card: str, own: str) -> tuple[str, str]:
    """TO-10: the piece stays until its card is taken or bought."""
    return RESERVE + card, f"TO-10: your piece lies on the {own} until you take or buy it."


@cache
def too_early(card: str) -> tuple[str, str]:
    """TO-R1: the production is not for reserving."""
    return RESERVE + card + BELOW, "TO-9: here only cards in the market are reserved, not those in the production."


def found(table: Table, seat: Seat, answer: str) -> int:
    """Return the number of the card that an answer means."""
    words, own, lies = table.box.words, table.reserved[seat], table.reserved
    row = table.production if answer.endswith(BELOW) else table.market
    card = answer.removeprefix(TAKE).removeprefix(RESERVE).removesuffix(BELOW)
    free = [one for one in row if words[one] == card and one not in lies]
    if free:
        return free[0]
    assert own is not None
    return own


def take(table: Table, seat: Seat, card: int) -> Table:
    """TO-8, TO-R13: the card is money in the hand from now on; a piece on it comes back at once."""
    box = table.box
    ledger = table.ledger.pay(MARKET, seat, box.values[card], "TO-8 takes coins")
    text = f"{name(seat)} takes the {box.words[card]} as coins."
    reserved = put(table.reserved, seat, None) if table.reserved[seat] == card else table.reserved
    table = replace(
        table, ledger=ledger, market=without(table.market, (card,)), reserved=reserved,
        hands=put(table.hands, seat, as_hand(box, (*table.hands[seat], card))),
        turns=(*table.turns, Done(table.round, seat, "take", (box.cards[card],))), story=told(table, ("TO-8", text)),
    )  # fmt: skip
    return next_turn(table) if table.market else begin_refill(table, "refill", "TO-11")


def reserve(table: Table, seat: Seat, card: int) -> Table:
    """TO-9, TO-10: the piece lies on the card."""
    text = f"{name(seat)} reserves the {table.box.words[card]}."
    done = Done(table.round, seat, "reserve", (table.box.cards[card],))
    changes = {"turns": (*table.turns, done), "story": told(table, ("TO-9", text))}
    return next_turn(table, reserved=put(table.reserved, seat, card), **changes)
