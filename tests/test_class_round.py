"""A class round on the screen, driven as the browser drives it."""

import base64
import re
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction

import ipywidgets as widgets
import pandas as pd
import pytest

from mechanics.charts.classes import counts_chart
from mechanics.class_data import MOST, Rule
from mechanics.views.class_figures import VIEWS
from mechanics.views.class_round import ClassRound, class_round
from mechanics.views.live import figure
from mechanics.views.paste import LONGEST, Paste

CLASS = "Ann 5\nBen 8\nCem\nDora 7"


@pytest.fixture
def round_() -> ClassRound:
    return ClassRound(Rule(10))


def everything(widget: widgets.Widget) -> Iterator[str]:
    """All that a saved notebook or another page could hold of a widget and what is in it."""
    state = {key: value for key, value in widget.get_state().items() if key not in ("_esm", "_css")}
    yield re.sub("IPY_MODEL_[0-9a-f]+", "", repr(state))
    for child in getattr(widget, "children", ()):
        yield from everything(child)


def seal(round_: ClassRound, text: str) -> None:
    round_.box.receive({"text": text})


def upload(round_: ClassRound, content: bytes) -> None:
    file = {"name": "a.csv", "type": "text/csv", "size": len(content), "content": memoryview(content)}
    round_.upload.value = ({**file, "last_modified": datetime(2026, 1, 1)},)


def test_no_bid_is_in_any_widget_before_the_reveal_and_all_are_after_it(round_: ClassRound) -> None:
    sent = []
    round_.box.send = lambda content: sent.append(content)
    seal(round_, "Ann 437\nBen 441\nCem")
    hidden = "".join(everything(round_.widget)) + repr(sent)
    assert "437" not in hidden and "441" not in hidden and "Cem" in hidden
    round_.stop.click()
    shown = "".join(everything(round_.widget))
    assert "437" in shown and "441" in shown


def test_a_refused_list_keeps_its_bids_to_itself_and_seals_nothing(round_: ClassRound) -> None:
    seal(round_, "Ann 437,5\nBen 441 scudi\n438")
    assert "Line 1" in round_.said.value and "Line 3" in round_.said.value
    assert not re.search("437|438|441", "".join(everything(round_.widget)))
    assert round_.people == ()


def test_reveal_waits_for_all_and_stop_scores_those_who_bid(round_: ClassRound) -> None:
    assert round_.reveal.disabled and round_.stop.disabled
    seal(round_, CLASS)
    assert "3 of 4" in round_.status.value and "Cem" in round_.status.value
    assert round_.reveal.disabled and not round_.stop.disabled
    seal(round_, "Cem 4")
    assert not round_.reveal.disabled and round_.stop.disabled and "All are in" in round_.status.value
    round_.reveal.click()
    assert [line.bid for line in round_.lines] == [5, 8, 4, 7]


def test_who_made_no_bid_is_marked_and_never_zero(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    assert "no bid" in round_.sentences.value and "Cem made no bid" in round_.sentences.value
    assert "no bid from Cem" in base64.b64decode(re.search('base64,([^"]+)', round_.figure.value)[1]).decode()
    assert "<td>6.7</td>" in round_.summary.value  # the mean of 5, 8 and 7


def test_each_payment_has_its_sentence_and_the_winner_stands_first(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    rows = re.findall(r'<th scope="row">([^<]+)</th>', round_.sentences.value)
    assert rows == ["Ben ★", "Dora", "Ann", "Cem"]
    for line in round_.lines:
        assert line.why in round_.sentences.value
    assert "Ben wins for 8" in round_.summary.value


def test_the_revenue_stands_beside_the_expected_one(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    assert re.search(r"revenue\)</th><td>13</td><td>10</td>", round_.summary.value)
    assert "Assumptions" in round_.sentences.value and "1996" in round_.sentences.value


@pytest.mark.parametrize("view", VIEWS)
def test_every_picture_is_drawn_with_its_sentence_and_its_table(round_: ClassRound, view: str) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    round_.view.value = view
    assert "data:image/svg+xml" in round_.figure.value and "<caption>" in round_.figure.value
    assert len(re.search('alt="([^"]+)"', round_.figure.value)[1]) > 30


def test_the_pictures_differ(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    seen = set()
    for view in VIEWS:
        round_.view.value = view
        seen.add(round_.figure.value)
    assert len(seen) == len(VIEWS)


def test_a_typing_error_is_corrected_and_a_wrong_correction_changes_nothing(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    assert round_.box.button == "Correct" and not round_.box.covered
    before = round_.lines
    seal(round_, "Ann 5\nBen 8,5\nCem 2")
    assert round_.lines == before and "Line 2" in round_.said.value
    seal(round_, "Ann 9\nBen 8\nDora 7")
    assert [(line.name, line.won) for line in round_.lines] == [("Ann", True), ("Ben", False), ("Dora", False)]
    assert "Ann wins for 9" in round_.summary.value and round_.said.value == ""


def test_the_list_is_written_into_the_box_only_after_the_reveal(round_: ClassRound) -> None:
    sent = []
    round_.box.send = lambda content: sent.append(content)
    seal(round_, CLASS)
    assert sent == [{"do": "clear"}]
    round_.stop.click()
    round_.list.click()
    assert sent[1:] == [{"do": "put", "text": "Ann; 5\nBen; 8\nCem; -\nDora; 7"}] * 2


def test_a_kept_class_is_laid_over_the_next_one(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    round_.keep.click()
    round_.next.click()
    assert round_.people == () and round_.rule.seed == 2 and round_.seed.value == "2" and round_.summary.value == ""
    seal(round_, "Eva 2\nFinn 3\nGül 4\nHans 6")
    round_.reveal.click()
    assert '<th scope="col">class 1</th>' in round_.summary.value
    assert "class 1 (3 bids, drawn as if 4)" in round_.figure.value
    assert "another rule" not in round_.summary.value
    round_.share.value = Fraction(0)
    assert "class 1 played by another rule" in round_.summary.value


def test_a_changed_rule_scores_the_same_bids_anew(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    round_.share.value = Fraction(1)
    assert [line.paid for line in round_.lines] == [5, 8, 0, 7]
    round_.prizes.value = "2"
    assert [line.won for line in round_.lines] == [False, True, False, True]
    assert "2 equal prizes" in round_.rule_said.value


@pytest.mark.parametrize(
    ("box", "text"), [("worth", "12,5"), ("worth", "0"), ("prizes", "3"), ("seed", "-1"), ("worth", "")]
)
def test_a_wrong_setting_is_refused_in_words_and_the_rule_stays(round_: ClassRound, box: str, text: str) -> None:
    seal(round_, CLASS)
    round_.stop.click()
    before = round_.rule, round_.lines
    getattr(round_, box).value = text
    assert "mm-refusal" in round_.said.value and (round_.rule, round_.lines) == before


def test_a_file_that_was_downloaded_loads_to_the_same_pictures(round_: ClassRound) -> None:
    round_.share.value = Fraction(1)
    seal(round_, "Zoë 5\n=1+1; 8\nCem")
    round_.stop.click()
    address = re.search(r'href="data:text/csv;charset=utf-8;base64,([^"]+)"', round_.sentences.value)
    content = base64.b64decode(address[1])
    other = ClassRound(Rule(99, 2, Fraction(0), 5))
    upload(other, content)
    assert other.upload.value == () and other.rule == round_.rule and other.worth.value == "10"
    for part in ("summary", "figure", "sentences", "rule_said"):
        assert getattr(other, part).value == getattr(round_, part).value
    third = ClassRound(Rule())
    seal(third, content.decode("utf-8-sig"))
    assert third.figure.value == round_.figure.value


def test_a_foreign_file_is_refused_and_changes_nothing(round_: ClassRound) -> None:
    seal(round_, CLASS)
    before = round_.people
    upload(round_, b"a,b")
    assert "not the file of a class round" in round_.said.value and round_.people == before and round_.lines == ()


def test_thrown_away_bids_are_gone(round_: ClassRound) -> None:
    seal(round_, CLASS)
    round_.over.click()
    assert round_.people == () and round_.over.disabled and "No bid" in round_.status.value


def test_an_empty_box_says_what_is_needed(round_: ClassRound) -> None:
    seal(round_, " \n")
    assert "one name and one bid on each line" in round_.said.value


def test_bids_of_zero_alone_have_no_winner(round_: ClassRound) -> None:
    seal(round_, "Ann 0\nBen 0")
    round_.reveal.click()
    assert "Nobody wins" in round_.summary.value and "Ann bid 0" in round_.sentences.value


def test_a_full_class_with_long_and_strange_names_is_drawn(round_: ClassRound) -> None:
    seal(round_, "\n".join(f"<b>Maximiliane Ω{'x' * 20}{'y' * (i % 5)}; {i * 17 % 501}" for i in range(MOST)))
    round_.reveal.click()
    round_.keep.click()
    round_.worth.value = "300"
    for view in VIEWS:
        round_.view.value = view
        assert "svg" in round_.figure.value and round_.said.value == ""
    assert "<b>Max" not in round_.sentences.value + round_.summary.value


def test_the_box_of_text_holds_no_text_and_drops_what_is_no_text() -> None:
    box, heard = Paste(label="Names"), []
    box.on_text(heard.append)
    box.on_text(heard.append)
    for content in ({"text": "Ann 5"}, {"text": 5}, {}, {"text": "x" * (LONGEST + 1)}):
        box.receive(content)
    assert heard == ["Ann 5"] and "Ann" not in "".join(everything(box))
    with pytest.raises(ValueError, match="label"):
        Paste(label=" ")


def test_the_public_call_gives_a_box_and_refuses_a_wrong_rule() -> None:
    assert isinstance(class_round(), widgets.VBox)
    with pytest.raises(ValueError, match="worth"):
        class_round(worth=0)


def test_the_chart_of_counts_draws_nothing_for_gaps_and_names_the_marked() -> None:
    people = pd.DataFrame([("Ann", 5, "wins"), ("Ben", None, ""), ("Cem", 5, "")], columns=["name", "bid", "mark"])
    lines = pd.DataFrame([(0, 1.5, "expected"), (5, 0.5, "expected")], columns=["bid", "people", "kind"])
    svg = figure(counts_chart(people, lines)).svg
    for words in ("Ann wins", "no bid from Ben", "expected", ">people<", "bid (scudi)"):
        assert words in svg
    empty = counts_chart(people.iloc[:0], lines.iloc[:0])
    assert "nobody has bid yet" in empty.to_dict()["description"] and figure(empty).svg
    with pytest.raises(ValueError, match="missing: people"):
        counts_chart(people, lines.drop(columns="people"))
    with pytest.raises(ValueError, match="at most 3 lines"):
        counts_chart(people, pd.DataFrame({"bid": range(4), "people": range(4), "kind": list("abcd")}))
