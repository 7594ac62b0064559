"""Composed pictures: what the truth says is what they show."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.datasets.staged import OVERHEAD, piece, stage
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.camera.finish import Linear, finish
from tileye.datasets.compose.composer import compose, compose_over
from tileye.datasets.scene.hands import Hand, draw_style, hand_at
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.scenes import Edge, Lamp, Light, Scene, draw_scene
from tileye.datasets.scene.surfaces import Surface, draw_surface
from tileye.datasets.scene.tile_styles import draw_tile_style, lab
from tileye.datasets.scene.truth import face_corners, visible_shares

WHITE = Light((Lamp((6.0, 4.0, 30.0), 3.0, 1.0, 6500.0),), 0.3, 6500.0)
SLANTED = replace(OVERHEAD, elevation=50.0, azimuth=20.0)
UNPACKED = 5_000_000
"""Tile styles and tables from this number on are in no pack."""


def _scene(*pieces: Piece, camera: Camera = OVERHEAD, tile_style: int = 0) -> Scene:
    scene = stage(*pieces, camera=camera, tile_style=draw_tile_style(UNPACKED + tile_style))
    return replace(scene, light=WHITE, surface=draw_surface(UNPACKED))


def _shown(picture: Linear, gain: float = 0.7) -> NDArray[np.float64]:
    return np.asarray(np.clip(picture * gain, 0, 1) ** (1 / 2.2), np.float64)


def _row(tile_style: int) -> Scene:
    """Six squares of the six colours, each lying as it likes."""
    letters = draw_tile_style(UNPACKED + tile_style).letters
    pieces = (piece(1.4 * i - 3.5, 0.3 * i - 0.7, turn=37.0 * i, tile=f"4{c}") for i, c in enumerate(letters))
    return _scene(*pieces, camera=replace(SLANTED, azimuth=90.0 * tile_style), tile_style=tile_style)


@pytest.mark.parametrize("tile_style", range(8))
def test_each_piece_has_the_colour_that_the_truth_says(tile_style: int) -> None:
    scene = _row(tile_style)
    picture = _shown(compose(scene, 640))
    for one in scene.pieces:
        x, y = face_corners(scene, one).mean(axis=0)
        seen = lab(tuple(np.median(picture[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3], axis=(0, 1))))
        distance = {
            letter: np.hypot(*np.subtract(seen, lab(rgb))[1:]) for letter, rgb in scene.tile_style.colours.items()
        }
        assert min(distance, key=lambda letter: float(distance[letter])) == one.tile[1]


@pytest.mark.parametrize("camera", [OVERHEAD, SLANTED, replace(OVERHEAD, elevation=40.0, roll=30.0)])
def test_corners_lie_on_edges_between_body_and_table(camera: Camera) -> None:
    bright = Surface("laminate", UNPACKED + 2, 0.9)
    scene = replace(_scene(piece(0.3, -0.2, turn=20.0, tile="5R"), camera=camera), surface=bright)
    corners = face_corners(scene, scene.pieces[0])
    picture, middle = compose(scene, 640).mean(axis=-1), corners.mean(axis=0)
    far = min((corners[[i, i - 1]].mean(axis=0) for i in range(4)), key=lambda place: float(place[1]))
    steps = [far + (far - middle) / np.linalg.norm(far - middle) * step for step in np.arange(-6, 7)]
    along = [float(picture[round(y - 0.5), round(x - 0.5)]) for x, y in steps]
    assert abs(int(np.argmax(np.abs(np.diff(along)))) - 5.5) <= 2


def test_the_nearer_of_two_pieces_hides_the_other_as_the_truth_says() -> None:
    scene = _scene(piece(0, 0, tile="4R"), piece(0.4, 0.1, z=0.5, tile="4G"), camera=SLANTED)
    low, high = visible_shares(scene)
    assert low < 0.7
    assert high > 0.95
    x, y = face_corners(scene, scene.pieces[1]).mean(axis=0)
    red, green, _ = compose(scene, 640)[int(y), int(x)]
    assert green > red


@pytest.mark.parametrize("bend", [0.0, -0.05])
@pytest.mark.parametrize("width", [160, 333])
def test_pictures_are_as_wide_as_renders_are(bend: float, width: int) -> None:
    scene = _scene(piece(0, 0), camera=replace(OVERHEAD, bend=bend))
    wide = scene.camera.wide
    assert compose(scene, width).shape == (round(width * 0.75 * wide), round(width * wide), 3)


def test_light_is_finite_and_positive_in_every_drawn_scene() -> None:
    for number in range(6):
        scene = draw_scene("train", number)
        picture = compose(scene, 200)
        assert np.isfinite(picture).all()
        assert picture.min() >= 0


def test_same_scene_gives_the_same_bytes() -> None:
    one, again = (finish(scene, compose(scene, 200)) for scene in (draw_scene("train", 3), draw_scene("train", 3)))
    assert one == again


def test_light_adds_up() -> None:
    lamps = (Lamp((20.0, 5.0, 25.0), 4.0, 1.0, 3000.0), Lamp((20.0, 9.0, 28.0), 2.0, 0.6, 6000.0))
    scene = _row(1)
    dark = Light((), 0.4, 5000.0)
    both, first, second, none = (
        compose(replace(scene, light=replace(dark, lamps=part)), 240) for part in (lamps, lamps[:1], lamps[1:], ())
    )
    # Faces turn their lit side to a lamp, so only places without relief can be compared.
    corner = np.s_[:40, :40]
    np.testing.assert_allclose((first + second - none)[corner], both[corner], rtol=0.02, atol=1e-3)


def test_shadows_fall_away_from_the_lamp() -> None:
    light = Light((Lamp((30.0, 0.0, 20.0), 0.5, 1.0, 6500.0),), 0.1, 6500.0)
    scene = replace(_scene(piece(0, 0)), light=light)
    bare = compose(replace(scene, pieces=()), 640).mean(axis=-1)
    share = compose(scene, 640).mean(axis=-1) / bare
    left, right = share[236:244, 274:284].mean(), share[236:244, 360:370].mean()
    assert left < 0.5
    assert right > 0.8


def test_the_floor_shows_beyond_the_edge_of_the_table() -> None:
    floor = draw_surface(UNPACKED + 1)
    scene = _scene(piece(0, 0))
    cut = compose(replace(scene, edge=Edge(0.0, 2.0, 20.0, floor)), 640)
    whole = compose(scene, 640)
    end = round(320 + 2.0 * OVERHEAD.focal_px / OVERHEAD.distance)
    np.testing.assert_array_equal(cut[:, : end - 2], whole[:, : end - 2])
    assert (cut[:, end + 2 :] != whole[:, end + 2 :]).mean() > 0.9


def _over(scene: Scene, pieces: tuple[Piece, ...], hands: tuple[Hand, ...]) -> tuple[Linear, Linear]:
    base = compose(scene, 640)
    kept = base.copy()
    over = compose_over(scene, base, pieces, hands)
    np.testing.assert_array_equal(base, kept)
    return base, over


def test_a_hovering_piece_is_drawn_with_its_shadow_and_the_rest_stays() -> None:
    scene = _scene(piece(-3, 0))
    hovering = piece(1.5, 0.5, z=1.5, turn=30.0, tile="4G")
    base, over = _over(scene, (hovering,), ())
    changed = np.abs(over - base).max(axis=-1) > 1e-6
    x, y = face_corners(scene, hovering).mean(axis=0)
    assert changed[int(y), int(x)]
    assert not changed[:, :200].any()
    below = changed & (over.mean(axis=-1) < base.mean(axis=-1))
    assert below.sum() > 64**2


def test_a_hand_is_drawn_where_it_is_and_nowhere_else() -> None:
    scene = _scene(piece(0, 0), camera=replace(OVERHEAD, focal=1.5))
    hand = hand_at(draw_style(Random("hand")), 2.0, 0.0, 0.8, 180.0, 0.5)
    base, over = _over(scene, (), (hand,))
    tip_x, tip_y = scene.camera.project(np.array([4.0, 0.0, 1.0]))
    assert np.abs(over - base)[int(tip_y), int(tip_x)].max() > 0.01
    assert (over == base)[:, :160].all()


def test_nothing_over_a_picture_leaves_it_alone() -> None:
    base, over = _over(_scene(piece(0, 0)), (), ())
    np.testing.assert_array_equal(base, over)


def test_scenes_with_hands_are_their_tables_with_hands_over_them() -> None:
    hand = hand_at(draw_style(Random("a")), 0.5, 0.5, 1.0, 100.0, 0.0)
    scene = _scene(piece(0, 0))
    np.testing.assert_array_equal(
        compose(replace(scene, hands=(hand,)), 320), compose_over(scene, compose(scene, 320), (), (hand,))
    )


def test_a_standing_piece_shows_its_black_back_and_hides_the_table() -> None:
    # Turned by half a turn, its player is on the far side.
    standing = piece(0, 0, turn=180, role="rack", tile="4W")
    camera = replace(OVERHEAD, elevation=35.0)
    scene = _scene(standing, camera=camera)
    shown = _shown(compose(scene, 640))
    back = face_corners(scene, standing).mean(0)
    x, y = np.round(back).astype(int)
    assert shown[y - 6 : y + 6, x - 6 : x + 6].max() < 0.45


def test_racks_of_drawn_scenes_are_seen_from_behind() -> None:
    for number in range(120):
        scene = draw_scene("val", number)
        for standing in (one for one in scene.pieces if one.role == "rack"):
            left, right, below = face_corners(scene, standing)[:3]
            across, down = right - left, below - right
            assert across[0] * down[1] - across[1] * down[0] < 0
