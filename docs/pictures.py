"""Make the pictures of the README from the real thing: `python docs/pictures.py` (it needs Chromium)."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Locator, Page, sync_playwright  # noqa: E402

from tests.browser.lab import LAUNCH, SIZE, find_chromium, fresh_copies, open_notebook, run_all, running_lab  # noqa: E402

TALL = 900  # pixels: a whole game in one picture


def picture(place: Locator, name: str) -> None:
    """Save a picture of a part of the page beside this script."""
    place.screenshot(path=ROOT / "docs" / f"{name}.png")


def turin(page: Page) -> None:
    """Play Turin Market up to the first open fists, and look at the worth of a bid on the way."""
    open_notebook(page, "1_turin_market", (SIZE[0], TALL))
    run_all(page)
    game = page.locator(".mm-play").first
    game.scroll_into_view_if_needed()
    panel = game.locator(".mm-panel")
    panel.locator(".mm-options button").nth(2).click()
    panel.locator(".mm-entry-field").fill("4")
    game.get_by_role("button", name="Show what each bid is worth").click()
    game.locator(".mm-live svg.marks").wait_for()
    page.wait_for_timeout(500)
    picture(game, "worth-of-a-bid")
    game.get_by_role("button", name="Back to the table").click()
    picture(game, "turin-market")
    flows = page.locator("img[alt*='Who paid whom']").first
    flows.scroll_into_view_if_needed()
    picture(flows, "money-flow")


def main() -> None:
    """Start JupyterLab and a browser, and take every picture."""
    with tempfile.TemporaryDirectory() as folder, running_lab(Path(folder)) as lab, sync_playwright() as play:
        fresh_copies(lab)
        browser = play.chromium.launch(executable_path=find_chromium(), args=LAUNCH)
        page = browser.new_context(base_url=lab.url, viewport={"width": SIZE[0], "height": TALL}).new_page()
        turin(page)
        browser.close()


if __name__ == "__main__":
    main()
