"""The commands that need no camera, run as a user runs them."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tileye.companion_web.cli import main

Json = dict[str, Any]

SMALL = [
    '{"tileye":1,"rules":"tiles","players":[{"name":"Ada","born":null},{"name":"Ben","born":null}],"set":null,"pieces":108}',
    '{"seq":1,"at":1,"event":"turn","player":0,"placed":[["4O",0,0],["2O",1,0]]}',
    '{"seq":2,"at":9,"event":"turn","player":1,"placed":[["2R",1,1]]}',
]


Filter = Callable[..., tuple[int, list[Json]]]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Filter:
    """Run a command on some standard input; give its exit status and the parsed lines of its output."""

    def run(text: bytes, *words: str) -> tuple[int, list[Json]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        status = main(words)
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def test_judge_answers_the_examples_of_the_design(answers: Filter) -> None:
    lines = (
        b'{"rules":"tiles","board":[["4O",0,0]],"move":[["2O",1,0]]}\n'
        b'{"rules":"cards-en","before":[["4O","2O","1O"]],"after":[["4O","2O","1O","5O"]],"taken":[]}\n'
    )
    status, found = answers(lines, "judge")
    line = {"cells": [[0, 0], [1, 0]], "points": 2, "qwirkle": False}
    assert status == 0
    assert found == [
        {"legal": True, "points": 2, "lines": [line], "violations": []},
        {"legal": True, "points": 0, "lines": [], "violations": []},
    ]


def test_judge_tells_the_bonus_only_where_the_sheet_gives_one(answers: Filter) -> None:
    request = '{"rules":"%s","board":[["4O",0,0]],"move":[["2O",1,0]],"left_in_hand":0,"bag_empty":true}\n'
    text = (request % "tiles" + request % "classroom").encode()
    _, (tiles, classroom) = answers(text, "judge")
    assert (tiles["bonus"], tiles["points"]) == (6, 2)
    assert "bonus" not in classroom
    assert classroom["counted_once"] == 0


MALFORMED = {
    "blank line": b"",
    "no JSON": b"{",
    "random bytes": bytes(range(128, 256)),
    "zero bytes": b"\0" * 50,
    "an array": b"[]",
    "a number": b"7",
    "deep nesting": b"[" * 200_000,
    "deep objects": b'{"a":' * 100_000,
    "ten megabytes": b'{"rules":"' + b"x" * 10_000_000 + b'"}',
    "no rules": b'{"board":[],"move":[["1R",0,0]]}',
    "unknown rules": b'{"rules":"chess","board":[],"move":[["1R",0,0]]}',
    "rules of a wrong type": b'{"rules":{},"board":[],"move":[["1R",0,0]]}',
    "no board": b'{"rules":"tiles","move":[["1R",0,0]]}',
    "no move": b'{"rules":"tiles","board":[]}',
    "board of a wrong type": b'{"rules":"tiles","board":{},"move":[["1R",0,0]]}',
    "no such tile": b'{"rules":"tiles","board":[],"move":[["7R",0,0]]}',
    "tile of a wrong type": b'{"rules":"tiles","board":[],"move":[[["1R"],0,0]]}',
    "half a cell": b'{"rules":"tiles","board":[],"move":[["1R",0.5,0]]}',
    "true as a cell": b'{"rules":"tiles","board":[],"move":[["1R",true,0]]}',
    "huge cell": b'{"rules":"tiles","board":[],"move":[["1R",1' + b"0" * 30 + b",0]]}",
    "endless number": b'{"rules":"tiles","board":[],"move":[["1R",1' + b"0" * 10_000 + b",0]]}",
    "infinite": b'{"rules":"tiles","board":[],"move":[["1R",1e999,0]]}',
    "not a number": b'{"rules":"tiles","board":[],"move":[["1R",NaN,0]]}',
    "cell twice on the board": b'{"rules":"tiles","board":[["1R",0,0],["2R",0,0]],"move":[["1R",1,0]]}',
    "purple and white": b'{"rules":"tiles","board":[["1P",0,0]],"move":[["1W",1,0]]}',
    "negative hand": b'{"rules":"tiles","board":[],"move":[["1R",0,0]],"hand":-1}',
    "hand of a wrong type": b'{"rules":"tiles","board":[],"move":[["1R",0,0]],"hand":"six"}',
    "opening of seven": b'{"rules":"tiles","board":[],"move":[["1R",0,0]],"opening":7}',
    "bag_empty of a wrong type": b'{"rules":"tiles","board":[],"move":[["1R",0,0]],"bag_empty":"no"}',
    "taken of a wrong type": b'{"rules":"cards-de","before":[],"after":[["1R","2R","3R"]],"taken":0}',
    "stacks of a wrong type": b'{"rules":"cards-de","before":[],"after":[["1R","2R","3R"]],"stacks":""}',
    "bag_empty of a wrong type, cards": b'{"rules":"cards-de","before":[],"after":[["1R"]],"bag_empty":"yes"}',
    "bag_empty as a number": b'{"rules":"tiles","board":[],"move":[["1R",0,0]],"bag_empty":0}',
    "endless sets": b'{"rules":"cards-de","before":[],"after":[' + b"[]," * 100_000 + b"[]]}",
    "cards without after": b'{"rules":"cards-de","before":[]}',
    "a card in place of a set": b'{"rules":"cards-de","before":[],"after":["1R","2R","3R"]}',
    "purple and white cards": b'{"rules":"cards-en","before":[],"after":[["1P","2P","3P"],["1W","2W","3W"]]}',
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_line_gets_an_error_in_its_place(name: str, answers: Filter) -> None:
    good = b'{"rules":"tiles","board":[],"move":[["1R",0,0]]}'
    status, found = answers(b"\n".join((good, MALFORMED[name], good)) + b"\n", "judge")
    assert status == 1
    assert [set(answer) == {"error"} for answer in found] == [False, True, False]
    assert 0 < len(found[1]["error"]) < 300


def test_moves_are_best_first_and_top_cuts_them(answers: Filter) -> None:
    text = b'{"rules":"tiles","board":[["4O",0,0]],"hand":["2O","1O","3G"]}\n'
    _, (everything,) = answers(text, "moves")
    _, (two,) = answers(text, "moves", "--top", "2")
    assert everything["proven"] is True
    points = [move["points"] for move in everything["moves"]]
    assert points == sorted(points, reverse=True)
    # Both orange tiles upright beside the square: a row of two and a column of two beat a row of three.
    assert points[0] == 4
    assert two["moves"] == everything["moves"][:2]


def test_moves_of_the_card_game(answers: Filter) -> None:
    text = (
        b'{"rules":"cards-en","board":[["4O","2O","1O"]],"hand":["5O","3O","6O","1G"]}\n'
        b'{"rules":"cards-de","board":[],"hand":["1R"]}\n'
    )
    _, (best, none) = answers(text, "moves")
    assert best["proven"] is True
    assert best["moves"][0]["points"] == 1
    # The set of the table keeps its order, the cards of the hand follow.
    taken = [["4O", "2O", "1O", "3O", "5O", "6O"]]
    assert best["moves"][0]["move"] == {"played": ["3O", "5O", "6O"], "after": [], "taken": taken}
    assert none == {"moves": [], "proven": True}


@pytest.mark.parametrize(
    "request_line",
    [
        b'{"rules":"tiles","board":[]}',
        b'{"rules":"tiles","board":[],"hand":["1R","1R","1R","1R","1R","1R","1R"]}',
        b'{"rules":"tiles","board":[],"hand":"1R"}',
        b'{"rules":"tiles","board":[["1W",0,0]],"hand":["1P"]}',
        b'{"rules":"cards-de","board":[["1R",0,0]],"hand":["1R"]}',
        b'{"rules":"cards-de","board":[["1W","2W","3W"]],"hand":["1P"]}',
        b'{"rules":"cards-de","board":[[' + b'"1R",' * 108 + b'"1R"]],"hand":["1P"]}',
        b'{"rules":"cards-de","board":[[' + b'"1R",' * 100_000 + b'"1R"]],"hand":["1P"]}',
        b'{"rules":"tiles","board":[' + b'["1R",0,0],' * 50_000 + b'["1R",0,0]],"hand":["1P"]}',
    ],
)
def test_malformed_requests_for_moves(request_line: bytes, answers: Filter) -> None:
    status, found = answers(request_line + b"\n", "moves")
    assert status == 1
    assert set(found[0]) == {"error"}


def test_replay_shows_how_a_game_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(SMALL) + "\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "2 turns, not finished" in shown
    assert "4O 2O" in shown
    assert "1O 3" in shown
    assert main(["replay", "game", "--data", str(tmp_path), "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert [(p["name"], p["points"]) for p in sheet["players"]] == [("Ada", 2), ("Ben", 2)]
    assert (sheet["turns"], sheet["winners"], sheet["finished"]) == (2, [], False)


@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["sheet"], ["sheet", "--format", "json"]])
def test_no_name_is_shown_while_it_is_open_who_started(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, open_start = tmp_path / "game.jsonl", {**json.loads(SMALL[0]), "asks_starter": True}
    path.write_text("\n".join([json.dumps(open_start), *SMALL[1:]]) + "\n", encoding="utf-8")
    assert main([*command, str(path)]) == 0
    shown = capsys.readouterr().out
    assert not any(name in shown for name in ("Ada", "Ben"))
    told = {"seq": 3, "at": 13, "event": "give", "of": 1, "player": 0}
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(told) + "\n")
    assert main([*command, str(path)]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("Ada", "Ben"))


def test_replay_recovers_what_stands_before_a_torn_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(SMALL) + '\n{"seq":3,"at":12,"ev', encoding="utf-8")
    assert main(["replay", "--json", str(path)]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["turns"] == 2
    assert "line 4" in shown.err


@pytest.mark.parametrize("name", [*MALFORMED, "missing file", "a folder", "impossible name", "empty file"])
def test_replay_refuses_what_is_broken(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    if name not in ("missing file", "empty file"):
        lines = [SMALL[0].encode(), MALFORMED.get(name, b""), SMALL[1].encode(), b""]
        path.write_bytes(b"\n".join(lines))
    elif name == "empty file":
        path.write_bytes(b"")
    words = {"a folder": str(tmp_path), "impossible name": "a\0b" * 100}.get(name, str(path))
    assert main(["replay", words, "--json"]) == 1
    assert set(json.loads(capsys.readouterr().out)) == {"error"}
    assert main(["replay", words]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert shown.err.startswith("tileye: ")


@pytest.mark.parametrize(
    "words",
    [[], ["nonsense"], ["judge", "--nonsense"], ["moves", "--top", "0"], ["moves", "--top", "many"], ["replay"]],
)
def test_wrong_usage_is_one_sentence_and_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "--help" in shown.err


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_hostile_input_needs_little_memory() -> None:
    hostile = b"\n".join(MALFORMED.values()) + b"\n" + b"[" * 10_000_000 + b'\n{"a":' + b"9" * 10_000_000 + b"}\n"
    script = (
        "import sys; from tileye.companion_web.cli import main; status = main(['judge']); "
        "sys.stderr.write(open('/proc/self/status').read()); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", script], input=hostile, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout.count(b"\n") == len(MALFORMED) + 2
    peak = re.search(r"VmHWM:\s+(\d+) kB", done.stderr.decode())
    assert peak
    assert int(peak[1]) < 200_000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [["replay"], ["replay", "--json"], ["sheet", "--format", "html"], ["sheet"]])
def test_a_full_disk_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(SMALL) + "\n", encoding="utf-8")
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "tileye", *words, str(path)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r"tileye: the output cannot be written: .*\n", done.stderr)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Posix closes the streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_cause_no_traceback(closed: str) -> None:
    line = """echo '{"rules":"tiles","board":[],"move":[["1R",0,0]]}' | "$0" -m tileye judge """ + closed
    done = subprocess.run(["/bin/sh", "-c", line, sys.executable], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr + done.stdout


def test_a_reader_that_leaves_early_causes_no_traceback() -> None:
    request = b'{"rules":"tiles","board":[],"move":[["1R",0,0]]}\n'
    with subprocess.Popen(
        [sys.executable, "-m", "tileye", "judge"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(request)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(request * 100)
        process.stdin.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("line", ["watch|", "watch| ", "read|", "replay|", "sheet|", "play|--source|"])
def test_an_empty_name_is_wrong_usage(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split("|"))
    assert ended.value.code == 2
    assert "a name is needed, this one is empty" in capsys.readouterr().err


EVIL = "\x1b]0;evil\x07\x9b31m\n.jsonl"


@pytest.mark.parametrize(
    "words",
    [
        ("watch", EVIL),
        ("read", EVIL),
        ("read", "--json", EVIL),
        ("replay", "--json", EVIL),
        ("sheet", EVIL),
        ("watch", "x", "--inputs", EVIL),
        ("watch", "x", "--players", EVIL),
        ("watch", "x", "--rules", EVIL),
        ("sheet", "x", "--format", EVIL),
        (EVIL,),
    ],
)
def test_escapes_in_names_never_reach_the_terminal(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        main(list(words))
    told = "".join(capsys.readouterr())
    assert told.endswith("\n")
    assert not [char for char in told.replace("\n", "") if not char.isprintable()]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no device that never ends")
@pytest.mark.parametrize("line", ["watch x.mp4 --inputs /dev/zero", "replay /dev/zero", "replay /proc/kmsg"])
def test_what_never_ends_is_not_begun(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 1
    assert "device" in (told := capsys.readouterr().err) or "system itself" in told or "no such file" in told
