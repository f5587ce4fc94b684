"""Any of the games played by clicks and keys: open it, answer what is asked until it is over, look back, restart."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.lab import Lab, open_notebook, restart_kernel, run_all, shot

QUICK = 3000  # milliseconds
PATIENCE = 20  # looks in a row at a question that does not change
BOARDS = ".mm-board, .mm-trade, .mm-wheel, .mm-sea"


def start(page: Page, lab: Lab, call: str) -> Locator:
    """Open a notebook with this call of `play`, such as play('turin', seed=3), and return the game's place."""
    code = f"from mechanics.views.play import play\n{call}"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, lab.notebooks / "game.ipynb")
    open_notebook(page, "game")
    run_all(page)
    game = page.locator(".mm-play").first
    game.locator(BOARDS).first.wait_for()
    return game


def panel(game: Locator) -> Locator:
    return game.locator(".mm-panel")


def answer(game: Locator, turn: int, before: str) -> None:
    """Answer whatever is asked, now one way and now another, and wait until something else is asked."""
    panel(game).locator(".mm-options button, .mm-entry-send").first.wait_for()
    if panel(game).locator(".mm-entry-field").count():
        panel(game).locator(".mm-entry-field").fill(str(an_amount(game, turn, before)), timeout=QUICK)
        panel(game).locator(".mm-entry-send").click(timeout=QUICK)
    elif panel(game).locator(".mm-entry-send").count():
        more = panel(game).locator(".mm-entry-counter .mm-entry-step:last-child, .mm-entry-toggle")
        needed = re.search(r"exactly (\d+) of", before)
        offered = panel(game).locator(".mm-entry-again").count()  # a selection stands there to begin with: take it
        for i in range(0 if offered else int(needed.group(1)) if needed else min(turn % 2, more.count())):
            more.nth(i).click(timeout=QUICK)
        panel(game).locator(".mm-entry-send").click(timeout=QUICK)
    else:
        panel(game).locator(".mm-options button").nth(turn % 2 * -1).click(timeout=QUICK)
    expect(panel(game)).not_to_have_text(before, timeout=QUICK, use_inner_text=True)


def an_amount(game: Locator, turn: int, before: str) -> int:
    """The smallest amount or the next one; where only one is possible, there is no slider, but it is said."""
    if only := re.search(r"\bonly (\d+)", before):
        return int(only.group(1))
    slider = panel(game).locator(".mm-entry-slider")
    least, step = (int(slider.get_attribute(name, timeout=QUICK) or 0) for name in ("min", "step"))
    return least + turn % 2 * step


def play_on(game: Locator, answers: int = 2000) -> set[str]:
    """Give so many answers, or all until the game is over; the rules that asked for them."""
    asked, answered, missed = set(), 0, 0
    while answered < answers and missed < PATIENCE:
        text = panel(game).inner_text()
        if "The game is over" in text:
            break
        rule = re.search(r"Rule ([A-Z]{2}-\w+)", text)
        asked.add(rule.group(1) if rule else "")
        try:
            answer(game, answered + missed, text)  # not the same once more
            answered, missed = answered + 1, 0
        except (TimeoutError, AssertionError):  # it changed under the mouse, or the robots still think
            missed += 1
    return asked


def play_a_whole_game(
    page: Page, lab: Lab, called: str, folder: Path, how: str = "seed=3"
) -> tuple[Locator, set[str]]:
    """Play a game from its first question to its scores; its place, and the rules that asked."""
    game = start(page, lab, f"play('{called}', {how})")
    shot(page, folder, f"{called}-first")
    asked = play_on(game)
    expect(panel(game)).to_contain_text("The game is over")
    shot(page, folder, f"{called}-over")
    return game, asked


def look_back(page: Page, game: Locator, called: str, folder: Path, moved: str = "paid") -> Locator:
    """Look at the money of a game and at the last step of its replay; what the replay says of the step it shows."""
    game.get_by_role("tab", name="Money").click()
    expect(game.locator(f"img[alt*='{moved}']").first).to_be_visible()
    shot(page, folder, f"{called}-money")
    game.get_by_role("tab", name="Replay").click()
    said = game.get_by_text(re.compile(r"Step \d+ of \d+")).first
    game.get_by_role("button", name="Last step").click()
    expect(said).to_contain_text(re.compile(r"Step (\d+) of \1:"))
    shot(page, folder, f"{called}-replay")
    return said


def go_on_after_a_restart(page: Page, board: str) -> None:
    """Restart the kernel and go on with the game: its board lies as it lay."""
    before = page.locator(board).first.inner_text()
    restart_kernel(page)
    run_all(page)
    page.get_by_role("button", name=re.compile("Go on")).first.click()
    expect(page.locator(board).first).to_have_text(before, use_inner_text=True)
