"""Die Händler in whole games that begin with all cards in hands, so that every card is seen at work; and nobody learns
from the course of play who holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal, smallest_legal
from mechanics.choices import Free
from mechanics.games import haendler
from mechanics.games.haendler import BOX, Box, Table
from mechanics.games.haendler.roads import space
from mechanics.games.haendler.script import game
from mechanics.table import NATURE, Ask, Chance, answer_of, play
from tests.haendler_steps import at

SEEDS = range(30)
with_everybody = pytest.mark.parametrize("seats", haendler.SEATS)
every_setting = pytest.mark.parametrize(
    "changes", [{field: value} for field, values in haendler.SETTINGS.items() for value in values[1:]], ids=str
)


def rich(seats: int, seed: int, box: Box = BOX) -> Table:
    """A second round in which all red cards are owned; everybody has five green cards, goods, a rank and a purse."""
    rng = np.random.default_rng([seed, seats])
    owners = rng.integers(seats, size=len(box.red)).tolist()
    reds = [[card for card, owner in zip(box.red, owners, strict=True) if owner == seat] for seat in range(seats)]
    stack = [card for card in box.green for _ in range(box.green_each)]
    deal = rng.permutation(len(stack)).tolist()
    greens = {seat: [stack[i] for i in deal[5 * seat : 5 * seat + 5]] for seat in range(seats)}
    stored = {city: rng.choice(box.makes[city], size=(seats, min(3, 6 // seats))).tolist() for city in box.cities}
    stores = {(seat, city): goods[seat] for city, goods in stored.items() for seat in range(seats)}
    purses = (100 * rng.integers(0, 60, size=seats)).tolist()
    return at(
        "buy", purses, box, stores=stores, greens=greens, reds=tuple(map(tuple, reds)), red_open=(), red_deck=(),
        round=2, ranks=tuple(rng.integers(0, 8, size=seats).tolist()), rows=tuple(rng.integers(6, size=6).tolist()),
    )  # fmt: skip


def questions(start: Table, seed: int) -> Iterator[Ask[Table]]:
    """Everything that is asked in a game of random players from this table on, and a last question to nobody."""
    chance, script = Chance(seed), game(start.seats, start.box, start)
    robots, freed = dict.fromkeys(range(start.seats), random_legal), False
    ask = next(script)
    try:
        while True:
            yield ask
            answers: dict[int, Any] = {}
            for seat in ask.allowed:
                answers[seat] = answer_of(haendler, ask, seat, robots, chance, freed)  # type: ignore[arg-type]
                if isinstance(answers[seat], Free):
                    answers = {seat: answers[seat]}
                    break
            chance.count(ask.rule, answers)
            freed = any(isinstance(answer, Free) for answer in answers.values())
            ask = script.send(answers)
    except StopIteration as over:
        yield Ask("DH-33", over.value, {})


@cache
def played(seats: int, seed: int) -> list[Ask[Table]]:
    """Such a game, question by question."""
    return list(questions(rich(seats, seed), seed))


def goods_of(table: Table) -> Counter[str]:
    """All goods without the markers."""
    out = [good for seat in table.stores for goods in seat for good in goods]
    out += [good for wagon in table.wagons for goods in wagon.load for good in goods]
    return Counter(out) + Counter(dict(zip(table.box.goods, table.stock, strict=True)))


def greens_of(table: Table) -> Counter[str]:
    """All green cards."""
    return Counter([*table.green_stack, *table.green_gone, *(card for hand in table.greens for card in hand)])


# --- nothing is lost --------------------------------------------------------------------------------------------------


@with_everybody
def test_with_all_cards_in_play_no_piece_no_guilder_and_no_rule_is_lost(seats: int) -> None:
    for seed in SEEDS:
        asks = played(seats, seed)
        for ask in asks:
            table = ask.table
            assert goods_of(table) == dict.fromkeys(BOX.goods, 8)
            assert greens_of(table) == dict.fromkeys(BOX.green, 3)
            assert sorted(card for cards in table.reds for card in cards) == sorted(BOX.red)
            assert min(table.ledger.balances[:seats]) >= 0 and sum(table.ledger.balances) == 0
            assert all(balance % 100 == 0 for balance in table.ledger.balances)
        assert {event.rule for event in asks[-1].table.story} <= set(haendler.RULES)
        assert all(sold.rule in haendler.RULES for sold in asks[-1].table.sales)


@with_everybody
def test_all_wagons_loads_ranks_rows_and_tiles_stay_within_their_limits(seats: int) -> None:
    for seed in SEEDS:
        for table in (ask.table for ask in played(seats, seed)):
            assert all(0 <= row < 6 for row in (*table.rows, *table.bonus))
            assert all(0 <= rank <= 10 for rank in table.ranks) and set(table.notes) <= {0, 1}
            assert all(tiles and set(tiles) <= {1, 2, 3, 4} for tiles in table.tiles)
            on_roads = [wagon.spot for wagon in table.wagons if wagon.spot.step]
            assert len({space(BOX, spot) for spot in on_roads}) == len(on_roads)
            for wagon in table.wagons:
                assert all(len(goods) <= 3 for goods in wagon.load)
                assert wagon.master is None or not wagon.spot.step
                others = {good for seat, goods in enumerate(wagon.load) if seat != wagon.master for good in goods}
                assert wagon.master is None or wagon.kind not in others


def test_every_card_is_seen_at_work() -> None:
    ends = [played(seats, seed)[-1].table for seats in haendler.SEATS for seed in SEEDS]
    story = {event.text.partition(" ")[2] for end in ends for event in end.story if event.rule == "DH-28"}
    assert story == {f"uses {card}." for card in BOX.red} | {f"plays a green card: {card}." for card in BOX.green}


def test_a_red_card_is_used_once_a_round_at_most_and_a_green_one_once() -> None:
    for seats in haendler.SEATS:
        for seed in SEEDS:
            end = played(seats, seed)[-1].table
            uses = Counter((event.round, event.text) for event in end.story if " uses " in event.text)
            assert set(uses.values()) <= {1}
            plays = Counter(event.text.split(": ")[1][:-1] for event in end.story if "plays a green" in event.text)
            assert plays == Counter(end.green_gone) and max(plays.values()) <= 3


# --- nobody learns ----------------------------------------------------------------------------------------------------


@with_everybody
def test_nobody_learns_from_who_is_asked_what_the_others_hold(seats: int) -> None:
    for seed in SEEDS[:8]:
        rng, before = np.random.default_rng(seed), ("", -1)
        for ask in played(seats, seed)[:-1]:
            if (now := (ask.table.phase, ask.table.turn)) != before:
                before = now
                if ask.table.story and ask.table.story[-1].rule == "DH-R24":
                    continue  # a tile has gone down unasked: this is no longer the head of a turn
                for seat in range(seats):
                    other = next(game(seats, BOX, haendler.redeal(ask.table, seat, rng)))
                    assert haendler.view(other, seat) == haendler.view(ask, seat)


@with_everybody
def test_what_is_seen_names_no_green_card_of_another(seats: int) -> None:
    for ask in played(seats, 1):
        for seat in (None, *range(seats)):
            board = haendler.view(ask, seat).board
            own = ask.table.greens[seat] if seat is not None else ()
            assert board.greens == own
            assert not hasattr(board, "influence") and not hasattr(board, "green_stack")
            assert [purse is None for purse in board.purses] == [
                bool(ask.table.phase) and other != seat for other in range(seats)
            ]


# --- whole games ------------------------------------------------------------------------------------------------------


@every_setting
@with_everybody
def test_every_setting_a_table_may_agree_on_makes_whole_games(seats: int, changes: dict[str, Any]) -> None:
    box = replace(BOX, **changes)
    for seed in range(4):
        end = play(haendler, dict.fromkeys(range(seats), random_legal), seed, box=box)
        assert end.phase == "" and (end.arrivals >= BOX.end_arrivals[seats] or end.round == BOX.most_rounds)
        for _ in questions(rich(seats, seed, box), seed):
            pass


def test_where_empty_wagons_stay_and_nobody_loads_the_game_ends_all_the_same() -> None:
    box = replace(BOX, empty_wagons_move="no", most_rounds=5)
    end = play(haendler, dict.fromkeys(range(3), smallest_legal), 1, box=box)
    assert (end.round, end.arrivals, end.phase) == (5, 0, "")


def test_in_a_changed_box_other_numbers_of_goods_ranks_and_rows_are_played() -> None:
    box = replace(
        BOX, goods_each=4, ranks=BOX.ranks[:4], representation=(0, 200, 400, 600), buy=BOX.buy[:3], sell=BOX.sell[:3],
        tiles=(1, 2, 3), bonus=(0, 200, 400), step=50, end_arrivals={2: 3, 3: 3, 4: 3},
    )  # fmt: skip
    for seats in haendler.SEATS:
        end = play(haendler, dict.fromkeys(range(seats), random_legal), 3, box=box)
        assert end.phase == "" and max(end.ranks) <= 3 and max(end.rows) <= 2 and sum(goods_of(end).values()) == 18


@with_everybody
def test_the_longest_and_the_shortest_games_of_random_players_are_within_reason(seats: int) -> None:
    rounds = [play(haendler, dict.fromkeys(range(seats), random_legal), seed).round for seed in range(20)]
    assert min(rounds) >= 3 and max(rounds) <= 14


def test_nature_is_asked_for_nothing_but_the_set_up_and_the_top_card() -> None:
    asked = Counter[str]()
    for seed in SEEDS[:10]:
        for ask in played(4, seed):
            asked.update([ask.rule] if NATURE in ask.allowed else [])
    assert asked == {}
