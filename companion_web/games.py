"""Finding and reading recorded games."""

from pathlib import Path

import platformdirs

from companion_web.errors import InputError
from rules.jsonlines import bounded_lines
from rules.record import Reading, RecordError, read_record


def data_folder() -> Path:
    """The folder of the user where games are kept unless told otherwise."""
    return platformdirs.user_data_path("tileye", appauthor=False)


def find_game(name: str, data: Path | None = None) -> Path:
    """Find a game by its path, else by its name in the data folder; raise InputError with where it was looked for."""
    kept = (data or data_folder()) / f"{Path(name).name}.jsonl"
    for path in (Path(name), kept):
        if _is_file(path):
            return path
    raise InputError(f"no game {name!r}: neither a file of that name nor {kept} exists")


def open_game(path: Path) -> Reading:
    """Read a record; raise InputError with the line and the reason where it is broken."""
    try:
        with path.open("rb") as stream:
            return read_record(bounded_lines(stream))
    except RecordError as error:
        raise InputError(f"{path}, {error}") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file system takes
        return False
