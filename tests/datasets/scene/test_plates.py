"""Thin printed things in space."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tileye.datasets.scene.plates import THIN, Plate, pressed_flat


@dataclass(frozen=True)
class _White:
    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        return np.full((height, width, 3), 255, np.uint8)


FLAT = Plate("card", (2.0, 3.0), (0.0, 0.0, 0.0), 0.0, _White(), thickness=0.02)
plates = st.builds(
    lambda size, middle, turn, tilt: replace(FLAT, size=size, middle=middle, turn=turn, tilt=tilt),
    st.tuples(st.floats(0.5, 5), st.floats(0.5, 5)),
    st.tuples(st.floats(-20, 20), st.floats(-20, 20), st.floats(0, 3)),
    st.floats(-360, 360),
    st.floats(0, 90),
)


def test_corners_run_from_the_upper_left_one_around() -> None:
    wanted = [(-1, 1.5, 0.02), (1, 1.5, 0.02), (1, -1.5, 0.02), (-1, -1.5, 0.02)]
    np.testing.assert_allclose(FLAT.corners(), wanted)
    turned = replace(FLAT, turn=90.0).corners()
    np.testing.assert_allclose(turned[0], (-1.5, -1, 0.02), atol=1e-12)


@given(plates)
def test_a_plate_keeps_its_size_however_it_lies(plate: Plate) -> None:
    corners = plate.corners()
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    np.testing.assert_allclose(sides, plate.size * 2, atol=1e-9)
    np.testing.assert_allclose(plate.body()[0][[7, 6, 5, 4]], corners, atol=1e-9)


def test_tilted_a_plate_rises_at_its_upper_edge() -> None:
    heights = replace(FLAT, tilt=30.0).corners()[:, 2]
    assert heights[0] == pytest.approx(heights[1])
    assert heights[0] - heights[3] == pytest.approx(1.5)


def test_bent_a_plate_rises_at_both_ends_and_not_in_its_middle() -> None:
    places = np.array([(0, 0.5), (0, 0.25), (0, 0), (0.5, 0), (0, -0.5)])
    heights = replace(FLAT, bend=0.4).points(places)[:, 2] - 0.02
    np.testing.assert_allclose(heights, (0.4, 0.1, 0, 0, 0.4), atol=1e-12)


def test_what_is_thin_and_flat_lies() -> None:
    assert FLAT.lies
    assert replace(FLAT, middle=(0.0, 0.0, THIN - 0.02)).lies
    assert not replace(FLAT, middle=(0.0, 0.0, THIN)).lies
    assert not replace(FLAT, tilt=5.0).lies
    assert not replace(FLAT, thickness=0.5).lies


def test_facets_of_a_body_look_outwards() -> None:
    points, facets = replace(FLAT, thickness=1.0).body()
    assert len(facets) == 6
    for facet in facets:
        a, b, c = points[list(facet[:3])]
        assert np.cross(b - a, c - b) @ (points[list(facet)].mean(0) - points.mean(0)) > 0


def test_what_lies_on_another_one_is_pressed_flat_and_what_lies_alone_keeps_its_bend() -> None:
    bent = replace(FLAT, bend=0.1)
    above = replace(bent, middle=(1.2, 0.5, 0.02), turn=20.0)
    alone = replace(bent, middle=(4.0, 0.0, 0.0))
    assert pressed_flat([bent, above, alone, FLAT]) == [FLAT, replace(above, bend=0.0), alone, FLAT]
    assert pressed_flat([bent, alone]) == [bent, alone]
