"""Things that look like tiles, before they lie on a table."""

import math
from random import Random

import numpy as np
import pytest

from tileye.datasets.scene.lookalike_faces import GRIDS, PIECES, LookalikeFace
from tileye.datasets.scene.lookalikes import Lookalike, draw_lookalike
from tileye.datasets.scene.plates import THIN

DRAWN = [draw_lookalike(Random(number), 1_000_000) for number in range(900)]


def test_all_kinds_are_drawn() -> None:
    kinds = {plate.name.split("/")[0] for thing in DRAWN for plate in thing.plates}
    assert kinds == {*GRIDS, *PIECES}
    assert any(thing.solids for thing in DRAWN)


def test_prints_have_numbers_of_their_split() -> None:
    numbers = {plate.face.number for thing in DRAWN for plate in thing.plates}  # type: ignore[attr-defined]
    assert min(numbers) >= 1_000_000
    assert max(numbers) < 2_000_000


@pytest.mark.parametrize("thing", DRAWN[:120], ids=lambda thing: thing.name)
def test_all_lies_in_its_rectangle_and_on_the_table(thing: Lookalike) -> None:
    points = np.concatenate([one.body()[0] for one in thing.plates] + [one.mesh()[0] for one in thing.solids])
    assert (np.abs(points[:, :2]) <= np.array(thing.size) / 2 + 0.3).all()
    assert points[:, 2].min() > -1e-9


def test_pieces_of_a_game_do_not_stick_in_each_other() -> None:
    for thing in DRAWN:
        for number, one in enumerate(thing.plates):
            for other in thing.plates[:number]:
                apart = math.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1])
                assert apart > 0.9 * min(one.size)


def test_no_pale_chess_piece_stands_on_a_dark_square() -> None:
    boards = [thing for thing in DRAWN if thing.solids]
    assert len(boards) > 5
    for thing in boards:
        board = thing.plates[0]
        face = board.face
        assert isinstance(face, LookalikeFace)
        picture = face.paint(400, 400)
        for man in thing.solids:
            column, row = (man.middle[0] / board.size[0] + 0.5) * 400, (0.5 - man.middle[1] / board.size[1]) * 400
            square = picture[round(row) - 2 : round(row) + 3, round(column) - 2 : round(column) + 3].mean()
            light = picture.reshape(-1, 3).mean()
            assert min(man.colour) < 0.4 or square > light * 0.8


def test_flat_things_bear_tiles() -> None:
    for number in range(60):
        thing = draw_lookalike(Random(number), 0, flat=True, least=7.0)
        assert thing.ground is not None
        assert 0 < thing.ground <= THIN
        assert min(thing.size) >= 3


def test_what_is_put_somewhere_is_turned_and_lifted() -> None:
    thing = next(one for one in DRAWN if len(one.plates) > 3)
    put = thing.put(3.0, -2.0, 90.0, 0.05)
    for before, after in zip(thing.plates, put.plates, strict=True):
        x, y, z = before.middle
        assert after.middle == pytest.approx((3.0 - y, -2.0 + x, z + 0.05))
        assert after.turn == before.turn + 90
