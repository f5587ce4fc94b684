"""Traders of Osaka, a purchase: the whole market is paid for and loaded, and ships sail (TO-1 … TO-7, TO-R14)."""

from __future__ import annotations

from collections.abc import Sequence

from mechanics.frozen import replace
from mechanics.games.osaka.payday import begin_payday
from mechanics.games.osaka.refill import begin_refill
from mechanics.games.osaka.state import DISCARD, MARKET, Done, Table, cargo_of, lot, put, told, without
from mechanics.ledger import Ledger
from mechanics.markets import least_payment
from mechanics.table import Ask, Script, Seat, Several, name


def pay(table: Table) -> Script[Table]:
    """TO-1, TO-R14: which cards of the hand pay for the market."""
    seat, box = table.turn, table.box
    bought = lot(table, seat)
    price = box.worth(bought)
    answers = yield Ask("TO-R14", table, {seat: payment(table, seat, price)})
    paid = cards_of(table, seat, answers[seat])  # type: ignore[arg-type]
    table = buy(table, seat, bought, paid)
    if box.edo in table.ships:
        return begin_payday(table)
    return begin_refill(table, "refill", "TO-11")


def payment(table: Table, seat: Seat, price: int) -> Several:
    """TO-1, TO-R14: cards of the hand that are worth the price, none of which could be left out."""
    hand, box = table.hands[seat], table.box
    coins = [box.values[card] for card in hand]
    words = tuple(box.words[card] for card in hand)
    offered = tuple(words[i] for i in least_payment(coins, price))
    because = f"the market costs {price}; no change is given, and no card may be paid that can be left out"
    return Several(
        words, fewest(coins, price), len(hand), tuple(coins), low=price, because=because, rest=price - 1,
        offered=offered,
    )  # fmt: skip


def fewest(coins: Sequence[int], price: int) -> int:
    """Return how many cards are at least needed for a price; `coins` from the highest down."""
    total = 0
    for many, coin in enumerate(coins):
        if total >= price:
            return many
        total += coin
    return len(coins)


def cards_of(table: Table, seat: Seat, chosen: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of hand cards that are named by their words."""
    left, words = list(table.hands[seat]), table.box.words
    found = []
    for word in chosen:
        card = next(card for card in left if words[card] == word)
        left.remove(card)
        found.append(card)
    return tuple(found)


def buy(table: Table, seat: Seat, bought: tuple[int, ...], paid: tuple[int, ...]) -> Table:
    """TO-4, TO-5, TO-6: cards paid are discarded, cards bought are cargo, ships sail; an own piece comes back."""
    box = table.box
    price, ships = box.worth(bought), sailed(table, bought)
    steps = tuple(after - before for after, before in zip(ships, table.ships, strict=True))
    own = table.reserved[seat]
    return replace(
        table, ledger=booked(table, seat, price, box.worth(paid)), ships=ships,
        market=without(table.market, bought), hands=put(table.hands, seat, without(table.hands[seat], paid)),
        discard=table.discard + paid, cargo=put(table.cargo, seat, tuple(sorted(table.cargo[seat] + bought))),
        reserved=put(table.reserved, seat, None) if own in bought else table.reserved,
        turns=(*table.turns, Done(table.round, seat, "buy", box.shown(bought), price, box.shown(paid), steps)),
        story=told(table, *purchase(table, seat, bought, paid), *voyages(table, ships)),
    )  # fmt: skip


def sailed(table: Table, bought: tuple[int, ...]) -> tuple[int, ...]:
    """TO-6: one card moves its ship one place, several cards two; a ship stops in Edo."""
    box, many = table.box, [0] * len(table.ships)
    for card in bought:
        many[box.colour_of[card]] += 1
    steps = [0 if not count else box.step_one if count == 1 else box.step_many for count in many]
    return tuple(min(place + step, box.edo) for place, step in zip(table.ships, steps, strict=True))


def booked(table: Table, seat: Seat, price: int, paid: int) -> Ledger:
    """TO-4, TO-5: coins go to the discard pile, what is overpaid for nothing; goods from the market to the cargo."""
    return table.ledger.book([
        (seat, DISCARD, price, "TO-4 pays for the market"),
        (seat, DISCARD, paid - price, "TO-4 overpays and gets no change"),
        (MARKET, cargo_of(seat), price, "TO-5 loads the market"),
    ])  # fmt: skip


def purchase(table: Table, seat: Seat, bought: tuple[int, ...], paid: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """Return a purchase in words."""
    box = table.box
    price, coins = box.worth(bought), box.worth(paid)
    over = f", {coins - price} too much" if coins > price else ""
    return (
        ("TO-2", f"{name(seat)} buys {box.said(bought)} for {price}."),
        ("TO-4", f"{name(seat)} pays with {box.said(paid)}: {coins}{over}."),
    )


def voyages(table: Table, ships: tuple[int, ...]) -> list[tuple[str, str]]:
    """Return in words where ships have sailed to."""
    places = table.box.places
    sailed = [(c, now) for c, before, now in zip(table.box.colours, table.ships, ships, strict=True) if now != before]
    return [("TO-6", f"The {colour} ship sails to {places[now]} (place {now}).") for colour, now in sailed]
