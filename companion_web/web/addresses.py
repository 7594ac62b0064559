"""Where others find this machine: its addresses on the network, as text, as links, as QR codes."""

import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import StringIO
from ipaddress import IPv4Address, IPv6Address, ip_address

import segno

_ELSEWHERE = "192.0.2.1"
"""An address that is nowhere."""
_AT_HOME = tuple(f"{net}.1" for n in range(256) for net in (f"192.168.{n}", f"10.{n}.0", f"10.0.{n}"))
"""One address in each network that routers like to make."""
_ANY_PORT = 9
_HERE = (IPv4Address("127.0.0.1"), IPv6Address("::1"))


def network_names() -> tuple[str, ...]:
    """List the numbers and names of this machine on the network, the likeliest first; nobody is asked for them."""
    name = socket.gethostname()
    numbers = dict.fromkeys(_on_the_way((_ELSEWHERE, *_AT_HOME)))
    names = [name, f"{name}.local"] if name and "." not in name else [name]
    return (*(number for number in numbers if not number.startswith("127.")), *(one for one in names if one))


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


def qr_svg(address: str) -> str:
    """Write a QR code for a page."""
    return segno.make(address).svg_inline(border=2, omitsize=True, dark="#000", light="#fff")


def _on_the_way(targets: Iterable[str]) -> Iterator[str]:
    """Tell with which of its numbers this machine would reach each target: that sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for target in targets:
            with suppress(OSError):
                asked.connect((target, _ANY_PORT))
                yield str(asked.getsockname()[0])
