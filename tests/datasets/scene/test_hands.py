"""Hands as bones."""

import math
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileye.datasets.scene.hands import Bone, Hand, HandStyle, draw_style, hand_at

NUMBERS = {"x": st.floats(-20, 20), "y": st.floats(-20, 20), "lift": st.floats(0, 4), "towards": st.floats(-400, 400)}


def _style(size: float = 1.0, *, left: bool = False, bare: float = 1.0) -> HandStyle:
    return HandStyle((0.8, 0.6, 0.5), (0.1, 0.1, 0.4), size, left, bare)


def _ends(hand: Hand) -> list[Bone]:
    """The last bones of index, middle, ring and little finger and of the thumb."""
    return [bone for bone, after in pairwise(hand.bones) if after.kind == "nail"]


@given(**NUMBERS, seed=st.integers(0, 40), grip=st.floats(0, 1))
def test_hands_are_above_the_table_and_leave_the_picture(
    x: float, y: float, lift: float, towards: float, seed: int, grip: float
) -> None:
    hand = hand_at(draw_style(Random(seed)), x, y, lift, towards, grip)
    for bone in hand.bones:
        assert bone.start[2] >= bone.radius - 1e-9
        assert bone.end[2] >= bone.end_radius - 1e-9
    assert max(math.dist((x, y), bone.end[:2]) for bone in hand.bones) > 20


@given(**NUMBERS, size=st.floats(0.6, 1.1), left=st.booleans())
def test_closed_hands_hold_a_tile_between_thumb_and_fingers(
    x: float, y: float, lift: float, towards: float, size: float, left: bool
) -> None:
    hand = hand_at(_style(size, left=left), x, y, lift + 0.3, towards, 1.0)
    index, middle, _, _, thumb = (bone.end for bone in _ends(hand))
    fingers = [(a + b) / 2 for a, b in zip(index, middle, strict=True)]
    assert math.dist(fingers, thumb) == pytest.approx(1 + 0.46 * size, abs=0.08)
    middle_of_both = [(a + b) / 2 for a, b in zip(fingers, thumb, strict=True)]
    assert middle_of_both == pytest.approx((x, y, lift + 0.3), abs=0.12)


@pytest.mark.parametrize("grip", [0.0, 0.4, 1.0])
def test_hands_point_where_they_are_told(grip: float) -> None:
    hand = hand_at(_style(), 0, 0, 1.0, 90.0, grip)
    arm = min(hand.bones, key=lambda bone: bone.end[1])
    assert arm.end[1] < -15
    assert abs(arm.end[0]) < 2.5


def test_open_fingers_are_spread_and_end_at_their_place() -> None:
    tips = [bone.end for bone in _ends(hand_at(_style(), 2.0, 1.0, 0.5, 0.0, 0.0))]
    assert math.dist(tips[0][:2], (2, 1)) < 0.8
    assert math.dist(tips[1][:2], (2, 1)) < 0.8
    assert all(1.0 < math.dist(one, other) < 2.2 for one, other in pairwise(tips[:4]))
    assert math.dist(tips[0], tips[4]) > 3


def test_a_hand_of_an_adult_is_eight_tiles_long_and_a_childs_is_shorter() -> None:
    for size in (1.0, 0.7):
        hand = hand_at(_style(size, bare=25.0), 0, 0, 0.5, 0.0, 0.0)
        wrist = max(bone.start[0] for bone in hand.bones[-4:])
        assert max(bone.end[0] for bone in _ends(hand)) - wrist == pytest.approx(7.6 * size, abs=0.3)


def test_left_hands_are_mirrored() -> None:
    right, left = (hand_at(_style(left=left), 0, 0, 0.5, 0.0, 0.3) for left in (False, True))
    for one, other in zip(right.bones, left.bones, strict=True):
        assert one.end == pytest.approx((other.end[0], -other.end[1], other.end[2]))
    assert _ends(right)[4].end[1] > 0


def test_hands_move_smoothly_as_they_close() -> None:
    hands = [hand_at(_style(), 0, 0, 0.5, 0.0, step / 50) for step in range(51)]
    for one, other in pairwise(hands):
        for bone, moved in zip(one.bones, other.bones, strict=True):
            assert math.dist(bone.end, moved.end) < 0.2


@pytest.mark.parametrize("bare", [0.5, 4.0, 8.0, 12.0, 24.5])
def test_sleeves_begin_where_the_arm_is_no_longer_bare(bare: float) -> None:
    hand = hand_at(_style(bare=bare), 0, 0, 0.5, 0.0, 0.0)
    wrist = max(bone.start[0] for bone in hand.bones[-8:])
    sleeve = [bone for bone in hand.bones if bone.kind == "sleeve"]
    assert wrist - max(bone.start[0] for bone in sleeve) == pytest.approx(bare)
    assert min(bone.end[0] for bone in sleeve) == pytest.approx(wrist - 25)


def test_bare_arms_have_no_sleeve() -> None:
    assert all(bone.kind != "sleeve" for bone in hand_at(_style(bare=25.0), 0, 0, 0.5, 0.0, 0.0).bones)


def test_styles_are_of_all_kinds_and_the_same_for_the_same_random() -> None:
    styles = [draw_style(Random(seed)) for seed in range(200)]
    assert styles == [draw_style(Random(seed)) for seed in range(200)]
    assert {style.left for style in styles} == {False, True}
    assert min(style.size for style in styles) < 0.7 < 1.05 < max(style.size for style in styles)
    assert min(max(style.skin) for style in styles) < 0.3 < 0.9 < max(max(style.skin) for style in styles)
    assert sum(max(style.sleeve) < 0.2 for style in styles) > 20
