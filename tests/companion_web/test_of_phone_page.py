"""How films are shown to the page of a phone, and how what came of it is compared; figures are no matter of tests."""

import json
import re
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileye.companion_web.benchmarks.browsers import CHOICE
from tileye.companion_web.benchmarks.film_cameras import RATE, Standstills, write_camera
from tileye.companion_web.benchmarks.of_phone_page import CameraClock, Watched, judged, main
from tileye.companion_web.benchmarks.programs import camera_token
from tileye.rules.jsonlines import Json
from tileye.vision.images.pictures import Picture

KEPT = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
TRUTH: list[Json] = [
    {"event": "game", "rules": "tiles", "players": ["Ada", "Dora"]},
    {"event": "turn", "at": 9.0, "number": 1, "player": 1, "placed": [["1B", 0, 0], ["2B", 1, 0]], "points": 2},
    {"event": "turn", "at": 15.0, "number": 2, "player": 0, "placed": [["3B", 2, 0]], "points": 3},
    {"event": "sheet", "at": 20.0, "players": [{"name": "Ada", "points": 3}, {"name": "Dora", "points": 2}]},
]
SECONDS = st.floats(0, 300)


def pictures(camera: Path) -> list[Picture]:
    """The pictures of a file for a camera."""
    data = camera.read_bytes()
    starts = [*(found.start() for found in re.finditer(b"\xff\xd8\xff", data)), len(data)]
    parts = [np.frombuffer(data[begin:end], np.uint8) for begin, end in pairwise(starts)]
    return [np.asarray(cv2.imdecode(part, cv2.IMREAD_COLOR), np.uint8) for part in parts]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Four frames at 15 a second, each brighter than the one before."""
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 15, (64, 32))
    for level in range(50, 250, 50):
        writer.write(np.full((32, 64, 3), level, np.uint8))
    writer.release()
    return path


def test_each_frame_is_doubled_and_the_first_and_last_stand_still(film: Path, tmp_path: Path) -> None:
    camera = tmp_path / "camera.mjpeg"
    write_camera(film, camera, Standstills(lead=1.0, tail=0.5))
    kinds = [50 * round(picture.mean() / 50) for picture in pictures(camera)]
    assert [kinds.count(level) for level in range(50, 250, 50)] == [RATE + 2, 2, 2, RATE // 2]
    assert kinds == sorted(kinds)


def test_a_turned_phone_sees_the_film_turned(film: Path, tmp_path: Path) -> None:
    camera = tmp_path / "camera.mjpeg"
    write_camera(film, camera, Standstills(lead=0.0, tail=0.1), turned=90)
    assert {picture.shape for picture in pictures(camera)} == {(64, 32, 3)}


@given(st.builds(Standstills, at=SECONDS, seconds=SECONDS), SECONDS)
def test_the_camera_shows_each_second_of_a_film(still: Standstills, second: float) -> None:
    assert still.film_second(still.camera_second(second)) == pytest.approx(second)


def test_the_film_waits_in_the_middle() -> None:
    still = Standstills(lead=20.0, at=40.0, seconds=10.0)
    assert [still.film_second(camera) for camera in (20.0, 59.0, 60.0, 65.0, 70.0, 71.0)] == [0, 39, 40, 40, 40, 41]


def test_time_is_what_the_camera_shows_and_people_wait_in_their_own() -> None:
    clock = CameraClock(Standstills(lead=0.0), [100.0, 102.0, 106.0], [0.0, 2.0, 4.0])
    assert [clock.due(film, 0.0) for film in (1.0, 3.0, 4.0)] == [101.0, 104.0, 106.0]
    assert clock.due(4.0, 1.0) == 105.0
    assert clock.rate == pytest.approx(20.0)


@pytest.mark.parametrize("points", [3, 4])
def test_turns_are_compared_with_the_truth_and_with_the_file(tmp_path: Path, points: int) -> None:
    (tmp_path / "truth.jsonl").write_text("\n".join(map(json.dumps, TRUTH)))
    turns = [{**turn, "kind": "turn"} for turn in TRUTH if turn["event"] == "turn"]
    turns[1]["points"] = points
    state = {"turns": turns, "players": TRUTH[-1]["players"]}
    clock = CameraClock(Standstills(lead=0.0), [100.0, 120.0], [0.0, 20.0])
    found = judged(tmp_path, Watched(state, {1: 109.5}, clock, 6.0, 0.1, 250.0, []), TRUTH)
    right = 2 if points == 3 else 1
    assert (found.right.turns_right, found.like_file.turns_right) == (right, right)
    assert found.delays == pytest.approx([0.5])
    assert bool(found.differences) == (right < 2)


def test_who_has_no_browser_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(CHOICE, "no-such-browser")
    with pytest.raises(SystemExit, match=CHOICE):
        main([str(tmp_path)])


def test_who_has_no_network_is_told_so() -> None:
    assert camera_token({"addresses": ["https://192.168.1.2:4711/camera/abc"]}) == "abc"
    with pytest.raises(SystemExit, match="home network"):
        camera_token({"addresses": []})


def test_what_was_measured_is_kept() -> None:
    assert "benchmarks.of_phone_page" in KEPT
