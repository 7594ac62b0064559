"""The description of the API says what is there, and what is answered is what it says."""

import re

import pytest
from flask import Flask

from tests.companion_web.web.visitors import FIRST, SECOND, Visitor
from tileye.companion_web.web.api.schemas import SCHEMAS
from tileye.companion_web.web.schema import problems
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import RULE_SETS


@pytest.fixture
def described(ada: Visitor) -> Json:
    found = ada.get("/api/openapi.json").json
    assert found
    return dict(found)


def check(described: Json, ada: Visitor, method: str, path: str, answer_of: str, body: object = None) -> Json:
    """Ask, and hold the answer to what is described."""
    answer = ada.get(path) if method == "GET" else ada.write(method, path, body)
    assert answer.status_code == 200, answer.text
    schema = described["paths"][answer_of][method.lower()]["responses"]["200"]["content"]["application/json"]["schema"]
    shared = described["components"]["schemas"]
    assert list(problems(answer.json, schema, shared)) == []
    return dict(answer.json)  # type: ignore[arg-type]


def test_all_routes_are_described_and_all_that_is_described_is_a_route(app: Flask, described: Json) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")]
    routes = {
        (method, re.sub(r"<(?:.*?:)?(\w+)>", r"{\1}", rule.rule))
        for rule in rules
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    told = {(method.upper(), path) for path, operations in described["paths"].items() for method in operations}
    assert told == routes
    assert len(routes) > 25


def test_every_parameter_of_a_path_is_described(described: Json) -> None:
    for path, operations in described["paths"].items():
        for operation in operations.values():
            told = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
            assert told == set(re.findall(r"{(\w+)}", path)), path


def test_operations_have_names_of_their_own_and_say_what_they_do(described: Json) -> None:
    operations = [one for path in described["paths"].values() for one in path.values()]
    assert len({one["operationId"] for one in operations}) == len(operations)
    assert all(one["summary"] and one["description"] for one in operations)


def test_every_schema_is_used(described: Json) -> None:
    named = set(re.findall("#/components/schemas/([A-Za-z]+)", str(described)))
    assert named == set(SCHEMAS)


def test_the_list_of_games_answers_as_described(ada: Visitor, described: Json) -> None:
    game = ada.begin()
    one = "/api/games/{game}"
    check(described, ada, "GET", "/api/house", "/api/house")
    check(described, ada, "GET", "/api/games", "/api/games")
    check(described, ada, "GET", "/api/sources", "/api/sources")
    check(described, ada, "POST", "/api/sources/probe", "/api/sources/probe")
    check(described, ada, "GET", f"/api/games/{game}", one)
    check(described, ada, "PATCH", f"/api/games/{game}", one, {"name": "Sunday", "grace": 5})
    check(described, ada, "POST", f"/api/games/{game}/close", f"{one}/close")
    check(described, ada, "GET", f"/api/games/{game}/state", f"{one}/state")
    check(described, ada, "POST", f"/api/games/{game}/resume", f"{one}/resume", {})
    check(described, ada, "DELETE", f"/api/games/{game}", one)
    check(described, ada, "GET", "/api/games?deleted=1", "/api/games")
    check(described, ada, "POST", f"/api/games/{game}/restore", f"{one}/restore")
    check(described, ada, "DELETE", f"/api/games/{game}", one)
    check(described, ada, "POST", f"/api/games/{game}/purge", f"{one}/purge")


@pytest.mark.parametrize("rules", [rules.name for rules in RULE_SETS])
def test_a_whole_game_answers_as_described(ada: Visitor, described: Json, rules: str) -> None:
    game = ada.begin(rules=rules)
    here, one = f"/api/games/{game}", "/api/games/{game}"
    check(described, ada, "GET", f"{here}/state", f"{one}/state")
    cards = rules.startswith("cards")
    first = {"after": [["1R", "2R", "3R"]]} if cards else {"placed": FIRST}
    second = {"after": [["1R", "2R", "3R", "4R"]]} if cards else {"placed": SECOND}
    assert check(described, ada, "POST", f"{here}/judge", f"{one}/judge", {"player": 0, **first})["legal"]
    check(described, ada, "POST", f"{here}/tell", f"{one}/tell", {"input": "turn", "player": 0, **first})
    verdict = check(described, ada, "POST", f"{here}/judge", f"{one}/judge", second)
    assert verdict["player"] == 1
    check(described, ada, "POST", f"{here}/tell", f"{one}/tell", {"input": "turn", "player": 1, **second})
    check(described, ada, "POST", f"{here}/hint", f"{one}/hint", {"hand": ["5R", "6R"]})
    check(described, ada, "POST", f"{here}/tell", f"{one}/tell", {"input": "undo"})
    check(described, ada, "POST", f"{here}/tell", f"{one}/tell", {"input": "end"})
    state = check(described, ada, "GET", f"{here}/state", f"{one}/state")["state"]
    assert state["status"] == "over"
    assert len(check(described, ada, "GET", f"{here}/best", f"{one}/best")["turns"]) == 1
    assert ada.get(f"{here}/sheet.json").status_code == 200


def test_errors_answer_as_described(ada: Visitor, described: Json) -> None:
    for path in ("/api/games/nothing7", "/api/nothing", "/api/games/nothing7/events"):
        answer = ada.get(path)
        assert answer.status_code == 404
        assert not list(problems(answer.json, described["components"]["schemas"]["Error"], {}))


def test_what_is_for_this_machine_alone_says_so(described: Json) -> None:
    for path, method in (("/api/phone", "post"), ("/api/doctor", "get")):
        operation = described["paths"][path][method]
        assert "Only whoever sits at the machine" in operation["description"]
        assert "here_only" in operation["responses"]["403"]["description"]
    assert "no_phone" in described["paths"]["/api/phone"]["post"]["responses"]["409"]["description"]


def test_what_the_phone_answers_where_there_is_none_is_described(ada: Visitor, described: Json) -> None:
    answer = ada.post("/api/phone")
    told = described["paths"]["/api/phone"]["post"]["responses"][str(answer.status_code)]
    assert (answer.json or {})["code"] in told["description"]


def test_files_are_described_as_what_they_are(described: Json) -> None:
    def kind(path: str) -> str:
        content = described["paths"][path]["post"]["requestBody"]["content"]["multipart/form-data"]
        return str(content["schema"]["properties"]["file"]["contentMediaType"])

    assert kind("/api/games/{game}/photo") == "image/jpeg"
    assert kind("/api/games/import") == "application/x-ndjson"


def test_a_photo_that_does_not_come_is_no_record(ada: Visitor, described: Json) -> None:
    game = ada.begin()
    answer = ada.post(f"/api/games/{game}/photo")
    assert answer.status_code == 400
    told = described["paths"]["/api/games/{game}/photo"]["post"]["responses"]["400"]
    assert (answer.json or {})["code"] in told["description"]
    assert "photo" in (answer.json or {})["error"]
