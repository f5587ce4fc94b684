"""The guard that keeps the notebook's single-key commands away from a game's controls."""

from __future__ import annotations

from pathlib import Path

import anywidget


class KeyGuard(anywidget.AnyWidget):
    """An invisible widget, placed once in each game's box.

    In the output that holds it, keys pressed on a control go to that control (else "x" on a slider cuts the cell), and
    slider handles get the name that stands beside them."""

    _esm = Path(__file__).parent / "keys.js"
