"""A frame of the shipped film, as it is and made worse."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.detection.test_runtime import needs_weights
from tileye.vision.checkup import Checkup, Fault, What, check
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Reader, open_reader

FILM = Path(__file__).parents[2] / "companion_web" / "film" / "film.mp4"
pytestmark = [needs_weights, pytest.mark.skipif(not FILM.exists(), reason="no film is shipped yet")]


@cache
def frames() -> tuple[Picture, Picture]:
    """Two frames of the table at rest, near the end of the film, one right after the other."""
    film = cv2.VideoCapture(str(FILM))
    film.set(cv2.CAP_PROP_POS_FRAMES, 1500)
    pictures = [cv2.cvtColor(film.read()[1], cv2.COLOR_BGR2RGB) for _ in range(2)]
    return np.asarray(pictures[0], np.uint8), np.asarray(pictures[1], np.uint8)


@cache
def reader() -> Reader:
    return open_reader()


def checked(picture: Picture, before: Picture | None = None) -> Checkup:
    return check(picture, reader().read_raw(picture), before)


def faults(checkup: Checkup) -> dict[What, Fault]:
    return {mark.what: mark.fault for mark in checkup.marks if mark.fault}


def lit(picture: Picture, gain: float, noise: float = 0.0) -> Picture:
    shaken = picture * gain + np.random.default_rng(1).normal(0, noise, picture.shape)
    return shaken.clip(0, 255).astype(np.uint8)


def glaring(picture: Picture, size: int) -> Picture:
    """A lamp that is reflected in the middle."""
    high, wide = picture.shape[:2]
    spot = np.zeros((high, wide), np.float32)
    cv2.ellipse(spot, (wide // 2, high // 2), (2 * size, size), 20, 0, 360, (1,), -1)
    shine = 300 * cv2.GaussianBlur(spot, (0, 0), 25)[..., None]
    return (picture + shine).clip(0, 255).astype(np.uint8)


def blurred(picture: Picture, sigma: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def scaled(picture: Picture, factor: float) -> Picture:
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def tilted(picture: Picture, narrow: float, high: float) -> Picture:
    """As seen from lower."""
    height, width = picture.shape[:2]
    corners = [(0, 0), (width, 0), (width, height), (0, height)]
    top = height * (1 - high)
    seen = [(width * narrow, top), (width * (1 - narrow), top), (width, height), (0, height)]
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), np.array(seen, np.float32))
    return np.asarray(cv2.warpPerspective(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def shifted(picture: Picture, pixels: int) -> Picture:
    return np.roll(picture, pixels, 1)


WORSE: dict[str, tuple[Callable[[Picture], Picture], dict[What, Fault]]] = {
    "as it is": (lambda picture: picture, {}),
    "a bit soft": (lambda picture: blurred(picture, 2), {}),
    "blurred": (lambda picture: blurred(picture, 6), {"blur": "blurred"}),
    "in the evening": (lambda picture: lit(picture, 0.5), {}),
    "dark": (lambda picture: lit(picture, 0.2, 3), {"light": "dark"}),
    "bright": (lambda picture: lit(picture, 1.3), {}),
    "too bright": (lambda picture: lit(picture, 3.5), {"light": "bright"}),
    "a lamp": (lambda picture: glaring(picture, 50), {"glare": "glare"}),
    "a big lamp": (lambda picture: glaring(picture, 90), {"glare": "glare"}),
    "half the size": (lambda picture: scaled(picture, 0.5), {}),
    "small": (lambda picture: scaled(picture, 0.25), {"size": "far"}),
    "close": (lambda picture: scaled(picture[250:470, 500:900], 3), {"size": "near"}),
    "from low": (lambda picture: tilted(picture, 0.15, 0.55), {"angle": "low"}),
}


@pytest.mark.parametrize(("worsen", "expected"), WORSE.values(), ids=WORSE)
def test_what_is_wrong_is_found_and_nothing_else(
    worsen: Callable[[Picture], Picture], expected: dict[What, Fault]
) -> None:
    assert faults(checked(worsen(frames()[0]))) == expected


def test_what_is_measured() -> None:
    checkup = checked(scaled(frames()[0], 0.5))
    values = {mark.what: mark.value for mark in checkup.marks}
    assert list(values) == ["light", "blur", "glare", "size", "angle"]
    assert checkup.tiles == 27
    assert values["size"] == pytest.approx(29, abs=1)
    assert values["angle"] > 75


def test_a_table_without_tiles() -> None:
    empty = frames()[0][:240, 760:1000].copy()
    checkup = checked(empty)
    assert checkup.tiles == 0
    assert faults(checkup) == {"size": "no_tiles"}
    assert faults(checked(lit(empty, 0.1))) == {"light": "dark", "size": "no_tiles"}
    assert faults(checked(np.full_like(empty, 250))) == {"light": "bright", "size": "no_tiles"}


def test_steadiness() -> None:
    one, other = frames()
    assert checked(other, one).marks[-1].good
    assert faults(checked(other, shifted(one, 6))) == {"steady": "shaky"}
    assert faults(checked(other, scaled(one, 0.5))) == {"steady": "shaky"}
