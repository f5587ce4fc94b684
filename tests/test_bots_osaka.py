"""The robots of Traders of Osaka: what each does at a table that is laid out by hand, and that they play well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.bots.osaka import habits, hoarder, insurer, shipper, worths
from mechanics.choices import OneOf, Several
from mechanics.games import osaka as game
from mechanics.games.osaka import BOX, SETTINGS, Board, Card, Laid
from mechanics.table import Rng, Strategy, View, play
from tests.asked import asks, says

NAMED = {"hoarder": hoarder, "shipper": shipper, "insurer": insurer}
ROW = "red 5, red 2, blue 3, green 2"
each_robot = pytest.mark.parametrize("robot", NAMED.values(), ids=NAMED)


def cards(words: str) -> tuple[Card, ...]:
    """Cards from words: "red 5, blue 2"."""
    named = [word.split() for word in words.split(", ")] if words else []
    return tuple(Card(colour, int(value), BOX.insurance[int(value)]) for colour, value in named)


def board(market: str = ROW, hand: str = "yellow 5, green 5, red 2", **changes: Any) -> Board:
    """The table of three at the first turn, with these cards in the market and in the hand of P1."""
    views: list[View] = []

    def listener(view: View, rng: Rng) -> Any:
        views.append(view)
        return smallest_legal(view, rng)

    play(game, dict.fromkeys(range(3), listener), 0, box=replace(BOX, end_tokens=1))
    first = next(view.board for view in views if view.rule == "TO-A")
    row = tuple(Laid(*card) for card in cards(market))
    price = sum(card.value for card in row)
    mine = cards(hand)
    return replace(
        first, box=BOX, market=row, prices=(price,) * 3, hand=mine, hands=(mine, None, None), turn=0,
        tokens=((0,) * 4,) * 3, **changes,
    )  # fmt: skip


def turn(table: Board, *more: str) -> OneOf:
    """What may be done in a turn: buy, take any card of the market, and what is named besides."""
    takes = dict.fromkeys(f"take {card.colour} {card.value}" for card in table.market)
    return OneOf((*more, *takes))


# --- estimates --------------------------------------------------------------------------------------------------------


def test_a_purchase_moves_ships_by_one_or_two_and_sinks_only_when_one_arrives() -> None:
    table = board(ships=(0, 2, 3, 3))
    then = worths.voyage(table, cards("red 2, red 3, red 5, blue 2"))
    assert then == ((0, 3, 3, 5), {"red"}, {"blue", "green"})
    assert worths.voyage(table, cards("red 2, blue 2")) == ((0, 3, 3, 4), frozenset(), frozenset())


@pytest.mark.parametrize(("values", "tokens", "points"), [
    ("red 2, red 3, red 5", 0, 3), ("red 3, red 2, red 3", 0, 2), ("red 5", 1, 2), ("red 3, red 3", 2, 2), ("", 3, 0),
    ("red 2, red 3, red 3, red 5, red 5", 1, 6), ("blue 5", 2, 0),
])  # fmt: skip
def test_cargo_is_worth_what_its_sale_would_bring(values: str, tokens: int, points: int) -> None:
    table = replace(board(), tokens=((4, 4, 4, tokens), (0,) * 4, (0,) * 4))
    assert worths.sold(table, 0, cards(values), "red") == points


def test_tokens_of_all_colours_count_where_the_table_has_agreed_so() -> None:
    table = replace(board(), tokens=((4, 3, 0, 1), (0,) * 4, (0,) * 4))
    every = replace(table, box=replace(BOX, tokens_count="all"))
    assert worths.sold(table, 0, cards("red 5, red 2"), "red") == 3
    assert worths.sold(every, 0, cards("red 5, red 2"), "red") == 6


def test_a_purchase_counts_for_everybody_whose_cargo_arrives_or_sinks() -> None:
    table = board("red 5, red 5", ships=(0, 3, 0, 3), cargo=(cards("red 5"), cards("blue 5, blue 5"), cards("red 2")))
    mine, sunk, other = worths.effects(table, 0)
    assert mine == pytest.approx(3 - worths.HOPE[3]), "three fives are sold for 3; one was hoped for before"
    assert sunk == pytest.approx(-2 * worths.HOPE[3]) and other == pytest.approx(1 - worths.HOPE[3])


def test_cards_that_others_have_reserved_are_not_in_the_lot() -> None:
    row = tuple(Laid(*card, holder) for card, holder in zip(cards("red 5, blue 3, green 2"), (1, 0, None), strict=True))
    table = replace(board(), market=row)
    assert worths.lot(table, 0) == cards("blue 3, green 2") and worths.lot(table, 1) == cards("red 5, green 2")


# --- habits -----------------------------------------------------------------------------------------------------------


def legal(hand: Sequence[Card], price: int) -> set[tuple[str, ...]]:
    """All payments without a card too many, by listing every selection of a hand."""
    found = set()
    for many in range(1, len(hand) + 1):
        for paid in combinations(hand, many):
            total = sum(card.value for card in paid)
            if total >= price > total - min(card.value for card in paid):
                found.add(tuple(sorted(f"{card.colour} {card.value}" for card in paid)))
    return found


@pytest.mark.parametrize("price", range(1, 22))
def test_payments_are_least_wasteful_and_never_hold_a_card_too_many(price: int) -> None:
    hand = cards("red 5, blue 5, red 3, green 3, red 2, blue 2, yellow 2")
    words = tuple(f"{card.colour} {card.value}" for card in hand)
    values = tuple(card.value for card in hand)
    choice = Several(words, 1, len(hand), values, low=price, rest=price - 1)
    every = legal(hand, price)
    least = min(sum(int(word[-1]) for word in paid) for paid in every)
    for robot in NAMED.values():
        paid = says(robot, asks("TO-R14", choice, board()))
        assert tuple(sorted(paid)) in every and sum(int(word[-1]) for word in paid) == least


def test_the_insurer_pays_with_cards_that_insure_nothing_and_the_hoarder_with_small_ones() -> None:
    table = board(cargo=(cards("red 5"), (), ()))
    words = ("green 5", "blue 3", "red 2")
    choice = Several(words, 1, 3, (5, 3, 2), low=5, rest=4)
    assert says(insurer, asks("TO-R14", choice, table)) == ("green 5",)
    two = Several(("red 2", "blue 2"), 1, 2, (2, 2), low=2, rest=1)
    assert says(insurer, asks("TO-R14", two, table)) == ("blue 2",), "red cargo lies on board"


def sinking(cargo: str, hand: str) -> View:
    """P1 is asked for insurance while the ship of red lies in the current."""
    table = board(hand=hand, ships=(5, 0, 0, 3), cargo=(cards(cargo), (), ()))
    usable = tuple(f"{card.colour} {card.value}" for card in cards(hand) if card.symbols and card.colour == "red")
    return asks("TO-19", Several(usable, 0, len(usable)), table)


@pytest.mark.parametrize(("cargo", "hand", "insured", "shipped"), [
    ("red 5, red 5", "red 3, red 2, blue 5", ("red 2",), ("red 2",)),
    ("red 5, red 5, red 5", "red 3, red 2", ("red 2", "red 3"), ("red 2", "red 3")),
    ("red 2", "red 3, blue 2", ("red 3",), ()),
    ("red 5", "blue 2", (), ()),
])  # fmt: skip
def test_the_insurer_insures_what_sinks_the_shipper_what_is_worth_it_and_the_hoarder_nothing(
    cargo: str, hand: str, insured: tuple[str, ...], shipped: tuple[str, ...]
) -> None:
    view = sinking(cargo, hand)
    assert says(insurer, view) == insured and says(shipper, view) == shipped and says(hoarder, view) == ()


@each_robot
def test_the_best_cargo_is_saved(robot: Strategy) -> None:
    choice = Several(("red 2", "red 5", "red 3"), 2, 2)
    assert set(says(robot, asks("TO-R16", choice, board()))) == {"red 5", "red 3"}


@each_robot
def test_the_first_token_is_of_the_colour_with_most_coins_in_both_rows(robot: Strategy) -> None:
    production = tuple(Laid(*card) for card in cards("blue 5, green 5, blue 5"))
    table = board(ROW, production=production)
    assert says(robot, asks("TO-S4", OneOf(BOX.colours), table)) == "blue"
    assert says(robot, asks("TO-S4", OneOf(("yellow", "red")), table)) == "red"


def test_a_reserved_card_and_one_in_the_production_are_read_as_the_same_card() -> None:
    for words in ("take red 2", "take reserved red 2", "reserve red 2", "reserve red 2 in production", "red 2"):
        assert habits.read(board(), words) == Card("red", 2, 2)


# --- turns ------------------------------------------------------------------------------------------------------------


def test_the_hoarder_buys_a_lot_of_dear_cards_and_else_takes_the_dearest() -> None:
    rich, poor = board("red 5, red 5, blue 2"), board("red 3, red 3, blue 3")
    assert says(hoarder, asks("TO-A", turn(rich, "buy"), rich)) == "buy"
    assert says(hoarder, asks("TO-A", turn(poor, "buy"), poor)) == "take red 3"
    assert says(hoarder, asks("TO-A", turn(rich), rich)) == "take red 5", "it cannot be paid"


def test_the_shipper_buys_what_makes_his_ship_arrive_and_others_sink() -> None:
    mine = board("red 3, red 2", ships=(0, 3, 0, 3), cargo=(cards("red 5"), cards("blue 5, blue 3"), ()))
    theirs = board("red 3, red 2", ships=(0, 3, 0, 3), cargo=(cards("blue 5, blue 3"), cards("red 5, red 5"), ()))
    assert says(shipper, asks("TO-A", turn(mine, "buy"), mine)) == "buy"
    assert says(shipper, asks("TO-A", turn(theirs, "buy"), theirs)) == "take red 3"


def test_the_shipper_leaves_cards_in_the_market_whose_ship_is_to_sail() -> None:
    table = board("red 3, blue 3", cargo=(cards("red 5"), (), ()))
    assert says(shipper, asks("TO-A", turn(table), table)) == "take blue 3"


def test_the_insurer_takes_symbols_for_the_cargo_that_he_has() -> None:
    without, with_it = board("red 2, blue 5"), board("red 2, blue 5", cargo=(cards("red 3"), (), ()))
    assert says(insurer, asks("TO-A", turn(without), without)) == "take blue 5"
    assert says(insurer, asks("TO-A", turn(with_it), with_it)) == "take red 2"


@each_robot
def test_where_nothing_can_be_taken_something_legal_is_done(robot: Strategy) -> None:
    table = board("red 5")
    assert says(robot, asks("TO-A", OneOf(("reserve red 5",)), table)) == "reserve red 5"


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("called", NAMED)
def test_each_robot_is_known_by_its_name(called: str) -> None:
    assert robots("osaka")[called] is NAMED[called]


@each_robot
@pytest.mark.parametrize("rival", [random_legal, smallest_legal])
@pytest.mark.parametrize("seats", game.SEATS)
def test_each_robot_beats_players_without_a_plan(robot: Strategy, rival: Strategy, seats: int) -> None:
    beaten = 0.0
    for seed in range(12):
        seat = seed % seats
        score = game.scores(play(game, {**dict.fromkeys(range(seats), rival), seat: robot}, seed))
        rest = [other for s, other in enumerate(score) if s != seat]
        beaten += sum((score[seat] > other) + (score[seat] == other) / 2 for other in rest) / len(rest)
    assert beaten >= (0.7 if rival is random_legal else 0.5) * 12


@pytest.mark.parametrize("seats", game.SEATS)
@pytest.mark.parametrize("setting", [(name, value) for name, values in SETTINGS.items() for value in values])
def test_all_finish_their_games_with_both_settings_of_each_switch(seats: int, setting: tuple[str, Any]) -> None:
    box = replace(BOX, **dict([setting]))
    for seed in range(2):
        table = play(game, {seat: list(NAMED.values())[(seat + seed) % 3] for seat in range(seats)}, seed, box=box)
        assert not table.phase and max(map(sum, table.tokens)) >= BOX.end_tokens


def test_no_two_robots_agree_in_most_of_their_decisions() -> None:
    same: Counter[tuple[str, str]] = Counter()
    asked = 0

    def compared(called: str) -> Strategy:
        def answer(view: View, rng: Rng) -> Any:
            nonlocal asked
            said = {name: robot(view, rng) for name, robot in NAMED.items()}
            plain = {name: tuple(sorted(a)) if isinstance(a, tuple) else a for name, a in said.items()}
            asked += 1
            same.update(pair for pair in combinations(NAMED, 2) if plain[pair[0]] == plain[pair[1]])
            return said[called]

        return answer

    for seats, seed in product(game.SEATS, range(2)):
        play(game, {seat: compared(list(NAMED)[(seat + seed) % 3]) for seat in range(seats)}, seed)
    assert asked > 300 and max(same.values()) <= 0.8 * asked
