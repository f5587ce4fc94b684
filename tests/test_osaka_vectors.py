"""Traders of Osaka by its worked examples, each through the script: sales, ships, insurance, a payment, the deal."""

from __future__ import annotations

import pytest

from mechanics.games import osaka
from mechanics.games.osaka.deal import hand_size, lay_out
from mechanics.games.osaka.payday import begin_payday
from mechanics.games.osaka.paying import sailed
from mechanics.games.osaka.state import opened
from tests.osaka_steps import BOX, ask_of, asked, at, drive, refusal, step, told, words
from tests.test_markets_paydays import SALES

BLUE, GREEN, RED = 1, 2, 3


@pytest.mark.parametrize(("cargo", "tokens", "points", "kept", "discarded", "drawn"), SALES, ids=lambda v: str(v))
def test_a_sale_keeps_the_smallest_cards_and_draws_what_is_missing_to_14_to_15_to_16(
    cargo: tuple[int, ...], tokens: int, points: int, kept: tuple[int, ...], discarded: tuple[int, ...], drawn: int
) -> None:
    mine = [f"blue {value}" for value in cargo]
    table = at("insure", ["", ""], cargo=[mine, ""], ships=(0, 5, 0, 0), tokens=((0, tokens, 0, 0), (0,) * 4))
    after = sold(table)
    sale = after.paydays[0].sales[0]
    assert (sale.points, sale.drawn, sale.tokens) == (points, drawn, tokens)
    assert osaka.points(after) == (points, 0)
    assert words(after.scored[0]) == [f"blue {value}" for value in kept] == [f"blue {c.value}" for c in sale.kept]
    assert words(after.discard) == [f"blue {value}" for value in discarded]
    assert tuple(card.value for card in sale.discarded) == discarded
    assert [(one.seat, one.card) for one in after.drawn] == [(0, card) for card in table.pile[:drawn]]
    assert after.tokens[0] == (0, tokens + 1, 0, 0)


def sold(table: osaka.Table, *given: tuple[str, dict[int, object]]) -> osaka.Table:
    """The table after a payday whose ships stand already, from insurance to the tokens."""
    table = drive(step(begin_payday(table)), *given)  # type: ignore[arg-type]
    assert table.phase == "sell"
    return drive(step(table))  # type: ignore[no-any-return]


def test_three_yellow_goods_up_to_3_are_two_points() -> None:
    after = sold(at("insure", ["", ""], cargo=["yellow 3, yellow 2, yellow 2", ""], ships=(5, 0, 0, 0)))
    assert osaka.points(after) == (2, 0)


def test_one_red_three_blue_and_two_green_cards_move_their_ships_by_one_two_and_two() -> None:
    table = at("pay", ["", ""], market="red 5, blue 2, blue 3, blue 5, green 2, green 2")
    assert sailed(table, table.market) == (0, 2, 2, 1)


def test_a_ship_that_could_sail_past_edo_stops_there() -> None:
    table = at("pay", ["", ""], market="blue 2, blue 3, red 2", ships=(0, 4, 0, 4))
    assert sailed(table, table.market) == (0, 5, 0, 5)


def test_green_arrives_and_blue_and_red_sink_and_come_back_to_the_anchor() -> None:
    cargo = ["green 5, blue 2, red 3", "blue 3, yellow 2"]
    after = sold(at("insure", ["", ""], cargo=cargo, ships=(1, 3, 5, 4)))
    assert after.ships == (1, 2, 0, 2)
    assert [words(mine) for mine in after.cargo] == [[], ["yellow 2"]]
    assert osaka.points(after) == (1, 0) and words(after.scored[0]) == ["green 5"]
    assert sorted(words(after.discard)) == ["blue 2", "blue 3", "red 3"]
    day = after.paydays[0]
    assert (day.arrived, day.sunk) == (("green",), ("blue", "red"))
    assert [len(lost) for lost in day.lost] == [2, 1]
    lost = ["P1 loses blue 2 and red 3 in the black current.", "P2 loses blue 3 in the black current."]
    assert told(after, "TO-18") == lost


def test_a_blue_2_and_a_blue_3_save_three_of_four_blue_cards() -> None:
    cargo = ["blue 2, blue 3, blue 5, blue 5", "green 2"]
    table = at("insure", ["blue 2, blue 3, blue 5, red 2", ""], cargo=cargo, ships=(0, 3, 5, 0))
    ask = ask_of(begin_payday(table))
    assert ask.rule == "TO-19" and set(ask.allowed) == {0}
    assert ask.allowed[0].options == ("blue 3", "blue 2")  # type: ignore[union-attr]
    picked = ("TO-R16", {0: ("blue 3", "blue 5", "blue 5")})
    after = drive(step(begin_payday(table)), ("TO-19", {0: ("blue 2", "blue 3")}), picked)
    assert words(after.cargo[0]) == ["blue 3", "blue 5", "blue 5"]
    assert words(after.hands[0]) == ["blue 5", "red 2"]
    assert sorted(words(after.discard)) == ["blue 2", "blue 2", "blue 3"]
    assert after.payday is not None and [c.value for c in after.payday.saved[0]] == [3, 5, 5]


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("blue 5", "TO-19: this blue card has no insurance symbol."),
        ("red 2", "TO-R16: none of your cargo in the black current is red."),
    ],
)
def test_a_blue_5_or_a_red_2_saves_no_blue_card(card: str, why: str) -> None:
    table = at("insure", ["blue 2, blue 5, red 2", ""], cargo=["blue 2, blue 3", ""], ships=(0, 3, 5, 0))
    ask = ask_of(begin_payday(table))
    refused = refusal(ask, 0, (card,))
    assert (refused.rule, refused.why) == ("TO-19", why)
    assert refused.allowed == "0 to 1 of blue 2 (your cargo in the black current is blue 2 and blue 3)"


def test_a_market_of_17_less_a_reserved_5_costs_12_and_13_are_paid_without_change() -> None:
    market = "red 2, blue 3, green 5, yellow 5, red 2"
    table = at("turn", ["red 5, blue 5, red 3", ""], market=market, reserved={1: "yellow 5"})
    assert osaka.view(ask_of(table), 0).board.prices == (12, 17)
    table = drive(step(table), ("TO-A", {0: "buy"}))
    assert asked(step(table)).allowed[0].offered == ("blue 5", "red 5", "red 3")  # type: ignore[union-attr]
    after = drive(step(table), ("TO-R14", {0: ("red 5", "blue 5", "red 3")}))
    assert after.hands[0] == () and len(after.discard) == 3
    whys = {entry.why: entry.amount for entry in after.ledger.entries}
    assert whys["TO-4 pays for the market"] == 12 and whys["TO-4 overpays and gets no change"] == 1
    assert words(after.market)[:1] == ["yellow 5"] and after.reserved == (None, after.market[0])


def test_who_has_drawn_2_3_2_draws_again_and_who_has_5_3_stops() -> None:
    by_value = {value: BOX.values.index(value) for value in (2, 3, 5)}
    cards = [by_value[value] for value in (2, 3, 2, 2, 5, 3, 5)]
    assert hand_size(BOX.values, tuple(cards), 8) == 4
    assert hand_size(BOX.values, tuple(cards[4:]), 8) == 2
    assert hand_size(BOX.values, tuple(cards[:3]), 8) == 3


def test_the_deal_lays_five_and_three_cards_and_hands_are_worth_8_to_12() -> None:
    for shift in range(108):
        order = tuple((7 * i + shift) % 108 for i in range(108))
        table = lay_out(opened(4, BOX), order)
        assert (len(table.market), len(table.production)) == (5, 3)
        assert table.market == order[:5] and table.production == order[5:8]
        assert all(8 <= BOX.worth(hand) <= 12 for hand in table.hands)
        assert sum(map(len, table.hands)) + len(table.pile) == 100
