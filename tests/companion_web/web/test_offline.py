"""Nothing is ever fetched from anybody else."""

import re
from pathlib import Path

import pytest

from tests.companion_web.web.visitors import FIRST, Visitor
from tileye.companion_web import web
from tileye.companion_web.languages import LANGUAGES, words

_WEB = Path(web.__file__).parent
_TEXT = (".css", ".html", ".js", ".json", ".svg", ".webmanifest")
FILES = sorted(
    path for folder in ("static", "templates") for path in (_WEB / folder).rglob("*") if path.suffix in _TEXT
)
# Names of the languages that files are written in; nobody fetches them.
_NAMES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
_ADDRESS = re.compile(
    r"""(?:https?:|wss?:|["'(=]\s*)//[\w\[]|@import|^\s*import\b[^;\n]*["'][\w@]|\bimport\(\s*["'][\w@]""", re.MULTILINE
)


def addresses(text: str) -> list[str]:
    """Find what leads elsewhere."""
    for name in _NAMES:
        text = text.replace(name, "")
    return [text[max(0, found.start() - 20) : found.end() + 40] for found in _ADDRESS.finditer(text)]


def test_the_search_finds_what_leads_elsewhere() -> None:
    found = [
        '<script src="https://cdn.example/x.js">',
        "<img src='//cdn.example/x.png'>",
        "url(//fonts.example/x)",
        '@import "x.css"',
        'import x from "x"; import "lib"',
        'new WebSocket("ws://x")',
    ]
    assert all(addresses(text) for text in found)
    assert not addresses('import { h } from "./dom.js"; // what it does\n<svg xmlns="http://www.w3.org/2000/svg">')


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(_WEB).as_posix())
def test_no_file_names_another_address(path: Path) -> None:
    assert addresses(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_names_another_address(language: str) -> None:
    assert addresses("\n".join(words(language).texts.values())) == []


def test_no_page_asks_for_anything_elsewhere(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    for path in ("/", "/setup", f"/game/{game}", f"/game/{game}/sheet", "/games", "/join", "/help", "/nothing"):
        page = ada.get(path).text
        asked = re.findall(r"""<(?:script|link|img|iframe|source|audio|video)\b[^>]*?(?:src|href)=["']([^"']+)""", page)
        assert asked
        assert all(address.startswith(("/static/", "/api/", "data:")) for address in asked), path


def test_no_page_has_scripts_or_styles_within(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    for path in ("/", "/setup", f"/game/{game}", f"/game/{game}/sheet", "/games", "/join", "/help", "/nothing"):
        page = ada.get(path).text
        inside = [tag for tag in re.findall(r"<script\b[^>]*>", page) if "src=" not in tag]
        assert all('type="application/json"' in tag for tag in inside), path
        assert not re.search(r"<style\b|\sstyle=|\son\w+=\"|javascript:", page), path
