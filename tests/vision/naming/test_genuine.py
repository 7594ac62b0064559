"""Tiles are told from what looks like them: by what they show, and by what lies beside them."""

from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.eyes import RedNamer, SquareFinder, table
from tileye.vision.benchmarks.reading_costs import PICTURE
from tileye.vision.detection.detector import Detector
from tileye.vision.images.pictures import load_picture
from tileye.vision.naming.genuine import Judge, Prints, ShapeStatistics, SmallNet, company, shipped_judge
from tileye.vision.reading import NAMES, Reader, open_reader

CIRCLE = np.array([(32 + 15 * np.cos(a), 32 + 15 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 40)])
ARROW = np.array([(32, 14), (50, 34), (40, 34), (40, 50), (24, 50), (24, 34), (14, 34)])


def crop(outline: NDArray[np.float64], *, body: int = 40) -> NDArray[np.uint8]:
    """A red print on a dark body."""
    drawn = np.full((64, 64, 3), body, np.uint8)
    cv2.fillPoly(drawn, [outline.astype(np.int32)], (220, 60, 50))
    return drawn


def named(count: int, name: int = 0) -> NDArray[np.float64]:
    return np.tile(np.where(np.arange(len(NAMES)) == name, 0.98, 0.02 / 41), (count, 1))


def belief(*crops: NDArray[np.uint8], score: float = 0.8) -> NDArray[np.float64]:
    """What the shipped judge believes of things of one picture."""
    quads = np.tile(np.array([(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]), (len(crops), 1, 1))
    scores = np.full(len(crops), score)
    return shipped_judge().belief(np.array(crops), named(len(crops)), scores, quads)


def test_prints_of_tiles_are_symmetric() -> None:
    prints = Prints.of(np.array([crop(CIRCLE), crop(ARROW)]))
    assert prints.asymmetry[0] < 0.02
    assert prints.asymmetry[1] > 0.1


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("outline", [CIRCLE, ARROW])
def test_quarter_turns_and_mirrors_change_nothing(outline: NDArray[np.float64], quarters: int) -> None:
    drawn = crop(outline)
    turned = np.rot90(drawn, quarters)
    prints = Prints.of(np.array([drawn, turned, turned[:, ::-1]]))
    for values in (prints.folded, prints.asymmetry, prints.uneven, prints.contrast, prints.steepness):
        assert values[1] == pytest.approx(values[0], abs=1e-6)
        assert values[2] == pytest.approx(values[0], abs=1e-6)


def test_where_the_nets_doubt_an_arrow_is_believed_less_than_a_circle() -> None:
    circle, arrow = belief(crop(CIRCLE), crop(ARROW), score=0.3)
    assert circle > arrow + 0.5


def test_a_weak_thing_is_believed_more_among_tiles() -> None:
    others = company(np.array([-1.0, 6.0, 6.0, 6.0]))[0], company(np.array([-1.0, -4.0, -4.0, -4.0]))[0]
    assert (others[0] > others[1]).all()


def test_nothing_is_nothing() -> None:
    shipped = shipped_judge()
    assert not len(shipped.belief(np.zeros((0, 64, 64, 3), np.uint8), named(0), np.zeros(0), np.zeros((0, 4, 2))))


def test_one_thing_alone_is_judged() -> None:
    assert np.isfinite(belief(crop(CIRCLE))).all()
    assert np.isfinite(belief(np.zeros((64, 64, 3), np.uint8))).all()


def by_size(least: float) -> Judge:
    """Who takes all for tiles that is so large."""
    own, size = 10, np.arange(13) == 7
    net = SmallNet(np.zeros(own), np.ones(own), np.zeros((own, 1)), np.zeros(1), np.zeros(1), np.zeros(own), 0.0)
    usual = np.where(size, np.log(least), 0.0)
    zero = np.zeros(1)
    together = SmallNet(usual, np.full(13, 0.01), np.zeros((13, 1)), zero, zero, np.where(size, 100.0, 0.0), 0.0)
    return Judge(ShapeStatistics(np.zeros((6, 21)), np.zeros((6, 21, 21))), net, together)


def test_what_is_no_tile_has_no_part_in_the_board() -> None:
    tiles = [(200.0 + 44 * x, 100.0 + 44 * y, 40.0, 0.0) for x, y in product(range(4), range(3))]
    small = (200.0 - 40, 100.0, 28.0, 0.0)
    picture = table((360, 640), [*tiles, small], ["1R"] * 13)
    finder, namer = Detector(SquareFinder(), 640), RedNamer()
    assert len(Reader(finder, namer).read(picture).tiles) == 13
    reading = Reader(finder, namer, by_size(34)).read(picture)
    assert set(reading.board) == set(product(range(4), range(3)))
    assert all(tile.confidence > 0 for tile in reading.tiles)


def test_all_tiles_of_a_table_are_tiles() -> None:
    picture, reader = load_picture(PICTURE), open_reader()
    assert len(reader.read(picture).tiles) == len(reader.read_raw(picture).found.quads)
