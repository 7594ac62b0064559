"""Bringing points of a piece to where it lies or stands."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.layouts import Piece

Points = NDArray[Any]


def standing_points(piece: Piece, points: Points) -> Points:
    """Turn and move points of a piece whose foot is at the origin; one in a rack stands on its edge."""
    if piece.role == "rack":
        points = np.stack([points[:, 0], -points[:, 2], points[:, 1] + 0.5], axis=1)
    a = math.radians(piece.pose.turn)
    turn = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    return np.asarray(points @ turn.T + np.array([piece.pose.x, piece.pose.y, piece.pose.z]), dtype=np.float64)
