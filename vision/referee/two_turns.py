"""In a folder of pictures: what is judged as one move though it may be two turns."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tileye.rules.board import Cell, Placement
from tileye.vision.referee.events import Corrected, Event, Proposed, Takeback, Turn, Violated


class PossibleTwoTurns:
    """Remembers what came to the table while pictures were missing."""

    def __init__(self) -> None:
        self._cells: frozenset[Cell] = frozenset()

    def marked(self, told: Sequence[Event], known: Placement, hand: int, *, skipped: bool) -> list[Event]:
        """Mark events of what came then, and of more tiles than a hand holds; `known` tiles lay there before."""
        if skipped:
            self._cells |= _cells(told) - {cell for _, cell in known}
        marked = [_marked(event, self._cells, hand) for event in told]
        self._cells -= {cell for event in told if isinstance(event, Takeback) for _, cell in event.row.placed}
        return marked


def _cells(told: Iterable[Event]) -> frozenset[Cell]:
    return frozenset(cell for event in told for _, cell in _placed(event))


def _marked(event: Event, doubtful: frozenset[Cell], hand: int) -> Event:
    placed = _placed(event)
    doubted = len(placed) > hand or not doubtful.isdisjoint(cell for _, cell in placed)
    if doubted and isinstance(event, Proposed | Turn | Corrected | Violated):
        return replace(event, perhaps="two_turns")
    return event


def _placed(event: Event) -> Placement:
    match event:
        case Proposed() | Violated():
            return event.placed
        case Turn() | Corrected():
            return event.row.placed
        case _:
            return ()
