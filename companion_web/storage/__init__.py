"""Where games are kept: `Store` says how, `sqlite` does it in one file."""

from pathlib import Path

from companion_web.storage.sqlite import SqliteStore
from companion_web.storage.store import Conflict, GameInfo, NoGame, Store, StoreError, Summary, summary_of
from rules.tiles import shown

__all__ = ["FILE", "Conflict", "GameInfo", "NoGame", "Store", "StoreError", "Summary", "open_store", "summary_of"]

FILE = "games.sqlite3"
"""The name of the file in the data folder."""


def open_store(folder: Path) -> Store:
    """Open the games of a data folder, which is made where it is missing; raise StoreError with what to do."""
    try:
        # Not for others on this computer: there are pictures of people's tables in it.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / FILE).touch(mode=0o600)
    except (OSError, ValueError) as error:
        name, reason = shown(str(folder), 200), getattr(error, "strerror", None) or error
        raise StoreError(f"the folder {name} cannot be made ({reason}): choose another with --data DIR") from None
    return SqliteStore(folder / FILE)
