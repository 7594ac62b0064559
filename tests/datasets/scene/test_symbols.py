"""Symbols of other games, and how far they are from the prints of tiles."""

from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.symbols import FIGURES, SUITS, SYMBOLS, Outline, draw_mark

SIDE = 96
AREA = 1800
PRINTS = {shape: (outline(),) for shape, outline in TILE.prints.items()}


def _mask(outlines: tuple[Outline, ...], turn: float) -> NDArray[np.bool_]:
    """Outlines turned around the middle, filled, each as large as the other."""
    a = np.radians(turn)
    rotation = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    drawn = np.zeros((SIDE, SIDE), np.uint8)
    for outline in outlines:
        places = (np.array(outline) @ rotation.T * (1, -1) * 0.9 + 0.5) * SIDE
        cv2.fillPoly(drawn, [np.rint(places).astype(np.int32)], 1)
    rows, columns = np.nonzero(drawn)
    scale = float(np.sqrt(AREA / len(rows)))
    matrix = np.array(
        [[scale, 0, SIDE / 2 - scale * columns.mean()], [0, scale, SIDE / 2 - scale * rows.mean()]], np.float64
    )
    return cv2.warpAffine(drawn, matrix, (SIDE, SIDE), flags=cv2.INTER_NEAREST).astype(bool)


def _likeness(one: tuple[Outline, ...], other: tuple[Outline, ...]) -> float:
    """The share that two shapes have in common, turned so that it is most."""
    still = _mask(other, 0)
    turned = [_mask(one, turn) for turn in range(0, 360, 15)]
    return max(float((mask & still).sum() / (mask | still).sum()) for mask in turned)


@pytest.mark.parametrize("name", FIGURES)
def test_what_stands_on_dark_squares_is_none_of_the_six_prints(name: str) -> None:
    assert max(_likeness(SYMBOLS[name], print_) for print_ in PRINTS.values()) < 0.87


@pytest.mark.parametrize("shape", PRINTS)
def test_prints_are_like_themselves(shape: str) -> None:
    assert _likeness(PRINTS[shape], PRINTS[shape]) > 0.98


def test_symbols_stay_within_their_measure() -> None:
    for outlines in SYMBOLS.values():
        assert all(abs(value) <= 0.52 for outline in outlines for place in outline for value in place)
    assert set(SUITS) <= set(SYMBOLS)


def test_marks_are_symbols_letters_and_numbers_that_are_no_rings_and_no_crosses() -> None:
    random = Random(1)
    marks = {draw_mark(random) for _ in range(3000)}
    assert set(FIGURES) <= marks
    assert not marks & {"O", "X", "0", "o", "x", "*"}
