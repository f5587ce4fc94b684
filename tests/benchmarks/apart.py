"""Measuring in a fresh process, and telling what was asked beside what was reached.

A busy machine stretches a call of seconds, while a call of microseconds slips through between two interruptions, which
would flatter whoever is quick. So a time is that of the clock or of the processor, whichever is less, for everybody,
and new processes use one core. The processor's is that of the thread: that of a process moves in steps of
milliseconds once its time is limited, and the least of some calls would then be nothing.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
PATIENCE = 6  # how many seconds of the clock one of the processor may take


def in_own_process(*words: str, limit: float = 60.0, **settings: str) -> str:
    """Return the last line that `python words` prints, or a sentence why there is none.

    limit: seconds of the processor, where the system can count them, and `PATIENCE` times as many of the clock."""
    given: dict[str, Any] = {"cwd": ROOT, "env": {**os.environ, **ONE_CORE, **settings}, "timeout": PATIENCE * limit}
    try:
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False, preexec_fn=_limited(limit), **given
        )
    except subprocess.TimeoutExpired:
        return f"gave up after {PATIENCE * limit:.0f} s of the clock"
    if done.returncode == -getattr(signal, "SIGXCPU", 0) != 0:
        return f"gave up after {limit:.0f} s"
    lines = (done.stderr if done.returncode else done.stdout).strip().splitlines() or [""]
    return f"failed: {lines[-1]}" if done.returncode else lines[-1]


def _limited(limit: float) -> Callable[[], None] | None:
    """Return what a new process does first so that the system ends it in time, without a core file."""
    if sys.platform == "win32":
        return None
    import resource

    def first() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 5))

    return first


def peak_megabytes() -> float:
    """Return the most memory this process ever held, in MB; nothing is taken off for Python or numpy.

    On Linux it is the kernel's high-water mark, since `ru_maxrss` of a new process starts at its parent's."""
    status = Path("/proc/self/status")
    if status.is_file():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that one call took, by clock or processor, and its result."""
    start, busy = perf_counter(), thread_time()
    result = work()
    return min(perf_counter() - start, thread_time() - busy), result


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """Return the quickest of some calls."""
    return min(timed(work)[0] for _ in range(times))


def load() -> str:
    """Return how busy the machine is, for the head of a table."""
    busy = f", {os.getloadavg()[0]:.1f} processes at work" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores{busy}"


def span(seconds: float | None) -> str:
    """Return a time in the unit that suits it."""
    if seconds is None:
        return "–"
    unit, size = next((pair for pair in (("s", 1.0), ("ms", 1e-3)) if seconds >= pair[1]), ("µs", 1e-6))
    return f"{seconds / size:,.3g} {unit}" if seconds < 1000 else f"{seconds:,.0f} s"


def at_most(what: str, reached: float, asked: float, unit: Callable[[float], str] = span) -> str:
    """Return a line on something that should be small."""
    return _line(what, unit(reached), f"≤ {unit(asked)}", reached <= asked)


def at_least(what: str, reached: float | None, asked: float, unit: str = "×") -> str:
    """Return a line on something that should be large; None: it was not measured."""
    if reached is None:
        return _line(what, "not measured", f"≥ {asked:,.0f} {unit}", None)
    told = f"{reached:,.0f}" if reached >= 100 else f"{reached:.3g}"
    least = f"{asked:,.0f}" if asked >= 10 else f"{asked:.3g}"
    return _line(what, f"{told} {unit}", f"≥ {least} {unit}", reached >= asked)


def _line(what: str, reached: str, asked: str, met: bool | None) -> str:
    verdict = {True: "met", False: "NOT met", None: ""}[met]
    return f"  {what:<66}{reached:>16}   asked {asked:<24}{verdict}".rstrip()
