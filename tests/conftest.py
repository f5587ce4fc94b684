"""What every test run says first and last: whether the browser journeys can run here, and what was measured.

Several processes may share the tests (`-n auto --dist loadgroup`): a file stays in one of them, and so do all journeys
with their one browser, all benchmarks, and all that the contract says of a game.
"""

import pytest

from tests.browser.lab import HOW_TO_GET_IT, find_chromium


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a named browser that is not there, before anything runs."""
    try:
        find_chromium()
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(tryfirst=True)  # before the plugin reads the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Say which tests stay together where several processes share them."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            item.add_marker(pytest.mark.xdist_group(group_of(item)))


def group_of(item: pytest.Item) -> str:
    """The folder of journeys and benchmarks, the game in the contract, the file of everything else."""
    folder, stem = item.path.parent.name, item.path.stem
    if folder in ("browser", "benchmarks"):
        return folder
    return f"{stem} {item.callspec.params['key'].split(':')[0]}" if stem == "test_contract" else stem  # type: ignore[attr-defined]


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
