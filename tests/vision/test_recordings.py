"""Games kept and told again."""

import json
from pathlib import Path

import pytest

from tests.vision.shown import Script, drawn, live_of, say, told
from tileye.vision.images.pictures import load_picture
from tileye.vision.recordings import SEEN, RecordingError, RecordingWriter, is_recording, replayed
from tileye.vision.referee.events import Event

ONE = {(0, 0): "4O", (1, 0): "2O"}
BAD = {**ONE, (2, 0): "3R"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Event]]:
    """A kept game with an illegal placement, and its events."""
    folder = tmp_path_factory.mktemp("kept") / "game"
    live = live_of(Script().still(drawn({}), 0.6).lay(ONE).lay(BAD, wait=2.0), [say(8.0, "overrule")])
    keeper, events = RecordingWriter(folder, live.referee), list[Event]()
    for step in live.steps():
        keeper.keep(step)
        events += step.events
    keeper.close()
    return folder, events


def test_a_kept_game_tells_the_same_again(kept: tuple[Path, list[Event]]) -> None:
    folder, events = kept
    assert is_recording(str(folder))
    assert not is_recording(str(folder.parent))
    _, steps = replayed(folder)
    assert [event for step in steps for event in step.events] == events
    assert "Violated" in {type(event).__name__ for event in events}


def test_the_frames_that_mattered_lie_there_with_readings_and_decisions(kept: tuple[Path, list[Event]]) -> None:
    folder, _ = kept
    lines = [json.loads(line) for line in (folder / SEEN).read_text(encoding="utf-8").splitlines()]
    shown = [line for line in lines if "picture" in line]
    assert 3 <= len(shown) <= 20
    for line in shown:
        assert load_picture(folder / line["picture"]).shape == (360, 640, 3)
        assert line["explained"]
    last = [line for line in shown if "3R" in json.dumps(line["reading"])][-1]
    assert any(told_of.startswith("illegal 3R@2,0") for told_of in last["explained"])
    assert last["reading"]["cells"] == "held"


def test_a_folder_is_kept_once(kept: tuple[Path, list[Event]]) -> None:
    with pytest.raises(FileExistsError):
        RecordingWriter(kept[0], live_of(Script()).referee)


def test_a_torn_last_line_is_left_out_and_damage_is_told(kept: tuple[Path, list[Event]], tmp_path: Path) -> None:
    lines = (kept[0] / SEEN).read_bytes().splitlines(keepends=True)
    (tmp_path / SEEN).write_bytes(b"".join([*lines[:-1], lines[-1][:5]]))
    steps = replayed(tmp_path)[1]
    assert not next(steps).events
    with pytest.raises(RecordingError, match="torn off"):
        list(steps)
    (tmp_path / SEEN).write_bytes(b"".join([*lines[:3], b"rubbish\n", *lines[3:]]))
    with pytest.raises(RecordingError, match="line 4: not JSON"):
        list(replayed(tmp_path)[1])
    (tmp_path / SEEN).write_bytes(b"")
    with pytest.raises(RecordingError, match="line 1"):
        replayed(tmp_path)


def test_without_a_keeper_nothing_is_different(kept: tuple[Path, list[Event]]) -> None:
    live = live_of(Script().still(drawn({}), 0.6).lay(ONE).lay(BAD, wait=2.0), [say(8.0, "overrule")])
    assert told(live) == kept[1]
