"""One flipped bit costs at most the game that it hits: the list, the start and the other games go on."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.companion_web.storage.keeping import EVENTS, HEADER, Clock, kept
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import StoreError

PAGE, HEAD = 4096, 200
INTERIOR = (2, 5)
"""The first byte of pages that lead to other pages."""
EVERY = 31
"""Every so manieth byte near a game is hit."""
AROUND = 40, 330
"""How far before and behind an id the bytes of its row reach."""


@pytest.fixture
def games(store: SqliteStore, path: Path) -> list[str]:
    """Three games, all of them in the file itself."""
    found = sorted(kept(store) for _ in range(3))
    store.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return found


def hits(data: bytes, game: str) -> Iterator[int]:
    """Where the rows of a game are, in the list and in the record; what holds the pages together is none of them."""
    at = data.find(game.encode())
    while at >= 0:
        page = at // PAGE * PAGE
        if data[page] not in INTERIOR:
            yield from range(max(at - AROUND[0], page + HEAD), min(at + AROUND[1], page + PAGE), EVERY)
        at = data.find(game.encode(), at + AROUND[1])


@pytest.mark.parametrize("bit", [0, 6, 7])
def test_a_flipped_bit_costs_one_game_at_most(
    games: list[str], path: Path, tmp_path: Path, bit: int, clock: Clock
) -> None:
    data = path.read_bytes()
    for number, at in enumerate(hits(data, games[1])):
        folder = tmp_path / f"{bit}-{number}"
        folder.mkdir()
        harmed = bytearray(data)
        harmed[at] ^= 1 << bit
        (folder / path.name).write_bytes(harmed)
        with closing(SqliteStore(folder / path.name, clock)) as store:
            listed = {info.id: info for info in store.games()}
            whole = [game for game in games if game in listed and not listed[game].damaged and opens(store, game)]
            # Rows lie side by side: a hit beside the game may be one of its neighbours.
            assert len(whole) >= 2, f"byte {at}"
            for info in store.games():
                store.delete(info.id)
        shutil.rmtree(folder)


def opens(store: SqliteStore, game: str) -> bool:
    try:
        return bool(store.open(game).state.rows)
    except StoreError:
        return False


def harm(path: Path, change: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(change, values)


@pytest.mark.parametrize("field", ["players", "points", "plan"])
@pytest.mark.parametrize("text", ["[", "{}}", "null", '"x"', b"\xff\xfe"])
def test_a_line_that_cannot_be_read_is_listed_as_damaged(
    games: list[str], path: Path, clock: Clock, field: str, text: object
) -> None:
    harm(path, f"UPDATE games SET {field} = CAST(? AS TEXT) WHERE id = ?", text, games[0])
    with closing(SqliteStore(path, clock)) as store:
        assert {info.id: info.damaged for info in store.games()} == {game: game == games[0] for game in games}
        assert store.open(games[0]).state.rows


def test_a_broken_record_is_listed_as_damaged_once_it_is_known(games: list[str], path: Path, clock: Clock) -> None:
    harm(path, "UPDATE lines SET line = ? WHERE game = ? AND seq = 2", EVENTS[1][:-9], games[0])
    harm(path, "DELETE FROM lines WHERE game = ? AND seq = 0", games[1])
    with closing(SqliteStore(path, clock)) as store:
        assert [info.id for info in store.games() if info.damaged] == [games[1]]
        with pytest.raises(StoreError, match="is damaged"):
            store.open(games[0])
        assert sorted(info.id for info in store.games() if info.damaged) == games[:2]


def test_a_game_without_its_line_comes_back_from_its_record(games: list[str], path: Path, clock: Clock) -> None:
    data = bytearray(path.read_bytes())
    row = data.find(games[1].encode())
    # The length of the row's header: it cannot be read any more.
    for at in range(row - 14, row - 10):
        data[at] ^= 0x40
    path.write_bytes(data)
    with closing(SqliteStore(path, clock)) as store:
        found = {info.id: info for info in store.games()}
        assert set(games) <= set(found)
        assert all(store.open(game).state.rows for game in games)
        assert store.lines(games[1]) == [HEADER, *EVENTS]
    assert list(path.parent.glob(f"{path.name}.damaged-*"))


def test_sentences_for_others_do_not_say_where_the_file_lies(games: list[str], path: Path, clock: Clock) -> None:
    harm(path, "UPDATE lines SET line = '{' WHERE game = ? AND seq = 2", games[0])
    with closing(SqliteStore(path, clock)) as store, pytest.raises(StoreError) as refused:
        store.open(games[0])
    assert str(path) in str(refused.value)
    assert str(path.parent) not in refused.value.sentence


@pytest.mark.parametrize(
    "value",
    ["{#", "[]", "3", '{"seconds":null,"at":"x","since":3}', '{"since":{"a":null}}', '{"seconds":1e999,"at":-1e999}'],
)
def test_a_damaged_setting_keeps_nobody_from_playing(path: Path, clock: Clock, value: str) -> None:
    with closing(SqliteStore(path, clock)) as store:
        game = kept(store)
        store.delete(game)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE settings SET value = ?", (value,))
    with closing(SqliteStore(path, clock)) as store:
        assert [info.id for info in store.games(deleted=True)] == [game]
        assert opens(store, game)
