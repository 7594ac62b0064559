"""Whether the games of a file can be opened, tried without changing anything."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tileye.companion_web.storage.schema import connect_to_look, in_words
from tileye.rules.record import RecordError, read_record

_LINES = "SELECT line FROM lines WHERE game = ? ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found in a file."""

    games: int = 0
    """How many there are, without the bin."""
    broken: tuple[str, ...] = ()
    """The names of those that cannot be read whole."""


def inspect(path: Path) -> Inspection:
    """Replay all games of a file but those in the bin; raise StoreError where it cannot be opened."""
    connection = connect_to_look(path) if path.exists() else None
    if connection is None:
        return Inspection()
    with closing(connection), in_words(path):
        listed = connection.execute("SELECT id, name FROM games WHERE deleted IS NULL ORDER BY changed DESC").fetchall()
        broken = tuple(str(name) for game, name in listed if not _is_whole(connection, game))
    return Inspection(len(listed), broken)


def _is_whole(connection: sqlite3.Connection, game: str) -> bool:
    lines = [str(line).encode("utf-8", "surrogateescape") for (line,) in connection.execute(_LINES, (game,))]
    try:
        return read_record(lines).torn is None
    except RecordError:
        return False
