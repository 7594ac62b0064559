import io
import os
import subprocess
import sys
import zlib
from pathlib import Path
from struct import pack, pack_into, unpack_from
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from tests.laws import tried
from tileye.vision.images.decoding import decode, tells_of_loss
from tileye.vision.images.headers import read_header
from tileye.vision.images.pictures import PictureError, find_pictures, load_picture, pictures_in

FORMATS = ("JPEG", "PNG", "WebP", "BMP", "TIFF", "GIF")
BLOCKS = np.random.default_rng(1).integers(0, 256, (3, 4, 3), np.uint8)
COLOURS: NDArray[np.uint8] = BLOCKS.repeat(16, 0).repeat(16, 1)
PICTURE = Image.fromarray(COLOURS)


def encoded(kind: str, picture: Image.Image = PICTURE, **options: Any) -> bytes:  # noqa: ANN401 - of any format
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def written(folder: Path, data: bytes) -> Path:
    path = folder / "picture"
    path.write_bytes(data)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize("kind", FORMATS)
def test_each_format_is_read_by_its_content(tmp_path: Path, kind: str) -> None:
    picture = load_picture(written(tmp_path, encoded(kind)))
    assert picture.shape == COLOURS.shape
    assert picture.dtype == np.uint8
    inner = picture.astype(int)[8::16, 8::16]
    assert abs(inner - BLOCKS).mean() < (12 if kind in ("JPEG", "WebP") else 1)


@pytest.mark.parametrize("kind", FORMATS)
def test_headers_tell_the_size(kind: str) -> None:
    header = read_header(encoded(kind))
    assert header is not None
    assert (header.kind, header.width, header.height, header.whole, header.animated) == (kind, 64, 48, True, False)


@pytest.mark.parametrize(
    ("kind", "options"),
    [("JPEG", {"progressive": True}), ("JPEG", {"restart_marker_blocks": 1}), ("WebP", {"lossless": True})],
)
def test_other_ways_to_write_a_format(tmp_path: Path, kind: str, options: dict[str, Any]) -> None:
    assert load_picture(written(tmp_path, encoded(kind, **options))).shape == COLOURS.shape


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "P", "1", "I;16"])
def test_grey_alpha_palette_and_16_bits_become_8_bit_colours(tmp_path: Path, mode: str) -> None:
    grey = COLOURS[..., 0]
    picture = Image.fromarray(grey.astype(np.uint16) * 257) if mode == "I;16" else PICTURE.convert(mode)
    found = load_picture(written(tmp_path, encoded("PNG", picture)))
    assert found.shape == COLOURS.shape
    assert found.dtype == np.uint8
    if mode == "RGBA":
        assert (found == COLOURS).all()
    if mode == "I;16":
        assert (found == grey[..., None]).all()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP", "TIFF"])
@pytest.mark.parametrize(("orientation", "quarters"), [(3, 2), (6, 3), (8, 1)])
def test_pictures_are_upright(tmp_path: Path, kind: str, orientation: int, quarters: int) -> None:
    exif = Image.Exif()
    exif[0x112] = orientation
    found = load_picture(written(tmp_path, encoded(kind, exif=exif)))
    upright = np.rot90(COLOURS, quarters)
    assert found.shape == upright.shape
    assert abs(found.astype(int)[8::16, 8::16] - upright[8::16, 8::16]).mean() < 12


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95])
def test_cut_pictures_are_refused(tmp_path: Path, kind: str, share: float) -> None:
    data = encoded(kind)
    assert ":" in refusal(written(tmp_path, data[: max(1, int(len(data) * share))]))


def test_a_preview_within_a_cut_picture_is_not_its_end(tmp_path: Path) -> None:
    preview = encoded("JPEG")
    data = encoded("JPEG", exif=b"Exif\0\0" + preview)
    assert preview in data
    load_picture(written(tmp_path, data))
    assert "the end of the file is missing" in refusal(written(tmp_path, data[:-40]))


def test_a_table_between_scans_is_not_the_end(tmp_path: Path) -> None:
    data = encoded("JPEG", progressive=True)
    table = data.rindex(b"\xff\xc4")
    comment = b"\xff\xfe\0\6\xff\xd9\xff\xd9"
    load_picture(written(tmp_path, data[:table] + comment + data[table:]))
    assert "the end of the file is missing" in refusal(written(tmp_path, data[:table] + comment + data[table:-2]))


def test_damaged_jpegs_are_refused_in_silence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    noise = Image.fromarray(np.random.default_rng(2).integers(0, 256, COLOURS.shape, np.uint8))
    for progressive in (False, True):
        data = encoded("JPEG", noise, progressive=progressive)
        for share in (0.6, 0.8, 0.95):
            torn = data[: int(len(data) * share)] + b"\xff\xd9"
            assert "the picture is damaged, a part of it is lost" in refusal(written(tmp_path, torn))
    rows = encoded("JPEG", restart_marker_rows=1)
    mark = rows.index(b"\xff\xd0")
    assert "damaged" in refusal(written(tmp_path, rows[: mark - 20] + rows[mark:]))
    assert capfd.readouterr().err == ""


def test_filling_before_the_end_does_no_harm(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = encoded("JPEG", Image.fromarray(COLOURS.repeat(8, 0).repeat(8, 1)))
    load_picture(written(tmp_path, data[:-2] + bytes(40) + b"\xff\xd9"))
    load_picture(written(tmp_path, data + b"more" * 1000))
    assert "damaged" in refusal(written(tmp_path, data[:-2] + bytes(len(data) // 4) + b"\xff\xd9"))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "loss"),
    [
        ("", False),
        ("libpng warning: iCCP: known incorrect sRGB profile", False),
        ("Corrupt JPEG data: premature end of data segment", True),
        ("Premature end of JPEG file", True),
        ("Corrupt JPEG data: bad Huffman code", True),
        ("Corrupt JPEG data: found marker 0xd3 instead of RST1", True),
        ("Corrupt JPEG data: bad ICC marker", False),
        ("Corrupt JPEG data: 7 extraneous bytes before marker 0xd9", False),
        ("Corrupt JPEG data: 300 extraneous bytes before marker 0xd9", True),
        ("Corrupt JPEG data: 7 extraneous bytes before marker 0xd1", True),
    ],
)
def test_the_words_of_the_decoder_are_judged(words: str, loss: bool) -> None:
    assert tells_of_loss(f"{words}\n".encode(), 10_000) == loss


def test_standard_error_is_as_before(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room() -> None:
        raise FileNotFoundError

    monkeypatch.setattr("tempfile.TemporaryFile", no_room)
    assert decode(encoded("JPEG"))[0] is not None
    os.write(2, b"said after\n")
    assert capfd.readouterr().err == "said after\n"


def test_many_scans_are_refused_before_they_are_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = encoded("JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    header = read_header(data)
    assert header is not None
    assert 2 <= header.scans <= 20
    load_picture(written(tmp_path, data))
    monkeypatch.setattr("cv2.imdecode", None)
    many = data[:last] + data[last:-2] * 101 + b"\xff\xd9"
    assert "this JPEG has more than 100 scans" in refusal(written(tmp_path, many))


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WebP"])
def test_animations_are_refused(tmp_path: Path, kind: str) -> None:
    other = Image.fromarray(255 - COLOURS)
    data = encoded(kind, save_all=True, append_images=[other])
    assert f"this {kind} is an animation" in refusal(written(tmp_path, data))


def test_a_bomb_is_refused_before_it_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cv2.imdecode", None)
    bomb = encoded("PNG", Image.new("1", (20_000, 20_000)))
    assert len(bomb) < 1_000_000
    assert "20000 x 20000 pixels: save it with 64 million or less" in refusal(written(tmp_path, bomb))
    long = encoded("PNG", Image.new("1", (40_000, 10)))
    assert "no side above 32000" in refusal(written(tmp_path, long))


@pytest.mark.parametrize(("kind", "count"), [(16, 1), (4, 2), (1, 1), (13, 1)])
@pytest.mark.parametrize("tag", [256, 257])
def test_sizes_that_do_not_lie_in_the_header_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: int, kind: int, count: int
) -> None:
    monkeypatch.setattr("cv2.imdecode", None)
    data = bytearray(encoded("TIFF"))
    first = unpack_from("<I", data, 4)[0] + 2
    place = next(at for at in range(first, len(data), 12) if unpack_from("<H", data, at)[0] == tag)
    pack_into("<HI", data, place + 2, kind, count)
    assert "the picture is broken" in refusal(written(tmp_path, bytes(data)))


def test_the_decoder_has_a_limit_of_its_own() -> None:
    bomb = encoded("PNG", Image.new("1", (9_000, 9_000)))
    code = "import sys; from tileye.vision.images.decoding import decode; print(decode(sys.stdin.buffer.read()))"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("OPENCV")}
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code], input=bomb, capture_output=True, check=True, env=clean, cwd=root
    )
    assert done.stdout.decode().strip() == "(None, False)"


def test_too_little_memory_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cv2.imdecode", fail)
    assert "there is too little memory for this picture" in refusal(written(tmp_path, encoded("PNG")))


def test_a_header_that_lies_is_refused(tmp_path: Path) -> None:
    data = encoded("PNG")
    header = b"IHDR" + pack(">II", 7_000, 7_000) + data[24:29]
    lying = data[:12] + header + pack(">I", zlib.crc32(header)) + data[33:]
    refusal(written(tmp_path, lying))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"hello", "this is no picture"),
        (b"RIFF\x10\0\0\0WAVEfmt ", "this is no picture"),
        *(
            (b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0mif1heic", "HEIC and AVIF are not read: save the picture as JPEG")
            for brand in (b"heic", b"heim", b"heis", b"hevc", b"hevm", b"hevs", b"mif1", b"avif", b"avis")
        ),
        (b"BM", "the picture is broken"),
        (b"\xff\xd8\xff\xd9", "the picture is broken"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    assert reason in refusal(written(tmp_path, data))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "missing.jpg")
    assert "the folder holds no pictures" in refusal(tmp_path)
    assert "cannot be read" in refusal(tmp_path / ("x" * 5000))


@tried(200)
@given(st.sampled_from(FORMATS), st.data())
def test_damaged_headers_never_crash(kind: str, data: st.DataObject) -> None:
    content = bytearray(encoded(kind)[: data.draw(st.integers(1, 400))])
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=6)):
        content[place] = data.draw(st.integers(0, 255))
    read_header(bytes(content))


def test_folders_stand_for_their_pictures_by_name(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.png", "c", "._a.png", ".hidden.jpg"):
        (tmp_path / name).write_bytes(encoded("PNG"))
    (tmp_path / "truth.json").write_text("{}")
    (tmp_path / "broken.JPG").write_bytes(b"")
    (tmp_path / "inner.jpg").mkdir()
    (tmp_path / "d").write_bytes(b"\0\0\0\x18ftypavis\0\0\0\0mif1avis")
    (tmp_path / "e.HEIF").write_bytes(b"")
    assert [path.name for path in pictures_in(tmp_path)] == ["a.png", "b.jpg", "broken.JPG", "c", "d", "e.HEIF"]
    empty = tmp_path / "inner.jpg"
    missing = tmp_path / "missing"
    assert list(find_pictures([empty, missing])) == [empty, missing]
