"""The referee with a folder of pictures: each is the table after a turn."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vision.scripted import Pictures, names
from tileye.rules.rulesets import CLASSROOM

PHOTOS = Path(__file__).parents[4] / "shared" / "photos" / "classic-a" / "truth.json"
FIRST = {(0, 0): "1R", (1, 0): "2R"}
SECOND = {**FIRST, (0, 1): "1G"}
THIRD = {**SECOND, (0, 2): "1B"}
WRONG = {**FIRST, (2, 0): "4G"}


def test_every_picture_is_a_turn() -> None:
    folder = Pictures()
    told = folder.show(FIRST) + folder.show(SECOND) + folder.show(THIRD)
    turns = [event for event in told if event["event"] == "turn"]
    assert [(turn["at"], turn["player"], turn["points"]) for turn in turns] == [(1, 0, 2), (2, 1, 2), (3, 0, 3)]
    assert names(folder.finish()) == ["ended", "sheet"]


def test_an_unchanged_picture_is_an_exchange() -> None:
    folder = Pictures()
    folder.show(FIRST)
    assert folder.show(FIRST) == [{"event": "exchange", "at": 2, "number": 2, "player": 1, "count": None}]
    assert folder.show(SECOND)[-1]["player"] == 0


def test_in_the_classroom_it_is_a_pass() -> None:
    folder = Pictures(CLASSROOM)
    folder.show(FIRST)
    assert folder.show(FIRST) == [{"event": "pass", "at": 2, "number": 2, "player": 1}]


def test_an_empty_table_before_the_first_turn_is_nothing() -> None:
    folder = Pictures()
    assert folder.show({}) == []
    assert folder.show(FIRST)[-1]["player"] == 0


def test_an_illegal_placement_that_still_lies_there_on_the_next_picture_is_a_turn() -> None:
    folder = Pictures()
    folder.show(FIRST)
    assert names(folder.show(WRONG)) == ["violation"]
    told = folder.show({**WRONG, (0, 1): "1G"})
    assert [(e["player"], e["overruled"]) for e in told if e["event"] == "turn"] == [(1, True), (0, False)]


def test_also_if_nothing_else_has_changed() -> None:
    folder = Pictures()
    folder.show(FIRST)
    folder.show(WRONG)
    assert names(folder.show(WRONG)) == ["turn", "exchange"]


def test_also_if_the_next_placement_is_illegal_too() -> None:
    folder = Pictures()
    folder.show(FIRST)
    folder.show(WRONG)
    told = folder.show({**WRONG, (1, 1): "5B"})
    assert [(event["event"], event["player"]) for event in told] == [("turn", 1), ("violation", 0)]


def test_an_illegal_placement_that_was_mended() -> None:
    folder = Pictures()
    folder.show(FIRST)
    folder.show(WRONG)
    assert [(e["event"], e["player"]) for e in folder.show(SECOND)] == [("proposed", 1), ("turn", 1)]


def test_a_turn_that_was_taken_back() -> None:
    folder = Pictures()
    folder.show(FIRST)
    folder.show(SECOND)
    assert names(folder.show(FIRST)) == ["takeback"]
    assert folder.show(THIRD)[-1]["player"] == 1


def test_old_tiles_that_are_gone() -> None:
    folder = Pictures()
    for board in (FIRST, SECOND, THIRD):
        folder.show(board)
    cleared = {cell: tile for cell, tile in THIRD.items() if cell[0] == 0 and cell[1] > 0}
    assert names(folder.show({**cleared, (5, 5): "1R"})) == ["desync"]
    assert names(folder.show(THIRD))[0] == "resync"


def test_one_tile_that_was_overlooked_changes_nothing() -> None:
    folder = Pictures()
    for board in (FIRST, SECOND, THIRD):
        folder.show(board)
    fourth = {**THIRD, (0, 3): "1Y"}
    seen = {cell: tile for cell, tile in fourth.items() if cell != (1, 0)}
    told = folder.show(seen)
    assert [e["placed"] for e in told if e["event"] == "turn"] == [[["1Y", 0, 3]]]


def perhaps(told: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(event["event"], event.get("perhaps")) for event in told]


def test_after_a_missing_picture_a_turn_is_perhaps_two() -> None:
    folder = Pictures()
    assert perhaps(folder.show(FIRST)) == [("proposed", None), ("turn", None)]
    assert perhaps(folder.show(THIRD, skipped=True)) == [("proposed", "two_turns"), ("turn", "two_turns")]
    assert perhaps(folder.show({**THIRD, (0, 3): "1Y"})) == [("proposed", None), ("turn", None)]


def test_after_a_missing_picture_an_illegal_placement_is_perhaps_two_turns_and_stays_so() -> None:
    folder = Pictures()
    folder.show(FIRST)
    both = {**SECOND, (2, 0): "3R"}
    assert perhaps(folder.show(both, skipped=True)) == [("violation", "two_turns")]
    told = folder.show({**both, (0, 2): "1B"})
    assert perhaps(told) == [("turn", "two_turns"), ("proposed", None), ("turn", None)]
    assert [len(event["placed"]) for event in told if event["event"] == "turn"] == [2, 1]


def test_more_tiles_than_a_hand_holds_are_one_move_and_perhaps_two_turns() -> None:
    folder = Pictures()
    folder.show(FIRST)
    right = {(x, 0): f"{x + 1}R" for x in range(2, 6)}
    down = {(0, y): f"1{colour}" for y, colour in enumerate("OYGB", 1)}
    told = folder.show({**FIRST, **right, **down})
    assert perhaps(told) == [("violation", "two_turns")]
    assert len(told[0]["placed"]) == 8
    assert "too_many_tiles" in {fault["code"] for fault in told[0]["violations"]}


def test_what_was_let_stand_before_a_missing_picture_is_one_turn() -> None:
    folder = Pictures()
    folder.show(FIRST)
    folder.show(WRONG)
    told = folder.show({**WRONG, (0, 1): "1G"}, skipped=True)
    assert perhaps(told) == [("turn", None), ("proposed", "two_turns"), ("turn", "two_turns")]


def test_what_was_taken_back_and_is_laid_again_is_one_turn() -> None:
    folder = Pictures()
    folder.show(FIRST)
    folder.show(SECOND, skipped=True)
    assert names(folder.show(FIRST)) == ["takeback"]
    assert perhaps(folder.show(SECOND)) == [("proposed", None), ("turn", None)]


def test_an_unchanged_picture_after_a_missing_one_is_an_exchange() -> None:
    folder = Pictures()
    folder.show(FIRST)
    assert perhaps(folder.show(FIRST, skipped=True)) == [("exchange", None)]


def test_a_name_in_doubt_is_settled_by_the_next_picture() -> None:
    folder = Pictures()
    folder.show(FIRST)
    told = folder.show({**FIRST, (0, 1): {"1G": 0.5, "1B": 0.48}})
    assert names(told) == ["unsure", "turn"]
    told = folder.show({**SECOND, (0, 1): {"1B": 0.97, "1G": 0.02}, (2, 0): "3R"})
    assert names(told) == ["corrected", "turn"]


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not here")
def test_a_photographed_game() -> None:
    folder = Pictures()
    told = []
    for photo in json.loads(PHOTOS.read_text())["photos"]:
        seen = folder.show({(x, y): tile for tile, x, y in photo["board"]})
        turns = [event for event in seen if event["event"] == "turn"]
        assert [(sorted(turn["placed"]), turn["points"]) for turn in turns] == [(sorted(photo["new"]), photo["points"])]
        told += seen
    assert set(names(told)) == {"turn"}
