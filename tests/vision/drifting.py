"""Tables on which lines drift, with what an eye makes of them: lattices and names, right or wrong."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from tests.vision.tables import Lying, seen_from
from tileye.datasets.camera.camera_model import Camera
from tileye.rules.board import Cell, neighbours
from tileye.rules.tiles import TILES, Tile, set_tiles
from tileye.vision.geometry.lattice import Lattice, grow
from tileye.vision.geometry.poses import BoardPose
from tileye.vision.reading import NAMES
from tileye.vision.tracking.registration import Registration, register

Real = NDArray[np.float64]
Board = dict[Cell, Tile]


@dataclass(frozen=True)
class Look:
    """What the eye makes of a table, and the true cell of each tile."""

    lattice: Lattice
    chances: Real
    cells: tuple[Cell | None, ...]

    def told(self, board: Mapping[Cell, Tile], pose: BoardPose | None) -> Registration:
        return register(self.lattice, self.chances, board, pose)


@dataclass(frozen=True)
class Table:
    """A table on which lines drift."""

    seed: int = 0
    drift: float = 0.04
    pitch: float = 1.04

    def lying(self, cell: Cell, aside: complex = 0j) -> Lying:
        """Where the tile of a cell lies: waves shift lines, more the farther they are apart."""
        a, b, c = np.random.default_rng(self.seed).uniform(0, 6, 3)
        x, y = cell
        away = self.drift * (np.sin(a + 0.5 * y) * 2 + 1j * np.sin(b + 0.4 * x) * 2)
        own = np.random.default_rng([self.seed, x + 500, y + 500]).normal(0, 0.012, 3)
        place = (x - 1j * y) * self.pitch + away + own[0] + 1j * own[1] + aside
        return place.real, place.imag, float(own[2] * 120 + 3 * np.sin(c + 0.3 * y))

    def look(
        self,
        camera: Camera,
        tiles: Mapping[Cell, Tile],
        *,
        loose: Mapping[Lying, Tile] | None = None,
        hidden: Iterable[Cell] = (),
        wrong: float = 0.0,
        seed: int = 0,
    ) -> Look:
        """See the tiles on the board, but for hidden ones, and loose ones."""
        random = Random(f"{self.seed} {seed}")
        gone = set(hidden)
        shown = [(self.lying(cell), tile, cell) for cell, tile in tiles.items() if cell not in gone]
        everything = [*shown, *[(lying, tile, None) for lying, tile in (loose or {}).items()]]
        random.shuffle(everything)
        seen = seen_from(camera, [lying for lying, _, _ in everything], noise=0.012, seed=seed)
        names = [tile for _, tile, _ in everything]
        mistaken = set(random.sample(range(len(names)), round(wrong * len(names))))
        named = [random.choice(TILES) if number in mistaken else tile for number, tile in enumerate(names)]
        lattice = grow(seen.quads, seen.scores)
        return Look(lattice, chances_of(named, random), tuple(cell for _, _, cell in everything))


def chances_of(tiles: Iterable[Tile], random: Random | None = None) -> Real:
    rows = []
    for tile in tiles:
        sure = random.uniform(0.6, 1) if random else 1.0
        row = np.full(len(NAMES), (1 - sure) / (len(NAMES) - 1))
        row[NAMES.index(tile)] = sure
        rows.append(row)
    return np.array(rows).reshape(-1, len(NAMES))


def grown(count: int, seed: int, start: Board | None = None) -> Board:
    """A board of mixed tiles that hangs together."""
    random = Random(seed)
    board = dict(start or {})
    bag = [tile for tile in set_tiles("ROYGBP") for _ in range(3)]
    random.shuffle(bag)
    while len(board) < count:
        beside = sorted({near for cell in board for near in neighbours(cell)} - board.keys()) or [(0, 0)]
        # Boards are lines rather than heaps.
        beside.sort(key=lambda cell: sum(near in board for near in neighbours(cell)) + random.random())
        board[beside[0] if random.random() < 0.7 else random.choice(beside)] = bag.pop()
    return board
