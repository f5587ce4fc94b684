"""The charts of mixes, of leaving them and of running means: what they say, draw and refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from html import unescape
from typing import Any

import pandas as pd
import pytest
import vl_convert

from mechanics import charts

CHANCES = [Fraction(part, 537) for part in (0, 46, 0, 94, 0, 86, 0, 154, 25, 132, 0)]
MIX = pd.DataFrame({"bid": range(11), "chance": CHANCES, "at_most": [sum(CHANCES[: b + 1]) for b in range(11)]})
LINE = pd.DataFrame([(b / 4, 0.09, b / 40) for b in range(41)], columns=["bid", "chance", "at_most"])
SEEN = pd.DataFrame([(b, float(c), float(c) - 0.02, float(c) + 0.03) for b, c in enumerate(CHANCES)])
SEEN.columns = pd.Index(["bid", "chance", "low", "high"])
PLACES = pd.DataFrame(
    [
        (bid, place, chance)
        for bid in range(11)
        for place, chance in (("first", bid / 10), ("second", (10 - bid) / 20), ("nothing", (10 - bid) / 20))
    ],
    columns=["bid", "place", "chance"],
)
LEAVE = pd.DataFrame({"bid": range(6), "value": [0, 0.4, -0.3, 0.4, 0.1, 0.9], "chance": [0, 0.5, 0, 0.5, 0, 0]})
PATH = pd.DataFrame(
    [(10 * k, 1 / k, 1 / k - 2 / k, 1 / k + 2 / k) for k in range(1, 101)], columns=["rounds", "mean", "low", "high"]
)
Make = Callable[[pd.DataFrame], Any]
CHARTS: dict[str, tuple[Make, pd.DataFrame]] = {
    "mix": (lambda f: charts.mix_chart(f, LINE, observed=SEEN, places=PLACES), MIX),
    "theory": (lambda f: charts.mix_chart(MIX, f), LINE),
    "seen": (lambda f: charts.mix_chart(MIX, LINE, observed=f), SEEN),
    "places": (lambda f: charts.mix_chart(MIX, LINE, places=f), PLACES),
    "leave": (lambda f: charts.leave_chart(f, 0.4), LEAVE),
    "running": (lambda f: charts.running_chart(f, 0.25), PATH),
}
each_chart = pytest.mark.parametrize(("make", "frame"), CHARTS.values(), ids=CHARTS)


def svg(chart: Any) -> str:
    return vl_convert.vegalite_to_svg(json.dumps(chart.to_dict()), allowed_base_urls=[])


def words(chart: Any) -> list[str]:
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg(chart))]


def rows(chart: Any, name: str) -> pd.DataFrame:
    return pd.DataFrame(chart.to_dict()["datasets"][name])


def bars(chart: Any, colour: str) -> int:
    """How many bars of this colour are drawn, those without height left out."""
    paths = re.findall(rf'aria-roledescription="bar"[^>]* d="([^"]*)"[^>]*fill="{colour}"', svg(chart))
    return sum(not re.search(r"v0h|v-?0\.0*Z", path) for path in paths)


# --- what holds for each of them --------------------------------------------------------------------------------------


@each_chart
def test_a_chart_describes_itself_in_one_sentence_and_is_large_enough_to_read(make: Make, frame: pd.DataFrame) -> None:
    chart = make(frame)
    assert re.fullmatch(r"[^.]+(\.\d[^.]*)*\.", chart.to_dict()["description"])
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg(chart))]
    assert min(sizes) >= 16 and max(sizes) >= 20


@each_chart
def test_a_chart_asks_for_nothing_from_the_network(make: Make, frame: pd.DataFrame) -> None:
    spec = make(frame).to_dict()
    assert set(re.findall(r'https?://[^"\s]+', json.dumps(spec))) == {spec["$schema"]}


@each_chart
def test_an_empty_frame_and_a_frame_of_one_row_still_draw(make: Make, frame: pd.DataFrame) -> None:
    for few in (frame.iloc[:0], frame.iloc[:1]):
        chart = make(few)
        assert words(chart) and chart.to_dict()["description"].endswith(".")
        assert "NaN" not in svg(chart) and "undefined" not in svg(chart)


@each_chart
def test_a_missing_column_is_named_and_too_many_rows_are_refused(make: Make, frame: pd.DataFrame) -> None:
    for column in frame.columns:
        with pytest.raises(ValueError, match=rf"missing: {column} "):
            make(frame.drop(columns=column))
    with pytest.raises(ValueError, match="at most 600 rows"):
        make(pd.concat([frame] * 120))


@each_chart
def test_a_chart_changes_nothing_in_its_frame(make: Make, frame: pd.DataFrame) -> None:
    before = frame.copy(deep=True)
    make(frame)
    pd.testing.assert_frame_equal(frame, before)


@each_chart
def test_every_data_set_can_be_swapped_by_its_name(make: Make, frame: pd.DataFrame) -> None:
    vega = vl_convert.vegalite_to_vega(make(frame).to_dict())
    named = {d["name"] for d in vega["data"] if "values" in d}
    assert named <= {"mix", "theory", "seen", "places", "bids", "path", "exact", "zero"}
    assert all("source" not in d or d["source"] in {e["name"] for e in vega["data"]} for d in vega["data"])


# --- mixes ------------------------------------------------------------------------------------------------------------


def test_the_sentence_of_a_mix_names_its_bids_the_likeliest_and_the_mean() -> None:
    mean = float(sum(b * c for b, c in enumerate(CHANCES)))
    said = charts.mix_words(MIX, "Mix")
    assert said == (
        "Mix: the bids 1, 3, 5, 7, 8, 9 may be made, most often 7 with a chance of 28.7 %; the mean bid is "
        f"{round(mean, 2):g} scudi."
    )


def test_a_sure_bid_and_a_mix_of_many_bids_are_said_shortly() -> None:
    sure = pd.DataFrame({"bid": [8, 9], "chance": [1, 0], "at_most": [1, 1]})
    assert "the bid 8 may be made, most often 8 with a chance of 100 %" in charts.mix_words(sure, "t")
    many = pd.DataFrame({"bid": range(40), "chance": 1 / 40, "at_most": 1})
    assert "the bids 0, 1, 2, 3, 4, …, 38, 39 may be made" in charts.mix_words(many, "t")


def test_exact_chances_are_drawn_as_bars_theory_as_a_line_and_what_was_drawn_as_points_with_intervals() -> None:
    chart = charts.mix_chart(MIX, LINE, observed=SEEN)
    assert rows(chart, "mix")["chance"].tolist() == [float(chance) for chance in CHANCES]
    kinds = re.findall(r'aria-roledescription="(\w[\w ]*)"', svg(chart))
    assert kinds.count("bar") == 11 and kinds.count("point") == 11
    assert len(re.findall(r'stroke="#0072B2" stroke-width="4"', svg(chart))) == 2  # chance, and at most
    assert len(re.findall(r"<line[^>]*stroke=\"#1A1A1A\"[^>]*stroke-width=\"2\"", svg(chart))) == 11


def test_without_points_or_places_there_are_two_panels_and_with_places_three() -> None:
    assert len(charts.mix_chart(MIX, LINE).vconcat) == 2
    assert len(charts.mix_chart(MIX, LINE, places=PLACES).vconcat) == 3


def test_the_axes_stay_where_they_are_when_the_data_are_swapped() -> None:
    def domains(mix: pd.DataFrame, line: pd.DataFrame) -> list[Any]:
        chart = charts.mix_chart(mix, line, observed=SEEN, places=PLACES, bids=(0, 12), top=0.5)
        found = vl_convert.vegalite_to_vega(chart.to_dict())["scales"]
        return [scale["domain"] for scale in found]

    assert domains(MIX, LINE) == domains(MIX[:2], LINE[:3])
    assert [-0.6, 12.6] in domains(MIX, LINE)


@pytest.mark.parametrize(
    ("chart", "ends"),
    [
        (charts.mix_chart(MIX, LINE, top=0.5), {"low": 0.0, "high": 0.5}),
        (charts.leave_chart(LEAVE, 0.4, low=-1, high=2), {"low": -1.0, "high": 2.0}),
        (charts.running_chart(PATH, 0.2, low=-3, high=4), {"low": -3.0, "high": 4.0}),
        (charts.running_chart(PATH[:0], 0.0), {"low": 0.0, "high": 1.0}),
    ],
)
def test_two_signals_are_the_ends_of_the_axis_which_a_live_chart_moves(chart: Any, ends: dict[str, float]) -> None:
    vega = vl_convert.vegalite_to_vega(chart.to_dict())
    assert ends.items() <= {signal["name"]: signal.get("value") for signal in vega["signals"]}.items()
    moved = [scale["domain"] for scale in vega["scales"] if "signal" in str(scale["domain"])]
    assert moved and all("low" in domain[0]["signal"] and "high" in domain[1]["signal"] for domain in moved)


def test_places_are_stacked_the_best_at_the_bottom_and_nothing_in_grey() -> None:
    chart = charts.mix_chart(MIX, LINE, places=PLACES)
    assert {"first", "second", "nothing"} <= set(words(chart))
    (panel,) = [part for part in chart.to_dict()["vconcat"] if part.get("data", {}).get("name") == "places"]
    assert panel["encoding"]["color"]["scale"]["domain"] == ["first", "second", "nothing"]
    assert panel["encoding"]["color"]["scale"]["range"] == [charts.COLOURS[0], charts.COLOURS[4], "#D9D9D9"]
    nothing = re.findall(r'd="M[\d.]+,([\d.]+)h[\d.]+v([\d.]+)[^"]*"[^>]*fill="#D9D9D9"', svg(chart))
    assert len(nothing) > 8 and all(float(top) < 1 for top, _ in nothing)  # on top of the other two
    stacked = rows(chart, "places")
    assert stacked.groupby("place")["rank"].first().to_dict() == {"first": 0, "second": 1, "nothing": 2}


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_used_bids_are_dark_unused_ones_light_and_losses_red() -> None:
    chart = charts.leave_chart(LEAVE, 0.4)
    assert (bars(chart, charts.COLOURS[0]), bars(chart, charts.COLOURS[4])) == (2, 2)
    assert bars(chart, charts.COLOURS[5]) == 1


def test_a_bid_that_gains_by_leaving_is_named_with_what_it_gains() -> None:
    assert "bid 5 instead gains 0.500" in words(charts.leave_chart(LEAVE, 0.4))
    assert "the best bid is 5, worth +0.9." in charts.leave_chart(LEAVE, 0.4).description


@pytest.mark.parametrize("noise", [0.0, 1e-12, -1e-12])
def test_where_nobody_gains_no_bid_is_named(noise: float) -> None:
    level = LEAVE.assign(value=[0, 0.4, -0.3, 0.4 + noise, 0.1, 0.2])
    assert not [word for word in words(charts.leave_chart(level, 0.4)) if "instead" in word]


def test_what_following_earns_is_a_signal_that_can_be_moved() -> None:
    vega = vl_convert.vegalite_to_vega(charts.leave_chart(LEAVE, 0.4).to_dict())
    assert {"name": "level", "value": 0.4} in vega["signals"]


# --- running means ----------------------------------------------------------------------------------------------------


def test_the_sentence_of_a_running_mean_gives_the_last_mean_its_interval_and_the_exact_worth() -> None:
    said = charts.running_words(PATH, 0.25, "Mean")
    assert said == "Mean: after 1000 rounds +0.01 scudi, interval −0.01 to +0.03; the exact worth is +0.25."
    assert "nothing has been played yet" in charts.running_words(PATH[:0], 0.25, "Mean")


def test_the_exact_worth_is_a_line_with_its_number_and_a_loss_lies_below_zero() -> None:
    chart = charts.running_chart(PATH, -0.25)
    assert "exact -0.25" in [word.replace("−", "-") for word in words(chart)]
    signals = {s["name"]: s.get("value") for s in vl_convert.vegalite_to_vega(chart.to_dict())["signals"]}
    assert signals["low"] == -1 and signals["high"] == 3
