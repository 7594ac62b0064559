"""Recorded tiles whose names were misread, corrected as soon as that is clear."""

from collections.abc import Mapping

from tileye.rules.board import Cell
from tileye.vision.referee.differences import Candidates, seen_otherwise
from tileye.vision.referee.events import Event
from tileye.vision.referee.ledger import named
from tileye.vision.referee.recorder import Recorder
from tileye.vision.referee.settings import Settings
from tileye.vision.referee.votes import Memory


def correct_colour_set(recorder: Recorder, memory: Memory, settings: Settings, at: float) -> list[Event]:
    """Correct the tiles by which the set seemed to have white, or purple, once all of them look otherwise."""
    state = recorder.state
    if not state.colours or recorder.ledger.game.setup.colours:
        return []
    names = seen_otherwise(memory, state.board, state.colours[-1], settings)
    told: list[Event] = []
    for recorded in (state.late_start.placed if state.late_start else (), *(row.placed for row in state.rows)):
        placed = tuple((names.get(cell, tile), cell) for tile, cell in recorded)
        if placed != recorded:
            told += recorder.correct(placed[0][1], placed, at)
    return told


def correct_name(recorder: Recorder, swapped: Mapping[Cell, Candidates], at: float) -> list[Event]:
    """Correct a tile whose name was in doubt when it was recorded."""
    for cell in sorted(recorder.doubtful & set(swapped)):
        name = swapped[cell][0][0]
        row, placed = recorder.ledger.row_of(cell), named(recorder.ledger.laid_with(cell), cell, name)
        if placed and (row is None or row.overruled or not recorder.ledger.faulty(row, placed)):
            return recorder.correct(cell, placed, at)
    return []
