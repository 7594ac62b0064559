"""What moves while a frame is exposed: hands leave streaks over the table, a shaken camera blurs everything."""

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Array, Camera
from tileye.datasets.camera.finish import Linear
from tileye.datasets.compose.blocks import piece_blocks
from tileye.datasets.compose.hand_shapes import hand_outlines
from tileye.datasets.compose.views import CameraFrame
from tileye.datasets.film.moments import Moment
from tileye.datasets.scene.hands import Hand

_LEAST_PX = 1.5
_FLESH = 0.05
"""Flesh and cloth around bones, in sides of a tile."""
_COARSE = 8
_FAINT = 1e-4


def camera_streak(camera: Camera, later: Camera) -> tuple[float, float]:
    """How far the picture moves between two cameras, in pixels, and in which direction in degrees."""
    if camera == later:
        return 0.0, 0.0
    middle = np.array([[*camera.target, 0.0]])
    x, y = (later.project(middle) - camera.project(middle))[0]
    return math.hypot(x, y), -math.degrees(math.atan2(y, x))


def streak_hands(moment: Moment, later: Moment, table: Linear, picture: Linear) -> Linear:
    """Smear hands and what they carry over the table, as far as they move from one moment to the later one."""
    if len(moment.hands) != len(later.hands):
        return picture
    view = CameraFrame.of(moment.scene.camera, picture)
    for hand, moved in zip(moment.hands, later.hands, strict=True):
        shift = _shift(view, hand, moved)
        if math.hypot(*shift) >= _LEAST_PX:
            picture = _streaked(picture, table, _covered(view, hand, moment), shift)
    return picture


def _shift(view: CameraFrame, hand: Hand, moved: Hand) -> Array:
    """How far a hand moves in the picture: the median of its bones that are seen."""
    before, after = (view.project(np.array([bone.end for bone in one.bones])) for one in (hand, moved))
    seen = ((before > 0) & (before < (view.width, view.height))).all(axis=1)
    return np.median((after - before)[seen], axis=0) if seen.any() else np.zeros(2)


def _covered(view: CameraFrame, hand: Hand, moment: Moment) -> NDArray[np.uint8]:
    """Where a hand and what is carried are in the picture."""
    mask = np.zeros((view.height, view.width), np.uint8)
    cards = (plate.body()[0] for plate in moment.plates)
    for points in (*hand_outlines(hand), *piece_blocks(moment.scene.tile_style, moment.pieces), *cards):
        if view.camera.depth(points).min() > 0.5:
            cv2.fillConvexPoly(mask, cv2.convexHull(np.round(view.project(points)).astype(np.int32)), 255)
    around = 2 * round(_FLESH * view.side) + 3
    return np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_RECT, (around, around))), np.uint8)


def _streaked(picture: Linear, table: Linear, mask: NDArray[np.uint8], shift: Array) -> Linear:
    """Average what is under a mask over its way, and let the table shine through where it is only part of the time."""
    reach = int(np.abs(shift).max()) + 2
    x, y, width, height = cv2.boundingRect(mask)
    rows, columns = slice(max(0, y - reach), y + height + reach), slice(max(0, x - reach), x + width + reach)
    seen, below = picture[rows, columns], table[rows, columns]
    share = ((seen != below).any(axis=2) & (mask[rows, columns] > 0)).astype(np.float32)[..., None]
    smeared = _averaged(np.concatenate([seen * share, share], axis=2), shift)
    behind = np.where(share > 0, below * _shade(seen, below, 1 - share[..., 0]), seen)
    streaked = picture.copy()
    streaked[rows, columns] = behind * (1 - smeared[..., 3:]) + smeared[..., :3]
    return streaked


def _shade(seen: Linear, below: Linear, free: NDArray[Any]) -> NDArray[Any]:
    """How much darker the table is behind something, from the shadow beside it, where the table is free."""
    size = (free.shape[1] // _COARSE + 1, free.shape[0] // _COARSE + 1)
    dark, lit = (
        cv2.GaussianBlur(cv2.resize(one[..., 1] * free, size, interpolation=cv2.INTER_AREA), (0, 0), 1.5)
        for one in (seen, below)
    )
    shade = cv2.resize((dark + _FAINT) / (lit + _FAINT), free.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(shade[..., None], np.float32)


def _averaged(picture: NDArray[Any], shift: Array) -> NDArray[Any]:
    """Average a picture over a straight way; each step doubles how many places of the way are seen."""
    size = (picture.shape[1], picture.shape[0])
    for step in range(1, 1 + math.ceil(math.log2(math.hypot(*shift)))):
        x, y = shift / 2**step
        moved = cv2.warpAffine(picture, np.array([[1, 0, x], [0, 1, y]]), size, borderMode=cv2.BORDER_REPLICATE)
        picture = cv2.addWeighted(picture, 0.5, moved, 0.5, 0)
    return picture
