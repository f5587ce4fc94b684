"""Die Händler played by clicks and keys in a real JupyterLab; nothing of the package is imported here."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import nbformat
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.lab import Lab, open_notebook, restart_kernel, run_all, shot

PLAY = "from mechanics.views.play import play\nplay('haendler', {robots}, seed=3)"
QUICK = 3000  # milliseconds


def start(page: Page, lab: Lab, robots: str = "None") -> Locator:
    """Open a game of three and return its place on the page."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PLAY.format(robots=robots))])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, lab.notebooks / "game.ipynb")
    open_notebook(page, "game")
    run_all(page)
    game = page.locator(".mm-play").first
    game.locator(".mm-trade").first.wait_for()
    return game


def panel(game: Locator) -> Locator:
    return game.locator(".mm-panel")


def answer(game: Locator, turn: int, before: str) -> None:
    """Answer whatever is asked, and wait until something else is."""
    panel(game).locator(".mm-options button, .mm-entry-send").first.wait_for()
    if panel(game).locator(".mm-entry-field").count():
        slider = panel(game).locator(".mm-entry-slider")
        least, step = (int(slider.get_attribute(name, timeout=QUICK) or 0) for name in ("min", "step"))
        panel(game).locator(".mm-entry-field").fill(str(least + turn % 2 * step), timeout=QUICK)
        panel(game).locator(".mm-entry-send").click(timeout=QUICK)
    elif panel(game).locator(".mm-entry-send").count():
        more = panel(game).locator(".mm-entry-counter .mm-entry-step:last-child, .mm-entry-toggle")
        needed = re.search(r"exactly (\d+) of", before)
        for i in range(int(needed.group(1)) if needed else min(turn % 2, more.count())):
            more.nth(i).click(timeout=QUICK)
        panel(game).locator(".mm-entry-send").click(timeout=QUICK)
    else:
        panel(game).locator(".mm-options button").nth(turn % 2 * -1).click(timeout=QUICK)
    expect(panel(game)).not_to_have_text(before, timeout=QUICK, use_inner_text=True)


def play_on(game: Locator, turns: int) -> set[str]:
    """Answer up to so many questions; the rules that asked them."""
    asked = set()
    for turn in range(turns):
        text = panel(game).inner_text()
        if "The game is over" in text:
            break
        rule = re.search(r"Rule (DH-\w+)", text)
        asked.add(rule.group(1) if rule else "")
        with suppress(TimeoutError, AssertionError):  # the question changed under the mouse: look again
            answer(game, turn, text)
    return asked


def test_a_whole_game_of_three_is_played_through_the_widgets(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab)
    shot(page, tmp_path, "haendler-first")
    asked = play_on(game, 300)
    expect(panel(game)).to_contain_text("The game is over")
    shot(page, tmp_path, "haendler-over")
    assert {"DH-1", "DH-12", "DH-17"} <= asked
    game.get_by_role("tab", name="Money").click()
    expect(game.locator("img[alt*='paid']").first).to_be_visible()
    shot(page, tmp_path, "haendler-money")
    game.get_by_role("tab", name="Replay").click()
    said = game.get_by_text(re.compile(r"Step \d+ of \d+")).first
    game.get_by_role("button", name="Last step").click()
    expect(said).to_contain_text(re.compile(r"Step (\d+) of \1:"))
    shot(page, tmp_path, "haendler-replay")


def test_a_game_goes_on_after_the_kernel_was_restarted(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab)
    play_on(game, 6)
    before = game.locator(".mm-trade").first.inner_text()
    restart_kernel(page)
    run_all(page)
    page.get_by_role("button", name=re.compile("Go on")).first.click()
    expect(page.locator(".mm-trade").first).to_have_text(before, use_inner_text=True)
    shot(page, tmp_path, "haendler-goes-on")


def test_more_than_the_purse_is_refused_with_rule_and_reason(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab)
    for _ in range(20):
        text = panel(game).inner_text()
        if "DH-5" in text:
            break
        answer(game, 0, text)
    panel(game).locator(".mm-entry-field").fill("99900")
    panel(game).locator(".mm-entry-send").click()
    refusal = panel(game).get_by_role("alert").filter(has_text="Not possible")
    expect(refusal).to_contain_text("DH-5")
    expect(refusal).to_contain_text("0 to")
    shot(page, tmp_path, "haendler-refused")
