"""Finding and reading recorded games."""

import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import platformdirs

from tileye.companion_web.errors import InputError
from tileye.companion_web.storage import FILE, open_store
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json, bounded_lines, dump
from tileye.rules.record import RecordError, RecordReading, entry_json, header_json, read_record
from tileye.rules.tiles import shown
from tileye.vision.images.file_kinds import forbidden_kind


@dataclass(frozen=True, slots=True)
class GameLocation:
    """Where a game is: a file with its record, or the file of the store and the id of the game in it."""

    file: Path
    id: str | None = None

    def __str__(self) -> str:
        file = shown(str(self.file), 200)
        return f"{file}, game {self.id}" if self.id else file


def data_folder() -> Path:
    """The folder of the user where games are kept unless told otherwise."""
    return platformdirs.user_data_path("tileye", appauthor=False)


def find_game(name: str, data: Path | None = None) -> GameLocation:
    """Find a game: a path, else in the data folder a file, an id or a name; raise InputError with where it looked."""
    if _is_file(Path(name)):
        return GameLocation(Path(name))
    folder = data or data_folder()
    kept = folder / (name if name.endswith(".jsonl") else f"{name}.jsonl")
    plain = Path(name).name == name
    if plain and _is_file(kept):
        return GameLocation(kept)
    if place := _stored_game(name, folder / FILE):
        return place
    if not plain:
        raise InputError(f"no game {shown(name, 200)}: there is no such file")
    raise InputError(
        f"no game {shown(name, 200)}: neither a file of that name nor a game in {shown(str(folder), 200)} exists"
    )


def open_game(place: GameLocation) -> RecordReading:
    """Read a record; raise InputError with the line and the reason where it is broken."""
    if place.id:
        with closing(open_store(place.file.parent)) as store:
            return RecordReading(store.open(place.id))
    try:
        check_kind(place.file)
        with place.file.open("rb") as stream:
            return read_record(bounded_lines(stream))
    except RecordError as error:
        raise InputError(f"{place}, {error}") from None
    except OSError as error:
        raise InputError(f"{place} cannot be read: {error.strerror or error}") from None


def name_of(place: GameLocation) -> str | None:
    """What people call a game of the store; a file has a name only for itself."""
    if not place.id:
        return None
    with closing(open_store(place.file.parent)) as store:
        return store.info(place.id).name


def check_kind(file: Path) -> None:
    """Raise InputError where a path leads to a device or to a file of the system itself."""
    if kind := forbidden_kind(file):
        raise InputError(f"{shown(str(file), 200)} is {kind}: name a file of your own")


class GameFile:
    """A new file to which the record of a game is written as it grows."""

    def __init__(self, path: Path, game: Game) -> None:
        self._game, self._written = game, 0
        # An empty file is as good as none.
        self._file = path.open("wb" if path.is_file() and not path.stat().st_size else "xb")
        self._write([header_json(game.setup)])
        self.catch_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def catch_up(self) -> None:
        """Write what is new; afterwards it is on disk."""
        new = self._game.log[self._written :]
        if new:
            self._write([entry_json(entry) for entry in new])
            self._written += len(new)

    def _write(self, lines: list[Json]) -> None:
        self._file.write("".join(f"{dump(line)}\n" for line in lines).encode())
        self._file.flush()
        os.fsync(self._file.fileno())


def _stored_game(name: str, file: Path) -> GameLocation | None:
    """Find a game in the store by its id, else by its name, capital or small; raise InputError where two have it."""
    if not _is_file(file):
        return None
    with closing(open_store(file.parent)) as store:
        games = store.games()
    ids = [game.id for game in games if game.id == name]
    ids = ids or [game.id for game in games if game.name.casefold() == name.casefold()]
    if len(ids) > 1:
        raise InputError(f"{len(ids)} games are called {shown(name, 200)}: name one by its id, {' or '.join(ids)}")
    return GameLocation(file, ids[0]) if ids else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file system takes
        return False
