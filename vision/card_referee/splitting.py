"""Turns that were recorded as one though they are two, or as two though they are one: what to write to mend it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tileye.rules.cards import CardSet, Table
from tileye.rules.events import Arranged, Correct, Event, Undo
from tileye.rules.state import Row


@dataclass(frozen=True, slots=True)
class TableRest:
    """A legal table at rest in the middle of a turn, or at its end."""

    at: float
    after: Table
    taken: Table


def split_turn(row: Row, rest: TableRest, players: int) -> list[Event]:
    """Write that a turn ended with an earlier rest, and that the next player did what came then."""
    first = Correct(Arranged(row.player, rest.after, rest.taken), before=row.id, shift=1)
    if not rest.taken:
        return [first]
    left = Arranged((row.player + 1) % players, row.after, _without(row.taken, rest.taken))
    return [first, Correct(left, of=row.id)]


def join_turns(first: Row, second: Row) -> list[Event]:
    """Write that two turns after each other were one, of the first player."""
    whole = Arranged(first.player, second.after, (*first.taken, *second.taken))
    return [Undo(second.id, shift=-1), Correct(whole, of=first.id)]


def _without(sets: Iterable[CardSet], gone: Iterable[CardSet]) -> Table:
    """The sets but for some, whatever the order of their cards."""
    left = Counter(tuple(sorted(cards)) for cards in gone)
    kept = []
    for cards in sets:
        key = tuple(sorted(cards))
        if left[key]:
            left[key] -= 1
        else:
            kept.append(cards)
    return tuple(kept)
