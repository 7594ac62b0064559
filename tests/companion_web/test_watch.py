"""`tileye watch`, with nets for tests that see white squares."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.vision.detection.test_runtime import needs_weights
from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.shown import drawn, reader
from tileye.companion_web.cli import main
from tileye.rules.record import read_record
from tileye.vision.annotate import save_picture
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader, reads_cards

ONE = {(0, 0): "4O", (1, 0): "2O"}
TWO = {**ONE, (1, 1): "2R", (1, 2): "2B"}
BAD = {**TWO, (2, 0): "3G"}
DEMO = Path(__file__).parents[2] / "companion_web" / "film"


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileye.vision.reading.open_reader", reader)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pictures of the table after each turn."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number, board in enumerate((ONE, TWO, TWO, BAD, BAD), 1):
        save_picture(pictures / f"{number:02}.png", drawn(board))
    return pictures


def watch(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, list[dict[str, Any]], str]:
    status = main(["watch", "--json", *map(str, words)])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


def test_a_folder_is_a_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, events, err = watch(capsys, folder, "--players", "Ada,Ben")
    assert (status, err) == (0, "")
    assert [(event["event"], event["at"], event["image"]) for event in events if event["event"] != "proposed"] == [
        ("turn", 1, "01.png"),
        ("turn", 2, "02.png"),
        ("exchange", 3, "03.png"),
        ("violation", 4, "04.png"),
        ("turn", 5, "05.png"),
        ("exchange", 5, "05.png"),
        ("ended", 5, "05.png"),
        ("sheet", 5, "05.png"),
    ]
    assert list(events[1]) == [
        "event",
        "at",
        "number",
        "player",
        "placed",
        "lines",
        "points",
        "total",
        "overruled",
        "violations",
        "image",
    ]
    assert [player["name"] for player in events[-1]["players"]] == ["Ada", "Ben"]


def test_a_picture_after_a_missing_one_is_perhaps_two_turns(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "02.png").unlink()
    _, events, err = watch(capsys, folder, "--record", tmp_path / "kept")
    found = [(event["image"], event["event"], event["perhaps"]) for event in events if "perhaps" in event]
    assert found == [("03.png", "proposed", "two_turns"), ("03.png", "turn", "two_turns")]
    assert err == ""
    _, again, _ = watch(capsys, tmp_path / "kept")
    assert [event["event"] for event in again if "perhaps" in event] == ["proposed", "turn"]
    main(["watch", str(folder)])
    lines = capsys.readouterr().out.splitlines()
    doubted = [line for line in lines if "perhaps these are two turns: see whether a picture is missing" in line]
    assert [line.split(":")[0] for line in doubted] == ["03.png", "03.png"]


def test_classroom_knows_no_exchange(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, events, _ = watch(capsys, folder, "--rules", "classroom")
    assert "pass" in [event["event"] for event in events]


def test_the_record_is_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.jsonl"
    _, events, _ = watch(capsys, folder, "--out", out)
    game = read_record(out.read_bytes().splitlines()).game
    assert game.state.ended == "stopped"
    assert list(game.state.points) == [player["points"] for player in events[-1]["players"]]
    with pytest.raises(SystemExit) as caught:
        watch(capsys, folder, "--out", out)
    assert caught.value.code == 2
    assert "exists already, name a new file" in capsys.readouterr().err


def test_each_line_is_on_disk_before_its_event_is_printed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, shown = tmp_path / "game.jsonl", list[tuple[str, str]]()

    class Reader:
        """Whoever reads what is printed."""

        def write(self, text: str) -> None:
            shown.append((text, out.read_text(encoding="utf-8")))

        def flush(self) -> None:
            pass

        def isatty(self) -> bool:
            return False

    monkeypatch.setattr(sys, "stdout", Reader())
    assert main(["watch", "--json", str(folder), "--out", str(out)]) == 0
    turns = [(json.loads(text), disk) for text, disk in shown if '"turn"' in text]
    assert len(turns) == 3
    for event, disk in turns:
        assert json.dumps(event["placed"], separators=(",", ":")) in disk


def test_people_read_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(folder), "--players", "Ada,Ben"]) == 0
    out = capsys.readouterr().out
    assert "01.png: turn 1: Ada laid 4O at 0,0 2O at 1,0: 2 points, 2 altogether\n" in out
    assert "04.png: Ben may not lay 3G at 2,0: A line is neither all of one colour nor all of one shape." in out
    assert "03.png: turn 3: Ada exchanged tiles\n" in out
    assert "\n  Ada: 2 points, 0 Qwirkles\n" in out


def test_inputs_are_heard_and_broken_ones_told(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs = tmp_path / "inputs.jsonl"
    inputs.write_text('{"at":0,"input":"opening","declared":[1,2]}\n\nrubbish\n{"at":1.5,"input":"shout"}\n')
    status, events, err = watch(capsys, folder, "--inputs", inputs)
    assert status == 1
    assert [line.split(", ")[1][:20] for line in err.splitlines()] == ["line 3 is left out: ", "line 4 is left out: "]
    assert (events[-2]["event"], events[-1]["event"]) == ("ended", "sheet")
    assert next(event for event in events if event["event"] == "turn")["player"] == 1


def test_a_picture_that_cannot_be_read_is_told_and_the_rest_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "01b.png").write_bytes(b"nothing")
    status, events, err = watch(capsys, folder)
    assert status == 1
    assert err.startswith("tileye: 01b.png: ")
    assert sum(event["event"] == "turn" for event in events) == 3


def test_a_recording_tells_the_same_again_and_explains(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept"
    _, events, _ = watch(capsys, folder, "--record", kept)
    status, again, err = watch(capsys, kept)
    assert (status, err) == (0, "")
    assert again == [{name: value for name, value in event.items() if name != "image"} for event in events]
    assert main(["watch", str(kept), "--explain"]) == 0
    assert "illegal 3G@2,0: -4.0 = -4.0 before, 0.0 by what was seen" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["film", "--pause", "5"], "tiles is played with tiles"),
        (["film", "--rules", "cards-de", "--pause", "soon"], "seconds are needed"),
        (["film", "--rules", "chess"], "no rule set is called 'chess'"),
        (["film", "--players", "Ada"], "2 to 4 players"),
        (["film", "--players", "Ada,,Ben"], "is no name"),
        (["film", "--json", "--explain"], "leave out --json"),
    ],
)
def test_wrong_usage_has_status_2(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["watch", *words])
    err = capsys.readouterr().err
    assert caught.value.code == 2
    assert said in err
    assert err.count("\n") == 1


def test_what_cannot_be_opened_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    for words in ([tmp_path / "nothing"], [tmp_path / "empty"], [tmp_path, "--inputs", tmp_path / "nothing"]):
        status, events, err = watch(capsys, *words)
        assert (status, events) == (1, [])
        assert err.startswith("tileye: ")
        assert err.count("\n") == 1


@needs_weights
def test_the_program_follows_a_cut_off_film_to_its_end(tmp_path: Path) -> None:
    import cv2

    film = tmp_path / "film.avi"
    source = cv2.VideoCapture(str(DEMO / "film.mp4"))
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 15, (640, 360))
    for _ in range(240):
        writer.write(cv2.resize(source.read()[1], (640, 360)))
    writer.release()
    film.write_bytes(film.read_bytes()[: int(0.66 * film.stat().st_size)])
    words = [sys.executable, "-m", "tileye", "watch", "--json", "--players", "Ada,Dora", str(film)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert "it was cut off" in done.stderr
    assert [event["placed"] for event in events if event["event"] == "turn"] == [
        [["1B", 0, 0], ["2B", 1, 0], ["3B", 2, 0]]
    ]
    assert events[-1]["event"] == "sheet"


def test_the_first_picture_may_show_a_game_that_has_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, board in enumerate((TWO, {**TWO, (2, 0): "5O"}), 1):
        save_picture(tmp_path / f"{number:02}.png", drawn(board))
    status, events, _ = watch(capsys, tmp_path)
    assert status == 0
    assert [event["event"] for event in events] == ["board", "proposed", "turn", "ended", "sheet"]
    assert events[0]["image"] == "01.png"
    assert sorted(events[0]["board"]) == sorted([tile, x, y] for (x, y), tile in TWO.items())
    assert (events[2]["number"], events[2]["points"]) == (1, 3)


@pytest.mark.parametrize(("begin", "told"), [("turn", "violation"), ("board", "board")])
def test_what_lies_there_can_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], begin: str, told: str) -> None:
    save_picture(tmp_path / "01.png", drawn(TWO))
    _, events, _ = watch(capsys, tmp_path, "--begin", begin)
    assert events[0]["event"] == told


CARDS = {(-6, -2): "1R", (-5, -2): "2R", (-4, -2): "3R"}
MORE = {**CARDS, (-6, 2): "1G", (-5, 2): "2G", (-4, 2): "3G"}


def test_a_folder_of_cards_is_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = CardReader(CardFinder(PieceSquares(CARD), 640), RedCards())
    monkeypatch.setattr("tileye.vision.cards.reading.open_card_reader", lambda: cards)
    pictures, record = tmp_path / "pictures", tmp_path / "game.jsonl"
    pictures.mkdir()
    for number, board in enumerate((CARDS, MORE, {**MORE, (-3, 2): "4B"}), 1):
        save_picture(pictures / f"{number:02}.png", drawn(board))
    status, events, err = watch(
        capsys, pictures, "--rules", "cards-en", "--out", record, "--record", tmp_path / "kept", "--pause", "9"
    )
    assert (status, err) == (0, "")
    told = [(event["event"], event["image"]) for event in events if event["event"] != "proposed"]
    assert told == [
        ("turn", "01.png"),
        ("turn", "02.png"),
        ("violation", "03.png"),
        ("ended", "03.png"),
        ("sheet", "03.png"),
    ]
    assert events[3]["added"] == ["1G", "2G", "3G"]
    assert events[4]["violations"][0]["code"] == "mismatch"
    with record.open("rb") as stream:
        assert len(read_record(stream).game.state.rows) == 2
    assert main(["watch", str(tmp_path / "kept"), "--explain"]) == 0
    out = capsys.readouterr().out
    assert "turn 2: B played 1G 2G 3G: 0 Qwirkles, 0 altogether" in out
    assert "something does not fit yet" in out
    assert "illegal from the hand: 4B, mismatch" in out


def test_without_nets_for_cards_their_games_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if reads_cards():
        pytest.skip("this version reads cards")
    assert watch(capsys, folder, "--rules", "cards-de") == (
        1,
        [],
        "tileye: this version reads no cards: its nets for them are not part of it yet\n",
    )
