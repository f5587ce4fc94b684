"""Fagin's Gang in whole games of random players, in both boxes: nothing is lost, wealth is read off the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from mechanics.bots import random_legal, smallest_legal
from mechanics.games import fagin
from mechanics.games.fagin import BOX, GANG, Box, Holding, Table
from mechanics.games.fagin.script import game
from mechanics.session import Session
from mechanics.table import NATURE, Ask, Chance, answer_of, play
from tests.fagin_steps import gang

SEEDS = range(4)
BOXES = {"market": BOX, "gang": GANG}
with_everybody = pytest.mark.parametrize("seats", fagin.SEATS)
in_both_boxes = pytest.mark.parametrize("mode", BOXES)
every_setting = pytest.mark.parametrize(
    "changes", [{field: value} for field, values in fagin.SETTINGS.items() for value in values[1:]], ids=str
)


@cache
def played(mode: str, seats: int, seed: int) -> list[Ask[Any]]:
    """A whole game of random players, question by question, and a last question to nobody."""
    session = Session(fagin, seats, seed, box=BOXES[mode], bots=dict.fromkeys(range(seats), random_legal))
    return [session.at(step) for step in range(len(session.log) + 1)]


def tables(mode: str, seats: int) -> Iterator[list[Table]]:
    """The tables of some games, from the end of the set-up on."""
    for seed in SEEDS:
        yield [ask.table for ask in played(mode, seats, seed) if ask.table.round]


def worths(held: Holding, prices: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody's net worth, counted by hand."""
    return tuple(cash + int(np.dot(hand, prices)) for cash, hand in zip(held.cash, held.hands, strict=True))


# --- nothing is lost, nothing goes beyond its limit -------------------------------------------------------------------


@in_both_boxes
@with_everybody
def test_stalls_hands_turns_and_limits_stay_within_the_rules(mode: str, seats: int) -> None:
    for table in (table for one in tables(mode, seats) for table in one):
        assert all(0 <= cubes <= BOX.stall for cubes in table.stock)
        assert min((*table.store, *table.aside, *(cubes for hand in table.hands for cubes in hand))) >= 0
        assert all(taken <= BOX.market_turns for taken in table.taken)
        assert len(set(table.passed)) == len(table.passed) < seats
        assert (table.coin is None) == (table.trader is None) == (table.phase != "trade")
        assert table.half == "" or table.trader == table.coin
        assert 0 <= table.offset < 6 and table.turn <= seats and table.round <= BOXES[mode].rounds(seats)


@with_everybody
def test_urchins_and_constables_never_share_a_space_and_the_books_are_kept(seats: int) -> None:
    for table in (table for one in tables("gang", seats) for table in one):
        for spaces, constable in zip(table.streets, table.constables, strict=True):
            assert len(spaces) == 11 and spaces[constable] is None
        assert min((*table.waiting, *table.home)) >= 0 and len(table.acted) <= 3
        if table.phase == "wheel":
            assert all(sum(hand) <= GANG.hand_limit for hand in table.hands)


@with_everybody
def test_a_session_of_the_market_is_traded_in_turns_anti_clockwise(seats: int) -> None:
    for end in (one[-1] for one in tables("market", seats)):
        assert len({market.round for market in end.sessions}) == len(end.sessions)
        for market in end.sessions:
            turns = list(dict.fromkeys((trade.turn, (market.opener - trade.seat) % seats) for trade in market.trades))
            assert turns == sorted(turns)
            cubes = Counter((trade.seat, trade.turn) for trade in market.trades)
            assert all(many <= (2 if seat == market.opener else 1) for (seat, _), many in cubes.items())
            ways = {(trade.seat, trade.turn, trade.does) for trade in market.trades}
            assert len(ways) == len(cubes)
            assert all(t.price == BOX.prices[market.offset][BOX.number[t.good]] for t in market.trades)


@with_everybody
def test_the_market_is_opened_once_in_a_round_in_the_gang_box_too(seats: int) -> None:
    for end in (one[-1] for one in tables("gang", seats)):
        assert len({market.round for market in end.sessions}) == len(end.sessions) > 0


# --- wealth can be read off the record --------------------------------------------------------------------------------


@in_both_boxes
@with_everybody
def test_price_path_and_net_worth_can_be_read_off_the_record(mode: str, seats: int) -> None:
    for one in tables(mode, seats):
        end = one[-1]
        assert [turn.round for turn in end.turns] == list(range(end.round))
        assert all((turn.before + turn.die) % 6 == turn.after for turn in end.turns)
        assert all(later.before == turn.after for turn, later in zip(end.turns, end.turns[1:], strict=False))
        assert [turn.worth_before for turn in end.turns[1:]] == list(end.past[:-1])
        offsets = {turn.round + 1: turn.after for turn in end.turns}
        for market in end.sessions:
            assert market.offset == offsets[market.round]
            prices = BOX.prices[market.offset]
            assert worths(market.before, prices) == worths(market.after, prices)
        if mode == "market":
            assert fagin.scores(end) == end.past[-1]


@in_both_boxes
def test_every_session_is_the_sum_of_its_trades(mode: str) -> None:
    for end in (one[-1] for one in tables(mode, 4)):
        for market in end.sessions:
            for seat in range(4):
                mine = [(1 if t.does == "buy" else -1, t) for t in market.trades if t.seat == seat]
                assert market.after.cash[seat] - market.before.cash[seat] == -sum(way * t.price for way, t in mine)
                for i, good in enumerate(BOX.goods):
                    more = market.after.hands[seat][i] - market.before.hands[seat][i]
                    assert more == sum(way for way, t in mine if t.good == good)


@in_both_boxes
def test_everybody_sees_the_same_board(mode: str) -> None:
    for ask in played(mode, 3, 1):
        boards = [fagin.view(ask, seat).board for seat in (None, 0, 1, 2)]
        assert boards == [boards[0]] * 4
        board, table = boards[0], ask.table
        if table.hands:
            held = Holding(board.purses, board.hands)
            assert board.worth == worths(held, board.prices) and board.prices == BOX.prices[table.offset]
        assert board.purses == tuple(table.ledger.balance(seat) for seat in range(3))
        assert (board.scores is None) == bool(table.phase)
        assert board.order == (() if table.coin is None else tuple((table.coin - i) % 3 for i in range(3)))
        acting = table.phase in ("action", "trade", "urchins", "goods", "money")
        assert board.active == ((table.first + table.turn) % 3 if acting else None)
        assert (board.mode, board.rounds) == (mode, 6 if mode == "market" else 12)


# --- what a tournament counts -----------------------------------------------------------------------------------------


@in_both_boxes
def test_a_tournament_counts_markets_cubes_urchins_and_what_the_wheel_brought(mode: str) -> None:
    for end in (one[-1] for one in tables(mode, 3)):
        counted = fagin.counters(end)
        for seat, row in enumerate(counted):
            mine = [trade.does for market in end.sessions for trade in market.trades if trade.seat == seat]
            assert (row["cubes bought"], row["cubes sold"]) == (mine.count("buy"), mine.count("sell"))
            assert row["markets opened"] == [market.opener for market in end.sessions].count(seat)
            assert row.get("urchins home") == (end.home[seat] if mode == "gang" else None)
            assert row["cubes left"] == sum((end.last or Holding((), end.hands)).hands[seat])
            if mode == "market":
                assert row["cubes left"] == 6 + row["cubes bought"] - row["cubes sold"]
                start = end.turns[0].worth_after[seat]
                assert row["brought by the wheel"] == end.ledger.balance(seat) - start, "the wheel alone moves wealth"
        assert sum(row["markets opened"] for row in counted) == len(end.sessions) > 0


# --- whole games ------------------------------------------------------------------------------------------------------


@every_setting
@in_both_boxes
def test_every_setting_a_table_may_agree_on_makes_whole_games(mode: str, changes: dict[str, Any]) -> None:
    box = replace(BOXES[mode], **changes)
    for seats in (2, 3, 6):
        for seed in range(2):
            end = play(fagin, dict.fromkeys(range(seats), random_legal), seed, box=box)
            assert end.phase == "" and end.round == box.rounds(seats)


@in_both_boxes
@with_everybody
def test_players_who_do_the_first_thing_they_may_come_to_an_end(mode: str, seats: int) -> None:
    end = play(fagin, dict.fromkeys(range(seats), smallest_legal), 1, box=BOXES[mode])
    assert end.phase == "" and end.round == BOXES[mode].rounds(seats)


def test_a_changed_box_with_four_goods_and_other_streets_is_played() -> None:
    box = replace(
        GANG, goods=BOX.goods[:4], called=BOX.called[:4], places=BOX.places[:4], ring=(1, 5, 9, 13), stall=3,
        initial_stock=2, spaces=5, entry=2, urchins=3, home_needed=1, warehouse={2: 8, 3: 12}, opener_limit=4,
        other_limit=2, hand_limit=5, die="1 3", gang_rounds=20,
    )  # fmt: skip
    for mode in BOXES:
        for seats in (2, 3):
            end = play(fagin, dict.fromkeys(range(seats), random_legal), 3, box=replace(box, mode=mode))
            assert end.phase == "" and max(end.offset, *end.stock) <= 3
            cubes = [sum(place) for place in zip(end.stock, end.store, end.aside, *end.hands, strict=True)]
            assert cubes == [30] * 4


def rich(seats: int, box: Box = GANG) -> Table:
    """A round in which everybody has urchins at the ends of three places, cubes of every colour and a full purse."""
    streets = []
    for place in range(6):
        spaces: list[int | None] = [None] * 11
        for i in range(min(seats, 3)):
            spaces[(0, 9, 1)[i]] = (place + i) % seats
        streets.append(tuple(spaces))
    out = Counter(owner for spaces in streets for owner in spaces)
    hands = {seat: dict.fromkeys(BOX.goods, 4) for seat in range(seats)}
    waiting = tuple(max(0, 5 - out[seat]) for seat in range(seats))
    return gang("action", [90] * seats, box, streets=tuple(streets), hands=hands, waiting=waiting)


def whole(start: Table, seed: int) -> Iterator[Ask[Table]]:
    """Everything that is asked in a game of random players from this table on, and a last question to nobody."""
    chance, script = Chance(seed), game(start.seats, start.box, start)
    robots = dict.fromkeys(range(start.seats), random_legal)
    ask = next(script)
    try:
        while True:
            yield ask
            answers = {seat: answer_of(fagin, ask, seat, robots, chance, False) for seat in ask.allowed}  # type: ignore
            chance.count(ask.rule, answers)
            ask = script.send(answers)
    except StopIteration as over:
        yield Ask("FG-R12", over.value, {})


@with_everybody
def test_with_rich_players_urchins_come_home_and_nobody_is_lost(seats: int) -> None:
    homes, rules = 0, set()
    for seed in range(6):
        start = rich(seats)
        before = urchins_of(start)
        for ask in whole(start, seed):
            assert urchins_of(ask.table) == before
            rules.add(ask.rule)
        end = ask.table
        homes += sum(end.home)
        fees = [entry for entry in end.ledger.entries if entry.why == "FG-16 pays Fagin"]
        assert len(fees) == sum(end.home) and {entry.amount for entry in fees} <= {15}
        assert end.round == 12 or max(end.home) >= 3
    assert homes > 0 and rules >= {"FG-11", "FG-12", "FG-13", "FG-16", "FG-17", "FG-R13"}


def urchins_of(table: Table) -> list[int]:
    """How many urchins every seat has, wherever they are."""
    out = Counter(owner for spaces in table.streets for owner in spaces)
    return [out[seat] + table.waiting[seat] + table.home[seat] for seat in range(table.seats)]


@in_both_boxes
def test_nature_is_asked_for_the_die_and_the_start_player_and_nothing_else(mode: str) -> None:
    asked = {ask.rule for seed in SEEDS for ask in played(mode, 4, seed) if NATURE in ask.allowed}
    assert asked == {"FG-S1", "FG-S5", "FG-3"} | ({"FG-S4"} if mode == "gang" else set())


def test_FG_R8_the_market_box_asks_for_the_market_alone_and_the_gang_box_for_all_of_it() -> None:
    asked = {mode: {ask.rule for seats in fagin.SEATS for ask in played(mode, seats, 1)} for mode in BOXES}
    assert asked["market"] == {"FG-S1", "FG-S5", "FG-1", "FG-3", "FG-4", "FG-5", "FG-R12"}
    assert asked["gang"] > asked["market"] | {"FG-S4", "FG-12", "FG-17"}
    chosen = [choice for ask in played("market", 3, 1) if ask.rule == "FG-1" for choice in ask.allowed.values()]
    assert chosen and {choice.options for choice in chosen} == {("market", "nothing")}  # type: ignore[union-attr]


@in_both_boxes
def test_every_sentence_of_the_story_stands_under_a_rule_that_the_game_explains(mode: str) -> None:
    for seats in fagin.SEATS:
        for seed in SEEDS:
            end = played(mode, seats, seed)[-1].table
            assert {event.rule for event in end.story} <= set(fagin.RULES)
            assert all(event.text.endswith(".") and event.told is None for event in end.story)


def test_a_game_is_for_two_to_six_players() -> None:
    for seats in (1, 7):
        with pytest.raises(ValueError, match=f"Fagin's Gang is for 2 to 6 players; {seats} is not possible"):
            next(game(seats))
