"""The table: who may answer what, where chance comes from, and a whole game between strategies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal, smallest_legal
from mechanics.draws import NO_LUCK
from mechanics.games import turin
from mechanics.table import (
    NATURE,
    Amount,
    Answer,
    Ask,
    Chance,
    Choice,
    Chooser,
    Free,
    IllegalMove,
    Luck,
    OneOf,
    Order,
    Rng,
    Several,
    View,
    check,
    name,
    plain,
    play,
    sentence,
    sure,
    waits_for,
)
from tests.test_session import TOY, borrower, cheat

BID = Amount(0, 11, because="4 of your 15 scudi lie on a card for sale")
ASK: Ask[Any] = Ask("TM-3", None, {0: BID, 2: OneOf(("buy", "pass"))}, {1: OneOf(("loan",))})


# --- legality ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "answer"), [(0, 0), (0, 11), (2, "pass"), (1, Free("loan"))])
def test_what_is_allowed_passes(seat: int, answer: Answer) -> None:
    check(ASK, seat, answer)


REFUSED: list[tuple[int, Any, str, str]] = [
    (0, 12, "12 is 1 more than 11.", str(BID)),
    (0, -1, "-1 is 1 less than 0.", str(BID)),
    (0, "pass", "'pass' is not a whole number.", str(BID)),
    (0, True, "True is not a whole number.", str(BID)),
    (0, 1.0, "1.0 is not a whole number.", str(BID)),
    (0, np.int64(3), "np.int64(3) is not a whole number.", str(BID)),
    (2, "sell", "“sell” is not possible here.", "buy or pass"),
    (1, 3, "P2 is not asked now.", "waiting for P1, P3"),
    (7, 3, "P8 is not asked now.", "waiting for P1, P3"),
    (NATURE, (0,), "nature is not asked now.", "waiting for P1, P3"),
    (0, Free("loan"), "P1 can do nothing on the side now.", "the answer to the question itself"),
    (1, Free("goose"), "“goose” is not possible here.", "loan"),
]


@pytest.mark.parametrize(("seat", "answer", "why", "allowed"), REFUSED, ids=[why for _, _, why, _ in REFUSED])
def test_a_refusal_names_the_rule_the_reason_and_what_is_allowed(
    seat: int, answer: Any, why: str, allowed: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        check(ASK, seat, answer)
    assert (refusal.value.rule, refusal.value.why, refusal.value.allowed) == ("TM-3", why, allowed)
    assert str(refusal.value) == f"TM-3: {why} Allowed: {allowed}."
    assert isinstance(refusal.value, ValueError)


def test_whoever_is_not_asked_is_told_why_where_the_question_says_so() -> None:
    ask = Ask("FG-4", None, {0: OneOf(("pass",))}, out={1: "has passed"})
    for seat, why in ((1, "P2 has passed."), (2, "P3 is not asked now.")):
        with pytest.raises(IllegalMove) as refusal:
            check(ask, seat, "pass")
        assert (refusal.value.why, refusal.value.allowed) == (why, "waiting for P1")


def test_an_option_that_is_closed_is_refused_with_its_reason() -> None:
    ask = Ask("FG-4", None, {0: OneOf(("pass",), closed=(("buy blue", "The blue stall is empty."),))})
    for answer, why in (("buy blue", "The blue stall is empty."), ("sell blue", "“sell blue” is not possible here.")):
        with pytest.raises(IllegalMove) as refusal:
            check(ask, 0, answer)
        assert (refusal.value.why, refusal.value.allowed) == (why, "pass")


class Three:
    """A whole number of some other library."""

    def __index__(self) -> int:
        return 3


@pytest.mark.parametrize(
    ("answer", "becomes"),
    [
        (3, 3), (np.int64(3), 3), (np.uint8(3), 3), (Three(), 3), ("buy", "buy"), (np.str_("buy"), "buy"),
        ([np.int32(1), 2], (1, 2)), ((), ()), (("a", 1), ("a", 1)), (Free(np.int64(4)), Free(4)),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_answers_become_plain_numbers_and_words(answer: Any, becomes: Answer) -> None:
    said = plain(ASK, answer)
    assert said == becomes and repr(said) == repr(becomes)


NO_ANSWERS: tuple[Any, ...] = (True, np.True_, 1.0, np.float64(1), Fraction(1), None, {1}, b"1", [1, 2.0], Free(True))


@pytest.mark.parametrize("answer", NO_ANSWERS, ids=repr)
def test_what_is_neither_a_whole_number_nor_a_word_is_refused(answer: Any) -> None:
    with pytest.raises(IllegalMove, match="is not a whole number or a word") as refusal:
        plain(ASK, answer)
    assert refusal.value.allowed == f"{BID}; buy or pass"


# --- words ------------------------------------------------------------------------------------------------------------


def test_seats_are_called_p1_and_so_on() -> None:
    assert [name(seat) for seat in (0, 4, NATURE, None)] == ["P1", "P5", "nature", "a spectator"]


def test_it_is_said_who_is_waited_for() -> None:
    assert waits_for((0, 2)) == "waiting for P1, P3"
    assert waits_for(()) == "waiting for nobody"


def test_a_changed_number_changes_the_sentence_of_its_rule() -> None:
    from dataclasses import replace

    game: Any = turin
    assert sentence(game, "TM-S1", turin.BOX) == "Everybody starts with 15 scudi."
    assert sentence(game, "TM-S1", replace(turin.BOX, start=99)) == "Everybody starts with 99 scudi."
    assert sentence(game, "XX-1", turin.BOX) == ""


# --- chance -----------------------------------------------------------------------------------------------------------


def draw(chance: Chance, rule: str = "TM-3", seat: int = NATURE) -> int:
    """One drawn number."""
    return int(chance.draw(rule, seat).integers(2**40))


def test_the_same_question_draws_the_same_however_often_it_is_looked_at() -> None:
    chance = Chance(7)
    assert draw(chance) == draw(chance) == draw(Chance(7))


def test_a_draw_depends_on_seed_game_rule_seat_and_count() -> None:
    again = Chance(7)
    again.count("TM-3", [NATURE])
    draws = [
        draw(Chance(7)), draw(Chance(8)), draw(Chance(7, 1)), draw(Chance(7), "TM-8"), draw(Chance(7), seat=0),
        draw(Chance(7), seat=1), draw(again),
    ]  # fmt: skip
    assert len(set(draws)) == 7


def test_a_draw_is_keyed_as_the_saved_games_need_it() -> None:
    from zlib import crc32

    key = [7, 2, crc32(b"TM-3"), 0]
    assert draw(Chance(7, 2)) == int(np.random.default_rng(key).integers(2**40))
    assert draw(Chance(7, 2), seat=3) == 925_111_230_167


def test_questions_to_others_and_other_rules_do_not_change_a_draw() -> None:
    chance = Chance(7)
    before = draw(chance, seat=1)
    chance.count("TM-3", [0, 2, NATURE])
    chance.count("TM-8", [1])
    assert draw(chance, seat=1) == before
    chance.count("TM-3", [1])
    assert draw(chance, seat=1) != before


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, True, "7", None])
def test_a_seed_is_a_whole_number_of_32_bits(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"A seed is a whole number from 0 to 4294967295; .* is not\."):
        Chance(seed)
    assert Chance(0).seed == 0 and Chance(2**32 - 1).seed == 2**32 - 1


# --- a whole game -----------------------------------------------------------------------------------------------------


def test_a_game_between_strategies_ends_with_its_last_table() -> None:
    end = play(turin, {0: random_legal, 1: smallest_legal, 2: random_legal}, 3)
    assert end.phase == "" and len(turin.scores(end)) == 3
    assert end == play(turin, {2: random_legal, 1: smallest_legal, 0: random_legal}, 3)
    assert end != play(turin, {0: random_legal, 1: smallest_legal, 2: random_legal}, 3, number=1)


def test_a_robots_draws_do_not_depend_on_the_other_robots() -> None:
    seen: dict[str, list[int]] = {"one": [], "other": []}

    def listener(called: str) -> Any:
        def strategy(view: View, rng: Rng) -> Answer:
            seen[called].append(int(rng.integers(2**40)))
            return smallest_legal(view, rng)

        return strategy

    for called, rival in (("one", smallest_legal), ("other", random_legal)):
        play(TOY, {0: rival, 1: listener(called)}, 5)
    assert seen["one"] == seen["other"] and len(seen["one"]) == 3


def test_a_strategy_that_answers_illegally_is_named_by_the_rule() -> None:
    with pytest.raises(IllegalMove, match="TM-1: “1000000” is not possible here"):
        play(turin, {0: random_legal, 1: cheat}, 3)


def test_a_strategy_is_offered_no_second_move_on_the_side_at_one_question() -> None:
    offered: list[tuple[str, bool]] = []

    def listener(view: View, rng: Rng) -> Answer:
        offered.append((view.rule, view.free is not None))
        return borrower(view, rng)

    play(TOY, {0: listener, 1: smallest_legal}, 5)
    assert offered == [("T-1", True), ("T-1", False), ("T-2", True), ("T-2", False)]


def test_a_strategy_that_leaves_nothing_to_chance_is_handed_nothing_to_draw_from_and_any_other_a_generator() -> None:
    handed: dict[bool, set[Any]] = {True: set(), False: set()}

    def one(view: View, rng: Rng) -> Answer:
        handed[False].add(type(rng))
        return smallest_legal(view, rng)

    @sure
    def other(view: View, rng: Rng) -> Answer:
        handed[True].add(rng)
        return smallest_legal(view, rng)

    play(turin, {0: one, 1: other}, 3)
    assert handed == {True: {NO_LUCK}, False: {np.random.Generator}}


def test_strategies_are_given_their_own_view_only() -> None:
    def nosy(view: View, rng: Rng) -> Answer:
        assert view.seat == 1 and (view.board.hand == () or len(view.board.hand) == view.board.hand_sizes[1])
        return random_legal(view, rng)

    play(turin, {0: random_legal, 1: nosy}, 3)


def test_a_question_holds_no_free_moves_unless_it_says_so() -> None:
    ask: Ask[Any] = Ask("TM-1", None, {0: Several((1, 2), 1, 1), NATURE: Order(2)})
    assert ask.free == {} and not ask.sealed and not ask.private


# --- robots that see nothing but the choice -------------------------------------------------------------------


def test_a_chooser_is_asked_without_a_view_and_answers_a_view_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_view(ask: Ask[Any], seat: int | None) -> View:
        raise AssertionError("nobody looks")

    highest = Chooser(lambda choice, free, luck: choice.high if isinstance(choice, Amount) else choice.pick(luck))  # type: ignore[return-value]
    monkeypatch.setattr(TOY, "view", no_view)
    end = play(TOY, dict.fromkeys(range(2), highest), 3)
    assert end == play(TOY, dict.fromkeys(range(2), highest), 3)
    rng = np.random.default_rng(0)
    assert highest(View(0, "T-1", Amount(0, 9), None, (), (), None), rng) == 9


def test_a_chooser_that_cheats_is_refused() -> None:
    with pytest.raises(IllegalMove, match="“1” is not possible here"):
        play(turin, {0: random_legal, 1: Chooser(lambda choice, free, luck: getattr(choice, "high", 0) + 1)}, 3)


def test_a_chooser_that_is_not_asked_says_so() -> None:
    with pytest.raises(ValueError, match=r"This seat is not asked anything under TM-3\."):
        random_legal(View(0, "TM-3", None, None, (), (), None), np.random.default_rng(0))


def test_a_chooser_moves_on_the_side_at_most_once_at_a_question() -> None:
    offered: list[bool] = []

    def borrows(choice: Choice, free: OneOf | None, luck: Luck) -> Answer:
        offered.append(free is not None)
        return smallest_legal.choose(choice, None, luck) if free is None else Free(free.options[0])

    play(turin, dict.fromkeys(range(2), Chooser(borrows)), 3)
    assert offered.count(True) == 2
