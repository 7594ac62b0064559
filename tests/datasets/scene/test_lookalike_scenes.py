"""Scenes with things that look like tiles and are none."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from tests.datasets.staged import OVERHEAD, piece, stage
from tileye.datasets.scene import lookalike_scenes
from tileye.datasets.scene.lookalike_faces import LookalikeFace
from tileye.datasets.scene.lookalike_scenes import draw_lookalike_scene, lookalike_names
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import Scene, Split, draw_scene
from tileye.datasets.scene.truth import face_corners, scene_truth, visible_shares

SPLITS: tuple[Split, ...] = get_args(Split)
SCENES = [draw_lookalike_scene(split, number) for split in SPLITS for number in range(40)]


def _faces(scene: Scene) -> set[object]:
    return {plate.face for plate in scene.plates}


def test_same_number_gives_the_same_scene() -> None:
    assert draw_lookalike_scene("train", 6) == SCENES[6]
    assert draw_lookalike_scene("train", 7) != SCENES[6]
    assert [scene.number for scene in SCENES[:40]] == list(range(40))


def test_every_second_scene_has_no_tile_and_all_have_what_looks_like_one() -> None:
    assert all(not scene.pieces for scene in SCENES if scene.number % 2)
    assert sum(bool(scene.pieces) for scene in SCENES if scene.number % 2 == 0) >= 55
    assert all(1 <= len(lookalike_names(scene)) <= 4 for scene in SCENES)


def test_splits_never_meet() -> None:
    for first, split in ((0, "train"), (1_000_000, "val"), (2_000_000, "test")):
        faces = [face for scene in SCENES if scene.split == split for face in _faces(scene)]
        assert all(isinstance(face, LookalikeFace) and first <= face.number < first + 1_000_000 for face in faces)


def test_tables_are_not_those_of_tile_scenes() -> None:
    assert lookalike_scenes._AFTER > 3000
    assert all(draw_scene(scene.split, scene.number).light != scene.light for scene in SCENES)


def test_tiles_lie_on_boards_or_beside_things() -> None:
    lifted = 0
    for scene in SCENES:
        for plate in scene.plates:
            inside = _places_in(plate, scene)
            for one in (lying for lying, within in zip(scene.pieces, inside, strict=True) if within):
                assert one.pose.z >= plate.middle[2] + plate.thickness
                lifted += 1
    assert lifted > 100


def _places_in(plate: Plate, scene: Scene) -> list[bool]:
    a = np.radians(plate.turn)
    away = [(one.pose.x - plate.middle[0], one.pose.y - plate.middle[1]) for one in scene.pieces]
    across = [x * np.cos(a) + y * np.sin(a) for x, y in away]
    along = [y * np.cos(a) - x * np.sin(a) for x, y in away]
    return [bool(abs(x) < plate.size[0] / 2 and abs(y) < plate.size[1] / 2) for x, y in zip(across, along, strict=True)]


def test_all_is_before_the_camera() -> None:
    for scene in SCENES:
        for plate in scene.plates:
            assert scene.camera.depth(plate.body()[0]).min() > 0.5


@pytest.mark.parametrize("number", range(0, 40, 2))
def test_the_truth_of_lifted_tiles_is_where_they_lie(number: int) -> None:
    scene = SCENES[number]
    truth = scene_truth(scene)
    for one, told in zip(scene.pieces, truth["pieces"], strict=True):
        flat = replace(scene, tile_style=replace(scene.tile_style, height=scene.tile_style.height + one.pose.z))
        low = replace(one, pose=replace(one.pose, z=0.0))
        if one.role != "rack":
            assert np.abs(face_corners(flat, low) - np.array(told["corners"])).max() < 0.02


def test_a_block_before_a_tile_hides_it_and_a_page_below_it_does_not() -> None:
    camera = replace(OVERHEAD, elevation=35.0)
    face = LookalikeFace("dark square", 1)
    bare = stage(piece(0, 0), camera=camera)
    block = Plate("block", (3.0, 0.5), (0.0, -1.0, 0.0), 0.0, face, thickness=2.0)
    page = Plate("page", (9.0, 9.0), (0.0, 0.0, 0.0), 0.0, face)
    assert visible_shares(bare)[0] > 0.97
    assert visible_shares(replace(bare, plates=(block,)))[0] < 0.3
    assert visible_shares(replace(bare, plates=(page,)))[0] > 0.97
