"""Turin Market rule by rule, from the deal to the last card picked: single steps of the script, named by rule id."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal
from mechanics.games import turin
from mechanics.games.turin import BOX, Box
from mechanics.games.turin.payout import payout
from mechanics.games.turin.script import PHASES, game
from mechanics.games.turin.state import Offer, Table
from mechanics.ledger import BANK
from mechanics.table import NATURE, Amount, Ask, OneOf, Order, Several, play, sentence
from tests.turin_steps import asked, at, bidding, drive, pick_first, purses, reasons, refusal, to_all, told

UNSHUFFLED = tuple(range(18))
HANDS3 = tuple(tuple(range(6 * seat + 1, 6 * seat + 7)) for seat in range(3))


def dealt(seats: int, box: Box = BOX) -> Table:
    """A game just dealt, with the cards in their printed order."""
    return drive(PHASES["deal"](at("deal", [0] * seats, box, round=0)), ("TM-S4", {NATURE: UNSHUFFLED}))


# --- the box ----------------------------------------------------------------------------------------------------------


def test_every_card_shows_three_goods_with_3_2_and_1_units() -> None:
    for card in BOX.deck:
        assert sorted(BOX.on_card(card)) == [0] * 6 + [1, 2, 3]
        assert BOX.goods_on(card) == tuple((good, units) for good, units in enumerate(BOX.on_card(card)) if units)
        three, two, one = BOX.cards[card - 1]
        assert [BOX.on_card(card)[good] for good in (three, two, one)] == [3, 2, 1]


def test_the_18_cards_carry_108_units_of_nine_goods() -> None:
    assert (len(BOX.deck), len(BOX.goods), len(set(BOX.cards))) == (18, 9, 18)
    assert BOX.units == (8, 9, 10, 11, 12, 13, 14, 15, 16)
    assert sum(BOX.units) == 108


def test_every_pair_of_goods_shares_one_or_two_cards() -> None:
    shared = Counter(pair for card in BOX.cards for pair in combinations(sorted(card), 2))
    assert set(shared) == set(combinations(range(9), 2))
    assert set(shared.values()) <= {1, 2}


def test_TM_S2_both_payout_columns_sum_to_54_and_the_table_agrees_on_one() -> None:
    assert (sum(BOX.classic), sum(BOX.new)) == (54, 54)
    assert (BOX.payouts, replace(BOX, column="new").payouts) == (BOX.classic, BOX.new)
    lone: dict[str, Any] = {"open": ((1,), ()), "round": 1}
    boxes = [replace(BOX, column=column) for column in ("classic", "new")]
    paid = [purses(payout(at("payout", (0, 0), box, **lone)))[0] for box in boxes]
    assert paid == [4 + 5 + 8, 8 + 7 + 4]


@pytest.mark.parametrize(("seats", "prizes"), [(2, (2, 0)), (3, (2, 1, 0)), (4, (2, 1, 1, 0)), (5, (2, 2, 1, 0, 0))])
def test_TM_7_the_places_win_the_printed_numbers_of_cards_as_many_as_are_put_up(
    seats: int, prizes: tuple[int, ...]
) -> None:
    assert BOX.auction(seats, False).prizes == prizes
    assert sum(prizes) == seats


@pytest.mark.parametrize(("seats", "prizes"), [(4, (1, 1, 0, 0)), (5, (1, 1, 1, 0, 0))])
def test_TM_7_the_opening_auction_has_a_row_of_its_own(seats: int, prizes: tuple[int, ...]) -> None:
    assert BOX.auction(seats, True).prizes == prizes
    assert sum(prizes) == BOX.centre[seats]


# --- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", turin.SEATS)
def test_TM_S1_everybody_starts_with_15_scudi_from_the_bank(seats: int) -> None:
    table = dealt(seats)
    assert purses(table) == (15,) * seats
    assert table.ledger.balance(BANK) == -15 * seats
    assert (table.loans, table.debts) == ((0,) * seats, (0,) * seats)


@pytest.mark.parametrize(
    ("seats", "each", "centre", "unseen", "phase"),
    [(2, 6, 0, 6, "offer"), (3, 6, 0, 0, "offer"), (4, 4, 2, 0, "bid"), (5, 3, 3, 0, "bid")],
)
def test_TM_S4_TM_2_the_18_cards_are_dealt_and_the_rest_lies_open_or_leaves(
    seats: int, each: int, centre: int, unseen: int, phase: str
) -> None:
    table = dealt(seats)
    assert [len(hand) for hand in table.hands] == [each] * seats
    assert (len(table.centre), len(table.unseen)) == (centre, unseen)
    assert (table.phase, table.opening) == (phase, centre > 0)
    assert table.hands == tuple(tuple(range(each * seat + 1, each * (seat + 1) + 1)) for seat in range(seats))
    places = (*table.hands, table.centre, table.unseen)
    assert sorted(card for place in places for card in place) == list(range(1, 19))


def test_TM_S4_the_deal_is_natures_and_nobody_sees_the_order() -> None:
    ask = asked(PHASES["deal"](at("deal", (0, 0), round=0)))
    assert (ask.allowed, ask.private) == ({NATURE: Order(18)}, True)
    assert turin.view(ask, 0).allowed is None


def test_TM_S4_before_the_deal_there_is_nothing_to_deal_anew() -> None:
    table = asked(game(3)).table
    assert turin.redeal(table, 0, np.random.default_rng(1)) == table


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_a_game_for_too_few_or_too_many_is_refused_with_the_numbers_that_are_possible(seats: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 5 players; {seats} is not possible"):
        next(game(seats))


# --- putting up -------------------------------------------------------------------------------------------------------


def test_TM_1_everybody_is_asked_at_once_and_in_secret_for_a_card_of_the_own_hand() -> None:
    ask = asked(PHASES["offer"](at("offer", (15, 15, 15), hands=HANDS3)))
    assert (ask.rule, ask.sealed) == ("TM-1", True)
    assert ask.allowed == {seat: OneOf(hand) for seat, hand in enumerate(HANDS3)}


def test_TM_1_the_cards_leave_the_hands_and_are_turned_up_together_in_seat_order() -> None:
    table = drive(PHASES["offer"](at("offer", (15, 15, 15), hands=HANDS3[::-1])), ("TM-1", {0: 13, 1: 12, 2: 2}))
    assert (table.centre, table.phase) == ((13, 12, 2), "bid")
    assert table.hands == ((14, 15, 16, 17, 18), (7, 8, 9, 10, 11), (1, 3, 4, 5, 6))
    assert told(table, "TM-1") == ["Up for auction: cards 13 and 12 and 2."]


@pytest.mark.parametrize("answer", [7, 19, 0, "1", True, 1.0])
def test_TM_1_what_is_not_a_card_of_the_own_hand_is_refused(answer: object) -> None:
    refused = refusal(asked(PHASES["offer"](at("offer", (15, 15, 15), hands=HANDS3))), 0, answer)
    assert (refused.rule, refused.allowed) == ("TM-1", "1, 2, 3, 4, 5 or 6")
    assert refused.why == f"“{answer}” is not possible here."


@pytest.mark.parametrize(("seats", "hand"), [(4, 4), (5, 3)])
def test_TM_2_the_first_auction_of_four_or_five_is_for_the_open_cards_alone(seats: int, hand: int) -> None:
    table = dealt(seats)
    ask = asked(PHASES[table.phase](table))
    assert (ask.rule, ask.table.centre) == ("TM-3", table.centre)
    table = drive(PHASES["bid"](table), ("TM-3", to_all(range(seats))))
    assert [len(left) for left in table.hands] == [hand] * seats
    assert table.rounds[-1].prizes == BOX.awards_first[seats]
    assert table.opening is False


# --- bidding ----------------------------------------------------------------------------------------------------------


def test_TM_3_all_bid_in_secret_from_0_to_their_free_cash() -> None:
    offers = (Offer(0, 1, 4, 0), Offer(2, 3, 15, 0))
    ask = asked(PHASES["bid"](at("bid", (15, 7, 15), centre=(4, 5, 6), open=((1,), (), (3,)), offers=offers)))
    assert (ask.rule, ask.sealed) == ("TM-3", True)
    limits = [(ask.allowed[seat].low, ask.allowed[seat].high) for seat in range(3)]  # type: ignore[union-attr]
    assert limits == [(0, 11), (0, 7), (0, 0)]


def test_TM_3_an_over_bid_is_refused_with_rule_reason_and_limit() -> None:
    offers = (Offer(0, 1, 4, 0),)
    ask = asked(PHASES["bid"](at("bid", (15, 15), centre=(4, 5), open=((1,), ()), offers=offers)))
    refused = refusal(ask, 0, 12)
    assert (refused.rule, refused.why) == ("TM-3", "12 is 1 more than 11.")
    assert refused.allowed == "a whole number from 0 to 11 (4 of your 15 scudi lie on cards for sale)"
    assert refusal(ask, 1, 16).allowed == "a whole number from 0 to 15"


@pytest.mark.parametrize("answer", [True, False, 3.0, "3", -1, 16, (3,)])
def test_TM_3_what_is_no_whole_number_within_the_free_cash_is_refused(answer: object) -> None:
    refused = refusal(asked(PHASES["bid"](at("bid", (15, 15), centre=(4, 5)))), 0, answer)
    assert (refused.rule, refused.allowed) == ("TM-3", "a whole number from 0 to 15")


def test_TM_3_who_is_not_asked_cannot_answer() -> None:
    refused = refusal(asked(PHASES["bid"](at("bid", (15, 15), centre=(4, 5)))), 2, 3)
    assert (refused.why, refused.allowed) == ("P3 is not asked now.", "waiting for P1, P2")


def test_TM_4_a_lone_bid_of_0_wins_nothing_though_its_place_has_a_card() -> None:
    done = bidding((0, 4, 7)).rounds[-1]
    assert (done.prize, done.paid, done.burned) == ((0, 1, 2), (0, 4, 7), 0)
    lone = bidding((0, 9, 5, 7)).rounds[-1]
    assert (lone.prize, lone.burned) == ((0, 2, 1, 1), 0)
    short = bidding((0, 0, 4)).rounds[-1]
    assert (short.prize, short.burned) == ((0, 0, 2), 1)
    fourth = bidding((9, 0, 5, 0)).rounds[-1]
    assert (fourth.prize, fourth.paid, fourth.burned) == ((2, 0, 1, 0), (9, 0, 5, 0), 1)


@pytest.mark.parametrize("bid", range(1, 16))
def test_TM_5_a_winner_pays_the_whole_bid_to_the_bank(bid: int) -> None:
    table = bidding((bid, 0))
    assert purses(table) == (15 - bid, 15)
    assert reasons(table) == ["TM-5 pays the winning bid"]
    assert table.ledger.entries[-1][3:] == (0, BANK, bid)


@pytest.mark.parametrize("bid", range(0, 15))
def test_TM_6_a_loser_pays_half_of_the_bid_rounded_down(bid: int) -> None:
    table = bidding((15, bid))
    assert purses(table) == (0, 15 - bid // 2)
    assert reasons(table)[1:] == ["TM-6 pays for losing"] * (bid > 1)


def test_TM_6_after_an_extra_round_the_new_total_is_halved() -> None:
    assert bidding((5, 5), ("TM-8", {0: 4, 1: 5})).rounds[-1].paid == (4, 10)


def test_TM_8_only_the_tied_bid_again_in_secret_at_most_what_is_left_of_the_free_cash() -> None:
    offers = (Offer(1, 1, 3, 0),)
    table = at("bid", (15, 9, 15), centre=(4, 5, 6), open=((), (1,), ()), offers=offers)
    ask = asked(PHASES["bid"](table), ("TM-3", {0: 2, 1: 2, 2: 4}))
    assert (ask.rule, ask.sealed, set(ask.allowed)) == ("TM-8", True, {0, 1})
    assert ask.allowed[0] == Amount(0, 13, because="you have bid 2 already")
    assert ask.allowed[1] == Amount(0, 4, because="you have bid 2 already, and 3 of your 9 scudi lie on cards for sale")
    refused = refusal(ask, 1, 5)
    assert (refused.rule, refused.why) == ("TM-8", "5 is 1 more than 4.")
    assert refusal(ask, 2, 0).allowed == "waiting for P1, P2"
    assert told(ask.table, "TM-3") == ["Bids: P1 2, P2 2, P3 4."]
    assert told(ask.table, "TM-8") == ["P1 and P2 are tied and bid once more."]


def test_TM_8_several_ties_are_fought_at_once() -> None:
    ask = asked(PHASES["bid"](at("bid", [15] * 4, centre=(1, 2, 3, 4))), ("TM-3", {0: 5, 1: 3, 2: 5, 3: 3}))
    assert set(ask.allowed) == {0, 1, 2, 3}
    done = bidding((5, 3, 5, 3), ("TM-8", {0: 1, 1: 9, 2: 2, 3: 8})).rounds[-1]
    assert (done.prize, done.paid) == ((1, 1, 2, 0), (6, 12, 7, 5))


def test_TM_8_nobody_bids_again_when_all_bids_differ_or_all_are_0() -> None:
    assert told(bidding((1, 2, 3)), "TM-8") == told(bidding((0, 0, 0)), "TM-8") == []
    assert bidding((0, 0, 0)).rounds[-1].again == (False, False, False)


@pytest.mark.parametrize("added", range(1, 13))
def test_TM_9_no_extra_money_lifts_a_tied_player_above_the_tied_places(added: int) -> None:
    done = bidding((2, 2, 4), ("TM-8", {0: 0, 1: added})).rounds[-1]
    assert (done.place[2], done.place[1], done.prize) == (1, 2, (0, 1, 2))
    assert done.paid == (1, 2 + added, 4)


@pytest.mark.parametrize("coin", list(permutations(range(3))))
def test_TM_10_TM_R7_the_coin_puts_three_who_are_level_again_in_its_order(coin: tuple[int, ...]) -> None:
    done = bidding((3, 3, 3), ("TM-8", {0: 2, 1: 2, 2: 2}), ("TM-10", {NATURE: coin})).rounds[-1]
    assert done.prize == tuple((2, 1, 0)[rank] for rank in coin)
    assert done.paid == tuple((5, 5, 2)[rank] for rank in coin)


def test_TM_10_the_coin_is_natures_and_is_seen_by_all() -> None:
    table = at("bid", (15, 15), centre=(1, 2))
    ask = asked(PHASES["bid"](table), ("TM-3", {0: 5, 1: 5}), ("TM-8", {0: 1, 1: 1}))
    assert (ask.allowed, ask.private, ask.free) == ({NATURE: Order(2)}, False, {})


def test_TM_11_a_tie_at_zero_pays_half_of_the_first_bid_and_the_cards_of_its_places_go() -> None:
    table = pick_first(bidding((9, 9, 6, 3), ("TM-8", {0: 0, 1: 0})))
    done = table.rounds[-1]
    assert (done.prize, done.paid, done.burned) == ((0, 0, 1, 0), (4, 4, 6, 1), 3)
    assert (table.gone, table.open[2]) == ((2, 3, 4), (1,))


def test_TM_R5_TM_R6_nobody_moves_up_and_what_is_left_after_the_last_pick_leaves_the_game() -> None:
    table = bidding((2, 2, 4), ("TM-8", {0: 0, 1: 0}))
    table = drive(PHASES["pick"](table), ("TM-13", {2: (1, 3)}))
    assert (table.open, table.gone, table.centre) == (((), (), (1, 3)), (2,), ())
    assert told(table, "TM-11")[-1] == "Card 2 leaves the game."


def test_TM_11_cards_that_have_left_the_game_stay_out_of_it() -> None:
    table = pick_first(bidding((0, 0), gone=(17, 18)))
    assert (table.gone, table.open) == ((17, 18, 1, 2), ((), ()))
    assert told(table, "TM-11") == ["Cards 1 and 2 leave the game."]


def test_TM_R1_a_tie_that_earns_no_card_bids_no_second_time_and_pays_half() -> None:
    done = bidding((9, 8, 7, 5, 5)).rounds[-1]
    assert (done.again, done.paid, done.burned) == ((False,) * 5, (9, 8, 7, 2, 2), 0)
    opening = bidding((9, 8, 5, 5), opening=True).rounds[-1]
    assert (opening.prize, opening.paid) == ((1, 1, 0, 0), (9, 8, 2, 2))


def test_TM_R2_a_tie_over_places_that_all_earn_is_fought_and_one_who_adds_0_alone_still_wins() -> None:
    done = bidding((5, 3, 3, 1), ("TM-8", {1: 0, 2: 4})).rounds[-1]
    assert (done.prize, done.paid, done.place[1]) == ((2, 1, 1, 0), (5, 3, 7, 0), 3)


def test_TM_R3_two_who_add_0_win_nothing_though_there_were_cards_for_both() -> None:
    done = bidding((6, 6, 3, 1, 0), ("TM-8", {0: 0, 1: 0})).rounds[-1]
    assert (done.prize, done.paid, done.burned) == ((0, 0, 1, 0, 0), (3, 3, 3, 0, 0), 4)


def test_TM_R4_of_three_tied_the_one_who_adds_takes_the_best_place_and_the_two_others_burn_theirs() -> None:
    done = bidding((6, 6, 6, 1, 0), ("TM-8", {0: 0, 1: 1, 2: 0})).rounds[-1]
    assert (done.prize, done.paid, done.burned) == ((0, 2, 0, 0, 0), (3, 7, 3, 0, 0), 3)


def test_TM_12_no_card_is_picked_before_every_tie_is_settled() -> None:
    table = bidding((5, 3, 3, 1), ("TM-8", {1: 0, 2: 4}))
    assert (table.phase, table.centre, table.open) == ("pick", (1, 2, 3, 4), ((),) * 4)


# --- picking ----------------------------------------------------------------------------------------------------------


def test_TM_13_winners_pick_in_the_order_of_their_places_all_cards_of_a_place_at_once() -> None:
    table = bidding((3, 9, 5, 1), hands=((5, 6),) * 4)
    ask = asked(PHASES["pick"](table))
    assert (ask.rule, ask.allowed, ask.sealed) == ("TM-13", {1: Several((1, 2, 3, 4), 2, 2)}, False)
    ask = asked(PHASES["pick"](table), ("TM-13", {1: (2, 4)}))
    assert ask.allowed == {2: OneOf((1, 3))}
    table = drive(PHASES["pick"](table), ("TM-13", {1: (2, 4)}), ("TM-13", {2: 3}))
    assert table.open == ((1,), (2, 4), (3,), ())
    assert (table.centre, table.gone, table.phase) == ((), (), "sell")


@pytest.mark.parametrize("answer", [(1,), (1, 2, 3), (1, 1), (1, 5), (1, True), 1, ()])
def test_TM_13_other_than_two_cards_that_lie_there_are_refused(answer: object) -> None:
    refused = refusal(asked(PHASES["pick"](bidding((3, 9, 5)))), 1, answer)
    assert (refused.rule, refused.allowed) == ("TM-13", "exactly 2 of 1, 2 or 3")


def test_TM_14_won_cards_lie_open_before_their_winner_for_everybody_to_see() -> None:
    table = drive(PHASES["pick"](bidding((3, 9), open=((8,), (9,)), hands=((5, 6), (7, 10)))))
    ask = asked(PHASES["sell"](table))
    for seat in (None, 0, 1):
        assert turin.view(ask, seat).board.open == ((8,), (9, 1, 2))


def test_TM_19_the_board_shows_who_leads_each_good_and_a_shared_lead_as_shared() -> None:
    table = at("bid", (15, 15), centre=(1, 2), open=((6,), (9,)))
    leaders = dict(zip(BOX.goods, turin.view(asked(PHASES["bid"](table)), None).board.leaders, strict=True))
    assert (leaders["grape"], leaders["artichoke"], leaders["pepper"]) == ((0,), (0,), (1,))
    assert leaders["truffle"] == ()
    level = at("bid", (15, 15), centre=(1, 2), open=((6,), (7,)))
    assert turin.view(asked(PHASES["bid"](level)), None).board.leaders[4] == (0, 1)


# --- the last card ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "auctions", "opening"), [(2, 5, 0), (3, 5, 0), (4, 5, 1), (5, 4, 1)])
def test_TM_20_the_auctions_go_on_until_the_hands_are_empty(seats: int, auctions: int, opening: int) -> None:
    for seed in range(3):
        table = play(turin, dict.fromkeys(range(seats), random_legal), seed)
        assert len(table.rounds) == auctions
        assert [len(done.cards) for done in table.rounds] == [BOX.centre[seats]] * opening + [seats] * (
            auctions - opening
        )
        assert [done.round for done in table.rounds] == list(range(1, auctions + 1))
        assert table.hands == ((),) * seats


@pytest.mark.parametrize(("left", "phase"), [(2, "sell"), (1, "end")])
def test_TM_20_with_two_or_three_players_the_last_card_of_each_hand_is_not_auctioned(left: int, phase: str) -> None:
    for seats in (2, 3):
        hands = tuple(tuple(range(10 + 2 * seat, 10 + 2 * seat + left)) for seat in range(seats))
        assert pick_first(bidding(range(1, seats + 1), hands=hands)).phase == phase


@pytest.mark.parametrize(("left", "phase"), [(1, "sell"), (0, "end")])
def test_TM_20_with_four_or_five_players_the_last_card_is_auctioned(left: int, phase: str) -> None:
    for seats in (4, 5):
        hands = tuple((10 + seat,)[:left] for seat in range(seats))
        assert pick_first(bidding(range(1, seats + 1), hands=hands)).phase == phase


def test_TM_20_the_held_back_card_joins_the_open_cards_and_counts() -> None:
    table = drive(PHASES["end"](at("end", (0, 0), hands=((1,), (11,)), open=((2,), (9,)))))
    assert (table.open, table.hands) == (((2, 1), (9, 11)), ((), ()))
    assert told(table, "TM-20") == ["P1 turns up card 1.", "P2 turns up card 11."]
    truffle = [e for e in table.ledger.entries if e.why.endswith("most truffle")]
    assert [(e.payee, e.amount) for e in truffle] == [(0, 4)]


def test_TM_R17_a_held_back_card_is_hidden_and_never_for_sale() -> None:
    table = at("sell", (15, 15), hands=((1,), (11,)), open=((2,), ()))
    ask = asked(PHASES["sell"](table))
    assert ask.allowed == {0: OneOf(("none", 2))}
    assert turin.view(ask, 1).board.hand == (11,)
    assert "1" not in [str(card) for card in turin.view(ask, 1).board.open[0]]
    assert refusal(ask, 0, 1).rule == "TM-15"


# --- another box ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rule", "words"),
    [
        ({"start": 20}, "TM-S1", "20 scudi"),
        ({"column": "new"}, "TM-S2", "the new one"),
        ({"money": "secret"}, "TM-S3", "here it is secret"),
        ({"loser_pays": Fraction(1)}, "TM-6", "all of it"),
        ({"loser_pays": Fraction(0)}, "TM-6", "nothing"),
        ({"loser_pays": Fraction(1, 3)}, "TM-11", "1/3 of it"),
        ({"loan_cash": 8, "loan_back": 11, "max_loans": 2}, "TM-21", "8 scudi now, 11 back"),
        ({"levy": 3}, "TM-23", "3 scud"),
        ({"bank_debt_step": 5}, "TM-25", "5 scudi more"),
        ({"loan_back": 11}, "TM-26", "11 scudi"),
        ({"games": 3}, "TM-28", "match of 3"),
        ({"goose": "fewest"}, "TM-29", "(fewest)"),
        ({"lowest_price": 4}, "TM-R21", "at least 4"),
    ],
)
def test_a_changed_number_changes_the_sentence_of_its_rule(change: dict[str, object], rule: str, words: str) -> None:
    assert words in sentence(turin, rule, replace(BOX, **change))  # type: ignore[arg-type]
    assert words not in sentence(turin, rule, BOX)


def test_TM_S1_another_start_changes_the_purse_the_limit_and_the_refusal() -> None:
    table = dealt(4, replace(BOX, start=20))
    ask = asked(PHASES["bid"](table))
    assert purses(table) == (20,) * 4
    assert (ask.allowed[0], refusal(ask, 0, 21).why) == (Amount(0, 20), "21 is 1 more than 20.")


@pytest.mark.parametrize(
    ("share", "paid"),
    [(Fraction(0), 0), (Fraction(1, 3), 2), (Fraction(1, 2), 3), (Fraction(2, 3), 4), (Fraction(1), 7)],
)
def test_TM_6_another_share_changes_what_losers_pay(share: Fraction, paid: int) -> None:
    box = replace(BOX, loser_pays=share)
    assert bidding((9, 7), box=box).rounds[-1].paid == (9, paid)
    assert bidding((7, 7), ("TM-8", {0: 0, 1: 0}), box=box).rounds[-1].paid == (paid, paid)


@pytest.mark.parametrize(("money", "seen"), [("open", (15, 11)), ("secret", (15, None))])
def test_TM_S3_TM_R24_secret_money_closes_the_purses_of_the_others_only(
    money: str, seen: tuple[int | None, ...]
) -> None:
    offers = (Offer(1, 3, 4, 0),)
    known = {"offers": offers, "open": ((), (3,)), "loans": (0, 1), "debts": (0, 2), "centre": (1, 2)}
    ask = asked(PHASES["bid"](at("bid", (15, 11), replace(BOX, money=money), **known)))
    board = turin.view(ask, 0).board
    assert board.purses == seen
    assert board.free == (15, None if money == "secret" else 7)
    assert (board.offers, board.laid_down, board.loans, board.debts) == (offers, (0, 4), (0, 1), (0, 2))
    assert turin.view(ask, None).board.purses == (seen if money == "open" else (None, None))


def test_TM_R24_secret_money_leaves_revealed_bids_open_and_opens_the_purses_at_the_end() -> None:
    box = replace(BOX, money="secret")
    ask = asked(PHASES["pick"](bidding((9, 5, 3), box=box, hands=((5, 6),) * 3)))
    assert turin.view(ask, 2).board.rounds[-1].bids == (9, 5, 3)
    over = payout(at("payout", (3, 4), box))
    assert turin.view(last_word(over), None).board.purses == (3, 4)


def last_word(table: Table) -> Ask[Table]:
    """The last question of a game: none."""
    return Ask(turin.END, table, {})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"column": "red"}, "classic or new"),
        ({"money": "hidden"}, "open or secret"),
        ({"goose": "on"}, "off or tie or fewest"),
        ({"games": 0}, "whole number, 1 or more"),
        ({"start": -1}, "whole number, 0 or more"),
        ({"start": True}, "whole number, 0 or more"),
        ({"max_loans": 1.0}, "whole number, 0 or more"),
        ({"loser_pays": Fraction(3, 2)}, "share from 0 to 1"),
        ({"loser_pays": 0.5}, "share from 0 to 1"),
    ],
)
def test_a_box_that_makes_no_game_is_refused_with_what_is_allowed(change: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace(BOX, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"lowest_price": 0},
        {"lowest_price": -1},
        {"lowest_price": True},
        {"classic": (4, 4, 5, 5, 6, 7, 7, 8)},
        {"new": (8, 8, 7, 7, 6, 5, 5, 4, -4)},
        {"hand": {2: 6, 3: 7, 4: 4, 5: 3}},
    ],
    ids=str,
)
def test_a_box_with_impossible_numbers_is_refused_before_the_game_begins(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        replace(BOX, **change)  # type: ignore[arg-type]


# --- the match --------------------------------------------------------------------------------------------------------


def test_TM_28_every_game_of_a_match_is_settled_and_the_next_starts_with_15_and_a_new_deal() -> None:
    box = replace(BOX, games=3)
    table = payout(at("payout", (20, 3), box, loans=(0, 1), open=((1,), ()), gone=(5,), past=()))
    assert (table.phase, table.past) == ("deal", ((20 + 4 + 5 + 8, 3 - 15),))
    assert purses(table) == (0, 0)
    table = drive(PHASES["deal"](table), ("TM-S4", {NATURE: UNSHUFFLED}))
    assert (purses(table), table.loans, table.debts, table.gone) == ((15, 15), (0, 0), (0, 0), ())
    assert (table.open, table.phase) == (((), ()), "offer")


def test_TM_28_the_scores_of_three_games_are_added_and_the_third_ends_the_match() -> None:
    box = replace(BOX, games=3)
    past = ((20, -4), (11, 30))
    table = payout(at("payout", (7, 5), box, past=past))
    assert (table.phase, table.past) == ("", (*past, (7, 5)))
    assert turin.scores(table) == (38, 31)
    assert purses(table) == (7, 5)


def test_TM_28_open_debt_of_a_settled_game_counts_once_while_the_next_is_dealt() -> None:
    table = payout(at("payout", (20, 3), replace(BOX, games=3), loans=(0, 1)))
    assert table.past == ((20, -12),)
    assert turin.scores(table) == (20, -12)


@pytest.mark.parametrize("seats", turin.SEATS)
def test_TM_28_a_whole_match_deals_three_times_and_adds_three_scores(seats: int) -> None:
    table = play(turin, dict.fromkeys(range(seats), random_legal), 5, box=replace(BOX, games=3))
    assert len(table.past) == 3
    assert turin.scores(table) == tuple(sum(game[seat] for game in table.past) for seat in range(seats))
    starts = [entry for entry in table.ledger.entries if entry.rule == "TM-S1"]
    assert [entry.amount for entry in starts] == [15] * 3 * seats
    assert len(set(told(table, "TM-1"))) > 3
