"""Tournaments: the same frame wherever it is played, fair chairs, failures that cost one game, money that adds up."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from time import sleep
from typing import Any

import pandas as pd
import pytest

from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.games import haendler, turin
from mechanics.saving import GAMES, game_named
from mechanics.simulate import tournament
from mechanics.simulate.clocks import Clock, TooSlow
from mechanics.simulate.lineups import line_ups, matches, whole
from mechanics.simulate.results import FIRST, FROM, MONEY, TO, places
from mechanics.table import Answer, Free, Rng, Strategy, View, play

FEW = {called: robots("turin")[called] for called in ("random", "smallest", "miser", "half-pay bidder")}
NOTEBOOK = """
from mechanics.bots import random_legal

LIMIT = 2

def modest(number):
    return min(LIMIT, number)

def mine(view, rng):
    if view.rule == "TM-3":
        return modest(view.allowed.high)
    return random_legal(view, rng)
"""


def from_a_notebook(source: str = NOTEBOOK) -> Strategy:
    """What a cell of a notebook defines, which no other process can import."""
    cell: dict[str, Any] = {"__name__": "__main__"}
    exec(source, cell)
    mine: Strategy = cell["mine"]
    return mine


def played(strategies: dict[str, Strategy] = FEW, games: int = 24, **more: Any) -> pd.DataFrame:
    """A tournament of Turin Market without a bar."""
    return tournament(turin, strategies, games, 7, **{"progress": False, **more})


# --- who meets whom ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strategies", "seats"), [(3, 3), (5, 3), (4, 2), (6, 5), (2, 3), (1, 4), (3, 4)])
def test_after_a_whole_turn_everybody_has_sat_on_every_chair_equally_often(strategies: int, seats: int) -> None:
    games = 2 * whole(strategies, seats)
    listed = list(matches(strategies, seats, games))
    chairs = Counter((who, chair) for match in listed for chair, who in enumerate(match.chairs))
    assert len(chairs) == strategies * seats and len(set(chairs.values())) == 1
    assert {match.deal for match in listed} == {0, 1} and [match.number for match in listed] == list(range(games))


def test_every_line_up_plays_the_same_deals_on_every_chair() -> None:
    deals: dict[tuple[int, ...], Counter[int]] = {}
    for match in matches(5, 3, 3 * whole(5, 3)):
        deals.setdefault(tuple(sorted(match.chairs)), Counter())[match.deal] += 1
    assert set(deals) == set(line_ups(5, 3)) and len(deals) == 10
    assert all(count == {0: 3, 1: 3, 2: 3} for count in deals.values())


def test_neighbours_change_from_deal_to_deal() -> None:
    after = Counter(
        (match.chairs[chair], match.chairs[(chair + 1) % 3]) for match in matches(3, 3, 12) for chair in range(3)
    )
    assert len(after) == 6 and len(set(after.values())) == 1


def test_with_fewer_strategies_than_chairs_every_one_sits_at_every_table() -> None:
    assert line_ups(2, 3) == ((0, 0, 1), (0, 1, 1)) and line_ups(1, 2) == ((0, 0),)
    assert line_ups(3, 3) == ((0, 1, 2),)


def test_one_strategy_under_three_names_does_equally_well_under_each() -> None:
    frame = played(dict.fromkeys("abc", FEW["random"]), games=12)
    sums = frame.groupby("strategy")[["score", "place", "cash"]].sum()
    assert frame["score"].nunique() > 5 and (sums.nunique() == 1).all()


# --- the same frame everywhere ----------------------------------------------------------------------------------------


def test_a_game_of_a_tournament_is_the_game_that_its_seed_and_deal_give() -> None:
    frame = played(games=30)
    for _, rows in list(frame.groupby("game"))[::7]:
        seated = {seat: FEW[called] for seat, called in enumerate(rows["strategy"])}
        table = play(turin, seated, 7, number=int(rows["deal"].iloc[0]))
        assert turin.scores(table) == tuple(rows["score"])
        assert [table.ledger.balance(seat) for seat in range(3)] == rows["cash"].tolist()
        assert rows["seat"].tolist() == ["P1", "P2", "P3"]


def test_the_frame_does_not_depend_on_workers_or_on_how_the_games_are_cut() -> None:
    frame = played()
    for chunk in (1, 5, 100):
        pd.testing.assert_frame_equal(played(chunk=chunk), frame)
    with ThreadPoolExecutor(2) as threads:
        pd.testing.assert_frame_equal(played(executor=threads, chunk=3), frame)
    with ProcessPoolExecutor(2, get_context("fork")) as processes:
        pd.testing.assert_frame_equal(played(executor=processes), frame)
        pd.testing.assert_frame_equal(played(executor=processes, chunk=7), frame)
    assert frame.columns[: len(FIRST)].tolist() == list(FIRST) and len(frame) == 24 * 3


def test_another_seed_gives_other_games_and_few_games_are_the_first_of_many() -> None:
    frame = played(games=10)
    pd.testing.assert_frame_equal(played(games=24).head(30), frame)
    assert not tournament(turin, FEW, 10, 8, progress=False).equals(frame)


def test_a_strategy_from_a_notebook_plays_in_processes_that_started_before_it_was_written() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert processes.submit(os.getpid).result() != os.getpid()
        mine = from_a_notebook()
        frame = played({"mine": mine, **FEW}, executor=processes, games=12)
    pd.testing.assert_frame_equal(played({"mine": mine, **FEW}, games=12), frame)
    assert (frame["fault"] == "").all()


def test_what_a_strategy_remembers_ends_with_its_game() -> None:
    source = "seen = []\ndef mine(view, rng):\n    seen.append(view.rule)\n    if len(seen) > 40: raise OSError\n"
    mine = from_a_notebook(source + "    return view.allowed.pick(rng)\n")
    frame = played({"mine": mine, "smallest": smallest_legal}, chunk=1)
    pd.testing.assert_frame_equal(played({"mine": mine, "smallest": smallest_legal}, chunk=100), frame)
    assert (frame["fault"] == "").all() and mine.__globals__["seen"] == []  # type: ignore[attr-defined]


def test_a_changed_box_is_played_and_told() -> None:
    from dataclasses import replace

    box = replace(turin.BOX, start=20)
    with ProcessPoolExecutor(1) as processes:
        frame = played(box=box, executor=processes, games=6)
    assert frame.attrs["box"] == "start = 20" and (frame[MONEY + "start"] == 20).all()
    assert played(games=1).attrs["box"] == ""


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_tournament_with_any_number_of_players(key: str) -> None:
    game = game_named(key)
    for seats in game.SEATS:
        frame = tournament(key, robots(key), 2, 3, seats, progress=False)
        assert len(frame) == 2 * seats and (frame["fault"] == "").all() and not frame.isna().any().any()


def test_a_game_that_counts_nothing_of_its_own_is_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = played(games=2)
    monkeypatch.delattr(turin, "counters")
    plain = played(games=2)
    own = [name for name in counted.columns if name not in plain.columns]
    assert own == ["cards won", "bids lost", "loans", "cards"]
    pd.testing.assert_frame_equal(counted.drop(columns=own), plain)


# --- what a game counts, and the money --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_no_money_comes_from_nowhere(key: str) -> None:
    frame = tournament(key, robots(key), 10, 2, progress=False)
    steps = [name for name in frame.columns if name.startswith(MONEY)]
    paid = [name for name in frame.columns if name.startswith(TO)]
    assert (frame[steps].sum(axis=1) == frame["cash"]).all()
    got = frame[FROM].copy()
    for _, rows in frame.groupby("game"):
        for row, seat in zip(rows.index, rows["seat"], strict=True):
            assert rows.loc[row, TO + seat] == 0
            got[row] += rows[TO + seat].sum()
    assert (got - frame[paid].sum(axis=1) == frame["cash"]).all()
    assert (frame[paid].sum().sum() > 0) and (frame[FROM] > 0).any()


def test_turin_counts_cards_bids_and_loans() -> None:
    frame = played({**dict.fromkeys("abc", random_legal), "few": smallest_legal}, games=24)
    assert frame["cards won"].sum() > 0 and frame["bids lost"].sum() > 0 and frame["loans"].sum() > 0
    lost = frame[frame["bids lost"] == 0]
    assert (lost[MONEY + "lost in bids"] == 0).all() and len(lost)
    assert (frame[frame["bids lost"] > 0][MONEY + "lost in bids"] < 0).all()
    assert (frame.loc[frame["strategy"] == "few", ["cards won", "bids lost"]] == 0).all().all()


def test_die_haendler_counts_ranks_offices_and_pieces() -> None:
    frame = tournament(haendler, robots("haendler"), 10, 1, progress=False)
    assert ((frame["score"] / 1_000_000).round() == frame["rank"]).all() and frame["rank"].max() > 3
    assert ((frame["pieces sold"] > 0) == (frame[MONEY + "goods sold"] > 0)).all()
    assert frame["offices"].sum() > 10 and (frame["notes"] >= 0).all()


def test_equal_scores_share_the_better_place_and_a_fault_is_last() -> None:
    assert places((5, 9, 9, 1), ("",) * 4) == [3, 1, 1, 4]
    assert places((5, 9, 9, 1), ("", "raised", "", "")) == [2, 4, 1, 3]
    assert places((5, 9), ("raised", "raised")) == [2, 2]


# --- strategies that fail ---------------------------------------------------------------------------------------------


def raises(view: View, rng: Rng) -> Answer:
    """Fails when it has to bid."""
    if view.rule == "TM-3":
        raise KeyError(view.allowed)
    return random_legal(view, rng)


class Mute(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError


def mute(view: View, rng: Rng) -> Answer:
    """Fails in a way that fails."""
    raise Mute


FAILURES: dict[str, tuple[Strategy, str]] = {
    "raises": (raises, "raised KeyError (TM-3): Amount"),
    "leaves": (lambda view, rng: exit(3), "raised SystemExit (TM-1): 3"),
    "mute": (mute, "raised Mute (TM-1): (it cannot say why)"),
    "cheats": (lambda view, rng: 10_000, "illegal answer: TM-1: "),
    "says nothing": (lambda view, rng: None, "illegal answer: TM-1: None is not a whole number or a word."),
    "says yes": (lambda view, rng: True, "illegal answer: TM-1: True is not a whole number or a word."),
    "object": (lambda view, rng: object(), "illegal answer: TM-1: <object object> is not a whole number or a word."),
    "plays a card he has not": (lambda view, rng: Free("goose"), "illegal answer: TM-1: "),
    "takes no arguments": (lambda: 1, "raised TypeError (TM-1): "),  # type: ignore[dict-item]
}


@pytest.mark.parametrize("called", FAILURES)
def test_a_strategy_that_fails_is_named_and_loses_that_game_only(called: str) -> None:
    failing, said = FAILURES[called]
    frame = played({"fails": failing, "few": smallest_legal, "miser": FEW["miser"]}, games=6)
    mine, others = frame[frame["strategy"] == "fails"], frame[frame["strategy"] != "fails"]
    assert len(mine) == 6 and mine["fault"].str.startswith(said).all(), mine["fault"].unique()
    assert (mine["place"] == 3).all() and (others["fault"] == "").all()
    assert not mine["fault"].str.contains("0x").any() and mine["fault"].str.len().max() <= 240
    assert set(others.groupby("game")["place"].min()) == {1}


def test_after_a_fault_the_random_robot_plays_on_and_elsewhere_nothing_changes() -> None:
    def late(view: View, rng: Rng) -> Answer:
        if view.rule == "TM-17":
            raise ValueError("no money\nno cards")
        return smallest_legal(view, rng)

    frame = played({"late": late, "few": smallest_legal, "miser": FEW["miser"]}, games=30, seats=2)
    failed = frame[frame["fault"] != ""]
    assert set(failed["strategy"]) == {"late"} and 0 < len(failed) < (frame["strategy"] == "late").sum()
    assert set(failed["fault"]) == {"raised ValueError (TM-17): no money no cards"}
    with ProcessPoolExecutor(2) as processes:
        again = played({"late": late, "few": smallest_legal, "miser": FEW["miser"]}, 30, seats=2, executor=processes)
    pd.testing.assert_frame_equal(again, frame)


def test_a_strategy_has_only_so_many_decisions() -> None:
    frame = played(games=4, decisions=9)
    assert set(frame["fault"]) == {"", "more than 9 decisions in one game"}
    assert (frame.loc[frame["strategy"] == "random", "fault"] == "").all()  # it is who would take over
    assert (played(games=4)["fault"] == "").all()


def dawdles(view: View, rng: Rng) -> Answer:
    """Thinks for ever, and lets nothing that is an Exception disturb it."""
    while view.rule == "TM-3":
        try:
            sum(range(100))
        except Exception:  # pragma: no cover
            continue
    return smallest_legal(view, rng)


def naps(view: View, rng: Rng) -> Answer:
    """Is slow in many small steps."""
    sleep(0.03)
    return smallest_legal(view, rng)


@pytest.mark.parametrize("slow", [dawdles, naps])
def test_a_strategy_that_thinks_too_long_is_stopped_and_named(slow: Strategy) -> None:
    frame = played({"slow": slow, "few": smallest_legal}, games=2, seats=2, seconds=0.15)
    mine = frame[frame["strategy"] == "slow"]
    assert (mine["fault"] == "too slow: more than 0.15 s in one game").all() and (mine["place"] == 2).all()
    assert (frame.loc[frame["strategy"] == "few", "fault"] == "").all()


def test_a_slow_strategy_is_stopped_in_a_thread_and_in_a_process_too() -> None:
    strategies: dict[str, Strategy] = {"slow": dawdles, "few": smallest_legal}
    for pool in (ThreadPoolExecutor(2), ProcessPoolExecutor(2)):
        with pool:
            frame = played(strategies, games=2, seats=2, seconds=0.15, executor=pool, chunk=1)
        assert frame["fault"].str.startswith("too slow").sum() == 2


def test_a_clock_stops_only_what_runs_under_it() -> None:
    with Clock() as clock:
        for _ in range(3):
            with pytest.raises(TooSlow):
                clock.run(lambda: [sum(range(1000)) for _ in iter(int, 1)], 0.01)
            said, took = clock.run(lambda: 5, 10)
            assert said == 5 and 0 <= took < 10
        sleep(0.12)


def test_a_strategy_that_cannot_be_copied_is_refused_with_its_name() -> None:
    lock = __import__("threading").Lock()

    def locked(view: View, rng: Rng) -> Answer:
        with lock:
            return random_legal(view, rng)

    with pytest.raises(ValueError, match=r"The strategy “locked” cannot be copied .* but no open file, lock or screen"):
        played({"locked": locked})


# --- interrupted ------------------------------------------------------------------------------------------------------


def test_stopped_in_the_middle_it_returns_the_games_that_are_finished() -> None:
    def stop(view: View, rng: Rng) -> Answer:
        if view.board.seats == 3 and view.board.hand == hands[8]:
            raise KeyboardInterrupt
        return smallest_legal(view, rng)

    hands = seen_hands()
    strategies = {"stop": stop, "few": smallest_legal, "miser": FEW["miser"]}
    with pytest.warns(UserWarning, match="It was interrupted: 8 of 24 games are finished and returned"):
        frame = played(strategies)
    assert frame["game"].unique().tolist() == list(range(8)) and len(frame) == 24
    quiet = {"stop": smallest_legal, "few": smallest_legal, "miser": FEW["miser"]}
    pd.testing.assert_frame_equal(frame, played(quiet).head(24))
    assert frame.attrs["games"] == 24


def seen_hands() -> list[tuple[int, ...]]:
    """The first hand of the first strategy in every game of the tournament above."""
    hands = []
    for match in matches(3, 3, 24):
        found: list[tuple[int, ...]] = []

        def look(view: View, rng: Rng, found: list[tuple[int, ...]] = found) -> Answer:
            found.append(view.board.hand)
            return smallest_legal(view, rng)

        seated = {seat: look if who == 0 else smallest_legal for seat, who in enumerate(match.chairs)}
        play(turin, seated, 7, number=match.deal)
        hands.append(found[0])
    assert hands.index(hands[8]) == 8
    return hands


def test_stopped_before_the_first_game_it_returns_an_empty_frame() -> None:
    def stop(view: View, rng: Rng) -> Answer:
        raise KeyboardInterrupt

    with pytest.warns(UserWarning, match="0 of 5 games"):
        frame = played({"stop": stop}, games=5)
    assert frame.columns.tolist() == list(FIRST) and not len(frame)


class Stopping(Executor):
    """Plays some pieces of work at once; the next one is interrupted, the others wait for ever."""

    def __init__(self, pieces: int) -> None:
        self.pieces, self.futures = pieces, list[Future[Any]]()

    def submit(self, do: Callable[..., Any], /, *given: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if len(self.futures) < self.pieces:
            future.set_result(do(*given, **more))
        elif len(self.futures) == self.pieces:
            future.set_exception(KeyboardInterrupt())
        self.futures.append(future)
        return future


def test_stopped_while_others_play_it_returns_what_they_have_finished_and_takes_back_the_rest() -> None:
    pool = Stopping(4)
    with pytest.warns(UserWarning, match="interrupted: 8 of 24 games"):
        frame = played(executor=pool, chunk=2)
    pd.testing.assert_frame_equal(frame, played().head(24))
    assert len(pool.futures) == 12 and all(future.cancelled() for future in pool.futures[5:])


def test_a_process_that_dies_does_not_take_the_finished_games_along() -> None:
    source = "import os\ndef mine(view, rng):\n    if view.board.seats == 2: os._exit(1)\n    return 0\n"
    with ProcessPoolExecutor(1) as processes, pytest.warns(UserWarning, match="A worker process was lost .* 0 of 4"):
        frame = played({"mine": from_a_notebook(source)}, games=4, seats=2, executor=processes)
    assert not len(frame)


def test_an_error_of_the_executor_itself_is_not_hidden() -> None:
    class Broken(Stopping):
        def submit(self, do: Callable[..., Any], /, *given: Any, **more: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(OSError("the cable is out"))
            return future

    with pytest.raises(OSError, match="cable"):
        played(executor=Broken(0))


# --- what it says -----------------------------------------------------------------------------------------------------


def test_a_bar_goes_along_if_it_is_wanted(capfd: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        played(games=3, progress=True)
        assert "Turin Market: 100%" in (shown := capfd.readouterr().err) and "3/3" in shown
        played(games=3)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("given", "said"), [
    ({"seats": 6}, "Turin Market is for 2 to 5 players; 6 is not possible"),
    ({"games": 0}, "a whole number of games, 1 or more; 0 is not one"),
    ({"games": 2.5}, "2.5 is not one"),
    ({"seed": -1}, "A seed is a whole number from 0"),
    ({"strategies": {}}, "at least one strategy"),
    ({"strategies": {"": random_legal}}, "a function of .view, rng. under a name; ''"),
    ({"strategies": {" x": random_legal}}, "under a name"),
    ({"strategies": {"x": "random"}}, "under a name; 'x': 'random' is none"),
    ({"game": "chess"}, "There is no game 'chess' here; there are turin"),
])  # fmt: skip
def test_what_makes_no_tournament_is_refused_with_what_is_allowed(given: dict[str, Any], said: str) -> None:
    plain: dict[str, Any] = {"game": turin, "strategies": FEW, "games": 2, "seed": 0, "seats": 3, "progress": False}
    with pytest.raises(ValueError, match=said):
        tournament(**{**plain, **given})


@pytest.fixture(autouse=True)
def no_warning_is_left_unseen() -> Iterator[None]:
    """A tournament that was cut short says so; none of these tests may cut one short unawares."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "It was interrupted")
        warnings.filterwarnings("error", "A worker process")
        yield
