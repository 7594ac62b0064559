"""Sources in the time of the record: paced, paused, looked for again."""

import threading
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from tests.vision.shown import Shown
from tests.waiting import wait_for_end, wait_until
from tileye.companion_web.sessions.sources import PacedCamera, PacedFilm, PacedSource, SystemClock
from tileye.vision.sources.frames import Frame, Item, Source, SourceError
from tileye.vision.sources.pushed import PushedSource

BEGAN = 1_790_000_000.0
PICTURE = np.zeros((32, 32, 3), np.uint8)


class Passing(SystemClock):
    """A clock that goes on only while somebody waits."""

    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> float:
        return self.at

    def wait(self, changed: threading.Condition, enough: Callable[[], bool], seconds: float) -> None:
        if not enough():
            self.at += seconds


def film(seconds: float = 2.0, rate: float = 15.0) -> Shown:
    return Shown([Frame(number / rate, PICTURE) for number in range(round(seconds * rate))])


def steered(seconds: float = 2.0, speed: float = 1000.0, clock: SystemClock | None = None) -> PacedFilm:
    return PacedFilm(lambda: film(seconds), BEGAN, speed, clock=clock or Passing())


def kinds(items: Sequence[Item]) -> list[str]:
    return ["frame" if isinstance(item, Frame) else item.kind for item in items]


def followed(source: PacedSource, kind: str, count: int = 1) -> list[Item]:
    """What comes until so much of a kind has come."""
    items: list[Item] = []
    for item in source:
        items.append(item)
        if kinds(items).count(kind) == count:
            break
    return items


def test_times_are_those_of_the_record() -> None:
    *frames, _ = followed(steered(), "still")
    assert [frame.at for frame in frames] == [round(BEGAN + number / 15, 3) for number in range(30)]


@pytest.mark.parametrize("speed", [2.0, 8.0])
def test_a_film_is_paced_by_its_own_time(speed: float) -> None:
    clock = Passing()
    source = iter(steered(seconds=1.6, speed=speed, clock=clock))
    came = [clock.at for _ in range(24) if next(source)]
    assert came == pytest.approx([number / 15 / speed for number in range(24)], abs=0.001)


def test_whoever_cannot_keep_up_gets_every_frame_late() -> None:
    clock = Passing()
    source = steered(seconds=1.0, speed=40.0, clock=clock)
    got, ages = [], []
    for item in source:
        if not isinstance(item, Frame):
            break
        clock.at += 0.02
        got.append(item.at)
        ages.append(source.age or 0)
    assert len(got) == 15
    assert ages[-1] > 0.1


def test_a_paused_film_stands_still_and_goes_on_where_it_stood() -> None:
    source = steered(seconds=1.0, speed=5.0)
    before = followed(source, "frame", 3)
    source.pause()
    standing = followed(source, "still", 9)
    assert kinds(standing) == ["paused"] + ["still"] * 9
    assert {item.at for item in standing} == {before[-1].at}
    assert source.paused
    assert source.newest is before[-1]
    source.go_on()
    after = followed(source, "frame", 12)
    assert set(kinds(after)) == {"still", "frame"}
    assert after[-1].at == round(BEGAN + 14 / 15, 3)


def test_after_a_film_time_goes_on_until_it_is_closed() -> None:
    source = steered(seconds=0.2)
    followed(source, "still")
    assert source.over
    assert source.seconds > BEGAN + 0.2
    before = source.seconds
    source.wake()
    followed(source, "still")
    assert source.seconds == before
    source.close()
    assert kinds(list(source)) in ([], ["still"])


def test_somebody_who_says_something_does_not_wait_for_the_next_frame() -> None:
    """In the time of this computer: the next frame would come in eleven days."""
    source = PacedFilm(lambda: Shown([Frame(0.0, PICTURE), Frame(1e6, PICTURE)]), BEGAN)
    items: list[Item] = []

    def read() -> None:
        for item in source:
            # One by one, so that somebody can wait for each.
            items.append(item)  # noqa: PERF402

    reader = threading.Thread(target=read)
    reader.start()
    wait_until(lambda: kinds(items) == ["frame"])
    source.wake()
    wait_until(lambda: kinds(items) == ["frame", "still"])
    source.close()
    wait_for_end(reader)


def test_a_camera_tells_the_time_of_day() -> None:
    clock = Passing()
    pushed = PushedSource(clock.now)
    source = PacedCamera(lambda: pushed, lambda: BEGAN, clock=clock)
    clock.at = 7.0
    pushed.push(PICTURE)
    clock.at = 9.0
    (frame,) = followed(source, "frame")
    assert frame.at == BEGAN + 7
    assert source.age == 2.0
    assert source.seconds == BEGAN + 9


def test_a_paused_camera_shows_its_picture_and_is_not_judged() -> None:
    pushed = PushedSource()
    source = PacedCamera(lambda: pushed)
    source.pause()
    pushed.push(PICTURE + 1)
    assert kinds(followed(source, "paused")) == ["paused"]
    assert source.newest is not None
    assert source.newest.picture.max() == 1
    source.go_on()
    pushed.push(PICTURE)
    assert "frame" in kinds(followed(source, "frame"))


def test_a_camera_that_is_not_there_is_looked_for_again() -> None:
    pushed, tries = PushedSource(), iter([False, False, True])

    def opening() -> Source:
        if not next(tries):
            raise SourceError("camera", n=0)
        return pushed

    source = PacedCamera(opening, clock=Passing())
    pushed.push(PICTURE)
    assert kinds(followed(source, "frame")) == ["lost", "still", "back", "frame"]


def test_what_is_closed_before_it_was_opened_stays_closed() -> None:
    ready = PushedSource()
    source = PacedCamera(PushedSource, source=ready)
    source.close()
    assert not ready.push(PICTURE)
    assert list(source) == []


def test_whoever_stopped_in_the_middle_goes_on_there() -> None:
    source = steered(seconds=0.4)
    first = next(iter(source))
    assert first.at == BEGAN
    assert next(iter(source)).at > BEGAN
    source.close()
