"""The lessons of the notebook of Die Händler: exact numbers against sums by hand, and screens that follow them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics import expected
from mechanics.bots import robots
from mechanics.games.haendler import BOX
from mechanics.views import money
from mechanics.views.lessons import controls
from mechanics.views.lessons import haendler as lesson
from mechanics.views.lessons.haendler import crowd, games, master, open_auction, prices, ranks
from mechanics.views.lessons.haendler.master import Office
from mechanics.views.lessons.haendler.prices import Discs
from mechanics.views.seats import rules_page
from tests.screen import cells, charts_in, control, entry, found, number, press, reads, type_in

ROBOTS = robots("haendler")


# --- the discs --------------------------------------------------------------------------------------------------------


def by_hand(discs: Discs) -> dict[tuple[int, bool], Fraction]:
    """Row and crash by listing every setting of every pointer of the others, one by one."""
    owner, other = Fraction(discs.greed, 100), Fraction(1, 7)
    chances = [owner] * 2 * discs.owners + [other] * 2 * discs.others
    listed: dict[tuple[int, bool], Fraction] = {}
    for setting in product((0, 1), repeat=len(chances)):
        weight = Fraction(1)
        for on, chance in zip(setting, chances, strict=True):
            weight *= chance if on else 1 - chance
        top = discs.row + discs.mine + sum(setting)
        listed[top % 6, top > 5] = listed.get((top % 6, top > 5), Fraction(0)) + weight
    return listed


DISCS = [
    Discs(),
    Discs(0, 0, 0, 0),
    Discs(5, 1, 1, 0, 100),
    Discs(4, 0, 3, 0, 35),
    Discs(1, 2, 0, 3, 50),
    Discs(3, 2, 2, 2, 5),
]


@pytest.mark.parametrize("discs", DISCS)
def test_the_chances_of_a_price_are_the_sum_over_all_settings_of_the_discs(discs: Discs) -> None:
    frame, listed = prices.price_chances(discs), by_hand(discs)
    assert sum(frame["chance"]) == 1 and all(isinstance(chance, Fraction) for chance in frame["chance"])
    for line in frame.itertuples():
        assert line.chance == listed.get((line.row, line.how == "past the top"), 0)
        assert line.price == BOX.sell[line.row]
    assert prices.mean_price(discs) == sum(BOX.sell[row] * chance for (row, _), chance in listed.items())
    assert prices.crash_chance(discs) == sum(chance for (_, crash), chance in listed.items() if crash)


@pytest.mark.parametrize("discs", DISCS)
def test_what_was_played_agrees_with_what_is_exact(discs: Discs) -> None:
    both = prices.price_chances(discs).merge(prices.played_chances(discs), on=["row", "how"])
    exact, played = both["chance"].astype(float), both["played"]
    assert played.sum() == pytest.approx(1)
    error = np.sqrt(exact * (1 - exact) / prices.ROUNDS)
    assert (abs(exact - played) <= 4.5 * error + 1e-12).all()


def test_without_anybody_who_points_at_it_the_price_stays_and_the_only_crash_is_the_own_one() -> None:
    assert prices.mean_price(Discs(2, 0, 0, 0)) == BOX.sell[2]
    assert prices.crash_chance(Discs(5, 1, 0, 0)) == 1 and prices.mean_price(Discs(5, 1, 0, 0)) == BOX.sell[0]


def test_the_words_say_what_a_piece_brings_that_is_bought_now() -> None:
    words = prices.price_words(Discs(2, 1, 0, 0))
    assert (
        "Now a piece sells for 500" in words and "for <b>600</b>" in words and "crash past the top: <b>0%</b>" in words
    )
    assert f"Bought now for {BOX.buy[2]}" in words and "<b>+300</b>" in words


def test_the_controls_of_the_discs_move_both_charts_and_their_tables() -> None:
    box = lesson.price_discs(row=2, owners=2)
    first, second = charts_in(box)
    specs = first.spec, second.spec
    control(box, "price now").value = 4
    control(box, "an owner points at it (percent)").value = 60
    discs = Discs(4, 1, 2, 1, 60)
    listed = by_hand(discs)
    for at, how, exact, *_ in cells(first.table):
        chance = 100 * float(listed.get((BOX.sell.index(int(at)), how == "past the top"), 0))
        assert (number(exact) if exact != "–" else 0) == pytest.approx(chance, abs=0.006)
    assert prices.price_words(discs) in reads(box)
    assert (first.spec, second.spec) == specs, "the charts must stay, only their data change"
    own = {int(at): [number(value) for value in values] for at, *values in cells(second.table)}
    wanted = [round(float(prices.mean_price(Discs(3, mine, 2, 1, 60)))) for mine in range(3)]
    assert own[BOX.sell[3]] == wanted and "20,000" in str(first.spec)


@pytest.mark.parametrize("wrong", [{"row": 6}, {"row": -1}, {"owners": 4}])
def test_discs_that_cannot_be_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="The row is 0 to 5"):
        lesson.price_discs(**wrong)


# --- coordination -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "owners"), [(r, n) for r in range(6) for n in (2, 3, 4)])
def test_no_owner_gains_by_leaving_an_equilibrium_and_the_bars_prove_it(row: int, owners: int) -> None:
    known = crowd.equilibria(row, owners)
    assert known
    for mix in known:
        assert sum(mix) == pytest.approx(1) and min(mix) >= 0
        worth = []
        for own in range(3):  # every setting of the others, one by one
            lines = product(range(3), repeat=owners - 1)
            worth.append(sum(np.prod([mix[k] for k in line]) * BOX.sell[(row + own + sum(line)) % 6] for line in lines))
        assert max(worth) - np.dot(worth, mix) < 0.02


def test_sure_settings_are_those_that_nobody_leaves_alone() -> None:
    for row, owners in ((3, 2), (4, 3), (2, 3), (5, 4)):
        listed: dict[int, int] = {}
        for setting in product(range(3), repeat=owners):
            total = sum(setting)
            others = [total - own + other for own in setting for other in range(3)]
            if all(BOX.sell[(row + other) % 6] <= BOX.sell[(row + total) % 6] for other in others):
                listed[total] = listed.get(total, 0) + 1
        assert crowd.sure_settings(row, owners) == listed


def test_regret_is_exact_and_says_who_would_leave() -> None:
    sure_two = (Fraction(0), Fraction(0), Fraction(1))
    assert crowd.regret(4, 4, sure_two) == Fraction(500), "eight pointers end on the bottom row, seven on the top one"
    assert crowd.regret(3, 3, sure_two) == 0
    words = crowd.crowd_words(0, 2, (Fraction(1), Fraction(0), Fraction(0)))
    assert "One who sets <b>2</b> instead gains <b>200.0</b>" in words and "no equilibrium" in words


def test_the_button_walks_through_the_equilibria_and_a_slider_leaves_them() -> None:
    box = lesson.can_you_gain(row=3, owners=3)
    (chart,) = charts_in(box)
    spec = chart.spec
    for mix in crowd.equilibria(3, 3):
        press(box, "Show an equilibrium")
        assert "Nobody gains by leaving" in reads(box) and crowd.crowd_words(3, 3, mix) in reads(box)
        worth = [number(row[1]) for row in cells(chart.table)]
        assert worth == pytest.approx([float(w) for w in crowd.worths(3, 3, mix)], abs=0.06)
    control(box, "both pointers on it (percent)").value = 40
    control(box, "one pointer on it (percent)").value = 90
    mix = (Fraction(0), Fraction(3, 5), Fraction(2, 5))
    assert crowd.crowd_words(3, 3, mix) in reads(box), "one pointer gives way to both"
    assert chart.spec == spec


def test_a_crowd_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="owners are 2 to 4"):
        lesson.can_you_gain(owners=5)


# --- the loading master -----------------------------------------------------------------------------------------------


def worth_by_hand(office: Office, bid: int) -> Fraction:
    """The office by listing all bids of the rivals; the earlier seat wins ties."""
    total, bids = Fraction(0), range(0, office.most + 100, 100)
    for theirs in product(bids, repeat=office.rivals):
        wins = all(bid > other if seat < office.place else bid >= other for seat, other in enumerate(theirs))
        total += Fraction((office.worth - bid) * wins, len(bids) ** office.rivals)
    return total


OFFICES = [Office(), Office(900, 1, 600, 0), Office(900, 1, 600, 1), Office(1500, 3, 500, 1), Office(300, 2, 800, 0)]


@pytest.mark.parametrize("office", OFFICES)
def test_the_worth_of_every_bid_counts_the_order_of_play(office: Office) -> None:
    frame = master.office_frame(office)
    assert frame["bid"].tolist() == list(range(0, office.most + 200, 100))
    wanted = [float(worth_by_hand(office, bid)) for bid in frame["bid"]]
    assert frame["value"].tolist() == pytest.approx(wanted)
    assert not frame["paid_losing"].any(), "only the winner pays"


@pytest.mark.parametrize("office", OFFICES)
def test_bids_that_were_played_earn_what_they_are_worth(office: Office) -> None:
    exact, played = master.office_frame(office), master.played_office(office)
    assert (abs(exact["value"] - played["value"]) <= 4.5 * played["error"] + 25).all()
    assert played["error"].max() < 12


def test_to_come_first_in_the_order_of_play_is_worth_something() -> None:
    first, last = (master.best_of(master.office_frame(Office(place=place))) for place in (0, 2))
    assert first.value > last.value and first.bid < last.bid


def test_the_controls_of_the_office_move_its_chart() -> None:
    box = lesson.worth_of_the_office()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "your place in the order of play").value = "first"
    assert chart.spec == spec and master.place_words(Office(place=0)) in reads(box)
    control(box, "rivals").value = 3
    control(box, "your place in the order of play").value = "last"
    control(box, "rivals bid at most").value = 400
    control(box, "the office is worth").value = 700
    office = Office(700, 3, 400, 3)
    rows = cells(chart.table)
    assert [number(row[3]) for row in rows] == pytest.approx(master.office_frame(office)["value"].tolist(), abs=0.006)
    assert [number(row[4]) for row in rows] == pytest.approx(master.played_office(office)["value"].tolist(), abs=0.006)
    assert master.place_words(office) in reads(box)


@pytest.mark.parametrize("wrong", [{"worth": 950}, {"worth": 2100}, {"rivals": 0}, {"rivals": 4}])
def test_an_office_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="The worth is 0 to 2000"):
        lesson.worth_of_the_office(**wrong)


# --- the bet ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guess", range(0, 1100, 100))
def test_the_answer_says_what_the_guess_and_the_best_bid_are_worth(guess: int) -> None:
    bet = lesson.Bet()
    type_in(lesson.place_a_bet(bet), str(guess))
    worth = {bid: worth_by_hand(master.BET, bid) for bid in range(0, 1100, 100)}
    best = max(worth, key=lambda bid: worth[bid])
    answer = lesson.answer_the_bet(bet).data
    assert f"You bet on <b>{guess}</b>: worth {controls.gain(float(worth[guess]))} guilders" in answer
    assert f"The best bid is <b>{best}</b>, worth {controls.gain(float(worth[best]))} guilders" in answer


@pytest.mark.parametrize("text", ["150", "1100", "-100", "", "much"])
def test_a_guess_that_is_no_bid_is_refused_and_not_kept(text: str) -> None:
    bet = lesson.Bet()
    box = lesson.place_a_bet(bet)
    type_in(box, "300")
    type_in(box, text)
    assert bet.guess == 300 and "Your bet is" not in reads(box) and "mm-refusal" in bet.said.value


def test_the_bet_says_the_auction_that_is_computed_later() -> None:
    label = entry(lesson.place_a_bet(lesson.Bet())).label
    assert f"worth {master.BET.worth} guilders" in label and f"bid 0 to {master.BET.most} in hundreds" in label
    assert "You bet" not in lesson.answer_the_bet(lesson.Bet()).data


# --- open or sealed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bidders", [2, 3])
@pytest.mark.parametrize("share", list(open_auction.SHARES.values()))
def test_revenues_are_the_sum_over_all_worths(bidders: int, share: Fraction | None) -> None:
    part = share if share is not None else Fraction(bidders - 1, bidders)
    opened, sealed, many = Fraction(0), Fraction(0), 11**bidders
    for worths in product(range(0, 1100, 100), repeat=bidders):
        top, second = sorted(worths, reverse=True)[:2]
        opened += Fraction(min(top, second + 100), many)
        sealed += Fraction(int(top * part) // 100 * 100, many)
    frame = open_auction.revenue_frame(share)
    exact = frame[frame["at"] == f"{bidders} bidders"]["exact"].tolist()
    assert exact == pytest.approx([float(opened), float(sealed)])


def test_revenues_that_were_played_agree_with_the_exact_ones() -> None:
    frame = open_auction.revenue_frame(None)
    assert (abs(frame["exact"] - frame["played"]) <= 4.5 * frame["error"]).all() and len(frame) == 6
    assert frame["theory"].tolist() == pytest.approx([1000 / 3, 1000 / 3, 500, 500, 600, 600])


def test_who_would_leave_the_sealed_rule_gains_what_is_said() -> None:
    worth, best, most = open_auction.sealed_regret(open_auction.Sale(2, Fraction(1)))
    rival = {bid: Fraction(1, 11) for bid in range(0, 1100, 100)}
    rule = open_auction.Auction((1,), loser_pays=0, reserve=100, step=100)
    values = expected.values(rule, [worth], [rival], bids=range(0, 1100, 100)).value
    assert most == float(max(values)) and float(values[best // 100]) == most and worth == 1000
    assert open_auction.sealed_regret(open_auction.Sale(3))[2] < 1e-9


def test_the_buttons_of_the_sale_move_its_chart() -> None:
    box = lesson.open_or_sealed()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "on the slip: of the worth").value = Fraction(1, 2)
    frame = open_auction.revenue_frame(Fraction(1, 2))
    assert open_auction.sale_words(Fraction(1, 2), frame) in reads(box) and "leaving the sealed rule" in reads(box)
    assert [number(row[3]) for row in cells(chart.table)] == pytest.approx(frame["exact"].tolist(), abs=0.06)
    assert chart.spec == spec


# --- rank against cash ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tenths", [7, 10, 14, 25])
def test_a_rank_costs_its_climb_and_a_step_of_upkeep_in_every_round_that_is_left(tenths: int, seats: int) -> None:
    frame = ranks.cost_frame(tenths, seats)
    rounds = ranks.rounds_of(tenths, seats)
    assert tenths * rounds >= 10 * BOX.end_arrivals[seats] > tenths * (rounds - 1)
    for now in range(1, rounds + 1):
        price, upkeep = frame.loc[frame["round"] == now, "cost"]
        assert upkeep == 100 * (rounds - now)
        assert price == 500 + 100 * min(tenths * now // 10, BOX.end_arrivals[seats])


def test_with_one_arrival_a_round_early_and_late_cost_the_same() -> None:
    words = ranks.cost_words(ranks.cost_frame(10))
    assert "Early or late" in words and "<b>1200</b>" in words
    assert "in <b>rounds 7, 8, 9 and 10</b>" in ranks.cost_words(ranks.cost_frame(7))
    total = ranks.cost_frame(25).groupby("round")["cost"].sum()
    assert total.idxmin() == 1 and total.idxmax() == len(total)


def test_the_sliders_of_the_ladder_move_its_chart() -> None:
    box = lesson.early_or_late()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "arrivals in ten rounds").value = 20
    control(box, "players").value = 4
    frame = ranks.cost_frame(20, 4)
    assert ranks.cost_words(frame) in reads(box) and chart.spec == spec
    together = frame.groupby("round")["cost"].sum().tolist()
    assert [number(row[3]) for row in cells(chart.table)] == together
    assert len(chart.frame["data"]["costs"]) == len(frame)


def test_the_ladder_of_a_game_holds_the_purses_ranks_and_prices_of_that_game() -> None:
    session = lesson.robots_game(seed=2)
    frame, table = ranks.ladder_frame(session), session.table
    assert len(frame) == 3 * table.round
    for (now, called), line in frame.set_index(["round", "seat"]).iterrows():
        seat = session.names.index(called)
        assert line["rank"] == table.past[now - 1][seat]
        assert line["upkeep"] == BOX.representation[line["rank"]]
    end = frame[frame["round"] == table.round]
    assert end["cash"].tolist() == [table.ledger.balance(seat) for seat in range(3)]
    assert end["climb"].tolist() == [BOX.climb_now(table.arrivals, 3)] * 3
    assert frame["climb"].is_monotonic_increasing
    figure = lesson.ladder(session)
    assert all(f"P{seat + 1} rank {rank} with" in figure.words for seat, rank in enumerate(table.ranks))
    assert len(cells(figure.table)) == len(frame)


def test_what_a_climb_cost_in_a_round_is_what_the_chart_says() -> None:
    session = lesson.robots_game(seed=3)
    prices_then = dict(ranks.ladder_frame(session).groupby("round")["climb"].first())
    climbs = [entry for entry in session.table.ledger.entries if entry.rule == "DH-31"]
    assert climbs
    for climbed in climbs:
        price = prices_then[climbed.round]
        assert climbed.amount in (price, 2 * price, BOX.half(price), BOX.half(price) + price)


# --- games of robots --------------------------------------------------------------------------------------------------


def test_the_robots_of_the_lesson_play_a_whole_game_that_a_seed_repeats() -> None:
    session = lesson.robots_game(seed=2)
    assert session.over
    assert [robot.__name__ for robot in session.bots.values()] == list(games.NAMED)  # type: ignore[union-attr]
    assert session.save() == lesson.robots_game(seed=2).save() != lesson.robots_game(seed=1).save()


def test_the_money_of_a_game_is_shown_phase_by_phase() -> None:
    session = lesson.robots_game(seed=2)
    box = lesson.where_the_money_went(session)
    shown = found(box, widgets.HTML)[-1]
    assert shown.value == money.flow(session).html()
    control(box, "phase").value = "load"
    assert shown.value == money.flow(session, phase="load").html() != money.flow(session).html()
    control(box, "show").value = "cash after each round"
    assert shown.value == money.cash(session).html()
    assert "phase" not in [getattr(part, "description", "") for part in found(box, widgets.Widget)]


def test_the_last_page_lists_every_rule_and_number_of_the_box() -> None:
    assert rules_page(lesson.robots_game()) in lesson.house_defaults().data


def test_amounts_are_said_in_whole_guilders_with_a_true_minus() -> None:
    assert [controls.guilders(x) for x in (12.5, -0.3, -7.6)] == ["12", "0", "−8"]
    assert [controls.gain(x) for x in (12.6, 0.2, -7.6)] == ["+13", "0", "−8"]
