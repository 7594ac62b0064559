"""Recorded tiles whose names were misread, corrected as soon as that is clear."""

from collections.abc import Mapping

from tileye.rules.board import Cell
from tileye.vision.referee.desk import Desk
from tileye.vision.referee.differences import Candidates, seen_otherwise
from tileye.vision.referee.events import Event
from tileye.vision.referee.ledger import named
from tileye.vision.referee.settings import Settings
from tileye.vision.referee.votes import Memory


def mended_set(desk: Desk, memory: Memory, settings: Settings, at: float) -> list[Event]:
    """Correct the tiles by which the set seemed to have white, or purple, once all of them look otherwise."""
    state = desk.state
    if not state.colours or desk.ledger.game.setup.colours:
        return []
    names = seen_otherwise(memory, state.board, state.colours[-1], settings)
    told: list[Event] = []
    for recorded in (state.late_start.placed if state.late_start else (), *(row.placed for row in state.rows)):
        placed = tuple((names.get(cell, tile), cell) for tile, cell in recorded)
        if placed != recorded:
            told += desk.correct(placed[0][1], placed, at)
    return told


def mended_name(desk: Desk, swapped: Mapping[Cell, Candidates], at: float) -> list[Event]:
    """Correct a tile whose name was in doubt when it was recorded."""
    for cell in sorted(desk.doubtful & set(swapped)):
        name = swapped[cell][0][0]
        row, placed = desk.ledger.row_of(cell), named(desk.ledger.laid_with(cell), cell, name)
        if placed and (row is None or row.overruled or not desk.ledger.faulty(row, placed)):
            return desk.correct(cell, placed, at)
    return []
