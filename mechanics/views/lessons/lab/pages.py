"""The equilibria of a setting, found beside the notebook and shown one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import ipywidgets as widgets

from mechanics.equilibria import Equilibrium
from mechanics.views.lessons.lab.late import Late
from mechanics.views.lessons.lab.rules import ROW, Setting
from mechanics.views.lessons.lab.solved import solved
from mechanics.views.panel import WIDE

PATIENCE = 0.3  # seconds after which it is said that something is still being looked for


class Pages:
    """Which equilibrium of which setting is shown, and buttons to turn to the others.

    show() is called when `shown` and `setting` have changed, refuse(sentence) where nothing was found, in both cases
    perhaps a moment later: no slider waits for it."""

    def __init__(self, setting: Setting, show: Callable[[], object], refuse: Callable[[str], object]) -> None:
        self.setting, self.show, self.refuse = setting, show, refuse
        self.found: tuple[Equilibrium, ...] = ()
        self.at = 0
        self.late = Late()
        self.where = widgets.HTML()
        self.back, self.on = (self._button(words, by) for words, by in (("‹ back", -1), ("next ›", 1)))
        self.widget = widgets.HBox([self.back, self.where, self.on], layout=ROW)
        self._say("")

    @property
    def shown(self) -> Equilibrium:
        """The equilibrium that is shown."""
        return self.found[self.at]

    def find(self, setting: Setting) -> None:
        """Look for the equilibria of a setting, and begin with the first of them."""
        self.late.ask(lambda: solved(setting), lambda found: self._take(setting, found), self._nothing)
        with suppress(RuntimeError):  # no loop: it has been done at once
            asked = self.late.asked
            asyncio.get_running_loop().call_later(PATIENCE, lambda: self._still(setting, asked))

    def _still(self, setting: Setting, asked: int) -> None:
        if self.late.asked == asked and self.setting != setting:
            self._say("looking for equilibria …")

    def _take(self, setting: Setting, found: tuple[Equilibrium, ...]) -> None:
        self.setting, self.found, self.at = setting, found, 0
        self._turned()

    def _nothing(self, why: str) -> None:
        self.late.forget()
        self._say("")
        self.refuse(why)

    def _turn(self, by: int) -> None:
        self.at = (self.at + by) % len(self.found)
        self._turned()

    def _turned(self) -> None:
        several = len(self.found) > 1
        self._say(f"equilibrium {self.at + 1} of {len(self.found)}" if several else "one equilibrium", several)
        self.show()

    def _say(self, words: str, turning: object = None) -> None:
        self.where.value = f'<div class="mm-question" style="margin:0 12px 0 4px"><b>{words}</b></div>'
        for button in (self.back, self.on):
            button.layout.display = None if turning else "none"

    def _button(self, words: str, by: int) -> widgets.Button:
        button = widgets.Button(description=words, layout=dict(WIDE))
        button.on_click(lambda _button: self._turn(by))
        return button
