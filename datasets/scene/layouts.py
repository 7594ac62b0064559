"""Where the pieces lie: boards from played games, laid by hands that are never quite straight."""

import math
from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Literal

from tileye.rules.board import Board, Cell, neighbours
from tileye.rules.events import Laid
from tileye.rules.game import Setup
from tileye.rules.rulesets import CLASSROOM, TILES
from tileye.rules.selfplay import casual, play_openly
from tileye.rules.state import Player
from tileye.rules.tiles import Tile

Role = Literal["board", "loose", "rack", "heap", "face_down"]


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a piece's foot is on the table, y away from the viewer, and how far it is turned."""

    x: float
    y: float
    z: float
    turn: float
    """Degrees, counterclockwise seen from above."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece on the table; a cell only where it belongs to the board."""

    tile: Tile
    pose: Pose
    role: Role
    cell: Cell | None = None


_LEAST_APART = 0.975
"""From the middle of a tile to that of its neighbour: their round edges touch."""


@dataclass(frozen=True, slots=True)
class PlacementNoise:
    """How carefully the tiles were laid: standard deviations in sides of a tile and in degrees."""

    shift: float
    turn: float
    drift: float
    """How much a line strays from its neighbours, tile by tile."""
    gap: float
    """The mean gap between neighbours."""
    strays: float
    """The share of tiles that were pushed out of line."""


def draw_board(random: Random, colours: str, most: int = 108) -> dict[Cell, Tile]:
    """Draw the board of a game at any length up to so many tiles, one time in eight with illegal placements."""
    rules = CLASSROOM if random.random() < 0.3 else TILES
    setup = Setup(rules, tuple(Player(name) for name in "ABCD"[: random.randint(2, 4)]), colours)
    seed = random.getrandbits(32)
    wanted = random.randint(1, most) if random.random() < 0.7 else random.randint(1, 24)
    board: dict[Cell, Tile] = {}
    for _, _, event in play_openly(setup, seed, casual):
        if isinstance(event, Laid) and len(board) < wanted:
            board.update({cell: tile for tile, cell in event.placed})
        if len(board) >= wanted:
            break
    if random.random() < 0.125:
        _spoil(random, board)
    return board


def draw_placement_noise(random: Random) -> PlacementNoise:
    """Draw how carefully somebody lays tiles."""
    sloppy = random.random() ** 1.5
    return PlacementNoise(
        shift=0.004 + 0.03 * sloppy,
        turn=0.2 + 2.2 * sloppy,
        drift=0.002 + 0.016 * sloppy,
        gap=random.random() ** 3 * 0.12,
        strays=random.random() ** 4 * 0.08,
    )


def lay(random: Random, board: Board, noise: PlacementNoise) -> list[Piece]:
    """Lay the tiles as hands do: each against a neighbour that lies already, a little off, and the errors add up."""
    poses: dict[Cell, Pose] = {}
    for start in sorted(board):
        if start not in poses:
            x, y = start
            first = next(iter(poses), None)
            turn = poses[first].turn if first else 0.0
            poses[start] = Pose(x, -y, 0.0, turn + random.gauss(0, noise.turn))
            _lay_island(random, board, noise, poses, start)
    middle_x = sum(pose.x for pose in poses.values()) / len(poses) if poses else 0.0
    middle_y = sum(pose.y for pose in poses.values()) / len(poses) if poses else 0.0
    return [
        Piece(board[cell], Pose(pose.x - middle_x, pose.y - middle_y, pose.z, pose.turn), "board", cell)
        for cell, pose in poses.items()
    ]


def _lay_island(random: Random, board: Board, noise: PlacementNoise, poses: dict[Cell, Pose], start: Cell) -> None:
    """Lay whatever hangs together with the first tile, nearest first; where a loop closes, neighbours are averaged."""
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for cell in neighbours(here):
            if cell in board and cell not in poses:
                poses[cell] = _beside(random, noise, cell, poses)
                waiting.append(cell)


def _beside(random: Random, noise: PlacementNoise, cell: Cell, poses: dict[Cell, Pose]) -> Pose:
    """Lay a tile against those of its neighbours that lie already."""
    guesses = []
    for near in neighbours(cell):
        if near in poses:
            pose = poses[near]
            angle = math.radians(pose.turn * 0.6)
            dx, dy = cell[0] - near[0], -(cell[1] - near[1])
            step = 1.0 + abs(random.gauss(0, noise.gap))
            guesses.append(
                (
                    pose.x + step * (dx * math.cos(angle) - dy * math.sin(angle)),
                    pose.y + step * (dx * math.sin(angle) + dy * math.cos(angle)),
                    pose.turn,
                )
            )
    x, y, turn = (sum(guess[axis] for guess in guesses) / len(guesses) for axis in range(3))
    stray = random.random() < noise.strays
    shift = 0.08 if stray else noise.shift
    x += random.gauss(0, noise.drift) + random.gauss(0, shift)
    y += random.gauss(0, noise.drift) + random.gauss(0, shift)
    x, y = _pushed_out(x, y, [poses[near] for near in _around(cell) if near in poses])
    return Pose(x, y, 0.0, 0.7 * turn + random.gauss(0, 5.0 if stray else noise.turn))


def _pushed_out(x: float, y: float, lying: list[Pose]) -> tuple[float, float]:
    """Push a tile away from those that lie already, since wood does not give way."""
    for _ in range(6):
        for pose in lying:
            apart = math.hypot(x - pose.x, y - pose.y)
            if apart < _LEAST_APART:
                x, y = (own + (own - its) * (_LEAST_APART / apart - 1) for own, its in ((x, pose.x), (y, pose.y)))
    return x, y


def _around(cell: Cell) -> list[Cell]:
    """The eight cells around a cell."""
    return [(cell[0] + x, cell[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def _spoil(random: Random, board: dict[Cell, Tile]) -> None:
    """Add one to three tiles that break the rules: any tile beside any other."""
    tiles = sorted(set(board.values()))
    for _ in range(random.randint(1, 3)):
        free = sorted({near for cell in board for near in neighbours(cell)} - set(board))
        board[random.choice(free)] = random.choice(tiles)
