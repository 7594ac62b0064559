"""Films without pictures: what the eye would see of a story, perfectly or with its usual errors."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tileye.datasets.film.timeline import Timeline
from tileye.rules.board import Cell
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import find_rules
from tileye.rules.state import Player
from tileye.rules.tiles import COLOURS, SHAPES, Tile
from tileye.vision.referee.events import Event, event_json
from tileye.vision.referee.inputs import Input, parse_input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.observations import Observation
from tileye.vision.referee.settings import Settings

FPS = 15
_BUMP = 1.2
"""How long a moving camera is not to be trusted."""


@dataclass(frozen=True, slots=True)
class Errors:
    """What goes wrong in reading, each with its chance for a tile and reading."""

    wrong: float = 0.0
    missed: float = 0.0
    phantom: float = 0.0
    """For a reading: a tile where there is none."""
    hidden: float = 0.0
    flicker: float = 0.0
    """For a reading: movement where there is none."""
    doubt: float = 0.0
    """For a tile as long as it lies: two names that stay about equally likely."""
    overlooked: float = 0.0
    """For a tile and four seconds: that it is not found in any of them."""
    slow: float = 0.0
    """How long after a hand the table still counts as moving."""


def observations(timeline: Timeline, errors: Errors, seed: int = 0) -> Iterator[Observation]:
    """What is seen of a film."""
    random = Random(seed)
    for frame in range(int(timeline.seconds * FPS)):
        at = frame / FPS
        if _moving(timeline, at, errors.slow) or random.random() < errors.flicker:
            yield Observation(at, busy=True)
        else:
            yield read(random, lying_at(timeline, at), at, errors)


def lying_at(timeline: Timeline, at: float) -> dict[Cell, Tile]:
    """What lies on the board at a moment."""
    rest = max((rest for rest in timeline.rests if rest.at <= at), key=lambda rest: rest.at)
    return {piece.cell: piece.tile for piece in rest.pieces if piece.cell is not None and piece.tile is not None}


def read(random: Random, lying: dict[Cell, Tile], at: float, errors: Errors) -> Observation:
    """Read a table that lies still."""
    tiles: dict[Cell, dict[Tile, float]] = {}
    hidden = set()
    for cell, tile in lying.items():
        if random.random() < errors.hidden:
            hidden.add(cell)
        elif Random(f"{cell} {tile} {at // 4}").random() < errors.overlooked:
            continue
        elif Random(f"{cell} {tile}").random() < errors.doubt:
            tiles[cell] = _doubtful(random, cell, tile)
        elif random.random() >= errors.missed:
            tiles[cell] = named(random, tile, errors.wrong)
    if lying and random.random() < errors.phantom:
        x, y = random.choice(sorted(lying))
        tiles.setdefault((x + random.choice((-1, 1)), y), named(random, random.choice(SHAPES) + "R", 0.0))
    return Observation(at, tiles=tiles, hidden=frozenset(hidden))


def named(random: Random, tile: Tile, wrong: float) -> dict[Tile, float]:
    """The names of a tile, now and then with another one first."""
    other = random.choice((tile[0] + random.choice(COLOURS[:5]), random.choice(SHAPES) + tile[1]))
    if other == tile or random.random() >= wrong:
        return {tile: 0.97, other: 0.02} if other != tile else {tile: 0.98}
    sure = random.uniform(0.4, 0.95)
    return {other: sure, tile: 1 - sure}


def _doubtful(random: Random, cell: Cell, tile: Tile) -> dict[Tile, float]:
    """Two names of a tile that never becomes clear."""
    always = Random(f"{tile} at {cell}")
    other = always.choice([tile[0] + colour for colour in COLOURS[:5] if colour != tile[1]])
    share = min(0.95, max(0.05, always.uniform(0.35, 0.65) + random.gauss(0, 0.05)))
    return {tile: share, other: 1 - share}


def _moving(timeline: Timeline, at: float, slow: float) -> bool:
    hands = any(reach.keys[0].at + 0.15 <= at <= reach.keys[-1].at - 0.15 + slow for reach in timeline.reaches)
    bumps = any(key.at <= at <= key.at + _BUMP for key in timeline.cameras[1::2])
    return hands or bumps


def referee_of(timeline: Timeline, settings: Settings | None = None) -> Referee:
    """A referee for the game of a film."""
    game = timeline.truth[0]
    players = tuple(Player(name) for name in game["players"])
    return Referee(Game(Setup(find_rules(game["rules"]), players)), settings)


def perform(
    timeline: Timeline, errors: Errors, seed: int = 0, settings: Settings | None = None
) -> list[dict[str, Any]]:
    """Let a referee watch a film; return its events as JSON."""
    referee = referee_of(timeline, settings)
    told: list[Event] = []
    words = [parse_input(entry) for entry in timeline.inputs]
    for seen in observations(timeline, errors, seed):
        told += _say(referee, words, seen.at)
        told += referee.see(seen)
    told += _say(referee, words, float("inf"))
    told += referee.finish(timeline.seconds)
    return [event_json(event) for event in told]


def _say(referee: Referee, words: list[Input], at: float) -> Iterator[Event]:
    while words and words[0].at <= at:
        yield from referee.tell(words.pop(0)).events
