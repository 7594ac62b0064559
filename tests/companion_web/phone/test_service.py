"""The way of a phone when this computer gets other addresses: another Wi-Fi, a VPN, another name."""

import http.client
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.companion_web.phone.test_camera import GOOD, Watch
from tests.waiting import PATIENCE, wait_until
from tileye.companion_web.phone.app import create_camera_app
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.phone.certificates import LEAF
from tileye.companion_web.phone.service import PhoneService, watched_game
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import PHONE, Sources
from tileye.companion_web.storage import Store, open_store
from tileye.companion_web.web.server import Server
from tileye.rules.jsonlines import Json

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux listens at all of 127.0.0.0/8")


def advise(language: str) -> Json:
    return {"playing": False, "text": language, "marks": []}


class Later:
    """What is to be done later, as soon as a test wants it."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Later.Timer, Callable[[], None]]] = []

    class Timer:
        """One thing of it."""

        begun = cancelled = False

        def start(self) -> None:
            """Begin to wait."""
            self.begun = True

        def cancel(self) -> None:
            """Do not do it."""
            self.cancelled = True

    def __call__(self, seconds: float, do: Callable[[], None]) -> "Later.Timer":
        self.waiting.append((self.Timer(), do))
        return self.waiting[-1][0]

    def pass_(self) -> None:
        """Let all time pass that something waits for."""
        waiting, self.waiting = self.waiting, []
        for timer, do in waiting:
            if timer.begun and not timer.cancelled:
                do()


class Computer(SimpleNamespace):
    """A computer that may get other addresses."""

    watch: Watch
    later: Later
    addresses: tuple[str, ...]
    service: PhoneService
    folder: Path
    store: Store


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Computer]:
    store = open_store(tmp_path)
    computer = Computer(watch=Watch(), later=Later(), addresses=("192.168.1.5", "10.8.0.2", "8.8.8.8"), folder=tmp_path)
    computer.service = PhoneService(
        store,
        tmp_path,
        PhoneCamera(computer.watch),
        lambda one: create_camera_app(one, advise, computer.watch),
        lambda: computer.addresses,
        now=computer.watch,
        later=computer.later,
    )
    computer.store = store
    yield computer
    computer.service.close()
    store.close()


def status_at(computer: Computer, address: str, port: int, path: str) -> int:
    """What a phone that trusts the authority is answered at an address."""
    trusted = ssl.create_default_context(cadata=computer.service.certificates.authority_pem().decode())
    connection = http.client.HTTPSConnection(address, port, timeout=PATIENCE, context=trusted)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_each_address_has_its_way_in(computer: Computer) -> None:
    way = computer.service.invite()
    token = computer.service.token
    assert way.addresses == tuple(
        f"https://{number}:{way.port}/camera/{token}" for number in ("192.168.1.5", "10.8.0.2")
    )


def test_the_new_address_is_shown_with_the_same_token(computer: Computer) -> None:
    before = computer.service.invite()
    computer.addresses = ("192.168.7.7",)
    after = computer.service.invite()
    assert after.addresses == (f"https://192.168.7.7:{before.port}/camera/{computer.service.token}",)


@linux_only
def test_the_certificate_follows_whoever_comes_to_a_new_address(computer: Computer) -> None:
    way = computer.service.invite()
    path = f"/camera/{computer.service.token}"
    assert status_at(computer, "127.0.0.1", way.port, path) == 200
    first = (computer.folder / LEAF).read_bytes()
    # Nobody asks for the way meanwhile; the page of before is opened at the address of now.
    assert status_at(computer, "127.0.0.2", way.port, path) == 200
    second = (computer.folder / LEAF).read_bytes()
    assert second != first
    for address in ("127.0.0.1", "127.0.0.2"):
        assert status_at(computer, address, way.port, path) == 200
    assert (computer.folder / LEAF).read_bytes() == second


def test_a_certificate_that_phones_accepted_is_kept_while_they_can_go_on_with_it(computer: Computer) -> None:
    computer.service.invite()
    first = (computer.folder / LEAF).read_bytes()
    computer.addresses = ("192.168.1.5", "100.101.2.3")
    assert len(computer.service.invite().addresses) == 2
    assert (computer.folder / LEAF).read_bytes() == first
    computer.addresses = ("192.168.1.5", "kitchen.local")
    computer.service.invite()
    assert (computer.folder / LEAF).read_bytes() != first, "at a new name nobody would be noticed"


def test_how_long_a_phone_has_been_silent_is_told(computer: Computer) -> None:
    assert computer.service.invite().silent_s is None
    computer.service.camera.put("a", GOOD)
    assert (computer.service.invite().connected, computer.service.invite().silent_s) == (True, 0)
    computer.watch.now += 30
    assert (computer.service.invite().connected, computer.service.invite().silent_s) == (False, 30)


def test_without_the_token_no_body_is_read(computer: Computer) -> None:
    way = computer.service.invite()
    trusted = ssl.create_default_context(cadata=computer.service.certificates.authority_pem().decode())
    for path in ("/camera/ca", "/camera/guess/frame"):
        plain = socket.create_connection(("127.0.0.1", way.port), PATIENCE)
        with trusted.wrap_socket(plain, server_hostname="127.0.0.1") as stranger:
            stranger.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n".encode())
            assert b" 404 " in stranger.recv(1000), "at once"


def is_open(port: int) -> bool:
    """Whether anybody listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


def told(computer: Computer) -> Json:
    """What the phone is answered after a frame."""
    app = create_camera_app(computer.service, advise, computer.watch)
    path = f"/camera/{computer.service.token}/frame?phone=a"
    answer = app.test_client().post(path, data=GOOD, content_type="image/jpeg", base_url="https://localhost")
    found: Json = answer.json or {}
    return found


def test_after_the_game_the_phone_rests_and_the_listener_closes(computer: Computer) -> None:
    service = computer.service
    port = service.invite().port
    service.look({"game": False})
    computer.watch.now += 60
    assert not told(computer)["over"]
    service.look({"game": True})
    assert told(computer) == {"refused": None, "over": True}
    assert is_open(port), "a rematch finds the phone where it is"
    token = service.token
    computer.later.pass_()
    assert not is_open(port)
    assert service.token != token
    assert service.camera.silent_s is None
    assert service.invite().port == port


@pytest.mark.parametrize("wanted", ["rematch", "undo", "a phone"])
def test_who_wants_the_phone_in_time_finds_it_again(computer: Computer, wanted: str) -> None:
    service = computer.service
    way = service.invite()
    service.look({"game": False})
    computer.watch.now += 60
    service.look({"game": True})
    if wanted == "a phone":
        assert service.invite().silent_s is None, "nobody is missed"
    else:
        service.look({"game": False} if wanted == "undo" else {})
        service.look({"game": False} if wanted == "undo" else {"other": False})
    assert not told(computer)["over"]
    computer.later.pass_()
    assert is_open(way.port)
    assert service.invite().addresses == way.addresses


def test_whoever_sets_up_a_game_meanwhile_keeps_the_phone(computer: Computer) -> None:
    computer.service.invite()
    computer.service.look({"game": False})
    computer.service.look({"game": True})
    assert not told(computer)["over"], "set-up asks every two seconds"


def test_a_game_that_goes_on_with_the_phone_opens_the_way(computer: Computer) -> None:
    computer.service.look({})
    assert not computer.later.waiting
    computer.service.look({"game": False})
    port = computer.service.invite().port
    assert is_open(port)
    computer.service.look({})
    computer.later.pass_()
    assert is_open(port), "a game that was left is not over"


def test_which_game_was_watched_is_known_after_a_kill(computer: Computer, tmp_path: Path) -> None:
    service, store = computer.service, computer.store
    service.invite()
    assert watched_game(store) is None
    service.look({"game": False})
    assert watched_game(store) == "game"
    again = PhoneService(
        store, tmp_path, PhoneCamera(), lambda one: create_camera_app(one, advise), lambda: (), expected=True
    )
    try:
        again.look({})
        assert watched_game(store) == "game", "nobody has opened it yet, and it is killed once more"
        again.look({"game": False})
        again.look({})
        assert watched_game(store) is None
    finally:
        again.close()


PLAN: Json = {"rules": "tiles", "players": [{"name": "Ada"}, {"name": "Dora"}], "declared": None, "starter": 1}


def test_games_tell_the_phone_when_they_end(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    manager = GameManager(store, Sources(phone=PhoneCamera()), ManagerSettings(folder=tmp_path))
    changes = list[dict[str, bool]]()
    manager.on_change = lambda: changes.append(manager.watched_through(PHONE))
    try:
        game = manager.begin({**PLAN, "source": PHONE})
        game.tell({"input": "end"})
        wait_until(lambda: changes[-1:] == [{game.id: True}])
        game.tell({"input": "undo"})
        wait_until(lambda: changes[-1:] == [{game.id: False}])
        manager.leave(game.id)
        assert changes[-1] == {}
        manager.resume(game.id)
        count = len(changes)
        manager.close()
        assert len(changes) == count, "the program ends, the game does not"
    finally:
        manager.close()
        store.close()


def served(folder: Path, source: str, *, left: bool) -> tuple[bool, bool]:
    """Play a game and start the program anew; whether the phone was expected before, and whether it is then."""
    found = list[bool]()
    for begins in (True, False):
        store = open_store(folder)
        manager = GameManager(store, Sources(phone=PhoneCamera()), ManagerSettings(folder=folder))
        server = Server(manager, port=0)
        try:
            assert server.phone
            found.append(server.phone.listening)
            if begins:
                game = manager.begin({**PLAN, "source": source}).id
                if left:
                    manager.leave(game)
        finally:
            server.start()
            manager.close()
            server.stop()
            store.close()
    return found[0], found[1]


@pytest.mark.parametrize(
    ("source", "left", "expected"), [(PHONE, False, True), (PHONE, True, False), ("hand", False, False)]
)
def test_only_the_phone_of_a_game_that_was_open_is_expected(
    tmp_path: Path, source: str, left: bool, expected: bool
) -> None:
    assert served(tmp_path, source, left=left) == (False, expected)
