"""What several commands share: what arguments must be, and answering JSON lines with JSON lines."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tileye.rules.jsonlines import Json, bounded_lines, dump, parse_object

_DAY = 86_400.0


def answer_lines(answer: Callable[[Json], Json]) -> int:
    """Answer every line of standard input in its place, each at once; return 1 if one was malformed."""
    if sys.stdin.isatty():
        sys.stderr.write("tileye: type one JSON object a line; end with Ctrl-D, on Windows with Ctrl-Z and Enter\n")
    status = 0
    for line in bounded_lines(sys.stdin.buffer):
        try:
            found = answer(parse_object(line))
        except ValueError as error:
            found, status = {"error": str(error)}, 1
        sys.stdout.write(dump(found) + "\n")
        sys.stdout.flush()
    return status


def given_name(word: str) -> str:
    """Take the name of something; nothing but spaces is wrong usage."""
    if not word.strip():
        raise argparse.ArgumentTypeError("a name is needed, this one is empty")
    return word


def given_path(word: str) -> Path:
    """Take the path of a file or a folder; nothing but spaces is wrong usage."""
    return Path(given_name(word))


def given_seconds(word: str) -> float:
    """Take a number of seconds, up to a day."""
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _DAY:
        raise argparse.ArgumentTypeError(f"seconds are needed, such as 20, not {word!r}")
    return seconds
