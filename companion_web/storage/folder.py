"""The data folder: made where it is missing, for its owner alone: there are pictures of people's tables in it."""

import errno
from pathlib import Path

from tileye.companion_web.storage.store import StoreError
from tileye.rules.tiles import shown


def own_file(folder: Path, name: str) -> Path:
    """Make a file in the data folder unless it is there; raise StoreError with what to do where that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / name).touch(mode=0o600)
    except (OSError, ValueError) as error:
        raise _refusal(folder, error) from None
    return folder / name


def _refusal(folder: Path, error: OSError | ValueError) -> StoreError:
    wanted, number = shown(str(folder), 200), getattr(error, "errno", None)
    if number in (errno.ENOSPC, errno.EDQUOT):
        return StoreError("no_room", folder=wanted)
    if number in (errno.EROFS, errno.EACCES, errno.EPERM):
        return StoreError("locked_folder", folder=wanted)
    reason = getattr(error, "strerror", None) or error
    return StoreError("no_folder", folder=wanted, why=reason)
