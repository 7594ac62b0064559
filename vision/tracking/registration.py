"""Which cell of the game each tile of a picture is in, whatever the camera, the table and the hands do.

A picture numbers its cells in its own way. The recorded tiles tie these numbers to those of the game: by where they
were seen before, as long as nothing moves, and by their names where it did. Where nothing is clearly best, nothing is
said.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tileye.rules.board import Board, Cell
from tileye.vision.geometry.homography import Real
from tileye.vision.geometry.lattice import Lattice
from tileye.vision.geometry.links import STEPS
from tileye.vision.geometry.poses import BoardPose, Motion
from tileye.vision.tracking.cell_matching import (
    ALIKE,
    Record,
    Settled,
    Sight,
    laid_alone,
    parted,
    pose_after,
    record_of,
    settle,
    sight_of,
)

Verdict = Literal["held", "moved", "lost"]

MARGIN = 3.3
"""By how much an alignment has to explain a picture better than the next one does, as a logarithm."""
_LEAST_SEEN, _LEAST_UNREMEMBERED = 2, 3
"""So many recorded tiles tell an alignment by their names, with a pose from before and without."""
_LEAST_ALIKE = 0.6
"""Of the recorded tiles that are found, so many are named as recorded."""
_LEAST_KNOWN = 0.4
"""Of the tiles on the board so many are recorded ones."""
_FOUND, _NEW = 0.5, 0.7
"""What it is worth that a recorded tile is found, and what a tile costs that is not recorded."""
_CLASH = 3.0
"""What it costs that two tiles are in one cell."""
_STILL, _MOST_STILL = 2.5, 8.0
"""How much it speaks for the old cells that a tile lies exactly where it did, and many tiles altogether."""
_FEW = 5
"""So many tiles in place cannot be there by chance unless names tell another alignment."""
_LEAD = 1.0
"""The margin over other alignments that is enough for the old one."""
_EXPLAINED = 0.7
"""Of the tiles that are named like any recorded one so many are in its cell, else other alignments are tried."""
_SAME_WAY, _OTHER_WAY = 1.3, -2.5
"""Cameras are rarely turned by a quarter."""
_BUMPED = 2.5
"""How much it speaks for an alignment that nothing moved far."""
_TELLING = 0.5
"""Names that fit a recorded tile better than this by a logarithm are heard."""
_MOST_TRIALS = 8
_WORTH = 12.0
"""Alignments with so much less evidence than the best are not tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """The cells of the tiles of a picture in the game's numbering, None off the board, and how sure that is.

    `held`: all is where it was; `moved`: there is a new alignment, the first one too; `lost`: none is clearly best, so
    no tile has a cell, and the pose is the last one.
    """

    verdict: Verdict
    cells: tuple[Cell | None, ...]
    pose: BoardPose | None
    motion: Motion | None = None
    """How cells moved since the last pose, where there are both."""
    recorded: int = 0
    found: int = 0
    """How many recorded cells have a tile..."""
    alike: int = 0
    """... and in how many of them it is named as recorded."""
    margin: float = math.inf
    """How much better than the next alignment this one is, as a logarithm; infinite where no other was looked for."""

    @property
    def share(self) -> float:
        """The share of recorded tiles that were found where expected and named alike."""
        return self.alike / self.recorded if self.recorded else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """An alignment at work: its pose, what it makes of the tiles, and how well that explains the picture."""

    settled: Settled
    pose: BoardPose
    found: int
    alike: int
    score: float


def register(lattice: Lattice, chances: Real, board: Board, pose: BoardPose | None) -> Registration:
    """Number the tiles of a settled picture as the game does.

    `chances` has a row for each tile of the lattice, in the order of `tileye.vision.reading.NAMES`; `board` is what is
    recorded; `pose` is that of the last registration, None at first or where the camera is another one.
    """
    if not lattice.groups:
        return Registration("held" if pose else "lost", (), pose, recorded=len(board))
    record = record_of(board)
    sight = sight_of(lattice, chances, record)
    old = _held(sight, record, pose) if pose is not None else None
    if not board:
        return _begun(sight, record, pose, old)
    if old is not None and _convinces(old, sight):
        return _answer("held", sight, record, pose, old, math.inf)
    return _realigned(sight, record, pose, old)


def _held(sight: Sight, record: Record, pose: BoardPose) -> _Trial:
    """The alignment that the last pose tells."""
    # A place that is known tells more than how the lattice joined what does not hang together.
    settled = settle(parted(sight), record, pose)
    found, alike, score = _weighed(sight, record, settled)
    return _Trial(settled, pose, found, alike, score + min(_STILL * found, _MOST_STILL))


def _convinces(old: _Trial, sight: Sight) -> bool:
    """Tell whether the last pose explains the picture so well that no other one need be tried."""
    enough = old.alike >= max(_LEAST_ALIKE * old.found, _EXPLAINED * _resembling(sight))
    return old.settled.still and old.alike > 0 and enough


def _suspicious(old: _Trial, sight: Sight) -> bool:
    """Tell whether a few tiles lie in place by chance: named otherwise while more that are named so lie elsewhere."""
    return old.alike < old.found < _FEW and _resembling(sight) > old.alike + 1


def _resembling(sight: Sight) -> int:
    """How many tiles are named like any recorded one."""
    return int(np.count_nonzero((sight.likely >= ALIKE).any(1)))


def _weighed(sight: Sight, record: Record, settled: Settled) -> tuple[int, int, float]:
    """How many recorded tiles are found and how many of these named alike, and what the names say altogether."""
    pairs = [(tile, record.numbers.get(complex(settled.cells[tile]), -1)) for tile in settled.laid.tolist()]
    known = [(tile, number) for tile, number in pairs if number >= 0]
    alike = sum(float(sight.likely[pair]) >= ALIKE for pair in known)
    score = sum(_FOUND + float(sight.fits[pair]) for pair in known)
    score -= _NEW * (len(pairs) - len(known)) + _CLASH * settled.clashes
    return len(known), alike, score


def _begun(sight: Sight, record: Record, pose: BoardPose | None, old: _Trial | None) -> Registration:
    """Nothing is recorded: the numbering stays while the tiles that it began with stay, else it begins anew."""
    first = parted(sight).groups == 0
    if old is not None and not np.isnan(old.settled.cells[first].real).all():
        return _answer("held", sight, record, pose, old, math.inf)
    # The first tile of a game lies at 0, 0: of a line, the one where it begins.
    start = min(sight.cells[first].tolist(), key=lambda cell: (cell.imag, cell.real))
    begun = _tried(sight, record, None, 0, 0, -start)
    return _answer("moved", sight, record, None, begun, math.inf)


def _realigned(sight: Sight, record: Record, pose: BoardPose | None, old: _Trial | None) -> Registration:
    """Look for the alignment that explains the picture best, by the names of the recorded tiles."""
    tried = [_tried(sight, record, pose, *wanted) for wanted in _proposals(sight, record)]
    least = min(_LEAST_SEEN if pose else _LEAST_UNREMEMBERED, len(record.cells))
    trials = [trial for trial in tried if trial.alike >= least and _plausible(trial)]
    if old is not None and _in_place(old, record):
        trials.insert(0, old)
    if not trials:
        return _without_clue(sight, record, pose, old)
    best = max(trials, key=lambda trial: trial.score)
    if old in trials and not _contradict(best.settled, old.settled):
        best = old
    rivals = [trial.score for trial in trials if _contradict(best.settled, trial.settled)]
    # Among so many alignments one fits by chance alone.
    margin = best.score - max([math.log(4 * len(record.cells)), *rivals])
    if best is old:
        ahead = best.score >= max(rivals, default=-math.inf) + _LEAD
        sure = ahead and (margin >= MARGIN or not _suspicious(old, sight))
    else:
        sure = margin >= MARGIN
    if not sure:
        return _lost(sight, record, pose, margin)
    return _answer("held" if best is old else "moved", sight, record, pose, best, margin)


def _in_place(old: _Trial, record: Record) -> bool:
    """Tell whether tiles lie exactly where recorded ones did, more than one by chance."""
    return old.settled.still and (old.alike > 0 or old.found >= min(2, len(record.cells)))


def _without_clue(sight: Sight, record: Record, pose: BoardPose | None, old: _Trial | None) -> Registration:
    """The board was cleared or is hidden, unless something lies on its cells or is named like one of its tiles."""
    if old is None or len(old.settled.laid) or (sight.likely >= ALIKE).any():
        return _lost(sight, record, pose, 0.0)
    return Registration("held", (None,) * len(sight.groups), pose, recorded=len(record.cells))


def _lost(sight: Sight, record: Record, pose: BoardPose | None, margin: float) -> Registration:
    return Registration("lost", (None,) * len(sight.groups), pose, recorded=len(record.cells), margin=margin)


def _plausible(trial: _Trial) -> bool:
    """Tell whether most tiles of an alignment are recorded ones and named so."""
    return trial.alike >= _LEAST_ALIKE * trial.found and trial.found >= _LEAST_KNOWN * len(trial.settled.laid)


def _contradict(one: Settled, other: Settled) -> bool:
    """Tell whether two alignments have at least half of the tiles in different cells."""
    both = np.intersect1d(one.laid, other.laid)
    differ = int(np.count_nonzero(one.cells[both] != other.cells[both]))
    return differ > 0 and 2 * differ >= min(len(one.laid), len(other.laid))


def _proposals(sight: Sight, record: Record) -> list[tuple[int, int, complex]]:
    """Alignments that names speak for: which group is turned by how many quarters, then shifted; the best first."""
    tiles, numbers = np.nonzero((sight.fits > _TELLING) & (sight.groups >= 0)[:, None])
    if not len(tiles):
        return []
    quarters = np.arange(4)[:, None]
    shifts = record.cells[numbers] - sight.cells[tiles] * np.array(STEPS)[quarters]
    x, y = shifts.real.astype(np.int64), shifts.imag.astype(np.int64)
    wide = 2 * int(max(abs(x).max(), abs(y).max())) + 1
    keys = ((sight.groups[tiles] * 4 + quarters) * wide + x + wide // 2) * wide + y + wide // 2
    wanted, which = np.unique(keys.ravel(), return_inverse=True)
    votes = np.bincount(which.ravel(), np.tile(sight.fits[tiles, numbers], 4))
    order = np.argsort(-np.round(votes, 6), kind="stable")[:_MOST_TRIALS]
    order = order[votes[order] > votes[order[0]] - _WORTH]
    return [_unpacked(key, wide) for key in wanted[order].tolist()]


def _unpacked(key: int, wide: int) -> tuple[int, int, complex]:
    rest, y = divmod(key, wide)
    turn, x = divmod(rest, wide)
    return turn // 4, turn % 4, complex(x - wide // 2, y - wide // 2)


def _tried(sight: Sight, record: Record, pose: BoardPose | None, group: int, quarters: int, shift: complex) -> _Trial:
    """Lay one group onto cells, and the others as that tells."""
    alone = laid_alone(sight, group, quarters, shift)
    told = pose_after(sight, alone, record, None)
    settled = settle(sight, record, told, steady=False)
    found, alike, score = _weighed(sight, record, settled)
    if 2 * np.count_nonzero(settled.cells == alone.cells) < len(alone.laid):
        # Names took the group elsewhere: that is tried by itself.
        return _Trial(alone, told, 0, 0, -math.inf)
    if found:
        told = pose_after(sight, settled, record, None)
    return _Trial(settled, told, found, alike, score + (_prior(told.motion_since(pose)) if pose else 0.0))


def _prior(motion: Motion) -> float:
    """How likely the camera or the table moved so."""
    return (_SAME_WAY if abs(motion.turn) < 45 else _OTHER_WAY) + _BUMPED * math.exp(-motion.shift)


def _answer(
    verdict: Verdict, sight: Sight, record: Record, pose: BoardPose | None, best: _Trial, margin: float
) -> Registration:
    settled = best.settled if verdict == "held" else settle(sight, record, best.pose, steady=False)
    found, alike, _ = _weighed(sight, record, settled)
    after = pose_after(sight, settled, record, pose if verdict == "held" else None)
    cells = tuple(None if cell != cell else (int(cell.real), int(cell.imag)) for cell in settled.cells.tolist())
    motion = after.motion_since(pose) if pose else None
    return Registration(verdict, cells, after, motion, len(record.cells), found, alike, margin)
