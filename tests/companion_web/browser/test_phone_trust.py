"""Whoever installed the authority of this computer is not warned any more; whoever did not is."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.companion_web.browser.chromium import at_home
from tileye.companion_web.phone.app import create_camera_app
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.phone.service import PhoneService
from tileye.companion_web.storage import open_store


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PhoneService]:
    data = tmp_path / "data"
    data.mkdir()
    store = open_store(data)
    service = PhoneService(
        store,
        data,
        PhoneCamera(),
        lambda one: create_camera_app(one, lambda language: {"playing": False, "text": "", "marks": []}),
        lambda: ("192.168.1.5", "kitchen.local"),
        host="127.0.0.1",
    )
    yield service
    service.close()
    store.close()


def address_of(service: PhoneService) -> str:
    return f"https://127.0.0.1:{service.invite().port}/camera/{service.token}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of somebody who has never trusted anybody."""
    if shutil.which("certutil") is None:
        pytest.skip("certutil (of libnss3-tools) is missing")
    database = tmp_path / "home" / ".pki" / "nssdb"
    database.mkdir(parents=True)
    subprocess.run(["certutil", "-N", "-d", f"sql:{database}", "--empty-password"], check=True, capture_output=True)
    return tmp_path / "home"


def trust(home: Path, service: PhoneService) -> None:
    """Install the authority as somebody on Linux does."""
    pem = home / "tileye.crt"
    pem.write_bytes(service.certificates.authority_pem())
    database = f"sql:{home / '.pki' / 'nssdb'}"
    line = ["certutil", "-A", "-d", database, "-n", "tileye", "-t", "C,,", "-i", str(pem)]
    subprocess.run(line, check=True, capture_output=True)


def test_without_the_authority_the_browser_warns(chromium: Browser, home: Path, service: PhoneService) -> None:
    with at_home(chromium, home) as browser:
        page = browser.new_page()
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            page.goto(address_of(service))


def test_with_the_authority_it_does_not(chromium: Browser, home: Path, service: PhoneService) -> None:
    trust(home, service)
    with at_home(chromium, home) as browser:
        page = browser.new_page()
        answer = page.goto(address_of(service))
        assert answer
        assert answer.status == 200
        details = answer.security_details()
        assert details
        assert (details["issuer"] or "").startswith("tileye on this computer ")
        assert page.evaluate("window.isSecureContext && Boolean(navigator.mediaDevices)")
        session = page.context.new_cdp_session(page)
        told = list[str]()
        session.on("Security.visibleSecurityStateChanged", lambda state: told.append(str(state)))
        session.send("Security.enable")
        page.reload()
        assert told
        assert "'securityState': 'secure'" in told[-1], told[-1]
