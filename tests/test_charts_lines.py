"""The charts of private values, revenues and estimates: what they say, what they draw, what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from typing import Any

import pandas as pd
import pytest
import vl_convert

from mechanics import charts
from mechanics.views.live import live, update

VALUES = range(0, 101, 5)
LINE = pd.DataFrame({"value": VALUES, "bid": [0.8 * v for v in VALUES]})
STEPS = LINE.assign(low=LINE["bid"] - 2, high=LINE["bid"] + 2)
PEOPLE = pd.DataFrame(
    [("Ann", 60, 48, ""), ("Zoë", 90, 95, "wins"), ("Ben", 31, None, ""), ("Cem", None, 4, ""), ("Dora", 20, 25, "")],
    columns=["name", "value", "bid", "mark"],
)
GAINS = PEOPLE.drop(columns="bid").assign(gain=[1.5, -5.0, None, None, -0.5])
GAIN_LINE = pd.DataFrame({"value": VALUES, "gain": [v / 10 for v in VALUES]})
BARS = pd.DataFrame(
    [("2", "a", 10.0, 9.5, 9.75, 0.5), ("2", "b", -5.0, -6.5, -6.0, 0.25), ("4", "a", None, 2.25, None, None)],
    columns=["at", "series", "theory", "exact", "played", "error"],
)
ALONG = pd.DataFrame([(x, s, 10 + x * k) for s, k in (("a", 1), ("b", 2)) for x in range(5)])
ALONG.columns = pd.Index(["x", "series", "value"])
SEEN = ALONG.assign(error=0.5)
JAR = pd.DataFrame(
    [("You", 150, 145, "wins"), ("Robot A", 130, 130, ""), ("Robot B", 122, 122, "")],
    columns=["name", "estimate", "bid", "mark"],
)
ENDS = {"x_span": (0, 4), "span": (0, 20)}

Make = Callable[[pd.DataFrame], Any]
CHARTS: dict[str, tuple[Make, pd.DataFrame]] = {
    "line": (lambda f: charts.value_bid_chart(f, STEPS, PEOPLE, title="t"), LINE),
    "steps": (lambda f: charts.value_bid_chart(LINE, f, PEOPLE, title="t"), STEPS),
    "people": (lambda f: charts.value_bid_chart(LINE, STEPS, f, title="t"), PEOPLE),
    "gains": (lambda f: charts.gain_value_chart(GAIN_LINE, f, title="t"), GAINS),
    "gain line": (lambda f: charts.gain_value_chart(f, GAINS, title="t"), GAIN_LINE),
    "bars": (lambda f: charts.revenue_chart(f, title="t"), BARS),
    "theory": (lambda f: charts.along_chart(f, ALONG, SEEN, title="t", x_title="x", **ENDS), ALONG),
    "exact": (lambda f: charts.along_chart(ALONG, f, SEEN, title="t", x_title="x", **ENDS), ALONG),
    "played": (lambda f: charts.along_chart(ALONG, ALONG, f, title="t", x_title="x", **ENDS), SEEN),
    "jar": (lambda f: charts.jar_chart(f, 134, title="t", span=(90, 180)), JAR),
}
each_chart = pytest.mark.parametrize(("make", "frame"), CHARTS.values(), ids=CHARTS)


def svg(chart: Any) -> str:
    return drawn_once(json.dumps(chart.to_dict()))


@cache
def drawn_once(spec: str) -> str:
    return vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])


def words(chart: Any) -> list[str]:
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg(chart))]


def marks(chart: Any, kind: str) -> list[dict[str, str]]:
    """The attributes of every drawn mark of one kind, such as "point" or "bar"."""
    found = re.findall(rf'<path[^>]*aria-roledescription="{kind}"[^>]*>', svg(chart))
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', mark)) for mark in found]


def rules(chart: Any) -> list[dict[str, str]]:
    """The attributes of every straight line that is no part of an axis."""
    found = re.findall(r'<line[^>]*aria-roledescription="rule mark"[^>]*>', svg(chart))
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', line)) for line in found]


def scales(chart: Any) -> list[Any]:
    return [scale["domain"] for scale in vl_convert.vegalite_to_vega(chart.to_dict())["scales"]]


# --- what holds for all of them ---------------------------------------------------------------------------------------


@each_chart
def test_a_chart_describes_itself_in_one_sentence(make: Make, frame: pd.DataFrame) -> None:
    assert re.fullmatch(r"[^.]+(\.\d[^.]*)*\.", make(frame).to_dict()["description"])
    assert re.fullmatch(r"[^.]+(\.\d[^.]*)*\.", make(frame[:0]).to_dict()["description"])


@each_chart
def test_no_word_is_smaller_than_sixteen_pixels(make: Make, frame: pd.DataFrame) -> None:
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg(make(frame)))]
    assert sizes and min(sizes) >= 16 and max(sizes) >= 20


@each_chart
def test_an_empty_frame_and_a_frame_of_one_row_still_draw(make: Make, frame: pd.DataFrame) -> None:
    assert "<svg" in svg(make(frame[:0])) and "<svg" in svg(make(frame[:1]))


@each_chart
def test_a_missing_column_is_named_in_the_refusal(make: Make, frame: pd.DataFrame) -> None:
    for column in frame.columns:
        with pytest.raises(ValueError, match=f"missing: {column}"):
            make(frame.drop(columns=column))


@each_chart
def test_a_chart_cuts_nothing_off_by_a_name_that_another_chart_on_the_page_may_have(
    make: Make, frame: pd.DataFrame
) -> None:
    assert "clip" not in json.dumps(make(frame).to_dict())


@each_chart
def test_a_chart_changes_nothing_in_its_frame(make: Make, frame: pd.DataFrame) -> None:
    before = frame.copy()
    make(frame)
    pd.testing.assert_frame_equal(frame, before)


# --- bids against values ----------------------------------------------------------------------------------------------


def test_the_winner_is_ringed_and_named_and_a_gap_is_told_and_not_drawn() -> None:
    chart = charts.value_bid_chart(LINE, STEPS, PEOPLE, title="t", note="note")
    said = words(chart)
    assert "Zoë wins" in said and "note; no bid from Ben" in said and "Ben" not in said
    assert "3 of 5 people are drawn, 2 of them above their value; ringed: Zoë wins" in chart.description
    people = [mark for mark in marks(chart, "point") if "name" in mark["aria-label"]]
    assert len(people) == 3  # neither Ben nor Cem


def test_bids_above_the_value_have_another_shape_and_colour() -> None:
    people = marks(charts.value_bid_chart(LINE, STEPS, PEOPLE, title="t"), "point")
    drawn = {re.search(r"name: (\w+)", mark["aria-label"])[1]: mark for mark in people if "name" in mark["aria-label"]}
    assert {name for name, mark in drawn.items() if mark["fill"] == charts.COLOURS[5]} == {"Zoë", "Dora"}
    assert drawn["Ann"]["d"] != drawn["Dora"]["d"]


def test_a_bid_at_the_value_is_not_above_it() -> None:
    level = PEOPLE.assign(bid=PEOPLE["value"])
    assert "0 of them above" in charts.value_bid_chart(LINE, STEPS, level, title="t").description


def test_a_live_chart_of_values_swaps_line_and_steps_and_keeps_its_axes() -> None:
    empty = charts.value_bid_chart(LINE[:0], STEPS[:0], title="t", span=(100, 106))
    full = charts.value_bid_chart(LINE, STEPS, PEOPLE, title="t", span=(100, 106))
    numbers = [[scale for scale in scales(chart) if 100 in scale or 106 in scale] for chart in (empty, full)]
    assert numbers[0] == numbers[1] == [[0, 100], [0, 106]]
    shown = live(empty, {"line": LINE[:0], "steps": STEPS[:0], "people": PEOPLE[:0]})
    update(shown, {"line": LINE, "steps": STEPS})
    assert shown.frame["data"]["line"][1] == {"value": 5, "bid": 4.0}


def test_the_words_of_a_line_say_where_it_ends() -> None:
    said = charts.value_bid_words(LINE, STEPS, PEOPLE[:0], "T")
    assert said == "T: theory rises from 0 to 80; whole bids go from 0 to 80."


def test_gains_below_zero_are_drawn_below_zero_and_counted() -> None:
    chart = charts.gain_value_chart(GAIN_LINE, GAINS, title="t")
    assert "3 people are drawn, 2 of them lose" in chart.description
    low, high = next(scale for scale in scales(chart) if scale[0] < -5.0)
    assert low < -5 and high > 10
    lost = [mark for mark in marks(chart, "point") if mark.get("fill") == charts.COLOURS[5]]
    assert len(lost) == 2


# --- revenues ---------------------------------------------------------------------------------------------------------


def test_every_known_number_of_a_revenue_is_said_and_no_gap_is_a_zero() -> None:
    said = charts.revenue_words(BARS, "T")
    assert "2, a: theory 10, exact 9.5, played 9.75" in said and "4, a: exact 2.25." in said


def test_series_stand_side_by_side_in_their_own_colours_named_in_a_legend() -> None:
    chart = charts.revenue_chart(BARS, title="t")
    bars = marks(chart, "bar")
    assert len(bars) == 3 and {"a", "b", "9.5", "−6.5"} <= set(words(chart))
    assert {bar["fill"] for bar in bars} == {charts.COLOURS[0], charts.COLOURS[5]}


def test_a_single_series_shows_losses_in_another_colour_and_needs_no_legend() -> None:
    chart = charts.revenue_chart(BARS.assign(at=["1", "2", "3"], series=""), title="t")
    assert [bar["fill"] for bar in marks(chart, "bar")] == [charts.COLOURS[0], charts.COLOURS[5], charts.COLOURS[0]]


def test_the_groups_keep_their_order_and_their_place_where_nothing_is_known_yet() -> None:
    named = BARS.assign(at=["z", "m", "a"], series="")
    for frame in (named, named.assign(exact=None, played=None)):
        shown = [word for word in words(charts.revenue_chart(frame, title="t")) if word in "zma"]
        assert shown == ["z", "m", "a"]
    assert ["z", "m", "a"] in scales(charts.revenue_chart(named, title="t"))


def test_an_interval_is_two_standard_errors_to_each_side() -> None:
    (interval,) = [one for one in rules(charts.revenue_chart(BARS[:1], title="t", span=(0, 20))) if float(one["y2"])]
    assert abs(float(interval["y2"])) == pytest.approx(2 * 1.96 * 0.5 / 20 * 280)


def test_points_without_a_simulation_are_not_drawn() -> None:
    assert len(marks(charts.revenue_chart(BARS, title="t"), "point")) == 2
    assert not marks(charts.revenue_chart(BARS.assign(played=None), title="t"), "point")


def test_the_axis_of_revenues_reaches_below_zero_for_losses_only() -> None:
    low, high = scales(charts.revenue_chart(BARS, title="t"))[1]
    assert low < -6.5 and high > 10
    assert scales(charts.revenue_chart(BARS[:1], title="t"))[1][0] == 0


def test_more_series_than_can_be_told_apart_are_refused() -> None:
    many = pd.concat([BARS.assign(series=name) for name in "abcd"])
    with pytest.raises(ValueError, match="at most 3 series apart; these are 4"):
        charts.revenue_chart(many, title="t")
    with pytest.raises(ValueError, match="at most 3 series"):
        charts.along_chart(ALONG, ALONG.assign(series="c"), SEEN.assign(series="d"), title="t", x_title="x", **ENDS)


# --- along a parameter ------------------------------------------------------------------------------------------------


def test_the_upright_line_stands_at_now_or_nowhere() -> None:
    def upright(now: float | None) -> list[str]:
        chart = charts.along_chart(ALONG, ALONG[:0], SEEN[:0], title="t", x_title="x", now=now, **ENDS)
        return [rule["transform"] for rule in rules(chart) if "stroke-dasharray" in rule]

    assert upright(2.0) == ["translate(310,0)"] and upright(None) == []


def test_the_sentence_names_ends_and_peak_of_every_line() -> None:
    frame = ALONG.assign(value=[1, 5, 4, 3, 2, 7, 7, 7, 7, 7])
    said = charts.along_words(frame, "T", "the reserve")
    assert "a goes from 1 to 2, highest at 1 (5)" in said and "b goes from 7 to 7, highest at 0 (7)" in said


def test_a_live_chart_along_a_parameter_moves_its_line_and_its_rows() -> None:
    chart = charts.along_chart(ALONG, ALONG[:0], SEEN[:0], title="t", x_title="x", **ENDS)
    shown = live(chart, {"theory": ALONG, "exact": ALONG[:0], "played": SEEN[:0]})
    update(shown, {"exact": ALONG}, {"now": 3})
    assert shown.frame["signals"] == {"now": 3} and len(shown.frame["data"]["exact"]) == len(ALONG)


# --- a jar ------------------------------------------------------------------------------------------------------------


def test_the_highest_bid_of_a_jar_stands_on_top_and_bids_above_the_worth_are_coloured() -> None:
    chart = charts.jar_chart(JAR[::-1], 134, title="t", span=(90, 180))
    said = [word for word in words(chart) if word in ("You wins", "Robot A", "Robot B")]
    assert said == ["You wins", "Robot A", "Robot B"] and "worth 134" in words(chart)
    assert [mark["fill"] for mark in marks(chart, "point")].count(charts.COLOURS[5]) == 1
    assert "the highest bid is 145 by You, whose estimate was 150" in chart.description


def test_a_jar_draws_sixteen_bidders_and_refuses_seventeen() -> None:
    many = pd.DataFrame([(f"R{k}", k, k, "") for k in range(17)], columns=JAR.columns)
    assert "R15" in words(charts.jar_chart(many[:16], 5, title="t", span=(0, 20)))
    with pytest.raises(ValueError, match="at most 16 bidders; there are 17"):
        charts.jar_chart(many, 5, title="t", span=(0, 20))
