"""Running pip with progress that a person can follow, and failures that a person can act on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TextIO

NO_NETWORK = (
    "The packages could not be fetched: there seems to be no network. Connect once and run the same command again, "
    "or fill a wheel folder on a machine like this one (python3 -m mechanics pack) and copy it here as wheels/."
)
WRONG_WHEELS = (
    "{missing} is not among the wheels in {folder} for this Python. "
    "Wheels fit one Python version on one kind of system: pack them again on a machine like this one."
)
NO_SUCH_VERSION = (
    "{missing} could not be found in a version that fits this Python. "
    "Check the network and the package index that pip uses; pip's words are in {log}."
)
NO_ROOM = "The disk is full: the environment needs about 700 MB. Free some room and run the same command again."
FAILED = "pip could not finish; its last words were: {last} (all of them are in {log})"

FETCHING = ("Collecting ", "Processing ")  # pip's words for a package from an index, and for one from a folder
NETWORK_WORDS = re.compile(
    r"NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError|Connection ?Error|ConnectionReset"
    r"|Network is unreachable|name resolution|getaddrinfo failed|Failed to establish|timed out|Max retries exceeded"
)
MISSING_WORDS = re.compile(r"No matching distribution found for ([\w.-]+)|satisfies the requirement ([\w.-]+)")


class SetupError(Exception):
    """A set-up that cannot go on, in one sentence for the person at the keyboard."""


def pip_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment variables for pip: none that would install elsewhere or borrow another Python's packages."""
    elsewhere = {"PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV"}
    kept = {name: value for name, value in (environment or os.environ).items() if name not in elsewhere}
    return kept | {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUNBUFFERED": "1"}


def run_pip(python: Path, arguments: Sequence[str], log: Path, *, from_folder: Path | None) -> None:
    """Run pip and show its progress; a SetupError in one sentence when it fails. All its words go to the log."""
    command = [str(python), "-m", "pip", arguments[0], "--no-input", "--progress-bar", "off", *arguments[1:]]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w", encoding="utf-8") as book, open_pip(command) as pip:
        last = follow(recorded(pip.stdout or (), book))
    if pip.returncode:
        raise SetupError(reason(last, log, from_folder))


def open_pip(command: Sequence[str]) -> subprocess.Popen[str]:
    """pip as a child whose words can be read line by line."""
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, encoding="utf-8", errors="replace", env=pip_environment(),
    )  # fmt: skip


def recorded(lines: Iterable[str], book: TextIO) -> Iterator[str]:
    """The same lines, each written to the log as it passes."""
    for line in lines:
        book.write(line)
        book.flush()
        yield line.strip()


def follow(lines: Iterator[str]) -> list[str]:
    """Show what a run of pip is doing; its last 200 lines."""
    last: deque[str] = deque(maxlen=200)
    seen = 0
    for line in lines:
        last.append(line)
        seen += line.startswith(FETCHING)
        show(step(line, seen), seen)
    end_line()
    return list(last)


def step(line: str, seen: int) -> str:
    """What one line of pip means for the person who waits; an empty string when it means nothing to them."""
    if line.startswith(FETCHING):
        return f"  package {seen}: {package_in(line)}"
    if line.startswith("Installing collected packages"):
        return f"  installing {line.count(',') + 1} packages, this takes a little"
    return "  network trouble, trying again" if "Retrying" in line and "after connection broken" in line else ""


def package_in(line: str) -> str:
    """The package that a line of pip is about, be it a requirement or a file in a folder."""
    said = line.split(" ", 1)[1].split(" (from")[0].replace("\\", "/").rsplit("/", 1)[-1]
    return re.split(r"[^\w.-]|-\d", said)[0]


def show(text: str, seen: int) -> None:
    """Print one step of the progress: on one line of a terminal, and every tenth package elsewhere."""
    if not text:
        return
    if sys.stdout.isatty():
        print(f"\r{text[:78]:<78}", end="", flush=True)
    elif "package " not in text[:10] or seen % 10 == 0:
        print(text, flush=True)


def end_line() -> None:
    """Leave the one-line progress of a terminal."""
    if sys.stdout.isatty():
        print(flush=True)


def reason(last: Sequence[str], log: Path, folder: Path | None) -> str:
    """The one sentence that says why pip failed and what to do."""
    text = "\n".join(last)
    if "No space left" in text:
        return NO_ROOM
    if NETWORK_WORDS.search(text):
        return NO_NETWORK
    missing = next((hit.group(1) or hit.group(2) for hit in MISSING_WORDS.finditer(text)), "")
    if missing:
        return (WRONG_WHEELS if folder else NO_SUCH_VERSION).format(missing=missing, folder=folder, log=log)
    errors = [line for line in last if "ERROR" in line] or [line for line in last if line] or ["nothing"]
    return FAILED.format(last=errors[0].removeprefix("ERROR: "), log=log)
