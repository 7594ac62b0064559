"""Game managers whose films are drawn, stores that fail, and people who wait until something is so."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.vision.shown import Script, Shown, drawn, reader
from tests.waiting import PATIENCE, wait_for_event
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import Store, StoreError, Summary
from tileye.rules.board import Cell
from tileye.rules.game import Entry
from tileye.rules.jsonlines import Json
from tileye.rules.tiles import Tile
from tileye.vision.images.pictures import Picture
from tileye.vision.sources.frames import Frame, Item, Notice, Source, SourceError
from tileye.vision.sources.pushed import PushedSource

ONE: dict[Cell, Tile] = {(0, 0): "4O", (1, 0): "2O"}
TWO: dict[Cell, Tile] = {**ONE, (1, 1): "2R", (1, 2): "2B"}
WRONG: dict[Cell, Tile] = {**ONE, (2, 0): "4G"}
PLAYERS: list[Json] = [{"name": "Ada"}, {"name": "Ben"}]
PLAN: Json = {"rules": "tiles", "players": PLAYERS, "source": "named", "language": "de"}
BY_HAND: Json = {**PLAN, "source": "hand"}
FIRST = [["4O", 0, 0], ["2O", 1, 0]]
SECOND = [["2R", 1, 1], ["2B", 1, 2]]


def script() -> Script:
    """An empty table, then two turns."""
    return Script().still(drawn({}), 0.6).lay(ONE).lay(TWO)


class Film(Shown):
    """A drawn film that can begin at any second."""

    def __init__(self, items: Iterable[Frame | Notice], start: float) -> None:
        super().__init__(item for item in items if item.at >= start)


class Held(Film):
    """The same, whose frames after the first wait until they are let go."""

    def __init__(self, items: Iterable[Frame | Notice], start: float, go: threading.Event) -> None:
        super().__init__(items, start)
        self._go = go

    def _items(self) -> Iterator[Item]:
        first, *others = super()._items()
        yield first
        wait_for_event(self._go)
        yield from others


class FailingStore:
    """A store whose disk is full whenever `full` says so."""

    def __init__(self, store: Store) -> None:
        self._store, self.full, self.tried = store, False, 0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a store has
        return getattr(self._store, name)

    def append(self, game: str, entries: Sequence[Entry], summary: Summary) -> None:
        self.tried += 1
        if self.full:
            raise StoreError("full_disk")
        self._store.append(game, entries, summary)


def manager_of(
    store: Store,
    shown: Script | None = None,
    said: Sequence[Json] = (),
    speed: float = 1000.0,
    name: str = "film.mp4",
    go: threading.Event | None = None,
) -> GameManager:
    """A game manager with a drawn film, of which only the first frame is shown before `go`."""
    items = list((shown or script()).items)

    def opener(text: str, *, start: float = 0.0) -> Source:
        return Held(items, start, go) if go else Film(items, start)

    sources = Sources(name, said, opener=opener, finder=list)
    return GameManager(store, sources, ManagerSettings(speed=speed, reader=reader, hearing=PATIENCE))


def camera_manager(store: Store, cameras: dict[str, PushedSource]) -> GameManager:
    """A game manager with cameras into which pictures are pushed."""

    def opener(text: str, *, start: float = 0.0) -> Source:
        if text not in cameras:
            raise SourceError("camera", n=text)
        return cameras[text]

    sources = Sources(opener=opener, finder=lambda: sorted(map(int, cameras)))
    sources.probe()
    return GameManager(store, sources, ManagerSettings(reader=reader, retry=0.05, hearing=PATIENCE))


class Pushing:
    """Somebody holds a picture in front of a camera, again and again."""

    def __init__(self, camera: PushedSource, picture: Picture) -> None:
        self._camera, self._picture, self._over = camera, picture, threading.Event()
        self._thread = threading.Thread(target=self._push)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _push(self) -> None:
        while not self._over.wait(0.03):
            self._camera.push(self._picture)


def turns(session: GameSession) -> list[list[list[object]]]:
    """What was laid."""
    return [turn["placed"] for turn in session.snapshot("en")["turns"]]


def told(session: GameSession, language: str = "en") -> list[Json]:
    """Everything that was told since the table was opened."""
    messages = session.hub.newer("of no run")
    return [session.render(message, language) for message in messages if message.kind == "told"]


def no_threads_left() -> bool:
    """Whether all tables have gone."""
    return not [thread for thread in threading.enumerate() if thread.name.startswith("table")]
