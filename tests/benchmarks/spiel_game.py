"""Our sealed auction as a game of OpenSpiel in plain Python: what someone writes who wants to play it there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

PRIZE, BIDS = 10, 16


class SealedBids(pyspiel.Game):
    """The rules."""

    def __init__(self, params: Any) -> None:
        super().__init__(kind(params["players"]), sizes(params["players"]), {})

    def new_initial_state(self) -> Any:
        return State(self)


class State(pyspiel.State):
    """One round: all bids, then who is tied, then who has won."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.bids: list[int] = []
        self.tied: list[int] = []
        self.winner = -1

    def current_player(self) -> int:
        if self.winner >= 0:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.bids else pyspiel.PlayerId.SIMULTANEOUS

    def is_terminal(self) -> bool:
        return self.winner >= 0

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(BIDS))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seat, 1 / len(self.tied)) for seat in self.tied]

    def _apply_actions(self, actions: list[int]) -> None:
        self.bids, top = list(actions), max(actions)
        self.tied = [seat for seat, bid in enumerate(actions) if bid == top]
        if len(self.tied) == 1:
            self.winner = self.tied[0]

    def _apply_action(self, seat: int) -> None:
        self.winner = seat

    def returns(self) -> list[float]:
        if self.winner < 0:
            return [0.0] * len(self.bids)
        return [float(PRIZE - b if seat == self.winner else -(b // 2)) for seat, b in enumerate(self.bids)]


def sealed_game(bidders: int) -> Any:
    """Return the game: all bid at once, then a coin decides among the highest."""
    return SealedBids({"players": bidders})


def kind(bidders: int) -> Any:
    """What OpenSpiel wants to know of the rules."""
    no = dict.fromkeys(
        (f"provides_{what}_{form}" for what in ("information_state", "observation") for form in ("string", "tensor")),
        False,
    )
    return pyspiel.GameType(
        short_name="python_sealed_bids", long_name="Sealed bids", dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=bidders, min_num_players=bidders, **no,
    )  # fmt: skip


def sizes(bidders: int) -> Any:
    """What OpenSpiel wants to know of the numbers."""
    return pyspiel.GameInfo(
        num_distinct_actions=BIDS, max_chance_outcomes=bidders, num_players=bidders, min_utility=-float(BIDS),
        max_utility=float(PRIZE), utility_sum=None, max_game_length=1,
    )  # fmt: skip


def play(game: Any, bids: list[int], coin: Callable[[list[int]], int]) -> list[float]:
    """Play one round with these bids; `coin` picks one of the tied seats."""
    state = game.new_initial_state()
    state.apply_actions(bids)
    if state.is_chance_node():
        state.apply_action(coin([seat for seat, _ in state.chance_outcomes()]))
    return state.returns()
