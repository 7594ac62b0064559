"""Cameras: where they stand, how they project, and how their lenses bend straight lines."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_FARTHEST_BENT = 1.6
"""In half widths of the picture from its middle; its corners are nearer."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that looks at a point of the table. Lengths are in sides of a tile, angles in degrees."""

    width: int
    height: int
    target: tuple[float, float]
    distance: float
    elevation: float
    """90 looks straight down."""
    azimuth: float
    roll: float
    focal: float
    """In widths of the picture."""
    bend: float = 0.0
    """Radial distortion at the middle of the right edge, as a share; negative for a barrel."""

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        return self.focal * self.width

    @property
    def wide(self) -> float:
        """By how much more than the frame is drawn, so that the bent lens finds something at the corners."""
        return 1.0 + max(0.0, -self.bend) * 2.2

    def position(self) -> Array:
        """Where the camera stands."""
        e, a = math.radians(self.elevation), math.radians(self.azimuth)
        away = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
        return np.array([*self.target, 0.0]) + self.distance * away

    def axes(self) -> Array:
        """Unit vectors as rows: right and down in the picture, and forward."""
        return _axes(self.elevation, self.azimuth, self.roll)

    def project(self, points: Array) -> Array:
        """Pixels of points in space, as the bent picture shows them."""
        seen = (np.asarray(points, dtype=np.float64) - self.position()) @ self.axes().T
        flat = seen[..., :2] / seen[..., 2:]
        return self._bent(flat) * self.focal_px + np.array([self.width, self.height]) / 2

    def depth(self, points: Array) -> Array:
        """Distances along the view."""
        away = np.asarray(points, dtype=np.float64) - self.position()
        return np.asarray(away @ self.axes()[2], dtype=np.float64)

    def straight(self) -> "Camera":
        """The same camera with a lens that bends nothing."""
        return Camera(
            self.width,
            self.height,
            self.target,
            self.distance,
            self.elevation,
            self.azimuth,
            self.roll,
            self.focal,
        )

    def _bent(self, flat: Array) -> Array:
        edge = 0.5 / self.focal
        # Beyond the frame the bending stays as it is there: a barrel would fold far points back into the picture.
        radius = np.minimum(np.sum(flat**2, axis=-1, keepdims=True) / edge**2, _FARTHEST_BENT**2)
        bent: Array = flat * (1 + self.bend * radius)
        return bent


@lru_cache(maxsize=64)
def _axes(elevation: float, azimuth: float, roll: float) -> Array:
    e, a, r = math.radians(elevation), math.radians(azimuth), math.radians(roll)
    forward = -np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    right = np.array([-math.sin(a), math.cos(a), 0.0])
    down = np.cross(forward, right)
    turned = math.cos(r) * right + math.sin(r) * down
    axes = np.stack([turned, np.cross(forward, turned), forward])
    axes.flags.writeable = False
    return axes
