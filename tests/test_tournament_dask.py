"""A tournament on Dask's workers, one of which is killed: every game once, and the frame of one process alone."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from distributed import Client, LocalCluster

from mechanics.bots import robots, smallest_legal
from mechanics.simulate import tournament
from tests.test_tournament import FEW, from_a_notebook

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
THREE_LINES = re.compile(r"```\n(from distributed import Client\n.*?)```", re.S)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A scheduler with two worker processes on this machine."""
    folder = str(tmp_path_factory.mktemp("dask"))
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50, local_directory=folder,
        ) as cluster,
        Client(cluster) as client,
    ):  # fmt: skip
        yield client


class Murderous(Executor):
    """Hands work on to another executor, and kills a process as soon as the first piece is done."""

    def __init__(self, inner: Executor, victim: int) -> None:
        self.inner, self.victim, self.left = inner, victim, -1
        self.futures: list[Future[Any]] = []

    def submit(self, do: Callable[..., Any], /, *given: Any, **more: Any) -> Future[Any]:
        future = self.inner.submit(do, *given, **more)
        self.futures.append(future)
        if len(self.futures) == 1:
            future.add_done_callback(self._kill)
        return future

    def _kill(self, _done: Future[Any]) -> None:
        self.left = sum(not future.done() for future in self.futures)
        os.kill(self.victim, signal.SIGKILL)


def test_a_worker_that_is_killed_costs_no_game_and_doubles_none(client: Client) -> None:
    strategies = {"mine": from_a_notebook(), **FEW}
    before = set(client.run(os.getpid).values())
    with client.get_executor() as dask:
        pool = Murderous(dask, min(before))
        frame = tournament("turin", strategies, 60, 5, executor=pool, progress=False, chunk=2)
    assert pool.left > 10, "it must be killed in the middle"
    assert min(before) not in set(client.run(os.getpid).values())
    assert (frame["game"].value_counts() == 3).all() and frame["game"].nunique() == 60
    pd.testing.assert_frame_equal(frame, tournament("turin", strategies, 60, 5, progress=False))


def test_the_lines_of_the_readme_run_on_this_cluster(client: Client) -> None:
    (lines,) = THREE_LINES.findall(README)
    address = client.scheduler.address  # type: ignore[union-attr]
    assert lines.count("\n") == 3 and lines.count("tcp://10.0.0.1:8786") == lines.count("games=10_000") == 1
    known: dict[str, Any] = {"tournament": tournament, "strategies": {"few": smallest_legal, **robots("turin")}}
    exec(lines.replace("tcp://10.0.0.1:8786", address).replace("games=10_000", "games=6, progress=False"), known)
    known["client"].close()
    pd.testing.assert_frame_equal(known["frame"], tournament("turin", known["strategies"], 6, progress=False))
