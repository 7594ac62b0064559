"""A game that is being played, over HTTP."""

import csv
import json

import pytest

from tests.companion_web.web.visitors import FIRST, SECOND, Visitor
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.rules.jsonlines import Json

ILLEGAL = [("1B", 0, 1), ("2R", 0, 2)]


def test_turns_are_told_and_seen(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    ada.lay(game, 1, SECOND)
    state = ada.state(game)
    assert [(cell["tile"], cell["x"], cell["y"]) for cell in state["board"]] == [*FIRST, *SECOND]
    assert [turn["points"] for turn in state["turns"]] == [3, 3]
    assert state["whose_turn"] == 0
    assert ada.tell(game, "undo").status_code == 200
    assert len(ada.state(game)["turns"]) == 1
    assert ada.tell(game, "redo").status_code == 200
    assert len(ada.state(game)["turns"]) == 2


def test_each_reads_it_in_their_own_language(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    told = {
        language: ada.get(f"/api/games/{game}/state?lang={language}").json["state"]["turns"][0]["text"]  # type: ignore[index]
        for language in ("en", "de", "fr", "it")
    }
    assert len(set(told.values())) == 4


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ({"input": "turn", "player": 0, "placed": [["1R", 0, 0], ["2O", 1, 0]]}, 409),
        ({"input": "turn", "player": 0, "placed": [["9X", 0, 0]]}, 409),
        ({"input": "turn"}, 409),
        ({"input": "redo"}, 409),
        ({"input": "correct", "of": 99, "to": {"event": "pass", "player": 0}}, 409),
        ({"input": "dance"}, 400),
        ({}, 400),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(ada: Visitor, word: Json, status: int) -> None:
    game = ada.begin()
    answer = ada.post(f"/api/games/{game}/tell", word)
    assert answer.status_code == status, answer.text
    assert len(answer.json["error"]) > 10  # type: ignore[index]
    assert ada.state(game)["turns"] == []


def test_trying_a_turn_records_nothing(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    before = ada.get(f"/api/games/{game}/record").data
    good = ada.post(f"/api/games/{game}/judge?lang=en", {"placed": SECOND}).json
    assert (good["legal"], good["points"], good["player"]) == (True, 3, 1)  # type: ignore[index]
    bad = ada.post(f"/api/games/{game}/judge?lang=de", {"placed": ILLEGAL}).json
    assert not bad["legal"]  # type: ignore[index]
    assert any("Farbe" in violation["text"] for violation in bad["violations"])  # type: ignore[index]
    assert ada.get(f"/api/games/{game}/record").data == before


@pytest.mark.parametrize(
    "tried", [{}, {"after": []}, {"placed": SECOND, "player": 3}, {"placed": [["1R", 0]]}, {"placed": "1R"}]
)
def test_trying_nonsense_is_answered_with_a_sentence(ada: Visitor, tried: Json) -> None:
    game = ada.begin()
    answer = ada.post(f"/api/games/{game}/judge", tried)
    assert answer.status_code == 400, answer.text
    assert set(answer.json) == {"error", "code"}  # type: ignore[arg-type]


def test_a_hint_is_the_best_move_of_a_hand(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    moves = ada.post(f"/api/games/{game}/hint", {"hand": ["4R", "5R", "6R", "1B"]}).json["moves"]  # type: ignore[index]
    assert moves[0]["points"] == 12
    assert {tile for tile, _, _ in moves[0]["placed"]} == {"4R", "5R", "6R"}
    assert ada.post(f"/api/games/{game}/hint", {"hand": ["1R"] * 4}).status_code == 400
    assert ada.post(f"/api/games/{game}/hint", {"hand": []}).status_code == 400


def test_the_best_moves_are_told_when_it_is_over(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    assert ada.get(f"/api/games/{game}/best").status_code == 409
    ada.tell(game, "end")
    turns = ada.get(f"/api/games/{game}/best").json["turns"]  # type: ignore[index]
    assert [(turn["turn"], turn["points"], turn["known"]) for turn in turns] == [(1, 3, False)]
    ada.post(f"/api/games/{game}/close")
    assert ada.get(f"/api/games/{game}/best").json["turns"] == turns  # type: ignore[index]


def test_polling_tells_what_is_new_and_nothing_twice(ada: Visitor) -> None:
    game = ada.begin()
    first = ada.get(f"/api/games/{game}/state").json
    assert first["state"]["turns"] == []  # type: ignore[index]
    nothing = ada.get(f"/api/games/{game}/state?since={first['id']}").json  # type: ignore[index]
    assert nothing == {"id": first["id"], "open": True, "state": None, "told": []}  # type: ignore[index]
    ada.lay(game, 0, FIRST)
    news = ada.get(f"/api/games/{game}/state?since={first['id']}&lang=de").json  # type: ignore[index]
    assert len(news["state"]["turns"]) == 1  # type: ignore[index]
    assert [told["kind"] for told in news["told"]] == ["turn"]  # type: ignore[index]
    assert "Ada" in news["told"][0]["text"]  # type: ignore[index]
    assert ada.get(f"/api/games/{game}/state?since={news['id']}").json["told"] == []  # type: ignore[index]


def test_there_is_nothing_to_pause_without_a_camera(ada: Visitor) -> None:
    game = ada.begin()
    assert ada.post(f"/api/games/{game}/pause").status_code == 409
    assert ada.get(f"/api/games/{game}/picture?overlay=1").status_code == 204
    assert ada.get(f"/api/games/{game}/asked/3/-4/picture").status_code == 204
    assert ada.get(f"/api/games/{game}/asked/3/{10**30}/picture").status_code == 404


def test_sheets_come_in_every_format(ada: Visitor) -> None:
    game = ada.begin(name="Ada and Ben")
    ada.lay(game, 0, FIRST)
    page = ada.get(f"/api/games/{game}/sheet.html?lang=it")
    assert page.mimetype == "text/html"
    assert 'lang="it"' in page.text
    assert json.loads(ada.get(f"/api/games/{game}/sheet.json").data)["players"][0]["points"] == 3
    assert len(list(csv.reader(ada.get(f"/api/games/{game}/sheet.csv").text.splitlines()))) >= 2
    assert "Ada" in ada.get(f"/api/games/{game}/sheet.txt").text
    pdf = ada.get(f"/api/games/{game}/sheet.pdf")
    assert pdf.data.startswith(b"%PDF")
    assert "Ada and Ben.pdf" in pdf.headers["Content-Disposition"]
    assert ada.get(f"/api/games/{game}/sheet.exe").status_code == 404


def test_evidence_is_for_referees_only(manager: GameManager, host: Visitor, viewer: Visitor) -> None:
    game = host.begin()
    host.lay(game, 0, FIRST)
    row = host.state(game)["turns"][0]["id"]
    assert host.get(f"/api/games/{game}/turns/{row}/picture").status_code == 404
    manager.store.keep_picture(game, row, b"\xff\xd8 what the camera saw")
    seen = host.get(f"/api/games/{game}/turns/{row}/picture")
    assert (seen.mimetype, seen.data) == ("image/jpeg", b"\xff\xd8 what the camera saw")
    assert seen.headers["Cache-Control"] == "no-store"
    assert viewer.get(f"/api/games/{game}/turns/{row}/picture").status_code == 403
    assert viewer.get(f"/api/games/{game}/picture").status_code == 403
    assert viewer.get(f"/api/games/{game}/asked/1/1/picture").status_code == 403


def test_a_turn_is_tried_in_the_place_of_another(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    ada.lay(game, 1, SECOND)
    first, second = (turn["id"] for turn in ada.state(game)["turns"])
    assert verdict(ada, game, FIRST) == (False, 0)
    assert verdict(ada, game, FIRST, of=first) == (True, 3)
    assert verdict(ada, game, FIRST, before=first) == (True, 3)
    assert verdict(ada, game, SECOND) == (False, 0)
    assert verdict(ada, game, SECOND, of=second) == (True, 3)


def verdict(ada: Visitor, game: str, placed: object, **place: int) -> tuple[bool, int]:
    answer = ada.post(f"/api/games/{game}/judge", {"player": 0, "placed": placed, **place})
    assert answer.json, answer.text
    return answer.json["legal"], answer.json["points"]
