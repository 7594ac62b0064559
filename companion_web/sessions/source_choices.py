"""Which sources there are, by keys that anybody may know: never a path or an address."""

import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.photos import PhotoInbox
from tileye.rules.jsonlines import Json
from tileye.vision.sources.frames import Frame, Source, SourceError

if TYPE_CHECKING:
    from tileye.vision.sources.kinds import SourceKind

HAND = "hand"
NAMED = "named"
DEMO = "demo"
"""The film that comes with the program."""
PHONE = "phone"
"""The camera of a phone, which sends its pictures over the network."""
PHOTOS = "photos"
"""Photos that people take after each turn and send from the page."""
_CAMERA = "camera-"


def source_shown(key: object) -> str:
    """What a page says that a game is watched with: `camera 0`, `phone`, `photos`, `film` or `hand`."""
    known = str(key)
    if known in (PHONE, PHOTOS):
        return known
    return known.replace("-", " ") if known.startswith(_CAMERA) else "film" if known in (NAMED, DEMO) else HAND


class Opener(Protocol):
    """Opens what somebody named, from some second on."""

    def __call__(self, text: str, *, start: float = 0.0) -> Source:
        """Open it, or raise SourceError."""


def _open_source(text: str, *, start: float = 0.0) -> Source:
    # A game by hand needs nothing that opens cameras and films.
    from tileye.vision.sources.opening import open_source

    return open_source(text, start=start)


def _may_have_cameras() -> bool:
    """Whether the system has any that could be tried; only Linux says so without opening them."""
    return sys.platform != "linux" or any(Path("/dev").glob("video*"))


def _find_cameras() -> list[int]:
    if not _may_have_cameras():
        return []
    from tileye.vision.sources.probing import find_cameras

    return find_cameras()


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a game can be watched with, or the way without."""

    key: str
    kind: Literal["hand", "camera", "phone", "photos", "named"]
    name: str
    """For people; nothing where they name it in their own language."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A film that comes with the program, and what is known of the game in it."""

    path: Path
    said: tuple[Json, ...]
    rules: str
    players: tuple[str, ...]


class Sources:
    """The cameras that were found, and the source that the command line named; for any thread."""

    def __init__(
        self,
        named: str | None = None,
        said: Sequence[Json] = (),
        *,
        opener: Opener | None = None,
        finder: Callable[[], list[int]] | None = None,
        shipped: Shipped | None = None,
        phone: PhoneCamera | None = None,
    ) -> None:
        named = None if named is None else named.strip()
        self._named = None if named is None or named.isdecimal() else named
        self._said, self.shipped, self.phone = tuple(said), shipped, phone
        self.photos = PhotoInbox()
        self._opener, self._finder = opener or _open_source, finder or _find_cameras
        self._lock = threading.Lock()
        # A camera that was named is there even if it cannot be opened yet.
        self._wanted = [int(named)] if named and named.isdecimal() else []
        self._cameras = self._wanted
        self._found: set[str] = set()

    def offers(self) -> list[Offer]:
        """What there is, the likeliest first."""
        named = [Offer(NAMED, "named", self.name)] if self._named else []
        cameras = [Offer(f"{_CAMERA}{number}", "camera", f"camera {number}") for number in self._cameras]
        phone = [Offer(PHONE, "phone", ""), Offer(PHOTOS, "photos", "")] if self.phone else []
        return [*named, *cameras, *phone, Offer(HAND, "hand", "")]

    def probe(self, taken: Sequence[str] = ()) -> list[Offer]:
        """Look for cameras; those that are taken cannot be opened a second time."""
        with self._lock:
            known = {number for number in self._cameras if f"{_CAMERA}{number}" in taken}
            seen = {*self._finder()}
            self._found = {f"{_CAMERA}{number}" for number in known | seen}
            self._cameras = sorted(known | {*self._wanted} | seen)
        return self.offers()

    def said(self, key: str) -> tuple[Json, ...]:
        """What people say in a film, as inputs with their times."""
        if key == DEMO:
            return self.shipped.said if self.shipped else ()
        return self._said if key == NAMED else ()

    def is_of_others(self, key: str, players: Sequence[str]) -> bool:
        """Whether a film is known to be of other players, or of the same in another order."""
        film = self.shipped
        return film is not None and self.said(key) == film.said and tuple(players) != film.players

    def has(self, key: str) -> bool:
        """Tell whether there is such a source; the film that comes with the program is no choice of set-up."""
        if key == DEMO:
            return self.shipped is not None
        return any(offer.key == key for offer in self.offers())

    @property
    def name(self) -> str:
        """What the named source is called, without saying where it is."""
        if self._named is None or "://" in self._named:
            return "stream" if self._named else ""
        return Path(self._named).name

    @property
    def _kind(self) -> "SourceKind":
        """The kind of source that was named."""
        from tileye.vision.sources.opening import kind_of

        return kind_of(self._named or "")

    def is_live(self, key: str) -> bool:
        """Tell whether a source goes on by itself."""
        return key in (PHONE, PHOTOS) or key.startswith(_CAMERA) or (key == NAMED and self._kind.live)

    def is_folder(self, key: str) -> bool:
        """Tell whether each picture is the table after one turn."""
        return key == PHOTOS or (key == NAMED and bool(self._named) and self._kind.turn_by_turn)

    def open(self, key: str, start: float = 0.0) -> Source:
        """Open a source; raise SourceError where it cannot be."""
        if key == NAMED and self._named:
            return self._named_source(start)
        if key == DEMO and self.shipped:
            return self._opener(str(self.shipped.path), start=start)
        if key == PHONE and self.phone:
            return self.phone.open()
        if key == PHOTOS:
            return self.photos.open()
        if not key.startswith(_CAMERA):
            raise SourceError("no_source")
        return self._opener(key.removeprefix(_CAMERA))

    def _named_source(self, start: float) -> Source:
        try:
            return self._opener(self._named or "", start=start)
        except SourceError as error:
            # Where it lies on this machine concerns nobody who sees the page.
            raise SourceError(error.code, **{**error.fields, "path": self.name}) from None

    def check(self) -> None:
        """Raise SourceError where the named source lies on the disk and cannot be read."""
        if not self._named or self.is_live(NAMED):
            return
        with closing(self._opener(self._named)) as source:
            # The first picture that can be read is enough; none at all shows only when all were tried.
            if self.is_folder(NAMED) and not any(isinstance(item, Frame) for item in source):
                raise SourceError("pictures", path=self._named)

    def missing_camera(self) -> str | None:
        """Say which camera was named and is not there, and which are; nothing where it is."""
        missing = [number for number in self._wanted if f"{_CAMERA}{number}" not in self._found]
        if not missing:
            return None
        found = [key.replace("-", " ") for key in sorted(self._found)]
        there = f"found: {', '.join(found)}" if found else "no camera was found"
        return f"camera {missing[0]} is not there ({there}): plug it in, or choose another on the page"

    def checked(self, key: str) -> str:
        """The key, if there is such a source; raise Refused otherwise."""
        if not self.has(key):
            raise Refused("no_such_source")
        return key
