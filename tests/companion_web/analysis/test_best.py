import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from tests.companion_web.played import CARD_GAME, game_of, laid, played
from tests.rules.positions import GridBoard, grid, played_positions, sets
from tileye.companion_web.analysis.best import best_placement, best_turns
from tileye.rules.board import Board
from tileye.rules.events import Arranged, Opening
from tileye.rules.judge import judge
from tileye.rules.moves import legal_moves
from tileye.rules.naive import naive_moves
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, TILES, RuleSet
from tileye.rules.state import unseen
from tileye.rules.tiles import Tile, set_tiles


def a_board(rules: RuleSet, seed: int, turns: int) -> GridBoard:
    """A board of a few turns, now and then with a tile that does not fit."""
    rng = random.Random(seed)
    *_, (board, hand) = played_positions(rules, rng, turns)
    if board and rng.random() < 0.3:
        x, y = max(board)
        board[x + 1, y] = hand[0]
    return board


def some_tiles(board: Board, seed: int, kinds: int) -> dict[Tile, int]:
    """A few tiles that are left."""
    rng, lying = random.Random(seed), Counter(board.values())
    return {tile: rng.randint(0, 3 - lying[tile]) for tile in rng.sample(set_tiles("ROYGBP"), kinds) if lying[tile] < 3}


def held(left: Mapping[Tile, int]) -> list[Tile]:
    return [tile for tile, count in left.items() if count]


def points_of_best(rules: RuleSet, board: Board, left: Mapping[Tile, int], hand: int) -> int:
    """What the search finds, after it was judged."""
    found = best_placement(rules, board, left, hand)
    if found is None:
        return 0
    placed, points = found
    verdict = judge(rules, board, placed, hand=hand)
    assert (verdict.violations, verdict.points) == ((), points)
    assert not Counter(tile for tile, _ in placed) - Counter(left)
    return points


@pytest.mark.parametrize("rules", [TILES, CLASSROOM], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_better_by_trying_everything(rules: RuleSet, seed: int) -> None:
    board = a_board(rules, seed, 1 + seed % 3)
    left, hand = some_tiles(board, seed, 4), 1 + seed % 3
    tried = (judge(rules, board, placed) for placed in naive_moves(rules, board, held(left)) if len(placed) <= hand)
    assert points_of_best(rules, board, left, hand) == max((verdict.points for verdict in tried), default=0)


@pytest.mark.parametrize("rules", [TILES, CLASSROOM], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_better_among_all_legal_moves(rules: RuleSet, seed: int) -> None:
    board = a_board(rules, seed + 100, 1 + seed % 7)
    left, hand = some_tiles(board, seed, 9), 1 + seed % 6
    moves = [move for move in legal_moves(rules, board, held(left)) if len(move.tiles) <= hand]
    assert points_of_best(rules, board, left, hand) == max((move.points for move in moves), default=0)


def test_a_tile_of_which_none_is_left_is_missed() -> None:
    board = grid("1R 2R 3R 4R 5R")
    left = dict.fromkeys(set_tiles("ROYGBP"), 3)
    assert points_of_best(TILES, board, left, 1) == 12
    assert points_of_best(TILES, board, {**left, "6R": 0}, 1) == 2


def test_the_first_turn_is_as_long_as_declared() -> None:
    left = dict.fromkeys(set_tiles("ROYGBP"), 3)
    found = [best_placement(TILES, {}, left, 6, opening) for opening in (None, 4, 6)]
    assert [(len(one[0]), one[1]) for one in found if one] == [(6, 12), (4, 4), (6, 12)]


@pytest.mark.parametrize(("rules", "count"), [("tiles", 2), ("classroom", 3)])
def test_a_whole_game(rules: str, count: int) -> None:
    game = played(rules, count)
    found = list(best_turns(game))
    assert [one["turn"] for one in found] == [row.number for row in game.state.rows]
    assert not any(one["known"] for one in found)
    for one, row in zip(found, game.state.rows, strict=True):
        if not row.overruled:
            assert one["points"] <= (one["best"]["points"] if one["best"] else 0)


def test_a_known_hand_has_its_own_best_move() -> None:
    game = game_of(TILES, [Opening((2, 1)), laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0")])
    first, second = best_turns(game, {3: ["3R", "4R", "5G", "5B"]})
    assert (first["known"], first["points"], first["best"]["points"]) == (False, 2, 2)
    assert (second["known"], second["points"], second["best"]["points"]) == (True, 3, 6)
    assert {tile for tile, _, _ in second["best"]["placed"]} == {"3R", "4R"}


def test_a_hand_with_which_nothing_was_possible() -> None:
    game = game_of(TILES, [laid(0, "1R@0,0"), laid(1, "1G@1,0")])
    hands: dict[int, Sequence[Tile]] = {2: ["2G", "3B"]}
    assert [one["best"] for one in best_turns(game, hands)][1] is None


def test_cards_are_told_for_a_known_hand_only() -> None:
    assert {str(one["best"]) for one in best_turns(CARD_GAME)} == {"None"}
    game = game_of(CARDS_DE, [Arranged(0, sets("1R 2R 3R"))])
    (known,) = best_turns(game, {1: ["1R", "2R", "3R", "4R", "5R", "6R", "1G"]})
    assert (known["points"], known["best"]["points"]) == (0, 1)


def test_tiles_that_were_laid_later_were_there() -> None:
    game = played("tiles", 2)
    assert sum(unseen(game.state).values()) < 108
    first = next(best_turns(game))
    assert first["best"]["points"] == game.state.rows[0].points
