"""Pictures to be shown or kept."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.shown import drawn, reader
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader
from tileye.vision.images.pictures import Picture
from tileye.vision.stills import as_jpeg, close_up, cut_out, overlaid
from tileye.vision.tracking.eye import Eye

BOARD = {(0, 0): "4O", (1, 0): "2O", (1, 1): "2R"}
COLOURS = dict.fromkeys("ROYGBPW", "#ff0000")


def decoded(jpeg: bytes) -> Picture:
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, np.uint8)


def noise(high: int, wide: int) -> Picture:
    return np.random.default_rng(1).integers(0, 255, (high, wide, 3), np.uint8)


@pytest.mark.parametrize(
    ("size", "shown"), [((1080, 1920), (540, 960)), ((300, 400), (300, 400)), ((9, 5000), (2, 960))]
)
def test_a_picture_is_as_wide_as_wanted_at_most(size: tuple[int, int], shown: tuple[int, int]) -> None:
    assert decoded(as_jpeg(noise(*size), 960)).shape[:2] == shown


def test_red_stays_red() -> None:
    red = np.zeros((64, 64, 3), np.uint8)
    red[..., 0] = 200
    blue, green, found = decoded(as_jpeg(red, 960)).mean((0, 1))
    assert found > 180
    assert max(blue, green) < 20


def test_even_noise_fits_into_so_many_bytes() -> None:
    jpeg = as_jpeg(noise(1080, 1920), 960, 100_000)
    assert len(jpeg) <= 100_000
    assert decoded(jpeg).shape[1] > 100


def test_the_board_is_cut_out_with_a_margin_and_nothing_else() -> None:
    picture = drawn(BOARD)
    sighting = Eye(reader()).read(picture, {}).last
    assert sighting is not None
    part = cut_out(picture, sighting, sighting.tiles)
    assert part is not None
    # Two cells and a margin of one each way.
    assert part.shape[0] == pytest.approx(4 * 44, abs=12)
    assert part.shape[1] == pytest.approx(4 * 44, abs=12)
    assert cut_out(picture, sighting, {}) is None


def test_a_card_is_shown_close_up_with_a_frame_where_it_lies() -> None:
    picture = drawn({(-3, 0): "4R", (3, 0): "5R"})
    reading = CardReader(CardFinder(PieceSquares(CARD), 640), RedCards()).read(picture)
    part = close_up(picture, reading, (320 - 3 * 44 + 2, 180))
    assert part is not None
    assert part.shape[:2] == (pytest.approx(3.4 * 40, abs=8), pytest.approx(3.4 * 40, abs=8))
    yellow = (part[..., 0] > 230) & (part[..., 1] > 190) & (part[..., 2] < 60)
    assert yellow.any()
    # Nothing was read between the two.
    assert close_up(picture, reading, (320, 180)) is None
    assert close_up(picture, replace(reading, cards=()), (188, 180)) is None


def test_what_was_read_is_drawn_over_a_copy() -> None:
    picture = drawn(BOARD)
    before, sighting = picture.copy(), Eye(reader()).read(picture, {}).last
    assert sighting is not None
    assert (overlaid(picture, sighting, COLOURS) != picture).any()
    assert (picture == before).all()


def test_without_a_board_nothing_is_cut_out() -> None:
    picture = drawn({})
    sighting = Eye(reader()).read(picture, {}).last
    assert sighting is not None
    assert cut_out(picture, sighting, BOARD) is None
