"""Writes the exact packages for development and CI, with their hashes: `python -m tileye.companion_web.supply.lock`.

Packages are resolved as pyproject.toml wants them, then their files for every system and Python that we work with are
listed. No address of a registry is written: any that has the same files will do.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
LOCK = _ROOT / "tests" / "requirements.txt"
OPENVINO_LOCK = LOCK.with_name("requirements-openvino.txt")
"""What the extra brings, to be installed besides."""
_PYTHONS = ("3.11", "3.12", "3.13", "3.14")
_LINUX = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_26", "manylinux_2_24", "manylinux_2_17", "manylinux2014")
_MAC = tuple(
    f"macosx_{version}_{chip}" for version in ("14_0", "13_0", "12_0", "11_0") for chip in ("arm64", "universal2")
)
_SYSTEMS = {
    "Linux on Intel and AMD": tuple(
        f"{tag}_x86_64" for tag in (*_LINUX, "manylinux1", "manylinux_2_5", "manylinux_2_12")
    ),
    "Linux on ARM": tuple(f"{tag}_aarch64" for tag in _LINUX),
    "macOS": _MAC,
    "Windows": ("win_amd64",),
}
_OPENVINO = ("openvino", "openvino-telemetry")
_NOT_FOR = {"Linux on ARM": _OPENVINO}
_ONLY_WINDOWS = "colorama"
"""What others want on Windows alone, so that it is not found elsewhere."""
_MARKERS = {
    _ONLY_WINDOWS: "sys_platform == 'win32'",
    **dict.fromkeys(_OPENVINO, "sys_platform != 'linux' or platform_machine == 'x86_64'"),
}
_HEAD = """# The packages for development and CI, written by `make lock`. Players get what pyproject.toml allows.
"""

Hashes = dict[str, set[str]]
"""The hashes of each package, by its name and version as in `numpy==2.4.6`."""


def main(words: Sequence[str] | None = None) -> int:
    """Resolve, ask for the files of every system, write the lock."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args(words)
    pins = _pins(_report([f"{_ROOT}[dev,openvino]", _ONLY_WINDOWS, *_build_tools()]))
    hashes: Hashes = defaultdict(set)
    for system, tags in _SYSTEMS.items():
        wanted = [pin for pin in pins if _name(pin) not in _NOT_FOR.get(system, ())]
        for python in _PYTHONS:
            sys.stderr.write(f"{system}, Python {python}\n")
            for pin, found in _hashes(_report(wanted, python=python, tags=tags)):
                hashes[pin].add(found)
    for file, extra in ((LOCK, False), (OPENVINO_LOCK, True)):
        lines = [_line(pin, hashes[pin]) for pin in pins if (_name(pin) in _OPENVINO) == extra]
        file.write_text(_HEAD + "".join(lines), encoding="utf-8")
    return 0


def _build_tools() -> list[str]:
    about = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools: list[str] = about["build-system"]["requires"]
    return tools


def _report(wanted: Iterable[str], *, python: str = "", tags: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What pip would install, here or on another system; nothing is installed."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "report.json"
        line = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--dry-run",
            "--ignore-installed",
            "--only-binary=:all:",
        ]
        if tags:
            systems = [word for tag in tags for word in ("--platform", tag)]
            line += ["--no-deps", "--target", folder, "--python-version", python, *systems]
        subprocess.run([*line, "--report", str(kept), *wanted], check=True, stderr=subprocess.DEVNULL)
        found: list[dict[str, Any]] = json.loads(kept.read_text(encoding="utf-8"))["install"]
        return found


def _pins(report: list[dict[str, Any]]) -> list[str]:
    about = [one["metadata"] for one in report]
    return sorted(f"{same_name(one['name'])}=={one['version']}" for one in about if one["name"] != "tileye")


def _hashes(report: list[dict[str, Any]]) -> Iterable[tuple[str, str]]:
    for one in report:
        pin = f"{same_name(one['metadata']['name'])}=={one['metadata']['version']}"
        yield pin, one["download_info"]["archive_info"]["hashes"]["sha256"]


def same_name(name: str) -> str:
    """One way to write a name that may be written in several."""
    return name.lower().replace("_", "-").replace(".", "-")


def _name(pin: str) -> str:
    return pin.partition("==")[0]


def _line(pin: str, hashes: Iterable[str]) -> str:
    marker = _MARKERS.get(_name(pin))
    lines = [f"{pin} ; {marker}" if marker else pin, *(f"    --hash=sha256:{one}" for one in sorted(hashes))]
    return " \\\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
