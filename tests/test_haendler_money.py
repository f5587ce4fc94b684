"""Die Händler from the warehouse sale to the end of a round: prices, sales, red cards, ranks, notes, the last round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mechanics.choices import Amount, Either, Free, OneOf, Several
from mechanics.games import haendler
from mechanics.games.haendler import BOX, Sold, Spot
from mechanics.games.haendler.investing import after_sale, invest
from mechanics.games.haendler.prices import (
    after_courier,
    discs,
    nudge_price,
    offer_special,
    sell_arrived,
    sell_stores,
    turn_markers,
)
from mechanics.games.haendler.rank import next_round, represent, rise
from mechanics.games.haendler.state import Turned
from tests.haendler_steps import (
    asked,
    at,
    drive,
    every_phase,
    held,
    on_road,
    options,
    purses,
    reasons,
    refusal,
    told,
    wagon,
)

CRESTS = dict.fromkeys(range(2), ("crest", "crest"))


# --- the warehouse sale -----------------------------------------------------------------------------------------------

GOODS = {(0, "Paris"): ("cloth", "wine", "wine"), (0, "Wien"): ("silk",), (1, "Paris"): ("wine",)}


def keeping(**fields: Any) -> Any:
    """A table before the warehouse sale: P1 owns the Lagerverkauf, both have goods, all markers on row 2."""
    usual = {"reds": (("Lagerverkauf",), ()), "rows": (2,) * 6, "stores": GOODS}
    return at("warehouse", (0, 0), **{**usual, **fields})


def test_DH_19_the_lagerverkauf_sells_own_warehouse_goods_at_the_purchase_price() -> None:
    ask = asked(sell_stores(keeping(), 0))
    assert ask.rule == "DH-19"
    assert options(ask, 0) == ("cloth Paris", "wine Paris", "wine Paris", "silk Wien")
    sold = ("wine Paris", "wine Paris", "silk Wien")
    done = drive(sell_stores(keeping(rows=(2, 3, 0, 0, 0, 5)), 0), ("DH-19", {0: sold}))
    assert (purses(done), done.used) == ((2 * 400 + 600, 0), ("Lagerverkauf",))
    assert set(reasons(done)) == {"DH-19 sells from the warehouse"}
    assert (held(done, 0, "Paris"), held(done, 0, "Wien"), held(done, 1, "Paris")) == (("cloth",), (), ("wine",))
    assert done.stock == (7, 7, 8, 8, 8, 8)
    assert done.sales[-1] == Sold(1, "DH-19", 0, "silk", 1, 600, 0, "Wien")


def test_DH_19_nothing_has_to_be_sold_and_nobody_else_may() -> None:
    assert drive(sell_stores(keeping(), 0), ("DH-19", {0: ()})) == keeping()
    assert drive(sell_stores(keeping(), 1)) == keeping()
    bare = keeping(stores={})
    assert drive(sell_stores(bare, 0)) == bare


def test_DH_R23_the_warehouse_sale_comes_before_the_discs_or_as_agreed_after_them() -> None:
    table = drive(every_phase(keeping()), ("DH-19", {0: ()}))
    assert (after_courier(keeping()).phase, table.phase) == ("warehouse", "discs")
    table = drive(every_phase(drive(discs(table), ("DH-17", CRESTS))))
    assert table.phase == "sale"
    late = keeping(box=replace(BOX, warehouse_sale="after"))
    assert after_courier(late).phase == "discs"
    table = drive(discs(after_courier(late)), ("DH-17", {0: ("wine", "wine"), 1: ("crest", "crest")}))
    table = drive(every_phase(table))
    assert table.phase == "warehouse"
    table = drive(every_phase(table), ("DH-19", {0: ("wine Paris",)}))
    assert (purses(table)[0], table.phase) == (500, "sale")


# --- the discs --------------------------------------------------------------------------------------------------------


def test_DH_17_all_set_two_pointers_in_secret_each_on_a_good_or_on_the_crest() -> None:
    ask = asked(discs(at("discs", (0, 0, 0))))
    assert (ask.rule, ask.sealed, set(ask.allowed)) == ("DH-17", True, {0, 1, 2})
    choice = ask.allowed[0]
    assert isinstance(choice, Several) and (choice.least, choice.most) == (2, 2)
    for legal in (("crest", "crest"), ("wine", "wine"), ("wine", "crest"), ("silk", "cloth")):
        assert legal in choice
    for answer in (("wine",), ("wine", "wine", "wine"), ("gold", "wine"), (), "wine"):
        assert refusal(ask, 0, answer).rule == "DH-17"


def test_DH_17_the_crest_does_nothing_and_everybody_sees_all_discs_afterwards() -> None:
    table = drive(discs(at("discs", (0, 0), rows=(1,) * 6)), ("DH-17", {0: ("wine", "crest"), 1: ("crest", "crest")}))
    assert table.rows == (1, 2, 1, 1, 1, 1)
    assert told(table, "DH-17") == ["Discs: P1 crest and wine, P2 crest and crest.", "Wine now costs 300."]
    assert table.turns == (Turned(1, (("crest", "wine"), ("crest", "crest")), (1,) * 6, table.rows),)


def test_DH_18_a_price_pushed_past_the_top_is_told_as_a_fall() -> None:
    table = turn_markers(at("discs", (0, 0), rows=(0, 5, 0, 0, 0, 0)), (("wine", "cloth"), ("wine", "wine")))
    assert (table.rows[:2], told(table, "DH-18")) == ((1, 2), ["Wine now costs 300."])


# --- the green cards of phases 4 and 5 --------------------------------------------------------------------------------


def test_a_price_nudge_moves_one_marker_a_row_up_past_the_top_or_down_not_below_the_bottom() -> None:
    table = at("nudge", (0, 0), rows=(0, 5, 1, 0, 0, 0), greens={0: ["price nudge"]})
    ask = asked(nudge_price(table, 0))
    assert (ask.rule, options(ask, 0)) == ("DH-R31", (
        "none", "cloth up", "wine up", "wine down", "salt up", "salt down", "food up", "iron up", "silk up",
    ))  # fmt: skip
    for answer, rows in (("wine up", (0, 0, 1)), ("wine down", (0, 4, 1)), ("cloth up", (1, 5, 1))):
        done = drive(nudge_price(table, 0), ("DH-R31", {0: answer}))
        assert (done.rows[:3], done.greens, done.green_gone) == (rows, ((), ()), ("price nudge",))
    assert drive(nudge_price(table, 0), ("DH-R31", {0: "none"})) == table


def test_two_nudges_may_be_played_one_after_the_other() -> None:
    table = at("nudge", (0, 0), greens={0: ["price nudge", "price nudge"]})
    done = drive(nudge_price(table, 0), ("DH-R31", {0: "silk up"}), ("DH-R31", {0: "silk up"}))
    assert done.rows == (0, 0, 0, 0, 0, 2)


def special(**fields: Any) -> Any:
    """P1 holds the special sale, wine in Paris, silk on wagon A that has arrived, and iron on wagon B on the road."""
    carts = (
        wagon("Köln", 2, {0: ("silk",), 1: ("salt",)}), wagon(on_road("Köln", "Wien", 2), 2, {0: ("iron",)}),
        wagon("Wien", 2),
    )  # fmt: skip
    usual = {"wagons": carts, "arrived": (0,), "greens": {0: ["special sale"]}, "bonus": (5,) * 6}
    return at("sale", (0, 0), stores={(0, "Paris"): ("wine", "wine")}, **{**usual, **fields})


def test_a_special_sale_brings_800_for_a_piece_from_a_warehouse_or_a_wagon_that_has_arrived_without_bonus() -> None:
    ask = asked(offer_special(special(), 0))
    assert options(ask, 0) == ("none", "wine Paris", "silk A")
    done = drive(offer_special(special(), 0), ("DH-R31", {0: "silk A"}))
    assert (purses(done), reasons(done), done.green_gone) == ((800, 0), ["DH-R31 special sale"], ("special sale",))
    assert (done.wagons[0].load, done.stock[5]) == (((), ("salt",)), 8)
    done = drive(offer_special(special(), 0), ("DH-R31", {0: "wine Paris"}))
    assert (purses(done), held(done, 0, "Paris"), done.stock[1]) == ((800, 0), ("wine",), 7)


def test_a_special_sale_may_also_come_before_the_discs_are_shown() -> None:
    table = replace(special(), phase="discs")
    ask = asked(discs(table))
    assert ask.free == {0: OneOf(("wine Paris", "silk A"))}
    assert haendler.view(ask, 1).free is None
    done = drive(discs(table), ("DH-17", {0: Free("wine Paris")}), ("DH-17", CRESTS))
    assert (purses(done), done.greens[0], done.rows) == ((800, 0), (), (0,) * 6)
    assert asked(discs(table), ("DH-17", {0: Free("wine Paris")})).free == {}


def test_whoever_holds_other_green_cards_is_asked_about_nudge_and_special_sale_too() -> None:
    table = special(greens={0: ["waived cost"], 1: ["won tie"]})
    assert options(asked(offer_special(table, 0)), 0) == options(asked(nudge_price(table, 0)), 0) == ("none",)
    assert options(asked(offer_special(table, 1)), 1) == ("none",)
    assert drive(nudge_price(special(greens={}), 0)) == special(greens={})


# --- the sale on arrival ----------------------------------------------------------------------------------------------


def arriving(*cities: str, **fields: Any) -> Any:
    """Wagons that have arrived in these cities, in this order, each with one silk of P1; every bonus at 200."""
    carts = [wagon(city, 2, {0: ("silk",)}) for city in cities]
    carts += [wagon(on_road("Köln", "Wien", 1 + i), 2) for i in range(3 - len(cities))]
    usual = {"wagons": tuple(carts), "arrived": tuple(range(len(cities))), "bonus": (2,) * 6, "arrivals": 1}
    return at("sale", (0, 0), **{**usual, **fields})


def test_DH_20_every_wagon_that_has_arrived_moves_the_marker_also_an_empty_one() -> None:
    assert sell_arrived(arriving("Köln", "Wien")).arrivals == 3
    empty = arriving("Köln", wagons=(wagon("Köln", 2), wagon("Wien", 2), wagon("Wien", 2)))
    assert sell_arrived(empty).arrivals == 2
    assert sell_arrived(arriving()).arrivals == 1


def test_DH_21_DH_23_DH_R12_everything_aboard_is_sold_to_its_owners_and_goes_back_to_the_stock() -> None:
    carts = (wagon("Köln", 2, {0: ("silk", "silk"), 1: ("salt",)}), wagon("Wien", 2), wagon("Wien", 2))
    table = arriving(wagons=carts, arrived=(0,), rows=(0, 0, 1, 0, 0, 2), bonus=(0,) * 6)
    assert table.stock == (8, 8, 7, 8, 8, 6)
    done = sell_arrived(table)
    assert (purses(done), done.stock, done.wagons[0].load) == ((2 * 500, 400), (8,) * 6, ((), ()))
    assert set(reasons(done)) == {"DH-21 sells goods"}


def test_DH_22_only_goods_that_the_city_does_not_make_earn_the_bonus() -> None:
    carts = (wagon("Köln", 2, {0: ("silk", "silk", "wine")}), wagon("Wien", 2), wagon("Wien", 2))
    done = sell_arrived(arriving(wagons=carts, arrived=(0,)))
    assert purses(done)[0] == 3 * 300 + 2 * 200
    assert reasons(done) == ["DH-21 sells goods", "DH-22 bonus of Köln", "DH-21 sells goods"]
    assert {(sold.good, sold.bonus) for sold in done.sales} == {("wine", 0), ("silk", 200)}


def test_DH_24_DH_R13_the_bonus_drops_to_0_at_the_sale_and_rises_where_nothing_arrived() -> None:
    done = sell_arrived(arriving("Köln", bonus=(0, 3, 5, 2, 4, 1)))
    assert done.bonus == (1, 0, 5, 3, 5, 2)


def test_DH_R13_a_second_wagon_into_the_same_city_in_a_round_finds_no_bonus() -> None:
    done = sell_arrived(arriving("Köln", "Köln"))
    assert (purses(done)[0], done.bonus[1]) == (2 * 300 + 200, 0)
    order = arriving("Köln", "Köln", arrived=(1, 0))
    assert [sold.bonus for sold in sell_arrived(order).sales] == [200, 0]
    assert told(sell_arrived(order), "DH-20")[0] == "Wagon B has arrived in Köln: arrival 2."


def test_DH_R28_an_empty_arrival_neither_raises_nor_drops_the_bonus() -> None:
    table = arriving("Köln", wagons=(wagon("Köln", 2), wagon("Wien", 2), wagon("Wien", 2)))
    assert sell_arrived(table).bonus == (3, 2, 3, 3, 3, 3)


def test_DH_R14_the_prices_after_the_discs_count() -> None:
    table = replace(arriving("Köln", bonus=(0,) * 6), phase="discs")
    table = drive(discs(table), ("DH-17", {0: ("silk", "silk"), 1: ("silk", "crest")}))
    assert purses(drive(every_phase(drive(every_phase(table)))))[0] == BOX.sell[3]


def test_what_has_arrived_may_leave_again_after_the_sale() -> None:
    assert sell_arrived(arriving("Köln")).arrived == ()


# --- red cards --------------------------------------------------------------------------------------------------------


def auctioning(purses: Any = (5000, 5000, 5000), **fields: Any) -> Any:
    """A table of three before the first red card is auctioned; P2 is the start player."""
    return at("invest", purses, **{"first": 1, **fields})


WON = (("DH-26", {1: 100}), ("DH-26", {2: 500}), ("DH-26", {0: "pass"}), ("DH-26", {1: "pass"}))


def test_DH_26_the_start_player_opens_with_100_or_more_and_the_others_raise_or_pass() -> None:
    ask = asked(invest(auctioning()))
    assert (ask.rule, ask.sealed) == ("DH-26", False)
    assert ask.allowed == {1: Either((OneOf(("pass",)), Amount(100, 5000, 100)))}
    for answer in (0, 150, 5100, "Kontor"):
        assert refusal(ask, 1, answer).rule == "DH-26"
    ask = asked(invest(auctioning()), ("DH-26", {1: 300}))
    assert ask.allowed == {2: Either((OneOf(("pass",)), Amount(400, 5000, 100)))}
    assert (ask.table.standing.price, ask.table.standing.holder) == (300, 1)
    assert told(ask.table, "DH-26") == ["P2 bids 300 for a red card."]


def test_DH_26_DH_27_the_winner_pays_the_bank_and_takes_a_card_and_the_next_is_auctioned() -> None:
    ask = asked(invest(auctioning()), *WON)
    assert (ask.rule, options(ask, 2)) == ("DH-27", BOX.red[:4])
    table = drive(invest(auctioning()), *WON, ("DH-27", {2: "Kurier"}))
    assert (purses(table), reasons(table)) == ((5000, 5000, 4500), ["DH-26 pays for a red card"])
    assert (table.reds, table.won, table.phase) == (((), (), ("Kurier",)), (2,), "invest")
    assert (table.red_open, table.standing) == (("Günstiger Einkauf", "Lagerverkauf", "Express-Kurier"), None)


def test_DH_27_who_has_won_a_card_in_this_round_bids_no_more_and_the_next_opens() -> None:
    table = auctioning(won=(1,))
    ask = asked(invest(table))
    assert set(ask.allowed) == {2}
    ask = asked(invest(table), ("DH-26", {2: 100}))
    assert set(ask.allowed) == {0}


def test_DH_25_DH_27_after_one_card_less_than_players_four_are_turned_up_again() -> None:
    table = auctioning(won=(2, 0), red_open=BOX.red[:2], red_deck=BOX.red[4:])
    table = drive(invest(table))
    assert (table.red_open, table.red_deck, table.phase) == (
        ("Günstiger Einkauf", "Lagerverkauf", "Wagnerei", "Große Wagnerei"), ("Kontor", "Großes Kontor"), "rank",
    )  # fmt: skip


def test_DH_R15_when_all_pass_nothing_is_sold_and_the_phase_ends() -> None:
    passes = (("DH-26", {1: "pass"}), ("DH-26", {2: "pass"}), ("DH-26", {0: "pass"}))
    table = drive(invest(auctioning()), *passes)
    assert (table.phase, table.won, table.red_open, reasons(table)) == ("rank", (), BOX.red[:4], [])


def test_DH_R29_an_opener_may_pass_and_leaves_the_opening_to_the_next() -> None:
    steps = (("DH-26", {1: "pass"}), ("DH-26", {2: 100}), ("DH-26", {0: "pass"}), ("DH-27", {2: "Kurier"}))
    assert drive(invest(auctioning()), *steps).won == (2,)


def test_DH_27_without_red_cards_the_phase_drops_out_and_the_last_one_needs_no_choice() -> None:
    none = auctioning(red_open=(), red_deck=())
    assert drive(invest(none)).phase == "rank"
    last = drive(invest(auctioning(red_open=("Kontor",), red_deck=())), *WON)
    assert (last.reds[2], last.red_open) == (("Kontor",), ())


def test_DH_26_who_has_less_than_the_next_price_is_not_asked() -> None:
    assert drive(invest(auctioning((0, 0, 0)))).phase == "rank"
    ask = asked(invest(auctioning((200, 5000, 0))), ("DH-26", {1: 100}))
    assert set(ask.allowed) == {0}


# --- ranks and notes --------------------------------------------------------------------------------------------------


def test_DH_29_in_turn_everybody_pays_what_his_rank_costs() -> None:
    table = drive(every_phase(at("rank", (1000, 1000, 0), ranks=(3, 1, 0), first=1)))
    assert (purses(table), table.phase) == ((700, 900, 0), "climb")
    assert [entry.payer for entry in table.ledger.entries[-2:]] == [1, 0]


def test_DH_30_DH_R30_who_cannot_pay_is_told_so_drops_and_may_take_a_note_or_not() -> None:
    table = at("rank", (250, 0), ranks=(4, 0))
    ask = asked(represent(table, 0))
    assert (ask.rule, options(ask, 0)) == ("DH-30", ("take", "no"))
    assert "you cannot pay 400 and drop to Kaufmann" in str(ask.allowed[0])
    ask = asked(represent(table, 0), ("DH-30", {0: "no"}))
    assert "you cannot pay 300 and drop to Händler" in str(ask.allowed[0])
    done = drive(represent(table, 0), ("DH-30", {0: "no"}), ("DH-30", {0: "no"}))
    assert (done.ranks[0], done.notes[0], purses(done)[0]) == (2, 0, 50)


def test_DH_R30_with_a_note_one_only_drops_further() -> None:
    done = drive(represent(at("rank", (100, 0), ranks=(4, 0), notes=(1, 0)), 0))
    assert (done.ranks[0], done.notes[0], purses(done)[0]) == (1, 1, 0)


def test_DH_R17_rank_0_costs_nothing() -> None:
    done = drive(represent(at("rank", (0, 0), ranks=(1, 0), notes=(1, 0)), 0))
    assert (done.ranks[0], purses(done)[0]) == (0, 0)


def test_waived_cost_is_played_before_paying_and_by_who_could_not_pay() -> None:
    table = at("rank", (0, 0), ranks=(4, 0), greens={0: ["waived cost"]})
    ask = asked(represent(table, 0))
    assert (ask.rule, options(ask, 0)) == ("DH-R31", ("pay", "waive"))
    done = drive(represent(table, 0), ("DH-R31", {0: "waive"}))
    assert (done.ranks[0], reasons(done), done.green_gone) == (4, [], ("waived cost",))
    rich = at("rank", (900, 0), ranks=(4, 0), greens={0: ["waived cost"]})
    paid = drive(represent(rich, 0), ("DH-R31", {0: "pay"}))
    assert (purses(paid)[0], paid.greens[0]) == (500, ("waived cost",))
    other = at("rank", (900, 0), ranks=(4, 0), greens={0: ["won tie"]})
    assert options(asked(represent(other, 0)), 0) == ("pay",)
    assert drive(represent(at("rank", (0, 0), greens={0: ["waived cost"]}), 0)).greens[0] == ("waived cost",)


def test_DH_R19_a_note_may_be_redeemed_before_the_climb_and_then_one_may_climb_at_once() -> None:
    table = at("climb", (3100, 0), notes=(1, 0), ranks=(1, 0))
    ask = asked(rise(table, 0))
    assert (ask.rule, options(ask, 0)) == ("DH-R19", ("keep", "redeem"))
    done = drive(rise(table, 0), ("DH-R19", {0: "redeem"}), ("DH-31", {0: 1}))
    assert (purses(done)[0], done.ranks[0], done.notes[0]) == (100, 2, 0)
    assert reasons(done) == ["DH-30 redeems the note", "DH-31 climbs"]


def test_DH_30_climbing_with_a_note_is_refused_with_the_reason() -> None:
    ask = asked(rise(at("climb", (3100, 0), notes=(1, 0)), 0), ("DH-R19", {0: "keep"}))
    refused = refusal(ask, 0, 1)
    assert (refused.rule, refused.why) == ("DH-31", "1 is 1 more than 0.")
    assert refused.allowed == "only 0 (you hold a promissory note, and nobody climbs with one, rule DH-30)"


def test_DH_31_nobody_climbs_more_than_two_ranks_or_past_the_top_or_the_purse() -> None:
    assert asked(rise(at("climb", (9000, 0)), 0)).allowed[0].high == 2  # type: ignore[union-attr]
    assert refusal(asked(rise(at("climb", (9000, 0)), 0)), 0, 3).rule == "DH-31"
    assert asked(rise(at("climb", (999, 0)), 0)).allowed[0].high == 1  # type: ignore[union-attr]
    assert asked(rise(at("climb", (9000, 0), ranks=(9, 0)), 0)).allowed[0].high == 1  # type: ignore[union-attr]
    for table in (at("climb", (9000, 0), ranks=(10, 0)), at("climb", (400, 0))):
        assert drive(rise(table, 0)) == table


def test_DH_31_the_price_goes_to_the_bank_and_nobody_has_to_climb() -> None:
    done = drive(rise(at("climb", (2000, 0), arrivals=2), 0), ("DH-31", {0: 2}))
    assert (purses(done)[0], done.ranks[0], told(done, "DH-31")) == (600, 2, ["P1 climbs to Händler for 1400."])
    assert drive(rise(at("climb", (2000, 0)), 0), ("DH-31", {0: 0})) == at("climb", (2000, 0))


def test_cheaper_climb_halves_one_rank_and_must_then_be_used() -> None:
    table = at("climb", (1300, 0), arrivals=2, greens={0: ["cheaper climb"]})
    ask = asked(rise(table, 0))
    assert (ask.allowed[0].high, ask.free) == (1, {0: OneOf(("cheaper climb",))})  # type: ignore[union-attr]
    ask = asked(rise(table, 0), ("DH-31", {0: Free("cheaper climb")}))
    assert (ask.allowed[0].low, ask.allowed[0].high, ask.free) == (1, 2, {})  # type: ignore[union-attr]
    done = drive(rise(table, 0), ("DH-31", {0: Free("cheaper climb")}), ("DH-31", {0: 2}))
    assert (purses(done)[0], done.ranks[0], done.greens[0]) == (1300 - 400 - 700, 2, ())


def test_cheaper_climb_helps_who_could_not_climb_and_others_with_green_cards_are_asked_alike() -> None:
    poor = at("climb", (300, 0), greens={0: ["cheaper climb"]})
    ask = asked(rise(poor, 0))
    assert (ask.allowed[0].high, 0 in ask.free) == (0, True)  # type: ignore[union-attr]
    other = asked(rise(at("climb", (300, 0), greens={0: ["won tie"]}), 0))
    assert (other.allowed[0].high, other.free) == (0, {})  # type: ignore[union-attr]


def test_cheaper_climb_does_not_help_against_a_note() -> None:
    ask = asked(rise(at("climb", (900, 0), notes=(1, 0), greens={0: ["cheaper climb"]}), 0))
    assert (ask.allowed[0].high, ask.free) == (0, {})  # type: ignore[union-attr]


# --- the next round, the end ------------------------------------------------------------------------------------------


def test_after_a_round_the_start_player_passes_to_the_left_and_red_cards_work_again() -> None:
    table = at("climb", (0, 0, 0), first=2, used=("Kontor",), won=(1,), ranks=(1, 2, 3), round=4)
    new = next_round(table)
    assert (new.phase, new.round, new.first, new.used, new.won) == ("buy", 5, 0, (), ())
    assert new.past[-1] == (1, 2, 3)
    assert told(new, "DH-S9") == ["P1 begins round 5."]


def test_DH_R20_the_round_of_the_last_arrival_is_played_out_or_as_agreed_not() -> None:
    table = arriving("Köln", arrivals=5)
    assert sell_arrived(table).phase == "invest"
    short = sell_arrived(arriving("Köln", arrivals=5, box=replace(BOX, finish_round="no")))
    assert (short.phase, short.arrivals, short.past) == ("", 6, ((0, 0),))
    assert sell_arrived(arriving("Köln", arrivals=4, box=replace(BOX, finish_round="no"))).phase == "invest"


def test_DH_R20_extra_arrivals_in_the_last_round_count_but_the_price_display_ends() -> None:
    table = sell_arrived(arriving("Köln", "Wien", arrivals=5))
    assert (table.arrivals, BOX.climb_now(table.arrivals, 2)) == (7, 500 + 600)


def test_a_game_in_which_nothing_arrives_ends_after_so_many_rounds() -> None:
    assert next_round(at("climb", (0, 0), round=40)).phase == ""
    assert next_round(at("climb", (0, 0), round=39)).phase == "buy"
    assert after_sale(at("sale", (0, 0), replace(BOX, finish_round="no"), round=40)).phase == ""


def test_DH_R29_purses_are_closed_until_the_end_unless_the_table_agrees_otherwise() -> None:
    def seen(**fields: Any) -> Any:
        return haendler.view(asked(discs(at("discs", (100, 200), **fields))), 0).board.purses

    assert seen() == (100, None)
    assert seen(box=replace(BOX, money="open")) == (100, 200)
    over = next_round(at("climb", (100, 200), arrivals=6))
    ask = asked(discs(at("discs", (0, 0))))._replace(table=over, allowed={})
    assert haendler.view(ask, None).board.purses == (100, 200)
    assert haendler.view(ask, None).board.scores == (100, 200)


def test_green_cards_of_others_are_a_number_and_a_spectator_sees_none() -> None:
    table = at("discs", (0, 0), greens={0: ["won tie"], 1: ["price nudge", "extra move"]})
    boards = [haendler.view(asked(discs(table)), seat).board for seat in (None, 0, 1)]
    assert [board.greens for board in boards] == [(), ("won tie",), ("price nudge", "extra move")]
    assert {board.green_sizes for board in boards} == {(1, 2)}
    assert "price nudge" not in repr(replace(boards[1], box=None))


def test_the_board_tells_spot_and_climb_price_as_the_table_has_them() -> None:
    board = haendler.view(asked(discs(at("discs", (0, 0, 0), arrivals=3))), None).board
    assert (board.climb, board.end_arrivals, board.courier) == (800, 7, Spot("Hamburg"))
