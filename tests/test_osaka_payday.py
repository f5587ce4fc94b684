"""Traders of Osaka on a payday, at its end, and what everybody may see, each rule by its id."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal
from mechanics.choices import Several
from mechanics.games import osaka
from mechanics.games.osaka import BOX, Table
from mechanics.games.osaka.payday import begin_payday
from mechanics.session import Session
from mechanics.table import NATURE, IllegalMove, play
from tests.osaka_steps import ask_of, asked, at, drive, refusal, seated, step, words
from tests.test_osaka_vectors import sold

CAPPED = replace(BOX, excess_points="cap")
ALL_TOKENS = replace(BOX, tokens_count="all")
SINKS = {"ships": (0, 3, 5, 0)}  # green arrives, blue is in the current


# --- the order --------------------------------------------------------------------------------------------------------


def test_a_purchase_goes_on_to_payday_tokens_ships_and_refill_in_this_order_to_21_to_r15() -> None:
    hands, cargo = ["yellow 2, blue 2", "blue 2"], ["green 3, blue 5", "blue 3, green 5"]
    script = osaka.game(2, BOX, at("turn", hands, market="green 2", cargo=cargo, ships=(0, 3, 4, 0)))
    ask, asked_for = next(script), []
    for answer in ("buy", ("yellow 2",), ("blue 2",), ()):
        asked_for.append((ask.rule, *ask.allowed))
        ask = script.send(dict.fromkeys(ask.allowed, answer))
    assert asked_for == [("TO-A", 0), ("TO-R14", 0), ("TO-19", 0), ("TO-19", 1)]
    rules = [event.rule for event in ask.table.story]
    insured, lost, sold_, taken = ["TO-19", "TO-19"], ["TO-18"], ["TO-14", "TO-14"], ["TO-17", "TO-17"]
    assert rules == ["TO-2", "TO-4", "TO-6", "TO-7", *insured, *lost, *sold_, *taken, "TO-11"]
    assert (ask.rule, set(ask.allowed), ask.table.ships) == ("TO-A", {1}, (0, 2, 0, 0))
    assert [words(mine) for mine in ask.table.cargo] == [["blue 5"], []] and len(ask.table.market) == 2


# --- selling ----------------------------------------------------------------------------------------------------------


def test_everybody_sells_all_cargo_of_what_has_arrived_and_nothing_else_to_13() -> None:
    after = sold(at("insure", ["", ""], cargo=["blue 5, red 5", "blue 2, yellow 3"], ships=(0, 5, 2, 1)))
    assert [words(cargo) for cargo in after.cargo] == [["red 5"], ["yellow 3"]]
    assert osaka.points(after) == (1, 1)


@pytest.mark.parametrize(("box", "points"), [(BOX, 2), (ALL_TOKENS, 4)])
def test_tokens_of_the_colour_count_or_all_as_the_table_agrees_to_14_to_r2(box: Any, points: int) -> None:
    tokens = ((3, 1, 0, 1), (0,) * 4)
    after = sold(at("insure", ["", ""], cargo=["blue 2, blue 3", ""], ships=(0, 5, 0, 0), tokens=tokens, box=box))
    assert osaka.points(after) == (points, 0)


@pytest.mark.parametrize(("box", "points", "drawn"), [(BOX, 3, 2), (CAPPED, 1, 0)])
def test_points_beyond_the_cards_sold_are_drawn_or_lapse_to_16(box: Any, points: int, drawn: int) -> None:
    tokens = ((0, 8, 0, 0), (0,) * 4)
    table = at("insure", ["", ""], cargo=["blue 5", ""], ships=(0, 5, 0, 0), tokens=tokens, box=box)
    after = sold(table)
    assert osaka.points(after) == (points, 0) and len(after.drawn) == drawn
    assert len(after.pile) == len(table.pile) - drawn
    assert after.paydays[0].sales[0].points == points


def test_cards_drawn_as_points_stay_hidden_in_the_money_too_to_16() -> None:
    table = at("insure", ["", ""], cargo=["blue 5", ""], ships=(0, 5, 0, 0), tokens=((0, 8, 0, 0), (0,) * 4))
    after = sold(table)
    assert after.ledger.balance("P1 points") == 5
    assert after.ledger.balance("unseen") == table.ledger.balance("unseen")
    assert BOX.words[after.drawn[0].card] not in " ".join(event.text for event in after.story[len(table.story) + 2 :])


def test_points_are_drawn_from_the_shuffled_discards_when_the_pile_is_short_to_r18() -> None:
    table = at(
        "insure", ["", ""], cargo=["blue 5", ""], ships=(0, 5, 0, 0), tokens=((0, 8, 0, 0), (0,) * 4), pile="red 2",
        discard="red 3, red 5",
    )  # fmt: skip
    selling = drive(step(begin_payday(table)))
    ask = asked(step(selling))
    assert ask.rule == "TO-R18" and len(ask.table.drawn) == 1
    after = drive(step(selling), ("TO-R18", {NATURE: (1, 0)}))
    assert [BOX.words[one.card] for one in after.drawn] == ["red 2", "red 5"]
    assert [one.shuffle for one in after.drawn] == [0, 1]


def test_points_that_nothing_is_left_to_draw_for_are_lost_to_r18() -> None:
    tokens = ((0, 8, 0, 0), (0,) * 4)
    table = at("insure", ["", ""], cargo=["blue 5", ""], ships=(0, 5, 0, 0), tokens=tokens, pile="red 2", discard="")
    after = sold(table)
    assert osaka.points(after) == (2, 0)


def test_everybody_who_sold_takes_one_token_of_the_colour_however_many_cards_to_17() -> None:
    after = sold(at("insure", ["", "", ""], cargo=["blue 5, blue 5", "blue 2", "red 2"], ships=(0, 5, 0, 0)))
    assert after.tokens == ((0, 1, 0, 0), (0, 1, 0, 0), (0,) * 4) and after.supply == (12, 10, 12, 12)
    assert after.paydays[0].tokens == (("blue",), ("blue",), ())


def test_a_token_counts_only_from_the_next_payday_on_and_colours_are_sold_one_by_one_to_17_to_r5() -> None:
    table = at("insure", ["", ""], cargo=["blue 5, green 5", ""], ships=(0, 5, 5, 0), box=ALL_TOKENS)
    after = sold(table)
    assert [(sale.colour, sale.points) for sale in after.paydays[0].sales] == [("blue", 1), ("green", 1)]
    assert after.tokens[0] == (0, 1, 1, 0) and after.ships == (0, 0, 0, 0)


def test_tokens_that_are_short_go_clockwise_from_the_active_player_to_r18() -> None:
    cargo = ["blue 2", "blue 2", "blue 2"]
    after = sold(at("insure", ["", "", ""], cargo=cargo, ships=(0, 5, 0, 0), supply=(12, 2, 12, 12), turn=1))
    assert after.tokens == ((0,) * 4, (0, 1, 0, 0), (0, 1, 0, 0)) and after.supply[1] == 0
    assert [sale.seat for sale in after.paydays[0].sales] == [1, 2, 0]


def test_cards_kept_as_points_never_come_back_to_r12() -> None:
    table = at("insure", ["", ""], cargo=["blue 2, blue 2", ""], ships=(0, 5, 0, 0), pile="", discard="rest")
    after = sold(table)
    assert words(after.scored[0]) == ["blue 2"]
    shuffled = drive(step(after), ("TO-R18", {NATURE: tuple(range(len(after.discard)))}))
    assert after.scored[0][0] not in (*shuffled.pile, *shuffled.market, *shuffled.production)


# --- losses and insurance ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [3, 4])
def test_both_places_of_the_current_take_the_cargo_of_everybody_to_18(place: int) -> None:
    after = sold(at("insure", ["", ""], cargo=["blue 5, blue 2", "blue 3"], ships=(0, place, 5, 0)))
    assert after.cargo == ((), ()) and sorted(words(after.discard)) == ["blue 2", "blue 3", "blue 5"]
    assert after.ships[1] == BOX.safe == 2


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_ship_before_the_current_loses_nothing_and_stays_to_18_to_20(place: int) -> None:
    after = sold(at("insure", ["", ""], cargo=["blue 5", ""], ships=(0, place, 5, 0)))
    assert words(after.cargo[0]) == ["blue 5"] and after.ships == (0, place, 0, 0)


def test_insurance_is_voluntary_to_19() -> None:
    table = at("insure", ["blue 2", ""], cargo=["blue 5", ""], **SINKS)
    after = sold(table, ("TO-19", {0: ()}))
    assert after.cargo[0] == () and words(after.hands[0]) == ["blue 2"]


def test_saved_goods_stay_and_are_sold_on_a_later_payday_and_the_mark_lasts_for_one_to_19_to_r7() -> None:
    after = sold(at("insure", ["blue 2", ""], cargo=["blue 5", ""], **SINKS), ("TO-19", {0: ("blue 2",)}))
    assert words(after.cargo[0]) == ["blue 5"] and words(after.discard) == ["blue 2"]
    again = sold(replace(after, phase="insure", ships=(0, 4, 5, 0)))
    assert again.cargo[0] == () and again.paydays[1].saved == ((), ())
    later = sold(replace(after, phase="insure", ships=(0, 5, 0, 0)))
    assert osaka.points(later) == (1, 0)


def test_surplus_symbols_lapse_and_equal_cards_are_not_asked_about_to_r16() -> None:
    table = at("insure", ["blue 2, blue 2", ""], cargo=["blue 5, blue 5, blue 5", ""], **SINKS)
    after = sold(table, ("TO-19", {0: ("blue 2",)}))
    assert words(after.cargo[0]) == ["blue 5", "blue 5"]
    all_saved = sold(table, ("TO-19", {0: ("blue 2", "blue 2")}))
    assert len(all_saved.cargo[0]) == 3


def test_exactly_as_many_cards_are_picked_as_there_are_symbols_to_r16() -> None:
    table = begin_payday(at("insure", ["blue 3", ""], cargo=["blue 5, blue 2", ""], **SINKS))
    ask = asked(step(table), ("TO-19", {0: ("blue 3",)}))
    assert ask.rule == "TO-R16" and ask.allowed[0] == Several(
        ("blue 2", "blue 5"), 1, 1, because="1 of your 2 blue cards can be saved"
    )
    assert refusal(ask, 0, ("blue 2", "blue 5")).why == "2 chosen is too many."


def test_nothing_is_picked_where_all_cargo_of_the_colour_is_saved_to_r16() -> None:
    table = at("insure", ["blue 2", ""], cargo=["blue 5, blue 3", ""], **SINKS)
    assert words(sold(table, ("TO-19", {0: ("blue 2",)})).cargo[0]) == ["blue 3", "blue 5"]


def test_insurance_is_asked_clockwise_from_the_active_player_of_those_who_can_use_it_to_19() -> None:
    hands, cargo = ["blue 2", "blue 2", "blue 5", "blue 3"], ["blue 3", "blue 3", "blue 3", "red 5"]
    table = begin_payday(at("insure", hands, cargo=cargo, turn=1, **SINKS))
    assert set(asked(step(table)).allowed) == {1}
    assert set(asked(step(table), ("TO-19", {1: ()})).allowed) == {0}
    assert drive(step(table), ("TO-19", {1: ()}), ("TO-19", {0: ()})).phase == "sell"


def test_without_cargo_in_the_current_nobody_insures_to_r16() -> None:
    table = begin_payday(at("insure", ["blue 2", "blue 2"], cargo=["blue 3", "green 5"], **SINKS))
    session = seated(table)
    with pytest.raises(IllegalMove, match="P2 is not asked now"):
        session.submit(1, ("blue 2",))
    assert session.log == () and session.waiting == (0,)


def test_what_has_arrived_needs_no_insurance_to_r6() -> None:
    assert drive(step(begin_payday(at("insure", ["green 2", ""], cargo=["green 3", ""], **SINKS)))).phase == "sell"


@pytest.mark.parametrize("card", ["blue 5", "red 2", "green 3"])
def test_insuring_with_a_wrong_card_is_refused_and_changes_nothing(card: str) -> None:
    hand = "blue 2, blue 5, red 2, green 3"
    session = seated(begin_payday(at("insure", [hand, ""], cargo=["blue 3", "red 2"], **SINKS)))
    before, view = session.ask, session.view(0)
    with pytest.raises(IllegalMove) as refused:
        session.submit(0, (card,))
    assert refused.value.rule == "TO-19" and card.split()[0] in refused.value.why
    assert refused.value.allowed.startswith("0 to 1 of blue 2")
    assert session.ask is before and session.view(0) == view and session.log == ()


def test_goods_just_bought_sink_too_to_18() -> None:
    table = at("turn", ["red 5, red 5", ""], market="green 5, blue 5", ships=(0, 2, 4, 0))
    table = drive(step(table), ("TO-A", {0: "buy"}))
    table = drive(step(table), ("TO-R14", {0: ("red 5", "red 5")}))
    after = drive(step(drive(step(table))))
    assert after.cargo[0] == () and osaka.points(after) == (1, 0)
    assert (after.phase, after.ships) == ("refill", (0, 2, 0, 0))


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "phase"), [(6, "refill"), (7, "")])
def test_eight_tokens_end_the_game_after_the_payday_the_first_one_included_to_22_to_r3_to_r4(
    before: int, phase: str
) -> None:
    cargo = ["blue 5, red 3", "blue 2"]
    table = at("insure", ["", ""], cargo=cargo, ships=(0, 5, 0, 3), tokens=((before, 0, 0, 0), (0,) * 4))
    after = sold(table)
    assert after.phase == phase and after.ships == (0, 0, 0, 2)
    assert osaka.points(after) == (1, 1) and "red 3" in words(after.discard)


def test_most_points_win_and_tokens_break_ties_to_22_to_23() -> None:
    table = at("turn", ["", "", ""], scored=["red 2, red 5", "blue 2, blue 3", "green 5"], drawn=[(2, "green 3")],
               tokens=((1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 0, 0)))  # fmt: skip
    assert osaka.points(table) == (2, 2, 2) and osaka.scores(table) == (201, 202, 202)


def test_forty_eight_tokens_are_fewer_than_a_point_to_23() -> None:
    assert len(BOX.colours) * BOX.tokens_each < osaka.state.POINT


# --- what is seen -----------------------------------------------------------------------------------------------------


def test_others_see_how_many_cards_a_hand_has_and_not_which() -> None:
    table = at("turn", ["red 5, red 3", "blue 2"], market="green 5")
    board = osaka.view(ask_of(table), 1).board
    assert board.hands == (None, (osaka.Card("blue", 2, 2),)) and board.hand_sizes == (2, 1) and board.coins == 2
    spectator = osaka.view(ask_of(table), None).board
    assert spectator.hands == (None, None) and spectator.hand == () and "'red', value=5" not in repr(spectator.hands)
    shown = at("turn", ["red 5, red 3", "blue 2"], market="green 5", box=replace(BOX, hands="open"))
    assert [card.value for card in osaka.view(ask_of(shown), 1).board.hands[0]] == [5, 3]


def test_a_board_shows_rows_with_pieces_prices_and_danger() -> None:
    table = at("turn", ["red 5", ""], market="blue 5, blue 2", production="green 3", reserved={1: "blue 5"},
               ships=(0, 4, 1, 0))  # fmt: skip
    board = osaka.view(ask_of(table), 0).board
    assert board.market == (osaka.Laid("blue", 5, 0, 1), osaka.Laid("blue", 2, 2, None))
    assert board.production == (osaka.Laid("green", 3, 1, None),)
    assert board.prices == (2, 7) and board.pieces == (None, osaka.Card("blue", 5, 0))
    assert board.endangered == ("blue",) and board.pile == len(table.pile) and board.scores is None


def test_what_was_drawn_before_a_shuffle_stays_among_what_was_drawn_then() -> None:
    table = at("turn", ["", ""], drawn=[(0, "red 2"), (1, "red 3"), (0, "red 5")], pile="blue 2, blue 3, blue 5",
               discard="rest", shuffles=1)  # fmt: skip
    table = replace(table, drawn=(*table.drawn[:2], table.drawn[2]._replace(shuffle=1)))
    rng, seen = np.random.default_rng(0), Counter[tuple[str, ...]]()
    for _ in range(400):
        dealt = osaka.redeal(table, 0, rng)
        drawn = [BOX.words[one.card] for one in dealt.drawn]
        assert sorted(drawn[:2]) == ["red 2", "red 3"]
        assert sorted([drawn[2], *words(dealt.pile)]) == ["blue 2", "blue 3", "blue 5", "red 5"]
        assert [one.seat for one in dealt.drawn] == [0, 1, 0] and dealt.hands == table.hands
        seen[drawn[0], drawn[2]] += 1
    assert len(seen) == 8 and min(seen.values()) > 400 / 8 / 2


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_keeps_ships_at_sea_pieces_on_cards_and_history_in_step(seats: int) -> None:
    for seed in range(6):
        session = Session(osaka, seats, seed, bots=dict.fromkeys(range(seats), random_legal))  # type: ignore[arg-type]
        for at_step in range(1, len(session.log) + 1):
            table: Table = session.at(at_step).table
            lying = set(table.market) | set(table.production)
            assert all(card is None or card in lying for card in table.reserved)
            assert len({card for card in table.reserved if card is not None}) == sum(
                card is not None for card in table.reserved
            )
            assert all(0 <= ship <= BOX.edo for ship in table.ships)
            assert len(table.market) <= BOX.market + seats - 1
        end: Table = session.table
        assert max(map(sum, end.tokens)) >= BOX.end_tokens or end.skipped == seats
        assert sum(sale.drawn for day in end.paydays for sale in day.sales) >= len(end.drawn)
        bought = sum(done.price for done in end.turns if done.does == "buy")
        assert bought == sum(entry.amount for entry in end.ledger.entries if entry.rule == "TO-5")
        assert [past.round for past in end.past] == list(range(1, len(end.past) + 1))


@pytest.mark.parametrize("seed", range(3))
def test_what_a_tournament_counts_is_what_the_ledger_and_the_table_say(seed: int) -> None:
    table = play(osaka, dict.fromkeys(range(3), random_legal), seed)
    sums = Counter((e.why.split(" in the ")[0], e.payer) for e in table.ledger.entries for _ in range(e.amount))
    counts = osaka.counters(table)
    assert sum(map(len, counts)) == 18 and any(mine["coins overpaid"] for mine in counts)
    for seat, mine in enumerate(counts):
        assert osaka.scores(table)[seat] == 100 * mine["points"] + mine["tokens"]
        assert mine["coins overpaid"] == sums["TO-4 overpays and gets no change", seat]
        assert mine["coins sunk"] == sums["TO-18 sinks", f"P{seat + 1} cargo"]
        does = Counter(done.does for done in table.turns if done.seat == seat)
        assert (mine["purchases"], mine["reservations"]) == (does["buy"], does["reserve"])
