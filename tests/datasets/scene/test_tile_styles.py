"""Tile styles: six colours that can be told apart, and everything in its range."""

import math
from itertools import combinations

import cv2
import numpy as np
import pytest

from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.tile_styles import TileStyle, draw_tile_style, lab

TILE_STYLES = [draw_tile_style(number) for number in range(120)]


def _hue(tile_style: TileStyle, letter: str) -> float:
    picture = np.array([[tile_style.colours[letter]]], np.float32)
    return float(cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)[0, 0, 0])


def test_same_number_gives_the_same_make() -> None:
    assert [draw_tile_style(number) for number in range(20)] == TILE_STYLES[:20]
    assert len({tile_style.edge for tile_style in TILE_STYLES}) == len(TILE_STYLES)


def test_six_colours_one_of_them_purple_or_white() -> None:
    assert {tile_style.letters for tile_style in TILE_STYLES} == {"ROYGBP", "ROYGBW"}
    assert 0.4 < sum(tile_style.letters.endswith("P") for tile_style in TILE_STYLES) / len(TILE_STYLES) < 0.8


def test_colours_can_be_told_apart() -> None:
    for tile_style in TILE_STYLES:
        labs = [lab(colour) for colour in tile_style.colours.values()]
        assert min(math.dist(one, other) for one, other in combinations(labs, 2)) >= 24


@pytest.mark.parametrize(
    ("letter", "low", "high"), [("O", 8, 45), ("Y", 44, 68), ("G", 95, 170), ("B", 195, 240), ("P", 250, 300)]
)
def test_hues_are_what_their_letters_say(letter: str, low: float, high: float) -> None:
    assert all(low < _hue(tile_style, letter) < high for tile_style in TILE_STYLES if letter in tile_style.letters)


def test_red_is_red_and_white_is_bright_and_grey() -> None:
    assert all(not 25 < _hue(tile_style, "R") < 335 for tile_style in TILE_STYLES)
    whites = [tile_style.colours["W"] for tile_style in TILE_STYLES if "W" in tile_style.letters]
    assert all(min(white) > 0.7 and max(white) - min(white) < 0.1 for white in whites)


def test_everything_is_in_its_range() -> None:
    for tile_style in TILE_STYLES:
        shares = [
            *tile_style.body,
            tile_style.body_roughness,
            tile_style.grain,
            tile_style.print_roughness,
            tile_style.wear,
            tile_style.dust,
        ]
        assert all(0 <= share <= 1 for share in (*shares, *(c for rgb in tile_style.colours.values() for c in rgb)))
        assert TILE.height[0] <= tile_style.height <= TILE.height[1]
        assert 0 < tile_style.edge < tile_style.height / 2
        assert 0.9 <= tile_style.print_scale <= 1.12
        assert max(tile_style.body) < 0.2, "bodies are dark"
        assert tile_style.material == "wood" or tile_style.grain == 0


def test_both_materials_occur() -> None:
    assert {tile_style.material for tile_style in TILE_STYLES} == {"wood", "plastic"}


def test_prints_of_the_largest_scale_stay_on_the_tile() -> None:
    reach = max(abs(value) for draw in TILE.prints.values() for point in draw() for value in point)
    assert all(reach * tile_style.print_scale < 0.5 for tile_style in TILE_STYLES)


@pytest.mark.parametrize("colour", [(1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.9, 0.1, 0.2), (0.05, 0.4, 0.8)])
def test_lab_agrees_with_another_implementation(colour: tuple[float, float, float]) -> None:
    expected = cv2.cvtColor(np.array([[colour]], np.float32), cv2.COLOR_RGB2Lab)[0, 0]
    assert math.dist(lab(colour), expected.tolist()) < 1.0
