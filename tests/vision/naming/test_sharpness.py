"""Blurred prints are told, and their shapes are believed less."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.rules.tiles import COLOURS, SHAPES
from tileye.vision.naming.sharpness import sharpness, with_blur_minded


def crop(blur: float, contrast: int = 180, size: int = 48) -> NDArray[np.uint8]:
    """A square of light on a dark body, so far out of focus."""
    picture = np.full((size * 4, size * 4, 3), 30, np.uint8)
    picture[size + 8 : -size - 8, size + 8 : -size - 8] = 30 + contrast
    soft = cv2.GaussianBlur(picture, (0, 0), 4 * blur * size / 48) if blur else picture
    return np.asarray(cv2.resize(soft, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def chances(sure: float) -> NDArray[np.float64]:
    """A row that is so sure of its shape, and of its colour nine times in ten."""
    shapes, colours = (np.full(len(names), 0.0) for names in (SHAPES, COLOURS))
    shapes[:], colours[:] = (1 - sure) / (len(SHAPES) - 1), 0.1 / (len(COLOURS) - 1)
    shapes[2], colours[3] = sure, 0.9
    return np.outer(shapes, colours)


def test_the_farther_out_of_focus_the_less_sharp() -> None:
    told = sharpness(np.stack([crop(blur) for blur in (0.0, 1.0, 2.0, 3.0, 5.0)]))
    assert (np.diff(told) < 0).all()


@pytest.mark.parametrize("blur", [2.0, 4.0])
def test_light_and_size_hardly_matter(blur: float) -> None:
    usual, dim = sharpness(np.stack([crop(blur), crop(blur, contrast=60)]))
    (large,) = sharpness(crop(blur, size=96)[None])
    assert dim == pytest.approx(usual, rel=0.15)
    assert large == pytest.approx(usual, rel=0.15)


def test_the_shape_of_a_blurred_print_is_less_sure_and_its_colour_as_before() -> None:
    crops, before = np.stack([crop(0.0), crop(7.0)]), np.stack([chances(0.9)] * 2)
    sharp, blurred = with_blur_minded(crops, before)
    assert (sharp == before[0]).all()
    assert blurred.sum() == pytest.approx(1)
    assert blurred.sum(0) == pytest.approx(before[1].sum(0))
    shapes = blurred.sum(1)
    assert shapes.argmax() == 2
    assert 0.3 < shapes[2] < 0.75


def test_nothing_and_what_shows_nothing_has_no_sharpness() -> None:
    assert sharpness(np.zeros((0, 48, 48, 3), np.uint8)).shape == (0,)
    assert sharpness(np.full((1, 48, 48, 3), 90, np.uint8)).tolist() == [0.0]
    assert with_blur_minded(np.zeros((0, 48, 48, 3), np.uint8), np.zeros((0, 6, 7))).shape == (0, 6, 7)
