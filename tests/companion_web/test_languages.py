"""Four catalogues with the same keys, and words for everything that the rules can say."""

import re
from collections.abc import Mapping
from string import Formatter
from typing import get_args

import pytest

from tileye.companion_web.language_facts import LanguageFacts, facts_from
from tileye.companion_web.languages import LANGUAGES, Words, system_language, words
from tileye.companion_web.supply.cldr import tree_of
from tileye.rules.judge import Code
from tileye.rules.rulesets import RULE_SETS
from tileye.rules.state import Ending
from tileye.rules.tiles import COLOURS, SHAPES, TILES

CARD_CODES = (
    "no_card_played",
    "set_too_small",
    "duplicate",
    "mismatch",
    "too_many_copies",
    "too_many_cards",
    "card_missing",
    "qwirkle_left",
    "not_a_qwirkle",
    "opening_too_short",
    "opening_too_long",
)
TILE_WORDS = r"\b(tiles?|Steine?|pièces?|pedin[ae])\b"
CARD_WORDS = r"\b(cards?|Karten?|cartes?|cart[ae])\b"

POLISH = facts_from(tree_of("pl"))
"""A language with four plural forms, of which `other` is that of fractions."""

all_languages = pytest.mark.parametrize("chosen", [words(language) for language in LANGUAGES], ids=LANGUAGES)


def placeholders(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """The names of the fields in each text."""
    return {key: sorted(name for _, name, _, _ in Formatter().parse(text) if name) for key, text in texts.items()}


def expected(english: Mapping[str, str], facts: LanguageFacts) -> dict[str, list[list[str]]]:
    """The keys that a language needs, in the plural forms that it has, with the fields that each text may have."""
    fields = placeholders(english)
    counted = {key.removesuffix(".one") for key in fields if key.endswith(".one")}
    found = {key: [names] for key, names in fields.items() if not key.endswith(".one")}
    for key in counted:
        usual = fields[f"{key}.other"]
        found |= {f"{key}.{form}": [usual] for form in facts.all_forms}
        # One thing needs no number, but in some languages this form is that of 21 and 31, too.
        if "one" in facts.all_forms:
            found[f"{key}.one"] = [usual, fields[f"{key}.one"]]
    return found


def wrong_texts(texts: Mapping[str, str], facts: LanguageFacts) -> set[str]:
    """The keys that are missing, too many, or have other fields than the English ones."""
    needed, found = expected(words("en").texts, facts), placeholders(texts)
    return needed.keys() ^ found.keys() | {key for key in needed.keys() & found.keys() if found[key] not in needed[key]}


@all_languages
def test_all_languages_have_the_same_keys_with_the_same_placeholders(chosen: Words) -> None:
    assert wrong_texts(chosen.texts, chosen.facts) == set()


def test_a_language_has_the_plural_forms_that_it_needs() -> None:
    texts = dict(words("en").texts)
    counted = {key.removesuffix(".one") for key in texts if key.endswith(".one")}
    missing = {f"{key}.{form}" for key in counted for form in ("few", "many")}
    assert wrong_texts(texts, POLISH) == missing
    texts |= {key: texts[f"{key.rpartition('.')[0]}.other"] for key in missing}
    assert wrong_texts(texts, POLISH) == set()
    assert wrong_texts({**texts, "units.points.many": "punktów"}, POLISH) == {"units.points.many"}


@all_languages
def test_everything_that_the_rules_can_say_has_words(chosen: Words) -> None:
    wanted = [f"violations.{code}" for code in get_args(Code)]
    wanted += [f"endings.{ending}" for ending in get_args(Ending)]
    wanted += [f"cells.{kind}" for kind in ("pass", "cannot_play")]
    wanted += [f"colours.{letter}" for letter in COLOURS] + [f"shapes.{digit}" for digit in SHAPES]
    wanted += [f"tiles.{tile}" for tile in TILES]
    rule_words = ("rules", "setup.rules.about", "setup.start.about")
    wanted += [f"{key}.{rules.name}" for rules in RULE_SETS for key in rule_words]
    assert set(wanted) <= set(chosen.texts)


@all_languages
def test_texts_are_whole(chosen: Words) -> None:
    for key, text in chosen.texts.items():
        assert text == text.strip(), key
        assert text, key
        assert "'" not in text, key
        assert "  " not in text, key


@all_languages
def test_violations_are_one_sentence(chosen: Words) -> None:
    for key, text in chosen.texts.items():
        if "violations." in key:
            assert re.fullmatch(r"[^.]+\.", text), key


@all_languages
def test_the_card_game_is_told_in_cards(chosen: Words) -> None:
    for code in CARD_CODES:
        assert not re.search(TILE_WORDS, chosen.violation(code, "cards")), code
    for code in set(get_args(Code)) - set(CARD_CODES):
        assert not re.search(CARD_WORDS, chosen.violation(code, "tiles")), code


@all_languages
def test_colours_and_shapes_are_told_apart(chosen: Words) -> None:
    for keys in ([f"colours.{c}" for c in COLOURS], [f"shapes.{s}" for s in SHAPES], [f"tiles.{t}" for t in TILES]):
        assert len({chosen[key] for key in keys}) == len(keys)


def test_names_are_those_of_the_rule_sheets() -> None:
    assert words("de")["tiles.1P"] == "lila Kreis"
    assert words("de")["tiles.4P"] == "lila Quadrat"
    assert words("de")["tiles.1R"] == "roter Kreis"
    assert words("fr")["tiles.3G"] == "losange vert"
    assert words("fr")["shapes.5"] == "étoile à quatre branches"
    assert words("it")["shapes.5"] == "stella a quattro punte"
    assert words("it")["tiles.1Y"] == "cerchio giallo"
    assert words("it")["tiles.4B"] == "quadrato blu"


def test_french_keeps_its_marks_with_the_word_before() -> None:
    for key, text in words("fr").texts.items():
        assert not re.search(r"[^\u00a0][;:?!]", text), key


def test_counting() -> None:
    english, french = words("en"), words("fr")
    assert [english.count("units.points", n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [french.count("units.points", n) for n in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


def test_counting_in_a_language_of_four_forms() -> None:
    forms = {"one": "{n} punkt", "few": "{n} punkty", "many": "{n} punktów", "other": "{n} punktu"}
    polish = Words("pl", {f"units.points.{form}": text for form, text in forms.items()}, POLISH)
    said = {n: polish.count("units.points", n).partition(" ")[2] for n in (0, 1, 2, 4, 5, 12, 21, 22, 103, 112)}
    assert [n for n, text in said.items() if text == "punkt"] == [1]
    assert [n for n, text in said.items() if text == "punkty"] == [2, 4, 22, 103]
    assert [n for n, text in said.items() if text == "punktów"] == [0, 5, 12, 21, 112]


def test_counting_beyond_the_listed_numbers_goes_by_the_last_digits() -> None:
    assert [POLISH.form(n) for n in (201, 202, 212, 1022, 1000, -3)] == ["many", "few", "many", "few", "many", "few"]


def test_a_form_that_a_text_does_not_have_is_the_other_one() -> None:
    polish = Words("pl", {"units.points.other": "{n} p. ({who})"}, POLISH)
    assert polish.count("units.points", 1, who="Ada") == "1 p. (Ada)"


def test_listing_names() -> None:
    english = words("en")
    assert english.listed([]) == ""
    assert english.listed(["Ada"]) == "Ada"
    assert english.listed(["Ada", "Ben"]) == "Ada and Ben"
    assert words("de").listed(["Ada", "Ben", "Cy"]) == "Ada, Ben und Cy"


def test_braces_in_names_stay() -> None:
    assert words("en").say("endings.out", player="{player} {0}") == "{player} {0} laid the last tile."


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="en, de, "):
        words("xx")


LOCALES = {
    "german": ({"LANG": "de_AT.UTF-8"}, None, "de"),
    "the strongest variable counts": ({"LC_ALL": "fr_FR", "LC_MESSAGES": "it_IT", "LANG": "de_DE"}, None, "fr"),
    "messages before the rest": ({"LC_MESSAGES": "it_CH.UTF-8", "LANG": "de_CH"}, None, "it"),
    "a language that we do not speak": ({"LANG": "pt_BR.UTF-8"}, "de_DE", "en"),
    "the plain locale": ({"LC_ALL": "C.UTF-8"}, None, "en"),
    "an empty variable says nothing": ({"LC_ALL": "", "LANG": "it_IT"}, None, "it"),
    "Windows": ({}, "German_Germany", "de"),
    "Windows with a code": ({}, "fr_FR", "fr"),
    "nothing known": ({}, None, "en"),
}


@pytest.mark.parametrize(("variables", "system", "expected"), LOCALES.values(), ids=LOCALES)
def test_the_language_of_the_system(
    variables: dict[str, str], system: str | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("locale.getlocale", lambda: (system, None))
    assert system_language() == expected
