"""How long the package takes to import, and how much memory its largest sums take, beside numpy and the peers."""

from __future__ import annotations

from tests.benchmarks.apart import at_least, at_most, in_own_process, load, span
from tests.benchmarks.peers import Outcome, asked, installed

LAB = "mechanics.auctions, mechanics.expected, mechanics.equilibria"
TIMES = 5
CLOCK = (
    "from time import perf_counter, thread_time; start, busy = perf_counter(), thread_time(); import {}; "
    "print(min(perf_counter() - start, thread_time() - busy))"
)
PEAK = "{}; from tests.benchmarks.apart import peak_megabytes; print(peak_megabytes())"
SOLVE = "from mechanics import auctions, equilibria; assert equilibria.solve(auctions.Auction((1,)), {}, {})"
WORTH = "from mechanics import auctions, expected; expected.values(auctions.Auction((1,)), 9, [[1 / {1}] * {1}] * {0})"


def test_the_import_beside_that_of_numpy_and_the_peers() -> None:
    peers = {"pygambit": "pygambit", "quantecon": "quantecon", "open_spiel": "pyspiel"}
    there = {module: library for library, module in peers.items() if installed(library)}
    took = {module: quickest_import(module) for module in ("numpy", LAB, *there)}
    print(f"\nimport in a new process, the quickest of {TIMES} ({load()})")
    for module, time in took.items():
        print(f"  {module:<66}{span(time):>10}{time / took['numpy']:>9.3g} × numpy")
    print("\n".join(f"  {library} is not installed" for library, m in peers.items() if m not in there))
    print(at_most("the auction lab beside numpy", took[LAB] / took["numpy"], 1.3, "{:.3g} ×".format))
    for module, ratio in (("pygambit", 11), ("quantecon", 12)):
        print(at_least(f"times faster than {module}", took[module] / took[LAB] if module in took else None, ratio))


def quickest_import(module: str) -> float:
    """Seconds that an import takes in a new process, numpy's own included."""
    return min(float(in_own_process("-c", CLOCK.format(module))) for _ in range(TIMES))


def test_the_peak_memory_of_large_games() -> None:
    work = {
        "numpy alone": "import numpy",
        "solve, 5 bidders × 101 bids": SOLVE.format(100, 5),
        "solve, 10 bidders × 101 bids": SOLVE.format(100, 10),
        "worth of 101 bids, 60 bidders": WORTH.format(59, 101),
        "worth of 1,001 bids, 20 bidders": WORTH.format(19, 1001),
    }
    peak = {name: peak_of(code) for name, code in work.items()}
    table = asked("quantecon McLennan–Tourky to 1e-3", 5)
    largest = max(memory for name, memory in peak.items() if "101 bids" in name)
    print("\npeak memory of a new process, Python and numpy included")
    for name, memory in peak.items():
        print(f"  {name:<66}{memory:>7,.0f} MB")
    told = f"{table.peak:>7,.0f} MB" if isinstance(table, Outcome) else f"   {table}"
    print(f"  {'quantecon McLennan–Tourky, 5 bidders × 16 bids':<66}{told}")
    print(at_most("the most for 101 bids", largest, 60, "{:,.0f} MB".format))
    less = table.peak / largest if isinstance(table, Outcome) else None
    print(at_least("times less than quantecon, which has 16 bids only", less, 5))
    assert peak["worth of 101 bids, 60 bidders"] >= peak["numpy alone"] > 5


def peak_of(code: str) -> float:
    """The peak memory, in MB, of a new process that does this."""
    told = in_own_process("-c", PEAK.format(code))
    assert told.replace(".", "").isdigit(), told
    return float(told)
