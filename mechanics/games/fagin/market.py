"""Fagin's Gang, action d: trading on the Smithfield Market, one turn after the other (FG-1 … FG-10)."""

from __future__ import annotations

from functools import lru_cache

from mechanics.choices import Closed
from mechanics.frozen import replace
from mechanics.games.fagin.state import BUY, SELL, Market, Table, Trade, add, enter, holding, on_turn, prices, put, tell
from mechanics.games.fagin.words import ENOUGH, PASS
from mechanics.ledger import BANK
from mechanics.markets import can_buy, can_sell
from mechanics.table import Ask, OneOf, Script, Seat, name


def open_market(table: Table) -> Table:
    """FG-1, FG-R1: the active player takes the coin; trading begins with him."""
    seat = on_turn(table)
    table = enter(
        table, "trade", opened=True, coin=seat, trader=seat, passed=(), taken=(0,) * table.seats, trades=(),
        begun=holding(table),
    )  # fmt: skip
    return tell(table, "FG-1", f"{name(seat)} opens the market.")


def trade(table: Table) -> Script[Table]:
    """FG-2, FG-9: one question to the trader (or none, if he must pass); the session ends when all have passed."""
    seat = table.trader
    if seat is None:
        return close(table)
    does = able(table, seat)
    if must := why_pass(table, seat, does):
        return passes(table, seat, *must)
    answers = yield Ask(rule_of(table, seat), table, {seat: question(table, seat, does)}, out=out(table))
    said = str(answers[seat])
    if said == PASS:
        return passes(table, seat, "FG-8", "passes.")
    return next_turn(table) if said == ENOUGH else deal(table, seat, *said.split(" "))


def rule_of(table: Table, seat: Seat) -> str:
    """Return the rule of this seat's turn: the holder of the coin has his own."""
    return "FG-5" if seat == table.coin else "FG-4"


def limit(table: Table, seat: Seat) -> int:
    """Return how many cubes this seat may trade in a turn (FG-4, FG-5)."""
    return table.box.opener_limit if seat == table.coin else table.box.other_limit


# --- what is possible -------------------------------------------------------------------------------------------------


def able(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return what this seat can buy and sell now; in a turn begun, only the same once more (FG-5, FG-7, FG-R4)."""
    if table.cubes >= limit(table, seat):
        return ()
    cash, hand, half = table.ledger.balances[seat], table.hands[seat], table.half
    stock, price, stall = table.stock, prices(table), table.box.stall
    return tuple([
        one for one, verb, i in table.box.trades
        if half in ("", verb)
        and (can_buy(stock[i], price[i], cash) if verb == BUY else can_sell(stock[i], hand[i], stall))
    ])  # fmt: skip


def question(table: Table, seat: Seat, does: tuple[str, ...]) -> OneOf:
    """Return the choice of this turn: what is possible, how many cubes, and why the rest is not."""
    many = limit(table, seat)
    both = ", all bought or all sold" if seat == table.coin else ""
    because = f"{many} cube{'s' * (many != 1)} a turn{both}, rule {rule_of(table, seat)}"
    return OneOf((*does, ENOUGH if table.half else PASS), because, shut(table, seat, does))


def shut(table: Table, seat: Seat, does: tuple[str, ...]) -> Closed:
    """Return what this seat cannot do now, and why not."""
    box, cash, hand, stock = table.box, table.ledger.balances[seat], table.hands[seat], table.stock
    price = prices(table)
    return tuple([
        (one, why_not(verb, box.goods[i], table.half, stock[i], hand[i], price[i], cash))
        for one, verb, i in box.trades if one not in does
    ])  # fmt: skip


@lru_cache(maxsize=1 << 12)
def why_not(does: str, good: str, half: str, stock: int, held: int, price: int, cash: int) -> str:
    """Return why nobody with this purse and so many cubes can buy or sell this good, as a sentence."""
    if half not in ("", does):
        return f"You have begun to {half} in this turn: buying and selling are not mixed, rule FG-5."
    if does == SELL:
        return f"The {good} stall is full, rule FG-7." if held else f"You have no {good} cube, rule FG-4."
    if not stock:
        return f"The {good} stall is empty, rule FG-7."
    return f"{good} costs {price} and you have {cash}, rule FG-R6."


def why_pass(table: Table, seat: Seat, does: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the rule by which this seat passes without being asked, and what is told of it (FG-R5, FG-R10)."""
    if table.half:
        return None
    if table.taken[seat] >= table.box.market_turns:
        return "FG-R10", f"has had {table.box.market_turns} trading turns and passes."
    return None if does else ("FG-R5", "can neither buy nor sell and passes.")


def out(table: Table) -> dict[Seat, str]:
    """Return why those who have passed may say nothing more (FG-8)."""
    return dict.fromkeys(table.passed, "has passed and is out of trading for this round, rule FG-8")


# --- what is done -----------------------------------------------------------------------------------------------------


def deal(table: Table, seat: Seat, does: str, good: str) -> Table:
    """FG-4 … FG-7: one cube changes hands with a stall at the price of the wheel; then the same turn or the next."""
    i, rule = table.box.number[good], rule_of(table, seat)
    price, many = prices(table)[i], 1 if does == BUY else -1
    payer, payee = (seat, BANK) if does == BUY else (BANK, seat)
    table = tell(
        table,
        rule,
        f"{name(seat)} {does}s {good} for {price}.",
        ledger=table.ledger.pay(payer, payee, price, f"{rule} {does}s"),
        stock=add(table.stock, i, -many),
        hands=put(table.hands, seat, add(table.hands[seat], i, many)),
        trades=(*table.trades, Trade(seat, table.taken[seat] + 1, does, good, price)),
        half=does,
        cubes=table.cubes + 1,
    )
    return table if able(table, seat) else next_turn(table)


def next_turn(table: Table) -> Table:
    """FG-2: the next one anti-clockwise who has not passed; the last one left goes on (FG-9)."""
    seat: Seat = table.trader  # type: ignore[assignment]
    taken = add(table.taken, seat, 1)
    return replace(table, taken=taken, trader=following(table.seats, seat, table.passed), half="", cubes=0)


def passes(table: Table, seat: Seat, rule: str, how: str) -> Table:
    """FG-8: out for the rest of the session."""
    passed = (*table.passed, seat)
    return tell(table, rule, f"{name(seat)} {how}", passed=passed, trader=following(table.seats, seat, passed))


def following(seats: int, seat: Seat, passed: tuple[Seat, ...]) -> Seat | None:
    """Return who trades next after this seat, anti-clockwise, himself last; None if all have passed."""
    for i in range(1, seats + 1):
        if (seat - i) % seats not in passed:
            return (seat - i) % seats
    return None


def close(table: Table) -> Table:
    """FG-10: the coin goes beside the board, and the action goes on clockwise of its holder."""
    opener: Seat = table.coin  # type: ignore[assignment]
    done = Market(table.round, table.offset, opener, table.trades, table.begun, holding(table))  # type: ignore[arg-type]
    table = replace(
        table, sessions=(*table.sessions, done), coin=None, passed=(), taken=(), trades=(), begun=None,
        turn=table.turn + 1,
    )  # fmt: skip
    return enter(table, "action")
