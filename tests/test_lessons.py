"""The lessons of the Turin Market notebook: every number on the page is a computed one."""

from __future__ import annotations

import re
from fractions import Fraction

import ipywidgets as widgets
import pytest

from mechanics import expected, simulate
from mechanics.auctions import Auction
from mechanics.bots import robots
from mechanics.views import money
from mechanics.views.lessons import turin
from mechanics.views.seats import rules_page
from tests.screen import cells, entry, found, number, reads, type_in

ROBOTS = robots("turin")


def exact(loser_pays: Fraction = Fraction(1, 2), first: int = 10) -> expected.Values:
    """The auction of the bet, asked of `expected` directly."""
    rivals = [[Fraction(1, 10)] * 10] * 2
    rule = Auction((2, 1, 0), loser_pays=loser_pays, reserve=1, tie="coin")
    return expected.values(rule, [first, 5], rivals, bids=range(10))


# --- the bet ----------------------------------------------------------------------------------------------------------


def test_the_bet_says_the_auction_that_is_computed_later() -> None:
    label = entry(turin.place_a_bet(turin.Bet())).label
    assert "Two rivals bid 0 to 9" in label and "First place is worth 10 scudi" in label and "second 5;" in label


@pytest.mark.parametrize("text", ["10", "-1", "4,5", "", "four", "9" * 40])
def test_a_guess_that_is_no_bid_is_refused_in_words_and_not_kept(text: str) -> None:
    bet = turin.Bet()
    box = turin.place_a_bet(bet)
    type_in(box, "3")
    type_in(box, text)
    assert bet.guess == 3 and "Your bet is" not in reads(box)
    assert re.search(r"is not from 0 to 9|is not a whole number|Nothing was typed|too many digits", bet.said.value)


@pytest.mark.parametrize("guess", range(10))
def test_the_answer_says_what_the_guess_and_the_best_bid_are_worth(guess: int) -> None:
    bet, found_ = turin.Bet(), exact()
    type_in(turin.place_a_bet(bet), str(guess))
    answer = turin.answer_the_bet(bet).data
    best, often = max(range(10), key=lambda bid: found_.value[bid]), max(range(10), key=lambda bid: found_.win[bid])
    assert f"You bet on <b>{guess}</b>: it is worth {float(found_.value[guess]):+.2f} scudi" in answer
    assert f"The best bid is <b>{best}</b>, worth {float(found_.value[best]):+.2f} scudi" in answer
    assert f"wins most often is {often}: it wins {float(found_.win[often]):.0%} of the time" in answer
    assert f"earns {float(found_.value[often]):+.2f}." in answer and best != often


def test_without_a_bet_the_answer_speaks_of_the_best_bid_alone() -> None:
    assert "You bet" not in turin.answer_the_bet(turin.Bet()).data


# --- worth of bids ----------------------------------------------------------------------------------------------------


def test_the_table_of_worths_holds_the_exact_and_the_played_numbers() -> None:
    figure, found_ = turin.worth_of_bids(), exact()
    played = simulate.played_values(turin.RULE, turin.WORTH, turin.RIVALS, bids=range(10))
    rows = cells(figure.table)
    assert len(rows) == 10 and "20,000 rounds played" in figure.table
    for bid, row in enumerate(rows):
        columns = ("win", "worth", "paid_winning", "paid_losing", "value")
        wanted = [bid, *(float(getattr(found_, column)[bid]) for column in columns)]
        assert [number(cell) for cell in row[:6]] == pytest.approx(wanted, abs=6e-4)
        assert [number(cell) for cell in row[6:]] == pytest.approx(played.iloc[bid, 1:].tolist(), abs=6e-4)


@pytest.mark.parametrize(("words", "share"), [("nothing", 0), ("half, rounded down", Fraction(1, 2)), ("all of it", 1)])
def test_what_losers_pay_and_what_the_prize_is_worth_move_the_same_chart(words: str, share: Fraction) -> None:
    box = turin.change_what_losers_pay()
    (buttons,), (slider,), chart = found(box, widgets.ToggleButtons), found(box, widgets.IntSlider), box.children[-1]
    spec = chart.spec
    slider.value = 14
    buttons.value = words
    wanted = exact(Fraction(share), 14)
    rows = chart.frame["data"]["bids"]
    assert [row["value"] for row in rows] == pytest.approx(wanted.value.astype(float).tolist())
    best = max(range(10), key=lambda bid: wanted.value[bid])
    assert f"{best}" in chart.words and chart.spec == spec and box.children[-1] is chart
    table = [number(row[-1]) for row in cells(chart.table)]
    assert table == pytest.approx(wanted.value.astype(float).tolist(), abs=6e-4)


# --- majorities, money, robots, rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holdings", "payout", "gains"),
    [((4, 4, 2, 1), 6, [4, 4, -1, -1]), ((3, 0, 1), 7, [8, 0, -1]), ((2, 2, 1), 4, [3, 3, -1])],
)
def test_who_leads_gets_what_the_rules_say_each_share_rounded_up(
    holdings: tuple[int, ...], payout: int, gains: list[int]
) -> None:
    figure = turin.who_leads(holdings, payout)
    rows = cells(figure.table)
    assert [number(row[3]) for row in rows] == gains and [int(row[1]) for row in rows] == list(holdings)
    assert [row[2] for row in rows] == ["yes" if gain > 0 else "no" for gain in gains]
    assert f"The bank pays {payout}" in figure.table


def test_the_robots_of_the_lesson_play_a_whole_game_that_a_seed_repeats() -> None:
    session = turin.robots_game(seed=2)
    assert session.over and [robot.__name__ for robot in session.bots.values()] == [  # type: ignore[union-attr]
        "half_pay_bidder", "majority_hunter", "miser",
    ]  # fmt: skip
    assert session.save() == turin.robots_game(seed=2).save() != turin.robots_game(seed=1).save()


def test_the_money_of_a_game_is_shown_figure_by_figure() -> None:
    session = turin.robots_game()
    box = turin.where_the_money_went(session)
    (choose,), shown = found(box, widgets.ToggleButtons), box.children[-1]
    assert list(choose.options) == list(money.FIGURES) and shown.value == money.flow(session).html()
    choose.value = "cash after each round"
    assert shown.value == money.cash(session).html()


def test_the_last_page_lists_every_rule_and_number_of_the_box() -> None:
    assert rules_page(turin.robots_game()) in turin.house_defaults().data
