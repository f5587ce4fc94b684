"""The board of Die Händler: everything that is in the view is drawn and said, and nothing else."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import dist
from typing import Any

import pytest

from mechanics.boxes import origins
from mechanics.games.haendler import BOX, Loading, Spot, Turned, Wagon
from mechanics.steps import Standing
from mechanics.table import View
from mechanics.views.boards import board
from mechanics.views.boards.facts import house_defaults
from mechanics.views.boards.haendler import as_text, draw, facts
from mechanics.views.boards.haendler.map import draw_map, strip
from mechanics.views.boards.haendler.roads import CART, HEIGHT, PLATE, WIDTH, places, point, stands, trails
from mechanics.views.boards.haendler.signs import cart, signs
from mechanics.views.boards.haendler.tables import arrivals, ladder, prices, red_cards
from mechanics.views.boards.marks import mark_of
from tests import boards
from tests.boards import NAMES, Words, by_column, drawn_sizes, films, labels, numbers, seat_parts, style, type_sizes

played = partial(boards.played, "haendler")
SPOTS = [Spot(city) for city in BOX.cities] + [Spot(a, b, n) for a, b, many in BOX.roads for n in range(1, many + 1)]


def said(view: View) -> dict[str, list[list[str]]]:
    """The tables in words by name: round, players, wagons, goods, cities, roads, ranks."""
    tables = Words(as_text(view, NAMES[: view.board.seats])).tables
    return dict(zip(("round", "players", "wagons", "goods", "cities", "roads", "ranks"), tables, strict=True))


def made(**changes: Any) -> View:
    """A view while a wagon is loaded, every number of which can be looked for."""
    view = next(view for view in played(3).film(0) if view.rule == "DH-5")
    load = (("iron", "iron"), (), ("silk",))
    wagons = (
        Wagon(Spot("Köln"), load, 1, "wine"),
        Wagon(Spot("Wien", "Köln", 2), ((), (), ())),
        Wagon(Spot("Genua"), ((), (), ())),
    )
    stores = ((("wine", "cloth", "wine"), (), (), (), (), ()), ((),) * 6, ((), ("iron",), (), (), (), ("salt",)))
    table = replace(
        view.board, phase="load", round=17, first=2, stock=(3, 4, 5, 6, 7, 8), rows=(0, 1, 2, 3, 4, 5), stores=stores,
        wagons=wagons, courier=Spot("Hamburg", "Wien", 4), bonus=(0, 1, 2, 3, 4, 5), ranks=(0, 4, 4), notes=(1, 0, 0),
        arrivals=3, climb=800, tiles=((1, 3), (2,), (4,)), lot=0, red_open=("Kontor", "Kurier"), red_left=4,
        reds=(("Wagnerei",), ("Lagerverkauf", "Großes Kontor"), ()), used=("Lagerverkauf",), greens=("won tie",),
        green_sizes=(1, 2, 0), green_left=15, green_gone=("extra move", "extra move", "price nudge"),
        purses=(4700, None, None), turns=(Turned(16, (("iron", "iron"),) * 3, (0,) * 6, (0,) * 6),), standing=None,
        loadings=(Loading(17, 0, "Köln", (2, 0, 1), (300, 600, 500), 1, (0, 600, 0)),),
    )  # fmt: skip
    return replace(view, rule="DH-9", waiting=(2,), sealed=False, board=replace(table, **changes))


# --- the registry -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["facts", "words", "chess"])
def test_what_is_no_game_has_no_board(key: str) -> None:
    with pytest.raises(ValueError, match=r"there is one for turin and for haendler"):
        board(key, made(), NAMES[:3])


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_no_type_is_smaller_than_fourteen_pixels_beside_the_map_and_fourteen_units_on_it() -> None:
    html = draw(made(), NAMES[:3])
    assert "font-size: clamp(14px," in style(html) and len(type_sizes(html)) > 5 and min(type_sizes(html)) >= 1
    assert min(drawn_sizes(html)) >= 14 and WIDTH <= 480


def test_names_are_shown_as_they_are_typed_and_never_run() -> None:
    names = ('<b>Zoë</b>"', "<script>x</script>", "O'Hara & Co")
    for view in (made(), made(standing=Standing(300, 1, (0,)), phase="invest"), played(3).view(0)):
        page = Words(draw(view, names))
        assert "script" not in page.tags and page.open == []
        assert all(name in page.text for name in names)


def test_every_city_says_what_it_makes_its_bonus_and_whose_goods_lie_there() -> None:
    found = labels(draw_map(made().board, NAMES))
    assert "Paris: makes wine, cloth, silk; bonus 0; warehouses: Anna 2 wine, 1 cloth" in found
    assert "Genua: makes silk, salt, wine; bonus 500; warehouses: Zoë 1 salt" in found
    assert {"Wien: makes food, iron, silk; bonus 200; warehouses: empty"} <= found


def test_every_piece_in_a_warehouse_is_a_mark_of_its_owner_on_the_map() -> None:
    empty = made(stores=(((),) * 6,) * 3)
    for seat, many in enumerate((3, 0, 2)):
        colour = f'fill="{mark_of(seat).colour}"'
        drawn = draw_map(made().board, NAMES).count(colour) - draw_map(empty.board, NAMES).count(colour)
        assert drawn == many


def test_wagons_are_said_with_place_load_owners_and_master_on_the_map_and_in_the_list() -> None:
    lines = (
        "wagon A in Köln; Anna: 2 iron; Zoë: 1 silk; loading master Berta, no wine for others",
        "wagon B Wien → Köln, space 2 of 5; empty",
        "wagon C in Genua; empty; arrived in this round",
    )
    view = made(arrived=(2,))
    assert set(lines) <= labels(draw_map(view.board, NAMES)) and set(lines) <= labels(strip(view.board, NAMES))


def test_every_piece_on_a_wagon_shows_its_owner_and_its_kind() -> None:
    view, known = made(), signs(BOX)
    line = strip(view.board, NAMES).split('<i>A</i>')[1].split("</div>")[0]
    letters = re.findall(r'class="mm-tile"[^>]*>(\w)<', line)
    assert letters == [known[good].letter for good in ("wine", "iron", "iron", "silk")]
    assert re.findall(r'<u title="(\w+|Zoë)">', line) == ["Anna", "Zoë"]
    drawn = cart(0, (0, 0, 2), None)
    assert [drawn.count(f'fill="{mark_of(seat).colour}"') for seat in range(3)] == [2, 0, 1]


def test_a_cart_has_room_for_all_that_may_be_on_it() -> None:
    for many in range(1, 13):
        moved = re.findall(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", cart(0, (1,) * many, None))
        corners = [(float(x), float(y), 20 * float(scale)) for x, y, scale in moved]
        assert len(corners) == many
        assert all(x >= 17 and x + size <= 46 and y >= 4 and y + size <= 24 for x, y, size in corners)
        assert all(abs(a[0] - b[0]) >= a[2] or abs(a[1] - b[1]) >= a[2] for a, b in combinations(corners, 2))


def test_the_wagon_whose_turn_it_is_and_the_courier_are_set_off() -> None:
    html = draw(made(), NAMES[:3])
    assert html.count('class="mm-wagon mm-lot"') == 1
    assert "courier Hamburg → Wien, space 4 of 6" in labels(html)
    assert not any("courier" in label for label in labels(draw_map(made(courier=None).board, NAMES)))


def test_the_price_table_has_both_columns_and_every_marker_in_its_row() -> None:
    html, known = prices(made().board), signs(BOX)
    rows = [label for label in Words(html).labels if label.startswith("buy for")]
    assert rows == [f"buy for {BOX.buy[row]}, sell for {BOX.sell[row]}: {BOX.goods[row]}" for row in range(5, -1, -1)]
    for good, row in zip(BOX.goods, re.split('<div class="mm-row"', html)[:0:-1], strict=True):
        assert re.findall(r'mm-tile"[^>]*>(\w)<', row.split("mm-stock")[0]) == [known[good].letter]
    stock = [f"{good}: {left} in stock" for good, left in zip(BOX.goods, made().board.stock, strict=True)]
    assert set(stock) <= labels(html)


def test_goods_that_share_a_row_stand_beside_each_other() -> None:
    html = prices(made(rows=(5, 0, 0, 0, 0, 5)).board)
    assert "buy for 600, sell for 800: cloth, silk" in labels(html)
    assert "buy for 200, sell for 400: nothing" in labels(html)


def test_the_ladder_has_every_rank_with_its_cost_and_who_stands_there() -> None:
    found = Words(ladder(made().board, NAMES)).labels
    assert len(found) == len(BOX.ranks) and found[0] == "Ratsherr, costs 1000"
    assert found[-1] == "Krämer, costs 0: Anna" and "Großkaufmann, costs 400: Berta, Zoë" in found


def test_the_track_of_arrivals_shows_where_it_stands_and_where_it_ends() -> None:
    html = arrivals(made().board)
    assert '<b class="mm-here">3</b>' in html and '<b class="mm-end">7</b>' in html
    assert "3 arrivals; the game ends with arrival 7" in labels(html)
    assert "climb 800 a rank" in re.sub("<.*?>", "", html)
    assert "800 a climb" in arrivals(made(box=replace(BOX, climb_price="per_climb")).board)


def test_open_red_cards_lie_with_the_number_of_those_face_down() -> None:
    text = Words(red_cards(made().board)).text
    assert all(words in text for words in ("Kontor", "Kurier", "4 cards face down"))
    assert "none" in Words(red_cards(made(red_open=(), red_left=0).board)).text


def test_each_player_is_drawn_with_purse_tiles_cards_note_and_warehouses() -> None:
    anna, berta, zoe = map(labels, seat_parts(draw(made(), NAMES[:3])))
    assert {"purse: 4700 guilders", "tiles up: 1, 3", "1 green card", "note: 2500 to redeem it", "Wagnerei"} <= anna
    assert "Paris: 2 wine, 1 cloth" in anna and "Paris: 2 wine, 1 cloth" not in berta | zoe
    assert {"purse: closed", "tiles up: 2", "2 green cards"} <= berta
    assert {"Lagerverkauf, used in this round", "Großes Kontor"} <= berta
    assert {"to choose", "start player", "Köln: 1 iron", "Genua: 1 salt"} <= zoe and "start player" not in anna | berta


def test_bids_lie_open_while_their_wagon_is_loaded_and_no_longer() -> None:
    assert [facts.spoken(made().board, seat) for seat in range(3)] == ["bid 300", "bid 600, paid 600", "bid 500"]
    for later in (made(phase="move", lot=None), made(phase="master"), made(lot=2), made(round=18)):
        assert [facts.spoken(later.board, seat) for seat in range(3)] == ["", "", ""]


def test_discs_lie_open_for_the_rest_of_their_round() -> None:
    done = Turned(17, (("cloth", "silk"), ("crest", "crest"), ("wine", "wine")), (0,) * 6, (1, 2, 0, 0, 0, 1))
    view = made(turns=(done,))
    assert {"disc: cloth and silk", "disc: crest and crest", "disc: wine and wine"} <= labels(draw(view, NAMES[:3]))
    discs = [row["Disc"] for row in by_column(said(view)["players"])]
    assert discs == ["cloth and silk", "crest and crest", "wine and wine"]
    assert "disc: iron and iron" not in labels(draw(made(), NAMES[:3]))


def test_envelopes_say_who_is_still_thinking() -> None:
    for rule in ("DH-5", "DH-17"):
        view = replace(made(), rule=rule, sealed=True, waiting=(0, 2))
        assert {"Anna: still thinking", "Berta: envelope is in", "Zoë: still thinking"} <= labels(draw(view, NAMES[:3]))
    assert not any("envelope" in label for label in labels(draw(made(), NAMES[:3])))


def test_the_open_auction_shows_price_holder_and_who_has_passed() -> None:
    view = replace(made(phase="invest", standing=Standing(900, 1, (2,)), lot=None), rule="DH-26", waiting=(0,))
    page = draw(view, NAMES[:3])
    assert "Anna raises or passes: Berta has bid 900" in Words(page).text
    assert [facts.spoken(view.board, seat) for seat in range(3)] == ["", "bids 900", "passed"]
    assert facts.called(replace(view.board, standing=Standing()), NAMES) == "no bid yet"
    won = replace(view.board, standing=None, won=(0,))
    assert [facts.spoken(won, seat) for seat in range(3)] == ["has won a card", "", ""]
    assert facts.called(won, NAMES) == ""


def test_whose_turn_it_is_is_said_for_every_question_of_one_seat() -> None:
    asked = {view.rule for session, view in films("haendler") if view.waiting and min(view.waiting) >= 0}
    assert asked - {"DH-5", "DH-17", "DH-33"} <= set(facts.TURNS) and len(asked) > 12
    assert facts.now(made(), NAMES) == "Zoë may load"
    bids = replace(made(), rule="DH-5", sealed=True, waiting=(0, 1, 2))
    assert facts.now(bids, NAMES) == "Loading master of wagon A in Köln?"


def test_every_phase_of_the_game_has_words() -> None:
    seen = {view.board.phase for session, view in films("haendler")}
    assert seen <= set(facts.PHASES) and len(seen) > 8 and all(facts.PHASES.values())


def test_the_end_crowns_every_winner_and_tells_rank_and_money() -> None:
    ended = {"ranks": (3, 4, 4), "purses": (400, 0, 1800), "notes": (0, 0, 1)}
    view = made(phase="", scores=(3_000_400, 4_000_000, 3_999_300), **ended)
    html = draw(view, NAMES[:3])
    scores = html.split('class="mm-scores"')[1].split('class="mm-seats"')[0]
    told = ["Großkaufmann, 0 guilders", "Großkaufmann, −700 guilders", "Kaufmann, 400 guilders"]
    assert re.findall(r"<b>(.*?)</b>", scores) == told and scores.count('aria-label="wins"') == 1
    assert [row["Final score"] for row in by_column(said(view)["players"])] == [told[2], f"{told[0]}, wins", told[1]]
    tied = replace(view, board=replace(view.board, scores=(4_000_000, 4_000_000, 1), ranks=(4, 4, 0)))
    assert draw(tied, NAMES[:3]).count('aria-label="wins"') == 2


def test_house_defaults_are_said_from_their_origins() -> None:
    house = [one.says for one in origins(BOX) if one.origin == "house default"]
    assert len(house) > 10 and list(house_defaults(BOX)) == house
    words = dict(row for row in said(made())["round"])["House defaults"]
    assert all(says in words for says in house) and "house defaults" in draw(made(), NAMES[:3])


# --- where things lie -------------------------------------------------------------------------------------------------


def test_cities_lie_apart_and_on_the_map() -> None:
    found = places(BOX.cities).values()
    wide, high = PLATE[0] / 2, PLATE[1] / 2
    assert all(wide <= x <= WIDTH - wide and high <= y <= HEIGHT - high for x, y in found)
    assert all(abs(a[0] - b[0]) > PLATE[0] or abs(a[1] - b[1]) > PLATE[1] for a, b in combinations(found, 2))


def test_every_road_has_its_spaces_apart_from_each_other_and_from_the_cities() -> None:
    roads = trails(BOX.cities, BOX.roads)
    assert {road: len(spots) for road, spots in roads.items()} == {(a, b): many for a, b, many in BOX.roads}
    spots = [spot for trail in roads.values() for spot in trail]
    assert len(spots) == 44 and min(dist(a, b) for a, b in combinations(spots, 2)) > 13
    wide, high = PLATE
    for x, y in spots:
        assert 7 < x < WIDTH - 7 and 7 < y < HEIGHT - 7
        assert all(abs(x - cx) > wide / 2 or abs(y - cy) > high / 2 for cx, cy in places(BOX.cities).values())


def test_spaces_of_a_road_follow_each_other_from_city_to_city() -> None:
    for a, b, many in BOX.roads:
        home = places(BOX.cities)[a]
        away = [dist(home, point(BOX, Spot(a, b, step))) for step in range(1, many + 1)]
        assert away == sorted(away)


@pytest.mark.parametrize(("a", "b", "many"), BOX.roads)
def test_a_space_counted_from_either_city_is_the_same_place(a: str, b: str, many: int) -> None:
    for step in range(1, many + 1):
        assert point(BOX, Spot(a, b, step)) == point(BOX, Spot(b, a, many + 1 - step))


def test_no_wagon_is_ever_drawn_over_another_or_beside_the_map() -> None:
    rng = random.Random(1)
    for _game in range(400):
        spots = rng.choices(SPOTS, k=3) if rng.random() < 0.7 else [Spot(rng.choice(BOX.cities))] * 3
        found = stands(BOX, spots)
        assert all(0 <= x <= WIDTH - 50 and 8 <= y <= HEIGHT - 30 for x, y in found)
        assert all(abs(a[0] - b[0]) >= 48 or abs(a[1] - b[1]) >= 28 for a, b in combinations(found, 2)), spots


def test_a_lone_wagon_hides_neither_its_own_space_nor_the_name_of_a_city() -> None:
    for spot in SPOTS:
        ((x, y),) = stands(BOX, [spot])
        if spot.step:
            px, py = point(BOX, spot)
            assert not (x < px < x + 48 and y < py < y + 28) and dist((x + 24, y + 14), (px, py)) < 60
        for cx, cy in places(BOX.cities).values():
            wide = min(x + CART[0], cx + PLATE[0] / 2) - max(x, cx - PLATE[0] / 2)
            high = min(y + CART[1], cy + PLATE[1] / 2) - max(y, cy - PLATE[1] / 2)
            assert max(0.0, wide) * max(0.0, high) < 250


def test_other_cities_and_goods_than_the_printed_ones_are_drawn_too() -> None:
    cities, goods = ("Rom", "Lyon", "Riga"), ("figs", "salt", "fish", "f1", "f2", "f3")
    box = replace(
        BOX, cities=cities, makes={"Rom": goods[:1], "Lyon": goods[1:2], "Riga": goods}, goods=goods,
        roads=(("Rom", "Lyon", 3), ("Lyon", "Riga", 2)),
        wagon_starts={"Rom": cities}, courier_starts={"Rom": "Lyon"}, first_cities="drawn",
    )  # fmt: skip
    view = made(
        box=box, stores=((("figs",), (), ()), ((),) * 3, ((),) * 3), bonus=(1, 2, 3), courier=Spot("Lyon"),
        wagons=(Wagon(Spot("Rom"), (("figs",), (), ())), Wagon(Spot("Lyon", "Rom", 1), ((),) * 3)), turns=(), lot=0,
    )  # fmt: skip
    page = Words(draw(view, NAMES[:3]))
    assert page.open == [] and all(city in page.text for city in cities)
    assert len({sign.letter for sign in signs(box).values()}) == 6


# --- what is told apart -----------------------------------------------------------------------------------------------


# --- the table in words -----------------------------------------------------------------------------------------------


def test_every_number_of_the_view_is_in_the_words() -> None:
    tables = said(made())
    now = dict(tables["round"])
    assert now["Game"] == "round 17" and now["Start player"] == "Zoë" and now["Arrivals"] == "3 of 7"
    assert now["Climb costs"] == "800 a rank" and now["Courier"] == "Hamburg → Wien, space 4 of 6"
    assert now["Open red cards"] == "Kontor, Kurier" and now["Red cards face down"] == "4 cards"
    assert now["Green cards in the stack"] == "15 cards" and now["Your green cards"] == "won tie"
    assert now["Green cards played"] == "2 extra move, 1 price nudge"
    anna, berta, zoe = by_column(said(made())["players"])
    assert (anna["Purse"], berta["Purse"]) == ("4700 guilders", "closed")
    assert anna["Promissory note"] == "note: 2500 to redeem it"
    assert (anna["Rank"], zoe["Rank"]) == ("Krämer", "Großkaufmann")
    assert (anna["Tiles face up"], anna["Tiles face down"]) == ("1, 3", "2, 4")
    assert berta["Red cards"] == "Lagerverkauf (used), Großes Kontor" and berta["Green cards"] == "2"
    assert anna["Warehouses"] == "Paris: 2 wine, 1 cloth" and zoe["Answer"] == "to choose"
    assert berta["Auction"] == "bid 600, paid 600"
    load, master = "Anna: 2 iron; Zoë: 1 silk", "loading master Berta, no wine for others"
    assert tables["wagons"][1] == ["A", "in Köln", load, master, "its turn"]
    assert tables["goods"][2] == ["Wine", "W", "200", "400", "4", "Paris, Köln, Genua"]
    assert tables["cities"][6] == ["Genua", "500", "silk, salt, wine", "", "", "1 salt"]
    assert tables["roads"][1] == ["Brügge", "Paris", "3"] and tables["ranks"][-1] == ["Krämer", "0", "Anna"]


def test_all_numbers_drawn_are_also_in_the_words() -> None:
    for session, view in films("haendler"):
        names = NAMES[: session.seats]
        words = as_text(view, names)
        drawn = numbers(draw(view, names).replace(words, ""))
        track = {str(n) for n in range(view.board.end_arrivals + 1)}
        told = numbers(words) | track
        stock = {str(left) for left in view.board.stock} if view.board.rows else {"0"}
        assert drawn <= told | stock, (view.rule, drawn - told)


# --- what stays hidden ------------------------------------------------------------------------------------------------


def test_green_cards_are_named_on_the_own_side_and_on_no_other() -> None:
    for viewer in range(3):
        view = replace(made(greens=("waived cost", "won tie")), seat=viewer)
        own = [re.findall(r'<span class="mm-green">(.*?)</span>', part) for part in seat_parts(draw(view, NAMES[:3]))]
        assert own == [["waived cost", "won tie"] if seat == viewer else [] for seat in range(3)]
    assert "mm-green\"" not in draw(replace(made(greens=()), seat=None), NAMES[:3])


def test_a_closed_purse_shows_nothing_and_an_open_one_its_guilders() -> None:
    shut = [label for label in Words(draw(made(), NAMES[:3])).labels if label.startswith("purse")]
    assert shut == ["purse: 4700 guilders", "purse: closed", "purse: closed"]
    view = next(v for v in played(3, 8, money="open").film(None) if v.rule == "DH-26")
    assert all(row["Purse"].endswith(" guilders") for row in by_column(said(view)["players"]))


def test_a_spectator_sees_no_hand_and_no_purse_before_the_end() -> None:
    for view in played(3).film(None)[5:-1:11]:
        assert all(row["Purse"] == "closed" for row in by_column(said(view)["players"]))
        assert "Your green cards" not in dict(said(view)["round"])
