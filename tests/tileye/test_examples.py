"""What `docs/api.md` shows is true, and the examples run."""

import doctest
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from tileye.vision.images.pictures import load_picture

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "vision" / "benchmarks" / "benchmark.jpg"


@pytest.mark.parametrize("document", ["api.md"])
def test_documents_show_what_happens(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    outcome = doctest.testfile(str(ROOT / "docs" / document), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 20
    assert not outcome.failed


def run(name: str, *words: object) -> str:
    command = [sys.executable, str(ROOT / "examples" / f"{name}.py"), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_move_is_found(tmp_path: Path) -> None:
    assert run("find_the_best_move", PICTURE, "1R", "2R", "3R", "4R", "5R", "6R").count(" points: ") == 3


def test_a_game_is_followed(tmp_path: Path) -> None:
    # A folder is as good as a film, and does not take as long.
    whole = load_picture(PICTURE)[..., ::-1]
    for number in (1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), whole)
    shown = run("follow_a_film", tmp_path, "Ada", "Ben").splitlines()
    assert shown[-1] == "Ada 0 : Ben 0"


def test_a_move_between_two_photographs_is_scored(tmp_path: Path) -> None:
    picture = load_picture(PICTURE)[..., ::-1]
    files = [tmp_path / "before.png", tmp_path / "after.png"]
    for file in files:
        cv2.imwrite(str(file), picture)
    assert run("score_a_photo", *files) == "0 tiles laid: illegal (empty_move)\n"
