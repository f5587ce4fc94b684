"""The board of Traders of Osaka: everything that is in the view is drawn and said, and nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from typing import Any

from mechanics.bots import random_legal
from mechanics.boxes import origins
from mechanics.games import osaka
from mechanics.games.osaka import BOX, Card, Done, Laid, Payday, Sale
from mechanics.session import Session
from mechanics.table import View
from mechanics.views.boards import board
from mechanics.views.boards.facts import house_defaults
from mechanics.views.boards.marks import mark_of
from mechanics.views.boards.osaka import as_text, draw, draw_move, facts
from mechanics.views.boards.osaka.cards import hand, rows
from mechanics.views.boards.osaka.sea import HEIGHT, SHIP, WIDTH, berth, draw_sea, motion, span
from mechanics.views.boards.osaka.seats import players
from mechanics.views.boards.osaka.signs import SIGNS, signs
from tests import boards
from tests.boards import (
    NAMES,
    Words,
    by_column,
    contrast,
    drawn_sizes,
    films,
    labels,
    numbers,
    seat_parts,
    style,
    type_sizes,
)

played = partial(boards.played, "osaka")
R2, R3, R5 = (Card("red", value, BOX.insurance[value]) for value in (2, 3, 5))
B2, B3, Y5, G3 = Card("blue", 2, 2), Card("blue", 3, 1), Card("yellow", 5, 0), Card("green", 3, 1)


def made(**changes: Any) -> View:
    """A view at a turn, every number of which can be looked for."""
    view = next(view for view in played(3).film(0) if view.rule == "TO-A" and view.board.turn == 0)
    table = replace(
        view.board, round=17, first=2, turn=0, ships=(0, 3, 5, 2),
        market=(Laid(*R5), Laid(*B2, 1), Laid(*Y5)), production=(Laid(*G3), Laid(*R2)), prices=(10, 12, 10),
        pieces=(None, B2, None), hand=(R5, B3, B3), hands=((R5, B3, B3), None, None), hand_sizes=(3, 6, 9),
        cargo=((R2, R2, R5, B3), (G3,), ()), tokens=((1, 0, 0, 2), (0, 0, 4, 0), (0, 3, 0, 3)), supply=(11, 9, 8, 7),
        points=(13, 31, 24), pile=41, discard=(G3, R3), payday=None, paydays=(), past=(),
        turns=(
            Done(16, 0, "take", (R5,)), Done(17, 1, "reserve", (B2,)),
            Done(17, 2, "buy", (R5, B2), 7, (R5, B3), (0, 1, 0, 1)),
        ),
    )  # fmt: skip
    return replace(view, waiting=(0,), board=replace(table, **changes))


def said(view: View) -> dict[str, list[list[str]]]:
    """The tables in words by name."""
    tables = Words(as_text(view, NAMES[: view.board.seats])).tables
    return dict(zip(("round", "players", "ships", "cargo", "cards"), tables, strict=True))


# --- the registry -----------------------------------------------------------------------------------------------------


def test_a_board_that_shows_moves_is_told_what_was_drawn_before_and_another_is_not() -> None:
    before, after = made(ships=(0, 2, 5, 1), turns=made().board.turns[:2]), made()
    assert board("osaka", after, NAMES[:3], before) == draw_move(before, after, NAMES[:3]) != draw(after, NAMES[:3])
    view = boards.played("turin", 3).view(0)
    assert board("turin", view, NAMES[:3], view) == board("turin", view, NAMES[:3])


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_no_type_is_smaller_than_fourteen_pixels_beside_the_sea_and_fifteen_units_on_it() -> None:
    html = draw(made(), NAMES[:3])
    assert "font-size: clamp(14px," in style(html) and len(type_sizes(html)) > 5 and min(type_sizes(html)) >= 1
    assert min(drawn_sizes(html)) >= 15 and WIDTH <= 900  # 13 px where the board is 800 px wide


def test_names_are_shown_as_they_are_typed_and_never_run() -> None:
    names = ('<b>Zoë</b>"', "<script>x</script>", "O'Hara & Co")
    for view in (made(), played(3).view(0), played(3).view(None)):
        page = Words(draw(view, names))
        assert "script" not in page.tags and page.open == []
        assert all(name in page.text for name in names)


def test_every_place_is_said_with_what_is_special_about_it() -> None:
    found = labels(draw_sea(made().board, {}))
    assert {"Osaka", "Oshima", "Edo, where ships arrive"} <= found
    assert "Anori, where ships return from the current" in found
    assert {"outer black current, in the black current", "inner black current, in the black current"} <= found


def test_every_ship_is_said_with_its_place_and_shows_its_letter_on_its_colour() -> None:
    html = draw_sea(made().board, {})
    assert {
        "rice ship (yellow): Osaka, 0 of 5", "porcelain ship (blue): outer black current, 3 of 5",
        "sake ship (green): Edo, 5 of 5", "silk ship (red): Anori, 2 of 5",
    } <= labels(html)  # fmt: skip
    for colour, sign in SIGNS.items():
        ship = html.split(f"ship ({colour}): ")[-1].split("</g></g>")[0]
        assert f'fill="{sign.colour}"' in ship and f">{sign.letter}</text>" in ship


def test_ships_in_one_place_lie_beside_each_other_and_within_it() -> None:
    for place in range(len(BOX.places)):
        found = [berth(BOX, colour, place) for colour in BOX.colours]
        assert all(abs(a[0] - b[0]) >= SHIP[0] or abs(a[1] - b[1]) >= SHIP[1] for a, b in combinations(found, 2))
        assert all(place * span(BOX) <= x and x + SHIP[0] <= (place + 1) * span(BOX) for x, _ in found)
        assert all(y >= 0 and y + SHIP[1] < HEIGHT - 25 for _, y in found)  # the names of places stay free


def test_cards_of_both_rows_are_said_with_value_good_insurance_and_holder() -> None:
    html = rows(made(), NAMES)
    found = [label for label in Words(html).labels if "silk" in label or "porcelain" in label or "rice" in label]
    assert found == [
        "red 5, silk, no insurance", "blue 2, porcelain, insures 2, reserved by Berta", "yellow 5, rice, no insurance",
        "red 2, silk, insures 2",
    ]  # fmt: skip
    assert html.count('class="mm-anchor"') == 0 + 2 + 0 + 1 + 2
    assert html.count('class="mm-piece"') == 1 and f'--c:{mark_of(1).colour}' in html
    printed = re.findall(r"<i [^>]*><b>(\d)</b>(\w)</i>", html)
    assert printed == [("5", "R"), ("2", "B"), ("5", "Y"), ("3", "G"), ("2", "R")]


def test_the_price_is_that_of_whoever_looks_and_for_a_spectator_that_of_the_seat_on_turn() -> None:
    assert "the lot costs you 10 coins" in rows(made(), NAMES)
    assert "the lot costs you 12 coins" in rows(replace(made(), seat=1), NAMES)
    assert "the lot costs Anna 10 coins" in rows(replace(made(), seat=None), NAMES)
    assert "nothing for you: reserved by others" in rows(made(prices=(0, 2, 0)), NAMES)
    assert facts.price_said(made(market=(), prices=(0, 0, 0)), NAMES) == ""


def test_piles_and_tokens_that_are_left_are_counted() -> None:
    found = labels(rows(made(), NAMES))
    assert {"41 cards in the pile", "2 cards discarded, the last red 3"} <= found
    assert "tokens left: 11 yellow, 9 blue, 8 green, 7 red" in found


def test_the_own_hand_lies_as_cards_with_its_worth_in_coins() -> None:
    html = hand(made())
    assert Words(html).labels == ["red 5, silk, no insurance", *["blue 3, porcelain, insures 1"] * 2]
    assert "3 cards, 11 coins" in Words(html).text and hand(replace(made(hand=()), seat=None)) == ""


def by_seat(view: View) -> list[str]:
    """Each player's part of the board."""
    return seat_parts(players(view, NAMES[: view.board.seats]))


def test_each_player_is_drawn_with_hand_points_tokens_piece_and_cargo() -> None:
    anna, berta, zoe = map(labels, by_seat(made()))
    assert {"to choose", "13 points", "3 hand cards", "3 tokens; 8 end the game", "piece is free"} <= anna
    assert {"silk (red): 2 tokens; cargo 2, 2, 5", "porcelain (blue): 0 tokens; cargo 3"} <= anna
    assert {"31 points", "6 hand cards", "piece lies on blue 2", "sake (green): 4 tokens; cargo 3"} <= berta
    assert {"start player", "9 hand cards", "6 tokens; 8 end the game"} <= zoe and "start player" not in anna | berta


def test_cargo_is_fanned_colour_by_colour_in_every_seat() -> None:
    for seat, part in enumerate(by_seat(made())):
        tiles = re.findall(r'class="mm-tile"[^>]*>(\w)<', part)
        kinds = zip(BOX.colours, made().board.fanned(seat), made().board.tokens[seat], strict=True)
        letters = [signs(BOX)[colour].letter for colour, cards, held in kinds if cards or held]
        assert tiles == letters and part.count("mm-fan") == len(letters)
    fan = by_seat(made())[0].split("mm-fan")[-1]
    assert re.findall(r"<b style[^>]*>(\d)</b>", fan) == ["2", "2", "5"]


def test_a_seat_without_anything_says_so_and_colours_of_which_it_has_nothing_take_no_room() -> None:
    bare = made(cargo=((R2,), (), ()), tokens=((0, 0, 1, 0), (0,) * 4, (1, 1, 1, 1)))
    lines = [(part.count("mm-fan"), "no token, no cargo" in part) for part in by_seat(bare)]
    assert lines == [(2, False), (0, True), (4, False)]


def test_insured_cargo_lies_across_while_the_payday_lasts() -> None:
    payday = Payday(17, 0, ("green",), ("red",), ((), (), ()), ((R2,), (), ()), ((), (), ()))
    html = by_seat(made(payday=payday, phase="sell"))[0]
    assert html.count("mm-across") == 1 and "silk (red): 2 tokens; cargo 2, 2, 5, 1 insured" in labels(html)
    assert "2 2 5; 2 tokens; 1 insured" in said(made(payday=payday))["cargo"][1]
    assert "mm-across" not in players(made(), NAMES)


def test_open_hands_are_seen_at_every_seat_and_the_own_one_once() -> None:
    view = made(hands=((R5, B3, B3), (R2,), (Y5, Y5)))
    anna, berta, zoe = by_seat(view)
    assert "hand: red 2" in labels(berta) and "hand: 2 × yellow 5" in labels(zoe)
    assert not any(label.startswith("hand:") for label in labels(anna))
    over = by_seat(replace(view, board=replace(view.board, phase="", scores=(1, 2, 3))))
    assert "hand: red 5, 2 × blue 3" in labels(over[0])


def test_whoever_has_reserved_is_seen_on_the_card_and_at_the_seat() -> None:
    for session, view in films("osaka"):
        cards = (*view.board.market, *view.board.production)
        laid = {card.holder: card[:2] for card in cards if card.holder is not None}
        assert laid == {s: card[:2] for s, card in enumerate(view.board.pieces) if card is not None}
        text = as_text(view, NAMES[: session.seats])
        assert text.count("piece lies on") == len(laid)


# --- what has happened ------------------------------------------------------------------------------------------------


def test_the_turns_of_the_others_since_the_own_one_are_told() -> None:
    told, payday = facts.news(made(), NAMES)
    assert told == ("Berta reserved blue 2.", "Zoë bought red 5, blue 2 for 7 coins, 1 too much.") and payday == ()
    assert facts.news(replace(made(), seat=None), NAMES)[0] == told[-1:]
    assert facts.news(replace(made(), seat=2), NAMES)[0] == told[-1:]
    assert facts.news(replace(made(), seat=1), NAMES)[0] == told[-1:]
    assert facts.news(made(turns=()), NAMES) == ((), ())


def test_a_payday_is_told_with_sales_savings_and_losses() -> None:
    sale = Sale(1, "red", (R2, R2, R5), 2, 5, (R2, R2, R5), (), 2)
    saved, lost = ((), (), (B2,)), ((B3, B3), (), ())
    payday = Payday(17, 2, ("red",), ("blue",), ((), (), ()), saved, lost, (sale,), ((), ("red",), ()))
    _, told = facts.news(made(paydays=(payday,)), NAMES)
    assert told == (
        "Payday: silk in Edo.", "Berta sold 3 cards of silk (highest 5 + 2): 5 points.",
        "Anna lost 2 × blue 3 to the black current.", "Zoë saved blue 2.",
    )  # fmt: skip
    assert facts.news(made(paydays=(payday._replace(seat=1),)), NAMES)[1] == ()


def test_whose_turn_it_is_is_said_for_every_question_of_one_seat() -> None:
    seen = (played(4, seed).film(None) for seed in (2, 3, 4))
    asked = {view.rule for film in seen for view in film if view.waiting and min(view.waiting) >= 0}
    assert asked == set(facts.TURNS)
    assert facts.now(made(), NAMES) == "Anna buys, takes or reserves"


def test_every_phase_of_the_game_has_words() -> None:
    seen = {view.board.phase for _, view in films("osaka")}
    assert seen <= set(facts.PHASES) and len(seen) > 4 and all(facts.PHASES.values())


def test_the_end_crowns_every_winner_and_tells_points_and_tokens() -> None:
    view = made(phase="", scores=(1307, 3104, 3102), points=(13, 31, 31))
    html = draw(view, NAMES[:3])
    scores = html.split('class="mm-scores"')[1].split('class="mm-seats"')[0]
    assert re.findall(r"<b>(.*?)</b>", scores) == ["31 points, 4 tokens", "31 points, 2 tokens", "13 points, 7 tokens"]
    assert scores.count('aria-label="wins"') == 1 and "mm-rows" not in html.split("</style>")[1]
    tied = replace(view, board=replace(view.board, scores=(1307, 3104, 3104)))
    assert draw(tied, NAMES[:3]).count('aria-label="wins"') == 2


# --- moves ------------------------------------------------------------------------------------------------------------


def before(ships: tuple[int, ...], turns: tuple[Done, ...] = ()) -> View:
    """The view that was drawn before."""
    return made(ships=ships, turns=turns)


def test_a_ship_that_has_moved_sails_once_and_only_where_motion_is_welcome() -> None:
    html = draw_move(before((0, 2, 5, 1), made().board.turns[:2]), made(), NAMES[:3])
    style, drawn = html.split("<style>")[1].split("</style>")
    assert style.count("@keyframes") == 2 == drawn.count('class="mm-sails-')
    moving = style[style.index("@media (prefers-reduced-motion: no-preference) {") :]
    assert "animation" not in style.replace(moving, "") and "infinite" not in style
    assert moving.count(" 1 both") == 2 and moving.count("{") == moving.count("}")
    assert f"0.0% {{transform: translateX({berth(BOX, 'red', 1)[0] - berth(BOX, 'red', 2)[0]:.1f}px)}}" in moving
    assert "100.0% {transform: translateX(0.0px)}" in moving


def test_a_wake_and_words_show_a_move_without_motion() -> None:
    html = draw_move(before((0, 2, 5, 1), made().board.turns[:2]), made(), NAMES[:3])
    assert "silk ship (red): Anori, 2 of 5; has come from Oshima" in labels(html)
    assert html.count("M") > draw(made(), NAMES[:3]).count("M")


def test_nothing_moves_when_the_same_view_is_drawn_again() -> None:
    assert draw_move(made(), made(), NAMES[:3]) == draw(made(), NAMES[:3])
    assert motion(BOX, {}) == ""


def test_several_purchases_and_a_payday_between_two_pictures_are_one_way() -> None:
    one, two = Done(3, 1, "buy", sailed=(2, 1, 0, 2)), Done(3, 2, "buy", sailed=(1, 0, 0, 2))
    payday = Payday(3, 1, ("yellow",), ("red",), (), (), ())
    after = made(ships=(1, 2, 5, 4), turns=(one, two), paydays=(payday,)).board
    ways = facts.moved(before((3, 1, 5, 2)).board, after)
    assert ways == {"yellow": (3, 5, 0, 1), "blue": (1, 2), "red": (2, 4, 2, 4)}


def test_a_ship_that_went_back_with_an_answer_goes_straight() -> None:
    assert facts.moved(before((0, 4, 5, 2), made().board.turns).board, made(turns=()).board) == {"blue": (4, 3)}
    assert facts.moved(before((), ()).board, made().board) == {}


def test_ways_lead_along_whole_games_from_each_picture_to_the_next() -> None:
    seen = set()
    for session in (played(3), played(4, 2)):
        film = session.film(None)
        for a, b in zip(film, film[3:], strict=False):
            for colour, way in facts.moved(a.board, b.board).items():
                i = BOX.colours.index(colour)
                assert (way[0], way[-1]) == (a.board.ships[i], b.board.ships[i])
                seen |= set(pairwise(way))
    assert {(5, 0), (3, 2), (4, 2)} <= seen
    forward = {b - a for a, b in seen if b > a}
    assert forward <= {1, 2}


# --- what is told apart -----------------------------------------------------------------------------------------------


def test_every_colour_has_its_own_letter_and_letters_stand_out() -> None:
    assert set(SIGNS) == set(BOX.colours)
    assert len({sign.letter for sign in SIGNS.values()}) == len({sign.colour for sign in SIGNS.values()}) == 4
    assert all(sign.letter == colour[0].upper() for colour, sign in SIGNS.items())
    assert all(contrast(sign.colour, sign.ink) >= 4.5 for sign in SIGNS.values())


def test_other_colours_and_places_than_the_printed_ones_are_drawn_too() -> None:
    box = replace(
        BOX, colours=("teal", "pink", "grey"), goods={"teal": "tea", "pink": "paper", "grey": "iron"},
        places=("Nagasaki", "Kobe", "the whirl", "Edo"), current=(2,), safe=1,
    )  # fmt: skip
    session = Session(osaka, 2, 3, box=box, bots=dict.fromkeys(range(2), random_legal))
    for view in session.film(0)[::9]:
        page = Words(draw(view, NAMES[:2]))
        assert page.open == [] and all(place in page.text for place in box.places)


def test_house_defaults_are_said_from_their_origins() -> None:
    house = [one.says for one in origins(BOX) if one.origin.startswith("house default")]
    assert house and list(house_defaults(BOX)) == house
    words = dict(row for row in said(made())["round"])["House defaults"]
    assert all(says in words for says in house) and "house default" in draw(made(), NAMES[:3])


# --- the table in words -----------------------------------------------------------------------------------------------


def test_every_number_of_the_view_is_in_the_words() -> None:
    tables, now = said(made()), dict(said(made())["round"])
    assert now["Game"] == "round 17" and now["Start player"] == "Zoë" and now["Draw pile"] == "41 cards"
    assert now["Price"] == "the lot costs you 10 coins" and now["In the black current"] == "blue"
    assert now["Discarded"] == "2 cards" and now["Last discarded"] == "red 3"
    assert now["Your hand"] == "red 5, 2 × blue 3; 11 coins" and now["Told"].startswith("Berta reserved")
    anna, berta, zoe = by_column(said(made())["players"])
    assert (anna["Points"], berta["Points"], zoe["Points"]) == ("13", "31", "24")
    assert (anna["Tokens"], berta["Hand cards"], zoe["The market costs"]) == ("3", "6", "10")
    assert anna["Reservation"] == "piece is free" and berta["Reservation"] == "piece lies on blue 2"
    assert anna["Answer"] == "to choose" and anna["Hand"] == "red 5, 2 × blue 3" and berta["Hand"] == ""
    assert tables["ships"][2] == ["Porcelain", "blue", "B", "outer black current, in the black current", "3", "9"]
    assert tables["cargo"][1] == ["Anna", "no cargo; 1 token", "3; 0 tokens", "no cargo; 0 tokens", "2 2 5; 2 tokens"]
    assert tables["cards"][2] == ["market", "blue 2", "porcelain", "2", "Berta"]
    assert tables["cards"][-1] == ["production", "red 2", "silk", "2", ""]


def test_all_numbers_drawn_are_also_in_the_words() -> None:
    for session, view in films("osaka"):
        names = NAMES[: session.seats]
        words = as_text(view, names)
        drawn = numbers(draw(view, names).replace(words, ""))
        assert drawn <= numbers(words), view.rule


# --- what stays hidden ------------------------------------------------------------------------------------------------


def test_hands_of_others_are_seen_in_no_view_before_the_end_unless_they_are_open() -> None:
    for view in played(3).film(1)[5:-1:5]:
        assert [row.get("Hand", "") for row in by_column(said(view)["players"])][::2] == ["", ""]
        assert "hand:" not in " ".join(Words(draw(view, NAMES[:3])).labels)
    shown = by_column(said(played(3, 8, hands="open").film(None)[40])["players"])
    assert all(row["Hand"] for row in shown if row["Hand cards"] != "0")
