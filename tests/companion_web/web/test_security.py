"""What is let in and what is not."""

import pytest
from flask import Flask

from tests.companion_web.web.visitors import PLAN, PORT, Visitor
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.options import Options
from tileye.companion_web.web.security import is_our_host

ALONE = Options(PORT)
OPEN = Options(PORT, lan=True, addresses=("192.168.1.5", "Kitchen", "Kitchen.local"))


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"])
def test_this_machine_answers_to_its_own_names(host: str) -> None:
    assert is_our_host(host, ALONE)
    assert is_our_host(host, OPEN)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:8081",
        "evil.example:8080",
        "127.0.0.1.evil.example:8080",
        "localhost.evil.example:8080",
        "evil@localhost:8080",
        "localhost:8080/x",
        "localhost:port",
        "[::1:8080",
        "kitchen.evil:8080",
    ],
)
def test_other_names_are_not_answered(host: str) -> None:
    assert not is_our_host(host, ALONE)
    assert not is_our_host(host, OPEN)


@pytest.mark.parametrize("host", ["192.168.1.5:8080", "10.0.0.3:8080", "[fe80::1]:8080", "kitchen.local:8080"])
def test_the_network_is_answered_only_if_it_is_let_in(host: str) -> None:
    assert is_our_host(host, OPEN)
    assert not is_our_host(host, ALONE)


def test_a_strange_name_reaches_nothing(app: Flask) -> None:
    rebound = Visitor(app, host="evil.example:8080")
    for path in ("/", "/api/house", "/api/openapi.json", "/static/tiles.css", "/help"):
        assert rebound.get(path).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:8081"},
        {"Origin": "https://127.0.0.1:8080"},
        {"X-Tileye": ""},
        {"X-Tileye": "0" * 32},
        {"X-Tileye": "ü"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_write_from_elsewhere_changes_nothing(ada: Visitor, headers: dict[str, str]) -> None:
    answer = ada.write("POST", "/api/games", PLAN, headers=headers)
    assert answer.status_code == 403
    assert set(answer.json) == {"error", "code"}  # type: ignore[arg-type]
    assert ada.get("/api/games").json == {"games": []}


def test_a_form_of_another_site_is_no_request(ada: Visitor) -> None:
    sent = {"Origin": f"http://{ada.host}", "X-Tileye": ada.token, "Content-Type": "text/plain"}
    answer = ada.client.post("/api/games", base_url=f"http://{ada.host}", headers=sent, data="{}")
    assert answer.status_code == 415


def test_reading_from_another_site_is_refused_only_for_the_api(ada: Visitor) -> None:
    there = {"Sec-Fetch-Site": "cross-site"}
    assert ada.get("/api/house", there).status_code == 403
    assert ada.get("/help", there).status_code == 200
    assert ada.get("/api/house", {"Sec-Fetch-Site": "same-origin"}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/help", "/api/house", "/api/nothing", "/static/tiles.svg", "/nothing"])
def test_every_answer_forbids_what_is_not_needed(ada: Visitor, path: str) -> None:
    headers = ada.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers


def test_answers_of_the_api_and_pages_are_not_kept(ada: Visitor) -> None:
    for path in ("/", "/api/house", "/api/games"):
        assert ada.get(path).headers["Cache-Control"] == "no-store"


def test_errors_are_sentences_in_the_language_of_the_visitor(ada: Visitor) -> None:
    answer = ada.get("/api/games/nothing7", {"Accept-Language": "de-CH, en;q=0.5"})
    assert answer.status_code == 404
    missing = ada.get("/api/nothing", {"Accept-Language": "de-CH, en;q=0.5"})
    assert missing.json == {"error": "Unter dieser Adresse gibt es nichts.", "code": "not_found"}
    assert "A questo indirizzo" in ada.get("/api/nothing?lang=it").json["error"]  # type: ignore[index]
    page = ada.get("/nothing", {"Accept-Language": "fr"})
    assert page.status_code == 404
    assert "rien à cette adresse" in page.text


def test_a_method_that_does_not_exist_is_named(ada: Visitor) -> None:
    answer = ada.write("DELETE", "/api/house")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
    assert set(answer.json) == {"error", "code"}  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/api/house", "/"])
def test_nobody_sees_what_went_on_inside(manager: GameManager, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    def broken() -> None:
        raise RuntimeError("secret plan in /home/ada")

    monkeypatch.setattr(type(manager), "sessions", property(lambda _: broken()))
    answer = Visitor(create_app(manager, Options(PORT))).get(path)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "RuntimeError" not in answer.text


@pytest.mark.parametrize("body", ["", "[]", "{", '{"a":NaN}', "[" * 5_000, '"\\ud800"', "\ufeff"])
def test_nonsense_gets_a_sentence(ada: Visitor, body: str) -> None:
    sent = {"Origin": f"http://{ada.host}", "X-Tileye": ada.token}
    answer = ada.client.post(
        "/api/games", base_url=f"http://{ada.host}", headers=sent, data=body, content_type="application/json"
    )
    assert answer.status_code == 400
    assert set(answer.json) == {"error", "code"}  # type: ignore[arg-type]


def test_what_is_too_large_is_not_read(ada: Visitor) -> None:
    answer = ada.post("/api/games", {**PLAN, "name": "x" * 300_000})
    assert answer.status_code == 413
    assert ada.upload("/api/games/import", b"x" * 2_100_000).status_code == 413


def test_who_writes_without_end_is_slowed_down(ada: Visitor) -> None:
    answers = [ada.post("/api/games", {}).status_code for _ in range(90)]
    assert answers[0] == 400
    assert answers[-1] == 429
    slowed = ada.post("/api/games", {})
    assert int(slowed.headers["Retry-After"]) >= 1


def test_the_sheet_as_a_file_may_bring_its_styles_and_nothing_else(ada: Visitor) -> None:
    game = ada.begin()
    policy = ada.get(f"/api/games/{game}/sheet.html").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
