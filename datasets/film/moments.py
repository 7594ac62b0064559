"""What a film shows at a moment: the table at rest, the light on it, hands, and tiles between fingers."""

import dataclasses
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.film.timeline import SCENE_SPLITS, Carry, Key, PlateCarry, Reach, Timeline
from tileye.datasets.scene.hands import Hand, hand_at
from tileye.datasets.scene.layouts import Piece, Pose
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import Lamp, Light, Scene


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of a film."""

    scene: Scene
    """The table at rest, without hands, in the light of the moment."""
    lights: tuple[tuple[float, Light], ...]
    """The lights that add up to it, with their shares."""
    pieces: tuple[Piece, ...]
    """Tiles that are carried."""
    hands: tuple[Hand, ...]
    plates: tuple[Plate, ...] = ()
    """Cards that go with hands."""


class _Timed(Protocol):
    @property
    def at(self) -> float: ...


T = TypeVar("T", bound=_Timed)


def moment_at(timeline: Timeline, at: float) -> Moment:
    """Tell what is where at a moment."""
    lights, camera, rest = lights_at(timeline, at), camera_at(timeline, at), _around(timeline.rests, at)[0]
    scene = Scene(
        split=SCENE_SPLITS[timeline.split],
        number=timeline.seed,
        tile_style=timeline.tile_style,
        surface=timeline.surface,
        surface_turn=timeline.surface_turn,
        surface_scale=timeline.surface_scale,
        pieces=rest.pieces,
        solids=timeline.solids,
        light=mixed_light(lights),
        camera=camera,
        sensor=timeline.sensor,
        plates=rest.plates,
    )
    reaches = [reach for reach in timeline.reaches if reach.keys[0].at <= at <= reach.keys[-1].at]
    pieces = [
        _carried(reach, carry, at, timeline.tile_style.height)
        for reach in reaches
        for carry in reach.carries
        if carry.start <= at < carry.end
    ]
    plates = [
        plate
        for reach in reaches
        for carry in reach.plates
        if carry.start <= at < carry.end
        for plate in carried_plates(reach, carry, at)
    ]
    hands = tuple(_hand(timeline, reach, at) for reach in reaches)
    return Moment(scene, lights, tuple(pieces), hands, tuple(plates))


def hand_key(reach: Reach, at: float) -> Key:
    """Where the hand of a reach is: it eases from one key to the next and turns the shorter way."""
    one, other, share = _around(reach.keys, at)
    share = _eased(share)
    towards = one.towards + share * ((other.towards - one.towards + 180) % 360 - 180)
    x, y, lift, grip = (
        start + share * (end - start)
        for start, end in ((one.x, other.x), (one.y, other.y), (one.lift, other.lift), (one.grip, other.grip))
    )
    return Key(at, x, y, lift, towards, grip)


def carried_plates(reach: Reach, carry: PlateCarry, at: float) -> Iterator[Plate]:
    """Where the cards are that go with a hand: they leave as they lay, and change evenly into how they will lie."""
    now = hand_key(reach, at)
    taken = [_with_hand(plate, hand_key(reach, carry.start), now) for plate in carry.before]
    let_go = [_with_hand(plate, hand_key(reach, carry.end), now) for plate in carry.after]
    if not (taken and let_go):
        yield from taken or let_go
        return
    share = _eased((at - carry.start) / (carry.end - carry.start))
    for one, other in zip(taken, let_go, strict=True):
        yield _plate_between(one, other, share)


def lights_at(timeline: Timeline, at: float) -> tuple[tuple[float, Light], ...]:
    """The lights of a moment with their shares: two of them while one changes into the other."""
    one, other, share = _around(timeline.lights, at)
    if share == 0 or one.light == other.light:
        return ((1.0, one.light),)
    return ((1 - share, one.light), (share, other.light))


def camera_at(timeline: Timeline, at: float) -> Camera:
    """The camera at a moment, on its way from one key to the next."""
    one, other, share = _around(timeline.cameras, at)
    if share == 0 or one.camera == other.camera:
        return one.camera
    return _between(one.camera, other.camera, share)


def mixed_light(lights: Sequence[tuple[float, Light]]) -> Light:
    """Add lights up, each by its share."""
    if len(lights) == 1:
        return lights[0][1]
    lamps = [_dimmed(lamp, share) for share, light in lights for lamp in light.lamps]
    ambient = sum(share * light.ambient for share, light in lights)
    warmth = sum(share * light.ambient * math.log(light.ambient_kelvin) for share, light in lights)
    return Light(tuple(lamps), ambient, math.exp(warmth / max(1e-9, ambient)))


def _dimmed(lamp: Lamp, share: float) -> Lamp:
    return dataclasses.replace(lamp, power=lamp.power * share)


def _around(keys: Sequence[T], at: float) -> tuple[T, T, float]:
    """The keys before and after a moment, and how far it is from one to the other, 0 to 1."""
    after = bisect_right(keys, at, key=lambda key: key.at)
    if after in (0, len(keys)):
        end = keys[max(0, after - 1)]
        return end, end, 0.0
    one, other = keys[after - 1], keys[after]
    return one, other, (at - one.at) / (other.at - one.at)


def _between(one: Camera, other: Camera, share: float) -> Camera:
    """A camera between two of the same size; it turns the shorter way."""
    numbers = {
        name: getattr(one, name) + share * (getattr(other, name) - getattr(one, name))
        for name in ("distance", "elevation", "focal", "bend")
    }
    angles = {
        name: getattr(one, name) + share * ((getattr(other, name) - getattr(one, name) + 180) % 360 - 180)
        for name in ("azimuth", "roll")
    }
    x, y = (start + share * (end - start) for start, end in zip(one.target, other.target, strict=True))
    return dataclasses.replace(one, target=(x, y), **numbers, **angles)


def _hand(timeline: Timeline, reach: Reach, at: float) -> Hand:
    key = hand_key(reach, at)
    return hand_at(timeline.styles[reach.player], key.x, key.y, key.lift, key.towards, key.grip)


def _carried(reach: Reach, carry: Carry, at: float, height: float) -> Piece:
    """A tile under the fingertips, turned with the hand so that it comes to lie as it shall."""
    now, end = hand_key(reach, at), hand_key(reach, carry.end)
    return Piece(
        carry.tile, Pose(now.x, now.y, max(0.0, now.lift - height / 2), carry.turn + now.towards - end.towards), "loose"
    )


def _eased(share: float) -> float:
    """Begin and end slowly."""
    return share * share * (3 - 2 * share)


def _with_hand(plate: Plate, then: Key, now: Key) -> Plate:
    """Where a plate is that was there when the hand was here, and has been one with the hand since."""
    turn = (now.towards - then.towards + 180) % 360 - 180
    a, (x, y, z) = math.radians(turn), plate.middle
    dx, dy = x - then.x, y - then.y
    middle = (
        now.x + dx * math.cos(a) - dy * math.sin(a),
        now.y + dx * math.sin(a) + dy * math.cos(a),
        max(0.0, z + now.lift - then.lift),
    )
    return dataclasses.replace(plate, middle=middle, turn=plate.turn + turn)


def _plate_between(one: Plate, other: Plate, share: float) -> Plate:
    """A plate on its way between two places; it turns the shorter way."""
    x, y, z = (start + share * (end - start) for start, end in zip(one.middle, other.middle, strict=True))
    turn = one.turn + share * ((other.turn - one.turn + 180) % 360 - 180)
    return dataclasses.replace(other, middle=(x, y, z), turn=turn, tilt=one.tilt + share * (other.tilt - one.tilt))
