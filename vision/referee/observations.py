"""What the eye tells the referee, in the game's own cells, and its JSON form for recordings."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tileye.rules.board import Cell, parse_cell
from tileye.rules.jsonlines import Json
from tileye.rules.tiles import Tile, parse_tile, shown
from tileye.vision.referee.inputs import parse_time

Names = Mapping[Tile, float]
"""What a tile may be, each name with its probability."""


_CELLS = ("hidden", "odd", "first")


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at the table. Cells that are neither listed nor hidden nor odd were seen empty."""

    at: float
    """Seconds of film time."""
    busy: bool = False
    """A hand or movement: nothing was read."""
    moved: bool = False
    """The camera was set up anew before anybody came: what lay there may lie in other cells now."""
    tiles: Mapping[Cell, Names] = field(default_factory=dict)
    first: frozenset[Cell] = frozenset()
    """Where a tile lies that was there before all others: the first turn, if none is recorded."""
    hidden: frozenset[Cell] = frozenset()
    """Cells that cannot be seen now."""
    odd: frozenset[Cell] = frozenset()
    """Cells that hold something unreadable, perhaps no tile."""
    skipped: bool = False
    """In a folder: pictures are missing before this one."""


def observation_json(observation: Observation) -> Json:
    """Write an observation; `parse_observation` is the inverse."""
    if observation.busy:
        return {"at": observation.at, "busy": True, **({"moved": True} if observation.moved else {})}
    tiles = [[x, y, dict(names)] for (x, y), names in sorted(observation.tiles.items())]
    told: Json = {"at": observation.at, "tiles": tiles}
    for name in _CELLS:
        cells: frozenset[Cell] = getattr(observation, name)
        if cells:
            told[name] = [list(cell) for cell in sorted(cells)]
    return {**told, "skipped": True} if observation.skipped else told


def parse_observation(value: Json) -> Observation:
    """Read an observation; raise ValueError saying what is wrong with it."""
    at = parse_time(value.get("at"))
    if value.get("busy"):
        return Observation(at, busy=True, moved=bool(value.get("moved")))
    try:
        tiles = dict(_parse_tile(*entry) for entry in value.get("tiles", []))
        hidden, odd, first = (frozenset(parse_cell(*entry) for entry in value.get(name, [])) for name in _CELLS)
    except (TypeError, AttributeError) as error:
        raise ValueError(f"no observation: {error}") from None
    skipped = bool(value.get("skipped"))
    return Observation(at, tiles=tiles, hidden=hidden, odd=odd, first=first, skipped=skipped)


def _parse_tile(x: object, y: object, names: Json) -> tuple[Cell, Names]:
    return parse_cell(x, y), {parse_tile(tile): parse_chance(chance) for tile, chance in names.items()}


def parse_chance(chance: object) -> float:
    """Return a probability; raise ValueError where it is none."""
    if isinstance(chance, bool) or not isinstance(chance, int | float) or not 0 <= chance <= 1:
        raise ValueError(f"a probability from 0 to 1 is needed, not {shown(chance)}")
    return float(chance)
