"""A second opinion on every move: slow, obvious, and by other means than the fast one.

Tests hold `tileye.rules.judge`, `tileye.rules.cards` and `tileye.rules.moves` against it, and the benchmark tells how
much faster they are. It shares nothing with them but the types of a verdict, so that a mistake in one is not made in
the other as well.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from tileye.rules.board import Board, Cell, Placement
from tileye.rules.cards import Table
from tileye.rules.judge import Code, Line, Verdict, Violation
from tileye.rules.rulesets import RuleSet
from tileye.rules.tiles import SIDE, Tile

_SMALLEST_SET = 3


def naive_judge(
    rules: RuleSet,
    board: Board,
    placed: Placement,
    *,
    opening: int | None = None,
    hand: int | None = None,
    left_in_hand: int | None = None,
    bag_empty: bool = False,
) -> Verdict:
    """Judge and score a move by drawing the whole board and looking at every row and column of it."""
    cells = [cell for _, cell in placed]
    taken = [cell for cell in cells if cell in board or cells.count(cell) > 1]
    if not placed or taken:
        only = _fault("occupied", placed, taken) if placed else Violation("empty_move", (), ())
        return Verdict((), (only,), 0 if rules.laid_tiles_count_once else None)
    table = {**board, **{cell: tile for tile, cell in placed}}
    lines = [line for line in _all_lines(table) if any(cell in line for cell in cells)]
    if not board and len(placed) == 1:
        lines = [cells]
    faults = [
        *_place_faults(board, placed, lines),
        *_line_faults(table, lines),
        *_count_faults(rules, table, placed, hand),
        *(_opening_faults(placed, opening) if rules.opening_binds and not board else []),
    ]
    scored = [_scored(rules, table, line) for line in lines]
    once = sum(line.points for line in scored) - _points_if_laid_once(rules, cells, scored)
    bonus = rules.out_bonus if bag_empty and left_in_hand == 0 and not faults else 0
    return Verdict(tuple(scored), tuple(faults), once if rules.laid_tiles_count_once else None, bonus)


def naive_judge_table(
    rules: RuleSet,
    before: Table,
    after: Table,
    taken: Table = (),
    *,
    stacks: Table = (),
    opening: int | None = None,
    hand: int | None = None,
) -> Verdict:
    """Judge a turn of the card game by crossing the old cards off the new ones, one by one."""
    added = _cards(after) + _cards(taken)
    missing = []
    for card in _cards(before):
        if card in added:
            added.remove(card)
        else:
            missing.append(card)
    lying = _cards(after) + _cards(taken) + _cards(stacks)
    wrong: list[tuple[Code, Sequence[Tile]]] = []
    if not added:
        wrong.append(("no_card_played", ()))
    if missing:
        wrong.append(("card_missing", missing))
    for cards in after:
        wrong.extend((code, cards) for code in _set_codes(cards))
    wrong.extend(("not_a_qwirkle", cards) for cards in taken if not _is_six(cards))
    fourth = [card for card in set(added) if lying.count(card) > rules.copies]
    wrong.extend(("too_many_copies", [card] * added.count(card)) for card in fourth)
    if len(added) > (rules.hand if hand is None else hand):
        wrong.append(("too_many_cards", added))
    if opening is not None and rules.opening_binds and not _cards(before):
        if not any(len(cards) >= opening for cards in (*after, *taken)):
            wrong.append(("opening_too_short", added))
        if len(added) > opening:
            wrong.append(("opening_too_long", added))
    qwirkles = tuple(Line((), 1, True, cards) for cards in taken if _is_six(cards))
    return Verdict(qwirkles, tuple(Violation(code, (), tuple(cards)) for code, cards in wrong))


def naive_moves(rules: RuleSet, board: Board, hand: Sequence[Tile]) -> list[Placement]:
    """Find all legal moves by trying every order of tiles that go together in all cells around the board."""
    # Sets, since a hand may hold a tile twice. Judging tiles that do not go together would find nothing, in minutes.
    orders = {
        size: {tiles for tiles in permutations(hand, size) if _go_together(tiles)} for size in range(1, len(hand) + 1)
    }
    found = []
    for cells in _straight_cells(board, len(hand)):
        for tiles in orders[len(cells)]:
            placed = tuple(zip(tiles, cells, strict=True))
            if naive_judge(rules, board, placed, hand=len(hand)).legal:
                found.append(placed)
    return found


def _go_together(tiles: Sequence[Tile]) -> bool:
    """Whether every two of them have the same colour, or every two the same shape."""
    pairs = list(combinations(tiles, 2))
    return all(a[1] == b[1] for a, b in pairs) or all(a[0] == b[0] for a, b in pairs)


def _repeat(tiles: Sequence[Tile]) -> bool:
    return any(a == b for a, b in combinations(tiles, 2))


def _is_six(tiles: Sequence[Tile]) -> bool:
    return len(tiles) == SIDE and _go_together(tiles) and not _repeat(tiles)


def _beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def _fault(code: Code, placed: Placement, cells: Iterable[Cell]) -> Violation:
    """A violation that names those of the placed tiles that lie in these cells."""
    among = set(cells)
    named = [(tile, cell) for tile, cell in placed if cell in among]
    return Violation(code, tuple(cell for _, cell in named), tuple(tile for tile, _ in named))


def _with_margin(numbers: Iterable[int]) -> list[int]:
    """These rows or columns and the ones beside them: enough to keep apart what does not touch."""
    return sorted({number + step for number in numbers for step in (-1, 0, 1)})


def _all_lines(table: Board) -> list[list[Cell]]:
    """Draw the board into a grid with an empty margin and split every row and column at its empty cells."""
    xs, ys = _with_margin(x for x, _ in table), _with_margin(y for _, y in table)
    rows = [[(x, y) for x in xs] for y in ys]
    columns = [[(x, y) for y in ys] for x in xs]
    lines = []
    for strip in rows + columns:
        piece: list[Cell] = []
        for cell in strip:
            if cell in table:
                piece.append(cell)
                continue
            if len(piece) > 1:
                lines.append(piece)
            piece = []
    return lines


def _scored(rules: RuleSet, table: Board, line: list[Cell]) -> Line:
    six = _is_six([table[cell] for cell in line])
    return Line(tuple(line), len(line) + (rules.qwirkle_bonus if six else 0), six)


def _points_if_laid_once(rules: RuleSet, cells: list[Cell], lines: list[Line]) -> int:
    """The classroom's way: a point for every laid tile, one for every tile found in a line, and the bonus."""
    laid = {cell for line in lines for cell in line.cells if cell in cells}
    found = sum(cell not in cells for line in lines for cell in line.cells)
    return len(laid) + found + rules.qwirkle_bonus * sum(line.qwirkle for line in lines)


def _linked(board: Board, cells: list[Cell]) -> set[Cell]:
    """Everything that hangs together with the board: add what touches it until nothing more does."""
    linked = set(board)
    while True:
        touching = {cell for cell in cells if any(near in linked for near in _beside(cell))}
        if touching <= linked:
            return linked
        linked |= touching


def _place_faults(board: Board, placed: Placement, lines: list[list[Cell]]) -> list[Violation]:
    cells = [cell for _, cell in placed]
    faults = []
    loose = set(cells) - _linked(board, cells)
    if board and loose:
        faults.append(_fault("no_contact", placed, loose))
    if len(cells) > 1:
        if len({x for x, _ in cells}) > 1 and len({y for _, y in cells}) > 1:
            faults.append(_fault("not_one_line", placed, cells))
        elif not any(set(cells) <= set(line) for line in lines):
            faults.append(_fault("gap", placed, cells))
    if not _go_together([tile for tile, _ in placed]):
        faults.append(_fault("mixed_move", placed, cells))
    return faults


def _line_faults(table: Board, lines: list[list[Cell]]) -> list[Violation]:
    faults = []
    for line in lines:
        tiles = tuple(table[cell] for cell in line)
        if not _go_together(tiles):
            faults.append(Violation("mismatch", tuple(line), tiles))
        if _repeat(tiles):
            faults.append(Violation("duplicate", tuple(line), tiles))
        if len(tiles) > SIDE:
            faults.append(Violation("too_long", tuple(line), tiles))
    return faults


def _count_faults(rules: RuleSet, table: Board, placed: Placement, hand: int | None) -> list[Violation]:
    lying = list(table.values())
    fourth = {tile for tile, _ in placed if lying.count(tile) > rules.copies}
    faults = [_fault("too_many_copies", placed, [cell for tile, cell in placed if tile == kind]) for kind in fourth]
    if len(placed) > (rules.hand if hand is None else hand):
        faults.append(_fault("too_many_tiles", placed, [cell for _, cell in placed]))
    return faults


def _opening_faults(placed: Placement, declared: int | None) -> list[Violation]:
    cells = [cell for _, cell in placed]
    if declared is None or len(placed) == declared:
        return []
    return [_fault("opening_too_short" if len(placed) < declared else "opening_too_long", placed, cells)]


def _cards(sets: Table) -> list[Tile]:
    return [card for cards in sets for card in cards]


def _set_codes(cards: Sequence[Tile]) -> list[Code]:
    codes: list[Code] = []
    if len(cards) < _SMALLEST_SET:
        codes.append("set_too_small")
    if not _go_together(cards):
        codes.append("mismatch")
    if _repeat(cards):
        codes.append("duplicate")
    if _is_six(cards):
        codes.append("qwirkle_left")
    return codes


def _straight_cells(board: Board, most: int) -> set[tuple[Cell, ...]]:
    """All ways to fill up to `most` empty cells of a row or column one after the other, beside the board somewhere."""
    if not board:
        lengths = range(1, most + 1)
        across = {tuple((i, 0) for i in range(length)) for length in lengths}
        return across | {tuple((0, i) for i in range(length)) for length in lengths}
    steps = range(-most, most + 1)
    around = {(x + dx, y + dy) for x, y in board for dx in steps for dy in steps}
    found = set()
    for start in around - set(board):
        for dx, dy in ((1, 0), (0, 1)):
            x, y = start
            cells: tuple[Cell, ...] = ()
            while len(cells) < most:
                if (x, y) not in board:
                    cells = (*cells, (x, y))
                    # The last of them may be the only one that touches.
                    if any(near in board for cell in cells for near in _beside(cell)):
                        found.add(cells)
                x, y = x + dx, y + dy
    return found
