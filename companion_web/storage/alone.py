"""A data folder is used by one program at a time: two that play the same game would write two ends of it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tileye.companion_web.storage.folder import own_file
from tileye.companion_web.storage.schema import in_words
from tileye.companion_web.storage.store import StoreError
from tileye.rules.tiles import shown

LOCK = "in-use.sqlite3"
"""An empty database that is locked: the system lets go of it when a program ends, however it ends."""
ADDRESS = "in-use.address"
"""Where the page is of the program that has the folder; what an earlier one left there means nothing."""
_TAKEN = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Have a folder for this program alone; raise StoreError where another one has it, or why it cannot be had."""
    path = own_file(folder, LOCK)
    with in_words(path), closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _TAKEN:
                raise
            raise _taken(folder) from None
        with suppress(OSError):
            (folder / ADDRESS).unlink()
        yield


def note_address(folder: Path, address: str) -> None:
    """Write down where the page is, for a second program that wants the same folder."""
    with suppress(OSError):
        own_file(folder, ADDRESS).write_text(address, encoding="utf-8")


def _taken(folder: Path) -> StoreError:
    name, address = shown(str(folder), 200), ""
    with suppress(OSError, ValueError):
        address = (folder / ADDRESS).read_text(encoding="utf-8")[:200]
    page = f"its page is {address}" if re.fullmatch(r"http://[\w.:]+/", address, re.ASCII) else "use its page"
    return StoreError("running", folder=name, page=page)
