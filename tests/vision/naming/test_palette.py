"""Colours decided together."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.rules.tiles import COLOURS
from tileye.vision.naming.palette import decided_together, looks
from tileye.vision.reading import NAMES

Rgb = tuple[int, int, int]
RED, ORANGE, BLUE, BLACK = (200, 40, 40), (230, 110, 40), (40, 90, 200), (25, 25, 25)


def crop(colour: Rgb, shade: float = 1.0) -> NDArray[np.uint8]:
    picture = np.zeros((64, 64, 3))
    picture[:] = BLACK
    picture[20:44, 20:44] = colour
    return np.asarray(np.clip(picture * shade, 0, 255), np.uint8)


def belief(**shares: float) -> NDArray[np.float64]:
    """What a net believes about a square."""
    row = np.full(len(NAMES), 1e-4)
    for letter, share in shares.items():
        row[NAMES.index(f"4{letter}")] = share
    return np.asarray(row / row.sum())


def letters(chances: NDArray[np.float64]) -> str:
    return "".join(NAMES[number][1] for number in chances.argmax(axis=1))


def test_a_doubtful_tile_joins_those_that_look_like_it() -> None:
    crops = np.stack([crop(RED), crop(RED, 0.9), crop(ORANGE), crop(ORANGE, 0.9), crop(RED, 0.95)])
    sure_red, sure_orange = belief(R=0.95, O=0.05), belief(R=0.05, O=0.95)
    chances = np.stack([sure_red, sure_red, sure_orange, sure_orange, belief(R=0.45, O=0.55)])
    assert letters(decided_together(crops, chances)) == "RROOR"


def test_what_the_net_is_sure_of_stays() -> None:
    crops = np.stack([crop(RED), crop(ORANGE), crop(BLUE)])
    chances = np.stack([belief(R=0.99), belief(O=0.99), belief(B=0.99)])
    decided = decided_together(crops, chances)
    assert letters(decided) == "ROB"
    assert decided.max(axis=1) == pytest.approx(1.0, abs=0.05)


def test_purple_and_white_are_not_in_one_set() -> None:
    crops = np.stack([crop(BLUE)] * 4)
    chances = np.stack([belief(P=0.9, B=0.1)] * 3 + [belief(W=0.5, P=0.4)])
    assert COLOURS.index("W") not in decided_together(crops, chances).argmax(axis=1) % len(COLOURS)


def test_a_bleached_print_is_no_surer_to_be_white_for_looking_like_white_ones() -> None:
    white, glared, pale = crop((235, 235, 235)), crop((250, 250, 250)), crop((200, 200, 200))
    glared[(glared == BLACK).all(2)] = 90
    beliefs = np.stack([belief(R=0.99), belief(W=0.99), belief(W=0.99), belief(W=0.6, Y=0.4)])
    decided = decided_together(np.stack([crop(RED), pale, pale, glared]), beliefs)
    assert letters(decided) == "RWWW"
    assert decided[3].max() < 0.62
    for shown in (pale, white):
        assert decided_together(np.stack([crop(RED), pale, pale, shown]), beliefs)[3].max() > 0.62


def test_in_a_bright_picture_white_prints_look_white() -> None:
    bright = np.stack([crop((255, 90, 90)), *[crop((255, 255, 255))] * 3])
    bright[(bright == BLACK).all(3)] = 90
    beliefs = np.stack([belief(R=0.99), belief(W=0.99), belief(W=0.99), belief(W=0.4, Y=0.6)])
    assert letters(decided_together(bright, beliefs)) == "RWWW"


def test_rows_stay_shares_and_shapes_stay_what_they_were() -> None:
    rng = np.random.default_rng(1)
    crops = rng.integers(0, 256, (9, 64, 64, 3), np.uint8)
    chances = rng.dirichlet(np.ones(len(NAMES)), 9)
    decided = decided_together(crops, chances)
    assert decided.sum(axis=1) == pytest.approx(1.0)
    assert (decided >= 0).all()
    assert decided_together(crops[:0], chances[:0]).shape == (0, len(NAMES))


def test_in_shade_and_glare_a_print_looks_more_like_itself_than_like_its_neighbour() -> None:
    veiled = np.clip(crop(RED).astype(int) + 30, 0, 255).astype(np.uint8)
    red, dark, glaring, orange = looks(np.stack([crop(RED), crop(RED, 0.7), veiled, crop(ORANGE)]))[:, :2]
    away = np.linalg.norm(red - orange)
    assert np.linalg.norm(red - dark) < away / 2
    assert np.linalg.norm(red - glaring) < away


def test_a_bluish_lamp_is_told_from_the_other_tiles() -> None:
    """White under a blue lamp, with no blue tile beside it: the others tell that everything is bluish."""
    bluish = np.array([0.75, 0.9, 1.15])
    colours = {"R": (200, 45, 45), "O": (225, 120, 45), "Y": (230, 200, 50), "G": (50, 140, 60)}
    lit = [np.clip(crop(colour) * bluish, 0, 255).astype(np.uint8) for colour in colours.values()]
    white = np.clip(crop((225, 225, 225)) * bluish, 0, 255).astype(np.uint8)
    beliefs = [belief(**{letter: 0.98}) for letter in colours]
    doubt = belief(B=0.55, W=0.45)
    assert letters(decided_together(np.stack([*lit, white]), np.stack([*beliefs, doubt]))) == "ROYGW"


def test_a_grey_picture_tells_no_colours_but_white_tiles_stay_white() -> None:
    shades = (60, 90, 120, 150, 180, 210, 240)
    chances = np.stack([belief(W=0.99)] * len(shades))
    decided = decided_together(np.stack([crop((shade, shade, shade)) for shade in shades]), chances)
    assert decided.sum(axis=1) == pytest.approx(1)
    assert decided.max() < 0.2
    white = np.stack([crop((225, 225, 225), 1 - 0.02 * number) for number in range(len(shades))])
    assert letters(decided_together(white, chances)) == "W" * len(shades)


def test_tiles_that_are_known_outweigh_several_new_ones_that_mislead_each_other() -> None:
    warm = np.array([1.1, 0.88, 0.6])
    yellow = np.clip(crop((215, 185, 50)) * warm, 0, 255).astype(np.uint8)
    crops = np.stack([yellow] * 5)
    beliefs = np.stack([belief(Y=0.95, O=0.05)] * 2 + [belief(Y=0.3, O=0.7)] * 3)
    assert letters(decided_together(crops, beliefs)) == "YYOOO"
    assert letters(decided_together(crops, beliefs, np.arange(5) < 2)) == "YYYYY"


def test_where_nothing_is_known_all_tiles_are_heard() -> None:
    crops = np.stack([crop(RED), crop(RED, 0.9), crop(ORANGE)])
    beliefs = np.stack([belief(R=0.95), belief(R=0.5, O=0.5), belief(O=0.95)])
    nothing = decided_together(crops, beliefs, np.zeros(3, np.bool_))
    assert np.array_equal(nothing, decided_together(crops, beliefs))
