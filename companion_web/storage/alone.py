"""A data folder is used by one program at a time: two that play the same game would write two ends of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion_web.storage.folder import own_file
from companion_web.storage.store import StoreError
from rules.tiles import shown

LOCK = "in-use.sqlite3"
"""An empty database that is locked: the system lets go of it when a program ends, however it ends."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Have a folder for this program alone; raise StoreError where another one has it."""
    connection = sqlite3.connect(own_file(folder, LOCK), timeout=0, isolation_level=None)
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            name = shown(str(folder), 200)
            raise StoreError(
                f"tileye is running already with the games in {name}: use its page, or name another folder with --data"
            ) from None
        yield
