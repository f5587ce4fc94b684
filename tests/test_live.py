"""Live and static charts: swapped in place, emptied at hand-over, drawn with no network."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import altair as alt
import pandas as pd
import pytest

from mechanics.charts import bid_value_chart
from mechanics.views import build_live
from mechanics.views.live import Figure, LiveChart, empty, figure, live, redraw, rows, update


def bids(*values: float) -> pd.DataFrame:
    return pd.DataFrame({"bid": range(len(values)), "value": values})


def chart(words: str = "Worth of two bids.") -> Any:
    mine = alt.param(name="mine", value=-1)
    bars = alt.Chart().mark_bar().encode(x="bid:Q", y="value:Q")
    layers = alt.layer(bars, bars, data=alt.NamedData("bids")).add_params(mine)
    return alt.vconcat(layers, datasets={"bids": rows(bids(99, 98)), "fixed": [{"a": 1}]}).properties(description=words)


def test_the_shipped_browser_code_is_what_its_source_builds() -> None:
    assert build_live.bundle() == build_live.BUNDLE.read_text("utf-8"), (
        "live.js is out of date: python -m mechanics.views.build_live"
    )


def test_the_browser_code_loads_nothing_from_elsewhere() -> None:
    code = build_live.BUNDLE.read_text("utf-8")
    for host in ("cdn.", "esm.sh", "unpkg", "jsdelivr", "importScripts("):
        assert host not in code


def test_a_live_chart_carries_its_data_once_and_beside_the_drawing() -> None:
    shown = live(chart(), {"bids": bids(1, 2)}, "c")
    assert shown.frame == {"signals": {}, "data": {"bids": [{"bid": 0, "value": 1}, {"bid": 1, "value": 2}]}}
    assert shown.spec["datasets"] == {"fixed": [{"a": 1}]}
    assert shown.words == "Worth of two bids." and shown.channel == "c"
    assert "99" not in json.dumps(shown.spec["datasets"])


def test_the_chart_that_was_given_is_left_as_it_was() -> None:
    given = chart()
    before = json.dumps(given.to_dict())
    live(given, {"bids": bids(1)})
    assert json.dumps(given.to_dict()) == before


def test_an_update_changes_what_it_names_and_nothing_else() -> None:
    shown = live(chart(), {"bids": bids(1)}, table="<table></table>")
    spec = json.dumps(shown.spec)
    update(shown, signals={"mine": 3})
    update(shown, {"bids": bids(5)}, words="Worth of one bid.")
    assert shown.frame == {"signals": {"mine": 3}, "data": {"bids": [{"bid": 0, "value": 5}]}}
    assert (shown.words, shown.table, json.dumps(shown.spec)) == ("Worth of one bid.", "<table></table>", spec)


def test_an_update_reaches_the_browser_as_one_message() -> None:
    shown = live(chart(), {"bids": bids(1)})
    sent: list[set[str]] = []
    shown.send_state = lambda key=None: sent.append(set(key or ()))  # type: ignore[method-assign]
    update(shown, {"bids": bids(2)}, words="new", table="<table></table>")
    assert sent == [{"frame", "words", "table"}]


@pytest.mark.parametrize("wrong", [{"data": {"bidz": bids(1)}}, {"signals": {"yours": 1}}])
def test_a_name_that_the_chart_does_not_have_is_refused_and_changes_nothing(wrong: Any) -> None:
    shown = live(chart(), {"bids": bids(1)})
    before = json.dumps(shown.frame)
    with pytest.raises(ValueError, match=r"This chart has no .* (bidz|yours); it has (bids|mine)\."):
        update(shown, **wrong, words="new")
    assert json.dumps(shown.frame) == before and shown.words != "new"


def test_a_first_data_set_of_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no data set bidz; it has bids\."):
        live(chart(), {"bidz": bids(1)})


def test_an_emptied_chart_holds_nothing_of_the_seat_before() -> None:
    shown = live(chart("Worth 3721."), {"bids": bids(3721)}, "c3721", table="<td>3721</td>")
    update(shown, signals={"mine": 3721})
    empty(shown)
    state = {key: value for key, value in shown.get_state().items() if not key.startswith("_")}
    assert "3721" not in json.dumps(state, default=str)
    assert (shown.spec, shown.frame, shown.channel) == ({}, {}, "")


def test_a_new_drawing_takes_the_place_of_the_old_one_with_its_signals() -> None:
    shown = live(chart(), {"bids": bids(1)}, "c")
    update(shown, signals={"mine": 3})
    wide = alt.Chart(alt.NamedData("others")).mark_bar().encode(x="bid:Q").properties(description="Others.")
    redraw(shown, wide, {"others": bids(4)}, "d", table="<table></table>")
    assert shown.frame == {"signals": {}, "data": {"others": [{"bid": 0, "value": 4}]}}
    assert (shown.words, shown.channel, shown.table) == ("Others.", "d", "<table></table>")
    assert "bids" not in json.dumps(shown.spec)


def test_a_new_drawing_without_the_data_set_is_refused_and_the_old_one_stays() -> None:
    shown = live(chart(), {"bids": bids(1)}, "c")
    before = json.dumps([shown.spec, shown.frame, shown.words, shown.channel])
    with pytest.raises(ValueError, match="no data set bidz"):
        redraw(shown, chart("Other."), {"bidz": bids(1)})
    assert json.dumps([shown.spec, shown.frame, shown.words, shown.channel]) == before


def test_an_emptied_chart_can_be_drawn_again() -> None:
    shown = live(chart(), {"bids": bids(1)})
    empty(shown)
    redraw(shown, chart(), {"bids": bids(2)})
    assert shown.frame["data"]["bids"][0]["value"] == 2 and shown.spec


def test_many_updates_make_no_new_widgets() -> None:
    from ipywidgets.widgets import widget

    shown = live(chart(), {"bids": bids(1)})
    before = len(widget._instances)
    for value in range(100):
        update(shown, {"bids": bids(value)})
    assert len(widget._instances) == before


def test_missing_numbers_become_none_and_whole_numbers_stay_whole() -> None:
    frame = pd.DataFrame({"a": [1, 2], "b": [1 / 3, float("nan")], "c": ["ä", None], "d": [True, False]})
    first, second = rows(frame)
    assert first == {"a": 1, "b": pytest.approx(1 / 3, abs=1e-14), "c": "ä", "d": True}
    assert second == {"a": 2, "b": None, "c": None, "d": False}
    assert type(first["a"]) is int
    assert rows(frame.iloc[:0]) == []


def test_exact_fractions_reach_the_browser_as_numbers() -> None:
    shown = live(chart(), {"bids": bids(0)})
    update(shown, {"bids": pd.DataFrame({"bid": [1, 2], "value": [Fraction(1, 3), None]}, dtype=object)})
    assert shown.frame["data"]["bids"] == [{"bid": 1, "value": 1 / 3}, {"bid": 2, "value": None}]


def test_no_row_of_a_bid_chart_stays_in_the_drawing_when_its_data_are_swapped() -> None:
    frame = pd.DataFrame({name: [3721.5] for name in ("prize", "worth", "paid_winning", "paid_losing", "value")})
    drawn = bid_value_chart(frame.assign(bid=1, win=0.5), title="t", low=0, high=5, description="Worth of one bid.")
    shown = live(drawn, {"bids": frame.assign(bid=1, win=0.5)})
    assert "3721.5" in json.dumps(shown.frame) and "3721.5" not in json.dumps(shown.spec)


def test_a_data_set_that_an_update_does_not_name_stays() -> None:
    two = alt.layer(
        *(alt.Chart(alt.NamedData(name)).mark_bar().encode(x="bid:Q", y="value:Q") for name in ("bids", "seen"))
    )
    shown = live(two, {"bids": bids(1), "seen": bids(2)})
    update(shown, {"bids": bids(5)})
    assert shown.frame["data"] == {"bids": [{"bid": 0, "value": 5}], "seen": [{"bid": 0, "value": 2}]}


def test_a_figure_has_its_picture_its_sentence_and_its_table_on_demand() -> None:
    words = 'Worth of "two" <bids>.'
    shown = figure(chart(words), table="<table><caption>bids</caption></table>")
    parts = shown._repr_mimebundle_()
    assert parts["image/svg+xml"].startswith("<svg") and parts["text/plain"] == words
    assert 'alt="Worth of &quot;two&quot; &lt;bids&gt;."' in parts["text/html"]
    assert "<details>" in parts["text/html"] and "<caption>bids</caption>" in parts["text/html"]
    assert "<bids>" not in parts["text/html"] and 'src="data:image/svg+xml;base64,' in parts["text/html"]


def test_a_figure_without_a_table_has_no_fold() -> None:
    assert "<details" not in Figure("<svg></svg>", "words")._repr_mimebundle_()["text/html"]


def test_a_figure_without_a_sentence_is_refused() -> None:
    silent = alt.Chart(pd.DataFrame({"a": [1]})).mark_point().encode(x="a:Q")
    with pytest.raises(ValueError, match="description"):
        figure(silent)


def test_a_figure_leaves_the_global_renderer_alone() -> None:
    before = alt.renderers.active
    figure(chart())
    assert alt.renderers.active == before


def test_a_live_chart_is_named_by_its_description_or_by_nothing() -> None:
    silent = alt.Chart(alt.NamedData("bids")).mark_point().encode(x="bid:Q")
    assert live(silent, {"bids": bids(1)}).words == ""
    assert isinstance(live(chart(), {"bids": bids(1)}), LiveChart)
