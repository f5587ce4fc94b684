"""Turin Market played by clicks and keys in a real JupyterLab; nothing of the package is imported here."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Lab, in_kernel, restart_kernel, run_all, save, says, shot
from tests.browser.playing import look_back, panel, play_a_whole_game, start

PLAY = "play('turin', seed=3)"
BETWEEN_PEOPLE = "play('turin', {}, seed=3)"
RICH = (
    "from dataclasses import replace\nfrom mechanics.games import turin\n"
    "play('turin', {}, seed=3, box=replace(turin.BOX, start=5000))"
)
STATE = "import ipywidgets; print(ipywidgets.Widget.get_manager_state(drop_defaults=False))"


def seal(game: Locator, amount: object) -> None:
    """Type an amount and seal it."""
    field = panel(game).locator(".mm-entry-field")
    field.fill(str(amount))
    panel(game).get_by_role("button", name="Seal it").click()


def lift(game: Locator, name: str) -> None:
    """Open the curtain as this player."""
    game.get_by_role("button", name=f"I am {name}").click()
    panel(game).wait_for()


def first_option(game: Locator) -> None:
    panel(game).locator(".mm-options button").first.click()


def test_a_whole_game_of_three_is_played_through_the_widgets(page: Page, lab: Lab, tmp_path: Path) -> None:
    game, asked = play_a_whole_game(page, lab, "turin", tmp_path)
    assert {"TM-1", "TM-3"} <= asked
    said = look_back(page, game, "turin", tmp_path)
    expect(said).not_to_contain_text("of 1:")
    walk_the_film(page, game, said)


def walk_the_film(page: Page, game: Locator, said: Locator) -> None:
    """The replay slider walks through the game by keys."""
    game.get_by_role("button", name="First step").click()
    expect(said).to_contain_text("Step 0 of")
    game.locator(".noUi-handle").first.focus()
    for step in range(1, 6):
        page.keyboard.press("ArrowRight")
        expect(said).to_contain_text(f"Step {step} of")


def test_too_high_a_bid_is_refused_with_rule_and_reason_and_changes_nothing(
    page: Page, lab: Lab, tmp_path: Path
) -> None:
    game = start(page, lab, PLAY)
    first_option(game)
    expect(panel(game)).to_contain_text("Rule TM-3")
    board = game.locator(".mm-board").first.inner_text()
    for wrong, why in ((99, "99 is 84 more than 15"), ("12,5", "not a whole number")):
        seal(game, wrong)
        refusal = panel(game).get_by_role("alert").filter(has_text="Not possible")
        expect(refusal).to_contain_text(why)
        expect(refusal).to_contain_text("a whole number from 0 to 15")
        expect(refusal).to_contain_text("TM-3")
    shot(page, tmp_path, "turin-refused")
    assert game.locator(".mm-board").first.inner_text() == board
    expect(panel(game)).to_contain_text("How many scudi do you bid?")


def test_a_tie_is_fought_by_the_tied_and_by_nobody_else(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, BETWEEN_PEOPLE)
    for name in ("P1", "P2", "P3"):
        lift(game, name)
        first_option(game)
    seal(game, 4)  # P3 put up the last card and is asked first
    for name in ("P1", "P2"):
        lift(game, name)
        seal(game, 2)
    expect(panel(game)).to_contain_text("You are tied")
    shot(page, tmp_path, "turin-tie")
    seal(game, 1)  # P2, who has the laptop
    lift(game, "P1")
    expect(panel(game)).to_contain_text("You are tied")
    seal(game, 0)
    news = game.locator(".mm-news").first
    expect(news).to_contain_text("P2 wins 1 card and pays 3")
    expect(news).to_contain_text("P1 wins nothing and pays 1")
    expect(news).to_contain_text("P3 wins 2 cards and pays 4")
    expect(game.get_by_role("button", name="I am P3")).to_be_visible()


def test_a_sealed_bid_is_nowhere_before_the_reveal(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, RICH)
    for name in ("P1", "P2", "P3"):
        lift(game, name)
        first_option(game)
    panel(game).locator(".mm-entry-field").fill("3721")
    hidden = [save(page), in_kernel(page, STATE)]
    seal(game, 3721)
    expect(game.get_by_role("button", name="I am P1")).to_be_visible()
    hidden += [save(page), in_kernel(page, STATE), page.content()]
    lift(game, "P1")
    hidden += [save(page), in_kernel(page, STATE), page.content(), page.inner_text("body")]
    hidden += [path.read_text() for path in lab.state.glob("*.json")]
    shot(page, tmp_path, "turin-sealed")
    assert not [text[:80] for text in hidden if says(text, 3721)]
    seal(game, 7)
    lift(game, "P2")
    seal(game, 5)
    expect(game.locator(".mm-news").first).to_contain_text("P3 3721")


def test_the_hand_of_one_seat_is_gone_before_the_next_one_looks(page: Page, lab: Lab) -> None:
    game = start(page, lab, BETWEEN_PEOPLE)
    lift(game, "P1")
    cards = panel(game).locator(".mm-options button").all_inner_texts()
    titles = [b.get_attribute("title") for b in panel(game).locator(".mm-options button").all()]
    first_option(game)
    expect(game.get_by_role("button", name="I am P2")).to_be_visible()
    state = in_kernel(page, STATE)
    assert cards and not [title for title in titles if title and title in state]
    assert not [title for title in titles if title and title in page.content()]


def test_an_answer_is_taken_back_and_a_restarted_kernel_goes_on(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, "play('turin', {2: 'miser'}, seed=3)")
    lift(game, "P1")
    first_option(game)
    expect(game.get_by_role("button", name="I am P2")).to_be_visible()
    game.get_by_role("button", name="Take back").click()
    lift(game, "P1")
    expect(panel(game)).to_contain_text("Which card do you put up")
    first_option(game)
    lift(game, "P2")
    first_option(game)
    seal(game, 3)
    expect(game.get_by_role("button", name="I am P1")).to_be_visible()
    told = game.locator(".mm-news").first.inner_text()
    restart_kernel(page)
    run_all(page)
    game = page.locator(".mm-play").first
    expect(game).to_contain_text("An unfinished game is here")
    shot(page, tmp_path, "turin-door")
    game.get_by_role("button", name="Go on with it").click()
    expect(game.get_by_role("button", name="I am P1")).to_be_visible()
    assert game.locator(".mm-news").first.inner_text() == told


def test_keys_go_to_the_game_and_not_to_the_notebook(page: Page, lab: Lab) -> None:
    game = start(page, lab, PLAY)
    cells = "() => window.jupyterapp.shell.currentWidget.content.model.cells.length"
    count = page.evaluate(cells)
    button = panel(game).locator(".mm-options button").first
    button.focus()
    for key in ("b", "x", "a"):
        page.keyboard.press(key)
    assert page.evaluate(cells) == count
    page.keyboard.press("Enter")
    field = panel(game).locator(".mm-entry-field")
    field.wait_for()
    field.focus()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(panel(game)).not_to_contain_text("How many scudi do you bid?")
    assert page.evaluate(cells) == count


def test_every_control_has_a_name_that_can_be_read(page: Page, lab: Lab) -> None:
    game = start(page, lab, PLAY)
    first_option(game)
    panel(game).locator(".mm-entry-field").wait_for()
    for tab in ("Table", "Money", "Replay", "Seats", "Files"):
        game.get_by_role("tab", name=tab).click()
        tree = game.aria_snapshot()
        nameless = re.findall(r"^\s*- (?:button|slider|combobox|textbox|spinbutton)(?::|$| \[)", tree, re.M)
        assert not nameless, f"{tab}: {tree}"


def test_the_own_number_moves_in_the_chart_while_it_is_typed(page: Page, lab: Lab, tmp_path: Path) -> None:
    game = start(page, lab, PLAY)
    first_option(game)
    panel(game).locator(".mm-entry-field").wait_for()
    game.get_by_role("button", name="Show what each bid is worth").click()
    chart = game.locator(".mm-live svg.marks")
    chart.wait_for()
    panel(game).locator(".mm-entry-field").fill("5")
    expect(chart).to_contain_text("yours 5")
    shot(page, tmp_path, "turin-worth")
    panel(game).locator(".mm-entry-slider").focus()
    page.keyboard.press("ArrowRight")
    expect(chart).to_contain_text("yours 6")
