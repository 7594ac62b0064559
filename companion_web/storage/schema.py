"""The SQLite file: its tables, how it is opened, checked and brought up to date."""

import glob
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tileye.companion_web.storage.store import StoreError
from tileye.rules.tiles import shown

APPLICATION = 0x74696C65
"""Marks the file as one of ours: the letters "tile"."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
            rules TEXT NOT NULL, players TEXT NOT NULL, points TEXT NOT NULL, turns INTEGER NOT NULL, ended TEXT,
            deleted REAL, plan TEXT NOT NULL
        ) WITHOUT ROWID""",
        # The record as it is exported: seq 0 is its header.
        """CREATE TABLE lines (
            game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seq INTEGER NOT NULL, line TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) WITHOUT ROWID""",
        """CREATE TABLE pictures (
            game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, row_id INTEGER NOT NULL, jpeg BLOB NOT NULL,
            PRIMARY KEY (game, row_id)
        )""",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
)
"""Each makes the next version out of the one before; what was released is never changed."""

SOUND_ID = "[a-z2-7]" * 8
"""What ids look like, as SQLite compares it."""
_ASTRAY = (
    f"SELECT 1 FROM games WHERE id NOT GLOB '{SOUND_ID}'",
    "SELECT 1 FROM lines WHERE game NOT IN (SELECT id FROM games)",
)

BUSY_MS = 5_000
"""How long to wait for another program that is writing."""

_SETTINGS: tuple[tuple[str, int | str], ...] = (
    ("journal_mode", "wal"),
    ("synchronous", 2),  # FULL: every commit is on disk
    ("fullfsync", 1),  # without it macOS leaves it to the drive
    ("foreign_keys", 1),
    ("secure_delete", 1),  # a picture that goes is overwritten
)

_CODES = {
    sqlite3.SQLITE_FULL: "full_disk",
    sqlite3.SQLITE_BUSY: "other_program",
    sqlite3.SQLITE_LOCKED: "other_program",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "rubbish",
    sqlite3.SQLITE_IOERR: "bad_disk",
}


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite into sentences."""
    try:
        yield
    except sqlite3.Error as error:
        # The low byte is the kind of error, the rest a detail.
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise failure(path, _CODES.get(kind, "unreachable"), why=error) from error
    except (OverflowError, UnicodeEncodeError) as error:
        raise failure(path, "does_not_fit", why=error) from error


def as_text(data: bytes) -> str:
    """Read text of the file; bytes that are none stay recognisable, and do not keep the rest from being read."""
    return data.decode("utf-8", "surrogateescape")


def failure(path: Path, code: str, **fields: object) -> StoreError:
    """Say what is wrong with the file."""
    return StoreError(code, shown(str(path), 200), **fields)


class Damaged(StoreError):  # noqa: N818
    """The file has damage, but can be opened: games may be saved from it."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, or make it, and bring it to the newest version; raise StoreError where that cannot be."""
    with in_words(path):
        connection = sqlite3.connect(path, BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
        connection.text_factory = as_text
        try:
            _recognise(connection, path)
            _set_up(connection, path)
            _migrate(connection, path)
            damaged = not _is_sound(connection)
        except BaseException:
            connection.close()
            raise
    if damaged:
        connection.close()
        raise Damaged("damaged", shown(str(path), 200))
    return connection


def connect_to_look(path: Path) -> sqlite3.Connection | None:
    """Open a file that is there, changing nothing; None where it is empty; raise StoreError as `connect` does."""
    with in_words(path):
        # Opened to read only, SQLite would leave the files beside it behind.
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=rw", BUSY_MS / 1000, isolation_level=None, uri=True
        )
        connection.text_factory = as_text
        try:
            connection.execute("PRAGMA query_only = 1")
            empty = not pragma(connection, "schema_version")
            _recognise(connection, path)
            damaged = not empty and not _is_sound(connection)
        except BaseException:
            connection.close()
            raise
    if empty or damaged:
        connection.close()
    if damaged:
        raise Damaged("damaged", shown(str(path), 200))
    return None if empty else connection


def pragma(connection: sqlite3.Connection, name: str) -> int | str:
    """Read a pragma of the file or the connection."""
    value: int | str = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def backup_path(path: Path, version: int) -> Path:
    """Say where the file is copied to before it leaves a version."""
    return path.with_name(f"{path.name}.version-{version}")


def backups(path: Path) -> list[Path]:
    """List the copies that were made: games that are gone for good would live on in them."""
    return sorted(path.parent.glob(f"{glob.escape(path.name)}.version-*"))


def _recognise(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what is not ours before anything in it is changed."""
    if not pragma(connection, "schema_version"):
        return
    if pragma(connection, "application_id") != APPLICATION:
        raise failure(path, "foreign")
    if _version(connection) > len(MIGRATIONS):
        raise failure(path, "newer")


def _set_up(connection: sqlite3.Connection, path: Path) -> None:
    for name, wanted in _SETTINGS:
        connection.execute(f"PRAGMA {name} = {wanted}")
        # Not every disk and not every build of SQLite does as it is told.
        if pragma(connection, name) != wanted:
            raise failure(path, "not_local", setting=f"{name} {wanted}")


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the file to the newest version, in one step or not at all, with a copy of what was before."""
    version = _version(connection)
    if version == len(MIGRATIONS):
        return
    if version:
        _back_up(connection, path, version)
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        # Asked again: another program may have done it meanwhile.
        for statement in (line for migration in MIGRATIONS[_version(connection) :] for line in migration):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    copy = backup_path(path, version)
    partial = copy.with_name(f"{copy.name}.part")
    try:
        partial.unlink(missing_ok=True)
        with closing(sqlite3.connect(partial, isolation_level=None)) as target:
            connection.backup(target)
            # Pictures go with their game, and nobody would look for them here.
            target.execute("DELETE FROM pictures")
            target.execute("VACUUM")
        partial.replace(copy)
    except OSError as error:
        raise failure(path, "cannot_copy", why=error.strerror or error) from None


def _is_sound(connection: sqlite3.Connection) -> bool:
    """Look for damage where the games are; pictures would take too long, and harm only themselves."""
    try:
        if any(pragma(connection, f"quick_check({table})") != "ok" for table in ("games", "lines", "settings")):
            return False
        # Ids that nobody gave, and records that are in no list.
        return all(connection.execute(query).fetchone() is None for query in _ASTRAY)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            return False
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(pragma(connection, "user_version"))
