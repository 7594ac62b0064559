"""Sources in the time of the record: paced, paused, looked for again."""

import threading
import time

import numpy as np
import pytest

from companion_web.tables.sources import Steered, SteeredCamera, SteeredFilm
from tests.vision.shown import Shown
from vision.sources.frames import Frame, Item, Notice, Source, SourceError
from vision.sources.pushed import PushedSource

BEGAN = 1_790_000_000.0
PICTURE = np.zeros((32, 32, 3), np.uint8)


def film(seconds: float = 2.0, rate: float = 15.0) -> Shown:
    return Shown([Frame(number / rate, PICTURE) for number in range(round(seconds * rate))])


def steered(seconds: float = 2.0, speed: float = 1000.0) -> SteeredFilm:
    return SteeredFilm(lambda: film(seconds), BEGAN, speed)


class Reading:
    """What a thread gets from a source."""

    def __init__(self, source: Steered) -> None:
        self.source = source
        self.items: list[Item] = []
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        for item in self.source:
            self.items.append(item)

    def kinds(self) -> list[str]:
        return ["frame" if isinstance(item, Frame) else item.kind for item in [*self.items]]

    def wait_for(self, kind: str, count: int = 1) -> None:
        until = time.monotonic() + 3
        while self.kinds().count(kind) < count:
            assert time.monotonic() < until, self.kinds()
            time.sleep(0.005)

    def close(self) -> None:
        self.source.close()
        self.thread.join(2)
        assert not self.thread.is_alive()


def frames(items: list[Item]) -> list[Frame]:
    return [item for item in items if isinstance(item, Frame)]


def test_times_are_those_of_the_record() -> None:
    reading = Reading(steered())
    reading.wait_for("still")
    reading.close()
    assert [frame.at for frame in frames(reading.items)] == [round(BEGAN + number / 15, 3) for number in range(30)]


@pytest.mark.parametrize("speed", [2.0, 8.0])
def test_a_film_is_paced_by_its_own_time(speed: float) -> None:
    start = time.monotonic()
    reading = Reading(steered(seconds=1.6, speed=speed))
    reading.wait_for("frame", 24)
    assert time.monotonic() - start == pytest.approx(23 / 15 / speed, abs=0.15)
    reading.close()


def test_whoever_cannot_keep_up_gets_every_frame_late() -> None:
    source = steered(seconds=1.0, speed=40.0)
    got, ages = [], []
    for item in source:
        if isinstance(item, Notice):
            break
        time.sleep(0.02)
        got.append(item.at)
        ages.append(source.age or 0)
    source.close()
    assert len(got) == 15
    assert ages[-1] > 0.1


def test_a_paused_film_stands_still_and_goes_on_where_it_stood() -> None:
    source = steered(seconds=1.0, speed=5.0)
    reading = Reading(source)
    reading.wait_for("frame", 3)
    source.pause()
    reading.wait_for("paused")
    shown = len(frames(reading.items))
    time.sleep(0.1)
    assert len(frames(reading.items)) == shown < 15
    assert source.paused
    assert source.newest is not None
    source.go_on()
    reading.wait_for("frame", 15)
    reading.close()
    assert reading.kinds().count("paused") == 1


def test_after_a_film_time_goes_on_until_it_is_closed() -> None:
    source = steered(seconds=0.2)
    reading = Reading(source)
    reading.wait_for("still")
    assert source.over
    source.wake()
    reading.wait_for("still", 2)
    assert source.seconds > BEGAN + 0.2
    reading.close()


def test_somebody_who_says_something_does_not_wait_for_the_next_frame() -> None:
    source = SteeredFilm(lambda: Shown([Frame(0.0, PICTURE), Frame(60.0, PICTURE)]), BEGAN)
    reading = Reading(source)
    reading.wait_for("frame")
    start = time.monotonic()
    source.wake()
    reading.wait_for("still")
    assert time.monotonic() - start < 0.5
    reading.close()


def test_a_camera_tells_the_time_of_day() -> None:
    pushed = PushedSource(patience=0.05)
    source = SteeredCamera(lambda: pushed)
    reading = Reading(source)
    pushed.push(PICTURE)
    reading.wait_for("frame")
    assert frames(reading.items)[0].at == pytest.approx(time.time(), abs=0.5)
    assert source.age is not None
    reading.close()


def test_a_paused_camera_shows_its_picture_and_is_not_judged() -> None:
    pushed = PushedSource(patience=0.05)
    source = SteeredCamera(lambda: pushed)
    reading = Reading(source)
    source.pause()
    pushed.push(PICTURE + 1)
    reading.wait_for("paused")
    assert not frames(reading.items)
    assert source.newest is not None
    assert source.newest.picture.max() == 1
    source.go_on()
    time.sleep(0.1)
    pushed.push(PICTURE)
    reading.wait_for("frame")
    reading.close()


def test_a_camera_that_is_not_there_is_looked_for_again() -> None:
    pushed, tries = PushedSource(patience=0.05), iter([False, False, True])

    def opening() -> Source:
        if not next(tries):
            raise SourceError("camera 0 cannot be opened: plug it in")
        return pushed

    reading = Reading(SteeredCamera(opening, retry=0.02))
    reading.wait_for("back")
    pushed.push(PICTURE)
    reading.wait_for("frame")
    reading.close()
    kinds = reading.kinds()
    assert kinds[0] == "lost"
    assert kinds.count("lost") == 1


def test_what_is_closed_before_it_was_opened_stays_closed() -> None:
    ready = PushedSource()
    source = SteeredCamera(PushedSource, source=ready)
    source.close()
    assert not ready.push(PICTURE)
    assert list(source) == []


def test_whoever_stopped_in_the_middle_goes_on_there() -> None:
    source = steered(seconds=0.4)
    first = next(iter(source))
    assert first.at == BEGAN
    assert next(iter(source)).at > BEGAN
    source.close()
