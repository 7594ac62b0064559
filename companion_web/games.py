"""Finding and reading recorded games."""

import os
from pathlib import Path
from typing import Self

import platformdirs

from companion_web.errors import InputError
from rules.game import Game
from rules.jsonlines import Json, bounded_lines, dump
from rules.record import Reading, RecordError, entry_json, header_json, read_record
from rules.tiles import shown


def data_folder() -> Path:
    """The folder of the user where games are kept unless told otherwise."""
    return platformdirs.user_data_path("tileye", appauthor=False)


def find_game(name: str, data: Path | None = None) -> Path:
    """Find a game by its path, else by its name in the data folder; raise InputError with where it was looked for."""
    if _is_file(Path(name)):
        return Path(name)
    if Path(name).name != name:
        raise InputError(f"no game {shown(name, 200)}: there is no such file")
    kept = (data or data_folder()) / (name if name.endswith(".jsonl") else f"{name}.jsonl")
    if _is_file(kept):
        return kept
    raise InputError(f"no game {shown(name, 200)}: neither a file of that name nor {shown(str(kept), 200)} exists")


def open_game(path: Path) -> Reading:
    """Read a record; raise InputError with the line and the reason where it is broken."""
    try:
        with path.open("rb") as stream:
            return read_record(bounded_lines(stream))
    except RecordError as error:
        raise InputError(f"{shown(str(path), 200)}, {error}") from None
    except OSError as error:
        raise InputError(f"{shown(str(path), 200)} cannot be read: {error.strerror or error}") from None


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


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file system takes
        return False
