"""Kinds of sources: which text names one, how it is opened, and what it is like."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2

from tileye.vision.sources.cameras import CameraWish
from tileye.vision.sources.captures import Opener
from tileye.vision.sources.frames import Source


@dataclass(frozen=True, slots=True)
class SourceRequest:
    """What somebody wants to be opened."""

    text: str
    """As it was typed, without spaces around it."""
    wish: CameraWish = field(default_factory=CameraWish)
    """What a camera is asked for."""
    now: Callable[[], float] = time.monotonic
    opener: Opener = cv2.VideoCapture
    start: float = 0.0
    """From which time on something on the disk is given."""


@dataclass(frozen=True, slots=True)
class SourceKind:
    """One kind of source, as `opening.py` lists it."""

    name: str
    claims: Callable[[str], bool]
    """Whether a text means this kind; the first kind that claims a text opens it."""
    open: Callable[[SourceRequest], Source]
    """Opens it, or raises SourceError with one sentence that says what to do."""
    live: bool = False
    """Whether it goes on by itself, so that it cannot be gone through again."""
    turn_by_turn: bool = False
    """Whether each of its pictures is the table after one turn."""
