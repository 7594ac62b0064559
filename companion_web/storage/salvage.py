"""Saves what can be read of a damaged file: one broken game must not take the others with it.

The damaged file stays beside the new one, under another name. A game whose line in the list is lost comes back from its
record; one whose record is lost stays in the list, and says so when it is opened.
"""

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tileye.companion_web.storage.schema import SOUND_ID, as_text, connect
from tileye.companion_web.storage.store import summary_of
from tileye.rules.jsonlines import dump
from tileye.rules.record import RecordError, read_record

_TABLES: Mapping[str, tuple[str, ...]] = {
    "games": ("id",),
    "lines": ("game", "seq"),
    "pictures": ("game", "row_id"),
    "settings": ("key",),
}
"""What identifies a row."""
_KINDS: Mapping[str, tuple[type, ...]] = {"TEXT": (str,), "REAL": (float,), "INTEGER": (int,), "BLOB": (bytes,)}
_COLUMNS = "id, name, created, changed, rules, players, points, turns, ended, plan"


def salvage(path: Path) -> Path:
    """Move a damaged file aside and put one in its place with all that could be read; return where it is now.

    Raises sqlite3.DatabaseError where no record could be read, and leaves everything as it was.
    """
    aside = path.with_name(f"{path.name}.damaged-{time.time_ns()}")
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with closing(_opened(path)) as damaged, closing(connect(fresh)) as saved, saved:
        saved.execute("PRAGMA foreign_keys = 0")
        saved.execute("BEGIN")
        for table, keys in _TABLES.items():
            for row in _rows(damaged, table, keys):
                _keep(saved, table, row)
        saved.execute("DELETE FROM games WHERE id NOT GLOB ?", (SOUND_ID,))
        saved.execute("DELETE FROM lines WHERE game NOT GLOB ?", (SOUND_ID,))
        _list_again(saved)
        saved.execute("DELETE FROM pictures WHERE game NOT IN (SELECT id FROM games)")
        (found,) = saved.execute("SELECT count(*) FROM lines WHERE seq = 0").fetchone()
    if not found:
        fresh.unlink()
        raise sqlite3.DatabaseError("no record could be read")
    with closing(sqlite3.connect(fresh)) as saved:
        saved.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).replace(aside.with_name(aside.name + end))
    fresh.replace(path)
    return aside


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = as_text
    connection.execute("PRAGMA cell_size_check = 0")
    return connection


def _rows(damaged: sqlite3.Connection, table: str, keys: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """Read a table from its beginning to the damage, and from its end back to it."""
    seen: set[tuple[Any, ...]] = set()
    names = [row[1] for row in damaged.execute(f"PRAGMA table_info({table})")]
    places = [names.index(key) for key in keys]
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{key} {direction}" for key in keys)
        with suppress(sqlite3.DatabaseError):
            for row in damaged.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                key = tuple(row[place] for place in places)
                if key in seen and direction == "DESC":
                    break
                seen.add(key)
                yield row


def _keep(saved: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> None:
    # What is empty or of another kind than it may be, or comes twice, is part of the damage.
    fields = saved.execute(f"PRAGMA table_info({table})").fetchall()
    if not all(_fits(value, *field[2:4]) for value, field in zip(row, fields, strict=True)):
        return
    with suppress(sqlite3.IntegrityError, UnicodeEncodeError):
        saved.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _fits(value: object, kind: str, needed: int) -> bool:
    return isinstance(value, _KINDS[kind]) or (value is None and not needed)


def _list_again(saved: sqlite3.Connection) -> None:
    """Put games back into the list of which only the record was saved."""
    lost = saved.execute("SELECT DISTINCT game FROM lines WHERE game NOT IN (SELECT id FROM games)").fetchall()
    for (game,) in lost:
        lines = saved.execute("SELECT line FROM lines WHERE game = ? ORDER BY seq", (game,)).fetchall()
        try:
            played = read_record(str(line).encode("utf-8", "surrogateescape") for (line,) in lines).game
        except (RecordError, ValueError):
            saved.execute("DELETE FROM lines WHERE game = ?", (game,))
            continue
        stands = summary_of(played)
        at = played.log[-1].at if played.log else time.time()
        saved.execute(
            f"INSERT INTO games ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game,
                ", ".join(stands.players),
                played.log[0].at if played.log else at,
                at,
                played.setup.rules.name,
                dump(stands.players),
                dump(stands.points),
                stands.turns,
                stands.ended,
                dump({"source": "hand"}),
            ),
        )
