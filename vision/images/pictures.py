"""Picture files: found, checked before they are decoded, and read upright."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision import MOST_PIXELS
from tileye.vision.images.decoding import decode
from tileye.vision.images.file_kinds import forbidden_kind
from tileye.vision.images.headers import MOST_SCANS, Header, is_heic, looks_like_picture, read_header

Picture = NDArray[np.uint8]
"""Rows of pixels, each red, green and blue."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".heic", ".heif", ".avif"})
"""Names that mean pictures; those with the last three get a line that says what to do."""
_MOST_BYTES = 256_000_000
_LONGEST_SIDE = 32_000
"""OpenCV cannot warp what is longer."""
_FORMATS = "JPEG, PNG, WebP, BMP, TIFF or GIF"
_SIGNATURE = 12

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class PictureError(Exception):
    """A picture that cannot be read; its text is one sentence that says what to do."""


def load_picture(path: Path) -> Picture:
    """Read a picture upright, whatever its suffix says; raise PictureError where it is none or not fit to be read."""
    with enough_memory():
        data = _bytes_of(path)
        _check(read_header(data), data)
        picture, damaged = decode(data)
    if picture is None:
        raise PictureError("the picture is broken or of a rare kind: save it as JPEG or PNG")
    if damaged:
        raise PictureError("the picture is damaged, a part of it is lost: copy or save it anew")
    return picture


@contextmanager
def enough_memory() -> Iterator[None]:
    """Raise PictureError where memory runs out."""
    try:
        yield
    except (MemoryError, cv2.error) as error:
        if isinstance(error, cv2.error) and error.code != cv2.Error.StsNoMem:
            raise
        raise PictureError("there is too little memory for this picture: save it smaller") from None


def pixels_within(picture: Picture, quads: NDArray[np.float64], grid: NDArray[np.float64]) -> Picture:
    """The pixels at points of a grid in each quadrilateral, whose places across and down run from 0 to 1."""
    down, right = (axis.reshape(1, -1, 1) for axis in np.meshgrid(grid, grid, indexing="ij"))
    far = quads[:, :1] * (1 - right) + quads[:, 1:2] * right
    near = quads[:, 3:] * (1 - right) + quads[:, 2:3] * right
    points = (far * (1 - down) + near * down).astype(np.intp)
    high, wide = picture.shape[:2]
    found: Picture = picture[points[..., 1].clip(0, high - 1), points[..., 0].clip(0, wide - 1)]
    return found


def is_folder(path: Path) -> bool:
    """Tell whether this is a folder; what cannot be asked is taken for none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def find_pictures(paths: Iterable[Path]) -> Iterator[Path]:
    """List pictures; a folder stands for those directly in it, ordered by name, or for itself if it has none."""
    for path in paths:
        inside = pictures_in(path) if is_folder(path) else []
        yield from inside or [path]


def pictures_in(folder: Path) -> list[Path]:
    """List the picture files of a folder by name: what starts like a picture or is named like one."""
    try:
        entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        return []
    return [entry for entry in entries if _may_be_file(entry) and _means_to_be_picture(entry)]


def _may_be_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # reading it will say why
        return True


def _means_to_be_picture(path: Path) -> bool:
    if path.suffix.lower() in SUFFIXES:
        return True
    try:
        if forbidden_kind(path):
            return False
        with path.open("rb") as file:
            start = file.read(_SIGNATURE)
    except OSError:
        return False
    return looks_like_picture(start) or is_heic(start)


def _bytes_of(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PictureError(_about_folder(path))
        if kind := forbidden_kind(path):
            raise PictureError(f"this is {kind}: name a picture or a folder of pictures")
        if not path.is_file():
            raise PictureError("this is no file: name a picture or a folder of pictures")
        size = path.stat().st_size
        if size > _MOST_BYTES:
            raise PictureError(f"the file has {size / 1e6:.0f} MB, more than any picture needs: save it smaller")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError("there is no such file: check its name") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PictureError(f"the file cannot be read: {reason}") from None
    if not data:
        raise PictureError("the file is empty: take or save the picture anew")
    return data


def _about_folder(path: Path) -> str:
    """Say why a folder stands for no pictures."""
    try:
        next(path.iterdir(), None)
    except OSError as error:
        return f"the folder cannot be read: {error.strerror or error}"
    return f"the folder holds no pictures: {_FORMATS} are read"


def _check(header: Header | None, data: bytes) -> None:
    """Refuse what is no picture, no single one, or too large, before anything is decoded."""
    if is_heic(data[:_SIGNATURE]):
        raise PictureError("HEIC and AVIF are not read: save the picture as JPEG")
    if header is None:
        kind = "the picture is broken" if looks_like_picture(data[:_SIGNATURE]) else "this is no picture"
        raise PictureError(f"{kind}: {_FORMATS} are read")
    if header.animated:
        raise PictureError(f"this {header.kind} is an animation: save the frame you mean as a picture of its own")
    if header.scans > MOST_SCANS:
        raise PictureError(f"this {header.kind} has more than {MOST_SCANS} scans: save the picture anew")
    if not header.width or not header.height:
        raise PictureError(f"this {header.kind} has no pixels: take or save the picture anew")
    if header.width * header.height > MOST_PIXELS or max(header.width, header.height) > _LONGEST_SIDE:
        raise PictureError(
            f"the picture has {header.width} x {header.height} pixels: save it with {MOST_PIXELS // 1_000_000} million "
            f"or less and no side above {_LONGEST_SIDE}"
        )
    if not header.whole:
        raise PictureError("the end of the file is missing or damaged: copy or save the picture anew")
