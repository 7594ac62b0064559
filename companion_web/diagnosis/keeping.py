"""Whether games can be kept: the data folder, the games in it, and room on the disk."""

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tileye.companion_web.diagnosis.checks import Finding, Phrase, Surroundings, advice, found
from tileye.companion_web.storage import FILE, StoreError
from tileye.companion_web.storage.folder import is_in_use, noted_address
from tileye.companion_web.storage.inspection import Inspection, inspect
from tileye.rules.jsonlines import Json

LEAST_MB, FULL_MB = 200, 5
"""Below the first, room runs out during a game sooner or later; below the second, a game cannot even begin."""
_TRIED = 65_536
"""Bytes that are written to see whether that goes, and are gone at once."""
_FULL = (errno.ENOSPC, errno.EDQUOT)
_SHOWN = 5
_STORE_ADVICE: Mapping[str, str] = {
    "damaged": "games_damaged",
    "rubbish": "games_rubbish",
    "foreign": "games_foreign",
    "newer": "games_newer",
}
"""What to do where the games cannot be opened; for all other reasons `games_closed`."""


def data(around: Surroundings) -> Finding:
    """See whether the data folder can be written, who uses it, and whether its games can be opened."""
    folder = around.folder
    in_use = is_in_use(folder)
    values: Json = {
        "folder": str(folder),
        "exists": folder.is_dir(),
        "writable": False,
        "in_use": in_use,
        "address": noted_address(folder) if in_use else None,
    }
    if trouble := _trouble(folder):
        return Finding((found("data_locked", folder=folder),), advice(trouble), blocks=True, values=values)
    values["writable"] = True
    try:
        games = inspect(folder / FILE)
    except StoreError as error:
        # What is damaged is saved at the next start.
        mend, blocks = advice(_STORE_ADVICE.get(error.code, "games_closed")), error.code != "damaged"
        return Finding((found("data_closed", folder=folder),), mend, blocks, values)
    return _readable(games, {**values, "games": games.games, "broken": list(games.broken)})


def _readable(games: Inspection, values: Json) -> Finding:
    folder = found("data" if values["exists"] else "data_new", folder=values["folder"], n=games.games)
    text = (folder, *_user(values))
    if games.broken:
        names = ", ".join(games.broken[:_SHOWN]) + (", ..." if len(games.broken) > _SHOWN else "")
        return Finding((*text, found("games_broken", names=names)), advice("games_broken"), values=values)
    return Finding(text, values=values)


def _user(values: Json) -> tuple[Phrase, ...]:
    if not values["in_use"]:
        return ()
    address = values["address"]
    return (found("data_used", address=address) if address else found("data_used_somewhere"),)


def _trouble(folder: Path) -> str | None:
    """Write into a folder; the advice where that fails. One that is not there yet is not made for this."""
    if not folder.exists():
        above = existing(folder)
        return None if above.is_dir() and os.access(above, os.W_OK | os.X_OK) else "data_locked"
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\0" * _TRIED)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return "full" if error.errno in _FULL else "data_locked"
    return None


def existing(folder: Path) -> Path:
    """The folder itself, else the nearest one above it that is there."""
    return next((one for one in (folder, *folder.absolute().parents) if one.exists()), Path.cwd())


def disk(around: Surroundings) -> Finding:
    """See how much room there is for games."""
    free = shutil.disk_usage(existing(around.folder)).free // 1_000_000
    text, values = (found("disk", mb=free),), {"free_mb": free, "least_mb": LEAST_MB}
    if free < FULL_MB:
        return Finding(text, advice("full"), blocks=True, values=values)
    return Finding(text, advice("low_disk", least=LEAST_MB) if free < LEAST_MB else None, values=values)
