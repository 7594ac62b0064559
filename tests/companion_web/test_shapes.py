"""The outlines of the six shapes."""

from itertools import pairwise

from tileye.companion_web.shapes import OUTLINES, Circle


def test_shapes_fit_their_tile_and_look_the_same_from_all_sides() -> None:
    assert set(OUTLINES) == set("123456")
    for outline in OUTLINES.values():
        for figure in outline:
            if isinstance(figure, Circle):
                assert figure.radius < min(figure.x, figure.y, 1 - figure.x, 1 - figure.y)
                continue
            points = set(figure.points)
            assert all(0.05 < value < 0.95 for point in points for value in point)
            assert {(round(1 - y, 4), x) for x, y in points} == points


def test_polygons_run_around_the_middle() -> None:
    for outline in OUTLINES.values():
        for figure in outline:
            if not isinstance(figure, Circle):
                centred = [(x - 0.5, y - 0.5) for x, y in (*figure.points, figure.points[0])]
                assert all(ax * by > ay * bx for (ax, ay), (bx, by) in pairwise(centred))
