"""Traders of Osaka on the same screen as every game: its tabs, its money that is cards, a payment that is offered."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics.bots import random_legal, robots
from mechanics.choices import closed_of
from mechanics.games import haendler, osaka
from mechanics.ledger import BANK
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.boards import board
from mechanics.views.panel import panel, why_not
from mechanics.views.play import TABS, Play, seeds
from tests.screen import entry, found, press, reads, say, session_of, type_in

pytestmark = pytest.mark.usefixtures("an_empty_page", "own_folder", "quick_pictures")


@cache
def finished() -> Session:
    """A whole game between robots."""
    known = robots("osaka")
    return Session(osaka, 3, 11, bots=dict(enumerate((known["shipper"], known["hoarder"], known["random"]))))


def asked(rule: str, **changes: Any) -> Session:
    """A game of three persons who answer as robots would, until this rule asks P1 alone."""
    known, session = robots("osaka"), Session(osaka, 3, 3, box=replace(osaka.BOX, **changes))
    while session.ask.rule != rule or session.waiting != (0,):
        seat = session.waiting[0]
        session.submit(seat, known["shipper"](session.view(seat), np.random.default_rng(1)))
    return session


# --- what is closed ---------------------------------------------------------------------------------------------------


def test_every_closed_action_stands_in_the_fold_with_a_reason_that_names_its_rule() -> None:
    session, rng, rules = Session(osaka, 3, 4), np.random.default_rng(3), set()
    while not session.over:
        seat = session.waiting[0]
        view = session.view(seat)
        for option, why in closed_of(view.allowed):  # type: ignore[arg-type]
            assert why in unescape(why_not(session, view)) and why.startswith("TO-") and why.endswith(".")
            assert session.game.label(view.rule, option, osaka.BOX)
            rules.add(why.partition(":")[0])
        session.submit(seat, random_legal(view, rng))
    assert rules >= {"TO-2", "TO-9", "TO-10"}


def test_why_the_market_cannot_be_bought_is_read_beside_the_buttons() -> None:
    session = asked("TO-A")
    board = session.view(0).board
    words = re.findall("<b>buy.*?</b>: (TO-2: the market costs .*?)</li>", reads(panel(session, 0)))
    assert ("buy" in session.view(0).allowed.options) != bool(words)  # type: ignore[union-attr]
    assert not words or words[0].startswith(f"TO-2: the market costs {board.prices[0]}")


# --- paying -----------------------------------------------------------------------------------------------------------


def test_a_payment_is_offered_with_its_price_and_the_reason_and_any_other_one_can_be_chosen() -> None:
    session = asked("TO-R14")
    choice, shown = session.view(0).allowed, entry(panel(session, 0))
    assert shown.offered == list(choice.offered) and choice.offered  # type: ignore[union-attr]
    assert (shown.low, shown.unit) == (session.table.box.worth(osaka.lot(session.table, 0)), "coins")
    assert shown.hint.startswith("The market costs") and len(shown.weights) == len(shown.options)
    assert shown.weights == [int(str(option).split(" ")[1]) for option, _ in shown.options]


def test_what_is_offered_pays_for_the_market() -> None:
    session = asked("TO-R14")
    box = panel(session, 0)
    type_in(box, entry(box).offered)
    assert session.ask.rule != "TO-R14" and "Not possible" not in reads(box)


def test_too_little_is_refused_with_rule_and_reason_and_changes_nothing() -> None:
    session = asked("TO-R14")
    box, before = panel(session, 0), session.save()
    type_in(box, entry(box).offered[1:])
    assert "Not possible" in reads(box) and "TO-R14" in reads(box) and session.save() == before


def test_where_nothing_is_offered_nothing_is_chosen_and_all_options_are_told() -> None:
    session = Session(haendler, 2, 3)
    shown = entry(panel(session, session.waiting[0]))
    assert shown.offered == [] and shown.hint.startswith("0 to 3 of cloth") and shown.unit == "guilders"


# --- moves on the board -----------------------------------------------------------------------------------------------


def until_a_ship_sails(one: Play) -> None:
    """Play on until the board shows a move."""
    session, shipper = session_of(one), robots("osaka")["shipper"]
    while "@keyframes" not in one.room.board.value:
        say(one, shipper(session.view(0), np.random.default_rng(1)))


def test_a_ship_sails_on_the_board_once_and_not_after_another_tab_was_looked_at() -> None:
    one = Play(osaka, {1: "shipper", 2: "hoarder"}, 3, seeds(3), None, "slot")
    assert "@keyframes" not in one.room.board.value
    until_a_ship_sails(one)
    one.tabs.selected_index = one.tabs.titles.index("Rules")
    assert "@keyframes" not in one.room.board.value
    one.tabs.selected_index = 0
    session = session_of(one)
    assert one.room.board.value == board("osaka", session.view(0), session.names)


def test_no_ship_sails_again_when_the_board_comes_back_from_the_desk_or_another_game_begins() -> None:
    one = Play(osaka, {1: "shipper", 2: "hoarder"}, 3, seeds(3), None, "slot")
    until_a_ship_sails(one)
    press(one.room.place, "Show what it would bring")
    assert "@keyframes" not in one.room.board.value and one.room.desk.sheet.value  # type: ignore[union-attr]
    one.start(Session(osaka, 3, 5))
    assert "@keyframes" not in one.room.board.value


def test_the_replay_shows_ships_sailing_from_step_to_step_and_back() -> None:
    one = Play(osaka, {}, 3, seeds(3), None, "slot")
    one.start(finished())
    one.tabs.selected_index = TABS.index("Replay")
    film = finished().film(None)
    step = next(i for i, (a, b) in enumerate(pairwise(film)) if b.board.ships != a.board.ships != ())
    one.replay.slider.value = step
    one.replay.slider.value = step + 1
    assert "@keyframes" in one.replay.board.value
    one.replay.slider.value = step
    assert "@keyframes" in one.replay.board.value
    one.replay.refresh()
    assert "@keyframes" not in one.replay.board.value


# --- money: cards are the currency ------------------------------------------------------------------------------------


def amounts(figure: Any) -> dict[tuple[str, str], int]:
    """The amounts of a flow figure's table by payer and payee."""
    cell = r"<t[hd][^>]*>([^<]*)</t[hd]>\s*"
    rows = re.findall(cell + cell + r"<td[^>]*>([\d,]+)</td>", figure.table)
    return {(payer, payee): int(amount.replace(",", "")) for payer, payee, amount in rows}


def test_value_flows_from_hands_to_the_table_from_the_table_to_cargo_and_from_cargo_to_points() -> None:
    moved, entries = amounts(money.flow(finished())), finished().table.ledger.entries
    assert {name for pair in moved for name in pair} <= {"P1", "P2", "P3", "cargo", "points", "the table", "lost"}

    def summed(*begins: str) -> int:
        return sum(entry.amount for entry in entries if entry.why.startswith(begins))

    assert moved["the table", "cargo"] == summed("TO-5 ") == summed("TO-4 pays") > 0
    assert moved["cargo", "lost"] == summed("TO-18 sinks")
    over = sum(amount for (payer, payee), amount in moved.items() if payee == "lost" and payer != "cargo")
    assert over == summed("TO-4 overpays") > 0
    assert all(payer != payee for payer, payee in moved) and ("points", "the table") not in moved


def test_the_money_tab_tells_how_cargo_and_points_came_about_from_the_ledger() -> None:
    known = money.figures(finished())
    assert "who leads in which good" not in known
    assert [called for called in known if called not in money.FIGURES] == [
        "how the cargo came about", "how the points came about",
    ]  # fmt: skip
    ledger = finished().table.ledger
    for kind in ("cargo", "points"):
        shown = known[f"how the {kind} came about"](finished())
        last = re.findall(r"<td[^>]*>([−\d,]+)</td>", shown.table.rpartition("final")[2])
        held = [ledger.balances[ledger.accounts.index(f"P{seat} {kind}")] for seat in (1, 2, 3)]
        assert [int(cell.replace(",", "")) for cell in last] == held
        assert "sinks in the black current" in shown.table or kind == "points"


def test_games_without_such_accounts_keep_theirs_apart() -> None:
    session = Session(haendler, 3, 3)
    assert money.own_kinds(session) == () and len(money.figures(session)) == len(money.FIGURES) - 1
    assert BANK in {entry.payer for entry in session.table.ledger.entries}
    assert "bank" in money.flow(replace_money(session)).table


def replace_money(session: Session) -> Session:
    """The same game with open money."""
    return Session(haendler, session.seats, session.seed, box=replace(haendler.BOX, money="open"))


def test_secret_hands_keep_the_ledger_closed_until_the_end_and_say_so() -> None:
    one = Play(osaka, {1: "shipper", 2: "hoarder"}, 3, seeds(3), None, "slot")
    one.tabs.selected_index = TABS.index("Money")
    for called in money.figures(session_of(one)):
        one.picture.value = called
        assert "Hands are secret in this game: the ledger opens when it is over." in one.figure.value
    one.files._save(".csv")
    assert "Hands are secret" in one.files.said.value and list(Path().glob("my-game.csv")) == []
    assert money.closed(finished()) == "" == money.closed(asked("TO-A", hands="open"))


def test_settings_are_said_without_the_marks_of_a_program() -> None:
    one = Play(osaka, {}, 3, seeds(3), None, "slot")
    one.tabs.selected_index = TABS.index("Seats")
    labels = [str(label) for part in found(one.tabs, widgets.Dropdown) for label in part.options]
    assert any("'same colour'" in label for label in labels) and not any("('same_" in label for label in labels)
