"""Cards cut out of a picture, upright and brought to one size, as the net that names them learned them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision.images.pictures import Picture

Quads = NDArray[np.float64]
"""Four corners for each card, clockwise in the picture, in its pixels; the first two end a short side."""
Real = NDArray[np.float64]
Complex = NDArray[np.complex128]
Patches = NDArray[np.uint8]

PATCH = 96
ROOM = 1.3
"""What a patch shows, in long sides of the card."""
NARROW = 0.8
"""How wide a straightened card is, in long sides: cards are 1 to 1.6 times as high as wide."""
_FLATTEST = 0.2
"""Sides that meet at less than this, as the sine of the angle, are no card's."""


@dataclass(frozen=True, slots=True)
class CardFrames:
    """How cards are looked at: their middles, and what a step of one to the right and one down is in the picture."""

    middles: Complex
    rights: Complex
    downs: Complex

    def seen(self, quads: Quads) -> Quads:
        """Corners as the frames see them."""
        away = quads @ (1, 1j) - self.middles[:, None]
        rights, downs = self.rights[:, None], self.downs[:, None]
        area = (rights.conj() * downs).imag
        return np.stack([(away.conj() * downs).imag / area, (rights.conj() * away).imag / area], -1)

    def corners(self, seen: Quads) -> Quads:
        """The other way round."""
        points = seen[..., 0] * self.rights[:, None] + seen[..., 1] * self.downs[:, None] + self.middles[:, None]
        return np.stack([points.real, points.imag], -1)


def upright(quads: Quads) -> Quads:
    """Name the corners so that the first two end a short side: the card then stands upright."""
    first = np.linalg.norm(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3], axis=1)
    second = np.linalg.norm(quads[:, 2] - quads[:, 1] + quads[:, 3] - quads[:, 0], axis=1)
    return np.asarray(np.where((first > second)[:, None, None], np.roll(quads, -1, 1), quads), np.float64)


def frames(quads: Quads) -> tuple[Complex, Real, Complex]:
    """Middle, long side, and the way down of each upright card, as complex numbers of length 1."""
    points = quads @ (1, 1j)
    down = (points[:, 2] + points[:, 3] - points[:, 0] - points[:, 1]) / 2
    long = np.maximum(abs(down), 1e-6)
    return points.mean(1), long, down / long


def upright_frames(quads: Quads) -> CardFrames:
    """Cards as they lie in the picture, only turned, and brought to one height."""
    middles, long, down = frames(quads)
    return CardFrames(middles, long * down * -1j, long * down)


def straight_frames(quads: Quads) -> CardFrames:
    """Cards as from above: what a slanted look squeezes and shears is put right; what is no card is upright."""
    points, others = quads @ (1, 1j), upright_frames(quads)
    rights = (points[:, 1] + points[:, 2] - points[:, 0] - points[:, 3]) / 2
    area = (rights.conj() * others.downs).imag
    flat = area < _FLATTEST * abs(rights) * abs(others.downs) + 1e-6
    return replace(others, rights=np.where(flat, others.rights, rights / NARROW))


def cut_card_patches(picture: Picture, around: CardFrames, size: int = PATCH, room: float = ROOM) -> Patches:
    """Cut cards out as frames see them, with a little around each."""
    levels = _levels(picture)
    patches = np.empty((len(around.middles), size, size, 3), np.uint8)
    for patch, middle, right, down in zip(patches, around.middles, around.rights, around.downs, strict=True):
        step = room * min(abs(right), abs(down)) / size
        level = min(max(0, int(np.log2(max(step, 1e-6)))), len(levels) - 1)
        scale = 0.5**level
        right_step, down_step = right * room / size * scale, down * room / size * scale
        # The first pixel's middle is at a half.
        corner = middle * scale - complex(0.5, 0.5) - (right_step + down_step) * (size - 1) / 2
        matrix = np.array(
            [[right_step.real, down_step.real, corner.real], [right_step.imag, down_step.imag, corner.imag]]
        )
        patch[:] = cv2.warpAffine(
            levels[level],
            matrix,
            (size, size),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return patches


def _levels(picture: Picture) -> Sequence[Picture]:
    """The picture, and ever smaller ones: half as wide and high each."""
    levels = [picture]
    while min(levels[-1].shape[:2]) > PATCH and len(levels) < 5:
        high, wide = levels[-1].shape[:2]
        half = cv2.resize(
            levels[-1][: high // 2 * 2, : wide // 2 * 2], (wide // 2, high // 2), interpolation=cv2.INTER_AREA
        )
        levels.append(np.asarray(half, np.uint8))
    return levels
