"""Any of the games played by clicks and keys: open it, answer what is asked, go on until it is over."""

from __future__ import annotations

import re

import nbformat
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.lab import Lab, open_notebook, run_all

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
