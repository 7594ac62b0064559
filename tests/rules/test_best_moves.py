"""The best move that was there in a turn: against trying everything, and in whole games."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from tests.rules.games import add, arranged, laid, new_game
from tests.rules.positions import GridBoard, grid, played_positions
from tileye.rules.best_moves import ReviewedTurn, best_placement, best_turns
from tileye.rules.board import Board
from tileye.rules.events import CannotPlay, Opening
from tileye.rules.judge import judge
from tileye.rules.moves import Move, legal_moves
from tileye.rules.naive import naive_moves
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, TILES, RuleSet
from tileye.rules.selfplay import casual, play
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
    assert [(len(one.placed), one.points) for one in found if one] == [(6, 12), (4, 4), (6, 12)]


@pytest.mark.parametrize(("rules", "players"), [(TILES, 2), (CLASSROOM, 3)], ids=["tiles 2", "classroom 3"])
def test_no_turn_of_a_whole_game_gave_more_than_was_possible(rules: RuleSet, players: int) -> None:
    game = play(new_game(rules, players).setup, 1, casual)
    found = list(best_turns(game))
    assert [one.row for one in found] == list(game.state.rows)
    assert not any(one.known for one in found)
    assert all(one.row.points <= (one.best.points if one.best else 0) for one in found)


def test_a_known_hand_has_its_own_best_move() -> None:
    game = new_game(TILES)
    add(game, Opening((2, 1)), laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0"))
    first, second = best_turns(game, {3: ["3R", "4R", "5G", "5B"]})
    assert (first.known, first.row.points, points_of(first)) == (False, 2, 2)
    assert (second.known, second.row.points, points_of(second)) == (True, 3, 6)
    assert isinstance(second.best, Move)
    assert set(second.best.tiles) == {"3R", "4R"}


def test_a_hand_with_which_nothing_was_possible() -> None:
    game = new_game(TILES)
    add(game, laid(0, "1R@0,0"), laid(1, "1G@1,0"))
    hands: dict[int, Sequence[Tile]] = {2: ["2G", "3B"]}
    assert [one.best for one in best_turns(game, hands)][1] is None


def test_cards_are_told_for_a_known_hand_only() -> None:
    game = new_game(CARDS_DE)
    add(game, arranged(0, "1R 2R 3R"), CannotPlay(1), arranged(1, "1R 2R 3R 4R"))
    assert [(one.row.id, one.best) for one in best_turns(game)] == [(1, None), (3, None)]
    first, _ = best_turns(game, {1: ["1R", "2R", "3R", "4R", "5R", "6R", "1G"]})
    assert (first.row.points, points_of(first)) == (0, 1)


def test_tiles_that_were_laid_later_were_there() -> None:
    game = play(new_game(TILES).setup, 1)
    assert sum(unseen(game.state).values()) < 108
    first = next(best_turns(game))
    # Any declared number of tiles can be had from a whole bag.
    assert points_of(first) == first.row.points


def test_colours_that_came_later_tell_which_set_it_is() -> None:
    game = new_game(TILES)
    add(game, laid(0, "1R@0,0"), laid(1, "1W@1,0"))
    assert game.before(1).colours is None
    assert next(best_turns(game)).best is not None


def points_of(turn: ReviewedTurn) -> int:
    assert turn.best
    return turn.best.points
