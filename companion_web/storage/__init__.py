"""Where games are kept: `Store` says how, `sqlite` does it in one file."""

from pathlib import Path

from tileye.companion_web.storage.folder import own_file
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import (
    Conflict,
    GameInfo,
    NoGame,
    Store,
    StoreError,
    Summary,
    summary_of,
    turn_notes_key,
)

__all__ = [
    "FILE",
    "Conflict",
    "GameInfo",
    "NoGame",
    "Store",
    "StoreError",
    "Summary",
    "open_store",
    "summary_of",
    "turn_notes_key",
]

FILE = "games.sqlite3"
"""The name of the file in the data folder."""


def open_store(folder: Path) -> Store:
    """Open the games of a data folder, which is made where it is missing; raise StoreError with what to do."""
    return SqliteStore(own_file(folder, FILE))
