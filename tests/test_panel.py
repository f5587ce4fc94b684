"""The panel: every kind of choice as controls, refusals in words, moves on the side, envelopes; nothing left behind."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import ipywidgets as widgets
import numpy as np
import pytest

from mechanics.bots import robots, smallest_legal
from mechanics.games import turin
from mechanics.ledger import Ledger
from mechanics.session import EMPTY, Session
from mechanics.table import Amount, Ask, Either, Event, Free, OneOf, Order, Script, Seat, Several, View
from mechanics.views.entry import Entry
from mechanics.views.panel import leave, panel
from tests.screen import button, buttons, entry, everything, found, press, reads, type_in

pytestmark = pytest.mark.usefixtures("an_empty_page")


# --- a small game that asks one question of every kind ----------------------------------------------------------------

CLOSED = (("green", "The <green> one is gone."), ("red", "Never."), ("grey", "No."), ("pink", "No."), ("brown", "No."))
QUESTIONS: dict[str, Any] = {
    "Q-1": Amount(2, 11, 3, because="a <purse>"),
    "Q-2": OneOf(("red", "blue", 7), "two colours & a number", CLOSED),
    "Q-3": Several(("wool", "silk", "wool"), 1, 2, weight=(3, 5, 3), low=3, high=8, closed=(("tin", "No tin here."),)),
    "Q-4": Order(3),
    "Q-5": Either((Amount(5, 9), OneOf(("pass",), closed=(("double", "Only once, rule Q-5."),)))),
}


@dataclass(frozen=True)
class Heard:
    """The table of the small game: what has been said, a loan at most, and a ledger that stays empty."""

    phase: str = "on"
    said: tuple[Any, ...] = ()
    loan: bool = False
    ledger: Ledger = Ledger.open(2)


def small_game(seats: int, box: Any = None, start: Heard | None = None) -> Script[Heard]:
    """Ask P1 everything, P2 nothing; P1 may take one loan first."""
    table = start or Heard()
    for rule, choice in QUESTIONS.items():
        answer: Any = Free("loan")
        while isinstance(answer, Free):
            free = {} if table.loan else {0: OneOf(("loan",))}
            answer = (yield Ask(rule, table, {0: choice}, free, sealed=rule == "Q-1"))[0]
            table = replace(table, said=(*table.said, answer), loan=table.loan or isinstance(answer, Free))
    return replace(table, phase="")


def small_view(ask: Ask[Heard], seat: Seat | None) -> View:
    """Everything is seen by everybody."""
    mine = (None, None) if seat is None else (ask.allowed.get(seat), ask.free.get(seat))
    story = tuple(Event(0, "Q", str(said)) for said in ask.table.said)
    return View(seat, ask.rule, *mine, tuple(ask.allowed), story, ask.table.said, ask.sealed)


SMALL: Any = SimpleNamespace(
    __name__="small", BOX=None, END="Q-6", SEATS=range(2, 3), UNIT="ducats", SETTINGS={}, STEPS={},
    RULES={rule: f"Sentence of {rule}, 1 < 2." for rule in QUESTIONS},
    game=small_game, view=small_view, scores=lambda table: (0, 0),
    label=lambda rule, option, box: f"the {option}: {option} in many words",
    question=lambda view: f"Question {view.rule}, 1 < 2?",
)  # fmt: skip
ANSWERS: dict[str, Any] = {"Q-1": 5, "Q-2": "blue", "Q-3": ("wool", "silk"), "Q-4": (2, 0, 1), "Q-5": 6}


def small(rule: str) -> tuple[Session, widgets.VBox]:
    """The small game at this question, and the panel of P1."""
    session = Session(SMALL, 2, 1)
    for before in list(QUESTIONS)[: list(QUESTIONS).index(rule)]:
        session.submit(0, ANSWERS[before])
    return session, panel(session, 0, "a channel")


def said(session: Session) -> tuple[Any, ...]:
    """What the game has heard."""
    return session.table.said


# --- each kind of choice ----------------------------------------------------------------------------------------------


def test_an_amount_is_one_field_with_its_limits_in_words_and_numbers() -> None:
    session, box = small("Q-1")
    asked = entry(box)
    assert (asked.kind, asked.low, asked.high, asked.step, asked.unit) == ("amount", 2, 11, 3, "ducats")
    assert asked.label == "Question Q-1, 1 < 2?" and asked.channel == "a channel"
    assert asked.hint == "a whole number from 2 to 11 in steps of 3 (a <purse>)"
    type_in(box, "5")
    assert said(session) == (5,) and session.ask.rule == "Q-2"


def test_a_sealed_question_is_sealed_by_its_button_and_an_open_one_is_done() -> None:
    assert entry(small("Q-1")[1]).button == "Seal it"
    assert entry(small("Q-4")[1]).button == "Do it"


def test_one_of_some_options_is_a_button_each_with_its_whole_words_as_tooltip() -> None:
    session, box = small("Q-2")
    assert buttons(box) == ["the red", "the blue", "the 7", "First the loan"]
    assert button(box, "the blue").tooltip == "the blue: blue in many words"
    assert found(box, Entry) == []
    press(box, "the blue")
    assert said(session)[-1] == "blue"


def test_a_number_on_a_button_is_answered_as_a_number() -> None:
    session, box = small("Q-2")
    press(box, "the 7")
    assert said(session)[-1] == 7 and type(said(session)[-1]) is int


def test_buttons_stand_under_the_question_the_reason_and_the_rule_and_all_of_them_are_escaped() -> None:
    text = reads(small("Q-2")[1])
    assert "Question Q-2, 1 &lt; 2?" in text and "Two colours &amp; a number." in text
    assert "Rule Q-2: Sentence of Q-2, 1 &lt; 2." in text and "1 < 2" not in text


def test_what_is_not_possible_stands_in_a_fold_with_its_reason_once_and_can_be_chosen_nowhere() -> None:
    box = small("Q-2")[1]
    (fold,) = re.findall(r"<details class=\"mm-why\"><summary>(.*?)</summary><ul>(.*?)</ul></details>", reads(box))
    assert fold[0] == "What is not possible now, and why"
    lines = re.findall("<li>(.*?)</li>", fold[1])
    assert lines == ["<b>the green</b>: The &lt;green&gt; one is gone.", "No."], "red is possible after all"
    assert not any("green" in words or "grey" in words for words in buttons(box))


@pytest.mark.parametrize("rule, line", [("Q-3", "<b>the tin</b>: No tin here."), ("Q-5", "Only once, rule Q-5.")])
def test_selections_and_alternatives_say_what_is_closed_too(rule: str, line: str) -> None:
    assert line in reads(small(rule)[1])


@pytest.mark.parametrize("rule", ["Q-1", "Q-4"])
def test_where_nothing_is_closed_there_is_no_fold(rule: str) -> None:
    assert "mm-why" not in reads(small(rule)[1])


def test_buttons_stand_in_one_row_with_the_moves_on_the_side_and_the_rule_and_a_refusal_below() -> None:
    box = small("Q-2")[1]
    head, row, refusal = box.children
    assert "Question Q-2" in head.value and refusal.value == ""
    assert row.children[0]._dom_classes == ("mm-options",) and row._dom_classes == ("mm-row",)
    assert "Rule Q-2" in row.children[-1].value
    assert [part.description for part in row.children[1:-1]] == ["First the loan"]
    entry_box = small("Q-1")[1]
    assert isinstance(entry_box.children[0], Entry) and "Rule Q-1" in entry_box.children[-1].children[-1].value


def test_several_options_are_shown_with_words_weights_and_how_many_and_come_back_together() -> None:
    session, box = small("Q-3")
    asked = entry(box)
    assert asked.kind == "several" and (asked.least, asked.most, asked.weights) == (1, 2, [3, 5, 3])
    assert [value for value, _ in asked.options] == ["wool", "silk", "wool"]
    assert asked.options[1][1] == "the silk: silk in many words"
    type_in(box, ["wool", "wool"])
    assert said(session)[-1] == ("wool", "wool")


def test_an_order_is_put_in_order_by_its_numbers() -> None:
    session, box = small("Q-4")
    assert entry(box).kind == "order" and entry(box).options == [[0, "0"], [1, "1"], [2, "2"]]
    type_in(box, [1, 2, 0])
    assert said(session)[-1] == (1, 2, 0)


def test_either_shows_the_controls_of_all_its_alternatives_and_each_of_them_answers() -> None:
    for answer in (7, "pass"):
        session, box = small("Q-5")
        assert entry(box).kind == "amount" and buttons(box)[0] == "the pass"
        type_in(box, "7") if answer == 7 else press(box, "the pass")
        assert said(session)[-1] == answer


def test_the_panel_goes_on_from_question_to_question_to_the_end_of_the_game() -> None:
    session, box = small("Q-1")
    type_in(box, "5")
    press(box, "the blue")
    type_in(box, ["wool", "silk"])
    type_in(box, [2, 0, 1])
    type_in(box, "6")
    assert said(session) == tuple(ANSWERS.values()) and session.over
    assert "Question Q-6" in reads(box) and buttons(box) == [] and found(box, Entry) == []


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "answer", "why", "allowed"),
    [
        ("Q-1", "14", "14 is 3 more than 11.", "a whole number from 2 to 11 in steps of 3"),
        ("Q-1", "3", "3 is not a step of 3.", "a whole number from 2 to 11 in steps of 3"),
        ("Q-1", "2,5", "“2,5” is not a whole number", "a whole number from 2 to 11 in steps of 3"),
        ("Q-1", "", "Nothing was typed", "a whole number from 2 to 11 in steps of 3"),
        ("Q-3", [], "0 together is 3 less than 3.", "1 to 2 of wool ×2 or silk, together 3 to 8"),
        ("Q-3", ["silk", "silk"], "silk and silk is not possible here.", "1 to 2 of wool ×2 or silk"),
        ("Q-4", [0, 0, 1], "0 and 0 and 1 is not possible here.", "every number from 0 to 2, each once"),
        ("Q-5", "10", "“10” is not possible here.", "a whole number from 5 to 9, or pass"),
    ],
)
def test_a_refusal_says_why_what_is_allowed_and_by_which_rule_and_changes_nothing(
    rule: str, answer: Any, why: str, allowed: str
) -> None:
    session, box = small(rule)
    before = (session.log, dict(session.envelopes), session.ask)
    controls = list(found(box, Entry))
    type_in(box, answer)
    (refusal,) = [part.value for part in found(box, widgets.HTML) if "mm-refusal" in part.value]
    assert 'role="alert"' in refusal and why in refusal and f"<b>Allowed:</b> {allowed}" in refusal
    assert f"Rule {rule}: Sentence of {rule}, 1 &lt; 2." in refusal
    assert (session.log, dict(session.envelopes), session.ask) == before and found(box, Entry) == controls


def test_a_refusal_goes_away_with_the_next_answer() -> None:
    session, box = small("Q-1")
    type_in(box, "99")
    assert "mm-refusal" in reads(box)
    type_in(box, "8")
    assert said(session) == (8,) and "mm-refusal" not in reads(box)


def test_a_refusal_goes_away_when_somebody_else_moves_the_game_on() -> None:
    session, box = small("Q-4")
    type_in(box, [0, 0, 0])
    assert "mm-refusal" in reads(box)
    session.submit(0, (0, 1, 2))
    assert session.ask.rule == "Q-5" and "mm-refusal" not in reads(box)


def test_the_entry_of_an_answered_question_is_closed_so_that_a_second_click_reaches_nobody() -> None:
    _, box = small("Q-3")
    old = entry(box)
    assert old.comm is not None
    type_in(box, ["wool"])
    assert old.comm is None and entry(box) is not old and entry(box).comm is not None


# --- moves on the side ------------------------------------------------------------------------------------------------


def test_a_move_on_the_side_is_a_button_that_leaves_the_question_open() -> None:
    session, box = small("Q-4")
    assert buttons(box) == ["First the loan"] and button(box, "First").tooltip == "the loan: loan in many words"
    press(box, "First the loan")
    assert said(session)[-1] == Free("loan") and session.ask.rule == "Q-4"
    assert buttons(box) == [] and entry(box).kind == "order"


# --- Turin Market -----------------------------------------------------------------------------------------------------


def bidding(**more: Any) -> Session:
    """Turin Market with three persons at their first bids."""
    session = Session(turin, 3, 4, **more)
    while session.ask.rule != "TM-3":
        session.submit(session.waiting[0], smallest_legal(session.view(session.waiting[0]), None))  # type: ignore[arg-type]
    return session


def test_an_over_bid_changes_neither_the_game_nor_its_save() -> None:
    session = bidding()
    box, before = panel(session, 0), session.save()
    type_in(box, "16")
    text = reads(box)
    assert "16 is 1 more than 15." in text and "Rule TM-3: Everybody secretly bids" in text
    assert "<b>Allowed:</b> a whole number from 0 to 15" in text and session.save() == before


def test_a_loan_raises_what_may_be_bid_and_is_offered_once() -> None:
    session = bidding()
    box = panel(session, 0)
    type_in(box, "25")
    assert "mm-refusal" in reads(box)
    press(box, "First take a loan of 10")
    assert "mm-refusal" not in reads(box) and entry(box).high == 25 and buttons(box) == []
    type_in(box, "25")
    assert session.waiting == (1, 2)


def test_who_has_sealed_waits_for_the_others_and_may_take_the_answer_back() -> None:
    session = bidding()
    before = session.save()
    mine, other = panel(session, 0), panel(session, 1)
    type_in(mine, "7")
    assert "Your answer is sealed." in reads(mine) and "Waiting for P2, P3." in reads(mine)
    assert found(mine, Entry) == [] and entry(other).high == 15
    press(mine, "Take my answer back")
    assert session.waiting == (0, 1, 2) and entry(mine).high == 15 and session.save() == before


def test_who_is_not_asked_waits_and_has_nothing_to_take_back() -> None:
    box = panel(small("Q-1")[0], 1)
    assert reads(box).count("Waiting for P1.") == 1 and buttons(box) == [] and found(box, Entry) == []


def test_the_panel_of_a_chair_that_a_robot_takes_shows_no_way_to_answer_for_it() -> None:
    session = bidding()
    box = panel(session, 0)
    session.sit(0, robots("turin")["miser"])
    assert found(box, Entry) == [] and buttons(box) == [] and "Waiting for P2, P3." in reads(box)
    session.sit(1, EMPTY)
    assert "Waiting for P2, P3." in reads(box)


def test_no_number_of_a_sealed_bid_is_in_any_widget() -> None:
    session = bidding(box=replace(turin.BOX, start=5000))
    mine, other = panel(session, 0), panel(session, 1)
    type_in(mine, "3721")
    assert session.envelopes[0] == 3721 and "3721" not in everything()
    assert "3721" not in reads(mine) + reads(other)


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_a_panel_that_is_left_is_empty_follows_nothing_and_keeps_the_tools_alive() -> None:
    session, _ = small("Q-2")
    tool = widgets.Button(description="a tool")
    box = panel(session, 0, tools=[tool])
    assert buttons(box) == ["the red", "the blue", "the 7", "First the loan", "a tool"]
    inside = [part for part in found(box, widgets.Button) if part is not tool]
    leave(box)
    assert box.children == () and [part.description for part in inside] == [""] * 4
    session.submit(0, "red")
    assert box.children == () and tool.description == "a tool" and tool.comm is not None


def test_what_has_been_answered_leaves_no_word_of_its_options_in_the_page() -> None:
    session, box = small("Q-2")
    assert "the 7: 7 in many words" in everything()
    leave(box)
    assert "in many words" not in everything() and "Sentence of" not in everything()
    assert "in many words" not in reads(panel(session, 1))


def test_where_the_options_come_from_is_said_once() -> None:
    cast = robots("turin")
    session = Session(turin, 3, 3, bots={1: cast["miser"], 2: cast["miser"]})
    while session.ask.rule != "TM-17":
        assert not session.over
        session.submit(0, cast["majority hunter"](session.view(0), np.random.default_rng(0)))
    because = session.view(0).allowed.because  # type: ignore[union-attr]
    shown = reads(panel(session, 0))
    assert because.startswith("card ") and shown.count(because[1:]) == 1 and "Do you buy it?" in shown
