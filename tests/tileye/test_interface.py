"""What `import tileye` gives."""

import json
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import tileye
from tests.companion_web.played import WHOLE_GAMES, played
from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.shown import drawn
from tileye.companion_web.cli import main
from tileye.rules.record import record_lines
from tileye.rules.rulesets import TILES, RuleSet
from tileye.rules.state import Player, unseen
from tileye.vision.annotate import save_picture
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader
from tileye.vision.images.pictures import load_picture
from tileye.vision.pieces import PieceReader

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "vision" / "benchmarks" / "benchmark.jpg"
FILM = ROOT / "companion_web" / "film"
BOARD = {(0, 0): "4O", (1, 0): "2O"}
FORMS: list[Any] = [
    BOARD,
    [["4O", 0, 0], ["2O", 1, 0]],
    [("4O", 0, 0), ("2O", 1, 0)],
    [("4O", (0, 0)), ("2O", (1, 0))],
]


def test_importing_it_loads_nothing_large_and_opens_nothing() -> None:
    large = {"cv2", "numpy", "flask", "onnxruntime", "socket", "ssl"}
    code = f"import sys, tileye; print(sorted({large} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("board", FORMS)
@pytest.mark.parametrize("rules", ["tiles", TILES])
def test_rule_sets_and_boards_have_many_forms(rules: str | RuleSet, board: list[list[str | int]]) -> None:
    verdict = tileye.judge(rules, board, [["5O", 2, 0]])
    assert (verdict.legal, verdict["points"]) == (True, 3)
    assert tileye.legal_moves(rules, board, ["5O"])[0].points == 3


def test_answers_are_those_of_the_commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["read", "--json", str(PICTURE)]) == 0
    printed = json.loads(capsys.readouterr().out)
    seen = tileye.read(PICTURE).to_json()
    assert {**seen, "ms": None} == {**printed, "ms": None}
    array = load_picture(PICTURE)[..., ::-1]
    assert tileye.read(array).tiles == seen["tiles"]


def test_an_answer_is_read_only_and_says_what_it_has() -> None:
    verdict = tileye.judge("tiles", [], [["4O", 0, 0]])
    assert set(verdict) == set(verdict.to_json()) == {"legal", "points", "lines", "violations"}
    assert "legal" in dir(verdict)
    with pytest.raises(AttributeError, match="this answer has no winner: it has legal, points"):
        _ = verdict.winner
    with pytest.raises(AttributeError):
        verdict.legal = False  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        verdict["legal"] = False  # type: ignore[index,unused-ignore]


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (lambda: tileye.judge("chess", [], []), "chess"),
        (lambda: tileye.judge(3, [], []), "rules: the name of a rule set is needed"),  # type: ignore[arg-type]
        (lambda: tileye.judge("tiles", [], [["7X", 0, 0]]), "7X"),
        (lambda: tileye.judge("tiles", [], [["4O", 0, 0]], opening=9), "opening"),
        (lambda: tileye.judge("tiles", 5, []), "board"),  # type: ignore[arg-type]
        (lambda: tileye.judge("tiles", [5], []), "board"),  # type: ignore[list-item]
        (lambda: tileye.legal_moves("tiles", [], ["4O"] * 9), "9 pieces"),
        (lambda: tileye.read("nowhere.jpg"), "nowhere.jpg|does not exist|no such|there is no"),
        (lambda: tileye.read(np.zeros((4, 4), np.uint8)), "rows of pixels"),
        (lambda: tileye.read(np.zeros((4, 4, 3))), "rows of pixels"),  # type: ignore[arg-type]
        (lambda: tileye.read(np.zeros((0, 4, 3), np.uint8)), "rows of pixels"),
        (lambda: tileye.read(PICTURE, kind="dice"), "kind"),  # type: ignore[arg-type]
        (lambda: tileye.read(PICTURE, pieces="mine"), "mine"),
        (lambda: tileye.watch("nowhere.mp4"), "nowhere.mp4"),
        (lambda: tileye.watch(str(FILM / "film.mp4"), players=["Ada"]), "players"),
        (lambda: tileye.watch(str(FILM / "film.mp4"), inputs=[{"at": 1}]), "input"),
        (lambda: tileye.watch(str(FILM / "film.mp4"), begin="now"), "begin"),  # type: ignore[arg-type]
        (lambda: tileye.Game.new("tiles", ["Ada", "Ada"]), "same name"),
        (lambda: tileye.Game.load("nowhere.jsonl"), "nowhere.jsonl.? cannot be read"),
        (lambda: tileye.Game.load([]), "record|empty"),
        (lambda: tileye.Game.new("tiles", ["Ada", "Ben"]).tell("dance"), "dance"),
        (lambda: tileye.Game.new("tiles", ["Ada", "Ben"]).document("docx"), "docx"),
        (lambda: tileye.Game.new("tiles", ["Ada", "Ben"]).document("csv", "la"), "la"),
    ],
)
def test_what_is_wrong_is_one_sentence(asked: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refused:
        asked()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("rules", "count"), WHOLE_GAMES)
def test_whole_games_are_loaded_told_and_summed_up(rules: str, count: int, tmp_path: Path) -> None:
    whole = played(rules, count)
    file = tmp_path / "game.jsonl"
    file.write_text("".join(f"{line}\n" for line in record_lines(whole)), encoding="utf-8")
    game = tileye.Game.load(file)
    again = tileye.Game.new(rules, whole.setup.players, colours=whole.setup.colours, pieces=whole.setup.pieces)
    for line in game.lines[1:]:
        event = json.loads(line)
        again.tell({key: value for key, value in event.items() if key not in ("seq", "at")}, at=event["at"])
    assert again.lines == game.lines
    assert again.state == game.state
    assert game.sheet().finished == bool(game.state.ended)
    assert [player["points"] for player in game.sheet().players] == list(whole.state.points)
    json.dumps(game.state.to_json())


def test_a_refused_event_changes_nothing() -> None:
    game = tileye.Game.new("tiles", [Player("Ada"), "Ben"])
    game.tell({"event": "turn", "player": 0}, placed=[["4O", 0, 0]])
    before = game.state, game.lines
    with pytest.raises(ValueError, match="it is the turn of Ben"):
        game.tell("turn", player=0, placed=[["5O", 1, 0]])
    assert (game.state, game.lines) == before


@pytest.mark.parametrize("style", ["text", "csv", "json", "html", "pdf"])
def test_a_sheet_has_every_format(style: str) -> None:
    game = tileye.Game.new("tiles", ["Ada", "Ben"])
    game.tell("turn", player=0, placed=[["4O", 0, 0], ["2O", 1, 0]])
    made = game.document(style, "de", "Sonntag")
    assert made.startswith(b"%PDF") if style == "pdf" else b"Ada" in made


def test_a_folder_names_its_pictures_and_warns_of_broken_ones(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.jpg"), load_picture(PICTURE)[..., ::-1])
    (tmp_path / "2.jpg").write_bytes(b"\xff\xd8\xff broken")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        events = list(tileye.watch(tmp_path, players=["Ada", "Ben"]))
    assert [event.event for event in events] == ["board", "ended", "sheet"]
    assert events[0].image == "1.jpg"
    assert any("2.jpg" in str(one.message) for one in warned)


MINE = replace(TILES, name="mine", aliases=(), qwirkle_bonus=100)
"""Rules that nobody has listed."""


def test_rules_may_be_an_object_that_nobody_has_listed() -> None:
    hand = [f"{shape}R" for shape in range(1, 7)]
    six = [(tile, (x, 0)) for x, tile in enumerate(hand)]
    assert tileye.judge(MINE, [], six).points == 106
    assert tileye.judge(replace(TILES, qwirkle_bonus=100), [], six).points == 106
    assert tileye.legal_moves(MINE, [], hand)[0].points == 106
    game = tileye.Game.new(MINE, ["Ada", "Ben"])
    game.tell("turn", player=0, placed=[[tile, x, 0] for x, tile in enumerate(hand)])
    assert game.state.points == [106, 0]
    assert b"mine" in game.document("text")
    assert tileye.Game.load(game.lines, MINE).state.points == [106, 0]
    with pytest.raises(ValueError, match="no rule set is called 'mine'"):
        tileye.Game.load(game.lines)


WRONG: list[Callable[[], object]] = [
    lambda: tileye.Game.new("tiles", None),  # type: ignore[arg-type]
    lambda: tileye.Game.new("tiles", "Ada"),
    lambda: tileye.Game.new("tiles", ["Ada", "Ben"], colours="xyz"),
    lambda: tileye.Game.new("tiles", ["Ada", "Ben"], pieces=50.5),  # type: ignore[arg-type]
    lambda: tileye.Game.new("tiles", ["Ada", "Ben"], pieces="x"),  # type: ignore[arg-type]
    lambda: tileye.Game.new("tiles", ["Ada", "Ben"]).tell(None),  # type: ignore[arg-type]
    lambda: tileye.Game.new("tiles", ["Ada", "Ben"]).tell("end", at=-5),
    lambda: tileye.Game.new("tiles", ["Ada", "Ben"]).tell("end", at=float("nan")),
    lambda: tileye.Game.new("tiles", ["Ada", "Ben"]).tell("end", at="x"),  # type: ignore[arg-type]
    lambda: tileye.Game.load(None),  # type: ignore[arg-type]
    lambda: tileye.Game.load([b"x"]),
    lambda: tileye.Game.load([5]),  # type: ignore[list-item]
    lambda: tileye.legal_moves("tiles", [], None),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("wrong", WRONG)
def test_whatever_is_wrong_is_a_value_error(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        wrong()


def test_a_set_may_have_seven_colours() -> None:
    seven = replace(TILES, name="seven", aliases=(), seven_colours=True, copies=2, hand=7)
    assert seven.pieces == 84
    both = [("1P", (0, 0)), ("1W", (1, 0)), ("1R", (2, 0))]
    assert tileye.judge(seven, [], both).points == 3
    with pytest.raises(ValueError, match="purple and white"):
        tileye.judge(TILES, [], both)
    more = [(f"1{colour}", (x, 0)) for x, colour in enumerate("ROYGBPW")]
    assert [one["code"] for one in tileye.judge(seven, [], more).violations] == ["too_long"]
    assert tileye.legal_moves(seven, [], [tile for tile, _ in more])[0].points == 12
    game = tileye.Game.new(seven, ["Ada", "Ben"])
    game.tell("turn", player=0, placed=[[tile, *cell] for tile, cell in both])
    again = tileye.Game.load(game.lines, seven)
    assert again.state == game.state
    assert len(unseen(again.record.state)) == 42
    with pytest.raises(ValueError, match="seven cannot be watched"):
        tileye.watch("film.mp4", seven)
    assert tileye.Game.new(seven, ["Ada", "Ben"], colours="ROYGBPW").record.setup.colours == "ROYGBPW"


def test_card_games_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = CardReader(CardFinder(PieceSquares(CARD), 640), RedCards())
    monkeypatch.setattr("tileye.vision.pieces.PieceReader.cards", cards)
    monkeypatch.setattr("tileye.interface._readers", PieceReader)
    save_picture(tmp_path / "1.png", drawn({(-6, -2): "1R", (-5, -2): "2R", (-4, -2): "3R"}))
    events = list(tileye.watch(tmp_path, "cards-en", ["Ada", "Ben"]))
    assert [event.event for event in events] == ["proposed", "turn", "ended", "sheet"]
    assert events[1].added == ["1R", "2R", "3R"]
