"""The entry: what is typed stays in the browser, arrives once, and is read as a whole number or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.views import entry as module
from mechanics.views.entry import Entry, whole
from mechanics.views.keys import KeyGuard

HERE = Path(module.__file__).parent


def asked(**question: Any) -> tuple[Entry, list[Any], list[Any]]:
    """Return an entry, the answers it has told and the messages it has sent."""
    entry = Entry(**{"label": "Your bid", "low": 0, "high": 11, **question})
    told: list[Any] = []
    sent: list[Any] = []
    entry.on_answer(told.append)
    entry.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    return entry, told, sent


def browser_sends(entry: Entry, content: Any) -> None:
    entry._handle_custom_msg(content, [])


@given(st.integers(-(10**15) + 1, 10**15 - 1), st.sampled_from(["", " ", "  "]), st.sampled_from(["", "\t"]))
def test_a_whole_number_is_read_as_itself(number: int, before: str, after: str) -> None:
    assert whole(f"{before}{number}{after}") == number


@pytest.mark.parametrize(("text", "number"), [("+3", 3), (" 7 ", 7), ("007", 7), ("−4", -4), ("-4", -4), ("0", 0)])
def test_signs_spaces_and_leading_zeros_are_allowed(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["12,5", "12.5", "abc", "1e3", "1_000", "1 2", "٣", "--2", "+", "0x10", "½", "7."])
def test_anything_else_is_refused_with_a_sentence_that_names_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"^“.+” is not a whole number: only digits, such as 7, are allowed\.$") as no:
        whole(text)
    assert text in str(no.value)


def test_nothing_typed_is_never_zero() -> None:
    for text in ("", "   "):
        with pytest.raises(ValueError, match=r"^Nothing was typed"):
            whole(text)


def test_a_number_too_long_to_count_exactly_is_refused_and_shown_short() -> None:
    assert whole("9" * 15) == 10**15 - 1
    for digits in (16, 5000):
        with pytest.raises(ValueError, match="at most 15") as no:
            whole("9" * digits)
        assert len(str(no.value)) < 100


def test_an_amount_arrives_as_it_was_typed_and_is_not_clamped() -> None:
    entry, told, _ = asked()
    for text in ("7", "99", "12,5", ""):
        browser_sends(entry, {"answer": text, "serial": entry.serial})
    assert told == ["7", "99", "12,5", ""]


@pytest.mark.parametrize("kind", ["several", "order"])
def test_a_choice_arrives_as_a_list_with_its_repetitions(kind: str) -> None:
    entry, told, _ = asked(kind=kind, options=[["c", "Wool"], ["c", "Wool"], [3, "Three"]])
    browser_sends(entry, {"answer": ["c", "c", 3]})
    assert told == [["c", "c", 3]]


def test_an_answer_to_an_earlier_question_is_dropped() -> None:
    entry, told, sent = asked()
    old = entry.serial
    browser_sends(entry, {"answer": "5", "serial": old})
    entry.reset()
    browser_sends(entry, {"answer": "5", "serial": old})
    browser_sends(entry, {"answer": "6", "serial": entry.serial})
    assert told == ["5", "6"]
    assert sent.count({"do": "reset"}) == 1


@pytest.mark.parametrize(
    "content", [{}, {"answer": 7}, {"answer": None}, {"answer": ["7"]}, {"answer": True}, {"do": "x"}]
)
def test_a_message_that_is_no_answer_is_dropped_and_taken(content: Any) -> None:
    entry, told, sent = asked()
    browser_sends(entry, content)
    assert told == []
    assert sent == [{"do": "ready"}]


@pytest.mark.parametrize("answer", ["c", [1.5], [True], [["c"]], None])
def test_a_list_of_anything_but_whole_numbers_and_texts_is_dropped(answer: Any) -> None:
    entry, told, _ = asked(kind="several", options=[["c", "Wool"]])
    browser_sends(entry, {"answer": answer})
    assert told == []


def test_a_closed_entry_takes_nothing() -> None:
    entry, told, _ = asked(enabled=False)
    browser_sends(entry, {"answer": "7"})
    assert told == []


def test_the_browser_may_go_on_even_when_the_listener_fails() -> None:
    entry, _, sent = asked()

    def fail(raw: Any) -> None:
        raise RuntimeError(raw)

    entry.on_answer(fail)
    with pytest.raises(RuntimeError):
        entry.receive({"answer": "7"})
    assert sent == [{"do": "ready"}]


def test_the_same_listener_given_twice_hears_once() -> None:
    entry, told, _ = asked()
    tell = told.append
    entry.on_answer(tell)
    entry.on_answer(tell)
    browser_sends(entry, {"answer": "7"})
    assert told == ["7"]


def test_no_answer_is_ever_part_of_what_a_notebook_saves() -> None:
    entry, told, _ = asked()
    browser_sends(entry, {"answer": "3721"})
    entry.reset()
    assert told == ["3721"]
    state = entry.get_state()
    assert not any("3721" in str(value) for key, value in state.items() if not key.startswith("_"))
    assert "value" not in state and "answer" not in state


@pytest.mark.parametrize("label", ["", "   "])
def test_an_entry_without_a_name_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="label"):
        Entry(label=label)


@pytest.mark.parametrize("option", [["a", ""], ["a", " "], [1.5, "half"], [True, "yes"]])
def test_an_option_without_a_readable_label_or_plain_value_is_refused(option: list[Any]) -> None:
    with pytest.raises(ValueError, match="Each option"):
        Entry(label="Which", kind="several", options=[option])


def test_every_trait_that_the_browser_code_reads_is_sent_to_it() -> None:
    code = (HERE / "entry.js").read_text("utf-8")
    listed = code.split("const QUESTION = [")[1].split("]")[0].replace("\n", "").split(",")
    names = {name.strip().strip('"') for name in listed} | {"enabled", "serial"}
    assert "kind" in names and names <= set(Entry.class_traits(sync=True))


def test_the_code_never_writes_a_trait_back() -> None:
    code = (HERE / "entry.js").read_text("utf-8")
    assert "model.set(" not in code and "save_changes" not in code


def test_controls_that_take_the_focus_keep_their_keys() -> None:
    assert "lmSuppressShortcuts" in (HERE / "entry.js").read_text("utf-8")
    assert "lmSuppressShortcuts" in KeyGuard()._esm  # type: ignore[attr-defined]
