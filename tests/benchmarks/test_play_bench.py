"""Rounds and decisions played in a second, beside games written in Python for OpenSpiel."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np

from mechanics.auctions import settle
from mechanics.bots import random_legal
from mechanics.games import turin
from mechanics.table import Answer, Rng, View, play
from tests.benchmarks.apart import at_least, load, seconds, timed
from tests.benchmarks.peers import AUCTION, BIDS, PRIZE, installed

ROUNDS, PLAIN, BIDDERS, GAMES = 1_000_000, 20_000, 4, 60
MISSING = "  open_spiel is not installed (it is in the dependency group `peers`)"


def test_sealed_rounds_in_a_second() -> None:
    rng = np.random.default_rng(1)
    bids = rng.integers(0, BIDS, (ROUNDS, BIDDERS))
    coin = rng.permuted(np.tile(np.arange(BIDDERS), (ROUNDS, 1)), axis=1)
    done = settle(bids, None, coin, AUCTION)
    rate = ROUNDS / seconds(lambda: settle(bids, None, coin, AUCTION), 3)
    theirs = openspiel_rounds(bids[:PLAIN], coin[:PLAIN]) if installed("open_spiel") else None
    print(f"\nsealed rounds of {BIDDERS} bidders, ties by a coin ({load()})")
    print(MISSING if theirs is None else f"  OpenSpiel, the game in Python {theirs[1]:>42,.0f} rounds/s")
    print(at_least("settle, a million rounds at once", rate, 15e6, "rounds/s"))
    print(at_least("times faster than OpenSpiel's Python game", rate / theirs[1] if theirs else None, 120))
    if theirs:
        assert (theirs[0] == (done.prize * PRIZE - done.paid)[:PLAIN]).all()


def openspiel_rounds(bids: np.ndarray, coin: np.ndarray) -> tuple[np.ndarray, float]:
    """What everybody gained in the same rounds, played by OpenSpiel, and the rounds in a second."""
    from tests.benchmarks.spiel_game import play as play_there
    from tests.benchmarks.spiel_game import sealed_game

    game, given = sealed_game(bids.shape[1]), list(zip(bids.tolist(), coin.tolist(), strict=True))

    def first(order: list[int], tied: list[int]) -> int:
        return min(tied, key=order.__getitem__)

    time, gains = timed(lambda: [play_there(game, row, partial(first, order)) for row, order in given])
    return np.array(gains), len(given) / time


def test_decisions_in_a_second() -> None:
    """A whole Turin Market has loans, sales and three payouts; the peers' games in Python are a few lines each."""
    ours = turin_decisions()
    names = ("python_liars_poker", "python_tic_tac_toe") if installed("open_spiel") else ()
    theirs = {name: openspiel_decisions(name) for name in names}
    print("\ndecisions of random legal play, on one core, 3 seats of Turin Market")
    lines = [f"  OpenSpiel, {name:<34}{rate:>25,.0f} decisions/s" for name, rate in theirs.items()]
    print("\n".join(lines or [MISSING]))
    print(at_least("Turin Market", ours, 130e3, "decisions/s"))
    slow = ours / min(theirs.values()) if theirs else None
    print(at_least("times the slower of the two", slow, 5))
    assert ours > 0


def turin_decisions() -> float:
    """Decisions in a second over some seeded games."""
    decided = [0]

    def counted(view: View, rng: Rng) -> Answer:
        decided[0] += 1
        return random_legal(view, rng)

    time, _ = timed(lambda: [play(turin, dict.fromkeys(range(3), counted), seed) for seed in range(GAMES)])
    return decided[0] / time


def openspiel_decisions(name: str) -> float:
    """Decisions in a second of a game that OpenSpiel has in Python, chance not counted."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401  registers them

    game, rng = pyspiel.load_game(name), random.Random(1)

    def played() -> int:
        return sum(decisions(game.new_initial_state(), rng) for _ in range(GAMES * 20))

    time, decided = timed(played)
    return decided / time


def decisions(state: Any, rng: random.Random) -> int:
    """How many decisions a game takes that is played at random."""
    decided = 0
    while not state.is_terminal():
        chance = state.is_chance_node()
        legal = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
        state.apply_action(rng.choice(legal))
        decided += not chance
    return decided
