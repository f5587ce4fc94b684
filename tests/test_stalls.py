"""Markets with stalls: cubes on the wheel, small sessions solved exactly, full ones on arrays, by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from mechanics import market_play, market_values, stalls
from mechanics.bots import robots
from mechanics.games import fagin as game
from mechanics.games.fagin import BOX
from mechanics.games.fagin.box import GENTLE
from mechanics.games.fagin.script import PHASES
from mechanics.market_play import Market, Tables
from mechanics.stalls import AIMS, ENDS, Scene, solve
from mechanics.table import play
from tests.fagin_steps import trading

RING, SIX, SOFT = BOX.ring, BOX.faces, tuple(map(int, GENTLE.split()))
DICE = pytest.mark.parametrize("faces", [SIX, SOFT, (1,), (0, 1)])

# --- a cube on the wheel ----------------------------------------------------------------------------------------------


@DICE
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_cube_that_is_held_costs_the_mean_over_all_rolls_of_the_die(faces: tuple[int, ...], turns: int) -> None:
    for offset in (0, 4):
        rolls = list(product(faces, repeat=turns))
        wanted = [Fraction(sum(RING[(g + offset + sum(r)) % 6] for r in rolls), len(rolls)) for g in range(6)]
        assert list(market_values.held(RING, faces, offset, turns)) == wanted


def best_by_hand(place: int, faces: tuple[int, ...], turns: int) -> Fraction:
    """What a cube is worth after the next turn, by trying both answers after every roll."""
    total = Fraction(0)
    for face in faces:
        there = (place + face) % 6
        wait = best_by_hand(there, faces, turns - 1) if turns > 1 else Fraction(0)
        total += max(Fraction(RING[there]), wait)
    return total / len(faces)


@DICE
@pytest.mark.parametrize("turns", [1, 2, 4])
def test_the_best_moment_is_found_by_trying_to_sell_and_to_wait_after_every_roll(
    faces: tuple[int, ...], turns: int
) -> None:
    found = market_values.best_moment(RING, faces, 2, turns)
    assert list(found) == [best_by_hand((good + 2) % 6, faces, turns) for good in range(6)]
    assert all(free >= fixed for free, fixed in zip(found, market_values.best_mean(RING, faces, 2, turns), strict=True))


def test_who_names_the_round_in_advance_gets_the_best_of_the_means() -> None:
    known = [market_values.held(RING, SOFT, 0, turns) for turns in (1, 2, 3)]
    assert market_values.best_mean(RING, SOFT, 0, 3) == tuple(max(prices) for prices in zip(*known, strict=True))


@DICE
def test_wheels_that_were_turned_agree_with_what_is_exact(faces: tuple[int, ...]) -> None:
    walks = market_values.walks(RING, faces, 3, 4, games=4_000, seed=2)
    assert walks.shape == (4_000, 5, 6) and (walks[:, 0] == [8, 10, 12, 2, 4, 6]).all()
    sold = market_values.sold(RING, faces, 3, 4, games=4_000, seed=2)
    for earned, exact in ((walks[:, 4], market_values.held), (sold, market_values.best_moment)):
        error = earned.std(axis=0) / np.sqrt(4_000)
        assert (abs(earned.mean(axis=0) - np.array(exact(RING, faces, 3, 4), dtype=float)) <= 4.5 * error + 1e-9).all()


@pytest.mark.parametrize("worth", [market_values.best_mean, market_values.best_moment, market_values.sold])
def test_without_a_turn_to_come_there_is_nothing_to_wait_for(worth: Any) -> None:
    with pytest.raises(ValueError, match="At least one turn"):
        worth(RING, SIX, 0, 0)


# --- small sessions ---------------------------------------------------------------------------------------------------


def by_hand(scene: Scene) -> tuple[Fraction, ...]:
    """What all gain by trying every move, without a memory; stalls, hands and purses are kept one by one."""
    return try_all(scene, [list(h) for h in scene.hands], list(scene.stock), list(scene.cash), 0, set(), 0, 0)


def try_all(
    scene: Scene, hands: Any, stock: Any, cash: Any, me: int, passed: set[int], way: int, done: int
) -> tuple[Fraction, ...]:
    """The value of one position, see `by_hand`."""
    many, ended = len(hands), 0 if scene.end == ENDS[0] else 1
    if many - len(passed) <= ended:
        change = zip(hands, scene.hands, strict=True)
        return tuple(
            sum((Fraction(v) - p) * (a - b) for v, p, a, b in zip(scene.later, scene.prices, now, had, strict=True))
            for now, had in change
        )

    def go_on(out: set[int]) -> tuple[Fraction, ...]:
        order = [(me + i) % many for i in range(1, many + 1)]
        after = next((one for one in order if one not in out), me)
        return try_all(scene, hands, stock, cash, after, out, 0, 0)

    found = [go_on(passed if way else passed | {me})]
    for good, does in product(range(len(stock)), (1, -1)):
        price, had, held = scene.prices[good], scene.hands[me][good], hands[me][good]
        can = stock[good] > 0 and cash[me] >= price if does > 0 else held > 0 and stock[good] < scene.capacity
        if not can or way * does < 0 or (held - had) * does < 0:
            continue
        hands[me][good] += does
        stock[good] -= does
        cash[me] -= does * price
        last = done + 1 >= scene.limits[me]
        found.append(go_on(passed) if last else try_all(scene, hands, stock, cash, me, passed, does, done + 1))
        hands[me][good] -= does
        stock[good] += does
        cash[me] += does * price
    own = {AIMS[0]: lambda v: (v[me], v[me] - sum(v)), AIMS[1]: lambda v: (many * v[me] - sum(v), v[me])}[scene.aim]
    return max(found, key=own)


SMALL = [
    Scene((2, 8), (7, 7), (2, 1), ((1, 1), (1, 1)), (6, 20), 2, (2, 1)),
    Scene((4, 10), (7, 7), (1, 2), ((1, 1), (0, 2)), (20, 4), 3, (2, 1)),
    Scene((2, 10), (5, Fraction(13, 2)), (1, 0), ((0, 1), (1, 1)), (3, 3), 1, (1, 1)),
    Scene((4, 10), (7, 7), (2, 2), ((1, 1), (1, 1)), (20, 2), 2, (2, 1), end=ENDS[1]),
    Scene((2, 12), (7, 7), (1, 1), ((1, 0), (0, 1), (0, 1)), (4, 4, 4), 2, (2, 1, 1)),
    Scene((2, 12), (7, 7), (1, 0), ((1, 1), (1, 0)), (4, 2), 2, (1, 1), end=ENDS[1]),
]


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("scene", SMALL)
def test_a_small_session_is_worth_what_trying_every_move_finds(scene: Scene, aim: str) -> None:
    scene = replace(scene, aim=aim)
    assert solve(scene).gains == by_hand(scene)


def test_the_gains_of_two_traders_do_not_depend_on_the_order_of_goods() -> None:
    one = Scene((2, 6, 10), (7, 7, 7), (2, 1, 2), ((1, 1, 1), (1, 0, 1)), (14, 8), 3, (2, 1))
    turned = replace(
        one, prices=(10, 2, 6), stock=(2, 2, 1), hands=((1, 1, 1), (1, 1, 0))
    )  # fmt: skip
    assert solve(one).gains == solve(turned).gains


def test_two_a_turn_and_going_first_are_worth_something_where_cubes_are_scarce() -> None:
    scene = Scene((2, 8), (7, 7), (2, 2), ((1, 1), (1, 1)), (20, 20), 3, (2, 1))
    two, one = solve(scene).gains, solve(stalls.without_two(scene)).gains
    assert two[0] > one[0] > one[1] > two[1]


def test_the_last_one_left_may_go_on_and_that_is_worth_something_to_the_rich() -> None:
    scene = Scene((4, 10), (7, 7), (3, 3), ((1, 1), (1, 1)), (20, 2), 3, (2, 1))
    assert solve(scene).gains == (9, 0) and solve(replace(scene, end=ENDS[1])).gains == (6, 0)


def test_of_two_equally_good_moves_the_one_is_made_that_leaves_less_to_the_other() -> None:
    scene = Scene((4, 10), (7, 7), (1, 0), ((0, 1), (0, 0)), (4, 14), 1, (1, 1), end=ENDS[1])
    assert solve(scene).gains == (3, 0), "to buy or to sell gains 3, and the other may have the last cube or none"


def test_the_first_moves_are_all_that_are_possible_and_the_best_is_the_solution() -> None:
    scene = SMALL[0]
    found = solve(scene)
    assert [(move.does, move.good) for move, _ in found.first] == [
        ("pass", -1), ("buy", 0), ("sell", 1),
    ]  # fmt: skip
    assert max(gains[0] for _, gains in found.first) == found.gains[0]
    assert found.steps[0] in [move for move, gains in found.first if gains[0] == found.gains[0]]


@pytest.mark.parametrize(("wrong", "why"), [
    ({"stock": (2,)}, "Give every good"), ({"cash": (6,)}, "Give each of two or more"),
    ({"limits": (0, 1)}, "1 or more cubes"), ({"stock": (3, 1)}, "holds 0 to 2"), ({"end": "never"}, "the end is one"),
    ({"hands": ((1, 1), (1, -1))}, "a hand 0 or more"), ({"cash": (-1, 2)}, "Purses are 0 or more"),
])  # fmt: skip
def test_a_market_that_cannot_be_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(SMALL[0], **wrong)


def test_a_market_that_is_too_large_is_refused_in_time() -> None:
    scene = Scene((2, 4, 10, 12), (7,) * 4, (5,) * 4, ((3,) * 4,) * 4, (60,) * 4, 6, (2, 1, 1, 1))
    with pytest.raises(ValueError, match="more than 20 positions"):
        solve(scene, most=20)


# --- the rules of the game are those of the small session -------------------------------------------------------------

NAMED = ("blue", "green", "black")


def table_of(scene: Scene) -> Any:
    """The session on a table of the game: seat 0 opens, seat 1 follows; the goods that are left out are nowhere."""
    box = replace(BOX, stall=scene.capacity, initial_stock=0)
    none = dict.fromkeys(BOX.goods, 0)
    hands = {seat: none | dict(zip(NAMED, hand, strict=True)) for seat, hand in enumerate(scene.hands)}
    stock = none | dict(zip(NAMED, scene.stock, strict=True))
    return trading(scene.cash, box=box, offset=0, hands=hands, stock=stock)


def replayed(scene: Scene) -> tuple[int, ...]:
    """Play the solution by the rules of the game, and return everybody's cubes times what they gain."""
    table = table_of(scene)
    steps: Iterator[Any] = iter(solve(scene).steps)
    while table.phase == "trade":
        script = PHASES["trade"](table)
        try:
            ask = next(script)
            (seat,) = ask.allowed
            step = next(s for s in steps if s.trader == seat and _said(s) in ask.allowed[seat])
            script.send({seat: _said(step)})
        except StopIteration as end:
            table = end.value
    gains = [later - price for later, price in zip(scene.later, scene.prices, strict=True)]
    held = [[hand[BOX.number[good]] for good in NAMED] for hand in table.hands]
    change = zip(held, scene.hands, strict=True)
    return tuple(sum(g * (a - b) for g, a, b in zip(gains, now, had, strict=True)) for now, had in change)


def _said(step: Any) -> str:
    return {"pass": "pass", "stop": "that is all"}.get(step.does) or f"{step.does} {NAMED[step.good]}"


@pytest.mark.parametrize(("stock", "cash"), [((2, 2, 2), (20, 20)), ((3, 0, 1), (4, 14)), ((0, 3, 3), (30, 6))])
def test_the_solution_is_legal_play_and_brings_by_the_rules_what_it_says(
    stock: tuple[int, ...], cash: tuple[int, int]
) -> None:
    scene = Scene((2, 6, 10), (7, 7, 7), stock, ((1, 1, 1), (1, 1, 1)), cash, 3, (2, 1))
    assert replayed(scene) == solve(scene).gains


# --- many sessions at once --------------------------------------------------------------------------------------------


def random_tables(many: int, seats: int, seed: int) -> Tables:
    """Tables at any offset with any cubes and purses; what cubes cost later is the mean."""
    rng = np.random.default_rng(seed)
    prices = np.array(BOX.prices)[rng.integers(6, size=many)]
    stock = rng.integers(0, 7, size=(many, 6))
    hands, cash = rng.integers(0, 4, size=(many, seats, 6)), rng.integers(0, 60, size=(many, seats))
    return Tables(prices, np.full((many, 6), 7.0), stock, hands, cash)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_sessions_on_arrays_are_those_that_value_traders_play_by_the_rules(seats: int) -> None:
    tables = random_tables(6, seats, seed=seats)
    for opener in (0, seats - 1):
        after = market_play.session(tables, market_play.order_of(opener, seats), Market(RING, SIX))
        for i in range(len(tables.cash)):
            hands = {s: dict(zip(BOX.goods, map(int, tables.hands[i, s]), strict=True)) for s in range(seats)}
            start = trading(
                list(map(int, tables.cash[i])), coin=opener, hands=hands, box=replace(BOX, market_rounds=2),
                stock=dict(zip(BOX.goods, map(int, tables.stock[i]), strict=True)),
                offset=BOX.prices.index(tuple(tables.prices[i].tolist())), turn=seats - 1, first=(opener + 1) % seats,
            )  # fmt: skip
            traders = dict.fromkeys(range(seats), robots("fagin")["value trader"])
            done = play(game, traders, 1, box=start.box, start=start)
            (market, *_) = done.sessions
            assert market.after.hands == tuple(tuple(hand) for hand in after.hands[i].tolist())
            assert market.after.cash == tuple(after.cash[i].tolist())


def test_a_session_on_arrays_keeps_cubes_and_net_worth() -> None:
    tables = random_tables(200, 4, seed=1)
    after = market_play.session(tables, [2, 1, 0, 3], Market(RING, SIX))
    assert (tables.stock + tables.hands.sum(axis=1) == after.stock + after.hands.sum(axis=1)).all()
    for then, now in ((tables, after),):
        worth = [t.cash + (t.hands * t.prices[:, None]).sum(axis=-1) for t in (then, now)]
        assert (worth[0] == worth[1]).all() and (now.cash >= 0).all() and (now.hands >= 0).all()
    assert after.stock.min() >= 0 and after.stock.max() <= 6
    assert (market_play.gained(tables, after) >= 0).all() and market_play.gained(tables, after).sum() > 0


def test_with_one_left_the_session_on_arrays_is_over() -> None:
    tables = random_tables(300, 2, seed=3)
    long, short = (
        market_play.session(tables, [0, 1], Market(RING, SIX, opener=1, end=end)) for end in ENDS
    )  # fmt: skip
    gains = [market_play.gained(tables, after).sum(axis=1) for after in (long, short)]
    assert (gains[0] >= gains[1]).all() and (gains[0] > gains[1]).any()


def test_the_turns_of_a_session_on_arrays_are_limited() -> None:
    tables = random_tables(50, 2, seed=4)
    after = market_play.session(tables, [0, 1], Market(RING, SIX, turns=1))
    moved = abs(after.hands - tables.hands).sum(axis=-1)
    assert moved[:, 0].max() == 2 and moved[:, 1].max() == 1


def test_games_on_arrays_open_the_market_in_every_round_but_the_last() -> None:
    rounds = list(market_play.openings(Market(RING, SIX), 3, 6, games=40, seed=5))
    assert len(rounds) == 5 and (rounds[0].hands == 1).all() and (rounds[0].cash == 20).all()
    assert (rounds[-1].later == 7).all() and (rounds[-1].hands.sum(axis=(1, 2)) > 18).any()
    again = list(market_play.openings(Market(RING, SIX), 3, 6, games=40, seed=5))
    assert all(
        (a == b).all() for one, other in zip(rounds, again, strict=True) for a, b in zip(one, other, strict=True)
    )
    worth = [t.cash + (t.hands * t.prices[:, None]).sum(axis=-1) for t in rounds]
    assert worth[-1].mean() > worth[0].mean() + 20, "traders grow rich while the wheel turns"


def test_in_games_on_arrays_the_next_one_clockwise_opens_after_every_round() -> None:
    market = Market(RING, SIX)
    rounds = list(market_play.openings(market, 3, 6, games=30, seed=5))
    found = []
    for before, after in pairwise(rounds):
        played = [market_play.session(before, market_play.order_of(seat, 3), market).hands for seat in range(3)]
        found.append([seat for seat, hands in enumerate(played) if (hands == after.hands).all()])
    assert found == [[(found[0][0] + now) % 3] for now in range(4)]


def test_every_place_is_played_by_every_seat() -> None:
    tables = random_tables(100, 3, seed=6)
    swapped = Tables(*tables[:3], tables.hands[:, [1, 2, 0]], tables.cash[:, [1, 2, 0]])
    places = [market_play.by_place(t, Market(RING, SIX)) for t in (tables, swapped)]
    assert places[0] == pytest.approx(places[1]) and places[0].mean(axis=0)[0] > places[0].mean(axis=0)[1:].max()
