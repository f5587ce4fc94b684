"""How many games and decisions are played in a second, and how often each robot beats the random one, in every seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import perf_counter
from typing import TypeVar

import pytest

from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.saving import GAMES, game_named
from mechanics.table import Game, Seat, Strategy, play
from tests.benchmarks.apart import at_least, in_own_process, load
from tests.benchmarks.racers import PEERS, asked, many, ours, rate

T = TypeVar("T")
ASKED = {"PettingZoo tictactoe_v3": 5, "PettingZoo connect_four_v3": 5}
GAMES_WON = {2: 40, 3: 100, 4: 40}  # games from each chair, by the number of seats
FEW_WON = {2: 40, 3: 10, 4: 5}  # of a game in which somebody trades as often as he may
RIVALS = {"random": random_legal, "smallest": smallest_legal}
TIMED = [(key, seats) for key in GAMES for seats in (3, game_named(key).SEATS[-1])]
MEMORY = [(key, 3, 2000, 10_000) if key == "turin" else (key, 3, 100, 400) for key in GAMES]
PASSIVE = {"passer"}  # it is there to be looked at, not to win
NAMED = [(key, called) for key in GAMES for called in robots(key) if called not in RIVALS]


def test_games_and_decisions_played_in_a_second() -> None:
    print(f"\nwhole games at random, ledger and story on, seconds of one core ({load()})")
    print("  game                      seats     games/s   decisions/s   µs/decision   decisions/game")
    fastest = 0.0
    for key, seats in TIMED:
        games, decisions = rate(ours(key, seats))
        fastest = max(fastest, decisions)
        told = f"{games:>12,.0f}{decisions:>14,.0f}{1e6 / decisions:>14,.1f}{decisions / games:>17.1f}"
        print(f"  {game_named(key).NAME:<26}{seats:>5}{told}")
        assert decisions / games > seats
    for called in PEERS:
        steps = asked(called)
        told = f"{steps:>31,.0f}{1e6 / steps:>14,.1f}" if isinstance(steps, float) else f"     {steps}"
        print(f"  {called:<26}{told}")
        if isinstance(steps, float) and called in ASKED:
            print(at_least(f"our decisions/s beside {called}", fastest / steps, ASKED[called]))
        elif isinstance(steps, float):
            print(f"  our decisions/s beside {called}, whose rules are C++: {fastest / steps:.2g} ×")


def test_memory_stays_as_it_is_however_many_games_are_played() -> None:
    print("\nmemory of a process after so many games at random, in MB")
    for key, seats, few, more in MEMORY:
        told = in_own_process("-m", "tests.benchmarks.racers", "held", key, str(seats), str(few), str(more))
        before, after = map(float, told.split(" "))
        print(f"  {game_named(key).NAME}, {seats} seats: {before:,.1f} after {few:,}, {after:,.1f} after {more:,}")
        assert after < before + 20


def test_two_processes_beside_one() -> None:
    games = range(600)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as two:
        turin = partial(many, "turin", 3)
        list(two.map(turin, [range(20)] * 4))
        one, points = clock(lambda: [two.submit(turin, games).result()])
        both, again = clock(lambda: list(two.map(turin, [games[0::2], games[1::2]])))
    print(f"\n{len(games)} games of Turin Market in one process and shared by two ({load()})")
    print(at_least("times as fast with two processes", one / both, 1.8))
    assert sum(points) == sum(again)


def clock(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds of the clock that some work takes, and what came of it."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("key", "called"), NAMED, ids=[f"{key}-{called}" for key, called in NAMED])
def test_a_named_robot_beats_random_and_smallest(key: str, called: str, seats: int) -> None:
    game, robot = game_named(key), robots(key)[called]
    games = (FEW_WON if key == "fagin" else GAMES_WON)[seats]
    won = {name: wins(game, robot, rival, seats, games) for name, rival in RIVALS.items()}
    print(f"\n{game.NAME}, {seats} seats, {called}: wins in per cent, {games} games from each seat (level: half a win)")
    for name, by_seat in won.items():
        told = "   ".join(f"P{seat + 1} {share:5.1f}" for seat, share in by_seat.items())
        print(f"  against {name:<10}{told}   mean {mean(by_seat):5.1f}")
    if called not in PASSIVE:
        assert mean(won["random"]) > 70
        assert mean(won["smallest"]) > (50 if key == "turin" else 70)


def wins(game: Game, robot: Strategy, rival: Strategy, seats: int, games: int) -> Mapping[Seat, float]:
    """Wins in per cent of some seeded games against rivals on all other chairs, by the robot's seat."""
    share, seeds = 100 / games, range(games)
    return {seat: share * sum(duel(game, robot, rival, seats, seat, seed) for seed in seeds) for seat in range(seats)}


def duel(game: Game, robot: Strategy, rival: Strategy, seats: int, seat: Seat, seed: int) -> float:
    """The share of its rivals that the robot beats in one game: 1 for each beaten, a half for each level one."""
    score = game.scores(play(game, {**dict.fromkeys(range(seats), rival), seat: robot}, seed))
    beaten = [(score[seat] > other) + (score[seat] == other) / 2 for s, other in enumerate(score) if s != seat]
    return sum(beaten) / len(beaten)


def mean(by_seat: Mapping[Seat, float]) -> float:
    """The mean over the robot's seats."""
    return sum(by_seat.values()) / len(by_seat)
