"""How the tests look at a screen of widgets and press what is on it, without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

import ipywidgets as widgets

from mechanics.session import Session
from mechanics.table import Free
from mechanics.views.entry import Entry
from mechanics.views.live import LiveChart
from mechanics.views.play import Play

Kind = TypeVar("Kind")
PROGRAMS = ("_esm", "_css")
REFERENCE = re.compile("IPY_MODEL_[0-9a-f]+")


def walk(widget: Any) -> Iterator[Any]:
    """A widget and all that is in it, in order; what is not displayed is left out."""
    if widget.layout.display != "none":
        yield widget
        for child in getattr(widget, "children", ()):
            yield from walk(child)


def found(widget: Any, kind: type[Kind]) -> list[Kind]:
    """Everything of this kind in a widget."""
    return [part for part in walk(widget) if isinstance(part, kind)]


def entry(widget: Any) -> Entry:
    """The only entry in a widget."""
    (one,) = found(widget, Entry)
    return one


def type_in(widget: Any, answer: Any) -> None:
    """Answer the only entry in a widget, as the browser does."""
    asked = entry(widget)
    asked.receive({"answer": answer, "serial": asked.serial})


def buttons(widget: Any) -> list[str]:
    """What stands on the buttons of a widget."""
    return [button.description for button in found(widget, widgets.Button)]


def button(widget: Any, words: str) -> Any:
    """The one button whose words begin so."""
    (one,) = [part for part in found(widget, widgets.Button) if part.description.startswith(words)]
    return one


def press(widget: Any, words: str) -> None:
    """Press the one button whose words begin so."""
    button(widget, words).click()


def session_of(play: Play) -> Session:
    """The game in a cell."""
    assert play.session is not None
    return play.session


def say(play: Play, answer: Any) -> None:
    """Give an answer of P1 with the controls on the screen: the button that says it, or the entry."""
    session, place = session_of(play), play.room.place
    option = answer.option if isinstance(answer, Free) else answer
    words = "" if isinstance(option, tuple) else session.game.label(session.ask.rule, option, session.box)
    named = [part for part in found(place, widgets.Button) if part.tooltip == words != ""]
    if named:
        named[0].click()
    else:
        type_in(place, list(answer) if isinstance(answer, tuple) else str(answer))


def reads(widget: Any) -> str:
    """All HTML in a widget."""
    return "\n".join(part.value for part in found(widget, widgets.HTML))


def everything() -> str:
    """The state of every widget that is alive, as a saved notebook holds it, without programs and model numbers."""
    models = widgets.Widget.get_manager_state()["state"].values()
    states = [{name: value for name, value in model["state"].items() if name not in PROGRAMS} for model in models]
    return REFERENCE.sub("", json.dumps(states, default=str, ensure_ascii=False))


def cells(table: str) -> list[list[str]]:
    """The rows of a table as they are read, its head left out."""
    rows = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", table))
    return [row for row in rows if row][1:]


def number(text: str) -> float:
    """A number as it is read."""
    return float(text.replace("−", "-").replace(",", "").replace("–", "nan"))


def control(box: Any, words: str) -> Any:
    """The slider or row of buttons with these words."""
    (one,) = [part for part in found(box, widgets.Widget) if getattr(part, "description", "") == words]
    return one


def charts_in(box: Any) -> list[LiveChart]:
    """The live charts of a lesson, in order."""
    return found(box, LiveChart)
