"""The pack of rendered material."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tileye.datasets.assets import material
from tileye.datasets.assets.material import (
    ACROSS,
    CELL,
    FULL,
    Atlas,
    MaterialError,
    atlas_of,
    description_hash,
    faces_of,
    table_of,
    write_part,
)
from tileye.datasets.compose.gloss import white_light
from tileye.datasets.pack import atlas_from, atlas_scene
from tileye.datasets.scene.scenes import Split, all_surfaces, all_tile_styles
from tileye.datasets.scene.surfaces import draw_surface
from tileye.datasets.scene.tile_styles import draw_tile_style
from tileye.datasets.scene.truth import face_corners

TILE_STYLES = (draw_tile_style(3), draw_tile_style(4))


def _encoded(shade: int) -> bytes:
    picture = np.full((6 * CELL, ACROSS * CELL, 3), shade, np.uint8)
    done, data = cv2.imencode(".webp", picture)
    assert done
    return data.tobytes()


def _forget() -> None:
    for cache in (material._numbers, material._picture, material._contents):
        cache.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty pack for two tile styles."""
    monkeypatch.setattr(material, "FOLDER", tmp_path)
    monkeypatch.setattr(material, "described", lambda part: TILE_STYLES if part == "makes" else ())
    _forget()
    yield tmp_path
    _forget()


def test_what_was_written_is_read_again(folder: Path) -> None:
    write_part("makes", [_encoded(60), _encoded(120)], folder)
    for tile_style, shade in zip(TILE_STYLES, (60, 120), strict=True):
        atlas = atlas_of(tile_style)
        assert atlas is not None
        assert atlas.letters == tile_style.letters
        assert np.abs(atlas.picture.astype(int) - shade).max() <= 3
        assert atlas.face(None).shape == (CELL, CELL, 3)


def test_what_is_not_described_is_not_in_the_pack(folder: Path) -> None:
    assert atlas_of(draw_tile_style(5)) is None
    assert table_of(draw_surface(5)) is None


def test_a_missing_pack_says_what_to_do(folder: Path) -> None:
    with pytest.raises(MaterialError, match=r"missing; run `python -m tileye.datasets.pack --part makes`"):
        atlas_of(TILE_STYLES[0])


@pytest.mark.parametrize("data", [b"", b"no zip at all", b"PK\x03\x04"])
def test_a_broken_pack_says_what_to_do(folder: Path, data: bytes) -> None:
    (folder / "makes.zip").write_bytes(data)
    with pytest.raises(MaterialError, match=r"cannot be read .*; run `python -m tileye.datasets.pack"):
        atlas_of(TILE_STYLES[0])


def test_a_pack_with_too_few_or_broken_pictures_says_so(folder: Path) -> None:
    write_part("makes", [b"no picture"], folder)
    with pytest.raises(MaterialError, match="is no picture"):
        atlas_of(TILE_STYLES[0])
    with pytest.raises(MaterialError, match="cannot be read"):
        atlas_of(TILE_STYLES[1])


def test_a_pack_of_other_makes_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_part("makes", [_encoded(60), _encoded(120)], folder)
    monkeypatch.setattr(material, "described", lambda _: TILE_STYLES[::-1])
    with pytest.raises(MaterialError, match="other descriptions"):
        atlas_of(TILE_STYLES[0])


def test_descriptions_change_the_hash(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = description_hash("makes")
    assert before == description_hash("makes")
    monkeypatch.setattr(material, "described", lambda _: TILE_STYLES[:1])
    assert description_hash("makes") != before


def test_atlases_are_cut_where_the_faces_lie_and_divided_by_the_light() -> None:
    tile_style = draw_tile_style(3)
    scene = atlas_scene(tile_style)
    light, mirrored = white_light(scene, 0.0, 0.0)
    picture = np.zeros((scene.camera.height, scene.camera.width, 3), np.float32)
    for number, one in enumerate(scene.pieces):
        share = 0.2 + 0.02 * number
        corners = np.round(face_corners(scene, one) * 16 - 8).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, (light * share + mirrored).tolist(), cv2.LINE_8, 4)
    atlas = Atlas(atlas_from(picture, tile_style), tile_style.letters)
    for number, tile in enumerate(faces_of(tile_style.letters)):
        face = atlas.face(tile)
        # The lamp is nearer to some faces than to others, which the division takes into account.
        expected = (0.2 + 0.02 * number) / FULL
        assert ((face[48, 48] / 255) ** 2.2 / expected).mean() == pytest.approx(1, abs=0.25)
        assert np.abs(face[4:-4, 4:-4].astype(int) - face[48, 48]).max() <= 1
        assert face[1:-1, 1:-1].min() > 60


@pytest.mark.parametrize("split", ["train", "val"])
def test_faces_of_the_shipped_pack_have_the_colours_of_their_make(split: Split) -> None:
    for tile_style in all_tile_styles(split):
        atlas = atlas_of(tile_style)
        assert atlas is not None
        for letter, colour in tile_style.colours.items():
            middle = np.median(atlas.face(f"4{letter}")[36:60, 36:60].reshape(-1, 3), axis=0)
            shown = np.clip((middle / 255) ** 2.2 * FULL, 0, 1) ** (1 / 2.2)
            assert np.abs(shown - colour).max() < 0.15


def test_the_shipped_pack_has_every_table_and_no_test_material() -> None:
    assert all(table_of(surface) is not None for surface in (*all_surfaces("train")[:3], *all_surfaces("val")[:3]))
    assert all(table_of(surface) is None for surface in all_surfaces("test"))
    assert all(atlas_of(tile_style) is None for tile_style in all_tile_styles("test"))


def test_the_shipped_pack_is_small() -> None:
    assert sum(path.stat().st_size for path in material.FOLDER.glob("*.zip")) < 22e6
