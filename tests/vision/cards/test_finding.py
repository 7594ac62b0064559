"""Boxes of tiles, cards and backs from the answers of a net, and one box for each piece."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.eyes import PieceSquares, table
from tileye.vision.cards.finding import (
    BACK,
    CARD,
    NOTHING,
    TILE,
    CardFinder,
    FoundPieces,
    decode_classes,
    without_doubles,
)
from tileye.vision.detection.runtime import Batch

Box = tuple[float, float, float, float, float]
"""Middle, width, height, turn in degrees."""


def _answer(*columns: tuple[Box, tuple[float, float, float]]) -> Batch:
    """What a net says of these boxes with the chances of the three classes."""
    rows = [[*box[:4], *chances, np.radians(box[4])] for box, chances in columns]
    return np.array(rows, np.float32).reshape(-1, 8).T[None]


def _found(*boxes: Box, scores: list[float] | None = None, classes: list[int] | None = None) -> FoundPieces:
    decoded = decode_classes(_answer(*((box, (0.0, 0.9, 0.0)) for box in boxes)))
    return FoundPieces(
        decoded.quads,
        np.array(scores or [0.9] * len(boxes)),
        np.array(classes or [CARD] * len(boxes), np.intp),
    )


def test_each_box_has_its_likeliest_class_and_that_chance() -> None:
    box = (100.0, 50.0, 20.0, 40.0, 0.0)
    found = decode_classes(_answer((box, (0.8, 0.3, 0.1)), (box, (0.1, 0.3, 0.2)), (box, (0.1, 0.2, 0.7))))
    assert found.classes.tolist() == [TILE, CARD, BACK]
    assert found.scores.tolist() == pytest.approx([0.8, 0.3, 0.7])
    assert sorted(map(tuple, found.quads[0].tolist())) == [(90, 30), (90, 70), (110, 30), (110, 70)]


def test_what_is_hardly_anything_is_left_out() -> None:
    found = decode_classes(_answer(((10.0, 10.0, 5.0, 5.0, 0.0), (0.19, 0.1, 0.0))))
    assert (found.quads.shape, found.scores.shape, found.classes.shape) == ((0, 4, 2), (0,), (0,))


def test_some_are_taken_by_class() -> None:
    found = _found((10, 10, 5, 8, 0), (50, 10, 5, 8, 0), (90, 10, 5, 8, 0), classes=[TILE, BACK, CARD])
    assert found.of(CARD, BACK).classes.tolist() == [BACK, CARD]
    assert found.of(TILE).quads.mean((0, 1)) == pytest.approx((10, 10))


def test_of_boxes_on_one_card_the_mean_is_left_and_the_surest_counts_most() -> None:
    found = without_doubles(_found((100, 100, 40, 60, 0), (103, 100, 40, 60, 0), scores=[0.9, 0.3]))
    assert len(found.scores) == 1
    assert found.scores[0] == 0.9
    assert 100 < found.quads[0].mean(0)[0] < 101


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_boxes_on_one_card_may_begin_at_any_corner(quarters: int) -> None:
    found = _found((100, 100, 40, 60, 0), (101, 100, 40, 60, 0))
    found.quads[1] = np.roll(found.quads[1], 2 * quarters, 0)
    alone = without_doubles(found)
    assert len(alone.scores) == 1
    sides = np.linalg.norm(alone.quads[0] - np.roll(alone.quads[0], 1, 0), axis=1)
    assert sorted(sides) == pytest.approx([40, 40, 60, 60], abs=1e-6)


@pytest.mark.parametrize(
    "other",
    [
        (107.0, 100.0, 40.0, 60.0, 0.0),
        (100.0, 108.0, 40.0, 60.0, 0.0),
        (100.0, 100.0, 40.0, 60.0, 40.0),
        (100.0, 100.0, 20.0, 30.0, 0.0),
    ],
    ids=["covered to a sixth", "covered along", "crosswise", "much smaller"],
)
def test_cards_that_lie_on_each_other_stay_two(other: Box) -> None:
    assert len(without_doubles(_found((100, 100, 40, 60, 0), other)).scores) == 2


def test_nothing_has_no_doubles() -> None:
    assert without_doubles(NOTHING) is NOTHING


found_boxes = st.lists(
    st.tuples(st.floats(0, 100), st.floats(0, 100), st.floats(5, 40), st.floats(5, 60), st.floats(-180, 180)),
    min_size=1,
    max_size=12,
)


@tried(50)
@given(found_boxes, st.integers(0, 1000))
def test_of_any_boxes_some_are_left_best_first_and_doubles_of_them_go(boxes: list[Box], seed: int) -> None:
    scores = np.random.default_rng(seed).uniform(0.2, 1, len(boxes)).tolist()
    once = _found(*boxes, scores=scores)
    left = without_doubles(once)
    assert 1 <= len(left.scores) <= len(boxes)
    assert left.scores[0] == max(scores)
    assert (np.diff(left.scores) <= 0).all()
    doubled = FoundPieces(*(np.concatenate([part, part]) for part in (once.quads, once.scores, once.classes)))
    assert len(without_doubles(doubled).scores) == len(left.scores)


def test_a_finder_gives_upright_boxes_in_pixels_of_the_picture() -> None:
    eye = PieceSquares(CARD)
    found = CardFinder(eye, 640).find(table((800, 1280), [(400.0, 300.0, 120.0, 10.0), (900.0, 500.0, 120.0, 0.0)]))
    middles = sorted(found.quads.mean(1).tolist())
    assert middles == [pytest.approx((400, 300), abs=1.5), pytest.approx((900, 500), abs=1.5)]
    assert found.classes.tolist() == [CARD, CARD]
    assert [max(shape[-2:]) for shape in eye.shapes] == [416, 640, 1280]


def test_no_look_enlarges_a_picture_that_is_small_already() -> None:
    eye = PieceSquares(CARD)
    CardFinder(eye, 640).find(table((300, 400), [(200.0, 150.0, 90.0, 0.0)]))
    assert [max(shape[-2:]) for shape in eye.shapes] == [416]


def test_small_cards_are_looked_at_again_and_come_out_once() -> None:
    squares = [(300.0 + 36 * (number % 4), 300.0 + 36 * (number // 4), 24.0, 0.0) for number in range(8)]
    eye = PieceSquares(CARD)
    found = CardFinder(eye, 640).find(table((1080, 1920), squares))
    assert len(eye.shapes) > 3
    assert len(found.scores) == len(squares)
    middles = found.quads.mean(1)
    assert all(np.linalg.norm(middles - (x, y), axis=1).min() < 1.5 for x, y, *_ in squares)


def test_a_finder_of_cards_leaves_tiles_alone_and_a_glance_tells_of_them() -> None:
    picture = table((400, 640), [(200.0, 200.0, 60.0, 0.0)])
    finder = CardFinder(PieceSquares(TILE), 640)
    assert len(finder.find(picture).scores) == 0
    assert finder.glance(picture, 416).classes.tolist() == [TILE]


def test_a_picture_without_cards_has_none() -> None:
    eye = PieceSquares(BACK)
    assert len(CardFinder(eye, 640).find(table((400, 640), [])).scores) == 0
    assert len(eye.shapes) == 2


def test_a_card_that_closer_looks_cut_through_stays_as_the_first_one_saw_it() -> None:
    small = [(1000.0 + 36 * (number % 4), 100.0 + 36 * (number // 4), 24.0, 0.0) for number in range(12)]
    found = CardFinder(PieceSquares(CARD), 640).find(table((1080, 1920), [*small, (500.0, 600.0, 700.0, 0.0)]))
    large = np.linalg.norm(found.quads.mean(1) - (500, 600), axis=1) < 5
    assert large.sum() == 1
    assert found.scores[large][0] < found.scores[~large].min()
