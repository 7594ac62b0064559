"""The list of games over HTTP."""

import pytest

from tests.companion_web.web.visitors import FIRST, PLAN, SECOND, Visitor
from tests.waiting import wait_until
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.rules.jsonlines import Json


def test_a_game_begins_as_set_up(ada: Visitor, manager: GameManager) -> None:
    game = ada.begin(name="Sunday")
    info = ada.get(f"/api/games/{game}").json
    assert info["name"] == "Sunday"  # type: ignore[index]
    assert info["players"] == ["Ada", "Ben"]  # type: ignore[index]
    assert info["open"]  # type: ignore[index]
    assert manager.store.open(game).setup.players[0].born == "2014"
    assert ada.state(game)["whose_turn"] == 0


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"rules": "chess"}, "rules"),
        ({"players": [{"name": "Ada"}]}, "players"),
        ({"players": [{"name": "Ada"}, {"name": ""}]}, "name"),
        ({"players": [{"name": "Ada", "colour": "red"}, {"name": "Ben"}]}, "colour"),
        ({"pieces": 1_000}, "pieces"),
        ({"grace": -1}, "grace"),
        ({"declared": [9, 9]}, "declared"),
        ({"language": "eo"}, "language"),
        ({"file": "/etc/passwd"}, "file"),
    ],
)
def test_a_set_up_that_makes_no_sense_is_refused_with_the_place(ada: Visitor, changed: Json, word: str) -> None:
    answer = ada.post("/api/games", {**PLAN, **changed})
    assert answer.status_code == 400
    assert word in answer.json["error"]  # type: ignore[index]
    assert ada.get("/api/games").json == {"games": []}


@pytest.mark.parametrize("source", ["/etc/passwd", "film.mp4", "http://evil.example/", "camera-7", "0", "named"])
def test_no_path_and_no_address_can_be_chosen(ada: Visitor, source: str) -> None:
    answer = ada.post("/api/games", {**PLAN, "source": source})
    assert answer.status_code == 409
    assert "there is no such" in answer.json["error"]  # type: ignore[index]
    game = ada.begin()
    ada.post(f"/api/games/{game}/close")
    assert ada.post(f"/api/games/{game}/resume", {"source": source}).status_code == 409
    assert ada.get(f"/api/sources/{source}/picture").status_code in (404, 409)


def test_games_are_closed_and_gone_on_with(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    assert ada.post(f"/api/games/{game}/close").status_code == 200
    assert not ada.get(f"/api/games/{game}").json["open"]  # type: ignore[index]
    assert ada.tell(game, "turn", player=1, placed=SECOND).status_code == 409
    assert ada.post(f"/api/games/{game}/resume").json == {"id": game}
    ada.lay(game, 1, SECOND)
    assert [player["points"] for player in ada.state(game)["players"]] == [3, 3]


def test_a_game_that_nobody_plays_can_be_looked_at(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    open_state = ada.state(game)
    ada.post(f"/api/games/{game}/close")
    state = ada.state(game)
    assert state["board"] == open_state["board"]
    assert not state["game"]["live"]
    assert not any(state["can"].values())
    again = ada.get(f"/api/games/{game}/state?since={state['id']}").json
    assert again == {"id": state["id"], "open": False, "state": None, "told": []}


def test_a_game_is_renamed_and_its_settings_change(ada: Visitor) -> None:
    game = ada.begin()
    answer = ada.write("PATCH", f"/api/games/{game}", {"name": "  Rainy\nday ", "automatic": False, "grace": 7})
    assert answer.json["name"] == "Rainy day"  # type: ignore[index]
    wait_until(lambda: ada.state(game)["game"]["name"] == "Rainy day")
    head = ada.state(game)["game"]
    assert (head["name"], head["automatic"], head["grace"]) == ("Rainy day", False, 7)
    assert ada.write("PATCH", f"/api/games/{game}", {"name": " \n"}).status_code == 409
    assert ada.write("PATCH", f"/api/games/{game}", {"nonsense": 1}).status_code == 400


def test_a_deleted_game_comes_back_or_goes_for_good(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    assert ada.write("DELETE", f"/api/games/{game}").status_code == 200
    assert ada.get("/api/games").json == {"games": []}
    assert ada.get("/api/games?deleted=1").json["games"][0]["id"] == game  # type: ignore[index]
    assert ada.post(f"/api/games/{game}/resume").status_code == 409
    ada.post(f"/api/games/{game}/restore")
    ada.post(f"/api/games/{game}/resume")
    assert ada.state(game)["players"][0]["points"] == 3
    assert ada.post(f"/api/games/{game}/purge").status_code == 409
    ada.write("DELETE", f"/api/games/{game}")
    ada.post(f"/api/games/{game}/purge")
    assert ada.get(f"/api/games/{game}").status_code == 404


def test_the_bin_is_for_referees(viewer: Visitor) -> None:
    assert viewer.get("/api/games").status_code == 200
    assert viewer.get("/api/games?deleted=1").status_code == 403


def test_viewers_do_not_see_what_was_set_up(host: Visitor, viewer: Visitor) -> None:
    game = host.begin()
    assert "source" in host.get(f"/api/games/{game}").json["plan"]  # type: ignore[index]
    assert set(viewer.get(f"/api/games/{game}").json["plan"]) == {"colours"}  # type: ignore[index]


def test_an_export_can_be_imported_and_is_the_same_game(ada: Visitor) -> None:
    game = ada.begin(name="Ada / Ben: «1»")
    ada.lay(game, 0, FIRST)
    export = ada.get(f"/api/games/{game}/record")
    assert export.mimetype == "application/x-ndjson"
    assert "attachment" in export.headers["Content-Disposition"]
    assert "/" not in export.headers["Content-Disposition"].split("filename")[1].split(";")[0]
    answer = ada.upload("/api/games/import", export.data, "rainy day.jsonl")
    assert answer.status_code == 200
    copy = answer.json["id"]  # type: ignore[index]
    assert copy != game
    assert ada.get(f"/api/games/{copy}").json["name"] == "rainy day"  # type: ignore[index]
    assert ada.get(f"/api/games/{copy}/record").data == export.data


@pytest.mark.parametrize("data", [b"", b"hello", b"{}", b'{"tileye":9}\n', b"\xff\xfe", b"{" * 100_000])
def test_what_is_no_record_is_not_taken(ada: Visitor, data: bytes) -> None:
    answer = ada.upload("/api/games/import", data)
    assert answer.status_code == 400
    assert set(answer.json) == {"error", "code"}  # type: ignore[arg-type]
    assert ada.get("/api/games").json == {"games": []}


def test_an_import_without_a_file_says_so(ada: Visitor) -> None:
    assert "No file" in ada.post("/api/games/import").json["error"]  # type: ignore[index]


def test_games_that_do_not_exist_are_told_so_everywhere(ada: Visitor) -> None:
    for path in (
        "",
        "/state",
        "/events",
        "/best",
        "/record",
        "/sheet.csv",
        "/picture",
        "/turns/1/picture",
        "/asked/1/2/picture",
    ):
        assert ada.get(f"/api/games/nothing7{path}").status_code == 404, path
    for path in ("/restore", "/purge", "/resume", "/tell", "/judge", "/pause", "/unpause", "/hint"):
        bodies = {"/tell": {"input": "done"}, "/hint": {"hand": ["1R"]}}
        assert ada.post(f"/api/games/nothing7{path}", bodies.get(path)).status_code == 404, path
