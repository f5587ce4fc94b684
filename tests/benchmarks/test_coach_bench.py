"""How soon the coach shows its first curve, and how soon it is narrow, in the middle of a game of three."""

from __future__ import annotations

from itertools import islice
from time import perf_counter, thread_time

import numpy as np

from mechanics.bots import robots
from mechanics.coach import Coach, half_width
from mechanics.games import turin
from mechanics.session import Session
from mechanics.views import advice
from mechanics.views.advice import Advice
from tests.benchmarks.apart import at_most, load, seconds, span

FIRST, NARROW, HALF = 0.150, 2.0, 1.0  # seconds, seconds, scudi
PATIENCE = 25.0  # seconds of work after which the rest is reckoned from the width reached
LOOKS = 40  # steps between two looks at the width


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


def narrow(coach: Coach) -> tuple[float, float]:
    """Seconds of work until every interval is narrower than ± 1 scudo, or after a while; and the width reached."""
    before, work = thread_time(), coach.work()
    while True:
        list(islice(work, LOOKS))
        took, wide = thread_time() - before, half_width(coach.frame())
        if wide <= HALF or took > PATIENCE:
            return took, wide


def test_the_first_curve_and_a_narrow_one() -> None:
    session = middle()
    cold, warm = first_curve(session), seconds(lambda: Coach(session, 0, np.random.default_rng(1)).frame(), 20)
    drawn = Advice("")
    drawn.beside.begin = lambda *_all: None  # type: ignore[method-assign]
    again = seconds(lambda: drawn.open(session, 0), 20)
    coach = Coach(session, 0, np.random.default_rng(1))
    took, wide = narrow(coach)
    reckoned = took * max(1.0, wide / HALF) ** 2
    frame = seconds(coach.frame, 20)
    print(f"\nthe coach in Turin Market, third auction, 3 seats, {len(coach.frame())} bids ({load()})")
    print(f"  first curve: of numbers {span(warm)}, with its picture {span(again)}, all made anew {span(cold)}")
    print(at_most("first curve on the screen", again, FIRST))
    rest = "" if wide <= HALF else f"; ± {HALF:g} is reckoned to take {span(reckoned)}"
    print(f"  {coach.played} games played on in {span(took)}: ± {wide:.2f} scudi{rest}; a frame of them {span(frame)}")
    print(at_most(f"until every interval is within ± {HALF:g} scudo, on one core", reckoned, NARROW))
    assert np.isfinite(wide)
