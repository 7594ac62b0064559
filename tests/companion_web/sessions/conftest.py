"""A store on disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tileye.companion_web.storage import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path)
    yield store
    store.close()
