"""Frames with their times, and what every source of them has in common; loads nothing that opens one."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from tileye.rules.errors import CodedError

if TYPE_CHECKING:
    from tileye.vision.images.pictures import Picture

RATE = 15.0
"""How many frames a second are looked at; further ones are left out."""

News = Literal["lost", "back", "waiting", "resized", "unreadable", "cut", "paused", "still", "settings"]

_EARLY = 0.01
"""By so many seconds a frame may be early: cameras and films are not exact."""


class SourceError(CodedError):
    """A source that cannot be opened; its text is one sentence that says what to do."""

    sentences: ClassVar[Mapping[str, str]] = {
        "camera": "camera {n} cannot be opened: plug it in, close other programs that use it, or try another number",
        "camera_dark": "camera {n} gives no picture: unplug it and plug it in again, or try another number",
        "camera_number": "there is no camera {n}: the first one has the number 0",
        "film": "{path} is no film that can be read, or it is broken: copy it anew or convert it to MP4",
        "film_empty": "{path} is empty: copy or record it anew",
        "film_blank": "{path} holds no pictures that can be read: copy or record it anew",
        "no_pictures": "{path} holds no pictures: put JPEG or PNG files there, one for each turn",
        "pictures": "{path} holds no pictures that can be read: copy them anew",
        "wrong_kind": "{path} is {kind}: name a film, a folder of pictures, a camera number or an address",
        "no_file": "{path} is no file: name a film, a folder of pictures, a camera number or an address",
        "picture": "{path} is a picture, not a film: `tileye read` reads it, or name the folder it lies in",
        "unreadable": "{path} cannot be opened: {why}",
        "missing": "there is no {path}: check the name; a camera is named by its number, a stream by its address",
        "unnamed": "no source is named: name a camera number, a film, a folder of pictures or an address",
        "no_source": "there is no such source: look for cameras again, or name one with --source",
        "address": "an address has to look like http://HOST/PATH, https://HOST/PATH or rtsp://HOST/PATH",
        "stream": "nothing that can be shown answers at {address}: check the address, and that the camera is on",
        "stream_dark": "no picture comes from {address}: check that the camera is on and gives video",
        "no_live": "at {address} there is a film, nothing live: download it and name the file",
    }


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture and when it was taken, in seconds from the start; in a folder its number and its file's name."""

    at: float
    picture: "Picture"
    name: str | None = None
    skipped: bool = False
    """Whether pictures are missing before this one, so that it may show two turns."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened to a source, in words for people.

    `settings`: how a camera is set, as it says itself; `lost`, `back`: a live source was lost or is there again;
    `waiting`: nothing has come for a second; `resized`: the frames have another size from here on; `unreadable`: a
    picture or some frames were left out; `cut`: a film ends before its time; `paused`: nobody looks until the next
    frame; `still`: nothing has happened but that time went on.
    """

    kind: News
    at: float
    text: str
    name: str | None = None


Item = Frame | Notice


class Source(ABC):
    """Gives frames in order, with notices between them; ends cleanly, and at once when it is closed."""

    live = False
    """Whether it goes on by itself: only the newest frame is given then, none is queued."""
    turn_by_turn = False
    """Whether each frame is the table after one turn."""

    def __iter__(self) -> Iterator[Item]:
        """Give what comes, and say where the size of the frames changes."""
        known: tuple[int, int] | None = None
        for item in self._items():
            if isinstance(item, Frame):
                high, wide = size = item.picture.shape[:2]
                if known not in (None, size):
                    yield Notice("resized", item.at, f"the picture has {wide} x {high} pixels now", item.name)
                known = size
            yield item

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    @abstractmethod
    def seconds(self) -> float:
        """What time it is for this source: that of its last frame, or now if it is live."""

    @abstractmethod
    def close(self) -> None:
        """End it; may be called from any thread, and more than once."""

    @abstractmethod
    def _items(self) -> Iterator[Item]:
        """Give frames and notices."""


class SteadyTime:
    """Makes seconds that never run backwards, from 0 on, of a clock that may jump back; for any thread."""

    def __init__(self, step: float = 0.0) -> None:
        self._lock = threading.Lock()
        self._step = step
        self._offset: float | None = None
        self._last = 0.0

    def at(self, raw: float) -> float:
        """The steady time when the clock says so; where it stood or jumped back, a step after the last time."""
        with self._lock:
            if self._offset is None:
                self._offset = -raw
            elif raw + self._offset <= self._last:
                self._offset = self._last + self._step - raw
            self._last = max(self._last, raw + self._offset)
            return self._last


class Pace:
    """Chooses frames so that there are no more than so many a second."""

    def __init__(self, rate: float = RATE) -> None:
        self._gap = 1 / rate
        self._next = 0.0

    def due(self, at: float) -> bool:
        """Tell whether the frame of this time is to be taken; times never run backwards."""
        if at < self._next - _EARLY:
            return False
        # After a late frame the beat goes on from there, so that no frames crowd to catch up.
        self._next = max(self._next + self._gap, at + self._gap / 2)
        return True
