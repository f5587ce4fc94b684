"""How much faster two processes play a tournament than one, and what many games leave behind in memory."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from time import perf_counter, process_time
from typing import Any

import pandas as pd
import pytest

from mechanics.bots import robots
from mechanics.simulate import tournament
from tests.benchmarks.apart import load, peak_megabytes

GAMES = 240  # of Turin Market between all its robots
TIMES = 3  # the quickest counts: other people's work on the machine only ever adds
BLOCKS = 4  # of GAMES games, for the memory
ASKED = 1.8


class Metered(Executor):
    """Hands work on, and counts the processor's seconds that each process spends on it."""

    def __init__(self, inner: Executor) -> None:
        self.inner, self.busy = inner, Counter[int]()

    def submit(self, do: Callable[..., Any], /, *given: Any, **more: Any) -> Future[Any]:
        handed: Future[Any] = Future()

        def done(future: Future[Any]) -> None:
            process, seconds, result = future.result()
            self.busy[process] += seconds
            handed.set_result(result)

        self.inner.submit(meter, do, *given).add_done_callback(done)
        return handed


def meter(do: Callable[..., Any], *given: Any) -> tuple[int, float, Any]:
    """Return which process did something, the processor's seconds it took, and the result."""
    start = process_time()
    result = do(*given)
    return os.getpid(), process_time() - start, result


def test_two_processes_against_one(capsys: pytest.CaptureFixture[str]) -> None:
    took, busiest, frames = {1: float("inf"), 2: float("inf")}, {1: float("inf"), 2: float("inf")}, {}
    with ProcessPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        for workers, pool in ((1, one), (2, two)):
            wait([pool.submit(warm) for _ in range(4 * workers)])  # all have started and imported what they need
        for _ in range(TIMES):
            for workers, pool in ((1, one), (2, two)):
                metered, start = Metered(pool), perf_counter()
                frames[workers] = tournament("turin", robots("turin"), GAMES, progress=False, executor=metered)
                took[workers] = min(took[workers], perf_counter() - start)
                busiest[workers] = min(busiest[workers], max(metered.busy.values()))
    pd.testing.assert_frame_equal(frames[1], frames[2])
    with capsys.disabled():
        print(f"\n{GAMES} games of Turin Market between its robots, {load()}, two processes asked {ASKED} × one")
        for how, by in (("by the clock", took), ("by the busiest one's processor time", busiest)):
            print(f"  {how:<38}one {by[1]:6.2f} s   two {by[2]:6.2f} s   ratio {by[1] / by[2]:.2f} ×")


def warm() -> int:
    """Play one small tournament, so that a process has everything in its hands."""
    return len(tournament("turin", robots("turin"), 3, progress=False))


def test_games_leave_nothing_behind_but_their_rows(capsys: pytest.CaptureFixture[str]) -> None:
    held = []
    for _ in range(BLOCKS):
        frame = tournament("turin", robots("turin"), GAMES, progress=False)
        held.append(peak_megabytes())
    with capsys.disabled():
        told = ", ".join(f"{megabytes:.1f}" for megabytes in held)
        print(f"\nmost memory ever in use after every {GAMES} games ({len(frame)} rows): {told} MB")
    assert len(frame) == 3 * GAMES
