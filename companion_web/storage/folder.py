"""The data folder: made where it is missing, for its owner alone: there are pictures of people's tables in it."""

from pathlib import Path

from companion_web.storage.store import StoreError
from rules.tiles import shown


def own_file(folder: Path, name: str) -> Path:
    """Make a file in the data folder unless it is there; raise StoreError with what to do where that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / name).touch(mode=0o600)
    except (OSError, ValueError) as error:
        wanted, reason = shown(str(folder), 200), getattr(error, "strerror", None) or error
        raise StoreError(f"the folder {wanted} cannot be made ({reason}): choose another with --data DIR") from None
    return folder / name
