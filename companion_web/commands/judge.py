"""`tileye judge`: moves in, verdicts out."""

import argparse

from tileye.companion_web.commands.shared import answer_lines
from tileye.rules.wire import judge_request

NAME = "judge"
HELP = "judge and score moves: JSON lines in, verdicts out"
DESCRIPTION = (
    "Read one JSON object a line from standard input and answer each with a verdict: legal or not, the points line "
    "by line, and every violation. A malformed line gets an error in its place."
)
EXAMPLE = """  echo '{"rules":"tiles","board":[["4O",0,0]],"move":[["2O",1,0]]}' | tileye judge"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Judging has no options: everything is in the lines."""


def run(arguments: argparse.Namespace) -> int:
    """Judge every line of standard input."""
    return answer_lines(judge_request)
