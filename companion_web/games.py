"""Finding and reading recorded games."""

from pathlib import Path

import platformdirs

from companion_web.errors import InputError
from rules.jsonlines import bounded_lines
from rules.record import Reading, RecordError, read_record
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


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file system takes
        return False
