"""Links between tiles side by side, and what happens where they contradict each other."""

import numpy as np
import pytest

from tileye.vision.geometry.links import Links, assemble, find_links

RIGHT, DOWN = 0, 1


def _links(*rows: tuple[int, int, int, float]) -> Links:
    first, second, side = (np.array([row[part] for row in rows], np.intp) for part in range(3))
    weight = np.array([row[3] for row in rows], np.float64)
    order = np.argsort(-weight, kind="stable")
    return Links(first, second, side, np.zeros(len(rows), np.intp), weight).only(order)


def _cells(count: int, links: Links) -> list[complex]:
    grown = assemble(count, links)
    assert set(grown.group) == {grown.group[0]}
    return [cell - grown.cell[0] for cell in grown.cell]


def test_links_are_followed_right_and_down() -> None:
    assert _cells(3, _links((0, 1, RIGHT, 1.0), (1, 2, DOWN, 0.5))) == [0, 1, 1 + 1j]


def test_tiles_turned_by_a_quarter_are_linked_on_the_right_sides() -> None:
    places = np.array([0, 1, 1 + 1j, 2 + 1j])
    for quarters in range(4):
        turns = np.radians([1.0, 89.5, 0.5, 89.0]) + quarters * np.pi / 2
        grown = assemble(4, find_links(places, turns, np.ones(4)))
        spin = (grown.cell[1] - grown.cell[0]).conjugate()
        assert [(cell - grown.cell[0]) * spin for cell in grown.cell] == [0, 1, 1 + 1j, 2 + 1j]


@pytest.mark.parametrize(
    ("place", "linked"), [(1.0, True), (1.2, True), (1.3, False), (1 + 0.2j, True), (1 + 0.3j, False), (1 + 1j, False)]
)
def test_only_what_lies_side_by_side_is_linked(place: complex, linked: bool) -> None:
    assert len(find_links(np.array([0, place]), np.zeros(2), np.ones(2)).first) == linked


def test_a_much_larger_tile_is_no_neighbour() -> None:
    assert not len(find_links(np.array([0, 1 + 0j]), np.zeros(2), np.array([1.0, 1.5])).first)


def test_links_in_squares_weigh_more() -> None:
    places = np.array([0, 1, 1j, 1 + 1j, 2])
    links = find_links(places, np.zeros(5), np.ones(5))
    lone = (links.first == 1) & (links.second == 4)
    assert links.weight[lone] < 1
    assert (links.weight[~lone] > 1.5).all()


def test_two_links_outvote_a_better_one() -> None:
    # Two columns of three; the best link across says that the right one lies a cell lower than the others do.
    columns = [(0, 1, DOWN, 2.0), (1, 2, DOWN, 2.0), (3, 4, DOWN, 2.0), (4, 5, DOWN, 2.0)]
    across = [(0, 4, RIGHT, 0.9), (0, 3, RIGHT, 0.6), (2, 5, RIGHT, 0.6)]
    assert _cells(6, _links(*columns, *across)) == [0, 1j, 2j, 1, 1 + 1j, 1 + 2j]
    assert _cells(6, _links(*columns, *across[:2]))[3] == 1 - 1j


def test_no_two_tiles_of_a_group_share_a_cell() -> None:
    grown = assemble(3, _links((0, 1, RIGHT, 1.0), (0, 2, RIGHT, 0.5)))
    assert grown.group[0] == grown.group[1] != grown.group[2]
