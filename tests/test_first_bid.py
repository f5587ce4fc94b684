"""The first bid, driven as the browser drives it."""

import re
from fractions import Fraction

import ipywidgets as widgets
import pytest

from mechanics.class_data import Rule
from mechanics.views.entry import Entry
from mechanics.views.first_bid import FirstBid, Table, first_bid


@pytest.fixture
def first() -> FirstBid:
    return FirstBid(Table(Rule(10), 15, 4))


def bid(first: FirstBid, text: str) -> None:
    first.entry.receive({"answer": text})


def test_before_the_reveal_nothing_on_the_screen_says_what_the_robots_bid(first: FirstBid) -> None:
    assert first.hands.value.count("sealed") == 4 and "★" not in first.hands.value
    assert first.told.value == "" and first.chart is None
    assert "0 to 10, each equally likely" in first.said.value


@pytest.mark.parametrize("text", ["16", "-1", "12,5", "", "abc"])
def test_a_bid_that_is_not_allowed_is_refused_in_words_and_opens_nothing(first: FirstBid, text: str) -> None:
    bid(first, text)
    assert "mm-refusal" in first.said.value and first.mine is None and "sealed" in first.hands.value


def test_the_reveal_opens_all_hands_and_says_of_each_what_is_paid_and_why(first: FirstBid) -> None:
    bid(first, "6")
    lines = first.table.play(6)
    assert first.hands.value.count("★") == 1 and "sealed" not in first.hands.value
    assert first.told.value.count("<li>") == 4
    for line in lines[1:]:
        assert line.why in first.told.value and f"bids {line.bid}" in first.hands.value


def test_you_are_spoken_to_and_told_what_you_earned(first: FirstBid) -> None:
    bid(first, "15")
    assert "You win with 15. You have lost 5 scudi" in first.said.value
    assert "You bid 15, won a prize worth 10 and pay the whole bid: 15." in first.told.value
    first.again.click()
    bid(first, "0")
    assert "neither earned nor lost" in first.said.value and "You bid 0: that never wins" in first.told.value


def test_the_chart_marks_your_bid_and_its_numbers_are_those_of_the_exact_sum(first: FirstBid) -> None:
    bid(first, "4")
    assert first.chart is not None and first.chart.spec["params"][0]["value"] == 4
    rows = first.chart.frame["data"]["bids"]
    assert [row["bid"] for row in rows] == list(range(16))
    win = rows[15]["win"]
    assert win == pytest.approx(1) and rows[15]["value"] == pytest.approx(-5) and rows[0]["value"] == 0
    # Bid 1 against three robots: it wins alone against three zeros, and by the coin against ones among them.
    chance = sum(Fraction(n, 1331) / (k + 1) for k, n in ((0, 1), (1, 3), (2, 3), (3, 1)))
    assert rows[1]["win"] == pytest.approx(float(chance))
    assert rows[1]["value"] == pytest.approx(float(9 * chance))  # half of 1, rounded down, is nothing
    assert "yours, 4, is worth" in first.chart.words


@pytest.mark.parametrize(("words", "paid"), [("nothing", 0), ("half", 3), ("all", 6)])
def test_what_if_plays_the_same_bids_by_another_rule(first: FirstBid, words: str, paid: int) -> None:
    bid(first, "6")
    robots, chart, before = first.table.robots, first.chart, first.chart.frame
    first.whats[words].click()
    assert first.table.robots == robots and first.table.play(6)[0].paid == paid
    assert first.chart is chart and (first.chart.frame["data"] == before["data"]) == (words == "half")
    assert first.chart.frame["signals"]["mine"] == 6
    assert [button.button_style for button in first.whats.values()].count("primary") == 1
    assert first.whats[words].button_style == "primary"


def test_the_axes_stay_where_they_are_when_the_rule_changes(first: FirstBid) -> None:
    bid(first, "6")
    spec = first.chart.spec
    for button in first.whats.values():
        button.click()
        low = min(row["value"] for row in first.chart.frame["data"]["bids"])
        assert first.chart.spec == spec
        assert low >= spec["vconcat"][0]["layer"][0]["encoding"]["y"]["scale"]["domain"][0]


def test_again_closes_the_hands_and_takes_the_next_seed(first: FirstBid) -> None:
    bid(first, "6")
    before = first.table.robots
    first.again.click()
    assert first.table.rule.seed == 2 and first.table.robots != before and first.mine is None
    assert "sealed" in first.hands.value and first.told.value == "" and first.entry in first.place.children


def test_the_same_seed_gives_the_same_robots_and_they_keep_to_their_printed_rule() -> None:
    assert Table(Rule(10, seed=5), 15, 4).robots == Table(Rule(10, seed=5), 15, 4).robots
    bids = [robot.bid for seed in range(300) for robot in Table(Rule(10, seed=seed), 15, 4).robots]
    assert set(bids) == set(range(11))
    assert max(bids.count(bid) for bid in range(11)) < 2 * min(bids.count(bid) for bid in range(11))


def test_the_public_call_gives_a_box_with_a_named_entry_and_refuses_wrong_numbers() -> None:
    box = first_bid(prize=8, bidders=3, purse=9, seed=2)
    entry = next(child for child in box.children[-1].children if isinstance(child, Entry))
    assert isinstance(box, widgets.VBox) and entry.label and entry.high == 9
    for wrong in ({"prize": 0}, {"bidders": 1}, {"bidders": 6}, {"purse": 0}, {"seed": -1}):
        with pytest.raises(ValueError, match="is a whole number from"):
            first_bid(**wrong)


def test_every_button_says_what_it_does(first: FirstBid) -> None:
    words = [button.description for button in (first.again, *first.whats.values())]
    assert all(re.match(r"\w", text) for text in words) and len(set(words)) == 4
