"""The input for an answer that grows before it is given: what is typed stays in the browser until it is sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

HERE = Path(__file__).parent
Raw = str | list[int | str]
Tell = Callable[[Raw], None]
WHOLE = re.compile(r"[+\-−]?[0-9]+")
MOST_DIGITS = 15  # beyond that a browser no longer counts exactly


class Entry(anywidget.AnyWidget):
    """One question with its controls: an amount, several of some options, or an order of them.

    Traits describe the question only; the answer is no trait, so it is in no saved notebook and in no other page.
    `low` … `high` limits an amount, or the weights of the chosen together; `options` holds [value, label] pairs and
    `weights` one whole number per option (or nothing). `hint` says the limits in words (made from them if empty); they
    are not forced on the person: whoever asks the question judges what comes back. `offered` are values of `options`
    that are chosen to begin with and can be changed like any others. `channel` names the live charts on
    the same page that follow the typed number. Raises ValueError without a readable label for it and each option."""

    _esm = HERE / "entry.js"
    _css = HERE / "theme.css"
    kind = traitlets.Enum(("amount", "several", "order"), default_value="amount").tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    low = traitlets.Int(None, allow_none=True).tag(sync=True)
    high = traitlets.Int(None, allow_none=True).tag(sync=True)
    step = traitlets.Int(1, min=1).tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)
    options: traitlets.List[Any] = traitlets.List().tag(sync=True)
    weights: traitlets.List[Any] = traitlets.List().tag(sync=True)
    offered: traitlets.List[Any] = traitlets.List().tag(sync=True)
    least = traitlets.Int(0).tag(sync=True)
    most = traitlets.Int(None, allow_none=True).tag(sync=True)
    button = traitlets.Unicode("Send").tag(sync=True)
    channel = traitlets.Unicode().tag(sync=True)
    enabled = traitlets.Bool(True).tag(sync=True)
    serial = traitlets.Int(0).tag(sync=True)

    def __init__(self, **question: Any) -> None:
        super().__init__(**question)
        if not self.label.strip():
            raise ValueError("An entry needs a label that can be read aloud.")
        self._tells: tuple[Tell, ...] = ()
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    @traitlets.validate("options")
    def _named(self, proposal: Mapping[str, Any]) -> list[Any]:
        for value, name in proposal["value"]:
            if type(value) not in (int, str) or not str(name).strip():
                raise ValueError(f"Each option is a whole number or a text with a readable label, not {[value, name]}.")
        return list(proposal["value"])

    def on_answer(self, tell: Tell) -> None:
        """Call `tell(raw)` for each answer: the typed text of an amount, else the list of values.

        The same function counts once, however often it is given."""
        if tell not in self._tells:
            self._tells += (tell,)

    def receive(self, content: Mapping[str, Any]) -> None:
        """Take one message of the browser: {"answer": text or list, "serial": which question it answers}.

        An answer to an earlier question (a second click) and anything else that is no answer is dropped."""
        try:
            if self._is_answer(content):
                for tell in self._tells:
                    tell(content["answer"])
        finally:
            self.send({"do": "ready"})

    def _is_answer(self, content: Mapping[str, Any]) -> bool:
        if not self.enabled or content.get("serial", self.serial) != self.serial:
            return False
        answer = content.get("answer")
        if self.kind == "amount":
            return isinstance(answer, str)
        return isinstance(answer, list) and all(type(value) in (int, str) for value in answer)

    def reset(self) -> None:
        """Empty the field in the browser; answers that are still under way to the old question no longer count."""
        self.serial += 1
        self.send({"do": "reset"})


def whole(text: str) -> int:
    """Return the whole number that was typed ("12", "+3", " 7 ").

    Raises ValueError with one sentence for anything else, "12,5" and "12.5" included: nothing is rounded."""
    digits = text.strip()
    if not digits:
        raise ValueError("Nothing was typed: a whole number such as 7 is needed.")
    if not WHOLE.fullmatch(digits):
        raise ValueError(f"“{_short(digits)}” is not a whole number: only digits, such as 7, are allowed.")
    if len(digits.lstrip("+-−")) > MOST_DIGITS:
        raise ValueError(f"“{_short(digits)}” has too many digits: at most {MOST_DIGITS} are allowed.")
    return int(digits.replace("−", "-"))


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"
