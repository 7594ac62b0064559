"""The best moves: for a hand, with their lines in words, and of each turn of a game that has ended."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tileye.companion_web.analysis.closed_lines import closed_json, is_closed
from tileye.companion_web.analysis.lines import line_text, twice_text, with_placed
from tileye.companion_web.languages import Words
from tileye.rules.best_moves import BestMove, Hands, best_turns
from tileye.rules.board import Board
from tileye.rules.errors import GameError
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.moves import Move, search_moves
from tileye.rules.rearrange import Rearrangement, best_rearrangement
from tileye.rules.state import State, unseen
from tileye.rules.tiles import Tile, colour_set, parse_tile
from tileye.rules.wire import arranged_json, placed_json

MOST_HINTS = 5


def parse_hand(known: State, value: object) -> tuple[Tile, ...]:
    """Read a hand that somebody tapped in; raise ValueError where nobody can hold it."""
    if not isinstance(value, list) or not value:
        raise ValueError("a hand is a list of pieces: tap in what is on the rack")
    hand = tuple(parse_tile(entry) for entry in value)
    if len(hand) > known.rules.hand:
        raise GameError("many_in_hand", n=len(hand), most=known.rules.hand)
    colour_set([*hand, f"1{known.colours[-1]}"] if known.colours else hand, seven=known.rules.seven_colours)
    left = unseen(known)
    gone = [tile for tile, count in Counter(hand).items() if count > left.get(tile, known.rules.copies)]
    if gone:
        raise GameError("none_left", tile=gone[0])
    return hand


def hints(known: State, hand: Sequence[Tile], words: Words) -> Json:
    """Find the best `moves`, best first, and whether that is `proven`; of those with the same pieces and points one."""
    words = words.of(known.rules.kind)
    opening = known.bound_to(known.whose_turn or 0)
    if known.rules.kind == "cards":
        turn = best_rearrangement(known.rules, known.table, hand, stacks=known.taken, opening=opening)
        return {"moves": [_cards_hint(turn, words)] if turn.played else [], "proven": turn.proven}
    searched = search_moves(known.rules, known.board, list(hand), opening)
    found: dict[tuple[int, tuple[Tile, ...]], Move] = {}
    for move in searched.moves:
        found.setdefault((move.points, tuple(sorted(move.tiles))), move)
        if len(found) == MOST_HINTS:
            break
    return {"moves": [_tiles_hint(move, known, words) for move in found.values()], "proven": searched.proven}


def _tiles_hint(move: Move, known: State, words: Words) -> Json:
    board = with_placed(known.board, move.placed)
    return {
        "placed": placed_json(move.placed),
        "points": move.points,
        "lines": [line_text(line, board, words) for line in move.lines],
        "twice": twice_text(sum(line.points for line in move.lines) - move.points, words),
        "closed": _closed(move, known, board, words),
    }


def _closed(move: Move, known: State, board: Board, words: Words) -> list[str]:
    """The lines of five that a move makes, and that nobody can complete: they give no Qwirkle away."""
    left = unseen(replace(known, board=board))
    lines = [tuple(board[cell] for cell in line.cells) for line in move.lines]
    return [closed_json((), tiles, left, words)["text"] for tiles in lines if is_closed(tiles, left)]


def _cards_hint(turn: Rearrangement, words: Words) -> Json:
    return {
        **arranged_json(turn),
        "points": turn.points,
        "lines": [line_text(line, {}, words) for line in turn.lines],
    }


def best_turns_json(game: Game, hands: Hands | None = None) -> list[Json]:
    """Say for each turn what it gave and what was possible."""
    return [
        {"turn": one.row.number, "points": one.row.points, "best": _best_json(one.best), "known": one.known}
        for one in best_turns(game, hands)
    ]


def _best_json(best: BestMove | None) -> Json | None:
    if best is None:
        return None
    laid = arranged_json(best) if isinstance(best, Rearrangement) else {"placed": placed_json(best.placed)}
    return {**laid, "points": best.points}
