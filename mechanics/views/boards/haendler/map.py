"""The map of Die Händler as one drawing: cities, roads with their spaces, wagons with their loads, the courier."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mechanics.games.haendler import Board
from mechanics.games.haendler.state import LETTERS
from mechanics.table import Seat
from mechanics.views.boards.haendler import facts
from mechanics.views.boards.haendler.roads import HEIGHT, PLATE, WIDTH, Point, middle, places, point, stands, trails
from mechanics.views.boards.haendler.signs import COURIER, block, cart, crest, signs
from mechanics.views.boards.marks import mark, pip
from mechanics.views.boards.signs import INK, named, svg, tile

SEA = (
    '<rect width="480" height="330" rx="8" fill="#efe3c4"/>'
    '<path d="M0 8q0-8 8-8h348q-10 22-44 26q-40-4-62 12q-40 2-62 22q-46-14-70 12q-52 24-62 66q-22 20-56 16z" '
    'fill="#bcd8e0"/><path d="M0 300q50-14 92 4q58-8 100 12q30-6 56 14h-240q-8 0-8-8z" fill="#bcd8e0"/>'
    '<path d="M330 330q-6-22 18-28q40 6 60 28z" fill="#bcd8e0"/>'
    '<path d="M20 34q8-6 16 0t16 0M150 18q8-6 16 0t16 0M40 318q8-6 16 0t16 0" fill="none" stroke="#7fa9b5" '
    'stroke-width="1.6"/>'
)


def draw_map(board: Board, names: Sequence[str]) -> str:
    """Return the map as an <svg> that says for every part what it is."""
    roads = "".join(_road(board, a, b) for a, b, _ in board.box.roads)
    cities = "".join(_city(board, city, names) for city in board.box.cities)
    inside = f"{SEA}{roads}{cities}{_courier(board)}{_carts(board, names)}"
    label = "Map: " + "; ".join(facts.wagon_said(board, lot, names) for lot in range(len(board.wagons)))
    return (
        f'<svg class="mm-map" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}" '
        f'font-size="14">{inside}</svg>'
    )


def _said(label: str, inside: str, at: Point = (0, 0)) -> str:
    """Return a part of the drawing that has a name."""
    return f'<g transform="translate({at[0]:.1f} {at[1]:.1f})"><title>{escape(label)}</title>{inside}</g>'


# --- cities and roads -------------------------------------------------------------------------------------------------


def _road(board: Board, a: str, b: str) -> str:
    found, spots = places(board.box.cities), trails(board.box.cities, board.box.roads)[a, b]
    (ax, ay), (mx, my), (bx, by) = found[a], middle(found, a, b), found[b]
    way = f"M{ax:.0f} {ay:.0f}Q{mx:.0f} {my:.0f} {bx:.0f} {by:.0f}"
    line = f'<path d="{way}" fill="none" stroke="#a98a5b" stroke-width="5"/>'
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5"/>' for x, y in spots)
    said = f"road {a} to {b}: {facts.count(len(spots), 'space')}"
    return _said(said, f'{line}<g fill="#fffdf7" stroke="#5b4630" stroke-width="1.4">{dots}</g>')


def _city(board: Board, city: str, names: Sequence[str]) -> str:
    """Return a city: name, bonus, what it makes, and a mark for every piece in its warehouses."""
    wide, high = PLATE
    x, y = places(board.box.cities)[city]
    earned, makes = facts.bonus(board, city), board.box.makes[city]
    here = [seat for seat in range(board.seats) for at, goods in facts.stored(board, seat) if at == city for _ in goods]
    plate = f'<rect width="{wide}" height="{high}" rx="6" fill="#fffdf7" stroke="#5b4630" stroke-width="1.6"/>'
    roof = f'<path d="M1 18V7q0-6 6-6h{wide - 14}q6 0 6 6v11z" fill="#8c2430"/>'
    title = f'<text x="6" y="14" font-weight="bold" fill="#fff">{escape(city)}</text>'
    known = signs(board.box)
    goods = "".join(block(known[good], 4 + 18 * i, 21) for i, good in enumerate(makes))
    said = f"{city}: makes {', '.join(makes)}; bonus {earned}; warehouses: {_stores(board, city, names)}"
    return _said(said, plate + roof + title + goods + _bonus(earned) + _pips(here), (x - wide / 2, y - high / 2))


def _stores(board: Board, city: str, names: Sequence[str]) -> str:
    """Return whose goods lie in a city."""
    found = [
        f"{names[seat]} {facts.goods_said(goods)}"
        for seat in range(board.seats)
        for at, goods in facts.stored(board, seat)
        if at == city
    ]
    return "; ".join(found) or "empty"


def _bonus(earned: int) -> str:
    """Return the bonus of a city as a coin."""
    look = 'fill="#f2c14e" stroke="#7a5a13"' if earned else 'fill="#efe6d2" stroke="#8a7a60"'
    return (
        f'<rect x="58" y="21" width="34" height="16" rx="8" {look}/>'
        f'<text x="75" y="34" text-anchor="middle" font-weight="bold" fill="{INK}">{earned}</text>'
    )


def _pips(seats: Sequence[Seat]) -> str:
    step = min(10.0, (PLATE[0] - 14) / max(1, len(seats) - 1))
    return "".join(pip(seat, 4 + step * i, 40, 9.5) for i, seat in enumerate(seats))


# --- what moves -------------------------------------------------------------------------------------------------------


def _courier(board: Board) -> str:
    if board.courier is None:
        return ""
    x, y = point(board.box, board.courier)
    at = (x + PLATE[0] / 2 - 14, y - PLATE[1] / 2 - 14) if not board.courier.step else (x - 14, y - 24)
    return _said(f"courier {facts.spot_said(board.box, board.courier)}", COURIER, at)


def _carts(board: Board, names: Sequence[str]) -> str:
    """Return the spaces where wagons stand, marked, and all wagons, none of them over another."""
    found = stands(board.box, [wagon.spot for wagon in board.wagons])
    marks = "".join(_here(board, lot) for lot, wagon in enumerate(board.wagons) if wagon.spot.step)
    return marks + "".join(_cart(board, lot, at, names) for lot, at in enumerate(found))


def _here(board: Board, lot: int) -> str:
    x, y = point(board.box, board.wagons[lot].spot)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5" fill="{INK}"/>'


def _cart(board: Board, lot: int, at: Point, names: Sequence[str]) -> str:
    wagon = board.wagons[lot]
    owners = [seat for seat, goods in enumerate(wagon.load) for _ in goods]
    glow = '<rect x="-3" y="-1" width="54" height="33" rx="6" fill="#ffe27a" stroke="#c25f00" stroke-width="2"/>'
    drawn = glow * (lot == board.lot) + cart(lot, owners, wagon.master)
    return _said(facts.wagon_said(board, lot, names), drawn, at)


def strip(board: Board, names: Sequence[str]) -> str:
    """Return the wagons once more as a list: letter, place, loading master, every piece with owner and kind."""
    return f'<div class="mm-wagons">{"".join(_line(board, lot, names) for lot in range(len(board.wagons)))}</div>'


def _line(board: Board, lot: int, names: Sequence[str]) -> str:
    wagon, known = board.wagons[lot], signs(board.box)
    loads = "".join(
        f'<u title="{escape(names[seat])}">{mark(seat)}{"".join(tile(known[good]) for good in goods)}</u>'
        for seat, goods in enumerate(wagon.load)
        if goods
    )
    arms = "" if wagon.master is None else svg(crest(wagon.master), 20, 24, "mm-crest")
    barred = f"<s>no {tile(known[wagon.kind])}</s>" if wagon.kind else ""
    place = facts.spot_said(board.box, wagon.spot)
    css = "mm-wagon" + " mm-lot" * (lot == board.lot)
    inside = f"<i>{LETTERS[lot]}</i><span>{escape(place)}</span>{arms}{barred}{loads or '<em>empty</em>'}"
    return named(css, facts.wagon_said(board, lot, names), inside, "div")
