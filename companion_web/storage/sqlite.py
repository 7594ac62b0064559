"""Games in one SQLite file."""

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from tileye.companion_web.storage import bin as bins
from tileye.companion_web.storage.salvage import salvage
from tileye.companion_web.storage.schema import Damaged, backups, connect, failure, in_words
from tileye.companion_web.storage.store import (
    Conflict,
    GameInfo,
    StoreError,
    Summary,
    UnreadableRecord,
    no_game,
    some_id,
    summary_of,
    tidy_name,
    turn_notes_key,
)
from tileye.rules.game import Entry, Game, Setup
from tileye.rules.jsonlines import LONGEST_LINE, Json, dump
from tileye.rules.record import RecordError, entry_json, read_record, record_lines
from tileye.rules.rulesets import RULE_SETS, TILES

_BIN = "bin"
_LATEST = 1e11
_RULES = frozenset(rules.name for rules in RULE_SETS)
_LOG = logging.getLogger(__name__)
_COLUMNS = "id, name, created, changed, rules, players, points, turns, ended, deleted, plan"


class SqliteStore:
    """A `Store` in one file.

    All threads share one connection behind a lock: what they do takes far less time than the disk, a lock of our own
    keeps the order in which they came, and closing it leaves nothing open in threads that the server has forgotten.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.Lock()
        self._broken: set[str] = set()
        self._connection = _connected(path)
        try:
            self._empty_bin()
        except StoreError:
            self._connection.close()
            raise

    def create(self, setup: Setup, name: str, plan: Json, now: float) -> str:
        """Begin a game without events and return its id."""
        return self._insert(Game(setup), name, plan, now)

    def take(self, lines: Iterable[bytes | None], name: str, now: float) -> str:
        """Keep a record from elsewhere."""
        try:
            reading = read_record(line if line is None or len(line) <= LONGEST_LINE else None for line in lines)
        except RecordError as error:
            raise UnreadableRecord("record", reason=error, line=error.line) from None
        plan: Json = {"source": "hand"}
        return self._insert(reading.game, name, plan | {"torn": reading.torn} if reading.torn else plan, now)

    def append(self, game: str, entries: Sequence[Entry], summary: Summary) -> None:
        """Add events, all or none."""
        lines = [(game, entry.seq, dump(entry_json(entry))) for entry in entries]
        with self._writing() as connection:
            if _found(connection, game).deleted is not None:
                raise StoreError("in_bin", game=game)
            last = connection.execute("SELECT max(seq) FROM lines WHERE game = ?", (game,)).fetchone()[0]
            for expected, entry in enumerate(entries, last + 1):
                if entry.seq != expected:
                    raise Conflict("out_of_order", game=game, expected=expected, event=entry.seq)
            connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", lines)
            connection.execute(
                "UPDATE games SET changed = ?, players = ?, points = ?, turns = ?, ended = ? WHERE id = ?",
                (self._clock(), *_summed(summary), game),
            )

    def lines(self, game: str) -> list[str]:
        """Return the lines of the record."""
        lines = [str(line) for (line,) in self._read("SELECT line FROM lines WHERE game = ? ORDER BY seq", game)]
        if not lines:
            raise no_game(game)
        return lines

    def open(self, game: str) -> Game:
        """Replay a game."""
        try:
            reading = read_record(line.encode("utf-8", "surrogateescape") for line in self.lines(game))
        except RecordError as error:
            self._broken.add(game)
            raise self._damaged(game, str(error)) from None
        if reading.torn:
            raise self._damaged(game, reading.torn)
        return reading.game

    def info(self, game: str) -> GameInfo:
        """Return the line of one game."""
        with self._reading() as connection:
            return _found(connection, game)

    def games(self, *, deleted: bool = False) -> list[GameInfo]:
        """List the games, or what is in the bin."""
        which = "deleted IS NOT NULL ORDER BY deleted DESC" if deleted else "deleted IS NULL ORDER BY changed DESC"
        found = [_info(row) for row in self._read(f"SELECT {_COLUMNS} FROM games WHERE {which}, id")]
        headed = {game for (game,) in self._read("SELECT game FROM lines WHERE seq = 0")} - self._broken
        return [info if info.id in headed else replace(info, damaged=True) for info in found]

    def rename(self, game: str, name: str) -> None:
        """Give a game another name."""
        if not (tidy := tidy_name(name)):
            raise StoreError("no_game_name")
        self._update(game, "name = ?", tidy)

    def set_plan(self, game: str, plan: Json) -> None:
        """Replace what was agreed besides the record."""
        self._update(game, "plan = ?", dump(plan))

    def delete(self, game: str) -> None:
        """Put a game into the bin."""
        self._update(game, "deleted = coalesce(deleted, ?)", self._clock())

    def restore(self, game: str) -> None:
        """Take a game out of the bin."""
        self._update(game, "deleted = ?", None)

    def purge(self, game: str) -> None:
        """Remove a game in the bin for good."""
        with self._writing() as connection:
            if _found(connection, game).deleted is None:
                raise StoreError("not_in_bin", game=game)
            _remove(connection, [game])
        self._forget()

    def keep_picture(self, game: str, row_id: int, jpeg: bytes) -> None:
        """Keep what the camera saw at a turn."""
        with self._writing() as connection:
            _found(connection, game)
            connection.execute("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?)", (game, row_id, jpeg))

    def picture(self, game: str, row_id: int) -> bytes | None:
        """Return what the camera saw at a turn."""
        self.info(game)
        found = self._read("SELECT jpeg FROM pictures WHERE game = ? AND row_id = ?", game, row_id)
        return bytes(found[0][0]) if found else None

    def setting(self, key: str) -> Json | None:
        """Return a setting that was kept; one that cannot be read is as good as none."""
        found = self._read("SELECT value FROM settings WHERE key = ?", key)
        try:
            value = json.loads(found[0][0]) if found else None
        except (ValueError, TypeError):
            return None
        return value if isinstance(value, dict) else None

    def set_setting(self, key: str, value: Json) -> None:
        """Keep a setting."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, dump(value)))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock, in_words(self._path):
            yield self._connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """All that is done within is on disk afterwards, or none of it."""
        with self._reading() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading() as connection:
            return connection.execute(query, values).fetchall()

    def _update(self, game: str, change: str, value: object) -> None:
        with self._writing() as connection:
            _found(connection, game)
            connection.execute(f"UPDATE games SET {change} WHERE id = ?", (value, game))

    def _insert(self, game: Game, name: str, plan: Json, now: float) -> str:
        summary = summary_of(game)
        called = tidy_name(name) or tidy_name(", ".join(summary.players))
        with self._writing() as connection:
            found = _free_id(connection)
            connection.execute(
                f"INSERT INTO games ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)",
                (found, called, now, now, game.setup.rules.name, *_summed(summary), dump(plan)),
            )
            lines = ((found, seq, line) for seq, line in enumerate(record_lines(game)))
            connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", lines)
        return found

    def _empty_bin(self) -> None:
        deleted = self._read("SELECT id, deleted FROM games WHERE deleted IS NOT NULL")
        # A game that was restored and deleted again begins anew.
        games = {f"{game} {at}": game for game, at in deleted}
        copies = {copy.name: copy for copy in backups(self._path)}
        kept, over = bins.expire(self.setting(_BIN), self._clock(), (*games, *copies))
        self.set_setting(_BIN, kept)
        gone = [games[key] for key in over if key in games]
        if gone:
            with self._writing() as connection:
                _remove(connection, gone)
            self._forget()
        for copy in (copies[key] for key in over if key in copies):
            # One that cannot be removed keeps nobody from playing.
            with suppress(OSError):
                copy.unlink()

    def _forget(self) -> None:
        """Clear the write-ahead log, which still holds what was removed."""
        with self._reading() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _damaged(self, game: str, reason: str) -> StoreError:
        return failure(self._path, "damaged_record", game=game, why=reason)


def _remove(connection: sqlite3.Connection, games: Iterable[str]) -> None:
    """Remove games with all that is kept of them."""
    for game in games:
        connection.execute("DELETE FROM games WHERE id = ?", (game,))
        connection.execute("DELETE FROM settings WHERE key = ?", (turn_notes_key(game),))


def _found(connection: sqlite3.Connection, game: str) -> GameInfo:
    row = connection.execute(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise no_game(game)
    return _info(row)


def _connected(path: Path) -> sqlite3.Connection:
    """Open the file; of a damaged one all that can be read is saved first."""
    try:
        return connect(path)
    except Damaged as error:
        try:
            aside = salvage(path)
        except (sqlite3.Error, OSError):
            raise error from None
        _LOG.error("%s was damaged: what could be read was saved, the damaged file is now %s", path, aside)
        return connect(path)


def _info(row: Sequence[Any]) -> GameInfo:
    """Read a line of the list; what cannot be read in it is left empty, and the game is marked as damaged."""
    fields = dict(zip(_COLUMNS.split(", "), row, strict=True))
    damaged = False
    for name, (known, empty) in _SOUND.items():
        try:
            value = json.loads(fields[name]) if name in _AS_JSON else fields[name]
            if not known(value):
                raise ValueError
        except (ValueError, TypeError):
            value, damaged = empty, True
        fields[name] = tuple(value) if isinstance(value, list) else value
    # Points are left out on purpose while nobody has said who started.
    if damaged or len(fields["points"]) not in (0, len(fields["players"])):
        # Half of a standing would be a wrong one.
        return GameInfo(**{**fields, "players": (), "points": ()}, damaged=True)
    return GameInfo(**fields)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value < _LATEST


def _is_count(value: object) -> bool:
    return isinstance(value, int) and abs(value) < _LATEST


_AS_JSON = frozenset({"players", "points", "plan"})
_SOUND: Mapping[str, tuple[Callable[[Any], bool], Any]] = {
    "id": (_is_text, ""),
    "name": (_is_text, "?"),
    "created": (_is_number, 0.0),
    "changed": (_is_number, 0.0),
    "rules": (lambda value: value in _RULES, TILES.name),
    "players": (lambda value: isinstance(value, list) and all(map(_is_text, value)), ()),
    "points": (lambda value: isinstance(value, list) and all(map(_is_count, value)), ()),
    "turns": (_is_count, 0),
    "ended": (lambda value: value is None or _is_text(value), None),
    "deleted": (lambda value: value is None or _is_number(value), None),
    "plan": (lambda value: isinstance(value, dict), {}),
}
"""What each field has to be, and what stands in its place where it is not."""


def _summed(summary: Summary) -> tuple[str, str, int, str | None]:
    return dump(summary.players), dump(summary.points), summary.turns, summary.ended


def _free_id(connection: sqlite3.Connection) -> str:
    while True:
        found = some_id()
        if not connection.execute("SELECT 1 FROM games WHERE id = ?", (found,)).fetchone():
            return found
