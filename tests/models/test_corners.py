import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.models.corners import compare, table, turns_of
from tileye.vision.detection.detector import Detections

SQUARE = np.array([(-10.0, -10), (10, -10), (10, 10), (-10, 10)])


def turned(degrees: float) -> NDArray[np.float64]:
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(SQUARE @ np.array([[cosine, sine], [-sine, cosine]]) + (50, 60), np.float64)


@pytest.mark.parametrize("degrees", [-40, -10, 0, 25, 44])
@pytest.mark.parametrize("quarters", [0, 1, 3])
def test_turns_are_told_up_to_quarters(degrees: float, quarters: int) -> None:
    assert turns_of(np.roll(turned(degrees), quarters, 0)[None])[0] == pytest.approx(degrees)


def test_a_twist_is_the_smaller_way_round_and_the_order_of_corners_does_not_count() -> None:
    found = Detections(np.stack([np.roll(turned(-40), 2, 0)]), np.ones(1))
    ((turn, twist, off),) = compare(found, turned(40)[None])
    assert turn == pytest.approx(40)
    assert twist == pytest.approx(10)
    assert 0 < off < 0.15
    assert not list(compare(Detections(found.quads + 30, np.ones(1)), turned(40)[None]))


def test_the_table_has_six_ranges() -> None:
    rows = np.array([(turn, 3.0, 0.02) for turn in range(-45, 45)], float)
    text = table({"box": rows, "fitted": rows})
    assert len(text.splitlines()) == 8
    assert "0.00 %" in text
