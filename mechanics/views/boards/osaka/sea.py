"""The sea of Traders of Osaka as one drawing: places from port to port, the black current, ships and their wakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from mechanics.games.osaka import Board, Box
from mechanics.views.boards.osaka import facts
from mechanics.views.boards.osaka.signs import ANCHOR, roof, ship, signs, wave

Point = tuple[float, float]
WIDTH, HEIGHT = 900, 152
TOP, PLATE = 5, 21  # where the places begin, and how high the plate with their name is
SHIP: Point = (62, 50)
SECONDS = 0.7  # for each place that a ship is seen to sail to
NIGHT, WATER = "#16324a", "#2f7ea0"
WAVES = tuple((30 + 53 * i % 860, 22 + 29 * i % 104) for i in range(26))


def draw_sea(board: Board, moved: Mapping[str, Sequence[int]]) -> str:
    """Return the sea as an <svg> that says for every part what it is.

    moved: by colour the places, from the first to the last, that a ship has just sailed along."""
    box = board.box
    places = "".join(_place(box, place) for place in range(len(box.places)))
    ships = "".join(_ship(board, colour, moved) for colour in sailing(board))
    label = "Sea: " + "; ".join(facts.ship_said(board, colour) for colour in sailing(board))
    return (
        f'<svg class="mm-map" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}" '
        f'font-size="15">{_water(box)}{places}{_wakes(box, moved)}{ships}</svg>'
    )


def motion(box: Box, moved: Mapping[str, Sequence[int]]) -> str:
    """Return the style that moves ships from where they were to where they are, once, and only if motion is welcome."""
    if not moved:
        return ""
    return f"@media (prefers-reduced-motion: no-preference) {{{''.join(_moves(box, *one) for one in moved.items())}}}"


def sailing(board: Board) -> tuple[str, ...]:
    """Return the colours whose ships are on the board: all, once the game is set up."""
    return board.box.colours[: len(board.ships)]


def berth(box: Box, colour: str, place: int) -> Point:
    """Return where the ship of a colour lies in a place, its upper left corner; each has a berth of its own."""
    many = len(box.colours)
    columns = (many + 1) // 2
    row, column = divmod(box.colours.index(colour), columns)
    wide = span(box)
    x = place * wide + wide / 2 + (column - columns / 2) * (SHIP[0] + 4) + 2 + 6 * row
    return x, TOP + 9 + row * (SHIP[1] + 6)


def span(box: Box) -> float:
    """Return how wide a place is."""
    return WIDTH / len(box.places)


# --- water and land ---------------------------------------------------------------------------------------------------


def _water(box: Box) -> str:
    waves = "".join(wave(x, y, 2 + i % 2) for i, (x, y) in enumerate(WAVES))
    sea = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="9" fill="{WATER}"/>'
    foam = f'<path d="{waves}" fill="none" stroke="#7fc0d4" stroke-width="2"/>'
    return f"{sea}{_current(box)}{foam}{_osaka()}{_edo()}"


def _current(box: Box) -> str:
    """Return the black current: dark water with whirls over its places."""
    wide = span(box)
    dark = "".join(
        f'<path d="M{p * wide + 2:.0f} 0h{wide - 4:.0f}q14 38 0 76t0 76h-{wide - 4:.0f}q-14-38 0-76t0-76z" '
        f'fill="{NIGHT}"/>'
        for p in box.current
    )
    whirls = "".join(
        f"M{p * wide + x:.0f} {y}q16-16 30 0q8 14-8 16q-14 0-10-10q6-6 10 0" for p in box.current for x, y in WHIRLS
    )
    return f'{dark}<path d="{whirls}" fill="none" stroke="#5f86a3" stroke-width="2"/>'


WHIRLS = ((6, 30), (108, 24), (4, 94), (112, 88), (56, 60))


def _osaka() -> str:
    """Return the coast at the left: hills, a castle and a gate."""
    castle = roof(32, 30, 30) + roof(32, 44, 42) + roof(32, 60, 54)
    return (
        '<path d="M9 0h58q-2 20 12 34q10 14-2 30q-10 20 4 38q8 18-6 28q-4 12-2 22H9q-9 0-9-9V9q0-9 9-9z" '
        'fill="#c9b684"/>'
        '<path d="M0 70q20-14 44 0t28 14q-8 22 0 46v22H9q-9 0-9-9z" fill="#7f9a5a"/>'
        f'<path d="M18 30h28v30H18zM12 60h40v16H12z" fill="#fffdf7"/><path d="{castle}" fill="#4a5a68"/>'
    )


def _edo() -> str:
    """Return the coast at the right: a snow-topped mountain over a shore with a red gate."""
    return (
        '<path d="M891 0h-50q6 24-14 40q-12 16 0 36q12 20-2 40q-6 20 6 36h60q9 0 9-9V9q0-9-9-9z" fill="#c9b684"/>'
        '<path d="M900 84q-34-10-60 20q-18 20-10 48h61q9 0 9-9z" fill="#7f9a5a"/>'
        '<path d="M822 86q26-30 40-74q10-4 18 0q6 26 20 44v30z" fill="#6d7f99"/>'
        '<path d="M850 42q8-16 12-30q10-4 18 0q4 16 10 26l-8-4l-6 8l-8-8l-6 10z" fill="#fffdf7"/>'
    )


def _place(box: Box, place: int) -> str:
    """Return one place: a frame, its name on a plate, an anchor where ships come back to from the current."""
    wide, name = span(box), box.places[place]
    x, y = place * wide, HEIGHT - PLATE - 4
    dark = place in box.current
    frame = (
        f'<rect x="{x + 4:.0f}" y="{TOP}" width="{wide - 8:.0f}" height="{HEIGHT - TOP - 5}" rx="9" fill="none" '
        f'stroke="#fffdf7" stroke-width="1.6" stroke-dasharray="2 5" opacity=".75"/>'
    )
    ground, ink = ("#0b1c2b", "#fff") if dark else ("#fffdf7", "#1c2b38")
    plate = f'<rect x="{x + 6:.0f}" y="{y}" width="{wide - 12:.0f}" height="{PLATE}" rx="6" fill="{ground}"/>'
    weight = "normal" if len(name) > 17 else "bold"  # a long name has to fit its plate
    look = f'text-anchor="middle" font-weight="{weight}" fill="{ink}"'
    text = f'<text x="{x + wide / 2:.0f}" y="{y + 16}" {look}>{escape(name)}</text>'
    anchor = f'<g transform="translate({x + 12:.0f} {y + 1})">{ANCHOR.format(ink=ink)}</g>' if place == box.safe else ""
    return f"<g><title>{escape(facts.place_said(box, place))}</title>{frame}{plate}{text}{anchor}</g>"


# --- ships ------------------------------------------------------------------------------------------------------------


def _ship(board: Board, colour: str, moved: Mapping[str, Sequence[int]]) -> str:
    """Return a ship where it lies now; one that has just moved has a class that its motion goes by."""
    box = board.box
    place = board.ships[box.colours.index(colour)]
    x, y = berth(box, colour, place)
    css = f' class="mm-sails-{box.colours.index(colour)}"' if colour in moved else ""
    said = facts.ship_said(board, colour) + (f"; {facts.way_said(box, moved[colour])}" if colour in moved else "")
    drawn = ship(signs(box)[colour])
    return f'<g transform="translate({x:.1f} {y:.1f})"><g{css}><title>{escape(said)}</title>{drawn}</g></g>'


def _wakes(box: Box, moved: Mapping[str, Sequence[int]]) -> str:
    """Return a dotted line from where each ship came from: what a move looks like to whoever wants no motion."""
    lines = "".join(_wake(box, colour, places) for colour, places in moved.items())
    return f'<g fill="none" stroke="#fffdf7" stroke-width="3" stroke-dasharray="1 8" stroke-linecap="round">{lines}</g>'


def _wake(box: Box, colour: str, places: Sequence[int]) -> str:
    points = [berth(box, colour, place) for place in places]
    steps = "L".join(f"{x + SHIP[0] / 2:.0f} {y + SHIP[1] - 6:.0f}" for x, y in points)
    return f'<path d="M{steps}"/>'


def _moves(box: Box, colour: str, places: Sequence[int]) -> str:
    """Return the motion of one ship: how far from its place it is seen at each step."""
    end, css = berth(box, colour, places[-1]), f"mm-sails-{box.colours.index(colour)}"
    steps = [(berth(box, colour, place)[0] - end[0], 100 * i / (len(places) - 1)) for i, place in enumerate(places)]
    frames = "".join(f"{at:.1f}% {{transform: translateX({x:.1f}px)}}" for x, at in steps)
    played = f"animation: {css} {SECONDS * (len(places) - 1):.1f}s ease-in-out .3s 1 both"
    return f"@keyframes {css} {{{frames}}} .mm-sea .{css} {{{played}}}"
