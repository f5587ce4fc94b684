"""The desk of Traders of Osaka: what the lot would bring at once and what insurance would save, in exact numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal
from mechanics.games import osaka
from mechanics.games.osaka import BOX, Card, Laid
from mechanics.session import Session
from mechanics.table import View
from mechanics.views.desks import desk
from mechanics.views.desks.osaka import Desk, payday_said, price_said, sheet
from tests.boards import Words

Y2, Y5, B3, G3, R2, R3, R5 = (
    Card(colour, value, BOX.insurance[value])
    for colour, value in (
        ("yellow", 2), ("yellow", 5), ("blue", 3), ("green", 3), ("red", 2), ("red", 3), ("red", 5)
    )
)  # fmt: skip


def turn(seat: int = 0, **changes: Any) -> View:
    """P1's turn at a table whose every number is known."""
    session, rng = Session(osaka, 3, 4), np.random.default_rng(2)
    while session.ask.rule != "TO-A" or session.waiting != (seat,):
        session.submit(session.waiting[0], random_legal(session.view(session.waiting[0]), rng))
    view = session.view(seat)
    hand = (R5, B3, B3)
    board = replace(
        view.board, ships=(1, 3, 0, 4), market=(Laid(*R5), Laid(*Y2, 1), Laid(*R2), Laid(*Y5)), prices=(12, 14, 12),
        pieces=(None, Y2, None), hand=hand, hands=(hand, None, None), cargo=((R3, B3, Y2), (B3, B3, R2), (G3,)),
        tokens=((0, 0, 0, 1), (0, 2, 0, 0), (0, 0, 0, 0)),
    )  # fmt: skip
    return replace(view, board=replace(board, **changes))


def tables(view: View) -> list[dict[str, list[str]]]:
    """The tables of the sheet: the cells of each line by its first cell."""
    return [{row[0]: row[1:] for row in rows} for rows in Words(sheet(view)).tables]


def test_the_game_has_its_desk() -> None:
    one = desk("osaka", "c")
    assert isinstance(one, Desk) and one.widget.layout.display == "none"


def test_every_good_is_told_with_its_cards_its_ship_the_cargo_and_the_points() -> None:
    goods, _ = tables(turn())
    assert goods["Silk (red)"] == ["2 5", "inner black current → Edo", "2 3 5", "1", "4", "sold"]
    assert goods["Rice (yellow)"] == ["5", "Oshima → Anori", "2 5", "1", "2", "stays"]
    assert goods["Porcelain (blue)"] == ["–", "outer black current", "3", "1", "1", "sinks unless insured"]
    assert goods["Sake (green)"] == ["–", "Osaka", "–", "0", "0", ""]


def test_cards_that_others_have_reserved_are_no_part_of_the_lot() -> None:
    free = turn(market=(Laid(*R5), Laid(*Y2), Laid(*Y5)))
    assert tables(turn())[0]["Rice (yellow)"][0] == "5" and tables(free)[0]["Rice (yellow)"][0] == "2 5"
    assert tables(free)[0]["Rice (yellow)"][1] == "Oshima → outer black current"


def test_the_payday_of_a_purchase_is_told_for_every_seat() -> None:
    _, seats = tables(turn())
    assert seats["P1 (you)"] == ["4", "blue 3"]
    assert seats["P2"] == ["1", "2 × blue 3"] and seats["P3"] == ["0", "nothing"]
    assert "A payday at once: silk would arrive." in sheet(turn())


def test_without_an_arrival_nothing_is_sold_and_nothing_sinks() -> None:
    view = turn(ships=(1, 3, 0, 2))
    goods, *others = tables(view)
    assert others == [] and "no payday yet" in sheet(view)
    assert goods["Silk (red)"][-1] == goods["Porcelain (blue)"][-1] == "stays"


def test_the_price_is_told_with_the_payment_that_wastes_least_or_what_is_missing() -> None:
    assert price_said(turn().board, 0) == "it costs 12 coins, 1 more than your hand is worth"
    assert price_said(turn(prices=(7, 9, 7)).board, 0) == "it costs 7 coins; you could pay red 5, blue 3, 1 too much"
    assert price_said(turn(prices=(6, 9, 7)).board, 0) == "it costs 6 coins; you could pay 2 × blue 3, exactly"


@pytest.mark.parametrize("count", ["same_colour", "all"])
def test_tokens_count_as_the_box_says(count: str) -> None:
    view = turn(box=replace(BOX, tokens_count=count), tokens=((4, 0, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)))
    assert tables(view)[0]["Silk (red)"][4] == {"same_colour": "4", "all": "6"}[count]


def test_insurance_is_told_with_what_is_at_stake_and_the_cards_that_save() -> None:
    view = replace(turn(hands=((R5, B3, B3, R2), None, None), ships=(5, 3, 0, 4)), rule="TO-19")
    (stake,) = tables(view)
    assert stake["Porcelain (blue)"] == ["3", "1", "3 (saves 1), 3 (saves 1)", "6"]
    assert stake["Silk (red)"] == ["3", "1", "2 (saves 2)", "2"] and len(stake) == 3
    assert sheet(replace(view, board=replace(view.board, ships=(5, 0, 3, 0)))) == ""


def test_nothing_is_told_where_there_is_no_lot_or_no_question_of_this_kind() -> None:
    one = Desk("c")
    assert one.show(turn()) and one.sheet.value
    for view in (replace(turn(), rule="TO-S4"), replace(turn(), seat=None), replace(turn(), allowed=None)):
        assert not one.show(view) and one.sheet.value == ""
    assert not one.show(turn(market=(Laid(*Y2, 1),)))


def test_a_desk_that_is_cleared_holds_nothing_of_the_last_seat() -> None:
    one = Desk("c")
    one.show(turn())
    one.clear()
    assert one.sheet.value == ""


def test_more_goods_arriving_together_are_all_named() -> None:
    from mechanics.bots.osaka.worths import Voyage

    then = Voyage((5, 5, 0, 0), frozenset({"blue", "yellow"}), frozenset())
    assert payday_said(turn().board, then) == "A payday at once: rice and porcelain would arrive."
