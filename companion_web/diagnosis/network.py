"""Whether others can reach this machine: ports, addresses, and certificates."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from importlib import metadata
from ipaddress import IPv4Network, ip_address

from tileye.companion_web.diagnosis.checks import Finding, Surroundings, advice, found
from tileye.companion_web.errors import InputError

_AT_HOME = tuple(IPv4Network(net) for net in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
"""The networks that routers make for those who live with them."""


def ports(_: Surroundings) -> Finding:
    """See which port the page would get, and whether there is one for the camera of a phone."""
    from tileye.companion_web.commands.serving import PORT, free_port

    values = {"usual": PORT}
    try:
        page = free_port(None, lan=False)
    except InputError:
        return Finding((found("no_port", usual=PORT),), advice("no_port"), blocks=True, values=values)
    phone = free_port(0, lan=True)
    moved = () if page == PORT else (found("port_moved", usual=PORT),)
    # Which one a phone gets is decided when it is asked for.
    return Finding((*moved, found("ports", page=page)), values={**values, "page": page, "phone": phone > 0})


def addresses(_: Surroundings) -> Finding:
    """See under which numbers and names others in the network find this machine; nobody is asked."""
    from tileye.companion_web.web.addresses import network_names

    return addresses_found(network_names())


def addresses_found(told: tuple[str, ...]) -> Finding:
    """Say whether a phone can reach one of them, as far as that is seen from here."""
    numbers = [one for one in told if _is_number(one)]
    names = [one for one in told if one not in numbers]
    private = any(ip_address(number) in net for number in numbers for net in _AT_HOME)
    values = {"numbers": numbers, "names": names, "private": private}
    if not numbers:
        return Finding((found("no_network"), found("firewall")), advice("no_network"), values=values)
    text = (found("addresses", numbers=", ".join(numbers), names=", ".join(names) or "-"), found("firewall"))
    return Finding(text, None if private else advice("not_private"), values=values)


def tls(_: Surroundings) -> Finding:
    """See whether a certificate can be made, as the camera of a phone needs it."""
    values = {"openssl": ssl.OPENSSL_VERSION, "cryptography": None, "certificate": False}
    try:
        values["cryptography"] = metadata.version("cryptography")
        throw_away_certificate()
    except Exception as error:  # noqa: BLE001 - a library that is broken raises whatever it likes
        text = found("no_certificate", openssl=ssl.OPENSSL_VERSION)
        return Finding((text,), advice("reinstall_why", why=str(error) or type(error).__name__), values=values)
    return Finding((found("tls", openssl=ssl.OPENSSL_VERSION),), values={**values, "certificate": True})


def throw_away_certificate() -> bytes:
    """Make a certificate that signs itself, in memory, for nothing but to see that it can be done."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "tileye")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM)


def _is_number(address: str) -> bool:
    try:
        socket.inet_aton(address)
        ip_address(address)
    except (OSError, ValueError):
        return False
    return True
