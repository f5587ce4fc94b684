"""Turin Market rule by rule: cards for sale, buying windows, loans, the goose, and the last payments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mechanics.games import turin
from mechanics.games.turin import BOX
from mechanics.games.turin.auction import pass_goose
from mechanics.games.turin.payout import payout
from mechanics.games.turin.script import PHASES
from mechanics.games.turin.state import Offer, Table, free_cash
from mechanics.games.turin.trade import sale
from mechanics.ledger import BANK
from mechanics.table import NATURE, Amount, Free, OneOf, Several
from tests.turin_steps import (
    LOAN,
    Given,
    asked,
    at,
    bidding,
    drive,
    good_paid,
    pick_first,
    purses,
    reasons,
    refusal,
    to_all,
    told,
)  # fmt: skip

OPEN3 = ((1, 2), (3,), (4,))
NOTHING: tuple[Given, ...] = tuple(("TM-15", {seat: "none"}) for seat in range(3))


def selling(**fields: Any) -> Table:
    """Three players with open cards at the head of the sale."""
    return at("sell", (15, 15, 15), **{"open": OPEN3, "hands": ((10, 11),) * 3, **fields})


def passing(*seats: int) -> Given:
    """A window in which these seats are asked and do not buy."""
    return "TM-17", dict.fromkeys(seats, "pass")


# --- offers -----------------------------------------------------------------------------------------------------------


def test_TM_15_TM_R21_from_the_lowest_seat_on_each_may_offer_one_open_card_at_a_price() -> None:
    step = PHASES["sell"](selling())
    ask = asked(step, ("TM-15", {0: 2}))
    assert (ask.rule, ask.allowed, ask.sealed) == ("TM-R21", {0: Amount(1, 15)}, False)
    table = drive(
        PHASES["sell"](selling()),
        ("TM-15", {0: 2}), ("TM-R21", {0: 4}), ("TM-15", {1: "none"}), ("TM-15", {2: 4}), ("TM-R21", {2: 15}),
        passing(1, 2), passing(0, 1),
    )  # fmt: skip
    assert table.offers == (Offer(0, 2, 4, 1), Offer(2, 4, 15, 1))
    assert (purses(table), [free_cash(table, seat) for seat in range(3)]) == ((15, 15, 15), [11, 15, 0])
    assert (table.phase, table.round, table.sale) == ("offer", 2, None)
    assert told(table, "TM-15") == ["P1 offers card 2 for 4.", "P3 offers card 4 for 15."]


def test_TM_15_who_has_no_open_card_or_no_free_scudo_and_no_credit_is_not_asked() -> None:
    table = at("sell", (15, 0, 0), open=((), (3,), (4,)), loans=(0, 1, 0), hands=((10, 11),) * 3)
    ask = asked(PHASES["sell"](table))
    assert ask.allowed == {2: OneOf(("none",))}
    asked_again = asked(PHASES["sell"](table), ("TM-15", {2: LOAN}))
    assert asked_again.allowed == {2: OneOf(("none", 4))}


def test_TM_15_a_card_of_another_or_one_for_sale_already_cannot_be_offered() -> None:
    ask = asked(PHASES["sell"](selling(offers=(Offer(0, 1, 3, 1),))))
    assert ask.allowed == {0: OneOf(("none", 2))}
    assert refusal(ask, 0, 3).allowed == refusal(ask, 0, 1).allowed == "none or 2"


@pytest.mark.parametrize("price", [0, 13, -1, True, 2.0, "3"])
def test_TM_R8_TM_R21_a_price_is_1_to_the_free_cash(price: object) -> None:
    ask = asked(PHASES["sell"](selling(offers=(Offer(0, 1, 3, 1),))), ("TM-15", {0: 2}))
    refused = refusal(ask, 0, price)
    assert (refused.rule, refused.allowed) == ("TM-R21", "a whole number from 1 to 12")
    assert refused.why


def test_TM_R8_another_lowest_price_changes_the_limit_and_who_is_asked() -> None:
    box = replace(BOX, lowest_price=4)
    table = at("sell", (3, 4), box, open=((1,), (2,)), loans=(1, 1), hands=((10, 11),) * 2)
    assert asked(PHASES["sell"](table), ("TM-15", {1: 2})).allowed == {1: Amount(4, 4)}


def test_TM_R8_one_new_offer_a_round_beside_those_that_stay() -> None:
    table = selling(round=2, offers=(Offer(0, 1, 3, 1),))
    given: tuple[Given, ...]
    given = (("TM-16", {0: ()}), ("TM-15", {0: 2}), ("TM-R21", {0: 5}), *NOTHING[1:], passing(1, 2), passing(1, 2))
    assert drive(PHASES["sell"](table), *given).offers == (Offer(0, 1, 3, 1), Offer(0, 2, 5, 2))


def test_TM_16_scudi_on_a_card_for_sale_are_not_free_and_stay_for_one_auction() -> None:
    table = selling(offers=(Offer(0, 1, 6, 1),))
    assert asked(PHASES["sell"](table)).rule == "TM-15"
    ask = asked(PHASES["bid"](at("bid", (15,) * 3, open=OPEN3, centre=(5, 6, 7), offers=table.offers)))
    assert ask.allowed[0].high == 9  # type: ignore[union-attr]


def test_TM_16_TM_R11_from_the_next_sale_on_the_owner_may_take_offers_back() -> None:
    old = (Offer(0, 1, 3, 1), Offer(0, 2, 4, 1))
    ask = asked(PHASES["sell"](selling(round=2, offers=old)))
    assert (ask.rule, set(ask.allowed)) == ("TM-16", {0})
    choice = ask.allowed[0]
    assert isinstance(choice, Several) and (choice.options, choice.least, choice.most) == ((1, 2), 0, 2)
    given = (("TM-16", {0: (1,)}), *NOTHING, passing(1, 2))
    table = drive(PHASES["sell"](selling(round=2, offers=old)), *given)
    assert (table.offers, free_cash(table, 0), purses(table)) == ((Offer(0, 2, 4, 1),), 11, (15, 15, 15))
    assert told(table, "TM-16") == ["P1 takes card 1 off the market."]


def test_TM_16_a_card_just_offered_cannot_be_taken_back_while_an_older_one_can() -> None:
    mixed = (Offer(0, 1, 3, 1), Offer(0, 2, 4, 2))
    ask = asked(PHASES["sell"](selling(round=2, offers=mixed)))
    refused = refusal(ask, 0, (2,))
    assert (refused.rule, refused.why) == ("TM-16", "2 is not possible here.")
    assert refused.allowed.startswith("0 to 1 of 1")


def test_TM_16_an_offer_that_nobody_buys_stays_through_auctions_until_it_is_taken_back() -> None:
    offers = (Offer(0, 1, 3, 1),)
    table = at("bid", (15,) * 3, open=OPEN3, hands=((10, 11),) * 3, centre=(5, 6, 7), offers=offers, round=2)
    table = drive(PHASES["bid"](table), ("TM-3", to_all((1, 2, 3))))
    assert pick_first(table).offers == offers


def test_TM_R11_a_card_taken_back_may_be_offered_again_at_once_at_another_price() -> None:
    table = selling(round=2, offers=(Offer(0, 1, 15, 1),))
    ask = asked(PHASES["sell"](table), ("TM-16", {0: (1,)}), ("TM-15", {0: 1}))
    assert ask.allowed == {0: Amount(1, 15)}


# --- buying -----------------------------------------------------------------------------------------------------------


def one_for_sale(price: int = 5, **fields: Any) -> Table:
    """P1's card 1 is for sale."""
    return selling(offers=(Offer(0, 1, price, 1),), **fields)


def test_TM_17_all_who_can_pay_are_asked_at_once_in_secret_and_never_the_seller() -> None:
    ask = asked(sale(one_for_sale(), Offer(0, 1, 5, 1)))
    assert (ask.rule, ask.sealed, set(ask.allowed)) == ("TM-17", True, {1, 2})
    assert ask.allowed[1] == OneOf(("buy", "pass"), because="card 1 of P1 costs 5")
    assert refusal(ask, 0, "buy").why == "P1 is not asked now."


def test_TM_17_TM_R9_the_price_goes_to_the_seller_who_gets_the_scudi_on_the_card_back() -> None:
    table = drive(sale(one_for_sale(), Offer(0, 1, 5, 1)), ("TM-17", {1: "buy", 2: "pass"}))
    assert (table.open, table.offers) == (((2,), (3, 1), (4,)), ())
    assert purses(table) == (20, 10, 15)
    assert free_cash(table, 0) == 20
    assert table.ledger.entries[-1][2:] == ("TM-17 buys a card", 1, 0, 5)
    assert told(table, "TM-17") == ["P2 buys card 1 from P1 for 5."]


def test_TM_17_TM_R9_the_price_is_paid_from_free_cash_only() -> None:
    offers = (Offer(0, 1, 5, 1), Offer(1, 3, 11, 1))
    ask = asked(sale(selling(offers=offers, loans=(1, 1, 1)), offers[0]))
    assert set(ask.allowed) == {2}
    ask = asked(sale(selling(offers=offers), offers[0]))
    assert ask.allowed[1] == OneOf(("pass",), because="card 1 of P1 costs 5")
    refused = refusal(ask, 1, "buy")
    assert (refused.rule, refused.why, refused.allowed) == (
        "TM-17", "“buy” is not possible here.", "pass (card 1 of P1 costs 5)",
    )  # fmt: skip


@pytest.mark.parametrize(("price", "who"), [(25, {1, 2}), (26, {2})])
def test_TM_R22_a_loan_may_come_first_so_who_could_pay_with_one_is_asked(price: int, who: set[int]) -> None:
    table = at("sell", (30, 15, 30), open=OPEN3, offers=(Offer(0, 1, price, 1),), loans=(1, 0, 1))
    assert set(asked(sale(table, table.offers[0])).allowed) == who


def test_TM_R22_a_loan_in_the_window_makes_the_purchase_possible() -> None:
    table = at("sell", (30, 15, 0), open=OPEN3, offers=(Offer(0, 1, 25, 1),), loans=(1, 0, 1))
    given = (("TM-17", {1: LOAN}), ("TM-17", {1: "buy"}))
    assert purses(drive(sale(table, table.offers[0]), *given)) == (55, 0, 0)


def test_TM_R22_nobody_who_can_pay_means_nobody_is_asked() -> None:
    table = at("sell", (30, 5, 5), open=OPEN3, offers=(Offer(0, 1, 25, 1),), loans=(1, 1, 1))
    assert drive(sale(table, table.offers[0])) == table


@pytest.mark.parametrize("buyer", [1, 2])
def test_TM_18_among_several_the_seller_chooses_the_buyer(buyer: int) -> None:
    both: Given = ("TM-17", {1: "buy", 2: "buy"})
    ask = asked(sale(one_for_sale(), Offer(0, 1, 5, 1)), both)
    assert ask.allowed == {0: OneOf(("P2", "P3"), because="all of them want card 1")}
    table = drive(sale(one_for_sale(), Offer(0, 1, 5, 1)), both, ("TM-18", {0: f"P{buyer + 1}"}))
    assert table.open[buyer] == (*OPEN3[buyer], 1)
    assert purses(table)[buyer] == 10


def test_TM_18_the_seller_must_pick_one_of_those_who_want_the_card() -> None:
    ask = asked(sale(one_for_sale(), Offer(0, 1, 5, 1)), ("TM-17", {1: "buy", 2: "buy"}))
    assert [refusal(ask, 0, answer).allowed for answer in ("P1", "pass", 1)] == [str(ask.allowed[0])] * 3


def test_TM_R22_a_window_goes_offer_by_offer_in_the_order_of_the_sellers_seats() -> None:
    offers = (Offer(0, 1, 10, 1), Offer(2, 4, 10, 1))
    table = at("end", (15, 15, 15), open=OPEN3, offers=offers, loans=(1, 1, 1))
    first = asked(PHASES["end"](table))
    assert (first.table.sale, set(first.allowed)) == (offers[0], {1})
    second = asked(PHASES["end"](table), ("TM-17", {1: "buy"}))
    assert (second.table.sale, set(second.allowed)) == (offers[1], {0})


def test_TM_R10_a_a_window_opens_when_all_offers_are_placed() -> None:
    given = (("TM-15", {0: 1}), ("TM-R21", {0: 5}), *NOTHING[1:])
    ask = asked(PHASES["sell"](selling()), *given)
    assert (ask.rule, ask.table.phase, ask.table.round) == ("TM-17", "sell", 1)
    table = drive(PHASES["sell"](selling()), *given, ("TM-17", {1: "buy", 2: "pass"}))
    assert (table.open[1], table.phase) == ((3, 1), "offer")


def test_TM_R10_b_a_window_opens_before_the_next_secret_bid_when_the_cards_are_up() -> None:
    table = replace(one_for_sale(), phase="offer", round=2)
    ask = asked(PHASES["offer"](table), ("TM-1", to_all((10, 10, 10))))
    assert (ask.rule, ask.table.phase, ask.table.centre) == ("TM-17", "offer", (10, 10, 10))
    table = drive(PHASES["offer"](table), ("TM-1", to_all((10, 10, 10))), ("TM-17", {1: "pass", 2: "buy"}))
    assert (table.open[2], table.phase) == ((4, 1), "bid")


def test_TM_R10_c_TM_R23_a_last_window_opens_before_the_payouts_and_what_lies_on_cards_comes_back() -> None:
    table = at("end", (15, 15, 15), open=OPEN3, offers=(Offer(0, 1, 15, 1),), hands=((10,), (11,), (12,)))
    ask = asked(PHASES["end"](table))
    assert (ask.rule, ask.table.hands) == ("TM-17", ((10,), (11,), (12,)))
    over = drive(PHASES["end"](table), passing(1, 2))
    assert (over.offers, over.phase, over.open[0]) == ((), "", (1, 2, 10))
    assert drive(PHASES["end"](table), ("TM-17", {1: "buy", 2: "pass"})).open[1] == (3, 1, 11)


def test_TM_R10_nobody_buys_between_the_bid_and_the_last_pick() -> None:
    table = at("bid", (15,) * 3, open=OPEN3, hands=((10, 11),) * 3, centre=(5, 6, 7), offers=(Offer(0, 1, 5, 1),))
    table = drive(PHASES["bid"](table), ("TM-3", to_all((4, 4, 8))), ("TM-8", {0: 1, 1: 2}))
    picked = drive(PHASES["pick"](table), ("TM-13", {2: (5, 6)}))
    assert (picked.phase, picked.open) == ("sell", ((1, 2), (3, 7), (4, 5, 6)))


def test_TM_R23_after_the_last_auction_nothing_new_is_offered_and_nothing_taken_back() -> None:
    table = at("bid", (15,) * 3, open=OPEN3, hands=((10,),) * 3, centre=(5, 6, 7), offers=(Offer(0, 1, 5, 1),), round=5)
    table = pick_first(drive(PHASES["bid"](table), ("TM-3", to_all((4, 5, 8)))))
    assert asked(PHASES[table.phase](table)).rule == "TM-17"


def test_TM_R21_a_bought_card_may_be_offered_from_the_next_sale_on() -> None:
    table = drive(PHASES["sell"](one_for_sale()), *NOTHING, ("TM-17", {1: "buy", 2: "pass"}))
    again = asked(PHASES["sell"](replace(table, phase="sell")), ("TM-15", {0: "none"}))
    assert again.allowed == {1: OneOf(("none", 3, 1))}


# --- loans ------------------------------------------------------------------------------------------------------------


def test_TM_21_a_loan_brings_10_from_the_bank_and_the_question_comes_again_with_its_limits() -> None:
    table = at("bid", (15, 15), centre=(1, 2))
    ask = asked(PHASES["bid"](table), ("TM-3", {1: LOAN}))
    assert (ask.rule, ask.allowed) == ("TM-3", {0: Amount(0, 15), 1: Amount(0, 25)})
    assert (purses(ask.table), ask.table.loans) == ((15, 25), (0, 1))
    assert ask.table.ledger.entries[-1][2:] == ("TM-21 takes a loan", BANK, 1, 10)
    assert told(ask.table, "TM-21") == ["P2 takes a loan of 10."]


def test_TM_21_a_second_loan_is_refused_and_the_others_may_still_take_theirs() -> None:
    ask = asked(PHASES["bid"](at("bid", (15, 15), centre=(1, 2))), ("TM-3", {1: LOAN}))
    assert {seat: choice.options for seat, choice in ask.free.items()} == {0: ("loan",), 1: ()}
    refused = refusal(ask, 1, LOAN)
    assert refused.allowed == "nothing (no loan is left: 1 for each player at most, rule TM-21)"


@pytest.mark.parametrize("option", ["money", 10, True, ""])
def test_TM_21_nothing_but_a_loan_can_be_taken_on_the_side(option: object) -> None:
    refused = refusal(asked(PHASES["bid"](at("bid", (15, 15), centre=(1, 2)))), 0, Free(option))  # type: ignore[arg-type]
    assert refused.allowed == "loan"


def test_TM_21_another_number_of_loans_and_another_sum_change_the_offer() -> None:
    box = replace(BOX, max_loans=2, loan_cash=4)
    step = PHASES["bid"](at("bid", (15, 15), box, centre=(1, 2), loans=(1, 2)))
    assert {seat: choice.options for seat, choice in asked(step).free.items()} == {0: ("loan",), 1: ()}
    ask = asked(PHASES["bid"](at("bid", (15, 15), box, centre=(1, 2))), ("TM-3", {0: LOAN}), ("TM-3", {0: LOAN}))
    assert (purses(ask.table), ask.table.loans) == ((23, 15), (2, 0))
    assert (ask.free[0].options, ask.free[1].options) == ((), ("loan",))
    none = asked(PHASES["bid"](at("bid", (15, 15), replace(BOX, max_loans=0), centre=(1, 2))))
    assert [choice.options for choice in none.free.values()] == [(), ()]


def test_TM_21_TM_R12_every_question_to_a_player_leaves_room_for_a_loan() -> None:
    everybody = {seat: OneOf(("loan",)) for seat in range(3)}
    hands = ((10, 11),) * 3
    tied = PHASES["bid"](at("bid", (15,) * 3, centre=(5, 6, 7)))
    questions = [
        asked(PHASES["offer"](at("offer", (15,) * 3, hands=hands))),
        asked(PHASES["bid"](at("bid", (15,) * 3, centre=(5, 6, 7)))),
        asked(tied, ("TM-3", {0: 2, 1: 2, 2: 4})),
        asked(PHASES["pick"](bidding((3, 9, 5), hands=hands))),
        asked(PHASES["sell"](selling())),
        asked(PHASES["sell"](selling()), ("TM-15", {0: 1})),
        asked(PHASES["sell"](one_for_sale(round=2))),
        asked(sale(one_for_sale(), Offer(0, 1, 5, 1))),
        asked(sale(one_for_sale(), Offer(0, 1, 5, 1)), ("TM-17", {1: "buy", 2: "buy"})),
    ]
    rules = [question.rule for question in questions]
    assert rules == ["TM-1", "TM-3", "TM-8", "TM-13", "TM-15", "TM-R21", "TM-16", "TM-17", "TM-18"]
    assert [dict(question.free) for question in questions] == [everybody] * 9


def test_TM_R12_a_loan_after_the_bids_are_shown_adds_nothing_to_these_bids() -> None:
    step = PHASES["pick"](bidding((3, 9, 5), hands=((10, 11),) * 3))
    table = drive(step, ("TM-13", {0: LOAN}), ("TM-13", {1: (1, 2)}))
    assert (table.rounds[-1].bids, table.rounds[-1].prize) == ((3, 9, 5), (0, 2, 1))
    assert purses(table) == (15 - 1 + 10, 6, 10)


def test_TM_R20_a_loan_in_a_tie_may_be_added_to_the_bid() -> None:
    tie: Given = ("TM-3", {0: 15, 1: 15})
    step = PHASES["bid"](at("bid", (15, 15), centre=(1, 2)))
    ask = asked(step, tie, ("TM-8", {0: LOAN}))
    assert [ask.allowed[seat].high for seat in (0, 1)] == [10, 0]  # type: ignore[union-attr]
    table = drive(PHASES["bid"](at("bid", (15, 15), centre=(1, 2))), tie, ("TM-8", {0: LOAN}), ("TM-8", {0: 10, 1: 0}))
    assert (table.rounds[-1].paid, table.rounds[-1].prize) == ((25, 7), (2, 0))
    assert purses(table) == (0, 8)


def test_TM_R20_no_loan_comes_between_the_extra_amounts_and_the_coin() -> None:
    step = PHASES["bid"](at("bid", (15, 15), centre=(1, 2)))
    ask = asked(step, ("TM-3", {0: 5, 1: 5}), ("TM-8", {0: 1, 1: 1}))
    assert (ask.rule, ask.free) == ("TM-10", {})


# --- the last payments ------------------------------------------------------------------------------------------------


def test_TM_22_goods_are_paid_from_the_top_of_the_payout_card() -> None:
    table = payout(at("payout", (15, 15), open=((1, 4, 7), (2, 11, 13))))
    paid = [entry.why.split(" most ")[1] for entry in table.ledger.entries if " most " in entry.why]
    assert tuple(dict.fromkeys(paid)) == BOX.goods


def test_TM_23_TM_R15_levies_come_before_the_payout_of_the_same_good() -> None:
    table = payout(at("payout", (15, 15, 15), open=((6,), (9,), (5,))))
    grape = [(e.why, e.payer, e.payee, e.amount) for e in table.ledger.entries if e.why.endswith("grape")]
    assert grape == [
        ("TM-23 levy for some grape", 1, 0, 1),
        ("TM-23 levy for some grape", 2, 0, 1),
        ("TM-23 payout for most grape", BANK, 0, 6),
    ]


def test_TM_24_levies_of_a_shared_lead_go_into_the_pot_that_is_shared() -> None:
    table = payout(at("payout", (15, 15, 15), open=((6,), (7,), (5,))))
    grape = [(e.why, e.payer, e.payee, e.amount) for e in table.ledger.entries if e.why.endswith("grape")]
    assert grape == [
        ("TM-23 levy for some grape", 2, BANK, 1),
        ("TM-24 payout for most grape", BANK, 0, 4),
        ("TM-24 payout for most grape", BANK, 1, 4),
    ]


def test_TM_24_TM_25_the_bank_pays_a_levy_of_a_shared_lead_too() -> None:
    table = good_paid(at("payout", (5, 5, 0), loans=(0, 0, 1)), (4, 4, 1), 4)
    assert (purses(table), table.debts) == ((9, 9, 0), (0, 0, 1))


def test_TM_R15_what_an_earlier_good_brings_pays_a_later_levy() -> None:
    # P1 leads truffle (4 + 1) and artichoke (5), then owes for potato.
    table = payout(at("payout", (0, 15), loans=(1, 0), open=((1,), (15, 16))))
    assert (table.debts, table.owed) == ((0, 0), (15 - 5 - 5 + 1, 0))


def test_TM_R15_what_a_later_good_brings_comes_too_late_for_an_earlier_levy() -> None:
    # P1 owes for truffle, then leads hazelnut, lemon, pepper and onion.
    table = payout(at("payout", (0, 15), loans=(1, 0), open=((13, 14), (10, 1))))
    assert (table.debts, table.owed) == ((1, 0), (0, 0))
    assert purses(table)[0] == 4 + 5 + 7 + 8 - 15 - 2
    assert told(table, "TM-25") == ["The bank pays 1 for P1, who owes 2 more at the end."]


def test_TM_R16_a_loan_that_a_levy_forces_is_taken_first_and_then_the_levy_is_paid() -> None:
    table = payout(at("payout", (0, 15), open=((5,), (4, 6, 16))))
    mine = [(entry.why, entry.amount) for entry in table.ledger.entries if 0 in (entry.payer, entry.payee)]
    assert mine[:2] == [("TM-25 takes a loan", 10), ("TM-23 levy for some lemon", 1)]
    assert mine[-1] == ("TM-26 pays the loan back", 7)


def test_TM_R18_a_good_that_nobody_owns_is_passed_over() -> None:
    table = payout(at("payout", (15, 15), open=((1,), ())))
    assert [text.split(":")[0] for text in told(table, "TM-23")] == ["Truffle", "Artichoke", "Potato"]
    assert purses(payout(at("payout", (15, 15)))) == (15, 15)


def test_TM_26_every_borrower_pays_back_15_after_the_last_good() -> None:
    table = payout(at("payout", (20, 15), loans=(1, 0)))
    assert (purses(table), table.owed) == ((5, 15), (0, 0))
    assert table.ledger.entries[-1][2:] == ("TM-26 pays the loan back", 0, BANK, 15)


@pytest.mark.parametrize(("debts", "left", "owed"), [(0, 3, 0), (1, 1, 0), (2, 0, 1), (5, 0, 7)])
def test_TM_R13_each_debt_counter_costs_2_more(debts: int, left: int, owed: int) -> None:
    table = payout(at("payout", (18, 15), loans=(1, 0), debts=(debts, 0)))
    assert (purses(table)[0], table.owed[0]) == (left, owed)


def test_TM_R13_another_loan_price_and_counter_change_what_is_due() -> None:
    box = replace(BOX, loan_back=11, bank_debt_step=3)
    assert purses(payout(at("payout", (20, 15), box, loans=(1, 0), debts=(2, 0)))) == (3, 15)


def test_TM_R13_debt_counters_are_paid_off_even_where_nobody_may_borrow() -> None:
    box = replace(BOX, max_loans=0)
    table = payout(at("payout", (0, 15), box, open=((13, 14), (10, 1))))
    assert (table.loans, table.debts, table.owed) == ((0, 0), (1, 0), (0, 0))
    assert purses(table)[0] == 4 + 5 + 7 + 8 - 2


def test_TM_23_another_levy_changes_what_other_owners_pay() -> None:
    grape = at("payout", (15, 15, 15), replace(BOX, levy=2), open=((6,), (9,), (5,)))
    levies = [entry.amount for entry in payout(grape).ledger.entries if entry.why == "TM-23 levy for some grape"]
    assert levies == [2, 2]


def test_TM_27_TM_R14_the_score_is_cash_less_open_debt_and_may_be_negative_but_no_purse_is() -> None:
    table = payout(at("payout", (4, 9), loans=(1, 0)))
    assert (purses(table), table.owed, turin.scores(table)) == ((0, 9), (11, 0), (-11, 9))
    assert told(table, "TM-26") == ["P1 still owes 11."]
    assert told(table, "TM-27") == ["Final scudi: P1 -11, P2 9."]


# --- the goose --------------------------------------------------------------------------------------------------------

TIE, FEWEST = replace(BOX, goose="tie"), replace(BOX, goose="fewest")


def test_TM_R19_the_goose_is_off_by_default() -> None:
    assert (BOX.goose, bidding((5, 5), ("TM-8", {0: 1, 1: 2})).goose) == ("off", None)
    table = drive(PHASES["sell"](selling()), *NOTHING)
    assert table.goose is None


def test_TM_29_a_TM_R25_the_lowest_tied_seat_is_asked_first_and_who_takes_the_goose_loses_the_tie() -> None:
    ask = asked(PHASES["bid"](at("bid", (15, 15), TIE, centre=(1, 2))), ("TM-3", {0: 5, 1: 5}))
    assert (ask.rule, ask.allowed) == ("TM-29", {0: OneOf(("take", "leave"))})
    table = bidding((5, 5), ("TM-29", {0: "take"}), box=TIE)
    assert (table.goose, table.rounds[-1].prize, table.rounds[-1].paid) == (0, (0, 2), (2, 5))
    assert table.rounds[-1].again == (False, False)
    assert told(table, "TM-29") == ["P1 takes the goose and loses the tie."]


def test_TM_29_a_if_all_leave_the_goose_the_tied_bid_once_more() -> None:
    given = (("TM-29", {0: "leave"}), ("TM-29", {1: "leave"}), ("TM-8", {0: 1, 1: 0}))
    table = bidding((5, 5), *given, box=TIE)
    assert (table.goose, table.rounds[-1].prize) == (None, (2, 0))


def test_TM_29_a_the_second_of_the_tied_may_take_what_the_first_has_left() -> None:
    table = bidding((5, 5), ("TM-29", {0: "leave"}), ("TM-29", {1: "take"}), box=TIE)
    assert (table.goose, table.rounds[-1].prize, table.rounds[-1].paid) == (1, (2, 0), (5, 2))


def test_TM_29_a_TM_R25_the_taker_gets_the_worst_tied_place_and_the_rest_bid_again() -> None:
    table = bidding((5, 5, 5), ("TM-29", {0: "take"}), ("TM-8", {1: 0, 2: 1}), box=TIE)
    assert (table.rounds[-1].prize, table.rounds[-1].paid, table.goose) == ((0, 1, 2), (2, 5, 6), 0)
    won = bidding((9, 5, 5, 1), ("TM-29", {1: "take"}), box=TIE)
    assert (won.rounds[-1].prize, won.rounds[-1].place) == ((2, 1, 1, 0), (1, 3, 2, 4))
    assert won.rounds[-1].paid == (9, 5, 5, 0)


@pytest.mark.parametrize("taker", [0, 2])
def test_TM_29_a_TM_R25_the_holder_may_hand_the_goose_to_one_of_the_tied_and_win(taker: int) -> None:
    ask = asked(PHASES["bid"](at("bid", (15,) * 3, TIE, centre=(1, 2, 3), goose=1)), ("TM-3", {0: 5, 1: 5, 2: 5}))
    assert ask.allowed == {1: OneOf(("keep", "P1", "P3"))}
    given = (("TM-29", {1: f"P{taker + 1}"}), ("TM-8", {0: 2, 2: 1}))
    table = bidding((5, 5, 5), *given, box=TIE, goose=1)
    assert (table.goose, table.rounds[-1].prize, table.rounds[-1].paid) == (taker, (1, 2, 0), (7, 5, 3))
    assert told(table, "TM-29") == [f"P2 hands the goose to P{taker + 1} and wins the tie."]


def test_TM_29_a_the_holder_may_keep_the_goose_and_then_all_bid_again() -> None:
    table = bidding((5, 5), ("TM-29", {1: "keep"}), ("TM-8", {0: 1, 1: 2}), box=TIE, goose=1)
    assert (table.goose, table.rounds[-1].prize) == (1, (0, 2))


def test_TM_29_a_nobody_is_asked_when_the_holder_is_not_tied_or_the_tie_earns_nothing() -> None:
    assert bidding((5, 5, 9), ("TM-8", {0: 1, 1: 2}), box=TIE, goose=2).goose == 2
    assert bidding((9, 8, 7, 5, 5), box=TIE).goose is None
    assert bidding((9, 0, 0), box=TIE).goose is None


def test_TM_29_a_with_two_ties_the_higher_is_asked_first_and_there_is_one_goose() -> None:
    given = (("TM-29", {2: "take"}), ("TM-8", {0: 1, 1: 2}))
    table = bidding((3, 3, 7, 7), *given, box=TIE)
    assert (table.goose, table.rounds[-1].prize, table.rounds[-1].place) == (2, (0, 1, 1, 2), (4, 3, 2, 1))


def test_TM_29_the_goose_stays_with_its_holder_in_the_next_game_of_a_match() -> None:
    table = payout(at("payout", (15, 15), replace(TIE, games=3), goose=1))
    assert drive(PHASES["deal"](table), ("TM-S4", {NATURE: tuple(range(18))})).goose == 1


@pytest.mark.parametrize(
    ("cards", "holder"),
    [
        (((6,), (9, 1)), 0),
        (((6, 1), (9,)), 1),
        (((6,), (13,)), None),
        (((), ()), None),
        (((), (1,)), 0),
        (((), (1,), ()), None),
    ],
)
def test_TM_29_b_TM_R25_whoever_alone_leads_in_the_fewest_goods_holds_the_goose(
    cards: tuple[tuple[int, ...], ...], holder: int | None
) -> None:
    assert pass_goose(at("sell", (15,) * len(cards), FEWEST, open=cards)).goose == holder


def test_TM_29_b_TM_R25_a_shared_lead_counts_for_each_leader() -> None:
    # P1 and P2 share the grapes: three leads each with the shared one, as many as P3; without it P2 has two.
    assert pass_goose(at("sell", (15,) * 3, FEWEST, open=((6,), (7,), (12,)))).goose is None
    assert pass_goose(at("sell", (15,) * 3, FEWEST, open=((6,), (10,), (12,)))).goose == 1


def test_TM_29_b_the_goose_is_passed_after_the_sales_and_after_the_last_auction() -> None:
    table = at("sell", (15, 15), FEWEST, open=((6, 1), (9,)), hands=((10, 11),) * 2, offers=(Offer(0, 1, 5, 0),))
    bought = drive(
        PHASES["sell"](replace(table, round=0)), ("TM-15", {0: "none"}), ("TM-15", {1: "none"}), ("TM-17", {1: "buy"})
    )
    assert bought.goose == 0
    last = pick_first(bidding((9, 0), box=FEWEST, hands=((10,), (11,))))
    assert (last.phase, last.goose) == ("end", 1)


@pytest.mark.parametrize(
    ("bids", "added", "prize", "paid"),
    [
        ((4, 6), (), (0, 2), (2, 6)),
        ((4, 5), (0, 1), (0, 2), (2, 6)),
        ((4, 5), (1, 0), (2, 0), (5, 2)),
        ((5, 5), (), (2, 0), (5, 2)),
        ((1, 1), (), (2, 0), (1, 0)),
    ],
)
def test_TM_29_b_TM_R25_the_holder_is_ranked_one_higher_and_never_pays_for_it(
    bids: tuple[int, int], added: tuple[int, ...], prize: tuple[int, int], paid: tuple[int, int]
) -> None:
    tie: list[Given] = [("TM-8", to_all(added))] if added else []
    done = bidding(bids, *tie, box=FEWEST, goose=0).rounds[-1]
    assert (done.prize, done.paid) == (prize, paid)


def test_TM_29_b_TM_R25_a_bid_of_0_is_not_lifted_by_the_goose() -> None:
    done = bidding((0, 0), box=FEWEST, goose=0).rounds[-1]
    assert (done.prize, done.burned) == ((0, 0), 2)
    done = bidding((0, 1), box=FEWEST, goose=0).rounds[-1]
    assert (done.prize, done.again) == ((0, 2), (False, False))


def test_TM_29_b_TM_R25_the_goose_counts_once_and_not_again_in_the_extra_round() -> None:
    done = bidding((4, 5), ("TM-8", {0: 2, 1: 2}), ("TM-10", {NATURE: (1, 0)}), box=FEWEST, goose=0).rounds[-1]
    assert (done.prize, done.paid) == ((0, 2), (3, 7))


def test_TM_29_b_TM_11_who_is_lifted_into_a_tie_and_adds_nothing_like_the_other_is_tied_at_zero() -> None:
    table = bidding((4, 5), ("TM-8", {0: 0, 1: 0}), box=FEWEST, goose=0)
    assert (table.rounds[-1].prize, table.rounds[-1].paid, table.rounds[-1].burned) == ((0, 0), (2, 2), 2)
    assert reasons(table) == ["TM-11 pays for a tie at zero"] * 2
