"""Who sits where and by which settings: the form for a new game, and chairs that change hands during one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from html import escape
from secrets import randbelow
from typing import Any

import ipywidgets as widgets

from mechanics.bots import robots
from mechanics.boxes import origins
from mechanics.chairs import EMPTY, seated
from mechanics.saving import key_of
from mechanics.session import Session
from mechanics.table import Game, Seat, name
from mechanics.views.panel import WIDE

SHARES = {Fraction(0): "nothing", Fraction(1, 2): "half, rounded down", Fraction(1): "all of it"}
PERSON, OWN = "a person", "a strategy of its own"
Tell = Callable[[Session], None]
FIELD = {"width": "330px"}
LABEL = {"description_width": "150px"}


def new_game(game: Game, start: Tell, seats: int, bots: dict[Seat, str], box: Any = None) -> widgets.VBox:
    """Return the form for a new game: seats, who sits there, settings, seed; `start` gets the new session.

    `box` is the box whose numbers the settings change (default: the printed one)."""
    number = widgets.Dropdown(options=list(game.SEATS), value=seats, description="players", layout=FIELD, style=LABEL)
    chairs = [_chair(game, seat, bots.get(seat, PERSON)) for seat in range(max(game.SEATS))]
    base = game.BOX if box is None else box
    settings = {field: _setting(game, field, getattr(base, field)) for field in game.SETTINGS}
    seed = widgets.Text(placeholder="any", description="seed", layout=FIELD, style=LABEL)
    said = widgets.HTML()
    button = widgets.Button(description="Start a new game", layout=WIDE, button_style="primary")

    def show(_change: object = None) -> None:
        for seat, chair in enumerate(chairs):
            chair.layout.display = "" if seat < number.value else "none"

    def begin(_button: widgets.Button) -> None:
        try:
            chosen = replace(base, **{field: drop.value for field, drop in settings.items()})
            who = {seat: chair.value for seat, chair in enumerate(chairs[: number.value]) if chair.value != PERSON}
            session = Session(game, number.value, read_seed(seed.value), box=chosen, bots=seated(key_of(game), who))
        except ValueError as wrong:
            said.value = f'<div class="mm-refusal" role="alert">{escape(str(wrong))}</div>'
            return
        said.value = ""
        start(session)

    number.observe(show, "value")
    button.on_click(begin)
    show()
    columns = [widgets.VBox([number, *chairs]), widgets.VBox([*settings.values(), seed])]
    return widgets.VBox([widgets.HBox(columns, layout={"flex_flow": "row wrap"}), button, said])


def read_seed(text: str) -> int:
    """Return the seed that was typed, or any; raises ValueError with what is allowed."""
    digits = text.strip()
    if not digits:
        return randbelow(2**32)
    if not digits.isdecimal() or len(digits) > 20 or int(digits) >= 2**32:
        raise ValueError(f"A seed is a whole number from 0 to {2**32 - 1}, or nothing for any; “{digits[:20]}” is not.")
    return int(digits)


def check_robots(game: Game, who: dict[Seat, str]) -> None:
    """Raise ValueError, naming the robots there are, for a robot that this game does not know."""
    known = [*robots(key_of(game)), EMPTY]
    for called in who.values():
        if called not in known:
            raise ValueError(f"There is no robot {called!r}; there are {', '.join(known)}.")


def chairs_of(session: Session) -> widgets.VBox:
    """Return one drop-down per seat that gives its chair to a person, a robot or nobody, at any time in the game."""
    return widgets.VBox([_live_chair(session, seat) for seat in range(session.seats)])


def _live_chair(session: Session, seat: Seat) -> widgets.Dropdown:
    own = session.bots.get(seat)
    chair = _chair(session.game, seat, sitter(session, seat))

    def change(change: dict[str, Any]) -> None:
        who = change["new"]
        strategies = {**seated(key_of(session.game), {seat: who}), **({seat: own} if who == OWN else {})}
        session.sit(seat, None if who == PERSON else strategies[seat])

    chair.description = session.names[seat]
    chair.observe(change, "value")
    return chair


def sitter(session: Session, seat: Seat) -> str:
    """Return who sits there: a person, a robot's name, or nobody."""
    who = session.bots.get(seat, PERSON)
    return who if isinstance(who, str) else robot_name(session, who)


def robot_name(session: Session, who: Any) -> str:
    """Return the name under which this robot can be seated; a strategy of one's own is OWN."""
    return next((called for called, robot in robots(key_of(session.game)).items() if robot is who), OWN)


def _chair(game: Game, seat: Seat, value: str) -> widgets.Dropdown:
    options = [PERSON, *robots(key_of(game)), EMPTY, *([OWN] if value == OWN else [])]
    return widgets.Dropdown(options=options, value=value, description=name(seat), layout=FIELD, style=LABEL)


def _setting(game: Game, field: str, value: object) -> widgets.Dropdown:
    info = next(f for f in fields(game.BOX) if f.name == field)
    values = dict.fromkeys([*game.SETTINGS[field], value])
    options = [(in_words(offered), offered) for offered in values]
    words = field.replace("_", " ")
    return widgets.Dropdown(
        options=options, value=value, description=words, layout=FIELD, style=LABEL,
        tooltip=in_words(info.metadata["says"]),
    )  # fmt: skip


def in_words(value: object) -> str:
    """Return a number of a box, or what is said of it, without the marks of a program.

    >>> in_words("two_each"), in_words(False), in_words(Fraction(1, 2)), in_words(("red", 7)), in_words({"Rom": 2})
    ('two each', 'no', 'half, rounded down', 'red, 7', 'Rom: 2')"""
    if isinstance(value, dict):
        return "; ".join(f"{in_words(key)}: {in_words(part)}" for key, part in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(in_words, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return SHARES.get(value, str(value)) if isinstance(value, Fraction) else str(value).replace("_", " ")


def offer(choose: widgets.Dropdown, options: list[tuple[str, Any]]) -> None:
    """Offer these options, if they are others than before."""
    if list(choose.options) != options:
        choose.options = options


def rules_page(session: Session) -> str:
    """Return all rules with this box's numbers, and every number with its origin, as HTML."""
    said = "".join(
        f"<li><b>{rule}</b> {escape(text.format(box=session.box))}</li>" for rule, text in session.game.RULES.items()
    )
    numbers = ((escape(in_words(o.says)), escape(in_words(o.value)), escape(o.origin)) for o in origins(session.box))
    rows = "".join(f"<tr><th scope='row'>{says}</th><td>{value}</td><td>{of}</td></tr>" for says, value, of in numbers)
    head = "<tr><th scope='col'>what</th><th scope='col'>value</th><th scope='col'>where it comes from</th></tr>"
    return (
        f'<div class="mm-rules"><ul>{said}</ul><table><caption>Every number in the box</caption>'
        f"<thead>{head}</thead><tbody>{rows}</tbody></table></div>"
    )
