"""Fagin's Gang rule by rule: the box, the set-up, the Smithfield Market and the end of a round, named by rule id."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal
from mechanics.boxes import origins
from mechanics.choices import OneOf
from mechanics.games import fagin
from mechanics.games.fagin import BOX, GANG, Holding, Trade
from mechanics.games.fagin.closing import books, wheel
from mechanics.games.fagin.script import PHASES, game
from mechanics.ledger import BANK, Ledger
from mechanics.table import NATURE, Ask, play, sentence
from tests.fagin_steps import asked, at, closed, counts, drive, every_phase, options, purses, reasons, told, trading

A, B, C, D = range(4)


def laid_out(seats: int, die: int = 1, first: int = 0, box: Any = BOX) -> Any:
    """A game just set up."""
    table = fagin.Table("setup", seats, box, Ledger.open(seats))
    return drive(PHASES["setup"](table), ("FG-S1", {NATURE: die}), ("FG-S5", {NATURE: first}))


# --- the box ----------------------------------------------------------------------------------------------------------


def test_every_number_has_an_origin_and_what_was_invented_says_house_default() -> None:
    of = {one.field: one.origin for one in origins(BOX)}
    invented = {field for field, origin in of.items() if "house default" in origin}
    assert invented == {
        "initial_stock", "market_turns", "die", "cubes_at_end", "goods", "ring", "stall", "places", "gang_rounds",
        "spaces", "leaving_costs", "least_loot", "loot_spaces", "hand_limit",
    }  # fmt: skip
    assert {of[field] for field in ("opener_limit", "other_limit", "most_places")} == {"text"}
    assert all(of[field].startswith("source") for field in ("start", "warehouse", "entry", "step_costs", "fagin_fee"))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"mode": "both"}, "mode can be market or gang; 'both' is not one of them"),
        ({"cubes_at_end": "no"}, "cubes at end can be price or tie-break"),
        ({"market_rounds": 0}, "number of market rounds is a whole number, 1 or more; 0 is not"),
        ({"market_rounds": "three"}, "number of market rounds"),
        ({"die": ""}, "die is its faces with spaces between them"),
        ({"die": "1 2 x"}, "die is its faces"),
        ({"die": 6}, "die is its faces"),
        ({"ring": (2, 4)}, "as many prices as goods: 6; 2 are given"),
        ({"ring": (2, 4, 6, 8, 10, -2)}, "price on the wheel is a whole number, 0 or more; -2"),
        ({"places": ("Bow Street",)}, "as many places as goods"),
        ({"called": ()}, "as many names of goods as goods"),
        ({"initial_stock": 7}, "a stall holds at least what it starts with"),
        ({"entry": 11}, "Urchins enter on a space of the place"),
        ({"start": -1}, "start is a whole number, 0 or more"),
        ({"market_turns": 0}, "market turns is a whole number, 1 or more"),
        ({"hand_limit": 1.5}, "hand limit is a whole number"),
        ({"warehouse": {4: 31}}, "With 4 players 10 cubes of each colour are needed at the start and 30 are in"),
        ({"warehouse": {4: 9}}, "9 cannot be in play"),
    ],
)
def test_a_box_that_makes_no_game_is_refused_with_what_is_allowed(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(BOX, **changes)


def test_the_sentences_of_the_rules_take_their_numbers_from_the_box() -> None:
    plain = {rule: sentence(fagin, rule, BOX) for rule in fagin.RULES}
    changed = {
        "mode": "gang", "die": "0 1 1 2", "initial_stock": 3, "stall": 5, "start": 30, "start_each": 2, "urchins": 4,
        "opener_limit": 3, "other_limit": 2, "step_costs": 1, "entry": 4, "leaving_costs": 3, "fagin_fee": 10,
        "most_urchins": 2, "swap_gives": 2, "loot_spaces": 3, "home_needed": 2, "market_turns": 10, "hand_limit": 9,
        "most_places": 2,
    }  # fmt: skip
    other = {rule: sentence(fagin, rule, replace(BOX, **changed)) for rule in fagin.RULES}
    assert {rule for rule in plain if plain[rule] != other[rule]} == {
        "FG-S1", "FG-S2", "FG-S3", "FG-S4", "FG-3", "FG-4", "FG-5", "FG-7", "FG-11", "FG-12", "FG-16", "FG-17",
        "FG-18", "FG-R8", "FG-R10", "FG-R12", "FG-R13",
    }  # fmt: skip
    fewer = sentence(fagin, "FG-R12", replace(BOX, market_rounds=1, cubes_at_end="tie-break"))
    assert "after 1 round, before" in fewer and "only breaks ties" in fewer
    assert "two rounds for every player" in plain["FG-R12"] and "paid for at the last price" in plain["FG-R12"]


def test_every_rule_and_ruling_of_the_book_has_a_sentence() -> None:
    numbers = {f"FG-{n}" for n in range(1, 19)} | {f"FG-S{n}" for n in range(1, 6)} | {f"FG-R{n}" for n in range(1, 15)}
    assert set(fagin.RULES) == numbers


def test_what_was_invented_says_house_default_where_a_person_reads_it() -> None:
    for rule in ("FG-S2", "FG-S4", "FG-3", "FG-7", "FG-12", "FG-16", "FG-17", "FG-R10", "FG-R13"):
        assert "house default" in fagin.RULES[rule], rule


# --- the set-up -------------------------------------------------------------------------------------------------------


def test_FG_S1_the_wheel_is_turned_by_the_die_before_the_first_round() -> None:
    ask = next(game(3))
    assert (ask.rule, ask.allowed) == ("FG-S1", {NATURE: OneOf((1, 2, 3, 4, 5, 6))})
    table = laid_out(3, die=4)
    assert table.offset == 4 and fagin.view(Ask("FG-1", table, {}), None).board.prices == (10, 12, 2, 4, 6, 8)
    assert table.turns == ((0, 4, 0, 4, (62, 62, 62), (62, 62, 62)),)


@pytest.mark.parametrize(("seats", "store", "aside"), [(2, 7, 15), (3, 6, 15), (4, 10, 10), (5, 14, 5), (6, 18, 0)])
def test_FG_S2_FG_R13_start_cubes_then_stalls_come_out_of_the_warehouses(seats: int, store: int, aside: int) -> None:
    table = laid_out(seats)
    assert (table.store, table.aside, table.stock) == ((store,) * 6, (aside,) * 6, (6,) * 6)
    for_class = laid_out(seats, box=replace(BOX, initial_stock=3))
    assert (for_class.store, for_class.stock) == ((store + 3,) * 6, (3,) * 6)


@pytest.mark.parametrize("seats", fagin.SEATS)
def test_FG_S3_everybody_starts_with_20_shillings_and_one_cube_of_each_colour(seats: int) -> None:
    table = laid_out(seats)
    assert purses(table) == (20,) * seats and table.hands == ((1,) * 6,) * seats
    assert table.ledger.balance(BANK) == -20 * seats
    assert (table.streets, table.waiting, table.home) == ((), (), ())


def test_FG_S5_chance_names_the_start_player_and_the_next_one_clockwise_follows() -> None:
    table = laid_out(4, first=2)
    assert (table.first, table.round, table.phase) == (C, 1, "action")
    after = drive(wheel(replace(table, phase="wheel")), ("FG-3", {NATURE: 1}))
    assert (after.first, after.round, after.turn, after.opened) == (D, 2, 0, False)


# --- opening ----------------------------------------------------------------------------------------------------------


def test_FG_1_clockwise_from_the_start_player_everybody_may_open_the_market() -> None:
    step = every_phase(at("action", [20] * 3, first=1))
    ask = asked(step, ("FG-1", {B: "nothing"}), ("FG-1", {C: "nothing"}))
    assert ask.allowed.keys() == {A} and options(ask, A) == ("market", "nothing")
    opened = step.send
    with pytest.raises(StopIteration) as end:
        opened({A: "market"})
    table = end.value.value
    assert (table.phase, table.coin, table.trader, table.opened) == ("trade", A, A, True)
    assert told(table, "FG-1") == ["P2 does nothing.", "P3 does nothing.", "P1 opens the market."]


def test_FG_R1_in_the_market_box_the_round_ends_when_the_session_has_ended() -> None:
    table = trading([20] * 3)
    table = drive(every_phase(table), ("FG-5", {A: "pass"}), ("FG-4", {C: "pass"}), ("FG-4", {B: "pass"}))
    assert table.phase == "action" and table.opened
    assert drive(PHASES["action"](table)).phase == "books"


def test_a_round_in_which_nobody_opens_ends_with_the_wheel() -> None:
    nobody = [("FG-1", {seat: "nothing"}) for seat in range(3)]
    table = drive(every_phase(at("action", [20] * 3)), *nobody)
    table = drive(books(table))
    assert table.phase == "wheel" and table.sessions == ()


def test_FG_R11_the_market_may_be_opened_although_nobody_can_trade() -> None:
    table = at("action", [1, 1], hands={A: {}, B: {}}, stock={})
    table = drive(every_phase(table), ("FG-1", {A: "market"}))
    table = drive(every_phase(table))
    assert told(table, "FG-R5") == [f"P{n} can neither buy nor sell and passes." for n in (1, 2)]
    assert len(table.sessions) == 1 and table.sessions[0].trades == () and table.turn == 1


# --- trading ----------------------------------------------------------------------------------------------------------


def test_FG_3_one_price_for_buying_and_selling_as_the_wheel_says() -> None:
    table = drive(every_phase(trading([20, 20])), ("FG-5", {A: "buy yellow"}), ("FG-5", {A: "that is all"}),
                  ("FG-4", {B: "sell yellow"}), ("FG-5", {A: "sell yellow"}), ("FG-5", {A: "that is all"}),
                  ("FG-4", {B: "pass"}), ("FG-5", {A: "pass"}))  # fmt: skip
    assert purses(table) == (20, 30) and [trade.price for trade in table.sessions[0].trades] == [10, 10, 10]
    assert reasons(table) == ["FG-5 buys", "FG-4 sells", "FG-5 sells"]
    assert {entry.phase for entry in table.ledger.entries[2:]} == {"trade"}


def test_FG_4_a_turn_is_one_cube_bought_or_one_sold_or_a_pass() -> None:
    ask = asked(every_phase(trading([20] * 3)), ("FG-5", {A: "pass"}))
    both = [f"{verb} {good}" for verb in ("buy", "sell") for good in BOX.goods]
    assert ask.rule == "FG-4" and options(ask, C) == (*both, "pass")
    table = asked(every_phase(ask.table), ("FG-4", {C: "sell red"})).table
    assert table.trader == B and table.hands[C] == counts({"red": 0}, 1) and table.stock == counts({"red": 4}, 3)


def test_FG_5_the_second_cube_goes_the_same_way_or_there_is_none() -> None:
    step = every_phase(trading([20, 20]))
    ask = asked(step, ("FG-5", {A: "sell red"}))
    assert options(ask, A) == (*(f"sell {good}" for good in BOX.goods[:5]), "that is all")
    assert (ask.table.half, ask.table.trader) == ("sell", A)
    ask = step.send({A: "that is all"})
    assert (ask.table.half, ask.table.trader, ask.table.taken) == ("", B, (1, 0))
    ask = step.send({B: "pass"})
    assert [option for option in options(ask, A) if option.startswith("buy")]


def test_FG_5_another_limit_lets_the_coin_holder_trade_three_cubes() -> None:
    step = every_phase(trading([40, 20], box=replace(BOX, opener_limit=3)))
    ask = asked(step, *[("FG-5", {A: "buy red"})] * 3)
    assert ask.table.trader == B and ask.table.hands[A] == counts({"red": 4}, 1)


def test_FG_5_a_turn_that_cannot_go_on_ends_without_a_question() -> None:
    ask = asked(every_phase(trading([12, 20], hands={A: {}})), ("FG-5", {A: "buy black"}))
    assert ask.allowed.keys() == {B}


def test_FG_6_trade_leaves_the_warehouses_as_they_are() -> None:
    table = drive(every_phase(trading([20, 20])), ("FG-5", {A: "buy red"}), ("FG-5", {A: "buy red"}),
                  ("FG-4", {B: "pass"}), ("FG-5", {A: "pass"}))  # fmt: skip
    assert table.store == (5,) * 6 and table.stock == counts({"red": 1}, 3)


def test_FG_7_an_empty_stall_sells_nothing_and_a_full_one_buys_nothing() -> None:
    ask = next(every_phase(trading([40, 20], stock={"blue": 0, "red": 6})))
    assert not {"buy blue", "sell red"} & set(options(ask, A)) and {"sell blue", "buy red"} <= set(options(ask, A))
    assert closed(ask, A) == {
        "buy blue": "The blue stall is empty, rule FG-7.", "sell red": "The red stall is full, rule FG-7.",
    }  # fmt: skip


def test_FG_7_a_stall_holds_six_cubes_and_takes_the_sixth() -> None:
    table = trading([20, 20], coin=1, trader=0, hands={A: {"red": 2}}, stock={"red": 5})
    ask = asked(every_phase(table), ("FG-4", {A: "sell red"}), ("FG-5", {B: "pass"}))
    assert ask.table.stock == counts({"red": 6}, 3) and "sell red" not in options(ask, A)


def test_FG_8_FG_R3_whoever_passes_is_not_asked_again_in_this_session() -> None:
    step = every_phase(trading([20] * 3))
    ask = asked(step, ("FG-5", {A: "sell red"}), ("FG-5", {A: "that is all"}), ("FG-4", {C: "pass"}))
    for _ in range(3):
        assert ask.table.trader == B and ask.table.passed == (C,)
        ask = step.send({B: ask.allowed[B].options[0]})
        assert ask.table.trader == A
        ask = step.send({A: ask.allowed[A].options[0]})
        ask = step.send({A: "that is all"}) if ask.table.trader == A else ask


def test_FG_9_the_session_ends_only_when_all_have_passed() -> None:
    step = every_phase(trading([20] * 3))
    ask = asked(step, ("FG-5", {A: "pass"}), ("FG-4", {C: "pass"}), *[("FG-4", {B: "buy red"})] * 3)
    assert ask.table.phase == "trade" and ask.table.trader == B
    with pytest.raises(StopIteration) as end:
        step.send({B: "pass"})
    assert end.value.value.phase == "action"


def test_FG_9_the_coin_holder_who_is_left_keeps_his_two_cubes() -> None:
    ask = asked(every_phase(trading([20, 20], passed=(B,))), ("FG-5", {A: "buy red"}), ("FG-5", {A: "buy red"}))
    assert (ask.rule, ask.table.trader, ask.table.half) == ("FG-5", A, "")


def test_FG_10_the_session_is_put_on_record() -> None:
    table = trading([20, 20])
    table = drive(every_phase(table), ("FG-5", {A: "buy red"}), ("FG-5", {A: "that is all"}), ("FG-4", {B: "pass"}),
                  ("FG-5", {A: "pass"}))  # fmt: skip
    (market,) = table.sessions
    assert (market.round, market.offset, market.opener) == (1, 1, A)
    assert market.trades == (Trade(A, 1, "buy", "red", 2),)
    assert market.before == Holding((20, 20), ((1,) * 6, (1,) * 6))
    assert market.after == Holding((18, 20), (counts({"red": 2}, 1), (1,) * 6))
    assert (table.coin, table.trader, table.begun, table.trades, table.passed) == (None, None, None, (), ())


def test_FG_R2_the_others_may_still_act_in_the_gang_box() -> None:
    table = at("action", [20] * 3, GANG, opened=True, turn=1)
    ask = next(PHASES["action"](table))
    assert ask.allowed.keys() == {B} and "market" not in options(ask, B)
    assert closed(ask, B)["market"] == "The market has been opened in this round, rule FG-R1."


def test_FG_R4_the_second_cube_is_checked_after_the_first() -> None:
    step = every_phase(trading([13, 20], stock={"red": 1}))
    ask = asked(step, ("FG-5", {A: "buy red"}))
    assert closed(ask, A)["buy red"] == "The red stall is empty, rule FG-7."
    assert closed(ask, A)["buy black"] == "black costs 12 and you have 11, rule FG-R6."
    assert "buy yellow" in options(ask, A)


def test_FG_R5_whoever_can_do_nothing_passes_without_being_asked() -> None:
    table = trading([20, 1, 20], hands={B: {}})
    ask = asked(every_phase(table), ("FG-5", {A: "pass"}), ("FG-4", {C: "buy red"}), ("FG-4", {C: "buy red"}))
    assert ask.table.passed == (A, B) and told(ask.table, "FG-R5") == ["P2 can neither buy nor sell and passes."]


def test_FG_R6_nobody_buys_on_credit() -> None:
    ask = next(every_phase(trading([11, 20])))
    assert "buy black" not in options(ask, A) and "buy yellow" in options(ask, A)
    ask = next(every_phase(trading([12, 20])))
    assert "buy black" in options(ask, A)


def test_FG_R7_when_the_coin_holder_passes_first_the_others_go_on() -> None:
    step = every_phase(trading([20] * 4, coin=C))
    buying = [("FG-4", {seat: "buy red"}) for seat in (B, A, D)]
    ask = asked(step, ("FG-5", {C: "pass"}), *buying)
    assert ask.table.trader == B


def test_FG_R9_a_session_moves_no_wealth_and_a_turn_of_the_wheel_does() -> None:
    for seed in range(6):
        end = play(fagin, dict.fromkeys(range(4), random_legal), seed)
        for market in end.sessions:
            before, after = (worth_by_hand(held, BOX.prices[market.offset]) for held in (market.before, market.after))
            assert before == after
        assert any(turn.worth_before != turn.worth_after for turn in end.turns[1:])


def worth_by_hand(held: Holding, prices: tuple[int, ...]) -> list[int]:
    """Shillings and cubes of every seat at these prices."""
    return [int(cash + np.dot(hand, prices)) for cash, hand in zip(held.cash, held.hands, strict=True)]


def test_FG_R10_after_thirty_turns_a_player_must_pass() -> None:
    few = replace(BOX, market_turns=2)
    table = trading([20, 20], box=few, taken=(1, 2), passed=(), hands={A: {}})
    end = drive(every_phase(table), ("FG-5", {A: "buy red"}), ("FG-5", {A: "that is all"}))
    assert told(end, "FG-R10") == [f"P{n} has had 2 trading turns and passes." for n in (2, 1)]
    assert end.phase == "action"


# --- the end of a round and of the game -------------------------------------------------------------------------------


def test_FG_3_the_wheel_turns_at_the_end_of_a_round_and_wealth_with_it() -> None:
    table = at("wheel", [10, 20], hands={A: {"black": 2}, B: {"red": 1}})
    ask = next(wheel(table))
    assert (ask.rule, ask.allowed) == ("FG-3", {NATURE: OneOf((1, 2, 3, 4, 5, 6))})
    after = drive(wheel(table), ("FG-3", {NATURE: 2}))
    assert after.turns[-1] == (1, 2, 1, 3, (34, 22), (18, 26)) and after.offset == 3
    assert told(after, "FG-3") == ["The wheel turns 2 places: blue 8, purple 10, green 12, yellow 2, black 4, red 6."]


def test_FG_3_a_gentle_die_lets_prices_walk() -> None:
    ask = next(wheel(at("wheel", [10, 20], replace(BOX, die="0 1 1 2"))))
    assert ask.allowed == {NATURE: OneOf((0, 1, 1, 2))}
    assert told(drive(wheel(ask.table), ("FG-3", {NATURE: 1})), "FG-3")[0].startswith("The wheel turns 1 place: ")


@pytest.mark.parametrize("seats", fagin.SEATS)
def test_FG_R12_the_market_game_has_two_rounds_for_every_player(seats: int) -> None:
    end = play(fagin, dict.fromkeys(range(seats), random_legal), 1)
    assert end.round == 2 * seats == len(end.past) and len(end.turns) == 2 * seats
    assert play(fagin, dict.fromkeys(range(seats), random_legal), 1, box=replace(BOX, market_rounds=3)).round == 3


def test_FG_R12_unsold_cubes_are_paid_for_at_the_last_price() -> None:
    table = at("books", [10, 20], replace(BOX, market_rounds=1), hands={A: {"black": 2}, B: {"red": 3}})
    end = drive(books(table))
    assert (end.phase, purses(end), end.hands) == ("", (34, 26), ((0,) * 6, (0,) * 6))
    assert fagin.scores(end) == (34, 26) == end.past[-1]
    assert end.last == Holding((10, 20), table.hands)
    assert end.store == (5, 5, 5, 5, 7, 8) and reasons(end) == ["FG-R12 unsold cubes"] * 2
    assert told(end, "FG-R12")[-1] == "At the end: P1 34 shillings, P2 26 shillings."


def test_FG_R12_as_a_tie_break_unsold_cubes_only_tell_equal_purses_apart() -> None:
    box = replace(BOX, market_rounds=1, cubes_at_end="tie-break")
    table = at("books", [20, 20, 21], box, hands={A: {"black": 2}, B: {"red": 3}, C: {}})
    end = drive(books(table))
    assert purses(end) == (20, 20, 21) and end.hands == table.hands and end.last is None
    assert fagin.scores(end) == (20_002, 20_003, 21_000)
    assert told(end, "FG-R12") == ["At the end: P1 20 shillings and 2 cubes, P2 20 shillings and 3 cubes, "
                                   "P3 21 shillings and 0 cubes."]  # fmt: skip


def test_in_the_market_box_nobody_gives_up_cubes() -> None:
    table = drive(books(at("books", [10, 20], hands={A: {"black": 20}, B: {}})))
    assert table.phase == "wheel" and sum(table.hands[A]) == 20
