"""The scripts of the page of a game and its words know each other."""

import re
from collections.abc import Iterator
from pathlib import Path

from tileye.companion_web.languages import words

WEB = Path(__file__).parents[3] / "companion_web" / "web"
_KEY = re.compile(r"""["'`\[](play(?:\.\w+)+)(\.?)""")


def _named() -> Iterator[tuple[str, bool]]:
    """The keys that scripts, templates and the list of looks name, and whether something is still put behind them."""
    for path in (*(WEB / "static" / "js").glob("*.js"), *(WEB / "templates").glob("*.html"), WEB / "looks.py"):
        for key, more in _KEY.findall(path.read_text(encoding="utf-8")):
            yield key, bool(more)


def _known() -> set[str]:
    """The keys there are; the forms of a number count as one."""
    keys = (key for key in words("en").texts if key.startswith("play."))
    return {key.removesuffix(".one").removesuffix(".other") for key in keys}


def test_every_key_that_is_named_exists() -> None:
    named = {key for key, more in _named() if not more}
    assert len(named) > 100
    assert named - _known() == set()


def test_every_key_is_named_somewhere() -> None:
    whole = {key for key, more in _named() if not more}
    beginnings = {key for key, more in _named() if more}
    assert {key for key in _known() if key not in whole and key.rpartition(".")[0] not in beginnings} == set()


def test_marks_of_colours_differ_and_have_two_letters() -> None:
    for language in ("en", "de", "fr", "it"):
        marks = [words(language)[f"play.marks.{letter}"] for letter in "ROYGBPW"]
        assert len(set(marks)) == len(marks)
        assert {len(mark) for mark in marks} == {2}
