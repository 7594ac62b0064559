"""Drawn tables of cards, seen well and badly, before nets that know them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.shown import SIDE, drawn
from tileye.vision.card_checkup import LEAST_CARD, check_cards
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader
from tileye.vision.checkup import Checkup, Fault, What
from tileye.vision.images.pictures import Picture

REDS = {(-6, -2): "1R", (-5, -2): "2R", (-4, -2): "3R", (-3, -2): "4R"}


def checked(picture: Picture, *doubted: str, before: Picture | None = None) -> Checkup:
    reader = CardReader(CardFinder(PieceSquares(CARD), 640), RedCards(*doubted))
    return check_cards(picture, reader.read(picture), before)


def faults(checkup: Checkup) -> dict[What, Fault]:
    return {mark.what: mark.fault for mark in checkup.marks if mark.fault}


def test_a_table_that_is_seen_well() -> None:
    checkup = checked(drawn(REDS), before=drawn(REDS))
    assert faults(checkup) == {}
    assert [mark.what for mark in checkup.marks] == ["light", "size", "whole", "names", "steady"]
    assert (checkup.tiles, checkup.kind, checkup.lying) == (4, "cards", ())
    sizes = [mark.value for mark in checkup.marks if mark.what == "size"]
    assert sizes == [pytest.approx(SIDE, abs=2)]


def test_a_table_without_cards() -> None:
    checkup = checked(drawn({}))
    assert (checkup.tiles, faults(checkup)) == (0, {"size": "no_tiles"})
    assert faults(checked(np.zeros_like(drawn({})))) == {"light": "dark", "size": "no_tiles"}


@pytest.mark.parametrize(("scale", "fault"), [(0.6, "far"), (1.0, None), (2.0, "near")])
def test_how_large_cards_are(scale: float, fault: Fault | None) -> None:
    picture = drawn(REDS)
    reading = CardReader(CardFinder(PieceSquares(CARD), 640), RedCards()).read(picture)
    # Only the size of the cards changes, not that of the picture.
    cards = tuple(
        replace(card, corners=tuple((320 + scale * (x - 180), 180 + scale * (y - 90)) for x, y in card.corners))
        for card in reading.cards
    )
    found = {mark.what: mark.fault for mark in check_cards(picture, replace(reading, cards=cards)).marks}
    assert found["size"] == fault
    assert SIDE * 0.6 < LEAST_CARD < SIDE


def test_cards_that_the_edge_of_the_picture_cuts() -> None:
    picture = drawn(REDS)
    left = 320 - 6 * 44 - SIDE // 2
    assert faults(checked(picture[:, left + 8 :].copy())) == {"whole": "cut"}


def test_cards_that_are_hard_to_tell() -> None:
    assert faults(checked(drawn(REDS), "1R", "2R")) == {"names": "unclear"}
    assert faults(checked(drawn(REDS), "1R")) == {}


def test_light_and_a_camera_that_moves() -> None:
    picture = drawn(REDS)
    reading = CardReader(CardFinder(PieceSquares(CARD), 640), RedCards()).read(picture)
    doubtful = replace(reading, cards=tuple(replace(card, unsure=True) for card in reading.cards))
    white = np.full_like(picture, 255)
    # White cards are white: only where they cannot be told apart it is too bright.
    for seen, read, fault in ((picture // 5, reading, "dark"), (white, doubtful, "bright"), (white, reading, None)):
        marks = check_cards(seen, read).marks
        assert next(mark.fault for mark in marks if mark.what == "light") == fault
    noise = np.random.default_rng(1).integers(0, 255, (45, 80, 3), np.uint8)
    textured = np.asarray(cv2.resize(noise, (640, 360)), np.uint8)
    moved = np.roll(textured, 40, 1)
    marks = check_cards(textured, reading, moved).marks
    assert next(mark.fault for mark in marks if mark.what == "steady") == "shaky"
