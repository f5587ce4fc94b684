"""Where the money went: every figure's numbers are the ledger's, and secret money shows none before the end."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mechanics.bots import robots
from mechanics.games import turin
from mechanics.ledger import BANK
from mechanics.session import Session
from mechanics.views import money
from mechanics.views.live import Figure

NAMES = ("Ada", "Ben", "Cleo")
ROBOTS = robots("turin")
Rows = dict[str, list[int]]


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A picture is its specification, except where the test asks for the real one."""
    if "real" not in request.node.name:
        monkeypatch.setattr("vl_convert.vegalite_to_svg", lambda spec, vl_version: json.dumps(spec))


@cache
def finished(games: int = 1) -> Session:
    """A game between three robots; some seed in which somebody sells, and somebody ties or borrows."""
    bots = dict(enumerate((ROBOTS["miser"], ROBOTS["random"], ROBOTS["majority hunter"])))
    return Session(turin, 3, 3, box=replace(turin.BOX, games=games), bots=bots, names=NAMES)


@cache
def begun(secret: str = "open", start: int = 15) -> Session:
    """A game of three persons after the first payments."""
    session = Session(turin, 3, 3, box=replace(turin.BOX, money=secret, start=start), names=NAMES)
    for seat in range(3):
        session.submit(seat, session.view(seat).board.hand[0])
    for seat, bid in enumerate((3, 7, 5)):
        session.submit(seat, bid)
    return session


def cells(figure: Figure) -> Iterator[list[str]]:
    """The rows of a figure's table, as they are read."""
    for row in re.findall(r"<tr>(.*?)</tr>", figure.table):
        yield re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)


def rows(figure: Figure) -> Rows:
    """The numbers of a figure's table by the first cell of their row."""
    _, *body = cells(figure)
    return {first: [int(cell.replace("−", "-").replace(",", "")) for cell in rest] for first, *rest in body}


def purses(session: Session) -> list[int]:
    """What lies in each purse."""
    return [session.table.ledger.balance(seat) for seat in range(3)]


def test_the_game_of_these_tests_has_money_of_many_kinds() -> None:
    rules = {entry.rule for entry in finished().table.ledger.entries}
    assert finished().over and {"TM-S1", "TM-5", "TM-6", "TM-17", "TM-21", "TM-26"} <= rules


@pytest.mark.parametrize("round", range(8))
def test_who_paid_whom_adds_up_to_the_entries_of_the_ledger(round: int) -> None:
    session = finished()
    entries = [entry for entry in session.table.ledger.entries if round in (0, entry.round)]
    _, *body = cells(money.flow(session, round))
    shown = {(payer, payee): int(amount) for payer, payee, amount in body}
    wanted: dict[tuple[str, str], int] = {}
    for entry in entries:
        pair = (called(entry.payer), called(entry.payee))
        wanted[pair] = wanted.get(pair, 0) + entry.amount
    assert shown == wanted and (round > 5 or shown)
    assert sum(shown.values()) == sum(entry.amount for entry in entries)


def called(account: Any) -> str:
    """The name of an account."""
    return "bank" if account == BANK else NAMES[account]


def test_the_caption_says_which_round_is_meant() -> None:
    assert "Who paid whom in round 2 (scudi)" in money.flow(finished(), 2).table
    assert "Who paid whom in the whole game (scudi)" in money.flow(finished()).table


def test_what_is_paid_and_received_over_the_game_leaves_what_is_in_each_purse() -> None:
    left = dict.fromkeys((*NAMES, "bank"), 0)
    _, *body = cells(money.flow(finished()))
    for payer, payee, amount in body:
        left[payer] -= int(amount)
        left[payee] += int(amount)
    assert [left[name] for name in NAMES] == purses(finished()) and sum(left.values()) == 0


def test_cash_after_each_round_is_the_sum_of_the_entries_so_far() -> None:
    session = finished()
    shown, entries = rows(money.cash(session)), session.table.ledger.entries
    assert list(shown) == [str(r) for r in range(max(entry.round for entry in entries) + 1)]
    for round, cash in shown.items():
        past = [entry for entry in entries if entry.round <= int(round)]
        for seat in range(3):
            gained = sum(e.amount for e in past if e.payee == seat) - sum(e.amount for e in past if e.payer == seat)
            assert cash[seat] == gained
    assert list(shown.values())[-1] == purses(session)


def test_the_steps_of_the_waterfall_end_in_what_is_in_each_purse() -> None:
    shown = rows(money.waterfall(finished()))
    final = shown.pop("final")
    assert final == purses(finished()) == [sum(column) for column in zip(*shown.values(), strict=True)]
    assert shown["start"] == [15, 15, 15] and list(shown)[: len(turin.STEPS)] == list(turin.STEPS)
    assert sum(shown["sales"]) == 0 and any(shown["sales"]) and all(amount <= 0 for amount in shown["paid for wins"])


def test_no_entry_of_the_game_falls_out_of_the_named_steps() -> None:
    assert set(rows(money.waterfall(finished()))) == {*turin.STEPS, "final"}


def test_holdings_are_the_units_on_the_open_cards() -> None:
    board = finished().view(None).board
    shown = rows(money.holdings(finished()))
    assert list(shown) == list(turin.BOX.goods)
    for good, name in enumerate(turin.BOX.goods):
        assert shown[name] == [sum(board.box.on_card(card)[good] for card in cards) for cards in board.open]
    assert sum(map(sum, shown.values())) == 6 * sum(map(len, board.open)) > 0


def test_the_leaders_in_the_drawing_are_those_of_the_board() -> None:
    board = finished().view(None).board
    words = money.holdings(finished()).words
    for good, leaders in zip(turin.BOX.goods, board.leaders, strict=True):
        if len(leaders) == 1:
            assert re.search(rf"{NAMES[leaders[0]]}[^;]*{good}|{good}[^;]*{NAMES[leaders[0]]}", words), (good, words)


def test_a_game_that_has_just_begun_can_be_looked_at() -> None:
    session = Session(turin, 2, 1)
    for called_, draw in money.FIGURES.items():
        assert draw(session).words, called_
    assert rows(money.cash(session))["0"] == [15, 15]


def test_a_match_of_three_games_ends_with_the_purses_of_the_last_one() -> None:
    session = finished(games=3)
    assert len(session.table.past) == 3
    assert rows(money.waterfall(session))["final"] == purses(session) == list(rows(money.cash(session)).values())[-1]


@pytest.mark.parametrize("called_", list(money.FIGURES))
def test_secret_money_shows_no_number_of_it_before_the_end(called_: str) -> None:
    session = begun("secret", start=3721)
    shown = money.FIGURES[called_](session)
    text = shown.table + shown.words + shown.svg
    assert shown.words and not any(str(number) in text for number in (3721, *purses(session)))
    if called_ != "who leads in which good":
        (_head, *body) = cells(shown)
        assert body == []


@pytest.mark.parametrize("called_", list(money.FIGURES))
def test_open_money_is_shown_at_once_and_secret_money_at_the_end(called_: str) -> None:
    assert len(list(cells(money.FIGURES[called_](begun())))) > 1
    closed = Session(turin, 3, 3, box=replace(turin.BOX, money="secret"), log=finished().log, names=NAMES)
    ended, secret = money.FIGURES[called_](finished()), money.FIGURES[called_](closed)
    assert closed.over and secret.table == ended.table and secret.words == ended.words


@pytest.mark.parametrize("called_", list(money.FIGURES))
def test_a_real_picture_stands_with_its_sentence_and_its_table(called_: str) -> None:
    shown = money.FIGURES[called_](begun())
    page = shown.html()
    (code,) = re.findall(r"base64,([^\"]+)", page)
    assert base64.b64decode(code).decode() == shown.svg and shown.svg.startswith("<svg")
    assert shown.table in page and page.count(shown.words) >= 1
