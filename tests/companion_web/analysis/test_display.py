import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from tests.companion_web.analysis.moments import BY_HAND, WATCHED, lying
from tests.companion_web.played import CARD_GAME, NOON, TILE_GAME, game_of, laid, out_game, played, whole_games
from tileye.companion_web.analysis.display import DisplayContext, state
from tileye.companion_web.languages import LANGUAGES, words
from tileye.rules.cards import CardSet
from tileye.rules.events import End, Opening, Undo
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import CARDS_EN, CLASSROOM, TILES
from tileye.rules.state import Player
from tileye.vision.card_referee.layout import LyingSet
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.events import DoubtfulCard
from tileye.vision.referee.machine import RefereeView

ENGLISH = words("en")
KEYS = [
    *("id", "game", "players", "whose_turn", "acting", "bag", "started", "board", "turns", "beginning", "proposal"),
    *("status", "status_text", "asked", "desync", "left", "closed", "curve", "opening", "starter", "ended", "cards"),
    "can",
]


def shown(game: Game, moment: DisplayContext = BY_HAND) -> dict[str, Any]:
    """The state as it arrives at a page."""
    found: dict[str, Any] = json.loads(json.dumps(state(game, moment, ENGLISH)))
    assert list(found) == KEYS
    return found


def test_nothing_heavy_is_loaded() -> None:
    code = "import sys; from tileye.companion_web.analysis import display, speech; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tileye.companion_web.analysis.speech" in loaded
    assert not {"numpy", "cv2", "openvino", "onnxruntime"} & set(loaded)


def test_the_head_of_a_game() -> None:
    found = shown(game_of(TILES, []), replace(WATCHED, message="ab12-17"))
    assert found["id"] == "ab12-17"
    assert found["game"] == {
        "id": "k3y2abcd",
        "name": "Ada and Ben",
        "rules": "tiles",
        "kind": "tiles",
        "set": None,
        "pieces": 108,
        "complete": 108,
        "hand": 6,
        "began": 1.79e9,
        "source": "camera 0",
        "live": True,
        "saved": True,
        "automatic": True,
        "grace": 3.0,
    }
    assert (found["started"], found["opening"], found["whose_turn"]) == (False, {"needed": True, "tied": []}, None)
    assert (found["turns"], found["board"], found["proposal"], found["ended"], found["cards"]) == (
        [],
        [],
        None,
        None,
        None,
    )


def test_players() -> None:
    game = game_of(TILES, [laid(0, "1R@0,0 2R@1,0")])
    ada, ben = shown(game, replace(BY_HAND, colours=("#123456",)))["players"]
    assert ada == {
        "name": "Ada",
        "colour": "#123456",
        "points": 2,
        "qwirkles": 0,
        "bonus": 0,
        "hand": 6,
        "turn": False,
        "winner": False,
    }
    assert (ben["turn"], ben["colour"] != ada["colour"]) == (True, True)


def test_the_board_tells_turns_the_last_one_and_what_was_let_stand() -> None:
    board = {(one["x"], one["y"]): one for one in shown(TILE_GAME)["board"]}
    assert len(board) == len(TILE_GAME.state.board)
    assert board[0, 0] == {"x": 0, "y": 0, "tile": "1R", "turn": 1, "last": False, "violation": False}
    assert board[5, 0] == {"x": 5, "y": 0, "tile": "4Y", "turn": 5, "last": True, "violation": True}
    assert [cell for cell, one in board.items() if one["violation"]] == [(5, 0)]


def test_turns() -> None:
    turns = shown(TILE_GAME, replace(BY_HAND, evidence=frozenset({3})))["turns"]
    second = turns[1]
    assert second == {
        "id": 3,
        "number": 2,
        "player": 0,
        "kind": "turn",
        "placed": [["4R", -1, 0], ["5R", 3, 0], ["6R", 4, 0]],
        "text": "lays 3 tiles (red square, red cross and red star)",
        "lines": [
            {
                "text": "red row 6 + Qwirkle 6",
                "points": 12,
                "qwirkle": True,
                "cells": [[x, 0] for x in range(-1, 5)],
            }
        ],
        "sum": "red row 6 + Qwirkle 6 = 12",
        "points": 12,
        "bonus": 0,
        "total": 12,
        "overruled": False,
        "allowed": False,
        "violations": [],
        "count": None,
        "at": NOON + 120,
        "evidence": True,
        "shift": 0,
    }
    exchange, overruled = turns[2], turns[4]
    assert (exchange["kind"], exchange["count"], exchange["text"]) == ("exchange", 2, "exchanges 2 tiles")
    assert [violation["code"] for violation in overruled["violations"]] == ["mismatch", "too_long"]
    assert overruled["violations"][1]["text"] == "A line has more than six tiles."
    assert (overruled["overruled"], overruled["points"], overruled["total"]) == (True, 7, 10)


def test_a_proposal_with_its_grace() -> None:
    game = game_of(TILES, [laid(0, "1R@0,0 2R@1,0")])
    moment = replace(WATCHED, status="proposed", view=lying(game, "3R@2,0", 1), grace_left=1.4)
    assert shown(game, moment)["proposal"] == {
        "player": 1,
        "placed": [["3R", 2, 0]],
        "lines": [{"text": "red row 3", "points": 3, "qwirkle": False, "cells": [[0, 0], [1, 0], [2, 0]]}],
        "sum": "red row 3",
        "points": 3,
        "legal": True,
        "violations": [],
        "grace": {"of": 3.0, "left": 1.4},
        "cards": None,
    }


def test_an_illegal_placement_says_what_it_gives_if_it_stands() -> None:
    game = game_of(TILES, [laid(0, "1R@0,0 2R@1,0")])
    proposal = shown(game, replace(WATCHED, status="illegal", view=lying(game, "3G@2,0", 1)))["proposal"]
    assert (proposal["legal"], proposal["points"], proposal["grace"]) == (False, 3, None)
    assert [violation["cells"] for violation in proposal["violations"]] == [[[0, 0], [1, 0], [2, 0]]]


def test_what_people_are_asked() -> None:
    view = RefereeView("settling", 0, asked=((3, 1), (4, 1)), desync=((9, 9),))
    found = shown(TILE_GAME, replace(WATCHED, view=view, doubts={(3, 1): (("1R", 0.6), ("1O", 0.4))}))
    assert found["asked"] == [
        {"x": 3, "y": 1, "candidates": [["1R", 0.6], ["1O", 0.4]]},
        {"x": 4, "y": 1, "candidates": []},
    ]
    assert found["desync"] == [[9, 9]]


def test_what_is_left_and_the_curve() -> None:
    found = shown(TILE_GAME)
    left = {one["tile"]: one["count"] for one in found["left"]}
    assert (len(left), left["1R"], left["4Y"], left["5P"]) == (36, 2, 2, 3)
    assert found["curve"] == [[0, 12, 18, 18], [0, 3, 3, 10]]
    assert shown(CARD_GAME)["curve"] == [[0, 1], [0, 0, 0]]


def test_the_end() -> None:
    found = shown(out_game())
    text = "Ben laid the last tile. Ben wins: 8 points."
    assert found["ended"] == {"reason": "out", "text": text, "winners": [1], "rematch": []}
    assert [player["winner"] for player in found["players"]] == [False, True]
    assert (found["whose_turn"], found["turns"][-1]["bonus"], found["turns"][-1]["total"]) == (None, 6, 8)


def test_a_tie_that_is_played_again_has_no_winner() -> None:
    game = game_of(CARDS_EN, [*(entry.event for entry in CARD_GAME.log[:2]), End()])
    found = shown(game)
    assert (found["ended"]["winners"], found["ended"]["rematch"]) == ([], [0, 1])
    assert "rematch" in found["ended"]["text"]


def test_who_starts_is_asked() -> None:
    game = Game(Setup(TILES, (Player("Ada"), Player("Ben"), Player("Cy"))))
    assert shown(game)["opening"] == {"needed": True, "tied": []}
    game.append(Opening((3, 2, 3)))
    assert shown(game)["opening"] == {"needed": True, "tied": [0, 2]}
    assert shown(game)["status_text"] == "Ada and Cy have declared the same: say who starts."
    game.append(Opening((3, 2, 3), 2))
    assert (shown(game)["opening"], shown(game)["whose_turn"]) == ({"needed": False, "tied": []}, 2)


def test_cards() -> None:
    cards = shown(CARD_GAME)["cards"]
    assert cards == {
        "begun": [],
        "sets": [
            {"cards": ["1B", "1G", "1Y"], "by": "shape", "cells": None, "new": []},
            {"cards": ["1O", "5O"], "by": "colour", "cells": None, "new": [0, 1]},
        ],
        "stacks": [{"player": 0, "cards": ["1R", "2R", "3R", "4R", "5R", "6R"]}],
        "last_round": False,
        "turns_left": None,
        "new_cards": False,
        "asked": [],
        "unsure": False,
        "held": False,
        "missing": [],
        "extra": [],
        "shown": [],
        "open": None,
        "lying": None,
    }


def test_a_table_of_cards_as_it_lies_marks_what_is_new() -> None:
    table = [("1B", "1G", "1Y"), ("1O", "5O")]
    known = card_view(*table)
    first, second = shown(CARD_GAME, replace(WATCHED, view=known))["cards"]["lying"]
    assert first == {
        "cards": ["1B", "1G", "1Y"],
        "corners": [[[place, 0.0], [place + 0.99, 0.0], [place + 0.99, 1.5], [place, 1.5]] for place in (0, 1, 2)],
        "new": [],
        "asked": [],
    }
    # As recorded: the cards of the last turn. Then those of the next one.
    assert second["new"] == [0, 1]
    more = card_view(table[0], ("1O", "5O", "3O"), doubtful=(2,))
    second = shown(CARD_GAME, replace(WATCHED, view=more))["cards"]["lying"][1]
    # What nobody is asked has no mark.
    assert (second["new"], second["asked"]) == ([2], [])
    asking = replace(more, asked=(DoubtfulCard((7, 9), 1, (("3O", 0.6), ("4O", 0.4))),))
    assert shown(CARD_GAME, replace(WATCHED, view=asking))["cards"]["lying"][1]["asked"] == [2]


def card_view(*sets: CardSet, doubtful: tuple[int, ...] = ()) -> CardRefereeView:
    """Sets that lie there, one card beside the other."""
    layout = [
        LyingSet(cards, tuple(((x, 0.0), (x + 0.994, 0.0), (x + 0.994, 1.5), (x, 1.5)) for x in range(len(cards))))
        for cards in sets
    ]
    return CardRefereeView("watching", 0, layout=(*layout[:-1], replace(layout[-1], doubtful=doubtful)))


def test_an_undone_turn_is_gone() -> None:
    game = game_of(CLASSROOM, [laid(0, "1R@0,0 2R@1,0"), laid(1, "1G@0,1"), Undo()])
    found = shown(game)
    assert ([turn["number"] for turn in found["turns"]], len(found["board"])) == ([1], 2)


@whole_games
def test_whole_games_add_up(rules: str, count: int) -> None:
    game = played(rules, count)
    found = shown(game)
    for player, curve in zip(found["players"], found["curve"], strict=True):
        assert curve[-1] == player["points"]
    for turn in found["turns"]:
        if "=" in turn["sum"]:
            assert turn["sum"].endswith(f"= {turn['points']}")
    assert found["ended"]["winners"] == [n for n, player in enumerate(found["players"]) if player["winner"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    for game in (TILE_GAME, CARD_GAME, played("classroom", 4)):
        found = state(game, BY_HAND, words(language))
        assert found["status_text"]
        assert all(turn["text"] for turn in found["turns"])
