"""Reading with memory: what several readings together say of each cell."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from tileye.rules.board import Board, Cell
from tileye.rules.tiles import Tile
from tileye.vision.referee.observations import Names, Observation
from tileye.vision.referee.settings import Settings


class VoteSettings(Protocol):
    """How readings are counted; of tiles and of cards alike."""

    @property
    def memory(self) -> int:
        """Readings that count."""

    @property
    def name_weight(self) -> int:
        """As how many independent readings all names of a piece count."""

    @property
    def seen(self) -> float:
        """How much a reading that finds a piece tells that there is one."""

    @property
    def unseen(self) -> float:
        """The same for a reading that finds none."""

    @property
    def name_floor(self) -> float:
        """What a name counts that is not even mentioned."""

    @property
    def clear(self) -> float:
        """From this on a piece is there, or gone."""


class Votes(NamedTuple):
    """What was read in one cell, or of one card; the means are of logarithms, over the readings that count."""

    readings: int
    presence: float
    """How much a reading said that a tile lies here, on average."""
    named: int = 0
    names: Mapping[Tile, float] = {}

    @property
    def strength(self) -> float:
        """How sure it is that a tile lies here; below 0 that none does."""
        return self.readings * self.presence


@dataclass(frozen=True, slots=True)
class Memory:
    """The votes for all cells; one that is not listed was seen empty whenever it was seen."""

    cells: Mapping[Cell, Votes] = field(default_factory=dict)
    readings: int = 0
    """Readings since a hand was there that count."""
    odd: frozenset[Cell] = frozenset()
    """Cells in which the last reading could not make out what lies there."""


def forget(memory: Memory, settings: Settings) -> Memory:
    """A hand was there: what was read before counts little."""
    cells = {
        cell: votes._replace(
            readings=min(votes.readings, settings.kept_presence), named=min(votes.named, settings.kept_names)
        )
        for cell, votes in memory.cells.items()
    }
    return Memory(cells, settings.kept_presence)


def remember(memory: Memory, observation: Observation, board: Board, settings: Settings) -> Memory:
    """Count one more reading."""
    unlisted = Votes(memory.readings, settings.unseen)
    cells: dict[Cell, Votes] = dict(memory.cells)
    for cell in {*memory.cells, *observation.tiles, *board}:
        if cell in observation.hidden or cell in observation.odd:
            continue
        # What could not be made out was not seen empty.
        new = Votes(0, 0.0) if cell in memory.odd else unlisted
        votes = cells.get(cell) or (_recorded(board[cell], settings) if cell in board else new)
        votes = counted(votes, observation.tiles.get(cell), settings)
        if cell in board or votes.strength > 0.9 * settings.memory * settings.unseen:
            cells[cell] = votes
        else:
            cells.pop(cell, None)
    return replace(
        memory, cells=cells, readings=min(memory.readings + 1, settings.memory), odd=observation.odd - set(board)
    )


def evidence(votes: Votes, name: Tile, settings: VoteSettings) -> float:
    """How well a name fits what was read, 0 at best."""
    return min(votes.named, settings.name_weight) * votes.names.get(name, settings.name_floor)


def ranked(votes: Votes, settings: VoteSettings) -> list[tuple[Tile, float]]:
    """The names that were read, best first, with how much worse than the best each is."""
    weighed = sorted((-evidence(votes, name, settings), name) for name in votes.names)
    return [(name, weighed[0][0] - cost) for cost, name in weighed]


def chances(votes: Votes) -> dict[Tile, float]:
    """The names as probabilities, for people, best first."""
    return as_chances(votes.names)


def as_chances(names: Mapping[Tile, float]) -> dict[Tile, float]:
    """Names with logarithms of how likely they are as probabilities, best first."""
    shares = {name: math.exp(cost) for name, cost in names.items()}
    whole = sum(shares.values())
    return {name: round(shares[name] / whole, 3) for name in sorted(shares, key=lambda one: (-shares[one], one))}


def _recorded(tile: Tile, settings: Settings) -> Votes:
    """What the record says counts as one reading where none is remembered."""
    return Votes(1, settings.seen, 1, {tile: 0.0})


def counted(votes: Votes, names: Names | None, settings: VoteSettings) -> Votes:
    """Count one more reading of a place; without names nothing was found there."""
    readings = min(votes.readings + 1, settings.memory)
    said = settings.seen if names else settings.unseen
    presence = votes.presence + (said - votes.presence) / readings
    if not names:
        # Whatever lies here next has nothing to do with the names read so far.
        gone = readings * presence <= -settings.clear
        return Votes(readings, presence) if gone else votes._replace(readings=readings, presence=presence)
    named = min(votes.named + 1, settings.memory)
    return Votes(readings, presence, named, _mean_names(votes.names, names, named, settings.name_floor))


def counted_unnamed(votes: Votes, settings: VoteSettings) -> Votes:
    """Count one more reading of a place where something lies of which nobody can say what it is."""
    readings = min(votes.readings + 1, settings.memory)
    return votes._replace(readings=readings, presence=votes.presence + (settings.seen - votes.presence) / readings)


def _mean_names(means: Mapping[Tile, float], names: Names, named: int, floor: float) -> dict[Tile, float]:
    mixed = {}
    for name in sorted({*means, *names}):
        mean, chance = means.get(name, floor), names.get(name, 0.0)
        said = max(floor, min(0.0, math.log(chance))) if chance > 0 else floor
        mean = mean + (said - mean) / named
        if mean > floor + 0.05:
            mixed[name] = mean
    return mixed or {max(sorted(names), key=lambda name: names[name]): floor}
