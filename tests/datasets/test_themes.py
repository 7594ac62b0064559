"""Themes of sets: what each draws and tells."""

import pytest

from tileye.datasets.compose.composer import compose
from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.lookalike_scenes import lookalike_names
from tileye.datasets.scene.scenes import draw_scene
from tileye.datasets.splits import load_splits
from tileye.datasets.themes import LOOKALIKES, THEMES, TILES


@pytest.mark.parametrize("name", THEMES)
def test_each_theme_has_sets_scenes_pictures_and_truth(name: str) -> None:
    theme = THEMES[name]
    assert all(one.theme == name and one.count > 0 for one in load_splits(theme=name))
    told = theme.draw("val", 2, TILE)
    scene, truth = theme.scene(told), theme.truth(told)
    assert (truth["split"], truth["number"]) == (scene.split, scene.number) == ("val", 2)
    assert compose(scene, 160).shape[2] == 3


def test_the_theme_of_tiles_is_what_scenes_were() -> None:
    assert TILES.draw("val", 2, TILE) == draw_scene("val", 2)


def test_the_truth_names_what_looks_like_tiles() -> None:
    scene = LOOKALIKES.draw("val", 2, TILE)
    others = LOOKALIKES.truth(scene)["others"]
    assert others[-len(lookalike_names(scene)) :] == lookalike_names(scene)
    assert not any("/" in name for name in others)
