"""Ports, addresses, certificates."""

import socket
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509

from tileye.companion_web.commands import serving
from tileye.companion_web.diagnosis.checks import Surroundings
from tileye.companion_web.diagnosis.network import addresses_found, ports, throw_away_certificate, tls

AROUND = Surroundings(Path("nowhere"))


def test_the_next_port_is_told_where_the_usual_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", number)
        finding = ports(AROUND)
    assert finding.advice is None
    assert (finding.values["usual"], finding.values["phone"]) == (number, True)
    assert number < finding.values["page"] < number + 20
    assert [one.code for one in finding.text] == ["found.port_moved", "found.ports"]


def test_without_any_port_nothing_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        taken = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        monkeypatch.setattr(serving, "PORT", taken.getsockname()[1])
        monkeypatch.setattr(serving, "_MOST_TRIES", 1)
        finding = ports(AROUND)
    assert finding.blocks
    assert finding.advice
    assert finding.advice.code == "advice.no_port"


@pytest.mark.parametrize(
    ("told", "private", "to_do"),
    [
        (("192.168.1.5", "kitchen", "kitchen.local"), True, None),
        (("203.0.113.7", "10.0.0.7", "kitchen"), True, None),
        (("172.20.3.4", "kitchen"), True, None),
        (("203.0.113.7", "kitchen"), False, "advice.not_private"),
        (("169.254.3.4", "kitchen"), False, "advice.not_private"),
        (("kitchen",), False, "advice.no_network"),
        ((), False, "advice.no_network"),
    ],
)
def test_whether_a_phone_can_come_is_told(told: tuple[str, ...], private: bool, to_do: str | None) -> None:
    finding = addresses_found(told)
    assert (finding.advice.code if finding.advice else None) == to_do
    assert not finding.blocks
    assert finding.values["private"] == private
    assert [*finding.values["numbers"], *finding.values["names"]] == list(told)
    assert finding.text[-1].code == "found.firewall"


def test_a_certificate_is_made_in_memory() -> None:
    made = x509.load_pem_x509_certificate(throw_away_certificate())
    made.verify_directly_issued_by(made)
    assert made.not_valid_before_utc <= datetime.now(UTC) < made.not_valid_after_utc


def test_what_certificates_need_is_told() -> None:
    finding = tls(AROUND)
    assert finding.advice is None
    assert finding.values["certificate"]
    assert finding.values["cryptography"]
    assert "SSL" in str(finding.values["openssl"])


def test_without_the_library_no_certificate_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    finding = tls(AROUND)
    assert (finding.values["certificate"], finding.blocks) == (False, False)
    assert finding.advice
    assert finding.advice.code == "advice.reinstall_why"
