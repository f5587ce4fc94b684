"""The worked examples of Turin Market's rules and the numbers computed from them, each by its name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import pytest

from mechanics.games.turin import BOX, Table, scores
from mechanics.games.turin.payout import Payday, in_need, payout, repay
from mechanics.games.turin.state import holdings
from mechanics.ledger import BANK
from tests.turin_steps import Given, at, bidding, good_paid, pick_first, purses, reasons, told


@dataclass(frozen=True)
class Vector:
    """One auction: what is bid, added and flipped, and what must come of it (P1 first)."""

    name: str
    bids: tuple[int, ...]
    prize: tuple[int, ...]
    paid: tuple[int, ...]
    order: tuple[int, ...]
    added: tuple[tuple[int, int], ...] = ()
    coin: tuple[int, ...] = ()
    burned: int = 0
    opening: bool = False

    def questions(self) -> list[Given]:
        """What is asked after the bids."""
        extra: list[Given] = [("TM-8", dict(self.added))] if self.added else []
        return [*extra, ("TM-10", {-1: self.coin})] if self.coin else extra


# `order` is who picks first, second, …; `added` is (seat, extra); seats count from 0.
VECTORS = (
    Vector("E1", (2, 2, 4), (0, 1, 2), (1, 3, 4), (2, 1), ((0, 0), (1, 1))),
    Vector("V1", (2, 2, 4), (0, 1, 2), (1, 7, 4), (2, 1), ((0, 0), (1, 5))),
    Vector("V2", (2, 2, 4), (0, 0, 2), (1, 1, 4), (2,), ((0, 0), (1, 0)), burned=1),
    Vector("V3", (0, 0, 0), (0, 0, 0), (0, 0, 0), (), burned=3),
    Vector("V4", (5, 0, 0, 0), (2, 0, 0, 0), (5, 0, 0, 0), (0,), burned=2),
    Vector("V5", (5, 3, 3, 1), (2, 1, 1, 0), (5, 3, 4, 0), (0, 2, 1), ((1, 0), (2, 1))),
    Vector("V6", (5, 4, 3, 3), (2, 1, 0, 1), (5, 4, 1, 5), (0, 1, 3), ((2, 0), (3, 2))),
    Vector("V7", (6, 6, 3, 1, 1), (2, 2, 1, 0, 0), (6, 7, 3, 0, 0), (1, 0, 2), ((0, 0), (1, 1))),
    Vector("V8", (3, 3, 3), (2, 0, 0), (5, 1, 1), (0,), ((0, 2), (1, 0), (2, 0)), burned=1),
    Vector("V9", (3, 3, 3), (1, 2, 0), (4, 4, 1), (1, 0), ((0, 1), (1, 1), (2, 0)), (1, 0, 2)),
    Vector("V10", (4, 3), (2, 0), (4, 1), (0,)),
    Vector("V11", (5, 5), (0, 0), (2, 2), (), ((0, 0), (1, 0)), burned=2),
    Vector("V12", (4, 2, 7, 1), (1, 0, 1, 0), (4, 1, 7, 0), (2, 0), opening=True),
    Vector("V13", (4, 2, 7, 1, 0), (1, 1, 1, 0, 0), (4, 2, 7, 0, 0), (2, 0, 1), opening=True),
    Vector("V14", (2, 2, 4), (0, 1, 2), (2, 5, 4), (2, 1), ((0, 2), (1, 3))),
)
every_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)


@every_vector
def test_every_auction_vector_gives_its_cards_and_payments(vector: Vector) -> None:
    table = bidding(vector.bids, *vector.questions(), opening=vector.opening)
    done = table.rounds[-1]
    assert (done.prize, done.paid, done.burned) == (vector.prize, vector.paid, vector.burned)
    assert done.bids == vector.bids
    assert done.extra == tuple(dict(vector.added).get(seat, 0) for seat in range(len(vector.bids)))
    assert purses(table) == tuple(15 - paid for paid in vector.paid)
    assert table.ledger.balance(BANK) == -15 * len(vector.bids) + sum(vector.paid)


@every_vector
def test_every_auction_vector_is_picked_in_its_order_and_the_rest_leaves_the_game(vector: Vector) -> None:
    table = pick_first(bidding(vector.bids, *vector.questions(), opening=vector.opening))
    assert tuple(map(len, table.open)) == vector.prize
    assert [text.split(" ")[0] for text in told(table, "TM-13")] == [f"P{seat + 1}" for seat in vector.order]
    assert (len(table.gone), table.centre) == (vector.burned, ())


@every_vector
def test_every_auction_vector_gives_the_same_whoever_sits_where(vector: Vector) -> None:
    for seats in list(permutations(range(len(vector.bids))))[:24]:
        moved = [seats.index(seat) for seat in range(len(seats))]
        coin: list[Given] = [("TM-10", {-1: tuple(vector.coin[s] for s in seats)})] if vector.coin else []
        added: list[Given] = [("TM-8", {moved[s]: n for s, n in vector.added})] if vector.added else []
        done = bidding([vector.bids[s] for s in seats], *added, *coin, opening=vector.opening).rounds[-1]
        assert done.prize == tuple(vector.prize[s] for s in seats)
        assert done.paid == tuple(vector.paid[s] for s in seats)


def test_E1_the_loser_of_the_tie_added_nothing_but_was_not_tied_at_zero_with_anybody() -> None:
    table = bidding((2, 2, 4), ("TM-8", {0: 0, 1: 1}))
    assert reasons(table) == ["TM-6 pays for losing", "TM-5 pays the winning bid", "TM-5 pays the winning bid"]


def test_V2_both_who_add_nothing_pay_under_TM_11() -> None:
    table = bidding((2, 2, 4), ("TM-8", {0: 0, 1: 0}))
    why = "TM-11 pays for a tie at zero"
    assert reasons(table) == [why, why, "TM-5 pays the winning bid"]


@every_vector
def test_the_story_tells_every_payment_under_the_rule_of_its_entry(vector: Vector) -> None:
    table = bidding(vector.bids, *vector.questions(), opening=vector.opening)
    story = [event.rule for event in table.story if " pays " in event.text]
    assert [rule for rule, paid in zip(story, vector.paid, strict=True) if paid] == [
        why.split(" ")[0] for why in reasons(table)
    ]


# --- payouts ----------------------------------------------------------------------------------------------------------

PAYOUTS = (
    ((5, 2, 1), 6, (8, -1, -1)),
    ((4, 4, 1), 6, (4, 4, -1)),
    ((4, 4, 2, 1), 6, (4, 4, -1, -1)),
    ((4, 4, 4), 7, (3, 3, 3)),
    ((3, 3, 3, 1, 1), 8, (4, 4, 4, -1, -1)),
    ((3, 0, 0), 6, (6, 0, 0)),
    ((0, 0, 0), 6, (0, 0, 0)),
)
every_payout = pytest.mark.parametrize(("units", "pays", "changes"), PAYOUTS)


@every_payout
def test_every_payout_vector_changes_the_purses_as_computed(
    units: tuple[int, ...], pays: int, changes: tuple[int, ...]
) -> None:
    box = replace(BOX, classic=(pays,) * 9)
    before = at("payout", [15] * len(units), box)
    table = good_paid(before, units, 4)
    assert purses(table) == tuple(15 + change for change in changes)
    assert table.ledger.balance(BANK) - before.ledger.balance(BANK) == -sum(changes)
    assert (table.loans, table.debts) == (before.loans, before.debts)


@every_payout
def test_the_bank_pays_the_printed_payout_and_less_than_one_scudo_more_for_each_who_shares(
    units: tuple[int, ...], pays: int, changes: tuple[int, ...]
) -> None:
    tied = sum(amount == max(units) for amount in units)
    if max(units):
        assert pays <= sum(changes) <= pays + tied - 1


def test_E2_most_grapes_bring_6_from_the_bank_and_1_from_each_of_two_other_owners() -> None:
    grape = BOX.goods.index("grape")
    before = at("payout", (15, 15, 15), open=((6,), (9,), (5,)))
    table = good_paid(before, holdings(before)[grape], grape)
    assert purses(table) == (23, 14, 14)
    assert table.ledger.balance(BANK) - before.ledger.balance(BANK) == -6


@pytest.mark.parametrize("column", ["classic", "new"])
def test_E2_grapes_pay_6_in_either_column(column: str) -> None:
    assert replace(BOX, column=column).payouts[BOX.goods.index("grape")] == 6


def levied(table: Table, good: str) -> Table:
    """The table after P1, who has nothing, was to pay P2 a levy of 1."""
    day = Payday(table)
    day.page.book(in_need(day, (0, 1, 1, f"TM-23 levy for some {good}")))
    return day.after()


def test_debt_vector_without_scudi_and_loan_a_levy_takes_the_loan_and_leaves_9() -> None:
    table = levied(at("payout", (0, 5)), "truffle")
    assert (purses(table), table.loans, table.debts) == ((9, 6), (1, 0), (0, 0))
    assert reasons(table) == ["TM-25 takes a loan", "TM-23 levy for some truffle"]


def test_debt_vector_without_scudi_but_with_a_loan_the_bank_pays_twice_and_19_are_due() -> None:
    table = at("payout", (0, 5), loans=(1, 0))
    for good in ("truffle", "hazelnut"):
        table = levied(table, good)
    assert (purses(table), table.loans, table.debts) == ((0, 7), (1, 0), (2, 0))
    assert table.ledger.balance(BANK) == -7
    rich = replace(table, ledger=table.ledger.pay(BANK, 0, 30, "TM-23 payout"))
    assert purses(repay(Payday(rich))) == (11, 7)
    assert repay(Payday(table)).owed == (19, 0)


# --- payouts of a whole table, good by good ---------------------------------------------------------------------------

# P1: 3 lemon, 2 potato, 1 grape. P2 leads all three, with four lemons, three grapes and three potatoes.
LEVIES = ((5,), (4, 6, 16))


@pytest.mark.parametrize(
    ("purse", "loan", "loans", "debts", "left", "owed"),
    [
        (20, 0, 0, 0, 17, 0),
        (3, 0, 0, 0, 0, 0),
        (2, 0, 1, 0, 0, 6),
        (0, 0, 1, 0, 0, 8),
        (18, 1, 1, 0, 0, 0),
        (17, 1, 1, 0, 0, 1),
        (2, 1, 1, 1, 0, 17),
        (1, 1, 1, 2, 0, 19),
        (0, 1, 1, 3, 0, 21),
    ],
)
def test_TM_25_TM_26_TM_R14_three_levies_and_the_loan_leave_what_the_purse_allows(
    purse: int, loan: int, loans: int, debts: int, left: int, owed: int
) -> None:
    table = payout(at("payout", (purse, 15), open=LEVIES, loans=(loan, 0)))
    assert (table.loans[0], table.debts[0]) == (loans, debts)
    assert (purses(table)[0], table.owed[0]) == (left, owed)
    assert scores(table)[0] == left - owed


def test_TM_25_whoever_leads_gets_every_levy_though_the_bank_has_to_pay_it() -> None:
    winnings = [scores(payout(at("payout", (purse, 15), open=LEVIES, loans=(1, 0))))[1] for purse in (0, 30)]
    assert winnings[0] == winnings[1]
