"""Die Händler on the road: wagons, tiles, the cards that move a little more, the courier and the green cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics.choices import OneOf
from mechanics.games import haendler
from mechanics.games.haendler import BOX, Spot
from mechanics.games.haendler.hidden import redeal
from mechanics.games.haendler.moving import move_wagons
from mechanics.games.haendler.riding import ride
from mechanics.games.haendler.roads import here, neighbours, space, within
from mechanics.games.haendler.state import Influence
from mechanics.table import NATURE
from tests.haendler_steps import asked, at, drive, every_phase, on_road, options, refusal, told, wagon

SEATS = 2


def moving(*spots: str | Spot, loads: Any = (), tiles: Any = ((1, 2, 3, 4),) * 2, **fields: Any) -> Any:
    """A table before the wagons move: wagons A, B, C in these places, P1's goods aboard as given."""
    goods = [*loads, (), (), ()]
    carts = tuple(wagon(spot, SEATS, {0: tuple(goods[i])}) for i, spot in enumerate(spots))
    return at("move", (5000, 5000), wagons=carts, tiles=tiles, **fields)


# --- the map ----------------------------------------------------------------------------------------------------------


def test_a_road_space_is_the_same_from_both_ends() -> None:
    assert space(BOX, on_road("Wien", "Köln", 1)) == space(BOX, on_road("Köln", "Wien", 5)) == Spot("Köln", "Wien", 5)
    table = moving(on_road("Wien", "Köln", 1), "Köln", "Köln")
    assert (here(table, on_road("Köln", "Wien", 5)), here(table, Spot("Köln"))) == ((0,), (1, 2))


def test_whoever_is_a_neighbour_has_one_in_return() -> None:
    for spot in (Spot("Paris"), *within(BOX, Spot("Paris"), 99)):
        assert all(spot in neighbours(BOX, other) for other in neighbours(BOX, spot))
        assert len(neighbours(BOX, spot)) == (2 if spot.step else len(BOX.roads_from[spot.city]))


# --- wagons and tiles -------------------------------------------------------------------------------------------------


def test_DH_12_a_wagon_in_a_city_may_take_any_road_and_one_on_the_road_goes_on() -> None:
    ask = asked(move_wagons(moving("Paris", on_road("Köln", "Wien", 2), "Brügge"), 0))
    assert ask.rule == "DH-12"
    paris = ("A Köln", "A Brügge", "A Genua")
    assert options(ask, 0) == (*paris, "B Wien", "C Paris", "C Köln", "C Hamburg")
    assert refusal(ask, 0, "B Köln").rule == "DH-12"


def test_DH_12_any_wagon_may_be_moved_also_one_with_the_goods_of_others() -> None:
    table = moving("Paris", "Köln", "Wien", loads=(("wine",),))
    moved = drive(move_wagons(table, 1), ("DH-12", {1: "A Genua"}), ("DH-13", {1: 3}))
    assert moved.wagons[0] == wagon(on_road("Paris", "Genua", 3), SEATS, {0: ("wine",)})


def test_DH_12_a_used_tile_is_turned_down_and_all_are_turned_up_when_all_are_used() -> None:
    table = moving("Paris", "Köln", "Wien")
    table = drive(move_wagons(table, 0), ("DH-12", {0: "A Genua"}), ("DH-13", {0: 3}))
    assert table.tiles == ((1, 2, 4), (1, 2, 3, 4))
    assert options(asked(move_wagons(table, 0), ("DH-12", {0: "B Wien"})), 0) == (1, 2, 4)
    last = replace(table, tiles=((2,), (1, 2, 3, 4)))
    assert drive(move_wagons(last, 0), ("DH-12", {0: "B Wien"})).tiles[0] == (1, 2, 3, 4)


def test_DH_12_the_last_open_tile_is_used_without_a_question() -> None:
    table = drive(move_wagons(moving("Paris", "Köln", "Wien", tiles=((2,), (1,))), 0), ("DH-12", {0: "A Genua"}))
    assert table.wagons[0].spot == on_road("Paris", "Genua", 2)


def test_DH_13_a_wagon_does_not_end_where_another_stands_but_passes_it_and_counts_the_space() -> None:
    table = moving("Köln", on_road("Köln", "Wien", 2), on_road("Wien", "Köln", 2))
    ask = asked(move_wagons(table, 0), ("DH-12", {0: "A Wien"}))
    assert (ask.rule, options(ask, 0)) == ("DH-13", (1, 3))
    refused = refusal(ask, 0, 2)
    assert (refused.rule, refused.why) == ("DH-13", "“2” is not possible here.")
    assert refused.allowed == "1 or 3 (2 would end on the space of wagon B; 4 would end on the space of wagon C)"
    assert drive(move_wagons(table, 0), ("DH-12", {0: "A Wien"}), ("DH-13", {0: 3})).wagons[0].spot.step == 3


def test_DH_13_a_way_that_ends_on_other_wagons_with_every_tile_is_refused_with_that_reason() -> None:
    table = moving("Köln", on_road("Köln", "Wien", 2), "Paris", tiles=((2,), (1,)))
    ask = asked(move_wagons(table, 0))
    assert "A Wien" not in options(ask, 0)
    assert "A Wien ends on other wagons" in refusal(ask, 0, "A Wien").allowed


def test_DH_R11_several_wagons_may_stand_in_a_city() -> None:
    table = moving(on_road("Paris", "Köln", 4), "Köln", "Köln")
    assert drive(move_wagons(table, 0), ("DH-12", {0: "A Köln"}), ("DH-13", {0: 1})).wagons[0].spot == Spot("Köln")


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_DH_14_points_that_are_left_lapse_in_the_city(points: int) -> None:
    table = moving(on_road("Paris", "Köln", 4), "Wien", "Genua")
    table = drive(move_wagons(table, 0), ("DH-12", {0: "A Köln"}), ("DH-13", {0: points}))
    assert (table.wagons[0].spot, table.arrived) == (Spot("Köln"), (0,))


def test_DH_15_a_wagon_that_has_arrived_with_goods_may_not_leave_before_they_are_sold() -> None:
    table = moving("Köln", "Wien", "Genua", loads=(("wine",),), arrived=(0,))
    ask = asked(move_wagons(table, 0))
    refused = refusal(ask, 0, "A Wien")
    assert (refused.rule, refused.why) == ("DH-12", "“A Wien” is not possible here.")
    assert refused.allowed.endswith("(wagon A has arrived in Köln and stays there until its goods are sold)")


def test_DH_15_goods_loaded_in_this_round_do_not_hold_a_wagon_back() -> None:
    assert "A Wien" in options(asked(move_wagons(moving("Köln", "Wien", "Genua", loads=(("wine",),)), 0)), 0)


def test_DH_R24_an_empty_wagon_that_has_arrived_stays_for_this_round() -> None:
    ask = asked(move_wagons(moving("Köln", "Wien", "Genua", arrived=(0,)), 0))
    assert not any(option.startswith("A") for option in options(ask, 0))
    assert "wagon A has arrived in Köln and stays there in this round" in str(ask.allowed[0])


def test_DH_R24_whoever_can_move_no_wagon_turns_down_the_lowest_open_tile() -> None:
    table = moving("Köln", "Wien", "Genua", arrived=(0, 1, 2), tiles=((2, 3), (4,)))
    table = drive(move_wagons(table, 0))
    assert (table.tiles[0], told(table, "DH-R24")) == ((3,), ["P1 can move no wagon."])
    assert drive(move_wagons(table, 1)).tiles[1] == (1, 2, 3, 4)


def test_DH_R9_a_table_may_agree_that_empty_wagons_stay() -> None:
    box = replace(BOX, empty_wagons_move="no")
    table = moving("Köln", "Wien", "Genua", loads=(("wine",),), box=box)
    ask = asked(move_wagons(table, 0))
    assert {option[0] for option in options(ask, 0)} == {"A"}
    assert "wagon B is empty and empty wagons do not move" in str(ask.allowed[0])


def test_DH_7_the_loading_master_loses_the_office_when_the_wagon_has_left_the_city() -> None:
    carts = (wagon("Köln", 2, {1: ("wine",)}, master=0, kind="iron"), wagon("Wien", 2, master=1), wagon("Genua", 2))
    table = at("move", (0, 0), wagons=carts)
    table = drive(move_wagons(table, 0), ("DH-12", {0: "A Wien"}), ("DH-13", {0: 1}))
    assert (table.wagons[0].master, table.wagons[0].kind, table.wagons[1].master) == (None, "", 1)


def test_phase_3_goes_round_clockwise_and_then_the_courier_rides() -> None:
    table = moving("Köln", "Wien", "Genua", first=1)
    moves = (("DH-12", {1: "A Wien"}), ("DH-13", {1: 1}), ("DH-12", {0: "B Köln"}), ("DH-13", {0: 2}))
    table = drive(every_phase(table), *moves)
    assert (table.phase, table.turn) == ("courier", 0)
    assert drive(every_phase(table)).phase == "warehouse"


# --- cards that move wagons -------------------------------------------------------------------------------------------

TILE = (("DH-12", {0: "A Genua"}), ("DH-13", {0: 1}))


@pytest.mark.parametrize(("card", "most"), [("Wagnerei", 2), ("Große Wagnerei", 4)])
def test_the_red_wagon_cards_move_any_wagon_after_the_own_tile_once_a_round(card: str, most: int) -> None:
    table = moving("Paris", "Köln", "Wien", reds=((card,), ()))
    ask = asked(move_wagons(table, 0), *TILE)
    assert (ask.rule, options(ask, 0)[0]) == ("DH-R31", "none")
    assert f"{card}: any wagon, up to {most} spaces" in str(ask.allowed[0])
    ask = asked(move_wagons(table, 0), *TILE, ("DH-R31", {0: "C Köln"}))
    assert (ask.rule, options(ask, 0)) == ("DH-13", tuple(range(1, most + 1)))
    done = drive(move_wagons(table, 0), *TILE, ("DH-R31", {0: "C Köln"}), ("DH-13", {0: most}))
    assert (done.wagons[2].spot, done.used) == (on_road("Wien", "Köln", most), (card,))
    assert done.tiles[0] == (2, 3, 4)
    assert drive(move_wagons(replace(table, used=(card,)), 0), *TILE).used == (card,)


def test_a_card_may_stay_unused() -> None:
    table = moving("Paris", "Köln", "Wien", reds=(("Wagnerei",), ()))
    assert drive(move_wagons(table, 0), *TILE, ("DH-R31", {0: "none"})).used == ()


def test_both_red_wagon_cards_are_offered_one_after_the_other() -> None:
    table = moving("Paris", "Köln", "Wien", reds=(("Große Wagnerei", "Wagnerei"), ()))
    steps = (*TILE, ("DH-R31", {0: "A Genua"}), ("DH-13", {0: 2}), ("DH-R31", {0: "A Genua"}), ("DH-13", {0: 4}))
    done = drive(move_wagons(table, 0), *steps)
    assert (done.wagons[0].spot, done.used, done.arrived) == (Spot("Genua"), ("Wagnerei", "Große Wagnerei"), (0,))


def test_a_card_does_not_move_a_wagon_that_has_arrived() -> None:
    table = moving(on_road("Paris", "Genua", 5), "Köln", "Wien", reds=(("Wagnerei",), ()))
    ask = asked(move_wagons(table, 0), *TILE)
    assert not any(option.startswith("A") for option in options(ask, 0))


def test_the_green_extra_move_moves_any_wagon_by_one_or_two_and_is_gone() -> None:
    table = moving("Paris", "Köln", "Wien", greens={0: ["extra move"]})
    done = drive(move_wagons(table, 0), *TILE, ("DH-R31", {0: "A Genua"}), ("DH-13", {0: 2}))
    assert (done.wagons[0].spot, done.greens, done.green_gone) == (
        on_road("Paris", "Genua", 3), ((), ()), ("extra move",),
    )  # fmt: skip
    assert done.influence[-1] == Influence(0, "extra move", "plays")


def test_whoever_holds_another_green_card_is_asked_too_and_can_only_say_no() -> None:
    ask = asked(move_wagons(moving("Paris", "Köln", "Wien", greens={0: ["waived cost"]}), 0), *TILE)
    assert options(ask, 0) == ("none",)


# --- the courier ------------------------------------------------------------------------------------------------------


def riding(card: str = "Kurier", courier: Spot | None = None, **fields: Any) -> Any:
    """A table before the courier rides: P1 owns a courier card, the wagons stand in Paris, Köln and Wien."""
    return at("courier", (0, 0), courier=courier or Spot("Hamburg"), **{"reds": ((card,), ()), **fields})


@pytest.mark.parametrize(("card", "steps"), [("Kurier", 3), ("Express-Kurier", 6)])
def test_DH_16_DH_R27_the_courier_rides_up_to_3_or_6_spaces_in_any_direction(card: str, steps: int) -> None:
    assert BOX.courier_steps[card] == steps
    ask = asked(ride(riding(card), 0))
    assert (ask.rule, options(ask, 0)[0]) == ("DH-16", "stay")
    near = within(BOX, Spot("Hamburg"), steps)
    assert set(options(ask, 0)[1:]) == {spot.city if not spot.step else f"{spot.city}-{spot.goal}" for spot in near}
    assert Spot("Hamburg") not in near


def test_DH_R27_from_hamburg_six_spaces_reach_koeln_but_not_paris() -> None:
    ask = asked(ride(riding("Express-Kurier"), 0))
    assert {"Köln", "Brügge"} <= set(options(ask, 0))
    assert not {"Paris", "Wien", "Genua", "Hamburg"} & set(options(ask, 0))


def test_DH_R27_on_a_road_the_space_is_chosen_too() -> None:
    ask = asked(ride(riding(), 0), ("DH-16", {0: "Hamburg-Wien"}))
    assert (ask.rule, options(ask, 0)) == ("DH-R27", (1, 2, 3))
    done = drive(ride(riding(), 0), ("DH-16", {0: "Hamburg-Wien"}), ("DH-R27", {0: 3}))
    assert (done.courier, done.used, done.greens) == (Spot("Hamburg", "Wien", 3), ("Kurier",), ((), ()))


def test_DH_R27_the_courier_rides_past_wagons_and_through_cities() -> None:
    table = riding(courier=Spot("Köln", "Wien", 1), wagons=(wagon("Köln", 2), wagon("Wien", 2), wagon("Wien", 2)))
    ask = asked(ride(table, 0))
    assert {"Köln", "Köln-Wien", "Köln-Paris", "Köln-Genua", "Brügge-Köln", "Hamburg-Köln"} < set(options(ask, 0))
    ask = asked(ride(table, 0), ("DH-16", {0: "Köln-Wien"}))
    assert options(ask, 0) == (2, 3, 4)
    ask = asked(ride(table, 0), ("DH-16", {0: "Hamburg-Köln"}))
    assert options(ask, 0) == (3, 4)


def test_DH_16_the_courier_may_stay_and_then_the_card_is_not_used() -> None:
    table = riding()
    assert drive(ride(table, 0), ("DH-16", {0: "stay"})) == table
    assert drive(ride(table, 1)) == table


def test_DH_16_on_the_space_of_a_wagon_the_player_chooses_a_green_card_in_secret() -> None:
    table = riding(courier=Spot("Köln", "Wien", 2))
    ask = asked(ride(table, 0), ("DH-16", {0: "Köln"}))
    assert (ask.rule, options(ask, 0), ask.private) == ("DH-R16", BOX.green, True)
    assert haendler.view(ask, 1).allowed is None and haendler.view(ask, 0).allowed is not None
    done = drive(ride(table, 0), ("DH-16", {0: "Köln"}), ("DH-R16", {0: "won tie"}))
    assert (done.greens, len(done.green_stack), done.green_stack.count("won tie")) == ((("won tie",), ()), 20, 2)
    assert told(done, "DH-16")[-1] == "P1 takes a green card."
    assert not any("won tie" in event.text for event in done.story)


def test_DH_16_a_wagon_on_a_road_space_gives_a_green_card_and_the_space_beside_it_none() -> None:
    table = riding(wagons=(wagon(on_road("Köln", "Hamburg", 3), 2), wagon("Köln", 2), wagon("Wien", 2)))
    there = (("DH-16", {0: "Hamburg-Köln"}), ("DH-R27", {0: 2}))
    assert asked(ride(table, 0), *there).rule == "DH-R16"
    assert drive(ride(table, 0), there[0], ("DH-R27", {0: 1})).greens == ((), ())


def test_DH_R27_several_wagons_on_its_end_give_one_card_and_an_empty_stack_none() -> None:
    carts = (wagon("Köln", 2),) * 3
    table = riding(courier=Spot("Köln", "Wien", 2), wagons=carts)
    done = drive(ride(table, 0), ("DH-16", {0: "Köln"}), ("DH-R16", {0: "won tie"}))
    assert len(done.greens[0]) == 1
    empty = drive(ride(replace(table, green_stack=()), 0), ("DH-16", {0: "Köln"}))
    assert (empty.greens, empty.courier) == (((), ()), Spot("Köln"))


def test_DH_R27_two_courier_cards_are_used_one_after_the_other() -> None:
    table = riding(reds=(("Kurier", "Express-Kurier"), ()))
    ask = asked(ride(table, 0), ("DH-16", {0: "Hamburg-Köln"}), ("DH-R27", {0: 2}))
    assert ask.rule == "DH-16" and "Express-Kurier: up to 6 spaces" in str(ask.allowed[0])
    done = drive(
        ride(table, 0), ("DH-16", {0: "Hamburg-Köln"}), ("DH-R27", {0: 2}), ("DH-16", {0: "Köln"}),
        ("DH-R16", {0: "extra move"}),
    )  # fmt: skip
    assert (done.used, done.greens[0]) == (("Kurier", "Express-Kurier"), ("extra move",))


def test_DH_R16_a_table_may_agree_to_take_the_top_card() -> None:
    table = riding(courier=Spot("Köln", "Wien", 2), box=replace(BOX, influence_pick="top"))
    ask = asked(ride(table, 0), ("DH-16", {0: "Köln"}))
    assert (ask.rule, ask.private, ask.allowed) == ("DH-R16", True, {NATURE: OneOf(table.green_stack)})
    done = drive(ride(table, 0), ("DH-16", {0: "Köln"}), ("DH-R16", {NATURE: "waived cost"}))
    assert done.greens[0] == ("waived cost",)


# --- what nobody can know ---------------------------------------------------------------------------------------------


def dealt(table: Any, seat: int, many: int = 300) -> list[Any]:
    """Many tables as they may well be for a seat."""
    rng = np.random.default_rng(7)
    return [redeal(table, seat, rng) for _ in range(many)]


def test_the_red_stack_is_shuffled_and_nothing_open_changes() -> None:
    table = at("buy", (100, 200), greens={1: ["won tie"]})
    tables = dealt(table, 0)
    assert len({other.red_deck for other in tables}) == 24
    assert all(sorted(other.red_deck) == sorted(table.red_deck) for other in tables)
    assert all(replace(other, **hidden(table)) == table for other in tables)


def hidden(table: Any) -> dict[str, Any]:
    """What a redeal may change."""
    return {name: getattr(table, name) for name in ("red_deck", "greens", "green_stack", "influence")}


def test_the_card_of_another_may_be_any_of_the_21_each_equally_likely() -> None:
    table = at("buy", (100, 200), greens={1: ["won tie"]})
    held = Counter(other.greens[1][0] for other in dealt(table, 0, 2100))
    assert set(held) == set(BOX.green) and all(230 < many < 370 for many in held.values())
    assert all(other == replace(table, red_deck=other.red_deck) for other in dealt(table, 1, 20))


def test_whoever_has_looked_through_the_stack_knows_what_was_taken_before_but_not_by_whom() -> None:
    table = at("buy", (1, 2, 3), greens={1: ["won tie"], 2: ["extra move"], 0: ["price nudge"]})
    assert [step.seat for step in table.influence] == [1, 2, 0]
    hands = Counter(other.greens for other in dealt(table, 0))
    own = ("price nudge",)
    assert set(hands) == {(own, ("won tie",), ("extra move",)), (own, ("extra move",), ("won tie",))}
    assert min(hands.values()) > 100
    later = at("buy", (1, 2, 3), greens={1: ["won tie"], 0: ["price nudge"], 2: ["extra move"]})
    after = dealt(later, 0)
    assert {other.greens[1] for other in after} == {("won tie",)} and len({other.greens[2] for other in after}) == 7


def test_with_the_top_card_nobody_has_seen_the_stack() -> None:
    table = at("buy", (1, 2), replace(BOX, influence_pick="top"), greens={1: ["won tie"], 0: ["price nudge"]})
    assert len({other.greens[1] for other in dealt(table, 0)}) == 7


def test_a_card_that_was_played_stays_the_one_that_its_player_had() -> None:
    table = at("buy", (1, 2, 3), greens={1: ["won tie", "extra move"], 2: ["price nudge"]})
    played = (*table.influence, Influence(1, "won tie", "plays"))
    greens = ((), ("extra move",), ("price nudge",))
    table = replace(table, influence=played, greens=greens, green_gone=("won tie",))
    tables = dealt(table, 0)
    assert all(len(other.greens[1]) == len(other.greens[2]) == 1 for other in tables)
    assert len({other.greens for other in tables}) > 30
    for other in tables:
        cards = [*other.green_stack, *other.green_gone, *(card for hand in other.greens for card in hand)]
        assert Counter(cards) == dict.fromkeys(BOX.green, 3)


def test_a_card_played_before_a_look_at_the_stack_fits_what_was_seen_then() -> None:
    steps = ((1, "won tie", "takes"), (0, "price nudge", "takes"), (1, "extra move", "takes"), (1, "won tie", "plays"))
    table = at("buy", (1, 2))
    influence = tuple(Influence(*step) for step in steps)
    stack = list(table.green_stack)
    for card in ("won tie", "price nudge", "extra move"):
        stack.remove(card)
    greens = (("price nudge",), ("extra move",))
    fields = {"influence": influence, "greens": greens, "green_stack": tuple(stack), "green_gone": ("won tie",)}
    table = replace(table, **fields)
    assert {other.greens[1] for other in dealt(table, 0)} == {(card,) for card in BOX.green}


def test_exchanges_come_to_the_same_as_shuffling_until_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    from mechanics.games.haendler import hidden as dealing

    plays = ("won tie", "extra move")
    table = at("buy", (1, 2, 3), greens={1: [*plays, "price nudge"], 2: ["won tie"]})
    played = (*table.influence, *(Influence(1, card, "plays") for card in plays))
    table = replace(table, influence=played, greens=((), ("price nudge",), ("won tie",)), green_gone=plays)
    counts = []
    for tries in (2000, 0):
        monkeypatch.setattr(dealing, "TRIES", tries)
        counts.append(Counter(other.greens[1] + other.greens[2] for other in dealt(table, 0, 1500)))
    assert set(counts[0]) == set(counts[1]) and len(counts[0]) == 49
    for hands, many in counts[0].items():
        assert abs(many - counts[1][hands]) < 5 * (many + counts[1][hands]) ** 0.5
