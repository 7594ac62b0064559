"""The score sheet as CSV and as JSON."""

import csv as csv_reader
import io
import json as json_reader
import re

import pytest

from tests.companion_web.played import CARD_GAME, NOON, TILE_GAME, played, renamed, sheet_of, whole_games
from tileye.companion_web.sheets import csv, json
from tileye.rules.state import sheet_event

CARD_CSV = """\
number,player,kind,placed,lines,points,bonus,total,qwirkles,overruled,violations,count,winner
1,田中,turn,1R 2R 3R 4R,,0,0,0,0,false,,,false
2,Zoë,cannot_play,,,0,0,0,0,false,,,false
2,Zoë,turn,1B 1G 1Y 5R 6R,1R+2R+3R+4R+5R+6R,1,0,1,1,false,,,false
3,田中,turn,1O 5O,,0,0,0,0,true,set_too_small,,false
"""


def test_the_table_of_a_card_game() -> None:
    assert csv.render(sheet_of(CARD_GAME)) == CARD_CSV.replace("\n", "\r\n")


@whole_games
def test_the_table_agrees_with_the_game(rules: str, count: int) -> None:
    game = played(rules, count)
    lines = list(csv_reader.DictReader(io.StringIO(csv.render(sheet_of(game)), newline="")))
    assert [int(line["number"]) for line in lines] == [row.number for row in game.state.rows]
    for player, seat in enumerate(game.state.players):
        own = [line for line in lines if line["player"] == seat.name]
        assert sum(int(line["points"]) + int(line["bonus"]) for line in own) == game.state.points[player]
        assert int(own[-1]["total"]) == game.state.points[player]
    if game.setup.rules.kind == "tiles":
        laid_tiles = dict(word.split("@")[::-1] for line in lines for word in line["placed"].split())
        assert laid_tiles == {f"{x},{y}": tile for (x, y), tile in game.state.board.items()}
        assert all(sum(int(n) for n in line["lines"].split()) == int(line["points"]) for line in lines)


@pytest.mark.parametrize("name", ["a;=1+1", "a; -1", 'a;"=1+1"', "a,@SUM(A1)", "=1;=1", "a|\uff1d1"])
def test_where_lines_are_cut_at_semicolons_names_are_no_formulas_either(name: str) -> None:
    text = csv.render(sheet_of(renamed(TILE_GAME, [name])))
    cells = [cell for line in text.splitlines() for cell in re.split(r"[;,|]", line)]
    assert any(cell.startswith("'") or "\"'" in cell for cell in cells)
    assert not [cell for cell in cells if re.match(r"[\s\"]*[=+@\uff1d-](?!\d)", cell) or re.match(r'[\s"]*=', cell)]


@pytest.mark.parametrize("name", ["=1+1", "+49", "-x", "@SUM(A1)", "\uff1d1"])
def test_names_are_no_formulas(name: str) -> None:
    game = renamed(TILE_GAME, [name])
    names = {line["player"] for line in csv_reader.DictReader(io.StringIO(csv.render(sheet_of(game)), newline=""))}
    assert names == {f"'{name}", "Ben"}


def test_names_with_commas_and_quotes_come_back() -> None:
    game = renamed(TILE_GAME, ['a, "b"', "c;d"])
    names = {line["player"] for line in csv_reader.DictReader(io.StringIO(csv.render(sheet_of(game)), newline=""))}
    assert names == {'a, "b"', "c;d"}


@whole_games
def test_the_event_with_all_rows(rules: str, count: int) -> None:
    game = played(rules, count)
    written = json.render(sheet_of(game))
    assert written.count("\n") == 1
    value = json_reader.loads(written)
    rows = value.pop("rows")
    assert {key: value.pop(key) for key in ("rules", "ended")} == {"rules": rules, "ended": game.state.ended}
    assert value == sheet_event(game.state)
    assert [row["kind"] for row in rows] == [row.kind for row in game.state.rows]
    for player, points in enumerate(game.state.points):
        assert sum(row["points"] + row["bonus"] for row in rows if row["player"] == player) == points
    assert [row["overruled"] for row in rows if row["kind"] == "turn"] == [
        row.overruled for row in game.state.rows if row.kind == "turn"
    ]


def test_rows_hold_everything() -> None:
    rows = json_reader.loads(json.render(sheet_of(TILE_GAME)))["rows"]
    assert rows[1] == {
        "number": 2,
        "at": NOON + 120,
        "player": 0,
        "kind": "turn",
        "placed": [["4R", -1, 0], ["5R", 3, 0], ["6R", 4, 0]],
        "lines": [{"cells": [[x, 0] for x in range(-1, 5)], "points": 12, "qwirkle": True}],
        "violations": [],
        "qwirkles": 1,
        "overruled": False,
        "points": 12,
        "bonus": 0,
        "total": 12,
    }
    assert rows[2]["count"] == 2
    assert rows[5]["count"] is None
    assert {fault["code"] for fault in rows[4]["violations"]} == {"mismatch", "too_long"}
