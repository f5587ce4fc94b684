"""A class round: one sealed auction of a whole class, its bids laid over theory, on one screen."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as widgets

from mechanics.auctions import HALF
from mechanics.class_data import FORMAT, HIGHEST, MOST, Line, Person, Rule, load, merge, parse, save, score, written
from mechanics.views.class_figures import ASSUMPTIONS, CSS, VIEWS, Kept, compared, told
from mechanics.views.entry import whole
from mechanics.views.keys import KeyGuard
from mechanics.views.panel import WIDE
from mechanics.views.paste import Paste
from mechanics.views.style import style

SHARES = {"nothing": Fraction(0), "half": HALF, "all": Fraction(1)}
SEAL_HINT = (
    f"One line a person: name, then a whole bid (up to {MOST} names, bids 0 to {HIGHEST}). A name alone has no bid "
    "yet. Bids may come in several goes: a name that bids again has changed its bid."
)
CORRECT_HINT = "The whole list, to mend what was mistyped: change it here and press Correct. Everything is scored anew."
EXAMPLE = "Ann\t7\nZoë; 12\nBen, 4\nCem"
DOWNLOAD = "class-round.csv"


def class_round(worth: int = 20, prizes: int = 1, loser_pays: Fraction = HALF, seed: int = 1) -> widgets.VBox:
    """Return a class round: seal a list of names and bids, reveal it, compare it with theory and with another class.

    worth: of each of the `prizes`, to everybody (scudi); loser_pays: 0, 1/2 or 1. Raises ValueError with what is
    allowed."""
    return ClassRound(Rule(worth, prizes, Fraction(loser_pays), seed)).widget


class ClassRound:
    """One class round for as long as its cell stands: the sealed list is kept here and in no widget."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.people: tuple[Person, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self.kept: Kept | None = None
        self.classes = 1
        self.writing = False
        self.rule_said, self.said, self.status = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.box = Paste(label="Names and bids", hint=SEAL_HINT, button="Seal", example=EXAMPLE)
        self.box.on_text(lambda text: self._try(lambda: self._text(text)))
        self.upload = widgets.FileUpload(accept=".csv", description="Load a class file", layout=WIDE)
        self.upload.observe(self._uploaded, "value")
        self._make_settings()
        self._make_outcome()
        self._make_buttons()
        parts = [self.rule_said, self.settings, self.outcome, self.box, self.said, self.status, self.row]
        self.widget = widgets.VBox([KeyGuard(), widgets.HTML(style() + CSS), *parts])
        for name in ("mm-play", "mm-round"):
            self.widget.add_class(name)
        self._show()

    # --- the parts on the screen ------------------------------------------------------------------------------------

    def _make_settings(self) -> None:
        look = {"style": {"description_width": "initial"}, "layout": {"width": "200px"}, "continuous_update": False}
        self.worth = widgets.Text(description="Worth of a prize", **look)
        self.prizes = widgets.Text(description="Prizes", **{**look, "layout": {"width": "120px"}})
        self.seed = widgets.Text(description="Seed of the coin", **look)
        narrow = {"description_width": "initial", "button_width": "100px"}
        self.share = widgets.ToggleButtons(description="Losers pay", options=SHARES, style=narrow)
        self._write_settings()
        for control in (self.worth, self.prizes, self.seed, self.share):
            control.observe(self._changed, "value")
        look = {"flex_flow": "row wrap", "align_items": "center"}
        self.settings = widgets.HBox([self.worth, self.prizes, self.seed, self.share], layout=look)

    def _make_outcome(self) -> None:
        self.summary, self.figure, self.sentences = widgets.HTML(), widgets.HTML(), widgets.HTML()
        narrow = {"description_width": "initial", "button_width": "auto"}
        self.view = widgets.ToggleButtons(description="Show", options=list(VIEWS), style=narrow)
        self.view.observe(lambda _change: self._picture(), "value")
        self.outcome = widgets.VBox()

    def _make_buttons(self) -> None:
        self.reveal = self._button("Reveal", self._reveal, "primary")
        self.stop = self._button("Stop and score now", self._reveal)
        self.over = self._button("Throw the sealed bids away", self._empty)
        self.keep = self._button("Keep this class for comparison", self._keep)
        self.next = self._button("Next class", self._next, "primary")
        self.list = self._button("Write the list into the box", lambda: self.box.put(written(self.people)))
        self.row = widgets.HBox(layout={"flex_flow": "row wrap"})

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
            words = "<br>".join(escape(line) for line in str(refused).splitlines())
            self.said.value = f'<div class="mm-refusal" role="alert">{words}</div>'

    def _text(self, text: str) -> None:
        """Seal a list, or, after the reveal, correct it; the file of a class may be pasted too."""
        if FORMAT in text:
            self._load(text)
            return
        people = parse(text)
        if not people:
            raise ValueError("The box is empty: one name and one bid on each line are needed.")
        if self.lines:
            self.lines = score(people, self.rule)
            self.people = people
        else:
            self.people = merge(self.people, people)
            self.box.clear()
        self._show()

    def _changed(self, _change: object) -> None:
        if not self.writing:
            self._try(self._set_rule)

    def _set_rule(self) -> None:
        numbers = [whole(control.value) for control in (self.worth, self.prizes, self.seed)]
        worth, prizes, seed = numbers
        rule = Rule(worth, prizes, self.share.value, seed)
        self.lines = score(self.people, rule) if self.lines else ()
        self.rule = rule
        self._show()

    def _reveal(self) -> None:
        if self.lines:
            return
        self.lines = score(self.people, self.rule)
        self._show()
        self.box.put(written(self.people))

    def _empty(self) -> None:
        self.people, self.lines = (), ()
        self.box.clear()
        self._show()

    def _keep(self) -> None:
        if self.lines:
            self.kept = Kept(f"class {self.classes}", self.lines, self.rule)
            self._show()

    def _next(self) -> None:
        if self.lines:
            self.classes += 1
            self.rule = replace(self.rule, seed=(self.rule.seed + 1) % 2**32)
            self._empty()
            self._write_settings()

    def _uploaded(self, _change: Any) -> None:
        files = self.upload.value
        if files:
            content = bytes(files[0]["content"])
            self.upload.value = ()
            self._try(lambda: self._load(content))

    def _load(self, content: bytes | str) -> None:
        people, rule = load(content)
        lines = score(people, rule)
        self.people, self.lines, self.rule = people, lines, rule
        self._write_settings()
        self._show()
        self.box.put(written(people))

    # --- what is on the screen --------------------------------------------------------------------------------------

    def _write_settings(self) -> None:
        """Show the rule in the settings, all of it before they are read again."""
        rule, self.writing = self.rule, True
        for control, value in ((self.worth, rule.worth), (self.prizes, rule.prizes), (self.seed, rule.seed)):
            control.value = str(value)
        self.share.value = rule.loser_pays
        self.writing = False

    def _show(self) -> None:
        self.rule_said.value = f'<div class="mm-question"><b>On sale:</b> {escape(str(self.rule))}.</div>'
        done = bool(self.lines)
        with self.box.hold_sync():
            self.box.hint, self.box.button = (CORRECT_HINT, "Correct") if done else (SEAL_HINT, "Seal")
            self.box.covered = not done
        collecting = [self.reveal, self.stop, self.over, self.upload]
        self.row.children = [self.list, self.keep, self.next, self.upload] if done else collecting
        self.outcome.children = [self.summary, self.view, self.figure, self.sentences] if done else []
        missing = [person.name for person in self.people if person.bid is None]
        self.reveal.disabled = not self.people or bool(missing)
        self.stop.disabled = not missing or len(missing) == len(self.people)
        self.over.disabled = not self.people
        self.status.value = "" if done else _waiting(self.people, missing)
        self._draw()

    def _draw(self) -> None:
        if not self.lines:
            self.summary.value = self.figure.value = self.sentences.value = ""
            return
        self.summary.value = compared(self.lines, self.rule, self.kept)
        rest = f"<p><b>Assumptions.</b> {escape(ASSUMPTIONS)}</p>{_link(save(self.lines, self.rule))}"
        self.sentences.value = rest + told(self.lines)
        self._picture()

    def _picture(self) -> None:
        if self.lines:
            self.figure.value = VIEWS[self.view.value](self.lines, self.rule, self.kept)


def _waiting(people: tuple[Person, ...], missing: list[str]) -> str:
    """Say how many bids are sealed and who is missing, and no bid."""
    if not people:
        return '<div class="mm-question" aria-live="polite">No bid is sealed yet.</div>'
    gaps = f" Without a bid so far: <b>{escape(', '.join(missing))}</b>." if missing else " All are in."
    said = f"{len(people) - len(missing)} of {len(people)} bids are sealed.{gaps}"
    return f'<div class="mm-question" aria-live="polite">{said}</div>'


def _link(content: bytes) -> str:
    code = base64.b64encode(content).decode()
    address = f"data:text/csv;charset=utf-8;base64,{code}"
    return f'<p><a class="mm-link" download="{DOWNLOAD}" href="{address}">Download this class as a file (CSV)</a></p>'
