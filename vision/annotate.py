"""Drawing what was read onto the picture it was read from."""

import os
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Reading, SeenTile

FORMATS = (".png", ".jpg", ".jpeg", ".webp")
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


def annotated(picture: Picture, reading: Reading, colours: Mapping[str, str]) -> Picture:
    """A copy of the picture with each tile framed and named; `colours` maps colour letters to #rrggbb.

    Frames are thick on the board and thin off it; a name that is not sure has a question mark.
    """
    drawn = picture.copy()
    for tile in reading.tiles:
        _draw(drawn, tile, _rgb(colours[tile.tile[1]]))
    return drawn


def save_picture(path: Path, picture: Picture) -> None:
    """Write a picture, wholly or not at all, in the format that its suffix names; raise OSError where that fails."""
    try:
        done, data = cv2.imencode(path.suffix, cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    except cv2.error:
        done = False
    if not done:
        raise OSError(f"a picture of {picture.shape[1]} x {picture.shape[0]} pixels cannot be kept as {path.suffix}")
    _write(path, data.tobytes())


def _write(path: Path, data: bytes) -> None:
    """Put a whole file in the place of what is there; devices and what must not be changed are asked themselves."""
    if path.exists() and not (path.is_file() and os.access(path, os.W_OK)):
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    part = target.with_name(f".tileye-{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _draw(picture: Picture, tile: SeenTile, colour: tuple[int, int, int]) -> None:
    corners = np.array(tile.corners)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    thick = max(1, round(side / (25 if tile.cell else 60)))
    outline = [np.round(corners).astype(np.int32)]
    cv2.polylines(picture, outline, True, _BLACK, thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, outline, True, colour, thick, cv2.LINE_AA)
    text = tile.tile + "?" * tile.unsure
    scale = max(0.3, side / 110)
    (wide, _), _ = cv2.getTextSize(text, _FONT, scale, 1)
    # At the lower edge, so that the symbol can still be seen.
    place = (round(tile.px[0] - wide / 2), round(tile.px[1] + 0.45 * side))
    for ink, weight in ((_BLACK, 4), (_WHITE, 1)):
        cv2.putText(picture, text, place, _FONT, scale, ink, max(1, round(scale * weight)), cv2.LINE_AA)


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue
