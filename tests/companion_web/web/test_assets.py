"""Static files."""

import gzip
import re
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.companion_web.web.visitors import Visitor
from tileye.companion_web.palettes import CLEAR, PLAIN
from tileye.companion_web.web.assets import Assets
from tileye.companion_web.web.tiles import colours, sprite
from tileye.vision.geometry.homography import Real


def address(visitor: Visitor, name: str) -> str:
    """The address under which pages ask for a file."""
    found = re.search(rf'"(/static/v\.\w+/{re.escape(name)})"', visitor.get("/help").text)
    assert found
    return found[1]


def test_pages_ask_for_files_that_may_be_kept_for_a_year(ada: Visitor) -> None:
    answer = ada.get(address(ada, "css/base.css"))
    assert answer.status_code == 200
    assert answer.mimetype == "text/css"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_without_the_hash_a_file_is_asked_for_again_but_not_sent_again(ada: Visitor) -> None:
    first = ada.get("/static/css/base.css")
    assert first.headers["Cache-Control"] == "no-cache"
    again = ada.get("/static/css/base.css", {"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_an_old_hash_gets_the_new_file_but_may_not_keep_it(ada: Visitor) -> None:
    answer = ada.get("/static/v.000000000000/css/base.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_text_is_packed_for_whoever_takes_it(ada: Visitor) -> None:
    plain = ada.get("/static/css/base.css")
    packed = ada.get("/static/css/base.css", {"Accept-Encoding": "gzip, deflate, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_pages_are_packed_for_whoever_takes_it(ada: Visitor) -> None:
    game = ada.begin()
    for path in ("/help", f"/api/games/{game}/state", "/api/openapi.json"):
        plain, packed = ada.get(path), ada.get(path, {"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.data) < len(plain.data) / 2
        assert packed.headers["Content-Length"] == str(len(packed.data))
    assert "Content-Encoding" not in ada.get(f"/api/games/{game}", {"Accept-Encoding": "gzip"}).headers
    assert "Content-Encoding" not in ada.get("/help", {"Accept-Encoding": "gzip;q=0"}).headers


@pytest.mark.parametrize(
    "name",
    ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "css", "css/", "README.md", "nothing.css", ".", "v.x"],
)
def test_nothing_else_is_served(ada: Visitor, name: str) -> None:
    assert ada.get(f"/static/{name}").status_code in (404, 308)


def test_a_changed_file_changes_the_address(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "a.js").write_text("export const a = 1;\n")
    (tmp_path / "notes.txt").write_text("not served")
    before = Assets(tmp_path)
    assert set(before.names) == {"js/a.js", "tiles.css", "tiles.svg"}
    assert Assets(tmp_path).version == before.version
    (tmp_path / "js" / "a.js").write_text("export const a = 2;\n")
    assert Assets(tmp_path).version != before.version


def test_the_sprite_has_every_shape_and_the_styles_every_colour() -> None:
    assert re.findall(r'id="(\w+)"', sprite()) == ["body", "s1", "s2", "s3", "s4", "s5", "s6"]
    for letter, colour in PLAIN.colours.items():
        assert f"--tile-{letter}:{colour};" in colours()
        assert f".c{letter}{{fill:var(--tile-{letter})}}" in colours()


# What is left of red, green and blue light for eyes without the cones for red or for green (Machado and others, 2009).
_PROTAN = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
_DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))


def seen(colour: str, eyes: tuple[tuple[float, ...], ...]) -> Real:
    """How such eyes see a colour, in a space in which distances are differences (CIE Lab)."""
    light = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]) ** 2.2
    left = np.clip(np.array(eyes) @ light, 0, 1).astype(np.float32)
    # OpenCV takes light without its curve as it is, but for the curve that is put on here.
    return cv2.cvtColor((left ** (1 / 2.2)).reshape(1, 1, 3), cv2.COLOR_RGB2LAB).reshape(3).astype(np.float64)


def closest(palette: Mapping[str, str], eyes: tuple[tuple[float, ...], ...]) -> float:
    """How far apart the two colours are that are most alike."""
    views = [seen(colour, eyes) for colour in palette.values()]
    return min(float(np.linalg.norm(one - other)) for place, one in enumerate(views) for other in views[:place])


@pytest.mark.parametrize("eyes", [_PROTAN, _DEUTAN], ids=["without red", "without green"])
def test_the_clear_colours_stay_apart_where_the_plain_ones_do_not(eyes: tuple[tuple[float, ...], ...]) -> None:
    assert closest(PLAIN.colours, eyes) < 15
    assert closest(CLEAR.colours, eyes) > 15
