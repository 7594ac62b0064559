"""Films in which frames are lost, and films in which time jumps though nothing is."""

import struct
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

import cv2
import numpy as np
import pytest

from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.frames import Frame, Item, Notice
from tileye.vision.sources.matroska import is_broken

DEMO = Path(__file__).parents[3] / "companion_web" / "film" / "film.mp4"
FRAMES, RATE = 120, 15
KINDS = [("film.mp4", "mp4v"), ("film.mp4", "vp09"), ("film.mp4", "MJPG"), ("film.mkv", "MJPG"), ("film.mkv", "FFV1")]


def film(path: Path, code: str) -> Path:
    """A film of a disc that moves over a patterned table."""
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*code), RATE, (160, 120))
    table = np.random.default_rng(1).integers(0, 255, (15, 20, 3), np.uint8).repeat(8, 0).repeat(8, 1)
    for number in range(FRAMES):
        writer.write(cv2.circle(table.copy(), (20 + number, 60), 15, (0, 255 - number, 2 * number), -1))
    writer.release()
    return path


def noisy(path: Path, start: float, length: int) -> Path:
    """The film with so many bytes of noise from some share of it on."""
    data = bytearray(path.read_bytes())
    first = int(start * len(data))
    data[first : first + length] = np.random.default_rng(7).integers(0, 256, length, np.uint8).tobytes()
    damaged = path.with_stem("damaged")
    damaged.write_bytes(data)
    return damaged


def split(items: list[Item]) -> tuple[list[Frame], list[Notice]]:
    return [one for one in items if isinstance(one, Frame)], [one for one in items if isinstance(one, Notice)]


@pytest.mark.parametrize(("name", "code"), KINDS)
def test_frames_lost_in_the_middle_are_told(tmp_path: Path, name: str, code: str) -> None:
    whole = film(tmp_path / name, code)
    frames, notices = split(list(FilmSource(whole)))
    assert (len(frames), notices) == (FRAMES, [])
    frames, notices = split(list(FilmSource(noisy(whole, 0.4, whole.stat().st_size // 5))))
    assert FRAMES / 2 < len(frames) < 0.9 * FRAMES
    assert frames[-1].at == pytest.approx((FRAMES - 1) / RATE, abs=0.01)
    assert {notice.kind for notice in notices} == {"unreadable"}
    assert all(0.3 * FRAMES / RATE < notice.at < 0.8 * FRAMES / RATE for notice in notices)
    assert "of the film cannot be read and are left out: copy it anew" in notices[0].text


def test_as_many_seconds_are_told_as_are_lost(tmp_path: Path) -> None:
    whole = film(tmp_path / "film.mp4", "MJPG")
    frames, notices = split(list(FilmSource(noisy(whole, 0.4, whole.stat().st_size // 5))))
    assert notices[0].text.startswith(f"{(FRAMES - len(frames)) / RATE:.1f} seconds before")


def test_bytes_that_are_missing_from_a_matroska_film_are_told(tmp_path: Path) -> None:
    data = film(tmp_path / "film.mkv", "MJPG").read_bytes()
    part = tmp_path / "part.mkv"
    part.write_bytes(data[: len(data) // 3] + data[len(data) // 2 :])
    frames, notices = split(list(FilmSource(part)))
    assert FRAMES / 2 < len(frames) < FRAMES
    assert [notice.kind for notice in notices] == ["unreadable"]


@pytest.mark.parametrize(("start", "length"), [(0.2, 100_000), (0.5, 60_000)])
def test_damage_inside_a_film_as_phones_make_them_is_told(tmp_path: Path, start: float, length: int) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(DEMO.read_bytes())
    rate_of_bytes = path.stat().st_size / 103
    first = start * 103 - 3
    source = FilmSource(noisy(path, start, length), start=first)
    last = first + 10 + length / rate_of_bytes
    _, notices = split(list(takewhile(lambda one: one.at < last, source)))
    assert {notice.kind for notice in notices} == {"unreadable"}


@pytest.mark.parametrize(("byte", "bit"), [(1, 0x40), (1, 0x08), (2, 0x10)])
def test_bits_that_flip_where_a_matroska_film_tells_lengths_are_told(tmp_path: Path, byte: int, bit: int) -> None:
    path = film(tmp_path / "film.mkv", "FFV1")
    data = bytearray(path.read_bytes())
    # A simple block with a length of two bytes, of the first track, at its cluster's own time.
    block = next(at for at in range(len(data) // 2, len(data)) if is_block(data[at : at + 6]))
    data[block + byte] ^= bit
    path.write_bytes(data)
    frames, notices = split(list(FilmSource(path)))
    assert len(frames) < 0.95 * FRAMES
    assert [notice.kind for notice in notices] == ["unreadable"]


def is_block(start: bytearray) -> bool:
    return start[:1] == b"\xa3" and 0x40 <= start[1] < 0x80 and start[3:] == b"\x81\0\0"


def boxes_replaced(data: bytes, path: list[bytes], change: Callable[[bytes], bytes]) -> bytes:
    """An MP4 file, or what a box of it holds, with another content of the boxes at a path."""
    made, at = b"", 0
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        content = data[at + 8 : at + size]
        if name == path[0]:
            content = boxes_replaced(content, path[1:], change) if path[1:] else change(content)
        made += struct.pack(">I4s", len(content) + 8, name) + content
        at += size
    return made


def slowed(content: bytes) -> bytes:
    """Of the frames every tenth is shown for a second."""
    step = struct.unpack(">I", content[12:16])[0]
    runs = [(9, step), (1, RATE * step)] * (FRAMES // 10)
    return content[:4] + struct.pack(">I", len(runs)) + b"".join(struct.pack(">II", *run) for run in runs)


@pytest.mark.parametrize("code", ["mp4v", "vp09", "MJPG"])
def test_frames_of_an_uneven_rate_are_not_lost(tmp_path: Path, code: str) -> None:
    path = film(tmp_path / "film.mp4", code)
    table = [b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stts"]
    # Without the edit list, which says how long the film was.
    path.write_bytes(boxes_replaced(path.read_bytes(), table, slowed).replace(b"edts", b"free"))
    frames, notices = split(list(FilmSource(path)))
    assert len(frames) == FRAMES
    assert max(np.diff([frame.at for frame in frames])) == pytest.approx(1, abs=0.1)
    assert [notice for notice in notices if notice.kind != "cut"] == []


def test_a_pause_in_a_matroska_film_is_no_loss(tmp_path: Path) -> None:
    path = film(tmp_path / "film.mkv", "MJPG")
    data = bytearray(path.read_bytes())
    cluster = data.rindex(b"\x1f\x43\xb6\x75")
    stamp = data.index(b"\xe7\x82", cluster) + 2
    data[stamp : stamp + 2] = (int.from_bytes(data[stamp : stamp + 2]) + 4000).to_bytes(2)
    path.write_bytes(data)
    frames, notices = split(list(FilmSource(path)))
    assert max(np.diff([frame.at for frame in frames])) > 3
    assert (len(frames), notices) == (FRAMES, [])


def test_a_film_that_is_held_upright_is_whole(tmp_path: Path) -> None:
    def turned(content: bytes) -> bytes:
        one = 1 << 16
        matrix = struct.pack(">9i", 0, one, 0, -one, 0, 0, 0, 0, 1 << 30)
        return content[:40] + matrix + content[76:]

    path = film(tmp_path / "film.mp4", "mp4v")
    path.write_bytes(boxes_replaced(path.read_bytes(), [b"moov", b"trak", b"tkhd"], turned))
    frames, notices = split(list(FilmSource(path)))
    assert frames[0].picture.shape == (160, 120, 3)
    assert (len(frames), notices) == (FRAMES, [])


def test_the_demo_film_is_whole() -> None:
    frames, notices = split(list(takewhile(lambda one: one.at < 8, FilmSource(DEMO))))
    assert (len(frames), notices) == (120, [])


@pytest.mark.parametrize("keep", [0.05, 0.5, 0.9, 0.999])
def test_a_matroska_film_that_was_cut_off_is_not_broken_inside(tmp_path: Path, keep: float) -> None:
    data = film(tmp_path / "film.mkv", "FFV1").read_bytes()
    part = tmp_path / "part.mkv"
    part.write_bytes(data[: int(keep * len(data))])
    assert not is_broken(part)


@pytest.mark.parametrize(
    "data", [b"", b"\x1a\x45\xdf\xa3", b"\x1a\x45\xdf\xa3\x00", b"hello", b"\x1a\x45\xdf\xa3\x80\x00\x00"]
)
def test_whatever_a_file_holds_it_is_looked_into_without_trouble(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "film.mkv"
    path.write_bytes(data)
    assert is_broken(path) in (False, True)
    assert not is_broken(tmp_path / "nothing")
