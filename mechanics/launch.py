"""The two commands, and the one that packs for a room without a network.

    python3 -m mechanics                    set up on the first run, then open the notebooks in JupyterLab
    python3 -m mechanics test               set up what the tests need, then run them
    python3 -m mechanics pack               fill wheels/, from which a first run needs no network

Only the standard library: this runs before anything is installed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from mechanics.copies import Refreshed, refresh
from mechanics.pip_run import SetupError
from mechanics.setup_env import RUN, TEST, Clone, pack, prepare, this_system

START = "0_start"
ORIGINALS, COPIES = "notebooks", "my-notebooks"
# As many processes as there are cores share the tests, in the order of their files: tests/conftest.py says how.
SHARED = ("-n", "auto", "--no-loadscope-reorder")
CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")
HELP = """Market Mechanics

  python3 -m mechanics [notebook]         open the notebooks in JupyterLab (on Windows: py -m mechanics)
  python3 -m mechanics test [...]         run the tests on all cores; what follows goes to pytest
  python3 -m mechanics pack [folder]      fill a wheel folder for a first run without a network

The first run makes the project's own environment inside this folder; later ones start in seconds.
You work on copies in my-notebooks/, so the originals stay as they came.

  notebook         a notebook to open instead of 0_start, for example 1_turin_market
  --no-browser     print the address instead of opening a browser
  --port N         the port to try first (JupyterLab takes the next free one)
  --wheels FOLDER  set up from this wheel folder, without a network (wheels/ is found by itself)
  -- ...           what follows goes to JupyterLab as it is
"""


def main(arguments: Sequence[str], root: Path | None = None) -> int:
    """Run one command line; its exit code. Whatever goes wrong in the set-up is one sentence, never a traceback."""
    clone = Clone(root or Path(__file__).resolve().parent.parent)
    word, rest = (arguments[0], arguments[1:]) if arguments else ("", ())
    try:
        return COMMANDS.get(word, start_any)(clone, rest if word in COMMANDS else arguments)
    except SetupError as error:
        return stop(str(error))
    except OSError as error:
        return stop(f"{error.strerror or error}: {error.filename or clone.root}. Is the folder yours to write to?")
    except KeyboardInterrupt:
        return stop("Stopped. Run the same command again to go on.", code=130)


def stop(sentence: str, code: int = 1) -> int:
    """Say one sentence where errors are said; the exit code."""
    print(f"\n{sentence}", file=sys.stderr, flush=True)
    return code


class Sentences(argparse.ArgumentParser):
    """An argument parser that refuses in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse, and say where the words that are known stand."""
        raise SetupError(f"{message[0].upper()}{message[1:]}. The words that are known: python3 -m mechanics --help")


def start_any(clone: Clone, arguments: Sequence[str]) -> int:
    """Open JupyterLab on a notebook, after a first run's set-up."""
    if arguments and arguments[0] in ("-h", "--help", "help"):
        print(HELP)
        return 0
    mine, passed_on = split_at_dashes(arguments)
    asked = start_words().parse_args(mine)
    name = notebook_named(clone, asked.notebook)
    python = prepare(clone, RUN, asked.wheels)
    copies = working_copies(clone)
    port = [f"--port={asked.port}"] if asked.port else []
    command = [*lab_command(copies, name, without_browser(asked.no_browser)), *port, *passed_on]
    return hand_over(python, command, lab_environment(clone, python), copies)


def split_at_dashes(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before and after a lone "--"."""
    words = list(arguments)
    cut = words.index("--") if "--" in words else len(words)
    return words[:cut], words[cut + 1 :]


def start_words() -> Sentences:
    """The words that opening the notebooks understands."""
    parser = Sentences(prog="python3 -m mechanics", add_help=False, allow_abbrev=False)
    parser.add_argument("notebook", nargs="?", default=START)
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--port", type=int)
    parser.add_argument("--wheels")
    return parser


def notebook_named(clone: Clone, asked: str) -> str:
    """The one notebook that a word means: its name, or a part that no other has ("turin"); a SetupError otherwise."""
    names = sorted(path.stem for path in (clone.root / ORIGINALS).glob("*.ipynb"))
    if not names:
        raise SetupError(f"There are no notebooks in {clone.root / ORIGINALS}: a clone of Market Mechanics has them.")
    wanted = Path(asked).name.removesuffix(".ipynb")
    found = [name for name in names if name == wanted] or [name for name in names if wanted and wanted in name]
    if len(found) != 1:
        said = "no notebook" if not found else "more than one notebook"
        raise SetupError(f"\"{asked}\" is {said} and no command. Notebooks: {', '.join(names)}. Commands: test, pack.")
    return found[0]


def working_copies(clone: Clone) -> Path:
    """The folder of working copies, brought up to date; a line is printed for each changed one that was kept."""
    copies = clone.root / COPIES
    for line in said_of_copies(refresh(clone.root / ORIGINALS, copies)):
        print(line, flush=True)
    return copies


def said_of_copies(done: Refreshed) -> list[str]:
    """What a person should know about their copies, one line per fact."""
    made = [f"Brought up to date in {COPIES}/: {len(done.fresh)} of your working copies."] if done.fresh else []
    kept = [
        f"Kept your own {name}: there is a newer one in {ORIGINALS}/ (rename yours to get it)." for name in done.kept
    ]
    return made + kept


def has_display(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> bool:
    """Whether a browser window could open here: not over ssh, not in a container, and on Linux only with a display."""
    if "SSH_CONNECTION" in environment or "container" in environment or any(map(os.path.exists, CONTAINER_MARKS)):
        return False
    desktop = system in ("win32", "darwin")
    return desktop or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def without_browser(asked: bool) -> list[str]:
    """The option that keeps the browser shut, when asked for or when there is no display to open one on."""
    if asked or has_display():
        return ["--no-browser"] if asked else []
    print("There is no display here: open the address below in a browser.", flush=True)
    return ["--no-browser"]


def as_root() -> list[str]:
    """The option that root needs, with a sentence that says what it means."""
    if getattr(os, "geteuid", lambda: 1)() != 0:
        return []
    print("Running as root: JupyterLab starts with --allow-root, on 127.0.0.1 only, with its token.", flush=True)
    return ["--allow-root"]


def lab_command(copies: Path, name: str, browser: Sequence[str]) -> list[str]:
    """The words that start JupyterLab on one notebook: on this machine only, quiet but for its address."""
    page = f"/doc/tree/{name}.ipynb"  # one document and no side bar: room for the board on a projector
    root = as_root()
    print(f"Starting JupyterLab on {name}.ipynb. Stop it with Control-C in this window.", flush=True)
    return [
        "-m", "jupyterlab", f"--ServerApp.root_dir={copies}", f"--LabApp.default_url={page}",
        "--ServerApp.ip=127.0.0.1", "--log-level=ERROR", "--LabApp.log_level=ERROR", *root, *browser,
    ]  # fmt: skip


def lab_environment(clone: Clone, python: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment variables for JupyterLab and its kernels: they run this Python and import this clone."""
    ours = python == clone.python
    paths = [str(clone.root)] + ([] if ours else [p for p in [environment.get("PYTHONPATH")] if p])
    share = str(python.parent.parent / "share" / "jupyter")     # a kernel of another Python never comes first
    jupyter = [share, *(p for p in [environment.get("JUPYTER_PATH")] if p)]
    return {**environment, "PYTHONPATH": os.pathsep.join(paths), "JUPYTER_PATH": os.pathsep.join(jupyter)}


def hand_over(python: Path, command: Sequence[str], environment: Mapping[str, str], place: Path) -> int:
    """Go on as another Python in a place; where a process can become another one, it does, so that signals reach it."""
    sys.stdout.flush()
    if os.name == "posix":
        os.chdir(place)
        os.execve(str(python), [str(python), *command], dict(environment))
    return subprocess.run([str(python), *command], cwd=place, env=dict(environment)).returncode


def run_tests(clone: Clone, arguments: Sequence[str]) -> int:
    """Set up what the tests need and run them; what follows goes to pytest."""
    python = prepare(clone, TEST)
    return hand_over(python, ["-m", "pytest", *SHARED, *arguments], lab_environment(clone, python), clone.root)


def run_pack(clone: Clone, arguments: Sequence[str]) -> int:
    """Fill a wheel folder for a first run without a network, and say for which machines it is good."""
    parser = Sentences(prog="python3 -m mechanics pack", add_help=False)
    parser.add_argument("folder", nargs="?", default=str(clone.root / "wheels"))
    folder = Path(parser.parse_args(list(arguments)).folder).expanduser().resolve()
    print(f"Filling {folder} with everything that a first run needs", flush=True)
    count = pack(clone, folder)
    print(
        f"{count} wheels, good for {this_system()}. Copy the folder into the clone as wheels/, "
        "or name it: python3 -m mechanics --wheels FOLDER"
    )
    return 0


COMMANDS: Mapping[str, Callable[[Clone, Sequence[str]], int]] = {"test": run_tests, "pack": run_pack}
