"""Traders of Osaka rule by rule, from the deal to the refilled market: single steps of the script, named by rule id."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics.boxes import origins
from mechanics.choices import OneOf, Several
from mechanics.games import osaka
from mechanics.games.osaka import BOX, Box, Table
from mechanics.games.osaka.deal import lay_out, starters
from mechanics.games.osaka.script import PHASES
from mechanics.games.osaka.state import opened
from mechanics.table import NATURE, IllegalMove, sentence
from tests.osaka_steps import ask_of, asked, at, drive, names, refusal, seated, step, told, words

PRODUCTION_TOO = replace(BOX, reserve_from_production=True)
NOTHING_LEFT: dict[str, Any] = {"pile": (), "discard": ()}


def options(table: Table) -> tuple[Any, ...]:
    """What the seat on turn may do."""
    ask = ask_of(table)
    assert ask.rule == "TO-A" and set(ask.allowed) == {table.turn}
    choice = ask.allowed[table.turn]
    assert isinstance(choice, OneOf)
    return choice.options


def action(table: Table, answer: str) -> Table:
    """The table after an action, the market filled up if it has to be."""
    table = drive(step(table), ("TO-A", {table.turn: answer}))
    return drive(step(table)) if table.phase == "refill" else table  # type: ignore[no-any-return]


def bought(table: Table, paid: str) -> Table:
    """The table after a purchase, before the market is filled up or a payday begins."""
    seat = table.turn
    table = drive(step(table), ("TO-A", {seat: "buy"}))
    return drive(step(table), ("TO-R14", {seat: tuple(names(paid))}))  # type: ignore[no-any-return]


# --- the box ----------------------------------------------------------------------------------------------------------


def test_the_box_holds_108_cards_worth_336_coins() -> None:
    assert len(BOX.cards) == 108 and sum(BOX.values) == 336
    assert [BOX.values.count(value) for value in (2, 3, 5)] == [44, 36, 28]
    assert {card.symbols for card in BOX.cards if card.value == 2} == {2}
    assert {card.symbols for card in BOX.cards if card.value == 3} == {1}
    assert {card.symbols for card in BOX.cards if card.value == 5} == {0}
    assert [card.colour for card in BOX.cards].count("red") == 27


def test_what_was_invented_says_so() -> None:
    of = {one.field: one.origin for one in origins(BOX)}
    assert of["goods"] == "house default"
    assert {of[field] for field in ("market", "production", "end_tokens", "divisor", "deal_target")} == {"text"}
    assert all(of[field].startswith("source") for field in ("per_colour", "insurance", "places", "tokens_each"))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"market": 0}, "The market is a whole number, 1 or more; 0 is not"),
        ({"divisor": 0}, "The divisor is a whole number, 1 or more"),
        ({"tokens_each": -1}, "The tokens each is a whole number, 0 or more"),
        ({"safe": 5}, "places 0 to 4; 5 is not"),
        ({"current": (3, 9)}, "places 0 to 4; 9 is not"),
        ({"excess_points": "lose"}, "excess points can be draw or cap; 'lose'"),
        ({"tokens_count": "none"}, "tokens count can be same_colour or all"),
        ({"hands": "shown"}, "hands can be secret or open"),
        ({"reserve_from_production": 1}, "reserve from production can be False or True; 1 is not"),
        ({"per_colour": {2: 1, 3: 1, 5: 1}}, "The deal may take 24 cards, but there are 12"),
        ({"per_colour": {2: 11, 4: 9}}, "symbols on a card of value 4 is a whole number"),
        ({"goods": {}}, "there is none for yellow"),
    ],
)
def test_a_box_that_makes_no_game_is_refused_in_words(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(BOX, **changes)


def test_a_rule_says_the_numbers_of_its_box() -> None:
    box = replace(BOX, end_tokens=6, excess_points="cap", tokens_count="all", reserve_from_production=True)
    assert "has 6 tokens" in sentence(osaka, "TO-22", box)  # type: ignore[arg-type]
    assert "lapse" in sentence(osaka, "TO-16", box)  # type: ignore[arg-type]
    assert "all own tokens" in sentence(osaka, "TO-14", box)  # type: ignore[arg-type]
    assert "the market or the production" in sentence(osaka, "TO-9", box)  # type: ignore[arg-type]


# --- before the first turn --------------------------------------------------------------------------------------------


def order_of(top: str) -> tuple[int, ...]:
    """A shuffled deck with these cards on top."""
    left, first = list(range(108)), []
    for name in names(top):
        card = next(card for card in left if BOX.words[card] == name)
        left.remove(card)
        first.append(card)
    return (*first, *left)


ROWS = "red 2, red 2, red 2, red 2, red 2, blue 2, blue 2, blue 2, "


def test_ships_start_in_osaka_and_both_rows_are_open_to_s1() -> None:
    table = lay_out(opened(2, BOX), order_of(ROWS + "green 5, green 3, green 5, green 5"))
    assert table.ships == (0, 0, 0, 0)
    assert words(table.market) == ["red 2"] * 5 and words(table.production) == ["blue 2"] * 3


def test_each_draws_until_the_hand_is_worth_8_and_the_story_tells_it_to_s2() -> None:
    table = lay_out(opened(2, BOX), order_of(ROWS + "green 5, green 3, green 5, green 2, green 5"))
    assert [words(hand) for hand in table.hands] == [["green 5", "green 3"], ["green 5", "green 5", "green 2"]]
    assert told(table, "TO-S2") == [
        "P1 draws green 5 and green 3: 8 coins.", "P2 draws green 5, green 5 and green 2: 12 coins.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ("green 5, green 5, green 5, green 3", (1,)),
        ("green 3, green 3, green 2, yellow 5, yellow 3", (1,)),
        ("green 3, green 5, yellow 5, yellow 3", (0, 1)),
    ],
)
def test_the_least_coins_start_then_the_fewest_cards_to_s3(hands: str, first: tuple[int, ...]) -> None:
    assert starters(lay_out(opened(2, BOX), order_of(ROWS + hands))) == first


def test_chance_decides_among_equal_hands_only_to_s3() -> None:
    equal = order_of(ROWS + "green 3, green 5, yellow 5, yellow 3")
    level = drive(PHASES["deal"](opened(2, BOX)), ("TO-S1", {NATURE: equal}), ("TO-S3", {NATURE: 1}))
    assert (level.first, level.turn) == (1, 1) and told(level, "TO-S3") == ["P2 is the start player."]
    clear = drive(
        PHASES["deal"](opened(2, BOX)), ("TO-S1", {NATURE: order_of(ROWS + "green 5, green 5, green 5, green 3")})
    )
    assert clear.first == 1


def test_everybody_takes_a_token_of_any_colour_from_the_start_player_on_to_s4() -> None:
    table = at("tokens", ["", "", ""], first=2, turn=2)
    picks = [("TO-S4", {2: "red"}), ("TO-S4", {0: "red"}), ("TO-S4", {1: "green"})]
    table = drive(step(table), *picks)
    assert table.tokens == ((0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 0, 1))
    assert table.supply == (12, 12, 11, 10)
    assert (table.phase, table.turn, table.round) == ("turn", 2, 1)


def test_a_colour_of_which_no_token_is_left_is_not_offered_to_s4() -> None:
    table = at("tokens", ["", ""], supply=(0, 3, 0, 0))
    assert ask_of(table).allowed[0] == OneOf(("blue",))


# --- a turn -----------------------------------------------------------------------------------------------------------


def test_a_turn_is_one_action_and_then_the_next_player_is_on() -> None:
    table = at("turn", ["red 5", ""], market="red 2, blue 3")
    assert options(table) == ("buy", "take red 2", "take blue 3", "reserve red 2", "reserve blue 3")
    assert [action(table, said).turn for said in ("take red 2", "reserve blue 3")] == [1, 1]
    assert drive(step(bought(table, "red 5"))).turn == 1


def test_a_lap_is_a_round_and_is_written_down() -> None:
    table = at("turn", ["red 5", ""], market="red 2, blue 3, blue 3", turn=1)
    after = action(table, "take red 2")
    assert (after.turn, after.round) == (0, 2)
    assert after.past[0].cards == (1, 1) and after.ledger.round == 2


def test_equal_cards_are_offered_once_and_the_one_under_the_own_piece_by_itself() -> None:
    table = at("turn", ["", ""], market="red 5, red 5, red 5, blue 2", reserved={0: "red 5"})
    assert options(table) == ("take red 5", "take blue 2", "take reserved red 5")
    kept, taken = action(table, "take red 5"), action(table, "take reserved red 5")
    assert kept.reserved == table.reserved and taken.reserved == (None, None)
    assert words(kept.market) == words(taken.market) == ["red 5", "red 5", "blue 2"]


# --- buying -----------------------------------------------------------------------------------------------------------


def test_hand_cards_are_coins_of_any_colour_and_never_cargo_to_1() -> None:
    after = bought(at("turn", ["yellow 3, green 2, red 5", ""], market="blue 5"), "yellow 3, green 2")
    assert words(after.cargo[0]) == ["blue 5"] and words(after.hands[0]) == ["red 5"]


def test_who_cannot_pay_the_whole_market_cannot_buy_to_2() -> None:
    table = at("turn", ["red 5, red 3", ""], market="blue 5, blue 2, green 2")
    assert "buy" not in options(table)
    refused = refusal(ask_of(table), 0, "buy")
    assert refused.why == "TO-2: the market costs 9, the hand is worth 8: 1 too little."
    assert refused.allowed == (
        "take blue 5, take blue 2, take green 2, reserve blue 5, reserve blue 2 or reserve green 2 "
        "(the market costs 9, and the hand is worth 8)"
    )


def test_exactly_enough_buys_the_market_to_2() -> None:
    assert "buy" in options(at("turn", ["red 5, red 3", ""], market="blue 5, blue 3"))


def test_no_part_of_the_market_is_sold_to_2() -> None:
    table = at("turn", ["red 5, red 3", ""], market="blue 5, blue 3")
    refused = refusal(ask_of(table), 0, "buy blue 5")
    assert refused.why == "TO-2: the market is sold as a whole, not card by card." and "buy" in refused.allowed


def test_cards_reserved_by_others_are_left_out_and_not_paid_for_to_3() -> None:
    table = at("turn", ["red 5", ""], market="blue 5, green 3, yellow 2", reserved={1: "blue 5"})
    after = bought(table, "red 5")
    assert words(after.cargo[0]) == ["yellow 2", "green 3"] and words(after.market) == ["blue 5"]
    assert after.turns[-1].price == 5 and after.reserved == table.reserved


def test_the_own_reserved_card_is_part_of_the_purchase_and_the_piece_comes_back_to_3() -> None:
    table = at("turn", ["red 5, red 5", ""], market="blue 5, green 3", reserved={0: "blue 5"})
    after = bought(table, "red 5, red 5")
    assert words(after.cargo[0]) == ["blue 5", "green 3"] and after.reserved == (None, None)


def test_paid_cards_are_discarded_and_no_change_is_given_to_4() -> None:
    after = bought(at("turn", ["red 5, red 2", ""], market="blue 3"), "red 5")
    assert words(after.discard) == ["red 5"] and words(after.hands[0]) == ["red 2"]
    assert told(after, "TO-4") == ["P1 pays with red 5: 5, 2 too much."]
    assert [e.amount for e in after.ledger.entries if e.why == "TO-4 overpays and gets no change"] == [2]


def test_an_exact_payment_overpays_nothing_to_4() -> None:
    after = bought(at("turn", ["red 5, red 3", ""], market="blue 3"), "red 3")
    assert not [e for e in after.ledger.entries if "overpays" in e.why]


def test_cargo_lies_by_colour_to_5() -> None:
    table = at("turn", ["red 5, red 5", ""], market="green 2, blue 3, yellow 2, blue 2", cargo=["blue 5", ""])
    after = bought(table, "red 5, red 5")
    fanned = osaka.view(ask_of(drive(step(after))), 0).board.fanned(0)
    assert [[card.value for card in row] for row in fanned] == [[2], [2, 3, 5], [2], []]


def test_one_card_moves_its_ship_by_one_and_more_by_two_to_6() -> None:
    table = at("turn", ["red 5, red 5, red 5", ""], market="green 2, blue 3, blue 3, blue 3, yellow 2")
    after = bought(table, "red 5, red 5, red 5")
    assert after.ships == (1, 2, 1, 0) and after.turns[-1].sailed == (1, 2, 1, 0)


def test_payday_begins_when_a_ship_is_in_edo_and_only_then_to_7() -> None:
    short = at("turn", ["red 5", ""], market="blue 3", ships=(0, 3, 0, 0))
    there = at("turn", ["red 5", ""], market="blue 3", ships=(0, 4, 0, 0))
    assert bought(short, "red 5").phase == "refill" and bought(there, "red 5").phase == "insure"


@pytest.mark.parametrize(
    ("hand", "paid", "why"),
    [
        ("red 5, red 5, red 3", ("red 3",), "3 together is 5 less than 8."),
        ("red 5, red 3, red 2, blue 2", ("red 3", "red 2"), "5 together is 3 less than 8."),
        ("red 5, red 5, red 3", ("red 5", "red 5", "red 3"), "Of 13 together the smallest, 3, can be left out."),
        ("red 5, red 5, red 3", ("red 5", "blue 5"), "red 5 and blue 5 is not possible here."),
        ("red 5, red 5, red 3", ("red 5", "red 3", "red 3"), "red 5 and red 3 and red 3 is not possible here."),
    ],
)
def test_too_little_or_more_than_needed_is_no_payment_to_r14(hand: str, paid: tuple[str, ...], why: str) -> None:
    table = drive(step(at("turn", [hand, ""], market="blue 5, blue 3")), ("TO-A", {0: "buy"}))
    refused = refusal(asked(step(table)), 0, paid)
    assert (refused.rule, refused.why) == ("TO-R14", why)
    assert "together at least 8, none of them to spare" in refused.allowed


def test_any_payment_without_a_spare_card_is_legal_and_the_least_wasteful_is_offered_to_r14() -> None:
    hand = "red 5, red 5, red 3, blue 2"
    table = drive(step(at("turn", [hand, ""], market="blue 5, blue 3")), ("TO-A", {0: "buy"}))
    choice = asked(step(table)).allowed[0]
    assert isinstance(choice, Several) and choice.offered == ("red 5", "red 3")
    for paid in (("red 5", "red 5"), ("red 5", "red 3"), ("red 3", "red 5")):
        assert paid in choice
    rng = np.random.default_rng(0)
    assert {choice.pick(rng) for _ in range(100)} == {("red 5", "red 5"), ("red 5", "red 3")}


def test_an_empty_market_is_not_for_sale_to_r8() -> None:
    table = at("turn", ["red 5", "", ""], market="blue 2", reserved={1: "blue 2"}, **NOTHING_LEFT)
    assert drive(step(table)).turns[-1].does == "skip"


# --- taking and reserving ---------------------------------------------------------------------------------------------


def test_one_card_is_taken_as_coins_and_no_hand_is_too_large_to_8() -> None:
    many = [f"red {value}" for value in (2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 5, 5, 5)]
    after = action(at("turn", [many, ""], market="blue 5, blue 2"), "take blue 5")
    assert len(after.hands[0]) == 16 and words(after.market) == ["blue 2"] and after.ships == (0,) * 4
    assert after.cargo == ((), ()) and after.turns[-1].cards == (osaka.Card("blue", 5, 0),)


@pytest.mark.parametrize("said", ["take blue 5", "reserve blue 5"])
def test_a_card_reserved_by_another_is_neither_taken_nor_reserved_to_9(said: str) -> None:
    table = at("turn", ["", ""], market="blue 5, blue 2", reserved={1: "blue 5"})
    refused = refusal(ask_of(table), 0, said)
    assert refused.why == "TO-9: the blue 5 is reserved by P2."
    assert refused.allowed.startswith("take blue 2 or reserve blue 2")


def test_a_second_reservation_is_refused_while_the_piece_lies_to_10() -> None:
    table = at("turn", ["", ""], market="blue 5, blue 2", reserved={0: "blue 5"})
    assert options(table) == ("take blue 2", "take blue 5")
    assert refusal(ask_of(table), 0, "reserve blue 2").why == (
        "TO-10: your piece lies on the blue 5 until you take or buy it."
    )


def test_only_the_market_is_reserved_unless_the_table_agrees_otherwise_to_9_to_r1() -> None:
    rows = {"market": "blue 5", "production": "red 5, red 5"}
    assert options(at("turn", ["", ""], **rows)) == ("take blue 5", "reserve blue 5")  # type: ignore[arg-type]
    refused = refusal(ask_of(at("turn", ["", ""], **rows)), 0, "reserve red 5 in production")  # type: ignore[arg-type]
    assert refused.why == "TO-9: here only cards in the market are reserved, not those in the production."
    table = at("turn", ["", ""], **rows, box=PRODUCTION_TOO)  # type: ignore[arg-type]
    assert options(table) == ("take blue 5", "reserve blue 5", "reserve red 5 in production")
    after = action(table, "reserve red 5 in production")
    assert after.reserved == (table.production[0], None)
    assert osaka.view(ask_of(after), 1).board.production[0].holder == 0


def test_a_piece_in_the_production_slides_to_the_market_with_its_card_to_10() -> None:
    rows = {"market": "blue 5", "production": "red 5, red 3"}
    table = at("turn", ["", ""], **rows, box=PRODUCTION_TOO, reserved={1: "red 5"})  # type: ignore[arg-type]
    after = action(table, "take blue 5")
    assert after.reserved == table.reserved
    assert [card.holder for card in osaka.view(ask_of(after), 0).board.market] == [1, None, None, None]


def test_a_card_in_the_production_is_not_part_of_the_purchase_to_r1() -> None:
    rows = {"market": "blue 2", "production": "red 5, red 3"}
    table = at("turn", ["green 2", ""], **rows, box=PRODUCTION_TOO, reserved={0: "red 5"})  # type: ignore[arg-type]
    after = bought(table, "green 2")
    assert words(after.cargo[0]) == ["blue 2"] and after.reserved == table.reserved


def test_the_piece_is_free_again_when_its_card_is_taken_to_r13() -> None:
    table = at("turn", ["", ""], market="blue 5, blue 2, green 2", reserved={0: "blue 5"})
    after = replace(action(table, "take blue 5"), turn=0)
    assert options(after) == ("buy", "take blue 2", "take green 2", "reserve blue 2", "reserve green 2")


def test_only_one_piece_lies_on_a_card_to_r17() -> None:
    table = at("turn", ["", ""], market="blue 5, blue 2", reserved={1: "blue 5"}, box=PRODUCTION_TOO)
    assert "reserve blue 5" not in options(table)


def test_who_finds_only_the_card_under_the_own_piece_takes_or_buys_it_to_r10_to_r17() -> None:
    table = at("turn", ["red 5", ""], market="blue 5", reserved={0: "blue 5"})
    assert options(table) == ("buy", "take blue 5")
    assert options(replace(table, hands=((), ()))) == ("take blue 5",)


# --- the market is filled up ------------------------------------------------------------------------------------------


def test_after_a_purchase_the_production_moves_down_and_two_and_three_cards_are_drawn_to_11() -> None:
    table = at("turn", ["red 2", ""], market="blue 2", production="green 5, green 3, green 2",
               pile="yellow 5, yellow 3, yellow 2, red 5, red 3")  # fmt: skip
    after = drive(step(bought(table, "red 2")))
    assert words(after.market) == ["green 5", "green 3", "green 2", "yellow 5", "yellow 3"]
    assert words(after.production) == ["yellow 2", "red 5", "red 3"]
    assert (after.phase, after.turn, len(after.pile)) == ("turn", 1, len(table.pile) - 5)


def test_when_the_last_card_is_taken_the_market_is_filled_up_and_before_that_not_to_11() -> None:
    table = at("turn", ["", ""], market="blue 2, blue 3", production="green 5, green 3, green 2")
    one = action(table, "take blue 2")
    assert words(one.market) == ["blue 3"]
    two = action(one, "take blue 3")
    assert len(two.market) == 5 and len(two.production) == 3 and two.turn == 0


def test_cards_that_others_reserved_stay_and_the_market_is_larger_than_five_to_r11_to_r17() -> None:
    table = at("turn", ["red 2", "", ""], market="blue 2, blue 3, blue 5", production="green 5, green 3, green 2",
               reserved={1: "blue 3", 2: "blue 5"})  # fmt: skip
    after = drive(step(bought(table, "red 2")))
    assert len(after.market) == 7 and words(after.market)[:2] == ["blue 3", "blue 5"]
    assert after.reserved == table.reserved


def test_a_player_who_finds_only_cards_of_others_gets_a_filled_market_to_12() -> None:
    table = at("turn", ["", ""], market="blue 2", production="green 5, green 3, green 2", reserved={1: "blue 2"})
    relieved = drive(step(table))
    assert relieved.phase == "relief" and relieved.turn == 0
    after = drive(step(relieved))
    assert (after.phase, after.turn, len(after.market)) == ("turn", 0, 6)
    assert after.reserved == table.reserved and told(after, "TO-12")
    assert "take green 5" in options(after) and "take blue 2" not in options(after)


def test_the_last_free_card_may_be_reserved_and_the_next_player_gets_a_filled_market_to_r9() -> None:
    after = action(at("turn", ["", ""], market="blue 2"), "reserve blue 2")
    assert (after.phase, after.turn, words(after.market)) == ("turn", 1, ["blue 2"])
    assert drive(step(after)).phase == "relief"


def test_discards_are_shuffled_when_a_card_is_needed_and_not_before_to_r18() -> None:
    table = at("turn", ["red 2", ""], market="blue 2", production="green 5, green 3, green 2", pile="red 5, red 3",
               discard="yellow 5, yellow 3, yellow 2, yellow 2")  # fmt: skip
    table = bought(table, "red 2")
    ask = asked(step(table))
    assert ask.rule == "TO-R18" and ask.private and set(ask.allowed) == {NATURE}
    assert words(ask.table.market)[-2:] == ["red 5", "red 3"]
    after = drive(step(table), ("TO-R18", {NATURE: (4, 3, 2, 1, 0)}))
    assert words(after.production) == ["red 2", "yellow 2", "yellow 2"]
    assert words(after.pile) == ["yellow 3", "yellow 5"] and after.discard == () and after.shuffles == 1


def test_a_pile_that_is_just_enough_is_not_shuffled_anew_to_r18() -> None:
    table = at("turn", ["red 2", ""], market="blue 2", production="green 5, green 3, green 2",
               pile="red 5, red 3, red 2, red 2, red 2", discard="yellow 5")  # fmt: skip
    after = drive(step(bought(table, "red 2")))
    assert after.pile == () and words(after.discard) == ["yellow 5", "red 2"]


def test_when_pile_and_discards_are_empty_what_there_is_is_dealt_to_r18() -> None:
    table = at("turn", ["", ""], market="blue 2", production="green 5, green 3, green 2", pile="red 5", discard="")
    after = action(table, "take blue 2")
    assert words(after.market) == ["green 5", "green 3", "green 2", "red 5"] and after.production == ()


def test_who_can_do_nothing_is_passed_over_and_a_lap_of_that_ends_the_game_to_r18() -> None:
    tokens = ((0, 0, 0, 1),) * 3
    table = at("turn", ["", "", ""], market="blue 2", reserved={2: "blue 2"}, tokens=tokens, **NOTHING_LEFT)
    table = drive(step(drive(step(table))))
    assert table.turn == 2 and table.skipped == 2
    assert options(table) == ("take blue 2",)
    empty = action(table, "take blue 2")
    assert empty.skipped == 0
    for _ in range(2):
        empty = drive(step(empty))
        assert empty.phase == "turn"
    over = drive(step(empty))
    assert over.phase == "" and [done.does for done in over.turns[-3:]] == ["skip"] * 3
    assert osaka.scores(over) == (1, 1, 1)


# --- wrong moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("buy green 2", "TO-2: the market is sold as a whole"),
        ("buy", "TO-2: the market costs 9, the hand is worth 5: 4 too little."),
        ("take blue 5", "TO-9: the blue 5 is reserved by P2."),
        ("reserve blue 5", "TO-9: the blue 5 is reserved by P2."),
        ("reserve green 2", "TO-10: your piece lies on the red 5 until you take or buy it."),
        ("take yellow 5", "“take yellow 5” is not possible here."),
        (("take green 2", "take red 5"), "is not possible here."),
    ],
)
def test_a_wrong_move_is_refused_with_rule_reason_and_what_is_allowed_and_changes_nothing(
    answer: Any, why: str
) -> None:
    market = "blue 5, red 5, green 2, green 2"
    session = seated(at("turn", ["yellow 3, yellow 2", ""], market=market, reserved={0: "red 5", 1: "blue 5"}))
    before, views = session.ask, [session.view(seat) for seat in (None, 0, 1)]
    with pytest.raises(IllegalMove) as refused:
        session.submit(0, answer)
    assert refused.value.rule == "TO-A" and why in refused.value.why
    assert refused.value.allowed.startswith("take green 2 or take red 5")
    assert session.ask is before and [session.view(seat) for seat in (None, 0, 1)] == views
    assert session.log == () and session.waiting == (0,)


def test_who_is_not_on_turn_is_refused_and_changes_nothing() -> None:
    session = seated(at("turn", ["", ""], market="blue 5"))
    with pytest.raises(IllegalMove, match="P2 is not asked now"):
        session.submit(1, "take blue 5")
    assert session.log == ()


def test_a_game_for_five_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="Traders of Osaka is for 2 to 4 players; 5"):
        next(osaka.game(5))


def test_a_box_with_other_values_plays_by_them() -> None:
    box = Box(per_colour={1: 12, 4: 10}, insurance={1: 1, 4: 0})
    assert len(box.cards) == 88 and {card.value for card in box.cards} == {1, 4}
    assert "1 on a 1 and 0 on a 4" in sentence(osaka, "TO-19", box)  # type: ignore[arg-type]
