"""What happens beside the game in a film: corrections, leaning and pointing players, bumps."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tileye.datasets.film.film_games import FilmAction, FilmGame, Lay
from tileye.datasets.film.interludes import BUMP, LEAN, POINT, Interlude
from tileye.rules.board import Cell, Placement, neighbours
from tileye.rules.tiles import Tile, set_tiles

INTERLUDES: tuple[Interlude, ...] = (LEAN, POINT, BUMP)
"""All kinds of interludes."""

_IDLE = (LEAN, POINT)
_MOST_SLIPS = 3


@dataclass(frozen=True, slots=True)
class Slip:
    """A tile put down wrongly and mended at once: in a wrong cell, or a wrong tile in its cell."""

    tile: Tile
    cell: Cell


@dataclass(frozen=True, slots=True)
class Disturbances:
    """By the number of an action: what its last tile is at first, and what comes before it."""

    slips: dict[int, Slip]
    interludes: dict[int, Interlude]

    def cells(self) -> frozenset[Cell]:
        """The cells of tiles put down wrongly."""
        return frozenset(slip.cell for slip in self.slips.values())


def more_interludes(seed: int) -> tuple[Interlude, ...]:
    """What comes in a film beside the interludes that all films draw."""
    return tuple(one for one in INTERLUDES if one.comes_in(seed))


def draw_disturbances(
    random: Random, film_game: FilmGame, bumps: int, *, calm: bool, more: Sequence[Interlude] = ()
) -> Disturbances:
    """Draw three slips, as many bumps as wanted, and what else people do; nothing in a calm film.

    `more` interludes come in the middle of what is free then.
    """
    if calm:
        return Disturbances({}, {})
    plain = [number for number, action in enumerate(film_game.actions) if _plain(action)]
    random.shuffle(plain)
    slips: dict[int, Slip] = {}
    boards = _boards(film_game)
    for number in plain:
        action = film_game.actions[number]
        if isinstance(action, Lay) and len(slips) < _MOST_SLIPS:
            slips[number] = _draw_slip(random, film_game, boards[number], action.placed, moved=not slips)
    wanted = [*[BUMP] * bumps, LEAN, random.choice(_IDLE)]
    free = [
        n for n in range(3, len(film_game.actions)) if _plain(film_game.actions[n - 1]) and _plain(film_game.actions[n])
    ]
    interludes = dict(zip(random.sample(free, min(len(free), len(wanted))), wanted, strict=False))
    for one in more:
        # Nothing is drawn for it, so that all else in the film stays as it is.
        if left := [number for number in free if number not in interludes]:
            interludes[left[len(left) // 2]] = one
    return Disturbances(slips, interludes)


def _plain(action: FilmAction) -> bool:
    return isinstance(action, Lay) and action.fate == "stands" and not action.quick


def _boards(film_game: FilmGame) -> list[set[Cell]]:
    """The cells that are taken before each action."""
    lying: set[Cell] = set()
    boards = []
    for action in film_game.actions:
        boards.append(set(lying))
        if isinstance(action, Lay) and action.fate in ("stands", "overruled", "ignored"):
            lying.update(cell for _, cell in action.placed)
    return boards


def _draw_slip(random: Random, film_game: FilmGame, board: set[Cell], placed: Placement, *, moved: bool) -> Slip:
    """Put the last tile of a turn beside its place, or another tile in its place."""
    tile, cell = placed[-1]
    taken = board | {other for _, other in placed}
    beside = [near for near in neighbours(cell) if near not in taken]
    if beside and (moved or random.random() < 0.5):
        return Slip(tile, random.choice(beside))
    return Slip(random.choice(_others(film_game, tile)), cell)


def _others(film_game: FilmGame, tile: Tile) -> Sequence[Tile]:
    """Other tiles that the player may hold: what is not on the board in the end, else any."""
    spare = [other for other in film_game.spare if other != tile]
    return spare or [other for other in set_tiles(film_game.setup.colours) if other != tile]
