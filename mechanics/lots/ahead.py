"""A market sold as one lot, a round ahead: what an action brings, who may buy first, and what may sink meanwhile.

Every way that the round can go is added up, nothing is drawn. The rivals are known by one number: in his turn a rival
who can pay for the market buys it with this chance, else he takes one of its cards as coins, each equally likely. The
production lies open; the cards drawn to the market are any of those not seen yet. A market all of whose new cards come
from the pile is bought by nobody before it has been seen. At one's next turn one buys if that is a gain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from mechanics.chances import Number
from mechanics.games.osaka import Table
from mechanics.lots.positions import Laid, Position, buy, for_sale, lot, position, purse, sight, worth
from mechanics.lots.refills import filled, ready
from mechanics.table import Seat

COIN = Fraction(1, 5)  # points: five coins of cargo are a point before any token counts
BUY, TAKE, RESERVE = "buy", "take", "reserve"


@dataclass(frozen=True)
class Plan:
    """How a round is looked at: the chance that a rival who can pay buys, points for a coin, who insures (or None).

    A Fraction as chance makes everything exact; a float is quicker, and right within 1e-9."""

    chance: Number = Fraction(1, 2)
    coin: Number = COIN
    insured: Seat | None = None

    def part(self, many: int, of: int) -> Number:
        """Return many ÷ of: a Fraction if the chance is exact, else a float."""
        return many / of if isinstance(self.chance, float) else Fraction(many, of)


class Outlook(NamedTuple):
    """What is to be expected at one's next turn, after an action and a round of the rivals.

    gain: by seat, points against now: scored, in sight, and coins at the plan's rate. first: the chance that a rival
    buys in between. arrives, sinks: by colour, the chance that its ship does. lost: by seat, points in sight that go
    down. spent: coins of the cards that insure."""

    gain: tuple[Number, ...]
    first: Number
    arrives: tuple[Number, ...]
    sinks: tuple[Number, ...]
    lost: tuple[Number, ...]
    spent: Number


class _Way(NamedTuple):
    """One way that the round can go: where it leads, and what happened on it."""

    at: Position
    rival: bool = False
    arrived: frozenset[int] = frozenset()
    sunk: frozenset[int] = frozenset()
    lost: tuple[int, ...] = ()
    spent: int = 0


Ways = Iterator[tuple[Number, _Way]]


def outlook(table: Table, action: str, plan: Plan) -> Outlook:
    """Return what an action of the seat on turn brings by its next turn: "buy", "take red 5" or "reserve red 5".

    table: at the head of a turn. Raises ValueError with what is allowed for another table, for an action that is not
    possible, and where the pile is too short for a look ahead."""
    at = position(table)
    _check(table, at, action)
    seats, colours = range(len(at.hands)), range(len(at.box.colours))
    ways = [(weight, end) for weight, way in _round(at, action, plan) for weight, end in _my_next(weight, way, plan)]

    def mean(numbers: Iterable[Number]) -> Number:
        return sum((weight * number for (weight, _), number in zip(ways, numbers, strict=True) if number), 0)

    def gained(seat: Seat) -> Number:
        points = mean(way.at.points[seat] + sight(way.at, seat) for _, way in ways)
        return points + plan.coin * mean(purse(way.at, seat) for _, way in ways) - worth(at, seat, plan.coin)

    return Outlook(
        gain=tuple(map(gained, seats)),
        first=mean(way.rival for _, way in ways),
        arrives=tuple(mean(c in way.arrived for _, way in ways) for c in colours),
        sinks=tuple(mean(c in way.sunk for _, way in ways) for c in colours),
        lost=tuple(mean(way.lost[seat] for _, way in ways) for seat in seats),
        spent=mean(way.spent for _, way in ways),
    )


def possible(at: Position) -> tuple[str, ...]:
    """Return what the seat on turn may do with the market: buy, take or reserve; each kind of card once."""
    seat, names = at.seat, at.box.colours
    takes = dict.fromkeys(f"{TAKE} {names[card.colour]} {card.value}" for card in lot(at, seat))
    free = dict.fromkeys(f"{RESERVE} {names[c.colour]} {c.value}" for c in at.market if c.holder is None)
    out = any(card.holder == seat for card in (*at.market, *(at.production or ())))
    return (*([BUY] if for_sale(at, seat) else []), *takes, *([] if out else free))


def _check(table: Table, at: Position, action: str) -> None:
    if table.phase != "turn":
        raise ValueError("A look ahead begins at the head of somebody's turn.")
    if action not in possible(at):
        raise ValueError(f"{action!r} is not possible now; these are: {', '.join(possible(at)) or 'nothing'}.")
    if at.pile < (needed := 4 * (at.box.refill_draw + at.box.production)):
        raise ValueError(f"A look ahead needs {needed} cards in the pile; there are {at.pile}.")


# --- the ways of a round ----------------------------------------------------------------------------------------------


def _round(at: Position, action: str, plan: Plan) -> Ways:
    """Yield the ways from my action to my next turn, each with its chance."""
    many = len(at.hands)
    rivals = tuple((at.seat + i) % many for i in range(1, many))
    begun = _Way(at, lost=(0,) * many)
    for weight, way in _mine(begun, action, plan):
        yield from _rivals(weight, way, rivals, plan)


def _mine(way: _Way, action: str, plan: Plan) -> Ways:
    if action == BUY:
        yield from _purchase(1, way, way.at.seat, plan)
    else:
        yield 1, way._replace(at=after(way.at, action))


def after(at: Position, action: str) -> Position:
    """Return the position after the seat on turn has taken or reserved a card: "take red 5", "reserve red 5".

    A card without a piece goes first. Raises ValueError where there is no such card."""
    does, colour, value = action.split(" ")
    wanted = at.box.colours.index(colour), int(value)
    free = sorted(lot(at, at.seat), key=lambda card: card.holder is not None)
    fit = [c for c in free if (c.colour, c.value) == wanted and (does == TAKE or c.holder is None)]
    if not fit:
        raise ValueError(f"There is no card to {action}.")
    if does == TAKE:
        return _taken(at, at.seat, fit[0])
    return at._replace(market=(*_less(at.market, fit[0]), fit[0]._replace(holder=at.seat)))


def _rivals(weight: Number, way: _Way, rivals: tuple[Seat, ...], plan: Plan) -> Ways:
    """Yield what becomes of a way when these rivals have had their turns."""
    if not rivals or way.at.over:
        yield weight, way
        return
    for chance, now in _turn(way, rivals[0], plan):
        yield from _rivals(weight * chance, now, rivals[1:], plan)


def _turn(way: _Way, seat: Seat, plan: Plan) -> Ways:
    """Yield what a rival may do in his turn: buy with the plan's chance if he can pay, else take any card."""
    for weight, at in ready(way.at, seat, plan.part):
        stands = way._replace(at=at)
        buys = plan.chance if for_sale(at, seat) else 0
        if buys:
            yield from _purchase(weight * buys, stands._replace(rival=True), seat, plan)
        if buys != 1:
            for part, then in _takes(at, seat, plan):
                yield weight * (1 - buys) * part, stands._replace(at=then)


def _my_next(weight: Number, way: _Way, plan: Plan) -> Ways:
    """Yield the way with my next turn: I buy if that is a gain; what sails then is no longer told."""
    if way.at.over:
        yield weight, way
        return
    seat = way.at.seat
    for part, at in ready(way.at, seat, plan.part):
        then = buy(at, seat, plan.insured).at if for_sale(at, seat) else at
        best = then if worth(then, seat, plan.coin) > worth(at, seat, plan.coin) else at
        yield weight * part, way._replace(at=best)


def _purchase(weight: Number, way: _Way, seat: Seat, plan: Plan) -> Ways:
    """Yield the ways after a purchase, by the cards with which the market is filled up."""
    done = buy(way.at, seat, plan.insured)
    lost = tuple(a + b for a, b in zip(way.lost, done.lost, strict=True))
    then = way._replace(
        arrived=way.arrived | done.arrived, sunk=way.sunk | done.sunk, lost=lost, spent=way.spent + done.spent
    )
    for part, at in filled(done.at, plan.part):
        yield weight * part, then._replace(at=at)


def _takes(at: Position, seat: Seat, plan: Plan) -> Iterator[tuple[Number, Position]]:
    """Yield the position after a card was taken as coins, each card of the lot equally likely, known or not."""
    known = lot(at, seat)
    total = len(known) + at.hidden
    for card, many in Counter(known).items():
        yield plan.part(many, total), _taken(at, seat, card)
    if at.hidden:
        cards = sum(many for _, many in at.unseen)
        mean = plan.part(sum(value * many for (_, value), many in at.unseen), cards)
        extra = tuple(had + mean * (other == seat) for other, had in enumerate(at.extra))
        yield plan.part(at.hidden, total), at._replace(hidden=at.hidden - 1, extra=extra)
    if not total:
        yield 1, at


def _taken(at: Position, seat: Seat, card: Laid) -> Position:
    hand = tuple(sorted((*at.hands[seat], (card.colour, card.value)), key=lambda kind: (-kind[1], kind[0])))
    hands = (*at.hands[:seat], hand, *at.hands[seat + 1 :])
    return at._replace(hands=hands, market=_less(at.market, card))


def _less(market: tuple[Laid, ...], card: Laid) -> tuple[Laid, ...]:
    place = market.index(card)
    return (*market[:place], *market[place + 1 :])
