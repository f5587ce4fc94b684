"""The robots of Fagin's Gang: what each of them does at a market that is laid out by hand, and that they play well."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from mechanics import market_values
from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.bots.fagin import home_bringer, homing, hopes, passer, stall_camper, value_trader
from mechanics.choices import OneOf, Several
from mechanics.games import fagin as game
from mechanics.games.fagin import BOX, GANG, Board, Box
from mechanics.games.fagin.box import GENTLE
from mechanics.session import Session
from mechanics.table import Seat, Strategy, View, play
from tests.asked import asks, says

NAMED = {
    "value trader": value_trader, "stall camper": stall_camper, "home bringer": home_bringer,
    "passer": passer,
}  # fmt: skip
TRADERS = {"value trader": value_trader, "stall camper": stall_camper}
each_robot = pytest.mark.parametrize("robot", NAMED.values(), ids=NAMED)
each_trader = pytest.mark.parametrize("robot", TRADERS.values(), ids=TRADERS)
each_box = pytest.mark.parametrize("box", [BOX, GANG], ids=["market", "gang"])
FULL = (6,) * 6


def board(box: Box = BOX, **changes: Any) -> Board:
    """The market of three in round 1: at offset 0 blue costs 2, purple 4, green 6, yellow 8, black 10 and red 12."""
    seen: list[View] = []

    def listener(view: View, rng: Any) -> Any:
        seen.append(view)
        return smallest_legal(view, rng)

    play(game, {0: listener, 1: passer, 2: passer}, 0, box=replace(box, market_turns=1))
    usual: dict[str, Any] = {
        "box": box, "round": 1, "offset": 0, "stock": FULL, "hands": ((1,) * 6,) * 3, "purses": (20,) * 3, "half": "",
    }  # fmt: skip
    return replace(seen[0].board, **{**usual, **changes})


def trades(robot: Strategy, table: Board, *options: str, rule: str = "FG-4") -> Any:
    """What the robot trades of these options, "pass" beside them."""
    return says(robot, asks(rule, OneOf((*options, "pass")), table))


# --- hopes ------------------------------------------------------------------------------------------------------------


def test_with_the_printed_die_every_cube_may_be_hoped_to_bring_the_mean_price() -> None:
    assert hopes.hopes(board()) == (7.0,) * 6


def test_in_the_last_round_a_cube_brings_its_price_or_nothing() -> None:
    assert hopes.hopes(board(round=6)) == (2, 4, 6, 8, 10, 12)
    assert hopes.hopes(board(replace(BOX, cubes_at_end="tie-break"), round=6)) == (0.0,) * 6
    assert hopes.hopes(board(GANG, round=12)) == (0.0,) * 6


def test_the_game_of_the_gang_may_end_with_three_urchins_home() -> None:
    assert hopes.turns_left(board(GANG, home=(0, 2, 0))) == 11
    assert hopes.turns_left(board(GANG, home=(0, 3, 0))) == 0


def test_with_a_gentle_die_hopes_follow_the_wheel_and_the_rounds_that_are_left() -> None:
    gentle = replace(BOX, die=GENTLE)
    late, early = (hopes.hopes(board(gentle, round=now)) for now in (5, 1))
    assert late == (4, 6, 8, 10, 9, 5), "one turn: a quarter stays, half goes on by one place, a quarter by two"
    assert all(a >= b for a, b in zip(early, late, strict=True)) and early[5] > late[5]
    assert early == tuple(map(float, market_values.best_mean(BOX.ring, gentle.faces, 0, 5)))


def test_trades_gain_what_hope_and_price_differ_by() -> None:
    found = hopes.gains(board(), ["buy blue", "sell blue", "buy red", "sell red", "pass"])
    assert found == {"buy blue": 5, "sell blue": -5, "buy red": -5, "sell red": 5}


def test_a_stall_has_cubes_to_buy_and_room_to_sell() -> None:
    table = board(stock=(2, 6, 6, 6, 6, 5))
    assert hopes.left_in(table, "buy blue") == 2 and hopes.left_in(table, "sell red") == 1


def test_the_gain_of_a_whole_market_counts_purse_stalls_and_room() -> None:
    assert hopes.market_gain(board(), 0) == 6 * 5 + 2 * 3, "six blue for 12, two purple for 8, and nothing can be sold"
    table = board(stock=(0, 0, 0, 6, 5, 4), hands=((0, 0, 0, 1, 3, 1),) * 3, purses=(0, 0, 0))
    assert hopes.market_gain(table, 0) == 3 + 5, "one black and one red find room, no yellow"


# --- what each does ---------------------------------------------------------------------------------------------------


def test_the_value_trader_makes_the_trade_that_gains_most() -> None:
    table = board(stock=(6, 1, 3, 3, 3, 3))
    assert trades(value_trader, table, "buy blue", "buy purple", "sell yellow", "sell black") == "buy blue"
    assert trades(value_trader, table, "buy purple", "sell yellow", "sell red") == "sell red"


def test_the_stall_camper_takes_the_last_cube_or_the_last_free_place() -> None:
    table = board(stock=(6, 1, 3, 5, 3, 3))
    assert trades(stall_camper, table, "buy blue", "buy purple", "buy green") == "buy purple"
    assert trades(stall_camper, table, "buy blue", "sell yellow", "sell red") == "sell yellow"
    assert trades(stall_camper, board(), "buy blue", "buy purple") == "buy blue", "of equally scarce ones the better"


@each_trader
def test_a_trader_who_can_only_lose_passes(robot: Strategy) -> None:
    table = board(stock=(1, 1, 1, 1, 1, 1))
    assert trades(robot, table, "buy yellow", "buy red", "sell blue", "sell green") == "pass"
    assert says(robot, asks("FG-5", OneOf(("buy red", "that is all")), replace(table, half="buy"))) == "that is all"


@each_trader
def test_in_the_last_round_a_trader_sells_all_if_unsold_cubes_are_worth_nothing(robot: Strategy) -> None:
    table = board(replace(BOX, cubes_at_end="tie-break"), round=6, stock=(3,) * 6)
    assert trades(robot, table, "buy blue", "sell blue") == "sell blue"
    assert trades(robot, board(round=6, stock=(3,) * 6), "buy blue", "sell blue") == "pass"


@each_trader
def test_a_trader_opens_the_market_only_for_a_gain(robot: Strategy) -> None:
    choice = OneOf(("market", "nothing"))
    assert says(robot, asks("FG-1", choice, board())) == "market"
    assert says(robot, asks("FG-1", choice, board(round=6))) == "nothing"
    assert says(robot, asks("FG-1", choice, board(purses=(0, 20, 20)))) == "nothing"


@each_trader
def test_with_a_full_hand_a_trader_buys_nothing_in_the_game_of_the_gang(robot: Strategy) -> None:
    table = board(GANG, hands=((2,) * 6,) * 3, stock=(3,) * 6)
    assert trades(robot, table, "buy blue") == "pass" and trades(robot, table, "sell red") == "sell red"
    assert trades(robot, replace(table, hands=((2, 2, 2, 2, 2, 1),) * 3), "buy blue") == "buy blue"


def test_the_passer_never_opens_nor_trades() -> None:
    table = board(stock=(1,) * 6)
    assert says(passer, asks("FG-1", OneOf(("market", "nothing")), table)) == "nothing"
    assert trades(passer, table, "buy blue", "sell red") == trades(passer, table, "buy blue", rule="FG-5") == "pass"


# --- the gang ---------------------------------------------------------------------------------------------------------

EMPTY = tuple((None,) * 11 for _ in range(6))


def streets(*urchins: tuple[int, int, Seat]) -> tuple[tuple[Seat | None, ...], ...]:
    """Places with urchins: number of the place, space, seat."""
    rows = [list(row) for row in EMPTY]
    for place, space, seat in urchins:
        rows[place][space] = seat
    return tuple(map(tuple, rows))


ACTIONS = OneOf(("urchins", "goods", "money", "market", "nothing"))


@each_trader
def test_the_action_that_brings_most_is_chosen(robot: Strategy) -> None:
    poor = board(GANG, purses=(0, 20, 20), streets=EMPTY)
    assert says(robot, asks("FG-1", ACTIONS, poor)) == "urchins"
    mine = streets((0, 5, 0), (1, 5, 0), (2, 5, 0))
    assert says(robot, asks("FG-1", ACTIONS, replace(poor, streets=mine))) == "goods"
    full = replace(poor, streets=streets((0, 5, 0), (0, 4, 1), (1, 5, 0), (2, 5, 0)), hands=((2,) * 6,) * 3)
    assert says(robot, asks("FG-1", ACTIONS, full)) == "money", "there is no room for more cubes"
    assert says(robot, asks("FG-1", ACTIONS, board(GANG, streets=mine))) == "market"
    assert says(robot, asks("FG-1", ACTIONS, replace(full, streets=mine))) == "nothing"


@each_trader
def test_urchins_are_sent_where_nobody_is_in_the_way(robot: Strategy) -> None:
    ways = ("enter Bow Street", "enter Holborn Hill", "Chertsey 5", "that is all")
    table = board(GANG, streets=streets((0, 5, 1)))
    assert says(robot, asks("FG-12", OneOf(ways), table)) == "enter Holborn Hill"
    assert says(robot, asks("FG-12", OneOf((ways[0], ways[3])), table)) == "enter Bow Street"
    assert says(robot, asks("FG-12", OneOf(ways[2:]), table)) == "that is all"


@each_trader
def test_the_urchin_who_gets_most_steals_first_and_takes_what_is_there(robot: Strategy) -> None:
    table = board(GANG)
    choice = OneOf(("Bow Street 5", "Chertsey 1", "that is all"))
    assert says(robot, asks("FG-17", choice, table)) == "Chertsey 1"
    assert says(robot, asks("FG-17", OneOf(("Bow Street 5", "that is all")), table)) == "Bow Street 5"
    assert says(robot, asks("FG-17", OneOf(("take", "purple", "green")), table)) == "take"


@each_robot
def test_cubes_are_given_up_in_the_number_that_is_asked(robot: Strategy) -> None:
    gentle = replace(GANG, die=GENTLE)
    given = says(robot, asks("FG-R13", Several(("blue", "red", "red", "yellow"), 2, 2), board(gentle, round=11)))
    assert (given == ("blue", "red")) if robot in TRADERS.values() else (len(given) == 2)


# --- the way home -----------------------------------------------------------------------------------------------------

THREE = streets((0, 1, 0), (1, 7, 0), (2, 5, 0))  # one, three and five spaces from an end


def far(**changes: Any) -> Board:
    """A game of the gang with three urchins on their way, who need 4 blue, 8 purple and 12 green cubes."""
    return board(GANG, **{"streets": THREE, "hands": ((1,) * 6,) * 3, **changes})


def test_what_the_way_home_costs_is_counted_to_the_nearer_end() -> None:
    assert homing.needs(far(), 0) == {0: 4, 1: 8, 2: 12}
    assert homing.missing(far(), 0) == {0: 3, 1: 7, 2: 11}
    assert homing.needs(far(home=(1, 0, 0)), 0) == {0: 4, 1: 8}, "two more are enough, the nearest ones"


def test_urchins_are_sent_on_when_together_they_come_a_good_way() -> None:
    assert says(home_bringer, asks("FG-1", ACTIONS, far())) == "goods"
    rich = far(hands=((2, 4, 1, 0, 0, 0),) * 3)
    assert says(home_bringer, asks("FG-1", ACTIONS, rich)) == "urchins"
    assert says(home_bringer, asks("FG-1", ACTIONS, far(streets=EMPTY))) == "urchins", "first they must be out"
    little = far(hands=((2, 1, 1, 0, 0, 0),) * 3)
    assert says(home_bringer, asks("FG-1", ACTIONS, replace(little, round=10))) != "urchins"
    assert says(home_bringer, asks("FG-1", ACTIONS, replace(little, round=11))) == "urchins", "it is late"


def test_who_cannot_come_home_any_more_plays_for_shillings() -> None:
    assert not homing.pays(far(round=12), 0) and homing.pays(far(round=11), 0)
    assert not homing.pays(far(round=11, streets=EMPTY), 0) and homing.pays(far(round=10, streets=EMPTY), 0)
    ends = far(round=12, streets=streets((0, 0, 0), (1, 10, 0), (2, 0, 0)), hands=((2,) * 6,) * 3, purses=(90,) * 3)
    assert says(home_bringer, asks("FG-1", ACTIONS, ends)) == "urchins"
    assert trades(home_bringer, far(round=12, stock=(3,) * 6), "buy green", "sell blue") == "sell blue"


def test_needed_cubes_are_bought_the_cheapest_first_and_never_sold() -> None:
    table = far(stock=(3,) * 6, purses=(20,) * 3)
    assert trades(home_bringer, table, "buy blue", "buy purple", "sell red") == "buy blue"
    assert trades(home_bringer, table, "buy purple", "buy green", "sell red") == "buy purple"
    assert trades(home_bringer, replace(table, offset=3), "buy yellow", "sell blue", "sell purple") == "buy yellow"
    assert trades(home_bringer, table, "buy black", "sell red") == "sell red", "what is not needed is traded for gain"


def test_the_fee_of_fagin_stays_in_the_purse() -> None:
    ready = far(streets=streets((0, 0, 0), (1, 7, 0), (2, 5, 0)), stock=(3,) * 6)
    assert trades(home_bringer, replace(ready, purses=(17,) * 3), "buy blue", "buy purple") == "buy blue"
    assert trades(home_bringer, replace(ready, purses=(16,) * 3), "buy blue", "buy purple") == "pass"


def test_a_full_hand_takes_only_what_is_needed() -> None:
    table = far(hands=((2,) * 6,) * 3, stock=(3,) * 6, offset=3)
    assert (
        trades(home_bringer, table, "buy yellow") == "pass" and trades(home_bringer, table, "buy green") == "buy green"
    )


def test_whoever_can_leave_leaves_first_then_who_comes_furthest() -> None:
    ways = OneOf(("enter Bow Street", "Bow Street 1", "Holborn Hill 7", "Chertsey 5", "that is all"))
    table = far(hands=((2, 4, 1, 0, 0, 0),) * 3)
    assert says(home_bringer, asks("FG-12", ways, table)) == "Holborn Hill 7"
    at_end = OneOf(("Bow Street 0", "Holborn Hill 7", "that is all"))
    ends = replace(table, streets=streets((0, 0, 0), (1, 7, 0), (2, 5, 0)))
    assert says(home_bringer, asks("FG-12", at_end, ends)) == "Bow Street 0"
    assert says(home_bringer, asks("FG-12", at_end, replace(ends, purses=(14,) * 3))) == "Holborn Hill 7"
    poor = far(hands=((0,) * 6,) * 3)
    assert says(home_bringer, asks("FG-12", ways, poor)) == "that is all"
    assert says(home_bringer, asks("FG-12", ways, replace(poor, streets=EMPTY))) == "enter Bow Street"


def test_an_urchin_goes_home_or_as_near_to_an_end_as_it_can() -> None:
    assert says(home_bringer, asks("FG-16", OneOf((1, 2, "Chertsey", "Fagin")), far())) == "Fagin"
    assert says(home_bringer, asks("FG-11", OneOf((4, 6, 8, 9)), far())) == 9
    assert says(home_bringer, asks("FG-16", OneOf(("Chertsey", "Clerkenwell")), far())) == "Chertsey"


def test_thieves_take_what_is_missing_most_and_what_is_needed_is_kept() -> None:
    choice = OneOf(("Bow Street 5", "Holborn Hill 5", "Chertsey 5", "that is all"))
    assert says(home_bringer, asks("FG-17", choice, far())) == "Chertsey 5"
    assert says(home_bringer, asks("FG-17", OneOf(("take", "purple")), far())) == "take"
    many = Several(("blue",) * 5 + ("green", "red", "yellow"), 3, 3)
    assert says(home_bringer, asks("FG-R13", many, far())) == ("blue", "red", "yellow")


def test_the_home_bringer_ends_games_by_three_urchins_home() -> None:
    robots_of = [home_bringer, value_trader, stall_camper]
    ended = []
    for seed in range(24):
        table = play(game, {seat: robots_of[(seat + seed) % 3] for seat in range(3)}, seed, box=GANG)
        mine = -seed % 3
        if table.home[mine] == 3:
            ended.append(table.round)
            assert game.scores(table)[mine] == max(game.scores(table))
    assert len(ended) >= 3 and min(ended) < GANG.gang_rounds, ended


@each_box
@pytest.mark.parametrize("seats", [2, 3])
def test_the_home_bringer_beats_the_random_player(seats: int, box: Box) -> None:
    won = 0
    for seed in range(3 * seats):
        table = play(game, {**dict.fromkeys(range(seats), random_legal), seed % seats: home_bringer}, seed, box=box)
        won += game.scores(table)[seed % seats] == max(game.scores(table))
    assert won >= 0.7 * 3 * seats


def test_in_the_market_box_the_home_bringer_sells_before_buying() -> None:
    table = board(stock=(3,) * 6)
    assert trades(home_bringer, table, "buy blue", "sell yellow", "sell red") == "sell red"
    assert trades(home_bringer, table, "buy blue", "buy purple", "sell blue") == "buy blue"
    assert trades(home_bringer, table, "buy red", "sell blue") == "pass"


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("called", NAMED)
def test_each_robot_is_known_by_its_name(called: str) -> None:
    assert robots("fagin")[called] is NAMED[called]


@each_box
@each_robot
@pytest.mark.parametrize("seats", game.SEATS)
def test_every_robot_finishes_both_games(robot: Strategy, seats: int, box: Box) -> None:
    table = play(game, {**dict.fromkeys(range(seats), passer), seats - 1: robot}, seats, box=box)
    assert not table.phase and (table.round == box.rounds(seats) or max(table.home) == 3)


@each_box
@each_trader
@pytest.mark.parametrize("seats", [2, 3])
def test_each_trader_beats_the_random_player(robot: Strategy, seats: int, box: Box) -> None:
    won = 0
    for seed in range(2 * seats):
        table = play(game, {**dict.fromkeys(range(seats), random_legal), seed % seats: robot}, seed, box=box)
        won += game.scores(table)[seed % seats] == max(game.scores(table))
    assert won >= 0.8 * 2 * seats


@each_trader
def test_each_trader_beats_the_smallest_player_in_each_seat(robot: Strategy) -> None:
    for seat in range(2):
        for seed in range(3):
            scores = game.scores(play(game, {seat: robot, 1 - seat: smallest_legal}, seed))
            assert scores[seat] > scores[1 - seat]


def test_the_passer_keeps_his_purse_and_his_cubes() -> None:
    table = play(game, dict.fromkeys(range(3), passer), 1)
    assert game.scores(table) == (20 + 2 + 4 + 6 + 8 + 10 + 12,) * 3 and not table.sessions


def test_in_the_game_of_the_gang_traders_use_every_action() -> None:
    chosen: Counter[Any] = Counter()
    for seed in range(2):
        session = Session(game, 4, seed, box=GANG, bots={s: list(TRADERS.values())[s % 2] for s in range(4)})
        for step, answers in enumerate(session.log):
            chosen += Counter(answers.values()) if session.at(step).rule == "FG-1" else Counter()
    assert all(chosen[action] for action in ("urchins", "goods", "money", "market")), chosen
