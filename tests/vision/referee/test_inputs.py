"""What people tell the program."""

from typing import Any

import pytest

from tileye.rules.events import Arranged, CannotPlay, Laid, Opening, Undo
from tileye.vision.referee.inputs import Done, ExchangeOrPass, Input, Named, Nothing, Overrule, input_json, parse_input


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ({"input": "done"}, Done()),
        ({"input": "overrule", "player": 1}, Overrule(1)),
        ({"input": "exchange", "player": 1, "count": 3}, ExchangeOrPass(1, exchanged=True, count=3)),
        ({"input": "exchange"}, ExchangeOrPass(exchanged=True)),
        ({"input": "pass", "player": 0}, ExchangeOrPass(0)),
        ({"input": "opening", "declared": [2, 3], "player": 1}, Opening((2, 3), 1)),
        ({"input": "tile", "x": 1, "y": -2, "tile": "4O"}, Named((1, -2), "4O")),
        ({"input": "undo"}, Undo()),
        ({"input": "turn", "player": 1, "placed": [["4O", 0, -1]]}, Laid(1, (("4O", (0, -1)),))),
        ({"input": "overrule", "player": 0, "placed": [["4O", 0, 0]]}, Laid(0, (("4O", (0, 0)),), overruled=True)),
        ({"input": "turn", "player": 0, "after": [["1R", "2R", "3R"]]}, Arranged(0, (("1R", "2R", "3R"),))),
        ({"input": "cannot_play", "player": 2}, CannotPlay(2)),
        ({"input": "nothing", "x": 1, "y": -2}, Nothing((1, -2))),
    ],
)
def test_inputs_are_read(value: dict[str, Any], word: object) -> None:
    told = parse_input({"at": 1.5, **value})
    assert told == Input(1.5, word)  # type: ignore[arg-type]
    assert parse_input(input_json(told)) == told


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"at": 1, "input": "shout"}, "'shout' is no input: there are done, overrule"),
        ({"at": 1}, "None is no input"),
        ({"at": 1, "input": "turn", "placed": []}, "turn: player: a whole number"),
        ({"at": 1, "input": "turn", "player": 0}, "placed.* is needed"),
        ({"at": 1, "input": "overrule", "player": 0, "placed": "4O"}, "overrule: placed"),
        ({"at": 1, "input": "nothing", "x": 1}, "None is no cell number"),
        ({"at": True, "input": "done"}, "at: seconds"),
        ({"at": -1, "input": "done"}, "at: seconds"),
        ({"at": 1, "input": "pass", "player": 7}, "player: a whole number from 0 to 3"),
        ({"at": 1, "input": "exchange", "count": 0}, "count: a whole number from 1"),
        ({"at": 1, "input": "tile", "x": 0, "y": 0, "tile": "7O"}, "is no tile"),
    ],
)
def test_broken_inputs_are_refused(value: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_input(value)
