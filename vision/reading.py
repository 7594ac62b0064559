"""From a picture to its tiles: found, laid out in cells, named."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tileye.rules.board import Cell
from tileye.rules.jsonlines import Json
from tileye.rules.tiles import COLOURS, SHAPES, Tile, colour_set
from tileye.vision.detection.detector import Detections, Finder, Quads, Scores
from tileye.vision.detection.fitter import Fitter
from tileye.vision.detection.forms import open_detector
from tileye.vision.detection.runtime import (
    Engine,
    Weights,
    WeightsError,
    answer_many,
    as_batch,
    describe_weights,
    open_engine,
)
from tileye.vision.geometry.homography import Real
from tileye.vision.geometry.lattice import grow, rectified_quads
from tileye.vision.geometry.poses import pose_of
from tileye.vision.images.changes import Box
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.alike import odd_ones
from tileye.vision.naming.burnt import burnt_cells
from tileye.vision.naming.candidates import with_fitting_first
from tileye.vision.naming.crops import crops_of
from tileye.vision.naming.genuine import LEAST, Judge, shipped_judge
from tileye.vision.naming.palette import DECISIVE, Chances, Crops, decided_together
from tileye.vision.raw_readings import NO_QUADS, RawReading, in_places, look_again

__all__ = [
    "NAMES",
    "Chances",
    "HiddenTile",
    "NetNamer",
    "Reader",
    "Reading",
    "SeenTile",
    "open_reader",
    "reading_json",
    "reading_of",
]

NAMES: tuple[Tile, ...] = tuple(shape + colour for shape in SHAPES for colour in COLOURS)
_STAGES = ("detect", "lattice", "name")
THIN = 0.5
"""A name is unsure where it is not by so much more likely than the next one."""
_LEAST_CHANCE = 0.05
"""Names that are less likely are no candidates, but for the best two."""
_MOST_CANDIDATES = 4
_LEAST_BOARD = 3
"""Fewer tiles hardly tell where others lie beside them."""

_WEAK = 0.6
"""Boxes with scores below this are named before they are laid out."""
_SCORE_WEIGHT, _NAME_WEIGHT, _LEAST_BELIEF = 1.24, 0.60, -2.5
"""How much score and name of a weak box tell, as a logistic fit to the lookalikes of the validation set has it."""

Point = tuple[float, float]
Candidates = tuple[tuple[Tile, float], ...]
"""Names with their chances."""


class Namer(Protocol):
    """Says what tiles are, from their crops, all of one picture at once."""

    def name(self, crops: NDArray[np.uint8]) -> Chances:
        """For each crop the probabilities of all `NAMES`."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile as it was read; its cell is None off the board.

    `candidates` run from the likeliest name down, where the tile is unsure those first that fit the board.
    """

    tile: Tile
    cell: Cell | None
    confidence: float
    px: Point
    corners: tuple[Point, ...]
    unsure: bool
    candidates: Candidates


@dataclass(frozen=True, slots=True)
class HiddenTile:
    """A tile of the board of which only that is known: its face is burnt out."""

    cell: Cell
    px: Point
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a picture shows: tiles by rows of the board, then those off it; the set's colours once they are known."""

    tiles: tuple[SeenTile, ...]
    colours: str | None
    ms: Mapping[str, float]
    """What finding, laying out and naming took."""
    hidden: tuple[HiddenTile, ...] = ()
    """Tiles that cannot be read, by rows of the board."""

    @property
    def unsure(self) -> tuple[SeenTile, ...]:
        """The tiles whose names are not sure."""
        return tuple(tile for tile in self.tiles if tile.unsure)

    @property
    def board(self) -> dict[Cell, Tile]:
        """The tiles on the board."""
        return {tile.cell: tile.tile for tile in self.tiles if tile.cell is not None}


class NetNamer:
    """Names each crop by itself with a net."""

    def __init__(self, engine: Engine, weights: Weights) -> None:
        if set(weights.names) != set(NAMES):
            raise WeightsError(f"the weights {weights.path} do not name tiles: install tileye anew")
        self._engine = engine
        # Training libraries sort classes in their own way.
        self._order = [weights.names.index(name) for name in NAMES]

    def name(self, crops: NDArray[np.uint8]) -> Chances:
        """For each crop the probabilities of all `NAMES`."""
        return np.asarray(answer_many(self._engine, as_batch(crops))[:, self._order], np.float64)


class Reader:
    """Reads one picture after another; a judge tells what is no tile in pictures that are read by themselves."""

    def __init__(self, finder: Finder, namer: Namer, judge: Judge | None = None) -> None:
        self._finder, self._namer, self._judge = finder, namer, judge

    def read(self, picture: Picture) -> Reading:
        """Read a picture by itself."""
        raw = self._judged(picture, self._judge) if self._judge else self.read_raw(picture)
        return _with_hidden(reading_of(raw), _hidden(picture, raw))

    def read_raw(
        self, picture: Picture, before: RawReading | None = None, boxes: Sequence[Box] = (), ignored: Quads = NO_QUADS
    ) -> RawReading:
        """Look at a picture; after a raw reading `before`, only into the boxes in which something changed.

        What lies in the places that are `ignored` is left out.
        """
        start = time.perf_counter()
        if before is not None:
            renewed = look_again(picture, before.found, boxes, self._found, ignored)
            return self._laid_out(picture, renewed.found, start, ignored, before.beliefs[renewed.kept])
        found = self._found(picture)
        left_out = in_places(found, ignored)
        return self._laid_out(picture, found.taken(~left_out), start, found.quads[left_out])

    def read_everything(self, picture: Picture) -> RawReading:
        """Look at a picture; whatever may be a tile is listed, however weak it is."""
        start = time.perf_counter()
        return self._laid_out(picture, self._finder.find(picture), start)

    def _judged(self, picture: Picture, judge: Judge) -> RawReading:
        """Look at a picture; what is no tile is left out, and has no part in how the others lie and what they are."""
        raw = self.read_everything(picture)
        start = time.perf_counter()
        genuine = judge.belief(raw.crops, raw.beliefs, raw.found.scores, raw.found.quads) >= LEAST
        if genuine.all():
            return replace(raw, ms={**raw.ms, "name": raw.ms["name"] + (time.perf_counter() - start) * 1000})
        rest = self._laid_out(picture, raw.found.taken(genuine), start)
        return replace(rest, ms={stage: took + raw.ms[stage] for stage, took in rest.ms.items()})

    def _laid_out(
        self,
        picture: Picture,
        found: Detections,
        start: float,
        ignored: Quads = NO_QUADS,
        known: Chances | None = None,
    ) -> RawReading:
        """Lay out and name what was found since a time; the first are `known` already."""
        clock = [start, time.perf_counter()]
        lattice = grow(found.quads, found.scores)
        quads = rectified_quads(lattice)
        clock.append(time.perf_counter())
        # Colours are compared in one light, that of this picture.
        crops = crops_of(picture, quads)
        known = np.zeros((0, len(NAMES))) if known is None else known
        beliefs = np.concatenate([known, self._named(crops[len(known) :])])
        chances = decided_together(crops, beliefs)
        clock.append(time.perf_counter())
        ms = {stage: float(took) for stage, took in zip(_STAGES, np.diff(clock) * 1000, strict=True)}
        return RawReading(found, lattice, quads, crops, beliefs, chances, ignored, ms)

    def _found(self, picture: Picture, side: float = 0.0) -> Detections:
        """Find tiles; weak boxes only where what they show looks like one of the names."""
        found = self._finder.find(picture, side)
        weak = np.flatnonzero(found.scores < _WEAK)
        if not len(weak):
            return found
        best = self._namer.name(crops_of(picture, found.quads[weak])).max(1)
        keep = np.ones(len(found.scores), np.bool_)
        keep[weak] = is_believed(found.scores[weak], best)
        return found.taken(keep)

    def _named(self, crops: Crops) -> Chances:
        return self._namer.name(crops) if len(crops) else np.zeros((0, len(NAMES)))


def is_believed(scores: Scores, best: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether weak boxes hold tiles, told by their scores and by how likely the best name of each is."""
    return np.asarray(_SCORE_WEIGHT * _log_odds(scores) + _NAME_WEIGHT * _log_odds(best) > _LEAST_BELIEF)


def _log_odds(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    held = np.clip(chances, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(held / (1 - held)))


def reading_of(raw: RawReading) -> Reading:
    """What a raw reading says for people: the best name of each tile, the doubts, the set."""
    seen = list(seen_in(raw))
    doubted, none = odd_ones(raw, np.array([tile.unsure for tile in seen], np.bool_))
    for number in np.flatnonzero(doubted):
        seen[number] = replace(seen[number], unsure=True)
    left = [tile for tile, left_out in zip(seen, none.tolist(), strict=True) if not left_out]
    tiles = tuple(with_fitting_first(sorted(left, key=_place)))
    return Reading(tiles, colours_of(tile.tile for tile in tiles if not tile.unsure), raw.ms)


def _hidden(picture: Picture, raw: RawReading) -> tuple[HiddenTile, ...]:
    """The tiles of the board whose faces are burnt out."""
    pose = pose_of(raw.lattice)
    cells = frozenset(cell for cell in raw.lattice.cells if cell is not None)
    if pose is None or len(cells) < _LEAST_BOARD:
        return ()
    found = burnt_cells(picture, pose, cells, raw.quads, raw.crops)
    tiles = (HiddenTile(cell, middle_of(quad), points_of(quad)) for cell, quad in found.items())
    return tuple(sorted(tiles, key=lambda tile: tile.cell[::-1]))


def _with_hidden(reading: Reading, hidden: tuple[HiddenTile, ...]) -> Reading:
    """A reading with what is hidden in it; the smallest x and y of all are 0."""
    left, top = (min((0, *(tile.cell[axis] for tile in hidden))) for axis in (0, 1))
    if left or top:
        tiles = (replace(tile, cell=_moved(tile.cell, left, top)) for tile in reading.tiles)
        reading = replace(reading, tiles=tuple(tiles))
        hidden = tuple(replace(tile, cell=(tile.cell[0] - left, tile.cell[1] - top)) for tile in hidden)
    return replace(reading, hidden=hidden)


def _moved(cell: Cell | None, left: int, top: int) -> Cell | None:
    return (cell[0] - left, cell[1] - top) if cell else None


def open_reader(folder: Path | None = None, runtime: str | None = None) -> Reader:
    """Make the shipped nets ready; `folder` may name others."""
    fitted, named = (describe_weights(form, folder) for form in ("fit", "cls"))
    fitter = Fitter(open_detector(folder, runtime), open_engine(fitted, runtime))
    return Reader(fitter, NetNamer(open_engine(named, runtime), named), shipped_judge())


def reading_json(reading: Reading) -> Json:
    """A reading as the interfaces show it."""
    return {
        "tiles": [_tile_json(tile) for tile in reading.tiles],
        "unsure": [
            {**_place_json(tile), "candidates": {name: round(chance, 3) for name, chance in tile.candidates}}
            for tile in reading.unsure
        ]
        + [{**_place_json(tile), "hidden": True, "candidates": {}} for tile in reading.hidden],
        "set": reading.colours,
        "ms": {stage: round(took, 1) for stage, took in reading.ms.items()},
    }


def _tile_json(tile: SeenTile) -> Json:
    place = _place_json(tile)
    corners = [[round(x, 1), round(y, 1)] for x, y in tile.corners]
    return {
        "tile": tile.tile,
        "x": place["x"],
        "y": place["y"],
        "confidence": round(tile.confidence, 3),
        "px": place["px"],
        "corners": corners,
    }


def _place_json(tile: SeenTile | HiddenTile) -> Json:
    x, y = tile.cell or (None, None)
    return {"x": x, "y": y, "px": [round(value) for value in tile.px]}


def seen_in(raw: RawReading) -> Iterator[SeenTile]:
    """What was taken for tiles, each with the best name."""
    for quad, cell, row in zip(raw.quads, raw.lattice.cells, raw.chances, strict=True):
        candidates = likeliest(row)
        tile, sure = candidates[0]
        yield SeenTile(tile, cell, sure, middle_of(quad), points_of(quad), is_thin(candidates), candidates)


def likeliest(row: Real) -> Candidates:
    """The names that a piece may have, of the chances of all `NAMES`: two at least, the likeliest first."""
    best = np.argsort(-row, kind="stable")[:_MOST_CANDIDATES]
    listed = [number for place, number in enumerate(best) if place < 2 or row[number] >= _LEAST_CHANCE]
    return tuple((NAMES[number], float(row[number])) for number in listed)


def is_thin(candidates: Candidates) -> bool:
    """Whether the likeliest name is hardly likelier than the next one."""
    return candidates[0][1] - candidates[1][1] < THIN


def points_of(quad: Real) -> tuple[Point, ...]:
    """Corners as plain numbers."""
    return tuple((x, y) for x, y in quad.tolist())


def middle_of(quad: Real) -> Point:
    """The middle of corners as plain numbers."""
    x, y = (quad.sum(0) / len(quad)).tolist()
    return x, y


def _place(tile: SeenTile) -> tuple[bool, float, float]:
    x, y = tile.cell or tile.px
    return tile.cell is None, y, x


def colours_of(sure: Iterable[Tile]) -> str | None:
    """The set's colours, told by sure names: by one that is purple or white, where both were read by far the most."""
    letters = Counter(name[1] for name in sure)
    white, purple = letters["W"], letters["P"]
    if max(white, purple) <= DECISIVE * min(white, purple):
        return None
    return colour_set(["1W" if white > purple else "1P"])
