"""A game in a cell: the door to an unfinished one, the tabs, the way back, and files that are never written over."""

from __future__ import annotations

import base64
import csv
import io
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pytest

from mechanics import shelf
from mechanics.bots import robots, smallest_legal
from mechanics.games import turin
from mechanics.session import Session
from mechanics.table import Game
from mechanics.views import money
from mechanics.views.play import TABS, Play, default_robots, play, seeds
from tests.screen import button, buttons, everything, found, press, reads, session_of, type_in

GAME: Game = turin
pytestmark = pytest.mark.usefixtures("an_empty_page", "own_folder")


@pytest.fixture(autouse=True)
def an_own_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files are written in this test's own folder."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


def cell(robots: dict[int, str] | None = None, *, players: int = 3, seed: int | None = 4, box: Any = None) -> Play:
    """A notebook cell with a game in it."""
    return Play(GAME, robots, players, seeds(seed), box, "slot")


def put_up(play: Play) -> None:
    """Put up the first hand card of the seat on the screen."""
    press(play.room.place, next(words for words in buttons(play.room.place) if words.startswith("card")))


def open_tab(play: Play, name: str) -> Any:
    """Look at a tab and return its page."""
    play.tabs.selected_index = TABS.index(name)
    return play.tabs.children[TABS.index(name)]


def to_the_end(session: Session) -> None:
    """Let robots take every chair until the game is over."""
    for seat in range(session.seats):
        session.sit(seat, smallest_legal)
    assert session.over


# --- the door ---------------------------------------------------------------------------------------------------------


def test_a_new_cell_starts_a_game_at_once_with_its_table_first(tmp_path: Path) -> None:
    one = cell()
    assert one.main.children == (one.tabs,) and one.tabs.titles == TABS and one.tabs.selected_index == 0
    assert reads(one.said) == "" and one.room.seat == 0
    assert Session.load((tmp_path / "state" / "slot.json").read_text()).save() == session_of(one).save()


def test_what_if_is_asked_only_where_bids_are_sealed() -> None:
    assert "What if" in play("haendler").children[-1].children[0].titles
    titles = [play(key).children[-1].children[0].titles for key in ("fagin", "osaka")]
    assert titles == [tuple(name for name in TABS if name != "What if")] * 2


def test_an_unfinished_game_is_offered_and_going_on_gives_the_same_table() -> None:
    one = cell()
    put_up(one)
    type_in(one.room.place, "3")
    saved, table = session_of(one).save(), session_of(one).table
    again = cell(seed=99)
    assert again.session is None and buttons(again.main) == ["Go on with it", "Start a new game"]
    assert f"3 players, {len(session_of(one).log)} steps" in reads(again.main)
    press(again.main, "Go on")
    assert session_of(again).save() == saved and session_of(again).table == table
    assert again.room.seat == 0 and again.main.children == (again.tabs,)


def test_a_new_game_may_be_started_instead_and_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    one = cell()
    put_up(one)
    again = cell(seed=99)
    press(again.main, "Start a new game")
    assert session_of(again).seed == 99 and not session_of(again).touched
    assert Session.load((tmp_path / "state" / "slot.json").read_text()).seed == 99


def test_a_sealed_bid_of_a_person_is_there_after_a_restart() -> None:
    one = cell({2: "miser"})
    for seat in (0, 1):
        session_of(one).submit(seat, session_of(one).view(seat).board.hand[0])
    session_of(one).submit(0, 3)
    again = cell({2: "miser"})
    press(again.main, "Go on")
    assert session_of(again).envelopes[0] == 3 and session_of(again).waiting == (1,)


def test_a_game_that_nobody_has_touched_and_a_finished_one_are_not_offered() -> None:
    cell()
    again = cell({1: "miser", 2: "smallest"}, seed=5)
    assert session_of(again).seed == 5
    to_the_end(session_of(again))
    assert session_of(cell(seed=6)).seed == 6


@pytest.mark.parametrize("text", ["{broken", '{"format": 1}', '{"cells": []}', '{"format": 99}', ""])
def test_a_broken_or_foreign_file_is_told_and_never_written_over(text: str, tmp_path: Path) -> None:
    path = tmp_path / "state" / "slot.json"
    shelf.write(path, text)
    one = cell()
    assert "slot.json: This " in reads(one.said) and "left as it is" in reads(one.said)
    assert one.path.name == "slot-2.json" and one.path.name in reads(one.said)
    put_up(one)
    assert path.read_text() == text and Session.load(one.path.read_text()).save() == session_of(one).save()
    again = cell()
    assert "Go on with it" in buttons(again.main) and "slot.json: This " in reads(again.said)
    press(again.main, "Go on")
    assert session_of(again).save() == session_of(one).save() and path.read_text() == text


def test_a_file_that_is_no_text_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "state" / "slot.json"
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read as text" in reads(cell().said) and path.read_bytes() == b"\xff\xfe\x00"


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(session: Session, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf, "keep", full)
    one = cell()
    assert "cannot be kept on disk (No space left on device)" in reads(one.said)
    put_up(one)
    assert session_of(one).ask.rule == "TM-3"


def test_every_answer_is_on_disk_before_the_next_one(tmp_path: Path) -> None:
    one = cell()
    for step in (lambda: put_up(one), lambda: type_in(one.room.place, "3")):
        step()
        assert (tmp_path / "state" / "slot.json").read_text() == session_of(one).save()


# --- what is played ---------------------------------------------------------------------------------------------------


def test_the_call_of_the_notebook_gives_the_widget_of_a_game() -> None:
    box = play("turin", players=2, seed=3, slot="two")
    assert "mm-play" in box._dom_classes and len(found(box, widgets.Tab)) == 1
    assert shelf.unfinished(shelf.state_folder() / "two.json") is not None


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess' here; there are turin, haendler"),
        ({"game": "turin", "robots": {1: "Deep Thought"}}, "There is no robot 'Deep Thought'; there are random, "),
        ({"game": "turin", "players": 9}, "Turin Market is for 2 to 5 players; 9 is not possible."),
        ({"game": "turin", "robots": {3: "miser"}}, "There are 3 seats"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(call: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        play(**call)
    assert str(refused.value).startswith(sentence)


def test_robots_sit_on_all_seats_but_the_first_if_nothing_else_is_said() -> None:
    named = [called for called in robots("turin") if called not in ("random", "smallest")]
    assert default_robots("turin", 5) == {seat: named[(seat - 1) % 3] for seat in range(1, 5)}
    assert set(session_of(cell(players=5)).bots) == {1, 2, 3, 4}


def test_a_seed_counts_for_the_first_game_only() -> None:
    given = seeds(7)
    assert given() == 7
    assert len({given() for _ in range(5)}) == 5


def test_changed_numbers_of_the_box_are_played_and_said() -> None:
    one = cell(box=replace(turin.BOX, start=20))
    assert session_of(one).view(0).board.purses[0] == 20
    open_tab(one, "Rules")
    assert "Everybody starts with 20 scudi." in one.rules.value


# --- the tabs ---------------------------------------------------------------------------------------------------------


def test_the_way_back_takes_the_last_answer_back_and_says_when_there_is_none() -> None:
    one = cell({2: "miser"})
    before = session_of(one).save()
    press(one.room.place, "I am P1")
    put_up(one)
    press(one.room.place, "Take back")
    assert session_of(one).save() == before and reads(one.said) == ""
    press(one.room.place, "Take back")
    assert "There is nothing to take back" in reads(one.said) and session_of(one).save() == before


@pytest.mark.usefixtures("quick_pictures")
def test_the_money_tab_draws_what_is_chosen_and_grows_with_the_game() -> None:
    one = cell({1: "miser", 2: "miser"})
    open_tab(one, "Money")
    put_up(one)
    drawn = one.figure.value
    assert drawn == money.flow(session_of(one), 0).html() and len(one.round.options) == 1
    type_in(one.room.place, "3")
    assert one.figure.value == money.flow(session_of(one), 0).html() != drawn
    open_tab(one, "Table")
    to_the_end(session_of(one))
    open_tab(one, "Money")
    last = one.round.options[-1][1]
    assert last == max(entry.round for entry in session_of(one).table.ledger.entries) > 3
    assert one.figure.value == money.flow(session_of(one), 0).html()
    one.round.value = 2
    assert one.figure.value == money.flow(session_of(one), 2).html() != money.flow(session_of(one), 0).html()
    for called, draw in list(money.FIGURES.items())[1:]:
        one.picture.value = called
        assert one.figure.value == draw(session_of(one)).html() and one.round.layout.display == "none"


@pytest.mark.usefixtures("quick_pictures")
def test_a_tab_that_nobody_looks_at_is_not_drawn() -> None:
    one = cell()
    assert one.figure.value == "" and one.rules.value == ""
    open_tab(one, "Money")
    drawn = one.figure.value
    open_tab(one, "Table")
    put_up(one)
    type_in(one.room.place, "3")
    assert one.figure.value == drawn != ""


def test_the_replay_tab_has_every_step_that_was_played() -> None:
    one = cell()
    put_up(one)
    open_tab(one, "Replay")
    assert one.replay.slider.max == len(session_of(one).log)
    session_of(one).submit(0, 3)
    assert one.replay.slider.max == len(session_of(one).log)


def test_going_back_together_goes_back_on_the_table_and_on_disk() -> None:
    one = cell()
    put_up(one)
    type_in(one.room.place, "3")
    page = open_tab(one, "Replay")
    one.replay.slider.value = 1
    press(page, "Go back")
    press(page, "Yes, drop")
    assert session_of(one).ask.rule == "TM-1" and one.replay.slider.max == len(session_of(one).log) == 1
    assert any(words.startswith("card") for words in buttons(one.room.place))
    assert "The game was taken back by" in one.room.news.value
    assert Session.load(one.path.read_text()).table == session_of(one).table


def test_a_chair_is_given_away_and_taken_over_in_the_middle_of_a_game() -> None:
    one = cell()
    put_up(one)
    open_tab(one, "Seats")
    chairs = found(one.chairs, widgets.Dropdown)
    assert [chair.value for chair in chairs] == ["a person", "half-pay bidder", "majority hunter"]
    chairs[1].value = "a person"
    assert one.room.persons() == [0, 1] and sorted(session_of(one).bots) == [2]
    assert [chair.value for chair in found(one.chairs, widgets.Dropdown)][1] == "a person"
    for seat in range(2):
        found(one.chairs, widgets.Dropdown)[seat].value = "miser"
    assert session_of(one).over and one.room.persons() == []


def test_a_new_game_from_the_form_replaces_the_one_on_every_tab(tmp_path: Path) -> None:
    one = cell()
    put_up(one)
    old = session_of(one)
    one.replay.refresh()
    one.replay.slider.value = 2
    page = open_tab(one, "Seats")
    found(page, widgets.Text)[0].value = "12"
    press(page, "Start a new game")
    assert session_of(one) is not old and session_of(one).seed == 12
    assert one.room.session is one.replay.session is session_of(one)
    assert one.tabs.selected_index == 0 and one.replay.slider.value == 0
    kept = (tmp_path / "state" / "slot.json").read_text()
    assert kept == session_of(one).save()
    old.submit(0, 1)
    assert (tmp_path / "state" / "slot.json").read_text() == kept


# --- files ------------------------------------------------------------------------------------------------------------


def upload(play: Play, content: bytes) -> None:
    """Choose a file in the browser."""
    chosen = {"name": "a.json", "type": "", "size": len(content), "content": memoryview(content)}
    play.files.upload.value = ({**chosen, "last_modified": datetime(2026, 1, 1)},)


def test_a_copy_is_saved_under_its_name_and_loads_to_the_same_table(tmp_path: Path) -> None:
    one = cell()
    put_up(one)
    page = open_tab(one, "Files")
    one.files.name.value = "class 4b"
    press(page, "Save a copy")
    path = tmp_path / "work" / "class 4b.json"
    assert f"Saved as {path}" in one.files.said.value and path.read_text() == session_of(one).save()


@pytest.mark.parametrize("name", ["../../elsewhere", "/etc/elsewhere", "", "  ", ".", "..", "/", "a\0b", "x" * 300])
def test_a_copy_never_lands_outside_this_folder_and_no_name_breaks_it(name: str, tmp_path: Path) -> None:
    one = cell()
    before = set(tmp_path.rglob("*"))
    one.files.name.value = name
    press(open_tab(one, "Files"), "Save a copy")
    assert "Saved as" in one.files.said.value or "was not written" in one.files.said.value
    assert all(path.parent == tmp_path / "work" for path in set(tmp_path.rglob("*")) - before)


@pytest.mark.parametrize(("words", "ending"), [("Save a copy", ".json"), ("Save the ledger", ".csv")])
def test_a_file_that_is_there_already_is_not_written_over(words: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / "work" / f"my-game{ending}"
    path.write_text("mine")
    one = cell()
    press(open_tab(one, "Files"), words)
    assert f"my-game{ending} was not written: there is a file of that name already" in one.files.said.value
    assert path.read_text() == "mine"


def test_the_ledger_opens_in_a_spreadsheet_with_all_its_rows(tmp_path: Path) -> None:
    one = cell({1: "miser", 2: "smallest"})
    to_the_end(session_of(one))
    press(open_tab(one, "Files"), "Save the ledger")
    data = (tmp_path / "work" / "my-game.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [int(row["amount"]) for row in rows] == [entry.amount for entry in session_of(one).table.ledger.entries]
    assert {row["payee"] for row in rows} == {"P1", "P2", "P3", "bank"}


def test_secret_money_keeps_its_ledger_until_the_game_is_over(tmp_path: Path) -> None:
    one = cell({1: "miser", 2: "smallest"}, box=replace(turin.BOX, money="secret"))
    page = open_tab(one, "Files")
    press(page, "Save the ledger")
    assert "Money is secret in this game" in one.files.said.value and list((tmp_path / "work").iterdir()) == []
    to_the_end(session_of(one))
    press(page, "Save the ledger")
    assert (tmp_path / "work" / "my-game.csv").exists()


@pytest.mark.usefixtures("quick_pictures")
def test_secret_money_can_be_looked_at_in_every_figure_without_showing_any() -> None:
    one = cell(box=replace(turin.BOX, money="secret", start=3721))
    open_tab(one, "Money")
    for called in money.FIGURES:
        one.picture.value = called
        coded = re.findall(r"base64,([^\"]+)", one.figure.value)
        pictures = "".join(base64.b64decode(code).decode() for code in coded)
        assert coded and "3721" not in one.figure.value + pictures


def test_a_saved_game_is_opened_and_played_on() -> None:
    one = cell()
    put_up(one)
    saved = session_of(one).save()
    other = cell(seed=50)
    press(other.main, "Start a new game")
    upload(other, saved.encode())
    assert session_of(other).save() == saved and other.room.session is session_of(other)
    assert other.files.upload.value == () and other.path.read_text() == saved


@pytest.mark.parametrize("content", [b"{broken", b"\xff\xfe\x00", b"[]", b'{"format": 1, "game": "chess"}'])
def test_a_file_that_is_no_saved_game_is_told_and_changes_nothing(content: bytes) -> None:
    one = cell()
    before = session_of(one)
    upload(one, content)
    assert 'role="status"' in one.files.said.value and "This file" in one.files.said.value
    assert session_of(one) is before and one.path.read_text() == before.save()


def test_a_robot_that_is_not_known_here_leaves_an_empty_chair_and_it_is_said() -> None:
    saved = session_of(cell()).save().replace("majority hunter", "of my own")
    one = cell()
    upload(one, saved.encode())
    assert "P3&#x27;s robot “of my own” is not known here: the chair is empty." in reads(one.said)


# --- what is left in the notebook -------------------------------------------------------------------------------------


def test_a_sealed_bid_is_in_no_widget_and_in_no_text_of_the_saved_file() -> None:
    one = cell({2: "miser"}, box=replace(turin.BOX, start=5000))
    press(one.room.place, "I am P1")
    put_up(one)
    press(one.room.place, "I am P2")
    put_up(one)
    type_in(one.room.place, "3721")
    assert 3721 in session_of(one).envelopes.values()
    assert "3721" not in everything() and "3721" not in one.path.read_text()


def test_every_control_of_every_tab_has_words_that_can_be_read() -> None:
    one = cell()
    for name in TABS:
        page = open_tab(one, name)
        for control in found(page, widgets.DOMWidget):
            if isinstance(control, widgets.Button | widgets.Dropdown | widgets.Text | widgets.IntSlider):
                assert control.description.strip(), (name, control)
    assert button(one.tabs.children[TABS.index("Files")], "Save a copy").description == "Save a copy"
