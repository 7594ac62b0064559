"""Patches that the net for cards learns from: cards with their names and corners, backs, and what is no card."""

import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets import labels
from tileye.datasets.folders import drawing_key, read_truth, truth_files
from tileye.datasets.preview import read_picture
from tileye.datasets.workers import worker_pool
from tileye.rules.tiles import COLOURS, SHAPES
from tileye.vision.cards.answers import IS_BACK, IS_CARD, IS_NONE
from tileye.vision.cards.finding import CardFinder
from tileye.vision.cards.patches import (
    PATCH,
    ROOM,
    CardFrames,
    cut_card_patches,
    straight_frames,
    upright,
    upright_frames,
)
from tileye.vision.detection.runtime import WeightsError, describe_weights, open_engine

Array = NDArray[Any]

STORED_ROOM = 2.0
"""What a stored patch shows, in long sides: more than the net is given, so that cards can be moved about in it."""
STORED = 148
CARD, BACK, NONE = IS_CARD, IS_BACK, IS_NONE
_NO_CARD = (IS_NONE, -1, -1)
_MOST = 20
_MOST_NONE = 5
_MOST_FOUND, _MOST_MISTAKEN = 12, 12
"""Of each picture so many boxes of the detector that hold cards, and that hold none."""
_NEAR, _MOST_ODD = 0.35, 0.6
"""A box is of a card whose middle is so near, in short sides, and is larger or smaller by such a logarithm at most."""
_SHIFT, _TURN, _GROW = 0.03, 2.0, 0.04
"""How boxes are off: in long sides, degrees and logarithms of sizes..."""
_WILD, _WILD_SHARE = 3.0, 0.4
"""... some of them so many times more."""
_MOST_SHIFT, _MOST_GROWN = 0.22, 0.3
_STRAIGHT, _CORNERS_OFF = 0.65, 0.02
"""So often a card is cut where the first look told its corners, and so far these are off, in long sides."""
_FAR = 0.42
"""What is farther than so many short sides from the middle of every card is none."""


def recipe() -> bytes:
    """What patches depend on beside the pictures: how they are cut, and what the detector finds."""
    text = f"{drawing_key('patches')} {STORED} {STORED_ROOM} {_MOST} {_MOST_NONE} {_MOST_FOUND} {_MOST_MISTAKEN}"
    with suppress(WeightsError):
        text += describe_weights("obb-pieces").sha256
    return text.encode()


@dataclass(frozen=True, slots=True)
class CardPatches:
    """Patches with more room than the net is given; of each kind, shape, colour, and corners in long sides."""

    patches: NDArray[np.uint8]
    truth: NDArray[np.float32]


def load_card_patches(folder: Path, part: str) -> CardPatches:
    """Read what was cut; the pictures stay on the disk until they are wanted."""
    patches = np.load(folder / f"{part}-patches.npy", mmap_mode="r")
    return CardPatches(patches, np.load(folder / f"{part}-truth.npy"))


def write_card_patches(folders: Sequence[Path], out: Path, part: str, *, found: bool = True) -> None:
    """Cut patches out of all pictures of some sets, some of each; also what the detector finds, if it is there."""
    files = [file for folder in folders for file in truth_files(folder)]
    patches: list[Array] = []
    rows: list[Array] = []
    with worker_pool() as pool:
        for number, (cut, told) in enumerate(pool.map(partial(_cut, seed=1, found=found), files, chunksize=8), 1):
            patches.append(cut)
            rows.append(told)
            if number % 200 == 0:
                sys.stderr.write(f"{part}: {number} of {len(files)} pictures\n")
    np.save(out / f"{part}-patches.npy", np.concatenate(patches))
    np.save(out / f"{part}-truth.npy", np.concatenate(rows))


class _View(NamedTuple):
    """A box in a picture, the corners of what is in it, and its kind, shape and colour."""

    around: Array
    true: Array
    told: tuple[int, int, int]


def _cut(file: Path, seed: int, *, found: bool = True) -> tuple[Array, Array]:
    """Patches of one picture, with kind, shape, colour, and corners of each."""
    cv2.setNumThreads(1)
    truth = read_truth(file)
    picture = np.asarray(cv2.cvtColor(read_picture(file.with_suffix(".jpg")), cv2.COLOR_BGR2RGB), np.uint8)
    size = np.array((picture.shape[1], picture.shape[0]))
    chance = random.Random(f"{seed} {file.stem}")
    cards = [(card, corners * size) for card, corners in labels.wanted_cards(truth)]
    every = np.array([np.array(card["corners"]) for card in truth.get("cards", ())]).reshape(-1, 4, 2)
    every = every * truth.get("scale", 1.0)
    views = [_View(_box(quad), quad, _name(card)) for card, quad in chance.sample(cards, min(_MOST, len(cards)))]
    views += _found(picture, cards, every, chance) if found else []
    tiles = [corners * size for _, corners in labels.wanted_pieces(truth)]
    views += [_View(_box(quad), quad, _NO_CARD) for quad in _elsewhere(chance, size, every, tiles)]
    if not views:
        return np.zeros((0, STORED, STORED, 3), np.uint8), np.zeros((0, 11), np.float32)
    # A square card looks the same after a quarter turn.
    around = upright(np.array([view.around for view in views]))
    turns = [chance.randrange(4) if _is_square(quad) else 2 * chance.randrange(2) for quad in around]
    around = np.stack([np.roll(quad, turn, 0) for quad, turn in zip(around, turns, strict=True)])
    boxes = upright_frames(around)
    seen = boxes.seen(_matched(np.array([view.true for view in views]), around))
    told = np.array([view.told for view in views], np.float32)
    return cut_card_patches(picture, boxes, STORED, STORED_ROOM), np.hstack(
        [told, seen.reshape(len(seen), 8).astype(np.float32)]
    )


def _found(
    picture: Array, cards: Sequence[tuple[str | None, Array]], every: Array, chance: random.Random
) -> list[_View]:
    """Boxes of the detector, as the net will be given them: some of cards, some of what the detector errs about."""
    finder = _finder()
    if finder is None:
        return []
    right: list[_View] = []
    wrong: list[_View] = []
    shorts = np.linalg.norm(every - np.roll(every, 1, 1), axis=2).min(1)
    for box in finder.find(picture).quads:
        away = np.linalg.norm(every.mean(1) - box.mean(0), axis=1) / shorts
        near = [one for one in cards if np.linalg.norm(one[1].mean(0) - box.mean(0)) < _NEAR * _short(one[1])]
        if away.min(initial=np.inf) > _FAR:
            wrong.append(_View(box, box, _NO_CARD))
        elif near:
            card, quad = min(near, key=lambda one: float(np.linalg.norm(one[1].mean(0) - box.mean(0))))
            if abs(np.log(_short(box) / _short(quad))) < _MOST_ODD:
                right.append(_View(box, quad, _name(card)))
    return [
        *chance.sample(right, min(_MOST_FOUND, len(right))),
        *chance.sample(wrong, min(_MOST_MISTAKEN, len(wrong))),
    ]


@cache
def _finder() -> CardFinder | None:
    """The detector that is there; a first net does without."""
    try:
        found = describe_weights("obb-pieces")
    except WeightsError:
        return None
    return CardFinder(open_engine(found), found.size)


def _short(quad: Array) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).min())


def _name(card: str | None) -> tuple[int, int, int]:
    return (BACK, -1, -1) if card is None else (CARD, SHAPES.index(card[0]), COLOURS.index(card[1]))


def _box(quad: Array) -> Array:
    """The turned box around corners, as a detector that never errs gives it."""
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))), np.float64)


def _is_square(quad: Array) -> bool:
    sides = np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1)
    return bool(sides.max() < 1.13 * sides.min())


def _matched(true: Array, around: Array) -> Array:
    """The corners in the order of those of the boxes."""
    turned = np.stack([np.roll(true, turn, 1) for turn in range(4)])
    off = np.linalg.norm(turned - around, axis=3).sum(2)
    return np.asarray(turned[off.argmin(0), np.arange(len(true))])


def _elsewhere(chance: random.Random, size: Array, cards: Array, tiles: Sequence[Array]) -> list[Array]:
    """Boxes as large as cards where none is: between cards, at things, on the table; and tiles."""
    found: list[Array] = chance.sample(list(tiles), min(_MOST_NONE, len(tiles)))
    if len(cards):
        sides = np.linalg.norm(cards - np.roll(cards, 1, 1), axis=2)
        short, middles = float(np.median(sides.min(1))), cards.mean(1)
        for _ in range(_MOST_NONE):
            like = cards[chance.randrange(len(cards))]
            near = chance.random() < 0.7
            if near:
                offset = np.array([chance.uniform(-1.2, 1.2), chance.uniform(-1.2, 1.2)]) * short
                middle = like.mean(0) + offset
            else:
                middle = np.array([chance.uniform(0, float(size[0])), chance.uniform(0, float(size[1]))])
            if np.linalg.norm(middles - middle, axis=1).min() > _FAR * short:
                found.append(like - like.mean(0) + middle)
    return found


def jittered(patch: Array, seen: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """A stored patch as the reader would have cut it, and its corners as they are seen then.

    The reader looks first where an inexact box is, and then where inexact corners are.
    """
    around = _about_corners(seen, rng) if rng.random() < _STRAIGHT else _about_box(rng)
    half, mirrored = rng.random(2) < 0.5
    right, down = (step * (-1 if half else 1) for step in (around.rights[0], around.downs[0]))
    # From places of the new frame to places of the stored one.
    scale = ROOM / PATCH * STORED / STORED_ROOM
    step = scale * np.array([[right.real, down.real], [right.imag, down.imag]])
    middle = np.array([around.middles[0].real, around.middles[0].imag]) * STORED / STORED_ROOM
    corner = middle + (STORED - 1) / 2 - step @ np.full(2, (PATCH - 1) / 2)
    matrix = np.column_stack([step, corner])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(patch, matrix, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    (corners,) = around.seen(seen[None])
    corners = np.roll(-corners, 2, 0) if half else corners
    if mirrored:
        # All shapes but their signs and letters look the same in a mirror, and there are more designs in the world.
        cut, corners = cut[:, ::-1], (corners * (-1, 1))[[1, 0, 3, 2]]
    return np.asarray(cut, np.uint8), corners


def _about_box(rng: np.random.Generator) -> CardFrames:
    """How a box of a detector looks at a card that lies upright in the middle."""
    # Most boxes are nearly right; the others are to be put right by the corners that are told.
    off = _WILD if rng.random() < _WILD_SHARE else 1.0
    shift, turn = rng.normal(0, off * _SHIFT, 2).clip(-_MOST_SHIFT, _MOST_SHIFT), rng.normal(0, off * _TURN)
    grow = float(np.exp(np.clip(rng.normal(0, off * _GROW), -_MOST_GROWN, _MOST_GROWN)))
    right = np.array([grow * np.exp(1j * np.radians(turn))], np.complex128)
    return CardFrames(np.array([complex(*shift)]), right, np.array(right * 1j, np.complex128))


def _about_corners(seen: Array, rng: np.random.Generator) -> CardFrames:
    """How corners that the net told in its first look, a little off, look at the card."""
    off = rng.normal(0, _CORNERS_OFF, 2) + rng.normal(0, _CORNERS_OFF, (4, 2))
    if rng.random() < _WILD_SHARE / 2:
        off = off * _WILD
    return straight_frames((seen + off.clip(-_MOST_SHIFT, _MOST_SHIFT))[None])
