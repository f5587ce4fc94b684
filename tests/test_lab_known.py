"""The rooms of the auction lab with known worths: every number on the screen is one that was computed elsewhere."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from html import unescape
from typing import Any

import ipywidgets as widgets
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics import equilibria, expected, simulate, theory
from mechanics.auctions import HALF, Auction, settle
from mechanics.views.entry import Entry
from mechanics.views.lessons import lab
from mechanics.views.lessons.lab import match, mix, moving, pages, prizes, regret, rules, shares, solved, worth
from mechanics.views.live import LiveChart
from mechanics.worths import Differing
from tests.screen import button, cells, found, number, press, reads, type_in, walk

QUARTER = Fraction(1, 4)
NAMES = ("You", "Robot A", "Robot B", "Robot C")


@pytest.fixture(autouse=True)
def nothing_is_known_yet() -> Iterator[None]:
    """What one test makes up about equilibria is forgotten before the next one."""
    yield
    solved.solved.cache_clear()
    shares._row.cache_clear()


def words(widget: Any) -> str:
    """What is read on a screen, styles and marks left out."""
    text = re.sub(r"<style>.*?</style>", "", reads(widget), flags=re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)))


def control(widget: Any, name: str) -> Any:
    """The slider, menu or row of buttons of this name."""
    kinds = widgets.IntSlider | widgets.Dropdown | widgets.ToggleButtons
    (one,) = [part for part in walk(widget) if isinstance(part, kinds) and part.description == name]
    return one


def chart(widget: Any) -> LiveChart:
    """The only live chart on the screen."""
    (one,) = found(widget, LiveChart)
    return one


def rows(shown: LiveChart, name: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = shown.frame["data"][name]
    return data


def column(shown: LiveChart, name: str, key: str) -> list[Any]:
    return [row[key] for row in rows(shown, name)]


def numbers(values: Any) -> list[float]:
    return [float(value) for value in values]


# --- settings and their controls --------------------------------------------------------------------------------------


def test_a_setting_is_printed_as_one_sentence() -> None:
    assert str(rules.Setting((10, 5), 3, HALF)) == (
        "3 bidders, prizes 10 and 5, winner pays the bid, losers half, rounded down, ties by a coin"
    )


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"bidders": 1}, "has 2 to 10 bidders, not 1"),
        ({"bidders": 11}, "has 2 to 10 bidders, not 11"),
        ({"bidders": 2.5}, "has 2 to 10 bidders"),
        ({"worth": (0,)}, "worth a whole number from 1 to 99; 0 is not"),
        ({"worth": (2.5,)}, "worth a whole number from 1 to 99"),
        ({"worth": ()}, "no prize is not"),
        ({"worth": (5, 4, 3), "bidders": 2}, "3 prizes for 2 bidders"),
        ({"worth": (5, 6)}, "Prizes go down from the best place on"),
        ({"reserve": 11}, "lowest winning bid of 11 is more than the best prize is worth"),
        ({"reserve": -1}, "whole number, 0 or more"),
        ({"loser_pays": 2}, "share from 0 to 1"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_in_a_sentence(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        rules.Setting(**wrong)


def test_what_is_refused_is_said_and_changes_neither_the_setting_nor_the_chart() -> None:
    box = lab.several_prizes()
    shown, before = chart(box), chart(box).frame
    control(box, "second prize").value = 13
    assert "Prizes go down from the best place on; (10, 13) do not." in words(box) and shown.frame == before
    assert "prizes 10 and 5" in words(box)
    control(box, "second prize").value = 7
    assert "do not." not in words(box) and shown.frame != before and "prizes 10 and 7" in words(box)


def test_a_lowest_winning_bid_above_the_prize_is_refused_where_it_is_set() -> None:
    box = lab.worth_of_bids()
    before = chart(box).frame
    control(box, "lowest winning bid").value = 12
    assert "nobody would bid" in words(box) and chart(box).frame == before
    control(box, "prize worth").value = 12
    assert "nobody would bid" not in words(box)
    assert column(chart(box), "bids", "win")[:12] == [0.0] * 12 and column(chart(box), "bids", "win")[12] > 0


# --- axes -------------------------------------------------------------------------------------------------------------


some = st.floats(-1000, 1000).map(lambda x: round(x, 3))


@settings(deadline=None)
@given(some, some, some, some)
def test_axes_hold_the_numbers_with_zero_and_stay_where_they_fit(a: float, b: float, c: float, d: float) -> None:
    first, second = (min(a, b), max(a, b)), (min(c, d), max(c, d))
    now = moving.fit(None, first)
    assert now[0] <= min(0, first[0]) and now[1] >= max(0, first[1]) and now[0] < now[1]
    then = moving.fit(now, second)
    assert then[0] <= min(0, second[0]) and then[1] >= max(0, second[1])
    assert moving.fit(then, second) == then
    high, low = max(0, *second), min(0, *second)
    inside = now[0] <= low and high <= now[1] and now[1] - now[0] <= moving.LOOSE * (high - low)
    assert (then == now) or not inside


# --- bet first --------------------------------------------------------------------------------------------------------


def test_the_rule_of_the_bet_is_picked_before_the_reveal_and_may_be_changed_after_it() -> None:
    box = lab.bet_first(seed=3)
    control(box, "the winner pays").value = "next"
    control(box, "losers pay").value = Fraction(1)
    assert "wins and pays only the next highest bid; who loses pays the whole bid too" in words(box)
    assert "sealed" in words(box)
    type_in(box, "15")
    bids = [15, *map(int, re.findall(r"bids (\d+)", words(box)))]
    assert len(bids) == 4 and f"pay the next bid: {sorted(bids)[-2]}." in words(box)
    control(box, "the winner pays").value = "own"
    assert "You bid 15, won a prize worth 10 and pay the whole bid: 15." in words(box)
    assert [15, *map(int, re.findall(r"bids (\d+)", words(box)))] == bids


@pytest.mark.parametrize("share", [Fraction(0), HALF, Fraction(1)])
@pytest.mark.parametrize("price", ["own", "next"])
@pytest.mark.parametrize("seed", range(4))
def test_everybody_pays_what_the_auction_says_and_the_chart_is_exact(share: Fraction, price: Any, seed: int) -> None:
    box = lab.bet_first(seed=seed)
    control(box, "losers pay").value, control(box, "the winner pays").value = share, price
    mine = (6, 10)[seed % 2]
    type_in(box, str(mine))
    said = words(box)
    bids = [mine, *map(int, re.findall(r"bids (\d+)", said))]
    rule = Auction((1,), share, price, reserve=1)
    winner = next(i for i, name in enumerate(NAMES) if re.search(rf"{name} bid \d+, won", said))
    coin = [0 if i == winner else 1 + i - (i > winner) for i in range(4)]
    result = settle(bids, None, coin, rule)
    assert result.prize[winner] == 1
    gain = 10 * int(result.prize[0]) - int(result.paid[0])
    outcome = f"earned {gain}" if gain > 0 else f"lost {-gain}" if gain else "neither earned nor lost"
    assert f"You have {outcome}" in said
    exact = expected.values(rule, 10, [[Fraction(1, 11)] * 11] * 3, bids=range(16))
    assert column(chart(box), "bids", "value") == pytest.approx(numbers(exact.value))
    assert f"yours, {mine}, is worth" in chart(box).words


def test_the_axes_of_the_bet_hold_every_rule_that_can_be_picked() -> None:
    box = lab.bet_first()
    type_in(box, "6")
    low, high = chart(box).spec["vconcat"][0]["layer"][0]["encoding"]["y"]["scale"]["domain"]
    for share in (Fraction(0), HALF, Fraction(1)):
        for price in ("own", "next"):
            control(box, "losers pay").value, control(box, "the winner pays").value = share, price
            values = column(chart(box), "bids", "value")
            assert low <= min(values) and max(values) <= high


# --- the worth of every bid -------------------------------------------------------------------------------------------


def exact_worth(setting: rules.Setting, rival: Any, top: int) -> expected.Values:
    return expected.values(setting.auction, setting.worth, [rival] * (setting.bidders - 1), bids=range(top + 1))


@pytest.mark.parametrize("share", [Fraction(0), QUARTER, HALF, Fraction(1)])
@pytest.mark.parametrize("price", ["own", "next"])
@pytest.mark.parametrize(("prize", "bidders"), [(7, 2), (10, 4), (15, 10)])
def test_every_control_moves_the_one_chart_to_the_exact_worths(
    share: Fraction, price: Any, prize: int, bidders: int
) -> None:
    box = lab.worth_of_bids()
    shown, spec = chart(box), chart(box).spec
    control(box, "prize worth").value, control(box, "bidders").value = prize, bidders
    control(box, "losers pay").value, control(box, "the winner pays").value = share, price
    wanted = exact_worth(rules.Setting((prize,), bidders, share, price), [Fraction(1, prize + 1)] * (prize + 1), prize)
    assert column(shown, "bids", "value") == pytest.approx(numbers(wanted.value), abs=1e-9)
    assert column(shown, "bids", "win") == pytest.approx(numbers(wanted.win))
    assert [number(row[-1]) for row in cells(shown.table)] == pytest.approx(numbers(wanted.value), abs=6e-4)
    assert chart(box) is shown and shown.spec == spec
    low, high = (shown.frame["signals"][end] for end in ("low", "high"))
    assert low <= min(numbers(wanted.value)) + 1e-9 and max(numbers(wanted.value)) <= high + 1e-9


def test_rivals_with_one_sure_bid_are_outbid_by_one_more() -> None:
    box = lab.worth_of_bids()
    assert not [part for part in walk(box) if getattr(part, "description", "") == "their sure bid"]
    control(box, "rivals bid").value = "sure"
    control(box, "their sure bid").value = 12
    assert column(chart(box), "bids", "bid") == list(range(14))
    assert column(chart(box), "bids", "value")[13] == 10 - 13 and column(chart(box), "bids", "value")[11] == -5
    control(box, "their sure bid").value = 6
    assert "The best bid is 7 : it wins 100%, worth +3" in words(box)


def test_against_an_equilibrium_no_bid_is_worth_more_than_those_that_it_uses() -> None:
    box = lab.worth_of_bids(bidders=3)
    control(box, "rivals bid").value = "equilibrium"
    values = column(chart(box), "bids", "value")
    assert max(values) == pytest.approx(0.220654524, abs=1e-8)
    assert [bid for bid, value in enumerate(values) if value == max(values)] == [1, 3, 5, 7, 9]
    assert "The best bids are 1, 3, 5, 7 and 9 , each worth +0.22 ." in words(box)
    control(box, "your bid").value = 3
    assert "No bid is worth more." in words(box)


@pytest.mark.parametrize("mine", [0, 4, 9, 13])
def test_your_bid_is_marked_and_its_worth_said_to_the_cent(mine: int) -> None:
    box = lab.worth_of_bids()
    control(box, "your bid").value = mine
    wanted = exact_worth(rules.Setting(), [Fraction(1, 11)] * 11, 13)
    said = re.search(rf"Your {mine} wins (\d+)% of the time, worth ([+−]?[\d.]+) ?\.", words(box))
    assert said and said[1] == f"{float(wanted.win[mine]):.0%}"[:-1]
    assert number(said[2]) == pytest.approx(float(wanted.value[mine]), abs=0.0051)
    assert chart(box).frame["signals"]["mine"] == mine


def test_a_bid_of_yours_beyond_the_axis_is_refused_when_the_room_is_opened() -> None:
    for wrong in (-1, 16, 2.5):
        with pytest.raises(ValueError, match="whole number from 0 to 15"):
            lab.worth_of_bids(mine=wrong)  # type: ignore[arg-type]


# --- while an equilibrium is looked for -------------------------------------------------------------------------------


def test_no_slider_waits_for_an_equilibrium_and_only_the_last_one_asked_for_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate, solve = threading.Event(), equilibria.solve

    def slowly(*asked: Any) -> Any:
        assert gate.wait(30)
        return solve(*asked)

    async def play() -> None:
        box = lab.worth_of_bids(bidders=3)
        monkeypatch.setattr(solved.equilibria, "solve", slowly)
        before = chart(box).frame["data"]
        control(box, "rivals bid").value = "equilibrium"
        for bidders in (4, 5, 6):
            control(box, "bidders").value = bidders
        assert chart(box).frame["data"] == before  # all four moves came back although nothing has been found
        gate.set()
        for _ in range(3000):
            await asyncio.sleep(0.01)
            if chart(box).frame["data"] != before:
                break
        first = solve(Auction((10,)), 10, 6)[0]
        assert max(column(chart(box), "bids", "value")) == pytest.approx(float(first.payoff[0]), abs=1e-8)

    asyncio.run(play())


def test_an_equilibrium_that_comes_too_late_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, done, solve = threading.Event(), threading.Event(), equilibria.solve

    def slowly(*asked: Any) -> Any:
        assert gate.wait(30)
        try:
            return solve(*asked)
        finally:
            done.set()

    async def play() -> None:
        box = lab.worth_of_bids(bidders=3)
        monkeypatch.setattr(solved.equilibria, "solve", slowly)
        control(box, "rivals bid").value = "equilibrium"
        await asyncio.sleep(0.05)
        control(box, "rivals bid").value = "sure"
        wanted = chart(box).frame["data"]
        gate.set()
        while not done.is_set():
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert chart(box).frame["data"] == wanted and "equilibrium of section" not in words(box)

    asyncio.run(play())


def test_a_search_that_takes_its_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, solve = threading.Event(), equilibria.solve
    monkeypatch.setattr(pages, "PATIENCE", 0)
    monkeypatch.setattr(solved.equilibria, "solve", lambda *asked: gate.wait(30) and solve(*asked))

    async def play() -> None:
        box = lab.can_you_gain()
        control(box, "bidders").value = 4
        for _ in range(5):
            await asyncio.sleep(0)
        assert "looking for equilibria …" in words(box) and not found(box, LiveChart)
        gate.set()
        for _ in range(3000):
            await asyncio.sleep(0.01)
            if found(box, LiveChart):
                break
        assert "looking" not in words(box) and "one equilibrium" in words(box)

    asyncio.run(play())


@pytest.mark.parametrize("open_room", [lab.share_that_losers_pay, lab.can_you_gain, lab.several_prizes])
def test_where_nothing_is_found_a_sentence_stands_in_place_of_the_chart(
    monkeypatch: pytest.MonkeyPatch, open_room: Any
) -> None:
    box = open_room()
    assert found(box, LiveChart)
    solve = equilibria.solve

    def nothing(auction: Auction, *asked: Any) -> Any:
        if asked[-1] == 4:
            raise equilibria.NoEquilibrium("The regret that was reached is 0.3.")
        return solve(auction, *asked)

    monkeypatch.setattr(solved.equilibria, "solve", nothing)
    control(box, "bidders").value = 4
    assert "The regret that was reached is 0.3." in words(box) and not found(box, LiveChart)
    control(box, "bidders").value = 5
    assert "0.3" not in words(box) and found(box, LiveChart)


# --- the share that losers pay ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bidders", "payoff", "revenue"), [(3, 0.221, 9.34), (4, 0.171, 9.31), (5, 0.137, 9.31)])
def test_bars_are_the_equilibrium_and_the_line_is_theory(bidders: int, payoff: float, revenue: float) -> None:
    box = lab.share_that_losers_pay()
    control(box, "bidders").value = bidders
    one = equilibria.solve(Auction((10,)), 10, bidders)[0]
    assert column(chart(box), "mix", "chance") == pytest.approx(numbers(one.mix[0]))
    assert column(chart(box), "mix", "at_most")[-1] == pytest.approx(1)
    line = {row["bid"]: (row["chance"], row["at_most"]) for row in rows(chart(box), "theory")}
    below, at, above = (theory.known_cdf(b, bidders, 10, loser_pays=HALF) for b in (2.5, 3, 3.5))
    assert line[3] == pytest.approx((above - below, at))
    assert f"Each bidder gains +{payoff} on average, the seller gets {revenue} ." in words(box)


@pytest.mark.parametrize("share", [Fraction(k, 4) for k in range(5)])
def test_every_share_shows_the_regret_of_its_equilibrium_and_how_complete_the_list_is(share: Fraction) -> None:
    box = lab.share_that_losers_pay(bidders=2)
    control(box, "losers pay").value = share
    listed = equilibria.solve(Auction((10,), share), 10, 2)
    for page, one in enumerate(listed, 1):
        said = words(box)
        assert (f"equilibrium {page} of {len(listed)}" in said) if listed[1:] else ("one equilibrium" in said)
        assert f"Regret: exactly {one.regret} ." in said and one.regret == 0
        assert one.found.lower() in said.lower()
        assert column(chart(box), "mix", "chance") == pytest.approx(numbers(one.mix[0]))
        if listed[1:]:
            press(box, "next")
    if listed[1:]:
        assert f"equilibrium 1 of {len(listed)}" in words(box)
        press(box, "‹ back")
        assert f"equilibrium {len(listed)} of {len(listed)}" in words(box)


def test_a_search_without_a_second_equilibrium_shows_no_buttons_to_turn() -> None:
    box = lab.share_that_losers_pay(bidders=3)
    assert "one equilibrium" in words(box)
    assert not [part for part in found(box, widgets.Button) if part.description in ("‹ back", "next ›")]


def test_points_are_frequencies_of_drawn_rounds_within_their_intervals() -> None:
    one = equilibria.solve(Auction((10,)), 10, 3)[0]
    frame = mix.drawn_frame(one, rounds=4000, seed=2)
    assert frame["chance"].sum() == pytest.approx(1)
    inside = [
        low <= chance <= high
        for low, chance, high in zip(frame["low"], numbers(one.mix[0]), frame["high"], strict=True)
    ]
    assert sum(inside) >= len(inside) - 1
    assert (frame["high"] - frame["low"]).max() < 0.02
    bids = simulate.rounds(Auction((10,)), 10, one.mix, 3, rounds=4000, seed=2).bid
    assert frame["chance"][1] == (bids == 1).mean()


def test_an_interval_is_wilsons() -> None:
    # Wilson 1927 for 5 of 20: 0.1119 to 0.4687, and for 0 of 20: 0 to 0.1611.
    frame = mix.interval_frame([0, 1], [5, 0], 20)
    assert frame["low"].tolist() == pytest.approx([0.1119, 0], abs=2e-4)
    assert frame["high"].tolist() == pytest.approx([0.4687, 0.1611], abs=2e-4)


def test_what_the_seller_gets_is_shown_after_a_guess_only() -> None:
    box = lab.share_that_losers_pay()
    control(box, "show").value = "seller"
    assert "Before you look" in words(box) and not found(box, LiveChart) and "9.3" not in words(box)
    press(box, "more")
    assert "You said: more. With bids of any size it is the same , 10, whatever losers pay" in words(box)
    assert len(rows(chart(box), "bars")) == 5


@pytest.mark.parametrize("bidders", [2, 3, 6])
def test_theory_stays_at_the_prize_and_whole_bids_bring_what_each_equilibrium_brings(bidders: int) -> None:
    box = lab.share_that_losers_pay(bidders=bidders)
    control(box, "show").value = "seller"
    press(box, "less")
    assert column(chart(box), "bars", "theory") == [10.0] * 5
    for k, exact in enumerate(column(chart(box), "bars", "exact")):
        one = equilibria.solve(Auction((10,), Fraction(k, 4)), 10, bidders)[0]
        assert exact == pytest.approx(float(one.revenue))
    for row in rows(chart(box), "bars"):
        assert abs(row["played"] - row["exact"]) <= 4 * row["error"] + 1e-9


def test_the_bar_of_the_share_that_is_chosen_belongs_to_the_equilibrium_that_is_shown() -> None:
    box = lab.share_that_losers_pay(bidders=2)
    control(box, "show").value = "seller"
    press(box, "the same")
    listed = equilibria.solve(Auction((10,)), 10, 2)
    for one in listed:
        assert column(chart(box), "bars", "exact")[2] == pytest.approx(float(one.revenue))
        press(box, "next")


@pytest.mark.parametrize(
    "setting", [rules.Setting((10,), n, share) for n in (2, 3, 4) for share in (Fraction(0), HALF, Fraction(1))]
)
def test_the_reason_why_revenue_moves_is_a_sum_that_comes_out(setting: rules.Setting) -> None:
    for one in solved.solved(setting):
        said = unescape(re.sub(r"<[^>]*>", "", solved.kept(setting, one)))
        if "keep nothing" in said:
            assert float(one.revenue) == pytest.approx(10, abs=2e-3)
            continue
        total, n, keeps, lost, gets = re.search(
            r"(\d+) − (\d+) × ([\d.]+)(?: − ([\d.]+) that nobody wins)? = ([\d.]+) for the seller", said
        ).groups()  # type: ignore[union-attr]
        assert float(total) - int(n) * float(keeps) - float(lost or 0) == pytest.approx(float(gets), abs=0.01)
        assert float(gets) == pytest.approx(float(one.revenue), abs=0.0051)


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_the_worth_of_bids_is_level_over_those_that_are_used_and_nowhere_higher() -> None:
    box = lab.can_you_gain(bidders=2)
    listed = equilibria.solve(Auction((10,)), 10, 2)
    for one in listed:
        level = float(one.payoff[0])
        for row in rows(chart(box), "bids"):
            assert row["value"] == pytest.approx(level) if row["chance"] else row["value"] <= level + 1e-12
        assert chart(box).frame["signals"]["level"] == pytest.approx(level)
        assert "no bid earns more. Regret: exactly 0 ." in words(box)
        press(box, "next")


@pytest.mark.parametrize(("bidders", "source", "target", "per_cent"), [(2, 7, 0, 40), (3, 1, 4, 100), (3, 9, 3, 1)])
def test_a_spoilt_equilibrium_shows_its_regret_and_the_bid_that_gains(
    bidders: int, source: int, target: int, per_cent: int
) -> None:
    box = lab.can_you_gain(bidders=bidders)
    control(box, "of the chance of bid").value = source
    control(box, "to bid").value = target
    control(box, "Spoil it: move per cent").value = per_cent
    spoilt = equilibria.solve(Auction((10,)), 10, bidders)[0].mix[0].copy()
    part = spoilt[source] * (Fraction(per_cent, 100) if spoilt.dtype == object else per_cent / 100)
    spoilt[source] -= part
    spoilt[target] += part
    wrong = float(equilibria.regret(Auction((10,)), 10, bidders, spoilt))
    values = numbers(exact_worth(rules.Setting((10,), bidders), spoilt, 10).value)
    best = max(range(11), key=lambda bid: values[bid])
    assert wrong > 1e-4 and column(chart(box), "bids", "value") == pytest.approx(values)
    assert column(chart(box), "bids", "chance") == pytest.approx(numbers(spoilt))
    said = re.search(r"the best reply is (\d+) , worth ([+−][\d.]+): regret ([\d.]+|\d · 10\S+)", words(box))
    assert said and int(said[1]) == best and number(said[2]) == pytest.approx(values[best], abs=6e-4)
    if "·" not in said[3]:
        assert float(said[3]) == pytest.approx(wrong, abs=6e-4)
    assert "an equilibrium no more" in words(box)
    control(box, "Spoil it: move per cent").value = 0
    assert "no bid earns more" in words(box)


def test_one_per_cent_of_one_bid_is_enough_to_be_no_equilibrium() -> None:
    box = lab.can_you_gain()
    for source in (1, 3, 5, 7, 9):
        control(box, "of the chance of bid").value = source
        control(box, "Spoil it: move per cent").value = 1
        assert "an equilibrium no more" in words(box)
        control(box, "Spoil it: move per cent").value = 0


def test_moving_within_a_family_stays_an_equilibrium_and_is_told_so() -> None:
    # All-pay, two bidders, prize 10: the chances of even bids and those of odd ones may differ (a family).
    one = equilibria.solve(Auction((10,), 1), 10, 2)[0]
    room = regret.LeaveLab(rules.Setting((10,), 2, Fraction(1)))
    room.pages._take(room.pages.setting, (replace(one, mix=np.array([[Fraction(1, 10)] * 10 + [Fraction(0)]])),))
    assert "no bid earns more. Regret: exactly 0" in words(room.widget)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "exactly 0"),
        (Fraction(1, 14), "exactly 1/14"),
        (Fraction(1234567, 9876543), "0.125 (in exact fractions)"),
        (0.25, "0.25"),
        (4e-4, "4 · 10⁻⁴"),
        (1.4e-15, "1 · 10⁻¹⁵ (rounding)"),
        (0.0, "0 (but for rounding)"),
    ],
)
def test_a_regret_is_said_with_its_exactness(value: Any, said: str) -> None:
    assert solved.regret_words(value) == said


# --- a thousand rounds ------------------------------------------------------------------------------------------------


def play_with(box: Any, bid: object) -> None:
    type_in(box, str(bid))


def running(box: Any) -> LiveChart:
    return found(box, LiveChart)[1]


def test_a_bid_is_played_a_thousand_times_against_those_who_follow_the_mix() -> None:
    box = lab.can_you_gain(bidders=3)
    one = equilibria.solve(Auction((10,)), 10, 3)[0]
    play_with(box, 5)
    mixes = np.tile(one.mix[0].astype(float), (3, 1))
    mixes[0] = np.arange(11) == 5
    gains = simulate.rounds(Auction((10,)), Differing([10] * 3), mixes, 3, rounds=1000, seed=1).gain[:, 0]
    path = rows(running(box), "path")
    assert path[-1]["rounds"] == 1000 and path[-1]["mean"] == pytest.approx(gains.mean())
    away = 1.96 * gains.std() / 1000**0.5
    assert (path[-1]["low"], path[-1]["high"]) == pytest.approx((gains.mean() - away, gains.mean() + away))
    assert path[9]["mean"] == pytest.approx(gains[: path[9]["rounds"]].mean())
    assert rows(running(box), "exact")[0]["value"] == pytest.approx(0.220654524, abs=1e-8)
    assert "1000 rounds with 5 gained" in words(box) and "the exact worth is +0.221." in words(box)


def test_playing_on_keeps_what_was_played_and_the_interval_closes_in_on_the_exact_worth() -> None:
    box = lab.can_you_gain(bidders=3)
    play_with(box, 5)
    first = {row["rounds"]: row["mean"] for row in rows(running(box), "path")}
    for _ in range(9):
        press(box, "Play on")
    path = rows(running(box), "path")
    assert path[-1]["rounds"] == 10_000 and path[9]["rounds"] == 1000
    assert path[9]["mean"] == pytest.approx(first[1000])
    assert path[-1]["high"] - path[-1]["low"] < 0.2
    assert abs(path[-1]["mean"] - 0.220654524) < (path[-1]["high"] - path[-1]["low"])


@pytest.mark.parametrize("bid", ["11", "-1", "2,5", "", "many"])
def test_a_bid_that_cannot_be_played_is_refused_in_words(bid: str) -> None:
    box = lab.can_you_gain()
    play_with(box, bid)
    assert len(found(box, LiveChart)) == 1
    assert re.search(r"from 0 to 10 is allowed|is not a whole number|Nothing was typed", words(box))


def test_other_rivals_put_away_what_was_played_against_the_old_ones() -> None:
    box = lab.can_you_gain()
    play_with(box, 5)
    control(box, "Spoil it: move per cent").value = 50
    assert len(found(box, LiveChart)) == 1 and "rounds with" not in words(box)
    play_with(box, 0)
    assert len(found(box, LiveChart)) == 2


@pytest.mark.parametrize("bidders", [2, 4])
def test_the_best_reply_to_spoilt_rivals_earns_more_than_following_them(bidders: int) -> None:
    box = lab.can_you_gain(bidders=bidders)
    control(box, "Spoil it: move per cent").value = 100
    best = int(re.search(r"the best reply is (\d+)", words(box))[1])  # type: ignore[index]
    play_with(box, best)
    for _ in range(9):
        press(box, "Play on")
    assert rows(running(box), "path")[-1]["low"] > chart_level(box)


def chart_level(box: Any) -> float:
    return float(found(box, LiveChart)[0].frame["signals"]["level"])


def test_a_running_mean_of_equal_gains_has_no_spread_and_few_rounds_few_points() -> None:
    frame = match.running_frame(np.full(7, -2))
    assert frame["rounds"].tolist() == list(range(1, 8))
    assert set(frame["mean"]) == set(frame["low"]) == set(frame["high"]) == {-2.0}


def test_no_more_rounds_are_played_than_the_screen_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST", 1500)
    box = lab.can_you_gain()
    play_with(box, 5)
    press(box, "Play on")
    assert rows(running(box), "path")[-1]["rounds"] == 1500 and button(box, "Play on").disabled


# --- several prizes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("worth_", "bidders"), [((10, 5), 3), ((10, 5), 4), ((6, 6), 3)])
def test_every_bid_shows_its_chance_of_each_place(worth_: tuple[int, ...], bidders: int) -> None:
    box = lab.several_prizes(worth_, bidders)
    one = equilibria.solve(Auction(worth_), worth_, bidders)[0]
    exact = equilibria.against(one)
    shown: dict[int, dict[str, float]] = {}
    for row in rows(chart(box), "places"):
        shown.setdefault(row["bid"], {})[row["place"]] = row["chance"]
    assert list(shown) == list(range(len(one.bids)))
    for bid, chances in shown.items():
        first, second, nothing = chances.values()
        assert (first, second) == pytest.approx(numbers(exact.place[bid][:2]))
        assert first + second + nothing == pytest.approx(1)
    assert [*shown[0]] == [f"first, worth {worth_[0]}", f"second, worth {worth_[1]}", "nothing"]


def test_the_line_of_several_prizes_is_the_quantile_of_theory() -> None:
    box = lab.several_prizes()
    for row in rows(chart(box), "theory"):
        if 0 < row["at_most"] < 1:
            quantile = theory.ranked_quantile(row["at_most"], 3, (10, 5), loser_pays=HALF)
            assert quantile == pytest.approx(row["bid"], abs=1e-6)


def test_the_seller_of_several_prizes_gets_less_on_whole_bids_by_what_bidders_keep() -> None:
    box = lab.several_prizes()
    one = equilibria.solve(Auction((10, 5)), (10, 5), 3)[0]
    keeps, gets = round(float(one.payoff[0]), 3), round(float(one.revenue), 2)
    assert "With bids of any size it would be 15." in words(box)
    assert f"15 − 3 × {keeps:g} = {gets:g} for the seller." in words(box)


def test_a_prize_for_everybody_leaves_the_last_one_without_a_fight() -> None:
    box = lab.several_prizes((10, 5, 2), 3)
    one = equilibria.solve(Auction((10, 5, 2)), (10, 5, 2), 3)[0]
    keeps, gets = round(float(one.payoff[0]), 3), round(float(one.revenue), 2)
    assert keeps > 2 and "With bids of any size it would be 11." in words(box)
    assert "the last prize, 2, goes to somebody without a fight" in words(box)
    assert f"17 − 3 × {keeps:g} = {gets:g} for the seller." in words(box)


def test_more_prizes_than_bidders_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="3 prizes for 2 bidders"):
        lab.several_prizes((10, 5, 2), 2)
    box = lab.several_prizes((10, 5, 2), 3)
    before = chart(box).frame
    control(box, "bidders").value = 2
    assert "3 prizes for 2 bidders" in words(box) and chart(box).frame == before


# --- all rooms --------------------------------------------------------------------------------------------------------

ROOMS = [lab.bet_first, lab.worth_of_bids, lab.share_that_losers_pay, lab.can_you_gain, lab.several_prizes]


@pytest.mark.parametrize("open_room", ROOMS)
def test_every_control_of_a_room_has_a_name(open_room: Any) -> None:
    box = open_room()
    kinds = widgets.IntSlider | widgets.Dropdown | widgets.ToggleButtons | widgets.Button
    named = [part.description for part in walk(box) if isinstance(part, kinds)]
    named += [part.label for part in found(box, Entry)]
    assert named and all(re.search(r"\w", name) for name in named)


@pytest.mark.parametrize("open_room", ROOMS[1:])
def test_every_chart_of_a_room_has_a_sentence_and_a_table_of_the_same_numbers(open_room: Any) -> None:
    shown = chart(open_room())
    assert shown.words.endswith(".") and shown.table.count("<tr>") > 5


@pytest.mark.parametrize("open_room", ROOMS)
def test_a_moving_room_makes_no_new_widgets(open_room: Any) -> None:
    box = open_room()
    sliders = found(box, widgets.IntSlider)
    for slider in sliders:
        slider.value = min(slider.max, slider.value + 1)
        slider.value = max(slider.min, slider.value - 1)
    alive = len(widgets.Widget.get_manager_state()["state"])
    for slider in sliders:
        slider.value = min(slider.max, slider.value + 1)
        slider.value = max(slider.min, slider.value - 1)
    assert len(widgets.Widget.get_manager_state()["state"]) == alive


def test_numbers_that_make_no_room_are_refused() -> None:
    for wrong in (lambda: lab.worth_of_bids(prize=0), lambda: lab.share_that_losers_pay(bidders=1)):
        with pytest.raises(ValueError, match=r"whole number from 1 to 99|2 to 10 bidders"):
            wrong()
    assert prizes.MOST == shares.MOST == regret.MOST
    assert worth.COLUMNS[0] == "bid"
