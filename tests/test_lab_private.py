"""Private values and the winner's curse in the auction lab: every number on the page is a computed one."""

from __future__ import annotations

import asyncio
import base64
import re
import threading
from fractions import Fraction
from itertools import product
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd
import pytest

from mechanics import equilibria, theory
from mechanics.auctions import HALF
from mechanics.class_data.values import deal
from mechanics.equilibria import NoEquilibrium
from mechanics.views.lessons.lab import breaks, cases, curse, equivalence, jars, my_bid
from mechanics.views.lessons.lab import class_bids as room_of_bids
from mechanics.views.lessons.lab import private as private_lesson
from mechanics.views.lessons.lab import slips as slip_lesson
from mechanics.views.lessons.lab.cases import RULES, SHAPES, Case, whole
from mechanics.views.lessons.lab.class_bids import ClassBids
from mechanics.views.lessons.lab.grids import FinerGrids, finer_grids
from mechanics.views.lessons.lab.jar_game import HIGHEST, JarOfCoins, drawn, jar_of_coins, told
from mechanics.views.lessons.lab.jars import Table
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.my_bid import MyBid, worth_of_my_bid
from mechanics.views.lessons.lab.private import BidsAgainstValues
from mechanics.views.lessons.lab.slips import Order, slips_page
from tests.screen import cells, everything, number, reads, type_in

COARSE = 10


def rows(chart: Any, name: str) -> list[dict[str, Any]]:
    return list(chart.frame["data"][name])


# --- one auction: its theory and its whole bids -----------------------------------------------------------------------


@pytest.mark.parametrize(("bidders", "slope", "revenue"), [(5, 0.8, 66.7), (10, 0.9, 81.8), (2, 0.5, 33.3)])
@pytest.mark.parametrize("rule", ["first price", "second price"])
def test_the_line_has_the_slope_and_the_revenue_of_the_textbook(
    rule: str, bidders: int, slope: float, revenue: float
) -> None:
    case = Case(rule, bidders)
    assert case.slope == pytest.approx(slope if rule == "first price" else 1)
    assert round(case.revenue, 1) == revenue
    assert case.line([0, 30, 60]) == pytest.approx([0, 30 * case.slope, 60 * case.slope])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("rule", RULES)
def test_no_value_gains_by_bidding_as_another_value_does(rule: str, shape: str) -> None:
    case = Case(rule, 3, shape)
    grid = np.linspace(1, 99, 50)
    others = np.linspace(0, 100, 201)
    win, bids = case.cdf(others) ** 2, case.line(others)
    share = float(case.auction.loser_pays)
    price = bids * win
    if rule == "second price":
        price = np.concatenate([[0], np.cumsum(np.diff(win) * (others[1:] + others[:-1]) / 2)])
    gains = grid[:, None] * win - price - share * bids * (1 - win)
    assert gains.max(axis=1) == pytest.approx(case.gain(grid), abs=0.02)
    assert np.abs(others[gains.argmax(axis=1)] - grid).max() <= 3


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_the_one_that_whole_values_are_cut_from(shape: str) -> None:
    case = Case("first price", 3, shape)
    law = np.array(list(cases.values(case, 50).chances.values()))
    assert case.cdf([0, 100]) == pytest.approx([0, 1])
    assert law.cumsum() == pytest.approx(case.cdf(2 * np.arange(51) + 1), abs=0.025)
    second = float(theory.second_highest(law.tolist(), 3)) * 2
    assert case.revenue == pytest.approx(second, abs=1)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"rule": "lottery"}, "rule is one of: first price, second price"),
        ({"shape": "flat"}, "shape is one of"),
        ({"bidders": 1}, "bidders is a whole number from 2 to 60"),
        ({"bidders": 2.0}, "whole number"),
        ({"highest": 0}, "highest value is a whole number"),
        ({"k": 0}, "power is above 0"),
    ],
)
def test_a_case_that_is_none_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Case(**wrong)


def test_whole_bids_are_told_in_scudi_with_their_regret_and_their_distance() -> None:
    one = whole(Case("first price", 2), COARSE)
    assert one.scale == 10 and one.regret <= 1e-7
    assert one.revenue == pytest.approx(10 * float(one.found.revenue))
    steps = one.steps
    assert steps["value"].tolist() == [10.0 * v for v in range(11)]
    assert (steps["low"] <= steps["bid"] + 1e-6).all() and (steps["bid"] <= steps["high"] + 1e-6).all()
    assert (steps["high"] <= steps["value"]).all() and (steps["bid"].diff().dropna() >= -1e-9).all()
    assert one.gap == pytest.approx(np.abs(steps["bid"] - steps["value"] / 2).max())
    mean, error = one.played(rounds=4000)
    assert abs(mean - one.revenue) < 4 * error


def test_the_same_case_is_solved_once() -> None:
    assert whole(Case("first price", 2), COARSE) is whole(Case("first price", 2), COARSE)


# --- what comes later -------------------------------------------------------------------------------------------------


def test_without_a_loop_what_is_asked_for_comes_at_once() -> None:
    seen: list[Any] = []

    def wrong() -> None:
        raise ValueError("no")

    Late().ask(lambda: 1, seen.append, seen.append)
    Late().ask(wrong, seen.append, seen.append)
    assert seen == [1, "no"]


def test_in_a_loop_only_the_last_asking_is_shown_and_work_is_done_in_a_thread() -> None:
    seen: list[Any] = []
    threads: list[Any] = []
    go = threading.Event()

    def slow() -> int:
        go.wait(10)
        return 1

    def quick() -> int:
        threads.append(threading.current_thread())
        return 2

    async def main() -> None:
        late, done = Late(), asyncio.Event()
        late.ask(slow, seen.append, seen.append)
        late.ask(quick, lambda found: (seen.append((found, threading.current_thread())), done.set()), seen.append)
        assert seen == []
        go.set()
        await asyncio.wait_for(done.wait(), 20)
        late.ask(quick, seen.append, seen.append)
        late.forget()
        await asyncio.sleep(0.05)

    asyncio.run(main())
    assert seen == [(2, threading.main_thread())] and threads[0] is not threading.main_thread()


def test_rows_are_shown_as_they_come_and_a_stream_that_is_not_wanted_goes_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mechanics.views.lessons.lab.late.PAUSE", -1.0)
    seen: list[Any] = []
    made: list[int] = []
    go = threading.Event()

    def rows_of_one() -> Any:
        for row in range(5):
            if row == 2:
                go.wait(10)
            made.append(row)
            yield row

    async def main() -> None:
        late, done = Late(), asyncio.Event()
        late.stream(iter("ab"), seen.append, lambda found: (seen.append(("all", found)), done.set()), seen.append)
        await asyncio.wait_for(done.wait(), 20)
        late.stream(rows_of_one(), lambda found: None, seen.append, seen.append)
        while len(made) < 2:
            await asyncio.sleep(0.01)
        late.forget()
        go.set()
        late.worker.join()
        await asyncio.sleep(0.01)

    asyncio.run(main())
    assert seen == [["a"], ["a", "b"], ("all", ["a", "b"])] and made == [0, 1, 2]


# --- bids against values ----------------------------------------------------------------------------------------------


@pytest.fixture
def lines() -> BidsAgainstValues:
    return BidsAgainstValues(Case("first price", 2), COARSE)


def test_line_steps_and_numbers_are_those_of_theory_and_of_the_equilibrium(lines: BidsAgainstValues) -> None:
    one = whole(Case("first price", 2), COARSE)
    assert [row["bid"] for row in rows(lines.chart, "line")] == pytest.approx([v / 2 for v in range(101)])
    assert [row["bid"] for row in rows(lines.chart, "steps")] == pytest.approx(one.steps["bid"].tolist())
    said = lines.said.value
    assert "bid <b>0.50</b> of your value; expected revenue <b>33.3</b>" in said
    assert f"revenue <b>{one.revenue:.1f}</b>" in said and "regret" in said
    assert [number(row[2]) for row in cells(lines.chart.table)] == pytest.approx(one.steps["bid"].tolist(), abs=0.006)


def test_every_control_moves_the_same_chart(lines: BidsAgainstValues) -> None:
    chart, spec = lines.chart, lines.chart.spec
    lines.bidders.value = 5
    assert "<b>0.80</b>" in lines.said.value and "<b>66.7</b>" in lines.said.value
    lines.rule.value = "second price"
    assert "<b>1.00</b>" in lines.said.value and "<b>66.7</b>" in lines.said.value
    lines.shape.value = "power"
    assert f"<b>{theory.private_revenue(5, k=2, highest=100):.1f}</b>" in lines.said.value
    assert lines.power.layout.display is None
    lines.power.value = 1.0
    assert "<b>66.7</b>" in lines.said.value
    lines.shape.value = "even"
    assert lines.power.layout.display == "none"
    assert lines.chart is chart and chart.spec == spec and lines.chart in lines.widget.children


def test_where_no_equilibrium_is_found_the_line_stays_and_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_args: Any) -> Any:
        raise NoEquilibrium("Nothing was found: 0.2 can still be gained.")

    monkeypatch.setattr(equilibria, "solve", nothing)
    lines = BidsAgainstValues(Case("first price", 7), COARSE)
    assert "0.2 can still be gained" in lines.said.value and "0.86" in lines.said.value
    assert len(rows(lines.chart, "line")) == 101 and rows(lines.chart, "steps") == []


def test_the_public_calls_refuse_what_makes_no_auction() -> None:
    for call, sentence in (
        (lambda: private_lesson.bids_against_values("first price", 5, 30), "10, 20, 50, 100; not 30"),
        (lambda: worth_of_my_bid(101), "from 0 to 100; 101"),
        (lambda: room_of_bids.bids_of_the_class(bidders=1), "from 2 to 60"),
        (lambda: room_of_bids.bids_of_the_class(seats=61), "number of seats"),
        (lambda: private_lesson.bids_against_values("first price", 11), "from 2 to 10 here; 11"),
        (lambda: worth_of_my_bid(60, 11), "from 2 to 10 here; 11"),
        (lambda: equivalence.same_revenue(1), "from 2 to 10"),
        (lambda: equivalence.where_it_breaks(11), "from 2 to 10"),
        (lambda: curse.winners_curse(7), "one of 5, 10, 20"),
        (lambda: jar_of_coins(1), "from 2 to 16"),
        (lambda: finer_grids(3, ("lottery",)), "rule is one of"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()


def test_finer_grids_come_nearer_to_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanics.views.lessons.lab.grids.GRIDS", (5, 10))
    case = Case("first price", 3)
    shown = FinerGrids([case])
    gaps = [whole(case, 5).gap, whole(case, 10).gap]
    assert [row["value"] for row in rows(shown.chart, "played")] == pytest.approx(gaps)
    assert f"up to {gaps[0]:.1f} scudi off the line, with 0 … 10 up to {gaps[1]:.1f}" in shown.said.value
    assert [number(cell) for cell in cells(shown.chart.table)[1]] == pytest.approx([10, gaps[1], 10], abs=6e-4)
    assert all(gap < 100 / m for gap, m in zip(gaps, (5, 10), strict=True))


# --- what my bid is worth ---------------------------------------------------------------------------------------------


@pytest.fixture
def mine() -> MyBid:
    return MyBid(Case("first price", 5), 60)


def test_the_bet_comes_before_the_chart(mine: MyBid) -> None:
    assert mine.moving.widget not in mine.place.children and "0.80 of his value" in mine.said.value
    assert "best" not in reads(mine.widget).lower()
    for wrong in ("101", "-1", "4,5", ""):
        type_in(mine.widget, wrong)
        assert "mm-refusal" in reads(mine.widget) and mine.mine is None
    type_in(mine.widget, "40")
    assert mine.mine == 40 and mine.place.children == (mine.after, mine.moving.widget)


def test_worth_of_a_bid_at_value_sixty_against_four_on_the_line(mine: MyBid) -> None:
    type_in(mine.widget, "40")
    said, chart = mine.said.value, mine.moving.widget
    assert "Best bid <b>48</b>: chance to win 0.13, expected gain <b>+1.56</b> (12 × 0.6⁴)" in said
    assert "60: 0.00; bidding 0: 0.00" in said and "Your 40 wins with chance 0.06 and is worth <b>+1.25</b>" in said
    curve = {row["bid"]: row for row in rows(chart, "bids")}
    assert curve[48]["value"] == pytest.approx(12 * 0.6**4) and curve[48]["win"] == pytest.approx(0.6**4)
    assert curve[60]["value"] == pytest.approx(0) and curve[0]["value"] == 0
    table = cells(chart.table)
    assert len(table) == len(curve) == 67
    for bid, row in enumerate(table):
        assert abs(number(row[-1]) - curve[bid]["value"]) <= 0.005 + 1e-9
        assert abs(number(row[1]) - curve[bid]["win"]) <= 0.005 + 1e-9


@pytest.mark.parametrize("rule", my_bid.RULES)
@pytest.mark.parametrize(("bidders", "value"), [(2, 60), (5, 90)])
def test_every_bid_played_is_worth_what_is_computed(rule: str, bidders: int, value: int) -> None:
    exact = my_bid.worths(Case(rule, bidders), value).set_index("bid")
    rng = np.random.default_rng(5)
    theirs = Case(rule, bidders).line(rng.random((40_000, bidders - 1)) * 100).max(axis=1)
    for bid in (10, 30, 55, 85):
        won = theirs < bid
        price = theirs if rule == "second price" else bid
        gain = value * won - np.where(won, price, bid if rule == "all-pay" else 0)
        error = gain.std() / 200 + 1e-9
        assert abs(gain.mean() - exact["value"][bid]) < 4 * error
    seen = my_bid.played(Case(rule, bidders), value).set_index("bid")["value"]
    assert np.abs(seen - exact["value"][seen.index]).max() < 4 * 100 / my_bid.ROUNDS**0.5


def test_value_bidders_rule_and_bid_move_the_same_chart(mine: MyBid) -> None:
    type_in(mine.widget, "48")
    chart = mine.moving.widget
    mine.yours.value = 20
    assert chart.frame["signals"]["mine"] == 20 and "Your 20" in mine.said.value
    mine.bidders.value = 2
    assert "Best bid <b>30</b>" in mine.said.value and "(30 × 0.6¹)" in mine.said.value
    mine.rule.value = "second price"
    assert "Best bid <b>60</b>" in mine.said.value and " × " not in mine.said.value
    mine.value.value = 0
    assert "Best bid <b>0</b>" in mine.said.value
    assert mine.place.children[-1] is chart


# --- the bids of a class ----------------------------------------------------------------------------------------------

CLASS = "Ann\t60\t48\nZoë;82,5;66\nBen;31;-\nDora;10;12\nEva;100;70\nFinn;90;75"


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch) -> ClassBids:
    coarse = cases.whole
    monkeypatch.setattr(room_of_bids, "in_whole_bids", lambda case, cells: coarse(case, min(cells, COARSE)))
    return ClassBids(Case(), Order())


def seal(room: ClassBids, text: str) -> None:
    room.box.receive({"text": text})


def test_no_value_and_no_bid_is_in_any_widget_before_the_reveal(bids: ClassBids) -> None:
    sent: list[Any] = []
    bids.box.send = lambda content: sent.append(content)
    seal(bids, "Ann 43,71 3721.55\nBen 43.71\nCem")
    seal(bids, "Dora;x;3721.55")
    assert not re.search(r"(?<![\d.])(43[.,]71|3721)(?!\d)", everything() + repr(sent))
    assert "1 of 3 bids are sealed. Without a bid so far: <b>Ben, Cem</b>" in bids.status.value
    assert "Line 1" in bids.said.value
    bids.bidders.value = "2"
    seal(bids, "Ben;;40")
    bids.stop.click()
    shown = "".join(part.value for part in (bids.headline, bids.figure, bids.rest))
    assert "3721.55" in shown and "43.71" in shown


def test_the_class_stands_beside_theory(bids: ClassBids) -> None:
    seal(bids, CLASS)
    bids.stop.click()
    table = {row[0]: row[1:] for row in cells(bids.rest.value)}
    assert "Finn wins and pays 75." in bids.headline.value
    assert "the line has slope 0.80, expected revenue 66.7" in bids.headline.value
    mean = table["mean bid (theory: for the values of this class)"]
    assert mean[:2] == [f"{(48 + 66 + 12 + 70 + 75) / 5:.1f}", f"{0.8 * (60 + 82.5 + 10 + 100 + 90) / 5:.1f}"]
    assert table["revenue of an auction of 5"][:2] == ["75.0", "66.7"]
    assert table["bids above the value"][0] == "1"
    assert table["people with a bid (theory: bidders in an auction)"][0] == "5"
    assert "Regret of the equilibrium in whole bids: " in bids.rest.value


@pytest.mark.parametrize(
    ("rule", "bidders", "sentence"),
    [
        ("first price", "10", "slope 0.90, expected revenue 81.8"),
        ("second price", "5", "slope 1.00, expected revenue 66.7"),
        ("second price", "10", "slope 1.00, expected revenue 81.8"),
        ("all-pay", "5", "Theory: expected revenue 66.7"),
    ],
)
def test_another_rule_or_number_of_bidders_moves_the_line_under_the_same_bids(
    bids: ClassBids, rule: str, bidders: str, sentence: str
) -> None:
    seal(bids, CLASS)
    bids.stop.click()
    bids.rule.value, bids.bidders.value = rule, bidders
    assert sentence in bids.headline.value and bids.said.value == ""
    if bidders == "10":
        assert "the 5 bids of this class are too few" in bids.headline.value


def test_who_made_no_bid_is_marked_and_never_zero(bids: ClassBids) -> None:
    seal(bids, CLASS)
    bids.stop.click()
    assert "Ben made no bid and takes no part (this is not a bid of 0)" in bids.rest.value
    drawing = base64.b64decode(re.search('base64,([^"]+)', bids.figure.value)[1]).decode()
    assert "no bid from Ben" in drawing and "Finn wins" in drawing and ">Dora<" in drawing


def test_more_bids_than_bidders_are_drawn_by_lot(bids: ClassBids) -> None:
    bids.bidders.value = "2"
    seal(bids, "Ann 60 40\nBen 80 50\nCem 90 70")
    bids.reveal.click()
    assert "Auctions of 2 drawn by lot from 3 bids bring 63.3 on average" in bids.headline.value
    assert "Cem wins 100% and pays 70 on average: result +20 on average." in bids.rest.value
    assert "Ben wins 50% and pays 25 on average: result +15 on average." in bids.rest.value
    assert "Cem highest" in base64.b64decode(re.search('base64,([^"]+)', bids.figure.value)[1]).decode()


def test_losses_stand_below_zero(bids: ClassBids) -> None:
    bids.bidders.value = "2"
    seal(bids, "Ann 60 75\nBen 80 50")
    bids.reveal.click()
    assert "Ann wins and pays 75: result −15. The bid is above the value." in bids.rest.value
    bids.view.value = "what every bid gains"
    assert "1 of them lose on average" in bids.figure.value and "<td>−15</td>" in bids.figure.value


def test_equal_highest_bids_tie_by_a_coin(bids: ClassBids) -> None:
    bids.bidders.value = "2"
    seal(bids, "Ann 60 50\nBen 80 50")
    bids.reveal.click()
    assert "Ann, Ben tie; a coin decides." in bids.headline.value
    assert "Ben ties and pays 25 on average: result +15 on average." in bids.rest.value


def test_bids_come_back_by_seat_code(bids: ClassBids) -> None:
    slips = bids.order.slips
    bids.kind.value = "codes"
    assert bids.slips.layout.display is None
    seal(bids, "\n".join(f"{slip.code} {slip.value // 2}" for slip in slips[:5]))
    assert bids.said.value == "" and bids.kind.disabled
    bids.seed.value = "2"
    assert "throw these away first" in bids.said.value and bids.order.seed == 1
    bids.reveal.click()
    shown = {row[0]: row[1:3] for row in cells(bids.rest.value) if row[0] in {slip.code for slip in slips}}
    assert shown == {slip.code: [str(slip.value), str(slip.value // 2)] for slip in slips[:5]}
    bids.next.click()
    assert bids.said.value == "" and bids.order.slips != slips and not bids.kind.disabled
    seal(bids, f"{slips[0].code} 5")
    assert "none of the slips" in bids.said.value


def test_a_typing_error_is_corrected_and_a_wrong_correction_changes_nothing(bids: ClassBids) -> None:
    sent: list[Any] = []
    bids.box.send = lambda content: sent.append(content)
    seal(bids, CLASS)
    bids.stop.click()
    assert sent[-1]["do"] == "put" and "Zoë; 82.5; 66" in sent[-1]["text"] and bids.box.button == "Correct"
    before = bids.people
    seal(bids, "Ann 60 x")
    assert bids.people == before and "Line 1" in bids.said.value
    seal(bids, sent[-1]["text"].replace("Finn; 90; 75", "Finn; 90; 57"))
    assert "Eva wins and pays 70." in bids.headline.value and bids.said.value == ""


@pytest.mark.parametrize(("box", "text"), [("bidders", "1"), ("bidders", "2,5"), ("highest", "50"), ("highest", "")])
def test_a_wrong_setting_is_refused_in_words_and_the_case_stays(bids: ClassBids, box: str, text: str) -> None:
    seal(bids, CLASS)
    bids.stop.click()
    before = bids.case, bids.headline.value
    getattr(bids, box).value = text
    assert "mm-refusal" in bids.said.value and (bids.case, bids.headline.value) == before


def test_thrown_away_bids_are_gone(bids: ClassBids) -> None:
    seal(bids, CLASS)
    bids.away.click()
    assert bids.people == () and "No bid is sealed yet" in bids.status.value and bids.reveal.disabled
    seal(bids, " \n")
    assert "The box is empty" in bids.said.value


# --- slips ------------------------------------------------------------------------------------------------------------


def test_a_page_holds_every_slip_once_and_the_same_order_gives_the_same_page() -> None:
    order = Order(24, 7)
    page = slips_page(order)
    found = re.findall(r'class="seat">(\w+)</span>.*?class="value">(\d+)<', page)
    assert found == [(slip.code, str(slip.value)) for slip in deal(24, 7, dict.fromkeys(range(101), 1 / 101))]
    assert slips_page(Order(24, 7)) == page != slips_page(Order(24, 8)) and "http" not in page
    assert page.count('class="slip"') == 24 and "dashed" in page and "@page" in page


@pytest.mark.parametrize("seats", [1, 30, 31, 60])
def test_all_slips_fit_on_one_sheet(seats: int) -> None:
    page = slips_page(Order(seats))
    columns = int(re.search(r"repeat\((\d+)", page)[1])
    height = float(re.search(r"\n  height: ([\d.]+)mm; margin", page)[1])
    assert -(-seats // columns) * height <= 279 - 20 - 8 and height >= 12


def test_the_page_is_downloaded_and_shows_no_value_on_the_screen() -> None:
    box = slip_lesson.Slips(Order(12, 3))
    link = re.search(r'href="data:text/html;base64,([^"]+)"', box.page.value)
    assert base64.b64decode(link[1]).decode() == slips_page(Order(12, 3))
    visible = re.sub('href="[^"]+"', "", box.page.value)
    assert "worth to you" not in visible and "Seed 3 gives the same slips" in visible
    box.seats.value = "61"
    assert "from 1 to 60; 61 is not" in box.refused.value and box.order.seats == 12
    box.seats.value = "13"
    assert box.refused.value == "" and box.order == Order(13, 3) and "13 slips" in box.page.value


# --- revenue equivalence, and where it ends ---------------------------------------------------------------------------


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coarser whole numbers: the same code, sooner."""
    monkeypatch.setattr(equivalence, "CELLS", COARSE)
    monkeypatch.setattr(breaks, "COARSE", 5)
    monkeypatch.setattr(breaks, "GRIDS", (2, 3, 4, 5))


def test_five_rules_have_one_line_and_bars_and_points_of_their_own(coarse: None) -> None:
    frame = pd.DataFrame(equivalence.found_rows(Case(bidders=2), COARSE), columns=equivalence.COLUMNS).set_index("at")
    assert list(frame.index) == list(equivalence.FIVE)
    assert frame["theory"].tolist() == pytest.approx([100 / 3] * 5)
    for rule in RULES:
        assert frame["exact"][rule] == pytest.approx(whole(Case(rule, 2), COARSE).revenue)
    for row in frame.itertuples():
        assert abs(row.played - row.exact) < 4 * row.error
        assert row.spread == pytest.approx(row.error * equivalence.ROUNDS**0.5)


def test_the_english_auction_in_whole_numbers_is_the_mean_over_all_values() -> None:
    exact, *_ = equivalence._english(Case(bidders=2, highest=6), 6)
    assert exact == pytest.approx(np.mean([min(max(a, b), min(a, b) + 1) for a, b in product(range(7), repeat=2)]))


def test_a_rule_without_an_equilibrium_has_no_bar_and_a_sentence(
    coarse: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = cases.proved
    wanting = {"losers pay half"}
    monkeypatch.setattr(equivalence, "proved", lambda case, cells: None if case.rule in wanting else found(case, cells))
    shown = equivalence.SameRevenue(Case(bidders=2))
    bars = {row["at"]: row for row in rows(shown.chart, "bars")}
    assert bars["losers pay half"]["exact"] is None and bars["all-pay"]["exact"] > 0
    assert "No equilibrium of whole bids was found for losers pay half." in shown.said.value


def test_what_is_nearly_an_equilibrium_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("first price", 2)
    assert cases.proved(case, COARSE) is whole(case, COARSE)
    monkeypatch.setattr(cases, "TINY", -1.0)
    assert cases.proved(case, COARSE) is None
    monkeypatch.setattr(cases, "whole", lambda *_args, **_more: (_ for _ in ()).throw(NoEquilibrium("none")))
    assert cases.proved(case, COARSE) is None


def test_the_bidders_move_the_bars(coarse: None) -> None:
    shown = equivalence.SameRevenue(Case(bidders=2))
    spec = shown.chart.spec
    assert "every rule earns <b>33.3</b>" in shown.said.value
    shown.bidders.value = 3
    assert "every rule earns <b>50.0</b>" in shown.said.value and shown.chart.spec == spec
    assert [row["theory"] for row in rows(shown.chart, "bars")] == pytest.approx([50] * 5)
    assert len(cells(shown.chart.table)) == 5 and "English" in shown.chart.words


@pytest.mark.parametrize("name", breaks.BREAKS)
@pytest.mark.parametrize("bidders", [2, 3])
def test_what_is_played_lies_around_the_line(name: str, bidders: int, coarse: None) -> None:
    one = breaks.BREAKS[name]
    line = {(series, x): value for x, series, value in one.line(bidders)}
    seen = {(series, x): (value, error) for x, series, value, error in one.played(bidders)}
    exact = {(series, x): value for x, series, value in one.exact(bidders)}
    around = exact if name == "whole numbers" else line
    assert len(seen) >= 3
    for key, (value, error) in seen.items():
        assert abs(value - around[key]) <= 4 * error + 0.01, key


def test_care_about_risk_raises_the_first_price_alone() -> None:
    line = {(series, x): value for x, series, value in breaks.BREAKS["care about risk"].line(2)}
    assert line["first price", 0.0] == pytest.approx(line["second price", 0.0]) == pytest.approx(100 / 3)
    assert line["first price", 0.5] == pytest.approx(200 / 3 * 2 / 3)
    assert line["second price", 0.5] == pytest.approx(100 / 3)


def test_rounded_bids_bring_what_all_pairs_of_values_bring() -> None:
    exact = {(series, x): value for x, series, value in breaks.BREAKS["care about risk"].exact(2)}
    bids = np.rint(np.arange(101) * 2 / 3)
    assert exact["first price", 0.5] == pytest.approx(np.maximum.outer(bids, bids).mean())
    whole_values = np.arange(101)
    assert exact["second price", 0.5] == pytest.approx(np.minimum.outer(whole_values, whole_values).mean())


def test_the_best_reserve_is_half_the_highest_value_whatever_the_bidders() -> None:
    for bidders in (2, 5):
        line = [(value, x) for x, series, value in breaks.BREAKS["a reserve"].line(bidders) if series == "second price"]
        most = theory.private_revenue(bidders, reserve=50, highest=100)
        assert max(line) == (pytest.approx(most), 50) and most > theory.private_revenue(bidders, highest=100)


@pytest.mark.parametrize("reserve", [0, 1, 40, 100])
def test_a_reserve_in_whole_numbers_brings_what_all_pairs_of_values_bring(reserve: int, coarse: None) -> None:
    exact = {(series, x): value for x, series, value in breaks.BREAKS["a reserve"].exact(2)}
    values = np.arange(101)
    high, low = np.maximum.outer(values, values), np.minimum.outer(values, values)
    paid = np.where(high >= reserve, np.maximum(low, reserve), 0)
    assert exact["second price", reserve] == pytest.approx(paid.mean())


@pytest.mark.parametrize("bidders", [2, 3, 6])
def test_budgets_take_more_from_the_second_price(bidders: int) -> None:
    for budget in (0.1, 0.3, 0.5, 0.7, 0.95):
        first, second = (breaks.budget_revenue(budget, bidders, rule) for rule in ("first price", "second price"))
        plain = (bidders - 1) / (bidders + 1)
        assert second < first <= plain + 1e-12 and (first < plain) == (budget < (bidders - 1) / bidders)
    assert breaks.budget_revenue(1, bidders, "second price") == pytest.approx(plain)


@pytest.mark.parametrize("budget", [0.2, 0.45])
def test_at_the_border_both_bids_are_worth_the_same_and_nobody_else_wants_the_other(budget: float) -> None:
    border, n = breaks.budget_entry(budget, 3), 3
    assert budget < border < 1

    def gains(v: float) -> tuple[float, float]:
        below = v**n / n if v <= border else (v - 2 / 3 * border) * border**2
        return below, (v - budget) * (1 - border**n) / (n * (1 - border))

    assert gains(border)[0] == pytest.approx(gains(border)[1])
    assert gains(border - 0.05)[0] > gains(border - 0.05)[1] and gains(border + 0.05)[0] < gains(border + 0.05)[1]


def test_one_change_at_a_time_has_one_slider_and_a_sentence_of_its_own(coarse: None) -> None:
    shown = equivalence.WhereItBreaks(2)
    for name, sentence in {
        "care about risk": "First price: bid 0.67 of your value, revenue <b>44.4</b>",
        "a reserve": "both rules earn <b>41.7</b>, without it 33.3; with chance 25%",
        "budgets": "first price <b>33.3</b> (0.0 less), second price <b>31.2</b> (2.1 less)",
        "whole numbers": f"first price <b>{whole(Case('first price', 2), 5).revenue:.1f}</b>",
    }.items():
        shown.which.value = name
        assert sentence in shown.said.value
        assert ("Exact equilibria" in shown.refused.value) == (name != "care about risk")
        assert [key for key, one in shown.sliders.items() if one.layout.display is None] == [name]
        assert len(rows(shown.chart, "exact")) > 3 and len(rows(shown.chart, "played")) > 2
        assert shown.chart.frame["signals"]["now"] == shown.sliders[name].value and shown.chart.table
    shown.which.value = "a reserve"
    spec = shown.chart.spec
    shown.sliders["a reserve"].value = 80
    assert shown.chart.spec == spec and shown.chart.frame["signals"]["now"] == 80 and "bid 80:" in shown.said.value
    shown.bidders.value = 3
    assert "without it 50.0" in shown.said.value


# --- the winner's curse -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bidders", "profit"), [(2, -1 / 3), (4, -0.6), (8, -7 / 9)])
def test_who_bids_his_estimate_loses_on_average(bidders: int, profit: float) -> None:
    found = curse.naive_profit(bidders, 1000, rounds=10_000)
    assert found.played / 1000 == pytest.approx(profit, abs=0.02)
    assert found.exact / 1000 == pytest.approx(profit, abs=0.002)
    assert theory.naive_profit(bidders, 1000) == pytest.approx(1000 * profit)


def test_whole_errors_bring_what_all_errors_bring() -> None:
    errors = [max(pair) for pair in product(range(-3, 4), repeat=3)]
    assert curse.naive_profit(3, 3, rounds=100).exact == pytest.approx(-np.mean(errors))
    assert curse.naive_profit(1, 3, rounds=100).exact == pytest.approx(0)


@pytest.mark.parametrize("bidders", [2, 4])
def test_in_equilibrium_the_winner_gains_and_nobody_gains_by_leaving(bidders: int) -> None:
    found = curse.careful_profit(bidders, 5, rounds=10_000)
    assert found.exact > 0 and found.regret is not None and found.regret < 1e-7
    assert abs(found.played - found.exact) < 4 * found.error
    # Everybody bids the largest error less, and so wins as often as with his estimate and pays that much less.
    assert found.exact == pytest.approx(5 + curse.naive_profit(bidders, 5, rounds=100).exact)


def test_the_chart_of_the_curse_has_losses_below_and_gains_above_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curse, "BIDDERS", (1, 2, 4))
    shown = curse.Curse(5)
    found = {(row["at"], row["series"]): row for row in rows(shown.chart, "bars")}
    for n in (2, 4):
        naive, careful = found[str(n), curse.NAIVE], found[str(n), curse.CAREFUL]
        assert naive["theory"] == pytest.approx(-5 * (n - 1) / (n + 1)) and naive["exact"] < 0 > naive["played"]
        assert careful["theory"] == pytest.approx(10 / (n + 1)) and careful["exact"] > 0 < careful["played"]
    assert found["1", curse.NAIVE]["theory"] == 0 and found["1", curse.CAREFUL]["exact"] is None
    assert "With <b>1 bidder</b> there is no curse" in shown.said.value and "regret" in shown.said.value
    spec = shown.chart.spec
    shown.error.value = 10
    assert shown.chart.spec == spec and rows(shown.chart, "bars")[3]["theory"] == pytest.approx(-10 / 3)


# --- jars of coins ----------------------------------------------------------------------------------------------------


def test_a_jar_is_repeated_by_its_seed_and_estimates_keep_within_their_error() -> None:
    table = Table(8, 20, seed=4)
    assert table.jar == Table(8, 20, seed=4).jar != table.next.jar
    errors = []
    for _ in range(300):
        jar, table = table.jar, table.next
        errors += [estimate - jar.worth for estimate in jar.estimates]
        assert jars.LEAST <= jar.worth <= jars.MOST and jar.bids == jar.estimates[1:]
    assert set(errors) == set(range(-20, 21)) and abs(np.mean(errors)) < 4 * 12 / len(errors) ** 0.5


def test_careful_robots_bid_the_largest_error_less() -> None:
    jar = Table(4, 10, "careful").jar
    assert jar.bids == tuple(estimate - 10 for estimate in jar.estimates[1:])


@pytest.mark.parametrize("wrong", [{"bidders": 17}, {"bidders": 1}, {"error": 0}, {"seed": -1}, {"robots": "wise"}])
def test_a_table_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is a whole number from|are one of"):
        Table(**wrong)


def test_the_highest_bid_wins_and_pays_and_a_tie_goes_by_a_seeded_coin() -> None:
    table = Table(4, 20, seed=35)
    high = table.sell(300)
    assert (high.winner, high.gain) == (0, table.jar.worth - 300)
    low = table.sell(0)
    assert low.bids[low.winner] == max(table.jar.bids) and low.gain == table.jar.worth - max(table.jar.bids)
    winners = {Table(4, 20, seed=seed).sell(max(Table(4, 20, seed=seed).jar.bids)).winner == 0 for seed in range(20)}
    assert winners == {True, False}


def test_you_won_and_lost_money() -> None:
    game = JarOfCoins(Table(4, 20, seed=35))
    jar = game.table.jar
    assert f"You estimate {jar.estimates[0]}" in game.said.value and f"worth {jar.worth}" not in reads(game.widget)
    type_in(game.widget, "145")
    assert "The jar was worth 134. <b>You won, and lost 11.</b>" in game.said.value
    assert "the highest was 16 too high" in game.said.value and "Your cash: <b>−11</b>" in game.tally.value
    assert "the highest bid is 145 by You" in game.picture.value and game.after in game.place.children
    game.go_on.click()
    assert game.place.children == (game.entry,) and game.picture.value == "" and "−11" in game.tally.value


@pytest.mark.parametrize("text", ["-1", str(HIGHEST + 1), "1,5", "", "x"])
def test_a_bid_that_is_none_is_refused_and_the_jar_stays(text: str) -> None:
    game = JarOfCoins(Table(4, 20, seed=35))
    type_in(game.widget, text)
    assert "mm-refusal" in game.refused.value and game.sales == () and game.table.number == 1
    type_in(game.widget, "100")
    assert game.refused.value == "" and len(game.sales) == 1


def test_ten_jars_with_the_estimate_lose_and_the_cash_adds_up() -> None:
    game = JarOfCoins(Table(8, 20, "careful", seed=2))
    game.same.click()
    assert len(game.sales) == 10 and game.table.number == 11
    mine = [sale.gain for sale in game.sales if sale.winner == 0]
    assert mine and sum(mine) < 0
    cash = f"{sum(mine)}".replace("-", "−")
    assert f"won {len(mine)}. Your cash: <b>{cash}</b>" in game.tally.value
    assert all(sale.bids[0] == sale.jar.estimates[0] for sale in game.sales) and "jar by jar" in game.picture.value
    game.less.click()
    assert all(sale.bids[0] == sale.jar.estimates[0] - 20 for sale in game.sales[10:])
    game.many.value = 2
    assert game.sales == () and game.tally.value == "" and game.table.bidders == 2


def test_bidding_the_estimate_loses_and_bidding_less_gains_in_the_long_run() -> None:
    def mean(less: int) -> float:
        table, gains = Table(4, 20, "careful", seed=9), []
        for _ in range(400):
            sale = table.sell(table.jar.estimates[0] - less)
            gains += [sale.gain] if sale.winner == 0 else []
            table = table.next
        return float(np.mean(gains))

    assert mean(0) < 0 < mean(20)


def test_what_is_told_of_a_jar_names_winner_gain_and_error() -> None:
    sale = jars.Sale(jars.Jar(100, (90, 95), (70,)), (60, 70), 1, 30)
    assert "<b>Robot A won and gained 30.</b>" in told(sale) and "the highest was 5 too low" in told(sale)
    even = sale._replace(bids=(60, 100), gain=0)
    assert "<b>Robot A won, and gained nothing.</b>" in told(even)
    assert "Robot A won" in base64.b64decode(re.search('base64,([^"]+)', drawn(sale, Table(2, 20)))[1]).decode()


def test_every_control_of_part_five_and_six_has_words_beside_it() -> None:
    rooms = [jar_of_coins(), room_of_bids.bids_of_the_class(), slip_lesson.print_slips()]
    for box in rooms:
        queue = [box]
        while queue:
            part = queue.pop()
            queue += list(getattr(part, "children", ()))
            if isinstance(part, widgets.Text | widgets.ToggleButtons | widgets.Button | widgets.IntSlider):
                assert part.description.strip()


def test_half_is_rounded_down_and_its_rule_is_turins_share() -> None:
    assert RULES["losers pay half"].loser_pays == HALF == Fraction(1, 2)
