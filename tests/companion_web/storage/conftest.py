"""A store for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion_web.storage.keeping import Clock
from tileye.companion_web.storage.sqlite import SqliteStore


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def store(path: Path, clock: Clock) -> Iterator[SqliteStore]:
    opened = SqliteStore(path, clock)
    yield opened
    opened.close()
