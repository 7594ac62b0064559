"""The painted faces of pieces."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.datasets.assets.faces import Bytes, paint_face
from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.tile_styles import TileStyle, draw_tile_style

NEW = replace(draw_tile_style(3), wear=0.0, dust=0.0, grain=0.0, print_shift=0.0, print_turn=0.0, print_scale=1.0)


def _like(face: Bytes, colour: tuple[float, float, float]) -> NDArray[np.bool_]:
    return np.asarray(np.abs(face.astype(float) - np.array(colour) * 255).max(axis=-1) < 40, np.bool_)


def _outline_area(shape: str) -> float:
    x, y = np.array(TILE.prints[shape]()).T
    return float(abs(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2)


@pytest.mark.parametrize("tile_style", [NEW, draw_tile_style(1), draw_tile_style(2)])
def test_same_seed_gives_the_same_face(tile_style: TileStyle) -> None:
    one, again, other = (paint_face(tile_style, "6R", seed, 64) for seed in ("a", "a", "b"))
    assert [picture.tobytes() for picture in one] == [picture.tobytes() for picture in again]
    assert one[0].tobytes() != other[0].tobytes()


@pytest.mark.parametrize("colour", NEW.letters)
def test_prints_have_the_colour_of_the_set_and_the_rest_is_body(colour: str) -> None:
    face, _ = paint_face(NEW, f"4{colour}", "x", 64)
    assert face.shape == (64, 64, 3)
    assert _like(face, NEW.colours[colour])[16:48, 16:48].mean() > 0.95
    assert _like(face, NEW.body)[:8].mean() > 0.95


@pytest.mark.parametrize("shape", sorted(TILE.prints))
def test_prints_have_the_size_of_their_outline(shape: str) -> None:
    printed = ~_like(paint_face(NEW, f"{shape}R", "x", 128)[0], NEW.body)
    assert printed.mean() == pytest.approx(_outline_area(shape), rel=0.08)
    assert printed[64, 64]
    rows, columns = np.nonzero(printed)
    assert (rows.mean(), columns.mean()) == pytest.approx((63.5, 63.5), abs=1.5)


def test_backs_have_no_print() -> None:
    face, rough = paint_face(NEW, None, "x", 64)
    assert _like(face, NEW.body).mean() > 0.95
    assert np.ptp(rough) == 0


def test_roughness_differs_between_print_and_body() -> None:
    tile_style = replace(NEW, body_roughness=0.8, print_roughness=0.2)
    rough = paint_face(tile_style, "1R", "x", 64)[1]
    assert rough.shape == (64, 64)
    assert abs(int(rough[0, 0]) - 0.8 * 255) <= 1
    assert abs(int(rough[32, 32]) - 0.2 * 255) <= 1


def test_worn_sets_have_lost_some_of_the_print() -> None:
    def left(wear: float) -> float:
        faces = [paint_face(replace(NEW, wear=wear), "1R", str(seed), 64)[0] for seed in range(8)]
        return float(np.mean([_like(face, NEW.colours["R"]).mean() for face in faces]))

    assert 0.3 < left(1.0) < left(0.0) - 0.005
