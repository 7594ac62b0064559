"""What differs between the record and the table as it was read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tileye.rules.board import Board, Cell, neighbours
from tileye.rules.tiles import Tile
from tileye.vision.referee.settings import Settings
from tileye.vision.referee.votes import Memory, Votes, evidence, ranked

Candidates = tuple[tuple[Tile, float], ...]
"""Names that cannot be told apart for sure, best first, with how much worse each is than the best."""


@dataclass(frozen=True, slots=True)
class Differences:
    """Everything on the table that is not as recorded."""

    fresh: Mapping[Cell, Candidates] = field(default_factory=dict)
    """Tiles where none is recorded."""
    gone: frozenset[Cell] = frozenset()
    swapped: Mapping[Cell, Candidates] = field(default_factory=dict)
    """Recorded cells in which another tile lies."""
    strength: Mapping[Cell, float] = field(default_factory=dict)
    """How sure each difference is."""
    unplayable: frozenset[Cell] = frozenset()
    """Cells in which a tile is seen that nobody can have laid: its name fits no set, or it is no tile of this game."""
    vague: frozenset[Cell] = frozenset()
    """Cells beside which nothing should be decided in a hurry: something lies there, perhaps a tile."""

    @property
    def affected(self) -> frozenset[Cell]:
        """The recorded cells that are not as recorded."""
        return self.gone | frozenset(self.swapped)

    def without(self, cells: frozenset[Cell]) -> "Differences":
        """The same but for some cells."""
        return Differences(
            {cell: names for cell, names in self.fresh.items() if cell not in cells},
            self.gone - cells,
            {cell: names for cell, names in self.swapped.items() if cell not in cells},
            self.strength,
            self.unplayable,
            self.vague,
        )


NONE = Differences()


def compare(
    memory: Memory, board: Board, colours: str | None, doubtful: frozenset[Cell], settings: Settings
) -> Differences:
    """Find what differs clearly; what does not is as recorded."""
    fresh: dict[Cell, Candidates] = {}
    swapped: dict[Cell, Candidates] = {}
    gone: set[Cell] = set()
    vague, unplayable = set(memory.odd), set(memory.odd)
    strength: dict[Cell, float] = {}
    for cell, votes in sorted(memory.cells.items()):
        if cell not in board:
            names = _candidates(votes, colours, settings)
            if votes.strength >= settings.clear and names:
                fresh[cell], strength[cell] = names, votes.strength
            elif votes.strength > -settings.clear:
                vague.add(cell)
                unplayable |= {cell} if votes.strength >= settings.clear else set()
        elif votes.strength <= -settings.clear:
            gone.add(cell)
            strength[cell] = min(-votes.strength, settings.most_gone)
        else:
            least = settings.clear_doubtful if cell in doubtful else settings.clear_name
            names = _candidates(votes, colours, settings)
            lead = evidence(votes, names[0][0], settings) - evidence(votes, board[cell], settings) if names else 0.0
            if lead >= least:
                swapped[cell], strength[cell] = names, lead
    fresh = _within_reach(fresh, board, settings.farthest)
    return Differences(fresh, frozenset(gone), swapped, strength, frozenset(unplayable), frozenset(vague))


def seen_otherwise(memory: Memory, board: Board, colour: str, settings: Settings) -> dict[Cell, Tile]:
    """What lies where tiles of a colour are recorded, if all of them clearly look otherwise now; else nothing."""
    seen: dict[Cell, Tile] = {}
    for cell in sorted(cell for cell, tile in board.items() if tile[1] == colour):
        votes = memory.cells.get(cell)
        names = ranked(votes, settings) if votes else []
        if not votes or not names or evidence(votes, board[cell], settings) > -settings.clear_name:
            return {}
        seen[cell] = names[0][0]
    return seen


def _candidates(votes: Votes, colours: str | None, settings: Settings) -> Candidates:
    """The names that may be right; a set that has purple has no white, and the other way round."""
    possible = [(name, cost) for name, cost in ranked(votes, settings) if not colours or name[1] in colours]
    near = [(name, cost) for name, cost in possible if cost - possible[0][1] >= -settings.thin_name]
    return tuple(near[: settings.most_names])


def _within_reach(fresh: Mapping[Cell, Candidates], board: Board, farthest: int) -> dict[Cell, Candidates]:
    """Leave out tiles that lie about: they neither touch what lies on the board nor lie close to it."""
    linked = set(board) or _largest_group(fresh)
    near = set(linked)
    steps = range(-farthest, farthest + 1)
    around = {(x + dx, y + dy) for x, y in linked for dx in steps for dy in steps if abs(dx) + abs(dy) <= farthest}
    waiting = [cell for cell in fresh if cell in around]
    while waiting:
        cell = waiting.pop()
        if cell not in near or cell in board:
            near.add(cell)
            waiting.extend(one for one in neighbours(cell) if one in fresh and one not in near)
    return {cell: names for cell, names in fresh.items() if cell in near}


def _largest_group(fresh: Mapping[Cell, Candidates]) -> set[Cell]:
    """The most tiles that hang together by edges; of equal ones the one nearest to where the game began."""
    groups: list[set[Cell]] = []
    left = set(fresh)
    for start in sorted(fresh):
        if start not in left:
            continue
        group, waiting = set[Cell](), [start]
        while waiting:
            cell = waiting.pop()
            if cell in left:
                left.remove(cell)
                group.add(cell)
                waiting.extend(neighbours(cell))
        groups.append(group)
    return max(groups, key=lambda group: (len(group), -min(abs(x) + abs(y) for x, y in group)), default=set())
