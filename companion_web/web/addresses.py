"""Where others find this machine: its addresses on the network, as text, as links, as QR codes."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from io import StringIO

import segno

_ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nowhere: asking which way it is sends nothing."""


def network_names() -> tuple[str, ...]:
    """List the numbers and names of this machine on the network, the likeliest first."""
    name = socket.gethostname()
    numbers = dict.fromkeys([*_on_the_way(), *_numbers_of(name)])
    names = [name, f"{name}.local"] if name and "." not in name else [name]
    return (*(number for number in numbers if not number.startswith("127.")), *(one for one in names if one))


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


def _on_the_way() -> Iterable[str]:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(_ELSEWHERE)
        return [str(asked.getsockname()[0])]
    return []


def _numbers_of(name: str) -> Iterable[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(name, None, socket.AF_INET)]
    except OSError:
        return []
