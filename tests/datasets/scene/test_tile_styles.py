"""Makes of a set: six colours that can be told apart, and everything in its range."""

import math
from itertools import combinations

import cv2
import numpy as np
import pytest

from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.tile_styles import Make, draw_make, lab

MAKES = [draw_make(number) for number in range(120)]


def _hue(make: Make, letter: str) -> float:
    picture = np.array([[make.colours[letter]]], np.float32)
    return float(cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)[0, 0, 0])


def test_same_number_gives_the_same_make() -> None:
    assert [draw_make(number) for number in range(20)] == MAKES[:20]
    assert len({make.edge for make in MAKES}) == len(MAKES)


def test_six_colours_one_of_them_purple_or_white() -> None:
    assert {make.letters for make in MAKES} == {"ROYGBP", "ROYGBW"}
    assert 0.4 < sum(make.letters.endswith("P") for make in MAKES) / len(MAKES) < 0.8


def test_colours_can_be_told_apart() -> None:
    for make in MAKES:
        labs = [lab(colour) for colour in make.colours.values()]
        assert min(math.dist(one, other) for one, other in combinations(labs, 2)) >= 24


@pytest.mark.parametrize(
    ("letter", "low", "high"), [("O", 8, 45), ("Y", 44, 68), ("G", 95, 170), ("B", 195, 240), ("P", 250, 300)]
)
def test_hues_are_what_their_letters_say(letter: str, low: float, high: float) -> None:
    assert all(low < _hue(make, letter) < high for make in MAKES if letter in make.letters)


def test_red_is_red_and_white_is_bright_and_grey() -> None:
    assert all(not 25 < _hue(make, "R") < 335 for make in MAKES)
    whites = [make.colours["W"] for make in MAKES if "W" in make.letters]
    assert all(min(white) > 0.7 and max(white) - min(white) < 0.1 for white in whites)


def test_everything_is_in_its_range() -> None:
    for make in MAKES:
        shares = [*make.body, make.body_roughness, make.grain, make.print_roughness, make.wear, make.dust]
        assert all(0 <= share <= 1 for share in (*shares, *(c for rgb in make.colours.values() for c in rgb)))
        assert TILE.height[0] <= make.height <= TILE.height[1]
        assert 0 < make.edge < make.height / 2
        assert 0.9 <= make.print_scale <= 1.12
        assert max(make.body) < 0.2, "bodies are dark"
        assert make.material == "wood" or make.grain == 0


def test_both_materials_occur() -> None:
    assert {make.material for make in MAKES} == {"wood", "plastic"}


def test_prints_of_the_largest_scale_stay_on_the_tile() -> None:
    reach = max(abs(value) for draw in TILE.prints.values() for point in draw() for value in point)
    assert all(reach * make.print_scale < 0.5 for make in MAKES)


@pytest.mark.parametrize("colour", [(1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.9, 0.1, 0.2), (0.05, 0.4, 0.8)])
def test_lab_agrees_with_another_implementation(colour: tuple[float, float, float]) -> None:
    expected = cv2.cvtColor(np.array([[colour]], np.float32), cv2.COLOR_RGB2Lab)[0, 0]
    assert math.dist(lab(colour), expected.tolist()) < 1.0
