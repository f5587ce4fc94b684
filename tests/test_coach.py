"""The coach: forks that fit what a seat has seen and no more, exact auctions over played-on places, what-if."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.auctions import settle
from mechanics.bots import random_legal, robots
from mechanics.choices import Amount, Choice, Either, OneOf, Order, Several
from mechanics.coach import Coach, auctions, estimates, fagin, happened, osaka, outcome, what_if
from mechanics.coach.estimates import LEAST
from mechanics.coach.forks import Fork, Position, fork, position
from mechanics.coach.options import answers_to, are_all
from mechanics.coach.sealed import Bids
from mechanics.coach.whatif import Rerun
from mechanics.saving import GAMES, game_named
from mechanics.session import Session
from mechanics.table import NATURE, Free, IllegalMove

RNG = np.random.default_rng


def named(key: str) -> list[Any]:
    return [robot for called, robot in robots(key).items() if called not in ("random", "smallest")]


def asked(key: str, seats: int, seed: int, until: int) -> Session:
    """A game of one person, who plays as a robot would, against robots, up to this question to the person."""
    cast = named(key)
    session = Session(game_named(key), seats, seed, bots={s: cast[s % len(cast)] for s in range(1, seats)})
    for turn in range(until):
        answer = cast[0](session.view(0), RNG(turn))
        if session.over:
            break
        session.submit(0, answer)
    return session


def bidding(seed: int, auctions: int) -> Session:
    """A game of Turin Market at the person's sealed bid, after so many auctions."""
    cast, left = named("turin"), auctions
    session = Session(game_named("turin"), 3, seed, bots={1: cast[1], 2: cast[2]})
    while session.ask.rule != "TM-3" or left:
        left -= session.ask.rule == "TM-3"
        session.submit(0, cast[0](session.view(0), RNG(seed)))
    return session


def tied() -> Session:
    """A game of Turin Market in which all three bid the same."""
    session = Session(game_named("turin"), 3, 8)
    while session.ask.rule != "TM-8":
        for seat in session.waiting:
            session.submit(seat, 4 if session.ask.rule == "TM-3" else session.ask.allowed[seat].pick(RNG(1)))
    return session


def play_out(found: Fork, mine: Any, theirs: dict[int, Any] | None = None) -> Any:
    """The last table of a fork."""
    game = found.play(mine, theirs)
    while True:
        try:
            next(game)
        except StopIteration as end:
            return end.value


# --- forks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_fork_looks_to_its_seat_like_the_running_game(key: str) -> None:
    looked = 0
    for seed in range(4):
        for until in (3, 9, 16):
            session = asked(key, 3, seed, until)
            if session.over:
                continue
            at = position(session, 0, random_legal)
            found = fork(at, RNG(seed))
            assert found is not None
            seen, again = session.game.view(session.ask, 0), session.game.view(found.ask, 0)
            assert (seen.allowed, seen.free, seen.board) == (again.allowed, again.free, again.board)
            looked += 1
    assert looked > 6


@pytest.mark.parametrize("key", GAMES)
def test_a_fork_is_played_to_its_end_and_leaves_the_game_alone(key: str) -> None:
    session = asked(key, 3, 1, 8)
    before = session.save()
    at = position(session, 0, random_legal)
    for seed in range(3):
        found = fork(at, RNG(seed))
        assert found is not None
        end = play_out(found, at.ask.allowed[0].pick(RNG(seed)))
        assert end.phase == "" and len(session.game.scores(end)) == 3
    assert session.save() == before


def test_a_fork_begins_at_the_last_turn_where_one_turn_follows_another() -> None:
    session = asked("osaka", 3, 2, 16)
    at = position(session, 0, random_legal)
    assert session.ask.rule == "TO-A" and at.since == () and at.head == session.table
    at = position(tied(), 0, random_legal)
    assert [ask.rule for ask, _ in at.since] == ["TM-3"] and at.head.phase == "bid"


def test_forks_deal_what_is_hidden_anew_and_never_favour_what_is_really_held() -> None:
    session = bidding(3, 1)
    at = position(session, 0, random_legal)
    forks = [fork(at, RNG(seed)) for seed in range(400)]
    held = Counter(card for found in forks if found for card in found.ask.table.hands[1])
    table = session.table
    hidden = {*table.hands[1], *table.hands[2], *table.unseen}
    share = 400 * len(table.hands[1]) / len(hidden)
    assert set(held) == hidden
    assert all(abs(count - share) < 5 * np.sqrt(share) for count in held.values())
    assert all(found and found.ask.table.hands[0] == table.hands[0] for found in forks)


def test_an_envelope_that_lies_unopened_is_not_looked_at() -> None:
    session = Session(game_named("turin"), 3, 5)
    while session.ask.rule != "TM-3":
        for seat in session.waiting:
            session.submit(seat, session.ask.allowed[seat].pick(RNG(seat)))
    before = Coach(session, 0, RNG(1))
    work(before, 6)
    session.submit(1, session.ask.allowed[1].high)  # type: ignore[union-attr]
    after = Coach(session, 0, RNG(1))
    work(after, 6)
    assert before.frame().equals(after.frame())


def work(coach: Coach, draws: int) -> None:
    """Play on from every answer so many times."""
    for _ in range(draws):
        for _step in coach.of.more(coach.rng):
            pass


# --- sealed auctions ----------------------------------------------------------------------------------------------


def direct(at: Position, of: Bids, bid: int, games: int) -> np.ndarray:
    """My final scores when this very bid is played on, rivals' bids drawn by the same assumption."""
    scores = []
    for seed in range(games):
        rng, found = RNG([7, seed]), fork(at, RNG([8, seed]))
        theirs = [int(rng.choice(list(one), p=np.array(list(one.values())) / sum(one.values()))) for one in of.rivals]
        assert found is not None
        end = play_out(found, bid, dict(zip([1, 2], theirs, strict=True)))
        scores.append(float(at.game.scores(end)[at.seat]))
    return np.array(scores)


BIAS = 2.0  # scudi: rivals’ purses and second rounds differ a little between bids that lead to one place


@pytest.mark.parametrize(("seed", "auctions"), [(3, 0), (5, 2), (8, 4)])
def test_one_game_for_all_bids_agrees_with_games_played_on_from_each_bid(seed: int, auctions: int) -> None:
    session = bidding(seed, auctions)
    coach = Coach(session, 0, RNG(2), rivals="uniform")
    work(coach, 30)
    assert isinstance(coach.of, Bids)
    frame = coach.frame().set_index("answer")
    for bid in (2, 6):
        scores = direct(position(session, 0, named("turin")[0]), coach.of, bid, 40)
        error = scores.std(ddof=1) / np.sqrt(len(scores))
        half = (frame.high[bid] - frame.low[bid]) / 2
        assert abs(scores.mean() - frame.value[bid]) < 1.96 * error + half + BIAS


def test_places_are_summed_exactly_and_only_what_follows_is_played() -> None:
    coach = Coach(bidding(5, 2), 0, RNG(0), rivals="uniform")
    first = coach.frame()
    of = coach.of
    assert isinstance(of, Bids)
    assert np.allclose(of.chances.sum(1), 1)
    assert np.allclose(first.value, of.chances @ of.guess - of.paid)
    assert first[["low", "high", "win_low", "win_high"]].isna().all(axis=None)
    assert first.chance.is_monotonic_increasing and first.chance.iloc[0] == 0


def test_another_thought_about_rivals_moves_the_curve_and_keeps_the_games() -> None:
    coach = Coach(bidding(5, 2), 0, RNG(0))
    assert coach.assumptions == ("uniform", "equilibrium", "past")
    work(coach, 20)
    played, curves = coach.played, []
    for rivals in coach.assumptions:
        coach.assume(rivals)
        assert coach.played == played
        curves.append(coach.frame().value.to_numpy())
    assert all(np.isfinite(curve).all() for curve in curves)
    assert not np.allclose(curves[0], curves[1]) and not np.allclose(curves[0], curves[2])


def test_estimates_come_at_once_narrow_and_end_when_they_are_narrow_enough() -> None:
    frames = list(estimates(bidding(5, 4), 0, RNG(0), width=4.0, most=2_000))
    widths = [(frame.high - frame.low).max() / 2 for frame in frames]
    assert np.isnan(widths[0]) and widths[-1] <= 4.0
    assert all(np.isnan(width) or width > 4.0 for width in widths[:-1])


def test_the_same_seed_gives_the_same_estimates() -> None:
    one, other = (Coach(bidding(5, 2), 0, RNG(4)) for _ in range(2))
    work(one, 8)
    work(other, 8)
    assert one.frame().equals(other.frame())


# --- other questions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_any_question_of_any_game_gets_a_value_for_every_answer(key: str) -> None:
    session = asked(key, 2, 2, 1)
    frames = estimates(session, 0, RNG(1), most=12)
    *_, last = islice(frames, 4_000)
    assert 1 <= len(last) <= 24 and last.answer.is_unique
    assert np.isfinite(last.value).all() and last.win.between(0, 1).all()


def test_answers_are_compared_after_the_same_deal_and_chances() -> None:
    session = asked("turin", 3, 2, 0)
    coach, again = (Coach(session, 0, RNG(1)) for _ in range(2))
    for one in (coach, again):
        work(one, 2)
    assert coach.frame().equals(again.frame())
    assert len(coach.of.games[0][0]) == len(coach.frame())


def test_the_answer_of_the_robot_is_among_those_that_are_compared() -> None:
    for until in range(12):
        session = asked("haendler", 3, 2, until)
        coach = Coach(session, 0, RNG(0))
        answer = named("haendler")[0](session.view(0), RNG(0))
        assert isinstance(answer, Free) or answer in coach.frame().answer.tolist()


def test_it_is_known_whether_all_answers_are_compared_or_a_selection() -> None:
    few, many = asked("turin", 3, 2, 0), asked("haendler", 3, 2, 0)
    assert (few.ask.rule, many.ask.rule) == ("TM-1", "DH-1")
    assert Coach(few, 0, RNG(0)).all_answers and not Coach(many, 0, RNG(0)).all_answers
    assert Coach(bidding(5, 1), 0, RNG(0)).all_answers


def test_a_purse_of_thousands_is_compared_at_a_regular_selection_with_both_ends() -> None:
    session = Session(game_named("turin"), 3, 5, box=replace(game_named("turin").BOX, start=5_003))
    while session.ask.rule != "TM-3":
        for seat in session.waiting:
            session.submit(seat, session.ask.allowed[seat].pick(RNG(seat)))
    coach = Coach(session, 0, RNG(1))
    bids = coach.frame().answer.tolist()
    assert (bids[0], bids[-1]) == (0, 5_003) and 40 < len(bids) <= 82 and not coach.all_answers
    assert len(set(np.diff(bids)[:-1])) == 1


def test_no_interval_is_believed_after_a_few_games_and_none_is_without_width() -> None:
    coach = Coach(asked("turin", 2, 2, 3), 0, RNG(1))
    work(coach, LEAST - 1)
    assert coach.frame()[["low", "high", "win_low", "win_high"]].isna().all(axis=None)
    assert coach.frame()[["value", "win"]].notna().all(axis=None)
    work(coach, 1)
    frame = coach.frame()
    assert (frame.win_high - frame.win_low > 0.05).all() and (frame.low <= frame.value).all()


def test_where_no_deal_fits_what_was_seen_the_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanics.coach.forks._fitting", lambda position, rng: None)
    for coach in (Coach(bidding(5, 1), 0, RNG(0)), Coach(asked("turin", 3, 2, 0), 0, RNG(0))):
        assert sum(1 for _ in coach.work()) < 1_000 and coach.played == 0


def test_a_score_with_three_urchins_home_reads_in_shillings_and_one_of_cubes_in_thousandths() -> None:
    market, gang = SimpleNamespace(counts_cubes=True), SimpleNamespace(counts_cubes=False)
    assert fagin.points(37, market) == 37
    assert fagin.points(37_004, gang) == pytest.approx(37.004)
    assert fagin.points(1_000_000_000 + 12_001, gang) == pytest.approx(12.001)


def test_points_come_before_the_tokens_that_break_ties() -> None:
    assert osaka.points(1_203, None) == pytest.approx(12.03) and osaka.UNIT == "points"


choices: st.SearchStrategy[Choice] = st.one_of(
    st.builds(
        lambda low, many, step: Amount(low, low + many * step, step), *(st.integers(0, 90),) * 2, st.integers(1, 5)
    ),
    st.builds(OneOf, st.lists(st.integers(0, 99), min_size=1, max_size=40, unique=True).map(tuple)),
    st.builds(lambda options: Several(tuple(options), 0, 3), st.lists(st.integers(0, 5), min_size=3, max_size=9)),
    st.builds(Order, st.integers(1, 6)),
    st.just(Either((OneOf(("pass",)), Amount(3, 9)))),
)


@given(choices, st.integers(2, 24))
def test_a_selection_of_answers_is_legal_different_and_keeps_both_ends(choice: Choice, most: int) -> None:
    found = answers_to(choice, most)
    assert all(answer in choice for answer in found) and len(set(found)) == len(found)
    assert len(found) <= most or isinstance(choice, Either)
    assert are_all(choice, found) or len(found) >= most
    if isinstance(choice, Amount):
        assert (found[0], found[-1]) == (choice.low, choice.high)


# --- refusals ----------------------------------------------------------------------------------------------


def test_who_is_not_asked_gets_no_advice() -> None:
    session = bidding(3, 1)
    while len(session.ask.allowed) > 1:
        session.submit(0, named("turin")[0](session.view(0), RNG(0)))
    (asked_now,) = session.ask.allowed
    with pytest.raises(ValueError, match="is not asked anything now"):
        Coach(session, (asked_now + 1) % 3, RNG(0))


def test_an_unknown_thought_about_rivals_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="uniform, equilibrium, past; 'bold' is not"):
        Coach(bidding(5, 1), 0, RNG(0), rivals="bold")
    with pytest.raises(ValueError, match="as they play"):
        Coach(asked("turin", 3, 2, 0), 0, RNG(0), rivals="uniform")
    with pytest.raises(ValueError, match="as they play"):
        Coach(asked("turin", 3, 2, 0), 0, RNG(0)).assume("uniform")


# --- what if ----------------------------------------------------------------------------------------------


@cache
def whole(key: str = "turin") -> Session:
    """A game of robots that is over."""
    return Session(game_named(key), 3, 4, bots=dict(enumerate(named(key)[:3])))


@pytest.mark.parametrize("key", GAMES)
def test_the_answer_that_was_given_leads_to_what_happened(key: str) -> None:
    session = whole(key)
    for step, answers in enumerate(session.log[:120]):
        for seat, answer in answers.items():
            if seat != NATURE and not isinstance(answer, Free):
                after = what_if(session, step, seat, answer)
                following = [ask for ask in map(session.at, range(step + 1, len(session.log) + 1)) if not _nature(ask)]
                assert after == following[0]


def _nature(ask: Any) -> bool:
    return set(ask.allowed) == {NATURE}


@pytest.mark.parametrize("key", ["turin", "haendler"])
def test_every_auction_that_is_over_comes_to_what_the_ledger_says(key: str) -> None:
    session, seen = whole(key), 0
    for step in auctions(session):
        was = happened(session, step)
        for seat, bid in session.log[step].items():
            assert outcome(session, step, seat, bid) == was
        board = session.view(None).board
        if session.at(step).rule in ("TM-3", "DH-5"):
            done = (board.rounds if key == "turin" else board.loadings)[seen]
            assert was.money == tuple(-paid for paid in done.paid)
            won = done.prize if key == "turin" else [seat == done.master for seat in range(3)]
            assert [bool(words) for words in was.won] == [bool(prize) for prize in won]
            seen += 1
    assert seen == len(board.rounds if key == "turin" else board.loadings) > 3


def test_another_bid_is_settled_by_the_rules() -> None:
    session, changed = whole(), 0
    for step in auctions(session):
        bids = list(session.log[step].values())
        for bid in range(session.at(step).allowed[0].high + 1) if session.at(step).rule == "TM-3" else ():  # type: ignore[union-attr]
            if bid in bids[1:]:
                continue
            auction, found = session.view(0).board.box.auction(3, False), outcome(session, step, 0, bid)
            if found.asks is None:
                done = what_if_round(session, step, bid)
                result = settle([bid, *bids[1:]], list(done.extra), list(done.coin), auction)
                assert found.money == tuple(-paid for paid in result.paid.tolist())
                assert [words[:1] for words in found.won] == [str(won or "") for won in result.prize.tolist()]
                changed += 1
    assert changed > 20


def what_if_round(session: Session, step: int, bid: int) -> Any:
    """The auction as the rules record it, the tied having bid again as they did."""
    run = Rerun(session, step)
    run.feed({**session.log[step], 0: bid})
    while run.ask.table.phase == "bid":
        step += 1
        run.feed(session.log[step])
    return run.ask.table.rounds[-1]


def test_a_tie_that_only_the_change_makes_is_a_question_that_nobody_has_answered() -> None:
    session, ties = whole(), 0
    for step in auctions(session):
        bids = session.log[step]
        for seat, bid in bids.items():
            for other, level in bids.items():
                if session.at(step).rule == "TM-3" and other != seat and level not in (0, bid):
                    found = outcome(session, step, seat, level) if level in session.at(step).allowed[seat] else None
                    if found and found.asks:
                        assert found.asks.rule == "TM-8" and {seat, other} <= set(found.asks.allowed)
                        assert (found.money, found.won) == ((), ())
                        ties += 1
    assert ties > 3


def test_a_coin_that_was_not_thrown_is_not_told_while_the_game_runs() -> None:
    session, script = Session(game_named("turin"), 3, 8), {"TM-3": (4, 4, 6), "TM-8": (1, 2)}
    while session.ask.rule not in ("TM-13", "TM-15"):
        for seat, value in zip(session.waiting, script.get(session.ask.rule, (0, 0, 0)), strict=False):
            session.submit(seat, value if session.ask.rule in script else session.ask.allowed[seat].pick(RNG(1)))
    step = next(k for k in auctions(session) if session.at(k).rule == "TM-8")
    open_coin = outcome(session, step, 0, 2)
    assert open_coin.asks is not None and open_coin.asks.rule == "TM-10" and set(open_coin.asks.allowed) == {NATURE}
    assert what_if(session, step, 0, 2).rule == "TM-10"
    for seat in range(3):
        session.sit(seat, random_legal)
    assert session.over and outcome(session, step, 0, 2).asks is None


def test_an_auction_that_goes_on_is_not_offered() -> None:
    session = bidding(3, 1)
    for seat in session.waiting:
        session.submit(seat, 0)
    steps = auctions(session)
    assert steps and all(session.at(k).table.round < session.table.round or session.table.phase != "bid" for k in steps)
    assert auctions(tied()) == ()


def test_what_if_refuses_what_the_rules_refuse() -> None:
    session = whole()
    step = next(iter(auctions(session)))
    with pytest.raises(IllegalMove, match="TM-3"):
        what_if(session, step, 0, 999)
    with pytest.raises(ValueError, match="P1 was not asked at step 0"):
        what_if(session, 0, 0, 1)
    with pytest.raises(ValueError, match="answered at steps 0 to"):
        outcome(session, len(session.log), 0, 1)
