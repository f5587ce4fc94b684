"""Die Händler played by clicks and keys in a real JupyterLab; nothing of the package is imported here."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.lab import Lab, shot
from tests.browser.playing import answer, go_on_after_a_restart, look_back, panel, play_a_whole_game, play_on, start

PLAY = "play('haendler', seed=3)"


def test_a_whole_game_of_three_is_played_through_the_widgets(page: Page, lab: Lab, tmp_path: Path) -> None:
    game, asked = play_a_whole_game(page, lab, "haendler", tmp_path)
    assert {"DH-1", "DH-12", "DH-17"} <= asked
    look_back(page, game, "haendler", tmp_path)


def test_a_game_goes_on_after_the_kernel_was_restarted(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
    play_on(game, 6)
    go_on_after_a_restart(page, ".mm-trade")
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
