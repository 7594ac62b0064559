"""The data folder, with pictures of people's tables: for its owner alone, and for one program at a time."""

import errno
import os
import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tileye.companion_web.storage.schema import in_words
from tileye.companion_web.storage.store import StoreError
from tileye.rules.tiles import shown

LOCK = "in-use.sqlite3"
"""An empty database that is locked: the system lets go of it when a program ends, however it ends."""
ADDRESS = "in-use.address"
"""Where the page is of the program that has the folder; what an earlier one left there means nothing."""
_OWN = 0o600
_FULL = (errno.ENOSPC, errno.EDQUOT)
_TAKEN = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def own_file(folder: Path, name: str) -> Path:
    """Make a file in the data folder unless it is there; raise StoreError with what to do where that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / name).touch(mode=0o600)
    except (OSError, ValueError) as error:
        raise _refusal(folder, error) from None
    return folder / name


_NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Neither is a link followed, nor is waited for what is no file."""
_PART = ".part"


def keep_secret(folder: Path, name: str, data: bytes) -> None:
    """Write a file for its owner alone, whole or not at all; raise StoreError with what to do where that cannot be.

    What was there before, even a link, is replaced and never written to.
    """
    part = folder / f"{name}{_PART}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise _refusal(folder, error) from None
    try:
        with open(part, "xb", opener=lambda path, flags: os.open(path, flags | _NOT_FOLLOWED, _OWN)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / name)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        if error.errno in _FULL:
            raise _refusal(folder, error) from None
        raise StoreError("locked_folder", folder=shown(str(folder / name), 200)) from None


def kept_secret(folder: Path, name: str) -> bytes | None:
    """Read a file that is for its owner alone, and make it so again; None where it is missing, a link, or no file."""
    try:
        with open(folder / name, "rb", opener=lambda path, flags: os.open(path, flags | _NOT_FOLLOWED)) as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode) or (folder / name).is_symlink():
                return None
            if os.name == "posix" and stat.S_IMODE(mode) != _OWN:
                os.fchmod(file.fileno(), _OWN)
            return file.read()
    except (OSError, ValueError):
        return None


def _refusal(folder: Path, error: OSError | ValueError) -> StoreError:
    wanted, number = shown(str(folder), 200), getattr(error, "errno", None)
    if number in _FULL:
        return StoreError("no_room", folder=wanted)
    if number in (errno.EROFS, errno.EACCES, errno.EPERM):
        return StoreError("locked_folder", folder=wanted)
    reason = getattr(error, "strerror", None) or error
    return StoreError("no_folder", folder=wanted, why=reason)


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


def is_in_use(folder: Path) -> bool:
    """Whether a program has the folder now; nothing is changed, and what cannot be asked is not in use."""
    path = folder / LOCK
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master").fetchall()
    except sqlite3.Error as error:
        return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _TAKEN
    return False


def noted_address(folder: Path) -> str | None:
    """Where the page is of the program that has the folder, as far as it was written down."""
    address = ""
    with suppress(OSError, ValueError):
        address = (folder / ADDRESS).read_text(encoding="utf-8")[:200]
    return address if re.fullmatch(r"http://[\w.:]+/", address, re.ASCII) else None


def _taken(folder: Path) -> StoreError:
    address = noted_address(folder)
    page = f"its page is {address}" if address else "use its page"
    return StoreError("running", folder=shown(str(folder), 200), page=page)
