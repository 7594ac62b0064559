"""What works on this machine, told to whoever sits at it."""

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.companion_web.web.conftest import CODES
from tests.companion_web.web.visitors import PORT, Visitor
from tileye.companion_web.diagnosis.checks import Examiner, Finding, Surroundings, found
from tileye.companion_web.diagnosis.examination import EXAMINERS
from tileye.companion_web.languages import words
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import open_store
from tileye.companion_web.storage.folder import alone, note_address
from tileye.companion_web.web.api.schemas import SCHEMAS, ref
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.options import Options
from tileye.companion_web.web.schema import problems


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without cameras, whatever is plugged into this one."""
    monkeypatch.setattr("tileye.vision.sources.probing.probe_cameras", lambda taken: [])


def checks(answer: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401 - JSON
    return {check["name"]: check for check in answer["checks"]}


def test_it_is_told_as_described_in_the_language_of_the_page(tmp_path: Path) -> None:
    with alone(tmp_path), closing(open_store(tmp_path)) as store:
        note_address(tmp_path, "http://127.0.0.1:8712/")
        settings = ManagerSettings(folder=tmp_path)
        ada = Visitor(create_app(GameManager(store, Sources(finder=list), settings), Options(PORT)))
        ada.begin()
        answer = ada.get("/api/doctor?lang=fr")
    assert answer.status_code == 200
    assert list(problems(answer.json, ref("Diagnosis"), SCHEMAS)) == []
    told = checks(answer.json)
    assert list(told) == [examiner.name for examiner in EXAMINERS]
    assert told["cameras"]["text"] == words("fr")["doctor.found.no_camera"]
    data = told["data"]
    assert (data["folder"], data["games"], data["address"]) == (str(tmp_path), 1, "http://127.0.0.1:8712/")
    assert data["ok"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Surroundings]:
    """What the only check was told."""
    told: list[Surroundings] = []

    def look(around: Surroundings) -> Finding:
        told.append(around)
        return Finding((found("no_camera"),))

    examiners = (Examiner("cameras", look, ()),)
    monkeypatch.setattr("tileye.companion_web.web.api.doctor.EXAMINERS", examiners)
    return told


def test_cameras_that_games_look_through_are_left_alone(
    ada: Visitor, manager: GameManager, monkeypatch: pytest.MonkeyPatch, asked: list[Surroundings]
) -> None:
    game = ada.begin()
    assert ada.get("/api/doctor").status_code == 200
    monkeypatch.setitem(manager._open, game, replace(manager._open[game], source="camera-2"))
    assert ada.get("/api/doctor").status_code == 200
    assert [around.cameras_in_use for around in asked] == [(), (2,)]


def test_only_whoever_sits_at_the_machine_is_told(host: Visitor, guest: Visitor, asked: list[Surroundings]) -> None:
    assert guest.get("/api/doctor").status_code == 401
    guest.join(CODES.viewer)
    assert guest.get("/api/doctor").status_code == 403
    guest.join(CODES.referee)
    refused = guest.get("/api/doctor?lang=de")
    assert refused.status_code == 403
    assert refused.json == {"error": words("de")["web.errors.here_only"], "code": "here_only"}
    assert asked == []
    assert host.get("/api/doctor").status_code == 200
    assert ['id="examine"' in visitor.get("/help").text for visitor in (host, guest)] == [True, False]


def test_it_may_not_be_asked_again_and_again(ada: Visitor, asked: list[Surroundings]) -> None:
    answers = {ada.get("/api/doctor").status_code for _ in range(30)}
    assert answers == {200, 429}


def test_the_script_has_all_words_that_it_says(ada: Visitor) -> None:
    script = (Path(__file__).parents[3] / "companion_web/web/static/js/help.js").read_text(encoding="utf-8")
    said = set(re.findall(r'say\("([\w.]+)"', script))
    said |= {f"doctor.names.{examiner.name}" for examiner in EXAMINERS}
    page = ada.get("/help").text
    assert said
    assert [key for key in said if f'"{key}"' not in page] == []
