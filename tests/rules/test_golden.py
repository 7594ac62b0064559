"""Golden play-throughs: the games in tests/rules/golden come out as their files say."""

from collections import Counter
from pathlib import Path

import pytest

from tests.rules.golden import FACT, FOLDER, RECORD, golden_files, hand_checked, rewrite
from tileye.rules.jsonlines import Json, parse_object
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, RuleSet

each_file = pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)

EVERYWHERE = {
    *("opening", "turn", "pass", "overrule", "undo", "redo", "correct of", "correct before"),
    *("rename", "give", "give of", "stock", "end"),
}
EVENTS = {
    TILES: EVERYWHERE | {"exchange"},
    CLASSROOM: EVERYWHERE,
    CARDS_DE: EVERYWHERE | {"cannot_play"},
    CARDS_EN: EVERYWHERE | {"cannot_play"},
}
ENDINGS = {"tiles": {"out", "all_passed", "stopped"}, "cards": {"last_round", "all_passed", "stopped"}}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def accepted(text: str) -> list[Json]:
    """The lines of the record that were not refused."""
    lines = text.splitlines()
    return [
        parse_object(line.removeprefix(RECORD).encode())
        for line, then in zip(lines, [*lines[1:], ""], strict=True)
        if line.startswith(RECORD) and not then.startswith(FACT + "refused")
    ]


def texts_of(rules: RuleSet) -> list[str]:
    return [text for text in map(text_of, golden_files()) if accepted(text)[0]["rules"] == rules.name]


def kind(line: Json) -> str:
    """The event of a line, with what it says where there are two sorts of it."""
    return " ".join([line["event"], *(key for key in ("of", "before") if key in line and line["event"] in EDITS)])


EDITS = ("correct", "give")


@each_file
def test_a_play_through_comes_out_as_its_file_says(path: Path) -> None:
    text = text_of(path)
    assert rewrite(text).splitlines() == text.splitlines(), "if this is wanted: python -m tests.rules.golden"


@each_file
def test_the_turns_worked_out_by_hand_have_these_points(path: Path) -> None:
    checked = list(hand_checked(text_of(path)))
    assert len(checked) >= 2
    for note, points, bonus, row in checked:
        assert (row.points, row.bonus) == (points, bonus), note


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_the_games_of_a_sheet_hold_everything_that_can_happen(rules: RuleSet) -> None:
    texts = texts_of(rules)
    assert len(texts) >= 3
    assert {kind(line) for text in texts for line in accepted(text)[1:]} == EVENTS[rules]
    endings = {ending for text in texts for ending in ENDINGS[rules.kind] if f"| ended {ending}\n" in text}
    assert endings == ENDINGS[rules.kind]
    assert any(" | overruled: " in text for text in texts)
    assert any("refused: " in text for text in texts)
    assert rules.kind == "tiles" or any("| deal again\n" in text for text in texts)


@each_file
def test_every_game_is_over_at_the_end_of_its_file(path: Path) -> None:
    text = text_of(path)
    last = rewrite(text).split(RECORD)[-1]
    assert '"finished":true' in last or "refused: the game is over" in last


@each_file
def test_a_changed_record_or_fact_is_noticed(path: Path) -> None:
    lines = text_of(path).splitlines()
    turns = [
        number for number, line in enumerate(lines) if '"event":"turn"' in line and '"event":"correct"' not in line
    ]
    without = [line for number, line in enumerate(lines) if number != turns[-1]]
    assert rewrite("\n".join(without)).splitlines() != without
    for number, line in enumerate(lines):
        if line.startswith(FACT):
            wrong = [*lines[:number], line.replace("0", "7").replace("1", "2") + "!", *lines[number + 1 :]]
            assert rewrite("\n".join(wrong)).splitlines() == lines
            break


def test_the_readme_names_every_file() -> None:
    readme = text_of(FOLDER / "README.md")
    named = Counter(line.split("`")[1] for line in readme.splitlines() if line.startswith("| `"))
    assert named == Counter(path.name for path in FOLDER.iterdir() if path.suffix in (".py", ".txt"))
