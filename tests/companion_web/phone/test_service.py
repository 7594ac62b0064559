"""The way of a phone when this computer gets other addresses: another Wi-Fi, a VPN, another name."""

import http.client
import socket
import ssl
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.companion_web.phone.test_camera import GOOD, Watch
from tests.waiting import PATIENCE
from tileye.companion_web.phone.app import create_camera_app
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.phone.certificates import LEAF
from tileye.companion_web.phone.service import PhoneService
from tileye.companion_web.storage import open_store
from tileye.rules.jsonlines import Json

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux listens at all of 127.0.0.0/8")


def advise(language: str) -> Json:
    return {"playing": False, "text": language, "marks": []}


class Computer(SimpleNamespace):
    """A computer that may get other addresses."""

    watch: Watch
    addresses: tuple[str, ...]
    service: PhoneService
    folder: Path


@pytest.fixture
def computer(tmp_path: Path) -> Iterator[Computer]:
    store = open_store(tmp_path)
    computer = Computer(watch=Watch(), addresses=("192.168.1.5", "10.8.0.2", "8.8.8.8"), folder=tmp_path)
    computer.service = PhoneService(
        store,
        tmp_path,
        PhoneCamera(computer.watch),
        lambda one: create_camera_app(one, advise, computer.watch),
        lambda: computer.addresses,
    )
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
