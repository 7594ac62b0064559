import cv2
import numpy as np
import pytest

from tileye.models.training.fit import _batch, jitter_patch
from tileye.models.training.patches import TrainingPatches, _is_no_tile
from tileye.vision.detection.fitter import PATCH, ROOM

LARGE = 72
SCALE = PATCH / ROOM


@pytest.mark.parametrize("seed", range(12))
def test_corners_move_with_the_patch(seed: int) -> None:
    quads = np.array([(-0.5, -0.4), (0.45, -0.5), (0.5, 0.5), (-0.5, 0.45)])
    patch = np.zeros((LARGE, LARGE, 3), np.uint8)
    pixels = quads * SCALE + (LARGE - 1) / 2
    cv2.fillPoly(patch, [np.round(pixels * 16).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, 4)
    moved, corners = jitter_patch(patch, quads, PATCH, True, np.random.default_rng(seed))
    assert moved.shape == (PATCH, PATCH, 3)
    drawn = np.zeros((PATCH, PATCH), np.uint8)
    pixels = corners * SCALE + (PATCH - 1) / 2
    cv2.fillPoly(drawn, [np.round(pixels * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    both = np.minimum(drawn, moved[..., 0]).sum(dtype=float)
    assert both / np.maximum(drawn, moved[..., 0]).sum(dtype=float) > 0.9


def test_patches_turn_all_around() -> None:
    quads = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    patch = np.zeros((LARGE, LARGE, 3), np.uint8)
    random = np.random.default_rng(0)
    turned = [jitter_patch(patch, quads, PATCH, True, random)[1] for _ in range(400)]
    edges = [complex(*(corners[1] - corners[0])) for corners in turned]
    counts, _ = np.histogram(np.angle(edges, deg=True), 8, (-180, 180))
    assert counts.min() > 25


def test_places_away_from_every_tile_are_none() -> None:
    faces = np.array([[(100, 100), (140, 100), (140, 140), (100, 140)]], np.float64)
    sides = np.array([40.0])
    for place, side, wanted in (
        ((120, 120), 40, False),
        ((140, 120), 40, False),
        ((160, 120), 40, True),
        ((160, 120), 3, False),
        ((-1, 120), 40, False),
        ((400, 120), 40, False),
    ):
        assert _is_no_tile(np.array(place), side, faces, sides, (300, 300)) is wanted
    assert _is_no_tile(np.array((20.0, 20.0)), 30, faces[:0], sides[:0], (300, 300))


def test_what_is_shown_more_often_is_drawn_more_often() -> None:
    marks = np.array([40, 200], np.uint8)
    patches = TrainingPatches(
        np.broadcast_to(marks[:, None, None, None], (2, 72, 72, 3)).copy(),
        np.zeros((2, 4, 2), np.float32),
        np.array([False, False]),
    )
    random = np.random.default_rng(1)
    drawn = {
        share: np.mean([_batch(patches, np.array([share, 1.0]), PATCH, 64, random)[0].mean() for _ in range(20)])
        for share in (0.0, 0.5, 1.0)
    }
    assert drawn[1.0] < drawn[0.5] - 20 < drawn[0.0] - 40
