"""The card game: which table a turn or a correction met when it was recorded.

A turn records the whole table. After corrections of what lay there before, what it changed is done to the table that it
meets now; so the table that it met then has to be known.
"""

from collections.abc import Iterable

from tileye.rules.cards import Table
from tileye.rules.events import Action, Arranged, Correct, Event, Give, LateStart, Redo, Told, Undo
from tileye.rules.rebase import rebased

Log = Iterable[tuple[int, float, Event]]


def tables_before(log: Log) -> dict[int, Table]:
    """For each turn and correction of a turn, by its number, the table that it met."""
    tables = _Tables()
    for seq, _, event in log:
        tables.take(seq, event)
    return tables.met


class _Tables:
    """Follows the tables while events are recorded; what is not changed by an event is not laid again."""

    def __init__(self) -> None:
        self.met: dict[int, Table] = {}
        self._order: list[int] = []
        """The steps in the order of the table, also those that were undone."""
        self._forms: dict[int, list[tuple[int, Event]]] = {}
        """What each step was at first, and what corrections made of it, with their numbers."""
        self._step_of: dict[int, int] = {}
        self._undone: set[int] = set()
        self._before: list[Table] = [()]
        """The tables before the first steps, as far as they are known."""

    def take(self, seq: int, event: Event) -> None:
        """Take the next event of the log."""
        match event:
            case Undo(int(of)):
                self._undone.add(of)
                self._changed(self._step_of.get(of, of))
            case Redo(int(of)):
                self._undone.discard(of)
                self._changed(self._step_of.get(of, of))
            case Correct(to, _, int(before)):
                self.met[seq] = self._table(self._order.index(before))
                self._add(seq, to, self._order.index(before))
            case Correct(to, int(of)):
                self.met[seq] = self._table(self._order.index(of))
                self._step_of[seq] = of
                self._forms[of].append((seq, to))
                self._changed(of)
            case Give(_, int(of)):
                self._step_of[seq] = of
            case _ if isinstance(event, Action | Told):
                self.met[seq] = self._table(len(self._order))
                self._add(seq, event, len(self._order))

    def _add(self, seq: int, event: Event, place: int) -> None:
        self._order.insert(place, seq)
        self._forms[seq] = [(seq, event)]
        del self._before[place + 1 :]

    def _changed(self, step: int) -> None:
        del self._before[self._order.index(step) + 1 :]

    def _table(self, place: int) -> Table:
        """The table before a step."""
        for number in range(len(self._before) - 1, place):
            self._before.append(self._after(self._order[number], self._before[number]))
        return self._before[place]

    def _after(self, step: int, lying: Table) -> Table:
        """What a step makes of a table."""
        if step in self._undone:
            return lying
        seq, event = next(form for form in reversed(self._forms[step]) if form[0] not in self._undone)
        if isinstance(event, Arranged):
            return rebased(event, self.met[seq], lying).after
        return event.table if isinstance(event, LateStart) else lying
