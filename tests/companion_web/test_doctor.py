"""`tileye doctor`: what is printed, for people and for programs, and the exit status."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.vision.detection.test_runtime import needs_weights
from tests.waiting import PATIENCE
from tileye.companion_web.cli import main
from tileye.companion_web.diagnosis.checks import Examiner, Finding, Surroundings, advice, found
from tileye.companion_web.diagnosis.examination import EXAMINERS
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.phone.certificates import AUTHORITY, LEAF, CertificateFolder
from tileye.companion_web.storage.folder import alone

ALWAYS = {"name", "ok", "blocks", "text", "advice"}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without cameras, whatever is plugged into this one."""
    monkeypatch.setattr("tileye.vision.sources.probing.probe_cameras", lambda taken: [])


def examined(capsys: pytest.CaptureFixture[str], data: Path) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit status, and all checks by their names."""
    status = main(["doctor", "--json", "--data", str(data)])
    said = capsys.readouterr()
    assert said.err == ""
    answer = json.loads(said.out)
    assert set(answer) == {"ok", "checks"}
    assert answer["ok"] == (status == 0) == (not any(check["blocks"] for check in answer["checks"]))
    return status, {check["name"]: check for check in answer["checks"]}


@needs_weights
def test_programs_get_the_same_keys_whatever_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, good = examined(capsys, tmp_path)
    assert status == 0
    status, bad = examined(capsys, tmp_path / "file" / "games")
    assert status == 1
    assert [name for name, check in bad.items() if check["blocks"]] == ["data"]
    for found_ in (good, bad):
        assert {name: set(check) for name, check in found_.items()} == {
            examiner.name: {*ALWAYS, *examiner.values} for examiner in EXAMINERS
        }
        assert all(check["ok"] == (check["advice"] is None) and check["text"] for check in found_.values())


@needs_weights
def test_a_camera_that_is_missing_is_no_failure(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, checks = examined(capsys, tmp_path)
    assert (status, checks["cameras"]["ok"], checks["cameras"]["blocks"]) == (0, False, False)
    assert "phone" in checks["cameras"]["advice"]


@needs_weights
def test_a_store_in_use_is_no_failure(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with alone(tmp_path):
        status, checks = examined(capsys, tmp_path)
    assert (status, checks["data"]["ok"], checks["data"]["in_use"]) == (0, True, True)


def test_missing_weights_are_a_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tileye.vision.detection.runtime.weights_folder", lambda: tmp_path)
    status, checks = examined(capsys, tmp_path)
    assert status == 1
    assert checks["weights"]["advice"] == "Install tileye anew."


LOOKS = {
    "cameras": Finding((found("no_camera"),), advice("no_camera")),
    "disk": Finding((found("disk", mb=3),), advice("full"), blocks=True),
    "data": Finding((found("data_new", folder="/home/\x1b[2Jada"),)),
}


def known(name: str) -> Examiner:
    """A check that finds what stands above."""

    def look(_: Surroundings) -> Finding:
        return LOOKS[name]

    return Examiner(name, look, ())


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three checks only."""
    examiners = tuple(map(known, LOOKS))
    monkeypatch.setattr("tileye.companion_web.commands.doctor.EXAMINERS", examiners)


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_get_a_table_in_their_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, three: None
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_CH.UTF-8")
    assert main(["doctor", "--data", str(tmp_path)]) == 1
    chosen, told = words(language), capsys.readouterr().out
    rows = " ".join(told.split())
    assert rows.isprintable()
    for name, mark in (("cameras", "note"), ("disk", "fails"), ("data", "ok")):
        assert f"{chosen[f'doctor.names.{name}']} {chosen[f'doctor.marks.{mark}']}" in rows
    assert f"→ {' '.join(chosen['doctor.advice.no_camera'].split())}" in rows
    assert " ".join(chosen.say("doctor.blocked", names=chosen["doctor.names.disk"]).split()) in rows


@needs_weights
def test_nothing_is_left_behind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert examined(capsys, tmp_path / "games")[0] == 0
    assert list(tmp_path.iterdir()) == []


@needs_weights
def test_certificates_are_neither_made_nor_touched(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bare, used = tmp_path / "bare", tmp_path / "used"
    bare.mkdir()
    CertificateFolder(used).context(["192.168.1.5"])
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in used.iterdir()}
    assert set(before) == {AUTHORITY, LEAF}
    for folder in (bare, used):
        assert examined(capsys, folder)[1]["tls"]["certificate"]
    assert list(bare.iterdir()) == []
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in used.iterdir()} == before


@pytest.mark.parametrize("damage", [None, "raise OSError('it is broken')"])
def test_what_play_needs_is_told_without_a_traceback(tmp_path: Path, damage: str | None) -> None:
    code = "import sys; "
    if damage is None:
        code += "sys.modules['h11'] = None; "
    else:
        (tmp_path / "h11.py").write_text(damage)
        code += f"sys.path.insert(0, {str(tmp_path)!r}); "
    code += "from tileye.companion_web.cli import main; sys.exit(main(sys.argv[1:]))"
    line = [sys.executable, "-c", code, "play", "--no-browser", "--port", "0", "--data", str(tmp_path / "games")]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert ("h11" if damage is None else "it is broken") in done.stderr
    assert "install tileye anew" in done.stderr
