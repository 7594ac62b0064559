"""The best move that was there in a turn, for a known hand or for any that a player could have had.

For an unknown hand only places are tried, in order of what they give: the points of a move follow from the cells that
it fills. The first place that some of the tiles not yet seen can fill is the best one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tileye.rules.board import Board, Cell, Placement, neighbours
from tileye.rules.game import Game
from tileye.rules.moves import Move, search_moves
from tileye.rules.rearrange import Rearrangement, best_rearrangement
from tileye.rules.rulesets import RuleSet
from tileye.rules.state import Row, State, unseen
from tileye.rules.tiles import COLOURS, SHAPES, SIDE, TILES, Tile, all_alike

Hands = Mapping[int, Sequence[Tile]]
"""What players held, by the number of the event of their turn."""

_BIT = {tile: 1 << number for number, tile in enumerate(TILES)}
_EVERY = (1 << len(TILES)) - 1
_WITH = {mark: sum(bit for tile, bit in _BIT.items() if mark in tile) for mark in SHAPES + COLOURS}
_ACROSS, _DOWN = (1, 0), (0, 1)
_EFFORT = 200_000
"""Of a whole game every turn is looked at: each a little less far than a single one."""


class PossibleMove(NamedTuple):
    """A move that tiles not yet seen could make."""

    placed: Placement
    points: int


BestMove = Move | PossibleMove | Rearrangement
"""The best move of a hand, of any hand, or of a hand of cards; all have `points`."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn, and the best move that was there."""

    row: Row
    best: BestMove | None
    known: bool
    """Whether the hand is known; else any hand counts that the player could have had."""


@dataclass(frozen=True, slots=True)
class OpenCells:
    """Empty cells that one move could fill, and what that gives."""

    points: int
    cells: tuple[Cell, ...]
    allowed: tuple[int, ...]
    """For each cell the tiles that fit the lines there, as bits."""
    main: tuple[Tile, ...]
    """The tiles that lie already in the line along which tiles are laid."""


def best_turns(game: Game, hands: Hands | None = None) -> Iterator[ReviewedTurn]:
    """Find for each turn what was possible, one after the other, as they are asked for."""
    known = hands or {}
    for row in game.state.rows:
        if row.kind != "cannot_play":
            # Which colours the set has is known from what was laid later, too.
            before = replace(game.before(row.id), colours=game.state.colours)
            yield ReviewedTurn(row, _best(before, row, known.get(row.id)), row.id in known)


def best_placement(
    rules: RuleSet, board: Board, left: Mapping[Tile, int], hand: int, opening: int | None = None
) -> PossibleMove | None:
    """Find the move with most points of all that `hand` tiles can make which are `left`."""
    free = sum(_BIT[tile] for tile, count in left.items() if count)
    wanted = opening if rules.opening_binds and not board else None
    places = [place for place in _places(rules, board, hand) if wanted in (None, len(place.cells))]
    places.sort(key=lambda place: (-place.points, len(place.cells), place.cells))
    for place in places:
        tiles = _filled(place, free)
        if tiles:
            return PossibleMove(tuple(zip(tiles, place.cells, strict=True)), place.points)
    return None


def _best(state: State, row: Row, hand: Sequence[Tile] | None) -> BestMove | None:
    opening = state.bound_to(row.player)
    if state.rules.kind == "cards":
        return None if hand is None else _best_of_cards(state, hand, opening)
    if hand is not None:
        moves = search_moves(state.rules, state.board, list(hand), opening).moves
        return moves[0] if moves else None
    held = max(state.hands[row.player], len(row.placed))
    return best_placement(state.rules, state.board, unseen(state), held, opening)


def _best_of_cards(state: State, hand: Sequence[Tile], opening: int | None) -> Rearrangement | None:
    turn = best_rearrangement(state.rules, state.table, hand, stacks=state.taken, opening=opening, effort=_EFFORT)
    return turn if turn.played else None


# Where tiles can be laid.


def _places(rules: RuleSet, board: Board, hand: int) -> Iterator[OpenCells]:
    """All places for up to `hand` tiles side by side that touch the board."""
    if not board:
        for count in range(1, min(hand, SIDE) + 1):
            cells = tuple((x, 0) for x in range(count))
            yield OpenCells(count + _bonus(rules, count), cells, (_EVERY,) * count, ())
        return
    anchors = {near for cell in board for near in neighbours(cell)} - set(board)
    fits = {step: {cell: _across(board, cell, step) for cell in anchors} for step in (_ACROSS, _DOWN)}
    for step in (_ACROSS, _DOWN):
        crosses = fits[_DOWN if step == _ACROSS else _ACROSS]
        for start in _starts(board, anchors, step, hand):
            yield from _onwards(rules, board, start, step, hand, crosses)


def _starts(board: Board, anchors: set[Cell], step: Cell, hand: int) -> set[Cell]:
    """The cells in which a move can begin that reaches a cell beside a tile."""
    starts = set(anchors)
    for x, y in anchors:
        for away in range(1, hand):
            cell = x - away * step[0], y - away * step[1]
            if cell in board or cell in anchors:
                break
            starts.add(cell)
    return starts


def _onwards(
    rules: RuleSet, board: Board, start: Cell, step: Cell, hand: int, crosses: Mapping[Cell, tuple[Tile, ...]]
) -> Iterator[OpenCells]:
    """The places that begin in a cell, one cell longer each time."""
    before = _run(board, start, (-step[0], -step[1]))
    main, cells, allowed = list(before), list[Cell](), list[int]()
    points, touches, cell = 0, bool(before), start
    while len(cells) < hand and len(main) + len(cells) < SIDE:
        cross = crosses.get(cell, ())
        fit = _fitting(cross)
        if not fit:
            return
        cells.append(cell)
        allowed.append(fit)
        if cross:
            touches = True
            points += len(cross) + 1 + _bonus(rules, len(cross) + 1) - rules.laid_tiles_count_once
        behind = _run(board, cell, step)
        main += behind
        touches = touches or bool(behind)
        length = len(main) + len(cells)
        if length > SIDE:
            return
        if touches:
            # Where tiles count once, the first of a cell's two lines has counted it.
            lone = length == 1
            gives = points + (rules.laid_tiles_count_once if lone else length + _bonus(rules, length))
            yield OpenCells(gives, tuple(cells), tuple(allowed), tuple(main))
        cell = cell[0] + step[0] * (len(behind) + 1), cell[1] + step[1] * (len(behind) + 1)


def _bonus(rules: RuleSet, length: int) -> int:
    return rules.qwirkle_bonus if length == SIDE else 0


def _across(board: Board, cell: Cell, step: Cell) -> tuple[Tile, ...]:
    """The tiles that lie on both sides of an empty cell."""
    return (*_run(board, cell, (-step[0], -step[1])), *_run(board, cell, step))


def _run(board: Board, cell: Cell, step: Cell) -> tuple[Tile, ...]:
    """The tiles that follow on a cell."""
    tiles = []
    x, y = cell[0] + step[0], cell[1] + step[1]
    while (x, y) in board:
        tiles.append(board[x, y])
        x, y = x + step[0], y + step[1]
    return tuple(tiles)


# What can be laid there.


@lru_cache(4096)
def _fitting(tiles: tuple[Tile, ...]) -> int:
    """The tiles that may join a line, as bits; none where the line is faulty."""
    if len(set(tiles)) < len(tiles) or len(tiles) >= SIDE:
        return 0
    return sum(bit for tile, bit in _BIT.items() if tile not in tiles and all_alike((*tiles, tile)))


def _filled(place: OpenCells, free: int) -> tuple[Tile, ...] | None:
    """Tiles for all cells of a place, of one colour or one shape and all different."""
    free &= _fitting(place.main)
    for mark, alike in _WITH.items():
        if all(mark in tile for tile in place.main):
            tiles = _different([allowed & free & alike for allowed in place.allowed])
            if tiles:
                return tiles
    return None


def _different(choices: Sequence[int]) -> tuple[Tile, ...] | None:
    """Choose a different tile for each cell."""
    if not all(choices):
        return None
    if not choices:
        return ()
    first, *others = choices
    for tile, bit in _BIT.items():
        if first & bit:
            rest = _different([choice & ~bit for choice in others])
            if rest is not None:
                return (tile, *rest)
    return None
