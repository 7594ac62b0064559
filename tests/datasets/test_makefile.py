"""What the Makefile runs is understood by what it runs."""

import argparse
import importlib
import re
import shlex
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tileye.datasets import create, films

TEXT = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
VALUES = {**dict(re.findall(r"^(\w+) \?= ([\w.-]+)$", TEXT, re.MULTILINE)), "PHOTOS": "a b"}


def _expanded(words: str) -> str:
    words = re.sub(r"\$\(if \$\(\w+\),((?:[^()]|\(\w+\))*)\)", r"\1", words)
    return re.sub(r"\$\((\w+)\)", lambda found: VALUES[found[1]], words)


LINES = [(module, _expanded(words)) for module, words in re.findall(r"-m (tileye\.(?:datasets|models)\.\w+)(.*)", TEXT)]


class _UnderstoodError(Exception):
    """The words were parsed."""


def test_the_lines_are_found() -> None:
    assert len(LINES) >= 8
    assert {"tileye.datasets.create", "tileye.datasets.films", "tileye.models.train"} <= {module for module, _ in LINES}
    assert _expanded("$(if $(PHOTOS),--photos $(PHOTOS))") == "--photos a b"


@pytest.mark.parametrize(("name", "words"), LINES, ids=[f"{name}{words}" for name, words in LINES])
def test_a_line_is_understood(name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEYE_CACHE", str(tmp_path))
    monkeypatch.setattr(create, "find_spec", lambda _: True)
    monkeypatch.setattr(films, "find_spec", lambda _: True)
    monkeypatch.setattr(films, "can_render", lambda: True)
    module = importlib.import_module(name)
    if hasattr(module, "parse"):
        assert module.parse(shlex.split(words))
        return
    parse = argparse.ArgumentParser.parse_args

    def stop(parser: argparse.ArgumentParser, *given: Any) -> NoReturn:  # noqa: ANN401
        parse(parser, *given)
        raise _UnderstoodError

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    monkeypatch.setattr("sys.argv", [name, *shlex.split(words)])
    with pytest.raises(_UnderstoodError):
        module.main()
