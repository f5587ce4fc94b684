"""The film of a game: a slider over every step, as a spectator saw it, and the joint way back to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

import ipywidgets as widgets

from mechanics.saving import key_of
from mechanics.session import Session
from mechanics.table import View
from mechanics.views.boards import board
from mechanics.views.panel import WIDE

BACK = "Go back to this step together"
MOVES: Mapping[str, Callable[[int, int], int]] = {
    "First step": lambda here, last: 0,
    "Step back": lambda here, last: max(0, here - 1),
    "Next step": lambda here, last: min(last, here + 1),
    "Last step": lambda here, last: last,
}


class Replay:
    """The replay tab: `use` puts a game in it, `refresh` lets the film grow with the game."""

    def __init__(self, session: Session) -> None:
        self.drawn: View | None = None
        self.slider = widgets.IntSlider(0, 0, 0, description="step", continuous_update=True, layout={"width": "95%"})
        self.steps = widgets.HBox([self._mover(words, move) for words, move in MOVES.items()])
        self.said = widgets.HTML()
        self.board = widgets.HTML()
        self.back = widgets.Button(description=BACK, layout=WIDE)
        self.sure = widgets.HTML()
        self.back.on_click(self._rewind)
        self.slider.observe(lambda _change: self._draw(), "value")
        back = widgets.HBox([self.back, self.sure])
        self.widget = widgets.VBox([self.slider, self.steps, self.said, self.board, back])
        self.use(session)

    def _mover(self, words: str, move: Callable[[int, int], int]) -> widgets.Button:
        button = widgets.Button(description=words, layout=WIDE)
        button.on_click(lambda _button: setattr(self.slider, "value", move(self.slider.value, self.slider.max)))
        return button

    def use(self, session: Session) -> None:
        """Show the film of this game from its start."""
        self.session, self.drawn = session, None
        self.refresh()
        self.slider.value = 0

    def refresh(self) -> None:
        """Take in what has been played since."""
        self.film: tuple[View, ...] = self.session.film(None)
        self.slider.max = len(self.film) - 1
        self._draw()

    def _draw(self) -> None:
        self._ask_anew()
        step = min(self.slider.value, len(self.film) - 1)
        view = self.film[step]
        told = view.story[-1] if view.story else None
        what = f"{escape(told.text)} <small>{told.rule}</small>" if told else "The game begins."
        self.said.value = f'<div class="mm-question">Step {step} of {len(self.film) - 1}: {what}</div>'
        self.board.value = board(key_of(self.session.game), view, self.session.names, self.drawn)
        self.drawn = view

    def _ask_anew(self) -> None:
        """A yes counts for the step it was asked about, and for no other."""
        self.back.description, self.sure.value = BACK, ""
        self.back.disabled = self.slider.value == self.slider.max

    def _rewind(self, _button: widgets.Button) -> None:
        """Ask once, then take the game back for everybody."""
        step = self.slider.value
        dropped = len(self.session.log) - step
        if self.back.description == BACK:
            self.back.description = f"Yes, drop the last {'step' if dropped == 1 else f'{dropped} steps'}"
            self.sure.value = "Everybody agrees? It is told in the story."
            return
        self._ask_anew()
        self.session.rewind(step)
