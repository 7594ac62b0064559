"""Cells from boxes around tiles: laid crookedly, seen from aside, with what is not on the board beside them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.tables import (
    OBLIQUE,
    OVERHEAD,
    Lying,
    Seen,
    largest,
    like_truth,
    off_corners,
    seen_from,
    seen_in,
    settled,
    turned,
)
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.scene.scenes import Split, draw_scene
from tileye.rules.board import Cell
from tileye.vision.geometry.lattice import Lattice, grow, rectified_quads

SHAPE: tuple[Cell, ...] = ((0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 2), (3, 2), (3, 1), (4, 1), (0, 2))
"""A ring with tails; no quarter turn of it looks the same."""


def _laid(cells: tuple[Cell, ...] = SHAPE, pitch: float = 1.0, turn: float = 0.0) -> list[Lying]:
    spin = np.exp(1j * np.radians(turn)) * pitch
    places = [complex(x, -y) * spin for x, y in cells]
    return [(place.real, place.imag, turn) for place in places]


def _grown(seen: Seen) -> Lattice:
    return grow(seen.quads, seen.scores)


def _from(camera: Camera, lying: list[Lying]) -> tuple[Cell | None, ...]:
    return _grown(seen_from(camera, lying)).cells


def test_no_tiles_have_no_cells_and_no_places() -> None:
    lattice = grow(np.zeros((0, 4, 2)), np.zeros(0))
    assert lattice.cells == ()
    assert rectified_quads(lattice).shape == (0, 4, 2)


def test_a_single_tile_is_a_board() -> None:
    assert _from(OVERHEAD, [(0.3, -2.0, 31.0)]) == ((0, 0),)


def test_x_runs_right_and_y_down_in_the_picture() -> None:
    assert _from(OVERHEAD, _laid()) == SHAPE


@pytest.mark.parametrize("turn", range(-40, 41, 8))
def test_the_axis_nearest_to_right_is_x(turn: int) -> None:
    assert _from(OVERHEAD, _laid(turn=turn)) == SHAPE


@pytest.mark.parametrize("roll", range(0, 360, 15))
@pytest.mark.parametrize("azimuth", [-90.0, -60.0, -45.0, -20.0])
def test_boards_are_read_from_low_and_from_any_side(azimuth: float, roll: float) -> None:
    camera = Camera(1280, 960, (1.5, -1.0), 20.0, 36.0, azimuth, roll, 0.9)
    cells = _from(camera, _laid())
    assert None not in cells
    assert cells in {settled(turned(cell, quarters) for cell in SHAPE) for quarters in range(4)}


@pytest.mark.parametrize("pitch", [1.0, 1.1, 1.2])
@pytest.mark.parametrize("camera", [OVERHEAD, OBLIQUE])
def test_gaps_up_to_a_fifth_of_a_tile_part_nothing(camera: Camera, pitch: float) -> None:
    lattice = _grown(seen_from(camera, _laid(pitch=pitch)))
    assert lattice.cells == SHAPE
    assert len(lattice.groups) == 1


@pytest.mark.parametrize("gap", [0.4, 0.5, 0.6])
def test_an_arm_that_nearly_touches_is_not_linked(gap: float) -> None:
    row = [(float(x), 0.0, 0.0) for x in range(6)]
    arm = [(float(x), -1.0 - gap, 0.0) for x in range(4)]
    assert _from(OVERHEAD, row + arm) == (*((x, 0) for x in range(6)), *[None] * 4)


@pytest.mark.parametrize("aside", [0.4, 0.5, 0.6])
def test_an_arm_that_touches_half_a_tile_aside_is_not_linked(aside: float) -> None:
    row = [(float(x), 0.0, 0.0) for x in range(6)]
    arm = [(x + aside, -1.02, 0.0) for x in range(4)]
    assert _from(OVERHEAD, row + arm)[6:] == (None,) * 4


def test_a_line_far_away_may_be_shifted_by_half_a_tile() -> None:
    ring = [(x, 0) for x in range(8)] + [(0, 1), (0, 2), (7, 1), (7, 2), (0, 3), (7, 3)]
    # The lower line hangs on the left arm alone; its end misses the right arm by half a tile.
    lower = [(x, 4) for x in range(6)]
    lying = [(x, -y * 1.0, 0.0) for x, y in ring] + [(x * 1.04, -y - 0.08 * x, -1.0) for x, y in lower]
    assert _from(OVERHEAD, lying) == (*ring, *lower)


@pytest.mark.parametrize(("turn", "on"), [(0, True), (9, True), (16, False), (30, False), (45, False)])
def test_a_tile_that_lies_askew_is_refused(turn: float, on: bool) -> None:
    assert (_from(OVERHEAD, [*_laid(), (4.0, 0.0, turn)])[-1] is not None) == on


@pytest.mark.parametrize(("empty", "on"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_tile_on_the_lattice_may_be_two_empty_cells_away(empty: int, on: bool) -> None:
    assert _from(OVERHEAD, [*_laid(), (4.0 + empty, 0.05, 2.0)])[-1] == ((4 + empty, 0) if on else None)


def test_an_island_comes_with_all_its_tiles_or_not_at_all() -> None:
    near = [(5.0 + x, 0.0, 1.0) for x in range(4)]
    far = [(x, -8.45, 0.0) for x in (0.0, 1.0)]
    assert _from(OVERHEAD, [*_laid(), *near, *far])[len(SHAPE) :] == ((5, 0), (6, 0), (7, 0), (8, 0), None, None)


def test_a_tile_half_a_cell_off_is_refused() -> None:
    assert _from(OVERHEAD, [*_laid(), (6.5, -0.5, 0.0)])[-1] is None


def test_of_two_boxes_around_one_tile_the_better_counts() -> None:
    seen = seen_from(OVERHEAD, [*_laid(), (3.03, 0.02, 1.0)])
    seen.scores[3], seen.scores[-1] = 0.4, 0.9
    cells = _grown(seen).cells
    assert (cells[3], cells[-1]) == (None, (3, 0))


def test_what_lies_half_on_a_tile_is_refused_even_with_a_better_score() -> None:
    seen = seen_from(OVERHEAD, [*_laid(), (3.35, 0.2, 4.0)])
    seen.scores[-1] = 1.0
    assert _grown(seen).cells == (*SHAPE, None)


def test_equal_groups_are_told_apart_by_their_scores() -> None:
    seen = seen_from(OVERHEAD, [(0, 0, 0), (1, 0, 0), (7, 4.5, 20), (8 - 0.06, 4.5 + 0.342, 20)])
    for better in ((0, 1), (2, 3)):
        scores = np.full(4, 0.5)
        scores[list(better)] = 0.9
        cells = grow(seen.quads, scores).cells
        assert {number for number, cell in enumerate(cells) if cell} == set(better)


def test_groups_beside_the_board_have_cells_of_their_own() -> None:
    lattice = _grown(seen_from(OVERHEAD, [*_laid(), *[(10 + x, 7.0, 0.0) for x in range(3)]]))
    assert [len(group.tiles) for group in lattice.groups] == [len(SHAPE), 3]
    assert lattice.groups[1].cells == ((0, 0), (1, 0), (2, 0))


def test_rectified_corners_are_better_than_boxes() -> None:
    camera = Camera(1280, 960, (1.5, -1.0), 20.0, 40.0, -55.0, 0.0, 0.9)
    seen = seen_from(camera, _laid(), noise=0.02)
    rough = off_corners(seen.quads, seen.faces)
    better = off_corners(rectified_quads(_grown(seen)), seen.faces)
    assert np.median(rough) > 0.1
    assert np.median(better) < 0.05


SCENES: list[tuple[Split, int]] = [(split, number) for split in ("train", "val", "test") for number in range(300, 316)]


@pytest.mark.parametrize("noise", [0.01, 0.03])
def test_boards_of_scenes_get_their_cells(noise: float) -> None:
    wanted = missed = 0
    for split, number in SCENES:
        seen = seen_in(draw_scene(split, number), noise, lost=0.03)
        found = like_truth(_grown(seen), seen)
        board = largest(seen.cells)
        tiles = [number for number, cell in enumerate(seen.cells) if cell in board]
        assert all(found.get(number) in (None, seen.cells[number]) for number in tiles), (split, number)
        wanted += len(tiles)
        missed += sum(number not in found for number in tiles)
    assert wanted > 1000
    assert missed <= 0.003 * wanted


@st.composite
def _tables(draw: st.DrawFn) -> Seen:
    steps = draw(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), min_size=3, max_size=20))
    cells: list[Cell] = [(0, 0)]
    for near, side in steps:
        x, y = cells[near % len(cells)]
        cells.append((x + (1, 0, -1, 0)[side], y + (0, 1, 0, -1)[side]))
    loose = draw(st.lists(st.tuples(st.floats(9, 14), st.floats(9, 14), st.floats(0, 90)), max_size=3))
    camera = draw(st.sampled_from([OVERHEAD, Camera(1280, 960, (0, 0), 34.0, 50.0, -80.0, 8.0, 0.9)]))
    lying = _laid(tuple(dict.fromkeys(cells)), pitch=draw(st.floats(1, 1.1)), turn=draw(st.floats(-20, 20)))
    return seen_from(camera, [*lying, *loose], noise=0.015, seed=draw(st.integers(0, 99)))


@tried(60)
@given(_tables(), st.randoms(use_true_random=False))
def test_cells_do_not_depend_on_the_order_of_tiles_and_corners(seen: Seen, random: object) -> None:
    order = np.arange(len(seen.quads))
    random.shuffle(order)  # type: ignore[attr-defined]
    mixed = np.roll(seen.quads[order], 3, 1)
    cells = _grown(seen).cells
    assert grow(mixed, seen.scores[order]).cells == tuple(cells[number] for number in order)


@tried(60)
@given(_tables(), st.floats(-5000, 5000), st.floats(-5000, 5000), st.floats(0.3, 4))
def test_cells_do_not_depend_on_where_and_how_large_the_table_is(seen: Seen, x: float, y: float, size: float) -> None:
    assert grow(seen.quads * size + [x, y], seen.scores).cells == _grown(seen).cells


@tried(60)
@given(_tables(), st.integers(1, 3))
def test_a_picture_turned_by_a_quarter_turns_the_cells(seen: Seen, quarters: int) -> None:
    x, y = seen.quads[..., 0], seen.quads[..., 1]
    for _ in range(quarters):
        x, y = -y, x
    cells = grow(np.stack([x, y], -1), seen.scores).cells
    plain = _grown(seen).cells
    on = [number for number, cell in enumerate(plain) if cell is not None]
    spun = settled(turned(cell, quarters) for cell in plain if cell is not None)
    assert {number: cells[number] for number in on} == dict(zip(on, spun, strict=True))
    assert [number for number, cell in enumerate(cells) if cell is not None] == on
