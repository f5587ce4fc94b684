"""Whole seeded games of random legal robots as text, kept beside the tests: any change of the rules shows in them.

`python -m tests.test_transcripts` writes them anew; read what has changed before you keep it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from mechanics.bots import random_legal
from mechanics.choices import Order
from mechanics.ledger import BANK, Ledger
from mechanics.saving import game_named
from mechanics.table import Answer, Ask, Chance, Choice, Free, Game, Seat, answer_of, name

FOLDER = Path(__file__).with_name("transcripts")
MOST_BYTES = 45_000


@dataclass(frozen=True)
class Kept:
    """One game that is kept as text: its file, seats, seed and what its box says other than the print.

    The file begins with the game's short name."""

    file: str
    seats: int
    seed: int
    changes: Mapping[str, Any]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game_named(self.file.split("-")[0])


AGREED = {"influence_pick": "top", "warehouse_sale": "after", "climb_price": "per_climb", "money": "open"}
SHORT = {"first_cities": "Brügge", "finish_round": "no", "empty_wagons_move": "no"}
STREETS = {"mode": "gang", "spaces": 5, "entry": 2, "gang_rounds": 8}
GENTLE = {"step_costs": 1, "leaving_costs": 1, "fagin_fee": 3, "home_needed": 1, "hand_limit": 9, "die": "0 1 1 2"}
SMALL = {"per_colour": {2: 3, 3: 2, 5: 3}}
OTHERWISE = {
    "reserve_from_production": True, "excess_points": "cap", "tokens_count": "all", "hands": "open", "end_tokens": 5,
}  # fmt: skip
GAMES = (
    Kept("turin-2", 2, 24, {}),
    Kept("turin-3", 3, 42, {}),
    Kept("turin-4", 4, 64, {}),
    Kept("turin-5", 5, 6, {}),
    Kept("turin-3-new-secret", 3, 8, {"column": "new", "money": "secret"}),
    Kept("turin-4-goose-tie", 4, 20, {"goose": "tie"}),
    Kept("turin-4-goose-fewest", 4, 25, {"goose": "fewest"}),
    Kept("turin-2-match", 2, 24, {"games": 3}),
    Kept("haendler-2", 2, 31, {}),
    Kept("haendler-3", 3, 35, {}),
    Kept("haendler-4-agreed", 4, 2, AGREED),
    Kept("haendler-2-short", 2, 4, SHORT),
    Kept("fagin-2", 2, 3, {}),
    Kept("fagin-3-poor", 3, 10, {"start": 6, "market_turns": 4, "market_rounds": 5, "cubes_at_end": "tie-break"}),
    Kept("fagin-6-short", 6, 5, {"market_rounds": 2}),
    Kept("fagin-2-gang", 2, 21, {"mode": "gang"}),
    Kept("fagin-2-streets", 2, 3, STREETS),
    Kept("fagin-3-streets", 3, 294, {**STREETS, **GENTLE, "initial_stock": 3, "start": 12}),
    Kept("osaka-2", 2, 148, {}),
    Kept("osaka-2-small", 2, 50, SMALL),
    Kept("osaka-3-short", 3, 1, {"end_tokens": 5}),
    Kept("osaka-4-agreed", 4, 19, OTHERWISE),
)
every_game = pytest.mark.parametrize("kept", GAMES, ids=lambda kept: kept.file)


def transcript(kept: Kept) -> str:
    """A whole game as text: every question with what is allowed, every answer, the story, the ledger, the scores."""
    changed = ", ".join(f"{field} {value}" for field, value in kept.changes.items())
    game, but = kept.game, " but " * bool(changed)
    lines = [f"{game.NAME}, {kept.seats} seats, seed {kept.seed}: the printed box{but}{changed}"]
    chance, script = Chance(kept.seed), game.game(kept.seats, replace(game.BOX, **kept.changes))
    ask, freed, told = next(script), frozenset[Seat](), 0
    try:
        for step in count():
            answers = _answers(game, ask, chance, freed)
            chance.count(ask.rule, answers)
            free = {seat for seat, answer in answers.items() if isinstance(answer, Free)}
            freed = freed | free if free else frozenset()
            lines += ["", *_question(step, ask), *_given(answers)]
            ask = script.send(answers)
            lines += _story(ask.table, told)
            told = len(ask.table.story)
    except StopIteration as over:
        lines += [*_story(over.value, told), "", *_money(over.value.ledger, kept.seats), ""]
        lines += ["Scores: " + ", ".join(f"{name(s)} {score}" for s, score in enumerate(game.scores(over.value)))]
    return "\n".join(lines) + "\n"


def _answers(game: Game, ask: Ask[Any], chance: Chance, freed: frozenset[Seat]) -> dict[Seat, Answer]:
    """Ask every seat's robot; a move on the side is sent alone, once a seat and question."""
    answers: dict[Seat, Answer] = {}
    for seat in ask.allowed:
        robots = dict.fromkeys(ask.allowed, random_legal)
        answer = answer_of(game, ask, seat, robots, chance, seat in freed)
        if isinstance(answer, Free):
            return {seat: answer}
        answers[seat] = answer
    return answers


def _question(step: int, ask: Ask[Any]) -> Iterator[str]:
    how = "".join(f", {word}" for word in ("sealed", "private") if getattr(ask, word))
    goose = "" if getattr(ask.table, "goose", None) is None else f", goose with {name(ask.table.goose)}"
    yield f"[{step}] {ask.rule}{how}: round {ask.table.round}, {ask.table.phase}{goose}"
    for seat, choice in ask.allowed.items():
        yield f"  {name(seat)} may answer {_short(choice)}"
    if ask.free:
        seats = ", ".join(name(seat) for seat in ask.free)
        yield f"  on the side: {' or '.join(dict.fromkeys(map(str, ask.free.values())))} ({seats})"


def _short(choice: Choice) -> str:
    return f"an order of {choice.n}" if isinstance(choice, Order) else str(choice)


def _given(answers: Mapping[Seat, Answer]) -> Iterator[str]:
    for seat, answer in answers.items():
        text = f"{answer.option} on the side" if isinstance(answer, Free) else str(answer)
        yield f"  {name(seat)}: {text}"


def _story(table: Any, told: int) -> Iterator[str]:
    for event in table.story[told:]:
        yield f"  {event.rule}  {event.text}"


def _money(ledger: Ledger, seats: int) -> Iterator[str]:
    yield "Ledger"
    for entry in ledger.entries:
        who = [name(account) if isinstance(account, int) else account for account in (entry.payer, entry.payee)]
        yield f"  round {entry.round}, {entry.phase}: {who[0]} -> {who[1]} {entry.amount}, {entry.why}"
    balances = [f"{name(seat)} {ledger.balance(seat)}" for seat in range(seats)]
    yield f"Purses: {', '.join(balances)}, bank {ledger.balance(BANK)}"


def file_of(kept: Kept) -> Path:
    """Where a game is kept."""
    return FOLDER / f"{kept.file}.txt"


@every_game
def test_a_kept_game_is_played_again_to_the_letter(kept: Kept) -> None:
    assert transcript(kept) == file_of(kept).read_text(encoding="utf-8"), (
        "The game has changed; write the transcripts anew only if that is meant (python -m tests.test_transcripts)."
    )


@every_game
def test_a_kept_game_can_be_read_in_one_sitting(kept: Kept) -> None:
    assert file_of(kept).stat().st_size <= MOST_BYTES


def test_no_transcript_is_left_of_a_game_that_is_no_longer_kept() -> None:
    assert sorted(FOLDER.glob("*")) == sorted(map(file_of, GAMES))


def test_the_kept_games_show_every_rule_that_asks() -> None:
    asks = {rule for kept in GAMES for rule in kept.game.ASKS}
    for rule in (*asks, "TM-29"):
        assert re.search(rf"^\[\d+\] {rule}\b", all_kept(), re.M), rule


@pytest.mark.parametrize(
    "words",
    [
        "takes a loan", "buys card", "off the market", "leave the game", "TM-11 pays", "TM-25 takes", "TM-25 levy paid",
        "TM-24 payout", "still owes", "takes the goose", "hands the goose", "TM-28 clears", "goose with P",
        "uses Lagerverkauf", "uses Express-Kurier", "takes a green card", "plays a green card: ", "refuses to carry",
        "DH-10 pays the transport fee", "DH-22 bonus", "takes a promissory note", "by the order of play",
        "and drops to", "climbs to", "Nobody bids", "DH-19 sells", "New red cards:",
        "opens the market", "can neither buy nor sell", "trading turns and passes", "FG-R12 unsold cubes",
        "is pushed off", " for one ", "for Fagin, for", "FG-16 pays Fagin", "1 urchin home", "gives up ", "from P1 in ",
        "goes stealing",
        "is shuffled to a new pile", "can do nothing and is passed over", "drawn unseen", "in the black current.",
        "TO-12 slides", "TO-4 overpays", "take reserved", " in production", "TO-19 insures", "takes a token for",
    ],
)  # fmt: skip
def test_the_kept_games_show_what_happens_seldom(words: str) -> None:
    assert words in all_kept()


def all_kept() -> str:
    """All kept games in one text."""
    return "".join(file_of(kept).read_text(encoding="utf-8") for kept in GAMES)


def main() -> None:
    """Write every transcript anew."""
    FOLDER.mkdir(exist_ok=True)
    for kept in GAMES:
        file_of(kept).write_text(transcript(kept), encoding="utf-8", newline="\n")
        print(f"{file_of(kept).name}: {file_of(kept).stat().st_size} bytes")


if __name__ == "__main__":
    main()
