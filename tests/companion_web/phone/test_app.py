"""The routes of a phone's camera: nothing without the token, nothing else with it."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.companion_web.phone.test_camera import GOOD, Watch
from tileye.companion_web.phone.app import create_camera_app
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.phone.service import PhoneService
from tileye.companion_web.storage import open_store
from tileye.rules.jsonlines import Json

MARKS = [{"what": "light", "good": True, "text": "The light is good."}]


def advise(language: str) -> Json:
    return {"playing": False, "text": language, "marks": MARKS}


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def service(tmp_path: Path, watch: Watch) -> Iterator[PhoneService]:
    store = open_store(tmp_path)
    service = PhoneService(
        store,
        tmp_path,
        PhoneCamera(watch),
        lambda one: create_camera_app(one, advise, watch),
        lambda: ("192.168.1.5", "8.8.8.8", "kitchen.local"),
        host="127.0.0.1",
    )
    yield service
    service.close()
    store.close()


@pytest.fixture
def phone(service: PhoneService, watch: Watch) -> FlaskClient:
    return create_camera_app(service, advise, watch).test_client()


def put(
    phone: FlaskClient,
    token: str,
    data: bytes = GOOD,
    kind: str = "image/jpeg",
    name: str = "a",
    caller: str = "127.0.0.1",
) -> tuple[int, Json]:
    answer = phone.post(
        f"/camera/{token}/frame?phone={name}",
        data=data,
        content_type=kind,
        base_url="https://192.168.1.5",
        environ_overrides={"REMOTE_ADDR": caller},
    )
    return answer.status_code, answer.json or {}


def test_a_frame_is_answered_with_what_is_wanted_next(phone: FlaskClient, service: PhoneService) -> None:
    status, told = put(phone, service.token)
    assert status == 200
    assert told == {"refused": None, "rate": 6.0, "width": 1280, "watched": False, "over": False, **advise("en")}
    assert put(phone, service.token, name="b")[1]["refused"] == "other_phone"
    assert phone.post(f"/camera/{service.token}/take?phone=b", base_url="https://localhost").status_code == 200
    assert put(phone, service.token, name="b")[1]["refused"] is None


def test_the_page_speaks_the_language_of_the_phone(phone: FlaskClient, service: PhoneService) -> None:
    answer = phone.get(f"/camera/{service.token}", base_url="https://localhost", headers={"Accept-Language": "de-CH"})
    assert answer.status_code == 200
    assert 'lang="de"' in answer.text
    assert "Kamera für tileye" in answer.text
    assert "camera=(self)" in answer.headers["Permissions-Policy"]
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    for name in ("js/phone.js", "css/phone.css"):
        assert phone.get(f"/camera/{service.token}/{name}", base_url="https://localhost").status_code == 200


OTHERS = ("", "/", "/api/games", "/api/house", "/setup", "/static/js/base.js", "/camera", "/camera/", "/join")


@pytest.mark.parametrize("path", OTHERS)
def test_nothing_else_is_here(phone: FlaskClient, path: str) -> None:
    assert phone.get(path or "/", base_url="https://localhost").status_code == 404


def test_no_other_file_is_here(phone: FlaskClient, service: PhoneService) -> None:
    for name in ("js/base.js", "../app.py", "js/../js/base.js", "templates/base.html"):
        assert phone.get(f"/camera/{service.token}/{name}", base_url="https://localhost").status_code == 404


def test_without_the_token_nothing_is_answered(phone: FlaskClient, service: PhoneService) -> None:
    for token in ("a", "0" * 32, service.token[:-1], service.token.upper() + "x", "ä"):
        assert put(phone, token)[0] == 404
        assert phone.get(f"/camera/{token}", base_url="https://localhost").status_code == 404
    assert put(phone, "guess")[0] == 429, "whoever guesses on is not even told"
    assert put(phone, service.token)[0] == 200
    assert service.camera.frames == 1


def test_strange_names_and_kinds_are_refused(phone: FlaskClient, service: PhoneService) -> None:
    for host in ("example.org", "192.168.1.5.example.org", "8.8.8.8"):
        assert phone.get(f"/camera/{service.token}", base_url=f"https://{host}").status_code == 400
    assert put(phone, service.token, kind="text/plain")[0] == 415
    assert put(phone, service.token, b"x" * 3_000_000)[0] == 413
    assert put(phone, service.token, b"x")[1]["refused"] == "no_picture"
    assert phone.get(f"/camera/{service.token}/frame", base_url="https://localhost").status_code in (404, 405)
    assert phone.options("/camera/0", base_url="https://localhost").status_code == 404
    assert phone.post("/camera/0", base_url="https://localhost").status_code == 404


def test_sixty_frames_a_second_are_too_many(phone: FlaskClient, service: PhoneService, watch: Watch) -> None:
    found = [put(phone, service.token)[0] for _ in range(60)]
    assert found.count(200) == 20
    assert found.count(429) == 40
    watch.now += 1
    assert put(phone, service.token)[0] == 200


def test_who_calls_itself_differently_gets_no_more(phone: FlaskClient, service: PhoneService) -> None:
    found = [put(phone, service.token, b"x", name=str(number))[0] for number in range(60)]
    assert found.count(200) == 20
    assert put(phone, service.token, caller="192.168.1.78")[0] == 200, "the phone that is the camera goes on"
    many = [put(phone, service.token, b"x", caller=f"10.0.0.{number}")[0] for number in range(60)]
    assert many.count(200) < 40, "from many addresses with one token"


def test_nobody_takes_over_without_end(phone: FlaskClient, service: PhoneService) -> None:
    def take(number: int) -> int:
        answer = phone.post(f"/camera/{service.token}/take?phone={number}", base_url="https://localhost")
        return answer.status_code

    assert {take(number) for number in range(10)} == {200}
    assert take(11) == 429


def test_the_authority_can_be_had(phone: FlaskClient) -> None:
    answer = phone.get("/camera/ca", base_url="https://localhost")
    assert answer.data.startswith(b"-----BEGIN CERTIFICATE-----")
    assert b"PRIVATE" not in answer.data


def test_the_way_is_found_again_while_a_game_goes_on(tmp_path: Path) -> None:
    def opened(*, expected: bool) -> PhoneService:
        app = create_camera_app
        return PhoneService(
            store,
            tmp_path,
            PhoneCamera(),
            lambda one: app(one, advise),
            lambda: ("192.168.1.5", "8.8.8.8"),
            "127.0.0.1",
            expected=expected,
        )

    store = open_store(tmp_path)
    first = opened(expected=False)
    way = first.invite()
    assert way.addresses == (f"https://192.168.1.5:{way.port}/camera/{first.token}",)
    assert way.authority == f"https://192.168.1.5:{way.port}/camera/ca"
    assert not way.connected
    first.close()
    again = opened(expected=True)
    socket.create_connection(("127.0.0.1", way.port)).close()
    assert again.invite().addresses == way.addresses
    again.close()
    other = opened(expected=False)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", way.port))
    assert other.invite().addresses != way.addresses, "whoever knew the token of an earlier game does not know this one"
    other.close()
    store.close()


OFFLINE = [("8.8.8.8",), ("kitchen", "kitchen.local"), ("8.8.8.8", "kitchen.local"), ("127.0.0.1", "localhost")]


@pytest.mark.parametrize("addresses", OFFLINE)
def test_without_a_home_network_there_is_no_way(tmp_path: Path, addresses: tuple[str, ...]) -> None:
    store = open_store(tmp_path)
    service = PhoneService(
        store, tmp_path, PhoneCamera(), lambda one: create_camera_app(one, advise), lambda: addresses, "127.0.0.1"
    )
    assert service.invite().addresses == ()
    assert service.invite().authority is None
    service.close()
    store.close()
