"""All stores, as the tests that each of them has to pass open them."""

from collections.abc import Callable
from pathlib import Path

from tests.companion_web.storage.keeping import Clock
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import Store

OpenedStore = Callable[[Path, Clock], Store]
"""Opens a store whose games lie in a folder; the same folder gives the same games again."""

STORES: dict[str, OpenedStore] = {
    "sqlite": lambda folder, clock: SqliteStore(folder / "games.sqlite3", clock),
}
