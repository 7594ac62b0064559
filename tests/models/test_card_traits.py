"""Figures of cards by what they and their pictures are like."""

import numpy as np
import pytest

from tileye.datasets.cards.card_scenes import draw_card_scene
from tileye.models.evaluation.card_scoring import CardPictureScore, CardScore, TrueCard
from tileye.models.evaluation.card_traits import CardPictureTraits, by_traits, picture_traits

PLAIN = CardPictureTraits(1920, 80.0, 1.0)


def _answer(read: str | None, *, visible: float = 1.0, symbol_px: float = 25.0, unsure: bool = False) -> CardScore:
    true = TrueCard("1R", "group", 0, np.zeros(2), 40.0, visible, symbol_px, symbol_px)
    return CardScore(true, read, unsure)


def _picture(*answers: CardScore) -> CardPictureScore:
    return CardPictureScore("picture", answers, 0, 0, 0, exact=False)


def test_cards_are_counted_by_what_they_are_like() -> None:
    cards = (_answer("1R"), _answer(None, symbol_px=8), _answer("2R", symbol_px=10), _answer("2R", unsure=True))
    told = by_traits([_picture(*cards)], [PLAIN])
    assert [*told["symbol"]] == ["below 9 px", "9 to 12 px", "20 to 30 px"]
    assert told["symbol"]["below 9 px"] == {"cards": 1, "found": 0, "right": 0, "wrong_sure": 0}
    assert told["symbol"]["9 to 12 px"] == {"cards": 1, "found": 1, "right": 0, "wrong_sure": 1}
    assert told["symbol"]["20 to 30 px"] == {"cards": 2, "found": 2, "right": 1, "wrong_sure": 0}
    assert told["camera"] == {"1900 px and more": {"cards": 4, "found": 3, "right": 1, "wrong_sure": 1}}


def test_cards_of_which_little_is_seen_do_not_count() -> None:
    told = by_traits([_picture(_answer("1R", visible=0.3), _answer("1R", visible=0.5))], [PLAIN])
    assert told["seen"] == {"below 60 %": {"cards": 1, "found": 1, "right": 1, "wrong_sure": 0}}


@pytest.mark.parametrize(
    ("camera_px", "defocus", "told"),
    [(1920, 0.5, "below 0.03"), (640, 0.5, "0.06 to 0.12"), (640, 3.0, "0.12 and more"), (1920, None, "unknown")],
)
def test_blur_is_told_beside_the_size_of_the_symbol_in_the_camera(
    camera_px: int, defocus: float | None, told: str
) -> None:
    (name,) = by_traits([_picture(_answer("1R"))], [CardPictureTraits(camera_px, 80.0, defocus)])["blur"]
    assert name == told


def test_how_far_a_picture_is_out_of_focus_follows_from_its_scene() -> None:
    scene = draw_card_scene("val", 3).scene
    truth = {"split": "val", "number": 3, "size": [640, 480], "camera": {"elevation": scene.camera.elevation}}
    assert picture_traits(truth) == CardPictureTraits(640, scene.camera.elevation, scene.sensor.defocus_px)
    other = {**truth, "camera": {"elevation": 12.0}}
    assert picture_traits(other).defocus_px is None, "the scene is drawn otherwise by now"
