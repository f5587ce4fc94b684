"""The film of a game: every step as a spectator saw it, and a way back that asks twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mechanics.bots import robots
from mechanics.games import turin
from mechanics.session import Session
from mechanics.views.boards import board
from mechanics.views.replay import MOVES, Replay
from tests.screen import button, buttons, press, reads

ROBOTS = robots("turin")


def game(seed: int = 4, **box: Any) -> Session:
    """P1 with two misers, after one auction."""
    bots = {1: ROBOTS["miser"], 2: ROBOTS["miser"]}
    session = Session(turin, 3, seed, box=replace(turin.BOX, **box), bots=bots)
    session.submit(0, session.view(0).board.hand[0])
    session.submit(0, 7)
    return session


@pytest.fixture
def session() -> Session:
    """A game after one auction."""
    return game()


@pytest.fixture
def replay(session: Session) -> Replay:
    """Its film, at the first step."""
    return Replay(session)


def test_the_film_begins_before_the_deal_and_has_every_step(session: Session, replay: Replay) -> None:
    assert (replay.slider.min, replay.slider.value, replay.slider.max) == (0, 0, len(session.log))
    assert f"Step 0 of {len(session.log)}: The game begins." in replay.said.value


def test_every_step_shows_the_board_and_the_sentence_of_that_moment(session: Session, replay: Replay) -> None:
    film = session.film(None)
    for step, view in enumerate(film):
        replay.slider.value = step
        assert replay.board.value == board("turin", view, session.names)
        assert f"Step {step} of {len(film) - 1}" in replay.said.value
        if view.story:
            assert view.story[-1].rule in replay.said.value
    assert len({board("turin", view, session.names) for view in film}) > 3


def test_the_buttons_step_through_the_film_and_stop_at_its_ends(session: Session, replay: Replay) -> None:
    last = len(session.log)
    assert buttons(replay.steps) == list(MOVES)
    for words, here in (
        ("Step back", 0), ("Next step", 1), ("Next step", 2), ("Step back", 1), ("Last step", last),
        ("Next step", last), ("Step back", last - 1), ("First step", 0),
    ):  # fmt: skip
        press(replay.steps, words)
        assert replay.slider.value == here, words


def test_no_step_shows_a_hand_or_a_purse_that_is_closed() -> None:
    session = game(money="secret", start=3721)
    replay = Replay(session)
    shown = []
    for step in range(len(session.log) + 1):
        replay.slider.value = step
        shown.append(replay.board.value + replay.said.value)
    assert "Your hand" not in "".join(shown) and "3721" not in "".join(shown)
    assert "3714" in board("turin", session.view(0), session.names) and "3714" not in shown[-1]


def test_the_film_grows_with_the_game_and_stays_at_its_step(session: Session, replay: Replay) -> None:
    replay.slider.value = 2
    before = len(session.log)
    session.sit(0, ROBOTS["miser"])
    assert replay.slider.max == before
    replay.refresh()
    assert replay.slider.max == len(session.log) > before and replay.slider.value == 2
    assert f"of {len(session.log)}" in replay.said.value


def test_another_game_begins_its_film_at_the_start(session: Session, replay: Replay) -> None:
    press(replay.steps, "Last step")
    other = Session(turin, 2, 9)
    replay.use(other)
    assert replay.slider.value == 0 and replay.slider.max == len(other.log) == 1
    assert replay.board.value == board("turin", other.film(None)[0], other.names)


# --- the joint way back -----------------------------------------------------------------------------------------------


def test_going_back_is_asked_twice_and_says_how_much_is_dropped(session: Session, replay: Replay) -> None:
    log, many = session.log, len(session.log)
    replay.slider.value = 1
    press(replay.widget, "Go back to this step together")
    assert session.log == log and "Everybody agrees?" in reads(replay.widget)
    press(replay.widget, f"Yes, drop the last {many - 1} steps")
    assert session.log == log[:1] and session.ask.rule == "TM-1" and session.waiting == (0,)
    assert session.story(None)[-1].text == f"The game was taken back by {many - 1} steps."


def test_after_going_back_the_next_one_is_asked_for_anew(session: Session, replay: Replay) -> None:
    replay.slider.value = 3
    press(replay.widget, "Go back")
    press(replay.widget, "Yes")
    replay.refresh()
    assert buttons(replay.widget)[-1] == "Go back to this step together" and replay.sure.value == ""


def test_one_step_is_said_in_the_singular(session: Session, replay: Replay) -> None:
    replay.slider.value = len(session.log) - 1
    press(replay.widget, "Go back")
    assert buttons(replay.widget)[-1] == "Yes, drop the last step"


def test_a_yes_counts_for_the_step_that_was_asked_about_and_for_no_other(session: Session, replay: Replay) -> None:
    log = session.log
    replay.slider.value = 3
    press(replay.widget, "Go back")
    replay.slider.value = 1
    assert buttons(replay.widget)[-1] == "Go back to this step together" and replay.sure.value == ""
    press(replay.widget, "Go back")
    assert session.log == log
    replay.use(game(5))
    assert buttons(replay.widget)[-1] == "Go back to this step together"


def test_at_the_last_step_there_is_nothing_to_go_back_from(session: Session, replay: Replay) -> None:
    assert not button(replay.widget, "Go back").disabled
    press(replay.steps, "Last step")
    assert button(replay.widget, "Go back").disabled
    press(replay.steps, "Step back")
    assert not button(replay.widget, "Go back").disabled
