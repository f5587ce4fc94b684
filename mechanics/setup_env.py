"""The project's own environment: made on the first run inside the clone, checked in milliseconds afterwards.

Only the standard library, since this works before anything is installed. A stamp, written last, marks a finished
set-up; without it the environment is made afresh from what pip has already fetched, because a set-up that was cut short
may have left half a package behind that pip would take for a whole one.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mechanics.pip_run import SetupError, pip_environment, run_pip

RUN, TEST = "run", "test"
# Where the name is not the package's own.
IMPORTED_AS = {"vl-convert-python": "vl_convert", "pandas-stubs": "pandas", "pytest-xdist": "xdist"}
NO_VENV = (
    "This Python ({0}) cannot make environments: its venv part is missing. "
    "Install it (Debian and Ubuntu: sudo apt install python3-venv) and run the same command again."
)


@dataclass(frozen=True)
class Clone:
    """Where the project lies, and the places inside it that the commands use."""

    root: Path

    @property
    def env(self) -> Path:
        """The folder of the project's own environment."""
        return self.root / ".mechanics" / "env"

    @property
    def stamp(self) -> Path:
        """The file that marks a finished set-up."""
        return self.root / ".mechanics" / "env-is-ready.json"

    @property
    def python(self) -> Path:
        """The Python of the project's own environment."""
        return self.env / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def log(self) -> Path:
        """Everything pip said during the last set-up."""
        return self.root / ".mechanics" / "install.log"


def project(clone: Clone) -> dict:
    """What pyproject.toml says; a SetupError when this is not a clone."""
    path = clone.root / "pyproject.toml"
    if not path.is_file():
        raise SetupError(f"There is no pyproject.toml in {clone.root}: run this from a clone of Market Mechanics.")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def requirements(clone: Clone, purpose: str) -> list[str]:
    """The requirement lines that running (or also testing) needs, as pyproject.toml writes them."""
    said = project(clone)
    wanted = list(said["project"]["dependencies"])
    return wanted + (list(said.get("dependency-groups", {}).get("dev", [])) if purpose == TEST else [])


def release(version: str) -> tuple[int, ...]:
    """The leading whole numbers of a version, without trailing zeros: "1.9.0.post1" is (1, 9)."""
    head = re.match(r"\d+(\.\d+)*", version)
    numbers = [int(part) for part in head.group().split(".")] if head else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def fits(version: str, bounds: str) -> bool:
    """Whether a version keeps to bounds such as ">=6,<7" (only >= and < are read, the two that pyproject.toml uses)."""
    have = release(version)
    low = all(have >= release(bound) for bound in re.findall(r">=\s*([\w.]+)", bounds))
    return low and all(have < release(bound) for bound in re.findall(r"<\s*(\d[\w.]*)", bounds))


def is_here(requirement: str) -> bool:
    """Whether this Python can import what a requirement line names, in a version that fits where one is known."""
    name, bounds = re.match(r"([\w.-]+)(.*)", requirement).groups()  # type: ignore[union-attr]
    if not importlib.util.find_spec(IMPORTED_AS.get(name, name.replace("-", "_"))):
        return False
    try:
        return fits(importlib.metadata.version(name), bounds)
    except importlib.metadata.PackageNotFoundError:
        return True


def is_installed_here(clone: Clone, purpose: str) -> bool:
    """Whether the Python that runs this has everything already, so that nothing needs to be made."""
    return all(is_here(line) for line in requirements(clone, purpose))


def fingerprint(clone: Clone) -> str:
    """A hash over what is installed, the two files that say it, and the clone's place, to which the install points."""
    digest = hashlib.sha256(str(clone.root).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((clone.root / name).read_bytes())
    return digest.hexdigest()


def stamped(clone: Clone) -> set[str]:
    """The purposes for which the environment is ready: a subset of {"run", "test"}."""
    try:
        said = json.loads(clone.stamp.read_text(encoding="utf-8"))
        ready = set(said["ready"]) if said["fingerprint"] == fingerprint(clone) else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return ready if clone.python.exists() else set()


def write_stamp(clone: Clone, ready: Iterable[str]) -> None:
    """Mark the set-up as finished, in one step, so that a half-written stamp cannot exist."""
    draft = clone.stamp.with_suffix(".draft")
    draft.write_text(json.dumps({"fingerprint": fingerprint(clone), "ready": sorted(ready)}), encoding="utf-8")
    os.replace(draft, clone.stamp)


def base_python() -> str:
    """The Python to build on: never the environment itself, which may be about to be cleared."""
    return str(getattr(sys, "_base_executable", "") or sys.executable)


def make_env(clone: Clone) -> None:
    """Make an empty environment with pip in it, clearing whatever stands in its place."""
    clone.env.parent.mkdir(parents=True, exist_ok=True)
    # asked of the Python that will do it: this one may be an environment, and a system may ship venv without ensurepip
    if subprocess.run([base_python(), "-c", "import ensurepip, venv"], capture_output=True).returncode:
        raise SetupError(NO_VENV.format(base_python()))
    clone.stamp.unlink(missing_ok=True)
    command = [base_python(), "-m", "venv", "--clear", str(clone.env)]
    done = subprocess.run(command, capture_output=True, text=True, env=pip_environment())
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise SetupError(f"No environment could be made in {clone.env}: {''.join(last) or 'venv gave no reason'}")


def wheel_folder(clone: Clone, named: str | None) -> Path | None:
    """The folder to install from without a network: the one named, the one in MECHANICS_WHEELS, or a filled wheels/."""
    asked = named or os.environ.get("MECHANICS_WHEELS")
    folder = Path(asked).expanduser().resolve() if asked else clone.root / "wheels"
    if any(folder.glob("*.whl")):
        return folder
    if asked:
        raise SetupError(f"There are no wheels in {folder}. Fill it with: python3 -m mechanics pack {folder}")
    return None


def sources(folder: Path | None) -> list[str]:
    """The pip options that say where packages come from."""
    return ["--no-index", "--find-links", str(folder)] if folder else []


def install(clone: Clone, purpose: str, folder: Path | None) -> None:
    """Install the project, editable, with the pinned versions of what the purpose needs."""
    pins = ["--constraint", str(clone.root / "constraints.txt")]
    what = ["--editable", str(clone.root), *requirements(clone, purpose)]
    run_pip(clone.python, ["install", *sources(folder), *pins, *what], clone.log, from_folder=folder)


def quiet_news(clone: Clone) -> None:
    """Switch off JupyterLab's news pop-up in the project's own environment; the reader's own Jupyter is left alone."""
    folder = clone.env / "share" / "jupyter" / "lab" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    news = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
    (folder / "overrides.json").write_text(json.dumps(news, indent=2), encoding="utf-8")


def prepare(clone: Clone, purpose: str, wheels: str | None = None) -> Path:
    """The Python to go on with: this one if it has everything, else the project's own, made or updated first."""
    if is_installed_here(clone, purpose):
        return Path(sys.executable)
    ready = stamped(clone)
    if purpose not in ready:
        set_up(clone, purpose, wheel_folder(clone, wheels))
        write_stamp(clone, stamp_for(purpose))
    return clone.python


def stamp_for(purpose: str) -> set[str]:
    """What is ready after installing for a purpose: the tests' environment runs the notebooks too."""
    return {RUN, TEST} if purpose == TEST else {RUN}


def set_up(clone: Clone, purpose: str, folder: Path | None) -> None:
    """Make the environment and install into it, saying what happens; an environment that was finished is added to."""
    start = "Adding to" if is_whole(clone) else "First run: making"
    origin = f"from {folder}, without the network" if folder else "a few hundred MB, once"
    print(f"{start} the project's own environment in {clone.env} ({origin}; your system is left alone)", flush=True)
    before = stamped(clone)
    if not is_whole(clone):
        make_env(clone)
    clone.stamp.unlink(missing_ok=True)
    try:
        install(clone, purpose, folder)
    except SetupError:
        if before:  # pip gave up before it changed anything: what was ready stays ready
            write_stamp(clone, before)
        raise
    quiet_news(clone)
    print("Ready.", flush=True)


def is_whole(clone: Clone) -> bool:
    """Whether the environment was finished once and its Python still runs, so that pip can bring it up to date."""
    return clone.stamp.exists() and clone.python.exists() and runs(clone.python)


def runs(python: Path) -> bool:
    """Whether a Python starts and has pip."""
    return subprocess.run([str(python), "-m", "pip", "--version"], capture_output=True).returncode == 0


def pack(clone: Clone, folder: Path) -> int:
    """Fill a folder with every wheel that a first run and the tests need; the number of wheels in it."""
    if not is_whole(clone):
        make_env(clone)
    folder.mkdir(parents=True, exist_ok=True)
    build = project(clone)["build-system"]["requires"]
    wanted = [*requirements(clone, TEST), *build]
    pins = ["--constraint", str(clone.root / "constraints.txt")]
    run_pip(clone.python, ["wheel", "--wheel-dir", str(folder), *pins, *wanted], clone.log, from_folder=None)
    return len(list(folder.glob("*.whl")))


def this_system() -> str:
    """The system that packed wheels fit, in words: "Python 3.11 on Linux x86_64"."""
    return f"Python {sys.version_info[0]}.{sys.version_info[1]} on {platform.system()} {platform.machine()}"
