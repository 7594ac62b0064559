import pytest

from tests.rules.positions import GridBoard, grid, lay, sets
from tileye.companion_web.analysis.lines import line_text, lines_in_words, sum_text, with_placed
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.sheets.phrases import MINUS
from tileye.rules.cards import judge_table
from tileye.rules.judge import judge
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, TILES, RuleSet
from tileye.rules.tiles import COLOURS, SHAPES

ENGLISH = words("en")
BOARD = grid("1Y 2Y 3Y\n.  2R .")

SUMS = {
    "a colour and a shape": (TILES, BOARD, "4Y@3,0 4B@3,1", "squares 2 + yellow row 4 = 6"),
    "one line": (TILES, BOARD, "4Y@3,0", "yellow row 4"),
    "the very first tile": (TILES, {}, "4O@0,0", "orange square 1"),
    "a Qwirkle": (TILES, BOARD, "4Y@3,0 5Y@4,0 6Y@5,0", "yellow row 6 + Qwirkle 6 = 12"),
    "a tile in two lines that counts once": (
        CLASSROOM,
        BOARD,
        "1R@0,1",
        f"red row 2 + circles 2 {MINUS} 1 counted twice = 3",
    ),
    "a line without anything in common": (TILES, BOARD, "5G@3,0", "mixed row 4"),
}


@pytest.mark.parametrize(("rules", "board", "move", "expected"), SUMS.values(), ids=SUMS)
def test_sums(rules: RuleSet, board: GridBoard, move: str, expected: str) -> None:
    placed = lay(move)
    assert sum_text(judge(rules, board, placed), with_placed(board, placed), ENGLISH) == expected


def test_lines_for_a_page() -> None:
    placed = lay("4Y@3,0 5Y@4,0 6Y@5,0")
    assert lines_in_words(judge(TILES, BOARD, placed).lines, with_placed(BOARD, placed), ENGLISH) == [
        {
            "text": "yellow row 6 + Qwirkle 6",
            "points": 12,
            "qwirkle": True,
            "cells": [[x, 0] for x in range(6)],
        }
    ]


def test_qwirkles_of_cards() -> None:
    taken = sets("1R 2R 3R 4R 5R 6R | 5R 5O 5Y 5G 5B 5P")
    verdict = judge_table(CARDS_DE, (), (), taken)
    assert sum_text(verdict, {}, ENGLISH) == "red Qwirkle + Qwirkle of crosses = 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_a_name_of_its_own(language: str) -> None:
    names = set()
    for mark in SHAPES + COLOURS:
        tiles = [shape + mark for shape in "12"] if mark in COLOURS else [mark + colour for colour in "RO"]
        board = {(x, 0): tile for x, tile in enumerate(tiles)}
        (line,) = judge(TILES, {(0, 0): tiles[0]}, ((tiles[1], (1, 0)),)).lines
        names.add(line_text(line, board, words(language)))
    assert len(names) == len(SHAPES + COLOURS)
