"""The charts of the coach and of what might have been: what they say, draw and refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pandas as pd
import pytest
import vl_convert

from mechanics import charts

NOTHING = float("nan")
BIDS = pd.DataFrame(
    [(bid, 20 + bid - bid**2 / 6, 0.5, 0.2 + bid / 20, 0.1) for bid in range(11)],
    columns=["answer", "value", "off", "win", "win_off"],
)
BIDS = BIDS.assign(low=BIDS.value - BIDS.off, high=BIDS.value + BIDS.off)
BIDS = BIDS.assign(win_low=BIDS.win - BIDS.win_off, win_high=BIDS.win + BIDS.win_off).drop(columns=["off", "win_off"])
GUESS = BIDS.assign(low=NOTHING, high=NOTHING, win=NOTHING, win_low=NOTHING, win_high=NOTHING)
WORDS = BIDS.iloc[:4].assign(answer=["keep it", "card 7", "2 × wine, salt", "none"])
UNKNOWN = WORDS.assign(value=NOTHING, low=NOTHING, high=NOTHING, win=NOTHING, win_low=NOTHING, win_high=NOTHING)
THEN = pd.DataFrame(
    [
        ("Ada", "happened", -2, "4: wins nothing and pays 2"),
        ("Bo", "happened", -5, "5: wins 1 card and pays 5"),
        ("Ada", "what if", -6, "6: wins 1 card and pays 6"),
        ("Bo", "what if", -2, "5: wins nothing and pays 2"),
    ],
    columns=["seat", "which", "money", "words"],
)
Make = Callable[[pd.DataFrame], Any]
CHARTS: dict[str, tuple[Make, pd.DataFrame]] = {
    "bids": (lambda f: charts.coach_bids_chart(f, title="Worth"), BIDS),
    "guess": (lambda f: charts.coach_bids_chart(f, title="Worth"), GUESS),
    "answers": (lambda f: charts.coach_answers_chart(f, title="Worth"), WORDS),
    "unknown": (lambda f: charts.coach_answers_chart(f, title="Worth"), UNKNOWN),
    "what if": (lambda f: charts.what_if_chart(f, seats=["Ada", "Bo"], title="What if?"), THEN),
}
each_chart = pytest.mark.parametrize(("make", "frame"), CHARTS.values(), ids=CHARTS)


def svg(chart: Any) -> str:
    return vl_convert.vegalite_to_svg(json.dumps(chart.to_dict()), allowed_base_urls=[])


def words(chart: Any) -> list[str]:
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg(chart))]


def marks(chart: Any, kind: str) -> int:
    """How many marks of a kind are drawn that can be seen."""
    found = re.findall(rf'aria-roledescription="{kind}"[^>]*>', svg(chart))
    return sum('opacity="0"' not in mark for mark in found)


# --- what holds for each of them --------------------------------------------------------------------------------------


@each_chart
def test_a_chart_describes_itself_in_sentences_and_is_large_enough_to_read(make: Make, frame: pd.DataFrame) -> None:
    chart = make(frame)
    assert chart.to_dict()["description"].endswith(".")
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg(chart))]
    assert min(sizes) >= 16 and max(sizes) >= 20


@each_chart
def test_a_chart_asks_for_nothing_from_the_network(make: Make, frame: pd.DataFrame) -> None:
    spec = make(frame).to_dict()
    assert set(re.findall(r'https?://[^"\s]+', json.dumps(spec))) == {spec["$schema"]}


@each_chart
def test_a_chart_holds_its_rows_once_under_a_name(make: Make, frame: pd.DataFrame) -> None:
    (name,) = make(frame).to_dict()["datasets"]
    assert name == ("then" if "which" in frame else "answers")
    assert len(make(frame).to_dict()["datasets"][name]) == len(frame)


@each_chart
def test_missing_columns_are_named(make: Make, frame: pd.DataFrame) -> None:
    for column in frame.columns:
        with pytest.raises(ValueError, match=rf"missing: {column} "):
            make(frame.drop(columns=column))


@each_chart
def test_a_chart_of_no_rows_is_drawn_and_says_something(make: Make, frame: pd.DataFrame) -> None:
    chart = make(frame.iloc[:0])
    assert svg(chart).startswith("<svg") and len(chart.to_dict()["description"]) > 10


# --- the coach --------------------------------------------------------------------------------------------------------


def test_the_best_bid_and_the_one_that_wins_most_often_are_marked() -> None:
    said = words(charts.coach_bids_chart(BIDS, title="Worth"))
    assert "best 3: 21.5" in said and "most often 10: 70%" in said
    assert charts.coach_words(BIDS, "Worth") == (
        "Worth: of 11 answers the best is 3, 21.5 scudi, 95 % interval 21 to 22; 10 wins the game most often, "
        "with a chance of 70 %."
    )


def test_every_bid_has_a_point_and_an_interval_in_both_panels() -> None:
    assert marks(charts.coach_bids_chart(BIDS, title="Worth"), "rule mark") == 22
    assert marks(charts.coach_bids_chart(BIDS, title="Worth"), "point") == 22


def test_a_first_guess_is_hollow_has_no_interval_and_says_so() -> None:
    chart = charts.coach_bids_chart(GUESS, title="Worth")
    assert marks(chart, "point") == 11 and marks(chart, "rule mark") == 0
    assert len(re.findall(r'aria-roledescription="point"[^>]*fill="white"', svg(chart))) == 11
    assert not re.findall(r'aria-roledescription="point"[^>]*fill="white"', svg(CHARTS["bids"][0](BIDS)))
    assert charts.coach_words(GUESS, "Worth") == "Worth: of 11 answers the best is 3, 21.5 scudi by a first guess."


def test_answers_have_their_rows_before_anything_is_known() -> None:
    chart = charts.coach_answers_chart(UNKNOWN, title="Worth")
    assert [text for text in words(chart) if text in set(WORDS.answer)] == list(WORDS.answer)
    assert marks(chart, "point") == 0
    assert charts.coach_words(UNKNOWN, "Worth") == "Worth: 4 answers, nothing has been played yet."


def test_answers_in_words_stay_in_their_order_and_the_best_is_marked() -> None:
    said = words(charts.coach_answers_chart(WORDS, title="Worth", unit="ranks"))
    assert [text for text in said if text in set(WORDS.answer)] == list(WORDS.answer)
    assert "best 21.5" in said and "most often 35%" in said and "final score (ranks)" in said


def test_an_answer_that_never_wins_does_not_win_most_often() -> None:
    never = WORDS.assign(win=0.0, win_low=0.0)
    assert not [text for text in words(charts.coach_answers_chart(never, title="Worth")) if "most often" in text]


def test_the_number_being_typed_has_a_line_in_both_panels() -> None:
    chart = charts.coach_bids_chart(BIDS, title="Worth")
    for param in chart.params:
        param.value = 4 if param.name == "mine" else param.value
    assert len(re.findall(r'stroke-dasharray="7,4"', svg(chart))) == 2


def test_a_live_chart_can_move_all_ends_of_its_axes() -> None:
    names = [param["name"] for param in CHARTS["bids"][0](BIDS).to_dict()["params"]]
    assert {"low", "high", "first", "last", "step", "mine"} <= set(names)
    wide = words(charts.coach_bids_chart(BIDS, title="Worth", bids=(0, 40), low=-10, high=90))
    assert {"40", "80"} <= set(wide)


# --- what if ----------------------------------------------------------------------------------------------------------


def test_every_seat_has_what_happened_beside_what_would_have_been() -> None:
    chart = CHARTS["what if"][0](THEN)
    assert marks(chart, "bar") == 4
    assert set(THEN.words) | {"Ada", "Bo", "happened", "what if", "money (scudi)"} <= set(words(chart))
    assert "Happened: Ada 4: wins nothing and pays 2; Bo 5" in chart.to_dict()["description"]


def test_a_bid_that_is_not_settled_leaves_what_happened_alone() -> None:
    chart = CHARTS["what if"][0](THEN[THEN.which == "happened"])
    assert marks(chart, "bar") == 2 and "What if:" not in chart.to_dict()["description"]
