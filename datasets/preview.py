"""Contact sheets: many pictures at a glance, with the truth drawn onto them if wanted."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.folders import read_truth

Picture = NDArray[np.uint8]


def sheet_of_set(files: Sequence[Path], *, outlines: bool) -> Picture:
    """Put pictures of a set side by side, each scaled down; the truth lies beside each file."""
    return contact_sheet([_shown(file, outlines=outlines) for file in files])


def contact_sheet(pictures: Sequence[Picture], size: tuple[int, int] = (400, 300)) -> Picture:
    """Put pictures side by side, each scaled down to a width and height."""
    framed = [_framed(picture, *size) for picture in pictures]
    across = math.isqrt(len(framed))
    framed += [np.full_like(framed[0], 255)] * (-len(framed) % across)
    rows = [np.hstack(framed[i : i + across]) for i in range(0, len(framed), across)]
    return np.asarray(np.vstack(rows), np.uint8)


def read_picture(file: Path) -> Picture:
    """Read a picture, blue green red."""
    picture = cv2.imread(str(file))
    if picture is None:
        raise ValueError(f"{file} is no picture that can be read: delete it and make it again")
    return np.asarray(picture, np.uint8)


def write_picture(path: Path, picture: Picture) -> None:
    """Write a picture, blue green red, in the format that its name asks for."""
    done, data = cv2.imencode(path.suffix, picture)
    assert done
    path.write_bytes(data.tobytes())


def _shown(file: Path, *, outlines: bool) -> Picture:
    picture = read_picture(file)
    if outlines:
        _outline(picture, read_truth(file.with_suffix(".json")))
    return picture


def _outline(picture: NDArray[Any], truth: dict[str, Any]) -> None:
    scale = picture.shape[1] / truth["size"][0]
    for piece in truth["pieces"]:
        colour = (0, 255, 0) if piece["visible"] > 0.6 else (0, 0, 255)
        corners = np.round(np.array(piece["corners"]) * scale * 8).astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, 1, cv2.LINE_AA, 3)


def _framed(picture: Picture, width: int, height: int) -> Picture:
    scale = min(width / picture.shape[1], height / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    framed = np.full((height, width, 3), 255, np.uint8)
    framed[: small.shape[0], : small.shape[1]] = small[:height, :width]
    return framed
