"""The worked examples of the Smithfield Market, M1 … M5, and the moves that must not be taken."""

from __future__ import annotations

from typing import Any

import pytest

from mechanics.games import fagin
from mechanics.session import Session
from mechanics.table import IllegalMove
from tests.fagin_steps import asked, closed, counts, drive, every_phase, options, purses, refusal, told, trading

A, B, C, D = range(4)


def test_the_wheel_of_the_example_prices_purple_at_6_and_black_at_12() -> None:
    price = dict(zip(fagin.BOX.goods, fagin.BOX.prices[1], strict=True))
    assert price == {"blue": 4, "purple": 6, "green": 8, "yellow": 10, "black": 12, "red": 2}


def test_M1_the_coin_holder_buys_black_and_purple_in_one_turn_for_18_of_20_shillings() -> None:
    table = trading([20, 20])
    step = every_phase(table)
    table = asked(step, ("FG-5", {A: "buy black"}), ("FG-5", {A: "buy purple"})).table
    assert purses(table) == (2, 20) and table.hands[A] == counts({"black": 2, "purple": 2}, 1)
    assert table.trader == B
    assert [(t.good, t.price, t.turn) for t in table.trades] == [("black", 12, 1), ("purple", 6, 1)]


def test_M2_the_coin_holder_does_not_buy_and_sell_in_one_turn() -> None:
    ask = asked(every_phase(trading([20, 20])), ("FG-5", {A: "buy black"}))
    assert ask.rule == "FG-5" and not [option for option in options(ask, A) if option.startswith("sell")]
    refused = refusal(ask, A, "sell blue")
    assert (refused.rule, refused.why) == (
        "FG-5", "You have begun to buy in this turn: buying and selling are not mixed, rule FG-5.",
    )  # fmt: skip
    assert "all bought or all sold" in refused.allowed and "that is all" in refused.allowed


def test_M3_FG_2_trading_goes_anti_clockwise_and_the_action_goes_on_clockwise_of_the_opener() -> None:
    table = trading([20] * 4, coin=B)
    step, order = every_phase(table), []
    ask = next(step)
    for _ in range(4):
        order.append(ask.table.trader)
        ask = step.send({ask.table.trader: "sell blue"}) if ask.rule == "FG-4" else step.send({B: "pass"})
    assert order == [B, A, D, C]
    table = drive(every_phase(trading([20] * 4, coin=B)), *[("FG-5" if s == B else "FG-4", {s: "pass"}) for s in order])
    assert (table.first + table.turn) % 4 == C and table.coin is None and table.opened


def test_M4_who_has_passed_trades_no_more_in_this_round() -> None:
    ask = asked(every_phase(trading([20] * 4, coin=B)), ("FG-5", {B: "buy red"}), ("FG-5", {B: "that is all"}),
                ("FG-4", {A: "pass"}))  # fmt: skip
    refused = refusal(ask, A, "buy red")
    assert (refused.rule, refused.why, refused.allowed) == (
        "FG-4", "P1 has passed and is out of trading for this round, rule FG-8.", "waiting for P4",
    )  # fmt: skip


def test_M4_the_last_one_left_goes_on_within_stalls_and_purse() -> None:
    table = trading([20] * 4, coin=B, trader=D, passed=(B, A, C), stock={"red": 2}, hands={D: {}})
    ask = asked(every_phase(table), ("FG-4", {D: "buy red"}), ("FG-4", {D: "buy red"}), ("FG-4", {D: "buy black"}))
    assert ask.table.trader == D and purses(ask.table)[D] == 4
    assert options(ask, D) == ("buy blue", "sell black", "sell red", "pass")
    assert closed(ask, D)["buy red"] == "The red stall is empty, rule FG-7."
    assert closed(ask, D)["buy green"] == "green costs 8 and you have 4, rule FG-R6."


def test_M5_nothing_is_sold_into_a_full_stall_or_bought_from_an_empty_one() -> None:
    ask = next(every_phase(trading([20, 20], stock={"green": 6, "blue": 0})))
    assert refusal(ask, A, "sell green").why == "The green stall is full, rule FG-7."
    assert refusal(ask, A, "buy blue").why == "The blue stall is empty, rule FG-7."


# --- wrong moves, by persons at a table -------------------------------------------------------------------------------


def opened(changes: dict[str, Any] | None = None) -> Session:
    """A game of four persons in which the start player has opened the market."""
    from dataclasses import replace

    session = Session(fagin, 4, 3, box=replace(fagin.BOX, **(changes or {})))
    session.submit(session.waiting[0], "market")
    return session


def trader(session: Session) -> int:
    """Whose turn it is."""
    (seat,) = session.waiting
    return seat


def refused(session: Session, seat: int, answer: object) -> IllegalMove:
    """The refusal of an answer, which must change nothing."""
    before, views = session.save(), [session.view(one) for one in (None, *range(4))]
    with pytest.raises(IllegalMove) as caught:
        session.submit(seat, answer)
    assert session.save() == before and [session.view(one) for one in (None, *range(4))] == views
    assert caught.value.allowed
    return caught.value


def test_buying_from_an_empty_stall_is_refused() -> None:
    why = refused(session := opened({"initial_stock": 0}), trader(session), "buy blue")
    assert (why.rule, why.why) == ("FG-5", "The blue stall is empty, rule FG-7.")
    assert why.allowed.startswith("sell blue, sell purple")


def test_selling_into_a_full_stall_is_refused() -> None:
    why = refused(session := opened(), trader(session), "sell green")
    assert (why.rule, why.why) == ("FG-5", "The green stall is full, rule FG-7.")


def test_two_cubes_at_once_are_refused_to_everybody_but_the_coin_holder() -> None:
    session = opened({"initial_stock": 3})
    session.submit(trader(session), "pass")
    why = refused(session, trader(session), ("sell blue", "sell red"))
    assert why.rule == "FG-4" and why.why == "sell blue and sell red is not possible here."
    assert why.allowed.endswith("pass (1 cube a turn, rule FG-4)")
    first = trader(session)
    session.submit(first, "sell blue")
    assert refused(session, first, "sell red").why == f"P{first + 1} is not asked now."


def test_one_bought_and_one_sold_by_the_coin_holder_are_refused() -> None:
    session = opened({"initial_stock": 3})
    seat = trader(session)
    assert refused(session, seat, ("buy red", "sell blue")).allowed.endswith("all bought or all sold, rule FG-5)")
    session.submit(seat, "sell red")
    why = refused(session, seat, "buy blue")
    assert (why.rule, why.why) == (
        "FG-5", "You have begun to sell in this turn: buying and selling are not mixed, rule FG-5.",
    )  # fmt: skip
    session.submit(seat, "sell blue")
    assert trader(session) == (seat - 1) % 4


def test_trading_after_passing_is_refused() -> None:
    session = opened({"initial_stock": 3})
    seat = trader(session)
    session.submit(seat, "pass")
    why = refused(session, seat, "sell blue")
    assert (why.rule, why.why) == ("FG-4", f"P{seat + 1} has passed and is out of trading for this round, rule FG-8.")
    assert why.allowed == f"waiting for P{(seat - 1) % 4 + 1}"


def test_buying_on_credit_is_refused() -> None:
    session = opened({"start": 3})
    costs = dict(zip(fagin.BOX.goods, session.view(None).board.prices, strict=True))
    dear = max(costs, key=lambda good: costs[good])
    why = refused(session, trader(session), f"buy {dear}")
    assert why.why == f"{dear} costs {costs[dear]} and you have 3, rule FG-R6."


def test_opening_the_market_twice_in_a_round_is_refused() -> None:
    session = Session(fagin, 2, 1, box=fagin.GANG)
    session.submit(session.waiting[0], "market")
    while session.ask.rule != "FG-1":
        session.submit(session.waiting[0], "that is all" if session.view(0).board.half else "pass")
    with pytest.raises(IllegalMove, match=r"FG-1: The market has been opened in this round, rule FG-R1\."):
        session.submit(session.waiting[0], "market")
    assert told(session.table, "FG-1") == [f"P{session.table.first + 1} opens the market."]
