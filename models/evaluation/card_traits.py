"""How well cards are read by what they and their pictures are like: small, covered, blurred, seen from the side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tileye.datasets.cards.card_scenes import draw_card_scene
from tileye.models.evaluation.card_scoring import LONG_SIDE, CardPictureScore, CardScore
from tileye.models.evaluation.summary import Counts, range_of

_ENDLESS = 10_000
_COUNTED = ("cards", "found", "right", "wrong_sure")
TITLES = {
    "symbol": "largest symbol that is seen, at 1920 px",
    "seen": "of the face seen",
    "blur": "out of focus by, in sizes of that symbol",
    "camera": "long side of the camera's picture",
    "elevation": "camera above the table",
}
"""What cards and pictures are told apart by."""


@dataclass(frozen=True, slots=True)
class CardPictureTraits:
    """What a picture of cards is like."""

    camera_px: int
    """The longer side of what the camera took."""
    elevation: float
    defocus_px: float | None
    """How far out of focus, as the width of a Gaussian in pixels of the camera; None if nobody knows any more."""


def picture_traits(truth: Mapping[str, Any]) -> CardPictureTraits:
    """Tell what a picture is like from its truth; its focus from the scene that it shows."""
    elevation = truth["camera"]["elevation"]
    drawn = draw_card_scene(truth["split"], truth["number"]).scene
    # Pictures may have been made when scenes were drawn otherwise.
    same = drawn.camera.elevation == elevation
    return CardPictureTraits(max(truth["size"]), elevation, drawn.sensor.defocus_px if same else None)


def by_traits(
    pictures: Sequence[CardPictureScore], traits: Sequence[CardPictureTraits]
) -> dict[str, dict[str, Counts]]:
    """Count the cards of which two fifths are seen by each trait."""
    ranges: dict[str, Callable[[CardScore, CardPictureTraits], str]] = {
        "symbol": lambda card, _: range_of(card.true.symbol_px, (0, 9, 12, 15, 20, 30, _ENDLESS), "px"),
        "seen": lambda card, _: range_of(100 * card.true.visible, (0, 60, 90, 101), "%"),
        "blur": _blur,
        "camera": lambda _, picture: range_of(picture.camera_px, (0, 1000, 1900, _ENDLESS), "px"),
        "elevation": lambda _, picture: range_of(picture.elevation, (0, 45, 60, 75, 91), "degrees"),
    }
    return {trait: _counted(pictures, traits, name) for trait, name in ranges.items()}


def _blur(card: CardScore, picture: CardPictureTraits) -> str:
    if picture.defocus_px is None or not card.true.symbol_px:
        return "unknown"
    in_camera = card.true.symbol_px * picture.camera_px / LONG_SIDE
    return range_of(picture.defocus_px / in_camera, (0, 0.03, 0.06, 0.12, _ENDLESS), "")


def _counted(
    pictures: Sequence[CardPictureScore],
    traits: Sequence[CardPictureTraits],
    name: Callable[[CardScore, CardPictureTraits], str],
) -> dict[str, Counts]:
    counts: dict[str, Counts] = {}
    for picture, like in zip(pictures, traits, strict=True):
        for card in picture.answers:
            if card.true.open:
                row = counts.setdefault(" ".join(name(card, like).split()), dict.fromkeys(_COUNTED, 0))
                row["cards"] += 1
                row["found"] += card.read is not None
                row["right"] += card.right
                row["wrong_sure"] += card.read is not None and not card.right and not card.unsure
    return {key: counts[key] for key in sorted(counts, key=_place)}


def _place(name: str) -> tuple[bool, bool, float]:
    """What is unknown comes last, what is below the first bound comes first."""
    first = name.split()[0]
    return name == "unknown", not name.startswith("below"), 0.0 if first in ("below", "unknown") else float(first)
