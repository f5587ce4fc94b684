"""The worked examples of Die Händler's rules, and every number in them, each by its name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mechanics.games.haendler import BOX, Spot, scores
from mechanics.games.haendler.buying import buy_goods
from mechanics.games.haendler.loading import load, master
from mechanics.games.haendler.moving import move_wagons
from mechanics.games.haendler.prices import discs, sell_arrived, turn_markers, unload
from mechanics.games.haendler.rank import next_round, price, represent, rise
from mechanics.ledger import BANK
from tests.haendler_steps import asked, at, drive, held, options, purses, reasons, told, wagon

# --- the vectors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "pushes", "new"), [(0, 2, 2), (5, 1, 0), (4, 3, 1), (5, 8, 1)])
def test_W1_a_marker_climbs_and_starts_again_at_the_bottom(row: int, pushes: int, new: int) -> None:
    table = at("discs", [0] * 4, rows=(row, 0, 0, 0, 0, 0))
    pointers = [("crest", "crest")] * 4
    for i in range(pushes):
        pair = list(pointers[i // 2])
        pair[i % 2] = "cloth"
        pointers[i // 2] = (pair[0], pair[1])
    assert turn_markers(table, tuple(pointers)).rows == (new, 0, 0, 0, 0, 0)


def test_W2_four_discs_lift_cloth_by_3_wine_by_1_and_silk_by_2() -> None:
    pairs = {0: ("cloth", "cloth"), 1: ("cloth", "wine"), 2: ("crest", "crest"), 3: ("silk", "silk")}
    table = drive(discs(at("discs", [0] * 4)), ("DH-17", pairs))
    assert dict(zip(BOX.goods, table.rows, strict=True)) == {
        "cloth": 3, "wine": 1, "salt": 0, "food": 0, "iron": 0, "silk": 2,
    }  # fmt: skip
    assert table.turns[-1].pointers == (("cloth", "cloth"), ("cloth", "wine"), ("crest", "crest"), ("silk", "silk"))


def arrived(city: str, load: dict[int, tuple[str, ...]], bonus: int, row: int = 0, seats: int = 2) -> Any:
    """A wagon that has arrived in a city with goods aboard, all markers in a row, the city's bonus so high."""
    steps = tuple(BOX.bonus.index(bonus) if name == city else 0 for name in BOX.cities)
    wagons = (wagon(city, seats, load), wagon("Köln", seats), wagon("Wien", seats))
    return at("sale", [0] * seats, wagons=wagons, rows=(row,) * 6, bonus=steps, arrived=(0,), arrivals=2)


def test_W3_three_wine_bring_2700_in_hamburg_at_600_and_a_bonus_of_300() -> None:
    table = sell_arrived(arrived("Hamburg", {0: ("wine", "wine", "wine")}, 300, row=3))
    assert purses(table) == (2700, 0)
    assert [entry.amount for entry in table.ledger.entries[-2:]] == [1800, 900]
    assert reasons(table) == ["DH-21 sells goods", "DH-22 bonus of Hamburg"]
    assert table.bonus[BOX.cities.index("Hamburg")] == 0
    assert table.arrivals == 3


def test_W4_goods_that_genua_makes_bring_no_bonus_there() -> None:
    table = sell_arrived(arrived("Genua", {0: ("wine", "wine"), 1: ("salt",)}, 400, row=1))
    assert purses(table) == (2 * 400, 400)
    assert reasons(table) == ["DH-21 sells goods", "DH-21 sells goods"]


def test_W5_the_first_of_two_equal_highest_bids_in_playing_order_is_master_and_pays_500() -> None:
    table = at("master", [5000] * 4, lot=0)
    table = drive(master(table), ("DH-5", {0: 300, 1: 500, 2: 500, 3: 0}))
    assert table.wagons[0].master == 1
    assert purses(table) == (5000, 4500, 5000, 5000)
    assert table.loadings[-1].paid == (0, 500, 0, 0)
    other = drive(master(at("master", [5000] * 4, lot=0, first=2)), ("DH-5", {0: 300, 1: 500, 2: 500, 3: 0}))
    assert other.wagons[0].master == 2


def test_W6_rank_4_with_250_drops_to_3_takes_a_note_pays_300_and_keeps_1950() -> None:
    table = drive(represent(at("rank", (250, 0), ranks=(4, 0)), 0), ("DH-30", {0: "take"}))
    assert (table.ranks[0], table.notes[0], purses(table)[0]) == (3, 1, 1950)
    assert reasons(table) == ["DH-30 takes a note", "DH-29 pays representation"]
    ask = asked(rise(table, 0))
    assert (ask.allowed[0].low, ask.allowed[0].high) == (0, 0)  # type: ignore[union-attr]


def test_W7_after_three_arrivals_a_rank_costs_800_and_2000_buy_two_for_1600() -> None:
    table = at("climb", (2000, 0), ranks=(2, 0), arrivals=3)
    assert BOX.climb_now(3, 2) == 800
    table = drive(rise(table, 0), ("DH-31", {0: 2}))
    assert (table.ranks[0], purses(table)[0]) == (4, 400)


# --- every number that a rule names -----------------------------------------------------------------------------------


def test_DH_S1_everybody_starts_with_5000_guilders_and_the_tiles_1_to_4() -> None:
    assert (BOX.start, BOX.tiles) == (5000, (1, 2, 3, 4))


def test_DH_S3_54_goods_are_six_kinds_of_nine_with_one_marker_each() -> None:
    assert (len(BOX.goods), BOX.goods_each) == (6, 9)
    assert len(BOX.red) == 8 and len(BOX.green) * BOX.green_each == 21


@pytest.mark.parametrize(("rank", "cost"), [(0, 0), (1, 100), (4, 400), (10, 1000)])
def test_DH_29_a_rank_costs_100_a_step(rank: int, cost: int) -> None:
    table = drive(represent(at("rank", (5000, 0), ranks=(rank, 0)), 0))
    assert purses(table) == (5000 - cost, 0)
    assert table.ledger.balance(BANK) == cost - 5000


@pytest.mark.parametrize(
    ("arrivals", "seats", "price_now"),
    [(0, 2, 500), (1, 2, 600), (6, 2, 1100), (7, 2, 1100), (7, 3, 1200), (8, 4, 1300), (10, 4, 1300)],
)
def test_DH_31_a_rank_costs_500_and_100_for_each_arrival_up_to_the_end(
    arrivals: int, seats: int, price_now: int
) -> None:
    table = at("climb", [9000] * seats, arrivals=arrivals)
    assert price(table, 1, False) == price_now
    assert price(table, 2, False) == 2 * price_now


@pytest.mark.parametrize(("arrivals", "first"), [(0, 300), (1, 300), (2, 400), (3, 400)])
def test_green_card_2_halves_one_rank_rounded_up_to_whole_hundreds(arrivals: int, first: int) -> None:
    table = at("climb", (9000, 0), arrivals=arrivals)
    assert price(table, 1, True) == first
    assert price(table, 2, True) == first + 500 + 100 * arrivals


def test_DH_31_a_table_may_pay_once_for_the_whole_climb() -> None:
    table = at("climb", (9000, 0), replace(BOX, climb_price="per_climb"), arrivals=3)
    assert (price(table, 0, False), price(table, 1, False), price(table, 2, False)) == (0, 800, 800)
    assert drive(rise(table, 0), ("DH-31", {0: 2})).ranks == (2, 0)


@pytest.mark.parametrize(("seats", "arrivals"), [(2, 6), (3, 7), (4, 8)])
def test_DH_32_the_game_ends_after_6_7_or_8_arrivals(seats: int, arrivals: int) -> None:
    assert next_round(at("climb", [0] * seats, arrivals=arrivals)).phase == ""
    assert next_round(at("climb", [0] * seats, arrivals=arrivals - 1)).phase == "buy"


@pytest.mark.parametrize(("seats", "lots"), [(2, 1), (3, 2), (4, 3)])
def test_DH_25_one_red_card_less_than_players_is_auctioned(seats: int, lots: int) -> None:
    assert BOX.lots[seats] == lots == seats - 1


def test_DH_1_the_first_goods_cost_100_each_three_at_most() -> None:
    ask = asked(buy_goods(at("buy", (5000, 5000)), 0))
    assert ask.allowed[0].most == 3  # type: ignore[union-attr]
    assert set(ask.allowed[0].weight) == {100}  # type: ignore[union-attr]
    bought = [("DH-1", {0: ("silk",) * 3}), ("DH-2", {0: ("Wien",) * 3})]
    table = drive(buy_goods(at("buy", (5000, 5000)), 0), *bought)
    assert purses(table) == (4700, 5000)
    assert (held(table, 0, "Wien"), table.stock) == (("silk",) * 3, (8, 8, 8, 8, 8, 5))


@pytest.mark.parametrize("row", range(6))
def test_DH_R2_a_row_fixes_both_prices_and_selling_is_always_200_dearer(row: int) -> None:
    assert BOX.buy == (100, 200, 300, 400, 500, 600)
    assert BOX.sell == (300, 400, 500, 600, 700, 800)
    bought = at("buy", (5000, 0), rows=(row,) * 6)
    assert set(asked(buy_goods(bought, 0)).allowed[0].weight) == {BOX.buy[row]}  # type: ignore[union-attr]
    assert purses(unload(arrived("Köln", {0: ("silk",)}, 0, row=row), 0)) == (BOX.sell[row], 0)


def test_DH_8_DH_9_the_master_loads_up_to_3_of_one_kind_and_the_others_up_to_2() -> None:
    stores = {(0, "Paris"): ("wine",) * 4 + ("silk",), (1, "Paris"): ("cloth",) * 3 + ("wine",)}
    wagons = (wagon("Paris", 2, master=0), wagon("Köln", 2), wagon("Wien", 2))
    table = at("load", (5000, 5000), stores=stores, wagons=wagons, lot=0)
    ask = asked(load(table))
    assert options(ask, 0) == ("nothing", "1 wine", "2 wine", "3 wine", "1 silk")
    ask = asked(load(table), ("DH-8", {0: "3 wine"}), ("DH-10", {0: 100}))
    assert (ask.rule, options(ask, 1), ask.allowed[1].most) == ("DH-9", ("cloth",) * 3, 2)  # type: ignore[union-attr]


@pytest.mark.parametrize(("a", "b", "spaces"), BOX.roads, ids=lambda part: str(part))
def test_DH_12_from_city_to_city_it_takes_one_point_more_than_there_are_spaces(a: str, b: str, spaces: int) -> None:
    tiles = (tuple(range(1, spaces + 2)), (1,))
    wagons = (wagon(a, 2), wagon("Paris", 2), wagon("Paris", 2))
    table = at("move", (0, 0), wagons=wagons, tiles=tiles)
    for points, spot in ((spaces, Spot(a, b, spaces)), (spaces + 1, Spot(b))):
        moved = drive(move_wagons(table, 0), ("DH-12", {0: f"A {b}"}), ("DH-13", {0: points}))
        assert moved.wagons[0].spot == spot
        assert moved.arrived == ((0,) if spot == Spot(b) else ())


def test_DH_30_a_note_brings_2000_and_costs_2500() -> None:
    table = drive(represent(at("rank", (0, 0), ranks=(1, 0)), 0), ("DH-30", {0: "take"}))
    assert (purses(table), table.ranks, table.notes) == ((2000, 0), (0, 0), (1, 0))
    rich = replace(at("climb", (2500, 0), notes=(1, 0)))
    table = drive(rise(rich, 0), ("DH-R19", {0: "redeem"}))
    assert (purses(table), table.notes, reasons(table)) == ((0, 0), (0, 0), ["DH-30 redeems the note"])


@pytest.mark.parametrize(
    ("ranks", "money", "notes", "first"),
    [
        ((3, 2), (0, 9000), (0, 0), 0),
        ((2, 2), (100, 200), (0, 0), 1),
        ((2, 2), (2600, 200), (1, 0), 1),
        ((2, 2), (2800, 200), (1, 0), 0),
        ((1, 0), (0, 5000), (1, 0), 0),
    ],
)
def test_DH_33_DH_R21_rank_wins_then_money_less_2500_for_an_open_note(
    ranks: tuple[int, int], money: tuple[int, int], notes: tuple[int, int], first: int
) -> None:
    final = scores(at("", money, ranks=ranks, notes=notes))
    assert final.index(max(final)) == first and len(set(final)) == 2


def test_DH_33_equal_rank_and_money_share_the_victory() -> None:
    assert scores(at("", (700, 700, 700), ranks=(2, 2, 1))) == (2000700, 2000700, 1000700)
    assert told(next_round(at("climb", (700, 0), ranks=(2, 0), arrivals=6)), "DH-33") == [
        "At the end: P1 Händler with 700, P2 Krämer with 0."
    ]
