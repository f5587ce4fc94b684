"""Is this room ready? Versions, charts without a network, a free port, a place for saved games: each line in words."""

from __future__ import annotations

import os
import platform
import socket
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pandas as pd
from IPython.display import HTML

from mechanics import charts
from mechanics.shelf import state_folder
from mechanics.views.live import figure

NEEDED = (
    "jupyterlab",
    "ipywidgets",
    "anywidget",
    "altair",
    "vl-convert-python",
    "pandas",
    "numpy",
    "scipy",
    "platformdirs",
)
OLDEST = (3, 11)
CONSTRAINTS = Path(__file__).resolve().parents[2] / "constraints.txt"
FIX = "Start with “python3 -m mechanics” (Windows: “py -m mechanics”): it installs the versions that were tested."
STYLE = """<style>
.mm-check { font: 16px/1.4 var(--jp-ui-font-family, system-ui, sans-serif); color: var(--jp-ui-font-color1, #212121); }
.mm-check table { border-collapse: collapse; font-size: 16px; }
.mm-check caption { font-weight: 600; text-align: left; }
.mm-check table th, .mm-check table td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0;
  white-space: normal; }
.mm-check .mm-state { white-space: nowrap; }
.mm-check p { font-size: 20px; font-weight: 600; margin: 4px 0; }
</style>"""


@dataclass(frozen=True)
class Check:
    """One thing that was tried: its name, whether it is well, what was found, and what to do if it is not."""

    name: str
    well: bool
    found: str
    todo: str = ""


def room_check() -> HTML:
    """Return in words whether this computer is ready for a class: a mark and a word for every line, and what to do."""
    return HTML(page([python(), packages(), drawing(), port(), folder(), front_end()]))


def page(checks: Sequence[Check]) -> str:
    """Return the checks as HTML, with one sentence above them."""
    wrong = [check.name for check in checks if not check.well]
    said = f"Please look at: {', '.join(wrong)}." if wrong else "This room is ready."
    rows = "".join(map(_row, checks))
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("what", "state", "found"))
    table = f"<table><caption>What was tried here</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return f'{STYLE}<div class="mm-check"><p>{escape(said)}</p>{table}</div>'


def python(running: tuple[int, ...] = tuple(sys.version_info[:3])) -> Check:
    """Say which Python runs."""
    here, oldest = ".".join(map(str, running)), ".".join(map(str, OLDEST))
    todo = f"Install Python {oldest} or newer and start with it."
    return Check("Python", running[:2] >= OLDEST, f"{here} on {platform.system()}", todo)


def packages(path: Path = CONSTRAINTS, names: Sequence[str] = NEEDED) -> Check:
    """Compare what is installed with the versions that were tested together."""
    here = {name: _version(name) for name in names}
    missing = [name for name, found in here.items() if found is None]
    if missing:
        return Check("Packages", False, f"missing: {', '.join(missing)}", FIX)
    tested = _tested(path)
    if not tested:
        return Check(
            "Packages", True, f"all {len(names)} are here; the list of tested versions is not, so not compared"
        )
    other = [
        f"{name} {here[name]} (tested: {tested[name]})" for name in names if tested.get(name, here[name]) != here[name]
    ]
    if other:
        return Check("Packages", False, f"not the tested version: {', '.join(other)}", f"It may work. {FIX}")
    return Check("Packages", True, f"all {len(names)} in the tested version")


def drawing(draw: Callable[[], str] | None = None) -> Check:
    """Draw a small chart without a network."""
    try:
        well = (draw or _chart)().startswith("<svg")
        found = "a chart was drawn without the network" if well else "the chart is no picture"
    except Exception as error:  # whatever is wrong with the room belongs on this page
        well, found = False, f"no chart could be drawn: {_short(error)}"
    return Check("Charts", well, found, FIX)


def port(bind: Callable[[], int] | None = None) -> Check:
    """Look for a port on which a page could be served to this computer."""
    try:
        return Check("Free port", True, f"port {(bind or _free_port)()} of this computer is free")
    except OSError as error:
        todo = "Close other servers, or ask whoever looks after this computer whether local ports are blocked."
        return Check("Free port", False, f"no port could be opened: {_short(error)}", todo)


def folder(place: Path | None = None) -> Check:
    """Write and delete a small file where unfinished games are kept."""
    place = place or state_folder()
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=place, prefix="check"):
            return Check("Saved games", True, f"games are kept in {place}")
    except OSError as error:
        todo = "Name another folder in the environment variable MECHANICS_STATE; until then no game survives a restart."
        return Check("Saved games", False, f"{place} cannot be written: {_short(error)}", todo)


def front_end() -> Check:
    """Say in which front end this seems to run, and how to see that controls work in it."""
    where = "VS Code" if "VSCODE_PID" in os.environ else "Colab" if "COLAB_RELEASE_TAG" in os.environ else ""
    if where:
        todo = "If no buttons appear above, open this notebook in JupyterLab, where everything was tried."
        return Check("Notebook", False, f"this is {where}, where the controls were not tried", todo)
    found = "with buttons under the cells above, controls work; with plain text there, choose Run > Run All Cells"
    return Check("Notebook", True, found)


def _row(check: Check) -> str:
    state = "✓ ready" if check.well else "✗ look here"
    todo = "" if check.well or not check.todo else f"<br><b>What to do:</b> {escape(check.todo)}"
    cells = f'<td><span class="mm-state">{state}</span></td><td>{escape(check.found)}{todo}</td>'
    return f'<tr><th scope="row">{escape(check.name)}</th>{cells}</tr>'


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _tested(path: Path) -> dict[str, str]:
    """Return the tested version of each package, nothing where the list is not at hand."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return {name.strip(): rest.strip() for name, equal, rest in (line.partition("==") for line in lines) if equal}


def _chart() -> str:
    frame = pd.DataFrame({"round": [0, 1], "seat": ["A", "A"], "cash": [1, 2]})
    return figure(charts.cash_chart(frame, seats=["A"])).svg


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def _short(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:120]
