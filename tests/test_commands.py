"""The two commands as a person meets them: a first run, one that was killed, one without a network, one that is old."""

import ast
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mechanics import __main__ as door
from mechanics import launch, pip_run, setup_env
from mechanics.pip_run import SetupError, reason, run_pip, step
from mechanics.setup_env import RUN, TEST, Clone
from tests.stand_in import ROOT, command, stand_in, variables

# ---- one stand-in clone, used in the order of a person's first week --------------------------------------------------


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    """A stand-in clone whose first run was killed while it installed, and left half a package behind."""
    folder = tmp_path_factory.mktemp("first week")
    clone = Clone(stand_in(folder))
    kill_while_installing(clone)
    half = next((clone.env / "lib").glob("python*/site-packages")) / "jupyterlab-900.1.dist-info"
    half.mkdir()
    (half / "METADATA").write_text("Metadata-Version: 2.1\nName: jupyterlab\nVersion: 900.1\n")
    return clone


def kill_while_installing(clone: Clone) -> None:
    """Start a first run and kill it, with everything it started, in the middle of pip's work."""
    mark = clone.root.parent / "standing still"
    index = str(clone.root.parent / "index")
    run = subprocess.Popen(
        [sys.executable, "-m", "mechanics", "--wheels", index], cwd=clone.root,
        env=variables(clone.root.parent, STAND_STILL=str(mark)), stdout=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    for _ in range(1200):
        if mark.exists() or run.poll() is not None:
            break
        time.sleep(0.1)
    assert mark.exists(), "the set-up ended before it could be killed"
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    assert clone.python.exists() and not clone.stamp.exists()  # an environment that nothing calls ready


@pytest.fixture(scope="module")
def first_run(clone: Clone) -> subprocess.CompletedProcess[str]:
    """The run after the one that was killed."""
    return command(clone.root, "--wheels", str(clone.root.parent / "index"))


def said(clone: Clone) -> dict:
    """How the stand-in JupyterLab or pytest was started."""
    return json.loads((clone.root.parent / "said.json").read_text())


def test_the_run_after_a_killed_one_finishes_the_set_up_and_starts(
    clone: Clone, first_run: subprocess.CompletedProcess[str]
) -> None:
    assert first_run.returncode == 0, first_run.stderr
    assert first_run.stderr == ""
    assert "First run: making" in first_run.stdout
    assert "installing 2 packages" in first_run.stdout  # the half package was not taken for a whole one
    assert list(clone.env.rglob("jupyterlab-900.1.dist-info/RECORD"))  # the pinned version, though a newer one is there
    assert first_run.stdout.index("Ready.") < first_run.stdout.index("Starting JupyterLab on 0_start.ipynb")


def test_the_first_run_starts_jupyterlab_in_its_own_environment_on_the_working_copies(
    clone: Clone, first_run: subprocess.CompletedProcess[str]
) -> None:
    again = command(clone.root)
    assert again.returncode == 0, again.stderr
    assert "First run" not in again.stdout and "Brought up to date" not in again.stdout
    how = said(clone)
    assert Path(how["python"]) == clone.python
    assert Path(how["cwd"]) == clone.root / "my-notebooks"
    assert Path(how["mechanics"]) == clone.root / "mechanics" / "__init__.py"
    assert "--LabApp.default_url=/doc/tree/0_start.ipynb" in how["argv"]
    assert "--ServerApp.ip=127.0.0.1" in how["argv"]
    assert not any("token" in word for word in how["argv"])


def test_the_news_pop_up_is_off_in_the_own_environment_only(
    clone: Clone, first_run: subprocess.CompletedProcess[str]
) -> None:
    settings = clone.env / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    assert json.loads(settings.read_text())["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    # pip keeps what it fetched in the home folder; nothing of Jupyter's stands there
    assert not [path for path in (clone.root.parent / "home").rglob("*") if "jupyter" in path.name]


def test_another_notebook_a_port_and_words_for_jupyterlab_reach_it(
    clone: Clone, first_run: subprocess.CompletedProcess[str]
) -> None:
    done = command(clone.root, "turin", "--port", "9123", "--no-browser", "--", "--LabApp.extra=1")
    assert done.returncode == 0, done.stderr
    words = said(clone)["argv"]
    assert "--LabApp.default_url=/doc/tree/1_turin_market.ipynb" in words
    assert {"--port=9123", "--no-browser", "--LabApp.extra=1"} <= set(words)


def test_pack_fills_a_folder_from_which_the_tests_are_set_up_without_a_network(
    clone: Clone, first_run: subprocess.CompletedProcess[str]
) -> None:
    packed = command(clone.root, "pack", PIP_FIND_LINKS=(clone.root.parent / "index").as_uri())
    assert packed.returncode == 0, packed.stderr
    wheels = clone.root / "wheels"
    assert {path.name for path in wheels.iterdir()} == {
        "jupyterlab-900.1-py3-none-any.whl",
        "pytest-900.1-py3-none-any.whl",
    }
    assert "2 wheels, good for Python" in packed.stdout
    tested = command(clone.root, "test", "-k", "a bid")
    assert tested.returncode == 0, tested.stderr
    assert f"Adding to the project's own environment in {clone.env} (from {wheels}" in tested.stdout
    assert said(clone)["argv"] == [*launch.SHARED, "-k", "a bid"]
    assert Path(said(clone)["cwd"]) == clone.root
    assert setup_env.stamped(clone) == {RUN, TEST}
    assert "Adding to" not in command(clone.root).stdout  # what runs the tests runs the notebooks too


def test_a_changed_pin_is_installed_on_the_next_run(
    clone: Clone, first_run: subprocess.CompletedProcess[str]
) -> None:
    (clone.root / "constraints.txt").write_text("jupyterlab==900.2\npytest==900.2\n")
    done = command(clone.root, MECHANICS_WHEELS=str(clone.root.parent / "index"))
    assert done.returncode == 0, done.stderr
    assert "Adding to" in done.stdout
    assert list(clone.env.rglob("jupyterlab-900.2.dist-info"))
    assert not list(clone.env.rglob("jupyterlab-900.1.dist-info"))


def test_without_a_network_one_sentence_says_so(
    clone: Clone, first_run: subprocess.CompletedProcess[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PIP_RETRIES", "1")
    monkeypatch.setenv("PIP_NO_INDEX", "0")
    words = ["install", "--index-url", "http://127.0.0.1:9/simple", "no-such-package-as-this"]
    with pytest.raises(SetupError, match=r"there seems to be no network.*mechanics pack"):
        run_pip(clone.python, words, tmp_path / "log", from_folder=None)
    assert "no-such-package-as-this" in (tmp_path / "log").read_text()


def test_wheels_that_do_not_fit_are_named(
    clone: Clone, first_run: subprocess.CompletedProcess[str], tmp_path: Path
) -> None:
    words = ["install", "--no-index", "--find-links", str(tmp_path), "no-such-package-as-this"]
    with pytest.raises(SetupError, match=r"no-such-package-as-this is not among the wheels in .* pack them again"):
        run_pip(clone.python, words, tmp_path / "log", from_folder=tmp_path)


# ---- what stands in the way ------------------------------------------------------------------------------------------


def test_a_python_without_venv_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crippled = tmp_path / "python"
    crippled.write_text("#!/bin/sh\nexit 1\n")
    crippled.chmod(0o755)
    monkeypatch.setattr(setup_env, "base_python", lambda: str(crippled))
    with pytest.raises(SetupError, match=r"cannot make environments.*apt install python3-venv"):
        setup_env.make_env(Clone(tmp_path / "clone"))


def test_a_named_folder_without_wheels_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MECHANICS_WHEELS", raising=False)
    assert setup_env.wheel_folder(Clone(tmp_path), None) is None
    with pytest.raises(SetupError, match=r"There are no wheels in .*mechanics pack"):
        setup_env.wheel_folder(Clone(tmp_path), str(tmp_path))


def test_a_folder_that_cannot_be_written_to_is_a_sentence(tmp_path: Path) -> None:
    clone = stand_in(tmp_path)
    (clone / ".mechanics").write_text("a file where a folder has to be")
    done = command(clone)
    assert done.returncode == 1
    assert "Is the folder yours to write to?" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_notebooks_is_a_sentence(tmp_path: Path) -> None:
    clone = stand_in(tmp_path)
    for path in (clone / "notebooks").iterdir():
        path.unlink()
    done = command(clone)
    assert done.returncode == 1
    assert "There are no notebooks in" in done.stderr and "Traceback" not in done.stderr
    assert not (clone / ".mechanics").exists()  # nothing was set up for nothing


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["trun"], '"trun" is no notebook and no command. Notebooks: 0_start, 1_turin_market. Commands: test, pack.'),
        (["_"], "more than one notebook"),
        (["--prot", "9"], "nrecognized arguments: --prot"),
        (["--port", "high"], "invalid int value: 'high'"),
        (["pack", "a", "b"], "nrecognized arguments: b"),
    ],
)
def test_an_unknown_word_is_refused_in_one_sentence(
    tmp_path: Path, words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = stand_in(tmp_path)
    assert launch.main(words, clone) == 1
    told = capsys.readouterr().err
    assert why in told
    assert len(told.strip().splitlines()) == 1
    assert not (clone / ".mechanics").exists()


def test_help_names_every_command_and_sets_nothing_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clone = stand_in(tmp_path)
    assert launch.main(["--help"], clone) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in [*launch.COMMANDS, "--no-browser", "--port", "--wheels", "py -m mechanics"])
    assert not (clone / ".mechanics").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "The disk is full"),
        ("WARNING: Retrying after connection broken by 'NewConnectionError(...)'", "there seems to be no network"),
        ("WARNING: ... Temporary failure in name resolution", "there seems to be no network"),
        ("ERROR: No matching distribution found for altair<7,>=6", "altair could not be found"),
        ("ERROR: something new\nmore", "its last words were: something new"),
    ],
)
def test_a_failure_of_pip_is_told_with_what_to_do(words: str, why: str, tmp_path: Path) -> None:
    assert why in reason(words.splitlines(), tmp_path / "log", None)


def test_progress_names_the_package_that_is_being_fetched() -> None:
    assert step("Collecting altair<7,>=6 (from market-mechanics)", 4) == "  package 4: altair"
    assert step("Processing /a b/wheels/jupyter_core-5.9-py3-none-any.whl (from x)", 5) == "  package 5: jupyter_core"
    assert step("Installing collected packages: a, b, c", 9) == "  installing 3 packages, this takes a little"
    assert step("  Downloading altair-6.3.0-py3-none-any.whl", 4) == ""


# ---- what counts as installed, and as up to date ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "bounds", "fit"),
    [
        ("6.3.0", ">=6,<7", True),
        ("7.0.0", ">=6,<7", False),
        ("5.9", ">=6,<7", False),
        ("6", ">=6.0.0", True),
        ("1.9.0.post1", ">=1.9,<2", True),
        ("2026.10.1", ">=2026.9", True),
        ("3.1", "", True),
    ],
)
def test_a_version_fits_its_bounds_or_does_not(version: str, bounds: str, fit: bool) -> None:
    assert setup_env.fits(version, bounds) is fit


def test_what_the_tests_run_in_counts_as_installed() -> None:
    assert setup_env.is_installed_here(Clone(ROOT), TEST)
    assert setup_env.prepare(Clone(ROOT), TEST) == Path(sys.executable)


def test_a_missing_or_too_old_package_does_not_count_as_installed() -> None:
    assert setup_env.is_here("pytest>=8")
    assert not setup_env.is_here("pytest>=900")
    assert not setup_env.is_here("no-such-package-as-this")
    assert setup_env.is_here("json")  # importable, though nothing is written down about its version


def finished(tmp_path: Path) -> Clone:
    """A clone whose stamp says that it is ready to run."""
    clone = Clone(stand_in(tmp_path))
    clone.python.parent.mkdir(parents=True)
    clone.python.write_text("")
    setup_env.write_stamp(clone, {RUN})
    return clone


def test_an_environment_that_runs_stays_ready_when_the_tests_cannot_be_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = finished(tmp_path)
    monkeypatch.setattr(setup_env, "runs", lambda _python: True)
    seen = []

    def no_network(*_arguments: object) -> None:
        seen.append(clone.stamp.exists())  # killed here, nothing would count as finished
        raise SetupError("there seems to be no network")

    monkeypatch.setattr(setup_env, "install", no_network)
    with pytest.raises(SetupError, match="no network"):
        setup_env.set_up(clone, TEST, None)
    assert seen == [False] and setup_env.stamped(clone) == {RUN}


def test_a_stamp_holds_until_a_pin_or_the_project_or_the_place_changes(tmp_path: Path) -> None:
    clone = finished(tmp_path)
    assert setup_env.stamped(clone) == {RUN}
    for name in ("constraints.txt", "pyproject.toml"):
        before = (clone.root / name).read_text()
        (clone.root / name).write_text(before + "\n")
        assert setup_env.stamped(clone) == set()
        (clone.root / name).write_text(before)
    moved = Clone(clone.root.rename(tmp_path / "moved"))
    assert setup_env.stamped(moved) == set()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ready": ["run"]}', '{"fingerprint": 3, "ready": 4}'])
def test_a_broken_stamp_is_no_stamp(tmp_path: Path, text: str) -> None:
    clone = finished(tmp_path)
    clone.stamp.write_text(text)
    assert setup_env.stamped(clone) == set()


def test_a_stamp_without_its_python_is_no_stamp(tmp_path: Path) -> None:
    clone = finished(tmp_path)
    clone.python.unlink()
    assert setup_env.stamped(clone) == set()


def test_the_tests_need_the_same_and_more() -> None:
    run, test = (setup_env.requirements(Clone(ROOT), purpose) for purpose in (RUN, TEST))
    assert test[: len(run)] == run
    assert any(line.startswith("hypothesis") for line in test[len(run) :])


def test_pip_is_kept_from_installing_elsewhere() -> None:
    given = {"PYTHONPATH": "x", "PIP_TARGET": "x", "PIP_USER": "1", "PIP_INDEX_URL": "kept"}
    kept = pip_run.pip_environment(given)
    assert kept["PIP_INDEX_URL"] == "kept"
    assert kept["PIP_USER"] == "0"
    assert not {"PYTHONPATH", "PIP_TARGET"} & set(kept)


# ---- how JupyterLab is started ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "system", "shown"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": ":10", "SSH_CONNECTION": "there"}, "linux", False),
        ({"DISPLAY": ":0", "container": "podman"}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_CONNECTION": "there"}, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_a_browser_opens_only_where_there_is_a_display(
    environment: dict[str, str], system: str, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "CONTAINER_MARKS", ())
    assert launch.has_display(environment, system) is shown


def test_a_container_has_no_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "CONTAINER_MARKS", (str(tmp_path),))
    assert not launch.has_display({"DISPLAY": ":0"}, "linux")


@pytest.mark.parametrize(("user", "option"), [(0, ["--allow-root"]), (1000, [])])
def test_root_is_told_and_gets_what_root_needs(
    user: int, option: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    assert launch.as_root() == option
    assert bool(option) == ("Running as root" in capsys.readouterr().out)


def test_a_kernel_runs_this_python_and_imports_this_clone_whatever_else_is_installed(tmp_path: Path) -> None:
    stale = tmp_path / "elsewhere" / "kernels" / "python3"
    stale.mkdir(parents=True)
    spec = {"argv": ["/no/such/python", "-f", "{connection_file}"], "display_name": "stale", "language": "python"}
    (stale / "kernel.json").write_text(json.dumps(spec))
    given = {**os.environ, "JUPYTER_PATH": str(tmp_path / "elsewhere"), "JUPYTER_PREFER_ENV_PATH": "0"}
    program = (
        "import jupyter_client\n"
        "manager, kernel = jupyter_client.manager.start_new_kernel(kernel_name='python3')\n"
        "kernel.execute_interactive('import sys, mechanics; print(sys.prefix, mechanics.__file__)', timeout=60)\n"
        "kernel.stop_channels(); manager.shutdown_kernel(now=True)\n"
    )
    environment = launch.lab_environment(Clone(ROOT), Path(sys.executable), given)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [sys.prefix, str(ROOT / "mechanics" / "__init__.py")]


def test_a_real_jupyterlab_answers_at_the_printed_address_though_its_port_was_taken(tmp_path: Path) -> None:
    clone = stand_in(tmp_path)
    for name in ("pyproject.toml", "constraints.txt"):  # the real ones: in this Python everything is installed already
        (clone / name).write_text((ROOT / name).read_text("utf-8"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started(clone, "--no-browser", "--port", str(port)) as address:
            assert "/doc/tree/0_start.ipynb?token=" in address
            assert re.match(r"http://127\.0\.0\.1:\d+/", address) and f":{port}/" not in address
            listing = address.replace("/doc/tree/0_start.ipynb", "/api/contents/")
            names = {entry["name"] for entry in json.loads(answer_of(listing))["content"]}
            assert names == {"0_start.ipynb", "1_turin_market.ipynb"}
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(listing.split("?")[0], timeout=30)
    assert not (clone / ".mechanics").exists()


@contextmanager
def started(clone: Path, *words: str) -> Iterator[str]:
    """Start the real thing, hand over the address it prints, and end it."""
    run = subprocess.Popen(
        [sys.executable, "-m", "mechanics", *words], cwd=clone, env=variables(clone.parent), text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    told: list[str] = []
    try:
        for line in run.stdout or ():
            told.append(line)
            if "http://" in line:
                break
        assert told and "http://" in told[-1], "".join(told)
        yield told[-1].strip()
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def answer_of(address: str) -> bytes:
    """What a server answers; the address is printed a moment before it listens."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return bytes(answer.read())
        except ConnectionError:
            time.sleep(0.1)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionError):
                raise
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")


def test_the_own_environment_does_not_borrow_from_another_python(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    assert launch.lab_environment(clone, clone.python, {"PYTHONPATH": "theirs"})["PYTHONPATH"] == str(tmp_path)
    mine = launch.lab_environment(clone, tmp_path / "bin" / "python", {"PYTHONPATH": "mine"})["PYTHONPATH"]
    assert mine == os.pathsep.join([str(tmp_path), "mine"])


# ---- an old Python ---------------------------------------------------------------------------------------------------


NOT_YET = {"list", "dict", "tuple", "set"}


@pytest.mark.parametrize("name", ["__init__", "__main__"])
def test_an_old_python_can_read_the_first_two_files(name: str) -> None:
    tree = ast.parse((ROOT / "mechanics" / f"{name}.py").read_text("utf-8"), feature_version=(3, 8))
    marks = [getattr(node, place, None) for node in ast.walk(tree) for place in ("annotation", "returns")]
    parts = [part for mark in marks if mark for part in ast.walk(mark)]
    newer = [part for part in parts if isinstance(part, ast.BinOp) or getattr(part, "id", "") in NOT_YET]
    assert newer == []  # "int | None" and "list[int]" are read, but fail when an old Python comes to them


def test_an_old_python_is_told_which_one_is_needed() -> None:
    assert door.refusal((3, 11)) is None
    assert door.refusal((3, 14)) is None
    told = door.refusal((3, 8))
    assert told and told.startswith("Market Mechanics needs Python 3.11 or newer, and this is Python 3.8; ")


def test_the_first_two_files_say_the_same_python_as_the_project() -> None:
    asked = setup_env.project(Clone(ROOT))["project"]["requires-python"]
    assert asked == f">={door.NEEDED[0]}.{door.NEEDED[1]}"
