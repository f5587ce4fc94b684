"""The coach and what-if in a real JupyterLab, by clicks and keys; nothing of the package is imported here."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Lab, in_kernel, shot
from tests.browser.playing import panel, start

PLAY = "play('turin', seed=3)"
STATE = "import ipywidgets; print(ipywidgets.Widget.get_manager_state(drop_defaults=False))"
WATCH = """svg => {
  window.gone = 0; window.kept = svg;
  new MutationObserver(() => { if (!window.kept.isConnected) window.gone++; })
    .observe(svg.getRootNode(), { childList: true, subtree: true });
}"""


def ask(game: Locator) -> Locator:
    """Ask the coach; its chart."""
    game.get_by_role("button", name="Ask the coach").click()
    chart = game.locator(".mm-live svg.marks:visible")
    chart.wait_for()
    return chart


def sentence(chart: Locator) -> str:
    return chart.get_attribute("aria-label") or ""


def to_the_bid(game: Locator) -> None:
    panel(game).locator(".mm-options button").first.click()
    panel(game).locator(".mm-entry-field").wait_for()


def test_the_coach_appears_narrows_moves_and_is_stopped(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
    to_the_bid(game)
    chart = ask(game)
    assert "the best is" in sentence(chart)
    shot(page, tmp_path, "coach-first")
    chart.evaluate(WATCH)
    expect(game).to_contain_text(re.compile(r"\d+ games played on, the widest 95 % interval is ± [\d.]+ scudi …"))
    expect(chart).to_have_attribute("aria-label", re.compile("95 % interval .* wins the game most often"))
    panel(game).locator(".mm-entry-field").fill("5")  # the panel is not held up
    expect(panel(game).locator(".mm-entry-slider")).to_have_value("5")
    game.get_by_role("button", name="Stop").click()
    expect(game.get_by_role("button", name="Go on")).to_be_visible()
    before = sentence(chart)
    played = game.get_by_text(re.compile(r"\d+ games played on")).inner_text()
    game.get_by_role("combobox", name="rivals bid").select_option("as in equilibrium")
    expect(chart).not_to_have_attribute("aria-label", before)
    assert game.get_by_text(re.compile(r"\d+ games played on")).inner_text().split()[0] == played.split()[0]
    assert page.evaluate("() => window.gone") == 0  # one picture for the whole question
    shot(page, tmp_path, "coach-equilibrium")
    game.locator("summary:visible").filter(has_text="In words and as a table").click()
    expect(game.locator(".mm-live table:visible")).to_contain_text("win low")


def test_an_answer_ends_the_coach_and_leaves_nothing_of_it(page: Page, lab: Lab) -> None:
    game = start(page, lab, "play('turin', {2: 'miser'}, seed=3)")
    game.get_by_role("button", name="I am P1").click()
    chart = ask(game)
    expect(chart).to_contain_text("card")
    cards = panel(game).locator(".mm-options button").all_inner_texts()
    panel(game).locator(".mm-options button").first.click()
    expect(game.get_by_role("button", name="I am P2")).to_be_visible()
    expect(game.locator(".mm-live svg.marks:visible")).to_have_count(0)
    state = in_kernel(page, STATE)
    assert len(cards) == 6 and not [card for card in cards if f"'{card}'" in state]
    assert "games played on" not in state and not game.get_by_role("button", name="Stop").is_visible()


def test_a_bid_slides_in_what_if(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
    to_the_bid(game)
    panel(game).locator(".mm-entry-field").fill("5")
    panel(game).locator(".mm-entry-send").click()
    expect(game.locator(".mm-news").first).to_contain_text("Bids: P1 5")
    game.get_by_role("tab", name="What if").click()
    game.get_by_role("combobox", name="auction").select_option(index=0)
    game.get_by_role("combobox", name="bid of").select_option("P1")
    expect(game).to_contain_text("This is what happened. Slide P1’s bid.")
    game.locator(".noUi-handle:visible").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(game).to_contain_text(re.compile("With 8 instead of 5, P1 wins .* and pays 8"))
    chart = game.locator(".mm-live svg.marks:visible")
    expect(chart).to_contain_text("8: wins")
    for name in ("P1", "P2", "P3", "happened", "what if"):
        expect(chart).to_contain_text(name)
    shot(page, tmp_path, "what-if")
