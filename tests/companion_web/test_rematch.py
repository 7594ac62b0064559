"""Equal Qwirkles by the English sheet: nobody has won, and they meet again, wherever the end of a game is told."""

import csv as csv_reader
import io
import json as json_reader
from pathlib import Path

import pytest

from tests.companion_web.played import game_of, plain, sheet_of
from tests.rules.positions import sets
from tileye.companion_web.cli import main
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.sheets import csv, html, json, text
from tileye.companion_web.storage import open_store, summary_of
from tileye.rules.events import Arranged, End
from tileye.rules.game import Game
from tileye.rules.record import record_lines
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, RuleSet

RED, CIRCLES = "1R 2R 3R 4R 5R 6R", "1R 1O 1Y 1G 1B 1P"


def tied(rules: RuleSet) -> Game:
    """Both have taken one Qwirkle."""
    return game_of(rules, [Arranged(0, (), sets(RED)), Arranged(1, (), sets(CIRCLES)), End()])


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "tied.jsonl"
    path.write_text("".join(f"{line}\n" for line in record_lines(tied(CARDS_EN))), encoding="utf-8")
    return path


def test_replay_speaks_of_a_rematch(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    said = capsys.readouterr().out
    assert "a tie of Ada and Ben, who agree on a rematch" in said
    assert "won by" not in said
    assert main(["replay", str(record), "--json"]) == 0
    assert json_reader.loads(capsys.readouterr().out)["winners"] == []


def test_every_format_of_the_sheet_has_no_winner() -> None:
    sheet = sheet_of(tied(CARDS_EN))
    lines = list(csv_reader.DictReader(io.StringIO(csv.render(sheet))))
    assert {line["winner"] for line in lines} == {"false"}
    assert json_reader.loads(json.render(sheet))["winners"] == []
    assert "★" not in text.render(sheet, words("en"))
    for language in LANGUAGES:
        said = words(language)
        names = said.listed(["Ada", "Ben"])
        told = said.say("sheet.rematch", names=names, points=said.count("units.qwirkles", 1))
        assert told in " ".join(plain(text.render(sheet, said, width=400)).split())
        assert told in html.render(sheet, said)


@pytest.mark.parametrize(("rules", "winners"), [(CARDS_EN, ()), (CARDS_DE, (0, 1))], ids=["en", "de"])
def test_the_list_of_games_knows_who_won(tmp_path: Path, rules: RuleSet, winners: tuple[int, ...]) -> None:
    game, store = tied(rules), open_store(tmp_path)
    identity = store.create(game.setup, "", {}, 0.0)
    store.append(identity, game.log, summary_of(game))
    (info,) = store.games()
    assert info.winners == winners
    store.close()
