"""Equilibria of the sealed auction: our solver beside pygambit, quantecon and OpenSpiel, each in a process of its own.

The libraries are in the dependency group `peers`; without them our own numbers are printed alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from mechanics.chances import Array
from mechanics.equilibria import regret, solve
from mechanics.worths import Differing
from tests.benchmarks.apart import at_least, at_most, load, seconds, span, timed
from tests.benchmarks.peers import AUCTION, PRIZE, SOLVERS, Outcome, Profile, asked

OURS = "mechanics solve"
LOGIT, LCP, ENUMMIXED, IPA = (f"pygambit {name}" for name in ("logit", "lcp, rational", "enummixed, rational", "ipa"))
TOURKY = "quantecon McLennan–Tourky to 1e-6"
VERTICES, LEMKE = "quantecon vertices", "quantecon Lemke–Howson"
# How much faster than which solver ours should be, a second call beside a second call.
RATIOS = {2: {ENUMMIXED: 10_000, LCP: 30, VERTICES: 13}, 3: {LOGIT: 50, IPA: 6}, 4: {LOGIT: 2_000, TOURKY: 90}, 5: {}}
Outcomes = Mapping[str, Outcome | str]


@pytest.mark.parametrize("bidders", [2, 3, 4, 5])
def test_the_same_game_for_every_solver(bidders: int) -> None:
    told: Outcomes = {name: asked(name, bidders) for name, solver in SOLVERS.items() if bidders in solver.bidders}
    ours = outcome(told[OURS])
    assert all(left_by(profile) <= 1e-12 * PRIZE for profile in ours.profiles)
    print(table(bidders, told))
    print("\n".join(targets(bidders, told)))
    for name, each in told.items():
        if isinstance(each, Outcome):
            check(name, each, ours)


def outcome(told: Outcome | str) -> Outcome:
    """What a solver that must not fail did."""
    assert isinstance(told, Outcome), told
    return told


def left_by(profile: Profile) -> float:
    """The most that anybody gains by leaving a profile, by our own exact sums; the bidders need not play alike."""
    return float(regret(AUCTION, Differing([PRIZE] * len(profile)), len(profile), np.array(profile)))


def check(name: str, told: Outcome, ours: Outcome) -> None:
    """Who comes close to an equilibrium in which all play alike comes close to one of ours; and the clock ran."""
    assert told.first > 0 and told.again != 0, name
    for profile in told.profiles:
        assert np.allclose([row.sum() for row in profile], 1), name
        apart = max(np.abs(row - profile[0]).max() for row in profile)
        if apart < 1e-6 and left_by(profile) < 1e-6:
            assert min(np.abs(profile[0] - one[0]).max() for one in ours.profiles) < 1e-4, name
    if name in (LCP, ENUMMIXED, VERTICES):
        assert len(told.profiles) == len(ours.profiles), name


def table(bidders: int, told: Outcomes) -> str:
    """One line a solver. Of several equilibria the regret is that of the worst."""
    ours = quickest(outcome(told[OURS]))
    columns = "".join(f"{name:>9}" for name in ("import", "ready", "first", "again"))
    lines = [f"\n{bidders} bidders, whole bids 0 … 15, prize {PRIZE}, losers pay half ({load()})"]
    lines.append(f"  {'':<39}{columns}{'× ours':>11}{'found':>7}{'regret':>9}{'peak':>9}")
    for name, each in told.items():
        if isinstance(each, str):
            lines.append(f"  {name:<39}{each}")
            continue
        times = "".join(f"{span(time):>9}" for time in (each.load, each.ready, each.first, each.again))
        worst = max(map(left_by, each.profiles), default=np.nan)
        ratio = f"{quickest(each) / ours:>11,.4g}{len(each.profiles):>7}"
        lines.append(f"  {name:<39}{times}{ratio}{worst:>9.0e}{each.peak:>6,.0f} MB")
    return "\n".join(lines)


def quickest(told: Outcome) -> float:
    """Seconds of a call when everything is warm, or of the only call."""
    return told.first if told.again is None else told.again


def targets(bidders: int, told: Outcomes) -> list[str]:
    """What was asked of our solver, and what it reached."""
    time = quickest(outcome(told[OURS]))
    lines = [at_most(f"solve, {bidders} bidders", time, 5e-3 if bidders == 2 else 10e-3)] if bidders < 5 else []
    for name, ratio in RATIOS[bidders].items():
        theirs = warm(SOLVERS[name].library, told[name])
        lines.append(at_least(f"times faster than {name}", None if theirs is None else theirs / time, ratio))
    return lines


def warm(library: str, told: Outcome | str) -> float | None:
    """Seconds of a call that compiled nothing; None where there was none, for only the first call of quantecon does."""
    if isinstance(told, str) or (library == "quantecon" and told.again is None):
        return None
    return quickest(told)


def test_the_first_call_of_a_session(tmp_path: Path) -> None:
    """One equilibrium of two bidders: Lemke–Howson is unbeatable once compiled, and compiles at its first call."""
    cold, warm = (asked(LEMKE, 2, cache=str(tmp_path)) for _ in range(2))
    ours = outcome(asked(OURS, 2))
    print("\nthe first call in a new process, import not counted, 2 bidders")
    print(f"  solve (all equilibria, exact): {span(ours.first)}")
    for how, told, ratio in (("compiling", cold, 500), ("compiled before", warm, 3)):
        first = told.first / ours.first if isinstance(told, Outcome) else None
        print(at_least(f"times faster than quantecon Lemke–Howson, {how}", first, ratio))
    if isinstance(warm, Outcome):
        print(f"  Lemke–Howson, compiled and called before: {span(warm.again)}, which solve does not try to beat")
    for told in (cold, warm):
        if isinstance(told, Outcome):
            check(LEMKE, told, ours)


def test_a_game_that_no_table_can_hold() -> None:
    """Ten bidders with 101 bids have 101 ** 10 profiles; a solver that lists them cannot begin."""
    time, found = timed(lambda: solve(AUCTION, 100, 10))
    if time < 1:
        time = seconds(lambda: solve(AUCTION, 100, 10), 3)
    assert found
    assert all(float(each.regret) <= 1e-12 * 100 and one_row(each.mix) for each in found)
    print("\n10 bidders, whole bids 0 … 100, prize 100, losers pay half")
    print(at_most(f"solve ({len(found)} found)", time, 150e-3))


def one_row(mix: Array) -> bool:
    """Whether a mix is one row of chances."""
    return len(mix) == 1 and abs(float(mix.sum()) - 1) < 1e-9 and bool((mix >= 0).all())
