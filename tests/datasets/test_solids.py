"""What else is on the table."""

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from datasets.solids import Form, Solid, box_mesh, draw_clutter, draw_hand

FORMS: list[tuple[Form, float]] = [("box", 1.0), ("cylinder", math.pi / 4), ("ball", math.pi / 6)]


def _solid(form: Form, turn: float = 0.0, tilt: float = 0.0) -> Solid:
    return Solid("thing", form, (1.0, 2.0, 3.0), (4.0, 2.0, 2.0), turn, tilt, (0.5, 0.5, 0.5), 0.5)


def _volume(solid: Solid) -> float:
    """The volume by its facets, above 0 only where they turn outwards."""
    points, facets = solid.mesh()
    corners = points - points.mean(axis=0)
    return sum(
        float(np.linalg.det(np.stack([corners[facet[0]], corners[one], corners[other]]))) / 6
        for facet in facets
        for one, other in pairwise(facet[1:])
    )


@pytest.mark.parametrize(("form", "share"), FORMS)
@pytest.mark.parametrize(("turn", "tilt"), [(0.0, 0.0), (70.0, -20.0)])
def test_solids_have_their_volume_and_facets_turn_outwards(form: Form, share: float, turn: float, tilt: float) -> None:
    assert _volume(_solid(form, turn, tilt)) == pytest.approx(16 * share, rel=0.06)


def test_limbs_are_rods_with_round_ends() -> None:
    assert _volume(_solid("limb")) == pytest.approx(2 * math.pi + 4 / 3 * math.pi, rel=0.06)


@pytest.mark.parametrize("form", ["box", "cylinder", "ball", "limb"])
def test_solids_are_as_large_as_they_say_and_around_their_middle(form: Form) -> None:
    points, _ = _solid(form).mesh()
    low, high = points.min(axis=0), points.max(axis=0)
    assert high - low == pytest.approx((4, 2, 2), abs=0.08)
    assert (low + high) / 2 == pytest.approx((1, 2, 3), abs=0.03)


@pytest.mark.parametrize("form", ["box", "cylinder", "ball", "limb"])
def test_meshes_are_closed(form: Form) -> None:
    _, facets = _solid(form).mesh()
    edges = [edge for facet in facets for edge in zip(facet, facet[1:] + facet[:1], strict=True)]
    assert len(set(edges)) == len(edges)
    assert {(b, a) for a, b in edges} == set(edges)


def test_turn_is_counterclockwise_and_tilt_raises_the_end() -> None:
    points, _ = _solid("limb", turn=90.0, tilt=30.0).mesh()
    far = points[np.argmax(points[:, 1])]
    assert far[0] == pytest.approx(1.0, abs=0.3)
    assert far[1] > 3.5
    assert far[2] > 3.3


def test_the_last_facet_of_a_box_is_its_top() -> None:
    points, facets = box_mesh((1.0, 2.0, 0.4))
    assert points[list(facets[-1]), 2].tolist() == [0.2] * 4


def test_clutter_is_the_same_for_the_same_random() -> None:
    assert draw_clutter(Random(7), 5.0) == draw_clutter(Random(7), 5.0)
    drawn = [draw_clutter(Random(seed), 5.0) for seed in range(60)]
    names = {solid.name for solids in drawn for solid in solids}
    assert names == {"phone", "black box", "cup", "drink", "sweet", "card", "bag", "pad", "pen"}
    assert any(not solids for solids in drawn)


def test_clutter_stands_around_the_game_and_not_under_the_table() -> None:
    for solid in (solid for seed in range(60) for solid in draw_clutter(Random(seed), 20.0)):
        assert 15 < math.hypot(*solid.middle[:2]) < 35
        if solid.name != "bag":
            assert solid.mesh()[0][:, 2].min() > -0.01


def test_hands_reach_to_their_place_from_outside() -> None:
    for seed in range(20):
        parts = draw_hand(Random(seed), 3.0, 1.0, 180.0)
        names = [part.name for part in parts]
        assert sorted(names) == ["arm", "finger", "finger", "finger", "finger", "palm", "thumb"]
        fingers = np.concatenate([part.mesh()[0] for part in parts if part.name == "finger"])
        assert np.abs(fingers[:, :2] - (3, 1)).sum(axis=1).min() < 1.5
        assert fingers[:, 2].min() > -0.05
        arm = next(part for part in parts if part.name == "arm")
        assert arm.middle[0] > 10
        assert len({part.colour for part in parts if part.name != "arm"}) == 1
