"""Who sits where: the form for a new game, chairs that change hands, seeds, and the page of rules and numbers."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as widgets
import pytest

from mechanics.bots import robots
from mechanics.games import turin
from mechanics.saving import GAMES, game_named
from mechanics.session import EMPTY, Session
from mechanics.table import Game
from mechanics.views import seats
from mechanics.views.seats import (
    OWN,
    PERSON,
    chairs_of,
    check_robots,
    in_words,
    new_game,
    read_seed,
    rules_page,
    sitter,
)
from tests.screen import found, press, reads

GAME: Game = turin
ROBOTS = robots("turin")


class Form:
    """The form for a new game of Turin Market, and the games that it has started."""

    def __init__(self, players: int = 3, bots: dict[int, str] | None = None) -> None:
        self.started: list[Session] = []
        self.widget = new_game(GAME, self.started.append, players, bots or {})

    def field(self, words: str) -> Any:
        """The control of this name, shown or not."""
        everything = [*self.widget.children[0].children[0].children, *self.widget.children[0].children[1].children]
        return next(control for control in everything if control.description == words)

    def start(self, **answers: Any) -> Session | None:
        """Fill the form in, press its button, and return the game that it starts."""
        many = len(self.started)
        for words, value in answers.items():
            self.field(words.replace("_", " ")).value = value
        press(self.widget, "Start a new game")
        return self.started[-1] if len(self.started) > many else None


# --- the form ---------------------------------------------------------------------------------------------------------


def test_the_form_starts_the_printed_game_with_persons_if_nothing_is_changed() -> None:
    game = Form().start()
    assert game is not None and (game.seats, game.bots, game.box) == (3, {}, turin.BOX)


def test_the_settings_that_are_chosen_are_played() -> None:
    game = Form().start(
        players=5, loser_pays=Fraction(1), money="secret", goose="fewest", column="new", games=3, seed="17",
        P2="miser", P5=EMPTY,
    )  # fmt: skip
    assert game is not None and game.seats == 5 and game.seed == 17
    expected = {"loser_pays": Fraction(1), "money": "secret", "goose": "fewest", "column": "new", "games": 3}
    assert game.box == replace(turin.BOX, **expected)  # type: ignore[arg-type]
    assert game.bots == {1: ROBOTS["miser"], 4: EMPTY}
    assert game.view(0).board.purses == (15, None, None, None, None)


def test_every_setting_of_the_game_is_a_drop_down_with_all_its_values_in_words() -> None:
    form = Form()
    for name, values in turin.SETTINGS.items():
        field = form.field(name.replace("_", " "))
        assert tuple(value for _, value in field.options) == values and field.value == values[0]
        (info,) = [part for part in fields(turin.Box) if part.name == name]
        assert field.tooltip == info.metadata["says"]
    shares = [words for words, _ in form.field("loser pays").options]
    assert shares == ["half, rounded down", "nothing", "all of it"]


def test_as_many_chairs_are_shown_as_there_are_players_and_the_others_do_not_sit_down() -> None:
    form = Form(2, {4: "miser"})
    shown = [drop.description for drop in found(form.widget, widgets.Dropdown) if drop.description.startswith("P")]
    assert shown == ["P1", "P2"] and form.field("P5").value == "miser"
    game = form.start()
    assert game is not None and game.bots == {}
    form.field("players").value = 5
    assert [d.description for d in found(form.widget, widgets.Dropdown)][1:6] == ["P1", "P2", "P3", "P4", "P5"]
    game = form.start()
    assert game is not None and game.bots == {4: ROBOTS["miser"]}


def test_a_robot_of_every_kind_can_be_seated_and_so_can_nobody() -> None:
    assert list(Form().field("P1").options) == [PERSON, *ROBOTS, EMPTY]


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", "²", str(2**32), "9" * 5000])
def test_a_seed_that_is_none_is_refused_in_one_sentence_and_starts_nothing(seed: str) -> None:
    form = Form()
    assert form.start(seed=seed) is None
    text = reads(form.widget)
    assert 'role="alert"' in text and "A seed is a whole number from 0 to 4294967295, or nothing for any" in text
    assert len(text) < 250
    assert form.start(seed="5") is not None and "mm-refusal" not in reads(form.widget)


@pytest.mark.parametrize(("text", "seed"), [("0", 0), (" 12 ", 12), ("007", 7), (str(2**32 - 1), 2**32 - 1)])
def test_a_seed_is_read_as_it_was_typed(text: str, seed: int) -> None:
    assert read_seed(text) == seed


def test_no_seed_is_any_seed() -> None:
    drawn = {read_seed("") for _ in range(20)}
    assert len(drawn) > 15 and all(0 <= seed < 2**32 for seed in drawn)


def test_the_same_seed_deals_the_same_game() -> None:
    one, other = Form().start(seed="17"), Form().start(seed="17")
    assert one is not None and other is not None and one.table == other.table


# --- chairs during a game ---------------------------------------------------------------------------------------------


def test_each_seat_has_a_chair_that_says_who_sits_there() -> None:
    session = Session(GAME, 3, 4, bots={1: ROBOTS["miser"], 2: EMPTY}, names=("Ada", "Ben", "Cleo"))
    chairs = found(chairs_of(session), widgets.Dropdown)
    assert [(chair.description, chair.value) for chair in chairs] == [
        ("Ada", PERSON), ("Ben", "miser"), ("Cleo", EMPTY),
    ]  # fmt: skip
    assert [sitter(session, seat) for seat in range(3)] == [PERSON, "miser", EMPTY]


def test_a_chair_changes_hands_in_the_middle_of_a_game_and_back() -> None:
    session = Session(GAME, 3, 4, bots={1: ROBOTS["miser"]})
    chairs = found(chairs_of(session), widgets.Dropdown)
    session.submit(0, session.view(0).board.hand[0])
    assert session.waiting == (2,)
    chairs[2].value = "smallest"
    assert session.ask.rule == "TM-3" and session.waiting == (0,) and session.bots[2] is ROBOTS["smallest"]
    chairs[2].value = PERSON
    assert 2 not in session.bots
    session.submit(0, 3)
    hand = session.view(0).board.hand
    chairs[0].value = "miser"
    chairs[2].value = "miser"
    assert session.over and len(hand) == 5


def test_nobody_answers_for_an_empty_chair() -> None:
    session = Session(GAME, 2, 4)
    found(chairs_of(session), widgets.Dropdown)[1].value = EMPTY
    session.submit(0, session.view(0).board.hand[0])
    assert session.waiting == (1,) and session.ask.rule == "TM-1"


def test_a_strategy_of_ones_own_keeps_its_place_in_its_chairs_list() -> None:
    def own(view: Any, rng: Any) -> int:
        return view.allowed.pick(rng)

    session = Session(GAME, 2, 4, bots={1: own})
    chair = found(chairs_of(session), widgets.Dropdown)[1]
    assert sitter(session, 1) == chair.value == OWN
    chair.value = EMPTY
    assert session.bots == {1: EMPTY}
    chair.value = OWN
    assert session.bots == {1: own}


def test_the_form_keeps_the_numbers_of_a_changed_box() -> None:
    started: list[Session] = []
    form = new_game(GAME, started.append, 3, {}, replace(GAME.BOX, start=20, column="new"))
    press(form, "Start a new game")
    assert started[0].box == replace(GAME.BOX, start=20, column="new")


def test_robots_are_checked_by_name_and_the_refusal_names_them_all() -> None:
    check_robots(GAME, {0: "miser", 1: EMPTY})
    with pytest.raises(ValueError) as refused:
        check_robots(GAME, {0: "miser", 1: "Deep Thought"})
    assert str(refused.value) == f"There is no robot 'Deep Thought'; there are {', '.join([*ROBOTS, EMPTY])}."


# --- the page of rules ------------------------------------------------------------------------------------------------


def test_every_rule_and_every_number_stands_on_the_page_with_its_origin() -> None:
    page = rules_page(Session(GAME, 2, 4))
    assert page.count("<li>") == len(turin.RULES) and page.count("<tr>") == len(fields(turin.Box)) + 1
    for rule in turin.RULES:
        assert f"<b>{rule}</b>" in page
    for field in fields(turin.Box):
        assert f"<th scope='row'>{field.metadata['says']}</th>" in page
    assert page.count("<td>house default</td>") == 4 and "<td>ruling TM-R8</td>" in page


def test_the_page_speaks_with_the_numbers_in_play() -> None:
    page = rules_page(Session(GAME, 2, 4, box=replace(turin.BOX, start=27, loser_pays=Fraction(1))))
    assert "Everybody starts with 27 scudi." in page and "pays all of it, rounded down" in page
    assert "<td>27</td>" in page and "starts with 15" not in page
    assert "2: 6; 3: 6; 4: 4; 5: 3" in page and "truffle, hazelnut" in page
    assert "{box" not in page and "Fraction(" not in page and seats.PERSON not in page


EVERY_SETTING = [
    (key, field, value) for key in GAMES for field, values in game_named(key).SETTINGS.items() for value in values
]


@pytest.mark.parametrize(("key", "field", "value"), EVERY_SETTING)
def test_every_setting_stands_on_the_page_in_the_words_of_the_form(key: str, field: str, value: Any) -> None:
    game = game_named(key)
    box = replace(game.BOX, **{field: value})
    drops = {drop.description: drop for drop in found(new_game(game, print, 2, {}, box), widgets.Dropdown)}
    drop = drops[field.replace("_", " ")]
    page = rules_page(Session(game, 2, 4, box=box))
    assert f"<th scope='row'>{escape(drop.tooltip)}</th><td>{escape(drop.label)}</td>" in page
    for marks in ("[a-z]_[a-z]", "True|False|None", r"Fraction|\d/\d"):
        assert not re.search(marks, page + "".join(drop.tooltip + label for label, _ in drop.options)), marks


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("two_each", "two each"), ("same_colour", "same colour"), (True, "yes"), (False, "no"), (1, "1"), (0, "0"),
        (Fraction(0), "nothing"), (Fraction(1, 3), "1/3"), ("tie-break", "tie-break"), ((1, ("a_b", 2)), "1, a b, 2"),
        ({"a_b": (True, 2), 3: "c"}, "a b: yes, 2; 3: c"),
    ],
)  # fmt: skip
def test_what_stands_in_a_box_is_said_without_the_marks_of_a_program(value: object, words: str) -> None:
    assert in_words(value) == words
