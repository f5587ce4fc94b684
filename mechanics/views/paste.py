"""A box for many lines of text: what is typed or pasted stays in the browser until it is sealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

HERE = Path(__file__).parent
LONGEST = 20_000  # letters that are taken at once


class Paste(anywidget.AnyWidget):
    """A named text area with one button; its text is no trait, so it is in no saved notebook and in no other page.

    Traits describe it only. The text is covered with dots in the browser unless `covered` is off or the person
    uncovers it there. Raises ValueError without a readable label."""

    _esm = HERE / "paste.js"
    _css = HERE / "paste.css"
    label = traitlets.Unicode().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    button = traitlets.Unicode("Seal").tag(sync=True)
    example = traitlets.Unicode().tag(sync=True)
    covered = traitlets.Bool(True).tag(sync=True)

    def __init__(self, **description: Any) -> None:
        super().__init__(**description)
        if not self.label.strip():
            raise ValueError("A text box needs a label that can be read aloud.")
        self._tells: tuple[Callable[[str], None], ...] = ()
        self.on_msg(lambda _widget, content, _buffers: self.receive(content))

    def on_text(self, tell: Callable[[str], None]) -> None:
        """Call `tell(text)` when the button is pressed; the same function counts once."""
        if tell not in self._tells:
            self._tells += (tell,)

    def receive(self, content: Mapping[str, Any]) -> None:
        """Take one message of the browser, {"text": …}; anything else, and a text that is far too long, is dropped."""
        text = content.get("text")
        if isinstance(text, str) and len(text) <= LONGEST:
            for tell in self._tells:
                tell(text)

    def put(self, text: str) -> None:
        """Write a text into the box: it goes to the browser once and is kept nowhere."""
        self.send({"do": "put", "text": text})

    def clear(self) -> None:
        """Empty the box, unless something was typed since its text was sent or written."""
        self.send({"do": "clear"})
