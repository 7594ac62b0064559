from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.frames import Frame, Notice, Pace, Source, SourceError, SteadyTime
from tileye.vision.sources.opening import open_source

DEMO = Path(__file__).parents[3] / "companion_web" / "film" / "film.mp4"
SIDE = 48


def film(path: Path, frames: int = 30, rate: float = 15.0, code: str = "mp4v") -> Path:
    """A film whose frames get brighter one by one, twice as bright red as green."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), rate, (SIDE, SIDE))
    for number in range(frames):
        writer.write(np.full((SIDE, SIDE, 3), (0, 3 * number, 6 * number), np.uint8))
    writer.release()
    return path


def split(source: Source) -> tuple[list[Frame], list[Notice]]:
    with source:
        items = list(source)
    return [one for one in items if isinstance(one, Frame)], [one for one in items if isinstance(one, Notice)]


def refusal(text: str) -> str:
    with pytest.raises(SourceError) as caught:
        open_source(text)
    said = str(caught.value)
    assert "\n" not in said
    return said


def test_a_film_gives_each_of_its_frames_at_its_time(tmp_path: Path) -> None:
    frames, notices = split(open_source(str(film(tmp_path / "film.mp4"))))
    assert not notices
    assert [frame.at for frame in frames] == pytest.approx([number / 15 for number in range(30)], abs=1e-3)
    means = np.array([frame.picture.mean((0, 1)) for frame in frames])
    assert (np.diff(means[:, 0]) > 0).all()
    assert (means[5:, 0] > 1.5 * means[5:, 1]).all()


@pytest.mark.parametrize(("rate", "taken"), [(30, 15), (60, 15), (25, 15), (24, 15), (10, 10), (15.02, 15)])
def test_films_of_any_rate_are_stepped_fifteen_times_a_second_at_most(tmp_path: Path, rate: float, taken: int) -> None:
    frames, _ = split(open_source(str(film(tmp_path / "film.mp4", frames=round(3 * rate), rate=rate))))
    assert abs(len(frames) - 3 * taken) <= 1
    assert frames[-1].at == pytest.approx(3, abs=0.15)


def test_a_film_can_be_gone_through_again_with_the_same_frames() -> None:
    source = FilmSource(DEMO)
    runs = []
    for _ in range(2):
        frames = [item for item, _ in zip(source, range(40), strict=False) if isinstance(item, Frame)]
        runs.append([(frame.at, frame.picture.tobytes()) for frame in frames])
    assert runs[0] == runs[1]


@pytest.mark.parametrize("start", [0.1, 0.3, 1.0, 60.0])
def test_a_film_begins_at_any_second_with_the_frames_it_has_there(start: float) -> None:
    late = list(islice(FilmSource(DEMO, start=start), 3))
    if start > 2:
        assert [one.at for one in late] == pytest.approx([start + step / 15 for step in range(3)], abs=0.07)
        return
    usual = [one for one in islice(FilmSource(DEMO), 30) if one.at >= start][:3]
    assert [one.at for one in late] == pytest.approx([one.at for one in usual], abs=1e-6)
    for one, other in zip(late, usual, strict=True):
        assert isinstance(one, Frame)
        assert isinstance(other, Frame)
        assert (one.picture == other.picture).all()


def test_a_closed_film_ends(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "film.mp4")))
    given_frames = 0
    for _ in source:
        given_frames += 1
        source.close()
    assert given_frames == 1
    assert source.seconds == 0


def test_a_film_that_was_cut_off_says_so_and_ends(tmp_path: Path) -> None:
    whole = film(tmp_path / "film.avi", frames=60, code="MJPG")
    part = tmp_path / "part.avi"
    part.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    frames, notices = split(open_source(str(part)))
    assert 10 < len(frames) < 40
    assert [notice.kind for notice in notices] == ["cut"]
    assert "of 4.0 seconds" in notices[0].text


@pytest.mark.parametrize("keep", [0.0, 0.01, 0.5, 0.95])
def test_a_film_without_its_index_is_refused(tmp_path: Path, keep: float) -> None:
    part = tmp_path / "part.mp4"
    data = film(tmp_path / "film.mp4").read_bytes()
    part.write_bytes(data[: int(len(data) * keep)])
    assert ("is empty" if keep == 0 else "anew") in refusal(str(part))


def test_a_film_with_damage_inside_never_crashes(tmp_path: Path) -> None:
    data = bytearray(film(tmp_path / "film.avi", frames=40, code="MJPG").read_bytes())
    for place in range(len(data) // 3, len(data) // 2):
        data[place] = place * 7 % 256
    path = tmp_path / "damaged.avi"
    path.write_bytes(data)
    frames, _ = split(open_source(str(path)))
    assert 5 < len(frames) <= 40


def test_a_film_whose_frames_change_size_goes_on(tmp_path: Path) -> None:
    small = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
    large = cv2.imencode(".jpg", np.full((96, 128, 3), 90, np.uint8))[1].tobytes()
    path = tmp_path / "film.mjpeg"
    path.write_bytes(small * 20 + large * 20)
    frames, _ = split(open_source(str(path)))
    assert len(frames) == pytest.approx(40 / 25 * 15, abs=1)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("film.mp4", b"hello, this is no film at all", "is no film that can be read"),
        ("photo.JPG", b"\xff\xd8\xff\xe0rest", "is a picture, not a film"),
        ("truth.jsonl", b"{}\n" * 100, "is no film that can be read"),
    ],
)
def test_what_is_no_film_is_refused(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert said in refusal(str(path))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no source is named"),
        ("no/such/film.mp4", "there is no no/such/film.mp4: check the name"),
        ("1000", "there is no camera 1000"),
        ("ftp://there/film.mp4", "has to look like http://HOST/PATH"),
        ("http://", "has to look like http://HOST/PATH"),
        ("file:///etc/passwd", "has to look like http://HOST/PATH"),
        ("http://there:port/", "has to look like http://HOST/PATH"),
        ("x" * 5000, "cannot be opened"),
        ("a\0b", "there is no"),
    ],
)
def test_what_cannot_be_a_source_is_refused(text: str, said: str) -> None:
    assert said in refusal(text)


@pytest.mark.parametrize(
    ("names", "after_missing"),
    [
        (["01", "02", "04", "05"], ["04"]),
        (["1", "2", "3"], []),
        (["02", "03"], ["02"]),
        (["0", "1"], []),
        (["IMG_0412", "IMG_0413", "IMG_0416"], ["IMG_0416"]),
        (["turn 8 (Ada)", "turn 9 (Ada)"], []),
        (["20260814_101502", "20260814_101633"], []),
        (["a3", "b5"], []),
        (["one", "two"], []),
        (["9", "99"], ["99"]),
    ],
)
def test_names_that_skip_a_number_tell_of_missing_pictures(
    tmp_path: Path, names: list[str], after_missing: list[str]
) -> None:
    for name in names:
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.zeros((SIDE, SIDE, 3), np.uint8))
    frames, _ = split(open_source(str(tmp_path)))
    assert [frame.name for frame in frames if frame.skipped] == [f"{name}.png" for name in after_missing]


def test_a_picture_that_cannot_be_read_is_missing(tmp_path: Path) -> None:
    for name in "134":
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.zeros((SIDE, SIDE, 3), np.uint8))
    (tmp_path / "2.png").write_bytes(b"nothing")
    frames, notices = split(open_source(str(tmp_path)))
    assert [frame.skipped for frame in frames] == [False, True, False]
    assert len(notices) == 1


def test_a_folder_gives_its_pictures_by_name(tmp_path: Path) -> None:
    for name, level in (("2.png", 20), ("1.jpg", 10), ("3.jpg", 30)):
        cv2.imwrite(str(tmp_path / name), np.full((SIDE, SIDE, 3), level, np.uint8))
    (tmp_path / "inputs.jsonl").write_text("{}")
    (tmp_path / "4.jpg").write_bytes(b"")
    frames, notices = split(open_source(str(tmp_path)))
    assert [(frame.name, frame.at) for frame in frames] == [("1.jpg", 1), ("2.png", 2), ("3.jpg", 3)]
    assert [round(float(frame.picture.mean())) for frame in frames] == [10, 20, 30]
    assert [(notice.kind, notice.name, notice.at) for notice in notices] == [("unreadable", "4.jpg", 4)]


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    assert "holds no pictures" in refusal(str(tmp_path))


@given(st.lists(st.floats(-1e6, 1e6), max_size=30), st.sampled_from([0.0, 0.04]))
def test_times_never_run_backwards(raw: list[float], step: float) -> None:
    steady = SteadyTime(step)
    times = [steady.at(one) for one in raw]
    assert times[:1] in ([], [0.0])
    assert times == sorted(times)


def test_a_clock_that_jumps_back_goes_on_from_there() -> None:
    steady = SteadyTime()
    assert [steady.at(raw) for raw in (100.0, 101.0, 50.0, 51.0, 53.5)] == [0.0, 1.0, 1.0, 2.0, 4.5]


@given(st.lists(st.floats(0, 0.5), min_size=1, max_size=80))
def test_the_pace_is_never_above_its_rate_and_leaves_no_holes(gaps: list[float]) -> None:
    pace, times = Pace(10), np.cumsum(gaps)
    taken = [at for at in times if pace.due(float(at))]
    assert taken[0] == times[0]
    assert len(taken) <= (times[-1] - times[0]) * 10 + 2
    for before, at in pairwise(times):
        assert any(before <= one <= at for one in taken) or at - taken[int(np.searchsorted(taken, at)) - 1] < 0.2
