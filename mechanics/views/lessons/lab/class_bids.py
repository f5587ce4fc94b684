"""The bids of a class with private values, sealed until the reveal, over the line of theory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as widgets

from mechanics.class_data.lists import MOST
from mechanics.class_data.values import Bidder, lay_over, read_codes, read_values, write_codes, write_values
from mechanics.views.class_figures import CSS
from mechanics.views.entry import whole
from mechanics.views.lessons.lab import class_pictures
from mechanics.views.lessons.lab.cases import RULES, SHAPES, Case, Whole
from mechanics.views.lessons.lab.cases import whole as in_whole_bids
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.rules import ROW, choice, refusal, room
from mechanics.views.lessons.lab.slips import Order
from mechanics.views.panel import WIDE
from mechanics.views.paste import Paste

LISTS = {"name, value, bid": "values", "seat code, bid (from slips)": "codes"}
HINTS = {
    "values": "One line a person: name, value, bid, as they come from a sheet (tabs), or with semicolons. 12,5 and "
    "12.5 both mean twelve and a half. What is left out is a gap and no 0.",
    "codes": "One line a slip: seat code, then the bid. The value stands on the slip of that seed, and is known here.",
}
EXAMPLES = {"values": "Ann\t60\t48\nZoë; 82,5; 65\nBen; 31; -", "codes": "1M 48\n2R 33,5\n3L"}
AGAIN = " Bids may come in several goes: who comes again has changed the bid."
CORRECT = "The whole list, to mend what was mistyped: change it here and press Correct. Everything is scored anew."


def bids_of_the_class(
    rule: str = "first price", bidders: int = 5, highest: int = 100, seats: int = 24, seed: int = 1
) -> widgets.VBox:
    """Return a paste box for the values and bids of a class, and after Reveal their picture over theory.

    rule: first price, second price, losers pay half or all-pay; bidders: in one auction; values from 0 to `highest`.
    seats, seed: of the slips, where bids come back by seat code. Raises ValueError with what is allowed."""
    return ClassBids(Case(rule, bidders, highest=highest), Order(seats, seed, highest)).widget


class ClassBids:
    """The bids of one class for as long as its cell stands: the sealed list is kept here and in no widget."""

    def __init__(self, case: Case, order: Order) -> None:
        self.case, self.order = case, order
        self.people: tuple[Bidder, ...] = ()
        self.open = False
        self.exact: Whole | None = None
        self.late = Late()
        self.said, self.status = widgets.HTML(), widgets.HTML()
        self.box = Paste(label="The class", hint="", button="Seal", example="")
        self.box.on_text(lambda text: self._try(lambda: self._text(text)))
        self._make_settings()
        self._make_outcome()
        self._make_buttons()
        parts = [self.settings, self.outcome, self.kind, self.slips, self.box, self.said, self.status, self.row]
        self.widget = room(widgets.HTML(CSS), *parts)
        self.widget.add_class("mm-round")
        self._show()

    # --- the parts on the screen ------------------------------------------------------------------------------------

    def _make_settings(self) -> None:
        self.rule = choice("rule", dict(zip(RULES, RULES, strict=True)), self.case.rule)
        self.shape = choice("values", dict(zip(SHAPES, SHAPES, strict=True)), self.case.shape)
        self.bidders = _text("bidders in an auction", self.case.bidders)
        self.highest = _text("highest value", self.case.highest)
        self.seats, self.seed = _text("seats", self.order.seats), _text("seed of the slips", self.order.seed)
        controls = (self.rule, self.bidders, self.highest, self.shape, self.seats, self.seed)
        for control in controls:
            control.observe(lambda _change: self._try(self._set), "value")
        self.kind = choice("the list has", LISTS, "values")
        self.kind.observe(lambda _change: self._try(self._show), "value")
        self.settings = widgets.HBox([*controls[:4]], layout=ROW)
        self.slips = widgets.HBox([*controls[4:]], layout=dict(ROW))

    def _make_outcome(self) -> None:
        self.headline, self.figure, self.rest = widgets.HTML(), widgets.HTML(), widgets.HTML()
        views = [*class_pictures.VIEWS]
        self.view = choice("show", dict(zip(views, views, strict=True)), views[0])
        self.view.observe(lambda _change: self._picture(), "value")
        self.outcome = widgets.VBox()

    def _make_buttons(self) -> None:
        self.reveal = self._button("Reveal", self._reveal, "primary")
        self.stop = self._button("Stop and score now", self._reveal)
        self.away = self._button("Throw the sealed bids away", self._empty)
        self.list = self._button("Write the list into the box", self._write)
        self.next = self._button("Next class", self._empty, "primary")
        self.row = widgets.HBox(layout=ROW)

    def _button(self, words: str, do: Callable[[], object], look: str = "") -> widgets.Button:
        button = widgets.Button(description=words, button_style=look, layout=WIDE)
        button.on_click(lambda _button: self._try(do))
        return button

    # --- what the teacher does --------------------------------------------------------------------------------------

    def _try(self, do: Callable[[], object]) -> None:
        """Do it, or say in words why not."""
        self.said.value = ""
        try:
            do()
        except ValueError as refused:
            self.said.value = "".join(map(refusal, str(refused).splitlines()))

    def _text(self, text: str) -> None:
        """Seal a list, or correct it after the reveal."""
        codes = self.kind.value == "codes"
        people = read_codes(text, self.order.slips) if codes else read_values(text, self.case.highest)
        if not people:
            raise ValueError("The box is empty: one line for each person is needed.")
        self.people = people if self.open else lay_over(self.people, people)
        if not self.open:
            self.box.clear()
        self._show()

    def _set(self) -> None:
        """Take over the settings; a wrong one is refused and the last ones stay in force."""
        numbers = [whole(text.value) for text in (self.bidders, self.highest, self.seats, self.seed)]
        bidders, highest, seats, seed = numbers
        order = Order(seats, seed, highest)
        case = replace(self.case, rule=self.rule.value, bidders=bidders, shape=self.shape.value, highest=highest)
        if self.people and order != self.order and self.kind.value == "codes":
            raise ValueError("The values belong to the slips of the sealed bids: throw these away first.")
        if any(one.value is not None and one.value > highest for one in self.people):
            raise ValueError("Somebody's value is above this highest value: choose a higher one.")
        self.case, self.order = case, order
        self._show()

    def _reveal(self) -> None:
        self.open = True
        self._show()
        self._write()

    def _write(self) -> None:
        written = write_codes if self.kind.value == "codes" else write_values
        self.box.put(written(self.people))

    def _empty(self) -> None:
        self.people, self.open = (), False
        self.box.clear()
        self._show()
        self._set()  # what was refused because of the bids that are gone now

    # --- what is on the screen --------------------------------------------------------------------------------------

    def _show(self) -> None:
        kind = self.kind.value
        with self.box.hold_sync():
            self.box.hint, self.box.button = (CORRECT, "Correct") if self.open else (HINTS[kind] + AGAIN, "Seal")
            self.box.example, self.box.covered = EXAMPLES[kind], not self.open
        self.kind.disabled = bool(self.people)
        self.slips.layout.display = None if kind == "codes" else "none"
        missing = [one.name for one in self.people if one.bid is None]
        self.row.children = [self.list, self.next] if self.open else [self.reveal, self.stop, self.away]
        self.outcome.children = [self.headline, self.view, self.figure, self.rest] if self.open else []
        self.reveal.disabled = not self.people or bool(missing)
        self.stop.disabled = not missing or len(missing) == len(self.people)
        self.away.disabled = not self.people
        self.status.value = "" if self.open else waiting(self.people, missing)
        self._draw()

    def _draw(self) -> None:
        self.late.forget()
        self.exact = None
        if not self.open:
            self.headline.value = self.figure.value = self.rest.value = ""
            return
        self._tell()
        case = self.case
        self.late.ask(lambda: in_whole_bids(case, min(100, case.highest)), self._more, lambda words: None)

    def _more(self, exact: Whole) -> None:
        self.exact = exact
        self._tell()

    def _tell(self) -> None:
        self.headline.value = class_pictures.headline(self.people, self.case)
        told = class_pictures.told(self.people, self.case)
        self.rest.value = class_pictures.compared(self.people, self.case, self.exact) + told
        self._picture()

    def _picture(self) -> None:
        if self.open:
            self.figure.value = class_pictures.VIEWS[self.view.value](self.people, self.case, self.exact)


def _text(words: str, value: int) -> widgets.Text:
    look: dict[str, Any] = {"style": {"description_width": "initial"}, "layout": {"width": "230px"}}
    return widgets.Text(str(value), description=words, continuous_update=False, **look)


def waiting(people: tuple[Bidder, ...], missing: list[str]) -> str:
    """Say how many bids are sealed and who is missing, and no bid."""
    if not people:
        return f'<div class="mm-question" aria-live="polite">No bid is sealed yet (up to {MOST} names).</div>'
    gaps = f" Without a bid so far: <b>{escape(', '.join(missing))}</b>." if missing else " All are in."
    said = f"{len(people) - len(missing)} of {len(people)} bids are sealed.{gaps}"
    return f'<div class="mm-question" aria-live="polite">{said}</div>'
