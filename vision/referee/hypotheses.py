"""Explanations of what is seen: the record and one thing that happened, each with its score."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Literal

from tileye.rules.board import Cell, Placement, line_ends
from tileye.rules.events import Laid
from tileye.rules.flow import advance, verdict_of
from tileye.rules.state import State
from tileye.vision.referee.differences import Candidates, Differences
from tileye.vision.referee.settings import Settings

Kind = Literal[
    "nothing",
    "move",
    "illegal",
    "pair",
    "let_stand",
    "extended",
    "takeback",
    "corrected",
    "cleared",
    "obstructed",
    "strange",
]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What may have happened."""

    kind: Kind
    prior: float
    fit: float = 0.0
    """How well it explains what was seen; 0 is perfectly."""
    placed: Placement = ()
    """What lies there and is not recorded yet; of a corrected or extended turn all of it."""
    before: Placement = ()
    """What the player before laid, to be recorded first."""
    rows: int = 0
    """How many of the last turns were taken back."""

    @property
    def score(self) -> float:
        """How likely it is, compared to others."""
        return self.prior + self.fit

    @property
    def shape(self) -> tuple[object, ...]:
        """What it says of cells and turns, whatever lies there."""
        kind = "laid" if self.kind in ("move", "illegal") else self.kind
        return kind, self.rows, *({cell for _, cell in part} for part in (self.before, self.placed))

    def __str__(self) -> str:
        tiles = " ".join(f"{tile}@{x},{y}" for tile, (x, y) in self.placed)
        before = " ".join(f"{tile}@{x},{y}" for tile, (x, y) in self.before)
        words = (self.kind, before and f"{before} then", str(self.rows or ""), tiles)
        story = " ".join(word for word in words if word)
        return f"{story}: {self.score:.1f} = {self.prior:.1f} before, {self.fit:.1f} by what was seen"


@dataclass(frozen=True, slots=True)
class Part:
    """Tiles that lay alone for a while before more came."""

    cells: frozenset[Cell]
    seconds: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that an explanation may depend on."""

    state: State
    differences: Differences
    earlier: tuple[State, ...] = ()
    """What was known before the last turn, and before the one before it."""
    parts: tuple[Part, ...] = ()
    alarm: Placement = ()
    """An illegal placement that was announced and still lies there."""
    touched: bool = True
    """Whether a hand was there since the last turn was recorded."""
    blind: bool = False
    """Whether nothing was seen for long before this."""
    liftable: int = 2


@dataclass(frozen=True, slots=True)
class Decision:
    """All explanations, best first, and the old tiles that none of them explains."""

    hypotheses: tuple[Hypothesis, ...]
    strays: frozenset[Cell] = frozenset()

    @property
    def best(self) -> Hypothesis:
        """The best explanation."""
        return self.hypotheses[0]

    @property
    def margin(self) -> float:
        """How much better it is than the next one."""
        return self.best.score - self.hypotheses[1].score if len(self.hypotheses) > 1 else -self.best.score

    @property
    def lead(self) -> float:
        """The same compared to the next one that differs by more than names."""
        others = (one.score for one in self.hypotheses if one.shape != self.best.shape)
        return self.best.score - max(others, default=0.0)

    def agrees(self, margin: float) -> bool:
        """Whether all explanations that come near say the same of what is to be recorded first."""
        near = (one for one in self.hypotheses if self.best.score - one.score < margin)
        return all((one.kind, one.before) == (self.best.kind, self.best.before) for one in near)

    def lines(self) -> list[str]:
        """The explanations as text."""
        strays = [f"not as recorded: {sorted(self.strays)}"] if self.strays else []
        return [*map(str, self.hypotheses), *strays]


def decide(scene: Evidence, settings: Settings) -> Decision:
    """Weigh everything that may have happened."""
    if _is_cleared(scene):
        return Decision((Hypothesis("cleared", settings.takeback), Hypothesis("strange", settings.strange)))
    strays = _strays(scene, settings)
    rest = scene.differences.without(strays)
    found = [Hypothesis("nothing", settings.nothing, -_strength(rest, {*rest.fresh, *rest.affected}))]
    if rest.fresh or rest.affected or len(strays) > settings.most_strays:
        found.append(Hypothesis("strange", settings.strange))
    if len(strays) > settings.most_strays or len(rest.fresh) > settings.most_fresh:
        return Decision((found[1],), strays)
    for placed, fit in _combinations(rest.fresh, scene.state, settings):
        found += _placements(scene, placed, fit - _strength(rest, rest.affected), settings)
    if rest.affected:
        found += _lifted(scene, rest, settings)
        found += _corrections(scene, rest, settings)
    decision = Decision(_best_first(found), strays)
    beside = _beside(decision.best, scene, strays)
    # What is seen and not recorded is no empty cell: a move beside it has no points yet.
    return Decision((Hypothesis("obstructed", settings.strange),), strays | beside) if beside else decision


def _is_cleared(scene: Evidence) -> bool:
    """Tell whether all that lay there when the game was joined was taken away, and nobody has laid anything yet."""
    state, seen = scene.state, scene.differences
    return bool(state.late_start and not state.rows and scene.touched and not seen.fresh) and seen.gone == set(
        state.board
    )


def _beside(best: Hypothesis, scene: Evidence, strays: frozenset[Cell]) -> set[Cell]:
    """The cells at the ends of a move's lines in which a tile is seen that is neither recorded nor part of it."""
    seen = scene.differences
    foreign = seen.unplayable | (strays & set(seen.fresh))
    laid = {cell for _, cell in (*best.before, *best.placed)}
    return line_ends(laid, scene.state.board.keys() | laid) & foreign if foreign and laid else set()


def _best_first(found: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Order explanations; one that was found in two ways counts once."""
    best: dict[tuple[object, ...], Hypothesis] = {}
    for one in sorted(found, key=lambda one: (-one.score, one.kind, one.rows, one.before, one.placed)):
        best.setdefault((one.kind, one.rows, one.before, one.placed), one)
    return tuple(best.values())


def player_of(state: State) -> int:
    """Whose turn it is; while that is open, the first who may start."""
    return state.whose_turn if state.whose_turn is not None else (*state.tied, 0)[0]


def legal(state: State, placed: Placement) -> bool:
    """Tell whether the player whose turn it is may lay this."""
    return not state.ended and verdict_of(state, Laid(player_of(state), placed)).legal


def _strength(differences: Differences, cells: frozenset[Cell] | set[Cell]) -> float:
    return sum(differences.strength[cell] for cell in sorted(cells))


def _strays(scene: Evidence, settings: Settings) -> frozenset[Cell]:
    """What nothing can explain: changes of old tiles, and old tiles that were pushed elsewhere."""
    board, seen = scene.state.board, scene.differences
    recent = {cell for row in scene.state.rows[-2:] for _, cell in row.placed}
    old = seen.affected - recent
    pushed = {
        cell
        for cell, names in seen.fresh.items()
        for other in old & seen.gone
        if names[0][0] == board[other] and _apart(cell, other) <= settings.farthest_moved
    }
    return frozenset(old | pushed)


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _combinations(
    names: Mapping[Cell, Candidates], state: State, settings: Settings
) -> Iterator[tuple[Placement, float]]:
    """Every way to name the tiles, with what it costs; purple and white together are no set."""
    cells = sorted(names)
    if not cells:
        return
    lists = [list(names[cell]) for cell in cells]
    while prod(map(len, lists)) > settings.most_combinations:
        _drop_least_likely(lists)
    for chosen in product(*lists):
        colours = {name[1] for name, _ in chosen}
        if not {"P", "W"} <= colours:
            yield tuple((name, cell) for (name, _), cell in zip(chosen, cells, strict=True)), sum(c for _, c in chosen)


def _drop_least_likely(lists: list[list[tuple[str, float]]]) -> None:
    longest = min((one for one in lists if len(one) > 1), key=lambda one: one[-1][1])
    longest.pop()


def _placements(scene: Evidence, placed: Placement, fit: float, settings: Settings) -> Iterator[Hypothesis]:
    """What new tiles may be when all others lie as recorded."""
    unseen = 0.0 if scene.touched else settings.no_hand
    whole = legal(scene.state, placed)
    prior = settings.move if whole else settings.illegal
    yield Hypothesis("move" if whole else "illegal", prior + unseen, fit, placed)
    last = scene.state.rows[-1] if scene.state.rows else None
    start = scene.state.late_start
    if start and last is None and not scene.touched:
        yield Hypothesis("extended", settings.late, fit, (*start.placed, *placed))
    if last and last.kind == "turn" and scene.earlier and legal(scene.earlier[0], (*last.placed, *placed)):
        prior = settings.extended if scene.touched else settings.late
        yield Hypothesis("extended", prior, fit, (*last.placed, *placed))
    yield from _after_another(scene, placed, fit, whole, settings)


def _after_another(
    scene: Evidence, placed: Placement, fit: float, whole: bool, settings: Settings
) -> Iterator[Hypothesis]:
    """The tiles of two players, the first of whose turns is not recorded yet."""
    if scene.alarm and set(scene.alarm) < set(placed):
        second, fine = _next_turn(scene.state, scene.alarm, placed)
        prior = settings.let_stand + (0.0 if fine else settings.illegal)
        yield Hypothesis("let_stand", prior, fit, second, scene.alarm)
    yield from _pairs(scene, placed, fit, settings)
    hidden = scene.blind or len(placed) > scene.state.rules.hand
    if hidden and not whole and len(placed) <= settings.most_split:
        yield from _splits(scene.state, placed, fit, settings)


def _pairs(scene: Evidence, placed: Placement, fit: float, settings: Settings) -> Iterator[Hypothesis]:
    """The next player came before the turn was recorded: what lay alone for the longest time was the turn."""
    parts = _legal_parts(scene, placed)
    longest = max(parts.values(), default=0.0)
    for first, seconds in parts.items():
        second, fine = _next_turn(scene.state, first, placed)
        prior = settings.pair if seconds == longest >= settings.pair_pause else settings.hasty_pair
        if fine:
            yield Hypothesis("pair", prior, fit, second, first)
        elif seconds >= settings.bad_pause:
            yield Hypothesis("pair", prior + settings.bad_after, fit, second, first)


def _legal_parts(scene: Evidence, placed: Placement) -> dict[Placement, float]:
    """The tiles that lay alone before the others came, if they are a legal turn, and how long they did."""
    seconds: dict[Placement, float] = {}
    for part in scene.parts:
        first = tuple(one for one in placed if one[1] in part.cells)
        if first != placed and len(first) == len(part.cells) and legal(scene.state, first):
            seconds[first] = max(part.seconds, seconds.get(first, 0.0))
    return seconds


def _splits(state: State, placed: Placement, fit: float, settings: Settings) -> Iterator[Hypothesis]:
    """Every way in which the tiles are two legal turns."""
    for bits in range(1, 2 ** len(placed) - 1):
        first = tuple(one for place, one in enumerate(placed) if bits >> place & 1)
        if legal(state, first):
            second, fine = _next_turn(state, first, placed)
            if fine:
                yield Hypothesis("pair", settings.missed_pair, fit, second, first)


def _next_turn(state: State, first: Placement, placed: Placement) -> tuple[Placement, bool]:
    """What the next player laid when the first tiles are a turn, and whether it is legal."""
    after = advance(state, 0, Laid(player_of(state), first))
    second = tuple(one for one in placed if one not in first)
    return second, legal(after, second)


def _lifted(scene: Evidence, rest: Differences, settings: Settings) -> Iterator[Hypothesis]:
    """The last turns were taken back, and perhaps other tiles laid."""
    rows = scene.state.rows
    for count in range(1, min(len(scene.earlier), scene.liftable) + 1):
        cells = {cell for row in rows[-count:] for _, cell in row.placed}
        if rest.affected != rest.gone or rest.gone != cells or not rows[-count].placed:
            continue
        if count > 1 and cells == set(scene.state.board):
            # Nothing is left to be seen: the light may be out.
            continue
        prior = settings.takeback * count + (0.0 if scene.touched else settings.not_lifted)
        if not rest.fresh:
            yield Hypothesis("takeback", prior, rows=count)
        for placed, fit in _combinations(rest.fresh, scene.state, settings):
            whole = settings.move if legal(scene.earlier[count - 1], placed) else settings.illegal
            yield Hypothesis("takeback", prior + settings.replaced + whole, fit, placed, rows=count)


def _corrections(scene: Evidence, rest: Differences, settings: Settings) -> Iterator[Hypothesis]:
    """Tiles of the last turn were swapped, moved or lifted, and it is a legal turn again."""
    last = scene.state.rows[-1] if scene.state.rows else None
    if last is None or not scene.earlier or not rest.affected <= {cell for _, cell in last.placed}:
        return
    kept = tuple(one for one in last.placed if one[1] not in rest.affected)
    prior = settings.corrected + (settings.not_lifted if rest.gone and not scene.touched else 0.0)
    for fresh, less in ((rest.fresh, 0.0), *([({}, settings.move)] if rest.fresh else [])):
        changes = list(_combinations({**rest.swapped, **fresh}, scene.state, settings)) or [((), 0.0)]
        for changed, fit in changes:
            placed = tuple(sorted((*kept, *changed), key=lambda one: one[1]))
            if (kept or rest.swapped or _same_tiles(placed, last.placed)) and legal(scene.earlier[0], placed):
                yield Hypothesis("corrected", prior + less, fit, placed)


def _same_tiles(one: Placement, other: Placement) -> bool:
    return sorted(tile for tile, _ in one) == sorted(tile for tile, _ in other)


NOTHING = Decision((Hypothesis("nothing", 0.0),))
"""What is decided where nothing differs."""
