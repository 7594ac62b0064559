"""What the net for cards learns from: patches with names and corners, and what is no card."""

import json
import random
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.laws import tried
from tileye.models.training.card_patches import (
    BACK,
    CARD,
    NONE,
    STORED,
    STORED_ROOM,
    _cut,
    _elsewhere,
    jittered,
    write_card_patches,
)
from tileye.rules.tiles import COLOURS, SHAPES
from tileye.vision.cards.patches import PATCH, ROOM

Array = NDArray[Any]
RED, WHITE = (20, 20, 220), (230, 230, 230)


def _corners(x: float, y: float, wide: float, high: float, turn: float) -> Array:
    points = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) @ (0.5, 0.5j)
    points = points * np.exp(1j * np.radians(turn)) + complex(x, y)
    return np.stack([points.real, points.imag], -1)


def _set(folder: Path, *cards: tuple[str | None, Array], scale: float = 1.0, number: int = 0) -> Path:
    """A picture of cards with red upper halves and white lower ones."""
    folder.mkdir(exist_ok=True)
    picture = np.full((480, 640, 3), 60, np.uint8)
    for _, quad in cards:
        upper = np.array([quad[0], quad[1], quad[1:3].mean(0), quad[[0, 3]].mean(0)])
        for outline, colour in ((quad, WHITE), (upper, RED)):
            cv2.fillPoly(picture, [np.round((outline * scale - 0.5) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    told = [
        {"card": name, "visible": 1.0, "symbols": [], "corners": quad.tolist(), "role": "single", "group": None}
        for name, quad in cards
    ]
    truth = {"size": [640 / scale, 480 / scale], "scale": scale, "pieces": [], "cards": told}
    cv2.imwrite(str(folder / f"{number:06}.jpg"), picture)
    (folder / f"{number:06}.json").write_text(json.dumps(truth))
    return folder / f"{number:06}.json"


def _filled(size: int, room: float, corners: Array) -> Array:
    """Where in a patch these corners are."""
    pixels = corners * size / room + (size - 1) / 2
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


@pytest.mark.parametrize("turn", [0, 25, 90, 180, 300])
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_patch_has_the_name_and_the_corners_of_its_card(tmp_path: Path, turn: float, scale: float) -> None:
    quad = _corners(320 / scale, 240 / scale, 80 / scale, 120 / scale, turn)
    patches, rows = _cut(_set(tmp_path, ("4B", quad), scale=scale), seed=1, found=False)
    kind, shape, colour = rows[0, :3].astype(int)
    assert (kind, SHAPES[shape], COLOURS[colour]) == (CARD, "4", "B")
    assert patches.shape[1:] == (STORED, STORED, 3)
    lit = (patches[0].max(-1) > 140).astype(np.uint8) * 255
    mask = _filled(STORED, STORED_ROOM, rows[0, 3:].reshape(4, 2))
    assert np.minimum(lit, mask).sum(dtype=float) / np.maximum(lit, mask).sum(dtype=float) > 0.93
    seen = rows[0, 3:].reshape(4, 2)
    assert cv2.contourArea(seen.astype(np.float32), oriented=True) > 0
    assert seen[:2, 1].max() < seen[2:, 1].min(), "the card stands in its patch"


def test_colours_are_in_the_order_in_which_nets_get_them(tmp_path: Path) -> None:
    patches, _ = _cut(_set(tmp_path, ("4B", _corners(320, 240, 80, 120, 0))), seed=1, found=False)
    reddest = patches[0][patches[0, ..., 0].astype(int) - patches[0, ..., 2] > 100]
    assert len(reddest) > 500


def test_backs_have_corners_and_no_name_and_the_rest_is_none(tmp_path: Path) -> None:
    cards = [(None, _corners(200, 240, 80, 120, 10)), ("1R", _corners(420, 240, 80, 120, 0))]
    patches, rows = _cut(_set(tmp_path, *cards), seed=1, found=False)
    kinds = rows[:, 0].astype(int).tolist()
    assert sorted(kinds[:2]) == [CARD, BACK]
    assert set(kinds[2:]) == {NONE}
    assert (rows[kinds.index(BACK), 1:3] == -1).all()
    assert (rows[2:, 1:3] == -1).all()
    assert len(patches) == len(rows)


def test_the_same_picture_gives_the_same_patches(tmp_path: Path) -> None:
    file = _set(tmp_path, ("1R", _corners(420, 240, 80, 120, 0)))
    for one, again in zip(_cut(file, seed=1, found=False), _cut(file, seed=1, found=False), strict=True):
        np.testing.assert_array_equal(one, again)


def test_an_empty_table_has_no_patches(tmp_path: Path) -> None:
    patches, rows = _cut(_set(tmp_path), seed=1, found=False)
    assert (patches.shape, rows.shape) == ((0, STORED, STORED, 3), (0, 11))


def test_patches_of_several_sets_are_written_together(tmp_path: Path) -> None:
    card = _corners(320, 240, 80, 120, 0)
    for folder, name in (("one", "1R"), ("other", "2B")):
        _set(tmp_path / folder, (name, card))
    write_card_patches([tmp_path / "one", tmp_path / "other"], tmp_path, "train", found=False)
    patches, truth = (np.load(tmp_path / f"train-{name}.npy") for name in ("patches", "truth"))
    assert len(patches) == len(truth)
    named = truth[truth[:, 0] == CARD][:, 1:3].astype(int).tolist()
    assert named == [[0, COLOURS.index("R")], [1, COLOURS.index("B")]]


@tried(50)
@given(st.integers(0, 10_000))
def test_what_is_none_is_away_from_every_card(seed: int) -> None:
    cards = np.array([_corners(120 + 70 * number, 240, 60, 90, 0) for number in range(5)])
    tiles = [_corners(500, 100, 30, 30, 0)]
    found = _elsewhere(random.Random(seed), np.array((640, 480)), cards, tiles)
    assert found[0] is tiles[0]
    middles = cards.mean(1)
    for quad in found[1:]:
        assert np.linalg.norm(middles - quad.mean(0), axis=1).min() > 0.42 * 60
    assert len(found) <= 6


@pytest.mark.parametrize("seed", range(20))
def test_jittered_corners_stay_on_the_card(seed: int) -> None:
    seen = np.array([(-0.33, -0.5), (0.3, -0.47), (0.34, 0.5), (-0.3, 0.46)])
    patch = np.repeat(_filled(STORED, STORED_ROOM, seen)[..., None], 3, 2)
    moved, corners = jittered(patch, seen, np.random.default_rng(seed))
    assert moved.shape == (PATCH, PATCH, 3)
    mask = _filled(PATCH, ROOM, corners)
    both = np.minimum(mask, moved[..., 0]).sum(dtype=float)
    assert both / np.maximum(mask, moved[..., 0]).sum(dtype=float) > 0.95
    left, top = corners[0] - corners.mean(0)
    assert max(left, top) < 0, "the first corner is the upper left one in each patch"


def test_patches_are_turned_upside_down_half_of_the_time_and_shifted_little() -> None:
    patch = np.zeros((STORED, STORED, 3), np.uint8)
    patch[: STORED // 2] = 255
    seen = np.array([(-0.33, -0.5), (0.33, -0.5), (0.33, 0.5), (-0.33, 0.5)])
    rng = np.random.default_rng(1)
    moved = [jittered(patch, seen, rng) for _ in range(200)]
    assert 70 < sum(int(cut[PATCH // 4].mean() > 128) for cut, _ in moved) < 130
    assert max(float(np.abs(corners.mean(0)).max()) for _, corners in moved) < 0.3


def test_what_is_none_is_chosen_in_pixels_of_the_reduced_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[Array] = []

    def elsewhere(chance: random.Random, size: Array, cards: Array, tiles: list[Array]) -> list[Array]:
        chosen.append(cards)
        return _elsewhere(chance, size, cards, tiles)

    monkeypatch.setattr("tileye.models.training.card_patches._elsewhere", elsewhere)
    quad = _corners(640, 480, 160, 240, 0)
    _cut(_set(tmp_path, ("4B", quad), scale=0.5), seed=1, found=False)
    np.testing.assert_allclose(chosen[0], quad[None] / 2)
