"""How long a slider takes to move a live chart in the browser, and whether it ever blinks: printed, not judged."""

from __future__ import annotations

import statistics

import pytest
from playwright.sync_api import Page

from tests.browser.lab import open_notebook, run_all

PRESSES = 30
# Resolves when the chart's drawing differs from before; counts the frames on which there was no chart at all.
PRESS = """async ([slider, svg, key]) => {
  const before = svg.innerHTML, start = performance.now();
  let frames = 0, blank = 0;
  slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  while (svg.innerHTML === before && performance.now() - start < 3000) {
    await new Promise(requestAnimationFrame);
    frames += 1;
    if (!svg.isConnected || !svg.querySelector('path')) blank += 1;
  }
  return [performance.now() - start, frames, blank];
}"""


@pytest.mark.parametrize(
    ("notebook", "name"), [("1_turin_market", "first place is worth"), ("5_auction_lab", "prize worth")]
)
def test_slider_to_chart(page: Page, notebook: str, name: str) -> None:
    open_notebook(page, notebook)
    run_all(page)
    slider = page.get_by_role("slider", name=name, exact=True).first
    slider.scroll_into_view_if_needed()
    svg = slider.locator("xpath=ancestor::*[contains(@class,'widget-vbox')][last()]").locator(".mm-live svg.marks")
    svg.wait_for()
    ends = [slider.element_handle(), svg.element_handle()]
    runs = [page.evaluate(PRESS, [*ends, "ArrowRight" if i % 10 < 5 else "ArrowLeft"]) for i in range(PRESSES)]
    times = sorted(run[0] for run in runs)
    assert all(time < 3000 for time in times), "every press moved the chart"
    p95 = times[int(0.95 * (PRESSES - 1))]
    print(
        f"\n{notebook}, slider to chart, {PRESSES} presses: median {statistics.median(times):.0f} ms, "
        f"p95 {p95:.0f} ms, blank frames {sum(run[2] for run in runs)} of {sum(run[1] for run in runs)}"
    )
