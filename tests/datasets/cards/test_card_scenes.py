"""Scenes of cards, drawn from a number."""

from itertools import combinations

import cv2
import pytest

from tileye.datasets.cards.card_faces import CardFace
from tileye.datasets.cards.card_layouts import LaidCard
from tileye.datasets.cards.card_scenes import CardScene, draw_card_scene
from tileye.datasets.scene.scenes import Split


def _overlap(told: CardScene, one: LaidCard, other: LaidCard) -> bool:
    size = (told.style.width, told.style.height)
    first, second = (((card.pose.x, card.pose.y), size, card.pose.turn) for card in (one, other))
    kind, _ = cv2.rotatedRectangleIntersection(first, second)
    return kind != cv2.INTERSECT_NONE


@pytest.mark.parametrize(("split", "number"), [("train", 0), ("train", 7), ("val", 3), ("test", 11)])
def test_the_same_number_gives_the_same_scene(split: Split, number: int) -> None:
    assert draw_card_scene(split, number) == draw_card_scene(split, number)
    assert draw_card_scene(split, number) != draw_card_scene(split, number + 1)


def test_the_splits_have_scenes_of_their_own() -> None:
    told = [draw_card_scene(split, 5) for split in ("train", "val", "test")]
    assert len({one.style.number for one in told}) == 3
    assert len({one.scene.surface for one in told}) == 3


@pytest.mark.parametrize("number", range(30))
def test_plates_are_the_cards_in_their_order_and_the_lowest_come_first(number: int) -> None:
    told = draw_card_scene("train", number)
    assert [plate.face for plate in told.scene.plates] == [CardFace(told.style, card.card) for card in told.cards]
    assert [plate.middle for plate in told.scene.plates] == [
        (card.pose.x, card.pose.y, card.pose.z) for card in told.cards
    ]
    lying = [card.pose.z for card in told.cards if card.role != "hand"]
    assert lying == sorted(lying)
    assert told.scene.pieces == ()


@pytest.mark.parametrize("number", range(30))
def test_what_lies_around_keeps_clear_of_the_groups(number: int) -> None:
    told = draw_card_scene("val", number)
    groups = [card for card in told.cards if card.role == "group"]
    others = [card for card in told.cards if card.role in ("stack", "deck", "face_down")]
    assert not any(_overlap(told, one, other) for one in groups for other in others)
    singles = [card for card in told.cards if card.role in ("single", "face_down")]
    assert not any(_overlap(told, one, other) for one, other in combinations(singles, 2))


def test_tables_hold_all_that_the_sheets_name() -> None:
    cards = [card for number in range(80) for card in draw_card_scene("train", number).cards]
    assert {card.role for card in cards} == {"group", "single", "stack", "deck", "face_down", "hand"}
    assert any(card.role == "hand" and card.card for card in cards)
    assert all(card.card is None for card in cards if card.role in ("deck", "face_down"))


def test_numbers_of_groups_belong_to_one_group_each() -> None:
    for number in range(40):
        roles: dict[int, set[str]] = {}
        for card in draw_card_scene("train", number).cards:
            if card.group is not None:
                roles.setdefault(card.group, set()).add(card.role)
        assert all(len(found) == 1 for found in roles.values())
