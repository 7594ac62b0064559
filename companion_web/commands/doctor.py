"""`tileye doctor`: what works on this machine, and how to mend what does not."""

import argparse
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from tileye.companion_web.diagnosis.checks import Check, Surroundings
from tileye.companion_web.diagnosis.examination import EXAMINERS, examine
from tileye.companion_web.diagnosis.telling import advice_of, diagnosis_json, plays, text_of
from tileye.companion_web.games import data_folder
from tileye.companion_web.languages import Words, system_language, words
from tileye.companion_web.terminal import progress
from tileye.rules.jsonlines import dump

NAME = "doctor"
HELP = "say what works on this machine, and how to mend what does not"
DESCRIPTION = (
    "Look at cameras, runtime, weights, ports, addresses, certificates, data folder, disk, browser and versions; each "
    "is ok, or told with what to do. The exit status is 1 if `tileye play` could not work; that a camera or a network "
    "is missing is no failure."
)
EXAMPLE = "  tileye doctor --json"
_WIDEST = 110
_WIDTH = 80
"""Where no terminal tells its own."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--data", type=Path, metavar="DIR", help="look at the games in this folder")


def run(arguments: argparse.Namespace) -> int:
    """Make all checks and print them; return 1 if a game could not be played."""
    around = Surroundings(arguments.data or data_folder())
    chosen = words("en" if arguments.json else system_language())
    checks = []
    for check in _announced(around, chosen):
        checks.append(check)
        if not arguments.json:
            _print(check, chosen)
    sys.stdout.write((dump(diagnosis_json(checks, chosen)) if arguments.json else _outcome(checks, chosen)) + "\n")
    return 0 if plays(checks) else 1


def _announced(around: Surroundings, chosen: Words) -> Iterator[Check]:
    """Make all checks, and say on a terminal which one is being made."""
    checks = examine(around, EXAMINERS)
    for examiner in EXAMINERS:
        progress(chosen.say("doctor.looking", name=chosen[f"doctor.names.{examiner.name}"]))
        check = next(checks)
        progress("")
        yield check


def _print(check: Check, chosen: Words) -> None:
    """Print one row of the table: name, mark, what was found, and below it what to do."""
    names = [chosen[f"doctor.names.{examiner.name}"] for examiner in EXAMINERS]
    marks = [chosen[f"doctor.marks.{mark}"] for mark in ("ok", "note", "fails")]
    name, mark = chosen[f"doctor.names.{check.name}"], chosen[f"doctor.marks.{_mark(check)}"]
    head = f"{name:<{max(map(len, names))}}  {mark:<{max(map(len, marks))}}  "
    lines = _wrapped(text_of(check, chosen), head)
    if told := advice_of(check, chosen):
        lines += _wrapped(told, f"{'':<{len(head)}}→ ")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _mark(check: Check) -> str:
    if check.finding.blocks:
        return "fails"
    return "ok" if check.ok else "note"


def _wrapped(text: str, head: str) -> list[str]:
    width = min(shutil.get_terminal_size((_WIDTH, 0)).columns, _WIDEST) if sys.stdout.isatty() else _WIDEST
    hung = " " * len(head)
    # Addresses and paths are not broken, so that they can be copied.
    return textwrap.wrap(
        text,
        width,
        initial_indent=head,
        subsequent_indent=hung,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _outcome(checks: list[Check], chosen: Words) -> str:
    failed = [chosen[f"doctor.names.{check.name}"] for check in checks if check.finding.blocks]
    return "\n" + (chosen.say("doctor.blocked", names=", ".join(failed)) if failed else chosen["doctor.works"])
