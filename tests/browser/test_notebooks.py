"""Every notebook in a real JupyterLab: it runs, draws without a network, and can be read from the back of a room."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import ROOT, heap_bytes, in_kernel, open_notebook, run_all, shot

NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
WIDGETS = "import ipywidgets; print(len(ipywidgets.widgets.widget._instances))"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_from_top_to_bottom_and_asks_for_nothing_outside(page: Page, name: str, tmp_path: Path) -> None:
    open_notebook(page, name)
    run_all(page)
    shot(page, tmp_path, f"{name}-top")
    assert "VegaLite" not in page.locator(".jp-OutputArea").first.inner_text()
    assert page.get_by_text("Error displaying widget").count() == 0


@pytest.mark.parametrize(("name", "drawn"), [("1_turin_market", ".mm-board"), ("4_traders_of_osaka", ".mm-sea")])
def test_the_first_board_is_whole_on_a_projector(page: Page, name: str, drawn: str) -> None:
    open_notebook(page, name)
    run_all(page)
    page.evaluate("() => window.jupyterapp.shell.currentWidget.content.scrollToItem(0)")
    board = page.locator(drawn).first
    board.wait_for()
    box = board.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 744, "the board ends above the status bar"


def test_a_chart_moves_a_hundred_times_without_leaving_anything_behind(page: Page) -> None:
    open_notebook(page, "1_turin_market")
    run_all(page)
    slider = page.get_by_role("slider", name="first place is worth", exact=True)
    slider.scroll_into_view_if_needed()
    lesson = slider.locator("xpath=ancestor::*[contains(@class,'widget-vbox')][last()]")
    chart = lesson.locator(".mm-live svg.marks")
    chart.wait_for()
    move(page, slider, 20)
    before, heap = in_kernel(page, WIDGETS), heap_bytes(page)
    first = chart.inner_html()
    move(page, slider, 100)
    assert in_kernel(page, WIDGETS) == before
    assert heap_bytes(page) - heap < 15e6
    slider.press("ArrowRight")
    expect(chart).to_be_visible()
    page.wait_for_function("([svg, old]) => svg.innerHTML !== old", arg=[chart.element_handle(), first])


def move(page: Page, slider: Locator, times: int) -> None:
    """Press arrow keys on a slider, to and fro."""
    for i in range(times):
        slider.press("ArrowRight" if i // 5 % 2 else "ArrowLeft")
    page.wait_for_timeout(500)
