"""The lessons of the notebook of Fagin's Gang: exact numbers against sums by hand, and screens that follow them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics import market_play, market_values, stalls
from mechanics.bots import robots
from mechanics.charts.paths import net_worth_chart, price_path_chart
from mechanics.games import fagin as game
from mechanics.games.fagin import BOX, GANG
from mechanics.session import Session
from mechanics.views import money, wealth
from mechanics.views.boards.fagin.signs import GOODS
from mechanics.views.lessons import fagin as lesson
from mechanics.views.lessons.fagin import full, games, opening, small, steps, wheel
from mechanics.views.lessons.fagin.full import Crowd
from mechanics.views.lessons.fagin.opening import Option
from mechanics.views.lessons.fagin.small import Small
from mechanics.views.lessons.fagin.wheel import DICE, Walk
from mechanics.views.seats import rules_page
from tests.screen import cells, charts_in, control, entry, found, number, reads, type_in

ROBOTS = robots("fagin")
SIX, SOFT = BOX.faces, DICE["0 1 1 2 (gentle)"]


@pytest.fixture(scope="module")
def market() -> Session:
    """A game of the market between the robots of the lesson."""
    return lesson.robots_game(seed=3)


@pytest.fixture(scope="module")
def gang() -> Session:
    """A game of the gang between the same robots."""
    return lesson.robots_game(seed=3, box=GANG)


# --- who moves wealth -------------------------------------------------------------------------------------------------


def test_no_market_moves_anybody_s_net_worth_and_the_ledger_says_what_was_paid(market: Session) -> None:
    frame = wealth.sessions(market)
    assert len(frame) >= 9 and (frame["before"] == frame["after"]).all() and frame["paid"].abs().sum() > 0
    for row in frame.itertuples():
        seat = market.names.index(row.seat)
        (done,) = [m for m in market.table.sessions if m.round == row.round]
        assert row.paid == done.before.cash[seat] - done.after.cash[seat]
        assert row.bought - row.sold == sum(done.after.hands[seat]) - sum(done.before.hands[seat])


@pytest.mark.parametrize("which", ["market", "gang"])
def test_net_worth_is_cash_in_the_ledger_and_cubes_at_the_price_of_the_wheel(
    which: str, request: pytest.FixtureRequest
) -> None:
    session = request.getfixturevalue(which)
    frame, book = wealth.worth_steps(session), session.ledger_frame()
    for now in range(1, session.table.round + 1):
        upto = book[(book["round"] <= now) & (book["phase"] != "end")]
        film = [view.board for view in session.film(None) if view.board.round == now and view.board.phase != ""]
        board = film[-1]
        for seat, called in enumerate(session.names):
            cash = upto.loc[upto.payee == called, "amount"].sum() - upto.loc[upto.payer == called, "amount"].sum()
            cubes = sum(many * price for many, price in zip(board.hands[seat], board.prices, strict=True))
            here = frame[(frame["round"] == now) & (frame["seat"] == called) & (frame["step"] == wealth.ACTIONS)]
            assert board.phase == "wheel" or now == session.table.round
            assert board.phase != "wheel" or here["after"].item() == cash + cubes
    chained = frame.groupby("seat")[["before", "after"]].apply(
        lambda f: (f["before"][1:].values == f["after"][:-1]).all()
    )
    assert chained.all(), "every step begins where the one before has ended"


def test_wealth_moves_with_the_wheel_alone_in_the_market_and_with_thieves_in_the_gang(
    market: Session, gang: Session
) -> None:
    for session, moves in ((market, False), (gang, True)):
        frame = wealth.worth_steps(session)
        people = frame[frame["step"] == wealth.ACTIONS]
        assert (people["before"] != people["after"]).any() == moves
        turns = frame[frame["step"] == wealth.WHEEL]
        assert (turns["before"] != turns["after"]).any() and len(turns) == 3 * (session.table.round - 1)


def test_the_slider_walks_through_the_rounds_of_the_game(market: Session) -> None:
    box = lesson.who_moves_wealth(market)
    (chart,) = charts_in(box)
    spec = chart.spec
    for now in (1, 2, 5):
        control(box, "round").value = now
        frame = wealth.worth_steps(market)
        here = frame[frame["round"] == now]
        actions, turn = (here[here["step"] == step] for step in (wealth.ACTIONS, wealth.WHEEL))
        wanted = [list(row) for row in zip(actions["before"], actions["after"], turn["after"], strict=True)]
        assert [[number(x) for x in row[1:]] for row in cells(chart.table)] == wanted
        assert steps.traded(market, now) in reads(box) and steps.turned(market, now) in reads(box)
        assert chart.spec == spec
    control(box, "round").value = market.table.round
    assert "The game ended before the wheel turned" in reads(box) and chart.spec != spec


def test_the_words_count_cubes_and_what_the_wheel_moved(market: Session) -> None:
    turn = next(turn for turn in market.table.turns if turn.round == 1)
    moved = sum(abs(a - b) for a, b in zip(turn.worth_before, turn.worth_after, strict=True))
    assert f"the die showed {turn.die}, and the wheel moved <b>{moved}</b>" in steps.turned(market, 1)
    first = market.table.sessions[0]
    assert f"In the market {len(first.trades)} cubes" in steps.traded(market, first.round)
    paid = market.ledger_frame().query("phase == 'trade' and round == @first.round")["amount"].sum()
    words = f"for {paid} shillings in all, and net worth moved by <b>0</b>"
    assert words in steps.traded(market, first.round)


def test_without_a_round_there_is_nothing_to_look_at() -> None:
    class Bare:
        def view(self, seat: Any) -> Any:
            return type("V", (), {"board": type("B", (), {"round": 0})})

    with pytest.raises(ValueError, match="No round"):
        lesson.who_moves_wealth(Bare())  # type: ignore[arg-type]


# --- the wheel --------------------------------------------------------------------------------------------------------

WALKS = [Walk(), Walk(2, SOFT, 1), Walk(0, SOFT, 3), Walk(5, (0, 1), 2), Walk(3, (1,), 4)]


@pytest.mark.parametrize("walk", WALKS)
def test_the_chances_of_a_price_are_counted_over_all_rolls(walk: Walk) -> None:
    rolls = list(product(walk.faces, repeat=walk.turns))
    for row in wheel.price_bars(walk).itertuples():
        hits = sum(BOX.ring[(walk.place + sum(roll)) % 6] == int(row.at) for roll in rolls)
        exact = hits / len(rolls)
        assert row.exact == pytest.approx(100 * exact)
        assert abs(row.played - row.exact) <= 450 * np.sqrt(exact * (1 - exact) / wheel.GAMES) + 1e-9


@pytest.mark.parametrize("walk", WALKS)
def test_what_a_kept_cube_brings_was_played_too(walk: Walk) -> None:
    exact, played = wheel.kept_lines(walk.place, walk.faces), wheel.kept_played(walk.place, walk.faces)
    both = exact.merge(played, on=["x", "series"], suffixes=("", "_played"))
    assert len(both) == 2 * wheel.MOST
    assert (abs(both["value"] - both["value_played"]) <= 4.5 * both["error"] + 1e-9).all()


def test_the_printed_die_forgets_at_once_and_patience_is_worth_more_than_the_mean() -> None:
    lines = wheel.kept_lines(0, SIX)
    assert (lines.loc[lines["series"] == wheel.KEPT, "value"] == 7).all()
    free = lines[lines["series"] == wheel.FREE]["value"]
    assert free.iloc[0] == 7 and free.is_monotonic_increasing and free.iloc[1] == 8.5


def test_the_words_say_what_buying_and_selling_bring() -> None:
    words = wheel.walk_words(Walk(1, SIX, 1))
    assert "costs 4 now" in words and "<b>7</b> on average" in words and "buying brings <b>+3</b>, selling −3" in words
    assert "gets <b>8.5</b>: −3.5." in wheel.walk_words(Walk(5, SIX, 2))


def test_the_controls_of_the_wheel_move_both_charts() -> None:
    box = lesson.tomorrows_price()
    first, second = charts_in(box)
    specs = first.spec, second.spec
    control(box, "price now").value = BOX.ring.index(8)
    control(box, "faces of the die").value = SOFT
    control(box, "turns of the wheel").value = 2
    walk = Walk(3, SOFT, 2)
    assert wheel.walk_words(walk) in reads(box)
    assert [number(row[1]) for row in cells(first.table)] == pytest.approx(
        wheel.price_bars(walk)["exact"].tolist(), abs=0.006
    )
    wanted = dict(
        zip(
            wheel.kept_lines(3, SOFT)["x"].astype(str) + wheel.kept_lines(3, SOFT)["series"],
            wheel.kept_lines(3, SOFT)["value"],
            strict=True,
        )
    )
    for turns, series, exact, *_ in cells(second.table):
        assert number(exact) == pytest.approx(wanted[turns + series], abs=0.0006)
    assert (first.spec, second.spec) == specs, "the charts must stay, only their data change"
    assert f"{wheel.GAMES:,}" in str(first.spec)


@pytest.mark.parametrize("wrong", [{"price": 3}, {"turns": 0}, {"turns": 13}])
def test_a_wheel_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="turns are 1 to 12"):
        lesson.tomorrows_price(**wrong)


# --- small markets ----------------------------------------------------------------------------------------------------


def test_the_small_market_has_the_prices_of_the_wheel_and_the_rights_of_the_game() -> None:
    scene = Small(3, 1, 2, (20, 6)).scene
    assert scene.prices == (4, 8, 12) and scene.later == (7,) * 3 and scene.limits == (2, 1) and scene.stock == (2,) * 3
    assert Small(2, 0).scene.prices == (2, 8) and small.MEAN == 7


def test_the_bars_are_the_gains_of_both_under_both_rules() -> None:
    now = Small(3, 0, 2)
    frame = small.gain_bars(now, (small.TWO, small.ONE)).set_index(["series", "at"])["exact"]
    for series, limits in ((small.TWO, (2, 1)), (small.ONE, (1, 1))):
        gains = stalls.solve(replace(now.scene, limits=limits)).gains
        assert [frame[series, you] for you in small.YOU] == [float(gain) for gain in gains]
    (mine, _), (alone, other) = [[frame[series, you] for you in small.YOU] for series in (small.TWO, small.ONE)]
    words = small.right_words(now)
    assert f"<b>{small._gain(Fraction(mine - alone))}</b> to the opener" in words
    assert f"is worth <b>{small._gain(Fraction(alone - other))}</b> more than second" in words


def test_value_traders_in_the_small_market_never_gain_more_together_than_there_is() -> None:
    for now in (Small(2, 0, 2), Small(3, 0, 3), Small(3, 1, 1)):
        scene = now.scene
        both = small.greedy(scene)
        assert min(both) >= 0 and sum(both) <= float(sum(solved_all(scene)))


def solved_all(scene: stalls.Scene) -> list[Fraction]:
    """What every cube in stalls and hands could gain at most."""
    return [
        abs(Fraction(later) - price) * (stock + sum(hand[i] for hand in scene.hands))
        for i, (price, later, stock) in enumerate(zip(scene.prices, scene.later, scene.stock, strict=True))
    ]


def test_the_words_on_purses_that_differ_do_not_compare_places() -> None:
    assert "cannot be told from being rich" in small.right_words(Small(2, 0, 2, (20, 4)))


def test_the_worth_of_being_the_last_one_left_is_the_difference_of_two_solutions() -> None:
    now = Small(2, 1, 3, (20, 2))
    goes, ends = (stalls.solve(replace(now.scene, end=end)).gains for end in stalls.ENDS)
    words = small.last_words(now)
    assert f"<b>{small._gain(goes[0] - ends[0])}</b> to the opener" in words and goes[0] > ends[0]


def test_the_first_moves_show_what_each_is_worth_and_what_is_given_away() -> None:
    now = Small(3, 0, 2)
    frame, solution = small.move_bars(now), stalls.solve(now.scene)
    assert frame["at"].tolist()[0] == "pass" and (frame["theory"] == float(solution.gains[0])).all()
    assert frame["exact"].max() == frame["theory"].iloc[0]
    words = small.move_words(now)
    assert f"gives {float(frame['theory'].iloc[0] - frame['exact'].min()):g} away" in words
    assert f"All {solution.positions:,} positions" in words and "P1 buy blue" in words


@pytest.mark.parametrize(("make", "series"), [
    (lesson.worth_of_the_coin, (small.TWO, small.ONE)), (lesson.last_one_left, (small.GOES, small.ENDS_IT)),
])  # fmt: skip
def test_the_controls_of_a_small_market_move_its_chart(make: Any, series: tuple[str, str]) -> None:
    box = make()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "goods").value = 2
    control(box, "wheel (blue … red)").value = 4
    control(box, "cubes in each stall (room for 3)").value = 1
    control(box, "the other’s purse").value = 8
    control(box, "both want").value = "the lead"
    now = Small(2, 4, 1, (20, 8), "the lead")
    assert [number(row[2]) for row in cells(chart.table)] == small.gain_bars(now, series)["exact"].tolist()
    assert chart.spec == spec and small.price_words(now) in reads(box)


def test_every_gain_of_every_setting_lies_on_the_axis() -> None:
    known = [
        float(gain)
        for goods, offset, purses in product((2, 3), (0, 1, 2), ((20, 20), (30, 2)))
        for _, gains in stalls.solve(Small(goods, offset, 2, purses).scene).first
        for gain in gains[:1]
    ]
    assert min(known) >= -7 and max(known) <= 14


def test_the_chart_of_first_moves_is_drawn_anew_for_other_goods_only() -> None:
    box = lesson.first_moves()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "the opener’s purse").value = 18
    assert chart.spec == spec
    control(box, "goods").value = 2
    assert chart.spec != spec and next(row[0] for row in cells(chart.table)) == "pass"


# --- full markets -----------------------------------------------------------------------------------------------------


def test_the_gains_of_the_places_are_the_means_over_all_markets() -> None:
    crowd = Crowd(3)
    before = list(market_play.openings(crowd.market(), 3, 6, games=full.GAMES, seed=full.SEED))
    each = np.concatenate([market_play.by_place(tables, crowd.market()) for tables in before])
    assert [mean for mean, _ in full.gains(crowd)] == pytest.approx(each.mean(axis=0).tolist())
    error = [error for _, error in full.gains(crowd)]
    assert error[0] == pytest.approx(each.reshape(5, full.GAMES, 3).mean(axis=0)[:, 0].std(ddof=1) / full.GAMES**0.5)


def test_two_a_turn_are_worth_more_than_going_first() -> None:
    for players in (3, 4):
        crowd = Crowd(players)
        two, one = full.gains(crowd)[0][0], full.gains(crowd, 1)[0][0]
        assert two > one + 4 and full.ahead(crowd, 1) < two - one
        assert f"<b>+{round(two - one, 1):g}</b> shillings a market" in full.place_words(crowd)


def test_the_controls_of_the_crowd_move_its_chart() -> None:
    box = lesson.place_in_the_order()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "cubes in each stall at the start").value = 3
    control(box, "faces of the die").value = SOFT
    crowd = Crowd(4, 3, SOFT)
    assert chart.spec == spec and full.place_words(crowd) in reads(box)
    control(box, "players").value = 3
    crowd = Crowd(3, 3, SOFT)
    wanted = [mean for opener in (2, 1) for mean, _ in full.gains(crowd, opener)]
    assert [number(row[2]) for row in cells(chart.table)] == pytest.approx(wanted, abs=0.006) and chart.spec != spec
    assert "as it was played" in chart.words and "exact" not in chart.words


# --- the bet ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guess", [0, 8, 40])
def test_the_answer_says_how_far_the_guess_was_off(guess: int) -> None:
    bet = lesson.Bet()
    type_in(lesson.place_a_bet(bet), str(guess))
    more = full.ahead(full.BET)
    answer = lesson.answer_the_bet(bet).data
    assert (
        f"You bet on <b>{guess}</b>: {abs(round(guess - more, 1)):g} too {'many' if guess > more else 'few'}" in answer
    )
    assert f"gained <b>{round(more, 1):g}</b> shillings more" in answer


@pytest.mark.parametrize("text", ["-1", "61", "", "much", "2.5"])
def test_a_guess_that_cannot_be_is_refused_and_not_kept(text: str) -> None:
    bet = lesson.Bet()
    box = lesson.place_a_bet(bet)
    type_in(box, "12")
    type_in(box, text)
    assert bet.guess == 12 and "Your bet is" not in reads(box) and "mm-refusal" in bet.said.value


def test_the_bet_says_the_market_that_is_computed_later() -> None:
    assert entry(lesson.place_a_bet(lesson.Bet())).label.startswith(f"{full.BET.players} players.")
    assert "You bet" not in lesson.answer_the_bet(lesson.Bet()).data


# --- open it or leave it ----------------------------------------------------------------------------------------------


def test_the_two_ways_and_their_border_are_those_of_the_full_market() -> None:
    option = Option(4, 2, 50)
    first, *others = [mean for mean, _ in full.gains(Crowd(4))]
    mine, theirs, loot = opening.both(option)
    assert (mine, theirs, loot) == (first, pytest.approx(sum(others) / 3), 14)
    border = opening.break_even(option)
    assert loot + border * theirs == pytest.approx(mine)
    words = opening.option_words(option)
    assert f"The border lies at a chance of {border:.0%}" in words and f"Better: <b>{opening.OPEN}</b>" in words
    assert f"Better: <b>{opening.LEAVE}</b>" in opening.option_words(Option(4, 2, 95))
    assert "even if nobody else ever opens" in opening.option_words(Option(4, 6, 0))
    assert "even if another is sure" in opening.option_words(Option(4, 0, 100))


def test_the_controls_of_the_option_move_its_chart() -> None:
    box = lesson.open_or_leave()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "cubes you could steal instead").value = 3
    control(box, "another opens (percent)").value = 20
    option = Option(4, 3, 20)
    assert opening.option_words(option) in reads(box) and chart.spec == spec
    mine, theirs, loot = opening.both(option)
    rows = {row[0]: [number(x) for x in row[1:]] for row in cells(chart.table)}
    assert rows["0"] == pytest.approx([mine, loot], abs=0.006)
    assert rows["100"] == pytest.approx([mine, loot + theirs], abs=0.006)
    here = [row for row in chart.frame["data"]["played"] if row["x"] == 20]
    assert here[0]["value"] == pytest.approx(loot + 0.2 * theirs)


# --- games of robots --------------------------------------------------------------------------------------------------


def test_the_robots_of_the_lesson_play_a_whole_game_that_a_seed_repeats(market: Session) -> None:
    assert market.over
    assert list(market.bots.values()) == [ROBOTS[called] for called in games.NAMED["market"]]
    assert market.save() == lesson.robots_game(seed=3).save() != lesson.robots_game(seed=1).save()


def test_in_the_game_of_the_gang_that_is_looked_at_three_urchins_come_home_before_the_last_round() -> None:
    end = lesson.robots_game(seed=242, box=GANG).table
    assert end.home[0] == GANG.home_needed and end.round < GANG.gang_rounds
    assert any("steals" in event.text and "shilling" in event.text for event in end.story)
    assert game.scores(end)[0] == max(game.scores(end)) and end.past[-1][0] == min(end.past[-1]), "the poorest wins"


def test_the_figures_of_a_game_can_be_chosen(market: Session) -> None:
    box = lesson.where_the_money_went(market)
    shown = found(box, widgets.HTML)[-1]
    assert shown.value == money.net_worth(market).html()
    for called, draw in money.figures(market).items():
        control(box, "show").value = called
        assert shown.value == draw(market).html()
    assert {"prices, round by round", "who paid whom"} < set(money.figures(market))
    assert "who leads in which good" not in money.figures(market)


def test_the_last_page_lists_every_rule_and_number_of_the_box() -> None:
    page = lesson.house_defaults().data
    assert rules_page(lesson.robots_game()) in page and "house default" in page


# --- charts of prices and net worth -----------------------------------------------------------------------------------


def test_the_path_of_prices_is_that_of_the_wheel(market: Session) -> None:
    frame = wealth.price_path(market.view(None).board)
    for turn in market.table.turns:
        here = frame[frame["round"] == turn.round + 1]
        assert here["price"].tolist() == list(BOX.prices[turn.after]) and here["good"].tolist() == list(BOX.goods)
    assert frame["letter"].tolist()[:6] == [GOODS[good].letter for good in BOX.goods]
    figure = money.price_path(market)
    assert all(
        f"{good} {BOX.prices[market.table.turns[0].after][i]}" in figure.words for i, good in enumerate(BOX.goods)
    )
    assert len(cells(figure.table)) == len(market.table.turns)


def test_the_chart_of_net_worth_holds_every_step_and_shades_the_wheel(market: Session) -> None:
    frame = wealth.worth_steps(market)
    spec = net_worth_chart(frame, seats=market.names).to_dict()
    rounds = market.table.round
    assert len(spec["datasets"]["turns"]) == rounds - 1 and len(spec["datasets"]["rounds"]) == rounds
    last = {row["seat"]: row["worth"] for row in spec["datasets"]["ends"]}
    assert list(last.values()) and all(
        last[name] == market.table.past[-1][seat] for seat, name in enumerate(market.names)
    )
    assert "people moved 0 shillings" in spec["description"]
    points = spec["datasets"]["worths"]
    assert max(point["x"] for point in points) == 2 * rounds - 1


def test_charts_without_rounds_say_so_and_missing_columns_are_named(market: Session) -> None:
    path, worth = wealth.price_path(market.view(None).board), wealth.worth_steps(market)
    assert "no prices yet" in price_path_chart(path.iloc[:0]).to_dict()["description"]
    assert "no rounds yet" in net_worth_chart(worth.iloc[:0]).to_dict()["description"]
    with pytest.raises(ValueError, match="missing: price"):
        price_path_chart(path.drop(columns="price"))
    with pytest.raises(ValueError, match="missing: before"):
        net_worth_chart(worth.drop(columns="before"))


def test_exact_worths_of_the_wheel_are_those_of_the_market_values() -> None:
    lines = wheel.kept_lines(2, SOFT)
    assert lines[lines["series"] == wheel.FREE]["value"].tolist() == [
        float(market_values.best_moment(BOX.ring, SOFT, 2, turns)[0]) for turns in range(1, 13)
    ]
