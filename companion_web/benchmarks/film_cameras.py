"""Films as the camera of a browser: the file that Chromium takes for what its camera sees."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import numpy as np

from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.frames import Frame
from tileye.vision.stills import as_jpeg

RATE = 30
"""Frames a second, at which Chromium shows such files; at their end it begins anew."""
_QUALITY = 90


@dataclass(frozen=True, slots=True)
class Standstills:
    """Where the camera shows one frame for long: before the film, perhaps in the middle, and after it."""

    lead: float = 20.0
    """The first frame, while the page is opened and the game begun."""
    tail: float = 15.0
    """The last one; what comes after it would be the film again."""
    at: float = 0.0
    """The second of the film at which it stands still in the middle."""
    seconds: float = 0.0

    def film_second(self, camera: float) -> float:
        """Which second of the film is to be seen so many seconds after the camera was switched on."""
        moved = camera - self.lead
        return moved if moved < self.at else max(self.at, moved - self.seconds)

    def camera_second(self, film: float) -> float:
        """When a second of the film is to be seen."""
        return film + self.lead + (self.seconds if film > self.at else 0.0)


def write_camera(film: Path, to: Path, still: Standstills, turned: int = 0) -> float:
    """Write what a camera sees of a film, perhaps turned by so many degrees; return how many seconds the film has."""
    shown, written, at = b"", 0, 0.0
    with to.open("wb") as file:
        for frame in frames_of(film, turned):
            until = round(RATE * still.camera_second(frame.at)) if shown else 0
            file.writelines(repeat(shown, until - written))
            shown, written, at = as_jpeg(frame.picture, frame.picture.shape[1], quality=_QUALITY), until, frame.at
        file.writelines(repeat(shown, round(RATE * (still.camera_second(at) + still.tail)) - written))
    return at


def frames_of(film: Path, turned: int = 0) -> Iterator[Frame]:
    """The frames of a film, as a camera sees them that is turned by so many degrees."""
    for item in FilmSource(film):
        if isinstance(item, Frame):
            yield Frame(item.at, np.ascontiguousarray(np.rot90(item.picture, turned // 90))) if turned else item


def offer_turns(parser: argparse.ArgumentParser) -> None:
    """Let people say how the phone is held."""
    parser.add_argument("--turned", type=int, choices=(0, 90, 180, 270), default=0, help="how the phone is held")
