"""Reading pictures of either game: tiles or cards, told by a cheap look where nobody says it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import cv2
import numpy as np

from tileye.rules.jsonlines import Json
from tileye.vision.cards.finding import BACK, CARD, TILE, FoundPieces
from tileye.vision.cards.genuine import LEAST_WHERE_TOLD
from tileye.vision.cards.reading import (
    CardReader,
    CardReading,
    SeenCard,
    card_reading_json,
    open_card_reader,
    reads_cards,
)
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Point, Reader, Reading, SeenTile, open_reader, reading_json

Kind = Literal["auto", "tiles", "cards"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_GLANCE = 416
"""The longer side of the picture, in pixels, at which a look tells whether there may be cards."""
_MAY_BE, _BESIDE = 0.5, 0.3
"""Where cards speak more loudly than this, and than such a share of the tiles, both kinds are read."""
_LOUD, _SILENT = 8.5, 0.1
"""Cards that speak so loudly, beside tiles that hardly do, are cards whatever the closer looks are sure of."""
_FEW = 4
"""Where fewer tiles than this are surely there, cards are looked for although none spoke up."""
_SYMBOL = 0.75
"""A symbol is no larger than such a share of its card, as the side of a square of the same area."""
_SURE_TILE, _SURE_CARD = 0.8, 0.6
"""Pieces with less confidence tell nothing of the kind."""


class PieceReader:
    """Reads one picture after another; the nets of a kind are made ready when they are first needed."""

    def __init__(self, folder: Path | None = None, runtime: str | None = None) -> None:
        self._folder, self._runtime = folder, runtime

    @cached_property
    def tiles(self) -> Reader:
        """What reads tiles."""
        return open_reader(self._folder, self._runtime)

    @cached_property
    def cards(self) -> CardReader:
        """What reads cards."""
        return open_card_reader(self._folder, self._runtime, alone=True)

    @cached_property
    def _reads_cards(self) -> bool:
        return reads_cards(self._folder)

    def make_ready(self, kind: Kind) -> None:
        """Make the nets ready that every picture needs; raise WeightsError with what to do."""
        if kind != "cards":
            _ = self.tiles
        if kind == "cards" or (kind == "auto" and self._reads_cards):
            _ = self.cards

    def read(self, picture: Picture, kind: Kind = "auto") -> Reading | CardReading:
        """Read a picture by itself; tiles where it shows neither."""
        if kind == "cards":
            return self.cards.read(picture, LEAST_WHERE_TOLD)
        tiles = self.tiles.read(picture)
        if kind == "tiles" or not self._reads_cards:
            return tiles
        said = KindGlance(*_loudness(self.cards.finder.glance(picture, _GLANCE)))
        if not said.maybe_cards and len(_sure_tiles(tiles)) >= _FEW:
            return tiles
        cards = self.cards.read(picture)
        return cards if shows_cards(said, tiles, cards) else tiles


class KindGlance(NamedTuple):
    """How loudly tiles and cards speak in a quick look."""

    tiles: float
    cards: float

    @property
    def maybe_cards(self) -> bool:
        """Whether cards are worth a closer look."""
        return self.cards > max(_BESIDE * self.tiles, _MAY_BE)

    @property
    def only_cards(self) -> bool:
        """Whether there are many cards, and no tiles: symbols of covered cards pass for tiles in a closer look."""
        return self.cards > _LOUD and self.tiles < _SILENT * self.cards


def _loudness(found: FoundPieces) -> tuple[float, float]:
    said = np.bincount(found.classes, found.scores**2, minlength=3)
    return float(said[TILE]), float(said[CARD] + said[BACK])


def shows_cards(glance: KindGlance, tiles: Reading, cards: CardReading) -> bool:
    """Whether a picture that was read both ways shows cards: what more is sure of, and of as many what is surer.

    The symbol of a card is much like a tile: what lies within a card and is much smaller counts for no tile. Things of
    other games look like single cards: without a loud glance there have to be some more.
    """
    if glance.only_cards and cards.cards:
        return True
    if not tiles.tiles and not cards.cards:
        # Cards that cannot be read are cards.
        return glance.maybe_cards and bool(cards.hidden)
    sure = [card for card in cards.cards if card.confidence > _SURE_CARD and not card.unsure]
    others = [tile for tile in _sure_tiles(tiles) if not any(_is_symbol(tile, card) for card in cards.cards)]
    if not sure and not others:
        # Nothing is sure: many cards that are hard to see are cards.
        return glance.maybe_cards and len(cards.cards) > len(tiles.tiles)
    if len(sure) == len(others):
        return sum(card.confidence for card in sure) > sum(tile.confidence for tile in others)
    return len(sure) > len(others) and (glance.maybe_cards or len(sure) >= _FEW)


def _sure_tiles(reading: Reading) -> list[SeenTile]:
    return [tile for tile in reading.tiles if tile.confidence > _SURE_TILE and not tile.unsure]


def _is_symbol(tile: SeenTile, card: SeenCard) -> bool:
    """Whether what was taken for a tile may be printed on a card."""
    outline = np.array(card.corners, np.float32)
    return cv2.pointPolygonTest(outline, tile.px, False) >= 0 and _area(tile.corners) < _SYMBOL**2 * _area(card.corners)


def _area(corners: tuple[Point, ...]) -> float:
    return float(cv2.contourArea(np.array(corners, np.float32)))


def piece_reading_json(reading: Reading | CardReading) -> Json:
    """A reading of either kind as the interfaces show it."""
    if isinstance(reading, CardReading):
        return {"kind": "cards", **card_reading_json(reading)}
    return {"kind": "tiles", **reading_json(reading)}
