"""Keeping games: events, bin, pictures, threads, full disks."""

import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.companion_web.storage.keeping import (
    DAY,
    EVENTS,
    HEADER,
    NOON,
    Clock,
    begun,
    entries,
    kept,
    summary,
)
from tileye.companion_web.storage import open_store
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import Conflict, NoGame, StoreError

NOWHERE = "aaaaaaaa"


@pytest.mark.parametrize(("first", "last"), [(2, 3), (1, 1), (5, 6)])
def test_events_that_do_not_follow_are_refused(first: int, last: int, store: SqliteStore) -> None:
    game = kept(store, 3)
    with pytest.raises(Conflict, match=rf"goes on with event 4, not {first}"):
        store.append(game, entries(first, last), summary(last))
    assert store.lines(game) == [HEADER, *EVENTS[:3]]


def test_of_events_with_a_hole_none_is_kept(store: SqliteStore, clock: Clock) -> None:
    game = begun(store)
    before = store.info(game)
    clock.now += 60
    with pytest.raises(Conflict, match="event 2, not 3"):
        store.append(game, [*entries(1, 1), *entries(3, 3)], summary(3))
    assert store.lines(game) == [HEADER]
    assert store.info(game) == before


def test_events_and_list_change_together_or_not_at_all(store: SqliteStore) -> None:
    game = begun(store)
    impossible = replace(summary(1), turns=10**30)
    with pytest.raises(StoreError, match="a value does not fit"):
        store.append(game, entries(1, 1), impossible)
    assert store.lines(game) == [HEADER]
    store.append(game, entries(1, 1), summary(1))


def test_an_unknown_id_is_one_sentence_everywhere(store: SqliteStore) -> None:
    calls: list[Callable[[], object]] = [
        lambda: store.append(NOWHERE, [], summary(0)),
        lambda: store.lines(NOWHERE),
        lambda: store.open(NOWHERE),
        lambda: store.info(NOWHERE),
        lambda: store.rename(NOWHERE, "x"),
        lambda: store.set_plan(NOWHERE, {}),
        lambda: store.delete(NOWHERE),
        lambda: store.restore(NOWHERE),
        lambda: store.purge(NOWHERE),
        lambda: store.keep_picture(NOWHERE, 1, b""),
        lambda: store.picture(NOWHERE, 1),
    ]
    for call in calls:
        with pytest.raises(NoGame, match=r"^no game has the id 'aaaaaaaa'"):
            call()


@pytest.mark.parametrize("game", ["\udcff", "\0", "x" * 10_000, "' OR 1=1 --"])
def test_an_impossible_id_is_one_sentence(game: str, store: SqliteStore) -> None:
    begun(store)
    with pytest.raises(StoreError) as refused:
        store.info(game)
    assert len(str(refused.value)) < 300


def test_a_name_and_a_plan_can_be_changed(store: SqliteStore) -> None:
    game = begun(store)
    store.rename(game, "  At\tgrandma's ")
    store.set_plan(game, {"source": "camera 0", "grace": 2.5})
    info = store.info(game)
    assert (info.name, info.plan) == ("At grandma's", {"source": "camera 0", "grace": 2.5})
    with pytest.raises(StoreError, match="needs a name"):
        store.rename(game, "\n")


def test_the_bin_gives_back(store: SqliteStore, clock: Clock) -> None:
    game, other = kept(store, 3), begun(store, "Other")
    clock.now += 5
    store.delete(game)
    clock.now += 5
    store.delete(game)
    assert [info.id for info in store.games()] == [other]
    assert [(info.id, info.deleted) for info in store.games(deleted=True)] == [(game, NOON + 5)]
    with pytest.raises(StoreError, match="is in the bin: restore it"):
        store.append(game, entries(4, 4), summary(4))
    store.restore(game)
    assert store.games(deleted=True) == []
    store.append(game, entries(4, 4), summary(4))


def test_the_bin_empties_itself_after_thirty_days(store: SqliteStore, path: Path, clock: Clock) -> None:
    old, new, here = kept(store), kept(store), kept(store)
    store.keep_picture(old, 1, b"old")
    store.delete(old)
    clock.now += 2 * DAY
    store.close()
    store = SqliteStore(path, clock)
    store.delete(new)
    for _ in range(6):
        store.close()
        clock.now += 6 * DAY
        store = SqliteStore(path, clock)
    store.close()
    with closing(SqliteStore(path, clock)) as again:
        assert [info.id for info in again.games(deleted=True)] == [new]
        assert [info.id for info in again.games()] == [here]
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT count(*) FROM pictures").fetchone() == (0,)
        assert raw.execute("SELECT count(*) FROM lines WHERE game = ?", (old,)).fetchone() == (0,)


def test_pictures_are_kept_for_turns(store: SqliteStore) -> None:
    game, other = begun(store), begun(store)
    store.keep_picture(game, 1, b"first")
    store.keep_picture(game, 1, b"better")
    store.keep_picture(other, 1, b"other")
    assert (store.picture(game, 1), store.picture(game, 2)) == (b"better", None)
    assert store.picture(other, 1) == b"other"
    with pytest.raises(StoreError, match="does not fit"):
        store.picture(game, 10**30)


def _remains(folder: Path, picture: bytes) -> bool:
    """Whether a part of the picture is still in some file."""
    data = b"".join(file.read_bytes() for file in folder.iterdir())
    return any(picture[start : start + 16] in data for start in range(0, len(picture), 997))


def test_nothing_of_a_picture_that_went_is_left_on_disk(store: SqliteStore, tmp_path: Path) -> None:
    game, jpeg = begun(store), secrets.token_bytes(60_000)
    store.keep_picture(game, 1, jpeg)
    assert _remains(tmp_path, jpeg)
    store.delete(game)
    store.purge(game)
    assert not _remains(tmp_path, jpeg)


def test_a_full_disk_is_told_and_loses_nothing(store: SqliteStore) -> None:
    game = kept(store, 3)
    store._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="the disk is full: make room"):
        store.keep_picture(game, 1, bytes(100_000))
    store._connection.execute("PRAGMA max_page_count = 100000")
    store.append(game, entries(4, 4), summary(4))
    assert store.lines(game) == [HEADER, *EVENTS[:4]]
    assert store.picture(game, 1) is None


@pytest.mark.parametrize(("seq", "line"), [(1, "nonsense"), (2, "nonsense"), (1, '{"seq":7}')])
def test_a_damaged_record_names_its_line(seq: int, line: str, store: SqliteStore) -> None:
    game = kept(store, 2)
    store._connection.execute("UPDATE lines SET line = ? WHERE seq = ?", (line, seq))
    with pytest.raises(StoreError, match=rf"the record of the game {game} is damaged, line {seq + 1}: "):
        store.open(game)


def test_a_closed_store_says_so(store: SqliteStore) -> None:
    game = begun(store)
    store.close()
    store.close()
    for call in (lambda: store.append(game, entries(1, 1), summary(1)), store.games):
        with pytest.raises(StoreError, match="closed"):
            call()


@pytest.mark.skipif(os.name != "posix", reason="other systems keep folders of users apart by themselves")
def test_nobody_else_on_this_computer_can_read_the_games(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.set_setting("secret", {"value": 1})
    assert [file.name for file in tmp_path.iterdir() if file.stat().st_mode & 0o077] == []
    store.close()
