from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.detection.test_runtime import RUNTIMES, needs_weights
from tests.vision.eyes import SquareFinder, corners_of, table
from tileye.datasets.create import composed, scale_of
from tileye.datasets.scene.scenes import draw_scene
from tileye.vision.detection.detector import (
    LEAST_SCORE,
    SMALL,
    Detections,
    Detector,
    DetectorPass,
    PictureRegion,
    Quads,
    agreed,
    blind_looks,
    decode,
    letterbox,
    next_look,
    without_doubles,
)
from tileye.vision.detection.forms import describe_detector
from tileye.vision.detection.runtime import open_engine

Square = tuple[float, float, float, float]


def grid(left: float, top: float, pitch: float, columns: int, rows: int, turn: float = 0.0) -> list[Square]:
    return [
        (left + pitch * column, top + pitch * row, 0.8 * pitch, turn)
        for row in range(rows)
        for column in range(columns)
    ]


def quad_distance(found: Detections, true: Quads) -> float:
    """How far off the corners of the nearest box are; boxes may start at any corner."""
    near = found.quads[np.linalg.norm(found.quads.mean(1) - true.mean(0), axis=1).argmin()]
    return min(float(np.linalg.norm(np.roll(near, turn, 0) - true, axis=1).max()) for turn in range(4))


def misses(found: Detections, squares: Sequence[Square]) -> list[float]:
    """For each square how far off the corners of the nearest box are, in sides."""
    return [quad_distance(found, corners_of(square)) / square[2] for square in squares]


def test_boxes_are_found_where_they_lie() -> None:
    squares = [(200.0, 150.0, 60.0, 0.0), (500.0, 300.0, 60.0, 20.0), (700.0, 120.0, 60.0, -35.0)]
    eye = SquareFinder()
    found = Detector(eye, 640).find(table((500, 1000), squares))
    assert len(found.scores) == 3
    assert max(misses(found, squares)) < 0.06
    assert found.scores.tolist() == pytest.approx([0.9] * 3)
    assert found.side == pytest.approx(60, rel=0.05)
    assert eye.shapes == [(1, 3, 320, 640)]


@pytest.mark.parametrize(
    ("size", "shape"),
    [((1080, 1920), (544, 960)), ((480, 640), (480, 640)), ((4000, 3000), (960, 736)), ((1, 1), (32, 32))],
)
def test_the_input_has_the_shape_of_the_picture(size: tuple[int, int], shape: tuple[int, int]) -> None:
    eye = SquareFinder()
    found = Detector(eye, 960).find(table(size, [(30, 30, 25, 0)]))
    assert eye.shapes[0][2:] == shape
    assert len(found.scores) == (size != (1, 1))


def test_corners_run_clockwise() -> None:
    found = Detector(SquareFinder(), 640).find(table((400, 640), [(200, 200, 80, 15)]))
    one, two = found.quads[0, 1] - found.quads[0, 0], found.quads[0, 2] - found.quads[0, 1]
    assert one[0] * two[1] - one[1] * two[0] > 0


@pytest.mark.parametrize("side", [12, 16, 24])
def test_small_tiles_are_looked_for_again(side: int) -> None:
    squares = [(x, y, float(side), turn) for x, y, _, turn in grid(1100, 600, 1.5 * side, 8, 6, 7.0)]
    eye = SquareFinder(least=12)
    found = Detector(eye, 640).find(table((1080, 1920), squares))
    assert len(found.scores) == len(squares)
    assert max(misses(found, squares)) < 0.2
    assert {shape[2:] for shape in eye.shapes} <= {(384, 640), (128, 192)}
    assert 2 <= len(eye.shapes) <= 24


def test_tiles_of_a_good_size_are_looked_for_once() -> None:
    eye = SquareFinder()
    Detector(eye, 640).find(table((1080, 1920), grid(300, 300, 100, 8, 5)))
    assert len(eye.shapes) == 1


def test_large_tiles_are_looked_for_at_a_coarser_scale() -> None:
    squares = [(200.0 + 250 * number, 400.0, 190.0 + 10 * number, 5.0) for number in range(5)]
    eye = SquareFinder(most=68)
    found = Detector(eye, 640).find(table((1080, 1920), squares))
    assert len(found.scores) == 5
    assert [shape[2:] for shape in eye.shapes] == [(384, 640), (160, 288)]


def test_a_tile_that_fills_the_picture_is_found() -> None:
    eye = SquareFinder(most=120)
    found = Detector(eye, 640).find(table((700, 900), [(450, 350, 500, 12)]))
    assert len(found.scores) == 1
    assert len(eye.shapes) <= 3


def test_tiles_far_from_those_seen_first_are_found_from_tile_to_tile() -> None:
    """The first look sees the larger tiles only; the finer one sees that more lie beyond its edge."""
    squares = [(100 + 55 * number, 500.0, 38.5 if number < 4 else 34.0, 0.0) for number in range(12)]
    found = Detector(SquareFinder(least=12.5), 640).find(table((1080, 1920), squares))
    assert len(found.scores) == 12


def test_tiles_at_the_edges_of_windows_come_out_once_and_whole() -> None:
    squares: list[Square] = [(x, y, 16.0, 0.0) for x in range(30, 1900, 40) for y in range(30, 1060, 40)]
    found = Detector(SquareFinder(least=5), 640).find(table((1080, 1920), squares))
    assert len(found.scores) == len(squares)
    assert max(misses(found, squares)) < 0.15


def test_a_picture_without_tiles_has_none() -> None:
    eye = SquareFinder()
    found = Detector(eye, 960).find(table((1080, 1920), []))
    assert (found.quads.shape, found.scores.shape, found.side) == ((0, 4, 2), (0,), 0.0)
    assert len(eye.shapes) <= 6


def test_letterbox_keeps_colours_and_pads_with_grey() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:] = (200, 100, 50)
    batch = letterbox(picture, PictureRegion(0, 0, 200, 100), 0.5, (64, 128))
    assert batch.shape == (1, 3, 64, 128)
    assert batch.dtype == np.float32
    np.testing.assert_allclose(batch[0, :, :50, :100].mean((1, 2)) * 255, (200, 100, 50), atol=0.01)
    assert np.unique((batch[0, :, 50:] * 255).round()).tolist() == [114]
    assert np.unique((batch[0, :, :, 100:] * 255).round()).tolist() == [114]


def test_the_best_class_counts() -> None:
    columns = np.array([[50, 40, 20, 20, 0.1, 0.8, 0.3, 0.0], *[[5, 4, 2, 2, 0.05, 0.05, 0.05, 0.0]] * 8]).T
    assert decode(columns[None].astype(np.float32)).scores.tolist() == pytest.approx([0.8])


def test_of_two_boxes_on_one_tile_the_preferred_one_stays() -> None:
    quads = np.array([corners_of((100, 100, 40, 0)), corners_of((105, 103, 40, 0)), corners_of((141, 100, 40, 0))])
    found = Detections(quads, np.array([0.5, 0.9, 0.4]))
    assert without_doubles(found).scores.tolist() == [0.9, 0.4]
    assert without_doubles(found, preferred=1).scores.tolist() == [0.5, 0.4]


def test_boxes_of_a_tile_agree_whatever_corner_they_start_at() -> None:
    true = corners_of((100, 100, 40, 10))
    aside, down = np.array((2, 0)), np.array((0, 2))
    near = np.array([true + aside, np.roll(true, 1, 0) - aside, np.roll(true, 3, 0) + down, true - down])
    large = corners_of((103, 100, 90, 10))[None]
    found = agreed(Detections(np.concatenate([near, large]), np.array([0.5, 0.5, 0.5, 0.5, 0.4])))
    assert found.scores.tolist() == [0.5]
    assert quad_distance(found, true) < 1e-9


WHOLE = PictureRegion(0, 0, 4000, 3000)


@tried(200)
@given(
    st.floats(4, 60), st.floats(100, 3900), st.floats(100, 2900), st.integers(1, 12), st.integers(1, 9), st.booleans()
)
def test_each_tile_is_whole_in_a_window(
    side: float, left: float, top: float, columns: int, rows: int, blind: bool
) -> None:
    squares = [s for s in grid(left, top, side * 1.25, columns, rows) if s[0] < 3990 and s[1] < 2990]
    quads = np.array([corners_of(square) for square in squares])
    shape = (480, 640)
    first = DetectorPass(WHOLE, (WHOLE,), 0.16, shape)
    look = list(blind_looks(first))[1] if blind else next_look(WHOLE, first, Detections(quads, np.ones(len(quads))))
    assert (look is None) == (not blind and side * 0.16 >= SMALL)
    if look is None:
        return
    assert look.scale > 0.16
    assert len(look.windows) <= 16
    for window in look.windows:
        assert window.right - window.left <= shape[1] / look.scale + 1
        assert window.bottom - window.top <= shape[0] / look.scale + 1
    for quad in quads:
        low, high = quad.min(0).clip(0), quad.max(0)
        assert any(
            window.left <= low[0]
            and window.top <= low[1]
            and window.right >= min(high[0], 4000)
            and window.bottom >= min(high[1], 3000)
            for window in look.windows
        )


@needs_weights
@pytest.mark.parametrize("number", [0, 1, 2])
def test_runtimes_find_the_same_tiles(number: int) -> None:
    """With 16 bits, as OpenVINO takes them where it can, corners lie within a tenth of a side, most far nearer."""
    weights = describe_detector()
    scene = draw_scene("val", number)
    picture = cv2.imdecode(np.frombuffer(composed(scene, scale_of(scene, 1280)), np.uint8), cv2.IMREAD_COLOR_RGB)
    looks = [
        Detector(open_engine(weights, name), weights.size).find(np.asarray(picture, np.uint8)) for name in RUNTIMES
    ]
    clear = looks[0].taken(looks[0].scores > LEAST_SCORE + 0.1)
    assert len(clear.scores)
    for other in looks[1:]:
        far = [quad_distance(other, quad) / clear.side for quad in clear.quads]
        assert max(far) < 0.12
        assert np.median(far) < 0.01
