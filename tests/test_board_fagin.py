"""The board of Fagin's Gang: everything that is in the view is drawn and said, and the wheel turns by its own angle."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import cos, dist, pi, sin
from typing import Any

import pytest

from mechanics.boxes import origins
from mechanics.games import fagin
from mechanics.games.fagin import BOX, GANG, Board, Holding, Market, Trade, Turned
from mechanics.table import View
from mechanics.views.boards.fagin import as_text, draw, facts
from mechanics.views.boards.fagin.seats import players
from mechanics.views.boards.fagin.signs import signs
from mechanics.views.boards.fagin.streets import draw_streets, high
from mechanics.views.boards.fagin.tables import side
from mechanics.views.boards.fagin.wheel import (
    HEIGHT,
    MIDDLE,
    PLATE,
    RIM,
    WIDTH,
    angle,
    around,
    at_good,
    corner,
    draw_market,
    motion,
    turned,
)
from mechanics.views.boards.marks import mark_of
from tests import boards
from tests.boards import (
    NAMES,
    Words,
    by_column,
    drawn_sizes,
    films,
    labels,
    numbers,
    seat_parts,
    style,
    type_sizes,
)

played = partial(boards.played, "fagin")


def said(view: View) -> dict[str, list[list[str]]]:
    """The tables in words by the first word of their caption: round, players, stalls, wheel, bought, places, spaces."""
    html = as_text(view, NAMES[: view.board.seats])
    captions = re.findall(r"<caption>(?:The )?(\w+)", html)
    return dict(zip(map(str.lower, captions), Words(html).tables, strict=True))


def made(**changes: Any) -> View:
    """A view of a market that is open, every number of which can be looked for."""
    view = next(view for view in played(4).film(0) if view.rule == "FG-4")
    trades = (Trade(1, 1, "buy", "blue", 4), Trade(1, 1, "buy", "green", 8), Trade(0, 1, "sell", "red", 2))
    table = replace(
        view.board, phase="trade", round=3, first=2, active=1, offset=1, stock=(0, 1, 6, 3, 4, 5),
        store=(10, 11, 12, 13, 14, 15), aside=(10,) * 6, purses=(17, 23, 0, 41), opened=True, coin=1, trader=3,
        hands=((1, 0, 2, 0, 0, 1), (2, 1, 1, 1, 1, 1), (0,) * 6, (0, 0, 0, 0, 7, 0)), passed=(2,), taken=(4, 4, 2, 3),
        half="", trades=trades, sessions=(), turns=(
            Turned(0, 2, 0, 2, (62,) * 4, (62,) * 4), Turned(1, 4, 2, 0, (62, 60, 58, 70), (70, 50, 58, 66)),
            Turned(2, 1, 0, 1, (50, 51, 52, 53), (54, 55, 56, 57)),
        ), past=(), last=None, scores=None,
    )  # fmt: skip
    return replace(view, rule="FG-4", waiting=(3,), board=replace(table, **changes))


def gang(**changes: Any) -> View:
    """A view of the game of the gang while urchins are moved."""
    column = (None,) * 11
    streets = (
        (*column[:5], 0, 1, *column[7:]), (2, *column[1:]), column, column, (*column[:10], 0), column,
    )  # fmt: skip
    urchins: dict[str, Any] = {
        "box": GANG, "phase": "urchins", "coin": None, "trader": None, "passed": (), "taken": (), "trades": (),
        "opened": False, "active": 3, "streets": streets, "constables": (2, 1, 9, 8, 7, 3), "waiting": (3, 4, 3, 5),
        "home": (0, 0, 1, 0), "acted": ("Bow Street 6", "Chertsey"),
    }  # fmt: skip
    view = made(**{**urchins, **changes})
    return replace(view, rule="FG-12", waiting=(3,))


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_no_style_of_the_board_reaches_beyond_it_but_the_angle_of_the_wheel() -> None:
    css = style(draw(made(), NAMES[:4]))
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", css)
    beyond = [(head.strip(), body.strip()) for head, body in rules if not head.strip().startswith((".mm-wheel", "@"))]
    assert len(rules) > 60
    for head, body in beyond:
        assert all(re.search(r"^\.widget-html-content(:has\(> | > )\.mm-wheel", one.strip()) for one in head.split(","))
        outside = head.endswith(")")  # the element that holds the board
        assert not outside or re.fullmatch(r"(transition: )?--mm-turn[^;]*;", body)


def test_no_type_is_smaller_than_fourteen_pixels_beside_the_drawings_and_fourteen_units_on_them() -> None:
    for view in (made(), gang()):
        html = draw(view, NAMES[:4])
        assert "font-size: clamp(14px," in style(html) and len(type_sizes(html)) > 5 and min(type_sizes(html)) >= 1
        assert min(drawn_sizes(html)) >= 14
    least = float(re.search(r"\.mm-streets \{ flex: 1 1 ([\d.]+)em", style(html))[1])  # type: ignore[index]
    assert 14 * least / WIDTH * 14 >= 13  # no drawing is made narrower than that


def test_names_are_shown_as_they_are_typed_and_never_run() -> None:
    names = ('<b>Zoë</b>"', "<script>x</script>", "O'Hara & Co", "a<b")
    for view in (made(), gang(), made(phase="", coin=None, scores=(1, 2, 3, 4))):
        page = Words(draw(view, names))
        assert "script" not in page.tags and page.open == []
        assert all(name in page.text for name in names)


# --- the wheel --------------------------------------------------------------------------------------------------------


def price_at(html: str, good: int, view: View) -> int:
    """The price that is drawn nearest to a good's place on the rim, read from the drawing itself."""
    ring = re.search(r'<g class="mm-ring" transform="rotate\((-?[\d.]+)\)">(.*)</g><circle', html)
    assert ring is not None
    drawn = re.findall(r"translate\((-?[\d.]+) (-?[\d.]+)\)\"><g class=\"mm-up\"[^>]*><text[^>]*>(\d+)<", ring[2])
    rim = around(RIM, at_good(view.board, good))
    spots = {}
    for x, y, price in drawn:
        turn, a, b = float(ring[1]) * pi / 180, float(x), float(y)
        spots[int(price)] = dist(rim, (a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn)))
    return min(spots, key=lambda price: spots[price])


def test_every_price_of_the_turned_ring_lies_at_the_good_that_costs_so_much() -> None:
    seen = set()
    for session, view in films("fagin"):
        html = draw_market(view.board, NAMES[: session.seats])
        assert [price_at(html, good, view) for good in range(6)] == list(view.board.prices)
        seen.add(view.board.offset)
    assert len(seen) == 6


def test_the_ring_goes_on_by_as_many_places_as_the_die_says_even_once_round() -> None:
    view = made()
    before = angle(replace(view.board, turns=view.board.turns[:-1]))
    for die in range(1, 7):
        last = view.board.turns[-1]._replace(die=die)
        assert angle(replace(view.board, turns=(*view.board.turns[:-1], last))) == before - 60 * die
    assert angle(made(turns=()).board) == 0


def test_the_angle_is_given_to_the_holder_of_exactly_this_board() -> None:
    view = made()
    html = draw(view, NAMES[:4])
    assert f'<div class="mm-wheel {turned(view.board)}">' in html
    assert motion(view.board) == f".widget-html-content:has(> .mm-wheel.{turned(view.board)}) {{ --mm-turn: -420deg; }}"
    assert motion(view.board) in html


def test_nothing_else_on_the_board_changes_its_angle() -> None:
    still = made()
    for other in (made(stock=(1,) * 6), made(purses=(1, 2, 3, 4)), made(trader=0), gang()):
        assert (motion(other.board), turned(other.board)) == (motion(still.board), turned(still.board))


def test_the_wheel_moves_only_where_motion_is_welcome() -> None:
    css = style(draw(made(), NAMES[:4]))
    calm, lively = css.split("@media (prefers-reduced-motion: no-preference) {")
    moving = lively[: lively.index("\n}")]
    assert "transition: --mm-turn" in moving and "rotate(var(--mm-turn))" in moving
    assert not re.search(r"transition|animation|transform", calm + lively[lively.index("\n}") :])
    assert '@property --mm-turn { syntax: "<angle>"; inherits: true;' in calm


def test_numbers_on_the_ring_stand_upright() -> None:
    html = draw_market(made().board, NAMES)
    assert html.count(f'class="mm-up" transform="rotate({-angle(made().board):g})"') == 6
    assert "rotate(calc(-1 * var(--mm-turn)))" in draw(made(), NAMES[:4])


def test_the_wheel_says_all_prices_and_the_last_roll() -> None:
    told = "price wheel, turned 1 place last: blue 4, purple 6, green 8, yellow 10, black 12, red 2"
    assert {told, f"Smithfield Market, {told}"} <= labels(draw_market(made().board, NAMES))
    assert "turned" not in facts.wheel_said(made(turns=()).board)


# --- the stalls -------------------------------------------------------------------------------------------------------


def stalls(view: View) -> list[str]:
    """The drawing of each stall, in the order of the goods."""
    html = draw_market(view.board, NAMES)
    return re.findall(r"<g transform=[^>]*><title>(?!price wheel)[^<]*</title>.*?</g>", html)


def test_each_stall_shows_its_cubes_and_its_empty_places_and_says_empty_or_full() -> None:
    drawn, view = stalls(made()), made()
    for good, (stall, stock) in enumerate(zip(drawn, view.board.stock, strict=True)):
        sign = signs(BOX)[good]
        assert len(re.findall(rf">{sign.letter}</text>", stall)) == stock
        assert stall.count("stroke-dasharray") == BOX.stall - stock
        words = Words(stall).text
        assert ("empty" in words, "full" in words) == (stock == 0, stock == BOX.stall)
        assert all(part in words for part in (BOX.goods[good], BOX.called[good], str(view.board.prices[good])))
        assert f"store {10 + good}" in words
    assert [facts.stall_state(view.board, good) for good in range(6)] == [
        "empty", "5 free", "full", "3 free", "2 free", "1 free",
    ]  # fmt: skip


def test_a_stall_is_said_with_the_price_before_the_last_turn() -> None:
    said = "blue (books): price 4, was 2; 0 cubes of 6 (empty); 10 in the warehouse"
    assert said in labels(draw_market(made().board, NAMES))
    first = made(turns=made().board.turns[:1])
    assert "was" not in facts.stall_said(first.board, 0)


def test_stalls_lie_apart_beside_the_wheel_and_in_the_drawing() -> None:
    for many in (6, 5, 4):
        spots = [corner(many, good) for good in range(many)]
        assert all(0 <= x <= WIDTH - PLATE and 0 <= y <= HEIGHT - 86 for x, y in spots)
        assert all(abs(a[0] - b[0]) >= PLATE or abs(a[1] - b[1]) >= 86 for a, b in combinations(spots, 2))
        assert all(x + PLATE <= MIDDLE[0] - RIM + 1 or x >= MIDDLE[0] + RIM - 1 for x, _ in spots)


def test_other_goods_and_bigger_stalls_than_the_printed_ones_are_drawn_too() -> None:
    goods = ("figs", "salt", "fish", "blue")
    box = replace(BOX, goods=goods, called=("dry", "sea", "wet", "books"), places=("A", "B", "C", "D"),
                  ring=(1, 20, 3, 4), stall=9)  # fmt: skip
    hands = ((1, 2, 3, 4),) * 4
    trades = (Trade(1, 1, "buy", "fish", 4),)
    view = made(box=box, stock=(9, 0, 4, 2), store=(1, 2, 3, 4), aside=(0,) * 4, hands=hands, trades=trades)
    page = Words(draw(view, NAMES[:4]))
    assert page.open == [] and all(good in page.text for good in goods)
    html = draw_market(view.board, NAMES)
    assert [price_at(html, good, view) for good in range(4)] == [box.ring[(good + 7) % 4] for good in range(4)]
    assert html.count("stroke-dasharray") == 4 * 9 - 15 and len({sign.letter for sign in signs(box)}) == 4


# --- trading ----------------------------------------------------------------------------------------------------------


def by_seat(view: View) -> list[str]:
    """Each player's part of the board."""
    return seat_parts(players(view, NAMES[: view.board.seats]))


def test_each_player_is_drawn_with_purse_worth_cubes_coin_and_turn() -> None:
    anna, berta, zoe, gio = map(labels, by_seat(made()))
    assert {"purse: 17 shillings", "cubes: 1 blue, 2 green, 1 red"} <= anna
    assert f"net worth: {17 + 4 + 16 + 2} shillings" in anna
    assert "holds the market coin" in berta and "holds the market coin" not in anna | zoe | gio
    assert {"start player", "cubes: none"} <= zoe and "to choose" in gio and "to choose" not in anna | berta | zoe


def test_who_has_passed_who_is_on_turn_and_who_is_next_is_said_in_the_trading_direction() -> None:
    assert [facts.standing(made().board, seat) for seat in range(4)] == ["in", "next", "passed", "turn 4"]
    assert facts.following(made(trader=0).board) == 3 and facts.following(made(trader=3).board) == 1
    alone = made(passed=(0, 1, 2))
    assert facts.following(alone.board) is None
    parts = by_seat(made())
    assert "mm-out" in parts[2].split(">")[0] and "mm-asked" in parts[3].split(">")[0]
    half = made(trader=1, half="buy")
    assert facts.standing(half.board, 1) == "turn 5, buys"


def test_the_direction_turns_with_what_is_played() -> None:
    html = draw(made(), NAMES[:4])
    assert "Trading goes anti-clockwise, from Berta, who holds the market coin" in Words(html).text
    actions = made(coin=None, trader=None, phase="action", opened=False)
    assert "Actions go clockwise, from Zoë, the start player" in Words(draw(actions, NAMES[:4])).text
    arrow = re.compile(r'mm-arrow" viewBox="0 0 30 20" aria-hidden="true"><path d="(\S+)')
    assert set(arrow.findall(html)) == {"M16"} and set(arrow.findall(draw(actions, NAMES[:4]))) == {"M14"}


def test_in_a_round_of_actions_it_is_said_who_has_acted() -> None:
    view = made(coin=None, trader=None, phase="action", active=0, opened=True,
                sessions=(Market(3, 1, 3, (), Holding((), ()), Holding((), ())),))  # fmt: skip
    assert [facts.standing(view.board, seat) for seat in range(4)] == ["on turn", "", "has acted", "has acted"]
    assert facts.market_said(view.board, NAMES) == "closed; Gio had opened it"


def test_what_each_has_bought_and_sold_is_summed_up_in_cubes_and_shillings() -> None:
    found = labels(side(made().board, NAMES))
    assert {"Berta: +1 blue, +1 green; −12 shillings", "Anna: −1 red; +2 shillings", "Zoë: nothing"} <= found
    assert facts.net(made().board, 1) == ((1, 0, 1, 0, 0, 0), -12)
    past = Market(2, 0, 0, (Trade(2, 1, "sell", "black", 10),), Holding((), ()), Holding((), ()))
    closed = made(coin=None, sessions=(past,))
    assert "Bought and sold, market of round 2" in Words(side(closed.board, NAMES)).text
    assert "Zoë: −1 black; +10 shillings" in labels(side(closed.board, NAMES))
    assert "Nothing bought or sold yet" in Words(side(made(coin=None).board, NAMES)).text


def test_the_latest_turns_of_the_wheel_stand_with_die_and_prices() -> None:
    rows = [label for label in Words(side(made().board, NAMES)).labels if label.startswith("round")]
    assert rows[0] == "round 3: blue 4, purple 6, green 8, yellow 10, black 12, red 2; die 1" and len(rows) == 3
    many = made(turns=made().board.turns * 20)
    assert 5 < len([label for label in Words(side(many.board, NAMES)).labels if label.startswith("round")]) < 9


# --- the gang ---------------------------------------------------------------------------------------------------------


def test_every_place_says_its_colour_its_constable_and_who_stands_where() -> None:
    found = labels(draw_streets(gang().board, NAMES))
    assert "Bow Street (blue); constable on 2; Anna on 5, Berta on 6" in found
    assert "Holborn Hill (purple); constable on 1; Zoë on 0" in found
    assert "Chertsey (green); constable on 9; no urchin; used in this action" in found


def test_every_urchin_is_drawn_on_its_space_in_the_mark_of_its_owner() -> None:
    drawn = draw_streets(gang().board, NAMES)
    bare = draw_streets(gang(streets=((None,) * 11,) * 6).board, NAMES)
    for seat, many in enumerate((2, 1, 1, 0)):
        colour = f'fill="{mark_of(seat).colour}"'
        assert drawn.count(colour) - bare.count(colour) == many
    assert drawn.count(">C</text>") == 6
    assert drawn.count("#ffd08a") == 1  # the urchin that this action has used


def test_constables_and_urchins_stand_in_the_row_of_their_space() -> None:
    html = draw_streets(gang().board, NAMES)
    ys = {int(space): float(y) for y, space in re.findall(r'x="19"[^>]*?y="([\d.]+)"[^>]*>(\d+)</text>', html)}
    row = {space: y - 5 for space, y in ys.items()}
    constables = [float(y) - 5 for y in re.findall(r'y="([\d.]+)"[^>]*>C</text>', html)]
    assert len(row) == 11 and constables == pytest.approx([row[space] for space in (2, 1, 9, 8, 7, 3)], abs=0.2)
    scale = (high(gang().board) - 3) / 20
    pips = re.findall(rf"translate\([\d.]+ ([\d.]+)\) scale\({scale:.3f}\)\"><g fill", html)
    assert [float(y) + 10 * scale for y in pips] == pytest.approx([row[space] for space in (5, 6, 0, 10)], abs=0.2)


def test_spaces_are_numbered_with_what_is_stolen_there() -> None:
    text = re.findall(r">(\d+)</text>", draw_streets(gang().board, NAMES))
    assert text == [str(part) for space in range(11) for part in (space, GANG.loot(space))]


def test_urchins_to_enter_and_home_are_counted_at_their_owner() -> None:
    anna, _, zoe, gio = map(labels, by_seat(gang()))
    assert "3 urchins to enter; 0 of 3 home with Fagin" in anna and "5 urchins to enter" in "".join(gio)
    assert "3 urchins to enter; 1 of 3 home with Fagin" in zoe
    assert not any("urchin" in label for label in labels(players(made(), NAMES[:4])))


def test_the_market_box_has_no_places_and_the_gang_no_table_of_trades() -> None:
    assert "mm-streets\"" not in draw(made(), NAMES[:4]) and "mm-side\"" in draw(made(), NAMES[:4])
    assert "mm-streets\"" in draw(gang(), NAMES[:4]) and "mm-side\"" not in draw(gang(), NAMES[:4])


# --- whose turn, and the end ------------------------------------------------------------------------------------------


def test_whose_turn_it_is_is_said_for_every_question_of_one_seat() -> None:
    asked = set(fagin.ASKS) - {"FG-S1", "FG-S4", "FG-S5", "FG-3"}  # those are nature's
    assert asked == set(facts.TURNS)
    for rule in asked:
        assert facts.now(replace(made(), rule=rule), NAMES) == f"Gio {facts.TURNS[rule]}"
    assert facts.now(made(), NAMES) == "Gio buys, sells or passes"
    assert facts.now(replace(made(), waiting=(0, 1)), NAMES) == "Smithfield Market is open"


def test_every_phase_of_the_game_has_words() -> None:
    seen = {view.board.phase for session, view in films("fagin")}
    assert seen <= set(facts.PHASES) and len(seen) > 5 and all(facts.PHASES.values())


def test_rounds_are_counted_towards_the_last_one() -> None:
    assert facts.headline(made().board) == "round 3 of 8"
    assert facts.headline(gang().board) == "round 3 of at most 12"
    assert facts.headline(made(round=0).board) == "before the first round"
    assert facts.headline(made(phase="").board) == "final scores after round 3"


def test_the_end_crowns_every_winner_and_tells_what_purses_are_made_of() -> None:
    last = Holding((7, 23, 0, 40), ((1, 0, 1, 0, 0, 0), (0,) * 6, (0,) * 6, (0, 0, 0, 0, 0, 1)))
    view = replace(made(phase="", coin=None, trader=None, scores=(17, 23, 0, 41), last=last), waiting=())
    html = draw(view, NAMES[:4])
    scores = html.split('class="mm-scores"')[1].split('class="mm-seats"')[0]
    assert re.findall(r"<b>(.*?)</b>", scores) == [f"{n} shillings" for n in (41, 23, 17, 0)]
    assert scores.count('aria-label="wins"') == 1
    assert "7 + 10 for cubes" in Words(html).text and "40 + 1 for cubes" in Words(html).text
    assert [row["Final score"] for row in by_column(said(view)["players"])][-1] == "41 shillings, wins"
    tied = replace(view, board=replace(view.board, scores=(41, 23, 0, 41)))
    assert draw(tied, NAMES[:4]).count('aria-label="wins"') == 2


def test_where_cubes_break_ties_they_are_told_with_the_score() -> None:
    over = gang(phase="", active=None, acted=(), scores=(17_000, 1_000_023_000, 0, 41_007))
    assert [facts.score_said(over.board, seat) for seat in range(4)] == [
        "17 shillings, 4 cubes, 0 home", "23 shillings, 7 cubes, 0 home", "0 shillings, 0 cubes, 1 home",
        "41 shillings, 7 cubes, 0 home",
    ]  # fmt: skip
    assert facts.winners(over.board) == (1,)


def test_house_defaults_are_said_from_their_origins() -> None:
    house = [one.says for one in origins(GANG) if "house default" in one.origin]
    assert len(house) > 10 and list(facts.defaults(GANG)) == house
    alone = facts.defaults(BOX)
    assert 5 < len(alone) < len(house) and not any(says.startswith("gang:") for says in alone)
    words = dict(row for row in said(gang())["round"])["House defaults"]
    assert all(says in words for says in house) and "house defaults" in draw(made(), NAMES[:4])


# --- what is told apart -----------------------------------------------------------------------------------------------


# --- the table in words -----------------------------------------------------------------------------------------------


def test_every_number_of_the_view_is_in_the_words() -> None:
    tables = said(made())
    now = dict(tables["round"])
    assert now["Game"] == "round 3 of 8" and now["Start player"] == "Zoë" and now["Market"] == "opened by Berta"
    assert now["Order of trading, anti-clockwise"] == "Berta, Anna, Gio, Zoë" and now["Passed"] == "Zoë"
    assert now["Die"] == "1" and now["Trading turns at most"] == "30"
    anna, berta, zoe, gio = by_column(said(made())["players"])
    assert (anna["Purse"], anna["Net worth"]) == ("17 shillings", "39 shillings")
    assert anna["Cubes"] == "1 blue, 2 green, 1 red"
    assert berta["Market coin"] == "holds the market coin" and zoe["In this round"] == "passed"
    assert gio["Answer"] == "to choose"
    assert tables["stalls"][1] == ["Blue", "B", "books", "4", "2", "0", "empty", "10", "10"]
    moved = ["50 → 54", "51 → 55", "52 → 56", "53 → 57"]
    assert tables["wheel"][3] == ["round 3", "1", "4", "6", "8", "10", "12", "2", *moved]
    assert tables["bought"][2] == ["Berta", "+1", "", "+1", "", "", "", "−12"]
    places = said(gang())["places"]
    assert places[0] == ["Place", "Colour", "Constable on", *(f"Urchins of {name} on" for name in NAMES[:4])]
    assert places[1] == ["Bow Street", "blue", "2", "5", "6", "", ""]
    assert by_column(said(gang())["players"])[2]["Urchins home"] == "1 of 3 home with Fagin"
    assert by_column(said(gang())["players"])[0]["Urchins out"] == "Bow Street on 5; Clerkenwell on 10"
    assert said(gang())["spaces"][6] == ["5", "1", "urchins enter here"]


def test_all_numbers_drawn_are_also_in_the_words() -> None:
    for session, view in films("fagin"):
        names = NAMES[: session.seats]
        words = as_text(view, names)
        drawn = numbers(draw(view, names).replace(words, ""))
        assert drawn <= numbers(words) | {"0"}, view.rule


def test_everybody_sees_the_same_table_but_for_the_own_side() -> None:
    session = played(4)
    for one, other in zip(session.film(0)[5:60:11], session.film(None)[5:60:11], strict=True):
        assert isinstance(one.board, Board)
        drawn = draw(one, NAMES[:4]).replace(" mm-own", "")
        assert drawn == draw(other, NAMES[:4]).replace(" mm-own", "")
