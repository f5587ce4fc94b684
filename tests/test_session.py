"""A game being played: envelopes, robots and chairs, taking back, the film, and what stays secret until the reveal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.games import turin
from mechanics.ledger import Ledger
from mechanics.session import EMPTY, RobotFailed, Session
from mechanics.table import (
    NATURE,
    Amount,
    Answer,
    Ask,
    Event,
    Free,
    IllegalMove,
    OneOf,
    Order,
    Rng,
    Script,
    Seat,
    View,
    play,
)

RARE = 3721
RICH = replace(turin.BOX, start=5000)


# --- a small game: a shuffle, a sealed question, an open question to all, one seat alone ------------------------------


@dataclass(frozen=True)
class Toys:
    """The table of the small game: answers so far, loans taken, and a ledger that stays empty."""

    phase: str = "all"
    loans: tuple[Seat, ...] = ()
    said: tuple[tuple[str, tuple[tuple[Seat, Answer], ...]], ...] = ()
    ledger: Ledger = field(default_factory=lambda: Ledger.open(2))


QUESTIONS = (("T-0", True), ("T-1", True), ("T-2", False), ("T-3", False))


def toy_game(seats: int, box: Any = None, start: Toys | None = None) -> Script[Toys]:
    """Four questions; before each, everybody may take one of many loans."""
    table = start or Toys()
    for rule, sealed in QUESTIONS:
        answers: Mapping[Seat, Answer] = {-2: Free("loan")}
        while any(isinstance(answer, Free) for answer in answers.values()):
            answers = yield Ask(rule, table, toy_allowed(rule, seats), toy_free(rule, seats), sealed, rule == "T-0")
            table = replace(table, loans=table.loans + tuple(s for s, a in answers.items() if isinstance(a, Free)))
        table = replace(table, said=(*table.said, (rule, tuple(sorted(answers.items())))))
    return replace(table, phase="")


def toy_allowed(rule: str, seats: int) -> dict[Seat, Any]:
    """Who is asked what."""
    if rule == "T-0":
        return {NATURE: Order(8)}
    return {1: OneOf(("stop",))} if rule == "T-3" else {seat: Amount(0, 999) for seat in range(seats)}


def toy_free(rule: str, seats: int) -> dict[Seat, OneOf]:
    """Who may take a loan first."""
    return {} if rule == "T-0" else {seat: OneOf(("loan",)) for seat in range(seats)}


def toy_view(ask: Ask[Toys], seat: Seat | None) -> View:
    """Everything that has been said since the shuffle."""
    mine = (None, None) if seat is None else (ask.allowed.get(seat), ask.free.get(seat))
    story = tuple(Event(0, rule, str(said)) for rule, said in ask.table.said[1:])
    return View(seat, ask.rule, *mine, tuple(ask.allowed), story, (ask.table.loans, ask.table.said[1:]), ask.sealed)


def toy_scores(table: Toys) -> tuple[int, ...]:
    """Nobody wins."""
    return (0, 0)


TOY: Any = SimpleNamespace(
    __name__="toy", BOX=None, END="T-3", RULES={}, game=toy_game, view=toy_view, scores=toy_scores, SEATS=range(1, 4),
)  # fmt: skip


def borrower(view: View, rng: Rng) -> Answer:
    """A robot that takes a loan whenever it may."""
    return Free("loan") if view.free is not None else random_legal(view, rng)


def cheat(view: View, rng: Rng) -> Answer:
    """A robot that bids more than there is."""
    return 10**6


def until(session: Session, rule: str) -> Session:
    """Answer the least for everybody until this rule asks."""
    while session.ask.rule != rule:
        seat = session.waiting[0]
        session.submit(seat, smallest_legal(session.view(seat), None))  # type: ignore[arg-type]
    return session


def bidding(box: Any = RICH, seats: int = 3, **more: Any) -> Session:
    """A game of Turin Market at its first bids."""
    return until(Session(turin, seats, 4, box=box, **more), "TM-3")


def everything_shown(session: Session) -> str:
    """All that any seat or a spectator can be shown, as text."""
    seats = (None, *range(session.seats))
    return repr([(session.view(s), session.story(s), session.film(s)) for s in seats]) + session.ledger_frame().to_csv()


# --- envelopes --------------------------------------------------------------------------------------------------------


def test_a_bid_in_an_envelope_is_seen_nowhere_before_the_last_one_is_in() -> None:
    session = bidding()
    session.submit(0, RARE)
    for text in (session.save(), everything_shown(session), repr(session.ask)):
        assert str(RARE) not in text
    session.submit(1, 1)
    assert str(RARE) not in session.save() + everything_shown(session)
    session.submit(2, 2)
    assert str(RARE) in everything_shown(session)
    assert str(RARE) not in session.save()


def test_an_envelope_travels_with_the_saved_game_and_opens_with_the_others() -> None:
    session = bidding()
    session.submit(0, RARE)
    loaded = Session.load(session.save())
    assert loaded.waiting == (1, 2) and str(RARE) not in everything_shown(loaded)
    for seat in (1, 2):
        loaded.submit(seat, seat)
    assert loaded.table.rounds[-1].bids == (RARE, 1, 2)


def test_an_envelope_stays_behind_when_the_game_is_forked() -> None:
    session = bidding()
    session.submit(0, RARE)
    fork = session.fork()
    assert fork.waiting == (0, 1, 2) and session.waiting == (1, 2)
    for seat, bid in enumerate((5, 6, 7)):
        fork.submit(seat, bid)
    assert session.waiting == (1, 2) and session.ask.rule == "TM-3" and fork.table.rounds[-1].bids == (5, 6, 7)


def test_sealed_answers_open_all_at_once_in_any_order() -> None:
    orders = ((0, 1, 2), (2, 1, 0), (1, 2, 0))
    sessions = [bidding() for _ in orders]
    for session, order in zip(sessions, orders, strict=True):
        for seat in order:
            assert session.table.rounds == () and session.ask.rule == "TM-3"
            session.submit(seat, 10 + seat)
        assert session.table.rounds[-1].bids == (10, 11, 12)
    assert sessions[0].log == sessions[1].log == sessions[2].log
    assert len({session.save() for session in sessions}) == 1


def test_a_second_answer_is_refused_until_the_first_is_taken_back() -> None:
    session = bidding()
    session.submit(0, 7)
    with pytest.raises(IllegalMove, match="P1's answer is in already") as refusal:
        session.submit(0, 8)
    assert refusal.value.allowed == "take it back, or waiting for P2, P3"
    with pytest.raises(IllegalMove, match="in already"):
        session.submit(0, Free("loan"))
    session.undo(0)
    session.submit(0, 8)
    assert session.waiting == (1, 2)


def test_the_names_of_the_seats_stand_in_refusals_and_money() -> None:
    session = bidding(names=("Ada", "Ben", "Cleo"))
    session.submit(1, 0)
    with pytest.raises(IllegalMove, match="Ben's answer is in already"):
        session.submit(1, 0)
    assert set(session.ledger_frame().payee) == {"Ada", "Ben", "Cleo"}


@pytest.mark.parametrize("names", [("Ada",), ("Ada", "Ben", "Cleo", "Dora")])
def test_every_seat_has_one_name(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="There are 3 seats"):
        Session(turin, 3, 1, names=names)


def test_a_robot_on_a_chair_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="seats 0 to 2"):
        Session(turin, 3, 1, bots={3: random_legal})


@pytest.mark.parametrize("seed", [-1, 2**32, 1.0, True, "1", None])
def test_a_seed_that_is_no_small_whole_number_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="A seed is a whole number from 0 to 4294967295"):
        Session(turin, 3, seed)


@pytest.mark.parametrize("answer", [True, 1.0, None, "1", {1}, 2**70])
def test_what_is_no_bid_is_refused_and_changes_nothing(answer: object) -> None:
    session, told = bidding(), []
    before = session.save()
    session.subscribe(lambda changed: told.append(changed))
    with pytest.raises(IllegalMove):
        session.submit(0, answer)
    assert session.save() == before and session.waiting == (0, 1, 2) and told == []


def test_a_numpy_number_is_logged_as_a_plain_one() -> None:
    import numpy as np

    session = bidding()
    for seat, bid in enumerate(np.array([3, 2, 1])):
        session.submit(seat, bid)
    assert all(type(bid) is int for bid in session.log[-1].values() if not isinstance(bid, tuple))
    assert Session.load(session.save()).log == session.log


# --- taking back and going back ---------------------------------------------------------------------------------------


def test_an_opened_answer_cannot_be_taken_back() -> None:
    session = bidding()
    for seat in range(3):
        session.submit(seat, seat + 1)
    before = session.save()
    with pytest.raises(ValueError, match="has been seen"):
        session.undo()
    assert session.save() == before


def test_a_sealed_answer_of_one_alone_cannot_be_taken_back_once_it_is_opened() -> None:
    session = Session(TOY, 1, 1)
    assert session.ask.sealed
    session.submit(0, 5)
    with pytest.raises(ValueError, match="has been seen"):
        session.undo(0)


def test_nothing_can_be_taken_back_before_anybody_has_answered() -> None:
    with pytest.raises(ValueError, match="nothing to take back"):
        Session(turin, 3, 1).undo()


def test_nobody_takes_back_the_envelope_of_another() -> None:
    session = bidding()
    session.submit(0, RARE)
    with pytest.raises(ValueError, match="nothing to take back"):
        session.undo(1)
    assert session.waiting == (1, 2)


def test_the_last_envelope_is_the_first_to_be_taken_back() -> None:
    session = bidding()
    session.submit(2, 5)
    session.submit(0, 6)
    waiting = [session.waiting]
    for _ in range(2):
        session.undo()
        waiting.append(session.waiting)
    assert waiting == [(1,), (0, 1), (0, 1, 2)]


def test_an_envelope_of_a_robot_is_not_taken_back() -> None:
    session = bidding(bots={2: random_legal})
    assert session.waiting == (0, 1)
    with pytest.raises(ValueError, match="nothing to take back"):
        session.undo()


def test_an_open_move_is_taken_back_as_long_as_nobody_has_followed() -> None:
    session = Session(TOY, 2, 1)
    for seat in (0, 1, 0, 1):
        session.submit(seat, 5)
    before = (session.log, session.ask)
    session.submit(1, Free("loan"))
    assert session.table.loans == (1,)
    with pytest.raises(ValueError, match="nothing to take back"):
        session.undo(0)
    session.undo(1)
    assert (session.log, session.ask) == before


def test_an_open_move_that_a_robot_has_followed_stays() -> None:
    session = Session(TOY, 2, 1, bots={1: smallest_legal})
    session.submit(0, 5)
    session.submit(0, 5)
    assert session.over
    with pytest.raises(ValueError, match="has been seen"):
        session.undo()


def test_rewinding_drops_later_answers_and_says_so_to_everybody() -> None:
    session = bidding()
    here, dropped = len(session.log), session.log
    for seat in range(3):
        session.submit(seat, seat + 1)
    session.rewind(here)
    assert session.log == dropped and session.ask.rule == "TM-3" and session.waiting == (0, 1, 2)
    for watcher in (None, 0, 1, 2):
        assert session.story(watcher)[-1].text == "The game was taken back by 1 step."


def test_rewinding_drops_the_envelopes() -> None:
    session = bidding()
    session.submit(0, RARE)
    session.rewind(len(session.log))
    assert session.waiting == (0, 1, 2)
    assert session.story(0)[-1].text == "The game was taken back by 0 steps."


def test_the_mark_of_a_rewind_is_kept_in_the_saved_game() -> None:
    session = bidding()
    session.rewind(1)
    assert Session.load(session.save()).story(None) == session.story(None)


@pytest.mark.parametrize("step", [-1, 4])
def test_rewinding_to_a_step_that_is_not_there_is_refused(step: int) -> None:
    session = bidding()
    assert len(session.log) == 2
    before = session.save()
    with pytest.raises(ValueError, match="The game has steps 0 to 2"):
        session.rewind(step)
    assert session.save() == before


def test_nature_and_robots_answer_again_as_before_after_a_rewind() -> None:
    session = bidding(bots={1: random_legal, 2: random_legal})
    session.submit(0, 10)
    log, here = session.log, len(session.log)
    session.rewind(0)
    until(session, "TM-3").submit(0, 10)
    assert session.log == log and len(session.log) == here


# --- robots, persons, empty chairs ------------------------------------------------------------------------------------


def test_robots_alone_play_the_whole_game() -> None:
    session = Session(turin, 4, 2, bots=dict.fromkeys(range(4), random_legal))
    assert session.over and session.waiting == () and session.ask.allowed == {} and session.ask.rule == "TM-27"
    assert not session.touched
    with pytest.raises(IllegalMove):
        session.submit(0, 1)


def test_an_empty_chair_is_waited_for_until_somebody_sits_down() -> None:
    session = Session(turin, 3, 2, bots={0: random_legal, 1: random_legal, 2: EMPTY})
    assert session.waiting == (2,)
    with pytest.raises(IllegalMove, match="nobody sits there"):
        session.submit(2, session.view(2).board.hand[0])
    session.sit(2, random_legal)
    assert session.over


def test_a_robots_chair_is_taken_before_a_person_moves_for_it() -> None:
    session = Session(TOY, 2, 1, bots={0: smallest_legal})
    session.submit(1, 5)
    session.submit(1, 5)
    assert session.ask.rule == "T-3" and session.waiting == (1,)
    with pytest.raises(IllegalMove, match="P1 cannot answer: a robot sits there") as refusal:
        session.submit(0, Free("loan"))
    assert refusal.value.allowed == "take the chair first"
    session.sit(0, None)
    session.submit(0, Free("loan"))
    assert session.table.loans == (0,)


def test_a_chair_changes_hands_at_any_question() -> None:
    session = Session(turin, 3, 2)
    chairs: list[Any] = [random_legal, None, EMPTY, smallest_legal, None]
    for turn in range(200):
        if session.over:
            break
        session.sit(turn % 3, chairs[turn % 5])
        for seat in session.waiting:
            if seat not in session.bots:
                session.submit(seat, smallest_legal(session.view(seat), None))  # type: ignore[arg-type]
                break
    for seat in range(3):
        session.sit(seat, random_legal)
    assert session.over and sum(session.table.ledger.balances) == 0


def test_a_person_who_takes_a_robots_chair_may_take_its_envelope_back() -> None:
    session = bidding(bots={2: random_legal})
    session.sit(2, None)
    assert session.waiting == (0, 1)
    session.undo(2)
    session.submit(2, RARE)
    for seat in (0, 1):
        session.submit(seat, seat)
    assert session.table.rounds[-1].bids[2] == RARE


def test_a_robot_that_takes_a_persons_chair_leaves_the_envelope_in() -> None:
    session = bidding()
    session.submit(0, RARE)
    session.sit(0, smallest_legal)
    for seat in (1, 2):
        session.submit(seat, seat)
    assert session.table.rounds[-1].bids == (RARE, 1, 2)


@pytest.mark.parametrize("seat", [-1, 3])
def test_nobody_sits_on_a_chair_that_is_not_there(seat: int) -> None:
    session = Session(turin, 3, 2)
    with pytest.raises(ValueError, match="There are seats 0 to 2"):
        session.sit(seat, random_legal)
    assert session.bots == {}


def test_a_word_that_is_no_robot_takes_no_chair() -> None:
    with pytest.raises(ValueError, match="'miser' is no strategy; take one by its name"):
        Session(turin, 3, 2, bots={1: "miser"})
    session = Session(turin, 3, 2, bots={1: random_legal})
    with pytest.raises(ValueError, match="'nobody' is no strategy"):
        session.sit(1, "nobody")
    assert session.bots == {1: random_legal}


def test_a_robot_that_answers_illegally_is_named_and_the_game_waits_for_another() -> None:
    session = bidding()
    told: list[Session] = []
    session.subscribe(told.append)
    with pytest.raises(RobotFailed, match="The robot of P1 failed: TM-3: 1000000 is 995000 more than 5000"):
        session.sit(0, cheat)
    assert told == [session] and 0 in session.waiting
    session.sit(0, smallest_legal)
    assert session.envelopes == {0: 0}


def test_a_robot_that_stumbles_is_named_like_one_that_cheats() -> None:
    def stumbles(view: View, rng: Rng) -> Answer:
        raise KeyError("no such card")

    session = bidding()
    before = session.log
    with pytest.raises(RobotFailed, match="The robot of P3 failed: 'no such card'"):
        session.sit(2, stumbles)
    session.sit(2, None)
    assert session.log == before and session.waiting == (0, 1, 2)


def test_a_game_is_touched_when_a_person_has_answered() -> None:
    session = Session(turin, 3, 2, bots={1: random_legal})
    assert not session.touched
    session.submit(0, session.view(0).board.hand[0])
    assert session.touched


# --- moves on the side ------------------------------------------------------------------------------------------------


def test_a_loan_leaves_the_envelopes_of_the_others_where_they_are() -> None:
    session = bidding()
    session.submit(1, RARE)
    session.submit(0, Free("loan"))
    assert session.waiting == (0, 2) and session.ask.rule == "TM-3"
    assert session.view(0).allowed == Amount(0, RICH.start + RICH.loan_cash)
    assert session.log[-1] == {0: Free("loan")}


def test_a_loan_comes_again_only_if_the_rules_offer_it() -> None:
    session = bidding()
    session.submit(0, Free("loan"))
    with pytest.raises(IllegalMove, match="no loan is left: 1 for each player") as refusal:
        session.submit(0, Free("loan"))
    assert refusal.value.allowed.startswith("nothing (no loan is left")


def test_a_robot_makes_one_move_on_the_side_a_question_at_most() -> None:
    session = Session(TOY, 2, 3, bots={0: borrower, 1: borrower})
    assert session.over
    assert session.table.loans == (0, 1, 0, 1, 1)
    assert [len(answers) for answers in session.log] == [1, 1, 1, 2, 1, 1, 2, 1, 1]


def test_a_robot_borrows_no_second_time_after_the_loan_of_another() -> None:
    session = Session(TOY, 2, 3, bots={0: borrower})
    assert session.table.loans == (0,) and session.waiting == (1,)
    session.submit(1, Free("loan"))
    assert session.table.loans == (0, 1) and session.waiting == (1,)


def test_robots_borrow_alike_in_a_session_and_without_one() -> None:
    bots = {0: borrower, 1: borrower}
    assert Session(TOY, 2, 3, bots=bots).table == play(TOY, bots, 3)


# --- watching ---------------------------------------------------------------------------------------------------------


def test_who_subscribes_is_told_after_every_change_until_the_end() -> None:
    session, told = bidding(), []
    stop = session.subscribe(lambda changed: told.append((changed is session, changed.waiting)))
    session.submit(0, 3)
    session.undo()
    session.sit(1, EMPTY)
    session.rewind(len(session.log))
    assert told == [(True, (1, 2)), (True, (0, 1, 2)), (True, (0, 1, 2)), (True, (0, 1, 2))]
    stop()
    stop()
    session.submit(0, 3)
    assert len(told) == 4


def test_who_stops_listening_while_being_told_keeps_nobody_else_from_hearing() -> None:
    session, told = bidding(), []
    stops: list[Callable[[], None]] = []

    def first(changed: Session) -> None:
        told.append("first")
        stops[0]()

    stops.append(session.subscribe(first))
    session.subscribe(lambda changed: told.append("second"))
    session.submit(0, 3)
    session.submit(1, 3)
    assert told == ["first", "second", "second"]


def test_the_film_of_a_seat_shows_at_every_step_what_it_could_see_then() -> None:
    live = Session(turin, 3, 5, bots={1: random_legal, 2: random_legal})
    seen = {}
    while not live.over:
        seen[len(live.log)] = replace(live.view(0), waiting=())
        live.submit(0, smallest_legal(live.view(0), None))  # type: ignore[arg-type]
    film = live.film(0)
    assert len(film) == len(live.log) + 1
    assert all(replace(film[step], waiting=()) == view for step, view in seen.items())


def test_the_film_of_one_seat_never_shows_the_hand_of_another() -> None:
    session = Session(turin, 3, 5, bots=dict.fromkeys(range(3), random_legal))
    for seat in range(3):
        for step, view in enumerate(session.film(seat)):
            hands = session.at(step).table.hands
            assert view.board.hand == (hands[seat] if hands else ())
    assert all(view.board.hand == () and view.allowed is None for view in session.film(None))


def test_the_question_at_a_step_is_what_the_log_answers_there() -> None:
    session = Session(turin, 3, 5, bots=dict.fromkeys(range(3), random_legal))
    for step, answers in enumerate(session.log):
        assert set(answers) <= {*session.at(step).allowed, *session.at(step).free}
    assert session.at(len(session.log)) is session.ask
    with pytest.raises(IndexError):
        session.at(len(session.log) + 1)


def test_the_view_says_who_is_still_waited_for() -> None:
    session = bidding()
    session.submit(1, 4)
    assert session.view(0).waiting == session.view(None).waiting == (0, 2)


# --- chance -----------------------------------------------------------------------------------------------------------


def test_a_loan_or_an_undo_does_not_roll_again() -> None:
    plain, borrowed = (bidding(bots={2: random_legal}) for _ in range(2))
    borrowed.submit(0, Free("loan"))
    plain.submit(0, 3)
    plain.undo()
    for session in (plain, borrowed):
        session.submit(0, 4)
        session.submit(1, 2)
    assert plain.table.rounds[0].bids == borrowed.table.rounds[0].bids
    assert [answers for answers in borrowed.log if answers != {0: Free("loan")}] == list(plain.log)


def test_the_counts_of_questions_are_the_same_live_and_after_loading() -> None:
    live = Session(turin, 3, 9, bots={1: random_legal, 2: robots("turin")["random"]})
    for _ in range(6):
        live.submit(0, smallest_legal(live.view(0), None))  # type: ignore[arg-type]
        loaded = Session.load(live.save())
        assert loaded._reel.chance.asked == live._reel.chance.asked
        assert loaded._reel.freed == live._reel.freed
        assert loaded.save() == live.save()


def test_other_seeds_and_other_games_of_a_match_shuffle_otherwise() -> None:
    deals = {Session(turin, 3, seed, number=number).log[0][NATURE] for seed in range(5) for number in range(5)}
    assert len(deals) == 25


def test_the_saved_text_shows_neither_hands_nor_the_shuffle() -> None:
    session = Session(turin, 3, 9)
    data = json.loads(session.save())
    assert set(data) - {"packed"} == {
        "format", "game", "seats", "names", "seed", "number", "box", "robots", "marks", "over",
    }  # fmt: skip
    assert ", ".join(map(str, session.log[0][NATURE])) not in session.save()  # type: ignore[arg-type]
