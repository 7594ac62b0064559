"""The truth about cards: corners, visible shares, symbols that are seen, names that are not."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.datasets.cards.dealt import SLANTED, WHITE_STYLE, dealt, laid
from tests.datasets.staged import OVERHEAD, plate
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.cards.card_scenes import CardScene, draw_card_scene
from tileye.datasets.cards.card_truth import card_truth
from tileye.datasets.compose.composer import compose
from tileye.datasets.scene.scenes import Split

Mask = NDArray[np.uint8]


def _cards(told: CardScene) -> list[dict[str, Any]]:
    return list(card_truth(told)["cards"])


def _bright(told: CardScene) -> Mask:
    """Where a picture shows the white card, with its symbols."""
    light = compose(told.scene, 640).max(axis=-1)
    wide, high = ((light.shape[axis] - size) // 2 for axis, size in ((1, 640), (0, 480)))
    light = light[high : high + 480, wide : wide + 640]
    bright = (light > 0.35 * np.percentile(light, 99.5)).astype(np.uint8)
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(bright), [max(outlines, key=cv2.contourArea)], 0, 1, -1)
    return np.asarray(filled, np.uint8)


def _agreement(one: Mask, other: Mask) -> float:
    return float((one & other).sum() / (one | other).sum())


def _filled(points: NDArray[np.float64]) -> Mask:
    mask = np.zeros((480, 640), np.uint8)
    return cv2.fillPoly(mask, [np.round((points - 0.5) * 16).astype(np.int32)], 1, cv2.LINE_8, 4).astype(np.uint8)


@pytest.mark.parametrize("camera", [OVERHEAD, SLANTED, replace(SLANTED, elevation=30.0, roll=20.0, bend=-0.04)])
@pytest.mark.parametrize("turn", [0.0, 35.0, 180.0])
def test_corners_are_where_the_composer_paints_the_card(camera: Camera, turn: float) -> None:
    told = dealt(laid(0.4, -0.3, turn=turn), camera=camera)
    corners = np.array(_cards(told)[0]["corners"])
    assert _agreement(_bright(told), _filled(corners)) > 0.97


@pytest.mark.parametrize("camera", [OVERHEAD, SLANTED])
def test_corners_of_a_bent_card_are_where_the_composer_paints_them(camera: Camera) -> None:
    told = dealt(laid(0.4, -0.3, turn=60.0), camera=camera, bend=0.3)
    corners = np.array(_cards(told)[0]["corners"])
    (bent,) = told.scene.plates
    np.testing.assert_allclose(corners, camera.project(bent.corners()), atol=0.01)
    steps = np.linspace(-0.5, 0.5, 20)
    rim = np.concatenate([np.stack([np.full(20, side), steps[::order]], -1) for side, order in ((-0.5, 1), (0.5, -1))])
    bright = _bright(told)
    assert _agreement(bright, _filled(camera.project(bent.points(rim)))) > 0.96
    if camera is SLANTED:
        flat = camera.project(replace(bent, bend=0.0).corners())
        assert _agreement(bright, _filled(flat)) < 0.96, "the test can tell bent cards from flat ones"


def test_corners_run_clockwise_from_the_upper_left_one_of_the_card() -> None:
    corners = np.array(_cards(dealt(laid(0, 0, turn=90.0)))[0]["corners"])
    assert np.argmax(corners @ (-1, 1)) == 0, "turned counterclockwise, its upper left corner lies to the lower left"
    assert cv2.contourArea(corners.astype(np.float32), oriented=True) > 0


@pytest.mark.parametrize("covered", [0.0, 0.25, 0.5, 0.8])
def test_a_card_hides_what_it_covers(covered: float) -> None:
    lower, upper = _cards(dealt(laid(-1, 0), laid(1 - 2 * covered, 0, z=0.01)))
    assert lower["visible"] == pytest.approx(1 - covered, abs=0.04)
    assert upper["visible"] > 0.98


def test_things_hide_cards_and_so_does_the_end_of_the_picture() -> None:
    (half,) = _cards(dealt(laid(0, 0), solids=(plate(0, 5, 1.0),)))
    assert half["visible"] == pytest.approx(0.5, abs=0.05)
    (cut,) = _cards(dealt(laid(320 / 64, 0)))
    assert cut["visible"] == pytest.approx(0.5, abs=0.05)
    (away,) = _cards(dealt(laid(90, 0)))
    assert away["visible"] == 0


def test_of_a_covered_card_the_free_symbols_are_seen() -> None:
    lower, upper = _cards(dealt(laid(-1, 0), laid(-0.2, 0, z=0.01)))
    left, right, middle = lower["symbols"]
    assert (left["index"], right["index"], middle["index"]) == (True, True, False)
    assert left["seen"] == 1
    assert right["seen"] == 0
    assert middle["seen"] < 0.5
    assert [symbol["seen"] for symbol in upper["symbols"]] == [1, 1, 1]


def test_symbols_are_as_large_as_the_picture_shows_them() -> None:
    (card,) = _cards(dealt(laid(0, 0)))
    for told, symbol in zip(card["symbols"], WHITE_STYLE.symbols, strict=True):
        assert told["px"] == pytest.approx(0.86 * symbol.size * 2 * 64, rel=0.02)
    (slanted,) = _cards(dealt(laid(0, 0), camera=replace(SLANTED, elevation=30.0)))
    assert slanted["symbols"][0]["px"] == pytest.approx(0.5 * card["symbols"][0]["px"], rel=0.15)


def test_backs_and_cards_that_are_turned_away_have_no_name() -> None:
    away = laid(0, 0, z=1.5, tilt=60.0, turn=180.0, role="hand")
    towards = replace(away, pose=replace(away.pose, turn=0.0))
    camera = replace(OVERHEAD, elevation=25.0)
    names = [_cards(dealt(card, camera=camera))[0]["card"] for card in (away, towards)]
    assert names == [None, "4R"]
    (hidden,) = _cards(dealt(away, camera=camera))
    assert hidden["symbols"] == []
    (back,) = _cards(dealt(laid(0, 0, card=None, role="face_down")))
    assert (back["card"], back["symbols"]) == (None, [])
    assert back["visible"] > 0.98


def test_a_card_that_stands_hides_one_behind_it() -> None:
    camera = replace(OVERHEAD, elevation=25.0)
    standing = laid(0, -3, tilt=80.0, role="hand")
    behind, before = _cards(dealt(laid(0, 0), standing, camera=camera))
    assert behind["visible"] < 0.4
    assert before["visible"] > 0.95


@pytest.mark.parametrize("first", ["deck", "hand"])
def test_a_card_that_is_held_before_the_deck_hides_it(first: str) -> None:
    camera = replace(OVERHEAD, elevation=25.0)
    cards = {
        "deck": replace(laid(0, 0, card=None, role="deck"), height=0.5),
        "hand": laid(0, -3, tilt=80.0, role="hand"),
    }
    order = sorted(cards, key=lambda role: role != first)
    shares = {
        entry["role"]: entry["visible"] for entry in _cards(dealt(*(cards[role] for role in order), camera=camera))
    }
    assert shares["deck"] < 0.8
    assert shares["hand"] > 0.95


def test_a_card_on_the_deck_hides_its_top() -> None:
    deck = replace(laid(0, 0, card=None, role="deck"), height=0.5)
    below, above = _cards(dealt(deck, laid(0.5, 0, z=0.5, card=None, role="deck")))
    assert below["visible"] == pytest.approx(0.25, abs=0.05)
    assert above["visible"] > 0.98


@pytest.mark.parametrize(("split", "number"), [("train", 1), ("train", 2), ("val", 3), ("test", 4)])
def test_truth_of_drawn_scenes_is_consistent(split: Split, number: int) -> None:
    told = draw_card_scene(split, number)
    truth = card_truth(told)
    assert (truth["split"], truth["number"], truth["kind"], truth["pieces"]) == (split, number, "cards", [])
    assert truth["set"] == told.style.letters
    assert truth["style"] == told.style.number
    assert len(truth["cards"]) == len(told.cards)
    for entry, card in zip(truth["cards"], told.cards, strict=True):
        assert (entry["role"], entry["group"]) == (card.role, card.group)
        assert entry["card"] in (card.card, None)
        assert 0 <= entry["visible"] <= 1
        assert len(entry["symbols"]) in (0, len(told.style.symbols))
        assert all(0 <= symbol["seen"] <= 1 and symbol["px"] >= 0 for symbol in entry["symbols"])
