"""One JupyterLab and one browser for all journeys; a fresh page, fresh notebooks and no saved games for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, sync_playwright

from tests.browser.lab import (
    HOW_TO_GET_IT,
    LAUNCH,
    SIZE,
    Lab,
    Watch,
    end_kernels,
    find_chromium,
    fresh_copies,
    running_lab,
)


@pytest.fixture(scope="package")
def chromium() -> str:
    """The browser's program; without one the journeys are skipped and say how to get it."""
    found = find_chromium()
    if not found:
        pytest.skip(f"No browser was found. {HOW_TO_GET_IT}")
    return found


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=LAUNCH)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def lab_server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab for all journeys, which writes nowhere but into the tests' own folder."""
    with running_lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def lab(lab_server: Lab) -> Iterator[Lab]:
    """The JupyterLab with unused notebooks and no saved games; its kernels are ended after the journey."""
    fresh_copies(lab_server)
    yield lab_server
    end_kernels(lab_server)


@pytest.fixture
def watch() -> Watch:
    """What the page did that it should not; a journey that provokes an error takes it out of `watch.errors`."""
    return Watch()


@pytest.fixture
def page(browser: Browser, lab: Lab, watch: Watch) -> Iterator[Page]:
    """A page that can reach nothing but the JupyterLab; afterwards nothing may have been asked for outside."""
    context = browser.new_context(base_url=lab.url, viewport={"width": SIZE[0], "height": SIZE[1]})
    context.route("**/*", lambda route: only_local(route, lab, watch))
    page = context.new_page()
    page.on("console", lambda said: watch.errors.append(said.text) if is_error(said) else None)
    page.on("pageerror", lambda error: watch.errors.append(str(error)))
    yield page
    context.close()
    assert not watch.outside, f"the page asked for {watch.outside}"
    assert not watch.errors, f"the page's console said {watch.errors}"


def is_error(said: ConsoleMessage) -> bool:
    """Whether the page complains; of widgets whose kernel was just restarted JupyterLab itself always may."""
    return said.type == "error" and not said.text.startswith("Comm not found for comm id")


def only_local(route: Route, lab: Lab, watch: Watch) -> None:
    """Let a request through to the JupyterLab; refuse and record every other."""
    address = route.request.url
    if address.startswith((lab.url + "/", "data:", "blob:")):
        route.continue_()
    else:
        watch.outside.append(address)
        route.abort()


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """The folder for pictures where MECHANICS_SHOTS is not set."""
    return tmp_path
