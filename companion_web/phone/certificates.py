"""Certificates for the listener of a phone: an authority of this data folder, and a short-lived leaf signed by it.

Browsers give cameras to secure pages only. The authority is constrained to addresses of homes, so that whoever installs
it on a phone trusts it for nothing else; its key never leaves the data folder.
"""

import secrets
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tileye.companion_web.storage.folder import keep_secret, kept_secret

AUTHORITY, LEAF = "phone-authority.pem", "phone-leaf.pem"
_YEARS = timedelta(days=3650)
_LEAF_DAYS = timedelta(days=397)
"""Longer ones are refused by browsers."""
_RENEWED = timedelta(days=30)
"""A leaf that ends within so many days is made anew."""
_EARLIER = timedelta(days=1)
"""Clocks of phones may be behind."""
_HOMES: tuple[IPv4Network | IPv6Network, ...] = tuple(
    map(
        ip_network,
        (
            *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
            *("::1/128", "fc00::/7", "fe80::/10"),
        ),
    )
)
"""Networks that nobody on the internet has."""
_NAMES = ("localhost", "local")
_NOWHERE = "invalid"
"""A host that nobody can have (RFC 2606)."""
# No value excludes all names of these kinds in every library. Permitting but one, and excluding it, does.
_OTHERS = (x509.RFC822Name(_NOWHERE), x509.UniformResourceIdentifier(_NOWHERE))
_CONSTRAINTS = x509.NameConstraints([*map(x509.IPAddress, _HOMES), *map(x509.DNSName, _NAMES), *_OTHERS], _OTHERS)
"""What the authority may sign."""
_MARK_BYTES = 2


@dataclass(frozen=True, slots=True)
class Signed:
    """A certificate with its key."""

    certificate: x509.Certificate
    key: EllipticCurvePrivateKey

    def pem(self) -> bytes:
        """Write key and certificate."""
        key = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return key + self.certificate.public_bytes(Encoding.PEM)


class CertificateFolder:
    """The certificates of a data folder, made and renewed when they are needed."""

    def __init__(self, folder: Path, now: datetime | None = None) -> None:
        self._folder, self._fixed = folder, now
        self._known: Signed | None = None

    def authority_pem(self) -> bytes:
        """The certificate of the authority, for those who want no warning."""
        return self._authority().certificate.public_bytes(Encoding.PEM)

    def context(self, addresses: Sequence[str]) -> ssl.SSLContext:
        """What a listener at these addresses needs; raise StoreError where the data folder cannot be written."""
        authority = self._authority()
        leaf = self._kept(LEAF)
        if leaf is None or not self._is_good(leaf, authority, addresses):
            leaf = _leaf(authority, addresses, self._now)
            self._keep(LEAF, leaf)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._folder / LEAF)
        return context

    @property
    def _now(self) -> datetime:
        return self._fixed or datetime.now(UTC)

    def _authority(self) -> Signed:
        # What signed the leaf that is served stays the authority, whatever becomes of its file.
        known = self._known or self._kept(AUTHORITY)
        if known is None or not self._is_authority(known.certificate):
            known = _authority(self._now)
            self._keep(AUTHORITY, known)
        self._known = known
        return known

    def _is_authority(self, certificate: x509.Certificate) -> bool:
        """Whether a certificate signs for homes alone, from now on until the last leaf ends."""
        if not certificate.not_valid_before_utc <= self._now <= certificate.not_valid_after_utc - _LEAF_DAYS:
            return False
        with suppress(Exception):  # whatever else it is, it is none of ours
            certificate.verify_directly_issued_by(certificate)
            found = certificate.extensions
            signs = found.get_extension_for_class(x509.BasicConstraints).value.ca
            bounds = found.get_extension_for_class(x509.NameConstraints)
            return signs and bounds.critical and bounds.value == _CONSTRAINTS
        return False

    def _is_good(self, leaf: Signed, authority: Signed, addresses: Sequence[str]) -> bool:
        certificate = leaf.certificate
        left = certificate.not_valid_after_utc - self._now
        if not _RENEWED < left <= _LEAF_DAYS + _EARLIER or certificate.not_valid_before_utc > self._now:
            return False
        with suppress(Exception):  # whatever else it is, it was not signed by this authority
            certificate.verify_directly_issued_by(authority.certificate)
            return set(_named(addresses)) <= set(certificate.extensions.get_extension_for_class(_SAN).value)
        return False

    def _kept(self, name: str) -> Signed | None:
        """What was made before; None where it is missing or damaged."""
        data = kept_secret(self._folder, name)
        if data is None:
            return None
        try:
            key = load_pem_private_key(data, None)
            certificate = x509.load_pem_x509_certificate(data)
        except (ValueError, TypeError):
            return None
        fits = isinstance(key, EllipticCurvePrivateKey) and certificate.public_key() == key.public_key()
        return Signed(certificate, key) if fits and isinstance(key, EllipticCurvePrivateKey) else None

    def _keep(self, name: str, made: Signed) -> None:
        keep_secret(self._folder, name, made.pem())


_SAN = x509.SubjectAlternativeName


def is_local(address: str) -> bool:
    """Whether an address or a name is one of those that the authority may sign."""
    try:
        number = ip_address(address)
    except ValueError:
        return address.isascii() and any(address == name or address.endswith(f".{name}") for name in _NAMES)
    return any(number in network for network in _HOMES if network.version == number.version)


def _named(addresses: Sequence[str]) -> list[x509.GeneralName]:
    """Addresses as a certificate names them; this machine itself always."""
    found = dict.fromkeys(("127.0.0.1", "localhost", *filter(is_local, addresses)))
    return [_general_name(one) for one in found]


def _general_name(address: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(address))
    except ValueError:
        return x509.DNSName(address)


def _authority(now: datetime) -> Signed:
    key = generate_private_key(SECP256R1())
    # In the list of a phone two computers are told apart; when it was made is nobody's concern.
    called = f"tileye on this computer {secrets.token_hex(_MARK_BYTES)}"
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)])
    made = (
        _builder(name, name, key, now, _YEARS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_CONSTRAINTS, critical=True)
    )
    return Signed(made.sign(key, SHA256()), key)


def _leaf(authority: Signed, addresses: Sequence[str], now: datetime) -> Signed:
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tileye")])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    made = (
        _builder(name, authority.certificate.subject, key, now, _LEAF_DAYS - _EARLIER)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_SAN(_named(addresses)), critical=False)
        .add_extension(issuer, critical=False)
    )
    return Signed(made.sign(authority.key, SHA256()), key)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )
