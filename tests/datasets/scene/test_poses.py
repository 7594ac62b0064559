"""Pieces where they lie or stand."""

import numpy as np
import pytest

from tests.datasets.staged import piece
from tileye.datasets.scene.layouts import Role
from tileye.datasets.scene.poses import standing_points

FOOT_AND_FACE = np.array([(0, 0, 0), (0, 0, 0.4), (0.5, 0, 0), (0, 0.5, 0)], dtype=np.float64)


@pytest.mark.parametrize("role", ["board", "loose", "heap", "face_down"])
def test_lying_pieces_are_turned_and_moved(role: Role) -> None:
    points = standing_points(piece(3, -2, z=0.8, turn=90, role=role), FOOT_AND_FACE)
    np.testing.assert_allclose(points, [(3, -2, 0.8), (3, -2, 1.2), (3, -1.5, 0.8), (2.5, -2, 0.8)], atol=1e-12)


def test_a_piece_in_a_rack_stands_on_its_edge_and_faces_its_near_side() -> None:
    points = standing_points(piece(3, -2, role="rack"), FOOT_AND_FACE)
    np.testing.assert_allclose(points, [(3, -2, 0.5), (3, -2.4, 0.5), (3.5, -2, 0.5), (3, -2, 1.0)], atol=1e-12)


@pytest.mark.parametrize("role", ["loose", "rack"])
def test_pieces_are_never_mirrored(role: Role) -> None:
    points = standing_points(piece(1, 1, turn=33, role=role), FOOT_AND_FACE)
    up, right, far = (points[i] - points[0] for i in (1, 2, 3))
    assert np.cross(right, far) @ up == pytest.approx(0.5 * 0.5 * 0.4)
