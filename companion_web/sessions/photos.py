"""Photo by photo: pictures that people take after each turn, and what became of each."""

import itertools
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tileye.companion_web.sessions import Refused
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

    def open(self) -> "PushedSource":
        """Look at the photos from now on; whoever looked before sees nothing more."""
        from tileye.vision.sources.pushed import PushedSource

        with self._lock:
            self._source = PushedSource()
            return self._source

    def next_name(self) -> str:
        """What the next photo is called."""
        return f"photo {next(self._numbers)}"

    def put(self, picture: "Picture", name: str) -> bool:
        """Hand a photo in; False where nobody looks."""
        with self._lock:
            return self._source is not None and self._source.push(picture, name)


@dataclass
class PhotoAnswer:
    """What became of a photo."""

    name: str
    step: LiveStep | None = None


class PendingPhotos:
    """Photos that somebody waits for; for any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[PhotoAnswer] = []

    def expect(self, name: str) -> PhotoAnswer:
        """Somebody hands a photo in."""
        answer = PhotoAnswer(name)
        with self._changed:
            self._waiting.append(answer)
        return answer

    def seen(self, step: LiveStep) -> None:
        """A step shows what became of a photo."""
        if isinstance(step.came, Frame):
            with self._changed:
                for answer in self._waiting:
                    if answer.name == step.came.name:
                        answer.step = step
                self._changed.notify_all()

    def wait(self, answer: PhotoAnswer, seconds: float) -> LiveStep:
        """Wait until a photo was looked at; raise Refused where that takes too long, or with what was wrong with it."""
        with self._changed:
            self._changed.wait_for(lambda: answer.step is not None, seconds)
            self._waiting.remove(answer)
        if answer.step is None:
            raise Refused("unheard")
        if answer.step.refused:
            raise Refused.because(answer.step.refused)
        return answer.step
