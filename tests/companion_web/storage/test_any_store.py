"""What every store has to do, wherever it keeps its games."""

import re
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
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
from tests.companion_web.storage.stores import STORES, OpenedStore
from tileye.companion_web.storage.store import Conflict, NoGame, Store, StoreError
from tileye.rules.record import record_lines


@pytest.fixture(params=list(STORES))
def opened(request: pytest.FixtureRequest) -> OpenedStore:
    return STORES[request.param]


@pytest.fixture
def store(opened: OpenedStore, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    one = opened(tmp_path, clock)
    yield one
    one.close()


def test_a_new_game_is_in_the_list(store: Store) -> None:
    game = begun(store)
    info = store.info(game)
    assert re.fullmatch("[a-z2-7]{8}", game)
    assert (info.name, info.created, info.changed, info.rules) == ("Sunday", NOON, NOON, "tiles")
    assert (info.points, info.turns, info.ended, info.deleted, info.plan) == ((0, 0), 0, None, None, PLAN)
    assert info.players == tuple(player.name for player in GAME.setup.players)
    assert store.games() == [info]
    assert store.lines(game) == [HEADER]


def test_without_a_name_it_is_called_after_its_players(store: Store) -> None:
    info = store.info(begun(store, " \n"))
    assert info.name == ", ".join(info.players)


def test_ids_differ_even_where_chance_repeats_itself(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("a" * 8 + "a" * 8 + "b" * 8)
    monkeypatch.setattr(secrets, "choice", lambda _: next(letters))
    assert [begun(store), begun(store)] == ["a" * 8, "b" * 8]


def test_lines_are_those_of_the_record(store: Store, tmp_path: Path, opened: OpenedStore, clock: Clock) -> None:
    game = begun(store)
    for number in range(1, len(EVENTS) + 1):
        store.append(game, entries(number, number), summary(number))
    assert store.lines(game) == record_lines(GAME)
    with closing(opened(tmp_path, clock)) as again:
        assert again.lines(game) == record_lines(GAME)
        assert again.open(game).log == GAME.log
        assert again.open(game).state == GAME.state


def test_the_list_follows_the_events(store: Store, clock: Clock) -> None:
    game = begun(store)
    clock.now += 60
    store.append(game, entries(1, len(EVENTS)), summary(len(EVENTS)))
    info = store.info(game)
    assert (info.points, info.ended) == (GAME.state.points, "stopped")
    assert info.players[1] == "Jörg 王"
    assert (info.created, info.changed) == (NOON, NOON + 60)


def test_games_played_last_come_first(store: Store, clock: Clock) -> None:
    first, second, third = (begun(store, now=NOON + n) for n in range(3))
    clock.now += 60
    store.append(first, entries(1, 1), summary(1))
    assert [info.id for info in store.games()] == [first, third, second]


def test_only_what_is_in_the_bin_can_be_removed(store: Store) -> None:
    game, other = kept(store), kept(store)
    with pytest.raises(StoreError):
        store.purge(game)
    store.delete(game)
    store.purge(game)
    with pytest.raises(NoGame):
        store.info(game)
    assert [info.id for info in store.games()] == [other]
    assert store.lines(other) == record_lines(GAME)


def test_settings_are_kept(store: Store, tmp_path: Path, opened: OpenedStore, clock: Clock) -> None:
    assert store.setting("voice") is None
    store.set_setting("voice", {"on": True})
    store.set_setting("voice", {"on": False, "text": "ä\udcff"})
    with closing(opened(tmp_path, clock)) as again:
        assert again.setting("voice") == {"on": False, "text": "ä\udcff"}


def test_many_threads_write_and_read_at_once(store: Store) -> None:
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


def test_of_threads_that_write_the_same_event_one_wins(store: Store) -> None:
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


def test_a_clock_that_jumps_does_not_empty_the_bin(
    store: Store, tmp_path: Path, opened: OpenedStore, clock: Clock
) -> None:
    game = kept(store)
    store.delete(game)
    right = clock.now
    for jumped in (right + 73 * 365 * DAY, 0.0, right + DAY, right + 40 * 365 * DAY, right + 2 * DAY):
        store.close()
        clock.now = jumped
        store = opened(tmp_path, clock)
        assert [info.id for info in store.games(deleted=True)] == [game]
    store.close()


def test_a_game_deleted_again_waits_anew(store: Store, tmp_path: Path, opened: OpenedStore, clock: Clock) -> None:
    game = kept(store)
    store.delete(game)
    for _ in range(4):
        store.close()
        clock.now += 7 * DAY
        store = opened(tmp_path, clock)
    store.restore(game)
    store.delete(game)
    store.close()
    clock.now += 5 * DAY
    with closing(opened(tmp_path, clock)) as again:
        assert [info.id for info in again.games(deleted=True)] == [game]


def test_two_programs_cannot_both_go_on_with_a_game(
    store: Store, tmp_path: Path, opened: OpenedStore, clock: Clock
) -> None:
    game = begun(store)
    with closing(opened(tmp_path, clock)) as other:
        other.append(game, entries(1, 1), summary(1))
        with pytest.raises(Conflict):
            store.append(game, entries(1, 1), summary(1))
