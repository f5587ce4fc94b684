"""Die Händler played by clicks and keys in a real JupyterLab; nothing of the package is imported here."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.lab import Lab, restart_kernel, run_all, shot
from tests.browser.playing import answer, panel, play_on, start

PLAY = "play('haendler', seed=3)"


def test_a_whole_game_of_three_is_played_through_the_widgets(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
    shot(page, tmp_path, "haendler-first")
    asked = play_on(game)
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
    game = start(page, lab, PLAY)
    play_on(game, 6)
    before = game.locator(".mm-trade").first.inner_text()
    restart_kernel(page)
    run_all(page)
    page.get_by_role("button", name=re.compile("Go on")).first.click()
    expect(page.locator(".mm-trade").first).to_have_text(before, use_inner_text=True)
    shot(page, tmp_path, "haendler-goes-on")


def test_more_than_the_purse_is_refused_with_rule_and_reason(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
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
