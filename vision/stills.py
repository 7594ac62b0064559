"""Pictures to be shown or kept: made small, cut out, drawn over, as JPEG."""

import math
from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from tileye.rules.board import Cell
from tileye.vision.annotate import annotated
from tileye.vision.cards.reading import CardReading
from tileye.vision.geometry.poses import expected_quads, region_of
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Point, reading_of
from tileye.vision.tracking.eye import Sighting

_QUALITY, _LEAST_QUALITY, _STEP = 82, 40, 14
_MARGIN = 1
"""What is kept around the board, in tiles."""
_CARD_MARGIN = 0.5
"""What is kept around the cards, in their long sides."""
_AROUND = 1.2
"""The same around a single card: its neighbours tell where it lies."""
_FRAME, _RIM = (255, 214, 0), (0, 0, 0)


def as_jpeg(picture: Picture, widest: int, most: int | None = None, quality: int = _QUALITY) -> bytes:
    """Encode a picture at most so wide; with `most`, in at most so many bytes."""
    while True:
        data = _encoded(_narrowed(picture, widest), quality)
        if most is None or len(data) <= most:
            return data
        if quality > _LEAST_QUALITY:
            quality -= _STEP
        else:
            widest = round(0.8 * min(widest, picture.shape[1]))


def overlaid(picture: Picture, sighting: Sighting | CardReading, colours: Mapping[str, str]) -> Picture:
    """Draw what was read over a picture of the same table."""
    return annotated(picture, sighting if isinstance(sighting, CardReading) else reading_of(sighting.raw), colours)


def cut_out(picture: Picture, sighting: Sighting | CardReading, board: Iterable[Cell]) -> Picture | None:
    """The board or the cards with a margin: what else is in the room is nobody's business; None where none is seen."""
    high, wide = picture.shape[:2]
    if isinstance(sighting, CardReading):
        return _cards_cut_out(picture, sighting)
    quads = expected_quads(sighting.pose, board, _MARGIN) if sighting.pose else {}
    left, top, right, bottom = region_of(quads, (wide, high))
    return picture[top:bottom, left:right] if left < right and top < bottom else None


def _cards_cut_out(picture: Picture, reading: CardReading) -> Picture | None:
    """The cards that lie in groups, or all where none does."""
    high, wide = picture.shape[:2]
    grouped = [card.corners for card in reading.cards if card.group is not None]
    quads = np.array(grouped or [card.corners for card in reading.cards], np.float64).reshape(-1, 4, 2)
    if not len(quads):
        return None
    margin = _CARD_MARGIN * float(np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1).max())
    left, top = np.maximum(0, np.floor(quads.min((0, 1)) - margin)).astype(int)
    right, bottom = np.minimum((wide, high), np.ceil(quads.max((0, 1)) + margin)).astype(int)
    return picture[top:bottom, left:right] if left < right and top < bottom else None


def close_up(picture: Picture, reading: CardReading, px: Point) -> Picture | None:
    """The card in a place of the picture with a frame, and what lies around it; None where none was read there."""
    far, corners = min(((math.dist(one.px, px), one.corners) for one in reading.cards), default=(math.inf, ()))
    quad = np.array(corners, np.float64).reshape(-1, 2)
    if not len(quad) or far > float(np.linalg.norm(quad[1] - quad[0])) / 2:
        return None
    high, wide = picture.shape[:2]
    margin = _AROUND * float(np.linalg.norm(quad[3] - quad[0]))
    left, top = np.maximum(0, np.floor(quad.min(0) - margin)).astype(int)
    right, bottom = np.minimum((wide, high), np.ceil(quad.max(0) + margin)).astype(int)
    part = picture[top:bottom, left:right].copy()
    thick = max(2, round(margin / 40))
    outline = [np.round(quad - (left, top)).astype(np.int32)]
    cv2.polylines(part, outline, True, _RIM, 2 * thick, cv2.LINE_AA)
    cv2.polylines(part, outline, True, _FRAME, thick, cv2.LINE_AA)
    return part


def _narrowed(picture: Picture, widest: int) -> Picture:
    high, wide = picture.shape[:2]
    if wide <= widest:
        return picture
    size = widest, max(1, round(high * widest / wide))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _encoded(picture: Picture, quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()
