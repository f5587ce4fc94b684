"""Money: every movement is an entry from one account to another that says why; nothing else counts money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from mechanics.frozen import changed

if TYPE_CHECKING:
    import pandas as pd

Account = int | str
Payment = tuple[Account, Account, int, str]  # payer, payee, amount, why
BANK: Account = "bank"


class Entry(NamedTuple):
    """One movement: `why` begins with the rule id ("TM-5 pays the winning bid")."""

    round: int
    phase: str
    why: str
    payer: Account
    payee: Account
    amount: int

    @property
    def rule(self) -> str:
        """The rule id that `why` begins with."""
        return self.why.split(" ", 1)[0]


_entry = partial(tuple.__new__, Entry)  # Entry(*fields), in a third of the time


@dataclass(frozen=True)
class Ledger:
    """Balances of seats 0 … n−1 and further accounts, with the entries that led to them.

    Amounts are whole numbers. Seats' purses never go below zero; the bank, and accounts named like it, may."""

    accounts: tuple[Account, ...]
    balances: tuple[int, ...]
    entries: tuple[Entry, ...] = ()
    round: int = 0
    phase: str = ""

    @classmethod
    def open(cls, seats: int, others: Sequence[str] = ()) -> Ledger:
        """Return a ledger of empty purses, an empty bank, and further accounts that never go below zero."""
        accounts = (*range(seats), BANK, *others)
        return cls(accounts, (0,) * len(accounts))

    def at(self, round: int, phase: str) -> Ledger:
        """Return the same ledger, whose next entries stand under this round and phase."""
        return changed(self, {"round": round, "phase": phase})

    def balance(self, account: Account) -> int:
        """Return what lies in this account."""
        try:
            return self.balances[self.accounts.index(account)]
        except ValueError:
            raise self._unknown(account) from None

    def pay(self, payer: Account, payee: Account, amount: int, why: str) -> Ledger:
        """Move `amount` from payer to payee; 0 moves nothing and leaves no entry.

        Raises ValueError, naming the shortfall, if the payer has less."""
        return self.book([(payer, payee, amount, why)])

    def book(self, payments: Iterable[Payment]) -> Ledger:
        """Make payments one after the other, as `pay` does, or none of them if one is refused."""
        balances: list[int] = list(self.balances)
        entries: list[Entry] = []
        _write(self, balances, entries, payments)
        return _written(self, balances, entries)

    def post(self, changes: Mapping[Account, int], why: str) -> Ledger:
        """Book changes of several accounts at once: those who lose pay those who gain, in the order given.

        Raises ValueError if the changes do not sum to zero, saying by how much."""
        if excess := sum(changes.values()):
            raise ValueError(f"The changes must sum to zero; they are off by {excess} ({why}).")
        payments: list[Payment] = []
        left = {account: change for account, change in changes.items() if change > 0}
        for payer, change in changes.items():
            due = -change
            for payee in left if due > 0 else ():
                part = min(due, left[payee])
                payments.append((payer, payee, part, why))
                left[payee] -= part
                due -= part
        return self.book(payments)

    def collect(self, dues: Mapping[Account, int], why: str, payee: Account = BANK) -> Ledger:
        """Let every account of `dues` pay its due to `payee`."""
        return self.book([(payer, payee, amount, why) for payer, amount in dues.items()])

    def frame(self, names: Sequence[str] = ()) -> pd.DataFrame:
        """Return one row per entry: entry, round, phase, rule, why, payer, payee, amount.

        `names` are the seats' names (default P1, P2, …)."""
        import pandas as pd

        rows = [
            (i, e.round, e.phase, e.rule, e.why.partition(" ")[2])
            + (_called(e.payer, names), _called(e.payee, names), e.amount)
            for i, e in enumerate(self.entries)
        ]
        return pd.DataFrame(rows, columns=["entry", "round", "phase", "rule", "why", "payer", "payee", "amount"])

    def _unknown(self, account: Account) -> ValueError:
        known = ", ".join(map(str, self.accounts))
        return ValueError(f"There is no account {account!r}; there are {known}.")


def flows(frame: pd.DataFrame) -> pd.DataFrame:
    """Return who paid whom how much in these ledger rows: payer, payee, amount (one row per pair)."""
    return frame.groupby(["payer", "payee"], sort=False)["amount"].sum().reset_index()


def cash(frame: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Return every purse at the end of every round: round, seat, cash."""
    import pandas as pd

    signed = pd.concat(
        [frame.assign(seat=frame.payee, change=frame.amount), frame.assign(seat=frame.payer, change=-frame.amount)]
    )
    rounds = range(int(frame["round"].max()) + 1) if len(frame) else range(0)
    table = signed.pivot_table(index="round", columns="seat", values="change", aggfunc="sum", fill_value=0)
    table = table.reindex(index=rounds, columns=list(names), fill_value=0).fillna(0).cumsum().astype(int)
    return table.rename_axis("round").reset_index().melt(id_vars="round", var_name="seat", value_name="cash")


def waterfall(frame: pd.DataFrame, names: Sequence[str], steps: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """Return how each purse became what it is: seat, order, step, amount, start, end; the last step is "final".

    `steps` names, in order, each step's reasons by how they begin ("TM-23 levy", or a rule id alone); an entry that no
    step names is a step of its rule id."""
    import pandas as pd

    of_entry = [_step(f"{rule} {why}", rule, steps) for rule, why in zip(frame.rule, frame.why, strict=True)]
    order = list(dict.fromkeys([*steps, *of_entry]))
    grouped = frame.assign(step=of_entry)
    gained = grouped.groupby(["payee", "step"])["amount"].sum()
    paid = grouped.groupby(["payer", "step"])["amount"].sum()
    rows = []
    for seat in names:
        end = 0
        for i, step in enumerate(order):
            amount = int(gained.get((seat, step), 0) - paid.get((seat, step), 0))
            start, end = end, end + amount
            rows.append((seat, i, step, amount, start, end))
        rows.append((seat, len(order), "final", end, 0, end))
    return pd.DataFrame(rows, columns=["seat", "order", "step", "amount", "start", "end"])


def step_of(entry: Entry, steps: Mapping[str, Sequence[str]]) -> str:
    """Return the step (see `waterfall`) that names this entry's reason, "" if none does."""
    return _step(entry.why, "", steps)


def _step(why: str, rule: str, steps: Mapping[str, Sequence[str]]) -> str:
    found = (step for step, begins in steps.items() for begin in begins if f"{why} ".startswith(f"{begin} "))
    return next(found, rule)


class Page:
    """A ledger while it is written: payments are booked on it until it is closed; `balances` are those of now."""

    __slots__ = ("_entries", "_ledger", "balances")

    def __init__(self, ledger: Ledger) -> None:
        self._ledger, self.balances = ledger, list(ledger.balances)
        self._entries: list[Entry] = []

    def book(self, payments: Iterable[Payment]) -> None:
        """Make payments one after the other, as `Ledger.pay` does; the page of a payment that is refused is void."""
        _write(self._ledger, self.balances, self._entries, payments)

    def closed(self) -> Ledger:
        """Return the ledger with all that is booked on this page; itself if that is nothing."""
        return _written(self._ledger, self.balances, self._entries)


def _write(ledger: Ledger, balances: list[int], entries: list[Entry], payments: Iterable[Payment]) -> None:
    """Make payments one after the other: change the balances and add the entries."""
    place, round, phase = ledger.accounts.index, ledger.round, ledger.phase
    for payer, payee, amount, why in payments:
        if type(amount) is not int or amount < 0:
            raise ValueError(f"An amount of money is a whole number, 0 or more; {amount!r} is not.")
        try:
            giver, taker = place(payer), place(payee)
        except ValueError:
            raise ledger._unknown(payer if payer not in ledger.accounts else payee) from None
        if amount == 0 or giver == taker:
            continue
        if balances[giver] < amount and payer != BANK:
            raise ValueError(_short(payer, balances[giver], amount, why))
        balances[giver] -= amount
        balances[taker] += amount
        entries.append(_entry((round, phase, why, payer, payee, amount)))


def _written(ledger: Ledger, balances: list[int], entries: list[Entry]) -> Ledger:
    """Return the ledger with these balances, to which the entries have led; itself if there are none."""
    if not entries:
        return ledger
    return changed(ledger, {"balances": tuple(balances), "entries": ledger.entries + tuple(entries)})


def _short(payer: Account, has: int, amount: int, why: str) -> str:
    return f"{_called(payer)} has {has} and cannot pay {amount}: {amount - has} short ({why})."


def _called(account: Account, names: Sequence[str] = ()) -> str:
    if isinstance(account, int):
        return names[account] if account < len(names) else f"P{account + 1}"
    return account
