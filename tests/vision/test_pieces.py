"""Which pieces a picture shows, told by one look."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.eyes import PieceSquares, RedCards, RedNamer, SquareFinder, table
from tileye.vision.cards.finding import BACK, CARD, NOTHING, TILE, CardFinder, FoundPieces
from tileye.vision.cards.reading import CardReader, CardReading
from tileye.vision.detection.detector import Detector
from tileye.vision.images.pictures import Picture
from tileye.vision.pieces import PieceReader, _shows_cards, piece_reading_json
from tileye.vision.reading import Reader, Reading


def _glance(*said: tuple[int, float]) -> FoundPieces:
    scores = np.array([score for _, score in said], np.float64)
    return FoundPieces(np.zeros((len(said), 4, 2)), scores, np.array([kind for kind, _ in said], np.intp))


@pytest.mark.parametrize(
    ("said", "cards"),
    [
        ([], False),
        ([(CARD, 0.9)], True),
        ([(TILE, 0.9)], False),
        ([(CARD, 0.9), (TILE, 0.5)], True),
        ([(CARD, 0.5), (CARD, 0.5), (TILE, 0.8)], False),
        ([(CARD, 0.3), (CARD, 0.3)], False),
        ([(CARD, 0.6), (CARD, 0.6)], True),
        ([(BACK, 0.9)], False),
        ([(BACK, 0.9), (BACK, 0.9)], True),
        ([(BACK, 0.9), (BACK, 0.9), (TILE, 0.95)], False),
        ([(CARD, 0.8)] * 3 + [(TILE, 0.25)] * 20, True),
    ],
)
def test_the_louder_kind_is_shown_and_without_any_tiles_are_looked_for(
    said: Sequence[tuple[int, float]], cards: bool
) -> None:
    assert _shows_cards(_glance(*said)) is cards


def test_nothing_shows_tiles() -> None:
    assert not _shows_cards(NOTHING)


class _Ready(PieceReader):
    """A reader whose nets are those of the tests."""

    def __init__(self, piece: int) -> None:
        super().__init__()
        self.tiles = Reader(Detector(SquareFinder(), 640), RedNamer())
        self.cards = CardReader(CardFinder(PieceSquares(piece), 640), RedCards())


PICTURE: Picture = table((400, 640), [(100.0, 100.0, 60.0, 0.0), (170.0, 100.0, 60.0, 0.0)], ["4O", "2O"])


@pytest.mark.parametrize(("piece", "kind"), [(TILE, "tiles"), (CARD, "cards")])
def test_a_picture_is_read_as_what_it_shows(piece: int, kind: str) -> None:
    reader = _Ready(piece)
    assert reader.kind_of(PICTURE) == kind
    reading = reader.read(PICTURE)
    assert isinstance(reading, CardReading if kind == "cards" else Reading)
    assert piece_reading_json(reading)["kind"] == kind


def test_what_somebody_says_outweighs_the_look() -> None:
    reader = _Ready(TILE)
    assert isinstance(reader.read(PICTURE, "cards"), CardReading)
    reader = _Ready(CARD)
    assert isinstance(reader.read(PICTURE, "tiles"), Reading)


def test_a_picture_of_cards_lists_them_with_their_groups() -> None:
    reading = _Ready(CARD).read(PICTURE)
    assert isinstance(reading, CardReading)
    assert reading.groups == (("4O", "2O"),)
