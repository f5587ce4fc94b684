"""Helpers of the coach: games from any executor count like one's own, and where there are none it goes on alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest

from mechanics.bots import robots
from mechanics.coach import Coach, Helpers, helpers, processes
from mechanics.coach.helpers import play_on
from mechanics.games import turin
from mechanics.session import Session
from mechanics.table import Answer, View

RNG = np.random.default_rng


class AtOnce(Executor):
    """Does what it is given at once, and remembers how often it was asked."""

    def __init__(self) -> None:
        self.given: list[Any] = []
        self.broken = False

    def submit(self, do: Any, /, *given: Any, **more: Any) -> Future[Any]:
        if self.broken:
            raise RuntimeError("cannot schedule new futures after shutdown")
        self.given.append(given)
        done: Future[Any] = Future()
        try:
            done.set_result(do(*given, **more))
        except Exception as error:
            done.set_exception(error)
        return done


@pytest.fixture(autouse=True)
def short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is handed out in pieces of no time at all, which still is a game from every answer."""
    monkeypatch.setattr(helpers, "AT_ONCE", 0.0)


CAST = robots("turin")


def session(rule: str = "TM-3", miser: Any = CAST["miser"]) -> Session:
    """A game of Turin Market at this question to the person, after the first auction."""
    one = Session(turin, 3, 5, bots={1: miser, 2: CAST["majority hunter"]})
    while one.ask.rule != rule or 0 not in one.waiting or not one.table.rounds:
        one.submit(0, CAST["half-pay bidder"](one.view(0), RNG(1)))
    return one


def helped(of: Session, executor: Executor, steps: int = 2) -> Coach:
    """A coach that has worked so many steps with helpers."""
    coach = Coach(of, 0, RNG(2), helpers=Helpers(executor, 1))
    for _, _step in zip(range(steps), coach.work(), strict=False):
        pass
    return coach


@pytest.mark.parametrize("rule", ["TM-3", "TM-1"])
def test_games_of_helpers_count_like_ones_own(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["mechanics.coach.estimates"], "SLICE", 0.0)
    crew = AtOnce()
    coach = helped(session(rule), crew, 3)
    work, seed = crew.given[0]
    theirs = play_on(work, seed)
    alone = Coach(session(rule), 0, RNG(2))
    assert len(crew.given) >= 4 and len(theirs) == (len(alone.frame()) if rule == "TM-3" else 1)
    assert coach.played > 2 * alone.played
    assert all(game in coach.of.games for game in theirs)
    assert coach.frame().value.notna().all()


def test_every_piece_of_work_has_a_seed_of_its_own_and_gives_the_same_games_again() -> None:
    crew = AtOnce()
    helped(session(), crew)
    (work, one), (_, other) = crew.given[:2]
    assert one != other and play_on(work, one) == play_on(work, one) != play_on(work, other)


def test_work_that_was_handed_out_for_another_question_is_not_collected() -> None:
    crew = Helpers(AtOnce(), 1)
    first, second = Coach(session(), 0, RNG(1), helpers=crew), Coach(session("TM-1"), 0, RNG(1))
    list(crew.found(RNG(1)))
    assert len(crew.out) == 2
    crew.ask(second.of)
    assert crew.out == [] and list(crew.found(RNG(1))) == []
    first.leave()
    assert crew.out == [] and list(crew.found(RNG(1))) == [] == crew.out


def test_another_thought_about_rivals_is_told_to_helpers() -> None:
    executor = AtOnce()
    coach = helped(session(), executor)
    before = executor.given[-1][0]
    coach.assume("past")
    assert coach.helpers is not None and coach.helpers.work not in (b"", before)


def test_a_broken_crew_is_left_and_the_coach_goes_on_alone() -> None:
    crew = AtOnce()
    coach = Coach(session(), 0, RNG(2), helpers=Helpers(crew, 1))
    crew.broken = True
    for _, _step in zip(range(3), coach.work(), strict=False):
        pass
    assert coach.played > 3 and coach.helpers is not None and coach.helpers.work == b""


def test_a_robot_that_cannot_be_copied_plays_on_here_alone() -> None:
    lock = Lock()

    def mine(view: View, rng: Any) -> Answer:
        with lock:
            return CAST["miser"](view, rng)

    crew = AtOnce()
    coach = helped(session(miser=mine), crew, 3)
    assert crew.given == [] and coach.played > 0


def test_threads_help_as_well() -> None:
    with ThreadPoolExecutor(1) as crew:
        coach = Coach(session(), 0, RNG(2), helpers=Helpers(crew, 1))
        assert coach.helpers is not None
        list(coach.helpers.found(RNG(1)))
        for future in coach.helpers.out:
            future.result()
        assert len(list(coach.helpers.found(RNG(1)))) >= len(coach.frame())
        coach.leave()


def test_there_is_a_process_for_every_further_core(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, workers in ((1, None), (2, 1), (3, 2), (64, helpers.MOST)):
        processes.cache_clear()
        monkeypatch.setattr(helpers, "cores", lambda cores=cores: cores)
        crew = processes()
        assert (crew and crew[1]) == workers
        if crew:
            crew[0].shutdown()
    processes.cache_clear()
    monkeypatch.setattr("sys.platform", "emscripten")
    assert processes() is None
    processes.cache_clear()


KILLED = """
import os, signal, sys
sys.path.insert(0, {root!r})
from mechanics.coach import helpers
if __name__ == "__main__":
    helpers.cores = lambda: 2
    crew, _ = helpers.processes()
    pid = crew.submit(os.getpid).result()
    os.kill(pid, signal.SIGINT)
    assert crew.submit(os.getpid).result() == pid
    print(pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_processes_outlive_an_interruption_and_end_when_their_owner_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "owner.py"
    script.write_text(KILLED.format(root=str(Path(__file__).parents[1])))
    told = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    pid = int(told.stdout)
    for _ in range(200):
        if not alive(pid):
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} is still there")


def alive(pid: int) -> bool:
    """Whether there is a process of this number that has not ended."""
    try:
        return " Z" not in Path(f"/proc/{pid}/stat").read_text() if Path("/proc").is_dir() else os.kill(pid, 0) is None
    except OSError:
        return False
