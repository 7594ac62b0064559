"""Reading pictures of either game: tiles or cards, told by a cheap look where nobody says it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from tileye.rules.jsonlines import Json
from tileye.vision.cards.finding import BACK, CARD, TILE, FoundPieces
from tileye.vision.cards.reading import CardReader, CardReading, card_reading_json, open_card_reader
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Reader, Reading, open_reader, reading_json

Kind = Literal["auto", "tiles", "cards"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_GLANCE = 416
"""The longer side of the picture, in pixels, at which a look tells the kind."""
_BACKS = 0.5
"""A back speaks for cards half as loudly as a face."""
_LEAST = 0.5
"""Where cards speak less loudly than this, tiles are looked for."""


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
        return open_card_reader(self._folder, self._runtime)

    def make_ready(self, kind: Kind) -> None:
        """Make the nets ready that every picture needs; raise WeightsError with what to do."""
        if kind != "cards":
            _ = self.tiles
        if kind != "tiles":
            _ = self.cards

    def read(self, picture: Picture, kind: Kind = "auto") -> Reading | CardReading:
        """Read a picture by itself."""
        if kind == "auto":
            kind = self.kind_of(picture)
        return self.tiles.read(picture) if kind == "tiles" else self.cards.read(picture)

    def kind_of(self, picture: Picture) -> Literal["tiles", "cards"]:
        """Say which pieces a picture shows; tiles where it shows none."""
        return "cards" if _shows_cards(self.cards.finder.glance(picture, _GLANCE)) else "tiles"


def _shows_cards(found: FoundPieces) -> bool:
    said = np.bincount(found.classes, found.scores**2, minlength=3)
    cards = said[CARD] + _BACKS * said[BACK]
    return bool(cards > max(said[TILE], _LEAST))


def piece_reading_json(reading: Reading | CardReading) -> Json:
    """A reading of either kind as the interfaces show it."""
    if isinstance(reading, CardReading):
        return {"kind": "cards", **card_reading_json(reading)}
    return {"kind": "tiles", **reading_json(reading)}
