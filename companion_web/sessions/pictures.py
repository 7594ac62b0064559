"""The living picture, and what the camera saw at a turn; made only when somebody wants it."""

import math
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tileye.companion_web.palettes import PLAIN
from tileye.companion_web.sessions import Refused
from tileye.rules.board import Cell
from tileye.vision.sources.frames import Frame

if TYPE_CHECKING:
    from tileye.companion_web.sessions.watched_session import SeenCards
    from tileye.vision.cards.reading import CardReading
    from tileye.vision.images.pictures import Picture
    from tileye.vision.tracking.eye import Sighting

WIDEST = 960
MOST_PHOTO_BYTES, MOST_PHOTO_PIXELS = 15_000_000, 50_000_000
_CLOSE_UP, _SAME_CARD = 360, 30
MOST_EVIDENCE = 200_000
"""Bytes of what is kept of a turn."""


class LivePicture:
    """The newest frame as JPEG, for as many as want it; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[bool, tuple[Frame, Sighting | CardReading | None, bytes]] = {}

    def jpeg(self, frame: Frame, sighting: "Sighting | CardReading | None") -> bytes:
        """The frame, with what was read drawn over it where something is given."""
        from tileye.vision.stills import as_jpeg, overlaid

        with self._lock:
            made = self._made.get(sighting is not None)
            if made is None or made[0] is not frame or made[1] is not sighting:
                shown = overlaid(frame.picture, sighting, PLAIN.colours) if sighting else frame.picture
                made = self._made[sighting is not None] = frame, sighting, as_jpeg(shown, WIDEST)
            return made[2]


def read_photo(data: bytes) -> "Picture":
    """Decode a photo that somebody sends, upright; raise Refused where it is none."""
    from tileye.vision.sources.uploads import received

    found = received(data, MOST_PHOTO_BYTES, MOST_PHOTO_PIXELS)
    if isinstance(found, str):
        raise Refused("photo_large") if found == "too_large" else Refused("photo", why="no whole JPEG")
    return found


def evidence(picture: "Picture", sighting: "Sighting | CardReading", board: Iterable[Cell]) -> bytes | None:
    """The board, or all cards, and nothing else; None where that cannot be found in the picture."""
    from tileye.vision.stills import as_jpeg, cut_out

    part = cut_out(picture, sighting, board)
    return None if part is None else as_jpeg(part, WIDEST, MOST_EVIDENCE)


def close_up(seen: "SeenCards", px: tuple[int, int], asked: Iterable[tuple[int, int]]) -> bytes | None:
    """A card that somebody has to name, where it lies; None where none was read, or none is asked there."""
    from tileye.vision import stills

    # Looks at one card differ by a little, and whoever was asked after one of them sees the picture of another.
    near = any(math.dist(px, one) <= _SAME_CARD for one in asked)
    part = stills.close_up(seen.picture, seen.reading, px) if near else None
    return None if part is None else stills.as_jpeg(part, _CLOSE_UP)
