"""Die Händler, phase 1: goods are bought and stored where they are made (DH-1 … DH-4)."""

from __future__ import annotations

from mechanics.games.haendler.box import BARGAIN, OFFICE
from mechanics.games.haendler.loading import next_lot
from mechanics.games.haendler.pieces import (
    buying_price,
    buying_prices,
    counted,
    has,
    listed,
    restock,
    store,
    stored,
    use,
)
from mechanics.games.haendler.state import Side, Table, ask, cash, in_turn, pay, replace, tell
from mechanics.table import Choice, OneOf, Script, Seat, Several, name


def buy_goods(table: Table, seat: Seat) -> Script[Table]:
    """DH-1, DH-R31: up to three goods at their prices, four with the Kontor; with the bargain card three for 100."""
    before = len(table.used)
    if not for_sale(table, seat) and not _may_bargain(table, seat):
        return table

    def allowed(t: Table) -> dict[Seat, Choice]:
        return {seat: at_one_price(t) if BARGAIN in t.used[before:] else at_list_prices(t, seat, limit(t, seat))}

    table, answers = yield from ask("DH-1", table, allowed, side=Side(lambda t: _cards(t, seat), _play))
    goods: tuple[str, ...] = answers[seat]
    if BARGAIN not in table.used[before:]:
        table = use(table, seat, OFFICE) if len(goods) > table.box.buy_limit else table
        return (yield from take(table, seat, goods, sum(buying_price(table, good) for good in goods)))
    table = yield from take(table, seat, goods, table.box.bargain)
    if len(goods) == table.box.bargain_goods and has(table, seat, OFFICE):
        table = yield from one_more(table, seat)
    return table


def one_more(table: Table, seat: Seat) -> Script[Table]:
    """DH-R31: after three goods at one price the Kontor buys one more at its list price."""
    more = table.box.office_more
    if not for_sale(table, seat):
        return table
    table, answers = yield from ask("DH-1", table, lambda t: {seat: at_list_prices(t, seat, more)})
    goods: tuple[str, ...] = answers[seat]
    if goods:
        table = use(table, seat, OFFICE)
    return (yield from take(table, seat, goods, sum(buying_price(table, good) for good in goods)))


def limit(table: Table, seat: Seat) -> int:
    """DH-1: how many goods this seat may buy at list prices now."""
    return table.box.buy_limit + table.box.office_more * has(table, seat, OFFICE)


def for_sale(table: Table, seat: Seat) -> tuple[str, ...]:
    """DH-4: the kinds that are in stock and that this seat can pay for."""
    purse, goods = cash(table, seat), zip(table.box.goods, table.stock, buying_prices(table), strict=True)
    return tuple([good for good, pieces, price in goods if pieces and price <= purse])


def at_list_prices(table: Table, seat: Seat, most: int) -> Several:
    """DH-1: goods at their prices, within the purse."""
    goods = _each(table, for_sale(table, seat), most)
    asked = dict(zip(table.box.goods, buying_prices(table), strict=True))
    prices = tuple([asked[good] for good in goods])
    because = f"{most} goods at most, and {cash(table, seat)} guilders in your purse"
    return Several(goods, 0, min(most, len(goods)), prices, high=cash(table, seat), because=because)


def at_one_price(table: Table) -> Several:
    """DH-R31: any goods, up to three, that cost one price together."""
    most, in_stock = table.box.bargain_goods, zip(table.box.goods, table.stock, strict=True)
    goods = _each(table, tuple(good for good, pieces in in_stock if pieces), most)
    because = f"{BARGAIN}: up to {most} goods for {table.box.bargain} together"
    return Several(goods, 1, min(most, len(goods)), because=because)


def _each(table: Table, kinds: tuple[str, ...], most: int) -> tuple[str, ...]:
    stock = dict(zip(table.box.goods, table.stock, strict=True))
    return tuple([good for kind in kinds for good in (kind,) * min(most, stock[kind])])


def _may_bargain(table: Table, seat: Seat) -> bool:
    return has(table, seat, BARGAIN) and any(table.stock) and cash(table, seat) >= table.box.bargain


def _cards(table: Table, seat: Seat) -> dict[Seat, OneOf]:
    return {seat: OneOf((BARGAIN,))} if _may_bargain(table, seat) else {}


def _play(table: Table, seat: Seat, card: str) -> Table:
    return use(table, seat, card)


def take(table: Table, seat: Seat, goods: tuple[str, ...], price: int) -> Script[Table]:
    """DH-1, DH-2: pay the bank, then store what was bought."""
    if not goods:
        return table
    table = pay(table, seat, price, "DH-1 buys goods")
    goods = tuple(sorted(goods, key=table.box.goods.index))
    table = tell(table, "DH-1", f"{name(seat)} buys {counted(goods)} for {price}.")
    for good in dict.fromkeys(goods):
        table = yield from store_goods(table, seat, good, goods.count(good))
    return table


def store_goods(table: Table, seat: Seat, good: str, pieces: int) -> Script[Table]:
    """DH-2: every piece goes into a warehouse of its own in a city that makes this good."""
    makers = table.box.made_in[good]
    because = f"{good} is made in {listed(makers)}"
    places = tuple([city for city in makers for _ in range(pieces)])
    choice = OneOf(makers, because) if pieces == 1 else Several(places, pieces, pieces, because=because)
    table, answers = yield from ask("DH-2", table, lambda t: {seat: choice})
    answer = answers[seat]
    cities = answer if isinstance(answer, tuple) else (answer,)
    table = restock(table, good, -len(cities))
    for city in cities:
        table = store(table, seat, city, (*stored(table, seat, city), good))
    return tell(table, "DH-2", f"{name(seat)} stores {pieces} {good} in {listed(dict.fromkeys(cities))}.")


def bought(table: Table) -> Table:
    """DH-3: in the first round the goods are bought twice; then the wagons are auctioned."""
    if table.round <= table.box.double_buy_rounds and not table.bought:
        return replace(table, bought=1)
    return next_lot(replace(table, bought=0))


buy = in_turn(buy_goods, bought)
