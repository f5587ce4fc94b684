"""Traders of Osaka: the market is filled up again, the pile shuffled anew, and whose turn it is (TO-11, TO-12)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, cast

from mechanics.frozen import changed, replace
from mechanics.games.osaka.state import (
    DISCARD,
    MARKET,
    PRODUCTION,
    UNSEEN,
    Done,
    Drawn,
    Past,
    Step,
    Table,
    counted,
    points,
    told,
)
from mechanics.table import NATURE, Answer, Ask, Order, Script, Seat, name


def next_turn(table: Table, **changes: Any) -> Table:
    """Go on to the next seat clockwise; after a lap the round is over and written down."""
    turn = (table.turn + 1) % table.seats
    over = turn == table.first
    past = (*table.past, standing(table)) if over else table.past
    number = table.round + over
    usual = {"phase": "turn", "turn": turn, "past": past, "round": number, "ledger": table.ledger.at(number, "turn")}
    return changed(table, usual | changes)


def standing(table: Table) -> Past:
    """Return how the seats stand now."""
    return Past(
        table.round, tuple(map(len, table.hands)), tuple(map(table.box.worth, table.cargo)), points(table),
        tuple(map(sum, table.tokens)),
    )  # fmt: skip


def begin_refill(table: Table, phase: str, rule: str) -> Table:
    """TO-11, TO-12: the production slides to the market; then two cards are drawn to it, three to the production."""
    box, moved = table.box, table.production
    ledger = table.ledger.at(table.round, phase)
    ledger = ledger.pay(PRODUCTION, MARKET, box.worth(moved), f"{rule} slides to the market")
    due = (MARKET,) * box.refill_draw + (PRODUCTION,) * box.production
    return replace(table, phase=phase, ledger=ledger, market=table.market + moved, production=(), due=due)


def refilling(rule: str, then: Callable[[Table], Table]) -> Callable[[Table], Script[Table]]:
    """Return the phase in which the cards that are due are drawn, and what comes then."""

    def phase(table: Table) -> Script[Table]:
        table = yield from draw(table, rule)
        text = f"The market is filled up: {table.box.said(table.market)}."
        return then(replace(table, story=told(table, (rule, text))))

    return phase


def draw(table: Table, rule: str) -> Step:
    """TO-11, TO-16: draw cards one by one to the places where they are due, as far as pile and discards reach."""
    while table.due:
        if not table.pile:
            if not table.discard:
                return replace(table, due=())
            table = yield from shuffle(table)
        table = _draw(table, rule)
    return table


def _draw(table: Table, rule: str) -> Table:
    """Draw what the pile has for the places that come first."""
    many = min(len(table.due), len(table.pile))
    cards, places = table.pile[:many], table.due[:many]
    to_market = tuple(card for card, place in zip(cards, places, strict=True) if place == MARKET)
    to_production = tuple(card for card, place in zip(cards, places, strict=True) if place == PRODUCTION)
    unseen = tuple(
        Drawn(place, card, table.shuffles) for card, place in zip(cards, places, strict=True) if isinstance(place, int)
    )
    ledger = table.ledger.book([
        (UNSEEN, MARKET, table.box.worth(to_market), f"{rule} draws to the market"),
        (UNSEEN, PRODUCTION, table.box.worth(to_production), f"{rule} draws to the production"),
    ])  # fmt: skip
    return replace(
        table, ledger=ledger, pile=table.pile[many:], due=table.due[many:], market=table.market + to_market,
        production=table.production + to_production, drawn=table.drawn + unseen,
    )  # fmt: skip


def shuffle(table: Table) -> Generator[Ask[Table], Mapping[Seat, Answer], Table]:
    """TO-R18: the pile is empty and a card is needed, so the discards are shuffled."""
    answers = yield Ask("TO-R18", table, {NATURE: Order(len(table.discard))}, private=True)
    order = cast("tuple[int, ...]", answers[NATURE])
    ledger = table.ledger.pay(DISCARD, UNSEEN, table.box.worth(table.discard), "TO-R18 is shuffled anew")
    pile = tuple(table.discard[i] for i in order)
    story = told(table, ("TO-R18", f"The discard pile is shuffled to a new pile: {counted(len(pile), 'card')}."))
    return replace(table, ledger=ledger, pile=pile, discard=(), shuffles=table.shuffles + 1, story=story)


def skip(table: Table) -> Table:
    """TO-R18: nothing is possible; after a whole lap of that the game is over."""
    skipped = table.skipped + 1
    turns = (*table.turns, Done(table.round, table.turn, "skip"))
    story = told(table, ("TO-R18", f"{name(table.turn)} can do nothing and is passed over."))
    table = replace(table, skipped=skipped, turns=turns, story=story)
    return finish(table) if skipped == table.seats else next_turn(table)


def finish(table: Table) -> Table:
    """TO-22: the score piles are counted."""
    counted = points(table)
    scored = ", ".join(f"{name(seat)} {many}" for seat, many in enumerate(counted))
    story = told(table, ("TO-22", f"Points: {scored}."))
    past = (*table.past, standing(table))
    return replace(table, phase="", ledger=table.ledger.at(table.round, ""), story=story, past=past)


refill = refilling("TO-11", next_turn)
relief = refilling("TO-12", lambda table: replace(table, phase="turn", ledger=table.ledger.at(table.round, "turn")))
