"""The frame that the composer draws: a straight camera, a little wider than the picture."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Array, Camera

Linear = NDArray[Any]


_LIFTED = 0.15


def nearness(eye: Array, points: Array) -> float:
    """The order in which convex things are drawn: what is nearer, or above others, comes later."""
    # Things on a table hide each other by their distance across it, however high they are; large ones may bear others.
    across = float(np.hypot(*(points[:, :2] - eye[:2]).T).max())
    bottom, top = float(points[:, 2].min()), float(points[:, 2].max())
    return 8 * bottom * (bottom > _LIFTED) + 0.001 * top - across


class CameraFrame:
    """A camera with the size of its frame in pixels."""

    def __init__(self, camera: Camera, width: int) -> None:
        self.camera = camera
        self.width = round(width * camera.wide)
        self.height = round(width * camera.height / camera.width * camera.wide)
        self.scale = width / camera.width
        self.focal = camera.focal_px * self.scale
        self.side = self.focal / camera.distance
        """Pixels of the side of a tile in the middle of the picture."""
        self.eye, self._axes = camera.position(), camera.axes()

    @staticmethod
    def of(camera: Camera, picture: Linear) -> "CameraFrame":
        """The view that a composed picture was drawn with."""
        return CameraFrame(camera, round(picture.shape[1] / camera.wide))

    def project(self, points: Array) -> Array:
        """Pixels of points in space."""
        seen = (points - self.eye) @ self._axes.T
        middle = np.array([self.width, self.height]) / 2
        return np.asarray(seen[..., :2] / seen[..., 2:] * self.focal + middle, np.float64)

    def depth(self, points: Array) -> Array:
        """Distances along the view."""
        return np.asarray((points - self.eye) @ self._axes[2], np.float64)

    def plane(self, height: float) -> Array:
        """The matrix from places at a height, as (x, y, 1), to pixels times their depth."""
        lens = np.array([[self.focal, 0, self.width / 2], [0, self.focal, self.height / 2], [0, 0, 1]])
        to_pixels = lens @ self._axes
        moved = to_pixels @ (np.array([0.0, 0.0, height]) - self.eye)
        return np.stack([to_pixels[:, 0], to_pixels[:, 1], moved], axis=1)

    def ground(self, columns: int, rows: int, height: float = 0.0) -> Array:
        """Places at a height under a grid of so many points across and down the frame, far ones drawn nearer."""
        x, y = np.meshgrid(np.linspace(0, self.width, columns), np.linspace(0, self.height, rows))
        rays = self.rays(np.stack([x, y], axis=-1))
        return np.asarray(self.eye + rays * ((height - self.eye[2]) / rays[..., 2])[..., None], np.float64)

    def rays(self, pixels: Array) -> Array:
        """The ways on which pixels look, all of them downwards."""
        flat = (pixels - np.array([self.width, self.height]) / 2) / self.focal
        rays = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1) @ self._axes
        rays[..., 2] = np.minimum(rays[..., 2], -0.02)
        return np.asarray(rays, np.float64)
