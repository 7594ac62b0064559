"""What else is on the table."""

import math
from itertools import chain, pairwise
from random import Random

import numpy as np
import pytest

from tileye.datasets.scene.clutter import Form, Solid, box_mesh, clear_of, draw_clutter

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
    assert _volume(_solid(form, turn, tilt)) == pytest.approx(16 * share, rel=0.1)


def test_limbs_are_rods_with_round_ends() -> None:
    assert _volume(_solid("limb")) == pytest.approx(2 * math.pi + 4 / 3 * math.pi, rel=0.1)


@pytest.mark.parametrize("form", ["box", "cylinder", "ball", "limb"])
def test_solids_are_as_large_as_they_say_and_around_their_middle(form: Form) -> None:
    points, _ = _solid(form).mesh()
    low, high = points.min(axis=0), points.max(axis=0)
    assert high - low == pytest.approx((4, 2, 2), abs=0.08)
    assert (low + high) / 2 == pytest.approx((1, 2, 3), abs=0.03)


@pytest.mark.parametrize("form", ["box", "cylinder", "ball", "limb", "sack"])
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
    drawn = [draw_clutter(Random(seed), 5.0) for seed in range(90)]
    names = {solid.name for things in drawn for thing in things for solid in thing}
    things = {"phone", "black box", "cup", "drink", "sweet", "card", "bag", "pad", "pen", "rack", "board"}
    assert names == things | {"line", "writing", "back", "square"}
    assert any(not things for things in drawn)


def test_clutter_stands_around_the_game_and_not_under_the_table() -> None:
    for solid in chain(*(thing for seed in range(60) for thing in draw_clutter(Random(seed), 20.0))):
        points, _ = solid.mesh()
        assert 15 < math.hypot(*solid.middle[:2]) < 42
        assert points[:, 2].min() > -0.01
        if solid.name not in ("sweet", "card"):
            assert np.linalg.norm(points[:, :2], axis=1).min() > 17.5


def test_what_is_on_a_rack_or_a_pad_lies_within_it() -> None:
    homes = {"back": ("rack", 3.6), "line": ("pad", 4.1), "writing": ("pad", 4.1), "square": ("board", 7.0)}
    for seed in range(90):
        home = None
        for solid in chain(*draw_clutter(Random(seed), 10.0)):
            if solid.name in homes:
                name, reach = homes[solid.name]
                assert home is not None
                assert home.name == name
                assert math.dist(home.middle[:2], solid.middle[:2]) < reach
            else:
                home = solid


def test_a_thing_keeps_its_distance_or_not() -> None:
    thing = (Solid("box", "box", (0.0, 0.0, 0.5), (2.0, 1.0, 1.0), 0, 0, (0.5, 0.5, 0.5), 0.5),)
    assert clear_of(thing, [(2.0, 0.0), (0.0, -3.0)], 0.8)
    assert not clear_of(thing, [(5.0, 0.0), (1.5, 0.0)], 0.8)
