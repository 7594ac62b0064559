"""Cell numbers over a whole game: bumps, turns, hands, wrong names, false tiles, growth."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.drifting import Board, Look, Table, chances_of, grown
from tests.vision.tables import OBLIQUE, OVERHEAD, Lying, face, off_corners, seen_from
from tileye.datasets.camera.camera_model import Camera
from tileye.rules.board import Cell, neighbours
from tileye.rules.tiles import TILES, Tile, set_tiles
from tileye.vision.geometry.lattice import grow
from tileye.vision.geometry.poses import BoardPose, cells_outside, expected_quads, region_of
from tileye.vision.reading import NAMES
from tileye.vision.tracking.cell_matching import record_of
from tileye.vision.tracking.registration import Registration, register


def wrongly(look: Look, answer: Registration) -> list[tuple[Cell | None, Cell | None]]:
    """Tiles on the board that got another cell than they have."""
    pairs = zip(look.cells, answer.cells, strict=True)
    return [(true, told) for true, told in pairs if told is not None and told != true]


def missed(look: Look, answer: Registration) -> int:
    return sum(true is not None and told is None for true, told in zip(look.cells, answer.cells, strict=True))


TABLE = Table()
BOARD = grown(30, 5)


def begun(camera: Camera = OVERHEAD, board: Board | None = None, table: Table = TABLE) -> BoardPose:
    """The pose of a board that was followed from the start."""
    pose = table.look(camera, board or BOARD).told(board or BOARD, None).pose
    assert pose is not None
    return pose


def test_the_first_tile_of_a_game_lies_at_0_0_and_stays_there() -> None:
    line: Board = {(3, 2): "1R", (4, 2): "1O", (5, 2): "1G"}
    answer = TABLE.look(OVERHEAD, line).told({}, None)
    assert (answer.verdict, answer.share) == ("moved", 1.0)
    assert {cell for cell in answer.cells if cell} == {(0, 0), (1, 0), (2, 0)}
    longer = TABLE.look(OVERHEAD, {**line, (2, 2): "1B", (2, 1): "3B"}).told({}, answer.pose)
    assert longer.verdict == "held"
    assert set(longer.cells) == {(-1, -1), (-1, 0), (0, 0), (1, 0), (2, 0)}


def test_before_the_first_turn_the_numbering_begins_anew_where_all_is_gone() -> None:
    stray = TABLE.look(OVERHEAD, {(-9, -7): "1R"}).told({}, None)
    line = TABLE.look(OVERHEAD, {(3, 2): "1R", (4, 2): "1O"}).told({}, stray.pose)
    assert set(line.cells) == {(0, 0), (1, 0)}


def test_no_tiles_keep_a_pose_but_make_none() -> None:
    nothing = TABLE.look(OVERHEAD, {})
    assert nothing.told({}, None).verdict == "lost"
    pose = begun()
    answer = nothing.told(BOARD, pose)
    assert (answer.verdict, answer.pose, answer.share) == ("held", pose, 0.0)


def test_a_still_camera_holds() -> None:
    look = TABLE.look(OVERHEAD, BOARD, seed=1)
    answer = look.told(BOARD, begun())
    assert (answer.verdict, answer.share, answer.found) == ("held", 1.0, len(BOARD))
    assert answer.motion is not None
    assert answer.motion.shift < 0.05
    assert answer.cells == look.cells


def test_a_tile_at_the_left_changes_no_number() -> None:
    more = {**BOARD, (min(x for x, _ in BOARD) - 1, 0): "6B"}
    look = TABLE.look(OVERHEAD, more, seed=2)
    assert wrongly(look, look.told(BOARD, begun())) == []


BUMPS = {
    "small": replace(OVERHEAD, target=(0.3, 0.1), roll=1.0),
    "half a cell": replace(OVERHEAD, target=(0.5, -0.1), roll=-2.0),
    "a cell": replace(OVERHEAD, target=(0.0, 1.04)),
    "far": replace(OVERHEAD, target=(2.5, -1.5), roll=12.0),
    "nearer": replace(OVERHEAD, distance=22.0),
    "farther": replace(OVERHEAD, distance=36.0, target=(0.2, 0.2)),
    "a quarter": replace(OVERHEAD, roll=90.0),
    "three quarters": replace(OVERHEAD, roll=-88.0, target=(0.4, 0.0)),
    "half around": replace(OVERHEAD, roll=180.0),
    "from low": OBLIQUE,
    "from the side": replace(OBLIQUE, azimuth=-20.0),
}


@pytest.mark.parametrize("camera", BUMPS.values(), ids=BUMPS.keys())
@pytest.mark.parametrize("remembered", [True, False])
def test_cells_keep_their_numbers_through_bumps(camera: Camera, remembered: bool) -> None:
    more = grown(34, 7, BOARD)
    look = TABLE.look(camera, more, wrong=0.1, seed=3)
    answer = look.told(BOARD, begun() if remembered else None)
    assert answer.verdict == "moved"
    assert answer.margin > 10
    assert look.cells == answer.cells


def test_motion_says_how_far_cells_moved() -> None:
    motion = TABLE.look(replace(OVERHEAD, roll=90.0, distance=24.0), BOARD).told(BOARD, begun()).motion
    assert motion is not None
    assert motion.turn == pytest.approx(-90, abs=6)
    assert motion.zoom == pytest.approx(30 / 24, rel=0.1)
    aside = TABLE.look(replace(OVERHEAD, target=(2.08, 0.0)), BOARD).told(BOARD, begun()).motion
    assert aside is not None
    assert aside.shift == pytest.approx(2, abs=0.1)


def test_a_symmetric_board_is_lost_without_geometry_and_held_with_it() -> None:
    board: Board = {(0, 0): "1R", (1, 0): "2R", (2, 0): "1R"}
    look = TABLE.look(OVERHEAD, board)
    lost = look.told(board, None)
    assert (lost.verdict, set(lost.cells), lost.pose) == ("lost", {None}, None)
    pose = TABLE.look(OVERHEAD, board).told({}, None).pose
    assert look.told(board, pose).cells == look.cells
    bumped = TABLE.look(replace(OVERHEAD, target=(0.6, 0.4), roll=5.0), board)
    assert bumped.told(board, pose).cells == bumped.cells


def test_a_board_of_one_name_keeps_its_cells_by_geometry_alone() -> None:
    board: Board = dict.fromkeys([(0, 0), (1, 0), (2, 0), (2, 1)], "4O")
    pose = TABLE.look(OVERHEAD, board).told({}, None).pose
    assert pose is not None
    look = TABLE.look(OVERHEAD, board, hidden=[(0, 0)], seed=4)
    assert (look.told(board, pose).verdict, wrongly(look, look.told(board, pose))) == ("held", [])
    line: Board = dict.fromkeys([(0, 0), (1, 0), (2, 0)], "4O")
    assert TABLE.look(OVERHEAD, line).told(line, None).verdict == "lost"


def test_a_single_tile_goes_on_after_a_bump() -> None:
    board: Board = {(0, 0): "4O"}
    pose = TABLE.look(OVERHEAD, board).told({}, None).pose
    look = TABLE.look(replace(OVERHEAD, target=(0.7, 0.2), roll=4.0), {**board, (1, 0): "4R"})
    answer = look.told(board, pose)
    assert (answer.verdict, answer.cells) == ("moved", look.cells)


def test_tiles_that_a_hand_hides_keep_their_places() -> None:
    hidden = [cell for cell in BOARD if cell[0] + cell[1] > 0]
    look = TABLE.look(OVERHEAD, BOARD, hidden=hidden, seed=5)
    answer = look.told(BOARD, begun())
    assert (answer.verdict, wrongly(look, answer), missed(look, answer)) == ("held", [], 0)
    assert answer.pose is not None
    for cell in hidden:
        true = face(OVERHEAD, TABLE.lying(cell))
        assert off_corners(answer.pose.quads_of([cell]), true[None])[0] < 0.15


def test_both_sides_of_an_arm_are_numbered() -> None:
    board = grown(50, 8)
    middle = sorted(x for x, _ in board)[len(board) // 2]
    hidden = [cell for cell in board if abs(cell[0] - middle) <= 2]
    for camera in (OVERHEAD, replace(OVERHEAD, roll=70.0)):
        look = TABLE.look(camera, board, hidden=hidden)
        assert len(look.lattice.groups) > 1
        answer = look.told(board, begun(board=board))
        assert (wrongly(look, answer), missed(look, answer)) == ([], 0)


def test_a_larger_group_than_the_board_is_not_the_board() -> None:
    board = grown(8, 3)
    aslant = np.exp(1j * np.radians(20.0))
    places = [9.5 + aslant * (x + 1j * y) for x in range(2) for y in range(-3, 3)]
    pile = {(place.real, place.imag, 20.0): tile for place, tile in zip(places, set_tiles(None), strict=False)}
    for camera in (OVERHEAD, replace(OVERHEAD, roll=90.0)):
        look = TABLE.look(camera, board, loose=pile)
        assert len(look.lattice.groups[0].tiles) == len(pile)
        answer = look.told(board, begun(board=board))
        assert answer.cells == look.cells


def test_a_pushed_tile_keeps_its_cell_and_a_tile_laid_askew_gets_none() -> None:
    cell = next(cell for cell in BOARD if sum(near in BOARD for near in neighbours(cell)) == 1)
    pushed = TABLE.lying(cell, aside=0.2 + 0.1j)
    loose: dict[Lying, Tile] = {pushed: BOARD[cell], (11.0, 8.0, 30.0): "1R"}
    look = TABLE.look(OVERHEAD, BOARD, hidden=[cell], loose=loose)
    answer = look.told(BOARD, begun())
    assert sorted(told for true, told in zip(look.cells, answer.cells, strict=True) if true is None and told) == [cell]


def test_a_lamp_that_swaps_colours_moves_nothing() -> None:
    look = TABLE.look(OVERHEAD, BOARD, seed=6)
    swapped = look.chances.reshape(-1, 6, 7)[:, :, [4, 1, 2, 5, 3, 0, 6]].reshape(-1, len(NAMES))
    answer = register(look.lattice, swapped, BOARD, begun())
    assert (answer.verdict, answer.cells) == ("held", look.cells)
    assert answer.share < 0.5


@pytest.mark.parametrize(("aside", "turn", "on"), [(0.2, 0, True), (0.5, 0, False), (0, 8, True), (0, 25, False)])
def test_what_is_off_the_lattice_is_off_the_board(aside: float, turn: float, on: bool) -> None:
    board: Board = {(x, 0): tile for x, tile in enumerate(set_tiles(None)[:6])}
    table = Table(drift=0.0, pitch=1.0)
    x, y, _ = table.lying((7, 0))
    look = table.look(OVERHEAD, board, loose={(x, y + aside, turn): "6B"})
    answer = look.told(board, begun(board=board, table=table))
    told = next(told for true, told in zip(look.cells, answer.cells, strict=True) if true is None)
    assert told == ((7, 0) if on else None)


@pytest.mark.parametrize(("empty", "on"), [(1, True), (2, True), (3, False)])
def test_what_lies_farther_away_is_off_the_board(empty: int, on: bool) -> None:
    board: Board = {(x, 0): tile for x, tile in enumerate(set_tiles(None)[:6])}
    look = TABLE.look(OVERHEAD, {**board, (6 + empty, 0): "6B"})
    assert look.told(board, begun(board=board)).cells.count(None) == (0 if on else 1)


def test_swapped_tiles_in_the_same_places_are_news_and_no_move() -> None:
    board: Board = {(0, 0): "4O"}
    pose = TABLE.look(OVERHEAD, board).told({}, None).pose
    answer = TABLE.look(OVERHEAD, {(0, 0): "3B"}).told(board, pose)
    assert (answer.verdict, answer.cells, answer.found, answer.alike) == ("held", ((0, 0),), 1, 0)


def test_a_game_is_followed_while_the_camera_wanders_and_the_board_grows() -> None:
    table, random = Table(seed=9, drift=0.06), Random(9)
    board, pose, camera = grown(4, 9), None, OVERHEAD
    for turn in range(24):
        if turn % 3 == 2:
            target = (camera.target[0] + random.uniform(-0.8, 0.8), camera.target[1] + random.uniform(-0.8, 0.8))
            roll = camera.roll + random.choice([0.0, 0.0, 90.0, 4.0])
            camera = replace(camera, target=target, roll=roll, distance=random.uniform(26, 36))
        after = grown(len(board) + 3, turn, board)
        hidden = random.sample(sorted(board), len(board) // 5)
        look = table.look(camera, after, hidden=hidden, wrong=0.05, seed=turn)
        answer = look.told(board, pose)
        assert wrongly(look, answer) == []
        assert missed(look, answer) <= 1
        board, pose = after, answer.pose


@pytest.mark.parametrize("camera", [OVERHEAD, OBLIQUE])
def test_quads_are_expected_where_tiles_would_lie(camera: Camera) -> None:
    pose = begun(camera)
    quads = expected_quads(pose, BOARD)
    assert BOARD.keys() < quads.keys()
    assert all(any(abs(x - a) + abs(y - b) <= 2 for a, b in BOARD) for x, y in quads)
    true = np.array([face(camera, TABLE.lying(cell)) for cell in quads])
    off = off_corners(np.array(list(quads.values())), true)
    recorded = np.array([cell in BOARD for cell in quads])
    assert off[recorded].max() < 0.1
    assert np.median(off[~recorded]) < 0.12
    # From the corner where x and y are smallest, clockwise.
    assert np.abs(np.array(list(quads.values())) - true).max() < 30


def test_cells_beyond_the_picture_and_the_part_that_matters_are_known() -> None:
    pose = begun()
    quads = expected_quads(pose, BOARD)
    assert cells_outside(quads, (1280, 960)) == frozenset()
    left, top, right, bottom = region_of(quads, (1280, 960))
    assert 0 < left < right < 1280
    assert 0 < top < bottom < 960
    half = (left + right) // 2
    outside = cells_outside(quads, (half, 960))
    assert 0 < len(outside) < len(quads)
    assert region_of(quads, (half, 960)) == (left, top, half, bottom)
    assert region_of({}, (10, 10)) == (0, 0, 0, 0)


def test_records_name_tiles_as_readings_do() -> None:
    board = {(number, 0): tile for number, tile in enumerate(TILES)}
    assert [NAMES[number] for number in record_of(board).names] == list(TILES)


CAMERAS = st.builds(
    lambda x, y, distance, elevation, azimuth, roll: Camera(1280, 960, (x, y), distance, elevation, azimuth, roll, 0.9),
    st.floats(-2, 2),
    st.floats(-2, 2),
    st.floats(24, 34),
    st.floats(45, 90),
    st.floats(-180, 180),
    st.floats(-180, 180),
)
TABLES = st.builds(Table, st.integers(0, 99), st.floats(0, 0.06), st.floats(1.0, 1.08))
LOOSE = st.dictionaries(
    st.tuples(st.floats(9, 12), st.floats(-9, 9), st.floats(20, 70)), st.sampled_from(TILES), max_size=4
)


def _half(board: Board, towards: float, share: float) -> list[Cell]:
    """The cells on one side of a board."""
    way = np.exp(1j * towards)
    order = sorted(board, key=lambda cell: float((complex(*cell) * way).real))
    return order[: int(share * len(order))]


@tried(25)
@given(TABLES, CAMERAS, st.integers(0, 9999), LOOSE, st.data())
def test_numbers_never_jump_for_a_still_camera(
    table: Table, camera: Camera, seed: int, loose: dict[Lying, Tile], data: st.DataObject
) -> None:
    board = grown(data.draw(st.integers(3, 12)), seed)
    answer = table.look(camera, board).told(board, None)
    assume(answer.verdict == "moved")
    pose = answer.pose
    for turn in range(data.draw(st.integers(1, 4))):
        after = grown(len(board) + data.draw(st.integers(0, 6)), seed + turn, board)
        hidden = _half(board, data.draw(st.floats(0, 6.3)), data.draw(st.sampled_from([0, 0.3, 0.6])))
        look = table.look(
            camera, after, loose=loose, hidden=hidden, wrong=data.draw(st.sampled_from([0, 0.1])), seed=turn
        )
        answer = look.told(board, pose)
        assert answer.verdict != "moved"
        assert answer.verdict == "held" or sum(cell in board for cell in look.cells) < 5
        assert [pair for pair in wrongly(look, answer) if pair[0] is not None] == []
        # Nobody records what is lost.
        assume(answer.verdict == "held")
        board, pose = after, answer.pose


@tried(60)
@given(TABLES, CAMERAS, CAMERAS, st.integers(0, 9999), LOOSE, st.booleans(), st.data())
def test_a_moved_camera_is_recovered_and_never_wrongly(
    table: Table, one: Camera, other: Camera, seed: int, loose: dict[Lying, Tile], remembered: bool, data: st.DataObject
) -> None:
    board = grown(data.draw(st.integers(5, 50)), seed)
    assume(len(set(board.values())) > 3)
    first = table.look(one, board).told(board, None)
    after = grown(len(board) + data.draw(st.integers(0, 5)), seed + 1, board)
    hidden = _half(after, data.draw(st.floats(0, 6.3)), data.draw(st.floats(0, 0.8)))
    look = table.look(other, after, loose=loose, hidden=hidden, seed=1)
    assume(sum(cell in board for cell in look.cells) >= 5)
    answer = look.told(board, first.pose if remembered else None)
    assert answer.verdict != "lost"
    assert [pair for pair in wrongly(look, answer) if pair[0] is not None] == []


@tried(40)
@given(st.integers(0, 9999), st.integers(0, 12), st.integers(0, 8), st.booleans())
def test_whatever_is_seen_is_answered(seed: int, seen: int, recorded: int, remembered: bool) -> None:
    random = np.random.default_rng(seed)
    quads = random.uniform(0, 1, (seen, 1, 2)) * [1280, 960] + random.uniform(-60, 60, (seen, 4, 2))
    lattice = grow(quads, random.uniform(0, 1, seen))
    chances = random.dirichlet(np.full(len(NAMES), 0.1), seen).reshape(-1, len(NAMES))
    board = grown(recorded, seed)
    pose = begun() if remembered else None
    answer = register(lattice, chances, board, pose)
    cells = [cell for cell in answer.cells if cell is not None]
    assert len(answer.cells) == seen
    assert len(set(cells)) == len(cells)
    assert answer.verdict != "lost" or not cells
    assert answer.cells == register(lattice, chances, board, pose).cells


@tried(30)
@given(CAMERAS, st.integers(0, 9999), st.randoms(use_true_random=False))
def test_the_order_of_tiles_does_not_matter(camera: Camera, seed: int, random: Random) -> None:
    seen = seen_from(camera, [TABLE.lying(cell) for cell in BOARD], noise=0.012, seed=seed)
    chances = chances_of(BOARD.values())
    order = list(range(len(BOARD)))
    random.shuffle(order)
    plain = register(grow(seen.quads, seen.scores), chances, BOARD, begun())
    mixed = register(grow(seen.quads[order], seen.scores[order]), chances[order], BOARD, begun())
    assert [plain.cells[number] for number in order] == list(mixed.cells)
    assert mixed.verdict == plain.verdict
