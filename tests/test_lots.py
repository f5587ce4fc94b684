"""A market sold as one lot: the exact look ahead against the rule book, played through by hand and many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from mechanics import lots
from mechanics.bots import robots
from mechanics.games import osaka
from mechanics.games.osaka import BOX, SETTINGS, Box, Table
from mechanics.ledger import Ledger
from mechanics.lots import Plan
from mechanics.lots.refills import draws
from mechanics.session import Session

HALF = Plan(Fraction(1, 2), Fraction(1, 5))
NAMED = ("hoarder", "shipper", "insurer")


def tables(seats: int, seed: int = 1, box: Box = BOX) -> list[Table]:
    """The tables at every turn of a game of robots that can be looked at."""
    known = robots("osaka")
    game = Session(osaka, seats, seed, box=box, bots={seat: known[NAMED[seat % 3]] for seat in range(seats)})
    asks = [game.at(step) for step in range(len(game.log))]
    return [ask.table for ask in asks if ask.rule == "TO-A" and len(ask.table.pile) >= 20]


def numbers(words: str, box: Box = BOX, used: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Cards by their words: "red 5, red 5, blue 2" -> three numbers that have not been used."""
    found: list[int] = []
    for word in words.split(", ") if words else ():
        found.append(next(n for n, said in enumerate(box.words) if said == word and n not in (*found, *used)))
    return tuple(found)


def laid(box: Box = BOX, **lies: Any) -> Table:
    """A table of two at the first turn of P1, with what is named lying there; the rest of the box is the pile."""
    table = tables(2)[0]
    used: tuple[int, ...] = ()
    rows: dict[str, Any] = {
        "market": "",
        "production": "yellow 2, yellow 2, yellow 3",
        "hands": ("", ""),
        "cargo": ("", ""),
    }
    rows |= lies.pop("rows")
    for name, words in rows.items():
        each = []
        for row in [words] if isinstance(words, str) else words:
            each.append(numbers(row, box, used))
            used += each[-1]
        rows[name] = each[0] if isinstance(words, str) else tuple(each)
    order = box.as_coins.__getitem__
    rows["hands"] = tuple(tuple(sorted(hand, key=order)) for hand in rows["hands"])
    rows["cargo"] = tuple(tuple(sorted(cargo)) for cargo in rows["cargo"])
    pile = tuple(card for card in range(len(box.cards)) if card not in used)
    money = Ledger(table.ledger.accounts, (sum(box.values),) * len(table.ledger.accounts))  # enough everywhere
    none: dict[str, Any] = {
        "ledger": money,
        "turn": 0,
        "tokens": ((0,) * 4,) * 2,
        "reserved": (None, None),
        "discard": (),
        "box": box,
    }
    return replace(table, **{**none, "pile": pile, **rows, **lies})


# --- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", osaka.SEATS)
def test_a_position_says_what_lies_on_the_table(seats: int) -> None:
    for table in tables(seats)[::7]:
        at = lots.position(table)
        for seat in range(seats):
            assert lots.price(at, seat) == BOX.worth(osaka.lot(table, seat))
            assert lots.coins(at, seat) == BOX.worth(table.hands[seat])
        assert at.points == osaka.points(table)
        cards = sum(many for _, many in at.unseen)
        seen = [*table.market, *table.production, *table.discard]
        seen += [card for rows in (table.hands, table.cargo, table.scored) for row in rows for card in row]
        gone = sum(drawn.shuffle < table.shuffles for drawn in table.drawn)
        assert cards == len(BOX.cards) - len(seen) - gone


def test_a_purchase_is_what_the_rule_book_makes_of_it() -> None:
    checked = paydays = 0
    for seats in osaka.SEATS:
        for table in tables(seats, 2):
            at, seat = lots.position(table), table.turn
            if lots.for_sale(at, seat):
                end = to_turn(table, ["buy"])
                bought, then = lots.buy(at, seat), lots.position(end)
                assert (then.ships, then.hands, then.cargo, then.tokens, then.points) == (
                    bought.at.ships, bought.at.hands, bought.at.cargo, bought.at.tokens, bought.at.points,
                )  # fmt: skip
                day = end.paydays[-1] if len(end.paydays) > len(table.paydays) else None
                assert {BOX.colours[c] for c in bought.arrived} == set(day.arrived if day else ())
                assert {BOX.colours[c] for c in bought.sunk} == set(day.sunk if day else ())
                checked, paydays = checked + 1, paydays + (day is not None)
    assert checked > 30 and paydays > 5


def test_insurance_saves_the_best_cargo_with_the_cheapest_symbols() -> None:
    rows = {
        "market": "blue 2, blue 2",
        "hands": ("red 2, red 3, yellow 5", ""),
        "cargo": ("red 5, red 5, red 2", "blue 3"),
    }
    at = lots.position(laid(rows=rows, ships=(0, 3, 0, 4)))
    plain, insured = lots.buy(at, 0), lots.buy(at, 0, 0)
    assert plain.sunk == insured.sunk == {3} and plain.arrived == {1}
    assert plain.lost == (3, 0) and plain.spent == 0 and plain.at.cargo[0][3] == ()
    assert insured.lost == (0, 0) and insured.spent == 5 and insured.at.cargo[0][3] == (2, 5, 5)
    two = lots.buy(at._replace(hands=(((3, 2), (0, 5)), ())), 0, 0)
    assert two.at.cargo[0][3] == (5, 5) and two.spent == 2 and two.lost == (1, 0)
    assert lots.insurance(BOX, [(3, 5), (1, 2)], 3, 2) == (0, ()), "a five and another colour save nothing"


@pytest.mark.parametrize(("changes", "points"), [({}, 4), ({"excess_points": "cap"}, 2), ({"tokens_count": "all"}, 5)])
def test_points_in_sight_follow_what_the_table_has_agreed_on(changes: dict[str, Any], points: int) -> None:
    table = laid(rows={"cargo": ("red 5, red 2", "")}, box=replace(BOX, **changes), tokens=((3, 0, 0, 3), (0,) * 4))
    assert lots.sight(lots.position(table), 0) == points


def test_nothing_is_in_sight_once_the_game_is_over() -> None:
    rows = {"market": "blue 2, blue 2", "hands": ("yellow 5", "red 2"), "cargo": ("red 5", "blue 3")}
    at = lots.position(laid(rows=rows, ships=(0, 3, 0, 0), tokens=((0,) * 4, (0, 7, 0, 0))))
    then = lots.buy(at, 0).at
    assert then.over and lots.worth(then, 0, Fraction(1, 5)) == then.points[0] == 1
    assert lots.worth(then, 1, Fraction(1, 5)) == then.points[1] == 2, "(3 + 7) × 1 is 10"


# --- the look ahead ---------------------------------------------------------------------------------------------------


def ends(table: Table, action: str, chance: Fraction) -> Iterator[tuple[Fraction, Table]]:
    """Every end of a round of two, played by the rule book: all orders of the cards that may be drawn from this pile,
    every card that the rival may take; a purchase by chance if he can pay."""
    kinds = Counter(table.box.words[card] for card in table.pile)
    total = Fraction(1, len(table.pile) * (len(table.pile) - 1))
    for one, two in {(a, b) for a in kinds for b in kinds}:
        weight = kinds[one] * (kinds[two] - (one == two)) * total
        if weight:
            top = numbers(f"{one}, {two}", table.box, tuple(set(range(len(table.box.cards))) - set(table.pile)))
            rest = tuple(card for card in table.pile if card not in top)
            yield from (
                (weight * part, end) for part, end in played_out(replace(table, pile=(*top, *rest)), action, chance)
            )


def played_out(table: Table, action: str, chance: Fraction) -> Iterator[tuple[Fraction, Table]]:
    mine = to_turn(table, [action])
    if not mine.phase:
        yield Fraction(1), mine
        return
    cards = osaka.lot(mine, mine.turn)
    able = mine.box.worth(mine.hands[mine.turn]) >= mine.box.worth(cards)
    if able and chance:
        yield chance, to_turn(mine, ["buy"])
    for card in cards if chance != 1 or not able else ():
        part = Fraction(1, len(cards)) * (1 - chance if able else 1)
        yield part, to_turn(mine, [f"take {mine.box.words[card]}"])


def to_turn(table: Table, answers: list[str]) -> Table:
    """Play one turn and return the table at the next one, or the last table; nobody insures."""
    script = osaka.game(table.seats, table.box, table)
    try:
        ask = next(script)
        while ask.rule != "TO-A" or answers:
            said = answers.pop() if ask.rule == "TO-A" else ""
            ask = script.send({s: said or getattr(c, "offered", ()) for s, c in ask.allowed.items()})
        return ask.table
    except StopIteration as over:
        return over.value  # type: ignore[no-any-return]


POSITIONS = {
    "a rival who can pay": {"rows": {
        "market": "red 3, red 2, blue 5", "hands": ("green 5, green 5", "blue 5, green 5"),
        "cargo": ("blue 3, red 5", "blue 2, blue 3, green 2"),
    }, "ships": (0, 4, 3, 2)},
    "a rival who cannot pay": {"rows": {
        "market": "red 3, red 2, blue 5", "hands": ("green 5, green 5", "blue 5"), "cargo": ("red 5", "green 5"),
    }, "ships": (1, 3, 4, 3)},
    "the last card of the market": {"rows": {
        "market": "red 3", "hands": ("green 3", "blue 5, yellow 5, yellow 5"), "cargo": ("red 5", "green 5, yellow 3"),
    }, "ships": (3, 3, 4, 4)},
}  # fmt: skip


@pytest.mark.parametrize("called", POSITIONS)
@pytest.mark.parametrize("action", ["take red 3", "buy", "reserve red 3"])
def test_the_look_ahead_is_the_sum_over_all_that_the_rule_book_may_bring(called: str, action: str) -> None:
    table = laid(**POSITIONS[called])
    if action not in lots.possible(lots.position(table)):
        with pytest.raises(ValueError, match="not possible now"):
            lots.outlook(table, action, HALF)
        return  # the market is too dear for me
    found, at = lots.outlook(table, action, HALF), lots.position(table)
    gain, weights = [Fraction(0)] * 2, Fraction(0)
    sinks, arrives, first = Counter[str](), Counter[str](), Fraction(0)
    lost = [Fraction(0)] * 2
    for weight, end in ends(table, action, HALF.chance):  # type: ignore[arg-type]
        weights += weight
        then, bought = lots.position(end), [done.seat for done in end.turns[len(table.turns) :] if done.does == "buy"]
        seen_before = end.production == table.production or len(bought) < 2
        if lots.for_sale(then, 0) and seen_before and filled_once(table, end):
            mine = lots.buy(then, 0).at
            then = max(then, mine, key=lambda p: lots.worth(p, 0, HALF.coin))
        for seat in range(2):
            gain[seat] += weight * (lots.worth(then, seat, HALF.coin) - lots.worth(at, seat, HALF.coin))
        for day in end.paydays[len(table.paydays) :]:
            sinks.update(dict.fromkeys(day.sunk, weight))  # type: ignore[misc]
            arrives.update(dict.fromkeys(day.arrived, weight))  # type: ignore[misc]
            for seat in range(2):
                cards = [BOX.colours.index(card.colour) for card in day.lost[seat]]
                for colour in set(cards):
                    lost[seat] += weight * went_down(at, day, seat, colour)
        first += weight * (1 in bought)
    assert weights == 1
    assert found.gain == tuple(gain) and found.first == first
    assert found.sinks == tuple(sinks[colour] for colour in BOX.colours)
    assert found.arrives == tuple(arrives[colour] for colour in BOX.colours)
    assert found.lost == tuple(lost) and found.spent == 0


def filled_once(table: Table, end: Table) -> bool:
    """Whether the market was filled up at most once: some card of it or of the production was open before."""
    known = set(table.market) | set(table.production)
    return not end.market or bool(known & {*end.market, *end.production}) or end.production == table.production


def went_down(at: lots.Position, day: osaka.Payday, seat: int, colour: int) -> int:
    """The points of a colour that a seat lost on a payday, insured by nobody."""
    values = [card.value for card in day.lost[seat] if card.colour == BOX.colours[colour]]
    tokens = at.tokens[seat][colour]
    return -(-(max(values) + tokens) * len(values) // 5)


@pytest.mark.parametrize("seats", osaka.SEATS)
def test_rounds_that_are_played_agree_with_the_exact_sums(seats: int) -> None:
    some = [table for table in tables(seats, 4) if any(table.ships[c] > 2 for c in range(4))]
    for table in some[:: max(1, len(some) // 2)][:2]:
        plan = Plan(0.6, 0.2, table.turn)
        for action in (lots.possible(lots.position(table))[0], lots.possible(lots.position(table))[-1]):
            exact, rounds = lots.outlook(table, action, plan), lots.played(table, action, plan, 150, 5)
            pairs = [*zip(exact.gain, rounds.gain.T, strict=True), (exact.first, rounds.first)]
            pairs += [
                *zip(exact.sinks, rounds.sinks.T, strict=True),
                *zip(exact.arrives, rounds.arrives.T, strict=True),
            ]
            pairs += [*zip(exact.lost, rounds.lost.T, strict=True), (exact.spent, rounds.spent)]
            for wanted, seen in pairs:
                assert abs(float(wanted) - seen.mean()) <= 4.5 * seen.std() / np.sqrt(len(seen)) + 0.06


def test_a_float_chance_gives_the_same_as_a_fraction() -> None:
    table = tables(3)[11]
    for action in lots.possible(lots.position(table))[:2]:
        exact, quick = lots.outlook(table, action, HALF), lots.outlook(table, action, Plan(0.5, 0.2))
        assert all(isinstance(gain, Fraction) for gain in exact.gain)
        assert [float(gain) for gain in exact.gain] == pytest.approx(list(quick.gain), abs=1e-9)
        assert float(exact.first) == pytest.approx(float(quick.first), abs=1e-9)


def test_rivals_who_never_buy_never_come_first_and_no_ship_moves() -> None:
    for table in tables(3)[3:20:5]:
        action = next(a for a in lots.possible(lots.position(table)) if a.startswith("take "))
        found = lots.outlook(table, action, Plan(Fraction(0)))
        assert found.first == 0 and not any((*found.sinks, *found.arrives, *found.lost))


def test_a_reserved_card_is_out_of_the_lot_of_the_others_until_its_owner_takes_it() -> None:
    at = lots.position(laid(rows={"market": "red 3, red 3, blue 2", "hands": ("green 5", "green 5")}))
    then = lots.after(at, "reserve red 3")
    assert (lots.price(then, 0), lots.price(then, 1)) == (8, 5)
    assert not any(action.startswith("reserve") for action in lots.possible(then))
    taken = lots.after(lots.after(then, "take red 3"), "take red 3")
    assert lots.price(taken, 0) == lots.price(taken, 1) == 2 and lots.coins(taken, 0) == 11
    with pytest.raises(ValueError, match="no card to take red 3"):
        lots.after(taken, "take red 3")


def test_draws_are_all_pairs_with_their_numbers_of_ways() -> None:
    unseen = (((0, 2), 3), ((0, 5), 1), ((3, 3), 2))
    cards = [kind for kind, many in unseen for _ in range(many)]
    listed = Counter(tuple(sorted(pair)) for pair in permutations(cards, 2))
    found = draws(unseen, 2)
    assert {kinds: Fraction(ways, total) for ways, total, kinds, _ in found} == {
        kinds: Fraction(times, 30) for kinds, times in listed.items()
    }
    for _, _, kinds, left in found:
        assert Counter(dict(left)) + Counter(kinds) == Counter(dict(unseen))


@pytest.mark.parametrize("setting", [(name, value) for name, values in SETTINGS.items() for value in values])
def test_a_look_ahead_keeps_to_what_the_table_has_agreed_on(setting: tuple[str, Any]) -> None:
    table = tables(2, 3, replace(BOX, **dict([setting])))[14]
    plan = Plan(0.5, 0.2, table.turn)
    action = lots.possible(lots.position(table))[0]
    exact, rounds = lots.outlook(table, action, plan), lots.played(table, action, plan, 120, 7)
    for wanted, seen in zip(exact.gain, rounds.gain.T, strict=True):
        assert abs(float(wanted) - seen.mean()) <= 4.5 * seen.std() / np.sqrt(120) + 0.06


def test_what_cannot_be_looked_at_is_refused_with_a_sentence() -> None:
    table = tables(2)[2]
    with pytest.raises(ValueError, match="'sell' is not possible now; these are: "):
        lots.outlook(table, "sell", HALF)
    with pytest.raises(ValueError, match="head of somebody's turn"):
        lots.outlook(replace(table, phase="pay"), "buy", HALF)
    action = lots.possible(lots.position(table))[0]
    with pytest.raises(ValueError, match="needs 20 cards in the pile; there are 19"):
        lots.outlook(replace(table, pile=table.pile[:19]), action, HALF)
