"""The outlines of the six prints."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tileye.datasets.assets.faces import paint_face
from tileye.datasets.assets.material import atlas_of
from tileye.datasets.scene.all_kinds import KINDS
from tileye.datasets.scene.kinds import TILE, Outline, PieceKind
from tileye.datasets.scene.scenes import draw_scene

SHAPES = sorted(TILE.prints)
PRINTS = [(kind, shape) for kind in KINDS.values() for shape in kind.prints]
each_print = pytest.mark.parametrize(("kind", "shape"), PRINTS, ids=lambda part: getattr(part, "name", part))


def _rounded(outline: Outline) -> set[tuple[float, float]]:
    # Adding 0 makes one zero of the two.
    return {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in outline}


def _area(outline: Outline) -> float:
    return sum(x * v - u * y for (x, y), (u, v) in zip(outline, outline[1:] + outline[:1], strict=True)) / 2


def _wide(outline: Outline) -> float:
    return max(x for x, _ in outline) - min(x for x, _ in outline)


def _holds(outline: Outline, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(np.array(outline, np.float32), (x, y), False) > 0


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_each_kind_has_six_different_shapes(kind: PieceKind) -> None:
    assert "".join(sorted(kind.prints)) == "123456"
    assert len({frozenset(_rounded(draw())) for draw in kind.prints.values()}) == 6
    assert KINDS[kind.name] is kind
    assert 0 < kind.height[0] < kind.height[1]


@each_print
def test_prints_stay_inside_the_piece(kind: PieceKind, shape: str) -> None:
    wide, high = kind.size
    assert all(abs(x) < 0.45 * wide and abs(y) < 0.45 * high for x, y in kind.prints[shape]())


def test_scenes_and_faces_follow_the_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    flat = PieceKind("flat", (1.0, 1.0), (0.05, 0.08), {shape: TILE.prints["123456"[-int(shape)]] for shape in SHAPES})
    monkeypatch.setitem(KINDS, flat.name, flat)
    usual, other = draw_scene("train", 3), draw_scene("train", 3, flat)
    assert 0.05 <= other.tile_style.height <= 0.08
    assert replace(other.tile_style, height=usual.tile_style.height, kind="tile") == usual.tile_style
    plain = replace(usual.tile_style, wear=0.0, dust=0.0, print_shift=0.0, print_turn=0.0)
    first, last = paint_face(plain, "1R", "face"), paint_face(replace(plain, kind="flat"), "6R", "face")
    assert (first[0] == last[0]).all()
    # The pack of material holds rendered tiles alone.
    assert atlas_of(usual.tile_style) is not None
    assert atlas_of(other.tile_style) is None


@pytest.mark.parametrize("shape", SHAPES)
def test_prints_look_the_same_from_all_sides_and_in_a_mirror(shape: str) -> None:
    points = _rounded(TILE.prints[shape]())
    assert {(-y + 0.0, x) for x, y in points} == points
    assert {(-x + 0.0, y) for x, y in points} == points


@each_print
def test_outlines_run_once_counterclockwise_around_the_middle(kind: PieceKind, shape: str) -> None:
    outline = kind.prints[shape]()
    angles = [math.atan2(y, x) for x, y in outline]
    steps = [(b - a + math.pi) % (2 * math.pi) - math.pi for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    assert min(steps) > -1e-9
    assert sum(steps) == pytest.approx(2 * math.pi)
    assert _holds(outline, 0, 0)


@pytest.mark.parametrize(
    ("shape", "width", "area"),
    [
        ("1", 0.81, math.pi * 0.405**2),
        ("2", 0.87, None),
        ("3", 0.86, 2 * 0.43**2),
        ("4", 0.64, 0.64**2),
        ("5", 0.72, 8 * 0.5 * 0.51 * 0.125 * math.sin(math.pi / 4)),
        ("6", 0.84, 16 * 0.5 * 0.42 * 0.195 * math.sin(math.pi / 8)),
    ],
)
def test_proportions(shape: str, width: float, area: float | None) -> None:
    outline = TILE.prints[shape]()
    assert _wide(outline) == pytest.approx(width, abs=0.005)
    if area:
        assert _area(outline) == pytest.approx(area, rel=0.01)


def test_clover_has_leaves_along_the_axes_and_cross_has_points_in_the_corners() -> None:
    clover, cross = TILE.prints["2"](), TILE.prints["5"]()
    assert _holds(clover, 0.4, 0)
    assert _holds(clover, 0.27, 0.15)
    assert not _holds(clover, 0.2, 0.2)
    assert _holds(cross, 0.33, 0.33)
    assert not _holds(cross, 0.15, 0)


def test_tile_is_a_flat_square() -> None:
    assert TILE.size == (1.0, 1.0)
    low, high = TILE.height
    assert 0 < low < high < 1
