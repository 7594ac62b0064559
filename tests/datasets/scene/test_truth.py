"""The truth about scenes: corners, visible shares, names."""

from dataclasses import replace

import numpy as np
import pytest

from tests.datasets.staged import OVERHEAD, piece, plate, stage
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.scene.clutter import Solid
from tileye.datasets.scene.hands import Bone, Hand
from tileye.datasets.scene.layouts import Role
from tileye.datasets.scene.scenes import Split, draw_scene
from tileye.datasets.scene.tile_styles import draw_tile_style
from tileye.datasets.scene.truth import face_corners, scene_truth, visible_shares
from tileye.rules.board import parse_board

TILE_STYLE = replace(draw_tile_style(1), height=0.4)
SIDE = OVERHEAD.focal_px / (OVERHEAD.distance - TILE_STYLE.height)
SLANTED = replace(OVERHEAD, elevation=40.0)


def _share(x: float, y: float, *solids: Solid, camera: Camera = OVERHEAD, role: Role = "loose") -> float:
    return visible_shares(stage(piece(x, y, role=role), solids=solids, camera=camera, tile_style=TILE_STYLE))[0]


@pytest.mark.parametrize(
    ("turn", "order"),
    [
        (0, [(-1, -1), (1, -1), (1, 1), (-1, 1)]),
        (90, [(-1, 1), (-1, -1), (1, -1), (1, 1)]),
        (180, [(1, 1), (-1, 1), (-1, -1), (1, -1)]),
    ],
)
def test_corners_run_from_left_far_around_to_left_near(turn: float, order: list[tuple[int, int]]) -> None:
    corners = face_corners(stage(tile_style=TILE_STYLE), piece(2.0, 1.0, turn=turn))
    expected = np.array([320, 240]) + SIDE * (np.array([2.0, -1.0]) + np.array(order) / 2)
    np.testing.assert_allclose(corners, expected, atol=1e-6)


def test_corners_are_of_the_top_face() -> None:
    low, high = (stage(tile_style=replace(TILE_STYLE, height=height), camera=SLANTED) for height in (0.3, 0.5))
    assert (face_corners(high, piece(0, 0))[:, 1] < face_corners(low, piece(0, 0))[:, 1]).all()


def test_a_lone_tile_is_seen_whole() -> None:
    assert _share(0, 0) > 0.99
    assert _share(0, 0, camera=SLANTED) > 0.97


@pytest.mark.parametrize("covered", [0.25, 0.5, 0.75])
def test_a_plate_over_a_part_of_a_tile_hides_that_part(covered: float) -> None:
    assert _share(0, 0, plate(0.5 - covered, 2.0, TILE_STYLE.height + 0.05)) == pytest.approx(1 - covered, abs=0.04)


def test_a_plate_over_the_whole_tile_hides_it_and_one_beside_or_below_hides_nothing() -> None:
    assert _share(0, 0, plate(-1, 1, 1.0)) == 0
    assert _share(0, 0, plate(0.7, 2, 1.0)) > 0.99
    assert _share(0, 0, plate(-1, 1, 0.1)) > 0.99


def test_what_stands_in_front_hides_and_what_stands_behind_does_not() -> None:
    def wall(y: float) -> Solid:
        return Solid("wall", "box", (0.0, y, 2.0), (4.0, 0.2, 4.0), 0, 0, (0.1, 0.1, 0.1), 0.5)

    assert _share(0, 0, wall(-1.0), camera=SLANTED) == 0
    assert _share(0, 0, wall(1.6), camera=SLANTED) > 0.97


def test_an_upper_tile_hides_a_lower_one() -> None:
    pieces = (piece(0, 0, role="heap"), piece(0.5, 0, z=TILE_STYLE.height, role="heap"))
    for order in (pieces, pieces[::-1]):
        shares = dict(zip(order, visible_shares(stage(*order, tile_style=TILE_STYLE)), strict=True))
        assert shares[pieces[0]] == pytest.approx(0.5, abs=0.05)
        assert shares[pieces[1]] > 0.98


def test_hands_hide_what_is_below_them_and_are_named() -> None:
    arm = Hand((Bone((0.0, 4.0, 1.0), (0.0, 0.0, 1.0), 0.8, 0.8),), (0.5, 0.4, 0.3), (0.1, 0.1, 0.1))
    scene = replace(stage(piece(0, 0), piece(1.2, 0), piece(3, 0), tile_style=TILE_STYLE), hands=(arm,))
    hidden, half, free = visible_shares(scene)
    assert hidden == 0
    assert 0.6 < half < 0.98
    assert free > 0.99
    assert scene_truth(scene)["others"] == ["hand"]


def test_a_large_thing_hides_nothing_that_lies_on_it() -> None:
    board = Solid("board", "box", (0.0, 2.0, 0.05), (9.0, 9.0, 0.1), 0, 0, (0.5, 0.5, 0.5), 0.5)
    assert _share(0, 0, board, camera=SLANTED) > 0.97


@pytest.mark.parametrize("place", [(100.0, 0.0), (-7.0, 0.0), (0.0, 6.0), (0.0, -50.0)])
def test_tiles_outside_the_picture_are_not_seen(place: tuple[float, float]) -> None:
    assert _share(*place) == 0


def test_a_tile_on_the_edge_of_the_picture_is_half_seen() -> None:
    assert _share(320 / SIDE, 0) == pytest.approx(0.5, abs=0.04)
    assert _share(0, -240 / SIDE) == pytest.approx(0.5, abs=0.04)


def test_tiles_behind_the_camera_are_not_seen() -> None:
    camera = replace(OVERHEAD, elevation=35.0, distance=10.0, focal=0.8)
    assert _share(0, 0, camera=camera) > 0.9
    assert _share(0, -30, camera=camera) == 0


def test_backs_show_no_face_and_standing_tiles_only_to_their_own_side() -> None:
    assert _share(0, 0, role="face_down") == 0
    assert _share(0, 0, camera=SLANTED, role="rack") > 0.95
    assert _share(0, 0, camera=replace(SLANTED, azimuth=90.0), role="rack") == 0


def test_hidden_prints_have_no_name() -> None:
    roles: tuple[Role, ...] = ("board", "loose", "heap", "rack", "face_down")
    scene = stage(*(piece(3.0 * i - 6, 0, role=role) for i, role in enumerate(roles)), tile_style=TILE_STYLE)
    assert [entry["tile"] for entry in scene_truth(scene)["pieces"]] == ["1R", "1R", "1R", None, None]


def test_shares_follow_the_bent_picture() -> None:
    camera = replace(OVERHEAD, bend=-0.05)
    corners = face_corners(stage(camera=camera, tile_style=TILE_STYLE), piece(320 / SIDE, 0))
    left, right = float(corners[:, 0].min()), float(corners[:, 0].max())
    assert left < 320 + 320 * 0.95 < right, "the lens draws the edge of the picture inwards"
    expected = (640 - left) / (right - left)
    assert 0.6 < expected < 0.95
    assert _share(320 / SIDE, 0, camera=camera) == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize(("split", "number"), [("train", 1), ("train", 2), ("val", 3), ("test", 4), ("test", 9)])
def test_truth_of_drawn_scenes_is_consistent(split: Split, number: int) -> None:
    scene = draw_scene(split, number)
    truth = scene_truth(scene)
    width, height = truth["size"]
    assert (truth["split"], truth["number"], truth["set"]) == (split, number, scene.tile_style.letters)
    assert parse_board(truth["board"]) == {p.cell: p.tile for p in scene.pieces if p.cell}
    assert len(truth["pieces"]) == len(scene.pieces)
    for entry, drawn in zip(truth["pieces"], scene.pieces, strict=True):
        x, y = np.mean(entry["corners"], axis=0)
        assert entry["cell"] == (list(drawn.cell) if drawn.cell else None)
        assert 0 <= entry["visible"] <= 1
        assert entry["visible"] < 0.9 or (0 <= x <= width and 0 <= y <= height)


def test_corners_of_lying_tiles_run_clockwise_in_every_picture() -> None:
    for number in range(6):
        scene = draw_scene("train", number)
        for drawn in (p for p in scene.pieces if p.role == "board"):
            a, b, c, _ = face_corners(scene, drawn)
            assert (b - a)[0] * (c - b)[1] - (b - a)[1] * (c - b)[0] > 0
