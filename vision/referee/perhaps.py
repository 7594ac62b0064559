"""In a folder of pictures: what is judged as one move though it may be two turns."""

from collections.abc import Iterable
from dataclasses import replace

from rules.board import Cell, Placement
from vision.referee.events import Corrected, Event, Proposed, Takeback, Turn, Violated


def laid_in(told: Iterable[Event]) -> frozenset[Cell]:
    """The cells of all tiles that are told of."""
    return frozenset(cell for event in told for _, cell in _placed(event))


def lifted_in(told: Iterable[Event]) -> frozenset[Cell]:
    """The cells of all turns that were taken back."""
    return frozenset(cell for event in told if isinstance(event, Takeback) for _, cell in event.row.placed)


def marked(told: Iterable[Event], doubtful: frozenset[Cell], hand: int) -> list[Event]:
    """Mark what lies in such cells, and what nobody could lay with one hand."""
    return [_marked(event, doubtful, hand) for event in told]


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
