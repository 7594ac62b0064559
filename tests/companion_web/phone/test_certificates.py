"""An authority for homes alone, and leaves that browsers take."""

import errno
import os
import re
import shutil
import stat
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from tileye.companion_web.phone.certificates import AUTHORITY, LEAF, CertificateFolder, Signed, is_local
from tileye.companion_web.storage.store import StoreError

NOW = datetime(2031, 5, 4, tzinfo=UTC)
HERE = ("192.168.1.5", "kitchen.local", "kitchen", "8.8.8.8", "example.org")


def leaf_of(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / LEAF).read_bytes())


def names(leaf: x509.Certificate) -> set[str]:
    found = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in found}


def verify(folder: Path, name: str, at: datetime = NOW) -> None:
    authority = x509.load_pem_x509_certificate(CertificateFolder(folder, at).authority_pem())
    subject = x509.DNSName(name) if name[-1].isalpha() else x509.IPAddress(ip_address(name))
    PolicyBuilder().store(Store([authority])).time(at).build_server_verifier(subject).verify(leaf_of(folder), [])


def test_a_leaf_names_the_addresses_of_homes_alone(tmp_path: Path) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    leaf = leaf_of(tmp_path)
    assert names(leaf) == {"127.0.0.1", "localhost", "192.168.1.5", "kitchen.local"}
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)
    usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]


def test_the_authority_signs_for_homes_alone(tmp_path: Path) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    verify(tmp_path, "192.168.1.5")
    verify(tmp_path, "kitchen.local")
    with pytest.raises(VerificationError):
        verify(tmp_path, "192.168.1.6")
    authority = x509.load_pem_x509_certificate(CertificateFolder(tmp_path, NOW).authority_pem())
    found = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert found.critical
    assert found.value.permitted_subtrees
    assert x509.DNSName("local") in found.value.permitted_subtrees
    assert authority.extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0


def test_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = CertificateFolder(tmp_path, NOW)
    folder.context(HERE)
    for name in (AUTHORITY, LEAF):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert b"PRIVATE" not in folder.authority_pem()


def test_a_leaf_is_kept_until_it_does_not_fit_any_more(tmp_path: Path) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    first, authority = (tmp_path / LEAF).read_bytes(), (tmp_path / AUTHORITY).read_bytes()
    CertificateFolder(tmp_path, NOW + timedelta(days=300)).context(HERE[:1])
    assert (tmp_path / LEAF).read_bytes() == first
    CertificateFolder(tmp_path, NOW).context(["10.0.0.7"])
    other = (tmp_path / LEAF).read_bytes()
    assert other != first
    later = NOW + timedelta(days=380)
    CertificateFolder(tmp_path, later).context(["10.0.0.7"])
    assert (tmp_path / LEAF).read_bytes() != other
    verify(tmp_path, "10.0.0.7", later)
    assert (tmp_path / AUTHORITY).read_bytes() == authority


def test_what_signed_the_leaf_stays_the_authority(tmp_path: Path) -> None:
    folder = CertificateFolder(tmp_path, NOW)
    folder.context(HERE)
    before = folder.authority_pem()
    (tmp_path / AUTHORITY).unlink()
    assert folder.authority_pem() == before


@pytest.mark.parametrize("damage", [b"", b"rubbish", None])
@pytest.mark.parametrize("name", [AUTHORITY, LEAF])
def test_what_is_damaged_is_made_anew(tmp_path: Path, name: str, damage: bytes | None) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    if damage is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(damage)
    CertificateFolder(tmp_path, NOW).context(HERE)
    verify(tmp_path, "192.168.1.5")


AT_HOME = ("127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.0.9", "fe80::1", "fd00::5", "a.local", "localhost")
ELSEWHERE = ("8.8.8.8", "172.32.0.1", "2001:db8::1", "example.org", "local.example", "", "kitchen", "Büro.local")


def test_which_addresses_are_those_of_homes() -> None:
    assert all(map(is_local, AT_HOME))
    assert not any(map(is_local, ELSEWHERE))


def forged(folder: Path, *others: x509.GeneralName) -> x509.Certificate:
    """Sign a leaf for more than the authority may sign for, as whoever stole its key would."""
    data = (folder / AUTHORITY).read_bytes()
    key = load_pem_private_key(data, None)
    assert isinstance(key, EllipticCurvePrivateKey)
    like = leaf_of(folder)
    made = (
        x509.CertificateBuilder()
        .subject_name(like.subject)
        .issuer_name(x509.load_pem_x509_certificate(data).subject)
        .public_key(like.public_key())
        .serial_number(7)
        .not_valid_before(like.not_valid_before_utc)
        .not_valid_after(like.not_valid_after_utc)
    )
    for extension in like.extensions:
        value = extension.value
        if isinstance(value, x509.SubjectAlternativeName):
            value = x509.SubjectAlternativeName([*value, *others])
        made = made.add_extension(value, extension.critical)
    return made.sign(key, SHA256())


STRANGE: list[x509.GeneralName] = [
    x509.DNSName("example.org"),
    x509.IPAddress(ip_address("8.8.8.8")),
    x509.RFC822Name("ada@example.org"),
    x509.RFC822Name("ada@kitchen.local"),
    x509.RFC822Name("ada@invalid"),
    x509.RFC822Name("ada@a.invalid"),
    x509.UniformResourceIdentifier("https://example.org/"),
    x509.UniformResourceIdentifier("https://kitchen.local/"),
    x509.UniformResourceIdentifier("https://invalid/"),
    x509.UniformResourceIdentifier("https://a.invalid/"),
]


@pytest.mark.parametrize("name", STRANGE, ids=str)
def test_what_is_signed_for_anything_else_is_refused(tmp_path: Path, name: x509.GeneralName) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    (tmp_path / LEAF).write_bytes(forged(tmp_path).public_bytes(Encoding.PEM))
    verify(tmp_path, "192.168.1.5")
    (tmp_path / LEAF).write_bytes(forged(tmp_path, name).public_bytes(Encoding.PEM))
    with pytest.raises(VerificationError):
        verify(tmp_path, "192.168.1.5")


def openssl_says(folder: Path, certificate: Path) -> str:
    """What another program finds wrong with a leaf."""
    (folder / "ca.pem").write_bytes(CertificateFolder(folder).authority_pem())
    line = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", "192.168.1.5"]
    done = subprocess.run(
        [*line, "-CAfile", folder / "ca.pem", certificate], capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stderr


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is missing")
def test_another_program_agrees(tmp_path: Path) -> None:
    CertificateFolder(tmp_path).context(HERE)
    assert openssl_says(tmp_path, tmp_path / LEAF) == ""
    other = tmp_path / "other.pem"
    for name in STRANGE:
        other.write_bytes(forged(tmp_path, name).public_bytes(Encoding.PEM))
        assert "subtree violation" in openssl_says(tmp_path, other), name


def test_the_name_of_the_authority_tells_no_more_than_is_needed(tmp_path: Path) -> None:
    def name(folder: Path) -> str:
        authority = x509.load_pem_x509_certificate(CertificateFolder(folder, NOW).authority_pem())
        (found,) = authority.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(found.value)

    folders = [tmp_path / str(number) for number in range(4)]
    found = {name(folder) for folder in folders}
    assert all(re.fullmatch("tileye on this computer [0-9a-f]{4}", one) for one in found)
    assert len(found) > 1, "two computers are told apart"


def test_keys_are_for_their_owner_alone_again(tmp_path: Path) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    before = (tmp_path / AUTHORITY).read_bytes()
    for name in (AUTHORITY, LEAF):
        (tmp_path / name).chmod(0o644)
    CertificateFolder(tmp_path, NOW).context(HERE)
    for name in (AUTHORITY, LEAF):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert (tmp_path / AUTHORITY).read_bytes() == before


@pytest.mark.parametrize("name", [AUTHORITY, LEAF])
def test_links_are_replaced_and_not_followed(tmp_path: Path, name: str) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    CertificateFolder(folder, NOW).context(HERE)
    (folder / name).replace(elsewhere)
    before = elsewhere.read_bytes()
    (folder / name).symlink_to(elsewhere)
    CertificateFolder(folder, NOW).context(HERE)
    assert not (folder / name).is_symlink()
    assert (folder / name).read_bytes() != before
    assert elsewhere.read_bytes() == before
    verify(folder, "192.168.1.5")


def authority_like(ca: bool, begins: datetime, bounds: x509.NameConstraints | None, critical: bool = True) -> bytes:
    """An authority that signed itself, with its key."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tileye on this computer")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=3000))
        .add_extension(x509.BasicConstraints(ca, 0 if ca else None), critical=True)
    )
    made = made.add_extension(bounds, critical) if bounds else made
    return Signed(made.sign(key, SHA256()), key).pem()


def constraints() -> x509.NameConstraints:
    with TemporaryDirectory() as folder:
        authority = x509.load_pem_x509_certificate(CertificateFolder(Path(folder), NOW).authority_pem())
    return authority.extensions.get_extension_for_class(x509.NameConstraints).value


WIDER = x509.NameConstraints([x509.DNSName("local"), x509.DNSName("org")], None)
BEFORE = NOW - timedelta(days=9)


def test_another_program_may_have_made_the_authority_if_it_is_bounded_alike(tmp_path: Path) -> None:
    (tmp_path / AUTHORITY).write_bytes(made := authority_like(True, BEFORE, constraints()))
    CertificateFolder(tmp_path, NOW).context(HERE)
    assert (tmp_path / AUTHORITY).read_bytes() == made


@pytest.mark.parametrize(
    ("ca", "begins", "bounds", "critical"),
    [
        (False, BEFORE, constraints(), True),
        (True, NOW + timedelta(days=2), constraints(), True),
        (True, BEFORE, None, True),
        (True, BEFORE, WIDER, True),
        (True, BEFORE, constraints(), False),
    ],
    ids=["no authority", "not yet", "unbounded", "wider", "not binding"],
)
def test_what_may_sign_more_is_no_authority(
    tmp_path: Path, ca: bool, begins: datetime, bounds: x509.NameConstraints | None, critical: bool
) -> None:
    (tmp_path / AUTHORITY).write_bytes(made := authority_like(ca, begins, bounds, critical))
    CertificateFolder(tmp_path, NOW).context(HERE)
    assert (tmp_path / AUTHORITY).read_bytes() != made
    verify(tmp_path, "192.168.1.5")


def test_a_leaf_that_is_not_valid_yet_is_made_anew(tmp_path: Path) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    (tmp_path / LEAF).unlink()
    CertificateFolder(tmp_path, NOW + timedelta(days=1, hours=12)).context(HERE)
    CertificateFolder(tmp_path, NOW).context(HERE)
    verify(tmp_path, "192.168.1.5")


@pytest.mark.parametrize("name", [AUTHORITY, LEAF])
def test_a_full_disk_is_told_and_leaves_nothing_half(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    CertificateFolder(tmp_path, NOW).context(HERE)
    (tmp_path / name).unlink()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="the disk is full"):
        CertificateFolder(tmp_path, NOW).context(HERE)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / LEAF).mkdir()
    with pytest.raises(StoreError, match="may not be written"):
        CertificateFolder(tmp_path, NOW).context(HERE)
