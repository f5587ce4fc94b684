"""Traders of Osaka before the first turn: the cards are dealt, and everybody takes a token (TO-S1 … TO-S4)."""

from __future__ import annotations

from typing import cast

from mechanics.frozen import replace
from mechanics.games.osaka.state import MARKET, PRODUCTION, UNSEEN, Table, as_hand, put, told
from mechanics.ledger import BANK
from mechanics.table import NATURE, Ask, OneOf, Order, Script, Seat, name


def deal(table: Table) -> Script[Table]:
    """TO-S1, TO-S2, TO-S3: shuffle, lay out both rows, deal the starting hands, find the start player."""
    answers = yield Ask("TO-S1", table, {NATURE: Order(len(table.box.cards))}, private=True)
    table = lay_out(table, cast("tuple[int, ...]", answers[NATURE]))
    low = starters(table)
    first = low[0]
    if len(low) > 1:
        answers = yield Ask("TO-S3", table, {NATURE: OneOf(low)})
        first = cast("int", answers[NATURE])
    story = told(table, ("TO-S3", f"{name(first)} is the start player."))
    return replace(table, phase="tokens", first=first, turn=first, story=story, ledger=table.ledger.at(0, "tokens"))


def lay_out(table: Table, order: tuple[int, ...]) -> Table:
    """TO-S1, TO-S2: ships in the first port, both rows open, every hand drawn openly until it is worth enough."""
    box, rows = table.box, table.box.market + table.box.production
    market, production, pile = order[: box.market], order[box.market : rows], order[rows:]
    hands = []
    for _ in range(table.seats):
        many = hand_size(box.values, pile, box.deal_target)
        hands.append(as_hand(box, pile[:many]))
        pile = pile[many:]
    ledger = table.ledger.book([
        (BANK, UNSEEN, box.worth(order), "TO-S1 the cards of the box"),
        (UNSEEN, MARKET, box.worth(market), "TO-S1 opens the market"),
        (UNSEEN, PRODUCTION, box.worth(production), "TO-S1 opens the production"),
        *[(UNSEEN, seat, box.worth(hand), "TO-S2 starts with") for seat, hand in enumerate(hands)],
    ])  # fmt: skip
    none, nothing = (0,) * len(box.colours), ((),) * table.seats
    dealt = [("TO-S2", f"{name(s)} draws {box.said(hand)}: {box.worth(hand)} coins.") for s, hand in enumerate(hands)]
    return replace(
        table, ledger=ledger, market=market, production=production, pile=pile, hands=tuple(hands), cargo=nothing,
        scored=nothing, ships=none, tokens=(none,) * table.seats, supply=(box.tokens_each,) * len(box.colours),
        reserved=(None,) * table.seats, story=told(table, *dealt),
    )  # fmt: skip


def hand_size(values: tuple[int, ...], pile: tuple[int, ...], target: int) -> int:
    """TO-S2: return how many cards are drawn from a pile until they are worth the target."""
    total = 0
    for many, card in enumerate(pile):
        if total >= target:
            return many
        total += values[card]
    return len(pile)


def starters(table: Table) -> tuple[Seat, ...]:
    """TO-S3: return who has the least coins, of these the fewest cards."""
    held = [(table.box.worth(hand), len(hand)) for hand in table.hands]
    return tuple(seat for seat, mine in enumerate(held) if mine == min(held))


def tokens(table: Table) -> Script[Table]:
    """TO-S4: from the start player on, everybody takes a token of any colour."""
    while table.asked < table.seats and any(table.supply):
        seat = (table.first + table.asked) % table.seats
        left = tuple(c for c, many in zip(table.box.colours, table.supply, strict=True) if many)
        answers = yield Ask("TO-S4", table, {seat: OneOf(left)})
        colour = str(answers[seat])
        story = told(table, ("TO-S4", f"{name(seat)} takes a {colour} token."))
        table = replace(take_token(table, seat, table.box.colours.index(colour)), asked=table.asked + 1, story=story)
    return replace(table, phase="turn", round=1, asked=0, ledger=table.ledger.at(1, "turn"))


def take_token(table: Table, seat: Seat, colour: int) -> Table:
    """Move a token of this colour from the supply to a seat."""
    mine = put(table.tokens[seat], colour, table.tokens[seat][colour] + 1)
    supply = put(table.supply, colour, table.supply[colour] - 1)
    return replace(table, tokens=put(table.tokens, seat, mine), supply=supply)
