"""When a table at rest is read, and how much of it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tileye.vision.images.changes import ChangedBlocks
from tileye.vision.tracking.read_schedule import ReadSchedule

FPS = 15


def region(*blocks: tuple[int, int]) -> ChangedBlocks:
    marked = np.zeros((9, 16), np.bool_)
    for row, column in blocks:
        marked[row, column] = True
    return ChangedBlocks(marked, (360, 640))


def watched(
    rest: ReadSchedule, seconds: float, start: float = 0.0, changed: ChangedBlocks | None = None
) -> tuple[ReadSchedule, list[float]]:
    """When a table is read on which nothing happens, or the same thing again and again."""
    times = []
    for frame in range(round(seconds * FPS)):
        at = start + frame / FPS
        rest = rest.changed(changed) if changed else rest
        if rest.is_due(at):
            times.append(at)
            rest = rest.read(at, whole=rest.boxes is None)
    return rest, times


def test_a_table_is_read_at_once_then_with_growing_pauses() -> None:
    _, times = watched(ReadSchedule(), 30.0)
    assert times[:3] == [0, 1 / FPS, 2 / FPS]
    pauses = np.diff(times)[2:]
    assert (np.diff(pauses) > -1.5 / FPS).all()
    assert 0.2 < pauses[0] < 0.4
    assert 4.9 < pauses[-1] < 5.2


def test_what_changed_is_read_until_all_is() -> None:
    rest = ReadSchedule().changed(region((2, 3)))
    assert rest.boxes == [(80, 40, 200, 160)]
    for at in range(3):
        rest = rest.read(at, whole=False).changed(region())
    assert rest.boxes is None
    assert rest.read(4.0, whole=True).disturbed().boxes == []


def test_what_changed_before_a_hand_came_is_read_with_what_it_changed() -> None:
    rest = ReadSchedule().changed(region((2, 3))).disturbed().changed(region((6, 12)))
    assert rest.boxes is not None
    assert len(rest.boxes) == 2


def test_a_hand_makes_it_due_at_once() -> None:
    rest, _ = watched(ReadSchedule(), 10.0)
    assert not rest.is_due(10.0)
    assert rest.disturbed().is_due(10.0)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 15)), min_size=1))
def test_noise_is_read_about_once_a_second_and_never_missed(blocks: list[tuple[int, int]]) -> None:
    rest, _ = watched(ReadSchedule(), 20.0)
    _, times = watched(rest, 20.0, 20.0, region(*blocks))
    assert 15 < len(times) < 25
    assert times[0] < 21.1
