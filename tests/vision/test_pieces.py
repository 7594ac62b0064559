"""Which pieces a picture shows."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision.eyes import PieceSquares, RedCards, RedNamer, SquareFinder, table
from tileye.models import weights_folder
from tileye.vision.cards.finding import CARD, TILE, CardFinder
from tileye.vision.cards.reading import CardReader, CardReading, SeenCard
from tileye.vision.detection.detector import Detector
from tileye.vision.detection.runtime import WeightsError
from tileye.vision.images.pictures import Picture
from tileye.vision.pieces import KindGlance, PieceReader, piece_reading_json, shows_cards
from tileye.vision.reading import Point, Reader, Reading, SeenTile


@pytest.mark.parametrize(
    ("said", "maybe"),
    [
        (KindGlance(0.0, 0.0), False),
        (KindGlance(0.0, 0.8), True),
        (KindGlance(0.8, 0.0), False),
        (KindGlance(9.0, 1.0), False),
        (KindGlance(2.0, 1.0), True),
        (KindGlance(0.0, 0.4), False),
    ],
)
def test_cards_are_worth_a_look_where_they_speak_up(said: KindGlance, maybe: bool) -> None:
    assert said.maybe_cards is maybe


def _square(x: float, side: float) -> tuple[Point, ...]:
    return (x, 0.0), (x + side, 0.0), (x + side, side), (x, side)


def _tiles(*confidences: float, x: float = 0.0, side: float = 30.0) -> Reading:
    seen = (SeenTile("1R", None, one, (x + side / 2, side / 2), _square(x, side), False, ()) for one in confidences)
    return Reading(tuple(seen), None, {})


def _cards(*confidences: float) -> CardReading:
    seen = (SeenCard("1R", None, one, (130.0, 30.0), _square(100.0, 60.0), False, ()) for one in confidences)
    return CardReading(tuple(seen), (), (), None, {})


@pytest.mark.parametrize(
    ("glance", "tiles", "cards", "shown"),
    [
        (KindGlance(0.0, 3.0), _tiles(0.9, 0.9, 0.9), _cards(0.9), False),
        (KindGlance(0.0, 3.0), _tiles(0.9), _cards(0.9, 0.7), True),
        (KindGlance(0.0, 3.0), _tiles(0.9, 0.4), _cards(0.95), True),
        (KindGlance(3.0, 1.0), _tiles(0.9), _cards(0.9), False),
        (KindGlance(0.0, 1.0), _tiles(), _cards(), False),
        (KindGlance(0.0, 1.0), _tiles(), replace(_cards(), hidden=_cards(0.9).cards), True),
        (KindGlance(0.0, 0.1), _tiles(), replace(_cards(), hidden=_cards(0.9).cards), False),
        (KindGlance(0.0, 1.0), _tiles(0.9, 0.9, 0.9, x=120.0), _cards(0.9), True),
        (KindGlance(0.0, 1.0), _tiles(0.9, 0.9, 0.9, x=100.0, side=58.0), _cards(0.9), False),
        (KindGlance(0.0, 1.0), _tiles(0.9), _cards(0.5, 0.5), False),
        (KindGlance(0.0, 3.0), _tiles(1.0, 1.0), _cards(0.7, 0.8), False),
        (KindGlance(0.0, 3.0), _tiles(0.85), _cards(0.95), True),
        (KindGlance(0.0, 0.0), _tiles(), _cards(0.9, 0.9, 0.9), False),
        (KindGlance(9.0, 0.0), _tiles(0.9), _cards(0.9, 0.9, 0.9, 0.9), True),
        (KindGlance(0.0, 11.0), _tiles(0.9, 0.9, 0.9), _cards(0.4), True),
        (KindGlance(0.0, 11.0), _tiles(0.9), _cards(), False),
        (KindGlance(2.0, 11.0), _tiles(0.9, 0.9), _cards(0.9), False),
    ],
)
def test_what_more_is_sure_of_is_shown(glance: KindGlance, tiles: Reading, cards: CardReading, shown: bool) -> None:
    assert shows_cards(glance, tiles, cards) is shown


class _Ready(PieceReader):
    """A reader whose nets are those of the tests."""

    def __init__(self, piece: int) -> None:
        super().__init__()
        self.tiles = Reader(Detector(SquareFinder(least=6.0 if piece == TILE else 1000.0), 640), RedNamer())
        self.cards = CardReader(CardFinder(PieceSquares(piece), 640), RedCards())
        self._reads_cards = True


PICTURE: Picture = table((400, 640), [(100.0, 100.0, 60.0, 0.0), (170.0, 100.0, 60.0, 0.0)], ["4O", "2O"])


@pytest.mark.parametrize(("piece", "kind"), [(TILE, "tiles"), (CARD, "cards")])
def test_a_picture_is_read_as_what_it_shows(piece: int, kind: str) -> None:
    reader = _Ready(piece)
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


def test_without_nets_for_cards_pictures_show_tiles_and_whoever_asks_is_told(tmp_path: Path) -> None:
    shipped = json.loads((weights_folder() / "weights.json").read_text(encoding="utf-8"))
    kept = {name: entry for name, entry in shipped.items() if entry["form"] not in ("obb-pieces", "card")}
    for entry in kept.values():
        shutil.copyfile(weights_folder() / entry["file"], tmp_path / entry["file"])
    (tmp_path / "weights.json").write_text(json.dumps(kept), encoding="utf-8")
    reader = PieceReader(tmp_path)
    reader.make_ready("auto")
    assert isinstance(reader.read(PICTURE), Reading)
    with pytest.raises(WeightsError, match="reads no cards"):
        reader.make_ready("cards")
