"""Other libraries at work on one game of ours, each solver in a process of its own.

The game: n bidders, whole bids 0 … 15, one prize of 10, losers pay half, rounded down, ties by a coin. In a fresh
process the first call is a first call, and the peak memory is that solver's (with Python, numpy and the payoff table).
By hand: `python -m tests.benchmarks.peers SOLVER BIDDERS` prints what came out as one line of JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from mechanics.auctions import Auction
from mechanics.chances import Array
from tests.benchmarks.apart import in_own_process, peak_megabytes, timed

AUCTION, PRIZE, BIDS = Auction((1,)), 10, 16
LIMIT = 60.0  # seconds of the processor for one solver and one game
STEADY = 10.0  # seconds for methods that come closer for as long as they are let
AGAIN = LIMIT / 4  # seconds of a first call after which it is not made again
AS_MODULE = {"mechanics": "mechanics.equilibria", "open_spiel": "pyspiel"}  # others are imported by their own name

Profile = list[Array]  # the chances of all bids, one row per bidder
Solve = Callable[[], list[Profile]]


class Solver(NamedTuple):
    """One way to solve the game: its library, for how many bidders, how it gets ready, seconds, most further calls."""

    library: str
    bidders: Sequence[int]
    ready: Callable[[int], Solve]
    limit: float = LIMIT
    calls: int = 20


def payoffs(bidders: int) -> list[Array]:
    """Return what each bidder gains at every profile of bids, (16,) * n each: the table that peers need."""
    bids = np.indices((BIDS,) * bidders)
    top = bids.max(axis=0)
    share = (bids == top) / (bids == top).sum(axis=0)
    return list(share * (PRIZE - bids) - (1 - share) * (bids // 2))


# --- getting ready: what a user of the library does before he asks for equilibria ------------------------------------


def _ours(bidders: int) -> Solve:
    from mechanics.equilibria import solve

    def found() -> list[Profile]:
        return [[widened(e.mix[0].astype(float))] * bidders for e in solve(AUCTION, PRIZE, bidders)]

    return found


def widened(row: Array) -> Array:
    """Return the chances of bids 0 … 15: bids that a solver left out as hopeless have none."""
    assert not row[BIDS:].any()
    return np.pad(row[:BIDS], (0, max(0, BIDS - len(row))))


def _gambit(solve: str, exact: Mapping[str, bool], bidders: int) -> Solve:
    import pygambit

    tables = payoffs(bidders)
    if exact:
        tables = [np.vectorize(Fraction, otypes=[object])(table) for table in tables]
    game = pygambit.Game.from_arrays(*tables)

    def found() -> list[Profile]:
        result = getattr(pygambit.nash, solve)(game, **exact)
        return [
            [np.array([float(profile[action]) for action in player.strategies]) for player in game.players]
            for profile in result.equilibria
        ]

    return found


def _quantecon(solve: str, said: Mapping[str, Any], bidders: int) -> Solve:
    from quantecon import game_theory

    def own_first(me: int) -> Array:
        return np.ascontiguousarray(np.transpose(tables[me], [(me + k) % bidders for k in range(bidders)]))

    tables = payoffs(bidders)
    game = game_theory.NormalFormGame([game_theory.Player(own_first(me)) for me in range(bidders)])

    def found() -> list[Profile]:
        result = getattr(game_theory, solve)(game, **said)
        return [list(profile) for profile in (result if isinstance(result, list) else [result])]

    return found


def _cfr_plus(bidders: int) -> Solve:
    import pyspiel

    game = turn_based(bidders)

    def found() -> list[Profile]:
        solver, end = pyspiel.CFRPlusSolver(game), thread_time() + STEADY
        while thread_time() < end:
            solver.evaluate_and_update_policy()
        policy, state, rows = solver.average_policy(), game.new_initial_state(), []
        while not state.is_terminal():
            chances = policy.action_probabilities(state)
            rows.append(np.array([chances.get(bid, 0.0) for bid in range(BIDS)]))
            state.apply_action(0)
        return [rows]

    return found


def turn_based(bidders: int) -> Any:
    """Return the game for OpenSpiel: one bid after the other, the earlier ones unseen."""
    import pyspiel

    bids, gains = [[str(bid) for bid in range(BIDS)]] * bidders, [table.ravel() for table in payoffs(bidders)]
    return pyspiel.convert_to_turn_based(pyspiel.create_tensor_game("sealed", "Sealed bids", bids, gains))


def _replicator(dt: float, gamma: float, last: int | None, bidders: int) -> Solve:
    from open_spiel.python.algorithms.projected_replicator_dynamics import projected_replicator_dynamics as steps

    tables = payoffs(bidders)

    def found() -> list[Profile]:
        count, took = 10, 0.0
        while took < STEADY / 10:
            count *= 2
            took, _ = timed(partial(steps, tables, None, count, dt, gamma, last))
        return [steps(tables, None, int(count * STEADY / took), dt, gamma, last)]

    return found


TWO, ALL = (2,), (2, 3, 4, 5)
EXACT = {"rational": True}
ROUGH, FINE = ({"epsilon": epsilon, "max_iter": 10_000} for epsilon in (1e-3, 1e-6))
SOLVERS: Mapping[str, Solver] = {
    "mechanics solve": Solver("mechanics", ALL, _ours),
    "pygambit logit": Solver("pygambit", ALL, partial(_gambit, "logit_solve", {})),
    # With 2, 4 and 5 bidders ipa was still at work after a minute.
    "pygambit ipa": Solver("pygambit", (3,), partial(_gambit, "ipa_solve", {})),
    "pygambit lcp, rational": Solver("pygambit", TWO, partial(_gambit, "lcp_solve", EXACT)),
    "pygambit enummixed, rational": Solver("pygambit", TWO, partial(_gambit, "enummixed_solve", EXACT), 2 * LIMIT),
    "quantecon McLennan–Tourky to 1e-3": Solver("quantecon", ALL, partial(_quantecon, "mclennan_tourky", ROUGH)),
    "quantecon McLennan–Tourky to 1e-6": Solver("quantecon", ALL, partial(_quantecon, "mclennan_tourky", FINE)),
    "quantecon Lemke–Howson": Solver("quantecon", TWO, partial(_quantecon, "lemke_howson", {})),
    "quantecon vertices": Solver("quantecon", TWO, partial(_quantecon, "vertex_enumeration", {})),
    "OpenSpiel CFR+ (C++)": Solver("open_spiel", ALL, _cfr_plus, calls=0),
    # As the library has it, then the best of a dozen settings tried: none of them is best for all numbers of bidders.
    "OpenSpiel replicator, as it comes": Solver("open_spiel", ALL, partial(_replicator, 1e-3, 1e-6, None), calls=0),
    "OpenSpiel replicator, last step": Solver("open_spiel", ALL, partial(_replicator, 1e-3, 1e-6, 1), calls=0),
    "OpenSpiel replicator, steps × 100": Solver("open_spiel", ALL, partial(_replicator, 1e-1, 1e-6, 1), calls=0),
    "OpenSpiel replicator, steps × 10, mean": Solver("open_spiel", ALL, partial(_replicator, 1e-2, 0.0, None), calls=0),
}


# --- a process of its own --------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What a solver did: seconds to import, to get ready, for the first call, the second (None: not made); peak MB."""

    load: float
    ready: float
    first: float
    again: float | None
    profiles: list[Profile]
    peak: float


def installed(library: str) -> bool:
    """Say whether a library can be imported here."""
    return find_spec(AS_MODULE.get(library, library)) is not None


def asked(name: str, bidders: int, cache: str | None = None) -> Outcome | str:
    """Let a solver work in a fresh process; a sentence where it is not installed, fails, or gives up.

    cache: a folder for what Numba compiles; None: a new empty one, so that the first call compiles."""
    solver = SOLVERS[name]
    if not installed(solver.library):
        return f"{solver.library} is not installed (it is in the dependency group `peers`)"
    with TemporaryDirectory() as empty:
        words, settings = ("-m", "tests.benchmarks.peers", name, str(bidders)), {"NUMBA_CACHE_DIR": cache or empty}
        return _told(in_own_process(*words, limit=solver.limit, **settings))


def _told(line: str) -> Outcome | str:
    if not line.startswith("{"):
        return line
    said = json.loads(line)
    profiles = [[np.array(row) for row in profile] for profile in said.pop("profiles")]
    return Outcome(profiles=profiles, **said)


def _repeated(solve: Solve, calls: int) -> Iterator[float]:
    """Seconds of further calls, so many at most, within a second or one call."""
    start = thread_time()
    for _ in range(calls):
        yield timed(solve)[0]
        if thread_time() - start > 1:
            return


def main(name: str, bidders: int) -> None:
    """Solve once, and once more if that was quick; print the outcome as JSON."""
    solver = SOLVERS[name]
    load, _ = timed(partial(import_module, AS_MODULE.get(solver.library, solver.library)))
    ready, solve = timed(lambda: solver.ready(bidders))
    first, profiles = timed(solve)
    again = min(_repeated(solve, solver.calls if first < AGAIN else 0), default=None)
    rows = [[row.tolist() for row in profile] for profile in profiles]
    told = {"load": load, "ready": ready, "first": first, "again": again, "profiles": rows, "peak": peak_megabytes()}
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
