"""What holds for the board of every game: it stands alone, closes what it opens, and says in words what it draws."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from mechanics.charts.theme import COLOURS, SHAPES
from mechanics.saving import game_named
from mechanics.views.boards import board
from mechanics.views.boards.marks import SEATS, mark, mark_of
from tests.boards import NAMES, SHOWN, Words, contrast, films, played, seat_parts, style

of_every_game = pytest.mark.parametrize("key", SHOWN)


def drawer(key: str) -> Any:
    """The module that draws the board of a game."""
    return import_module(f"mechanics.views.boards.{key}")


def signs(key: str) -> Any:
    """The module that knows the signs on the board of a game."""
    return import_module(f"mechanics.views.boards.{key}.signs")


@of_every_game
def test_the_board_is_found_by_the_name_of_its_game(key: str) -> None:
    for view in played(key, 3).film(0)[::20]:
        assert board(key, view, NAMES[:3]) == drawer(key).draw(view, NAMES[:3])


@of_every_game
@pytest.mark.parametrize("show", ["draw", "as_text"])
def test_a_missing_name_is_refused(show: str, key: str) -> None:
    for view in played(key, 3).film(0)[::20]:
        with pytest.raises(ValueError, match="one name for every seat: 3 names, not 2"):
            getattr(drawer(key), show)(view, NAMES[:2])


# --- what is drawn ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "many"), [("turin", 100), ("fagin", 250), ("haendler", 250), ("osaka", 250)])
def test_games_are_drawn_from_start_to_scores_as_closed_html(key: str, many: int) -> None:
    steps = 0
    for session, view in films(key):
        page = Words(drawer(key).draw(view, NAMES[: session.seats]))
        assert page.open == [] and page.tags[0] == "div" and page.tags.count("details") == 1
        steps += 1
    assert steps > many


@of_every_game
def test_a_board_needs_nothing_from_outside_and_runs_nothing(key: str) -> None:
    for session, view in films(key):
        html = drawer(key).draw(view, NAMES[: session.seats]).lower()
        assert not re.search(r"http|<script|javascript|url\(|@import|<link|<img|<iframe|\son\w+=|src=|href=", html)


@pytest.mark.parametrize(("key", "own"), [("turin", ".mm-board"), ("haendler", ".mm-trade"), ("osaka", ".mm-sea")])
def test_no_style_of_the_board_reaches_beyond_it(key: str, own: str) -> None:
    css = style(drawer(key).draw(played(key, 3).view(0), NAMES[:3]))
    heads = [part.split("}")[-1] for part in css.split("{")[:-1]]
    assert len(heads) > 50
    assert all(one.strip().startswith(own) for head in heads for one in head.split(","))


# --- what is told apart -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["fagin", "haendler"])
def test_every_good_has_its_own_letter_and_colour_and_letters_stand_out(key: str) -> None:
    goods = signs(key).GOODS
    assert set(goods) == set(game_named(key).BOX.goods)
    assert len({sign.letter for sign in goods.values()}) == len({sign.colour for sign in goods.values()}) == 6
    assert all(sign.letter.lower() in good for good, sign in goods.items())
    assert all(contrast(sign.colour, sign.ink) >= 4.5 for sign in goods.values())


def test_a_seat_has_the_colour_and_the_shape_on_the_board_that_it_has_in_the_charts() -> None:
    assert len(SEATS) == len(COLOURS) == len({mark_of(seat).drawing for seat in range(6)}) == 6
    for seat, (colour, shape) in enumerate(zip(COLOURS, SHAPES, strict=True)):
        assert mark_of(seat).colour == colour
        assert shape.split("-")[0] == mark_of(seat).shape.split()[0]
        assert ("down" in shape) == ("down" in mark_of(seat).shape)


@pytest.mark.parametrize("key", ["fagin", "haendler", "osaka"])
def test_every_player_s_part_of_the_board_has_the_colour_and_the_mark_of_its_seat(key: str) -> None:
    seats = seat_parts(drawer(key).draw(played(key, 4).view(0), NAMES[:4]))
    assert [re.findall("--c:(#[0-9A-F]{6})", part)[0] for part in seats] == list(COLOURS[:4])
    assert all(f'{mark(seat)}<span class="mm-name" title="{NAMES[seat]}">' in part for seat, part in enumerate(seats))


# --- the table in words -----------------------------------------------------------------------------------------------


@of_every_game
def test_the_words_are_part_of_the_board_and_folded(key: str) -> None:
    for session, view in films(key):
        words = drawer(key).as_text(view, NAMES[: session.seats])
        assert words in drawer(key).draw(view, NAMES[: session.seats])
        assert words.startswith('<details class="mm-words"><summary>The table in words</summary>')


# --- what stays hidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("key", "who"), [("haendler", "hauler"), ("osaka", "random")])
def test_dealing_anew_what_a_seat_cannot_know_changes_nothing_on_its_board(key: str, who: str, seats: int) -> None:
    game, draw = game_named(key), drawer(key).draw
    session, rng, moved = played(key, seats, 6, who), np.random.default_rng(1), 0
    for step in range(3, len(session.log), 9):
        ask = session.at(step)
        for seat in range(seats):
            other = ask._replace(table=game.redeal(ask.table, seat, rng))
            moved += other.table != ask.table
            assert draw(game.view(other, seat), NAMES[:seats]) == draw(game.view(ask, seat), NAMES[:seats])
    assert moved > 5
