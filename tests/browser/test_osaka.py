"""Traders of Osaka played by clicks and keys in a real JupyterLab; nothing of the package is imported here."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.lab import Lab, shot
from tests.browser.playing import QUICK, answer, look_back, panel, play_a_whole_game, play_on, start

PLAY = "play('osaka', seed=3)"
SAILS = "[class^=mm-sails]"
MOVING = f"""() => [...document.querySelectorAll('{SAILS}')].map(ship => getComputedStyle(ship))
  .filter(style => style.animationName !== 'none').map(style => style.animationIterationCount)"""
TYPE = """() => [...document.querySelectorAll('.mm-sea *')]
  .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
  .filter(part => !part.closest('details, style, title'))
  .map(part => parseFloat(getComputedStyle(part).fontSize) *
    (part.ownerSVGElement ? part.getScreenCTM().a : 1))"""


def buy_at_the_first_chance(game: Locator) -> None:
    """Take a token, then coins, until the market can be bought, and say that it is bought."""
    for turn in range(60):
        text = panel(game).inner_text()
        buy = panel(game).get_by_role("button", name="buy the whole market")
        try:
            if "TO-A" in text and buy.count():
                buy.click(timeout=QUICK)
                expect(panel(game)).to_contain_text("TO-R14")
                return
            answer(game, 0 if "TO-A" in text else turn, text)
        except TimeoutError:  # the robots have moved under the mouse: look again
            continue
    raise AssertionError("the market could never be bought")


def test_a_whole_game_of_three_is_played_through_the_widgets(page: Page, lab: Lab, tmp_path: Path) -> None:
    game, asked = play_a_whole_game(page, lab, "osaka", tmp_path)
    assert {"TO-S4", "TO-A", "TO-R14"} <= asked
    look_back(page, game, "osaka", tmp_path, "moved in")


def test_the_offered_payment_is_one_click_and_a_ship_is_seen_to_sail_once(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
    buy_at_the_first_chance(game)
    expect(panel(game).locator(".mm-entry-status")).to_contain_text(re.compile(r"\d chosen, together \d+ coins"))
    shot(page, tmp_path, "osaka-paying")
    panel(game).locator(".mm-entry-send").click()
    expect(game.locator(SAILS).first).to_be_visible()
    assert set(page.evaluate(MOVING)) == {"1"}
    shot(page, tmp_path, "osaka-sails")
    game.get_by_role("tab", name="Rules").click()
    game.get_by_role("tab", name="Table").click()
    expect(game.locator(".mm-sea").first).to_be_visible()
    assert page.evaluate(MOVING) == []


def test_too_little_is_refused_with_rule_and_reason_and_the_offer_stands_again(
    page: Page, lab: Lab, tmp_path: Path
) -> None:
    game = start(page, lab, PLAY)
    buy_at_the_first_chance(game)
    status = panel(game).locator(".mm-entry-status")
    offered = status.inner_text()
    chosen = ".mm-entry-toggle[aria-pressed=true], .mm-entry-counter:not([data-chosen='0']) > .mm-entry-step"
    panel(game).locator(chosen).first.click()
    expect(status).to_contain_text("too little")
    panel(game).get_by_role("button", name="As offered").click()
    expect(status).to_have_text(offered)
    panel(game).locator(chosen).first.click()
    panel(game).locator(".mm-entry-send").click()
    refusal = panel(game).get_by_role("alert").filter(has_text="Not possible")
    expect(refusal).to_contain_text("TO-R14")
    expect(refusal).to_contain_text("the market costs")
    expect(status).to_have_text(offered)
    shot(page, tmp_path, "osaka-refused")


def test_without_motion_a_wake_and_words_show_where_a_ship_has_come_from(page: Page, lab: Lab, tmp_path: Path) -> None:
    page.emulate_media(reduced_motion="reduce")
    game = start(page, lab, PLAY)
    buy_at_the_first_chance(game)
    panel(game).locator(".mm-entry-send").click()
    expect(game.locator(SAILS).first).to_be_visible()
    assert page.evaluate(MOVING) == []
    expect(game.locator(f"{SAILS} title").first).to_have_text(re.compile("has come from"))
    shot(page, tmp_path, "osaka-still")


def test_the_board_fits_a_projector_and_its_smallest_type_can_be_read(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, "play('osaka', players=4, seed=3)")
    play_on(game, 12)
    board = game.locator(".mm-sea").first
    board.evaluate("board => board.scrollIntoView()")
    size = board.bounding_box()
    assert size and size["height"] <= 560 and size["width"] <= 960
    assert min(page.evaluate(TYPE)) >= 13
    shot(page, tmp_path, "osaka-four")


def test_the_desk_shows_what_the_lot_would_bring(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
    play_on(game, 1)
    expect(panel(game)).to_contain_text("TO-A")
    game.get_by_role("button", name="Show what it would bring").click()
    expect(game.locator(".mm-sheet caption").first).to_be_visible()
    expect(game.locator(".mm-sheet caption").first).to_contain_text("The lot: it costs")
    shot(page, tmp_path, "osaka-desk")
    game.get_by_role("button", name="Back to the table").click()
    expect(game.locator(".mm-sea").first).to_be_visible()
