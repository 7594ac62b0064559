"""What the store could not take, as on a full disk, is put into a file of its own, wherever there is room."""

import logging
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tileye.rules.game import Game
from tileye.rules.jsonlines import dump
from tileye.rules.record import entry_json, record_lines

_LOG = logging.getLogger(__name__)
_IN_MEMORY = ("/dev/shm", "/run/shm")
"""Places that a full disk does not fill."""


def rescue(identity: str, game: Game, kept: int) -> Path | None:
    """Write the record of a game of which only `kept` events are in the store; else say exactly what is lost."""
    text = "".join(f"{line}\n" for line in record_lines(game))
    name = f"tileye-{identity}-{time.time_ns()}.jsonl"
    for folder in _places():
        if written := _written(folder / name, text):
            _LOG.error("the last turns of the game %s could not be saved: the whole record is in %s", identity, written)
            return written
    lost = "\n".join(dump(entry_json(entry)) for entry in game.log[kept:])
    _LOG.error(
        "nowhere is room for the last turns of the game %s. These lines of its record are lost:\n%s", identity, lost
    )
    return None


def _places() -> Iterator[Path]:
    """Where there may be room: for files that go, for one's own, and in memory."""
    # It looks for room itself, and raises where it finds none.
    with suppress(OSError):
        yield Path(tempfile.gettempdir())
    for place in (os.environ.get("XDG_RUNTIME_DIR"), "/var/tmp", *_IN_MEMORY):
        if place:
            yield Path(place)
    for find in (Path.home, Path.cwd):
        with suppress(OSError, RuntimeError):
            yield find()


def _written(path: Path, text: str) -> Path | None:
    """Write a file for its owner alone, whole or not at all."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError:
        return None
    try:
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError:
        with suppress(OSError):
            path.unlink()
        return None
    return path
