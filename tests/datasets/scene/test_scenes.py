"""Scenes drawn from a number."""

import hashlib
import math
import os
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path
from typing import get_args

import pytest

from tileye.datasets.scene import scenes
from tileye.datasets.scene.kinds import PieceKind
from tileye.datasets.scene.scenes import Scene, Split, draw_scene, kelvin_rgb
from tileye.datasets.scene.surfaces import Surface, draw_surface
from tileye.datasets.scene.tile_styles import TileStyle, draw_tile_style

ROOT = Path(__file__).parents[3]
SPLITS: tuple[Split, ...] = get_args(Split)
SCENES = [draw_scene(split, number) for split in SPLITS for number in range(25)]


def test_same_number_gives_the_same_scene() -> None:
    assert draw_scene("train", 3) == SCENES[3]
    assert draw_scene("train", 4) != SCENES[3]
    assert draw_scene("val", 3).pieces != SCENES[3].pieces


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_draws_the_same_scene(seed: str) -> None:
    code = "from tileye.datasets.scene.scenes import draw_scene; print([draw_scene('train', n) for n in range(3)])"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    here = str(SCENES[:3])
    assert hashlib.sha256(run.stdout.strip().encode()).digest() == hashlib.sha256(here.encode()).digest()


def test_tile_styles_and_surfaces_of_the_splits_never_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    tile_styles: dict[Split, set[int]] = {split: set() for split in SPLITS}
    surfaces: dict[Split, set[int]] = {split: set() for split in SPLITS}
    now: Split = "train"

    def tile_style(number: int, kind: PieceKind) -> TileStyle:
        tile_styles[now].add(number)
        return draw_tile_style(number, kind)

    def surface(number: int) -> Surface:
        surfaces[now].add(number)
        return draw_surface(number)

    monkeypatch.setattr(scenes, "draw_tile_style", tile_style)
    monkeypatch.setattr(scenes, "draw_surface", surface)
    monkeypatch.setattr(scenes, "draw_board", lambda random, letters: {(0, 0): f"1{letters[0]}"})
    for now in SPLITS:
        for number in range(300):
            draw_scene(now, number)
    for drawn in (tile_styles, surfaces):
        assert all(len(numbers) > 20 for numbers in drawn.values())
        assert all(not drawn[one] & drawn[other] for one, other in combinations(SPLITS, 2))


def test_scenes_of_different_splits_share_neither_tile_style_nor_surface() -> None:
    for one, other in combinations(SPLITS, 2):
        ones, others = ([s for s in SCENES if s.split == split] for split in (one, other))
        assert not {s.surface.number for s in ones} & {s.surface.number for s in others}
        assert not {s.tile_style.edge for s in ones} & {s.tile_style.edge for s in others}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.split} {scene.number}")
def test_tiles_are_of_the_set_and_cells_are_of_the_board(scene: Scene) -> None:
    for piece in scene.pieces:
        assert piece.tile[1] in scene.tile_style.letters
        assert (piece.cell is not None) == (piece.role == "board")
        assert piece.role == "heap" or piece.pose.z == 0


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.split} {scene.number}")
def test_the_camera_is_above_the_table_and_looks_at_the_game(scene: Scene) -> None:
    camera = scene.camera
    reach = max((math.hypot(p.pose.x, p.pose.y) for p in scene.pieces if p.role == "board"), default=1.0) + 1
    assert 35 <= camera.elevation <= 90
    assert camera.position()[2] > 2
    assert math.hypot(*camera.target) < reach
    assert camera.focal_px / camera.distance <= 201
    assert -0.061 < camera.bend < 0.03


def test_loose_pieces_lie_apart_from_the_board() -> None:
    for scene in SCENES:
        board = [p.pose for p in scene.pieces if p.role == "board"]
        loose = [p.pose for p in scene.pieces if p.role == "loose"]
        assert all(math.hypot(a.x - b.x, a.y - b.y) > 1.42 for a in board for b in loose)
        assert all(math.hypot(a.x - b.x, a.y - b.y) >= 1.42 for a, b in combinations(loose, 2))


def test_everything_occurs() -> None:
    assert {p.role for s in SCENES for p in s.pieces} == {"board", "loose", "rack", "heap", "face_down"}
    assert any(scene.hands for scene in SCENES)
    assert any(scene.edge for scene in SCENES)
    assert {len(scene.light.lamps) for scene in SCENES} >= {1, 2, 3}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.split} {scene.number}")
def test_light_comes_from_above_and_the_sensor_is_sane(scene: Scene) -> None:
    for lamp in scene.light.lamps:
        assert lamp.position[2] > 10
        assert 2400 < lamp.kelvin < 9000
    sensor = scene.sensor
    assert 0.12 <= sensor.brightness <= 0.6
    assert 2000 < sensor.white_kelvin < 12000
    assert 45 <= sensor.quality <= 97


def test_warm_light_is_red_and_cold_light_is_blue() -> None:
    assert kelvin_rgb(6500) == pytest.approx((1, 1, 1))
    colours = [kelvin_rgb(kelvin) for kelvin in range(2000, 12001, 250)]
    assert all(one[0] > other[0] and one[2] < other[2] for one, other in pairwise(colours))
    assert {colour[1] for colour in colours} == {1.0}
