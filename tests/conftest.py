"""What every test run says first and last, and what tests of the screen ask for before they begin.

It is said whether the browser journeys can run here, and what was measured.

Several processes may share the tests (`-n auto`): a file stays in one of them, and so do all journeys with their one
browser, all benchmarks, and all that the contract says of a game.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from mechanics.saving import GAMES
from tests.browser.lab import HOW_TO_GET_IT, find_chromium


@pytest.fixture
def an_empty_page() -> Iterator[None]:
    """No widget of another test is alive."""
    import ipywidgets as widgets

    widgets.Widget.close_all()
    yield
    widgets.Widget.close_all()


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Games are kept in this test's own folder."""
    monkeypatch.setenv("MECHANICS_STATE", str(tmp_path / "state"))


@pytest.fixture
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is its specification: quicker to draw, and as different as the numbers in it."""
    monkeypatch.setattr("vl_convert.vegalite_to_svg", lambda spec, vl_version: json.dumps(spec))


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a named browser that is not there, before anything runs."""
    try:
        find_chromium()
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Say which tests stay together where several processes share them."""
    return ByGroup(config, log)


class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out whole groups of tests."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """The folder of journeys and benchmarks, the game in the contract, the file of everything else."""
    file, _, test = nodeid.partition("::")
    folder = next((folder for folder in ("browser", "benchmarks") if f"{folder}/" in file), None)
    if folder or not file.endswith("test_contract.py"):
        return folder or file
    return f"{file} {next(game for game in GAMES if game in test[test.index('[') :])}"


def pytest_report_header(config: pytest.Config) -> str:
    """One line at the top: the browser that is used, or that there is none."""
    found = find_chromium()
    return f"browser journeys: run in {found}" if found else f"browser journeys: SKIPPED. {HOW_TO_GET_IT}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the benchmarks and the latency journey printed; and what was skipped for want of a browser."""
    passed = terminalreporter.stats.get("passed", [])
    measured = [report for report in passed if "benchmarks/" in report.nodeid or "test_latency" in report.nodeid]
    if any(report.capstdout for report in measured):
        terminalreporter.section("measured")
        terminalreporter.write_line("\n".join(report.capstdout.rstrip("\n") for report in measured if report.capstdout))
    skipped = terminalreporter.stats.get("skipped", [])
    if any(HOW_TO_GET_IT in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"The browser journeys were skipped. {HOW_TO_GET_IT}", yellow=True, bold=True)
