"""A contact sheet of composed scenes: `python -m datasets.preview --split train --count 24 --out sheet.jpg`."""

import argparse
import math
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.compose import compose
from datasets.finish import finish
from datasets.scenes import Split, draw_scene
from datasets.truth import scene_truth

_WIDTH, _HEIGHT = 480, 360


def contact_sheet(split: Split, first: int, count: int, *, outlines: bool) -> NDArray[np.uint8]:
    """Compose some scenes and put them side by side."""
    pictures = []
    for number in range(first, first + count):
        pictures.append(_picture(split, number, outlines=outlines))
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{len(pictures)} of {count}")
    across = math.ceil(math.sqrt(count * 0.75))
    blank = np.full_like(pictures[0], 255)
    pictures += [blank] * (-len(pictures) % across)
    rows = [np.hstack(pictures[i : i + across]) for i in range(0, len(pictures), across)]
    return np.asarray(np.vstack(rows), np.uint8)


def main() -> int:
    """Write the sheet."""
    parser = argparse.ArgumentParser(prog="python -m datasets.preview", description=__doc__)
    parser.add_argument("--split", choices=("train", "val", "test"), default="train")
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="the first scene (default: 0)")
    parser.add_argument("--count", type=int, default=24, metavar="N", help="how many scenes (default: 24)")
    parser.add_argument("--outlines", action="store_true", help="draw the truth onto the pictures")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the sheet is written")
    wanted = parser.parse_args()
    if not 1 <= wanted.count <= 200 or wanted.first < 0:
        parser.error("--count takes 1 to 200, --first 0 or more")
    sheet = contact_sheet(wanted.split, wanted.first, wanted.count, outlines=wanted.outlines)
    if not cv2.imwrite(str(wanted.out), sheet):
        parser.error(f"{wanted.out} cannot be written")
    return 0


def _picture(split: Split, number: int, *, outlines: bool) -> NDArray[np.uint8]:
    scene = draw_scene(split, number)
    data = np.frombuffer(finish(scene, compose(scene, min(960, scene.camera.width))), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert picture is not None
    if outlines:
        scale = picture.shape[1] / scene.camera.width
        for piece in scene_truth(scene)["pieces"]:
            colour = (0, 255, 0) if piece["visible"] > 0.6 else (0, 0, 255)
            corners = np.round(np.array(piece["corners"]) * scale * 8).astype(np.int32)
            cv2.polylines(picture, [corners], True, colour, 1, cv2.LINE_AA, 3)
    scale = min(_WIDTH / picture.shape[1], _HEIGHT / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    framed = np.full((_HEIGHT, _WIDTH, 3), 255, np.uint8)
    framed[: small.shape[0], : small.shape[1]] = small
    return framed


if __name__ == "__main__":
    sys.exit(main())
