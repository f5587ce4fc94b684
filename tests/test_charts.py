"""The charts: what they say in words, what they draw, what they refuse, and how large they get."""

import ast
import itertools
import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import pytest
import vl_convert
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics import charts, ledger
from mechanics.charts.labels import spread

SEATS = ["P1", "P2", "P3", "P4", "P5"]
GOODS = ["grapes", "olives", "cheese", "truffles", "wine", "silk", "rice", "hazelnuts", "peppers"]
BIDS = pd.DataFrame(
    {
        "bid": range(12),
        "win": [i / 11 for i in range(12)],
        "prize": [i / 11 for i in range(12)],
        "worth": [i * 12 / 11 for i in range(12)],
        "paid_winning": [i * i / 11 for i in range(12)],
        "paid_losing": [(11 - i) * (i // 2) / 11 for i in range(12)],
        "value": [i * 12 / 11 - i * i / 11 - (11 - i) * (i // 2) / 11 for i in range(12)],
    }
)
FLOWS = pd.DataFrame(
    [("P1", "bank", 6), ("P3", "bank", 3), ("P3", "P2", 4), ("bank", "P1", 10), ("P4", "bank", 0)],
    columns=["payer", "payee", "amount"],
)
CASH = pd.DataFrame(
    [(r, seat, 15 - r + (i * r) % 4) for r in range(6) for i, seat in enumerate(SEATS)],
    columns=["round", "seat", "cash"],
)
FALLS = pd.DataFrame(
    [
        row
        for seat in SEATS
        for row in [
            (seat, 0, "start", 15, 0, 15),
            (seat, 1, "bids won", -4, 15, 11),
            (seat, 2, "loans", 0, 11, 11),
            (seat, 3, "majorities", 8, 11, 19),
            (seat, 4, "final", 19, 0, 19),
        ]
    ],
    columns=["seat", "order", "step", "amount", "start", "end"],
)
HELD = pd.DataFrame(
    [
        (good, seat, (i + j) % 5, (i + j) % 5 == 4, 5 + i)
        for i, good in enumerate(GOODS)
        for j, seat in enumerate(SEATS)
    ],
    columns=["good", "seat", "units", "leader", "payout"],
)
CLASS = pd.DataFrame(
    {
        "name": [f"Student {i}" for i in range(60)],
        "x": [(37 * i) % 101 for i in range(60)],
        "bid": [(29 * i) % 12 for i in range(60)],
        "mark": ["wins" if i == 7 else "" for i in range(60)],
    }
)
LINE = pd.DataFrame([(x, k * x, kind) for kind, k in [("theory", 0.1), ("naive", 0.12)] for x in range(0, 101, 10)])
LINE.columns = pd.Index(["x", "bid", "kind"])

Make = Callable[[pd.DataFrame], Any]
CHARTS: dict[str, tuple[Make, pd.DataFrame]] = {
    "bids": (lambda f: charts.bid_value_chart(f, title="What is a bid worth?", mine=4), BIDS),
    "flow": (charts.flow_chart, FLOWS),
    "cash": (charts.cash_chart, CASH),
    "waterfall": (charts.waterfall_chart, FALLS),
    "holdings": (charts.holdings_chart, HELD),
    "class": (lambda f: charts.class_chart(f, LINE), CLASS),
    "line": (lambda f: charts.class_chart(CLASS, f), LINE),
    "worth": (lambda f: charts.worth_class_chart(BIDS, f), CLASS[["name", "bid", "mark"]]),
    "values": (lambda f: charts.worth_class_chart(f, CLASS), BIDS[["bid", "value"]]),
}
each_chart = pytest.mark.parametrize(("make", "frame"), CHARTS.values(), ids=CHARTS)


def rows(chart: Any, name: str) -> pd.DataFrame:
    return pd.DataFrame(chart.to_dict()["datasets"][name])


def svg(chart: Any) -> str:
    return drawn_once(json.dumps(chart.to_dict()))


@cache
def drawn_once(spec: str) -> str:
    return vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])


def words(chart: Any) -> list[str]:
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg(chart))]


@each_chart
def test_a_chart_describes_itself_in_one_sentence(make: Make, frame: pd.DataFrame) -> None:
    said = make(frame).to_dict()["description"]
    assert re.fullmatch(r"[^.]+(\.\d[^.]*)*\.", said)


@each_chart
def test_no_word_is_smaller_than_sixteen_pixels(make: Make, frame: pd.DataFrame) -> None:
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg(make(frame)))]
    assert sizes and min(sizes) >= 16 and max(sizes) >= 20


@each_chart
def test_a_chart_asks_for_nothing_from_the_network(make: Make, frame: pd.DataFrame) -> None:
    spec = make(frame).to_dict()
    addresses = set(re.findall(r'https?://[^"\s]+', json.dumps(spec)))
    assert addresses == {spec["$schema"]}  # a name, never fetched
    assert "<image" not in svg(make(frame))


@each_chart
def test_a_chart_carries_its_own_look_whatever_is_switched_on_elsewhere(make: Make, frame: pd.DataFrame) -> None:
    before = make(frame).to_dict()
    with alt.theme.enable("dark"), alt.data_transformers.enable("default", max_rows=1):
        assert make(frame).to_dict() == before
    assert before["config"]["background"] == "white"


@each_chart
def test_an_empty_frame_and_a_frame_of_one_row_still_draw(make: Make, frame: pd.DataFrame) -> None:
    for few in (frame.iloc[:0], frame.iloc[:1]):
        assert words(make(few))
        assert make(few).to_dict()["description"].endswith(".")
        assert "NaN" not in svg(make(few)) and "undefined" not in svg(make(few))


@each_chart
def test_a_missing_column_is_named_in_the_refusal(make: Make, frame: pd.DataFrame) -> None:
    for column in frame.columns:
        if not (make is CHARTS["values"][0] and column not in ("bid", "value")):
            with pytest.raises(ValueError, match=rf"missing: {column} "):
                make(frame.drop(columns=column))


@each_chart
def test_a_chart_changes_nothing_in_its_frame(make: Make, frame: pd.DataFrame) -> None:
    before = frame.copy(deep=True)
    make(frame)
    pd.testing.assert_frame_equal(frame, before)


@each_chart
def test_more_rows_than_can_be_told_apart_are_refused(make: Make, frame: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="at most 600 rows"):
        make(pd.concat([frame] * (600 // len(frame) + 1)))


def largest() -> list[Any]:
    n, rng = 600, np.random.default_rng(0)
    accounts = [*SEATS, "P6", "bank", "market"]
    pairs = [(a, b, float(rng.random() * 1e4)) for a in accounts for b in accounts if a != b]
    many = pd.DataFrame(rng.random((n, 7)) * 1000, columns=BIDS.columns).assign(bid=range(n))
    people = pd.DataFrame({"name": "Maximiliane Alexandra", "x": rng.random(n), "bid": rng.random(n), "mark": "wins"})
    return [
        charts.bid_value_chart(many, title="t", observed=many),
        charts.flow_chart(pd.DataFrame(pairs, columns=["payer", "payee", "amount"]), seats=[*SEATS, "P6"]),
        charts.cash_chart(pd.DataFrame([(r, s, r * 1001) for r in range(120) for s in SEATS], columns=CASH.columns)),
        charts.waterfall_chart(pd.concat([FALLS.assign(order=FALLS.order + 5 * i) for i in range(24)])),
        charts.holdings_chart(pd.concat([HELD.assign(good=HELD.good + str(i)) for i in range(13)])),
        charts.class_chart(people, many.rename(columns={"win": "x"}).assign(kind="theory")),
        charts.worth_class_chart(many, people.assign(bid=many["bid"])),
    ]


def test_the_largest_chart_of_each_kind_stays_small() -> None:
    for chart in largest():
        spec = chart.to_dict()
        assert len(json.dumps(spec)) < 200_000
        assert sum(len(part) for part in spec["datasets"].values()) <= 5000


def test_charts_import_only_altair_pandas_and_themselves() -> None:
    for file in Path(charts.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            own = ("mechanics.charts", "__future__", "collections.abc", "typing", "html", "numbers", "altair", "pandas")
            assert all(name.startswith(own) for name in names), (file.name, names)


# --- colours -------------------------------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
# severity 1, on linear RGB.
SIGHT = {
    "full": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    part = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(colour: str, sight: Any) -> np.ndarray:
    seen = TO_XYZ @ np.clip(np.asarray(sight) @ linear(colour), 0, 1) / (TO_XYZ @ np.ones(3))
    x, y, z = np.where(seen > 0.008856, np.cbrt(seen), 7.787 * seen + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def nearest(colours: tuple[str, ...], sight: Any) -> float:
    return min(float(np.linalg.norm(lab(a, sight) - lab(b, sight))) for a, b in itertools.combinations(colours, 2))


@pytest.mark.parametrize("sight", SIGHT)
def test_any_two_colours_stay_apart_for_every_kind_of_colour_vision(sight: str) -> None:
    assert nearest((*charts.COLOURS, *charts.OTHERS), SIGHT[sight]) > 10


def test_the_measure_of_colours_finds_a_pair_that_deuteranopes_confuse() -> None:
    assert nearest(("#e45756", "#54a24b"), SIGHT["full"]) > 50
    assert nearest(("#e45756", "#54a24b"), SIGHT["deuteranopia"]) < 10


def test_the_ink_of_all_words_has_the_contrast_of_small_print_on_white() -> None:
    theme = charts.theme()
    for colour in {theme["text"]["color"], theme["axis"]["labelColor"], theme["title"]["color"]}:
        dark = float(TO_XYZ[1] @ linear(colour))
        assert 1.05 / (dark + 0.05) > 7


def test_a_seat_has_one_colour_and_one_shape_of_its_own_in_all_charts() -> None:
    look = charts.looks(["bank", "P3", "P1"], SEATS)
    assert [look[seat].colour for seat in SEATS] == list(charts.COLOURS[:5])
    assert len({look[seat].shape for seat in SEATS}) == 5
    assert look["bank"].colour == charts.OTHERS[0]


def test_more_seats_than_colours_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 6 seats and 2 further accounts"):
        charts.looks([f"P{i}" for i in range(7)])
    with pytest.raises(ValueError, match="here are 1 and 3"):
        charts.looks(["P1", "bank", "market", "box"], ["P1"])


# --- worth of a bid ------------------------------------------------------------------------------------------------


def test_the_best_bid_is_marked_with_its_value() -> None:
    best = BIDS.loc[BIDS["value"].idxmax()]
    chart = charts.bid_value_chart(BIDS, title="t")
    assert f"best {int(best.bid)}: +{best.value:.1f}" in words(chart)
    assert f"the best is {int(best.bid)}, worth +" in chart.description


def test_of_several_best_bids_the_lowest_is_marked() -> None:
    level = BIDS.assign(value=[2.0 if bid in (3, 5) else 1.0 for bid in BIDS.bid])[::-1]
    chart = charts.bid_value_chart(level, title="t")
    assert "best 3: +2.0" in words(chart) and "the best is 3," in chart.description


def test_the_own_bid_is_shown_with_value_and_chance_or_not_at_all() -> None:
    shown = words(charts.bid_value_chart(BIDS, title="t", mine=4))
    assert "yours 4: " + f"{BIDS['value'][4]:+.1f}".replace("-", "−") in shown and "36%" in shown
    for hidden in (None, 99):
        assert not [word for word in words(charts.bid_value_chart(BIDS, title="t", mine=hidden)) if "yours" in word]


def test_a_live_view_finds_one_signal_mine_and_one_data_set_bids() -> None:
    vega = vl_convert.vegalite_to_vega(charts.bid_value_chart(BIDS, title="t", mine=None).to_dict())
    assert [s for s in vega["signals"] if s["name"] == "mine"] == [{"name": "mine", "value": None}]
    assert [d["name"] for d in vega["data"] if "values" in d or "url" in d] == ["bids"]
    assert all(d.get("source", "bids") in {e["name"] for e in vega["data"]} for d in vega["data"])


def test_the_axes_stay_where_they_are_when_the_data_are_swapped() -> None:
    def domains(frame: pd.DataFrame) -> list[Any]:
        chart = charts.bid_value_chart(frame, title="t", low=-5, high=20, bids=(0, 15))
        return [scale["domain"] for scale in vl_convert.vegalite_to_vega(chart.to_dict())["scales"]]

    assert domains(BIDS) == domains(BIDS[:3]) == domains(BIDS.assign(value=BIDS["value"] * 2))
    assert all(isinstance(end, (int, float)) for domain in domains(BIDS) for end in domain)


def test_losses_are_drawn_below_zero_in_another_colour() -> None:
    lost = BIDS.assign(value=[-1.0] * 6 + [1.0] * 6)
    bars = re.findall(
        r'aria-roledescription="bar"[^>]* d="M[^"]*"[^>]*fill="(#\w+)"', svg(charts.bid_value_chart(lost, title="t"))
    )
    assert bars == [charts.COLOURS[5]] * 6 + [charts.COLOURS[0]] * 6


def test_exact_fractions_are_drawn_as_numbers() -> None:
    exact = BIDS.assign(value=[Fraction(i, 3) for i in range(12)], win=[Fraction(i, 11) for i in range(12)])
    assert rows(charts.bid_value_chart(exact, title="t"), "bids")["value"].tolist() == [i / 3 for i in range(12)]


def test_simulated_values_are_points_over_the_exact_bars() -> None:
    seen = BIDS[["bid", "value"]].assign(value=-3.0)
    chart = charts.bid_value_chart(BIDS, title="t", observed=seen)
    assert rows(chart, "observed")["value"].tolist() == [-3.0] * 12
    assert "bars: exact; diamonds: observed" in words(chart)
    low = vl_convert.vegalite_to_vega(chart.to_dict())["scales"][1]["domain"][0]
    assert low < -3


# --- money ---------------------------------------------------------------------------------------------------------

ACCOUNTS = [*SEATS, "bank"]
some_flows = st.dictionaries(
    st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS)).filter(lambda pair: pair[0] != pair[1]),
    st.integers(0, 60),
    max_size=30,
).map(lambda found: pd.DataFrame([(a, b, n) for (a, b), n in found.items()], columns=["payer", "payee", "amount"]))


@settings(deadline=None, max_examples=40)
@given(some_flows)
def test_every_band_is_everywhere_as_wide_as_its_amount(flows: pd.DataFrame) -> None:
    paid = flows[flows["amount"] > 0]
    chart = charts.flow_chart(flows)
    if paid.empty:
        assert "no money moved" in chart.description
        return
    bands = rows(chart, "bands")
    assert (abs(bands["top"] - bands["bottom"] - bands["amount"]) < 1e-9).all()
    for at, account in ((0, "payer"), (1, "payee")):
        end = bands[bands["at"] == at]
        drawn = (end["top"] - end["bottom"]).groupby(end[account]).sum()
        asked = paid.groupby(account)["amount"].sum()
        assert dict(drawn.round(9)) == dict(asked)
        assert_apart(end.sort_values("bottom"))


def assert_apart(bands: pd.DataFrame) -> None:
    """No two bands lie on each other where they start or end."""
    assert (bands["bottom"].to_numpy()[1:] >= bands["top"].to_numpy()[:-1] - 2e-4).all()


def test_bands_keep_within_the_picture() -> None:
    bands = rows(charts.flow_chart(FLOWS), "bands")
    domain = [
        s["domain"]
        for s in vl_convert.vegalite_to_vega(charts.flow_chart(FLOWS).to_dict())["scales"]
        if s["name"] == "y"
    ]
    assert bands["bottom"].min() >= 0 and bands["top"].max() <= domain[0][1] + 2e-4


def test_both_sides_of_the_flow_say_who_pays_and_gets_how_much() -> None:
    said = words(charts.flow_chart(FLOWS))
    assert {"P1 pays 6", "P3 pays 7", "bank pays 10", "bank gets 9", "P2 gets 4", "P1 gets 10", "P3 3", "P3 4"} <= set(
        said
    )
    assert not [word for word in said if word.startswith("P4")]


def test_a_flow_of_zeros_says_that_no_money_moved() -> None:
    assert "no money moved" in words(charts.flow_chart(FLOWS.assign(amount=0)))


@pytest.mark.parametrize(
    ("row", "sentence"),
    [(("P1", "P1", 3), "Nobody pays himself"), (("P1", "P2", -3), "0 or more"), (("P1", "bank", 3), "may come once")],
)
def test_a_flow_that_makes_no_sense_is_refused(row: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        charts.flow_chart(pd.concat([FLOWS, pd.DataFrame([row], columns=FLOWS.columns)]))


def booked() -> ledger.Ledger:
    book = ledger.Ledger.open(3).at(0, "setup")
    for seat in range(3):
        book = book.pay("bank", seat, 15, "TM-1 hands out the scudi")
    book = book.at(1, "auction").pay(0, "bank", 6, "TM-5 pays the winning bid")
    return book.pay(1, "bank", 2, "TM-6 pays half the losing bid").at(2, "sale").pay(2, 1, 4, "TM-9 buys a card")


def test_what_the_charts_draw_is_what_the_ledger_holds() -> None:
    frame, names = booked().frame(), SEATS[:3]
    bands = rows(charts.flow_chart(ledger.flows(frame), seats=names), "bands")
    assert bands[bands["at"] == 0]["amount"].sum() == frame["amount"].sum()
    drawn = rows(charts.cash_chart(ledger.cash(frame, names), seats=names), "cash")
    last = drawn[drawn["round"] == 2].set_index("seat")["cash"]
    assert last.to_dict() == {name: booked().balance(seat) for seat, name in enumerate(names)}
    falls = rows(charts.waterfall_chart(ledger.waterfall(frame, names, {"start": ["TM-1"]})), "waterfall")
    assert falls[falls["kind"] == "total"].set_index("seat")["end"].to_dict() == last.to_dict()


def test_equal_purses_stand_side_by_side_and_keep_their_round() -> None:
    drawn = rows(charts.cash_chart(CASH.assign(cash=7)), "cash")
    assert not drawn.duplicated(["x", "cash"]).any()
    assert (abs(drawn["x"] - drawn["round"]) < 0.26).all()


@settings(deadline=None)
@given(st.lists(st.floats(0, 100), min_size=1, max_size=6))
def test_labels_at_line_ends_keep_apart_and_keep_their_order(values: list[float]) -> None:
    at = spread(values, 5, 100)
    ordered = sorted(zip(values, at, strict=True))
    assert all(b - a >= 5 - 1e-9 for a, b in itertools.pairwise(sorted(at)))
    assert sorted(at) == [place for _, place in sorted(ordered, key=lambda pair: (pair[0], pair[1]))]
    assert min(at) >= 0 and max(at) <= 100


def test_a_label_with_room_around_it_is_not_moved() -> None:
    assert spread([10.0, 90.0, 50.0], 5, 100) == [10.0, 90.0, 50.0]


def test_gains_and_losses_of_a_waterfall_carry_their_sign() -> None:
    said = words(charts.waterfall_chart(FALLS[FALLS.seat == "P1"]))
    assert {"+15", "−4", "+8", "19", "start", "bids won"} <= set(said)


def test_every_step_of_a_waterfall_hands_on_to_the_next() -> None:
    falls = rows(charts.waterfall_chart(FALLS.sample(frac=1, random_state=1)), "waterfall")
    one = falls[falls["seat"] == "P2"].reset_index(drop=True)
    assert one["next"].tolist() == ["bids won", "loans", "majorities", "final", "final"]
    assert one["kind"].tolist() == ["gain", "loss", "gain", "gain", "total"]


# --- goods and people ----------------------------------------------------------------------------------------------


def test_a_good_stands_with_its_payout_and_its_leaders_are_ringed_and_starred() -> None:
    drawn = svg(charts.holdings_chart(HELD))
    assert "grapes (5)" in drawn and "peppers (13)" in drawn
    leaders = int(HELD["leader"].sum())
    assert len(re.findall(r'stroke="#1A1A1A" stroke-width="2.5"', drawn)) == leaders
    assert len(re.findall(r'font-weight="bold"[^>]*>4<', drawn)) == leaders


def test_the_sentence_of_the_holdings_names_all_who_lead() -> None:
    tied = pd.DataFrame([("silk", "P1", 2, True, 5), ("silk", "P2", 2, True, 5), ("rice", "P1", 0, False, 6)])
    tied.columns = HELD.columns
    assert charts.holdings_chart(tied).description.endswith("silk: P1 and P2.")


def test_the_winner_is_ringed_and_named_in_any_crowd() -> None:
    crowd = CLASS.assign(x=50, bid=5)
    drawn = words(charts.class_chart(crowd, LINE))
    assert "Student 7 wins" in drawn
    assert len({word for word in drawn if word.startswith("Student")}) <= 2  # one at each side of the one point


def test_names_that_are_shown_do_not_lie_on_each_other() -> None:
    shown = rows(charts.class_chart(CLASS, LINE), "people").query("side != ''")
    assert 5 < len(shown) < 60
    assert boxes_meet([(0, 0, 10, 10), (9, 9, 20, 20)])
    assert not boxes_meet([box(row) for row in shown.itertuples()])


def box(row: Any) -> tuple[float, float, float, float]:
    x, y = row.x / 108 * 600, -row.bid / (12 * 1.08) * 360
    width, sign = 9 * len(row.words), 1 if row.side == "right" else -1
    return min(x + sign * 14, x + sign * (14 + width)), y - 8, max(x + sign * 14, x + sign * (14 + width)), y + 8


def boxes_meet(boxes: list[tuple[float, float, float, float]]) -> bool:
    pairs = itertools.combinations(boxes, 2)
    return any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in pairs)


def test_a_missing_bid_is_told_and_never_drawn_as_zero() -> None:
    absent = CLASS.assign(bid=[None if i in (3, 5) else 4.0 for i in range(60)])
    for chart in (charts.class_chart(absent, LINE), charts.worth_class_chart(BIDS, absent)):
        assert len(rows(chart, "people")) == 58
        assert "no bid from Student 3, Student 5" in words(chart)
        assert "58 of 60 people bid" in chart.description


def test_another_kind_of_line_is_refused() -> None:
    with pytest.raises(ValueError, match="theory or naive; guess is not"):
        charts.class_chart(CLASS, LINE.assign(kind="guess"))


def test_the_piles_over_the_bids_hold_everybody_once() -> None:
    piles = rows(charts.worth_class_chart(BIDS, CLASS), "people")
    assert sorted(piles["name"]) == sorted(CLASS["name"])
    assert not piles.duplicated(["bid", "place"]).any()
    assert piles.groupby("bid")["place"].max().to_dict() == CLASS.groupby("bid").size().to_dict()


def test_marked_people_of_one_bid_are_named_together() -> None:
    won = CLASS.assign(bid=5.0, mark=["wins" if i < 5 else "" for i in range(60)])
    assert "Student 0, Student 1, Student 2 and 2 more wins" in words(charts.worth_class_chart(BIDS, won))


def test_names_with_angle_brackets_are_only_words() -> None:
    chart = charts.class_chart(CLASS[:1].assign(name="<b>&", mark="wins"), LINE)
    assert "&lt;b&gt;&amp; wins" in svg(chart)


# --- tables --------------------------------------------------------------------------------------------------------


def test_a_table_has_a_caption_and_headers_for_columns_and_rows() -> None:
    made = charts.table(FLOWS[:1], "Who paid whom")
    assert made == (
        "<table><caption>Who paid whom</caption><thead><tr>"
        '<th scope="col">payer</th><th scope="col">payee</th><th scope="col">amount</th></tr></thead>'
        '<tbody><tr><th scope="row">P1</th><td>bank</td><td>6</td></tr></tbody></table>'
    )


def test_a_table_writes_numbers_for_readers() -> None:
    frame = pd.DataFrame({"a_b": [Fraction(1, 3), 2.50, -1, float("nan"), True, None]}, dtype=object)
    cells = re.findall(r'scope="row">([^<]*)<', charts.table(frame, "c"))
    assert cells == ["0.333", "2.5", "−1", "–", "yes", "–"]
    assert ">a b<" in charts.table(frame, "c")


def test_a_table_lets_no_markup_through() -> None:
    made = charts.table(pd.DataFrame({"<i>": ["<script>"]}), "a & b")
    assert "<script>" not in made and "<i>" not in made and "a &amp; b" in made


@each_chart
def test_every_frame_of_a_chart_makes_a_table_with_as_many_rows(make: Make, frame: pd.DataFrame) -> None:
    assert charts.table(frame, make(frame).description).count("<tr>") == len(frame) + 1
