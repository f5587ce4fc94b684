"""Die Händler rule by rule, from the set-up to the loaded wagon: single steps of the script, named by rule id."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics.boxes import origins
from mechanics.choices import Amount, Either, Free, OneOf, Order, Several
from mechanics.games import haendler
from mechanics.games.haendler import BOX, Box, Spot
from mechanics.games.haendler.box import MAKES, ROADS
from mechanics.games.haendler.buying import bought, buy_goods
from mechanics.games.haendler.loading import load, master, next_lot
from mechanics.games.haendler.roads import within
from mechanics.games.haendler.script import PHASES, game
from mechanics.ledger import BANK, Ledger
from mechanics.table import NATURE, sentence
from tests.haendler_steps import asked, at, drive, held, on_road, options, purses, reasons, refusal, told, wagon

PLAIN = tuple(range(8))


def laid_out(seats: int, box: Box = BOX, start: str = "Paris", first: int = 0) -> Any:
    """A game just set up, the red cards in their printed order."""
    table = haendler.Table("setup", seats, box, Ledger.open(seats))
    given = [("DH-S2", {NATURE: PLAIN}), ("DH-S4", {NATURE: start}), ("DH-S9", {NATURE: first})]
    return drive(PHASES["setup"](table), *(one for one in given if one[0] != "DH-S4" or box.first_cities == "drawn"))


# --- the box ----------------------------------------------------------------------------------------------------------


def test_every_city_makes_three_goods_and_every_good_is_made_in_three_cities() -> None:
    assert {len(goods) for goods in BOX.makes.values()} == {3}
    assert {good: len(cities) for good, cities in BOX.made_in.items()} == dict.fromkeys(BOX.goods, 3)
    assert BOX.made_in["wine"] == ("Paris", "Köln", "Genua")


def test_every_city_is_reached_by_road_from_every_other_one() -> None:
    for city in BOX.cities:
        spots = within(BOX, Spot(city), 100)
        assert {spot.city for spot in spots if not spot.step} == set(BOX.cities) - {city}
        assert len(spots) == len(BOX.cities) - 1 + sum(many for _, _, many in BOX.roads)


def test_every_number_has_an_origin_and_what_was_invented_says_so() -> None:
    known = ("text", "source", "ruling", "house default")
    of = {one.field: one.origin for one in origins(BOX)}
    assert all(origin.startswith(known) for origin in of.values())
    invented = {field for field, origin in of.items() if origin == "house default"}
    assert invented >= {
        "makes", "roads", "buy", "sell", "bonus", "ranks", "representation", "climb", "climb_rise", "courier_steps",
        "wagon_steps", "green", "highest_fee", "lowest_bid", "tie_rebate", "most_rounds", "office_more", "great_office",
    }  # fmt: skip
    in_text = {"start", "tiles", "lots", "note", "note_back", "end_arrivals", "load_master", "load_other", "buy_limit"}
    assert {of[field] for field in in_text} == {"text"}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"start": 150}, "start is in guilders, a multiple of 100; 150 is not"),
        ({"start": -100}, "start is in guilders"),
        ({"buy": (100, 250, 300, 400, 500, 600)}, "purchase price is in guilders, a multiple of 100; 250"),
        ({"sell": (300, 400)}, "as many sale prices as purchase prices: 6; 2 are given"),
        ({"representation": (0, 100)}, "as many representation costs as ranks: 11; 2 are given"),
        ({"bonus_other": 700}, "bonus at the start can be 0 or 100 or 200 or 300 or 400 or 500; 700"),
        ({"makes": {**MAKES, "Paris": ("gold",)}}, "good can be cloth or wine"),
        ({"makes": {city: MAKES[city] for city in list(MAKES)[1:]}}, "nothing about Paris"),
        ({"makes": dict.fromkeys(MAKES, ("wine",))}, "number of cities that make cloth is a whole number, 1 or more"),
        ({"roads": (*ROADS, ("Paris", "Gent", 2))}, "city can be Paris or Köln.*'Gent' is not"),
        ({"roads": (("Paris", "Köln", 0),)}, "spaces from Paris to Köln is a whole number, 1 or more"),
        ({"wagon_starts": {"Paris": ("Gent",)}, "first_cities": "Paris"}, "'Gent' is not"),
        ({"tiles": ()}, "number on a tile is a whole number, 1 or more"),
        ({"lots": {2: 1}}, "red cards auctioned with 3 players"),
        ({"end_arrivals": {2: 0}}, "arrivals with 2 players is a whole number, 1 or more"),
        ({"buy_limit": 1.5}, "buy limit is a whole number, 0 or more"),
        ({"goods_each": 0}, "goods each is a whole number, 1 or more"),
        ({"money": "hidden"}, "money can be secret or open; 'hidden' is not"),
        ({"climb_price": True}, "climb price can be per_rank or per_climb"),
        ({"first_cities": "Wien"}, "first cities can be drawn or Paris or Brügge"),
    ],
)
def test_a_box_that_makes_no_game_is_refused_with_what_is_allowed(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(BOX, **changes)


def test_the_sentences_of_the_rules_take_their_numbers_from_the_box() -> None:
    plain = {rule: sentence(haendler, rule, BOX) for rule in haendler.RULES}
    assert all(text.endswith(".") and "{" not in text for text in plain.values())
    changed = {
        "start": 4000, "buy_limit": 5, "load_master": 4, "load_other": 1, "double_buy_rounds": 2, "max_climb": 3,
        "note": 1000, "note_back": 1300, "end_arrivals": {2: 5, 3: 6, 4: 7}, "open_cards": 5, "lowest_bid": 300,
        "bonus_other": 100, "special_price": 900, "courier_steps": {"Kurier": 2, "Express-Kurier": 5}, "step": 50,
        "warehouse_sale": "after", "climb_price": "per_climb", "influence_pick": "top", "money": "open",
        "finish_round": "no", "empty_wagons_move": "no", "most_rounds": 30,
    }  # fmt: skip
    other = {rule: sentence(haendler, rule, replace(BOX, **changed)) for rule in haendler.RULES}
    assert {rule for rule in plain if plain[rule] != other[rule]} == {
        "DH-S1", "DH-S2", "DH-S7", "DH-1", "DH-3", "DH-8", "DH-9", "DH-19", "DH-26", "DH-27", "DH-30", "DH-31",
        "DH-32", "DH-34", "DH-R9", "DH-R16", "DH-R19", "DH-R20", "DH-R27", "DH-R29", "DH-R31",
    }  # fmt: skip


def test_every_rule_of_the_book_has_a_sentence() -> None:
    assert {f"DH-{number}" for number in range(1, 35)} | {f"DH-S{n}" for n in range(1, 10)} <= set(haendler.RULES)


# --- the set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", haendler.SEATS)
def test_DH_S1_DH_S6_everybody_starts_with_5000_all_tiles_and_the_lowest_rank(seats: int) -> None:
    table = laid_out(seats)
    assert purses(table) == (5000,) * seats and table.ledger.balance(BANK) == -5000 * seats
    assert (table.ranks, table.notes, table.tiles) == ((0,) * seats, (0,) * seats, ((1, 2, 3, 4),) * seats)
    assert BOX.ranks[0] == "Krämer"


def test_DH_S2_four_red_cards_are_turned_up_and_the_rest_is_a_stack() -> None:
    table = laid_out(3)
    assert (table.red_open, table.red_deck) == (BOX.red[:4], BOX.red[4:])
    assert Counter(table.green_stack) == dict.fromkeys(BOX.green, 3)
    ask = asked(game(3))
    assert (ask.rule, ask.allowed, ask.private) == ("DH-S2", {NATURE: Order(8)}, True)
    assert haendler.view(ask, 0).allowed is None


def test_DH_S3_one_piece_of_each_kind_stands_on_the_bottom_row_and_eight_are_in_stock() -> None:
    table = laid_out(2)
    assert (table.rows, table.stock) == ((0,) * 6, (8,) * 6)


@pytest.mark.parametrize("start", ["Paris", "Brügge"])
def test_DH_S4_DH_S5_DH_S7_wagons_courier_and_bonus_go_by_one_of_two_starts(start: str) -> None:
    table = laid_out(2, start=start)
    cities = tuple(cart.spot.city for cart in table.wagons)
    assert cities == {"Paris": ("Paris", "Köln", "Wien"), "Brügge": ("Brügge", "Hamburg", "Genua")}[start]
    assert table.courier == Spot({"Paris": "Hamburg", "Brügge": "Köln"}[start])
    assert not set(within(BOX, table.courier, 1)) & {cart.spot for cart in table.wagons}
    bonus = {city: BOX.bonus[step] for city, step in zip(BOX.cities, table.bonus, strict=True)}
    assert bonus == {city: 0 if city in cities else 200 for city in BOX.cities}
    assert all(cart.load == ((), ()) and cart.master is None for cart in table.wagons)


def test_DH_S4_a_table_may_agree_on_the_start_instead_of_drawing_it() -> None:
    table = laid_out(2, replace(BOX, first_cities="Brügge"))
    assert table.wagons[0].spot == Spot("Brügge")


@pytest.mark.parametrize("first", range(3))
def test_DH_S8_DH_S9_chance_names_the_start_player_and_no_wagon_has_arrived(first: int) -> None:
    table = laid_out(3, first=first)
    assert (table.first, table.round, table.phase, table.arrivals) == (first, 1, "buy", 0)
    assert set(asked(PHASES["buy"](table)).allowed) == {first}


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_game_for_too_few_or_too_many_is_refused_with_the_numbers_that_are_possible(seats: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 4 players; {seats} is not possible"):
        next(game(seats))


# --- phase 1: buying --------------------------------------------------------------------------------------------------


def test_DH_1_goods_of_any_kinds_are_paid_at_their_prices_to_the_bank() -> None:
    table = at("buy", (5000, 5000), rows=(0, 1, 2, 3, 4, 5))
    goods = ("cloth", "wine", "silk")
    places = [("DH-2", {0: "Paris"}), ("DH-2", {0: "Köln"}), ("DH-2", {0: "Genua"})]
    table = drive(buy_goods(table, 0), ("DH-1", {0: goods}), *places)
    assert purses(table) == (5000 - 100 - 200 - 600, 5000)
    assert reasons(table) == ["DH-1 buys goods"]
    assert [held(table, 0, city) for city in ("Paris", "Köln", "Genua")] == [("cloth",), ("wine",), ("silk",)]
    assert table.stock == (7, 7, 8, 8, 8, 7)


def test_DH_1_nobody_has_to_buy() -> None:
    table = at("buy", (5000, 5000))
    assert drive(buy_goods(table, 0), ("DH-1", {0: ()})) == table


def test_DH_1_a_fourth_good_is_refused_with_rule_reason_and_limit() -> None:
    ask = asked(buy_goods(at("buy", (5000, 5000)), 0))
    refused = refusal(ask, 0, ("cloth", "wine", "salt", "food"))
    assert (refused.rule, refused.why) == ("DH-1", "4 chosen is too many.")
    assert refused.allowed.startswith("0 to 3 of cloth") and "3 goods at most" in refused.allowed


def test_DH_1_what_costs_more_than_the_purse_holds_is_refused() -> None:
    ask = asked(buy_goods(at("buy", (700, 5000), rows=(2,) * 6), 0))
    assert ("cloth", "wine") in ask.allowed[0]
    refused = refusal(ask, 0, ("cloth", "wine", "salt"))
    assert refused.rule == "DH-1" and "together at most 700" in refused.allowed and "700 guilders" in refused.allowed


def test_DH_1_whoever_can_pay_for_nothing_is_not_asked() -> None:
    table = at("buy", (200, 5000), rows=(2,) * 6)
    assert drive(buy_goods(table, 0)) == table


def test_DH_2_a_piece_goes_only_where_its_kind_is_made() -> None:
    ask = asked(buy_goods(at("buy", (5000, 5000)), 0), ("DH-1", {0: ("salt",)}))
    assert (ask.rule, options(ask, 0)) == ("DH-2", ("Brügge", "Hamburg", "Genua"))
    refused = refusal(ask, 0, "Paris")
    assert (refused.rule, refused.why) == ("DH-2", "“Paris” is not possible here.")
    assert refused.allowed == "Brügge, Hamburg or Genua (salt is made in Brügge, Hamburg and Genua)"


def test_DH_2_pieces_of_a_kind_may_go_to_several_cities() -> None:
    table = at("buy", (5000, 5000))
    ask = asked(buy_goods(table, 0), ("DH-1", {0: ("iron",) * 3}))
    assert ask.allowed[0] == Several(
        ("Köln",) * 3 + ("Wien",) * 3 + ("Hamburg",) * 3, 3, 3, because="iron is made in Köln, Wien and Hamburg"
    )
    table = drive(buy_goods(table, 0), ("DH-1", {0: ("iron",) * 3}), ("DH-2", {0: ("Köln", "Wien", "Wien")}))
    assert (held(table, 0, "Köln"), held(table, 0, "Wien")) == (("iron",), ("iron", "iron"))
    assert told(table, "DH-2") == ["P1 stores 3 iron in Köln and Wien."]


def test_DH_3_goods_are_bought_twice_in_the_first_round_only() -> None:
    table = at("buy", (5000, 5000))
    again = bought(table)
    assert (again.phase, again.bought) == ("buy", 1)
    assert (bought(again).phase, bought(again).bought) == ("master", 0)
    assert bought(replace(table, round=2)).phase == "master"
    twice = replace(BOX, double_buy_rounds=2)
    assert bought(at("buy", (5000, 5000), twice, round=2)).phase == "buy"
    assert bought(at("buy", (5000, 5000), replace(BOX, double_buy_rounds=0))).phase == "master"


def test_DH_3_both_passes_go_round_from_the_start_player() -> None:
    script, seats = game(3), []
    ask = next(script)
    for answers in ({NATURE: PLAIN}, {NATURE: "Paris"}, {NATURE: 2}):
        ask = script.send(answers)  # type: ignore[arg-type]
    while ask.rule == "DH-1":
        seats += list(ask.allowed)
        ask = script.send({seats[-1]: ()})
    assert (seats, ask.rule) == ([2, 0, 1, 2, 0, 1], "DH-5")


def test_DH_4_what_is_out_of_stock_cannot_be_bought() -> None:
    ask = asked(buy_goods(at("buy", (5000, 5000), stock=(0, 1, 8, 8, 8, 8)), 0))
    assert Counter(options(ask, 0)) == {"wine": 1, "salt": 3, "food": 3, "iron": 3, "silk": 3}
    assert refusal(ask, 0, ("cloth",)).rule == refusal(ask, 0, ("wine", "wine")).rule == "DH-1"
    empty = at("buy", (5000, 5000), stock=(0,) * 6)
    assert drive(buy_goods(empty, 0)) == empty


# --- red cards at buying ----------------------------------------------------------------------------------------------


def test_kontor_buys_a_fourth_good_once_in_a_round() -> None:
    table = at("buy", (5000, 5000), reds=(("Kontor",), ()))
    assert asked(buy_goods(table, 0)).allowed[0].most == 4  # type: ignore[union-attr]
    assert asked(buy_goods(table, 1)).allowed[1].most == 3  # type: ignore[union-attr]
    table = drive(buy_goods(table, 0), ("DH-1", {0: ("wine",) * 4}), ("DH-2", {0: ("Paris",) * 4}))
    assert (purses(table)[0], table.used) == (4600, ("Kontor",))
    assert asked(buy_goods(table, 0)).allowed[0].most == 3  # type: ignore[union-attr]


def test_kontor_is_not_used_by_buying_three() -> None:
    table = at("buy", (5000, 5000), reds=(("Kontor",), ()))
    assert drive(buy_goods(table, 0), ("DH-1", {0: ("wine",) * 3}), ("DH-2", {0: ("Paris",) * 3})).used == ()


def test_guenstiger_einkauf_buys_three_goods_for_100_together_in_one_of_the_passes() -> None:
    table = at("buy", (5000, 5000), rows=(5,) * 6, reds=(("Günstiger Einkauf",), ()))
    card = ("DH-1", {0: Free("Günstiger Einkauf")})
    ask = asked(buy_goods(table, 0))
    assert ask.free == {0: OneOf(("Günstiger Einkauf",))}
    ask = asked(buy_goods(table, 0), card)
    assert (ask.allowed[0].least, ask.allowed[0].most, ask.free) == (1, 3, {})  # type: ignore[union-attr]
    assert "up to 3 goods for 100 together" in str(ask.allowed[0])
    table = drive(buy_goods(table, 0), card, ("DH-1", {0: ("silk",) * 3}), ("DH-2", {0: ("Wien",) * 3}))
    assert (purses(table)[0], table.used) == (4900, ("Günstiger Einkauf",))
    assert asked(buy_goods(table, 0)).free == {}


def test_guenstiger_einkauf_and_kontor_buy_three_for_100_and_the_fourth_at_its_price() -> None:
    table = at("buy", (1000, 0), rows=(5,) * 6, reds=(("Günstiger Einkauf", "Kontor"), ()))
    card = ("DH-1", {0: Free("Günstiger Einkauf")})
    three = (card, ("DH-1", {0: ("silk",) * 3}), ("DH-2", {0: ("Wien",) * 3}))
    ask = asked(buy_goods(table, 0), *three)
    assert (ask.rule, ask.allowed[0].most, ask.free) == ("DH-1", 1, {})  # type: ignore[union-attr]
    table = drive(buy_goods(table, 0), *three, ("DH-1", {0: ("iron",)}), ("DH-2", {0: "Köln"}))
    assert (purses(table)[0], table.used) == (300, ("Günstiger Einkauf", "Kontor"))


def test_guenstiger_einkauf_of_two_goods_leaves_the_kontor_for_another_pass() -> None:
    table = at("buy", (5000, 0), reds=(("Günstiger Einkauf", "Kontor"), ()))
    card = ("DH-1", {0: Free("Günstiger Einkauf")})
    table = drive(buy_goods(table, 0), card, ("DH-1", {0: ("silk",) * 2}), ("DH-2", {0: ("Wien",) * 2}))
    assert table.used == ("Günstiger Einkauf",)
    assert asked(buy_goods(table, 0)).allowed[0].most == 4  # type: ignore[union-attr]


def test_guenstiger_einkauf_serves_who_can_pay_for_nothing_else() -> None:
    table = at("buy", (100, 0), rows=(5,) * 6, reds=(("Günstiger Einkauf",), ()))
    ask = asked(buy_goods(table, 0))
    assert ask.allowed[0].most == 0 and 0 in ask.free  # type: ignore[union-attr]
    poor = at("buy", (0, 0), rows=(5,) * 6, reds=(("Günstiger Einkauf",), ()))
    assert drive(buy_goods(poor, 0)) == poor


# --- phase 2: the loading master --------------------------------------------------------------------------------------


def test_DH_R5_DH_R25_empty_wagons_are_auctioned_by_city_and_number_one_after_the_other() -> None:
    carts = (wagon("Genua", 2), wagon("Köln", 2), wagon("Köln", 2))
    table, order = at("buy", (5000, 5000), wagons=carts, round=2), []
    table = next_lot(table)
    while table.phase == "master":
        order.append(table.lot)
        table = next_lot(table)
    assert (order, table.phase, table.lot) == ([1, 2, 0], "move", None)


def test_DH_5_wagons_on_the_road_are_not_auctioned() -> None:
    carts = (wagon(on_road("Köln", "Wien", 2), 2), wagon("Wien", 2), wagon(on_road("Köln", "Wien", 3), 2))
    table = next_lot(at("buy", (5000, 5000), wagons=carts))
    assert (table.phase, table.lot) == ("master", 1)
    assert next_lot(table).phase == "move"


def test_DH_R8_a_loaded_wagon_that_did_not_move_keeps_its_master_and_is_loaded_without_a_bid() -> None:
    stores = {(0, "Paris"): ("wine", "silk"), (1, "Paris"): ("silk", "wine")}
    carts = (wagon("Paris", 2, {0: ("wine", "wine")}, master=0, kind="wine"), wagon("Köln", 2), wagon("Wien", 2))
    table = next_lot(at("buy", (5000, 5000), wagons=carts, stores=stores, round=2))
    assert (table.phase, table.lot) == ("load", 0)
    ask = asked(load(table))
    assert options(ask, 0) == ("nothing", "1 wine")
    ask = asked(load(table), ("DH-8", {0: "1 wine"}), ("DH-10", {0: 0}))
    assert options(ask, 1) == ("silk",)


def test_DH_5_all_bid_in_secret_whole_hundreds_from_0_to_their_purse() -> None:
    ask = asked(master(at("master", (5000, 300, 0), lot=0)))
    assert (ask.rule, ask.sealed) == ("DH-5", True)
    assert ask.allowed == {s: Amount(0, c, 100, "what is in your purse") for s, c in enumerate((5000, 300, 0))}


def test_DH_5_more_than_the_purse_and_broken_hundreds_are_refused() -> None:
    ask = asked(master(at("master", (5000, 300), lot=0)))
    refused = refusal(ask, 1, 400)
    assert (refused.rule, refused.why) == ("DH-5", "400 is 100 more than 300.")
    assert refused.allowed == "a whole number from 0 to 300 in steps of 100 (what is in your purse)"
    assert refusal(ask, 0, 150).why == "150 is not a step of 100."


def test_DH_5_only_the_highest_bidder_pays_and_everybody_learns_all_bids() -> None:
    table = drive(master(at("master", (5000, 5000, 5000), lot=1, first=2)), ("DH-5", {0: 700, 1: 900, 2: 0}))
    assert purses(table) == (5000, 4100, 5000)
    assert (table.wagons[1].master, table.wagons[1].kind, table.phase) == (1, "", "load")
    assert told(table, "DH-5") == [
        "Bids for wagon B in Köln: P3 0, P1 700, P2 900.", "P2 is loading master and pays 900.",
    ]  # fmt: skip
    done = table.loadings[-1]
    assert (done.city, done.order, done.bids, done.master) == ("Köln", (2, 0, 1), (700, 900, 0), 1)


@pytest.mark.parametrize("first", range(3))
def test_DH_R4_if_all_bid_0_the_first_in_order_is_master_for_nothing(first: int) -> None:
    table = drive(master(at("master", (500, 500, 500), lot=0, first=first)), ("DH-5", {0: 0, 1: 0, 2: 0}))
    assert (table.wagons[0].master, reasons(table)) == (first, [])
    assert told(table, "DH-6") == [f"P{first + 1} is loading master by the order of play and pays 0."]


def test_an_empty_wagon_whose_master_loaded_nothing_is_auctioned_again() -> None:
    carts = (wagon("Paris", 2, master=1), wagon("Köln", 2), wagon("Wien", 2))
    table = next_lot(at("buy", (500, 500), wagons=carts, round=2))
    assert table.phase == "master"
    assert drive(master(table), ("DH-5", {0: 100, 1: 0})).wagons[0].master == 0


# --- the green card that wins a tie -----------------------------------------------------------------------------------

TIE = {0: 500, 1: 500, 2: 500}


def test_won_tie_beats_the_order_of_play_and_saves_200() -> None:
    table = at("master", [5000] * 3, greens={2: ["won tie"]}, lot=0)
    table = drive(master(table), ("DH-5", TIE), ("DH-R31", {2: "use"}))
    assert (table.wagons[0].master, purses(table)) == (2, (5000, 5000, 4700))
    assert (table.greens[2], table.green_gone) == ((), ("won tie",))
    assert table.loadings[-1].paid == (0, 0, 300)


def test_won_tie_never_costs_less_than_nothing() -> None:
    table = at("master", [5000] * 3, greens={2: ["won tie"]}, lot=0)
    table = drive(master(table), ("DH-5", {0: 0, 1: 100, 2: 100}), ("DH-R31", {2: "use"}))
    assert (table.wagons[0].master, purses(table)) == (2, (5000, 5000, 5000))


def test_two_users_of_won_tie_are_told_apart_by_the_order_of_play() -> None:
    table = at("master", [5000] * 3, greens={2: ["won tie"], 1: ["won tie"]}, lot=0, first=2)
    ask = asked(master(table), ("DH-5", TIE))
    assert (set(ask.allowed), ask.sealed) == ({1, 2}, True)
    table = drive(master(table), ("DH-5", TIE), ("DH-R31", {1: "use", 2: "use"}))
    assert (table.wagons[0].master, purses(table), table.greens) == (2, (5000, 5000, 4700), ((), (), ()))


def test_won_tie_kept_leaves_the_order_of_play() -> None:
    table = at("master", [5000] * 3, greens={2: ["won tie"]}, lot=0)
    table = drive(master(table), ("DH-5", TIE), ("DH-R31", {2: "keep"}))
    assert (table.wagons[0].master, table.greens[2]) == (0, ("won tie",))


def test_all_tied_players_with_green_cards_are_asked_so_that_nobody_learns_who_holds_the_card() -> None:
    table = at("master", [5000] * 3, greens={1: ["price nudge"], 2: ["won tie"]}, lot=0)
    ask = asked(master(table), ("DH-5", TIE))
    assert (options(ask, 1), options(ask, 2)) == (("keep",), ("keep", "use"))
    assert drive(master(table), ("DH-5", {0: 600, 1: 500, 2: 500})).wagons[0].master == 0
    alone = drive(master(table), ("DH-5", {0: 100, 1: 500, 2: 600}))
    assert alone.wagons[0].master == 2


# --- loading ----------------------------------------------------------------------------------------------------------

STORES = {
    (0, "Paris"): ("cloth", "wine", "wine", "wine", "wine"), (1, "Paris"): ("wine", "silk", "silk", "silk"),
    (2, "Paris"): ("cloth", "silk"), (1, "Köln"): ("iron", "iron"),
}  # fmt: skip


def loading(purses: Any = (5000, 5000, 5000), first: int = 0, **fields: Any) -> Any:
    """P1 is master of wagon A in Paris, where all have goods."""
    carts = (wagon("Paris", 3, master=0), wagon("Köln", 3), wagon("Wien", 3))
    return at("load", purses, stores=STORES, **{"wagons": carts, "lot": 0, "first": first, **fields})


def test_DH_8_the_master_loads_first_up_to_three_of_one_kind() -> None:
    ask = asked(load(loading()))
    assert (ask.rule, options(ask, 0)) == ("DH-8", ("nothing", "1 cloth", "1 wine", "2 wine", "3 wine"))
    refused = refusal(ask, 0, "4 wine")
    assert refused.rule == "DH-8" and refused.allowed.endswith("(up to 3 of your goods in Paris, all of one kind)")


def test_DH_9_nobody_may_load_the_kind_of_the_master() -> None:
    ask = asked(load(loading()), ("DH-8", {0: "3 wine"}), ("DH-10", {0: 100}))
    assert (ask.rule, options(ask, 1)) == ("DH-9", ("silk",) * 3)
    refused = refusal(ask, 1, ("wine",))
    assert (refused.rule, refused.why) == ("DH-9", "wine is not possible here.")
    assert "wine is the loading master's kind" in refused.allowed
    assert refusal(ask, 1, ("silk",) * 3).why == "3 chosen is too many."


def test_DH_R6_if_the_master_loads_nothing_no_kind_is_barred_and_kinds_may_differ() -> None:
    ask = asked(load(loading()), ("DH-8", {0: "nothing"}), ("DH-10", {0: 0}))
    assert options(ask, 1) == ("wine", "silk", "silk", "silk")
    assert ("wine", "silk") in ask.allowed[1]


def test_DH_10_a_fee_a_piece_goes_to_the_master_at_once() -> None:
    steps = (("DH-8", {0: "3 wine"}), ("DH-10", {0: 300}), ("DH-9", {1: ("silk", "silk")}))
    table = drive(load(loading()), *steps, ("DH-10", {0: "refuse"}))
    assert purses(table) == (5600, 4400, 5000)
    assert reasons(table) == ["DH-10 pays the transport fee"]
    assert table.ledger.entries[-1][3:] == (1, 0, 600)
    assert table.wagons[0].load == (("wine",) * 3, ("silk",) * 2, ())
    assert (held(table, 0, "Paris"), held(table, 1, "Paris")) == (("cloth", "wine"), ("wine", "silk"))


def test_DH_10_the_master_may_refuse_and_nothing_is_loaded_or_paid() -> None:
    table = drive(load(loading()), ("DH-8", {0: "3 wine"}), ("DH-10", {0: "refuse"}), ("DH-10", {0: "refuse"}))
    assert (table.wagons[0].load, reasons(table)) == ((("wine",) * 3, (), ()), [])
    assert told(table, "DH-10")[0] == "P1 refuses to carry goods of P2."


def test_DH_R26_a_declined_fee_is_paid_by_nobody_and_there_is_no_second_offer() -> None:
    declined = (("DH-8", {0: "nothing"}), ("DH-10", {0: 300}), ("DH-9", {1: ()}))
    table = drive(load(loading()), *declined, ("DH-10", {0: 0}), ("DH-9", {2: ("silk",)}))
    assert (table.wagons[0].load, reasons(table)) == (((), (), ("silk",)), [])


def test_DH_R29_the_master_names_whole_hundreds_up_to_the_highest_fee_or_refuses() -> None:
    ask = asked(load(loading()), ("DH-8", {0: "nothing"}))
    assert isinstance(ask.allowed[0], Either)
    assert ask.allowed[0].choices == (Amount(0, 1300, 100), OneOf(("refuse",)))
    assert "P2 has 1 wine and 3 silk to load" in str(ask.allowed[0])
    for answer in (150, 1400, "accept", -100):
        assert refusal(ask, 0, answer).rule == "DH-10"


def test_DH_R29_a_loader_takes_no_more_than_he_can_pay_for() -> None:
    ask = asked(load(loading((5000, 500, 5000))), ("DH-8", {0: "nothing"}), ("DH-10", {0: 300}))
    assert ask.allowed[1].most == 1  # type: ignore[union-attr]
    assert "300 a piece" in str(ask.allowed[1])
    poor = load(loading((5000, 200, 5000)))
    assert set(asked(poor, ("DH-8", {0: "nothing"}), ("DH-10", {0: 300})).allowed) == {0}


@pytest.mark.parametrize("first", range(3))
def test_DH_R26_after_the_master_the_others_load_clockwise_from_him(first: int) -> None:
    carts = (wagon("Paris", 3, master=1), wagon("Köln", 3), wagon("Wien", 3))
    script = load(loading(wagons=carts, first=first))
    ask = asked(script, ("DH-8", {1: "nothing"}), ("DH-10", {1: 0}))
    assert set(ask.allowed) == {2}


def test_DH_11_only_goods_in_the_city_of_the_wagon_are_loaded() -> None:
    carts = (wagon("Köln", 3, master=0), wagon("Paris", 3), wagon("Wien", 3))
    ask = asked(load(loading(wagons=carts)))
    assert (ask.rule, set(ask.allowed)) == ("DH-10", {0})
    assert options(asked(load(loading(wagons=carts)), ("DH-10", {0: 0})), 1) == ("iron", "iron")


def test_DH_R26_what_a_player_has_on_the_wagon_already_counts() -> None:
    loads = {0: ("wine",), 1: ("silk", "silk"), 2: ("silk",)}
    carts = (wagon("Paris", 3, loads, master=0, kind="wine"), wagon("Köln", 3), wagon("Wien", 3))
    ask = asked(load(loading(wagons=carts)))
    assert options(ask, 0) == ("nothing", "1 wine", "2 wine")
    ask = asked(load(loading(wagons=carts)), ("DH-8", {0: "nothing"}), ("DH-10", {0: 0}))
    assert (set(ask.allowed), ask.allowed[2].most) == ({2}, 1)  # type: ignore[union-attr]


def test_DH_R26_a_master_who_loads_later_takes_no_kind_that_others_have_on_the_wagon() -> None:
    carts = (wagon("Paris", 3, {1: ("cloth",)}, master=0), wagon("Köln", 3), wagon("Wien", 3))
    assert options(asked(load(loading(wagons=carts))), 0) == ("nothing", "1 wine", "2 wine", "3 wine")


def test_grosses_kontor_loads_three_goods_on_one_wagon_of_a_round() -> None:
    table = loading(reds=((), ("Großes Kontor",), ()))
    steps = (("DH-8", {0: "nothing"}), ("DH-10", {0: 0}))
    assert asked(load(table), *steps).allowed[1].most == 3  # type: ignore[union-attr]
    done = drive(load(table), *steps, ("DH-9", {1: ("silk",) * 3}), ("DH-10", {0: "refuse"}))
    assert done.used == ("Großes Kontor",)
    two = drive(load(table), *steps, ("DH-9", {1: ("silk",) * 2}), ("DH-10", {0: "refuse"}))
    assert two.used == ()
    used = replace(table, used=("Großes Kontor",))
    assert asked(load(used), *steps).allowed[1].most == 2  # type: ignore[union-attr]


def test_grosses_kontor_gives_the_loading_master_nothing_more() -> None:
    assert options(asked(load(loading(reds=(("Großes Kontor",), (), ())))), 0)[-1] == "3 wine"


def test_free_loading_needs_no_fee_and_no_consent() -> None:
    table = loading((5000, 100, 5000), greens={1: ["free loading"]})
    refuse = (("DH-8", {0: "1 cloth"}), ("DH-10", {0: "refuse"}))
    ask = asked(load(table), *refuse)
    assert (ask.rule, options(ask, 1), ask.free) == ("DH-9", ("nothing",), {1: OneOf(("free loading",))})
    assert "P1 refuses" in str(ask.allowed[1])
    ask = asked(load(table), *refuse, ("DH-9", {1: Free("free loading")}))
    assert (ask.allowed[1].least, ask.allowed[1].most, ask.free) == (1, 2, {})  # type: ignore[union-attr]
    done = drive(
        load(table), *refuse, ("DH-9", {1: Free("free loading")}), ("DH-9", {1: ("wine", "silk")}), ("DH-10", {0: 0}),
        ("DH-9", {2: ()}),
    )  # fmt: skip
    assert (done.wagons[0].load[1], purses(done), done.green_gone) == (
        ("wine", "silk"), (5000, 100, 5000), ("free loading",),
    )  # fmt: skip


def test_free_loading_does_not_load_the_kind_of_the_master() -> None:
    table = loading(greens={1: ["free loading"]})
    ask = asked(load(table), ("DH-8", {0: "1 wine"}), ("DH-10", {0: 500}), ("DH-9", {1: Free("free loading")}))
    assert options(ask, 1) == ("silk",) * 3


def test_whoever_holds_any_green_card_is_asked_after_a_refusal() -> None:
    table = loading(greens={1: ["price nudge"]})
    ask = asked(load(table), ("DH-8", {0: "nothing"}), ("DH-10", {0: "refuse"}))
    assert (ask.rule, options(ask, 1), ask.free) == ("DH-9", ("nothing",), {})


# --- words ------------------------------------------------------------------------------------------------------------


def test_options_are_said_in_words() -> None:
    said = {
        ("DH-8", "2 wine"): "load 2 wine",
        ("DH-12", "A Köln"): "wagon A to Köln",
        ("DH-16", "stay"): "leave the courier where he is",
        ("DH-17", "wine Paris"): "sell wine in Paris: special sale",
        ("DH-R31", "silk B"): "sell silk on wagon B: special sale",
        ("DH-R31", "cloth up"): "cloth up",
        ("DH-19", "iron Wien"): "iron in Wien",
        ("DH-R27", 2): "space 2",
        ("DH-27", "Kontor"): "Kontor: buy 1 good more",
        ("DH-2", "Köln"): "Köln",
    }
    assert {key: haendler.label(*key, BOX) for key in said} == said


def test_a_question_names_the_wagon_and_the_city() -> None:
    ask = asked(master(at("master", (500, 500), lot=2)))
    assert haendler.question(haendler.view(ask, 0)) == "How much do you bid to be loading master of wagon C in Wien?"
    ask = asked(load(loading()), ("DH-8", {0: "nothing"}))
    asks = "P2 has 1 wine and 3 silk to load on wagon A. What fee do you ask for a piece?"
    assert haendler.question(haendler.view(ask, 0)) == asks


def test_before_the_set_up_there_is_nothing_to_deal_anew() -> None:
    table = asked(game(3)).table
    assert haendler.redeal(table, 0, np.random.default_rng(1)) == table
