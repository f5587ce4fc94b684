"""Fagin's Gang on the same screen as every game: its tabs, its cubes in the panel, its chairs and settings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from html import unescape
from typing import Any

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics.bots import random_legal, robots
from mechanics.choices import closed_of
from mechanics.games import fagin, turin
from mechanics.games.fagin import BOX, GANG
from mechanics.session import Session
from mechanics.views import money, seats
from mechanics.views.desks.fagin import Desk
from mechanics.views.panel import panel, why_not
from mechanics.views.room import Room
from tests.screen import button, buttons, entry, found, press, reads, type_in

pytestmark = pytest.mark.usefixtures("an_empty_page", "own_folder", "quick_pictures")


@cache
def finished(mode: str = "market") -> Session:
    """A whole game between robots."""
    bots = dict(enumerate(robots("fagin").values()))
    return Session(fagin, len(bots), 11, box=replace(BOX, mode=mode), bots=bots)


def persons(box: Any = BOX, seed: int = 3) -> Session:
    """A game of two persons."""
    return Session(fagin, 2, seed, box=box)


def until(session: Session, rule: str) -> Session:
    """The game when this rule asks; the persons have answered anything."""
    rng = np.random.default_rng(1)
    for _ in range(500):
        if session.ask.rule == rule:
            return session
        seat = session.waiting[0]
        session.submit(seat, random_legal(session.view(seat), rng))
    raise AssertionError(f"{rule} has not asked")


def test_all_robots_of_the_game_take_their_chairs_in_turn() -> None:
    from mechanics.views.play import default_robots

    named = default_robots("fagin", 6)
    assert sorted(named) == [1, 2, 3, 4, 5] and {"value trader", "stall camper", "passer"} <= set(named.values())


def test_every_trade_that_is_possible_has_its_button_and_no_other() -> None:
    session = until(persons(), "FG-5")
    seat = session.waiting[0]
    shown = panel(session, seat)
    options = session.view(seat).allowed.options  # type: ignore[union-attr]
    assert buttons(shown) == list(options) and "pass" in options
    assert session.game.question(session.view(seat)) in reads(shown)
    full = [good for good, stock in zip(BOX.goods, session.view(seat).board.stock, strict=True) if stock == BOX.stall]
    assert full and not any(f"sell {good}" in options for good in full)


def test_why_a_trade_has_no_button_can_be_read_under_the_others() -> None:
    session = until(persons(), "FG-5")
    seat = session.waiting[0]
    shown = panel(session, seat)
    board = session.view(seat).board
    for good, stock in zip(BOX.goods, board.stock, strict=True):
        if stock == BOX.stall:
            assert f"<b>sell {good}</b>: The {good} stall is full, rule FG-7." in reads(shown)
    press(shown, next(words for words in buttons(shown) if words.startswith("buy ")))
    assert "You have begun to buy in this turn: buying and selling are not mixed, rule FG-5." in reads(shown)


@pytest.mark.parametrize("box", [BOX, replace(GANG, gang_rounds=6)], ids=["market", "gang"])
def test_every_closed_option_stands_in_the_fold_with_a_reason_that_names_its_rule(box: Any) -> None:
    session, rng, rules = persons(box), np.random.default_rng(5), set()
    while not session.over:
        seat = session.waiting[0]
        view = session.view(seat)
        for option, why in closed_of(view.allowed):  # type: ignore[arg-type]
            assert why in unescape(why_not(session, view)) and ", rule" in why and why.endswith(".")
            assert session.game.label(view.rule, option, box)
            rules.add(view.rule)
        session.submit(seat, random_legal(view, rng))
    assert rules >= ({"FG-4", "FG-5"} if box == BOX else {"FG-1", "FG-4", "FG-5", "FG-11", "FG-12"})


def test_after_the_first_cube_of_the_coin_holder_only_the_same_direction_is_offered() -> None:
    session = until(persons(), "FG-5")
    seat = session.waiting[0]
    shown = panel(session, seat)
    press(shown, next(words for words in buttons(shown) if words.startswith("buy ")))
    assert session.waiting == (seat,) and session.ask.rule == "FG-5"
    assert buttons(shown)[-1] == "that is all"
    assert all(words.startswith("buy ") for words in buttons(shown)[:-1])


def test_too_few_cubes_given_up_are_refused_with_rule_reason_and_what_is_allowed() -> None:
    session = until(persons(replace(GANG, hand_limit=4)), "FG-R13")
    seat, kept = session.waiting[0], session.save()
    shown = panel(session, seat)
    type_in(shown, [entry(shown).options[0][0]])
    assert "Not possible" in reads(shown) and "too few" in reads(shown) and "FG-R13" in reads(shown)
    assert f"exactly {session.view(seat).allowed.least} of" in reads(shown)  # type: ignore[union-attr]
    assert session.save() == kept


def test_the_desk_stands_in_the_place_of_the_board_while_cubes_are_traded() -> None:
    session = Session(fagin, 2, 5, bots={1: robots("fagin")["passer"]})
    room = Room(session)
    assert room.look == "Show what a cube will be worth"
    press(room.place, room.look)
    assert isinstance(room.desk, Desk) and room.desk.chart.words and room.board.layout.display == "none"
    press(room.place, "Back to the table")
    assert room.board.layout.display == "" and room.desk.widget.layout.display == "none"


def test_a_desk_that_knows_nothing_has_no_button() -> None:
    session = until(persons(GANG), "FG-12")
    room = Room(session)
    press(room.place, "I am")
    assert "Show what a cube will be worth" not in buttons(room.place)


@pytest.mark.parametrize("mode", ["market", "gang"])
def test_every_figure_of_the_money_tab_has_its_picture_and_its_table(mode: str) -> None:
    mine = money.figures(finished(mode))
    assert "who leads in which good" not in mine and {"who paid whom", "cash after each round"} <= set(mine)
    assert all(draw(finished(mode)).table for draw in mine.values())
    assert "who leads in which good" in money.figures(Session(turin, 3, 3))


def test_what_is_bought_and_sold_flows_between_players_and_bank_in_the_phase_of_trading() -> None:
    session = finished()
    traded = [e for e in session.table.ledger.entries if e.phase == "trade" and e.amount]
    assert traded and all("bank" in (str(e.payer), str(e.payee)) for e in traded)
    text = money.flow(session, 0, "trade").table
    assert "phase “trade” (shillings)" in text and "bank" in text


def test_both_boxes_can_be_agreed_on_for_six_players() -> None:
    begun: list[Session] = []
    form = seats.new_game(fagin, begun.append, 6, dict.fromkeys(range(1, 6), "random"))
    drops = {drop.description: drop for drop in found(form, widgets.Dropdown)}
    assert len([name for name in drops if name.startswith("P")]) == 6
    assert next(label for label, _ in drops["market rounds"].options) == "two each"
    drops["mode"].value = "gang"
    button(form, "Start a new game").click()
    assert begun[0].box.mode == "gang" and begun[0].seats == 6


def test_the_rules_page_fills_every_number_of_both_boxes_in() -> None:
    for box in (BOX, GANG):
        page = seats.rules_page(persons(box))
        assert "{" not in page and "FG-R14" in page and "house default" in page
