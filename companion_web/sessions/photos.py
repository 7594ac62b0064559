"""Photo by photo: pictures that people take after each turn, and what became of each."""

import itertools
import threading
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tileye.companion_web.sessions import Refused
from tileye.rules.errors import CodedError
from tileye.vision.sources.frames import Frame
from tileye.vision.step import LiveStep

if TYPE_CHECKING:
    from tileye.vision.images.pictures import Picture
    from tileye.vision.sources.pushed import PushedSource


class PhotoInbox:
    """Where photos come in, one for each turn; for any thread."""

    def __init__(self) -> None:
        self._lock, self._numbers = threading.Lock(), itertools.count(1)
        self._source: PushedSource | None = None
        self._dropped: list[str] = []

    def open(self) -> "PushedSource":
        """Look at the photos from now on; whoever looked before sees nothing more."""
        from tileye.vision.sources.pushed import PushedSource

        with self._lock:
            self._source = PushedSource(dropped=lambda frame: self._dropped.append(frame.name or ""))
            return self._source

    def next_name(self) -> str:
        """What the next photo is called."""
        return f"photo {next(self._numbers)}"

    def put(self, picture: "Picture", name: str) -> list[str] | None:
        """Hand a photo in; return which others nobody will look at for that, or None where nobody looks."""
        with self._lock:
            self._dropped = []
            taken = self._source is not None and self._source.push(picture, name)
            return self._dropped if taken else None


class SeenPhoto(NamedTuple):
    """What a photo shows."""

    step: LiveStep
    recorded: bool
    """Whether anything was recorded for it."""


@dataclass
class PhotoAnswer:
    """What became of a photo."""

    name: str
    seen: SeenPhoto | None = None
    refused: CodedError | None = None


class PendingPhotos:
    """Photos that somebody waits for; for any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[PhotoAnswer] = []
        self._closed = False

    def expect(self, name: str) -> PhotoAnswer:
        """Somebody hands a photo in; raise Refused where nobody will look at it."""
        answer = PhotoAnswer(name)
        with self._changed:
            if self._closed:
                raise Refused("closed")
            self._waiting.append(answer)
        return answer

    def seen(self, step: LiveStep, *, recorded: bool) -> None:
        """A step shows what became of a photo."""
        if isinstance(step.came, Frame):
            with self._changed:
                for answer in self._waiting:
                    if answer.name == step.came.name:
                        answer.seen = SeenPhoto(step, recorded)
                self._changed.notify_all()

    def refuse(self, why: CodedError, names: Collection[str] | None = None) -> None:
        """Nobody will look at these photos, or at any that waits."""
        with self._changed:
            for answer in self._waiting:
                if answer.seen is None and (names is None or answer.name in names):
                    answer.refused = why
            self._changed.notify_all()

    def close(self) -> None:
        """Nobody will look at any photo from now on."""
        with self._changed:
            self._closed = True
        self.refuse(Refused("closed"))

    def wait(self, answer: PhotoAnswer, seconds: float) -> SeenPhoto:
        """Wait until a photo was looked at; raise Refused where that takes too long, or with what was wrong with it."""
        with self._changed:
            self._changed.wait_for(lambda: answer.seen or answer.refused, seconds)
            self._waiting.remove(answer)
        why = answer.refused if answer.seen is None else answer.seen.step.refused
        if why:
            raise Refused.because(why)
        if answer.seen is None:
            raise Refused("unheard")
        return answer.seen
