"""How many games and decisions are played in a second, and how often each robot beats the random one, in every seat."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

import pytest

from mechanics.bots import random_legal, robots, smallest_legal
from mechanics.saving import GAMES, game_named
from mechanics.table import Answer, Game, Rng, Seat, Strategy, View, play

GAMES_TIMED = 60
GAMES_WON = {2: 40, 3: 100, 4: 40}  # games from each chair, by the number of seats
FEW_WON = {2: 40, 3: 10, 4: 5}  # of a game in which somebody trades as often as he may
RIVALS = {"random": random_legal, "smallest": smallest_legal}
TABLES = [(key, seats) for key in GAMES for seats in game_named(key).SEATS]
PASSIVE = {"passer"}  # it is there to be looked at, not to win
NAMED = [(key, called) for key in GAMES for called in robots(key) if called not in RIVALS]


def test_games_and_decisions_played_in_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print("\nrandom legal play\n  game            seats     games/s   decisions/s   µs/decision   decisions/game")
        for key, seats in TABLES:
            game = game_named(key)
            decided, took = timed(game, seats)
            print(
                f"  {game.NAME:<15}{seats:>6}{GAMES_TIMED / took:>12,.0f}{decided / took:>14,.0f}"
                f"{1e6 * took / decided:>14,.0f}{decided / GAMES_TIMED:>17.1f}"
            )
            assert decided > GAMES_TIMED * seats


def timed(game: Game, seats: int) -> tuple[int, float]:
    """How many decisions random players take in some games, and how many seconds that takes."""
    decided = [0]

    def counted(view: View, rng: Rng) -> Answer:
        decided[0] += 1
        return random_legal(view, rng)

    start = perf_counter()
    for seed in range(GAMES_TIMED):
        play(game, dict.fromkeys(range(seats), counted), seed)
    return decided[0], perf_counter() - start


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("key", "called"), NAMED, ids=[f"{key}-{called}" for key, called in NAMED])
def test_a_named_robot_beats_random_and_smallest(
    key: str, called: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    game, robot = game_named(key), robots(key)[called]
    games = (FEW_WON if key == "fagin" else GAMES_WON)[seats]
    won = {name: wins(game, robot, rival, seats, games) for name, rival in RIVALS.items()}
    with capsys.disabled():
        many = f"{games} games from each seat"
        print(f"\n{game.NAME}, {seats} seats, {called}: wins in per cent, {many} (level: half a win)")
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
