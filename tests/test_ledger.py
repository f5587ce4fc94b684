"""Money: entries that sum to zero and say why, purses that never go below zero, and tables that count nothing twice."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.bots import random_legal
from mechanics.games import turin
from mechanics.ledger import BANK, Entry, Ledger, Page, Payment, cash, flows, waterfall
from mechanics.session import Session

NAMES = ("Ada", "Ben", "Cleo")


def purses(*amounts: int) -> Ledger:
    """A ledger in which everybody has started with so much."""
    ledger = Ledger.open(len(amounts)).at(1, "deal")
    for seat, amount in enumerate(amounts):
        ledger = ledger.pay(BANK, seat, amount, "TM-S1 starts with")
    return ledger


# --- single movements -------------------------------------------------------------------------------------------------


def test_a_payment_is_an_entry_that_says_when_who_how_much_and_why() -> None:
    ledger = purses(15, 15).at(2, "bid").pay(0, 1, 4, "TM-17 buys a card")
    assert ledger.entries[-1] == Entry(2, "bid", "TM-17 buys a card", 0, 1, 4)
    assert ledger.entries[-1].rule == "TM-17"
    assert [ledger.balance(account) for account in (0, 1, BANK)] == [11, 19, -30]


def test_a_ledger_is_never_changed_only_followed_by_another() -> None:
    before = purses(15, 15)
    after = before.pay(0, 1, 4, "TM-17")
    assert before.balance(0) == 15 and before.entries == after.entries[:-1]


def test_a_purse_pays_its_last_scudo_and_not_one_more() -> None:
    ledger = purses(7)
    assert ledger.pay(0, BANK, 7, "TM-5").balance(0) == 0
    with pytest.raises(ValueError, match=r"P1 has 7 and cannot pay 10: 3 short \(TM-5 pays the winning bid\)\."):
        ledger.pay(0, BANK, 10, "TM-5 pays the winning bid")


def test_a_page_shows_the_purses_of_now_and_is_closed_to_what_payments_one_by_one_lead_to() -> None:
    before = purses(15, 3).at(2, "payout")
    page = Page(before)
    page.book([(BANK, 1, 2, "TM-23 payout")])
    assert page.balances == [15, 5, -20]
    page.book([(1, 0, 5, "TM-23 levy"), (0, BANK, 0, "TM-26")])
    assert page.closed() == before.pay(BANK, 1, 2, "TM-23 payout").pay(1, 0, 5, "TM-23 levy")
    assert before == purses(15, 3).at(2, "payout") and Page(before).closed() is before
    with pytest.raises(ValueError, match="P2 has 0 and cannot pay 1"):
        page.book([(1, 0, 1, "TM-23 levy")])


def test_only_the_bank_goes_below_zero() -> None:
    ledger = Ledger.open(1, ["market"])
    assert ledger.pay(BANK, "market", 5, "X-1").balance(BANK) == -5
    with pytest.raises(ValueError, match="market has 0 and cannot pay 1: 1 short"):
        ledger.pay("market", BANK, 1, "X-1")


def test_nothing_and_a_payment_to_oneself_leave_no_entry() -> None:
    ledger = purses(3)
    assert ledger.pay(0, BANK, 0, "TM-6") == ledger
    assert ledger.pay(0, 0, 3, "TM-6") == ledger


@pytest.mark.parametrize("amount", [-1, 1.0, True, "1", None])
def test_an_amount_is_a_whole_number_that_is_not_negative(amount: Any) -> None:
    with pytest.raises(ValueError, match="An amount of money is a whole number, 0 or more"):
        purses(3).pay(0, BANK, amount, "TM-6")


@pytest.mark.parametrize(("payer", "payee"), [(3, 0), (0, 3), ("purse", 0), (-1, 0)])
def test_an_account_that_is_not_there_is_named_with_those_that_are(payer: Any, payee: Any) -> None:
    with pytest.raises(ValueError, match=r"There is no account .*; there are 0, 1, bank\."):
        purses(3, 3).pay(payer, payee, 1, "TM-6")


# --- several at once --------------------------------------------------------------------------------------------------


def test_payments_booked_together_are_those_made_one_after_the_other() -> None:
    payments: list[Payment] = [(0, 1, 4, "TM-17"), (1, BANK, 19, "TM-5"), (0, 0, 3, "TM-6"), (0, BANK, 0, "TM-6")]
    before = one = purses(15, 15)
    for payment in payments:
        one = one.pay(*payment)
    assert before.book(payments) == one and before.book(iter(payments)) == one
    assert before.book([]) is before


def test_if_one_payment_is_refused_none_is_made() -> None:
    ledger = purses(5, 5)
    with pytest.raises(ValueError, match="P1 has 2 and cannot pay 3: 1 short"):
        ledger.book([(0, 1, 3, "TM-17"), (0, 1, 3, "TM-17")])
    assert ledger == purses(5, 5)


def test_those_who_lose_pay_those_who_gain() -> None:
    ledger = purses(10, 10, 10).post({0: -3, 1: 5, 2: -4, BANK: 2}, "TM-23 levy")
    assert [ledger.balance(seat) for seat in range(3)] == [7, 15, 6]
    assert [entry[3:] for entry in ledger.entries[3:]] == [(0, 1, 3), (2, 1, 2), (2, BANK, 2)]


@pytest.mark.parametrize(("changes", "off"), [({0: -3, 1: 2}, -1), ({0: 4, BANK: -1}, 3), ({1: 1}, 1)])
def test_changes_that_do_not_sum_to_zero_are_refused_with_the_difference(changes: dict[Any, int], off: int) -> None:
    with pytest.raises(ValueError, match=rf"must sum to zero; they are off by {off} \(TM-23 levy\)\."):
        purses(10, 10).post(changes, "TM-23 levy")


def test_changes_that_a_purse_cannot_bear_are_refused() -> None:
    with pytest.raises(ValueError, match="P1 has 10 and cannot pay 11: 1 short"):
        purses(10, 10).post({0: -11, 1: 11}, "TM-23")


def test_everybody_pays_the_due_to_one_account() -> None:
    ledger = purses(10, 10, 10)
    assert [ledger.collect({0: 2, 2: 3}, "TM-23", payee=1).balance(seat) for seat in range(3)] == [8, 15, 7]
    assert ledger.collect({0: 2, 1: 0}, "TM-6").balance(BANK) == -28
    with pytest.raises(ValueError, match="P2 has 10 and cannot pay 12: 2 short"):
        ledger.collect({0: 2, 1: 12}, "TM-6")


movements = st.lists(
    st.one_of(
        st.tuples(st.just("pay"), st.integers(0, 3), st.integers(0, 3), st.integers(0, 30)),
        st.tuples(st.just("post"), st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9)),
        st.tuples(st.just("collect"), st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)),
    ),
    max_size=12,
)
ACCOUNTS = (0, 1, 2, BANK)


def moved(ledger: Ledger, kind: str, a: int, b: int, c: int) -> Ledger:
    """One movement of any kind; a refused one leaves the ledger as it is."""
    try:
        if kind == "pay":
            return ledger.pay(ACCOUNTS[a], ACCOUNTS[b], c, "X-1 pays")
        if kind == "post":
            return ledger.post({0: a, 1: b, 2: c, BANK: -a - b - c}, "X-2 shares")
        return ledger.collect({0: a, 1: b}, "X-3 collects", payee=ACCOUNTS[c])
    except ValueError:
        return ledger


@given(movements)
def test_whatever_is_booked_sums_to_zero_with_no_purse_below_zero(booked: list[tuple[str, int, int, int]]) -> None:
    ledger = purses(15, 15, 15)
    for movement in booked:
        ledger = moved(ledger, *movement)
        assert sum(ledger.balances) == 0
        assert all(ledger.balance(seat) >= 0 for seat in range(3))
    for account in ACCOUNTS:
        gained = sum(entry.amount for entry in ledger.entries if entry.payee == account)
        assert ledger.balance(account) == gained - sum(e.amount for e in ledger.entries if e.payer == account)


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9))
def test_posted_changes_are_the_changes_of_the_balances(a: int, b: int, c: int) -> None:
    before = purses(50, 50, 50)
    after = before.post({0: a, 1: b, 2: c, BANK: -a - b - c}, "X-2")
    assert [after.balance(s) - before.balance(s) for s in ACCOUNTS] == [a, b, c, -a - b - c]
    assert all(entry.amount > 0 for entry in after.entries)


# --- tables -----------------------------------------------------------------------------------------------------------


def sample() -> Ledger:
    """Two rounds of three players."""
    ledger = purses(15, 15, 15).at(1, "bid").pay(0, BANK, 6, "TM-5 pays the winning bid")
    ledger = ledger.pay(1, BANK, 2, "TM-6 pays for losing").at(3, "sell").pay(2, 0, 4, "TM-17 buys a card")
    return ledger.pay(2, 0, 1, "TM-23 levy for some grape").pay(BANK, 0, 7, "TM-23 payout for most grape")


def test_the_frame_has_one_row_for_each_entry() -> None:
    frame = sample().frame(NAMES)
    assert list(frame.columns) == ["entry", "round", "phase", "rule", "why", "payer", "payee", "amount"]
    assert list(frame.itertuples(index=False, name=None))[3:6] == [
        (3, 1, "bid", "TM-5", "pays the winning bid", "Ada", "bank", 6),
        (4, 1, "bid", "TM-6", "pays for losing", "Ben", "bank", 2),
        (5, 3, "sell", "TM-17", "buys a card", "Cleo", "Ada", 4),
    ]
    assert list(sample().frame().payer)[3:] == ["P1", "P2", "P3", "P3", "bank"]


def test_an_empty_ledger_gives_empty_tables() -> None:
    frame = Ledger.open(2).frame()
    assert frame.empty and flows(frame).empty and cash(frame, ["P1", "P2"]).empty
    assert list(waterfall(frame, ["P1"], {"start": ["TM-S1"]}).amount) == [0, 0]


def test_flows_say_who_paid_whom_how_much() -> None:
    found = {(row.payer, row.payee): row.amount for row in flows(sample().frame(NAMES)).itertuples()}
    assert found == {
        ("bank", "Ada"): 22, ("bank", "Ben"): 15, ("bank", "Cleo"): 15, ("Ada", "bank"): 6, ("Ben", "bank"): 2,
        ("Cleo", "Ada"): 5,
    }  # fmt: skip


def test_cash_is_every_purse_at_the_end_of_every_round() -> None:
    table = cash(sample().frame(NAMES), NAMES).pivot(index="round", columns="seat", values="cash")
    assert table.loc[:, list(NAMES)].values.tolist() == [[0, 0, 0], [9, 13, 15], [9, 13, 15], [21, 13, 10]]


STEPS = {"start": ["TM-S1"], "bids": ["TM-5", "TM-6"], "payouts": ["TM-23 payout"], "levies": ["TM-23 levy"]}


def test_a_waterfall_goes_step_by_step_from_nothing_to_the_purse() -> None:
    table = waterfall(sample().frame(NAMES), NAMES, STEPS)
    ada = table[table.seat == "Ada"]
    assert list(ada[["step", "amount", "start", "end"]].itertuples(index=False, name=None)) == [
        ("start", 15, 0, 15), ("bids", -6, 15, 9), ("payouts", 7, 9, 16), ("levies", 1, 16, 17), ("TM-17", 4, 17, 21),
        ("final", 21, 0, 21),
    ]  # fmt: skip
    assert list(ada.order) == [0, 1, 2, 3, 4, 5]


def test_a_step_takes_whole_rule_ids_only() -> None:
    frame = purses(15).pay(0, BANK, 1, "TM-23 levy").pay(0, BANK, 2, "TM-2 something").frame()
    table = waterfall(frame, ["P1"], {"two": ["TM-2"], "start": ["TM-S1"]})
    assert dict(zip(table.step, table.amount, strict=True)) == {"two": -2, "start": 15, "TM-23": -1, "final": 12}


@pytest.mark.parametrize("seats", turin.SEATS)
def test_every_table_of_a_whole_game_ends_in_the_balances_of_the_ledger(seats: int) -> None:
    for seed in range(5):
        session = Session(turin, seats, seed, bots=dict.fromkeys(range(seats), random_legal))
        ledger, frame, names = session.table.ledger, session.ledger_frame(), session.names
        balances = [ledger.balance(seat) for seat in range(seats)]
        money = cash(frame, names)
        assert [money[money.seat == called].cash.iloc[-1] for called in names] == balances
        steps = waterfall(frame, names, turin.STEPS)
        assert list(steps[steps.step == "final"].amount) == balances
        assert set(steps.step) == {*turin.STEPS, "final"}
        assert steps[steps.step != "final"].groupby("seat").amount.sum().reindex(names).tolist() == balances
        assert net(flows(frame), names) == balances
        assert flows(frame).amount.sum() == frame.amount.sum()


def net(table: pd.DataFrame, names: tuple[str, ...]) -> list[int]:
    """What came in less what went out, by seat."""
    came, went = table.groupby("payee").amount.sum(), table.groupby("payer").amount.sum()
    return [int(came.get(called, 0) - went.get(called, 0)) for called in names]
