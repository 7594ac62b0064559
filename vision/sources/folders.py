"""Folders of pictures, each the table after one turn."""

import re
from collections.abc import Iterator
from pathlib import Path

from tileye.vision.images.pictures import PictureError, load_picture, pictures_in
from tileye.vision.sources.frames import Frame, Item, Notice, Source, SourceError

_MOST_DIGITS = 5
"""A number with more digits is a date or a time, which never goes on by one."""


class FolderSource(Source):
    """The pictures of a folder by name; their times are their numbers, from 1 on; those up to `start` are left out."""

    turn_by_turn = True

    def __init__(self, folder: Path, start: float = 0.0) -> None:
        self._pictures, self._start = pictures_in(folder), start
        self._closed, self._at = False, 0.0
        if not self._pictures:
            raise SourceError("no_pictures", path=folder)

    @property
    def seconds(self) -> float:
        """The number of the last picture."""
        return self._at

    def close(self) -> None:
        """End it with the picture that is being given."""
        self._closed = True

    def _items(self) -> Iterator[Item]:
        last, missing = "", False
        for number, path in enumerate(self._pictures, 1):
            if self._closed:
                return
            self._at = float(number)
            missing, last = missing or skips(last, path.stem), path.stem
            if number <= self._start:
                missing = False
                continue
            try:
                picture = load_picture(path)
            except PictureError as error:
                yield Notice("unreadable", self._at, f"{path.name}: {error}", path.name)
                missing = True
            else:
                yield Frame(self._at, picture, path.name, skipped=missing)
                missing = False


def skips(before: str, name: str) -> bool:
    """Tell whether two names in a row are numbered, and a number is left out between them; before the first is none."""
    (start, first, end), (other_start, second, other_end) = (_parted(one) for one in (before, name))
    if not before:
        # Who starts to count with 2 has lost the first; who starts with 412 has a camera that counts.
        return second.isdigit() and int(second) == 2
    same = (start, end) == (other_start, other_end) and first and second
    return bool(same) and len(second) <= _MOST_DIGITS and int(second) - int(first) > 1


def _parted(name: str) -> tuple[str, str, str]:
    """What is before the last number of a name, the number, and what is after it."""
    parts = re.fullmatch(r"(.*?)([0-9]*)([^0-9]*)", name, re.DOTALL)
    assert parts is not None
    return parts[1], parts[2], parts[3]
