"""At which of its addresses a machine is likeliest found by a phone at home."""

import socket
import sys

import pytest

from tileye.companion_web.web.addresses import likeliest_first, network_names, routers_in


@pytest.mark.parametrize(
    ("numbers", "routed", "expected"),
    [
        (["10.8.0.2", "192.168.1.5"], [], ["192.168.1.5", "10.8.0.2"]),
        (["100.101.2.3", "169.254.7.7", "172.20.10.2"], [], ["172.20.10.2", "169.254.7.7", "100.101.2.3"]),
        (["192.168.56.1", "10.0.0.5"], ["10.0.0.5"], ["10.0.0.5", "192.168.56.1"]),
        (["100.101.2.3", "192.168.1.5"], ["100.101.2.3"], ["192.168.1.5", "100.101.2.3"]),
        (["172.17.0.1", "130.60.1.2"], ["130.60.1.2"], ["130.60.1.2", "172.17.0.1"]),
        (["130.60.1.2", "172.17.0.1"], [], ["172.17.0.1", "130.60.1.2"]),
        (["192.168.1.5", "192.168.1.5"], [], ["192.168.1.5"]),
        ([], [], []),
    ],
)
def test_homes_come_before_vpns(numbers: list[str], routed: list[str], expected: list[str]) -> None:
    assert likeliest_first(numbers, routed) == expected


TABLE = """Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
tun0	00000000	0100080A	0003	0	0	0	00000080	0	0	0
tun1	00000000	00000000	0003	0	0	0	00000000	0	0	0
wlan0	00000000	0101A8C0	0003	0	0	600	00000000	0	0	0
eth0	00000000	0100000A	0003	0	0	100	00000000	0	0	0
wlan0	0001A8C0	00000000	0001	0	0	600	00FFFFFF	0	0	0
nonsense
"""


@pytest.mark.skipif(sys.byteorder != "little", reason="the table is written as this machine stores numbers")
def test_routers_are_told_from_what_a_vpn_puts_before_them() -> None:
    assert routers_in(TABLE) == ["10.0.0.1", "192.168.1.1"]
    assert routers_in("") == []
    assert routers_in("rubbish\nrubbish") == []


def test_this_machine_has_no_number_twice() -> None:
    names = network_names()
    assert len(names) == len(set(names))
    assert not any(name.startswith("127.") for name in names)


class LinuxSocket:
    """Asks the ways of a computer with three networks, and keeps the number of the first one, as on Linux."""

    WAYS = {"192.168.1.1": "192.168.1.5", "10.0.0.1": "10.0.0.7", "192.0.2.1": "100.101.2.3"}  # noqa: RUF012

    def __init__(self, *_: object) -> None:
        self.number = ""

    def connect(self, target: tuple[str, int]) -> None:
        if target[0] not in self.WAYS:
            raise OSError("network is unreachable")
        self.number = self.number or self.WAYS[target[0]]

    def getsockname(self) -> tuple[str, int]:
        return self.number, 9

    def __enter__(self) -> "LinuxSocket":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_a_computer_in_several_networks_has_several_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", LinuxSocket)
    numbers = [name for name in network_names() if name in LinuxSocket.WAYS.values()]
    assert numbers == ["192.168.1.5", "10.0.0.7", "100.101.2.3"]
