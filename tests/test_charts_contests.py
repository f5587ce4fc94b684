"""The charts of a tournament: they draw what they are given, in its order, and say it in words."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pandas as pd
import pytest
import vl_convert

from mechanics import charts

NAMES = ["half-pay bidder", "majority hunter", "miser", "random"]
WINS = pd.DataFrame({
    "strategy": NAMES, "wins": [0.5, 0.3, 0.2, 0.0], "low": [0.4, 0.2, 0.1, 0.0], "high": [0.6, 0.4, 0.3, 0.06],
    "fair": [1 / 3] * 4,
})  # fmt: skip
SPREAD = pd.DataFrame(
    [(name, 5 * i - 10, 5 * i - 5, (i + j + 1) / 30, 3.25 * j) for j, name in enumerate(NAMES) for i in range(5)],
    columns=["strategy", "start", "end", "share", "mean"],
)
DUELS = pd.DataFrame(
    [(a, b, 0.5 + (j - i) / 8) for i, a in enumerate(NAMES) for j, b in enumerate(NAMES) if a != b],
    columns=["strategy", "rival", "ahead"],
)
CHARTS: dict[str, tuple[Any, pd.DataFrame, str]] = {
    "wins": (charts.win_chart, WINS, "wins"),
    "spread": (charts.spread_chart, SPREAD, "spread"),
    "duels": (charts.duel_chart, DUELS, "duels"),
}
each_chart = pytest.mark.parametrize(("make", "frame", "name"), CHARTS.values(), ids=CHARTS)


def words(chart: Any) -> list[str]:
    """All that is written in the picture."""
    picture = vl_convert.vegalite_to_svg(json.dumps(chart.to_dict()), allowed_base_urls=[])
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", picture)]


@each_chart
def test_a_chart_of_a_tournament_draws_every_row_that_it_is_given(make: Any, frame: pd.DataFrame, name: str) -> None:
    before = frame.copy(deep=True)
    drawn = pd.DataFrame(make(frame.assign(more=1)).to_dict()["datasets"][name])
    pd.testing.assert_frame_equal(drawn[list(frame.columns)], before)
    pd.testing.assert_frame_equal(frame, before)


@each_chart
def test_a_chart_of_a_tournament_says_itself_in_one_sentence(make: Any, frame: pd.DataFrame, name: str) -> None:
    said = make(frame, title="So it went").to_dict()["description"]
    assert said.startswith("So it went: ") and said.endswith(".") and "  " not in said and NAMES[0] in said
    assert make(frame, description="Mine.").to_dict()["description"] == "Mine."


@each_chart
def test_every_strategy_is_named_in_print_that_reads_from_the_back(make: Any, frame: pd.DataFrame, name: str) -> None:
    picture = vl_convert.vegalite_to_svg(json.dumps(make(frame).to_dict()), allowed_base_urls=[])
    assert {*NAMES} <= {*words(make(frame))}
    assert min(map(float, re.findall(r'font-size="([\d.]+)px"', picture))) >= 16


@each_chart
def test_a_tournament_without_a_game_says_so(make: Any, frame: pd.DataFrame, name: str) -> None:
    assert any("no game" in text or "nobody has met" in text for text in words(make(frame.iloc[:0])))


@each_chart
def test_a_missing_column_is_named(make: Any, frame: pd.DataFrame, name: str) -> None:
    for column in frame.columns:
        with pytest.raises(ValueError, match=f"missing: {column}"):
            make(frame.drop(columns=column))


def test_shares_and_intervals_are_written_beside_the_points() -> None:
    assert {"50 % (40–60 %)", "0 % (0–6 %)"} <= {*words(charts.win_chart(WINS))}
    said = charts.win_chart(WINS).to_dict()["description"]
    assert "half-pay bidder 50 % (40–60 %), majority hunter 30 %" in said


def test_the_heat_map_writes_every_share_and_leaves_the_diagonal_free() -> None:
    shown = words(charts.duel_chart(DUELS))
    assert [text for text in shown if text.isdigit()].count("62") == 3 and len([t for t in shown if t.isdigit()]) == 12
    said = charts.duel_chart(DUELS).to_dict()["description"]
    assert said == "Who ends ahead of whom: most often half-pay bidder ahead of random, in 88 % of their games."


def test_strategies_stand_in_the_order_that_is_asked_for() -> None:
    order = ("miser", "random", "half-pay bidder", "majority hunter")
    assert [text for text in words(charts.spread_chart(SPREAD, order=order)) if text in NAMES] == [*order]
    assert [text for text in words(charts.duel_chart(DUELS, order=order)) if text in NAMES] == [*order, *order]
    said = charts.spread_chart(SPREAD, order=order, unit="scudi").to_dict()["description"]
    assert said.endswith(": mean scudi of miser 6.5, random 9.8, half-pay bidder 0, majority hunter 3.2.")
