"""A game as text: what comes back, what cannot be read in it, and one sentence for every file that is not whole."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.bots import random_legal, smallest_legal
from mechanics.games import turin
from mechanics.saving import FORMAT, GAMES, _decode, _encode, _pack, _unpack, from_text, game_named, key_of
from mechanics.session import EMPTY, Session
from mechanics.table import Answer, Free, Rng, View


def stranger(view: View, rng: Rng) -> Answer:
    """A robot of the reader's own, known by name only where it was written."""
    return random_legal(view, rng)


def started(**more: Any) -> Session:
    """A game of three in which a person has answered twice."""
    session = Session(turin, 3, 8, **{"bots": {1: random_legal}, **more})
    for seat in (0, 2):
        session.submit(seat, smallest_legal(session.view(seat), None))  # type: ignore[arg-type]
    return session


def changed(**parts: Any) -> str:
    """A saved game with some of its parts replaced."""
    return json.dumps({**json.loads(started().save()), **parts})


def repacked(log: Any, envelopes: Any = ()) -> str:
    """A saved game with other answers packed into it."""
    return changed(packed=_pack(_encode((log, dict(envelopes)))), robots={"map": []})


def refusal(text: str) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(ValueError) as error:
        Session.load(text)
    assert str(error.value).endswith(".") and "\n" not in str(error.value)
    return str(error.value)


# --- what comes back --------------------------------------------------------------------------------------------------


def test_everything_that_was_saved_comes_back() -> None:
    session = started(names=("Ada", "Bön", "Çleo"), number=2, box=replace(turin.BOX, start=20))
    session.rewind(len(session.log))
    session.submit(0, 3)
    loaded = Session.load(session.save())
    for part in ("seats", "seed", "number", "names", "box", "log", "envelopes", "marks", "over", "waiting", "bots"):
        assert getattr(loaded, part) == getattr(session, part), part
    assert loaded.game.NAME == session.game.NAME and loaded.ask == session.ask
    assert loaded.notes == ()


BOXES = [
    {"loser_pays": Fraction(1, 3)},
    {"hand": {2: 5, 3: 5, 4: 4, 5: 3}},
    {"awards": {2: (1, 0), 3: (3, 0, 0), 4: (2, 1, 1, 0), 5: (2, 2, 1, 0, 0)}},
    {"goods": tuple("abcdefghi"), "classic": (9, 8, 7, 6, 5, 4, 3, 2, 1)},
    {"column": "new", "money": "secret", "goose": "tie", "games": 3},
]


@pytest.mark.parametrize("box", BOXES, ids=lambda box: next(iter(box)))
def test_a_changed_box_comes_back_and_only_the_changes_are_written(box: dict[str, Any]) -> None:
    session = started(box=replace(turin.BOX, **box))
    text = session.save()
    assert set(json.loads(text)["box"]) == set(box)
    loaded = Session.load(text)
    assert loaded.box == session.box and loaded.log == session.log
    for field, value in box.items():
        assert getattr(loaded.box, field) == value and type(getattr(loaded.box, field)) is type(value)


def test_a_printed_box_is_not_written_at_all() -> None:
    assert json.loads(started().save())["box"] == {}


plain_values = st.recursive(
    st.integers() | st.text() | st.none() | st.builds(Fraction, st.integers(), st.integers(1, 99)),
    lambda one: st.lists(one, max_size=3).map(tuple) | st.dictionaries(st.integers() | st.text(), one, max_size=3),
    max_leaves=8,
)


@given(plain_values)
def test_every_plain_value_survives_json_with_its_type(value: Any) -> None:
    assert repr(_decode(json.loads(json.dumps(_encode(value))))) == repr(value)
    assert repr(_decode(_unpack(_pack(_encode(value))))) == repr(value)


@given(st.integers() | st.text())
def test_a_move_on_the_side_stays_one(option: int | str) -> None:
    assert _decode(_unpack(_pack(_encode(({0: Free(option)},))))) == ({0: Free(option)},)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_found_by_the_name_it_is_saved_under(key: str) -> None:
    assert key_of(game_named(key)) == key


# --- robots -----------------------------------------------------------------------------------------------------------


def test_robots_and_empty_chairs_come_back_by_name() -> None:
    session = started(bots={1: random_legal})
    session.sit(2, EMPTY)
    assert json.loads(session.save())["robots"] == {"map": [[1, "random"], [2, EMPTY]]}
    loaded = Session.load(session.save())
    assert loaded.bots == {1: random_legal, 2: EMPTY} and loaded.notes == ()


def test_an_unknown_robot_becomes_an_empty_chair_and_says_so() -> None:
    session = started(bots={1: stranger}, names=("Ada", "Ben", "Cleo"))
    loaded = Session.load(session.save())
    assert loaded.notes == ("Ben's robot “stranger” is not known here: the chair is empty.",)
    assert loaded.bots == {1: EMPTY} and 1 in loaded.waiting
    loaded.sit(1, stranger)
    assert loaded.waiting == session.waiting and loaded.envelopes == session.envelopes


# --- files that are not whole -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "{", "hello", '{"format": 1', "[" * 100_000, "\x00"])
def test_broken_json_is_refused_in_a_sentence(text: str) -> None:
    assert refusal(text) == "This file is not a saved game: it is not JSON."


@pytest.mark.parametrize("text", ["[]", "1", '"format"', "{}", '{"cells": [], "nbformat": 4}', "null"])
def test_foreign_json_is_refused_in_a_sentence(text: str) -> None:
    assert refusal(text) == "This file is not a saved game of Market Mechanics."


@pytest.mark.parametrize("number", [FORMAT + 1, "1.5", None])
def test_another_format_is_refused_with_its_number(number: Any) -> None:
    assert refusal(changed(format=number)) == f"This game was saved in format {number}; this version reads format 1."


def test_a_game_that_is_not_here_is_refused_with_those_that_are() -> None:
    assert refusal(changed(game="chess")) == f"There is no game 'chess' here; there are {', '.join(GAMES)}."


@pytest.mark.parametrize("packed", ["", "????", "\x00", "ünicode", _pack([1])[:-3], "0" * 40])
def test_damaged_answers_are_refused_in_a_sentence(packed: str) -> None:
    assert "damaged" in refusal(changed(packed=packed))


PARTS = tuple(json.loads(Session(turin, 3, 8).save()))


@pytest.mark.parametrize("part", [part for part in PARTS if part != "format"])
def test_a_missing_part_is_named(part: str) -> None:
    data = json.loads(started().save())
    del data[part]
    assert part in refusal(json.dumps(data))


WRONG: tuple[Any, ...] = (
    None, 7, -1, 1.5, "x", [], [[1]], {}, {"map": 3}, {"map": [[1]]}, {"fraction": "1/0"}, {"free": []},
)  # fmt: skip


@pytest.mark.parametrize("part", [part for part in PARTS if part not in ("format", "over")])
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_part_of_a_wrong_kind_is_refused_in_a_sentence_or_does_no_harm(part: str, wrong: Any) -> None:
    text = changed(**{part: wrong})
    try:
        loaded = Session.load(text)
    except ValueError as error:
        assert str(error).strip() and "\n" not in str(error)
    else:
        assert loaded.save()


WRONG_BOXES: tuple[Any, ...] = (
    {"cards": 7}, {"hand": 5}, {"hand": {"map": []}}, {"goods": []}, {"classic": [1]}, {"awards": {"map": [[3, 1]]}},
    {"size": 1}, {"start": "x"}, {"loser_pays": {"fraction": "x"}}, {"goose": []},
)  # fmt: skip


@pytest.mark.parametrize("box", WRONG_BOXES, ids=repr)
def test_a_box_that_makes_no_game_is_refused_in_a_sentence_or_does_no_harm(box: dict[str, Any]) -> None:
    try:
        loaded = Session.load(changed(box=box))
    except ValueError as error:
        assert str(error).strip() and "\n" not in str(error)
    else:
        assert loaded.save()


BROKEN_LOGS: tuple[Any, ...] = ((1, 2), "log", 7, ((1, 2),), ({0: 1},), ({"x": 1},), ({-1: 3},), ({-1: "a"},), None)


@pytest.mark.parametrize("log", BROKEN_LOGS, ids=repr)
def test_answers_of_a_wrong_kind_are_refused_in_a_sentence(log: Any) -> None:
    refusal(repacked(log))


@settings(max_examples=60, deadline=None)
@given(plain_values, plain_values)
def test_whatever_is_packed_into_a_file_loading_ends_in_a_game_or_a_sentence(log: Any, envelopes: Any) -> None:
    text = changed(packed=_pack(_encode((log, envelopes))), robots={"map": []})
    try:
        Session.load(text)
    except ValueError as error:
        assert str(error).strip()


def test_answers_that_the_rules_refuse_are_named_by_their_step() -> None:
    session = started()
    log = [dict(answers) for answers in session.log]
    log[1][0] = 99
    said = refusal(repacked(tuple(log)))
    assert said.startswith("Step 1 of this game is not allowed by the rules: TM-1: “99” is not possible here.")


def test_answers_after_the_end_are_refused() -> None:
    whole = Session(turin, 2, 1, bots={0: random_legal, 1: random_legal})
    text = json.dumps({**json.loads(whole.save()), "packed": _pack(_encode(((*whole.log, {0: 1}), {})))})
    assert refusal(text).startswith(f"Step {len(whole.log)} of this game is not allowed by the rules: TM-27: The game")


def test_a_step_without_the_answer_of_everybody_is_refused() -> None:
    session = started()
    log = [dict(answers) for answers in session.log]
    del log[1][0]
    assert "Step 1 of this game is not allowed by the rules: TM-1: Not everybody" in refusal(repacked(tuple(log)))


def test_an_envelope_that_the_rules_refuse_is_refused() -> None:
    assert "is not possible here" in refusal(repacked(started().log[:1], {0: 99}))


# --- secrets ----------------------------------------------------------------------------------------------------------


def test_a_number_that_only_an_answer_holds_is_not_found_in_the_text() -> None:
    session = started(box=replace(turin.BOX, start=5000), bots={})
    session.submit(1, smallest_legal(session.view(1), None))  # type: ignore[arg-type]
    session.submit(0, 3721)
    assert session.ask.rule == "TM-3" and "3721" not in session.save()
    assert from_text(session.save()).envelopes == {0: 3721}


def test_saving_twice_gives_the_same_text() -> None:
    assert started().save() == started().save() == Session.load(started().save()).save()
