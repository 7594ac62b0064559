"""Figures over many pictures: counts altogether and by what pictures and tiles are like."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from tileye.datasets.scene.scenes import draw_scene
from tileye.models.evaluation.photos import PhotoScore
from tileye.models.evaluation.scoring import PictureScore, TileScore

Counts = dict[str, int]
Figures = dict[str, Any]
"""What is kept as JSON."""

_SIZES = (0, 16, 24, 32, 48, 72, 10_000)
_KELVINS = (0, 3500, 5000, 20_000)
_ELEVATIONS = (0, 45, 60, 75, 91)
_DIM = 0.33
"""Cameras that aim at less than this make dim pictures."""
_MOST_MISTAKES = 200


@dataclass(frozen=True, slots=True)
class Scored:
    """A picture of a set: how it was read, what it is like, and how long reading took."""

    name: str
    score: PictureScore
    traits: Mapping[str, str]
    ms: float


def traits_of(truth: Mapping[str, Any]) -> dict[str, str]:
    """What a picture is like: its light, how dim it is, how steeply the camera looks, what the tiles are made of."""
    scene = draw_scene(truth["split"], truth["number"])
    # Pictures may have been made when scenes were drawn otherwise.
    same = scene.tile_style.letters == truth["set"] and scene.camera.elevation == truth["camera"]["elevation"]
    brightness = "dim" if scene.sensor.brightness < _DIM else "bright"
    return {
        "light": range_of(truth["light"]["kelvin"][0], _KELVINS, "K"),
        "brightness": brightness if same else "unknown",
        "elevation": range_of(truth["camera"]["elevation"], _ELEVATIONS, "degrees"),
        "make": f"{scene.tile_style.material if same else 'unknown'}, {'purple' if 'P' in truth['set'] else 'white'}",
    }


def range_of(value: float, bounds: Sequence[float], unit: str) -> str:
    """In which of some ranges a value lies, in words."""
    low, high = next((low, high) for low, high in pairwise(bounds) if value < high)
    if low == 0:
        return f"below {high:g} {unit}"
    return f"{low:g} {unit} and more" if high == bounds[-1] else f"{low:g} to {high:g} {unit}"


def summarise(pictures: Sequence[Scored], small: Sequence[TileScore]) -> Figures:
    """All figures of a set; `small` are answers about tiles too small to count."""
    answers = [answer for picture in pictures for answer in picture.score.answers]
    return {
        "pictures": len(pictures),
        "total": {**tally(answers), **boards(pictures)},
        "false_tiles": sum(picture.score.false_tiles for picture in pictures),
        "heaps": tally(answer for picture in pictures for answer in picture.score.heap),
        "by": {
            "size": _by_size([*small, *answers]),
            **{trait: _by_trait(pictures, trait) for trait in ("light", "brightness", "elevation", "make")},
            "colour": _by_code(answers, 1),
            "shape": _by_code(answers, 0),
        },
        "confusion": _confusion(answers),
        "mistakes": _mistakes(pictures),
        "median_ms": round(statistics.median(picture.ms for picture in pictures), 1) if pictures else 0.0,
    }


def tally(answers: Iterable[TileScore]) -> Counts:
    """Count what was found and named."""
    counts = Counter(tiles=0, found=0, right=0, shape_right=0, colour_right=0, wrong_sure=0, unsure=0)
    for answer in answers:
        read, true = answer.read, answer.piece.tile
        counts.update(
            tiles=1,
            found=read is not None,
            right=answer.right,
            shape_right=read is not None and read[0] == true[0],
            colour_right=read is not None and read[1] == true[1],
            wrong_sure=read is not None and read != true and not answer.unsure,
            unsure=answer.unsure,
        )
    return dict(counts)


def boards(pictures: Iterable[Scored]) -> Counts:
    """Count boards and those read exactly."""
    known = [picture.score.board_exact for picture in pictures if picture.score.board_exact is not None]
    return {"boards": len(known), "boards_exact": sum(known)}


def photo_figures(scores: Sequence[PhotoScore]) -> Counts:
    """Add up photographs."""
    total: Counter[str] = Counter(photos=len(scores), exact=sum(score.exact for score in scores))
    for score in scores:
        total.update(asdict(score))
    return dict(total)


def _by_size(answers: Iterable[TileScore]) -> dict[str, Counts]:
    groups: defaultdict[float, list[TileScore]] = defaultdict(list)
    for answer in answers:
        groups[max(low for low in _SIZES if low <= answer.piece.scaled_side)].append(answer)
    return {range_of(low, _SIZES, "px"): tally(groups[low]) for low in sorted(groups)}


def _by_trait(pictures: Sequence[Scored], trait: str) -> dict[str, Counts]:
    groups: defaultdict[str, list[Scored]] = defaultdict(list)
    for picture in pictures:
        groups[picture.traits[trait]].append(picture)
    return {
        name: {**tally(answer for one in groups[name] for answer in one.score.answers), **boards(groups[name])}
        for name in sorted(groups, key=lambda name: (not name.startswith("below"), name))
    }


def _by_code(answers: Sequence[TileScore], place: int) -> dict[str, Counts]:
    codes = sorted({answer.piece.tile[place] for answer in answers}, key="123456ROYGBPW".index)
    return {code: tally(answer for answer in answers if answer.piece.tile[place] == code) for code in codes}


def _confusion(answers: Iterable[TileScore]) -> list[tuple[str, str, int]]:
    """How often each tile was read as which; what was not found is left out."""
    counts = Counter((answer.piece.tile, answer.read) for answer in answers if answer.read is not None)
    return [(true, read, count) for (true, read), count in sorted(counts.items())]


def _mistakes(pictures: Iterable[Scored]) -> list[Figures]:
    """Where to look: tiles missed or misnamed, and false ones."""
    wrong = [
        {
            "picture": picture.name,
            "px": [round(value) for value in answer.piece.middle],
            "side": round(answer.piece.scaled_side, 1),
            "tile": answer.piece.tile,
            "read": answer.read,
            "unsure": answer.unsure,
        }
        for picture in pictures
        for answer in picture.score.answers
        if not answer.right
    ]
    return wrong[:_MOST_MISTAKES]
