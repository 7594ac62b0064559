"""Hands: bones with flesh around them, from fingertips to sleeve.

One description serves the renderer, the composer, and the truth about what hides what. Lengths are in sides of a tile;
a hand is built at its wrist with the fingers along x and the thumb towards y, then put where it belongs.
"""

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from tileye.datasets.scene.tile_styles import Rgb

Point3 = tuple[float, float, float]
BoneKind = Literal["skin", "nail", "sleeve"]


@dataclass(frozen=True, slots=True)
class Bone:
    """A rod with round ends that may taper."""

    start: Point3
    end: Point3
    radius: float
    end_radius: float
    kind: BoneKind = "skin"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand on or above the table."""

    bones: tuple[Bone, ...]
    skin: Rgb
    sleeve: Rgb


@dataclass(frozen=True, slots=True)
class HandStyle:
    """Whose hand it is: skin, sleeve, size in hands of an adult, left or right, and how much of the arm is bare."""

    skin: Rgb
    sleeve: Rgb
    size: float
    left: bool
    bare: float = 1.0


class _Finger(NamedTuple):
    """Where a finger begins, how long its bones are, how thick it is beside the others."""

    knuckle: Point3
    lengths: tuple[float, float, float]
    thick: float


class _Bend(NamedTuple):
    """How a finger is held: turned aside, and bent down at each of its joints, in degrees."""

    aside: float
    joints: tuple[float, float, float]


_FINGERS = (
    _Finger((3.85, 1.26, 0.0), (1.60, 0.98, 0.72), 1.0),
    _Finger((4.0, 0.44, 0.08), (1.78, 1.10, 0.76), 1.02),
    _Finger((3.8, -0.38, 0.02), (1.65, 1.02, 0.74), 0.96),
    _Finger((3.4, -1.14, -0.1), (1.28, 0.74, 0.66), 0.84),
)
_OPEN = (
    _Bend(10, (4, 7, 4)),
    _Bend(2, (3, 6, 4)),
    _Bend(-6, (4, 7, 4)),
    _Bend(-17, (6, 9, 5)),
)
_PINCHING = (
    _Bend(2, (38, 40, 16)),
    _Bend(8, (32, 54, 23)),
    _Bend(-3, (44, 62, 34)),
    _Bend(-6, (52, 66, 36)),
)
_FINGER_RADII = (0.40, 0.37, 0.335, 0.275)
_THUMB_RADII = (0.56, 0.45, 0.385, 0.29)
_THUMB_BASE = (0.7, 0.75, -0.12)
_THUMB_LENGTHS = (1.85, 1.35, 1.05)
# The way each bone of the thumb points: degrees aside and down.
_THUMB_OPEN = ((46, 12), (36, 8), (24, 6))
_THUMB_PINCHING = ((12, 43), (2, 43), (-7, 40))
_PITCH_OPEN, _PITCH_PINCHING = 4.0, 13.0
_PAD = 0.23
"""From the middle of a fingertip to what it presses on."""
_ARM, _ELBOW = 25.0, 9.0
_SKINS: tuple[Rgb, ...] = (
    (0.96, 0.82, 0.74),
    (0.91, 0.73, 0.62),
    (0.85, 0.65, 0.52),
    (0.76, 0.55, 0.41),
    (0.62, 0.43, 0.31),
    (0.47, 0.31, 0.22),
    (0.33, 0.21, 0.15),
    (0.24, 0.16, 0.12),
)


def draw_style(random: Random) -> HandStyle:
    """Draw somebody's hand."""
    shade = random.uniform(0.92, 1.06)
    red, green, blue = (min(1.0, c * shade * random.uniform(0.97, 1.03)) for c in random.choice(_SKINS))
    size = random.uniform(0.62, 0.85) if random.random() < 0.25 else random.uniform(0.86, 1.1)
    bare = random.choice((random.uniform(0.3, 1.6), random.uniform(0.3, 1.6), random.uniform(3, 11), _ARM))
    return HandStyle((red, green, blue), _draw_sleeve(random), size, random.random() < 0.4, bare)


def _draw_sleeve(random: Random) -> Rgb:
    kind = random.random()
    if kind < 0.5:
        grey = random.choice((random.uniform(0.02, 0.2), random.uniform(0.02, 0.5), random.uniform(0.7, 0.95)))
        return (grey, grey * random.uniform(0.9, 1.05), grey * random.uniform(0.9, 1.15))
    return (random.random() ** 1.4, random.random() ** 1.4, random.random() ** 1.4)


def hand_at(style: HandStyle, x: float, y: float, lift: float, towards: float, grip: float) -> Hand:
    """Put a hand so that its fingertips are over a place, pointing so many degrees, closed from 0 to 1.

    Closed, it holds between thumb and fingers what has its middle there, `lift` above the table; open, its middle and
    index fingers end there.
    """
    fingers, thumb, bones = _posed(style.size, grip, _opening(style.size))
    held = _between(fingers, thumb, 0.5 * grip)
    a, mirror = math.radians(towards), -1.0 if style.left else 1.0
    cos, sin = math.cos(a), math.sin(a)

    def placed(point: Point3, radius: float) -> Point3:
        forward, aside = point[0] - held[0], (point[1] - held[1]) * mirror
        height = max(point[2] - held[2] + lift, radius)
        return x + forward * cos - aside * sin, y + forward * sin + aside * cos, height

    placed_bones = tuple(
        Bone(
            placed(bone.start, bone.radius), placed(bone.end, bone.end_radius), bone.radius, bone.end_radius, bone.kind
        )
        for bone in (*bones, *_arm(style))
    )
    return Hand(placed_bones, style.skin, style.sleeve)


def _posed(size: float, grip: float, opening: float) -> tuple[Point3, Point3, list[Bone]]:
    """Where index and middle finger end, where the thumb ends, and all bones of a hand whose wrist is at the origin."""
    fingers = [
        _finger(finger, _mixed_bend(loose, closed, grip, opening if finger.knuckle[1] > 0 else 0.0))
        for finger, loose, closed in zip(_FINGERS, _OPEN, _PINCHING, strict=True)
    ]
    thumb = _thumb(grip, opening)
    bones = [*itertools.chain(*fingers), *thumb, *_palm(thumb[0].end)]
    ends = _between(fingers[0][2].end, fingers[1][2].end, 0.5), thumb[2].end
    pitch = _mix(_PITCH_OPEN, _PITCH_PINCHING, grip)
    return _pitched(ends[0], pitch, size), _pitched(ends[1], pitch, size), [_scaled(b, pitch, size) for b in bones]


def _mix(start: float, end: float, share: float) -> float:
    return start + (end - start) * share


def _between(start: Point3, end: Point3, share: float) -> Point3:
    return (_mix(start[0], end[0], share), _mix(start[1], end[1], share), _mix(start[2], end[2], share))


def _mixed_bend(loose: _Bend, closed: _Bend, grip: float, opening: float) -> _Bend:
    first, second, third = (_mix(a, b, grip) for a, b in zip(loose.joints, closed.joints, strict=True))
    return _Bend(_mix(loose.aside, closed.aside, grip), (first - opening * grip, second, third))


def _step(start: Point3, aside: float, down: float, length: float) -> Point3:
    a, b = math.radians(aside), math.radians(down)
    return (
        start[0] + length * math.cos(a) * math.cos(b),
        start[1] + length * math.sin(a) * math.cos(b),
        start[2] - length * math.sin(b),
    )


def _finger(finger: _Finger, bend: _Bend) -> list[Bone]:
    """Three bones and a nail."""
    bones, place, down = [], finger.knuckle, 0.0
    radii = [radius * finger.thick for radius in _FINGER_RADII]
    for number, length in enumerate(finger.lengths):
        down += bend.joints[number]
        end = _step(place, bend.aside, down, length)
        bones.append(Bone(place, end, radii[number], radii[number + 1]))
        place = end
    return [*bones, _nail(bones[-1], bend.aside, down)]


def _nail(last: Bone, aside: float, down: float) -> Bone:
    """A nail is a smaller rod that comes out of the back of the last bone."""
    radius = last.end_radius * 0.72
    rise = last.end_radius * 0.43
    start, end = (_step(_between(last.start, last.end, share), aside, down - 90, rise) for share in (0.7, 1.04))
    return Bone(start, end, radius, radius, "nail")


def _thumb(grip: float, opening: float) -> list[Bone]:
    bones, place = [], _THUMB_BASE
    aside = down = 0.0
    for number, (loose, closed) in enumerate(zip(_THUMB_OPEN, _THUMB_PINCHING, strict=True)):
        aside, down = _mix(loose[0], closed[0], grip), _mix(loose[1], closed[1] + opening, grip)
        end = _step(place, aside, down, _THUMB_LENGTHS[number])
        bones.append(Bone(place, end, _THUMB_RADII[number], _THUMB_RADII[number + 1]))
        place = end
    return [*bones, _nail(bones[-1], aside, down)]


def _palm(thumb_knuckle: Point3) -> list[Bone]:
    """The bones of the palm, the ball of the thumb, and the web between thumb and index finger."""
    knuckles = [finger.knuckle for finger in _FINGERS]
    bones = [Bone((0.1, place[1] * 0.6, 0.0), place, 0.62, 0.45) for place in knuckles]
    # Flesh between the bones.
    for one, other in itertools.pairwise(knuckles):
        start, end = (0.3, (one[1] + other[1]) * 0.3, 0.0), _between(one, other, 0.5)
        bones.append(Bone(start, _between(start, end, 0.9), 0.58, 0.41))
    heel = Bone((0.5, -0.75, -0.2), (2.2, -1.0, -0.2), 0.55, 0.45)
    ball = Bone((0.7, 0.6, -0.2), _between(_THUMB_BASE, thumb_knuckle, 0.75), 0.6, 0.5)
    web = Bone(_between((1.6, 0.9, 0.0), thumb_knuckle, 0.5), (2.9, 1.1, -0.05), 0.42, 0.36)
    return [*bones, heel, ball, web]


def _pitched(point: Point3, pitch: float, size: float) -> Point3:
    """Let the fingers hang from the wrist."""
    cos, sin = math.cos(math.radians(pitch)) * size, math.sin(math.radians(pitch)) * size
    return point[0] * cos + point[2] * sin, point[1] * size, point[2] * cos - point[0] * sin


def _scaled(bone: Bone, pitch: float, size: float) -> Bone:
    start, end = _pitched(bone.start, pitch, size), _pitched(bone.end, pitch, size)
    return Bone(start, end, bone.radius * size, bone.end_radius * size, bone.kind)


def _arm(style: HandStyle) -> list[Bone]:
    """A forearm, wider than thick: bare as far as its style says, then in a sleeve."""
    bones: list[Bone] = []
    bare = min(style.bare, _ARM)
    for side in (-1.0, 0.0, 1.0):
        stops = sorted({0.0, _ELBOW * style.size, bare, _ARM})
        for near, far in itertools.pairwise(stops):
            bones.append(_arm_bone(style, side, near, far, "skin" if far <= bare else "sleeve"))
        if bare < _ARM:
            bones.append(_arm_bone(style, side, bare, min(bare + 0.8, _ARM), "skin"))
    return bones


def _arm_bone(style: HandStyle, side: float, near: float, far: float, kind: BoneKind) -> Bone:
    loose = 0.26 if kind == "sleeve" else 0.0

    def place(back: float) -> tuple[Point3, float]:
        share = min(1.0, back / (_ELBOW * style.size))
        aside = side * _mix(0.62, 0.78, share) * style.size
        return (-back, aside, 0.16 * back), (_mix(0.62, 1.25, share) + loose) * style.size

    (start, radius), (end, end_radius) = place(near), place(far)
    return Bone(start, end, radius, end_radius, kind)


@lru_cache(maxsize=256)
def _opening(size: float) -> float:
    """How many degrees thumb and fingers of a hand must open around one side of a tile."""
    low, high = -25.0, 40.0
    for _ in range(18):
        opening = (low + high) / 2
        fingers, thumb, _bones = _posed(size, 1.0, opening)
        if math.dist(fingers, thumb) < 1.0 + 2 * _PAD * size:
            low = opening
        else:
            high = opening
    return (low + high) / 2
