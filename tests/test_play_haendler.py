"""Die Händler on the same screen as every game: its tabs, its fees in the money tab, its counters, its settings."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics import charts
from mechanics.bots import robots
from mechanics.games import haendler, turin
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.panel import panel
from mechanics.views.play import TABS, Play, seeds
from tests.screen import button, entry, found, press, session_of, type_in, walk

pytestmark = pytest.mark.usefixtures("an_empty_page", "own_folder", "quick_pictures")


@cache
def finished() -> Session:
    """A whole game between robots, with transport fees in it."""
    known = robots("haendler")
    bots = dict(enumerate((known["hauler"], known["climber"], known["random"])))
    return Session(haendler, 3, 11, box=replace(haendler.BOX, money="open"), bots=bots)


def asked(rule: str) -> Session:
    """A game of three persons who answer as robots would, until this rule asks P1 alone."""
    known, session = robots("haendler"), Session(haendler, 3, 3)
    while session.ask.rule != rule or session.waiting != (0,):
        seat = session.waiting[0]
        session.submit(seat, known["hauler"](session.view(seat), np.random.default_rng(1)))
    return session


def test_the_money_tab_offers_the_figures_that_this_game_has_numbers_for() -> None:
    mine, other = money.figures(finished()), money.figures(Session(turin, 3, 3))
    assert "who leads in which good" not in mine and list(other) == list(money.FIGURES)
    assert len(mine) == len(other) - 1 and all(draw(finished()).table for draw in mine.values())


def test_transport_fees_flow_from_player_to_player_in_the_phase_of_loading() -> None:
    session = finished()
    fees = [e for e in session.table.ledger.entries if e.phase == "load" and e.amount]
    assert fees and all("bank" not in (str(e.payer), str(e.payee)) for e in fees)
    text = money.flow(session, 0, "load").table
    shown = sum(int(amount.replace(",", "")) for amount in re.findall(r"<td[^>]*>([\d,]+)</td>", text))
    assert shown == sum(e.amount for e in fees) and "phase “load” (guilders)" in text and "bank" not in text


def test_round_and_phase_are_chosen_together() -> None:
    one = Play(haendler, {}, 3, seeds(3), None, "slot")
    one.start(finished())
    one.tabs.selected_index = TABS.index("Money")
    phases = dict.fromkeys(e.phase for e in finished().table.ledger.entries if e.round)
    assert [value for _, value in one.phase.options] == ["", *phases]
    one.round.value, one.phase.value = 2, "buy"
    assert one.figure.value == money.flow(finished(), 2, "buy").html() != money.flow(finished(), 2).html()
    one.picture.value = "cash after each round"
    assert one.phase.layout.display == one.round.layout.display == "none"


def test_a_field_comes_before_the_buttons_of_the_same_question() -> None:
    session = asked("DH-26")
    controls = list(walk(panel(session, 0)))
    field = next(i for i, part in enumerate(controls) if part.__class__.__name__ == "Entry")
    passes = next(i for i, part in enumerate(controls) if getattr(part, "description", "") == "pass")
    assert field < passes


def test_goods_that_may_be_bought_more_than_once_are_counted_in_the_hint() -> None:
    shown = entry(panel(Session(haendler, 2, 3), Session(haendler, 2, 3).waiting[0]))
    assert shown.hint.startswith("0 to 3 of cloth ×3, wine ×3, salt ×3, food ×3, iron ×3 or silk ×3, together at most")
    assert [value for value, _ in shown.options[:4]] == ["cloth", "cloth", "cloth", "wine"] and len(shown.weights) == 18


def test_the_desk_stands_beside_the_bid_and_goes_when_it_is_sealed() -> None:
    one = Play(haendler, {1: "hauler", 2: "climber"}, 3, seeds(3), None, "slot")
    session = session_of(one)
    while session.ask.rule != "DH-5":
        session.submit(0, robots("haendler")["hauler"](session.view(0), np.random.default_rng(1)))
    press(one.room.place, "Show what each bid is worth")
    assert one.room.desk.widget.layout.display == "" and one.room.desk.chart.words  # type: ignore[union-attr]
    type_in(one.room.place, "200")
    while session.ask.rule == "DH-5":
        session.submit(0, 0)
    assert one.room.desk.chart.spec == {} and one.room.board.layout.display == ""  # type: ignore[union-attr]


def test_settings_are_said_without_the_marks_of_a_program() -> None:
    one = Play(haendler, {}, 3, seeds(3), None, "slot")
    one.tabs.selected_index = TABS.index("Seats")
    labels = [str(label) for part in found(one.tabs, widgets.Dropdown) for label in part.options]
    assert any("'per rank'" in label for label in labels) and not any("('per_" in label for label in labels)
    assert button(one.tabs, "Start a new game")


@pytest.mark.parametrize("step", [1, 100])
def test_bars_and_axis_of_bids_follow_the_smallest_step(step: int) -> None:
    from mechanics import expected
    from mechanics.auctions import Auction

    bids = range(0, 10 * step + 1, step)
    rival = dict.fromkeys(bids, 1 / 11)
    frame = expected.bid_values(Auction((1,), loser_pays=0, step=step), [5 * step], [rival], bids=bids)
    spec = charts.bid_value_chart(frame, title="t", step=step).to_dict()
    bars = [layer for layer in spec["vconcat"][0]["layer"] if layer["mark"]["type"] == "bar"]
    assert bars[0]["mark"]["size"] == pytest.approx(0.8 * 620 / 11.2)
    assert bars[0]["encoding"]["x"]["scale"]["domain"] == pytest.approx([-0.6 * step, 10.6 * step])
    assert bars[0]["encoding"]["x"]["axis"]["tickMinStep"] == step
