"""The Turin Market board: everything that is in the view is drawn and said, and nothing else."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from mechanics.boxes import origins
from mechanics.games import turin
from mechanics.games.turin.state import Auctioned, Offer
from mechanics.table import Event, View
from mechanics.views.boards import board, facts
from mechanics.views.boards.goods import face, mini, payout_card
from mechanics.views.boards.signs import MARKS, SIGNS, signs
from mechanics.views.boards.turin import as_text, draw
from tests import boards
from tests.boards import NAMES, Words, by_column, contrast, films, numbers, style, type_sizes

played = partial(boards.played, "turin")


def said(view: View, names: tuple[str, ...] = NAMES) -> tuple[dict[str, str], list[dict[str, str]], list[list[str]]]:
    """The table in words: the round by row, the players by column, the goods as rows."""
    first, players, goods = Words(as_text(view, names[: view.board.seats])).tables
    return {row[0]: row[1] for row in first[1:]}, by_column(players), goods


def at_rule(rule: str, seats: int = 3, seat: int | None = 0, **changes: Any) -> View:
    """The last view of a game in which this rule asks."""
    return [view for view in played(seats, 8, **changes).film(seat) if view.rule == rule][-1]


def made(**changes: Any) -> View:
    """A view at the picking whose every number is rare, so that it can be looked for."""
    view = at_rule("TM-1")
    last = Auctioned(
        41, (1, 2, 3), (61, 62, 63), (71, 72, 73), (True, False, True), (0, 1, 2), (2, 1, 0), (0, 8, 9), (81, 82, 83),
        3, (9, 8, 0),
    )  # fmt: skip
    table = replace(
        view.board, phase="pick", round=41, hand=(4, 5), hand_sizes=(2, 27, 28), open=((6, 7), (8,), (9,)),
        centre=(1, 2), gone=(10, 11), unseen=29, offers=(Offer(0, 7, 46, 40), Offer(1, 8, 47, 40)),
        purses=(91, 92, None),
        free=(45, 35, None), laid_down=(46, 57, 0), loans=(1, 0, 2), debts=(0, 3, 4), goose=2, rounds=(last,),
    )  # fmt: skip
    table = replace(table, **changes)
    return replace(view, rule="TM-13", waiting=(1,), sealed=False, board=table)


# --- the registry ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["chess", "", "../turin", "turin.draw"])
def test_a_game_without_a_board_is_refused_in_one_sentence(key: str) -> None:
    with pytest.raises(ValueError, match=r"There is no board for the game .*; there is one for turin"):
        board(key, at_rule("TM-3"), NAMES[:3])


# --- what is drawn --------------------------------------------------------------------------------------------------


def test_no_text_of_the_board_is_set_smaller_than_the_fourteen_pixels_it_starts_with() -> None:
    html = draw(at_rule("TM-3"), NAMES[:3])
    assert "font-size: clamp(14px," in style(html)
    assert len(type_sizes(html)) > 10 and min(type_sizes(html)) >= 1


def test_a_view_that_is_drawn_twice_gives_the_same_board() -> None:
    view = at_rule("TM-13", seats=4)
    assert draw(view, NAMES[:4]) == draw(view, NAMES[:4])


def test_names_are_shown_as_they_are_typed_and_never_run() -> None:
    names = ('<b>Zoë</b>"', "<script>x</script>", "O'Hara & Co")
    for view in (at_rule("TM-1"), at_rule("TM-13"), at_rule("TM-17"), played(3, 8).view(0), made()):
        page = Words(draw(view, names))
        assert "script" not in page.tags
        assert all(name in page.text for name in names)
        assert page.open == []


def test_cards_up_for_auction_show_goods_pips_and_number() -> None:
    card = Words(face(turin.BOX, 1))
    three, two, one = (turin.BOX.goods[good] for good in turin.BOX.cards[0])
    letters = SIGNS[three].letter * 3 + SIGNS[two].letter * 2 + SIGNS[one].letter
    assert card.labels == [f"card 1: 3 {three}, 2 {two}, 1 {one}"]
    assert card.text.split() == ["1", three, *letters[:3], two, *letters[3:5], one, letters[5]]


def test_a_card_for_sale_carries_its_price_where_it_lies_open() -> None:
    strip = Words(mini(turin.BOX, 5, 13))
    assert strip.labels == [f"{turin.BOX.says(5)}, for sale at 13"] and "13" in strip.text.split()


def test_cards_lie_face_down_until_all_are_turned_up() -> None:
    view = replace(at_rule("TM-1"), waiting=(2,))
    html = draw(view, NAMES[:3])
    assert html.split("</style>")[1].count("mm-down") == 2
    labels = Words(html).labels
    assert {"Anna has put a card down", "Berta has put a card down", "Zoë is still choosing"} <= set(labels)


def test_fists_say_who_is_still_thinking() -> None:
    view = replace(at_rule("TM-3"), waiting=(0, 2))
    labels = Words(draw(view, NAMES[:3])).labels
    assert {"Anna: still thinking", "Berta: envelope is in", "Zoë: still thinking"} <= set(labels)


def test_fists_open_with_bid_extra_prize_and_payment_only_after_the_reveal() -> None:
    labels = Words(draw(made(), NAMES[:3])).labels
    assert {"bid 61 + 71, won 0 cards, paid 81", "bid 62, won 8 cards, paid 82"} <= set(labels)
    assert not re.search("6[123]|7[123]|8[123]", Words(draw(made(phase="bid"), NAMES[:3])).text)


def test_bids_that_lie_open_are_told_while_the_tied_bid_again() -> None:
    view = made(phase="bid")
    told = (Event(41, "TM-3", "Bids: P1 6, P2 6."), Event(41, "TM-8", "P1 and P2 are tied and bid once more."))
    view = replace(view, rule="TM-8", sealed=True, story=(Event(40, "TM-3", "Bids: old."), *told))
    for html in (draw(view, NAMES[:3]), as_text(view, NAMES[:3])):
        assert "Bids: Anna 6, Berta 6. Anna and Berta are tied and bid once more." in html
        assert "Bids: old" not in html
    assert facts.story(replace(view, story=view.story[:2]), NAMES[:3]) == "Bids: Anna 6, Berta 6."


def test_who_is_asked_alone_is_named() -> None:
    assert facts.now(made(), NAMES[:3]) == "Berta picks"
    assert facts.now(replace(made(), waiting=(0, 1)), NAMES[:3]) == "The winners pick"
    assert "to choose" in Words(draw(made(), NAMES[:3])).labels


def test_the_card_that_is_being_sold_is_named_and_set_off() -> None:
    view = at_rule("TM-17")
    offer = view.board.sale
    html = draw(view, NAMES[:3])
    assert f"Who buys card {offer.card} of {NAMES[offer.seat]} for {offer.price}?" in Words(html).text
    assert html.count('<div class="mm-now">') == 1
    assert f'<div class="mm-now"><div class="mm-card" role="img" aria-label="card {offer.card}:' in html


def test_places_show_what_they_win_and_who_has_won_it() -> None:
    labels = Words(draw(made(), NAMES[:3])).labels
    assert {"1st place wins 9 cards: Zoë", "2nd place wins 8 cards: Berta", "3rd place wins 0 cards"} <= set(labels)


@pytest.mark.parametrize("seats", [4, 5])
def test_the_opening_auction_has_its_own_prizes(seats: int) -> None:
    views = [view for view in played(seats).film(0) if view.rule == "TM-3"]
    assert facts.prizes(views[0].board) == turin.BOX.awards_first[seats]
    assert facts.prizes(views[-1].board) == turin.BOX.awards[seats]


def test_prizes_shown_before_the_bids_are_those_that_are_given() -> None:
    for session, view in films("turin"):
        if view.rule == "TM-3":
            later = session.view(None).board.rounds[len(view.board.rounds)]
            assert facts.prizes(view.board) == later.prizes


def test_the_payout_card_marks_who_alone_has_most_and_who_shares_it() -> None:
    view = at_rule("TM-3")
    box = turin.BOX
    html = payout_card(replace(view.board, open=((4,), (12,), ())), NAMES[:3])
    held = list(zip(box.holds((4,)), box.holds((12,)), strict=True))
    level = sum(a == b > 0 for a, b in held)
    assert level and html.count("mm-level") == 2 * level
    assert html.count("mm-most") == sum(a != b for a, b in held)
    assert html.count("mm-nil") == 27 - sum((a > 0) + (b > 0) for a, b in held)
    both = next(good for good, (a, b) in enumerate(held) if a == b > 0)
    units = held[both][0]
    assert f"{box.goods[both]} pays" in html
    assert f"; Anna has {units}, Berta has {units}; most: Anna and Berta" in html


def test_the_end_crowns_every_winner_and_nobody_else() -> None:
    view = replace(played(3).view(0), board=replace(played(3).view(0).board, scores=(-4, 21, 21)))
    html = draw(view, NAMES[:3])
    assert Words(html).labels.count("wins") == 2
    assert [row["Final score"] for row in said(view)[1]] == ["−4", "21, wins", "21, wins"]
    assert re.findall(r"<b>(−?\d+)</b></div>", html.split("mm-scores")[-1].split("mm-pay")[0]) == ["21", "21", "−4"]


def test_what_a_seat_owes_at_the_end_is_what_it_could_not_pay_back() -> None:
    table = replace(played(3).view(0).board, past=((11, 8, -9),), purses=(11, 8, 0))
    assert [facts.debts_said(table, seat) for seat in range(3)] == ["", "", "9 could not be paid back"]


def test_house_defaults_are_said_from_their_origins() -> None:
    shown = facts.defaults_said(turin.BOX)
    assert shown in Words(draw(at_rule("TM-3"), NAMES[:3])).text
    house = {o.field for o in origins(turin.BOX) if o.origin == "house default"}
    assert house == {"goods", "classic", "new", "cards"} and len(facts.defaults(turin.BOX)) == 3
    assert "classic payouts" in shown and "new payouts" not in shown
    assert "new payouts" in facts.defaults_said(replace(turin.BOX, column="new"))


def seat_texts(view: View) -> list[list[str]]:
    """The words that are seen in each player's part of the board, in order."""
    html = draw(view, NAMES[: view.board.seats]).split('<div class="mm-foot">')[0]
    parts = re.split(r'<div class="mm-seat[ "][^>]*>', html)[1:]
    return [Words(f"<div><div>{part}").text.split() for part in parts]


def test_each_player_is_drawn_with_all_that_lies_before_it() -> None:
    anna, berta, zoe = ([word for word in part if not re.fullmatch("[A-Z]", word)] for part in seat_texts(made()))
    assert anna == ["Anna", "2", "91", "45", "free", "owes", "15", "61+71", "no", "card", "paid", "81", "6", "7", "46"]
    assert berta[:10] == ["to", "choose", "Berta", "27", "92", "35", "free", "owes", "6", "62"]
    assert berta[10:] == ["won", "8", "paid", "82", "8", "47"]
    assert zoe == ["Zoë", "holds", "the", "goose", "28", "owes", "38", "63+73", "won", "9", "paid", "83", "9"]


def test_letters_on_open_cards_are_those_of_their_goods() -> None:
    known = signs(turin.BOX.goods)
    for part, cards in zip(seat_texts(made()), made().board.open, strict=True):
        letters = [word for word in part if re.fullmatch("[A-Z]", word)]
        assert letters == [known[good].letter for card in cards for good in turin.BOX.cards[card - 1]]


def test_cards_out_of_the_game_and_removed_unseen_are_drawn() -> None:
    foot = draw(made(), NAMES[:3]).split('<div class="mm-foot">')[1].split('<details')[0]
    assert re.findall(r"<i>(\d+)</i>", foot) == ["10", "11"] and "29 cards removed unseen" in foot


# --- what is told apart ---------------------------------------------------------------------------------------------


def test_every_good_has_its_own_letter_colour_and_drawing() -> None:
    known = signs(turin.BOX.goods)
    for part in zip(*known, strict=True):
        assert len(set(part)) == (2 if part == tuple(sign.ink for sign in known) else 9)
    assert all(sign.letter.lower() in good for sign, good in zip(known, turin.BOX.goods, strict=True))


def test_goods_that_a_teacher_renames_still_have_letters_of_their_own() -> None:
    letters = [sign.letter for sign in signs(("fig", "figs", "truffle", "ffff", "42", "potato"))]
    assert len(set(letters)) == 6 and all(re.fullmatch("[A-Z]", letter) for letter in letters)
    with pytest.raises(ValueError, match="26 goods"):
        signs([f"good {i}" for i in range(27)])


def test_letters_stand_out_from_their_colour() -> None:
    for sign in SIGNS.values():
        assert contrast(sign.colour, sign.ink) >= 4.5


def test_seats_differ_in_colour_and_in_shape() -> None:
    assert [mark.shape for mark in MARKS] == ["circle", "square", "triangle", "diamond", "star"]
    assert len({mark.colour for mark in MARKS}) == len({mark.drawing for mark in MARKS}) == 5


# --- the table in words ---------------------------------------------------------------------------------------------


def test_every_number_of_the_view_is_in_the_words() -> None:
    now, players, _ = said(made())
    box = turin.BOX
    assert now["Game"] == "round 41"
    assert now["Up for auction"] == f"{box.says(1)}; {box.says(2)}"
    assert now["Your hand"] == f"{box.says(4)}; {box.says(5)}"
    assert now["Out of the game"] == f"{box.says(10)}; {box.says(11)}"
    assert now["Removed unseen"] == "29 cards" and now["Cards that nobody won"] == "3"
    assert now["Places"] == "1st: 9 cards; 2nd: 8 cards; 3rd: 0 cards"
    assert now["For sale"] == f"{box.says(7)}; price 46, sold by Anna; {box.says(8)}; price 47, sold by Berta"
    anna, berta, zoe = players
    assert [p["Purse"] for p in players] == ["91 scudi, 45 free", "92 scudi, 35 free", "closed"]
    assert [p["On cards for sale"] for p in players] == ["46", "57", ""]
    assert [p["Hand cards"] for p in players] == ["2", "27", "28"]
    assert anna["Loans and debts"] == "1 loan: 15 back at the end"
    assert berta["Loans and debts"] == "6 more owed to the bank"
    assert zoe["Loans and debts"] == "2 loans: 30 back at the end; 8 more owed to the bank"
    assert anna["Open cards"] == f"{box.says(6)}; {box.says(7)}"
    assert [p["Goose"] for p in players] == ["", "", "holds the goose"]
    assert anna["Last auction"] == "bid 61 + 71, won 0 cards, paid 81"
    assert berta["Answer"] == "to choose"


def test_goods_are_said_with_payout_units_holdings_and_leaders() -> None:
    for session, view in films("turin"):
        box, table = session.box, view.board
        _, *rows = said(view)[2]
        held = table.holdings or ((0,) * table.seats,) * 9
        for good, row in enumerate(rows):
            assert row[0].lower() == box.goods[good] and row[1] == signs(box.goods)[good].letter
            assert row[2:-1] == [str(n) for n in (box.payouts[good], box.units[good], *held[good])]
            leads = table.leaders[good] if table.leaders else ()
            assert row[-1] == (" and ".join(NAMES[seat] for seat in leads) or "nobody")


def test_all_numbers_drawn_are_also_in_the_words() -> None:
    for session, view in films("turin"):
        names = NAMES[: session.seats]
        words = as_text(view, names)
        drawn = numbers(draw(view, names).replace(words, ""))
        owed = {str(facts.owes(view.board, seat)) for seat in range(session.seats) if view.board.phase != "deal"}
        assert drawn - owed <= numbers(words)


def test_a_match_shows_the_games_before() -> None:
    view = next(v for v in played(2, 3, games=3).film(0) if len(v.board.past) == 2 and v.rule == "TM-3")
    assert said(view)[0]["Game"].startswith("game 3 of 3, round ")
    first, second = view.board.past
    told = [f"{facts.number(first[s])}, {facts.number(second[s])}" for s in range(2)]
    assert [row["Earlier games"] for row in said(view)[1]] == told
    assert facts.earlier(view.board, NAMES[:2]) in Words(draw(view, NAMES[:2])).text


# --- what stays hidden ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_dealing_anew_what_a_seat_cannot_know_changes_nothing_on_its_board(seats: int) -> None:
    session, rng, moved = played(seats, 6), np.random.default_rng(1), 0
    for step in random.Random(seats).sample(range(1, len(session.log)), 12):
        ask = session.at(step)
        for seat in range(seats):
            other = ask._replace(table=turin.redeal(ask.table, seat, rng))
            moved += other.table.hands != ask.table.hands
            assert draw(turin.view(other, seat), NAMES[:seats]) == draw(turin.view(ask, seat), NAMES[:seats])
    assert moved > 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_hand_is_on_its_own_board_and_on_no_other(seats: int) -> None:
    session = played(seats, 6)
    for step in range(1, len(session.log), 5):
        ask = session.at(step)
        for viewer in (None, *range(seats)):
            html = draw(turin.view(ask, viewer), NAMES[:seats])
            for seat, hand in enumerate(ask.table.hands):
                shown = [card for card in hand if f"{turin.BOX.says(card)}" in html]
                assert shown == (list(hand) if seat == viewer else [])


def test_a_secret_purse_is_closed_on_every_board_but_the_own() -> None:
    view = at_rule("TM-3", money="secret")
    purses = [row["Purse"] for row in said(view)[1]]
    assert purses[0].endswith(("scudi", "free")) and purses[1:] == ["closed", "closed"]
    labels = Words(draw(view, NAMES[:3])).labels
    assert labels.count("purse: closed") == 2


def test_a_spectator_sees_no_hand() -> None:
    view = at_rule("TM-3", seat=None)
    assert "Your hand" not in said(view)[0]
    assert "Your hand" not in draw(view, NAMES[:3])
