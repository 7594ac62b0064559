"""Soft shadows in composed pictures: outlines of what stands in the light, filled and blurred."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Array
from tileye.datasets.compose.views import CameraFrame
from tileye.datasets.scene.scenes import Lamp

Linear = NDArray[Any]

_LEAST_BLUR = 0.5
_HIGH = 1.0
_NEAR = 0.13
"""So far, in sides of a tile, things keep the light from everywhere off what lies beside them."""


class Casters(NamedTuple):
    """Convex things that throw shadows: the corners of all of them in a row, and how many each has."""

    points: Array
    counts: tuple[int, ...]

    @property
    def height(self) -> float:
        """How high they are on the whole."""
        return float(self.points[:, 2].mean())


def casters_of(things: Iterable[Array]) -> list[Casters]:
    """Sort things into low ones and high ones, whose shadows are softer."""
    low: list[Array] = []
    high: list[Array] = []
    for points in things:
        (high if points[:, 2].max() > _HIGH else low).append(points)
    return [Casters(np.concatenate(group), tuple(map(len, group))) for group in (low, high) if group]


class Window(NamedTuple):
    """A part of the frame, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def part(self) -> tuple[slice, slice]:
        """The same as an index into a picture."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


def cast(points: Array, lamp: Lamp, height: float) -> Array:
    """Where the shadows of points fall, in space, on the plane at a height."""
    above = points.copy()
    above[:, 2] = np.maximum(above[:, 2], height)
    place = np.array(lamp.position)
    fallen = above + (above[:, 2:] - height) / (place[2] - above[:, 2:]).clip(0.5) * (above - place)
    fallen[:, 2] = height
    return np.asarray(fallen, np.float64)


def penumbra(lamp: Lamp, height: float) -> float:
    """The deviation of the blur, in sides of a tile, of the shadow of something so high."""
    distance = math.hypot(*lamp.position)
    return 0.3 * height * lamp.width / distance / max(0.2, lamp.position[2] / distance)


def openness(view: CameraFrame, groups: Sequence[Casters], height: float, window: Window) -> Linear:
    """Which share of the light from everywhere reaches a plane beside things: less the nearer."""
    light = _ones(window)
    for casters in groups:
        foot = casters.points.copy()
        # What hovers keeps less light off, from a wider place.
        lift = max(0.0, float(foot[:, 2].min()) - height)
        foot[:, 2] = height
        covered = fill(view, foot, casters.counts, (2 * _NEAR + 0.5 * lift) * view.side, window)
        light *= 1 - 0.75 / (1 + lift) * (1 - covered)
    return light


def lit(view: CameraFrame, groups: Sequence[Casters], lamp: Lamp, height: float, window: Window) -> Linear:
    """Where a lamp reaches a plane: 1, and 0 in shadows."""
    light = _ones(window)
    for casters in groups:
        blur = penumbra(lamp, max(0.1, casters.height - height)) * view.side
        light *= fill(view, cast(casters.points, lamp, height), casters.counts, blur, window)
    return light


def fill(view: CameraFrame, points: Array, counts: Sequence[int], blur: float, window: Window) -> Linear:
    """0 within the hulls of points, 1 outside, blurred; what is very soft is drawn small."""
    small = max(1, min(8, int(blur / 1.6)))
    width, height = window.right - window.left, window.bottom - window.top
    mask = np.full((-(-height // small), -(-width // small)), 255, np.uint8)
    pixels = (view.project(points) - (window.left, window.top)) * 8 / small
    for outline in np.split(np.round(pixels).astype(np.int32), np.cumsum(counts)[:-1]):
        cv2.fillConvexPoly(mask, cv2.convexHull(outline), 0, cv2.LINE_AA, 3)
    soft = cv2.GaussianBlur(mask, (0, 0), max(_LEAST_BLUR, blur / small))
    if small > 1:
        soft = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return soft * np.float32(1 / 255)


def _ones(window: Window) -> Linear:
    return np.ones((window.bottom - window.top, window.right - window.left), np.float32)
