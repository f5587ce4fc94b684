"""Fagin's Gang played by clicks and keys in a real JupyterLab; nothing of the package is imported here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Lab, shot
from tests.browser.playing import answer, go_on_after_a_restart, look_back, panel, play_a_whole_game, play_on, start

GANG = "box=__import__('mechanics.games.fagin', fromlist=['GANG']).GANG"
FULL = f"box=__import__('dataclasses').replace({GANG[4:]}, hand_limit=4)"
ALONE = "play('fagin', {1: 'passer'}, players=2, seed=5)"
LISTEN = """() => { window.wheelTurns = 0; document.addEventListener('transitionrun', (event) => {
  if (event.propertyName === '--mm-turn') window.wheelTurns += 1; }); }"""
TURNS = "() => window.wheelTurns"
STANDS = """() => { const ring = [...document.querySelectorAll('.mm-ring')].find((one) => one.getClientRects().length);
  const m = new DOMMatrix(getComputedStyle(ring).transform), told = Number(ring.getAttribute('transform').slice(7, -1));
  const off = Math.atan2(m.b, m.a) * 180 / Math.PI - told;
  return Math.abs(off - 360 * Math.round(off / 360)) < 0.1; }"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.mm-wheel svg text')].filter((one) =>
  one.getClientRects().length).map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d))"""


def wheel(game: Locator) -> str:
    """How far the wheel on the board has been turned, as its class says it."""
    found = re.search(r"mm-turned-\d+", game.locator(".mm-wheel").first.get_attribute("class") or "")
    assert found
    return found[0]


def pick(game: Locator, words: str) -> None:
    """Press the button of this option, and wait until something else is asked."""
    before = panel(game).inner_text()
    panel(game).get_by_role("button", name=words, exact=True).click()
    expect(panel(game)).not_to_have_text(before, use_inner_text=True)


def until(game: Locator, rule: str) -> None:
    """Answer until this rule asks."""
    for turn in range(60):
        text = panel(game).inner_text()
        if f"Rule {rule}:" in text:
            return
        answer(game, turn, text)
    raise AssertionError(f"{rule} has not asked")


def test_a_whole_market_game_of_four_is_played_through_the_widgets(page: Page, lab: Lab, tmp_path: Path) -> None:
    game, asked = play_a_whole_game(page, lab, "fagin", tmp_path, "players=4, seed=3")
    expect(game.locator(".mm-scores").first).to_contain_text("shillings")
    assert {"FG-1", "FG-4", "FG-5"} <= asked
    look_back(page, game, "fagin", tmp_path)


def test_the_wheel_turns_once_when_the_price_ring_has_moved_and_never_when_the_board_is_drawn_anew(
    page: Page, lab: Lab, tmp_path: Path
) -> None:
    game = start(page, lab, ALONE)
    page.evaluate(LISTEN)
    turned, still, stood = 0, 0, wheel(game)
    for turn in range(40):
        text = panel(game).inner_text()
        if turned == 3 or "The game is over" in text:
            break
        answer(game, turn // 2, text)
        if wheel(game) != stood:
            turned, stood = turned + 1, wheel(game)
            page.wait_for_function(f"() => window.wheelTurns >= {turned}")
            shot(page, tmp_path, "fagin-turning")
        else:
            still += 1
        assert page.evaluate(TURNS) == turned
    assert turned == 3 and still > 3
    page.wait_for_function(STANDS)
    assert page.evaluate(TURNS) == 3


def test_the_wheel_is_not_shown_turning_to_who_prefers_reduced_motion(page: Page, lab: Lab) -> None:
    page.emulate_media(reduced_motion="reduce")
    game = start(page, lab, ALONE)
    page.evaluate(LISTEN)
    stood = wheel(game)
    for turn in range(30):
        if wheel(game) != stood:
            break
        answer(game, turn // 2, panel(game).inner_text())
    assert wheel(game) != stood
    assert page.evaluate(STANDS) and page.evaluate(TURNS) == 0


def test_the_worth_of_a_cube_is_shown_in_the_place_of_the_board(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, ALONE)
    until(game, "FG-5")
    game.get_by_role("button", name="Show what a cube will be worth").click()
    chart = game.locator(".mm-live svg.marks")
    expect(chart).to_contain_text("ing gains")
    expect(game.locator(".mm-wheel").first).to_be_hidden()
    shot(page, tmp_path, "fagin-worth")
    game.get_by_role("button", name="Back to the table").click()
    expect(game.locator(".mm-wheel").first).to_be_visible()


def test_a_cube_is_bought_by_the_keyboard(page: Page, lab: Lab) -> None:
    game = start(page, lab, ALONE)
    until(game, "FG-5")
    before = panel(game).inner_text()
    buy = panel(game).get_by_role("button", name=re.compile("^buy ")).first
    colour = buy.inner_text().removeprefix("buy ")
    buy.focus()
    page.keyboard.press("Enter")
    expect(panel(game)).not_to_have_text(before, use_inner_text=True)
    expect(game.locator(".mm-news").first).to_contain_text(f"P1 buys {colour} for")


def test_why_a_trade_is_not_offered_is_opened_by_the_keyboard(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, ALONE)
    until(game, "FG-5")
    fold = panel(game).locator("summary", has_text="What is not possible now, and why")
    reason = panel(game).get_by_role("listitem").filter(has_text=re.compile("^sell .*: The .* is full, rule FG-7"))
    expect(reason.first).to_be_hidden()
    fold.focus()
    page.keyboard.press("Enter")
    expect(reason.first).to_be_visible()
    shot(page, tmp_path, "fagin-why-not")
    game.get_by_role("button", name="Ask the coach").click()  # its button is wider beside the rule then
    game.get_by_role("button", name="Back to the table").wait_for()
    box, place = fold.bounding_box(), panel(game).bounding_box()
    assert box and place and box["x"] + box["width"] <= place["x"] + place["width"]


def test_the_board_is_whole_on_a_projector_while_the_market_is_traded(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, "play('fagin', players=3, seed=3)")
    until(game, "FG-4")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.content.scrollToItem(0)")
    place = game.locator(".mm-wheel").first.bounding_box()
    shot(page, tmp_path, "fagin-whole")
    assert place and place["y"] >= 0 and place["y"] + place["height"] <= 744, "the board ends above the status bar"


def test_too_few_cubes_given_up_are_refused_with_rule_and_reason(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, f"play('fagin', {{1: 'passer'}}, players=2, seed=5, {FULL})")
    for _ in range(10):
        text = panel(game).inner_text()
        if "Rule FG-R13" in text:
            break
        if "do nothing" in text:
            pick(game, "do nothing")
        else:
            answer(game, 1, text)
    board = game.locator(".mm-wheel").first.inner_text()
    panel(game).locator(".mm-entry-counter .mm-entry-step:last-child, .mm-entry-toggle").first.click()
    panel(game).locator(".mm-entry-send").click()
    refusal = panel(game).get_by_role("alert").filter(has_text="Not possible")
    expect(refusal).to_contain_text("FG-R13")
    expect(refusal).to_contain_text("exactly 2 of")
    shot(page, tmp_path, "fagin-refused")
    assert game.locator(".mm-wheel").first.inner_text() == board


def test_rounds_of_the_gang_are_played_with_urchins_and_constables(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, f"play('fagin', players=3, seed=2, {GANG})")
    expect(game.get_by_role("img", name=re.compile("^Places: Bow Street")).first).to_be_visible()
    asked = play_on(game, 12)
    pick_again = panel(game).get_by_role("button", name="enter or move urchins", exact=True)
    for turn in range(40):
        if pick_again.count():
            pick(game, "enter or move urchins")
            asked.add("FG-12")
            break
        answer(game, 1, panel(game).inner_text())
        assert turn < 39
    asked |= play_on(game, 12)
    shot(page, tmp_path, "fagin-gang")
    assert {"FG-1", "FG-12"} <= asked


def test_a_game_goes_on_after_the_kernel_was_restarted(page: Page, lab: Lab) -> None:
    game = start(page, lab, ALONE)
    play_on(game, 6)
    go_on_after_a_restart(page, ".mm-wheel")


@pytest.mark.parametrize("box", ["", f", {GANG}"], ids=["market", "gang"])
def test_the_board_of_six_is_whole_on_a_projector_and_its_type_can_be_read(
    page: Page, lab: Lab, tmp_path: Path, box: str
) -> None:
    game = start(page, lab, f"play('fagin', players=6, seed=4{box})")
    play_on(game, 3)
    board = game.locator(".mm-wheel").first
    place = board.bounding_box()
    assert place and place["height"] < 560
    assert board.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert page.evaluate(SMALLEST) >= 13
    board.scroll_into_view_if_needed()
    shot(page, tmp_path, f"fagin-six-{'gang' if box else 'market'}")
