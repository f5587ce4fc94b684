"""What every test run says first and last: whether the browser journeys can run here."""

import pytest

from tests.browser.lab import HOW_TO_GET_IT, find_chromium


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a named browser that is not there, before anything runs."""
    try:
        find_chromium()
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_report_header(config: pytest.Config) -> str:
    """One line at the top: the browser that is used, or that there is none."""
    found = find_chromium()
    return f"browser journeys: run in {found}" if found else f"browser journeys: SKIPPED. {HOW_TO_GET_IT}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The same line at the end, when journeys were skipped for want of a browser."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(HOW_TO_GET_IT in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"The browser journeys were skipped. {HOW_TO_GET_IT}", yellow=True, bold=True)
