"""Whole games at random, ours and those of other libraries, each in a process of its own.

Ours: full rules, ledger and story on. PettingZoo: its own loop, a random action that its mask allows. OpenSpiel:
`goofspiel` driven from Python, a random one of the legal actions; its rules run in C++.
By hand: `python -m tests.benchmarks.racers PettingZoo tictactoe_v3` prints steps in a second.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from time import thread_time
from typing import Any

import numpy as np

from mechanics.bots import any_legal, random_legal
from mechanics.choices import Choice, OneOf
from mechanics.saving import game_named
from mechanics.table import Answer, Chooser, Luck, play
from tests.benchmarks.apart import in_own_process
from tests.benchmarks.peers import installed

SECONDS = 1.0
PEERS = {
    "PettingZoo tictactoe_v3": "pettingzoo",
    "PettingZoo connect_four_v3": "pettingzoo",
    "OpenSpiel goofspiel": "open_spiel",
}
Play = Callable[[int], int]  # plays the game of this number and says how many decisions it took


def ours(key: str, seats: int) -> Play:
    """Return what plays one of our games at random."""
    game, decided = game_named(key), count()

    def counted(choice: Choice, free: OneOf | None, luck: Luck) -> Answer:
        next(decided)
        return any_legal(choice, free, luck)

    def one(seed: int) -> int:
        before = next(decided)
        play(game, dict.fromkeys(range(seats), Chooser(counted)), seed)
        return next(decided) - before - 1

    return one


def pettingzoo(called: str) -> Play:
    """Return what plays a game of PettingZoo as its documentation shows."""
    env = import_module(f"pettingzoo.classic.{called}").env()

    def one(seed: int) -> int:
        env.reset(seed=seed)
        luck, steps = np.random.default_rng(seed), 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[luck.integers(len(legal))]))
            steps += 1
        return steps

    return one


def openspiel(called: str) -> Play:
    """Return what plays a game of OpenSpiel: simultaneous bids, one decision for each player."""
    import pyspiel

    game = pyspiel.load_game(called, {"players": 3})

    def one(seed: int) -> int:
        luck, state, decided = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
                continue
            bids = [luck.choice(state.legal_actions(player)) for player in range(game.num_players())]
            state.apply_actions(bids)
            decided += len(bids)
        return decided

    return one


def rate(one: Play) -> tuple[float, float]:
    """Return games and decisions a second of the processor, after as long a time to warm up."""
    numbers = count()
    played(one, numbers)
    return played(one, numbers)


def played(one: Play, numbers: Iterator[int]) -> tuple[float, float]:
    """Play games of these numbers for a while; return games and decisions a second."""
    decided, games, start = 0, 0, thread_time()
    while (took := thread_time() - start) < SECONDS:
        decided, games = decided + one(next(numbers)), games + 1
    return games / took, decided / took


def asked(called: str) -> float | str:
    """Return the steps a second that a peer takes in a fresh process, or a sentence why there are none."""
    library = PEERS[called]
    if not installed(library):
        return f"{library} is not installed (it is in the dependency group `peers`)"
    told = in_own_process("-m", "tests.benchmarks.racers", *called.split(" "))
    return float(told) if told.replace(".", "", 1).isdigit() else told


# --- memory, and two processes ----------------------------------------------------------------------------------------


def held(key: str, seats: int, games: tuple[int, ...]) -> Iterator[float]:
    """Yield the memory, in MB, that this process holds after so many games, counted from one number to the next."""
    played = 0
    for until in games:
        for seed in range(played, until):
            play(game_named(key), dict.fromkeys(range(seats), random_legal), seed)
        played = until
        yield resident()


def resident() -> float:
    """Return the memory that this process holds now, in MB (Linux; elsewhere the most it ever held)."""
    from pathlib import Path

    from tests.benchmarks.apart import peak_megabytes

    status = Path("/proc/self/status")
    return int(status.read_text().split("VmRSS:")[1].split()[0]) / 1024 if status.is_file() else peak_megabytes()


def many(key: str, seats: int, games: range) -> int:
    """Play these games and return how many points all seats have together: work for a process."""
    game = game_named(key)
    return sum(sum(game.scores(play(game, dict.fromkeys(range(seats), random_legal), seed))) for seed in games)


def main(library: str, called: str, *numbers: str) -> None:
    """Print what was asked for as one line."""
    if library == "held":
        seats, *games = map(int, numbers)
        print(*(f"{memory:.1f}" for memory in held(called, seats, tuple(games))))
    else:
        kinds: dict[str, Callable[[], Any]] = {
            "PettingZoo": partial(pettingzoo, called), "OpenSpiel": partial(openspiel, called),
        }  # fmt: skip
        print(f"{rate(kinds[library]())[1]:.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
