"""Folders of pictures, each the table after one turn."""

from collections.abc import Iterator
from pathlib import Path

from vision.pictures import PictureError, load_picture, pictures_in
from vision.sources.frames import Frame, Item, Notice, Source, SourceError


class FolderSource(Source):
    """The pictures of a folder by name; their times are their numbers, from 1 on; those up to `start` are left out."""

    turn_by_turn = True

    def __init__(self, folder: Path, start: float = 0.0) -> None:
        self._pictures, self._start = pictures_in(folder), start
        self._closed, self._at = False, 0.0
        if not self._pictures:
            raise SourceError(f"{folder} holds no pictures: put JPEG or PNG files there, one for each turn")

    @property
    def seconds(self) -> float:
        """The number of the last picture."""
        return self._at

    def close(self) -> None:
        """End it with the picture that is being given."""
        self._closed = True

    def _items(self) -> Iterator[Item]:
        for number, path in enumerate(self._pictures, 1):
            if self._closed:
                return
            self._at = float(number)
            if number <= self._start:
                continue
            try:
                picture = load_picture(path)
            except PictureError as error:
                yield Notice("unreadable", self._at, f"{path.name}: {error}", path.name)
            else:
                yield Frame(self._at, picture, path.name)
