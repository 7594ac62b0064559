"""What the program knows of languages is what CLDR says, as Babel has it."""

from pathlib import Path

import pytest
from babel import Locale

from tileye.companion_web.language_facts import ELSE, facts_from
from tileye.companion_web.languages import LANGUAGES
from tileye.companion_web.supply.cldr import FILE, FOLDER, tree_of, written

OFTEN = ("pl", "ru", "cs", "lt", "ga", "ar", "ja", "pt-BR")


def test_the_file_in_the_package_is_what_the_command_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == written(FOLDER), "run make cldr"


def test_each_folder_is_a_language() -> None:
    assert set(LANGUAGES) == {part.parent.name for part in FOLDER.glob("*/*.json")}


@pytest.mark.parametrize("code", [*LANGUAGES, *OFTEN])
def test_numbers_have_the_forms_of_babel(code: str) -> None:
    facts, locale = facts_from(tree_of(code)), Locale.parse(code, sep="-")
    numbers = range(1500)
    assert [facts.form(n) for n in numbers] == [locale.plural_form(n) for n in numbers]
    assert facts.all_forms == {ELSE, *(locale.plural_form(n) for n in numbers)}


def test_names_begin_with_a_capital_and_english_ones_are_those_of_windows() -> None:
    facts = facts_from(tree_of("fr"))
    assert (facts.name, facts.english) == ("Français", "french")


def test_a_folder_without_texts_is_no_language(tmp_path: Path) -> None:
    (tmp_path / "pl").mkdir()
    assert written(tmp_path) == "{}\n"


def test_a_folder_that_is_no_code_is_refused(tmp_path: Path) -> None:
    (tmp_path / "klingonese").mkdir()
    (tmp_path / "klingonese" / "game.json").write_text("{}")
    with pytest.raises(SystemExit, match="'klingonese'"):
        written(tmp_path)
