"""The lock is complete, within the bounds of pyproject.toml, and names no registry."""

import re
import tomllib
from importlib import metadata
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.companion_web.browser.programs import ROOT
from tileye.companion_web.supply.lock import LOCK, OPENVINO_LOCK, same_name

ABOUT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = ABOUT["project"]["optional-dependencies"]
WANTED = [Requirement(text) for text in (*ABOUT["project"]["dependencies"], *EXTRAS["dev"], *EXTRAS["openvino"])]
TOOLS = [Requirement(text) for text in ABOUT["build-system"]["requires"]]
TEXT = LOCK.read_text() + OPENVINO_LOCK.read_text()
PINNED = {name: Version(version) for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", TEXT, re.MULTILINE)}


@pytest.mark.parametrize("wanted", [*WANTED, *TOOLS], ids=lambda wanted: wanted.name)
def test_each_requirement_is_pinned_within_its_bounds(wanted: Requirement) -> None:
    assert PINNED[same_name(wanted.name)] in wanted.specifier


@pytest.mark.parametrize("wanted", [*WANTED, *TOOLS], ids=lambda wanted: wanted.name)
def test_each_requirement_has_both_bounds(wanted: Requirement) -> None:
    bounds = {one.operator: Version(one.version) for one in wanted.specifier}
    assert set(bounds) == {">=", "<"}
    # Major versions, minor ones before the first; the pinned one is of the newest that is allowed.
    pinned, below = PINNED[same_name(wanted.name)], bounds["<"]
    assert below.micro == 0
    assert below.major == pinned.major + 1 or below.minor == pinned.minor + 1


def test_what_packages_bring_is_pinned_too() -> None:
    for name in PINNED.keys() & {same_name(one.name) for one in metadata.distributions()}:
        brought = [Requirement(text) for text in metadata.requires(name) or ()]
        missing = [one.name for one in brought if not one.marker and same_name(one.name) not in PINNED]
        assert not missing, name


def test_each_package_has_hashes_and_no_address_is_named() -> None:
    entries = re.split(r"\n(?=[a-z])", TEXT)[1:]
    assert len(entries) == len(PINNED)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in entries)
    assert not re.search(r"https?:|index-url|find-links|file:", TEXT)
