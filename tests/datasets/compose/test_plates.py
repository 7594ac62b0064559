"""Cards in composed pictures: what the truth says is what they show."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.datasets.cards.dealt import SLANTED, WHITE_STYLE, dealt, laid
from tests.datasets.staged import OVERHEAD
from tileye.datasets.cards.card_scenes import CardScene
from tileye.datasets.cards.card_truth import card_truth
from tileye.datasets.compose.composer import compose, compose_over
from tileye.datasets.compose.plates import raised
from tileye.datasets.scene.scenes import Lamp, Light
from tileye.datasets.scene.tile_styles import lab

Linear = NDArray[np.float64]


def _picture(told: CardScene) -> Linear:
    return np.asarray(compose(told.scene, 640), np.float64)


def _at(picture: Linear, x: float, y: float) -> Linear:
    return np.asarray(np.median(picture[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3], axis=(0, 1)))


def _place(told: CardScene, number: int, across: float, along: float) -> tuple[float, float]:
    """Where the picture shows a place of a card."""
    x, y = told.scene.camera.project(told.scene.plates[number].points(np.array([(across, along)])))[0]
    return float(x), float(y)


@pytest.mark.parametrize("camera", [OVERHEAD, SLANTED])
@pytest.mark.parametrize("card", ["4R", "1B", "4G"])
def test_a_card_shows_its_colour_in_the_place_of_its_symbol(card: str, camera: object) -> None:
    told = dealt(laid(0.5, 0.2, turn=25.0, card=card), camera=camera)  # type: ignore[arg-type]
    picture = _picture(told)
    white = _at(picture, *_place(told, 0, 0.3, 0.2))
    for symbol in WHITE_STYLE.symbols:
        light = _at(picture, *_place(told, 0, symbol.x, symbol.y / WHITE_STYLE.aspect)) / white
        seen = lab(tuple(np.clip(light * 0.9, 0, 1) ** (1 / 2.2)))
        distances = {
            letter: float(np.hypot(*np.subtract(seen, lab(rgb))[1:])) for letter, rgb in WHITE_STYLE.colours.items()
        }
        assert min(distances, key=lambda letter: distances[letter]) == card[1]


def test_the_upper_of_two_cards_is_seen_and_its_place_is_as_bright() -> None:
    told = dealt(laid(-1, 0, card=None, role="face_down"), laid(0, 0.2, z=0.01))
    picture = _picture(told)
    both, alone = _at(picture, *_place(told, 1, -0.3, 0.2)), _at(picture, *_place(told, 1, 0.3, 0.2))
    np.testing.assert_allclose(both, alone, rtol=0.1)
    red, _, blue = _at(picture, *_place(told, 0, -0.3, 0.2))
    assert blue > 2 * red


def test_a_raised_card_is_drawn_where_the_truth_says_and_shadows_the_table() -> None:
    told = dealt(replace(laid(0, 0), height=0.6), camera=SLANTED)
    assert raised(told.scene.plates) == list(told.scene.plates)
    picture, bare = _picture(told), _picture(dealt(camera=SLANTED))
    middle = np.mean(card_truth(told)["cards"][0]["corners"], axis=0)
    assert _at(picture, middle[0] + 20, middle[1]).min() > 3 * _at(bare, *middle).max()
    assert (picture < 0.8 * bare).any(-1).sum() > 200


def test_from_behind_a_held_card_shows_its_back() -> None:
    held = laid(0, 0, z=1.5, tilt=60.0, turn=180.0, role="hand")
    told = dealt(held, camera=replace(OVERHEAD, elevation=25.0))
    red, _, blue = _at(_picture(told), *_place(told, 0, 0.3, 0.2))
    assert blue > 2 * red


def test_what_lies_outside_or_behind_the_camera_changes_nothing() -> None:
    camera = replace(OVERHEAD, elevation=35.0, distance=10.0, focal=0.8)
    bare = compose(dealt(camera=camera).scene, 320)
    for y in (-60.0, 300.0):
        np.testing.assert_array_equal(compose(dealt(laid(0, y), camera=camera).scene, 320), bare)


def test_a_card_darkens_the_table_close_to_it_and_nowhere_else() -> None:
    picture, bare = _picture(dealt(laid(0, 0))), _picture(dealt())
    share = picture.mean(-1) / bare.mean(-1)
    assert share[200:280, 320 + 64].mean() < 0.975
    np.testing.assert_allclose(share[:, :200], 1, atol=1e-5)


def test_round_corners_show_the_table() -> None:
    told = dealt(laid(0, 0), style=replace(WHITE_STYLE, corner=0.12))
    picture, bare = _picture(told), _picture(dealt())
    corner = _place(told, 0, -0.49, 0.493)
    assert _at(picture, *corner).max() < 2 * _at(bare, *corner).max()
    assert _at(picture, *_place(told, 0, -0.3, 0.3)).min() > 4 * _at(bare, *corner).max()


def test_a_bent_card_is_lit_unevenly() -> None:
    """The end that is nearer to the lamp looks away from it."""
    light = Light((Lamp((0.0, 25.0, 20.0), 1.0, 1.0, 6500.0),), 0.1, 6500.0)
    far, near = [], []
    for bend in (0.0, 0.4):
        told = dealt(laid(0, 0), bend=bend)
        picture = np.asarray(compose(replace(told.scene, light=light), 640))
        far.append(picture[155:165, 360:370].mean())
        near.append(picture[315:325, 360:370].mean())
    assert far[1] < 0.8 * far[0]
    assert near[1] > 1.05 * near[0]


def test_a_pixel_that_is_half_covered_is_half_as_bright() -> None:
    """The rim of a card has no dark seam."""
    picture = _picture(dealt(laid(0.5 / 64, 0)))
    rim, card = picture[200:280, 384].mean(), picture[200:280, 375].mean()
    assert 0.42 < rim / card < 0.62


def test_a_card_over_the_table_looks_as_it_will_when_it_lies_there() -> None:
    told, empty = dealt(laid(0.5, 0.2, turn=25.0)), dealt()
    lying, table = _picture(told), compose(empty.scene, 640)
    kept = table.copy()
    hovering = np.asarray(compose_over(empty.scene, table, (), (), told.scene.plates), np.float64)
    np.testing.assert_array_equal(table, kept)
    for place in ((0.3, 0.2), (-0.3, -0.2), (0.0, 0.0)):
        np.testing.assert_allclose(
            _at(hovering, *_place(told, 0, *place)), _at(lying, *_place(told, 0, *place)), rtol=0.15
        )


def test_a_card_above_the_table_throws_a_shadow() -> None:
    high = replace(dealt(laid(0, 0)).scene.plates[0], middle=(0.0, 0.0, 1.5))
    empty = dealt()
    table = np.asarray(compose(empty.scene, 640), np.float64)
    over = np.asarray(compose_over(empty.scene, compose(empty.scene, 640), (), (), (high,)), np.float64)
    assert (over.mean(axis=-1) < 0.9 * table.mean(axis=-1)).sum() > 500
