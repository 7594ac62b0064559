"""The data folder, the games in it, and room on the disk."""

import errno
import os
import shutil
import sqlite3
from collections import namedtuple
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tileye.companion_web.diagnosis.checks import Finding, Surroundings
from tileye.companion_web.diagnosis.keeping import FULL_MB, LEAST_MB, data, disk
from tileye.companion_web.storage import FILE, open_store
from tileye.companion_web.storage.folder import alone, note_address
from tileye.rules.game import Setup
from tileye.rules.rulesets import TILES
from tileye.rules.state import Player

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games."""
    with closing(open_store(tmp_path / "games")) as store:
        for name in ("Sunday", "Monday"):
            store.create(Setup(TILES, (Player("Ada"), Player("Ben"))), name, {}, 1.0)
    return tmp_path / "games"


def look(folder: Path) -> Finding:
    return data(Surroundings(folder))


def to_do(finding: Finding) -> str | None:
    return finding.advice.code.removeprefix("advice.") if finding.advice else None


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_can_be_opened_and_nothing_is_left_or_changed(folder: Path) -> None:
    before = contents(folder)
    finding = look(folder)
    assert (to_do(finding), finding.blocks) == (None, False)
    assert (finding.values["games"], finding.values["broken"], finding.values["writable"]) == (2, [], True)
    assert contents(folder) == before


def test_a_folder_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    finding = look(tmp_path / "one" / "two")
    assert (to_do(finding), finding.values["exists"], finding.values["games"]) == (None, False, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_blocks(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    finding = look(tmp_path / "file" / "games")
    assert (to_do(finding), finding.blocks, finding.values["writable"]) == ("data_locked", True, False)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever runs this may write anywhere")
def test_a_folder_that_may_not_be_written_blocks(folder: Path) -> None:
    folder.chmod(0o500)
    try:
        finding = look(folder)
    finally:
        folder.chmod(0o700)
    assert (to_do(finding), finding.blocks) == ("data_locked", True)


@pytest.mark.parametrize(
    ("number", "advice"), [(errno.EROFS, "data_locked"), (errno.EACCES, "data_locked"), (errno.ENOSPC, "full")]
)
def test_what_the_system_refuses_blocks(
    folder: Path, number: int, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(number, "some words of the system")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    finding = look(folder)
    assert (to_do(finding), finding.blocks) == (advice, True)


def test_a_running_program_is_told_with_its_address(folder: Path) -> None:
    with alone(folder), closing(open_store(folder)):
        note_address(folder, "http://127.0.0.1:8712/")
        finding = look(folder)
        assert (to_do(finding), finding.values["games"]) == (None, 2)
        assert (finding.values["in_use"], finding.values["address"]) == (True, "http://127.0.0.1:8712/")
    finding = look(folder)
    assert (finding.values["in_use"], finding.values["address"]) == (False, None)
    assert [one.code for one in finding.text] == ["found.data"]


def change(statement: str) -> Callable[[Path], object]:
    def changed(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(statement)

    return changed


def spoil(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[5000:20000] = b"\xff" * 15000
    file.write_bytes(data)


@pytest.mark.parametrize(
    ("spoilt", "advice", "blocks"),
    [
        (change("PRAGMA application_id = 7"), "games_foreign", True),
        (change("PRAGMA user_version = 99"), "games_newer", True),
        (lambda file: file.write_bytes(b"no database at all" * 500), "games_rubbish", True),
        (spoil, "games_damaged", False),
        (change("UPDATE lines SET line = '{' WHERE seq = 0"), "games_broken", False),
    ],
    ids=["foreign", "newer", "no database", "damaged", "broken games"],
)
def test_games_that_cannot_be_opened_are_told(
    folder: Path, spoilt: Callable[[Path], object], advice: str, blocks: bool
) -> None:
    spoilt(folder / FILE)
    before = contents(folder)
    finding = look(folder)
    assert (to_do(finding), finding.blocks) == (advice, blocks)
    assert contents(folder) == before


def test_broken_games_are_named(folder: Path) -> None:
    change("UPDATE lines SET line = '{' WHERE game = (SELECT id FROM games WHERE name = 'Sunday')")(folder / FILE)
    assert (look(folder).values["games"], look(folder).values["broken"]) == (2, ["Sunday"])


def test_an_empty_file_has_no_games(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert (to_do(look(tmp_path)), look(tmp_path).values["games"]) == (None, 0)


@pytest.mark.parametrize(
    ("free", "advice", "blocks"),
    [(LEAST_MB, None, False), (LEAST_MB - 1, "low_disk", False), (FULL_MB - 1, "full", True)],
)
def test_room_on_the_disk(
    tmp_path: Path, free: int, advice: str | None, blocks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, free * 1_000_000))
    finding = disk(Surroundings(tmp_path / "not there yet"))
    assert (to_do(finding), finding.blocks, finding.values["free_mb"]) == (advice, blocks, free)
