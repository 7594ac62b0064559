"""The fast judge and the fast search say the same as the slow and obvious ones, on many thousand random moves."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import pytest

from tests.rules.positions import GridBoard, grid, lines, normal, played_positions
from tileye.rules.board import FARTHEST, Cell, Placement, board_text, neighbours
from tileye.rules.cards import CardSet, Table, judge_table
from tileye.rules.judge import Verdict, judge
from tileye.rules.moves import legal_moves
from tileye.rules.naive import naive_judge, naive_judge_table, naive_moves
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES, RuleSet
from tileye.rules.tiles import COPIES, SIDE, Tile, set_tiles

CHUNKS, CASES = 20, 2000
TABLE_CHUNKS, TABLE_CASES = 8, 2000
SEARCH_CHUNKS, SEARCHES = 20, 18
MOVES_PER_BOARD = 20
LEGAL_SHARE = 0.15
OF_EACH_CODE = 10
"""So many of each violation must be among the cases of every chunk; else the chunk proves little about it."""

TILE_CODES = {
    "empty_move",
    "occupied",
    "no_contact",
    "not_one_line",
    "gap",
    "mixed_move",
    "mismatch",
    "duplicate",
    "too_long",
    "too_many_copies",
    "too_many_tiles",
    "opening_too_short",
    "opening_too_long",
}
CARD_CODES = {
    "no_card_played",
    "set_too_small",
    "duplicate",
    "mismatch",
    "too_many_copies",
    "too_many_cards",
    "card_missing",
    "qwirkle_left",
    "not_a_qwirkle",
    "opening_too_short",
    "opening_too_long",
}


class Case(NamedTuple):
    """A board, a move, and what is known besides."""

    rules: RuleSet
    board: GridBoard
    placed: Placement
    opening: int | None = None
    hand: int | None = None
    left_in_hand: int | None = None
    bag_empty: bool = False


class TableCase(NamedTuple):
    """Two tables of the card game, and what is known besides."""

    rules: RuleSet
    before: Table
    after: Table
    taken: Table
    stacks: Table
    opening: int | None
    hand: int | None


# Boards


def _moved(board: GridBoard, dx: int, dy: int) -> GridBoard:
    return {(x + dx, y + dy): tile for (x, y), tile in board.items()}


def _played(rng: random.Random, turns: int) -> GridBoard:
    *_, (board, _) = played_positions(TILES, rng, turns)
    return board


def _grown(rng: random.Random) -> GridBoard:
    return _played(rng, rng.randint(2, 18))


def _corrupted(rng: random.Random) -> GridBoard:
    board = _grown(rng)
    for cell in rng.sample(sorted(board), min(len(board) - 1, rng.randint(1, 4))):
        if rng.random() < 0.5:
            board[cell] = rng.choice(set_tiles(None))
        else:
            del board[cell]
    return board


def _scattered(rng: random.Random) -> GridBoard:
    side, density = rng.randint(1, 8), rng.uniform(0.2, 1)
    some = rng.sample(set_tiles(None), rng.randint(3, 36))
    cells = [(x, y) for x in range(side) for y in range(side) if rng.random() < density]
    return {cell: rng.choice(some) for cell in cells or [(0, 0)]}


def _islands(rng: random.Random) -> GridBoard:
    far = rng.choice((9, 14, 100_000))
    return {**_played(rng, 4), **_moved(_played(rng, 4), rng.randint(-far, far), rng.randint(-far, far))}


def _at_the_edge(rng: random.Random) -> GridBoard:
    far = FARTHEST - 50
    return _moved(_grown(rng), rng.choice((-far, far)), rng.choice((-far, far)))


def _nothing(rng: random.Random) -> GridBoard:
    return {}


BOARDS: dict[Callable[[random.Random], GridBoard], int] = {
    _grown: 6,
    _corrupted: 3,
    _scattered: 2,
    _islands: 2,
    _at_the_edge: 1,
    _nothing: 4,
}


# Moves


def _hand(rng: random.Random) -> list[Tile]:
    """Six tiles, often with many that go together, as they rarely come by themselves."""
    tiles = set_tiles(rng.choice(("ROYGBP", "ROYGBP", "ROYGBW")))
    alike = _alike(rng, rng.choice(tiles))
    return rng.choices(tiles, k=6) if rng.random() < 0.5 else rng.sample(alike, 5) + rng.choices(tiles, k=1)


def _alike(rng: random.Random, tile: Tile) -> list[Tile]:
    axis = rng.randrange(2)
    return [other for other in set_tiles(None) if other[axis] == tile[axis]] or list(set_tiles(None))


def _legal(rng: random.Random, board: GridBoard) -> Placement:
    moves = legal_moves(TILES, board, _hand(rng)) or legal_moves(TILES, board, _hand(rng))
    if not moves:
        return ()
    return (rng.choice(moves[:5]) if rng.random() < 0.5 else rng.choice(moves)).placed


def _mutated(rng: random.Random, board: GridBoard) -> Placement:
    placed = list(_legal(rng, board) or _line(rng, board))
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(placed))
        tile, (x, y) = placed[at]
        match rng.randrange(6):
            case 0:
                placed[at] = (rng.choice(set_tiles(None)), (x, y))
            case 1:
                placed[at] = (tile, (x + rng.randint(-2, 2), y + rng.randint(-2, 2)))
            case 2:
                placed.append((rng.choice(_alike(rng, tile)), rng.choice(neighbours((x, y)))))
            case 3 if len(placed) > 1:
                placed.pop(at)
            case 4:
                placed = [(other, (a + 1, b)) for other, (a, b) in placed]
            case _:
                tiles = [other for other, _ in placed]
                rng.shuffle(tiles)
                placed = [(other, cell) for other, (_, cell) in zip(tiles, placed, strict=True)]
    rng.shuffle(placed)
    return tuple(placed)


def _line(rng: random.Random, board: GridBoard, length: int | None = None) -> Placement:
    """Fill the next empty cells of a row or column through the board with tiles that mostly go together."""
    (x, y), (dx, dy) = rng.choice(sorted(board) or [(0, 0)]), rng.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
    tile = board.get((x, y)) or rng.choice(set_tiles(None))
    alike = _alike(rng, tile)
    placed: list[tuple[Tile, Cell]] = []
    for _ in range(length or rng.randint(1, 4)):
        while (x, y) in board:
            x, y = x + dx, y + dy
        placed.append((rng.choice(alike), (x, y)))
        x, y = x + dx, y + dy
    return tuple(placed)


def _too_many(rng: random.Random, board: GridBoard) -> Placement:
    return _line(rng, board, rng.randint(7, 9))


def _gapped(rng: random.Random, board: GridBoard) -> Placement:
    placed = list(_line(rng, board, rng.randint(3, 5)))
    placed.pop(rng.randrange(1, len(placed) - 1))
    return tuple(placed)


def _strewn(rng: random.Random, board: GridBoard) -> Placement:
    x, y = rng.choice(sorted(board) or [(0, 0)])
    cells = {(x + rng.randint(-3, 3), y + rng.randint(-3, 3)) for _ in range(rng.randint(1, 7))}
    return tuple((rng.choice(set_tiles(None)), cell) for cell in sorted(cells) if cell not in board)


def _fourth_copy(rng: random.Random, board: GridBoard) -> Placement:
    most = Counter(board.values()).most_common(3)
    tile = rng.choice(most)[0] if most else "1R"
    placed = list(_line(rng, board, rng.randint(1, 4)))
    return tuple((tile if rng.random() < 0.6 else other, cell) for other, cell in placed)


def _occupied(rng: random.Random, board: GridBoard) -> Placement:
    placed = _line(rng, board)
    cell = rng.choice([*board, *(cell for _, cell in placed)])
    return (*placed, (rng.choice(set_tiles(None)), cell))


def _empty(rng: random.Random, board: GridBoard) -> Placement:
    return ()


MOVES: dict[Callable[[random.Random, GridBoard], Placement], int] = {
    _legal: 14,
    _mutated: 9,
    _line: 4,
    _too_many: 1,
    _gapped: 2,
    _strewn: 2,
    _fourth_copy: 3,
    _occupied: 2,
    _empty: 1,
}


def _cases(rng: random.Random) -> Iterator[Case]:
    while True:
        (make,) = rng.choices(list(BOARDS), list(BOARDS.values()))
        board = make(rng)
        for kind in rng.choices(list(MOVES), list(MOVES.values()), k=MOVES_PER_BOARD):
            placed = kind(rng, board)
            yield Case(
                rng.choice((TILES, CLASSROOM)),
                board,
                placed,
                opening=rng.choice((None, len(placed), *rng.choices(range(1, 7), k=2))),
                hand=rng.choice((None, None, None, len(placed), rng.randint(0, 7))),
                left_in_hand=rng.choice((None, 0, 0, 1)),
                bag_empty=rng.random() < 0.5,
            )


def _assert_covers(verdicts: list[Verdict], codes: set[str]) -> None:
    found = Counter(fault.code for verdict in verdicts for fault in verdict.violations)
    assert set(found) == codes
    assert min(found.values()) >= OF_EACH_CODE, found
    assert sum(verdict.legal for verdict in verdicts) >= LEGAL_SHARE * len(verdicts)


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_judges_of_tiles_agree(seed: int) -> None:
    verdicts = []
    for case in islice(_cases(random.Random(seed)), CASES):
        verdict, slow = judge(**case._asdict()), naive_judge(**case._asdict())
        assert normal(verdict) == normal(slow), f"{case}\n{board_text(case.board)}"
        verdicts.append(verdict)
    _assert_covers(verdicts, TILE_CODES)
    assert sum(verdict.bonus > 0 for verdict in verdicts) >= OF_EACH_CODE
    assert sum(bool(verdict.counted_once) for verdict in verdicts) >= OF_EACH_CODE
    assert sum(line.qwirkle for verdict in verdicts if verdict.legal for line in verdict.lines) >= OF_EACH_CODE


# Tables of the card game


class Dealt:
    """The cards of a table under construction; the deck knows which copies are left."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.deck = Counter(dict.fromkeys(set_tiles(rng.choice(("ROYGBP", "ROYGBW"))), COPIES))
        self.sets: list[list[Tile]] = []
        for _ in range(rng.randint(0, 6)):
            self.start_set(most=SIDE - 1)

    def draw(self, cards: list[Tile]) -> list[Tile]:
        """Take these cards out of the deck, as far as there are copies left."""
        drawn = [card for card in cards if self.deck[card] > 0]
        self.deck.subtract(drawn)
        return drawn

    def start_set(self, most: int = SIDE) -> None:
        """Lay a new set of one colour or one shape."""
        alike = _of_a_kind(self.rng, list(self.deck), self.rng.choice(list(self.deck)))
        cards = self.draw(self.rng.sample(alike, self.rng.randint(3, most)))
        if len(cards) >= 3:
            self.sets.append(cards)

    def extend_set(self) -> None:
        """Add to a set what it lacks."""
        if self.sets:
            cards = self.rng.choice(self.sets)
            lacking = [card for card in self.deck if card not in cards and _fits(card, cards)]
            cards.extend(self.draw(self.rng.sample(lacking, self.rng.randint(0, len(lacking)))))

    def switch(self) -> None:
        """Move a card that its set can spare to another set."""
        rich = [cards for cards in self.sets if len(cards) > 3]
        if rich:
            source = self.rng.choice(rich)
            card = self.rng.choice(source)
            fitting = [cards for cards in self.sets if card not in cards and _fits(card, cards)]
            if fitting:
                source.remove(card)
                self.rng.choice(fitting).append(card)

    def table(self) -> Table:
        """The sets in some order, their cards in some order."""
        mixed = [self.rng.sample(cards, len(cards)) for cards in self.sets]
        return tuple(tuple(cards) for cards in self.rng.sample(mixed, len(mixed)))


def _of_a_kind(rng: random.Random, cards: list[Tile], card: Tile) -> list[Tile]:
    axis = rng.randrange(2)
    return [other for other in cards if other[axis] == card[axis]]


def _fits(card: Tile, cards: list[Tile]) -> bool:
    return any(all(other[axis] == card[axis] for other in cards) for axis in (0, 1))


def _spoil(rng: random.Random, after: list[CardSet], taken: list[CardSet], before: Table) -> None:
    """Make one of the mistakes that people make."""
    at = rng.randrange(len(after)) if after else None
    card = rng.choice(set_tiles(None))
    match rng.randrange(8):
        case 0 if at is not None:
            after[at] = after[at][1:]
        case 1 if at is not None:
            after[at] = (*after[at], rng.choice(after[at] or (card,)))
        case 2 if at is not None:
            after[at] = (*after[at], card)
        case 3:
            after.append((card,) * rng.randint(0, 2))
        case 4 if at is not None:
            taken.append(after.pop(at))
        case 5:
            after[:], taken[:] = list(before), []
        case 6 if taken:
            after.append(taken.pop())
        case 7 if at is not None:
            middle = rng.randint(0, len(after[at]))
            after[at : at + 1] = [after[at][:middle], after[at][middle:]]
        case _:
            after.extend((card,) * 3 for _ in range(rng.randint(1, 4)))


def _table_cases(rng: random.Random) -> Iterator[TableCase]:
    while True:
        dealt = Dealt(rng)
        before = dealt.table()
        for step in rng.choices((dealt.start_set, dealt.extend_set, dealt.switch), k=rng.randint(1, 4)):
            step()
        lying = dealt.table()
        after = [cards for cards in lying if len(cards) < SIDE]
        taken = [cards for cards in lying if len(cards) >= SIDE]
        for _ in range(rng.choice((0, 0, 1, 2))):
            _spoil(rng, after, taken, before)
        stacks = tuple(tuple(_of_a_kind(rng, list(dealt.deck), "1R")) for _ in range(rng.randint(0, 2)))
        opening = rng.choice((None, rng.randint(3, 6), max(map(len, (*after, *taken)), default=3)))
        hand = rng.choice((None, None, rng.randint(0, 9)))
        yield TableCase(rng.choice((CARDS_DE, CARDS_EN)), before, tuple(after), tuple(taken), stacks, opening, hand)


@pytest.mark.parametrize("seed", range(TABLE_CHUNKS))
def test_judges_of_cards_agree(seed: int) -> None:
    verdicts = []
    for case in islice(_table_cases(random.Random(seed)), TABLE_CASES):
        verdict, slow = judge_table(**case._asdict()), naive_judge_table(**case._asdict())
        assert normal(verdict) == normal(slow), case
        verdicts.append(verdict)
    _assert_covers(verdicts, CARD_CODES)
    assert sum(verdict.points > 0 for verdict in verdicts) >= OF_EACH_CODE


# Searching


def _to_search(rng: random.Random) -> tuple[GridBoard, list[Tile]]:
    """A board with a hand, both of one set: with purple and white together seven tiles of a shape would be a line."""
    board = rng.choice((_grown, _grown, _grown, _corrupted, _islands, _scattered, _at_the_edge))(rng)
    # The slow search takes seconds where five tiles go together.
    hand = _hand(rng)[: rng.randint(1, 4)] if rng.random() < 0.5 else rng.choices(set_tiles(None), k=rng.randint(4, 6))
    sixth = rng.choice("PW")
    one_set = str.maketrans("PW", sixth * 2)
    return {cell: tile.translate(one_set) for cell, tile in board.items()}, [tile.translate(one_set) for tile in hand]


def _assert_same_moves(rules: RuleSet, board: GridBoard, hand: list[Tile]) -> None:
    moves = legal_moves(rules, board, hand)
    fast = {frozenset(move.placed): (move.points, lines(Verdict(move.lines, ()))) for move in moves}
    judged = {placed: naive_judge(rules, board, placed) for placed in naive_moves(rules, board, hand)}
    slow = {frozenset(placed): (verdict.points, lines(verdict)) for placed, verdict in judged.items()}
    assert len(fast) == len(moves), "a move is found twice"
    assert fast == slow, f"{hand} on\n{board_text(board)}"


@pytest.mark.parametrize("seed", range(SEARCH_CHUNKS))
def test_searches_agree(seed: int) -> None:
    rng = random.Random(seed)
    for board, hand in (_to_search(rng) for _ in range(SEARCHES)):
        _assert_same_moves((TILES, CLASSROOM)[seed % 2], board, hand)


@pytest.mark.parametrize("rules", [TILES, CLASSROOM], ids=lambda rules: rules.name)
def test_searches_agree_on_long_lines(rules: RuleSet) -> None:
    board = grid("1R 2R .  .\n.  2B 5B .\n.  .  5Y 1Y")
    _assert_same_moves(rules, board, ["2R", "2B", "2Y", "2G", "2O"])
    _assert_same_moves(rules, board, ["1R", "3R", "4R", "5R", "6R"])


def test_searches_agree_on_the_opening() -> None:
    _assert_same_moves(TILES, {}, ["1R", "2R", "3R", "4R", "5R", "6R"])
    _assert_same_moves(CLASSROOM, {}, ["1R", "1G", "2G", "2G", "3P", "6P"])
