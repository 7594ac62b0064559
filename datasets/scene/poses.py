"""Bringing points of a piece to where it lies or stands."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.layouts import Piece

Points = NDArray[Any]


def standing_points(piece: Piece, points: Points) -> Points:
    """Turn and move points of a piece whose foot is at the origin; one in a rack stands on its edge."""
    return np.asarray(all_standing((piece,), points)[0], np.float64)


def all_standing(pieces: Sequence[Piece], points: Points) -> Points:
    """The same for many pieces at once: pieces, points, coordinates."""
    if not pieces:
        return np.zeros((0, *points.shape))
    upright = np.stack([points[:, 0], -points[:, 2], points[:, 1] + 0.5], axis=1)
    own = np.stack([upright if piece.role == "rack" else points for piece in pieces])
    poses = np.array([(piece.pose.x, piece.pose.y, piece.pose.z, piece.pose.turn) for piece in pieces])
    a = np.radians(poses[:, 3, None])
    cos, sin, x, y = np.cos(a), np.sin(a), own[..., 0], own[..., 1]
    turned = np.stack([cos * x - sin * y, sin * x + cos * y, own[..., 2]], axis=-1)
    return np.asarray(turned + poses[:, None, :3], np.float64)
