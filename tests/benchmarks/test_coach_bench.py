"""How soon the coach shows its first curve, and how soon it is narrow, in the middle of a game of three."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter, thread_time

import numpy as np

from mechanics.bots import robots
from mechanics.coach import Coach, Helpers, half_width
from mechanics.games import turin
from mechanics.session import Session
from mechanics.views import advice
from mechanics.views.advice import Advice
from tests.benchmarks.apart import at_most, load, seconds, span

FIRST, NARROW, HALF = 0.150, 2.0, 1.0  # seconds, seconds, scudi
PATIENCE = 12.0  # seconds of work after which the rest is reckoned from the width reached
LOOK = 0.1  # seconds between two looks at the width


def middle() -> Session:
    """A person's sealed bid in the third auction, against two named robots."""
    cast = robots("turin")
    session = Session(turin, 3, 5, bots={1: cast["majority hunter"], 2: cast["miser"]})
    while session.ask.rule != "TM-3" or len(session.table.rounds) < 2:
        session.submit(0, cast["half-pay bidder"](session.view(0), np.random.default_rng(5)))
    return session


def first_curve(session: Session) -> float:
    """Seconds from the question to all that a browser needs to draw it, nothing kept from before."""
    advice.bids_drawing.cache_clear()
    one = Advice("")
    one.beside.begin = lambda *_all: None  # type: ignore[method-assign]
    before = perf_counter()
    one.open(session, 0)
    return perf_counter() - before


def narrow(coach: Coach, clock: Callable[[], float]) -> tuple[float, float]:
    """Seconds until every interval is narrower than ± 1 scudo, or after a while; and the width reached."""
    before = looked = clock()
    for _ in coach.work():
        if clock() - looked > LOOK:
            looked = clock()
            wide = half_width(coach.frame())
            if wide <= HALF or looked - before > PATIENCE:
                break
    return clock() - before, wide


def told(cores: str, coach: Coach, took: float, wide: float) -> float:
    """Print how long a coach took; the seconds that it is reckoned to take until all is narrow."""
    reckoned = took * max(1.0, wide / HALF) ** 2
    rest = "" if wide <= HALF else f"; ± {HALF:g} is reckoned to take {span(reckoned)}"
    print(f"  {cores}: {coach.played:,} games played on in {span(took)}: ± {wide:.2f} scudi{rest}")
    return reckoned


def test_the_first_curve_and_a_narrow_one() -> None:
    session = middle()
    cold, warm = first_curve(session), seconds(lambda: Coach(session, 0, np.random.default_rng(1)).frame(), 20)
    drawn = Advice("")
    drawn.beside.begin = lambda *_all: None  # type: ignore[method-assign]
    again = seconds(lambda: drawn.open(session, 0), 20)
    print(f"\nthe coach in Turin Market, third auction, 3 seats, {1 + session.ask.allowed[0].high} bids ({load()})")
    print(f"  first curve: of numbers {span(warm)}, with its picture {span(again)}, all made anew {span(cold)}")
    print(at_most("first curve on the screen", again, FIRST))
    alone = Coach(session, 0, np.random.default_rng(1))
    told("one core ", alone, *narrow(alone, thread_time))
    with ProcessPoolExecutor(1, get_context("spawn")) as crew:
        crew.submit(os.getpid).result()  # it has started, as after the first question of a game
        coach = Coach(session, 0, np.random.default_rng(1), helpers=Helpers(crew, 1))
        reckoned = told("two cores", coach, *narrow(coach, perf_counter))
        coach.leave()
    print(at_most(f"until every interval is within ± {HALF:g} scudo, on two cores", reckoned, NARROW))
    print(f"  a frame of all games {span(seconds(coach.frame, 20))}")
    assert coach.played > alone.played / 2
