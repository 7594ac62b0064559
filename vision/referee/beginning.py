"""What lies on the table when a game is seen first: nothing, the first turn, or a board to go on from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from tileye.rules.board import Cell, Placement
from tileye.rules.events import LateStart
from tileye.rules.tiles import Tile
from tileye.vision.referee.differences import Candidates
from tileye.vision.referee.inputs import Begin

BeginMode = Literal["auto", "turn", "board", "ask", "clear"]
"""How what lies there is taken: as it looks, as somebody said, or not at all before somebody says so or clears it."""
BEGIN_MODES: tuple[BeginMode, ...] = get_args(BeginMode)
Begun = Literal["nothing", "turn", "board"]
_LONGEST = 6


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is known of how the game begins."""

    mode: BeginMode = "auto"
    told: Begin | None = None
    begun: Begun | None = None
    """With what it has begun; None as long as nobody knows."""

    def hears(self, word: Begin) -> "Beginning":
        """Somebody says what lies there."""
        return Beginning(word.way, word)

    def sees(self, placed: Placement) -> "Beginning":
        """The table was seen well enough to say what lies there, unless people have to say so."""
        return replace(self, begun=_begun_with(placed, self.mode))

    def start(self, placed: Placement) -> LateStart:
        """What to record of a board, with what people said of it."""
        return LateStart(placed, self.told.player, self.told.points) if self.told else LateStart(placed)


def _begun_with(placed: Placement, mode: BeginMode) -> Begun | None:
    if not placed:
        return "nothing"
    if mode == "auto":
        return "turn" if is_line(placed) else "board"
    return mode if mode in ("turn", "board") else None


def is_line(placed: Placement) -> bool:
    """Tell whether tiles are one line without gaps that may be a first turn, whatever the tiles are."""
    columns, rows = ({cell[axis] for _, cell in placed} for axis in (0, 1))
    short, long = sorted((columns, rows), key=len)
    return len(short) == 1 and len(long) == len(placed) <= _LONGEST and max(long) - min(long) == len(long) - 1


def as_seen(fresh: Mapping[Cell, Candidates]) -> Placement:
    """The tiles that lie there by their likeliest names; a set has no purple beside white."""
    best = {cell: names[0][0] for cell, names in sorted(fresh.items())}
    counts = [(sum(name[1] == letter for name in best.values()), letter) for letter in "PW"]
    fewer = min(counts)[1] if all(count for count, _ in counts) else ""
    return tuple((_other(fresh[cell], fewer) if name[1] == fewer else name, cell) for cell, name in best.items())


def _other(names: Candidates, letter: str) -> Tile:
    """The likeliest name in another colour than this; where there is none, the same shape in the other of the two."""
    others = (name for name, _ in names if name[1] != letter)
    return next(others, names[0][0][0] + ("P" if letter == "W" else "W"))
