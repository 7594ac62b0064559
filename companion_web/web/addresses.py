"""Where others find this machine: its addresses on the network, as text, as links, as QR codes."""

import socket
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from io import StringIO
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from pathlib import Path

import segno

_ELSEWHERE = "192.0.2.1"
"""An address that is nowhere."""
_AT_HOME = tuple(f"{net}.1" for n in range(256) for net in (f"192.168.{n}", f"10.{n}.0", f"10.0.{n}"))
"""One address in each network that routers like to make."""
_ANY_PORT = 9
_ROUTES = Path("/proc/net/route")
"""The routing table, where the system shows it as text."""
_ROUTERS = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""The networks that routers make, the likeliest one of a home first."""
_LAST = tuple(map(IPv4Network, ("169.254.0.0/16", "100.64.0.0/10")))
"""Where no router gave a number, and where providers and VPNs give them: phones at home hardly find these."""
_HERE = (IPv4Address("127.0.0.1"), IPv6Address("::1"))


def network_names() -> tuple[str, ...]:
    """List the numbers and names of this machine on the network, the likeliest first; nobody is asked for them."""
    name = socket.gethostname()
    routed = tuple(_on_the_way(_routers()))
    numbers = likeliest_first((*routed, *_on_the_way((_ELSEWHERE, *_AT_HOME))), routed)
    names = [name, f"{name}.local"] if name and "." not in name else [name]
    return (*(number for number in numbers if not number.startswith("127.")), *(one for one in names if one))


def likeliest_first(numbers: Iterable[str], routed: Sequence[str] = ()) -> list[str]:
    """Order numbers of this machine by how likely a phone at home finds it there.

    Those come first that lead to a router (`routed`), then other networks of homes; a VPN takes over all ways and would
    stand before them.
    """

    def place(number: str) -> tuple[int, bool, int]:
        found = ip_address(number)
        behind = next((1 + at for at, network in enumerate(_LAST) if found in network), 0)
        home = next((at for at, network in enumerate(_ROUTERS) if found in network), len(_ROUTERS))
        return behind, number not in routed, home

    return sorted(dict.fromkeys(numbers), key=place)


def routers_in(table: str) -> list[str]:
    """Find the routers that lead everywhere in a routing table of Linux, the preferred one first."""
    found = list[tuple[int, str]]()
    for line in table.splitlines()[1:]:
        with suppress(ValueError, struct.error):
            _, target, router, _, _, _, metric, mask, *_ = line.split()
            if int(target, 16) == int(mask, 16) == 0 and int(router, 16):
                found.append((int(metric), str(IPv4Address(struct.pack("=I", int(router, 16))))))
    return [router for _, router in sorted(found)]


def is_this_machine(address: str | None) -> bool:
    """Whether a caller is this machine itself; other addresses of the loopback are strangers like any other."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return found in _HERE


def url(host: str, port: int) -> str:
    """Write the address of the page."""
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def qr_text(address: str) -> str:
    """Write a QR code for a terminal."""
    lines = StringIO()
    segno.make(address).terminal(lines, border=2, compact=True)
    return lines.getvalue()


@lru_cache(16)
def qr_svg(address: str) -> str:
    """Write a QR code for a page; set-up asks for the same ones every two seconds."""
    return segno.make(address).svg_inline(border=2, omitsize=True, dark="#000", light="#fff")


def _routers() -> list[str]:
    try:
        return routers_in(_ROUTES.read_text("ascii"))
    except (OSError, ValueError):
        return []


def _on_the_way(targets: Iterable[str]) -> Iterator[str]:
    """Tell with which of its numbers this machine would reach each target: that sends nothing."""
    for target in targets:
        # Each has a socket of its own: on Linux one keeps the number with which it was connected first.
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((target, _ANY_PORT))
            yield str(asked.getsockname()[0])
