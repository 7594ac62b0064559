"""Keeping games: events, bin, pictures, threads, full disks."""

import os
import re
import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.companion_web.storage.keeping import (
    DAY,
    EVENTS,
    GAME,
    HEADER,
    NOON,
    PLAN,
    Clock,
    begun,
    entries,
    kept,
    summary,
)
from tileye.companion_web.storage import open_store
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import Conflict, NoGame, StoreError
from tileye.rules.record import record_lines

NOWHERE = "aaaaaaaa"


def test_a_new_game_is_in_the_list(store: SqliteStore) -> None:
    game = begun(store)
    info = store.info(game)
    assert re.fullmatch("[a-z2-7]{8}", game)
    assert (info.name, info.created, info.changed, info.rules) == ("Sunday", NOON, NOON, "tiles")
    assert (info.points, info.turns, info.ended, info.deleted, info.plan) == ((0, 0), 0, None, None, PLAN)
    assert info.players == tuple(player.name for player in GAME.setup.players)
    assert store.games() == [info]
    assert store.lines(game) == [HEADER]


def test_without_a_name_it_is_called_after_its_players(store: SqliteStore) -> None:
    info = store.info(begun(store, " \n"))
    assert info.name == ", ".join(info.players)


def test_ids_differ_even_where_chance_repeats_itself(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("a" * 8 + "a" * 8 + "b" * 8)
    monkeypatch.setattr(secrets, "choice", lambda _: next(letters))
    assert [begun(store), begun(store)] == ["a" * 8, "b" * 8]


def test_lines_are_those_of_the_record(store: SqliteStore, path: Path) -> None:
    game = begun(store)
    for number in range(1, len(EVENTS) + 1):
        store.append(game, entries(number, number), summary(number))
    assert store.lines(game) == record_lines(GAME)
    with closing(SqliteStore(path)) as again:
        assert again.lines(game) == record_lines(GAME)
        assert again.open(game).log == GAME.log
        assert again.open(game).state == GAME.state


def test_the_list_follows_the_events(store: SqliteStore, clock: Clock) -> None:
    game = begun(store)
    clock.now += 60
    store.append(game, entries(1, len(EVENTS)), summary(len(EVENTS)))
    info = store.info(game)
    assert (info.points, info.ended) == (GAME.state.points, "stopped")
    assert info.players[1] == "Jörg 王"
    assert (info.created, info.changed) == (NOON, NOON + 60)


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


def test_two_programs_cannot_both_go_on_with_a_game(store: SqliteStore, path: Path) -> None:
    game = begun(store)
    with closing(SqliteStore(path)) as other:
        other.append(game, entries(1, 1), summary(1))
        with pytest.raises(Conflict, match="open it again"):
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


def test_games_played_last_come_first(store: SqliteStore, clock: Clock) -> None:
    first, second, third = (begun(store, now=NOON + n) for n in range(3))
    clock.now += 60
    store.append(first, entries(1, 1), summary(1))
    assert [info.id for info in store.games()] == [first, third, second]


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


def test_only_what_is_in_the_bin_can_be_removed(store: SqliteStore) -> None:
    game, other = kept(store), kept(store)
    with pytest.raises(StoreError, match="not in the bin"):
        store.purge(game)
    store.delete(game)
    store.purge(game)
    with pytest.raises(NoGame):
        store.info(game)
    assert [info.id for info in store.games()] == [other]
    assert store.lines(other) == record_lines(GAME)


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


def test_a_clock_that_jumps_does_not_empty_the_bin(store: SqliteStore, path: Path, clock: Clock) -> None:
    game = kept(store)
    store.delete(game)
    right = clock.now
    for jumped in (right + 73 * 365 * DAY, 0.0, right + DAY, right + 40 * 365 * DAY, right + 2 * DAY):
        store.close()
        clock.now = jumped
        store = SqliteStore(path, clock)
        assert [info.id for info in store.games(deleted=True)] == [game]
    store.close()


def test_a_game_deleted_again_waits_anew(store: SqliteStore, path: Path, clock: Clock) -> None:
    game = kept(store)
    store.delete(game)
    for _ in range(4):
        store.close()
        clock.now += 7 * DAY
        store = SqliteStore(path, clock)
    store.restore(game)
    store.delete(game)
    store.close()
    clock.now += 5 * DAY
    with closing(SqliteStore(path, clock)) as again:
        assert [info.id for info in again.games(deleted=True)] == [game]


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


def test_settings_are_kept(store: SqliteStore, path: Path) -> None:
    assert store.setting("voice") is None
    store.set_setting("voice", {"on": True})
    store.set_setting("voice", {"on": False, "text": "ä\udcff"})
    with closing(SqliteStore(path)) as again:
        assert again.setting("voice") == {"on": False, "text": "ä\udcff"}


def test_many_threads_write_and_read_at_once(store: SqliteStore) -> None:
    def play(number: int) -> str:
        game = begun(store, f"Game {number}")
        for seq in range(1, 6):
            store.append(game, entries(seq, seq), summary(seq))
            assert store.info(game).turns == summary(seq).turns
            assert len(store.games()) <= 6
        return game

    with ThreadPoolExecutor(6) as pool:
        games = list(pool.map(play, range(6)))
    assert len(set(games)) == 6
    assert all(store.lines(game) == [HEADER, *EVENTS[:5]] for game in games)


def test_of_threads_that_write_the_same_event_one_wins(store: SqliteStore) -> None:
    game = begun(store)

    def attempt(_: int) -> bool:
        try:
            store.append(game, entries(1, 1), summary(1))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(attempt, range(6))) == 1
    assert store.lines(game) == [HEADER, EVENTS[0]]


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
