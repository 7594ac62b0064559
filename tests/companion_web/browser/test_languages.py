"""Every page speaks one language: the one that is wished for."""

import re
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.hands import Games
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import Screen, Screens
from tests.companion_web.browser.stages import EXPECTED, STAGES
from tileye.companion_web.languages import LANGUAGES, words

PARTS = "|".join(sorted({key.partition(".")[0] for key in words("en").texts}))
UNFINISHED = re.compile(rf"\b(?:{PARTS})\.[a-z]\w*|\{{\w+\}}|\b(?:undefined|NaN|null|None(?! yet))\b|\[object")
ENGLISH = re.compile(r"\b(?:the|and|with|your|this|which|turn|of)\b", re.IGNORECASE)
SAID = """() => {
  const said = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!parent.closest("script, style, code, bdi, [lang]:not(html)")) said.push(walk.currentNode.data);
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("[lang]:not(html)")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(element.getAttribute(name) ?? "");
  }
  return [...new Set(said.map((text) => text.trim().replace(/\\s+/g, " ")).filter(Boolean))];
}"""

COUNTED = """async (texts) => {
  const address = [...document.scripts].map((one) => one.src).find((src) => src.includes("/js/"));
  document.documentElement.lang = "pl";
  document.getElementById("texts").textContent = JSON.stringify(texts);
  const words = await import(address.replace(/[^/]*$/, "words.js?again"));
  return [1, 2, 12, 24].map((n) => words.count("units.points", n));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language_of_the_browser(
    program: Program, games: Games, screens: Screens, language: str
) -> None:
    screen = screens.open(program.base, "", language=language)
    screen.tolerate(*EXPECTED)
    # Games have their names from those who began them.
    whole, by_hand = (program.state(game)["game"]["name"] for game in (games.whole, games.played))
    for name, stage in STAGES.items():
        stage(screen, games)
        assert screen.find("html").get_attribute("lang") == language
        said = [text.replace(whole, "").replace(by_hand, "") for text in texts(screen)]
        assert [text for text in said if UNFINISHED.search(text)] == [], name
        if language != "en":
            assert [text for text in said if is_english(text, language)] == [], name


def test_a_language_that_is_chosen_stays(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, "/help", language="de")
    screen.find("nav .menu summary").click()
    screen.find("nav .menu a[hreflang=fr]").click()
    expect(screen.find("html[lang=fr]")).to_be_attached()
    screen.open("/games")
    expect(screen.find("h1")).to_have_text(words("fr")["games.title"])


def test_scripts_count_in_a_language_of_four_forms(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, "/help")
    said = screen.page.evaluate(COUNTED, {"units.points.few": "{n} punkty", "units.points.other": "{n} punktu"})
    assert said == ["1 punktu", "2 punkty", "12 punktu", "24 punkty"]


def test_english_that_is_left_is_found() -> None:
    assert is_english("Undo", "de")
    assert is_english("3 tiles of the bag", "fr")
    assert is_english("whose turn: player 3", "it")
    assert not is_english("Tile 3", "de")
    assert not is_english(words("de")["play.do.undo"], "de")


def texts(screen: Screen) -> list[str]:
    """Everything that is shown or read aloud, but for names and code."""
    found: list[str] = screen.page.evaluate(SAID)
    return found


def is_english(text: str, language: str) -> bool:
    """Whether a text is one of the English catalogue and none of its own, or has words that only English has."""
    own, english = (any(one.fullmatch(text) for one in _patterns(spoken, language)) for spoken in (language, "en"))
    return not own and (english or bool(ENGLISH.search(text)))


@cache
def _patterns(spoken: str, language: str) -> list[re.Pattern[str]]:
    """The texts of a language, English ones only where they differ from those of the other language."""
    other = words(language).texts
    said = {text for key, text in words(spoken).texts.items() if spoken == language or other[key] != text}
    fields = re.compile(r"\{\w+\}")
    # What is nothing but fields fits everything.
    worded = [text for text in said if re.search(r"\w{3}", fields.sub("", text))]
    return [re.compile(".+".join(map(re.escape, fields.split(text)))) for text in worded]
