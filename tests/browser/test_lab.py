"""The auction lab as a teacher uses it, in a real JupyterLab; nothing of the package is imported here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import open_notebook, run_all, save, says, shot

CLASS = "Ann\t60\t48\nZoë; 82,5; 3721\nBen; 31; -\nCarla; 10; 9\nDörte; 95; 70"


@pytest.fixture
def lab_page(page: Page) -> Page:
    """The auction lab with every cell run."""
    open_notebook(page, "5_auction_lab")
    run_all(page)
    return page


def room(page: Page, text: str) -> Locator:
    """The lesson on the page in which this text stands."""
    found = page.locator(".mm-lab", has_text=text).first
    found.scroll_into_view_if_needed()
    return found


def test_the_first_thing_on_the_page_is_a_bid_and_a_wrong_one_is_refused_in_words(
    lab_page: Page, tmp_path: Path
) -> None:
    first = lab_page.locator(".mm-first").first
    first.scroll_into_view_if_needed()
    field = first.locator(".mm-entry-field")
    field.fill("99")
    first.get_by_role("button", name="Seal and reveal").click()
    expect(first.locator(".mm-refusal")).to_contain_text("bid a whole number from 0 to 15")
    field.fill("7")
    first.get_by_role("button", name="Seal and reveal").click()
    expect(first).to_contain_text("You have")
    expect(first.locator("svg.marks")).to_be_visible()
    before = first.locator(".mm-question").first.inner_text()
    lab_page.get_by_role("button", name="next bid", exact=True).first.click()
    expect(first.locator(".mm-question").first).not_to_have_text(before)
    shot(lab_page, tmp_path, "lab-bet")


def test_an_equilibrium_can_be_spoilt_and_its_regret_rises(lab_page: Page, tmp_path: Path) -> None:
    leave = room(lab_page, "Spoil it")
    expect(leave).to_contain_text(re.compile(r"Regret: .*\(rounding\)"))
    slider = leave.get_by_role("slider", name="Spoil it")
    for _ in range(10):
        slider.press("ArrowRight")
    expect(leave).to_contain_text("the best reply is")
    expect(leave).to_contain_text("an equilibrium no more")
    shot(lab_page, tmp_path, "lab-spoilt")


def test_a_class_is_sealed_until_the_reveal_and_then_lies_over_the_line(lab_page: Page, tmp_path: Path) -> None:
    bids = room(lab_page, "bidders in an auction")
    bids.locator("textarea").fill(CLASS)
    bids.get_by_role("button", name="Seal", exact=True).click()
    expect(bids).to_contain_text("4 of 5 bids are sealed")
    expect(bids).to_contain_text("Ben")
    assert not says(save(lab_page), 3721) and not says(lab_page.content(), 3721)
    bids.get_by_role("button", name="Stop and score now").click()
    expect(bids.locator("svg.marks, img[alt]").first).to_be_visible()
    expect(bids).to_contain_text("0.80")
    expect(bids).to_contain_text("66.7")
    expect(bids).to_contain_text(f"{(48 + 3721 + 9 + 70) / 4:.1f}".rstrip("0").rstrip("."))
    shot(lab_page, tmp_path, "lab-class")


def test_a_jar_that_is_won_shows_what_it_was_worth(lab_page: Page, tmp_path: Path) -> None:
    jar = room(lab_page, "bid less (careful)")
    jar.locator(".mm-entry-field").fill("300")
    jar.get_by_role("button", name="Seal and reveal").click()
    expect(jar).to_contain_text(re.compile(r"You .*lost \d+"))
    shot(lab_page, tmp_path, "lab-jar")
