"""The whole picture is seen, whatever the shape of what the camera sends, before a game and in it."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.hands import PLAYERS
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import Screen, Screens
from tests.waiting import wait_until

SHAPES = {"wide": (1280, 720), "4 to 3": (1024, 768), "square": (800, 800), "upright": (720, 1280), "band": (1600, 500)}
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "phone lying": (844, 390)}
_CUT = """(img) => {
  const box = img.getBoundingClientRect();
  const scale = Math.min(box.width / img.naturalWidth, box.height / img.naturalHeight);
  const [width, height] = [img.naturalWidth * scale, img.naturalHeight * scale];
  const [left, top] = [box.left + (box.width - width) / 2, box.top + (box.height - height) / 2];
  if (getComputedStyle(img).objectFit !== "contain") return "not contained";
  for (let part = img.parentElement; part && part !== document.body; part = part.parentElement) {
    if (getComputedStyle(part).overflow === "visible") continue;
    const frame = part.getBoundingClientRect();
    const across = left >= frame.left - 1 && left + width <= frame.right + 1;
    const down = top >= frame.top - 1 && top + height <= frame.bottom + 1;
    if (!across || !down) return `cut by ${part.className}`;
  }
  return width * height < 10_000 ? `too small: ${width} x ${height}` : "";
}"""
"""What hides a part of a picture; nothing where all of it is seen."""


def wait_until_whole(screen: Screen, selector: str) -> None:
    """Wait until all of a picture is seen: a busy browser lays a page out after the picture has come."""
    image = screen.find(selector)
    expect(image).to_be_visible()
    wait_until(lambda: image.evaluate("(img) => img.complete && img.naturalWidth > 0") and image.evaluate(_CUT) == "")


@pytest.fixture(params=SHAPES)
def camera(request: pytest.FixtureRequest, film: None, tmp_path: Path) -> Iterator[Program]:
    """A program with a picture of some shape."""
    width, height = SHAPES[request.param]
    folder = tmp_path / "pictures"
    folder.mkdir()
    rows, columns = np.mgrid[0:height, 0:width]
    cv2.imwrite(str(folder / "01.jpg"), np.dstack([rows, columns, rows + columns]).astype(np.uint8))
    with running("play", tmp_path, "--source", str(folder)) as program:
        yield program


def test_nothing_of_the_picture_is_cut_off(camera: Program, screens: Screens) -> None:
    for size in SIZES.values():
        setup = screens.open(camera.base, "/setup", size=size)
        setup.pick(".option input[value=named]")
        wait_until_whole(setup, "#picture")
        setup.open("/help")
    game = started(camera)
    for size in SIZES.values():
        screen = screens.open(camera.base, f"/game/{game}", size=size)
        for view in (2, 3):
            screen.find(f".views .choice:nth-of-type({view})").click()
            wait_until_whole(screen, "#camera img")


def started(program: Program) -> str:
    """A game that watches the pictures."""
    game = program.begin(rules="tiles", players=PLAYERS, source="named", declared=[3, 2])
    wait_until(lambda: program.get(f"/api/games/{game}/picture"))
    return game
