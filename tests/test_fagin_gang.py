"""Fagin's Gang, the whole game rule by rule: constables, urchins, stealing, books and the end, named by rule id."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.choices import OneOf, Several
from mechanics.games import fagin
from mechanics.games.fagin import GANG
from mechanics.games.fagin.closing import books
from mechanics.games.fagin.script import PHASES, game
from mechanics.games.fagin.streets import Urchin, goals, pushed
from mechanics.ledger import Ledger
from mechanics.table import NATURE, Ask, check
from tests.fagin_steps import (
    BLUE,
    PURPLE,
    asked,
    at,
    closed,
    counts,
    drive,
    every_phase,
    gang,
    options,
    purses,
    reasons,
    refusal,
    street,
    told,
)

A, B, C = range(3)
EMPTY = street({})


def streets(*spaces: dict[int, int]) -> tuple[tuple[int | None, ...], ...]:
    """The first places with these urchins, the others empty."""
    return (*map(street, spaces), *[EMPTY] * (6 - len(spaces)))


def all_urchins(table: Any) -> list[int]:
    """Every seat's urchins, wherever they are."""
    there = [owner for spaces in table.streets for owner in spaces if owner is not None]
    return [there.count(seat) + table.waiting[seat] + table.home[seat] for seat in range(table.seats)]


# --- the set-up and the action ----------------------------------------------------------------------------------------


def test_FG_S3_FG_S4_everybody_has_five_urchins_and_a_die_posts_each_constable() -> None:
    table = fagin.Table("setup", 3, GANG, Ledger.open(3))
    dice = [("FG-S4", {NATURE: die}) for die in (1, 2, 3, 4, 5, 6)]
    table = drive(PHASES["setup"](table), ("FG-S1", {NATURE: 1}), *dice, ("FG-S5", {NATURE: 2}))
    assert table.constables == (4, 7, 2, 9, 0, 10)
    assert (table.waiting, table.home, table.streets) == ((5,) * 3, (0,) * 3, (EMPTY,) * 6)
    assert told(table, "FG-S4")[0] == "The constable of Bow Street stands on space 4."


def test_FG_R14_a_constable_stops_at_the_end_of_his_place() -> None:
    box = replace(GANG, die="7 8")
    table = fagin.Table("setup", 2, box, Ledger.open(2))
    dice = [("FG-S4", {NATURE: die}) for die in (7, 8, 7, 8, 7, 8)]
    table = drive(PHASES["setup"](table), ("FG-S1", {NATURE: 7}), *dice, ("FG-S5", {NATURE: 0}))
    assert table.constables == (0, 10, 0, 10, 0, 10)


def test_FG_1_exactly_one_action_is_chosen_out_of_those_that_are_possible() -> None:
    ask = next(PHASES["action"](gang("action")))
    assert options(ask, A) == ("urchins", "market", "nothing")
    assert closed(ask, A) == {
        "goods": "No urchin of yours stands where goods can be stolen or swapped, rule FG-17.",
        "money": "Nobody else with money is where your urchins are, rule FG-17.",
    }  # fmt: skip
    assert refusal(ask, A, "money").why == "Nobody else with money is where your urchins are, rule FG-17."
    assert refusal(ask, A, ("urchins", "goods")).allowed.endswith("(exactly one action, rule FG-1)")
    ask = next(PHASES["action"](gang("action", streets=streets({5: A, 6: B}))))
    assert options(ask, A) == ("urchins", "goods", "money", "market", "nothing")


def test_FG_10_after_the_market_the_next_one_clockwise_acts() -> None:
    step = every_phase(gang("action", turn=0, first=B))
    with pytest.raises(StopIteration) as end:
        next(step)
        step.send({B: "market"})
    table = drive(every_phase(end.value.value), ("FG-5", {B: "pass"}), ("FG-4", {A: "pass"}), ("FG-4", {C: "pass"}))
    ask = next(every_phase(table))
    assert (ask.rule, tuple(ask.allowed)) == ("FG-1", (C,))
    ask = asked(every_phase(table), ("FG-1", {C: "nothing"}))
    assert tuple(ask.allowed) == (A,)


def test_an_action_ends_and_the_next_one_clockwise_chooses() -> None:
    table = drive(every_phase(gang("urchins")), ("FG-12", {A: "that is all"}))
    assert (table.phase, table.turn, table.acted) == ("action", 1, ())


# --- entering and moving ----------------------------------------------------------------------------------------------


def test_FG_12_urchins_enter_on_space_5_one_at_each_of_three_places_at_most() -> None:
    entering = [("FG-12", {A: f"enter {place}"}) for place in ("Bow Street", "Chertsey", "Jacob's Island")]
    ask = asked(every_phase(gang("urchins")), *entering[:2])
    assert "enter Bow Street" not in options(ask, A)
    assert closed(ask, A)["enter Bow Street"] == "This action has used Bow Street, rule FG-12."
    table = drive(every_phase(gang("urchins")), *entering)
    assert [spaces.index(A) for spaces in table.streets if A in spaces] == [5, 5, 5] and table.waiting == (2, 5, 5)
    assert table.turn == 1 and table.hands == gang("urchins").hands
    assert told(table, "FG-12")[2] == "P1 enters Jacob's Island."


def test_FG_12_without_an_urchin_left_nobody_enters() -> None:
    out = streets(*[{5: A}] * 5)
    table = gang("urchins", streets=out, waiting=(0, 5, 5), hands={A: {"blue": 2}})
    assert options(next(every_phase(table)), A) == ("Bow Street 5", "that is all")


def test_FG_11_a_space_costs_two_cubes_of_the_colour_of_the_place() -> None:
    table = gang("urchins", streets=streets({5: A}), hands={A: {"blue": 5, "red": 9}})
    ask = asked(every_phase(table), ("FG-12", {A: "Bow Street 5"}))
    assert (ask.rule, options(ask, A)) == ("FG-11", (3, 4, 6, 7))
    assert closed(ask, A)[2] == "Space 2 costs 6 blue cubes and you have 5, rule FG-11."
    assert closed(ask, A)[5] == "The urchin stands there, rule FG-11."
    assert closed(ask, A)["Fagin"] == "An urchin leaves a place from its ends, rule FG-16."
    assert refusal(ask, A, 2).why == "Space 2 costs 6 blue cubes and you have 5, rule FG-11."
    after = asked(every_phase(table), ("FG-12", {A: "Bow Street 5"}), ("FG-11", {A: 7})).table
    assert after.streets[BLUE] == street({7: A}) and after.hands[A] == counts({"blue": 1, "red": 9})
    assert after.store == counts({"blue": 9}, 5)
    assert told(after, "FG-11") == ["P1 moves from space 5 to 7 in Bow Street for 4 blue."]


def test_FG_11_the_example_of_four_green_cubes_for_two_spaces() -> None:
    table = gang("urchins", streets=streets({}, {}, {2: B}), hands={B: {"green": 4}}, turn=1)
    after = asked(every_phase(table), ("FG-12", {B: "Chertsey 2"}), ("FG-11", {B: 4})).table
    assert after.hands[B] == (0,) * 6 and after.streets[2] == street({4: B})


def test_FG_11_without_two_cubes_an_urchin_stays_and_the_action_may_be_impossible() -> None:
    table = gang("urchins", streets=streets({5: A}), hands={A: {"blue": 1}}, waiting=(0, 5, 5))
    assert drive(every_phase(table)).phase == "action"


def test_one_goal_alone_is_taken_without_a_question() -> None:
    table = gang("urchins", streets=streets({0: A}), hands={A: {"blue": 2}}, box=replace(GANG, leaving_costs=3))
    ask = asked(every_phase(table), ("FG-12", {A: "Bow Street 0"}))
    assert ask.rule == "FG-12" and ask.table.streets[BLUE] == street({1: A})


# --- pushing ----------------------------------------------------------------------------------------------------------


def test_FG_13_the_mover_chooses_which_way_an_urchin_is_pushed() -> None:
    table = gang("urchins", streets=streets({5: B}))
    ask = asked(every_phase(table), ("FG-12", {A: "enter Bow Street"}))
    assert (ask.rule, ask.allowed[A]) == ("FG-13", OneOf(("up", "down"), "P2's urchin stands on space 5 of Bow Street"))
    assert all_urchins(ask.table) == [5, 6, 5]
    for way, space in (("up", 4), ("down", 6)):
        after = asked(every_phase(table), ("FG-12", {A: "enter Bow Street"}), ("FG-13", {A: way})).table
        assert after.streets[BLUE] == street({5: A, space: B})


def test_FG_13_the_push_goes_on_in_the_same_direction() -> None:
    table = gang("urchins", streets=streets({5: B, 4: C, 3: A, 1: B}))
    after = asked(every_phase(table), ("FG-12", {A: "enter Bow Street"}), ("FG-13", {A: "up"})).table
    assert after.streets[BLUE] == street({5: A, 4: B, 3: C, 2: A, 1: B})


def test_FG_13_a_mover_leaves_his_space_before_he_pushes() -> None:
    table = gang("urchins", streets=streets({5: A, 6: B}), hands={A: {"blue": 2}}, waiting=(4, 4, 5))
    after = asked(every_phase(table), ("FG-12", {A: "Bow Street 5"}), ("FG-11", {A: 6}), ("FG-13", {A: "up"}))
    assert after.table.streets[BLUE] == street({6: A, 5: B})


def test_one_may_push_an_urchin_of_ones_own() -> None:
    ask = asked(every_phase(gang("urchins", streets=streets({5: A}))), ("FG-12", {A: "enter Bow Street"}))
    assert str(ask.allowed[A]) == "up or down (your own urchin stands on space 5 of Bow Street)"


def test_FG_14_who_lands_on_a_constable_steps_beside_him_for_nothing() -> None:
    table = gang("urchins", constables=(5,) + (10,) * 5, streets=streets({4: B}))
    ask = asked(every_phase(table), ("FG-12", {A: "enter Bow Street"}))
    assert (ask.rule, str(ask.allowed[A])) == ("FG-14", "up or down (the constable stands on space 5 of Bow Street)")
    step = ("FG-12", {A: "enter Bow Street"}), ("FG-14", {A: "down"})
    assert asked(every_phase(table), *step).table.streets[BLUE] == street({4: B, 6: A})
    after = asked(every_phase(table), step[0], ("FG-14", {A: "up"}), ("FG-13", {A: "up"})).table
    assert after.streets[BLUE] == street({4: A, 3: B}) and after.hands == table.hands


def test_FG_14_at_the_end_of_a_place_there_is_one_way_beside_the_constable() -> None:
    table = gang("urchins", streets=streets({8: A}), hands={A: {"blue": 4}})
    after = asked(every_phase(table), ("FG-12", {A: "Bow Street 8"}), ("FG-11", {A: 10})).table
    assert after.streets[BLUE] == street({9: A}) and after.hands[A] == (0,) * 6


def test_FG_14_who_is_pushed_skips_over_a_constable_who_never_moves() -> None:
    table = gang("urchins", constables=(4,) + (10,) * 5, streets=streets({5: B, 3: C}))
    after = asked(every_phase(table), ("FG-12", {A: "enter Bow Street"}), ("FG-13", {A: "up"})).table
    assert after.streets[BLUE] == street({5: A, 3: B, 2: C}) and after.constables[BLUE] == 4


def test_FG_14_a_step_back_to_where_one_came_from_pushes_nobody() -> None:
    table = gang("urchins", streets=streets({4: A}), constables=(5,) * 6, hands={A: {"blue": 2}})
    given = ("FG-12", {A: "Bow Street 4"}), ("FG-11", {A: 5}), ("FG-14", {A: "up"})
    after = asked(every_phase(table), *given).table
    assert after.streets[BLUE] == street({4: A}) and after.hands[A] == (0,) * 6 and after.waiting == (5, 5, 5)


def test_FG_15_an_urchin_pushed_off_returns_to_its_owner_and_not_to_fagin() -> None:
    table = gang("urchins", streets=streets(dict.fromkeys(range(6), B)), waiting=(5, 1, 5))
    after = asked(every_phase(table), ("FG-12", {A: "enter Bow Street"}), ("FG-13", {A: "up"})).table
    assert after.streets[BLUE] == street({5: A, **dict.fromkeys(range(5), B)})
    assert (after.waiting, after.home) == ((4, 2, 5), (0, 0, 0))
    assert told(after, "FG-15") == ["P2's urchin is pushed off Bow Street."]


def test_FG_R14_a_constable_at_the_end_is_skipped_which_is_off() -> None:
    assert pushed(street({1: A, 2: B}), 0, 2, -1) == (street({1: B}), A)
    assert pushed(street({9: A}), 10, 9, 1) == (EMPTY, A)
    assert pushed(street({0: A}), 5, 0, -1) == (EMPTY, A)


def test_FG_R14_entering_is_possible_into_a_place_that_is_full() -> None:
    full = dict.fromkeys(range(10), B)
    table = gang("urchins", streets=streets(full), waiting=(5, 0, 5))
    after = asked(every_phase(table), ("FG-12", {A: "enter Bow Street"}), ("FG-13", {A: "down"})).table
    assert after.streets[BLUE] == street({**full, 5: A}) and after.waiting == (4, 1, 5)


rows = st.lists(st.sampled_from([None, A, B, C]), min_size=11, max_size=11)


@given(rows, st.integers(0, 10), st.integers(0, 10), st.sampled_from([-1, 1]))
def test_a_push_loses_nobody_and_leaves_what_is_behind_it(
    row: list[Any], constable: int, space: int, step: int
) -> None:
    row[constable] = None
    after, off = pushed(tuple(row), constable, space, step)
    assert after[space] is None and after[constable] is None and len(after) == 11
    assert sorted(map(str, [*after, *([off] if off is not None else [None])])) == sorted(map(str, [*row, None]))
    behind = row[space + 1 :] if step < 0 else row[:space]
    assert list(after[space + 1 :] if step < 0 else after[:space]) == behind
    ahead = [row, list(after)] if step > 0 else [row[::-1], list(after)[::-1]]
    moved = [[owner for owner in spaces if owner is not None] for spaces in ahead]
    assert moved[1] + ([off] if off is not None else []) == moved[0]


# --- leaving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [0, 10])
def test_FG_16_from_either_end_an_urchin_leaves_for_another_place_or_home(end: int) -> None:
    table = gang("urchins", streets=streets({end: A}), constables=(5,) * 6, hands={A: {"blue": 2}})
    ask = asked(every_phase(table), ("FG-12", {A: f"Bow Street {end}"}))
    near = 1 if end == 0 else 9
    assert (ask.rule, options(ask, A)) == ("FG-16", (near, *GANG.places[1:], "Fagin"))


def test_FG_16_home_to_fagin_costs_15_shillings_and_two_cubes() -> None:
    table = gang("urchins", streets=streets({0: A}), hands={A: {"blue": 3}})
    after = asked(every_phase(table), ("FG-12", {A: "Bow Street 0"}), ("FG-16", {A: "Fagin"})).table
    assert (purses(after), after.home, after.hands[A]) == ((5, 20, 20), (1, 0, 0), counts({"blue": 1}))
    assert reasons(after) == ["FG-16 pays Fagin"] and after.streets == (EMPTY,) * 6 and after.waiting == (5, 5, 5)
    assert told(after, "FG-16") == ["P1 leaves Bow Street for Fagin, for 2 blue."]


def test_FG_16_without_the_fee_or_the_cubes_nobody_goes_home() -> None:
    poor = gang("urchins", (14, 20), streets=streets({0: A}), hands={A: {"blue": 2}})
    ask = asked(every_phase(poor), ("FG-12", {A: "Bow Street 0"}))
    assert "Fagin" not in options(ask, A)
    assert closed(ask, A)["Fagin"] == "Fagin takes 15 shillings and you have 14, rule FG-16."
    enough = gang("urchins", (15, 20), streets=streets({0: A}), hands={A: {"blue": 2}})
    ask = asked(every_phase(enough), ("FG-12", {A: "Bow Street 0"}), ("FG-16", {A: "Fagin"}))
    assert purses(ask.table) == (0, 20) and ask.table.home == (1, 0)
    table = gang("urchins", box=replace(GANG, leaving_costs=5), streets=streets({0: A}), hands={A: {"blue": 4}})
    ask = asked(every_phase(table), ("FG-12", {A: "Bow Street 0"}))
    assert options(ask, A) == (1, 2)
    assert closed(ask, A)["Chertsey"] == "Leaving costs 5 blue cubes and you have 4, rule FG-16."


def test_FG_16_in_another_place_it_stands_on_the_space_of_entry_and_pushes() -> None:
    table = gang("urchins", streets=streets({0: A}, {5: B}), hands={A: {"blue": 2}}, waiting=(4, 4, 5))
    given = ("FG-12", {A: "Bow Street 0"}), ("FG-16", {A: "Holborn Hill"}), ("FG-13", {A: "down"})
    after = asked(every_phase(table), *given).table
    assert after.streets[BLUE] == EMPTY and after.streets[PURPLE] == street({5: A, 6: B})
    assert (after.acted, after.home, purses(after)) == (("Bow Street",), (0, 0, 0), (20, 20, 20))


def test_goals_are_all_within_the_place_and_the_purse() -> None:
    table = gang("urchins", streets=streets({0: A}), hands={A: {"blue": 30}})
    assert goals(table, A, Urchin(BLUE, 0)) == (*range(1, 11), *GANG.places[1:], "Fagin")
    assert goals(table, A, Urchin(BLUE, 4)) == (0, 1, 2, 3, 5, 6, 7, 8, 9, 10)


# --- stealing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "loot"), [(5, 1), (4, 1), (3, 2), (7, 2), (2, 2), (1, 3), (9, 3), (0, 3), (10, 3)])
def test_FG_17_the_space_says_how_many_goods_are_stolen(space: int, loot: int) -> None:
    assert GANG.loot(space) == loot
    table = gang("goods", streets=streets({space: A}), constables=(6,) * 6)
    after = drive(every_phase(table), ("FG-17", {A: f"Bow Street {space}"}))
    assert after.hands[A] == counts({"blue": 1 + loot}, 1) and after.store == counts({"blue": 5 - loot}, 5)
    assert told(after, "FG-17") == [f"P1 steals {loot} blue in Bow Street."]


def test_FG_R13_stolen_goods_reach_as_far_as_the_warehouse() -> None:
    table = gang("goods", streets=streets({0: A}), store=counts({"blue": 2}, 5))
    assert drive(every_phase(table), ("FG-17", {A: "Bow Street 0"})).hands[A] == counts({"blue": 3}, 1)
    assert drive(every_phase(gang("goods", streets=streets({0: A}), store=(0,) * 6))).phase == "action"


def test_FG_17_up_to_three_urchins_steal_each_once() -> None:
    table = gang("goods", streets=streets({5: A, 0: A}, {5: A}, {5: A}))
    ask = asked(every_phase(table), ("FG-17", {A: "Bow Street 5"}), ("FG-17", {A: "Bow Street 0"}))
    assert ask.rule == "FG-17" and options(ask, A) == ("Holborn Hill 5", "Chertsey 5", "that is all")
    after = drive(every_phase(table), *[("FG-17", {A: one}) for one in ("Bow Street 5", "Bow Street 0", "Chertsey 5")])
    assert after.hands[A] == counts({"blue": 5, "green": 2}, 1) and after.turn == 1


def test_FG_17_three_urchins_at_three_places_at_most_in_any_box() -> None:
    box = replace(GANG, most_urchins=4, most_places=2)
    table = gang("goods", box=box, streets=streets({5: A, 0: A}, {5: A}, {5: A}))
    ask = asked(every_phase(table), ("FG-17", {A: "Bow Street 5"}), ("FG-17", {A: "Holborn Hill 5"}))
    assert options(ask, A) == ("Bow Street 0", "that is all")


def test_FG_17_an_urchin_swaps_three_cubes_of_its_place_for_one_of_another_colour() -> None:
    table = gang("goods", streets=streets({5: A}), hands={A: {"blue": 4}}, store=counts({"red": 0}, 5))
    ask = asked(every_phase(table), ("FG-17", {A: "Bow Street 5"}))
    assert options(ask, A) == ("take", "purple", "green", "yellow", "black")
    after = drive(every_phase(table), ("FG-17", {A: "Bow Street 5"}), ("FG-17", {A: "black"}))
    assert after.hands[A] == counts({"blue": 1, "black": 1})
    assert after.store == counts({"blue": 8, "black": 4, "red": 0}, 5)
    assert told(after, "FG-17") == ["P1 swaps 3 blue for one black."]
    taken = drive(every_phase(table), ("FG-17", {A: "Bow Street 5"}), ("FG-17", {A: "take"}))
    assert taken.hands[A] == counts({"blue": 5})


def test_FG_17_money_is_stolen_from_each_other_player_there_once() -> None:
    table = gang("money", (20, 20, 1), streets=streets({1: A, 5: B, 6: B, 7: C}))
    after = drive(every_phase(table), ("FG-17", {A: "Bow Street 1"}))
    assert purses(after) == (24, 17, 0) and after.hands == table.hands
    assert reasons(after) == ["FG-17 steals"] * 2
    assert told(after, "FG-17") == [
        "P1 steals 3 shillings from P2 in Bow Street.", "P1 steals 1 shilling from P3 in Bow Street.",
    ]  # fmt: skip


def test_FG_17_money_is_stolen_by_one_urchin_at_each_place_where_somebody_has_any() -> None:
    table = gang("money", (20, 20, 0), streets=streets({1: A, 5: A, 6: B}, {5: A, 6: C}, {4: A}, {3: A, 2: B}))
    ask = next(every_phase(table))
    assert options(ask, A) == ("Bow Street 1", "Bow Street 5", "Saffron Hill 3", "that is all")
    ask = asked(every_phase(table), ("FG-17", {A: "Bow Street 5"}))
    assert options(ask, A) == ("Saffron Hill 3", "that is all") and purses(ask.table) == (21, 19, 0)


def test_FG_17_money_is_stolen_at_three_places_at_most() -> None:
    both = {5: A, 6: B}
    table = gang("money", streets=streets(both, both, both, both), waiting=(1, 1, 5))
    places = ("Bow Street 5", "Holborn Hill 5", "Chertsey 5")
    after = drive(every_phase(table), *[("FG-17", {A: place}) for place in places])
    assert purses(after) == (23, 17, 20) and after.phase == "action"


# --- books, the end ---------------------------------------------------------------------------------------------------


def test_FG_R13_whoever_has_more_than_twelve_cubes_gives_some_up_to_the_warehouses() -> None:
    table = gang("books", hands={A: {"blue": 10, "red": 4}, B: {"green": 12}, C: {"black": 13}})
    ask = next(books(table))
    assert ask.rule == "FG-R13" and set(ask.allowed) == {A, C} and not ask.sealed
    choice = ask.allowed[A]
    assert isinstance(choice, Several)
    assert (choice.options, choice.least, choice.most) == (("blue",) * 10 + ("red",) * 4, 2, 2)
    assert refusal(ask, A, ("blue",)).why == "1 chosen is too few."
    check(ask, A, ("red", "red"))
    after = drive(books(table), ("FG-R13", {A: ("blue", "red"), C: ("black",)}))
    assert after.hands == (counts({"blue": 9, "red": 3}), counts({"green": 12}), counts({"black": 12}))
    assert after.store == counts({"blue": 6, "red": 6, "black": 6}, 5) and after.phase == "wheel"
    assert told(after, "FG-R13") == ["P1 gives up blue, red.", "P3 gives up black."]
    assert after.past == ((20 + 36 + 6, 20 + 96, 20 + 144),)


def test_FG_18_FG_R14_the_game_ends_after_the_round_in_which_somebody_has_three_home() -> None:
    after = drive(books(gang("books", (5, 50, 6), home=(3, 2, 0), waiting=(2, 3, 5))))
    assert after.phase == "" and purses(after) == (5, 50, 6)
    assert fagin.scores(after) == (1_000_005_006, 50_006, 6_006)
    assert told(after, "FG-R12") == [
        "At the end: P1 5 shillings and 6 cubes, 3 urchins home, P2 50 shillings and 6 cubes, 2 urchins home, "
        "P3 6 shillings and 6 cubes, 0 urchins home."
    ]
    assert drive(books(gang("books", home=(2, 2, 2)))).phase == "wheel"


def test_FG_R14_among_those_with_three_home_the_richest_wins_and_cubes_break_ties() -> None:
    after = drive(books(gang("books", (9, 9, 50), home=(3, 3, 2), hands={A: {"red": 1}, B: {"red": 2}, C: {}})))
    assert max(range(3), key=fagin.scores(after).__getitem__) == B


def test_FG_R14_after_twelve_rounds_the_game_ends_in_any_case() -> None:
    after = drive(books(gang("books", (5, 50, 6), round=12)))
    assert after.phase == "" and fagin.scores(after) == (5_006, 50_006, 6_006) and after.hands[A] == (1,) * 6
    assert drive(books(gang("books", round=11))).phase == "wheel"


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "given", "seat", "says"),
    [
        (gang("action"), [], A, "Which action do you choose?"),
        (gang("urchins"), [], A, "Which urchin enters or moves?"),
        (gang("urchins", streets=streets({5: B})), [("FG-12", {A: "enter Bow Street"})], A,
         "P2's urchin stands on space 5 of Bow Street. Which way do you push it?"),
        (gang("urchins", constables=(5,) * 6), [("FG-12", {A: "enter Bow Street"})], A,
         "The constable stands on space 5 of Bow Street. Where do you step?"),
        (gang("urchins", streets=streets({4: A}), hands={A: {"blue": 2}}), [("FG-12", {A: "Bow Street 4"})], A,
         "The urchin stands on Bow Street 4. Where does it go?"),
        (gang("urchins", streets=streets({0: A}), hands={A: {"blue": 2}}), [("FG-12", {A: "Bow Street 0"})], A,
         "The urchin stands on Bow Street 0, an end of the place. Where does it go?"),
        (gang("goods", streets=streets({5: A})), [], A, "Which urchin steals goods?"),
        (gang("goods", streets=streets({5: A}), hands={A: {"blue": 3}}), [("FG-17", {A: "Bow Street 5"})], A,
         "The urchin stands on Bow Street 5. What does it do?"),
        (gang("money", streets=streets({5: A, 6: B})), [], A, "Which urchin steals money?"),
        (gang("books", hands={A: {"red": 13}, B: {}, C: {}}), [], A, "How do you come down to 12 cubes?"),
    ],
)  # fmt: skip
def test_every_question_is_one_sentence_that_says_what_is_asked(table: Any, given: Any, seat: int, says: str) -> None:
    ask = asked(PHASES[table.phase](table), *given)
    assert fagin.question(fagin.view(ask, seat)) == says


@pytest.mark.parametrize(
    ("rule", "option", "says"),
    [
        ("FG-1", "market", "open the market"),
        ("FG-4", "buy blue", "buy blue"),
        ("FG-5", "that is all", "that is all"),
        ("FG-12", "enter Jacob's Island", "a new urchin into Jacob's Island: red"),
        ("FG-12", "Jacob's Island 10", "the urchin on space 10 of Jacob's Island: red"),
        ("FG-12", "that is all", "that is all"),
        ("FG-11", 3, "space 3"),
        ("FG-16", "Chertsey", "to Chertsey: green"),
        ("FG-16", "Fagin", "home to Fagin: 15 shillings and 2 cubes"),
        ("FG-13", "up", "push it up"),
        ("FG-14", "down", "step to the space below"),
        ("FG-17", "take", "take what is there"),
        ("FG-17", "black", "swap 3 for one black"),
        ("FG-17", "Chertsey 0", "the urchin on space 0 of Chertsey: green"),
        ("FG-R13", "blue", "blue"),
    ],
)
def test_options_in_words(rule: str, option: Any, says: str) -> None:
    assert fagin.label(rule, option, GANG) == says


def test_the_coin_holder_is_asked_for_a_second_cube_in_other_words() -> None:
    table = at("trade", [20, 20], coin=0, trader=0, taken=(0, 0), half="buy", cubes=1)
    ask = next(PHASES["trade"](table))
    assert fagin.question(fagin.view(ask, A)) == "Which cube do you buy besides?"
    assert fagin.question(fagin.view(ask, None)).endswith("?")


def test_the_game_in_the_gang_box_asks_the_constables_before_the_start_player() -> None:
    script = game(2, GANG)
    ask: Ask[Any] = next(script)
    rules = []
    while ask.table.phase == "setup":
        rules.append(ask.rule)
        ask = script.send({NATURE: ask.allowed[NATURE].options[0]})  # type: ignore[union-attr]
    assert rules == ["FG-S1", *["FG-S4"] * 6, "FG-S5"]
