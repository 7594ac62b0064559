"""Themes of sets: what their scenes show, how one is drawn, and how the truth about it is told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tileye.datasets.cards.card_scenes import CardScene, draw_card_scene
from tileye.datasets.cards.card_truth import card_truth
from tileye.datasets.scene.kinds import PieceKind
from tileye.datasets.scene.lookalike_scenes import draw_lookalike_scene, lookalike_names
from tileye.datasets.scene.scenes import Scene, Split, draw_scene
from tileye.datasets.scene.truth import scene_truth


def _same(told: Scene) -> Scene:
    return told


@dataclass(frozen=True, slots=True)
class Theme:
    """How the scenes of a theme are made; what is drawn may tell more than the scene that pictures are made of."""

    name: str
    draw: Callable[[Split, int, PieceKind], Any]
    truth: Callable[[Any], dict[str, Any]]
    scene: Callable[[Any], Scene] = _same
    long_sides: tuple[int, int] = (960, 1280)
    """Of composed and of rendered pictures, in pixels; cameras may be finer."""
    version: int = 0
    """Of what it adds to pictures of tiles: raise it with every change of how that looks or of what its truth says."""


def _lookalike_truth(scene: Scene) -> dict[str, Any]:
    truth = scene_truth(scene)
    return {**truth, "others": [*truth["others"], *lookalike_names(scene)]}


def _draw_cards(split: Split, number: int, kind: PieceKind) -> CardScene:
    return draw_card_scene(split, number)


def _scene_of_cards(told: CardScene) -> Scene:
    return told.scene


TILES = Theme("tiles", draw_scene, scene_truth)
LOOKALIKES = Theme("lookalikes", draw_lookalike_scene, _lookalike_truth, version=1)
# Symbols in the corners of cards are small.
CARDS = Theme("cards", _draw_cards, card_truth, _scene_of_cards, long_sides=(1280, 1280), version=1)
THEMES: dict[str, Theme] = {theme.name: theme for theme in (TILES, LOOKALIKES, CARDS)}
"""`--theme` of the tools that make pictures takes these names."""
