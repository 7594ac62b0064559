"""Opening the file: settings, migrations, damage, other programs."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.companion_web.storage.keeping import DAY, EVENTS, HEADER, Clock, kept
from tileye.companion_web.storage import FILE, open_store, schema
from tileye.companion_web.storage.schema import APPLICATION, MIGRATIONS, backup_path, connect, pragma
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import StoreError

VERSION_1 = f"""
CREATE TABLE games (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
    rules TEXT NOT NULL, players TEXT NOT NULL, points TEXT NOT NULL, turns INTEGER NOT NULL, ended TEXT,
    deleted REAL, plan TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE lines (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seq INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
CREATE TABLE pictures (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, row_id INTEGER NOT NULL, jpeg BLOB NOT NULL,
    PRIMARY KEY (game, row_id)
);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO games VALUES
    ('abcdefgh', 'Old', 1.5, 2.5, 'tiles', '["Ada","Ben"]', '[3,0]', 1, NULL, NULL, '{{"source":"hand"}}');
INSERT INTO lines VALUES ('abcdefgh', 0, '{HEADER}'), ('abcdefgh', 1, '{EVENTS[0]}');
INSERT INTO pictures VALUES ('abcdefgh', 1, x'ffd8ff');
INSERT INTO settings VALUES ('voice', '{{"on":true}}');
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = 1;
"""
"""What the first version wrote, as it was written: never to be changed."""

NEXT = (*MIGRATIONS, ("ALTER TABLE games ADD COLUMN place TEXT", "UPDATE games SET place = 'kitchen'"))


def _write(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def _ask(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def test_commits_are_on_disk_before_they_return(path: Path) -> None:
    with closing(connect(path)) as connection:
        found = {
            name: pragma(connection, name) for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": schema.BUSY_MS}


def test_a_place_that_cannot_promise_that_is_refused() -> None:
    with pytest.raises(StoreError, match="journal_mode wal is not possible there: choose a local folder"):
        connect(Path(":memory:"))


def test_a_file_of_version_1_opens(path: Path) -> None:
    _write(path, VERSION_1)
    with closing(SqliteStore(path)) as store:
        info = store.info("abcdefgh")
        assert (info.name, info.created, info.changed, info.turns) == ("Old", 1.5, 2.5, 1)
        assert (info.players, info.points, info.plan) == (("Ada", "Ben"), (3, 0), {"source": "hand"})
        assert store.lines("abcdefgh") == [HEADER, EVENTS[0]]
        assert store.picture("abcdefgh", 1) == b"\xff\xd8\xff"
        assert store.setting("voice") == {"on": True}
    assert not backup_path(path, 1).exists()


def test_a_migration_changes_the_file_and_leaves_a_copy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(path, VERSION_1)
    monkeypatch.setattr(schema, "MIGRATIONS", NEXT)
    with closing(SqliteStore(path)) as store:
        assert store.lines("abcdefgh") == [HEADER, EVENTS[0]]
        assert store.picture("abcdefgh", 1) == b"\xff\xd8\xff"
    assert _ask(path, "SELECT place FROM games") == [("kitchen",)]
    assert _ask(path, "PRAGMA user_version") == [(2,)]
    copy = backup_path(path, 1)
    assert _ask(copy, "PRAGMA user_version") == [(1,)]
    assert _ask(copy, "SELECT line FROM lines ORDER BY seq") == [(HEADER,), (EVENTS[0],)]
    assert _ask(copy, "SELECT * FROM pictures") == []
    assert sorted(entry.name for entry in path.parent.iterdir()) == [path.name, copy.name]


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(path, VERSION_1)
    monkeypatch.setattr(schema, "MIGRATIONS", (*NEXT, ("DROP TABLE nowhere",)))
    with pytest.raises(StoreError, match="no such table: nowhere"):
        SqliteStore(path)
    monkeypatch.undo()
    with closing(SqliteStore(path)) as store:
        assert store.lines("abcdefgh") == [HEADER, EVENTS[0]]
    assert "place" not in str(_ask(path, "SELECT sql FROM sqlite_master"))


def test_without_room_for_the_copy_nothing_is_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(path, VERSION_1)
    backup_path(path, 1).with_name(f"{backup_path(path, 1).name}.part").mkdir()
    monkeypatch.setattr(schema, "MIGRATIONS", NEXT)
    with pytest.raises(StoreError, match="cannot be copied before it is brought up to date"):
        SqliteStore(path)
    assert _ask(path, "PRAGMA user_version") == [(1,)]


def test_old_copies_go_as_the_bin_does(path: Path, clock: Clock) -> None:
    old, new = backup_path(path, 1), backup_path(path, 2)
    old.write_bytes(b"")
    for _ in range(6):
        SqliteStore(path, clock).close()
        assert old.exists()
        clock.now += 6 * DAY
        new.write_bytes(b"")
    SqliteStore(path, clock).close()
    assert (old.exists(), new.exists()) == (False, True)


def test_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    _write(path, VERSION_1 + "PRAGMA user_version = 2;")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a newer tileye wrote it: update this one"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    _write(path, "CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="of another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def _no_database(whole: bytes) -> bytes:
    return b"no database at all " * 100


def _beheaded(whole: bytes) -> bytes:
    return bytes(100) + whole[100:]


def _cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def _holed(whole: bytes) -> bytes:
    """Everything but the table of contents is overwritten."""
    return whole[:4096] + b"\xa5" * (len(whole) - 4096)


def _unreadable(whole: bytes) -> bytes:
    """Only the pages with events are overwritten: the list of games would still be shown."""
    pages = [whole[start : start + 4096] for start in range(0, len(whole), 4096)]
    return b"".join(b"\xa5" * 4096 if b'"event":' in page else page for page in pages)


@pytest.mark.parametrize("harm", [_no_database, _beheaded, _cut, _holed, _unreadable])
def test_a_damaged_file_is_refused(harm: Callable[[bytes], bytes], path: Path, store: SqliteStore) -> None:
    kept(store)
    store.close()
    path.write_bytes(harm(path.read_bytes()))
    with pytest.raises(StoreError, match=r"games\.sqlite3': it is (damaged|a database of another)"):
        SqliteStore(path)


def test_an_empty_file_is_as_good_as_none(path: Path) -> None:
    path.touch()
    with closing(SqliteStore(path)) as store:
        assert store.games() == []


def test_a_file_that_cannot_be_opened_is_one_sentence(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreError, match="it cannot be opened: check the folder"):
        SqliteStore(path)


def test_another_program_that_writes_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BUSY_MS", 20)
    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is writing to it"):
            store.set_setting("voice", {})
        assert store.games() == []
        other.execute("ROLLBACK")
        store.set_setting("voice", {})


def test_the_data_folder_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    open_store(folder).close()
    assert [entry.name for entry in folder.iterdir()] == [FILE]


@pytest.mark.parametrize("name", ["file/below", "nul\0"])
def test_a_folder_that_cannot_be_made_is_one_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"^the folder .* cannot be made \(.*\): choose another with --data DIR$"):
        open_store(tmp_path / name)
