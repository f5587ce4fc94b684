"""The lessons of the notebook of Traders of Osaka: exact numbers against sums by hand, and screens that follow them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics import lots
from mechanics.games import osaka as game
from mechanics.games.osaka import BOX
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.lessons import osaka as lesson
from mechanics.views.lessons.osaka import games, option, rates, returns, risk, turns, whole_lot
from mechanics.views.seats import rules_page
from tests.screen import cells, charts_in, control, entry, found, number, reads, type_in


@pytest.fixture(scope="module")
def session() -> Session:
    """The game of robots of the notebook."""
    return lesson.robots_game(seed=1)


# --- turns to look at -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [turns.can_buy, turns.tempting, turns.payday_near])
def test_turns_to_look_at_are_turns_of_the_game_of_the_kind_that_is_wanted(wanted: Any, session: Session) -> None:
    known = turns.turns(session, wanted)
    assert 3 <= len(known) <= turns.MOST
    for words, table in known.items():
        assert words == f"round {table.round}, P{table.turn + 1}" and table.phase == "turn"
        assert len(table.pile) >= turns.PILE and wanted(lots.position(table))


def test_a_turn_is_drawn_as_its_board_too_folded_and_as_the_seat_on_turn_sees_it(session: Session) -> None:
    table = next(iter(turns.turns(session, turns.can_buy).values()))
    before, _, fold = turns.table_words(table).partition("<details>")
    assert "mm-sea" in fold and "mm-sea" not in before
    assert f"Your hand<span>{len(table.hands[table.turn])} cards" in fold


def test_a_game_without_such_a_turn_says_so(session: Session) -> None:
    with pytest.raises(ValueError, match="take another seed"):
        turns.turns(session, lambda at: False)


def test_a_turn_is_told_with_both_rows_and_what_everybody_has(session: Session) -> None:
    table = next(iter(turns.turns(session, turns.can_buy).values()))
    words = turns.table_words(table).partition("<details>")[0].replace("\N{NO-BREAK SPACE}", " ")
    market = Counter(BOX.words[card] for card in table.market)
    assert all((f"{many} × {word}" if many > 1 else word) in words for word, many in market.items())
    for seat, row in enumerate(cells(words)):
        assert number(row[1]) == BOX.worth(table.hands[seat])
        assert number(row[2]) == BOX.worth(game.lot(table, seat)) and number(row[5]) == game.points(table)[seat]


@pytest.mark.parametrize(("amount", "words"), [(1.234, "+1.23"), (-0.5, "−0.50"), (0.001, "0.00"), (-0.004, "0.00")])
def test_points_are_said_with_their_sign(amount: float, words: str) -> None:
    assert turns.points(amount) == words


@pytest.mark.parametrize(("numbers", "ends"), [
    ([0.5, 1.0], (-1, 3)), ([-1.2, 4.0], (-2, 5)), ([float("nan"), 2.9], (-1, 3)), ([3.4], (-1, 5)),
])  # fmt: skip
def test_an_axis_holds_its_numbers_and_at_least_what_is_given(numbers: list[float], ends: tuple[int, int]) -> None:
    assert turns.span_of(numbers, (-1, 3)) == ends


# --- the lot ----------------------------------------------------------------------------------------------------------


def test_what_a_market_is_worth_to_each_is_what_the_rule_book_pays(session: Session) -> None:
    paid = 0
    for table in turns.turns(session, turns.can_buy).values():
        frame, seat = whole_lot.worth_frame(table).set_index(["at", "series"]), table.turn
        end = session_after(table)
        before, after = game.points(table), game.points(end)
        mine = frame.loc[f"P{seat + 1} buys"]
        assert mine["exact"].tolist()[0] == after[seat] - before[seat]
        assert mine["exact"].tolist()[2] == sum(after) - sum(before) - (after[seat] - before[seat])
        assert mine["theory"].tolist()[0] == pytest.approx(BOX.worth(game.lot(table, seat)) / 5)
        paid += sum(after) - sum(before)
        able = {f"P{s + 1} buys" for s in range(3) if BOX.worth(table.hands[s]) >= BOX.worth(game.lot(table, s))}
        assert set(frame.index.get_level_values("at")) == able
    assert paid > 20


def session_after(table: Any) -> Any:
    """The table after the seat on turn has bought the market, nobody insuring."""
    script = game.game(table.seats, table.box, table)
    next(script)
    ask = script.send({table.turn: "buy"})
    try:
        while ask.rule != "TO-A":
            ask = script.send({seat: getattr(choice, "offered", ()) for seat, choice in ask.allowed.items()})
    except StopIteration as over:
        return over.value
    return ask.table


def test_the_lesson_of_the_lot_says_what_is_exact_and_what_was_played(session: Session) -> None:
    box = lesson.a_lot_sold_whole(session)
    worth, wait = charts_in(box)
    known = turns.turns(session, turns.can_buy)
    for words in list(known)[:2]:
        control(box, "turn").value = words
        table = known[words]
        plan = lots.Plan(0.5, 0.2)
        actions = ["buy", turns.dearest(lots.position(table))]
        exact = [lots.outlook(table, action, plan) for action in actions]
        rows = cells(wait.table)
        assert [row[0] for row in rows] == actions
        assert [number(row[1]) for row in rows] == pytest.approx([o.gain[table.turn] for o in exact], abs=0.006)
        rounds = lots.played(table, "buy", plan, whole_lot.ROUNDS, whole_lot.SEED)
        assert number(rows[0][2]) == pytest.approx(rounds.gain[:, table.turn].mean(), abs=0.006)
        assert f"with chance <b>{exact[1].first:.0%}</b>" in reads(box) and turns.table_words(table) in reads(box)
        assert len(cells(worth.table)) == len(whole_lot.worth_frame(table))


def test_hasty_rivals_come_first_and_the_chart_stays(session: Session) -> None:
    box = lesson.a_lot_sold_whole(session)
    table = next(iter(turns.turns(session, turns.can_buy).values()))
    control(box, "a rival who can pay buys (percent)").value = 0
    assert "with chance <b>0%</b>" in reads(box)
    spec = charts_in(box)[0].spec
    control(box, "a rival who can pay buys (percent)").value = 100
    action = turns.dearest(lots.position(table))
    first = lots.outlook(table, action, lots.Plan(1.0, 0.2)).first
    assert f"with chance <b>{first:.0%}</b>" in reads(box) and first == pytest.approx(1)
    assert charts_in(box)[0].spec == spec


@pytest.mark.parametrize("percent", [0, 35, 80, 100])
def test_the_lines_over_the_haste_are_exact_everywhere(percent: int, session: Session) -> None:
    table = list(turns.turns(session, turns.can_buy).values())[1]
    frame = whole_lot.haste_frame(table)
    for action, series in (("buy", "buy now"), (turns.dearest(lots.position(table)), "take a coin and wait")):
        exact = lots.outlook(table, action, lots.Plan(percent / 100, 0.2)).gain[table.turn]
        (line,) = frame[(frame["x"] == percent) & (frame["series"] == series)]["value"]
        assert line == pytest.approx(float(exact), abs=1e-9)


def test_where_the_lines_cross_one_cannot_gain_by_changing_ones_mind(session: Session) -> None:
    crossed = 0
    for table in list(turns.turns(session, turns.can_buy).values())[:5]:
        frame = whole_lot.haste_frame(table)
        for percent in whole_lot.crossings(frame):
            plan, crossed = lots.Plan(percent / 100, 0.2), crossed + 1
            actions = ("buy", turns.dearest(lots.position(table)))
            buy, wait = (lots.outlook(table, action, plan).gain[table.turn] for action in actions)
            assert float(buy) == pytest.approx(float(wait), abs=0.01)
    assert crossed >= 1


def test_the_sentence_names_the_best_answer_and_the_regret(session: Session) -> None:
    box = lesson.can_you_gain(session)
    (chart,) = charts_in(box)
    spec, table = chart.spec, next(iter(turns.turns(session, turns.can_buy).values()))
    for percent in (0, 100):
        control(box, "they buy (percent)").value = percent
        plan = lots.Plan(percent / 100, 0.2)
        actions = ("buy", turns.dearest(lots.position(table)))
        buy, wait = (float(lots.outlook(table, action, plan).gain[table.turn]) for action in actions)
        assert f"<b>{'buy now' if buy > wait else 'wait'}</b>" in reads(box)
        assert f"<b>{abs(buy - wait):.2f}</b> points (the regret)" in reads(box)
        assert {row["x"] for row in chart.frame["data"]["played"]} == {float(percent)}
    assert chart.spec == spec


# --- reserving --------------------------------------------------------------------------------------------------------


def test_what_a_piece_takes_is_the_worth_of_the_smaller_lot_less_its_lower_price(session: Session) -> None:
    for table in turns.turns(session, turns.tempting).values():
        at = lots.position(table)
        for row in option.taken_frame(table).itertuples():
            seat, then = int(str(row.series)[1:]) - 1, lots.after(at, f"reserve {row.at}")
            worth = []
            for one in (at, then):
                after = lots.buy(one, seat).at if lots.lot(one, seat) else one
                gained = lots.worth(after, seat, 0) - lots.worth(one, seat, 0)
                worth.append(float(gained) - lots.price(one, seat) / 5)
            assert row.exact == pytest.approx(worth[0] - worth[1])


def test_the_lesson_of_the_piece_compares_every_reservation_with_a_coin(session: Session) -> None:
    box = lesson.the_option(session)
    taken, both = charts_in(box)
    table = next(iter(turns.turns(session, turns.tempting).values()))
    actions = option.option_actions(table)
    assert actions[0].startswith("take ") and all(action.startswith("reserve ") for action in actions[1:])
    rows = cells(both.table)
    for i, action in enumerate(actions):
        found_ = lots.outlook(table, action, lots.Plan(0.5, 0.2))
        others = [float(gain) for seat, gain in enumerate(found_.gain) if seat != table.turn]
        assert number(rows[2 * i][2]) == pytest.approx(float(found_.gain[table.turn]), abs=0.006)
        assert number(rows[2 * i + 1][2]) == pytest.approx(np.mean(others), abs=0.006)
        assert abs(number(rows[2 * i][3]) - number(rows[2 * i][2])) <= 4.5 * number(rows[2 * i][4]) + 0.1
    assert len(cells(taken.table)) == len(option.taken_frame(table)) and option.taken_words(
        option.taken_frame(table)
    ) in reads(box)


# --- risk -------------------------------------------------------------------------------------------------------------


def test_chances_to_sink_and_losses_are_those_of_the_exact_sums(session: Session) -> None:
    box = lesson.risk_and_insurance(session)
    sinks, loss = charts_in(box)
    known = turns.turns(session, turns.payday_near)
    for words, percent in zip(list(known)[:2], (50, 100), strict=True):
        control(box, "turn").value = words
        control(box, "a rival who can pay buys (percent)").value = percent
        table = known[words]
        action = turns.dearest(lots.position(table))
        plain = lots.outlook(table, action, lots.Plan(percent / 100, 0.2))
        insured = lots.outlook(table, action, lots.Plan(percent / 100, 0.2, table.turn))
        shown = [number(row[1]) for row in cells(sinks.table)]
        assert shown == pytest.approx([100 * float(chance) for chance in plain.sinks], abs=0.006) and max(shown) > 0
        without, with_it = cells(loss.table)
        assert number(without[3]) == pytest.approx(float(plain.lost[table.turn]), abs=0.006)
        assert number(with_it[1]) == pytest.approx(float(insured.lost[table.turn]), abs=0.006)
        assert number(with_it[3]) == pytest.approx(
            float(insured.lost[table.turn]) + float(insured.spent) / 5, abs=0.006
        )
        assert risk.risk_words(table, percent / 100) in reads(box)


def test_rivals_who_never_buy_sink_nothing(session: Session) -> None:
    table = next(iter(turns.turns(session, turns.payday_near).values()))
    assert risk.sink_frame(table, 0.0)["exact"].tolist() == [0] * 4
    assert "Your mean loss: <b>0.00</b>" in risk.risk_words(table, 0.0)


def test_those_who_can_afford_the_market_are_named(session: Session) -> None:
    for table in turns.turns(session, turns.payday_near).values():
        able = [
            f"P{seat + 1}" for seat in range(3)
            if seat != table.turn and BOX.worth(table.hands[seat]) >= BOX.worth(game.lot(table, seat))
        ]  # fmt: skip
        assert f"besides you: <b>{', '.join(able) or 'nobody'}</b>" in risk.risk_words(table, 0.5)


def test_the_price_of_insurance_is_coins_per_card_saved() -> None:
    rows = {row[0]: row[1:] for row in cells(lesson.price_of_insurance().data)}
    assert rows == {"a 2": ["2", "2", "1"], "a 3": ["3", "1", "3"], "a 5": ["5", "0", "–"]}
    assert "Cheapest is a 2: 1 coin" in lesson.price_of_insurance().data


# --- increasing returns -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("highest", [2, 3, 5])
@pytest.mark.parametrize("tokens", [0, 1, 2, 5])
def test_a_set_earns_its_product_rounded_up_to_fives(highest: int, tokens: int) -> None:
    frame = returns.returns_frame(highest, (tokens,))
    for row in frame.itertuples():
        product = (highest + tokens) * int(row.x)  # type: ignore[arg-type]
        points = next(n for n in range(100) if 5 * n >= product)
        assert row.points == points and row.each == points / int(row.x)  # type: ignore[arg-type]
        assert row.spare == 5 * points - product and row.smooth == pytest.approx((highest + tokens) / 5)


@pytest.mark.parametrize(("highest", "tokens", "best"), [
    (5, 0, []), (5, 1, [1, 6]), (3, 0, [2, 4, 7, 9]), (2, 0, [1, 3, 6, 8]),
])  # fmt: skip
def test_the_best_numbers_of_cards_earn_more_each_than_one_card_more_and_no_less_than_one_less(
    highest: int, tokens: int, best: list[int]
) -> None:
    assert returns.best_sizes(returns.returns_frame(highest, (tokens,)))["x"].tolist() == best
    assert f"<b>{', '.join(map(str, best)) or 'none'}</b>" in returns.returns_words(highest, tokens)


def test_the_controls_of_the_staircase_move_both_charts() -> None:
    box = lesson.increasing_returns()
    each, total = charts_in(box)
    control(box, "highest card").value = 3
    specs = each.spec, total.spec
    control(box, "highest card").value = 2
    assert (each.spec, total.spec) == specs
    control(box, "your tokens of the colour").value = 4
    assert returns.returns_words(2, 4) in reads(box)
    for row in cells(total.table):
        cards = int(row[0])
        assert [number(value) for value in row[1:]] == [-(-(2 + tokens) * cards // 5) for tokens in (4, 5, 6)]
    for row in cells(each.table):
        assert number(row[1]) == pytest.approx(-(-6 * int(row[0]) // 5) / int(row[0]), abs=0.006)


# --- coins or goods ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "tokens", "more"), [
    ((), 0, [1, 1, 1]), ((3, 3), 0, [0, 0, 1]), ((5, 5), 3, [1, 1, 1]), ((2, 2, 2), 6, [2, 3, 4]),
])  # fmt: skip
def test_a_card_adds_what_the_larger_set_earns_more(held: tuple[int, ...], tokens: int, more: list[int]) -> None:
    frame = rates.card_frame(held, tokens)
    assert frame["exact"].tolist() == more and frame["theory"].tolist() == [0.4, 0.6, 1.0]


def test_the_controls_of_a_card_move_its_chart() -> None:
    box = lesson.coins_or_goods()
    (chart,) = charts_in(box)
    spec = chart.spec
    control(box, "cards of the colour on board").value = 3
    control(box, "highest of them").value = 5
    control(box, "your tokens of the colour").value = 6
    frame = rates.card_frame((5, 5, 5), 6)
    assert rates.card_words(frame) in reads(box) and chart.spec == spec
    assert [number(row[1]) for row in cells(chart.table)] == frame["exact"].tolist()


def test_what_moved_in_the_parts_of_a_game_adds_up_to_the_game() -> None:
    table = rates.robots_tables()[0]
    whole, parts = rates.moved(table, 0, 1), [rates.moved(table, part) for part in range(rates.PARTS)]
    assert tuple(map(sum, zip(*parts, strict=True))) == whole
    assert whole.points == sum(game.points(table))
    assert whole.loaded == sum(done.price for done in table.turns)
    paid = sum(card.value for done in table.turns for card in done.paid)
    lost = sum(card.value for day in table.paydays for cards in day.lost for card in cards)
    assert whole.paid == paid and whole.sunk == lost
    left = BOX.worth(tuple(card for cargo in table.cargo for card in cargo))
    assert whole.loaded == whole.sold + whole.sunk + left


def test_the_rates_are_ratios_of_what_moved_in_all_games() -> None:
    frame = rates.rates_frame(rates.robots_tables())
    assert len(frame) == 3 * rates.PARTS and (frame["error"] > 0).any()
    first = [rates.moved(table, 0) for table in rates.robots_tables()]
    (points,) = frame[(frame["x"] == 25) & (frame["series"] == rates.SERIES[0])]["value"]
    assert points == pytest.approx(10 * sum(m.points for m in first) / sum(m.sold for m in first))
    assert rates.rates_words(frame) == lesson.exchange_rates().words


# --- the bet ----------------------------------------------------------------------------------------------------------


def test_the_answer_says_the_guess_and_what_went_down_in_the_games_it_names() -> None:
    bet = lesson.Bet()
    box = lesson.place_a_bet(bet)
    assert f"{rates.GAMES} games" in entry(box).label
    type_in(box, "40")
    loaded = sum(done.price for table in rates.robots_tables() for done in table.turns)
    days = [day for table in rates.robots_tables() for day in table.paydays]
    sunk = sum(card.value for day in days for cards in day.lost for card in cards)
    answer = lesson.answer_the_bet(bet).data
    assert f"<b>{100 * sunk / loaded:.0f}</b> went down" in answer and "You bet on <b>40</b>" in answer
    assert "You bet" not in lesson.answer_the_bet(lesson.Bet()).data


@pytest.mark.parametrize("text", ["101", "-1", "", "half"])
def test_a_guess_that_is_no_share_is_refused_and_not_kept(text: str) -> None:
    bet = lesson.Bet()
    box = lesson.place_a_bet(bet)
    type_in(box, "30")
    type_in(box, text)
    assert bet.guess == 30 and "mm-refusal" in bet.said.value


# --- games of robots --------------------------------------------------------------------------------------------------


def test_the_robots_of_the_lesson_play_a_whole_game_that_a_seed_repeats(session: Session) -> None:
    assert session.over
    assert [robot.__name__ for robot in session.bots.values()] == list(games.NAMED)  # type: ignore[union-attr]
    assert session.save() == lesson.robots_game(seed=1).save() != lesson.robots_game(seed=2).save()


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_value_flows_from_the_market_to_hands_cargo_and_scores_as_the_ledger_says(
    seat: int | None, session: Session
) -> None:
    frame = games.flow_frame(session, seat)
    flows = {(row.payer, row.payee): row.amount for row in frame.itertuples()}
    mine = range(3) if seat is None else (seat,)
    entries = [e for e in session.table.ledger.entries if e.payer != "bank"]
    hands = sum(e.amount for e in entries if e.payee in mine and e.rule == "TO-8")
    paid = sum(e.amount for e in entries if e.payer in mine and e.why.startswith("TO-4 pays"))
    sank = sum(e.amount for e in entries if e.rule == "TO-18" and e.payer in {f"P{s + 1} cargo" for s in mine})
    assert flows["market", "hand"] == hands and flows["hand", "price paid"] == flows["market", "cargo"] == paid
    assert flows.get(("cargo", "black current"), 0) == sank
    assert {payer for payer, _ in flows} <= {"market", "hand", "cargo"}


def test_the_buttons_choose_whose_value_is_shown(session: Session) -> None:
    box = lesson.where_the_value_went(session)
    shown = found(box, widgets.HTML)[-1]
    assert games.flow_figure(session).html() in shown.value
    control(box, "show").value = 1
    assert games.flow_figure(session, 1).html() in shown.value
    control(box, "as").value = "how each hand became what it is"
    assert money.waterfall(session).html() in shown.value
    assert "show" not in [getattr(part, "description", "") for part in found(box, widgets.Widget)]


def test_what_was_lost_on_the_way_is_told_for_each_seat(session: Session) -> None:
    table = session.table
    for seat, row in enumerate(games.losses_frame(session).itertuples(index=False)):
        done = [one for one in table.turns if one.seat == seat and one.does == "buy"]
        paid = sum(card.value for one in done for card in one.paid)
        spent = sum(card.value for day in table.paydays for card in day.spent[seat])
        lost = sum(card.value for day in table.paydays for card in day.lost[seat])
        assert tuple(row) == (f"P{seat + 1}", paid, paid - sum(one.price for one in done), spent, lost)


def test_the_last_page_lists_every_rule_and_number_of_the_box() -> None:
    assert rules_page(lesson.robots_game()) in lesson.house_defaults().data
