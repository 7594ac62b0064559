"""A data folder is used by one program at a time: two that play the same game would write two ends of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion_web.storage.store import StoreError
from rules.tiles import shown

LOCK = "in-use.sqlite3"
"""An empty database that is locked: the system lets go of it when a program ends, however it ends."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Have a folder for this program alone; raise StoreError where another one has it."""
    name = shown(str(folder), 200)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        connection = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
    except (OSError, ValueError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"the folder {name} cannot be made ({reason}): choose another with --data DIR") from None
    with closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            raise StoreError(
                f"tileye is running already with the games in {name}: use its page, or name another folder with --data"
            ) from None
        yield
