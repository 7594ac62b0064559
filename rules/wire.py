"""Moves and verdicts as JSON objects: `tileye judge`, `tileye moves`, and parts of other answers."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from tileye.rules.board import Cell, parse_board_list, parse_placement
from tileye.rules.cards import Table, all_cards, judge_table, parse_table
from tileye.rules.events import parse_number
from tileye.rules.jsonlines import Json
from tileye.rules.judge import Line, Verdict, judge
from tileye.rules.moves import Move, search_moves
from tileye.rules.rearrange import Rearrangement, best_rearrangement
from tileye.rules.rulesets import MOST_PIECES, RuleSet, find_rules
from tileye.rules.state import Row
from tileye.rules.tiles import Tile, colour_set, parse_tile, shown


def judge_request(request: Json, rules: RuleSet | None = None) -> Json:
    """Judge one request, by the rules that it names unless others are given; raise ValueError where it is malformed."""
    rules = rules or _rules(request)
    opening = _number(request, "opening", 1, 6)
    hand = _number(request, "hand", 0, MOST_PIECES)
    left = _number(request, "left_in_hand", 0, MOST_PIECES)
    empty = False if request.get("bag_empty") is None else request["bag_empty"]
    if not isinstance(empty, bool):
        raise ValueError(f"bag_empty: true or false is needed, not {shown(empty)}")
    if rules.kind == "cards":
        before, after, taken, stacks = (
            _table(request, key, needed=key in ("before", "after")) for key in ("before", "after", "taken", "stacks")
        )
        colour_set(all_cards((*before, *after, *taken, *stacks)), seven=rules.seven_colours)
        return verdict_json(judge_table(rules, before, after, taken, stacks=stacks, opening=opening, hand=hand))
    board = parse_board_list(_needed(request, "board"))
    placed = parse_placement(_needed(request, "move"), "move")
    colour_set([*board.values(), *(tile for tile, _ in placed)], seven=rules.seven_colours)
    return verdict_json(judge(rules, board, placed, opening=opening, hand=hand, left_in_hand=left, bag_empty=empty))


def moves_request(request: Json, rules: RuleSet | None = None) -> Json:
    """Find the moves for one request, best first, by its rules or others; raise ValueError where it is malformed."""
    rules = rules or _rules(request)
    opening = _number(request, "opening", 1, 6)
    hand = _hand(rules, _needed(request, "hand"))
    if rules.kind == "cards":
        table = parse_table(_needed(request, "board"), "board")
        stacks = _table(request, "stacks", needed=False)
        colour_set([*all_cards((*table, *stacks)), *hand], seven=rules.seven_colours)
        if len(all_cards(table)) > MOST_PIECES:
            raise ValueError(f"board: more than the {MOST_PIECES} cards that there are")
        best = best_rearrangement(rules, table, hand, stacks=stacks, opening=opening)
        moves = [{"move": arranged_json(best), "points": best.points, "lines": lines_json(best.lines)}]
        return {"moves": moves if best.played else [], "proven": best.proven}
    board = parse_board_list(_needed(request, "board"))
    colour_set([*board.values(), *hand], seven=rules.seven_colours)
    found = search_moves(rules, board, hand, opening)
    return {"moves": list(_moves_json(found.moves)), "proven": found.proven}


def verdict_json(verdict: Verdict) -> Json:
    """Write a verdict as the interfaces show it."""
    answer: Json = {
        "legal": verdict.legal,
        "points": verdict.points,
        "lines": lines_json(verdict.lines),
        "violations": violations_json(verdict),
    }
    if verdict.counted_once is not None:
        answer["counted_once"] = verdict.counted_once
    if verdict.bonus:
        answer["bonus"] = verdict.bonus
    return answer


def violations_json(verdict: Verdict | None) -> list[Json]:
    """Write what is wrong with a move."""
    return [
        {"code": fault.code, "cells": [list(cell) for cell in fault.cells], "tiles": list(fault.tiles)}
        for fault in (verdict.violations if verdict else ())
    ]


def turn_json(row: Row, total: int) -> Json:
    """Write a turn of the tile game as the events of a watched game show it, with all points of its player."""
    return {
        "number": row.number,
        "player": row.player,
        "placed": placed_json(row.placed),
        "lines": lines_json(row.verdict.lines if row.verdict else ()),
        "points": row.points,
        "total": total,
        "overruled": row.overruled,
        "violations": violations_json(row.verdict),
    }


def card_turn_json(row: Row, total: int) -> Json:
    """Write a turn of the card game as the events of a watched game show it, with all points of its player."""
    return {
        "number": row.number,
        "player": row.player,
        "after": sets_json(row.after),
        "taken": sets_json(row.taken),
        "added": list(row.played),
        "points": row.points,
        "total": total,
        "overruled": row.overruled,
        "violations": violations_json(row.verdict),
    }


def sets_json(table: Table) -> list[list[str]]:
    """Write sets of cards."""
    return [list(cards) for cards in table]


def _moves_json(moves: Iterable[Move]) -> Iterator[Json]:
    """Write moves; what thousands of them share is made once."""
    placed: dict[tuple[Tile, Cell], list[str | int]] = {}
    # Moves that fill the same cells come together, and share their lines.
    for _, group in groupby(moves, key=lambda move: id(move.lines)):
        shared = list(group)
        lines = lines_json(shared[0].lines)
        for move in shared:
            laid = [placed.setdefault((tile, cell), [tile, *cell]) for tile, cell in move.placed]
            yield {"move": laid, "points": move.points, "lines": lines}


def lines_json(lines: Iterable[Line]) -> list[Json]:
    """Write lines with what each gives; of the card game, the Qwirkles that were taken."""
    return [
        {
            "cells": [list(cell) for cell in line.cells],
            "points": line.points,
            "qwirkle": line.qwirkle,
            **({"tiles": list(line.cards)} if line.cards else {}),
        }
        for line in lines
    ]


def arranged_json(turn: Rearrangement | Row) -> Json:
    """Write a turn of the card game: the cards from the hand, the table after it, the Qwirkles that come out."""
    return {"played": list(turn.played), "after": sets_json(turn.after), "taken": sets_json(turn.taken)}


def placed_json(placed: Iterable[tuple[Tile, Cell]]) -> list[list[str | int]]:
    """Write tiles with their cells, each as [tile, x, y]."""
    return [[tile, x, y] for tile, (x, y) in placed]


def _needed(request: Json, key: str) -> object:
    if key not in request:
        raise ValueError(f'"{key}" is missing')
    return request[key]


def _table(request: Json, key: str, *, needed: bool) -> Table:
    value = _needed(request, key) if needed else request.get(key)
    return () if value is None and not needed else parse_table(value, key)


def _rules(request: Json) -> RuleSet:
    name = _needed(request, "rules")
    if not isinstance(name, str):
        raise ValueError(f"rules: the name of a rule set is needed, not {shown(name)}")
    return find_rules(name)


def _number(request: Json, key: str, least: int, most: int) -> int | None:
    return None if request.get(key) is None else parse_number(request[key], key, least, most)


def _hand(rules: RuleSet, value: object) -> list[Tile]:
    if not isinstance(value, list):
        raise ValueError(f"hand: a list of pieces is needed, not {shown(value)}")
    if len(value) > rules.hand:
        raise ValueError(f"hand: {len(value)} pieces are more than the {rules.hand} of a hand")
    try:
        return [parse_tile(entry) for entry in value]
    except ValueError as error:
        raise ValueError(f"hand: {error}") from None
