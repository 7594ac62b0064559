"""What a change would spoil is said before it is made; what it did is told truly."""

from typing import Any

import pytest

from tests.companion_web.web.visitors import FIRST, SECOND, Visitor
from tileye.companion_web.languages import LANGUAGES, words

THREE = [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cem"}]


def told(ada: Visitor, game: str, since: str) -> list[str]:
    answer = ada.get(f"/api/games/{game}/state?lang=en&since={since}").json
    return [one["text"] for one in answer["told"]]  # type: ignore[index]


def foresee(ada: Visitor, game: str, word: str, **fields: object) -> dict[str, Any]:
    answer = ada.post(f"/api/games/{game}/foresee?lang=en", {"input": word, **fields})
    assert answer.status_code == 200, answer.text
    return dict(answer.json)  # type: ignore[arg-type]


def test_a_deletion_says_beforehand_what_does_not_fit_then(ada: Visitor) -> None:
    game = ada.begin(declared=[3, 2])
    for player, placed in enumerate((FIRST, [("1O", 0, 1), ("1Y", 0, 2)], [("1G", 0, 3)])):
        ada.lay(game, player % 2, placed)
    second = ada.state(game)["turns"][1]["id"]
    assert foresee(ada, game, "undo", of=second)["later"] == words("en").say("told.faulty.one", numbers="2")
    last = ada.state(game)["turns"][2]["id"]
    assert foresee(ada, game, "undo", of=last)["later"] == ""


def test_deleting_new_cards_takes_no_turn_back(ada: Visitor) -> None:
    game = ada.begin(rules="cards-de", declared=[3, 2])
    assert ada.tell(game, "turn", player=0, after=[["1R", "2R", "3R"]], taken=[]).status_code == 200
    assert ada.tell(game, "cannot_play", player=1).status_code == 200
    assert ada.tell(game, "turn", player=1, after=[["1R", "2R", "3R", "4R"]], taken=[]).status_code == 200
    row = next(turn for turn in ada.state(game)["turns"] if turn["kind"] == "cannot_play")
    since = ada.state(game)["id"]
    assert ada.tell(game, "undo", of=row["id"]).status_code == 200
    assert told(ada, game, since)[-1] == words("en").say("told.deleted", number=2, player="Ben")


@pytest.mark.parametrize(("shift", "key"), [(1, "told.shifted"), (-1, "told.shifted_back")])
def test_it_is_told_which_way_everybody_moves(ada: Visitor, shift: int, key: str) -> None:
    game = ada.begin(players=THREE, declared=None, starter=0)
    for player, placed in enumerate((FIRST, SECOND, [("4R", 3, 0)])):
        ada.lay(game, player, placed)
    second = ada.state(game)["turns"][1]["id"]
    since = ada.state(game)["id"]
    assert ada.tell(game, "undo", of=second, shift=shift).status_code == 200
    assert words("en")[key] in told(ada, game, since)[-1]


def test_what_the_sheet_forbids_is_not_left_behind(ada: Visitor) -> None:
    game = ada.begin(declared=[3, 2])
    ada.lay(game, 0, FIRST)
    assert ada.tell(game, "exchange", player=1, count=2).status_code == 200
    ada.lay(game, 0, [("4R", 3, 0)])
    first = ada.state(game)["turns"][0]["id"]
    said = {ada.post(f"/api/games/{game}/tell?lang={one}", {"input": "undo", "of": first}).text for one in LANGUAGES}
    assert len(said) == 4
    assert ada.post(f"/api/games/{game}/foresee", {"input": "undo", "of": first}).status_code == 409


def test_an_inserted_turn_says_how_far_it_moved_others(ada: Visitor) -> None:
    game = ada.begin(declared=[3, 2])
    ada.lay(game, 0, FIRST)
    ada.lay(game, 1, SECOND)
    second = ada.state(game)["turns"][1]["id"]
    exchange = {"event": "exchange", "player": 1, "count": 1}
    assert ada.tell(game, "correct", before=second, to=exchange, shift=1).status_code == 200
    assert [turn["shift"] for turn in ada.state(game)["turns"]] == [0, 1, 0]


def test_after_a_board_judge_and_tell_agree_and_whoever_is_named_is_told(ada: Visitor) -> None:
    game = ada.begin(players=THREE, declared=None)
    board = [["1R", 0, 0], ["2R", 1, 0], ["2G", 1, 1]]
    assert ada.tell(game, "board", board=board, player=None, points=[5, 6, 7]).status_code == 200
    state = ada.state(game)
    assert state["status_text"] in {words(one)["told.status.whose"] for one in LANGUAGES}
    placed = [["3R", 2, 0]]
    judged = ada.post(f"/api/games/{game}/judge", {"player": 1, "placed": placed})
    assert (judged.status_code, judged.json["legal"]) == (200, True)  # type: ignore[index]
    assert ada.tell(game, "turn", player=1, placed=placed).status_code == 200
    state = ada.state(game)
    assert [turn["player"] for turn in state["turns"]] == [1]
    assert (state["starter"]["asked"], state["whose_turn"]) == (None, 2)
    assert [player["points"] for player in state["players"]] == [5, 9, 7]


def test_a_tie_of_the_english_sheet_is_named_in_lists(ada: Visitor) -> None:
    game = ada.begin(rules="cards-en", declared=[3, 2], name="Sunday")
    assert ada.tell(game, "turn", player=0, after=[["1R", "2R", "3R"]], taken=[]).status_code == 200
    assert ada.tell(game, "end").status_code == 200
    (info,) = ada.get("/api/games").json["games"]  # type: ignore[index]
    assert (info["winners"], info["tied"]) == ([], [0, 1])
    for page in ("/games", "/"):
        assert words("en")["games.tied"] in ada.get(f"{page}?lang=en").text


def test_hints_of_the_classroom_add_up(ada: Visitor) -> None:
    game = ada.begin(rules="classroom", declared=[3, 2])
    ada.lay(game, 0, FIRST)
    answer = ada.post(f"/api/games/{game}/hint?lang=en", {"hand": ["1O", "4R", "2O"]}).json
    moves = [move for move in answer["moves"] if len(move["lines"]) > 1]  # type: ignore[index]
    assert moves
    assert all("counted twice" in move["twice"] for move in moves)
