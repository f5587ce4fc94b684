"""The room: one screen, one board, a curtain between persons, and nothing of the last seat left on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets as widgets
import pytest

from mechanics.bots import robots, smallest_legal
from mechanics.games import turin
from mechanics.session import EMPTY, Session
from mechanics.table import Seat
from mechanics.views.desks.turin import Desk
from mechanics.views.entry import Entry
from mechanics.views.room import BACK, Room
from tests.screen import buttons, entry, everything, found, press, reads, type_in

ROBOTS = robots("turin")
LOOK = Desk.look
pytestmark = pytest.mark.usefixtures("an_empty_page")


def game(persons: tuple[Seat, ...], seats: int = 3, seed: int = 4, **box: Any) -> Session:
    """A game of Turin Market in which misers sit on the other seats."""
    bots = {seat: ROBOTS["miser"] for seat in range(seats) if seat not in persons}
    return Session(turin, seats, seed, box=replace(turin.BOX, **box), bots=bots)


def hand_of(session: Session, seat: Seat) -> list[str]:
    """The hand cards of a seat in words, as its buttons say them."""
    return [turin.BOX.says(card) for card in session.view(seat).board.hand]


def put_up(room: Room) -> None:
    """Put up the first hand card of the seat on the screen."""
    options = [words for words in buttons(room.place) if words.startswith("card")]
    press(room.place, options[0])


def lift(room: Room) -> None:
    """Open the curtain."""
    (words,) = [words for words in buttons(room.place) if words.startswith("I am")]
    press(room.place, words)


# --- one person -------------------------------------------------------------------------------------------------------


def test_one_person_sees_hand_and_panel_at_once_and_no_curtain_ever() -> None:
    session = game((1,))
    room = Room(session)
    assert room.seat == 1 and not any(words.startswith("I am") for words in buttons(room.widget))
    assert [words for words in buttons(room.place) if words.startswith("card")] == [
        words.partition(":")[0] for words in hand_of(session, 1)
    ]
    put_up(room)
    assert session.ask.rule == "TM-3" and entry(room.place).high == 15
    assert "What happened" in room.news.value and "TM-1" in room.news.value


def test_one_person_plays_a_whole_game_through_the_screen() -> None:
    session = game((0,))
    room = Room(session)
    for _ in range(200):
        if session.over:
            break
        answer = smallest_legal(session.view(0), None)  # type: ignore[arg-type]
        if found(room.place, Entry):
            type_in(room.place, list(answer) if isinstance(answer, tuple) else str(answer))
        else:
            words = turin.label(session.ask.rule, answer, session.box).partition(":")[0]  # type: ignore[arg-type]
            press(room.place, words)
    assert session.over and "The game is over." in reads(room.place) and buttons(room.place) == []


# --- several persons --------------------------------------------------------------------------------------------------


def test_a_curtain_stands_before_the_first_of_several_persons_and_shows_nothing_of_any_hand() -> None:
    session = game((0, 1))
    room = Room(session)
    assert "Pass to P1." in reads(room.place) and buttons(room.place) == ["I am P1: show my side"]
    assert room.seat is None and "Your hand" not in room.board.value
    for seat in range(3):
        assert not any(words in everything() for words in hand_of(session, seat))


def test_who_lifts_the_curtain_sees_the_own_hand_and_nobody_elses() -> None:
    session = game((0, 1))
    room = Room(session)
    lift(room)
    shown = everything()
    assert room.seat == 0 and "Your hand" in room.board.value
    assert all(words in shown for words in hand_of(session, 0))
    assert not any(words in shown for seat in (1, 2) for words in hand_of(session, seat))


def test_at_hand_over_everything_of_the_last_seat_is_gone_from_every_widget() -> None:
    session = game((0, 1))
    room = Room(session)
    lift(room)
    first = hand_of(session, 0)
    assert all(words in everything() for words in first)
    put_up(room)
    assert "Pass to P2." in reads(room.place) and room.seat is None and "Your hand" not in room.board.value
    assert not any(words in everything() for words in first)
    second = hand_of(session, 1)
    lift(room)
    assert all(words in everything() for words in second) and not any(words in everything() for words in first)


def test_a_bid_and_the_worth_chart_beside_it_are_gone_when_the_next_one_looks() -> None:
    session = game((0, 1), start=5000)
    room = Room(session)
    for _ in range(2):
        lift(room)
        put_up(room)
    assert session.ask.rule == "TM-3" and room.seat == 1 and room.desk is not None
    press(room.place, LOOK)
    chart: Any = room.desk.widget.children[0]
    assert "place 1 is worth" in everything()
    assert chart.frame["data"]["bids"] and chart.table and chart.channel == room.channel
    type_in(room.place, "3721")
    assert chart.frame == {} and chart.spec == {} and chart.table == chart.words == chart.channel == ""
    assert "3721" not in everything() and "place 1 is worth" not in everything()
    assert "Pass to P1." in reads(room.place) and session.envelopes == {1: 3721, 2: 2}
    lift(room)
    assert "3721" not in everything() and chart.channel == room.channel
    type_in(room.place, "17")
    assert session.table.rounds[-1].bids == (17, 3721, 2) and "3721" in room.news.value


def test_a_seat_that_has_left_the_screen_is_not_followed_into_the_next_round() -> None:
    session = game((0, 1))
    room = Room(session)
    lift(room)
    put_up(room)
    assert room.seat is None
    while (session.ask.rule, session.table.round) != ("TM-1", 2):
        seat = session.waiting[-1]
        session.submit(seat, smallest_legal(session.view(seat), None))  # type: ignore[arg-type]
    hidden = [words for seat in range(3) if seat != room.seat for words in hand_of(session, seat)]
    assert len(hidden) >= 10 and not any(words in everything() for words in hidden)


def test_a_seat_that_is_asked_twice_in_a_row_keeps_the_screen() -> None:
    session = game((0, 1))
    room = Room(session)
    lift(room)
    press(room.place, "First take a loan")
    assert room.seat == 0 and "Pass to" not in reads(room.place) and session.view(0).board.loans == (1, 0, 0)


def test_the_curtain_stands_at_the_end_of_a_game_of_several_and_says_so() -> None:
    session = game((0, 1))
    room = Room(session)
    while not session.over:
        session.submit(session.waiting[0], smallest_legal(session.view(session.waiting[0]), None))  # type: ignore[arg-type]
    assert reads(room.place).count("The game is over.") == 1 and room.seat is None and room.open is None


# --- nobody, robots, changing chairs ----------------------------------------------------------------------------------


def test_robots_alone_play_to_the_end_and_the_room_says_that_it_is_over() -> None:
    room = Room(game(()))
    assert room.session.over and room.seat is None
    assert "The game is over." in reads(room.place) and buttons(room.place) == []
    assert room.session.view(None).board.scores is not None


def test_an_empty_chair_is_named_with_what_to_do() -> None:
    session = game((0, 1, 2))
    for seat in (0, 1, 2):
        session.sit(seat, EMPTY)
    room = Room(session)
    assert "Nobody sits on P1 and P2 and P3: seat a person or a robot" in reads(room.place)
    session.sit(0, None)
    assert room.seat == 0 and "Your hand" in room.board.value


def test_a_chair_that_a_robot_takes_leaves_the_screen_to_the_other_person() -> None:
    session = game((0, 1))
    room = Room(session)
    lift(room)
    first = hand_of(session, 0)
    session.sit(0, ROBOTS["miser"])
    assert room.seat == 1 and not any(words in everything() for words in first)
    session.sit(0, None)
    assert room.persons() == [0, 1]


def test_another_game_on_the_table_takes_the_last_one_off_the_screen() -> None:
    old, new = game((0,)), game((0,), seed=9)
    room = Room(old)
    hand = hand_of(old, 0)
    assert hand != hand_of(new, 0)
    room.use(new)
    others = [words for words in hand if words not in hand_of(new, 0)]
    assert others and not any(words in everything() for words in others)
    shown = room.board.value
    old.submit(0, old.view(0).board.hand[0])
    assert room.board.value == shown and len(old.log) == 2


def test_the_last_game_no_longer_moves_the_screen() -> None:
    old, new = game((0, 1)), game((0, 1), seed=9)
    room = Room(old)
    room.use(new)
    lift(room)
    old.submit(0, old.view(0).board.hand[0])
    assert old.waiting == (1,) and room.seat == 0 and "Your hand" in room.board.value


# --- board, desk, news ------------------------------------------------------------------------------------------------


def test_the_desk_takes_the_place_of_the_board_and_gives_it_back() -> None:
    room = Room(game((0,)))
    assert LOOK not in buttons(room.place)
    put_up(room)
    press(room.place, LOOK)
    assert room.desk is not None
    assert (room.board.layout.display, room.desk.widget.layout.display) == ("none", "")
    press(room.place, BACK)
    assert (room.board.layout.display, room.desk.widget.layout.display) == ("", "none")
    press(room.place, LOOK)
    type_in(room.place, "3")
    assert (room.board.layout.display, room.desk.widget.layout.display) == ("", "none")


def test_every_room_has_a_channel_of_its_own() -> None:
    rooms = [Room(game((0,))) for _ in range(2)]
    for room in rooms:
        put_up(room)
    first, second = (entry(room.place).channel for room in rooms)
    assert first == rooms[0].channel and second == rooms[1].channel and first != second


def test_the_news_hold_the_last_eight_things_that_happened_and_are_read_aloud() -> None:
    room = Room(game(()))
    story = room.session.view(None).story
    assert len(story) > 8 and room.news.value.count("<li>") == 8 and 'aria-live="polite"' in room.news.value
    assert story[-1].rule in room.news.value


def test_the_tools_of_the_caller_stand_beside_panel_and_curtain() -> None:
    tool = widgets.Button(description="a tool")
    room = Room(game((0, 1)), [tool])
    assert buttons(room.place)[-1] == "a tool"
    lift(room)
    put_up(room)
    assert "a tool" in buttons(room.place) and tool.comm is not None
    lift(room)
    assert "a tool" in buttons(room.place)
