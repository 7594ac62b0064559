"""What a player did, and the lines of a turn, in words: yellow row 4 + circles 2 = 6."""

from collections.abc import Iterable, Sequence
from typing import Literal

from tileye.companion_web.languages import Words
from tileye.companion_web.sheets.phrases import MINUS, action_text
from tileye.rules.board import Board, Placement
from tileye.rules.jsonlines import Json
from tileye.rules.judge import Line, Verdict
from tileye.rules.state import Row, State
from tileye.rules.tiles import Tile
from tileye.rules.wire import violations_json

Feature = Literal["colour", "shape", "none"]


def shared_feature(tiles: Sequence[Tile]) -> Feature:
    """Say what all these pieces have in common; a single one has nothing in common with others."""
    if len(tiles) > 1 and len({tile[1] for tile in tiles}) == 1:
        return "colour"
    return "shape" if len(tiles) > 1 and len({tile[0] for tile in tiles}) == 1 else "none"


def tiles_text(tiles: Iterable[Tile], words: Words) -> str:
    """List pieces by their names."""
    return words.listed([words[f"tiles.{tile}"] for tile in tiles])


def with_placed(board: Board, placed: Placement) -> Board:
    """The board with tiles on it that are not recorded yet."""
    return {**board, **{cell: tile for tile, cell in placed}}


def verdict_in_words(verdict: Verdict | None, board: Board, known: State, words: Words) -> Json:
    """Write a verdict for a page; `board` holds the tiles. An illegal move has the points it gives if it stands."""
    return {
        "lines": lines_in_words(verdict.lines if verdict else (), board, words),
        "sum": sum_text(verdict, board, words) if verdict else "",
        "points": verdict.line_points if verdict else 0,
        "violations": [
            {**violation, "text": words.violation(violation["code"], known.rules.kind)}
            for violation in violations_json(verdict)
        ],
    }


def lines_in_words(lines: Iterable[Line], board: Board, words: Words) -> list[Json]:
    """Write lines for a page; `board` holds their tiles."""
    return [
        {
            "text": line_text(line, board, words),
            "points": line.points,
            "qwirkle": line.qwirkle,
            "cells": [list(cell) for cell in line.cells],
        }
        for line in lines
    ]


def line_text(line: Line, board: Board, words: Words) -> str:
    """Say a line with what it gives: yellow row 6 + Qwirkle 6."""
    return " + ".join(_addends(line, board, words))


def sum_text(verdict: Verdict, board: Board, words: Words) -> str:
    """Say where the points of a turn come from, line by line."""
    addends = [addend for line in verdict.lines for addend in _addends(line, board, words)]
    text = " + ".join(addends)
    text += twice_text(verdict.counted_once or 0, words)
    return f"{text} = {verdict.line_points}" if len(addends) > 1 else text


def twice_text(points: int, words: Words) -> str:
    """Say how many points are taken off again, where laid tiles count once."""
    return f" {MINUS} {words.say('lines.twice', n=points)}" if points else ""


def _addends(line: Line, board: Board, words: Words) -> list[str]:
    if line.cards:
        return [_card_line(line.cards, words)]
    count = len(line.cells)
    addends = [words.say("lines.line", name=name([board[cell] for cell in line.cells], words), n=count)]
    return [*addends, words.say("lines.qwirkle", n=line.points - count)] if line.qwirkle else addends


def name(tiles: Sequence[Tile], words: Words) -> str:
    """What a line is called: red row, circles."""
    if len(tiles) == 1:
        return words[f"tiles.{tiles[0]}"]
    match shared_feature(tiles):
        case "colour":
            return words[f"lines.rows.{tiles[0][1]}"]
        case "shape":
            return words[f"lines.shapes.{tiles[0][0]}"]
        case "none":
            return words["lines.mixed"]


def _card_line(cards: Sequence[Tile], words: Words) -> str:
    mark = cards[0][1] if shared_feature(cards) == "colour" else cards[0][0]
    return words[f"lines.qwirkles.{mark}"]


def action(row: Row, words: Words) -> str:
    """Say what was done: lays 2 tiles (red circle and red star)."""
    if row.kind != "turn":
        return action_text(row, words)
    if row.placed:
        return _pieces("told.lays", tuple(tile for tile, _ in row.placed), words)
    plays = [_pieces("told.plays", row.played, words)] if row.played else []
    takes = [words.count("told.takes", len(row.taken))] if row.taken else []
    return words.listed(plays + takes) or words["told.rearranges"]


def player_action(row: Row, player: str, words: Words) -> str:
    """Say what a player did: Ada passes."""
    return words.say("told.does", player=player, action=action(row, words))


def _pieces(key: str, pieces: tuple[str, ...], words: Words) -> str:
    return words.say("told.pieces", action=words.count(key, len(pieces)), names=tiles_text(pieces, words))
