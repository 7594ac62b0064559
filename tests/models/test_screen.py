import json

import numpy as np
import pytest

from tileye.models.screen import corner_points, table, upright_boxes

SQUARE = np.array([(40.0, 40), (80, 40), (80, 80), (40, 80)])


def test_upright_boxes_become_squares_in_their_middle() -> None:
    output = np.zeros((1, 10, 20), np.float32)
    output[0, :4, 3] = (60, 60, 50, 50)
    output[0, 7, 3] = 0.8
    found = upright_boxes(output)
    np.testing.assert_allclose(found.quads[0], SQUARE, atol=1e-4)
    assert found.scores == pytest.approx([0.8])


def test_corner_points_are_taken_as_they_are() -> None:
    output = np.zeros((1, 4 + 1 + 12, 9), np.float32)
    output[0, :5, 5] = (60, 60, 40, 40, 0.7)
    output[0, 5:, 5] = np.column_stack([SQUARE, np.ones(4)]).ravel()
    found = corner_points(output)
    np.testing.assert_allclose(found.quads[0], SQUARE, atol=1e-4)


def test_nothing_found_is_nothing() -> None:
    assert not len(corner_points(np.zeros((1, 17, 9), np.float32)).quads)
    assert not len(upright_boxes(np.zeros((1, 5, 9), np.float32)).quads)


def test_the_table_has_a_row_for_each_variant_with_photographs_where_they_were_read() -> None:
    counts = {"tiles": 10, "found": 9, "right": 8, "boards": 2, "boards_exact": 1, "false_tiles": 3}
    photos = {"box": {"tiles": 5, "right": 4}}
    one = {"variant": "a", "kB": 5, "read": 7, "set": counts, "names": {}, "ms": 12.3, "photos": photos}
    other = {**one, "variant": "b", "names": {"tiles": 10, "right": 7}, "photos": {}}
    text = table(json.loads(json.dumps({"a": one, "b": other})))
    _, _, first, second = text.splitlines()
    assert [cell.strip() for cell in first.strip("|").split("|")] == [
        *("a", "5", "7", "90.00 %", "80.00 %", "50.00 %", "3", "-", "12", "4 of 5")
    ]
    assert second.count("70.00 %") == 1
    assert second.rstrip("| ").endswith("-")
