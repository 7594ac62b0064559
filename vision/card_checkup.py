"""Whether a camera sees a table of cards well enough, before a game: as `checkup.py` does it for tiles.

What cards look like is not known, so light and sharpness are judged by what is read: names that are in doubt.
"""

import numpy as np

from tileye.vision.cards.patches import Quads, cut_card_patches, upright_frames
from tileye.vision.cards.reading import CardReading
from tileye.vision.checkup import LEAST_PRINT, Checkup, Mark, light_without_pieces, steadiness
from tileye.vision.images.pictures import Picture

LEAST_CARD = 32.0
"""Pixels that a card is wide at least: of 2,300 composed cards 76 % are named right at 16 to 24 px, 86 % from there on,
95 % from 40 px on."""
LEAST_CARDS_ACROSS = 12.0
"""So many cards have room one beside the other at least: two long sets, or one and what players take."""
MOST_UNSURE = 0.25
"""The share of cards whose names may be in doubt."""
_AT_EDGE = 0.08
"""A card whose corner is nearer to the edge of the picture, in its short sides, goes on beyond it."""
_FACE = slice(24, 72)
"""What of a patch is the card alone, however it is proportioned."""
_CLIPPED, _ALL_WHITE = 250, 0.5
"""Where such a share of the faces is so bright, symbols are washed out as well."""


def check_cards(picture: Picture, reading: CardReading, before: Picture | None = None) -> Checkup:
    """Look at a picture with what was read in it, and at one taken shortly before if there is one."""
    quads = np.array([card.corners for card in reading.cards], np.float64).reshape(-1, 4, 2)
    if len(quads):
        names = _names(reading)
        marks = [_light(picture, quads, told=names.good), _size(picture, quads), _whole(picture, quads), names]
    else:
        marks = [light_without_pieces(picture), Mark("size", 0.0, LEAST_CARD, "no_tiles")]
    marks += [steadiness(picture, before)] if before is not None else []
    return Checkup(tuple(marks), len(quads), kind="cards")


def _light(picture: Picture, quads: Quads, *, told: bool) -> Mark:
    """How bright the faces are: white cards may be as white as can be, as long as they are `told` apart."""
    faces = cut_card_patches(picture, upright_frames(quads))[:, _FACE, _FACE].reshape(len(quads), -1, 3)
    if not told and float((faces.min(2) >= _CLIPPED).mean()) > _ALL_WHITE:
        return Mark("light", 255.0, float(_CLIPPED), "bright")
    brightest = float(np.median(np.percentile(faces.max(2), 95, axis=1)))
    return Mark("light", brightest, LEAST_PRINT, "dark" if brightest < LEAST_PRINT else None)


def _short(quads: Quads) -> float:
    return float(np.median(np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2).min(1)))


def _size(picture: Picture, quads: Quads) -> Mark:
    short, most = _short(quads), max(picture.shape[:2]) / LEAST_CARDS_ACROSS
    if short > most:
        return Mark("size", short, most, "near")
    return Mark("size", short, LEAST_CARD, "far" if short < LEAST_CARD else None)


def _whole(picture: Picture, quads: Quads) -> Mark:
    """How many cards the edge of the picture cuts."""
    high, wide = picture.shape[:2]
    edge = _AT_EDGE * _short(quads)
    inside = (quads > edge).all((1, 2)) & (quads < np.array((wide, high)) - edge).all((1, 2))
    cut = float((~inside).sum())
    return Mark("whole", cut, 0.0, "cut" if cut else None)


def _names(reading: CardReading) -> Mark:
    unsure = len(reading.unsure) / len(reading.cards)
    return Mark("names", unsure, MOST_UNSURE, "unclear" if unsure > MOST_UNSURE else None)
