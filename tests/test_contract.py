"""One contract for every game: a new game joins by its name in GAMES and a function that finds its pieces."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mechanics.bots import random_legal
from mechanics.boxes import origins
from mechanics.choices import options_of
from mechanics.games import haendler
from mechanics.ledger import BANK, Account, Ledger
from mechanics.saving import GAMES, game_named
from mechanics.session import Session
from mechanics.table import NATURE, Ask, Choice, Free, Game, IllegalMove, play, sentence

SEEDS = range(200)
FEW, FEWER, LONG = range(12), range(4), 400  # seeds that are tried in every way; fewer of games of so many questions
HEADS = 60  # phases of a game at whose heads it is gone on from, at most
# Boxes that make another game of the same rules, by game: what they say other than the print.
VARIANTS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "fagin": {"gang": {"mode": "gang"}},
    "osaka": {
        "agreed": {"reserve_from_production": True, "excess_points": "cap", "tokens_count": "all", "hands": "open"},
    },
}
KEYS = {key: (key, {}) for key in GAMES} | {
    f"{key}:{called}": (key, changes) for key, boxes in VARIANTS.items() for called, changes in boxes.items()
}


def named(key: str) -> Game:
    """The game that is played under this key: "fagin", or a variant of it, "fagin:gang"."""
    return game_named(KEYS[key][0])


def box_of(key: str) -> Any:
    """The box that is played with under this key."""
    game, changes = KEYS[key]
    return replace(game_named(game).BOX, **changes)


TABLES = [pytest.param(key, seats, id=f"{key}-{seats}") for key in KEYS for seats in named(key).SEATS]
# All tests of one table come one after the other ("module"): its games are played once, and then given up.
at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES, scope="module")
of_every_game = pytest.mark.parametrize("key", GAMES)
with_every_box = pytest.mark.parametrize("key", KEYS, scope="module")


@pytest.fixture(autouse=True, scope="module")
def no_search_for_circles() -> Iterator[None]:
    """Some millions of questions are kept for a while: to look through them for circles again and again takes hours."""
    gc.disable()
    yield
    gc.enable()


def turin_pieces(table: Any) -> list[int]:
    """Every card that lies anywhere."""
    places = (*table.hands, *table.open, table.centre, table.unseen, table.gone)
    return [card for place in places for card in place]


def haendler_pieces(table: Any) -> list[str]:
    """Every piece of goods, markers included, and every red and green card that lies anywhere."""
    stores = [good for seat in table.stores for goods in seat for good in goods]
    loads = [good for wagon in table.wagons for goods in wagon.load for good in goods]
    stock = [good for good, pieces in zip(table.box.goods, table.stock, strict=False) for _ in range(pieces)]
    markers = [good for good, _ in zip(table.box.goods, table.rows, strict=False)]
    held = [card for cards in (*table.reds, *table.greens) for card in cards]
    return [*stores, *loads, *stock, *markers, *held, *table.red_deck, *table.red_open, *table.green_stack] + [
        *table.green_gone
    ]


def fagin_pieces(table: Any) -> list[tuple[str, int]]:
    """How many cubes of each colour and urchins of each player lie anywhere."""
    places = (*table.hands, table.stock, table.store, table.aside) if table.hands else ()
    cubes = zip(table.box.goods, map(sum, zip(*places, strict=True)), strict=False)
    streets = Counter(owner for spaces in table.streets for owner in spaces if owner is not None)
    owners = enumerate(zip(table.waiting, table.home, strict=True))
    return [*cubes, *((f"urchins of {seat}", sum(off) + streets[seat]) for seat, off in owners)]


def fagin_all(seats: int, box: Any) -> list[tuple[str, int]]:
    """Thirty cubes of each colour, and in the game of the gang five urchins for each player."""
    urchins = [(f"urchins of {seat}", 5) for seat in range(seats)] if box.mode == "gang" else []
    return sorted([*((good, 30) for good in box.goods), *urchins])


def osaka_pieces(table: Any) -> list[int]:
    """Every card that lies anywhere by its number; tokens are below zero, by colour; a ship is 1000."""
    places = (*table.hands, *table.cargo, *table.scored, table.market, table.production, table.pile, table.discard)
    cards = [card for place in places for card in place] + [one.card for one in table.drawn]
    rows = zip(table.supply, *table.tokens, strict=True)
    tokens = [-colour for colour, many in enumerate(rows, 1) for _ in range(sum(many))]
    return [*cards, *tokens, *[1000] * len(table.ships)]


def osaka_worths(table: Any) -> Mapping[Account, int]:
    """What the cards are worth that lie in each place which has an account."""
    seats = range(table.seats)
    unseen = (*table.pile, *(one.card for one in table.drawn))
    open_rows = {"market": table.market, "production": table.production, "discard": table.discard, "unseen": unseen}
    before_seats = (("cargo", table.cargo), ("points", table.scored))
    held = {f"P{s + 1} {what}": row[s] for what, row in before_seats for s in seats}
    places: Mapping[Account, Any] = {**dict(zip(seats, table.hands, strict=True)), **open_rows, **held}
    return {account: table.box.worth(cards) for account, cards in places.items()}


def osaka_all(seats: int, box: Any) -> list[int]:
    """108 cards, 12 tokens of each colour and four ships."""
    return sorted([*range(108), *[-1, -2, -3, -4] * 12, *[1000] * 4])


PIECES: Mapping[str, Callable[[Any], list[Any]]] = {
    "turin": turin_pieces, "haendler": haendler_pieces, "fagin": fagin_pieces, "osaka": osaka_pieces,
}  # fmt: skip
ALL_PIECES: Mapping[str, Callable[[int, Any], list[Any]]] = {
    "turin": lambda seats, box: list(range(1, 19)),
    "haendler": lambda seats, box: sorted([*haendler.BOX.goods * 9, *haendler.BOX.red, *haendler.BOX.green * 3]),
    "fagin": fagin_all,
    "osaka": osaka_all,
}


def pieces(key: str, table: Any) -> list[Any]:
    """Every piece that lies anywhere, in one order."""
    return sorted(PIECES[KEYS[key][0]](table))


@cache
def all_pieces(key: str, seats: int) -> list[Any]:
    """Every piece in the box, in one order."""
    return ALL_PIECES[KEYS[key][0]](seats, box_of(key))


# What others see differs in more than so many of 20 deals, where they hold something: six cards, or one of seven kinds.
DIFFERENT: Mapping[str, int] = {"turin": 10, "haendler": 5, "osaka": 19}
OPEN = {"fagin"}  # nothing is hidden
# Where money is not coins in a purse but things that lie there: what each account must hold.
WORTHS: Mapping[str, Callable[[Any], Mapping[Account, int]]] = {"osaka": osaka_worths}
# What nobody can know, for games in which what the others hold can be told from what was seen.
UNSEEN: Mapping[str, Callable[[Any], Any]] = {"osaka": lambda table: (table.pile, table.drawn)}


@lru_cache(len(SEEDS))
def played(key: str, seats: int, seed: int) -> Session:
    """A whole game between random robots, with every question it asked."""
    return session_of(key, seats, seed, bots=dict.fromkeys(range(seats), random_legal))


def session_of(key: str, seats: int, seed: int, **more: Any) -> Session:
    """A game with the box of this key."""
    return Session(named(key), seats, seed, box=box_of(key), **more)


@cache
def rules_asked(key: str, seats: int) -> frozenset[tuple[str, str]]:
    """Every rule that asks in any of these games, and whom: ("TM-1", "players"), ("TM-10", "nature")."""
    every = (ask for seed in SEEDS for ask in asks(played(key, seats, seed))[:-1])
    return frozenset((ask.rule, "nature" if NATURE in ask.allowed else "players") for ask in every)


def rules_of(keys: Iterable[str], whom: Iterable[str] = ("players", "nature")) -> set[str]:
    """Every rule that asks one of these at any table of these keys."""
    asked = (one for key in keys for seats in named(key).SEATS for one in rules_asked(key, seats))
    return {rule for rule, asks in asked if asks in whom}


def few(key: str, seats: int) -> range:
    """The games that are saved, forked, taken back and gone on with."""
    return FEW if len(played(key, seats, 0).log) < LONG else FEWER


def asks(session: Session) -> list[Ask[Any]]:
    """Every question of a game so far, the last one included."""
    return [session.at(step) for step in range(len(session.log) + 1)]


def some_steps(session: Session, many: int = 3) -> list[int]:
    """A few steps of a game, the same ones in every run."""
    rng = np.random.default_rng(session.seed)
    return sorted(rng.choice(len(session.log), size=min(many, len(session.log)), replace=False).tolist())


def heads(session: Session) -> list[int]:
    """The steps that open a phase: the first question after the phase has changed; of very many some, the ends too."""
    phases = [ask.table.phase for ask in asks(session)[:-1]]
    found = [step for step in range(1, len(phases)) if phases[step] != phases[step - 1]]
    return found if len(found) <= HEADS else found[:: -(-len(found) // HEADS)] + found[-1:]


def answer_again(session: Session, whole: Session, until: int) -> None:
    """Let persons give the answers of another game up to one of its steps."""
    for step in range(len(session.log), until):
        if len(session.log) > step:
            continue
        for seat, answer in whole.log[step].items():
            if seat != NATURE:
                session.submit(seat, answer)


def halfway(key: str, seats: int, seed: int, step: int) -> Session:
    """The same game between persons, played up to this step (or on to the next question to a person)."""
    session = session_of(key, seats, seed)
    answer_again(session, played(key, seats, seed), step)
    return session


def same_game(one: Session, other: Session) -> None:
    """Everything that stands must be equal: answers, question, story and money."""
    assert one.log == other.log
    assert one.ask == other.ask
    assert one.over == other.over
    for seat in (None, *range(one.seats)):
        assert one.view(seat) == other.view(seat)


# --- what is always true ----------------------------------------------------------------------------------------------


@at_every_table
def test_every_game_of_random_legal_play_ends(key: str, seats: int) -> None:
    game = named(key)
    for seed in SEEDS:
        session = played(key, seats, seed)
        assert session.over and session.ask == Ask(game.END, session.table, {})
        assert session.table.box == box_of(key)
        assert len(game.scores(session.table)) == seats
        assert all(type(score) is int for score in game.scores(session.table))
    assert {rule for rule, _ in rules_asked(key, seats)} <= game.ASKS


@at_every_table
def test_money_only_moves_and_no_purse_goes_below_zero(key: str, seats: int) -> None:
    for seed in SEEDS:
        before: Ledger = played(key, seats, seed).at(0).table.ledger
        assert not any(before.balances) and not before.entries
        for ledger in different(ask.table.ledger for ask in asks(played(key, seats, seed))):
            assert sum(ledger.balances) == 0
            assert all(ledger.balance(account) >= 0 for account in ledger.accounts if account != BANK)
            assert ledger.entries[: len(before.entries)] == before.entries
            assert booked(before, ledger) == ledger.balances
            before = ledger


def booked(before: Ledger, after: Ledger) -> tuple[int, ...]:
    """The balances before, with the new entries booked by hand."""
    balances = dict(zip(after.accounts, before.balances, strict=True))
    for entry in after.entries[len(before.entries) :]:
        assert entry.amount > 0 and entry.rule
        balances[entry.payer] -= entry.amount
        balances[entry.payee] += entry.amount
    return tuple(balances.values())


@at_every_table
def test_where_things_are_the_money_every_account_holds_what_lies_there(key: str, seats: int) -> None:
    worths = WORTHS.get(KEYS[key][0])
    for seed in few(key, seats) if worths else ():
        for ask in asks(played(key, seats, seed))[1:]:
            ledger: Ledger = ask.table.ledger
            held = {account: ledger.balance(account) for account in ledger.accounts if account != BANK}
            assert worths and held == worths(ask.table)


@at_every_table
def test_every_piece_is_in_exactly_one_place_at_every_step(key: str, seats: int) -> None:
    for seed in SEEDS:
        first, *later = asks(played(key, seats, seed))
        assert pieces(key, first.table) == []
        for table in different(ask.table for ask in later):
            assert pieces(key, table) == all_pieces(key, seats)


def different(tables: Iterable[Any]) -> Iterator[Any]:
    """Every table that is not the very one before it."""
    before = None
    for table in tables:
        if table is not before:
            yield table
        before = table


@at_every_table
def test_money_moves_under_rules_that_the_game_explains(key: str, seats: int) -> None:
    rules = named(key).RULES
    for seed in SEEDS:
        assert {entry.rule for entry in played(key, seats, seed).table.ledger.entries} <= set(rules)


# --- what the others hide ---------------------------------------------------------------------------------------------


@at_every_table
def test_what_a_seat_sees_does_not_depend_on_what_it_cannot_know(key: str, seats: int) -> None:
    game = named(key)
    for seed in FEW if KEYS[key][0] in OPEN else SEEDS:  # where nothing is hidden, dealing anew leaves the table itself
        session, rng = played(key, seats, seed), np.random.default_rng(seed)
        for ask in map(session.at, some_steps(session)):
            for seat in range(seats):
                other = ask._replace(table=game.redeal(ask.table, seat, rng))
                seen, again = game.view(ask, seat), game.view(other, seat)
                assert seen == again
                assert repr(seen) == repr(again)


@at_every_table
def test_dealing_anew_changes_what_the_others_hold(key: str, seats: int) -> None:
    if KEYS[key][0] in OPEN:
        table = played(key, seats, 0).table
        assert named(key).redeal(table, 0, np.random.default_rng(0)) is table
        return
    for seat in range(seats):
        for other in set(range(seats)) - {seat}:
            games = (played(key, seats, seed) for seed in SEEDS)
            tables = (session.at(step) for session in games for step in (heads(session)[0], heads(session)[-1]))
            assert any(views_dealt(key, ask, seat, other) > DIFFERENT[KEYS[key][0]] for ask in tables)


def views_dealt(key: str, ask: Ask[Any], seat: int, other: int, deals: int = 20) -> int:
    """How many different things the other seat sees when a seat deals anew what it cannot know."""
    game, rng = named(key), np.random.default_rng(0)
    dealt = [game.redeal(ask.table, seat, rng) for _ in range(deals)]
    if unseen := UNSEEN.get(KEYS[key][0]):
        return len(set(map(unseen, dealt)))
    return len({repr(game.view(ask._replace(table=table), other)) for table in dealt})


@at_every_table
def test_dealing_anew_keeps_every_piece(key: str, seats: int) -> None:
    game, rng = named(key), np.random.default_rng(0)
    for seed in few(key, seats):
        session = played(key, seats, seed)
        for ask in map(session.at, some_steps(session)):
            there = pieces(key, ask.table)
            for seat in range(seats):
                assert pieces(key, game.redeal(ask.table, seat, rng)) == there


@at_every_table
def test_a_game_dealt_anew_at_the_head_of_a_phase_asks_this_seat_the_same_and_ends(key: str, seats: int) -> None:
    game, bots = named(key), dict.fromkeys(range(seats), random_legal)
    for seed in few(key, seats):
        session, rng = played(key, seats, seed), np.random.default_rng(seed)
        for step in rng.permutation(heads(session))[:3].tolist():
            seat, ask = int(rng.integers(seats)), session.at(step)
            table = game.redeal(ask.table, seat, rng)
            first = next(game.game(seats, box_of(key), table))
            assert game.view(first, seat) == game.view(ask, seat)
            end = play(game, bots, seed, box=box_of(key), start=table)
            assert end.phase == "" and pieces(key, end) == all_pieces(key, seats)
            assert sum(end.ledger.balances) == 0


@at_every_table
def test_a_game_goes_on_from_the_head_of_every_phase_as_it_went_on(key: str, seats: int) -> None:
    game = named(key)
    for seed in few(key, seats):
        session = played(key, seats, seed)
        for step in heads(session):
            script = game.game(seats, box_of(key), session.at(step).table)
            next(script)
            with pytest.raises(StopIteration) as end:
                for answers in session.log[step:]:
                    script.send(answers)
            assert end.value.value == session.table


@at_every_table
def test_no_seat_is_told_what_an_unopened_envelope_holds(key: str, seats: int) -> None:
    for seed in few(key, seats):
        whole = played(key, seats, seed)
        for step in (step for step in some_steps(whole, 8) if whole.at(step).sealed):
            session = halfway(key, seats, seed, step)
            if len(session.log) != step or any(isinstance(answer, Free) for answer in whole.log[step].values()):
                continue
            before = [replace(session.view(seat), waiting=()) for seat in (None, *range(seats))]
            for seat, answer in list(whole.log[step].items())[:-1]:
                session.submit(seat, answer)
            after = [replace(session.view(seat), waiting=()) for seat in (None, *range(seats))]
            assert after == before and repr(after) == repr(before)


# --- saving, going back, going on -------------------------------------------------------------------------------------


@at_every_table
def test_the_same_answers_give_the_same_game_down_to_the_ledger(key: str, seats: int) -> None:
    for seed in few(key, seats):
        whole = played(key, seats, seed)
        same_game(session_of(key, seats, seed, bots=whole.bots), whole)
        same_game(session_of(key, seats, seed, log=whole.log), whole)
        persons = halfway(key, seats, seed, len(whole.log))
        same_game(persons, whole)
        assert persons.ledger_frame().equals(whole.ledger_frame())
        assert play(named(key), whole.bots, seed, box=box_of(key)) == whole.table  # type: ignore[arg-type]


@at_every_table
def test_a_game_saved_at_any_step_goes_on_as_if_nothing_had_been(key: str, seats: int) -> None:
    for seed in few(key, seats):
        whole = played(key, seats, seed)
        for step in some_steps(whole):
            session = halfway(key, seats, seed, step)
            loaded = Session.load(session.save())
            same_game(loaded, session)
            assert loaded.save() == session.save()
            answer_again(loaded, whole, len(whole.log))
            same_game(loaded, whole)


@at_every_table
def test_a_fork_at_any_step_plays_on_by_itself(key: str, seats: int) -> None:
    for seed in few(key, seats):
        whole = played(key, seats, seed)
        for step in some_steps(whole):
            session = halfway(key, seats, seed, step)
            before, fork = session.save(), session.fork()
            same_game(fork, session)
            answer_again(fork, whole, len(whole.log))
            same_game(fork, whole)
            assert session.save() == before


@at_every_table
def test_a_game_taken_back_is_the_game_that_it_was_there(key: str, seats: int) -> None:
    for seed in few(key, seats):
        whole = played(key, seats, seed)
        for step in some_steps(whole):
            session = halfway(key, seats, seed, len(whole.log))
            session.rewind(step)
            there = halfway(key, seats, seed, step)
            assert (session.log, session.ask, session.over) == (there.log, there.ask, there.over)
            assert session.film(None) == there.film(None)
            answer_again(session, whole, len(whole.log))
            assert (session.log, session.table) == (whole.log, whole.table)


@at_every_table
def test_an_answer_taken_back_leaves_the_game_as_it_was_before(key: str, seats: int) -> None:
    tried = 0
    for seed in few(key, seats):
        whole = played(key, seats, seed)
        for step in some_steps(whole, 12):
            session = halfway(key, seats, seed, step)
            seat, answer = next(iter(whole.log[step].items()))
            if len(session.log) != step or seat == NATURE or (isinstance(answer, Free) and session.ask.sealed):
                continue
            ask = session.ask
            before = session.save()
            session.submit(seat, answer)
            assert session.save() != before
            if len(session.log) > step + (not ask.sealed):
                continue
            session.undo(seat)
            assert session.save() == before
            tried += 1
    assert tried > len(few(key, seats))


@at_every_table
def test_robots_who_take_over_a_game_at_any_step_play_it_as_they_would_have(key: str, seats: int) -> None:
    for seed in few(key, seats):
        whole = played(key, seats, seed)
        for step in some_steps(whole):
            log = whole.log[:step]
            same_game(session_of(key, seats, seed, bots=whole.bots, log=log), whole)


# --- rules and words --------------------------------------------------------------------------------------------------


@of_every_game
def test_exactly_the_rules_that_should_ask_do_ask(key: str) -> None:
    game = named(key)
    assert rules_of(one for one, (of, _) in KEYS.items() if of == key) == game.ASKS
    assert {*game.ASKS, game.END} <= set(game.RULES)


@of_every_game
def test_every_rule_is_one_sentence_with_the_numbers_of_the_box(key: str) -> None:
    game = named(key)
    for rule in game.RULES:
        said = sentence(game, rule, game.BOX)
        assert said.endswith(".") and "{" not in said and "  " not in said


@of_every_game
def test_every_number_of_the_box_says_where_it_comes_from(key: str) -> None:
    for origin in origins(named(key).BOX):
        assert origin.origin.startswith(("text", "source", "ruling", "house default")), origin
        assert origin.says


@of_every_game
def test_every_setting_offers_what_the_box_accepts_and_the_printed_value_first(key: str) -> None:
    game = named(key)
    for field, offered in game.SETTINGS.items():
        assert offered[0] == getattr(game.BOX, field)
        for value in offered:
            box = replace(game.BOX, **{field: value})
            assert all(sentence(game, rule, box) for rule in game.RULES)


@at_every_table
def test_every_option_has_a_label_of_its_own_and_every_question_a_sentence(key: str, seats: int) -> None:
    game = named(key)
    for seed in few(key, seats):
        for ask in asks(played(key, seats, seed)):
            for choices in (ask.allowed, ask.free):
                for seat, choice in choices.items():
                    if seat != NATURE:
                        assert labels_differ(game, ask, choice)
                        assert game.question(game.view(ask, seat)).endswith(("?", "."))


def labels_differ(game: Game, ask: Ask[Any], choice: Choice) -> bool:
    """Whether different options read differently, and none is empty."""
    options = set(options_of(choice))
    words = {game.label(ask.rule, option, ask.table.box) for option in options}
    return len(words) == len(options) and all(words)


# --- refusals ---------------------------------------------------------------------------------------------------------


plain_things = st.integers() | st.text(max_size=4) | st.sampled_from(["loan", "none", "buy", "pass", "P1"])
things = plain_things | st.booleans() | st.floats() | st.none()
answers = (
    things | st.lists(things, max_size=4).map(tuple) | st.lists(plain_things, max_size=3) | st.builds(Free, things)
)


def is_legal(ask: Ask[Any], seat: int, answer: object) -> bool:
    """A reading of legality that does not use `check`: the type first, then the choice."""
    if isinstance(answer, Free):
        return seat in ask.free and type(answer.option) in (int, str) and answer.option in ask.free[seat].options
    if isinstance(answer, list | tuple):
        answer = tuple(answer)
        return all(type(part) in (int, str) for part in answer) and seat in ask.allowed and answer in ask.allowed[seat]
    return type(answer) in (int, str) and seat in ask.allowed and answer in ask.allowed[seat]


@lru_cache
def open_tables(key: str) -> list[Session]:
    """Games of persons, each halted at another rule."""
    found: dict[str, Session] = {}
    for seats in named(key).SEATS:
        whole = played(key, seats, 1)
        for step in range(len(whole.log)):
            if (rule := whole.at(step).rule) not in found and NATURE not in whole.at(step).allowed:
                found[rule] = session_of(key, seats, 1, log=whole.log[:step])
    return list(found.values())


@with_every_box
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_an_answer_that_is_not_in_the_choice_is_refused_in_words_and_changes_nothing(key: str, data: Any) -> None:
    session: Session = data.draw(st.sampled_from(open_tables(key)))
    seat = data.draw(st.integers(-2, session.seats))
    answer = data.draw(answers.filter(lambda said: not is_legal(session.ask, seat, said)))
    before, views = session.save(), [session.view(s) for s in (None, *range(session.seats))]
    with pytest.raises(IllegalMove) as refusal:
        session.submit(seat, answer)
    assert refusal.value.rule == session.ask.rule
    assert refusal.value.why.endswith(".") and refusal.value.allowed
    assert str(refusal.value).startswith(f"{session.ask.rule}: {refusal.value.why}")
    assert session.save() == before
    assert [session.view(s) for s in (None, *range(session.seats))] == views


@with_every_box
def test_the_refused_answers_are_tried_at_most_rules_that_ask(key: str) -> None:
    asked = {session.ask.rule for session in open_tables(key)}
    assert len(asked) > len(rules_of([key], ["players"])) / 2


@with_every_box
def test_one_more_than_the_highest_amount_is_refused_with_the_highest_amount(key: str) -> None:
    for session, seat, choice in amounts(key):
        with pytest.raises(IllegalMove, match=f"is 1 more than {choice.high}"):
            session.submit(seat, choice.high + 1)
        assert session.waiting and seat in session.waiting


def amounts(key: str) -> Iterator[tuple[Session, int, Any]]:
    """Every amount asked for at the open tables."""
    for session in open_tables(key):
        for seat, choice in session.ask.allowed.items():
            if hasattr(choice, "high") and hasattr(choice, "step"):
                yield session, seat, choice


@of_every_game
@pytest.mark.parametrize("seats", [0, 1, 9])
def test_a_number_of_players_that_is_not_printed_is_refused_in_words(key: str, seats: int) -> None:
    with pytest.raises(ValueError, match="players"):
        Session(named(key), seats, 1)
