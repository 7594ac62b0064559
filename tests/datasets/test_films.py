"""Films as files."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.datasets.short_film import short_film
from tileye.datasets import films
from tileye.datasets.assets.material import MaterialError
from tileye.datasets.film.demo import FINELY_RENDERED, RENDERED, write_h264
from tileye.datasets.film.filming import COMPOSED
from tileye.datasets.film.timeline import Timeline
from tileye.datasets.films import main, make_film, moments_of
from tileye.datasets.folders import MADE_OF, made_of
from tileye.datasets.preview import contact_sheet
from tileye.rules.jsonlines import dump


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the short film."""
    folder = tmp_path_factory.mktemp("films") / "short"
    assert make_film(short_film(), folder)
    return folder


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every film is the short one."""

    def tell(_split: str, _seed: int) -> Timeline:
        return short_film()

    monkeypatch.setattr(films, "tell", tell)
    monkeypatch.setattr(films, "tell_cards", tell)
    monkeypatch.setattr(films, "tell_demo", short_film)


def _run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["films", *words])
    return main()


def test_a_film_reads_back_with_its_size_speed_and_length(folder: Path) -> None:
    film = cv2.VideoCapture(str(folder / "film.mp4"))
    frames = []
    while (read := film.read())[0]:
        frames.append(read[1])
    assert film.get(cv2.CAP_PROP_FPS) == 15
    assert len(frames) == film.get(cv2.CAP_PROP_FRAME_COUNT) == 22
    assert frames[0].shape == (180, 320, 3)
    blue, green, red = frames[0][81:100, 102:122].mean(axis=(0, 1))
    assert red > 1.3 * max(blue, green)


def test_truth_and_inputs_are_those_of_the_timeline(folder: Path) -> None:
    for name, events in (("truth", short_film().truth), ("inputs", short_film().inputs)):
        lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line) for line in lines] == list(events)
        assert lines == [dump(event) for event in events]


def test_nothing_else_is_left_in_the_folder(folder: Path) -> None:
    assert {file.name for file in folder.iterdir()} == {"film.mp4", "truth.jsonl", "inputs.jsonl", MADE_OF}


def test_a_finished_film_is_kept(folder: Path) -> None:
    before = (folder / "film.mp4").stat().st_mtime_ns
    assert not make_film(short_film(), folder)
    assert (folder / "film.mp4").stat().st_mtime_ns == before


@pytest.mark.parametrize("what", ["film.mp4", "truth.jsonl"])
def test_a_film_that_is_not_whole_or_of_another_game_is_made_anew(tmp_path: Path, what: str) -> None:
    short = short_film(seconds=0.2)
    assert make_film(short, tmp_path)
    (tmp_path / what).unlink()
    assert make_film(short, tmp_path)
    assert not make_film(short, tmp_path)


def test_a_film_of_another_look_or_by_other_code_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short = short_film(seconds=0.2)
    assert make_film(short, tmp_path)
    darker = replace(short, sensor=replace(short.sensor, brightness=0.3))
    assert make_film(darker, tmp_path)
    assert not make_film(darker, tmp_path)
    before = made_of(tmp_path)
    monkeypatch.setattr(films, "drawing_key", lambda *_: "other")
    assert make_film(darker, tmp_path)
    assert made_of(tmp_path) != before


def test_an_interrupted_film_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(films, "frame_count", lambda _: 99)
    with pytest.raises(OSError, match="room on the disk"):
        make_film(short_film(seconds=0.2), tmp_path)
    assert not (tmp_path / "film.mp4").exists()


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(("game", "count", "begins"), [("tiles", 12, "test-"), ("cards", 8, "cards-test-")])
def test_all_films_of_a_split_get_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, count: int, begins: str
) -> None:
    made: list[Path] = []

    def make(_timeline: Timeline, folder: Path) -> bool:
        made.append(folder)
        return True

    monkeypatch.setattr(films, "make_film", make)
    assert _run(monkeypatch, "--game", game, "--split", "test", "--all", "--out", str(tmp_path)) == 0
    assert len(made) == count
    assert {folder.parent for folder in made} == {tmp_path}
    assert len({folder.name for folder in made}) == count
    assert all(folder.name.startswith(begins) for folder in made)


@pytest.mark.usefixtures("told")
def test_a_preview_shows_moments_of_the_film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = tmp_path / "sheet.png"
    assert _run(monkeypatch, "--demo", "--preview", str(sheet)) == 0
    picture = cv2.imread(str(sheet))
    assert picture is not None
    assert picture.shape == (6 * 270, 4 * 480, 3)
    assert np.array_equal(picture[..., ::-1], contact_sheet(moments_of(short_film()), (480, 270)))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--split", "train", "--seed", "1", "--out", "x"), "invalid choice: 'train'"),
        (("--split", "dev", "--seed", "-1", "--out", "x"), "0 or more, not -1"),
        (("--split", "dev", "--seed", "one", "--out", "x"), "invalid int value"),
        (("--seed", "1", "--out", "x"), "--split dev or --split test"),
        (("--game", "chess", "--split", "dev", "--seed", "1", "--out", "x"), "invalid choice: 'chess'"),
        (("--split", "dev", "--demo", "--out", "x"), "--split dev or --split test"),
        (("--split", "dev", "--seed", "1", "--composed", "--out", "x"), "--composed goes with --demo"),
        (("--split", "dev", "--out", "x"), "one of the arguments --seed --all --demo is required"),
        (("--split", "dev", "--seed", "1"), "--out"),
        (("--split", "dev", "--all", "--preview", "x.png"), "--preview the picture of one film"),
        (("--split", "dev", "--seed", "1", "--preview", "x.txt"), "has to end in .jpg or .png"),
        (("--split", "dev", "--seed", "1", "--preview", "/nonexistent/x.png"), "there is no folder /nonexistent"),
    ],
)
def test_wrong_parameters_get_one_sentence(
    words: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        _run(monkeypatch, *words)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("place", ["file", "file/folder"])
def test_a_folder_that_cannot_be_written_gets_one_sentence(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as stop:
        _run(monkeypatch, "--demo", "--out", str(tmp_path / place))
    assert stop.value.code == 2
    assert "is a file; name a folder" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.usefixtures("told")
def test_all_films_go_into_the_cache_unless_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILEYE_CACHE", str(tmp_path))
    monkeypatch.setattr(films, "make_film", lambda _timeline, _folder: True)
    assert _run(monkeypatch, "--split", "dev", "--all") == 0
    folders = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert len(folders) == 12
    assert {folder.parent for folder in folders} == {tmp_path / "films"}


def test_missing_material_gets_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def tell(split: str, seed: int) -> Timeline:
        raise MaterialError("the pack is missing")

    monkeypatch.setattr(films, "tell", tell)
    assert _run(monkeypatch, "--split", "dev", "--seed", "1", "--out", str(tmp_path)) == 1
    assert capsys.readouterr().err.endswith("the pack is missing\n")


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("game", ["tiles", "cards"])
def test_the_demo_film_of_a_game_is_rendered_or_composed(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[Timeline, Path, object, object]] = []

    def make(timeline: Timeline, folder: Path, *, source: object, write: object) -> bool:
        made.append((timeline, folder, source, write))
        return True

    monkeypatch.setattr(films, "make_film", make)
    monkeypatch.setattr(films, "can_render", lambda: True)
    monkeypatch.setattr(films, "find_spec", lambda _name: True)
    asked = {"tiles": short_film(), "cards": short_film(seconds=0.2)}
    monkeypatch.setattr(films, "tell_card_demo", lambda: asked["cards"])
    assert _run(monkeypatch, "--demo", "--game", game, "--out", str(tmp_path)) == 0
    source = RENDERED if game == "tiles" else FINELY_RENDERED
    assert made == [(asked[game], tmp_path, source, write_h264)]
    # Composed it wants no Blender.
    monkeypatch.setattr(films, "can_render", lambda: False)
    assert _run(monkeypatch, "--demo", "--game", game, "--composed", "--out", str(tmp_path)) == 0
    assert made[1:] == [(asked[game], tmp_path, COMPOSED, write_h264)]


@pytest.mark.parametrize(("game", "target"), [("tiles", "demo-film"), ("cards", "demo-film-cards")])
@pytest.mark.parametrize("missing", ["bpy", "imageio_ffmpeg"])
def test_the_demo_film_needs_the_rendering_environment(
    tmp_path: Path,
    missing: str,
    game: str,
    target: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(films, "can_render", lambda: missing != "bpy")
    monkeypatch.setattr(films, "find_spec", lambda name: name != missing)
    with pytest.raises(SystemExit) as stop:
        _run(monkeypatch, "--demo", "--game", game, "--out", str(tmp_path))
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith(f"make {target}\n")


def test_a_composed_demo_film_needs_what_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(films, "find_spec", lambda _name: None)
    with pytest.raises(SystemExit) as stop:
        _run(monkeypatch, "--demo", "--composed", "--out", str(tmp_path))
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("pip install it\n")
