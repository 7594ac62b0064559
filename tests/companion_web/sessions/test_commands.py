"""`tileye play` and `tileye demo` up to the page: what they open, what they refuse, which port they find."""

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.companion_web.sessions.playing import no_threads_left, turns
from tests.vision.detection.test_runtime import needs_weights
from tests.waiting import wait_until
from tileye.companion_web.cli import main
from tileye.companion_web.commands import demo
from tileye.companion_web.commands.demo import FILM
from tileye.companion_web.commands.serving import PORT, free_port
from tileye.companion_web.errors import InputError
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.storage import open_store

Served = list[dict[str, Any]]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """What the page was asked to serve."""
    calls: Served = []

    def serve(manager: GameManager, **options: object) -> None:
        offers = [offer.key for offer in manager.offers()]
        known = {"manager": manager, "offers": offers, "front": manager.front, "games": manager.games()}
        calls.append({**known, **options})

    monkeypatch.setattr("tileye.companion_web.web.server.serve", serve)
    monkeypatch.setattr("tileye.vision.sources.probing._answers", lambda number, opener: False)
    return calls


def test_without_a_camera_the_other_ways_are_named(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--data", str(tmp_path), "--port", "0", "--no-browser"]) == 0
    (call,) = served
    assert call["offers"] == ["phone", "photos", "hand"]
    assert (call["lan"], call["open_browser"]) == (False, False)
    assert call["port"] > 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert all(word in said for word in ("no camera", "tileye demo", "film", "folder", "stream"))
    assert (tmp_path / "games.sqlite3").is_file()


def test_a_named_film_is_offered_and_set_up_is_filled_in(served: Served, tmp_path: Path) -> None:
    words = ["play", "--source", str(FILM / "film.mp4"), "--players", "Ada, Ben", "--rules", "klasse", "--lan"]
    assert main([*words, "--data", str(tmp_path), "--speed", "3", "--port", "0"]) == 0
    (call,) = served
    assert call["offers"] == ["named", "phone", "photos", "hand"]
    assert call["manager"].settings.prefill == {"rules": "classroom", "players": ["Ada", "Ben"]}
    assert call["manager"].settings.speed == 3
    assert (call["lan"], call["open_browser"]) == (True, True)


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (["--source", "/nowhere/film.mp4"], 1, "there is no /nowhere/film.mp4"),
        (["--rules", "chess"], 2, "no rule set"),
        (["--players", "Ada,"], 2, "is no name"),
        (["--players", "A,B,C,D,E"], 2, "4 names at most, not 5"),
        (["--port", "70000"], 2, "from 0 to 65535"),
        (["--port", "-1"], 2, "from 0 to 65535"),
        (["--speed", "0"], 2, "above 0"),
        (["--speed", "nan"], 2, "above 0"),
        (["--data", "/dev/null/x"], 1, "cannot be made"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    served: Served, capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], status: int, reason: str
) -> None:
    asked = ["play", "--port", "0", "--data", str(tmp_path), *words]
    try:
        found = main(asked)
    except SystemExit as error:
        found = error.code  # type: ignore[assignment]
    said = capsys.readouterr().err
    assert (found, served) == (status, [])
    assert reason in said
    assert said.count("\n") == 1


def test_the_next_port_is_taken_where_the_usual_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        monkeypatch.setattr("tileye.companion_web.commands.serving.PORT", number)
        assert number < free_port(None, lan=False) < number + 20
        with pytest.raises(InputError, match=f"port {number} is taken"):
            free_port(number, lan=False)
    assert free_port(0, lan=True) > 0
    assert PORT == 8710


@needs_weights
def test_the_demo_begins_at_once_and_goes_on_after_it_was_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fronts = []

    def until(what: Callable[[GameManager, str], bool]) -> Callable[..., None]:
        def serve(manager: GameManager, **_: object) -> None:
            front = manager.front
            assert front
            fronts.append(front)
            wait_until(lambda: what(manager, front))

        return serve

    words = ["demo", "--data", str(tmp_path), "--speed", "1000", "--no-browser", "--port", "0"]
    for count in (1, 1):

        def enough(manager: GameManager, front: str, least: int = count) -> bool:
            session = manager.session(front)
            return session is not None and len(turns(session)) >= least

        monkeypatch.setattr("tileye.companion_web.web.server.serve", until(enough))
        assert main(words) == 0
    assert fronts[0] == fronts[1]
    assert no_threads_left()
    store = open_store(tmp_path / "demo")
    assert [player.name for player in store.open(fronts[0]).state.players] == ["Ada", "Dora"]
    store.close()


def test_a_film_that_was_not_installed_is_said_to_be_missing(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = demo._Demo(tmp_path / "none", "demo-cards")
    monkeypatch.setitem(demo._DEMOS, "cards", shown)
    words = ["demo", "--game", "cards", "--data", str(tmp_path), "--port", "0", "--no-browser"]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert said.endswith("this version has no film of cards: tileye demo shows one of tiles\n")
    assert not served
    assert not (tmp_path / "demo-cards").exists()


def test_each_demo_has_its_own_film_and_games(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began = list[Path]()

    class Front:
        id = "front"

    def begin(_: GameManager, film: Path) -> Front:
        began.append(film)
        return Front()

    monkeypatch.setitem(demo._DEMOS, "cards", demo._Demo(demo.FILM, "demo-cards"))
    monkeypatch.setattr(demo, "demo_session", begin)
    assert main(["demo", "--game", "cards", "--data", str(tmp_path), "--port", "0", "--no-browser"]) == 0
    assert began == [demo.FILM]
    assert (tmp_path / "demo-cards" / "games.sqlite3").is_file()
    assert served[0]["front"] == "front"


def test_the_command_line_loads_neither_seeing_nor_the_page() -> None:
    code = (
        "import sys, tileye.companion_web.cli as c; c.build_parser(); "
        "print(sorted({'cv2', 'numpy', 'flask', 'openvino'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_camera_that_is_not_there_is_named_with_those_that_are(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tileye.companion_web.sessions.source_choices._may_have_cameras", lambda: True)
    for found, said in (([], "no camera was found"), ([0, 2], "found: camera 0, camera 2")):
        monkeypatch.setattr("tileye.vision.sources.probing._likely", lambda devices, found=found: found)
        monkeypatch.setattr("tileye.vision.sources.probing._answers", lambda number, opener: True)
        assert main(["play", "--source", "7", "--data", str(tmp_path), "--port", "0", "--no-browser"]) == 0
        assert f"camera 7 is not there ({said})" in capsys.readouterr().err


def test_a_folder_of_broken_pictures_is_refused_at_the_start(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.jpg").write_bytes(b"no picture")
    asked = ["play", "--source", str(folder), "--data", str(tmp_path / "games"), "--port", "0", "--no-browser"]
    assert main(asked) == 1
    assert "holds no pictures that can be read" in capsys.readouterr().err
    assert served == []
