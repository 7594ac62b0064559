"""Frames of a phone: one phone at a time, nothing decoded that is none, the newest one wins."""

import threading

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.waiting import PATIENCE
from tileye.companion_web.phone.camera import (
    MOST_BYTES,
    MOST_SCANS,
    MOVING,
    RESTING,
    WIDE,
    WIDER,
    PhoneCamera,
    new_token,
)
from tileye.vision.sources.frames import Frame, Notice
from tileye.vision.sources.uploads import received

SIZE = (360, 640)


class Watch:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def table(level: int = 120, hand: bool = False) -> NDArray[np.uint8]:
    picture = np.full((*SIZE, 3), level, np.uint8)
    if hand:
        picture[100:300, 200:400] = (220, 180, 150)
    return picture


def jpeg(picture: NDArray[np.uint8], quality: int = 80) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def camera(watch: Watch) -> PhoneCamera:
    return PhoneCamera(watch)


def test_tokens_have_128_bits() -> None:
    assert len(bytes.fromhex(new_token())) == 16
    assert new_token() != new_token()


def test_frames_reach_whoever_looks_in_the_time_of_their_arrival(camera: PhoneCamera, watch: Watch) -> None:
    assert not camera.put("a", jpeg(table())).watched
    source = camera.open()
    items = iter(source)
    watch.now += 1.5
    assert camera.put("a", jpeg(table(90))).watched
    frame = next(items)
    assert isinstance(frame, Frame)
    assert frame.at == pytest.approx(1.5)
    assert frame.picture.shape == (*SIZE, 3)
    assert abs(int(frame.picture[5, 5, 0]) - 90) < 4


def test_only_the_newest_frame_waits(camera: PhoneCamera, watch: Watch) -> None:
    items = iter(camera.open())
    for level in (40, 80, 160):
        watch.now += 0.2
        camera.put("a", jpeg(table(level)))
    frame = next(items)
    assert isinstance(frame, Frame)
    assert abs(int(frame.picture[5, 5, 0]) - 160) < 4


def test_where_nothing_comes_that_is_told(watch: Watch) -> None:
    source = PhoneCamera(watch).open()
    item = next(iter(source))
    assert isinstance(item, Notice)
    assert item.kind == "waiting"


def test_all_who_look_get_the_frames(camera: PhoneCamera) -> None:
    first, second = camera.open(), camera.open()
    camera.put("a", jpeg(table()))
    assert isinstance(next(iter(second)), Frame)
    assert isinstance(next(iter(first)), Frame)
    second.close()
    assert camera.put("a", jpeg(table())).watched
    first.close()
    assert not camera.put("a", jpeg(table())).watched


def test_wider_pictures_are_wanted_once_tiles_were_too_small(camera: PhoneCamera) -> None:
    assert camera.put("a", jpeg(table())).width == WIDE
    camera.want_more_pixels()
    assert [camera.put("a", jpeg(table())).width for _ in range(3)] == [WIDER] * 3


def test_more_frames_are_asked_for_while_something_moves(camera: PhoneCamera, watch: Watch) -> None:
    camera.put("a", jpeg(table()))
    watch.now += 5
    assert camera.put("a", jpeg(table())).rate == RESTING
    watch.now += 0.5
    assert camera.put("a", jpeg(table(hand=True))).rate == MOVING
    watch.now += 2
    assert camera.put("a", jpeg(table(hand=True))).rate == MOVING, "for a while"
    watch.now += 3
    assert camera.put("a", jpeg(table(hand=True))).rate == RESTING
    watch.now += 0.5
    assert camera.put("a", jpeg(table(122, hand=True))).rate == RESTING, "a lamp that flickers"


def test_one_phone_at_a_time_is_the_camera(camera: PhoneCamera, watch: Watch) -> None:
    camera.put("a", jpeg(table()))
    assert camera.put("b", jpeg(table())).refused == "other_phone"
    assert camera.frames == 1
    camera.take_over("b")
    assert camera.put("b", jpeg(table())).refused is None
    assert camera.put("a", jpeg(table())).refused == "other_phone"
    watch.now += 6
    assert not camera.connected
    assert camera.put("a", jpeg(table())).refused is None, "the other one has gone"


GOOD = jpeg(table())
HUGE = GOOD.replace(bytes.fromhex("01680280"), bytes.fromhex("1f401f40"))
"""It says that it has 64 million pixels."""


@pytest.mark.parametrize(
    ("data", "refused"),
    [
        (b"", "no_picture"),
        (b"\xff", "no_picture"),
        (b"<html>", "no_picture"),
        (jpeg(table()[:9, :9]), "no_picture"),
        (GOOD[: len(GOOD) // 2], "no_picture"),
        (cv2.imencode(".png", table())[1].tobytes(), "no_picture"),
        (HUGE, "too_large"),
        (GOOD + b"\0" * MOST_BYTES, "too_large"),
    ],
)
def test_what_is_no_picture_is_refused_before_it_is_decoded(camera: PhoneCamera, data: bytes, refused: str) -> None:
    assert HUGE != GOOD
    camera.open()
    assert camera.put("a", data).refused == refused
    assert camera.frames == 0
    assert camera.put("a", GOOD).refused is None


def drawn_over(times: int) -> bytes:
    """A picture that is drawn over so often, as progressive ones are."""
    scan = GOOD[GOOD.index(b"\xff\xda") : -2]
    return GOOD[:-2] + (times - 1) * scan + GOOD[-2:]


def test_what_is_drawn_over_too_often_is_refused(camera: PhoneCamera) -> None:
    assert camera.put("a", drawn_over(MOST_SCANS + 1)).refused == "no_picture"
    assert received(drawn_over(2), MOST_BYTES, 10**7, 1) == "no_picture"
    assert camera.frames == 0


def test_nobody_waits_for_a_picture_that_is_decoded(camera: PhoneCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()

    def take() -> None:
        camera.take_over("b")
        done.set()

    def slowly(*given: object) -> NDArray[np.uint8]:
        threading.Thread(target=take, daemon=True).start()
        done.wait(PATIENCE)
        return table()

    monkeypatch.setattr("tileye.vision.sources.uploads.received", slowly)
    answer = camera.put("a", GOOD)
    assert done.is_set()
    assert answer.refused == "other_phone", "another phone took over meanwhile"
