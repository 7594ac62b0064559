"""Who may do what."""

import pytest
from flask import Flask

from tests.companion_web.web.conftest import CODES
from tests.companion_web.web.visitors import FIRST, HERE, NETWORK, PHONE, Visitor
from tileye.companion_web.web.api.table import ROUTES
from tileye.companion_web.web.context import Role
from tileye.companion_web.web.options import Codes, Options, new_code
from tileye.companion_web.web.roles import role_of_code


def address_of(path: str, game: str = "abcdefgh") -> str:
    return path.format(game=game, key="camera-0", row=1, style="csv", x=1, y=2)


def test_nobody_does_without_a_code_what_needs_one(guest: Visitor) -> None:
    for route in ROUTES:
        status = guest.write(route.method, address_of(route.path)).status_code
        assert (status == 401) == (route.who is not Role.VISITOR), route.name


def test_viewers_do_nothing_that_is_for_referees(viewer: Visitor) -> None:
    for route in ROUTES:
        if route.who is Role.REFEREE:
            assert viewer.write(route.method, address_of(route.path)).status_code == 403, route.name


def test_writing_to_a_game_is_for_referees() -> None:
    for_all = {route.path for route in ROUTES if route.method != "GET" and route.who < Role.REFEREE}
    assert for_all == {"/api/join", "/api/games/{game}/hint"}


def test_without_the_network_everybody_here_is_a_referee(ada: Visitor) -> None:
    assert ada.get("/api/house").json["role"] == "referee"  # type: ignore[index]
    assert ada.get("/api/house").json["codes"] is None  # type: ignore[index]


def test_with_the_network_this_machine_is_the_referee_and_sees_the_codes(host: Visitor) -> None:
    manager = host.get("/api/house").json
    assert manager["role"] == "referee"  # type: ignore[index]
    assert manager["codes"] == {"viewer": CODES.viewer, "referee": CODES.referee}  # type: ignore[index]
    assert manager["addresses"][0] == "http://192.168.1.5:8080/"  # type: ignore[index]


def test_a_guest_is_sent_to_the_door(guest: Visitor) -> None:
    answer = guest.get("/game/abcdefgh?lang=de")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/join?next=/game/abcdefgh%3Flang%3Dde"
    assert guest.get("/join").status_code == 200


def test_the_code_lets_viewers_in(guest: Visitor, host: Visitor) -> None:
    game = host.begin()
    assert guest.join(" wat-ch2 ").json == {"role": "viewer"}
    assert guest.get("/").status_code == 200
    assert guest.get(f"/api/games/{game}/state").status_code == 200
    manager = guest.get("/api/house").json
    assert manager["role"] == "viewer"  # type: ignore[index]
    assert manager["codes"] is None  # type: ignore[index]
    assert guest.get("/setup").status_code == 403
    assert guest.tell(game, "end").status_code == 403


def test_the_other_code_makes_referees(guest: Visitor) -> None:
    assert guest.join(CODES.referee).json == {"role": "referee"}
    game = guest.begin()
    guest.lay(game, 0, FIRST)
    assert guest.state(game)["players"][0]["points"] == 3


def test_a_viewer_may_become_a_referee_and_stays_one(viewer: Visitor) -> None:
    assert viewer.join(CODES.referee).json == {"role": "referee"}
    assert viewer.join(CODES.viewer).json == {"role": "referee"}


def test_a_token_serves_its_own_session_only(lan: Flask, viewer: Visitor) -> None:
    other = Visitor(lan, PHONE, NETWORK)
    other.join(CODES.referee)
    answer = other.write("POST", "/api/games", {}, headers={"X-Tileye": viewer.token})
    assert answer.status_code == 403


def test_guessing_codes_is_slow(guest: Visitor) -> None:
    answers = [guest.join(f"WRONG{number}") for number in range(8)]
    assert [answer.status_code for answer in answers] == [403] * 5 + [429] * 3
    assert guest.join(CODES.viewer).status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 5


def test_knowing_one_code_gives_no_more_guesses_at_the_other(guest: Visitor) -> None:
    for number in range(4):
        guest.join(f"WRONG{number}")
    assert guest.join(CODES.viewer).status_code == 200
    assert guest.join("WRONG9").status_code == 429


def test_the_cookie_is_for_this_server_alone(guest: Visitor) -> None:
    cookies = guest.join(CODES.viewer).headers.getlist("Set-Cookie")
    session = next(cookie for cookie in cookies if cookie.startswith("tileye-8080="))
    assert "HttpOnly" in session
    assert "SameSite=Strict" in session
    assert "Domain" not in session


def test_a_forged_cookie_is_worth_nothing(lan: Flask, guest: Visitor) -> None:
    guest.join(CODES.viewer)
    kept = guest.client.get_cookie("tileye-8080", domain="192.168.1.5")
    assert kept is not None
    forged = Visitor(lan, PHONE, NETWORK)
    forged.client.set_cookie("tileye-8080", f"x{kept.value}", domain="192.168.1.5")
    assert forged.get("/api/house").status_code == 401
    stolen = Visitor(lan, PHONE, NETWORK)
    stolen.client.set_cookie("tileye-8080", kept.value, domain="192.168.1.5")
    assert stolen.get("/api/house").status_code == 200


def test_only_this_machine_comes_in_without_a_code(lan: Flask) -> None:
    for address in ("192.168.1.5", "10.0.0.1", "fe80::1", "::ffff:10.0.0.1", "127.0.0.2", "", "nonsense"):
        assert Visitor(lan, address, NETWORK).get("/api/house").status_code == 401
        assert Visitor(lan, address, HERE).get("/api/house").status_code == 401


def test_this_machine_comes_in_by_all_its_numbers(lan: Flask) -> None:
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert Visitor(lan, address).get("/api/house").status_code == 200


@pytest.mark.parametrize("typed", ["", " ", "WATCH", "WATCH22", "ẞ", "REFEREE", "WATCH2REFEREE2"])
def test_other_words_are_no_codes(typed: str) -> None:
    assert role_of_code(typed, CODES) is Role.VISITOR


def test_codes_are_drawn_anew_and_easy_to_read() -> None:
    codes = {new_code(8) for _ in range(50)}
    assert len(codes) == 50
    assert not set("".join(codes)) & set("0O1IL")
    assert len(Codes().referee) == 8
    assert Options(1).codes != Options(1).codes
    assert Options(1).secret.hex() not in repr(Options(1))
