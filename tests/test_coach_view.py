"""The coach and what-if on the screen: at once, in place, beside everything else, and gone when the question is."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics import coach
from mechanics.bots import robots
from mechanics.charts import coach_answers_chart, coach_bids_chart
from mechanics.coach import Helpers
from mechanics.games import haendler, turin
from mechanics.session import Session
from mechanics.table import NATURE, Seat
from mechanics.views import advice as page
from mechanics.views.advice import GO_ON, SELECTION, STOP, Advice
from mechanics.views.answers import said
from mechanics.views.axis import fit
from mechanics.views.beside import Beside
from mechanics.views.desks.turin import Desk
from mechanics.views.play import Play, seeds
from mechanics.views.room import ASK, BACK, Room
from mechanics.views.what_if import SECRET, WhatIf
from tests.screen import buttons, everything, press, reads, type_in

MISER, LOOK = robots("turin")["miser"], Desk.look


@pytest.fixture(autouse=True)
def an_empty_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No widget of another test is alive, no game of anybody is kept, and no other process helps."""
    monkeypatch.setenv("MECHANICS_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(page, "processes", lambda: None)
    widgets.Widget.close_all()
    yield
    widgets.Widget.close_all()


def game(persons: tuple[Seat, ...] = (0,), **box: Any) -> Session:
    """A game of Turin Market at its first question, misers on the other seats."""
    bots = {seat: MISER for seat in range(3) if seat not in persons}
    return Session(turin, 3, 4, box=replace(turin.BOX, **box), bots=bots)


def bidding(persons: tuple[Seat, ...] = (0,), auctions: int = 0, **box: Any) -> Session:
    """The same at its first bids, after so many auctions."""
    session = game(persons, **box)
    while session.ask.rule != "TM-3" or len(session.table.rounds) < auctions:
        seat = session.waiting[0]
        session.submit(seat, MISER(session.view(seat), np.random.default_rng(0)))
    return session


def asked(session: Session, seat: Seat = 0) -> Advice:
    one = Advice("a channel", np.random.default_rng(1))
    one.open(session, seat)
    return one


def rows(one: Advice) -> list[dict[str, Any]]:
    return list(one.chart.frame["data"]["answers"])


def in_a_loop(journey: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(journey(), 60))


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0)


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_what_is_known_is_shown_at_once_and_said_to_be_a_first_guess() -> None:
    async def journey() -> None:
        one = asked(bidding())
        first = coach.Coach(bidding(), 0, np.random.default_rng(1)).frame()
        assert [row["value"] for row in rows(one)] == pytest.approx(first.value.tolist())
        assert all(row["low"] is None and row["win"] is None for row in rows(one))
        assert "A first guess: nothing has been played on yet …" in one.told.value
        assert "by a first guess" in one.chart.words and one.chart.channel == "a channel"
        one.close()

    in_a_loop(journey)


def test_games_played_on_narrow_the_curve_in_place_until_it_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanics.views.beside.PAUSE", 0.0)

    async def journey() -> None:
        one = asked(bidding(auctions=1))
        one.width = 5.0
        spec, alive, wide = one.chart.spec, len(json.loads(widgets_alive())), []
        one.chart.observe(lambda change: wide.append(half(change["new"])), "frame")
        await until(lambda: not one.beside.busy)
        assert one.chart.spec is spec and len(json.loads(widgets_alive())) == alive
        assert wide[0] > 5.0 >= wide[-1]
        assert "narrow enough" in one.told.value and f"{one.coach.played:,} games" in one.told.value  # type: ignore[union-attr]
        assert one.go.description == GO_ON and one.chart.table.count("<tr>") == len(rows(one)) + 1
        played = one.coach.played  # type: ignore[union-attr]
        one.go.click()
        assert one.go.description == STOP and one.width <= 2.5
        await until(lambda: one.coach.played > played)  # type: ignore[union-attr]
        one.close()

    in_a_loop(journey)


def test_further_processes_play_on_as_well_and_are_let_go_when_the_question_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ThreadPoolExecutor(1) as crew:
        monkeypatch.setattr(page, "processes", lambda: (crew, 1))

        async def journey() -> None:
            one = asked(bidding(auctions=1))
            helpers = one.coach.helpers  # type: ignore[union-attr]
            assert isinstance(helpers, Helpers)
            await until(lambda: helpers.out)
            one.close()
            assert helpers.out == [] and helpers.work == b""

        in_a_loop(journey)
    assert asked(bidding(auctions=1)).coach.helpers is None  # type: ignore[union-attr]


def half(frame: dict[str, Any]) -> float:
    found = frame.get("data", {}).get("answers", [{"low": None}])
    return max((r["high"] - r["low"]) / 2 if r["low"] is not None else float("inf") for r in found)


def widgets_alive() -> str:
    return json.dumps(list(widgets.Widget.get_manager_state()["state"]))


def test_everything_else_has_its_turn_between_two_steps() -> None:
    async def journey() -> None:
        one, turns, steps = asked(bidding()), 0, 0
        games = one.games
        one.beside.stop()

        def counted() -> Iterator[None]:
            nonlocal steps
            for _ in games:
                steps += 1
                yield

        one.games = counted()
        one.go.click()
        while steps < 20:
            before = steps
            await asyncio.sleep(0)
            turns += 1
            assert steps - before <= 1
        assert turns >= 20
        one.close()

    in_a_loop(journey)


def test_it_is_stopped_and_goes_on_from_where_it_was() -> None:
    async def journey() -> None:
        one = asked(bidding())
        known = one.coach
        assert known is not None
        await until(lambda: known.played > 3)
        one.go.click()
        played = known.played
        for _ in range(50):
            await asyncio.sleep(0)
        assert known.played == played and one.go.description == GO_ON and f"{played} games" in one.told.value
        one.go.click()
        await until(lambda: known.played > played)
        one.close()

    in_a_loop(journey)


def test_without_a_loop_a_few_games_are_played_at_once() -> None:
    one = asked(bidding())
    assert one.coach is not None and one.coach.played > 0 and not one.beside.busy
    assert one.go.description == GO_ON and "played on" in one.told.value and rows(one)
    played = one.coach.played
    one.go.click()
    assert one.coach.played > played


def test_another_thought_about_rivals_moves_the_curve_and_keeps_the_games() -> None:
    async def journey() -> None:
        one = asked(bidding(auctions=2))
        await until(lambda: one.coach.played > 6)  # type: ignore[union-attr]
        one.go.click()
        played, values = one.coach.played, [row["value"] for row in rows(one)]  # type: ignore[union-attr]
        assert one.rivals.value == "uniform" and len(one.rivals.options) == 3
        for rivals in ("equilibrium", "past"):
            one.rivals.value = rivals
            await until(lambda old=values: [row["value"] for row in rows(one)] != old)  # type: ignore[misc]
            values = [row["value"] for row in rows(one)]
            assert one.coach.played == played  # type: ignore[union-attr]
        one.close()

    in_a_loop(journey)


def test_an_assumption_from_which_nothing_follows_is_refused_and_the_one_before_it_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_all: Any) -> Any:
        raise ValueError("No equilibrium was found.")

    one = asked(bidding())
    before = [row["value"] for row in rows(one)]
    monkeypatch.setattr("mechanics.coach.turin._mix", none)
    one.rivals.value = "equilibrium"
    assert one.rivals.value == "uniform" and "No equilibrium was found." in one.told.value
    assert [row["value"] for row in rows(one)] == before


def test_a_robot_that_fails_is_told_and_ends_the_playing_on() -> None:
    def broken(view: Any, rng: Any) -> Any:
        if view.rule == "TM-13":
            raise RuntimeError("no card is good")
        return MISER(view, rng)

    session = bidding((0, 1))
    session.bots[1] = broken
    one = asked(session)
    assert "The robots could not play on: RuntimeError: no card is good" in one.told.value
    assert one.go.description == GO_ON


def test_other_questions_name_their_answers_as_the_buttons_do() -> None:
    session = game()
    one = asked(session)
    names = [turin.label("TM-1", card, session.box).partition(":")[0] for card in session.view(0).board.hand]
    assert [row["answer"] for row in rows(one)] == names
    assert SELECTION not in one.words.value and one.rivals.layout.display == "none"


def test_a_selection_of_many_answers_is_said_to_be_one() -> None:
    session = Session(haendler, 2, 2, bots={1: robots("haendler")["hauler"]})
    assert session.ask.rule == "DH-1"
    one = asked(session)
    assert SELECTION in one.words.value and "silk" in [row["answer"] for row in rows(one)]
    assert len({row["answer"] for row in rows(one)}) == len(rows(one)) > 10


def test_an_answer_is_said_as_amount_option_or_list() -> None:
    box = haendler.BOX
    assert said(haendler, "DH-10", 300, box, True) == "300 guilders"
    assert said(haendler, "DH-10", "refuse", box, True) == "refuse to carry them"
    assert said(haendler, "DH-1", ("wine", "salt", "wine"), box, False) == "2 × wine, salt"
    assert said(haendler, "DH-1", (), box, False) == "none"


def test_both_drawings_are_valid() -> None:
    for drawn in (page.bids_drawing("scudi", "bid (scudi)"), page.answers_drawing("scudi")):
        assert drawn.to_dict()["description"]
    empty = coach.Coach(bidding(), 0, np.random.default_rng(1)).frame().iloc[:0]
    for make in (coach_bids_chart, coach_answers_chart):
        make(empty, title="t").to_dict(validate=True)


def test_an_axis_stands_still_while_its_numbers_fit_and_is_round() -> None:
    assert fit(None, 30.2, 35.9) == (30, 36)
    assert fit((30, 36), 31, 34.5) == (30, 36)
    assert fit((30, 36), 31, 37)[1] == 37
    assert fit((0, 100), 31, 32) == pytest.approx((31, 32))
    low, high = fit(None, 5, 5)
    assert low <= 5 <= high and low < high


def test_only_what_was_begun_last_comes_to_its_end() -> None:
    async def journey() -> None:
        one, ended = Beside(), []
        one.begin(iter(range(1_000_000)), lambda: False, lambda wrong: ended.append("first"))
        one.begin(iter(range(3)), lambda: False, lambda wrong: ended.append("second"))
        await until(lambda: ended)
        for _ in range(20):
            await asyncio.sleep(0)
        assert ended == ["second"] and not one.busy

    in_a_loop(journey)


# --- in the room ------------------------------------------------------------------------------------------------------


def coaching(room: Room) -> bool:
    return bool(room.advice.chart.spec or room.advice.chart.frame or room.advice.chart.table or room.advice.told.value)


def test_the_coach_takes_the_place_of_the_board_and_gives_it_back() -> None:
    room = Room(bidding())
    assert {ASK, LOOK} <= set(buttons(room.place)) and not coaching(room)
    press(room.place, ASK)
    assert coaching(room) and room.board.layout.display == "none" and room.advice.widget.layout.display == ""
    press(room.place, BACK)
    assert not coaching(room) and room.board.layout.display == "" and room.advice.widget.layout.display == "none"
    press(room.place, ASK)
    press(room.place, LOOK)
    assert not coaching(room) and room.desk is not None and room.desk.widget.layout.display == ""


def test_whoever_is_not_asked_cannot_ask_the_coach() -> None:
    session = bidding((0, 1))
    room = Room(session)
    assert ASK not in buttons(room.place)
    session.submit(0, 3)
    press(room.place, "I am P2")
    assert ASK in buttons(room.place)
    assert ASK not in buttons(Room(Session(turin, 3, 4, bots=dict.fromkeys(range(3), MISER))).widget)


@pytest.mark.parametrize("end", ["answer", "undo", "rewind", "chair", "new game", "free move"])
def test_any_change_of_the_game_ends_the_coach_and_empties_it(end: str) -> None:
    async def journey() -> None:
        session = bidding()
        room = Room(session)
        press(room.place, ASK)
        known = room.advice.coach
        assert known is not None
        await until(lambda: known.played > 2)
        changes: dict[str, Callable[[], object]] = {
            "answer": lambda: type_in(room.place, "3"),
            "undo": lambda: session.rewind(len(session.log)),
            "rewind": lambda: session.rewind(1),
            "chair": lambda: session.sit(1, robots("turin")["half-pay bidder"]),
            "new game": lambda: room.use(bidding(auctions=1)),
            "free move": lambda: press(room.place, "First take a loan"),
        }
        changes[end]()
        played = known.played
        for _ in range(30):
            await asyncio.sleep(0)
        assert known.played == played and not coaching(room) and room.board.layout.display == ""
        assert room.advice.coach is None and not room.advice.beside.busy

    in_a_loop(journey)


def test_a_picture_that_comes_too_late_is_not_shown_to_the_next_seat() -> None:
    async def journey() -> None:
        room = Room(bidding((0, 1)))
        press(room.place, "I am P1")
        press(room.place, ASK)
        room.advice.rivals.value = "equilibrium"
        type_in(room.place, "3")
        assert "Pass to P2" in reads(room.place)
        await asyncio.sleep(0.5)
        assert not coaching(room) and room.advice.rivals.options == ()

    in_a_loop(journey)


def test_nothing_of_hidden_hands_or_of_an_envelope_is_in_any_widget() -> None:
    session = bidding((0, 1), start=5_000)
    session.submit(0, 3_721)
    room = Room(session)
    room.advice.rng = np.random.default_rng(1)
    press(room.place, "I am P2")
    press(room.place, ASK)
    hidden = [turin.BOX.says(card) for seat in (0, 2) for card in session.table.hands[seat]]
    shown = everything()
    assert coaching(room) and not re.search(r"(?<![\d.])3,?721(?![\d.])", shown)
    assert not [words for words in hidden if words in shown]


def test_at_hand_over_nothing_of_the_last_seat_is_left_in_any_widget() -> None:
    session = game((0, 1))
    room = Room(session)
    press(room.place, "I am P1")
    press(room.place, ASK)
    mine = [turin.label("TM-1", card, session.box).partition(":")[0] for card in session.view(0).board.hand]
    assert all(f'"{words}"' in everything() for words in mine)
    press(room.place, mine[0])
    assert "Pass to P2" in reads(room.place) and not [words for words in mine if f'"{words}"' in everything()]


# --- what if ----------------------------------------------------------------------------------------------------------


def over(**box: Any) -> Session:
    """A whole game of robots."""
    cast = robots("turin")
    bots = {0: cast["half-pay bidder"], 1: cast["miser"], 2: cast["majority hunter"]}
    return Session(turin, 3, 4, box=replace(turin.BOX, **box), bots=bots)


def then(one: WhatIf, which: str) -> list[int]:
    return [row["money"] for row in one.chart.frame["data"]["then"] if row["which"] == which]


def test_every_bid_of_every_seat_shows_what_the_rules_say_beside_what_happened() -> None:
    session = over()
    one, seen = WhatIf(session), 0
    assert [step for _, step in one.auction.options] == list(coach.auctions(session))
    for _, step in one.auction.options[:3]:
        one.auction.value = step
        for _, seat in one.seat.options:
            one.seat.value = seat
            assert one.bid.value == session.log[step][seat] and "This is what happened" in one.said.value
            for bid in range(one.bid.min, one.bid.max + 1, 3):
                one.bid.value = bid
                found = coach.outcome(session, step, seat, bid)
                assert then(one, "what if") == list(found.money)
                assert then(one, "happened") == list(coach.happened(session, step).money)
                seen += 1
    assert seen > 20


def test_the_sentence_says_what_the_bid_would_have_brought() -> None:
    one = WhatIf(over())
    one.bid.value = one.bid.max
    was = one.session.log[one.auction.value][one.seat.value]
    assert f"With {one.bid.max} instead of {was}, {one.session.names[one.seat.value]} wins" in one.said.value
    assert f"and pays {one.bid.max}" in one.said.value and f"{one.bid.max}: wins" in one.chart.words


def test_a_new_tie_is_a_question_and_is_said_to_be_one() -> None:
    session, ties = over(), 0
    one = WhatIf(session)
    for _, step in one.auction.options:
        if session.at(step).rule == "TM-3":
            one.auction.value, one.seat.value = step, 0
            for level in {session.log[step][1], session.log[step][2]} - {0, session.log[step][0]}:
                if level <= one.bid.max:
                    one.bid.value = level
                    settled = coach.outcome(session, step, 0, level).asks is None
                    assert ("would be asked “You are tied." in one.said.value) == (not settled)
                    assert len(then(one, "what if")) == (3 if settled else 0)
                    ties += not settled
    assert ties > 0


def test_a_coin_of_a_running_game_is_not_told() -> None:
    session = Session(turin, 3, 8)
    script = {"TM-3": {0: 4, 1: 4, 2: 6}, "TM-8": {0: 1, 1: 2}}
    while session.ask.rule not in ("TM-13", "TM-15"):
        seat = session.waiting[0]
        given = script.get(session.ask.rule, {})
        session.submit(seat, given.get(seat, session.ask.allowed[seat].pick(np.random.default_rng(1))))
    one = WhatIf(session)
    one.auction.value = next(step for _, step in one.auction.options if session.at(step).rule == "TM-8")
    one.bid.value = 2
    assert "chance decides, and in a running game it is not said how (rule TM-10)" in one.said.value
    assert then(one, "what if") == [] and set(session.ask.allowed) != {NATURE}


def test_while_money_is_secret_no_bid_above_the_own_one_can_be_tried() -> None:
    session = bidding(auctions=2, money="secret")
    one = WhatIf(session)
    for _, step in one.auction.options:
        one.auction.value = step
        for _, seat in one.seat.options:
            one.seat.value = seat
            assert one.bid.max == session.log[step][seat]
    assert SECRET in one.note.value
    finished = WhatIf(over(money="secret"))
    assert SECRET not in finished.note.value and finished.bid.max > finished.bid.value


def test_the_office_of_the_loading_master_can_be_bid_for_again() -> None:
    session = Session(haendler, 3, 2, bots=dict(enumerate(list(robots("haendler").values())[2:5])))
    one = WhatIf(session)
    one.bid.value = one.bid.max
    assert "wins the office in" in one.said.value and one.bid.step == 100
    assert sum(then(one, "what if")) == -one.bid.max
    one.bid.value = one.bid.max - 50
    found = coach.outcome(session, one.auction.value, one.seat.value, one.bid.max - 100)
    assert found.money == tuple(then(one, "what if"))


def test_before_the_first_auction_the_page_says_what_will_be_there() -> None:
    one = WhatIf(game())
    assert "There is none yet" in reads(one.widget) and one.chart.spec == {}


def test_the_page_follows_the_game_and_keeps_what_is_looked_at() -> None:
    play = Play(turin, {1: "miser", 2: "miser"}, 3, seeds(4), None, "what-if-test")
    session = play.session
    assert session is not None
    play.tabs.selected_index = play.tabs.titles.index("What if")
    assert "There is none yet" in reads(play.what_if.widget)
    session.submit(0, session.view(0).board.hand[0])
    session.submit(0, 7)
    first = play.what_if.auction.value
    assert first is not None and "P1 7" in play.what_if.auction.options[0][0]
    while session.ask.rule != "TM-3":
        session.submit(0, MISER(session.view(0), np.random.default_rng(0)))
    session.submit(0, 2)
    assert play.what_if.auction.value == first and len(play.what_if.auction.options) >= 2
    play.start(game())
    play.tabs.selected_index = play.tabs.titles.index("What if")
    assert play.what_if.auction.options == () and play.what_if.chart.spec == {}


def test_every_control_has_a_name() -> None:
    one = WhatIf(over())
    assert [control.description for control in (one.auction, one.seat, one.bid)] == ["auction", "bid of", "bids"]
    advice = asked(bidding())
    assert advice.rivals.description == "rivals bid" and advice.go.description == GO_ON
