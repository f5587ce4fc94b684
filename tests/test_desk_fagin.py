"""The desk beside a trade: exact worths of cubes after the turns of the wheel that are left, and their chart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest

from mechanics import charts
from mechanics.bots import random_legal
from mechanics.games import fagin
from mechanics.games.fagin import BOX, GANG
from mechanics.session import Session
from mechanics.table import View
from mechanics.views.desks import desk
from mechanics.views.desks.fagin import LAST, Desk, outlook
from tests.test_charts_lines import svg

FRAME = pd.DataFrame(
    [("blue", 4, 7.0, 3.0), ("red", 12, 6.5, -5.5), ("green", 7, 7.0, 0.0)], columns=["good", "now", "later", "gain"]
)


def asked(rule: str, box: Any = BOX, seed: int = 3, **changes: Any) -> View:
    """The first view of P1 that this rule asks for, with other numbers on the table."""
    bots = dict.fromkeys(range(3), random_legal)
    views = Session(fagin, 3, seed, box=box, bots=bots).film(0)
    view = next(view for view in views if view.rule == rule and view.allowed is not None)
    return replace(view, board=replace(view.board, **changes))


def rows(one: Desk) -> dict[str, dict[str, Any]]:
    """The drawn rows by good."""
    return {row["good"]: row for row in one.chart.frame["data"]["prices"]}


def by_hand(view: View, good: int, turns: int) -> tuple[Fraction, Fraction, Fraction]:
    """The mean price of a good after so many turns, and the chances of a higher and of a lower one, face by face."""
    box, now = view.board.box, view.board.prices[good]
    offsets = [view.board.offset]
    for _ in range(turns):
        offsets = [offset + face for offset in offsets for face in box.faces]
    prices = [box.ring[(good + offset) % 6] for offset in offsets]
    higher, lower = sum(price > now for price in prices), sum(price < now for price in prices)
    return Fraction(sum(prices), len(prices)), Fraction(higher, len(prices)), Fraction(lower, len(prices))


def test_the_game_has_its_desk_and_says_what_it_shows() -> None:
    one = desk("fagin", "c")
    assert isinstance(one, Desk) and one.widget.layout.display == "none"
    assert one.look == "Show what a cube will be worth" != desk("turin", "c").look  # type: ignore[union-attr]


@pytest.mark.parametrize("die", ["1 2 3 4 5 6", "0 1 1 2"])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_worths_are_those_of_every_face_of_the_die(die: str, turns: int) -> None:
    for offset in range(6):
        view = asked("FG-4", replace(BOX, die=die), offset=offset)
        frame = outlook(view.board, turns)
        for good, row in enumerate(frame.itertuples()):
            exact = by_hand(view, good, turns)
            assert (row.later, row.higher, row.lower) == pytest.approx(tuple(map(float, exact)), abs=1e-12)
            assert row.now == view.board.prices[good]
            assert frame.gain[good] == pytest.approx(frame.later[good] - frame.now[good])


def test_with_the_printed_die_blue_at_4_is_worth_7_tomorrow() -> None:
    view = asked("FG-5", offset=1, round=2)
    one = Desk("c")
    assert one.show(view)
    blue = rows(one)["blue"]
    assert (blue["now"], blue["later"], blue["gain"]) == (4, 7.0, 3.0) and blue["higher"] == pytest.approx(4 / 6)
    assert "blue 4 now, 7 later, buying gains 3" in one.chart.words
    assert "black 12 now, 7 later, selling gains 5" in one.chart.words


def test_a_gentler_die_remembers_and_the_slider_tells_for_how_long() -> None:
    view = asked("FG-4", replace(BOX, die="0 1 1 2"), offset=1, round=2)
    one = Desk("c")
    assert one.show(view)
    assert (one.turns.min, one.turns.max, one.turns.value) == (1, view.board.rounds - 2, 1)
    spec, table, blue = one.chart.spec, one.chart.table, rows(one)["blue"]
    one.turns.value = 3
    assert rows(one)["blue"] != blue and one.chart.table != table and one.chart.spec == spec
    assert rows(one)["blue"]["later"] == pytest.approx(float(by_hand(view, 0, 3)[0]))
    later = charts.later_words(outlook(view.board, 3), "What a cube costs now, and what it will be worth", "shillings")
    assert one.chart.words == later


def test_the_slider_keeps_its_place_from_question_to_question() -> None:
    view = asked("FG-4", round=2)
    one = Desk("c")
    assert one.show(view)
    one.turns.value = 3
    assert one.show(replace(view, board=replace(view.board, round=3))) and one.turns.value == 3
    assert one.show(replace(view, board=replace(view.board, round=5))) and one.turns.value == 1
    assert one.turns.layout.display == "none"  # one turn is left: nothing to choose


def test_in_the_last_round_a_cube_is_worth_what_the_box_says() -> None:
    one, last = Desk("c"), {"round": 6}
    paid = asked("FG-4", BOX, **last)
    assert one.show(paid) and one.turns.layout.display == "none"
    assert all(row["later"] == row["now"] and row["gain"] == 0 for row in rows(one).values())
    assert LAST[True] in one.words.value and one.asked.value == ""
    unpaid = asked("FG-4", replace(BOX, cubes_at_end="tie-break"), **last)
    assert one.show(unpaid)
    assert all(row["later"] == 0 and row["gain"] == -row["now"] for row in rows(one).values())
    assert LAST[False] in one.words.value
    gang = asked("FG-4", GANG, round=GANG.gang_rounds)
    assert one.show(gang) and rows(one)["blue"]["later"] == 0


def test_the_gangs_game_ends_with_three_urchins_home() -> None:
    one = Desk("c")
    assert one.show(asked("FG-4", GANG, round=3, home=(0, 3, 0)))
    assert one.turns.max == 0 and LAST[False] in one.words.value


def test_the_desk_knows_questions_about_cubes_and_no_others() -> None:
    one = Desk("c")
    assert all(one.show(asked(rule)) for rule in ("FG-1", "FG-4", "FG-5"))
    assert one.show(asked("FG-R13", replace(GANG, hand_limit=4)))
    assert not one.show(asked("FG-12", GANG)) and not one.show(replace(asked("FG-4"), allowed=None))
    assert not one.show(replace(asked("FG-4"), seat=None))


def test_the_table_has_a_row_for_every_good_with_its_chances() -> None:
    one = Desk("a channel")
    assert one.show(asked("FG-4", round=2, offset=0)) and one.chart.channel == "a channel"
    assert one.chart.table.count("<tr>") == 7
    assert '<th scope="row">blue</th><td>2</td><td>7</td><td>5</td><td>0.833</td><td>0</td>' in one.chart.table


def test_what_was_shown_is_emptied_for_the_next_seat() -> None:
    view = asked("FG-4", round=2)
    one = Desk("c")
    assert one.show(view)
    one.clear()
    chart = one.chart
    assert (chart.spec, chart.frame, chart.words, chart.table, chart.channel) == ({}, {}, "", "", "")
    assert (one.turns.value, one.turns.max, one.words.value, one.asked.value) == (0, 0, "", "")
    one.turns.max = 3
    one.turns.value = 2
    assert chart.frame == {}
    assert one.show(view) and rows(one)


# --- its chart --------------------------------------------------------------------------------------------------------


def test_the_chart_of_later_prices_names_every_gain_and_whose_it_is() -> None:
    picture = svg(charts.later_chart(FRAME, title="t"))
    assert all(words in picture for words in ("buying gains 3", "selling gains 5.5", "the same"))
    assert charts.later_words(FRAME, "t") == (
        "t, in shillings: blue 4 now, 7 later, buying gains 3; red 12 now, 6.5 later, selling gains 5.5; "
        "green 7 now, 7 later, the same."
    )


def test_goods_keep_their_order_and_the_axis_ends_where_it_is_told() -> None:
    spec = charts.later_chart(FRAME, top=20).to_dict()
    assert spec["encoding"]["y"]["sort"] == ["blue", "red", "green"]
    ticks = spec["layer"][0]["encoding"]["x"]["axis"]["values"]
    assert ticks[0] == 0 and ticks[-1] == 20 and spec["description"].startswith("What a cube costs now")


def test_arrows_point_the_way_the_price_goes_on_average_and_losses_have_another_colour() -> None:
    layers = charts.later_chart(FRAME).to_dict()["layer"]
    heads = next(layer["encoding"] for layer in layers if "shape" in layer["encoding"])
    for look in (heads["shape"], heads["color"]):
        assert [one["test"] for one in look["condition"]] == ["datum.gain < 0"]
        assert look["condition"][0]["value"] != look["value"]


@pytest.mark.parametrize("frame", [FRAME.iloc[:0], FRAME.iloc[:1]])
def test_an_empty_frame_and_one_row_still_draw(frame: pd.DataFrame) -> None:
    chart = charts.later_chart(frame, title="t")
    assert svg(chart) and chart.to_dict()["description"].startswith("t")
    assert charts.later_words(frame, "t").startswith("t")


def test_a_missing_column_is_named() -> None:
    with pytest.raises(ValueError, match="missing: gain"):
        charts.later_chart(FRAME.drop(columns="gain"))
