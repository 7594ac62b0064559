"""Houses whose films are drawn, stores that fail, and people who wait until something is so."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion_web.storage import Store, StoreError, Summary
from companion_web.tables.choices import Sources
from companion_web.tables.house import House, HouseSettings
from companion_web.tables.table import Table
from rules.board import Cell
from rules.game import Entry
from rules.jsonlines import Json
from rules.tiles import Tile
from tests.vision.shown import Script, Shown, drawn, reader
from vision.pictures import Picture
from vision.sources.frames import Frame, Notice, Source, SourceError
from vision.sources.pushed import PushedSource

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


class FailingStore:
    """A store whose disk is full whenever `full` says so."""

    def __init__(self, store: Store) -> None:
        self._store, self.full, self.tried = store, False, 0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a store has
        return getattr(self._store, name)

    def append(self, game: str, entries: Sequence[Entry], summary: Summary) -> None:
        self.tried += 1
        if self.full:
            raise StoreError("the disk is full: make room and try again")
        self._store.append(game, entries, summary)


def house_of(
    store: Store, shown: Script | None = None, said: Sequence[Json] = (), speed: float = 1000.0, name: str = "film.mp4"
) -> House:
    """A house with a drawn film."""
    items = list((shown or script()).items)

    def opener(text: str, *, start: float = 0.0) -> Source:
        return Film(items, start)

    return House(store, Sources(name, said, opener=opener, finder=list), HouseSettings(speed=speed, reader=reader))


def camera_house(store: Store, cameras: dict[str, PushedSource]) -> House:
    """A house with cameras into which pictures are pushed."""

    def opener(text: str, *, start: float = 0.0) -> Source:
        if text not in cameras:
            raise SourceError(f"camera {text} cannot be opened: plug it in")
        return cameras[text]

    sources = Sources(opener=opener, finder=lambda: sorted(map(int, cameras)))
    sources.probe()
    return House(store, sources, HouseSettings(reader=reader, retry=0.05))


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


def wait_until(what: Callable[[], object], seconds: float = 8.0) -> None:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.005)


def turns(table: Table) -> list[list[list[object]]]:
    """What was laid."""
    return [turn["placed"] for turn in table.snapshot("en")["turns"]]


def told(table: Table, language: str = "en") -> list[Json]:
    """Everything that was told since the table was opened."""
    messages = table.hub.newer("of no run")
    return [table.render(message, language) for message in messages if message.kind == "told"]


def no_threads_left() -> bool:
    """Whether all tables have gone."""
    return not [thread for thread in threading.enumerate() if thread.name.startswith("table")]
