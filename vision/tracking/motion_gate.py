"""Whether a frame is worth reading: a cheap test that tells a table at rest from hands, light and bumps."""

from collections import deque
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from tileye.vision.images.changes import (
    BLOCK,
    Blocks,
    ChangedBlocks,
    Glance,
    gain,
    parts,
    patched,
    structure_changes,
    textured,
    tone_changes,
)
from tileye.vision.images.pictures import Picture
from tileye.vision.tracking.stabilizing import Known, Seen, pair

Kind = Literal["still", "busy", "moved", "light"]

_SPAN = 0.12
"""Frames are compared with one so many seconds older: slow hands have moved by then."""
_LEAST_MOVING = 3
"""So many blocks side by side have to change before something moves."""
_LEAST_COVER = 0.03
"""What reaches in from the edge and takes more of the picture than this is an arm, as far as one can tell."""
_MOST_COVER, _MOST_BESIDE = 0.5, 0.02
"""An arm covers no more of the picture than this, and changes no more beside it."""
_LEAST_SWEPT = 0.3
"""Of an arm so much at least was seen to move when it came; a reflection grows where nothing moved."""
_PATIENCE = 2.0
"""After so many seconds without any motion it may as well be a thing that was put there."""
_LIGHT = 0.02
"""How much the light changes within the span before that is worth a word, as a logarithm."""
_CALM = 0.19
"""Where nothing moves and nothing has changed, it is compared with what is known only every so many seconds."""
_RENEWED = 1.0
"""How often, in seconds, a table on which nothing changes is taken for the one to compare with."""

_MOST_MOVES = 0.7
"""The share of what can be seen on the table that moves in a bump."""
_LEAST_SEEN = 6
_POINTS = 60
_LEAST_POINTS = 8
_ALL_POINTS = 0.9
"""A bump moves nearly all points of the picture, a hand only those under it."""
_TOGETHER = 0.3
"""Of them so many at least move as one thing does; blur and the edges of the picture take others away."""
_STEP = 0.4
"""In pixels of the small copy; less is noise."""


@dataclass(frozen=True, slots=True, eq=False)
class MotionVerdict:
    """What a frame shows, and how long the table has been at rest.

    `light` is rest, too: only the brightness or the colour of everything changes.
    """

    kind: Kind
    still_for: float
    """Seconds; 0 while something moves."""
    changed: ChangedBlocks
    """At rest: what is not as it was when `Gate.remember` was called, but for what is covered; else nothing."""
    covered: ChangedBlocks
    """What a hand covers, or something that reaches in from the edge."""

    @property
    def at_rest(self) -> bool:
        """Tell whether nothing moves."""
        return self.kind in ("still", "light")


class Gate:
    """Looks at one frame after the other; the same frames give the same verdicts."""

    def __init__(self) -> None:
        self._recent: deque[Seen] = deque(maxlen=8)
        self._kept: Known | None = None
        self._left: Known | None = None
        """What was known before a bump."""
        self._first: Known | None = None
        """What was known first since the beginning or the last bump: it shows what an arm that rested hid later."""
        self._shakes = False
        """Whether frames differ since the camera or the table shakes: then it is asked first what else differs."""
        self._unread: Blocks | None = None
        self._covered: Blocks | None = None
        self._swept: Blocks | None = None
        """Where something moved since nothing covered the table."""
        self._rest_since: float | None = None
        self._motion_at = 0.0
        self._renewed_at = 0.0
        self._compared_at = -_CALM

    def step(self, picture: Picture, at: float) -> MotionVerdict:
        """Look at a frame; `at` are seconds that never run backwards."""
        now, before = Seen(at, picture), self._before(at)
        if before is None or before.size != now.size:
            return self._start(now)
        self._recent.append(now)
        moving = self._moving(now, before)
        if moving.any():
            self._motion_at = at
            self._swept = moving if self._swept is None else self._swept | moving
            if self._most_of_it(moving) and camera_moved(now.glance, before.glance):
                self._left, self._kept, self._unread = self._kept or self._left, None, None
                return self._unrest("moved", moving)
            return self._unrest("busy", moving)
        if self._kept is None and self._left is not None and self._only_covered(now, self._left):
            self._kept = self._left
        self._left = None
        light: Kind = "light" if gain(now.means, before.means) > _LIGHT else "still"
        if self._rest_since is not None and at - self._compared_at < _CALM:
            nothing = np.zeros(now.shape, np.bool_)
            return self._rest(at, light, nothing, nothing)
        changed = self._changes(now)
        covered = self._cover(changed, now)
        if covered.any() and at - self._motion_at < _PATIENCE:
            return self._unrest("busy", covered)
        if self._unread is not None:
            changed = changed | self._unread
        if not covered.any():
            self._swept = None
            if not changed.any():
                self._compared_at = at
        return self._rest(at, light, changed & ~covered, covered)

    def remember(self, *, uncovered: bool = False) -> None:
        """Take the last frame for what is known: it was read, but for what was covered, unless nothing really was."""
        if not self._recent:
            return
        now, hidden = self._recent[-1].glance, None if uncovered else self._covered
        if self._kept is not None and hidden is not None and hidden.any():
            now = patched(now, self._kept.glance, hidden)
        self._first = Known(now) if self._kept is None else self._first
        self._kept, self._unread = Known(now), hidden

    def _start(self, now: Seen) -> MotionVerdict:
        """Begin anew with a picture that cannot be compared with any before."""
        self._recent.clear()
        self._recent.append(now)
        self._kept = self._left = self._unread = self._swept = None
        self._motion_at = now.at
        return self._unrest("moved", np.ones(now.shape, np.bool_))

    def _before(self, at: float) -> Seen | None:
        """The newest frame that is old enough, else the oldest."""
        while len(self._recent) > 1 and at - self._recent[1].at >= _SPAN:
            self._recent.popleft()
        return self._recent[0] if self._recent else None

    def _moving(self, now: Seen, before: Seen) -> Blocks:
        """What moves, but for what only shakes with all the rest, or stands still while all the rest shakes."""
        steady = self._steadied(now, before) if self._shakes else None
        self._shakes = steady is not None
        if steady and not parts(_moves(*steady), _LEAST_MOVING).any():
            return np.zeros(now.shape, np.bool_)
        moving = _moves(now.glance, before.glance)
        if parts(moving, _LEAST_MOVING).any():
            steady = steady or self._steadied(now, before)
            self._shakes = steady is not None
            moving &= _moves(*steady) if steady else True
        return parts(moving, _LEAST_MOVING)

    def _steadied(self, now: Seen, before: Seen) -> tuple[Glance, Glance] | None:
        return self._kept.apart(now, before) if self._kept else pair(now, before)

    def _most_of_it(self, moving: Blocks) -> bool:
        """Tell whether nearly all moves that could be seen on the table: a patterned sleeve is no bump."""
        if self._kept is None:
            return True
        seen = textured(self._kept.glance)
        return bool(moving[seen].sum() >= max(_LEAST_SEEN, _MOST_MOVES * seen.sum()))

    def _changes(self, now: Seen) -> Blocks:
        if self._kept is None:
            return np.ones(now.shape, np.bool_)
        return _changes_since(self._kept, now, shakes=self._shakes)

    def _cover(self, changed: Blocks, now: Seen) -> Blocks:
        if self._kept is None or self._swept is None:
            return np.zeros_like(changed)
        covered = _reaching_in(changed)
        if covered.any() and self._first is not None:
            # An arm that rested was taken for a part of the table; where it is gone the table is as it was at first.
            covered = _reaching_in(covered & _changes_since(self._first, now, shakes=self._shakes))
        return _mostly(covered, self._swept, _LEAST_SWEPT)

    def _only_covered(self, now: Seen, left: Known) -> bool:
        """Tell whether what looked like a bump was an arm over the few things that there are to be seen."""
        changed = _changes_since(left, now, shakes=self._shakes)
        covered = _reaching_in(changed)
        beside = float((changed & ~covered).mean())
        return 0 < float(covered.mean()) < _MOST_COVER and beside < _MOST_BESIDE

    def _unrest(self, kind: Kind, where: Blocks) -> MotionVerdict:
        size = self._recent[-1].size
        self._rest_since, self._covered = None, where
        return MotionVerdict(kind, 0.0, ChangedBlocks(np.zeros_like(where), size), ChangedBlocks(where, size))

    def _rest(self, at: float, kind: Kind, changed: Blocks, covered: Blocks) -> MotionVerdict:
        self._rest_since = at if self._rest_since is None else self._rest_since
        self._covered = covered
        if not (changed.any() or covered.any()) and at - self._renewed_at >= _RENEWED:
            # Light that wanders off over hours is never compared with how it was at the start.
            self._renewed_at = at
            self.remember()
        size = self._recent[-1].size
        return MotionVerdict(kind, at - self._rest_since, ChangedBlocks(changed, size), ChangedBlocks(covered, size))


def _moves(now: Glance, before: Glance) -> Blocks:
    return structure_changes(now, before) & ~(now.glare | before.glare)


def _changes_since(known: Known, now: Seen, *, shakes: bool) -> Blocks:
    """What is not as it is known, whether one minds the shaking or not; if it shakes, that is tried first."""
    steady = known.beside(now) if shakes else None
    changed = _differ(*steady) if steady else None
    if changed is None or changed.any():
        plainly = _differ(now.glance, known.glance)
        steady = steady or (known.beside(now) if plainly.any() else None)
        changed = plainly & (_differ(*steady) if steady else True)
    return changed


def _differ(now: Glance, before: Glance) -> Blocks:
    structure = structure_changes(now, before) & ~(now.glare & before.glare)
    return tone_changes(now, before, structure)


def _reaching_in(changed: Blocks) -> Blocks:
    return parts(changed, max(_LEAST_MOVING, round(_LEAST_COVER * changed.size)), at_edge=True)


def _mostly(blocks: Blocks, within: Blocks, least: float) -> Blocks:
    """The parts of which such a share at least lies within other blocks."""
    count, names = cv2.connectedComponents(blocks.astype(np.uint8), connectivity=8)
    shares = [within[names == name].mean() >= least for name in range(1, count)]
    return np.asarray(np.array([False, *shares])[names], np.bool_)


def camera_moved(now: Glance, before: Glance) -> bool:
    """Tell whether everything moved as one, as when somebody bumps the camera or the table."""
    one, other = (cv2.cvtColor(each.small.astype(np.uint8), cv2.COLOR_RGB2GRAY) for each in (before, now))
    points = cv2.goodFeaturesToTrack(one, _POINTS, 0.02, BLOCK)
    if points is None or len(points) < _LEAST_POINTS:
        return False
    found, status, _ = cv2.calcOpticalFlowPyrLK(one, other, points, np.empty_like(points), winSize=(15, 15))
    seen = status.ravel() == 1
    far = np.linalg.norm((found - points).reshape(-1, 2)[seen], axis=1) > _STEP
    if far.sum() < max(_LEAST_POINTS, _ALL_POINTS * seen.sum()):
        return False
    _, together = cv2.estimateAffinePartial2D(points[seen], found[seen], ransacReprojThreshold=0.7)
    return together is not None and float(together.sum()) >= _TOGETHER * len(points)
