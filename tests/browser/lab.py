"""A real JupyterLab in a real browser: starting it, opening a notebook in it, running it, looking at it.

The journeys import these by name: open_notebook, run_all, restart_kernel, save, says, in_kernel, heap_bytes, shot.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "the-token-of-the-tests"
SIZE = (1024, 768)  # the projector of a class room
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
HOW_TO_GET_IT = (
    "They need Chromium or Chrome: install it (Debian and Ubuntu: sudo apt install chromium) "
    "or name one in MECHANICS_CHROMIUM."
)
LAUNCH = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
NO_NEWS = {"fetchNews": "false", "checkForUpdates": False}


def find_chromium(environment: Mapping[str, str] = os.environ) -> str | None:
    """The browser to use: the one in MECHANICS_CHROMIUM (ValueError if it is not there), else one found, else None."""
    named = environment.get("MECHANICS_CHROMIUM")
    if named:
        found = shutil.which(named)
        if not found:
            raise ValueError(f"MECHANICS_CHROMIUM names {named}, and there is no such program here.")
        return found
    return next(filter(None, map(shutil.which, NAMES)), None) or next(filter(os.path.exists, PLACES), None)


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, the folder of notebooks it shows, and where games save themselves."""

    url: str
    notebooks: Path
    state: Path


@dataclass(frozen=True)
class Watch:
    """What a page did that it should not: requests that left this machine, and errors in its console."""

    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def environment_in(folder: Path) -> dict[str, str]:
    """Environment variables for a JupyterLab that keeps all of its settings and states inside a folder."""
    own = {
        name: str(folder / name.lower())
        for name in (
            "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR",
            "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MECHANICS_STATE",
        )
    }  # fmt: skip
    for place in own.values():
        Path(place).mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {**os.environ, **own, "PYTHONPATH": path, "JUPYTER_PREFER_ENV_PATH": "1"}


def write_settings(folder: Path) -> None:
    """Switch off the news pop-up, which would cover a corner of the page."""
    place = folder / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(NO_NEWS), encoding="utf-8")


@contextmanager
def running_lab(folder: Path) -> Iterator[Lab]:
    """A JupyterLab with everything it writes inside a folder, ended together with its kernels."""
    notebooks = folder / "notebooks"
    notebooks.mkdir(parents=True)
    environment = environment_in(folder)
    write_settings(Path(environment["JUPYTERLAB_SETTINGS_DIR"]))
    port = free_port()
    command = [
        sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser", "--ip=127.0.0.1", f"--port={port}",
        "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={notebooks}",
        "--LabApp.expose_app_in_browser=True",
    ]  # fmt: skip
    log = folder / "jupyterlab.log"
    with log.open("w") as book:
        server = subprocess.Popen(
            command, cwd=notebooks, env=environment, stdin=subprocess.DEVNULL, stdout=book, stderr=book,
            start_new_session=True,
        )  # fmt: skip
        try:
            wait_for(f"http://127.0.0.1:{port}/api/status?token={TOKEN}", server, log)
            yield Lab(f"http://127.0.0.1:{port}", notebooks, Path(environment["MECHANICS_STATE"]))
        finally:
            end(server)


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server answers; a RuntimeError with its last words if it ends or stays silent instead."""
    for _ in range(300):
        if server.poll() is None:
            try:
                urllib.request.urlopen(address, timeout=5).close()
                return
            except (OSError, urllib.error.URLError):
                time.sleep(0.2)
    raise RuntimeError("JupyterLab did not start:\n" + "\n".join(log.read_text().splitlines()[-20:]))


def end(server: subprocess.Popen[bytes]) -> None:
    """End a server and the kernels in its group, patiently first."""
    for patience, kind in ((10, signal.SIGTERM), (5, getattr(signal, "SIGKILL", signal.SIGTERM))):
        try:
            os.killpg(server.pid, kind) if hasattr(os, "killpg") else server.terminate()
            server.wait(patience)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def fresh_copies(lab: Lab, originals: Path = ROOT / "notebooks") -> None:
    """Lay out unused copies of the notebooks and forget every saved game, so that no journey sees another's traces."""
    for folder in (lab.notebooks, lab.state):
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if originals.is_dir():
        shutil.copytree(originals, lab.notebooks, dirs_exist_ok=True)


def ask(lab: Lab, method: str, path: str) -> bytes:
    """One request to the server's own interface."""
    request = urllib.request.Request(f"{lab.url}{path}?token={TOKEN}", method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return bytes(answer.read())


def end_kernels(lab: Lab) -> None:
    """End every kernel that a journey left behind."""
    for session in json.loads(ask(lab, "GET", "/api/sessions")):
        ask(lab, "DELETE", f"/api/sessions/{session['id']}")


# ---- what a journey does with its page -------------------------------------------------------------------------------

PANEL = "window.jupyterapp.shell.currentWidget"
READY = f"""async () => {{
  const s = {PANEL}.sessionContext;
  await s.ready; await s.session.kernel.info;
}}"""
RUN_ALL = "async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
CELLS = f"""() => [...{PANEL}.content.model.cells].filter(c => c.type === 'code').map(c => ({{
  source: c.sharedModel.source, count: c.executionCount, outputs: c.outputs.toJSON() }}))"""
IS_IDLE = f"() => {PANEL}.sessionContext.session?.kernel?.status === 'idle'"
RESTART = f"async () => {{ await {PANEL}.sessionContext.session.kernel.restart(); }}"
IN_KERNEL = f"""async (code) => {{
  const done = {PANEL}.sessionContext.session.kernel.requestExecute({{ code, store_history: false }});
  let text = '';
  done.onIOPub = m => {{
    if (m.header.msg_type === 'stream') text += m.content.text;
    if (m.header.msg_type === 'error') text += m.content.ename + ': ' + m.content.evalue;
  }};
  await done.done; return text; }}"""


def open_notebook(page: Page, name: str, size: tuple[int, int] = SIZE) -> None:
    """Open a notebook of the journey's fresh copies in JupyterLab, alone on the page, with its kernel ready."""
    file = name if name.endswith(".ipynb") else f"{name}.ipynb"
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/doc/workspaces/journey/tree/{file}?token={TOKEN}&reset")
    page.wait_for_function(f"name => {PANEL.replace('.shell', '?.shell?')}?.context?.path === name", arg=file)
    page.evaluate(READY)


def run_all(page: Page, timeout: float = 120) -> None:
    """Run every cell and wait until each has run and the kernel rests; an AssertionError for a cell that failed.

    The kernel is asked first: a run that starts before it is ready is lost without a word.
    """
    page.evaluate(READY)
    page.evaluate(RUN_ALL)
    ran = f"() => ({CELLS})().every(c => c.count || !c.source.trim())"
    page.wait_for_function(ran, timeout=timeout * 1000)
    page.wait_for_function(IS_IDLE, timeout=timeout * 1000)
    assert not failures(page), failures(page)


def failures(page: Page) -> list[str]:
    """The errors that stand under the cells, in one line each."""
    outputs = [output for cell in page.evaluate(CELLS) for output in cell["outputs"]]
    return [f"{o['ename']}: {o['evalue']}" for o in outputs if o["output_type"] == "error"]


def restart_kernel(page: Page) -> None:
    """Restart the kernel of the open notebook and wait until it can work again; the page is left as it was."""
    page.evaluate(RESTART)
    page.evaluate(READY)
    page.wait_for_function(IS_IDLE)


def reload(page: Page) -> None:
    """Reload the page, as a person does, and wait until the notebook and its kernel are there again."""
    page.reload()
    page.wait_for_function(f"() => {PANEL.replace('.shell', '?.shell?')}?.context?.isReady")
    page.evaluate(READY)


def save(page: Page) -> str:
    """Save the open notebook and return the text of its file."""
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    path = page.evaluate(f"() => {PANEL}.context.path")
    return page.request.get(f"/files/{path}?token={TOKEN}").text()


def says(text: str, number: int) -> bool:
    """Say whether a text holds this number, standing alone: not inside an address or another number."""
    return re.search(rf"(?<![\w.]){number}(?!\w)", text) is not None


def in_kernel(page: Page, code: str) -> str:
    """What a piece of code prints when it runs in the notebook's kernel, outside any cell."""
    return str(page.evaluate(IN_KERNEL, code))


def heap_bytes(page: Page) -> int:
    """The size of the page's JavaScript heap after a garbage collection, in bytes."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    tools.send("HeapProfiler.collectGarbage")
    metrics = tools.send("Performance.getMetrics")["metrics"]
    tools.detach()
    return int(next(m["value"] for m in metrics if m["name"] == "JSHeapUsedSize"))


def shot(page: Page, folder: Path, name: str) -> Path:
    """Take a picture of the page into MECHANICS_SHOTS, or into a folder where that is not set."""
    place = Path(os.environ.get("MECHANICS_SHOTS") or folder)
    place.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=place / f"{name}.png")
    return place / f"{name}.png"
