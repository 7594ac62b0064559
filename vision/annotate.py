"""Drawing what was read onto the picture it was read from."""

import os
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from tileye.rules.tiles import Tile
from tileye.vision.cards.reading import CardReading
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Point, Reading

FORMATS = (".png", ".jpg", ".jpeg", ".webp")
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


def annotated(picture: Picture, reading: Reading | CardReading, colours: Mapping[str, str]) -> Picture:
    """A copy of the picture with each tile or card framed and named; `colours` maps colour letters to #rrggbb.

    Frames are thick on the board or in a group, and thin off it; a name that is not sure has a question mark, and what
    cannot be read at all is nothing but that.
    """
    drawn = picture.copy()
    if isinstance(reading, CardReading):
        _draw_chains(drawn, reading)
        for card in reading.cards:
            _draw(drawn, card.card, card.corners, _rgb(colours[card.card[1]]), card.group is not None, card.unsure)
    else:
        for tile in reading.tiles:
            _draw(drawn, tile.tile, tile.corners, _rgb(colours[tile.tile[1]]), tile.cell is not None, tile.unsure)
    for hidden in reading.hidden:
        _draw(drawn, "", hidden.corners, _WHITE, laid=True, unsure=True)
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


def _draw_chains(picture: Picture, reading: CardReading) -> None:
    """Join the cards of each group."""
    for number in range(len(reading.groups)):
        places = np.array([card.px for card in reading.cards if card.group == number])
        for ink, weight in ((_BLACK, 4), (_WHITE, 2)):
            cv2.polylines(picture, [np.round(places).astype(np.int32)], False, ink, weight, cv2.LINE_AA)


def _draw(
    picture: Picture, name: Tile, corners: tuple[Point, ...], colour: tuple[int, int, int], laid: bool, unsure: bool
) -> None:
    points = np.array(corners)
    side = float(np.linalg.norm(points[1] - points[0]))
    thick = max(1, round(side / (25 if laid else 60)))
    outline = [np.round(points).astype(np.int32)]
    cv2.polylines(picture, outline, True, _BLACK, thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, outline, True, colour, thick, cv2.LINE_AA)
    text = name + "?" * unsure
    scale = max(0.3, side / 110)
    (wide, _), _ = cv2.getTextSize(text, _FONT, scale, 1)
    # At the lower edge, so that the symbol can still be seen.
    place = (round(points[:, 0].mean() - wide / 2), round(points[:, 1].mean() + 0.45 * side))
    for ink, weight in ((_BLACK, 4), (_WHITE, 1)):
        cv2.putText(picture, text, place, _FONT, scale, ink, max(1, round(scale * weight)), cv2.LINE_AA)


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue
