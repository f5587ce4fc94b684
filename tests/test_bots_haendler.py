"""The robots of Die Händler: what each of them does at a table that is laid out by hand, and that they play well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics import expected
from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.bots.haendler import climber, forwarder, hauler, worths
from mechanics.choices import Amount, Either, OneOf, Several
from mechanics.games import haendler as game
from mechanics.games.haendler import BOX, Board, Spot, Wagon
from mechanics.table import Choice, Free, Seat, Strategy, View, play
from tests.asked import asks, says

NAMED = {"hauler": hauler, "climber": climber, "forwarder": forwarder}
each_robot = pytest.mark.parametrize("robot", NAMED.values(), ids=NAMED)
NOBODY = ((), (), ())
EMPTY = tuple(((),) * len(BOX.cities) for _ in range(3))


def board(**changes: Any) -> Board:
    """The table of three at the start: wagons in Paris, Köln and Wien, all prices on the bottom row."""
    views: list[View] = []

    def listener(view: View, rng: Any) -> Any:
        views.append(view)
        return smallest_legal(view, rng)

    box = replace(BOX, first_cities="Paris", most_rounds=1)
    play(game, {0: listener, 1: smallest_legal, 2: smallest_legal}, 0, box=box)
    return replace(views[0].board, first=0, purses=(5000, None, None), **changes)


def stores(*goods: str, city: str = "Paris", seat: Seat = 0) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Warehouses that hold these goods in one city."""
    mine = tuple(goods if name == city else () for name in BOX.cities)
    return tuple(mine if other == seat else row for other, row in enumerate(EMPTY))


def bonus(**steps: int) -> tuple[int, ...]:
    """The bonus of every city, in steps."""
    return tuple(steps.get(city, 0) for city in BOX.cities)


def rows(**row: int) -> tuple[int, ...]:
    """The row of every price."""
    return tuple(row.get(good, 0) for good in BOX.goods)


def loaded(*goods: str, seat: Seat = 0, spot: Spot | None = None) -> tuple[Wagon, ...]:
    """Wagon A with these goods of a seat, B and C empty in Köln and Wien."""
    load = tuple(goods if other == seat else () for other in range(3))
    return Wagon(spot or Spot("Paris"), load), Wagon(Spot("Köln"), NOBODY), Wagon(Spot("Wien"), NOBODY)


# --- estimates --------------------------------------------------------------------------------------------------------


def test_a_piece_earns_its_sale_price_and_a_bonus_only_where_it_is_not_made() -> None:
    table = board(rows=rows(wine=2), bonus=bonus(Wien=3, Genua=5))
    assert worths.worth_in(table, "wine", "Wien") == 500 + 300
    assert worths.worth_in(table, "wine", "Genua") == 500, "Genua makes wine"


def test_what_may_be_hoped_for_is_the_best_of_the_cities_next_door() -> None:
    table = board(bonus=bonus(Brügge=1, Genua=4, Hamburg=5))
    assert worths.hope(table, "wine", "Paris") == 300 + 100, "Genua makes wine, and Hamburg is not next door"
    assert worths.hope(table, "cloth", "Paris") == 300 + 400


def test_a_good_without_a_wagon_where_it_is_made_is_worth_half() -> None:
    with_wagon, without = (
        board(bonus=bonus()),
        board(bonus=bonus(), wagons=loaded("salt", spot=Spot("Paris", "Genua", 2))),
    )
    assert worths.margin(with_wagon, "silk") == 200
    assert worths.margin(replace(without, wagons=without.wagons[:2]), "silk") == 100


@pytest.mark.parametrize(("pair", "worth"), [
    (("crest", "crest"), 0), (("crest", "wine"), 200), (("wine", "wine"), -800), (("salt", "wine"), 200),
    (("silk", "silk"), 0),
])  # fmt: skip
def test_pointers_are_worth_what_the_own_pieces_gain_and_a_wrap_is_a_crash(pair: tuple[str, str], worth: float) -> None:
    table = board(rows=rows(wine=4))
    assert worths.push_worth(table, dict.fromkeys(BOX.goods, 0.0) | {"wine": 2.0}, pair) == worth


def test_pieces_that_have_arrived_count_whole_and_those_under_way_half() -> None:
    table = board(wagons=loaded("wine", "wine", "salt"))
    assert worths.own_pieces(table, 0)["wine"] == 1 and worths.own_pieces(table, 0)["salt"] == 0.5
    assert worths.own_pieces(replace(table, arrived=(0,)), 0)["wine"] == 2
    assert not any(worths.own_pieces(table, 1).values())


def test_what_a_rank_costs_is_not_to_be_spared() -> None:
    assert worths.spare(board(ranks=(3, 0, 0)), 0) == 4700
    assert worths.spare(replace(board(ranks=(3, 0, 0)), purses=(200, None, None)), 0) == 0


def test_the_best_bid_for_loading_master_is_the_best_of_the_exact_sums_with_ties_by_seat_order() -> None:
    rival, best = dict.fromkeys(range(0, 1100, 100), 1 / 11), []
    for first, place in ((0, 0), (1, 2), (2, 1)):
        found = expected.values(BOX.loading_auction, [1000], [rival] * 2, bids=range(0, 1200, 100), seat=place)
        best.append(100 * int(found.value.argmax()))
        assert worths.best_bid(replace(board(), first=first), 0, 1000, 1000) == best[-1]
    assert best[0] < best[1], "whoever comes last must bid more"


def test_a_game_ends_with_the_arrivals_that_wait_for_their_sale() -> None:
    assert worths.ending(board(arrivals=5, arrived=(0, 2))) and not worths.ending(board(arrivals=5, arrived=(1,)))


# --- what each does ---------------------------------------------------------------------------------------------------


def shop(*goods: str, purse: int = 5000) -> Several:
    """Three of each of these goods at 100 a piece."""
    options = tuple(good for good in goods for _ in range(3))
    return Several(options, 0, 3, (100,) * len(options), high=purse)


def test_the_hauler_buys_three_of_the_good_with_the_best_bonus_next_door() -> None:
    table = board(bonus=bonus(Wien=5))
    assert says(hauler, asks("DH-1", shop("salt", "wine", "food"), table)) == ("wine",) * 3


def test_the_climber_buys_nothing_that_costs_more_than_it_brings() -> None:
    table = board(rows=rows(wine=3, cloth=0), bonus=bonus())
    choice = Several(("wine", "cloth"), 0, 2, (400, 100), high=5000)
    assert says(climber, asks("DH-1", choice, table)) == ("cloth",)
    assert set(says(hauler, asks("DH-1", choice, table))) == {"wine", "cloth"}


def test_the_forwarder_buys_different_kinds() -> None:
    table = board(bonus=bonus(Brügge=3))
    assert sorted(says(forwarder, asks("DH-1", shop("wine", "silk"), table))) in (
        ["silk", "silk", "wine"],
        ["silk", "wine", "wine"],
    )


@each_robot
def test_nobody_spends_what_his_rank_will_cost(robot: Strategy) -> None:
    table = replace(
        board(ranks=(4, 0, 0), bonus=bonus(Wien=5), stores=stores("wine", "wine")), purses=(600, None, None), lot=0
    )
    assert len(says(robot, asks("DH-1", shop("wine", "silk", purse=600), table))) <= 2
    assert says(robot, asks("DH-5", Amount(0, 600, 100), table)) <= 200


@each_robot
def test_every_robot_stores_where_a_wagon_stands(robot: Strategy) -> None:
    table = board(wagons=loaded(spot=Spot("Hamburg")))
    assert says(robot, asks("DH-2", OneOf(("Brügge", "Hamburg", "Genua")), table)) == "Hamburg"
    several = Several(("Brügge", "Brügge", "Hamburg", "Hamburg"), 2, 2)
    assert says(robot, asks("DH-2", several, table)) == ("Hamburg", "Hamburg")


@pytest.mark.parametrize(("robot", "bid"), [(hauler, 400), (climber, 1000)])
def test_hauler_and_climber_bid_for_what_they_have_to_load(robot: Strategy, bid: int) -> None:
    goods = ("wine",) * 3
    table = board(stores=stores(*goods), lot=0, bonus=bonus(Brügge=1))
    assert says(robot, asks("DH-5", Amount(0, 5000, 100), table)) == bid
    assert says(robot, asks("DH-5", Amount(0, 5000, 100), board(lot=0))) == 0


def test_the_forwarder_bids_more_when_others_have_something_to_load() -> None:
    alone = board(stores=stores("wine", "wine"), lot=0)
    others = tuple(
        row if seat == 0 else stores("silk", "silk", seat=seat)[seat] for seat, row in enumerate(alone.stores)
    )
    bids = [says(forwarder, asks("DH-5", Amount(0, 5000, 100), t)) for t in (alone, replace(alone, stores=others))]
    assert bids[0] < bids[1]


@each_robot
def test_every_robot_loads_most_of_the_best_kind_first(robot: Strategy) -> None:
    table = board(lot=0, rows=rows(silk=4), bonus=bonus())
    assert says(robot, asks("DH-8", OneOf(("nothing", "1 wine", "2 wine", "1 silk")), table)) == "1 silk"
    assert says(robot, asks("DH-8", OneOf(("nothing", "1 wine", "3 wine", "1 silk")), table)) == "3 wine"


@each_robot
@pytest.mark.parametrize(("fee", "many"), [(0, 2), (300, 2), (500, 0), (700, 0)])
def test_every_robot_loads_for_a_fee_that_the_goods_can_bear(robot: Strategy, fee: int, many: int) -> None:
    table = board(lot=0, bonus=bonus(Genua=4))
    choice = Several(("cloth", "cloth"), 0, 2, because=f"every kind may be loaded, {fee} a piece")
    assert len(says(robot, asks("DH-9", choice, table))) == many


@pytest.mark.parametrize(("robot", "fee"), [(hauler, 300), (climber, 200), (forwarder, 400)])
def test_each_asks_its_own_fee_for_transport(robot: Strategy, fee: int) -> None:
    view = asks("DH-10", Either((Amount(0, 1300, 100), OneOf(("refuse",)))), board(lot=0))
    assert says(robot, view) == fee


@each_robot
def test_every_robot_moves_its_own_goods_to_the_bonus_with_as_few_points_as_needed(robot: Strategy) -> None:
    table = board(wagons=loaded("cloth", "cloth", spot=Spot("Paris", "Genua", 3)), bonus=bonus(Genua=4))
    assert says(robot, asks("DH-12", OneOf(("B Wien", "A Genua", "C Köln")), table)) == "A Genua"
    assert says(robot, asks("DH-13", OneOf((2, 3, 4)), table)) == 3
    assert says(robot, asks("DH-13", OneOf((1, 2)), table)) == 2


def test_only_the_climber_dawdles_with_wagons_that_carry_nothing_of_his() -> None:
    table = board(wagons=loaded(), stores=stores("wine", city="Brügge"))
    view = asks("DH-13", OneOf((1, 2, 3)), table)
    assert [says(robot, view) for robot in (hauler, climber, forwarder)] == [3, 1, 3]


def test_only_the_hauler_does_not_mind_what_a_rival_earns_with_the_same_wagon() -> None:
    load = (("wine",), ("wine", "wine"), ())
    wagons = (Wagon(Spot("Paris", "Genua", 5), load), Wagon(Spot("Köln", "Wien", 4), (("iron",), (), ())))
    view = asks("DH-12", OneOf(("A Genua", "B Wien")), board(wagons=wagons, bonus=bonus(), rows=rows(wine=1)))
    assert [says(robot, view) for robot in (hauler, climber, forwarder)] == ["A Genua", "B Wien", "B Wien"]


def test_hauler_and_climber_push_their_own_price_and_the_forwarder_crashes_that_of_others() -> None:
    load = (("wine",), ("salt", "salt", "salt"), ())
    table = board(wagons=(Wagon(Spot("Wien"), load),), arrived=(0,), rows=rows(salt=5))
    pointers = Several(tuple(good for good in ("crest", *BOX.goods) for _ in range(2)), 2, 2)
    view = asks("DH-17", pointers, table)
    assert says(hauler, view) == says(climber, view) == ("wine", "wine")
    assert says(forwarder, view) in (("wine", "salt"), ("salt", "wine"))


@each_robot
def test_nobody_pushes_his_own_price_past_the_top(robot: Strategy) -> None:
    table = board(wagons=loaded("wine", "wine"), arrived=(0,), rows=rows(wine=5))
    pointers = Several(tuple(good for good in ("crest", *BOX.goods) for _ in range(2)), 2, 2)
    assert "wine" not in says(robot, asks("DH-17", pointers, table))


@each_robot
def test_warehouses_are_emptied_at_a_dear_price_or_in_the_last_round(robot: Strategy) -> None:
    choice = Several(("wine Paris", "silk Paris"), 0, 2)
    table = board(rows=rows(wine=4), stores=stores("wine", "silk"))
    assert says(robot, asks("DH-19", choice, table)) == ("wine Paris",)
    assert says(robot, asks("DH-19", choice, replace(table, arrivals=7))) == ("wine Paris", "silk Paris")


@pytest.mark.parametrize(("robot", "most"), [(hauler, 400), (climber, 0), (forwarder, 200)])
def test_each_bids_for_red_cards_up_to_its_own_limit(robot: Strategy, most: int) -> None:
    for low in (100, 200, 300, 400, 500):
        view = asks("DH-26", Either((OneOf(("pass",)), Amount(low, 5000, 100))), board())
        assert says(robot, view) == (low if low <= most else "pass")


@pytest.mark.parametrize(("robot", "purse", "ranks"), [
    (climber, 1600, 2), (climber, 1500, 2), (climber, 1400, 1), (climber, 800, 0), (hauler, 1600, 1), (hauler, 1500, 1),
    (hauler, 1400, 0), (hauler, 2100, 2), (forwarder, 1700, 2), (forwarder, 1600, 1), (forwarder, 1000, 0),
])  # fmt: skip
def test_the_climber_climbs_while_others_keep_their_money(robot: Strategy, purse: int, ranks: int) -> None:
    view = asks("DH-31", Amount(0, 2), replace(board(), purses=(purse, None, None)))
    assert says(robot, view) == ranks


@each_robot
def test_everybody_climbs_as_far_as_possible_in_the_last_round(robot: Strategy) -> None:
    view = asks("DH-31", Amount(0, 2), replace(board(arrivals=7), purses=(2400, None, None)))
    assert says(robot, view) == 2


@each_robot
def test_a_note_is_taken_only_in_need_and_redeemed_when_a_climb_is_left(robot: Strategy) -> None:
    note, back = OneOf(("take", "no")), OneOf(("keep", "redeem"))
    poor = board(ranks=(4, 0, 0))
    assert says(robot, asks("DH-30", note, replace(poor, purses=(200, None, None)))) == "take"
    assert says(robot, asks("DH-30", note, replace(poor, purses=(300, None, None)))) == "no"
    assert says(robot, asks("DH-R19", back, replace(poor, purses=(2900, None, None)))) == "keep"
    assert says(robot, asks("DH-R19", back, replace(poor, purses=(3000, None, None)))) == "redeem"


# --- cards ------------------------------------------------------------------------------------------------------------


CARDS: Mapping[str, tuple[str, Choice]] = {
    "Günstiger Einkauf": ("DH-1", shop("wine")),
    "cheaper climb": ("DH-31", Amount(0, 2)),
    "free loading": ("DH-9", OneOf(("nothing",))),
    "wine A": ("DH-17", Several(("crest", "crest", "wine"), 2, 2)),
}


@each_robot
@pytest.mark.parametrize("card", CARDS)
def test_a_card_on_the_side_is_played_where_it_helps(robot: Strategy, card: str) -> None:
    rule, choice = CARDS[card]
    assert says(robot, asks(rule, choice, board(lot=0), free=OneOf((card,)))) == Free(card)


@each_robot
@pytest.mark.parametrize(("options", "answer"), [
    (("keep", "use"), "use"), (("keep",), "keep"), (("pay", "waive"), "waive"), (("none", "wine Paris"), "wine Paris"),
    (("none", "wine up", "silk up"), "wine up"), (("none", "silk up", "silk down"), "none"),
    (("none", "A Genua", "B Wien"), "A Genua"), (("none", "wine A"), "wine A"), (("none",), "none"),
])  # fmt: skip
def test_a_card_is_played_in_its_moment_if_it_helps(robot: Strategy, options: tuple[str, ...], answer: str) -> None:
    table = board(wagons=loaded("wine", spot=Spot("Paris", "Genua", 5)))
    assert says(robot, asks("DH-R31", OneOf(options), table)) == answer


@each_robot
def test_the_courier_rides_to_a_wagon_if_he_can(robot: Strategy) -> None:
    table = board(wagons=loaded(spot=Spot("Köln", "Paris", 3)))
    assert says(robot, asks("DH-16", OneOf(("stay", "Brügge", "Köln-Paris")), table)) == "Köln-Paris"
    assert says(robot, asks("DH-R27", OneOf((2, 3, 4)), table)) == 3
    assert says(robot, asks("DH-16", OneOf(("stay", "Brügge")), table)) == "stay"


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("called", NAMED)
def test_each_robot_is_known_by_its_name(called: str) -> None:
    assert robots("haendler")[called] is NAMED[called]


@each_robot
@pytest.mark.parametrize("rival", [random_legal, smallest_legal])
@pytest.mark.parametrize("seats", game.SEATS)
def test_each_robot_beats_players_without_a_plan(robot: Strategy, rival: Strategy, seats: int) -> None:
    won = 0
    for seed in range(3 * seats):
        table = play(game, {**dict.fromkeys(range(seats), rival), seed % seats: robot}, seed)
        won += game.scores(table)[seed % seats] == max(game.scores(table))
    assert won >= 0.8 * 3 * seats


def test_among_themselves_they_climb_and_seldom_need_a_note() -> None:
    ranks, notes = [], 0
    for seed in range(6):
        table = play(game, {seat: list(NAMED.values())[(seat + seed) % 3] for seat in range(3)}, seed)
        assert table.arrivals >= BOX.end_arrivals[3] and table.round <= 10
        ranks += table.ranks
        notes += sum(table.notes)
    assert np.mean(ranks) > 4 and notes <= 6
