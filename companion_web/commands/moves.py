"""`tileye moves`: the best moves for a board and a hand."""

import argparse

from tileye.companion_web.commands.shared import answer_lines
from tileye.rules.jsonlines import Json
from tileye.rules.wire import moves_request

NAME = "moves"
HELP = "find the best moves for a board and a hand: JSON lines in and out"
DESCRIPTION = (
    "Read one JSON object a line from standard input and answer each with all legal moves, best first; for the card "
    "game, whose board is a list of sets, with the best turn."
)
EXAMPLE = """  echo '{"rules":"tiles","board":[["4O",0,0]],"hand":["2O","4B","1G"]}' | tileye moves --top 3"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--top", type=_count, metavar="N", help="answer with the best N moves only")


def run(arguments: argparse.Namespace) -> int:
    """Find the moves for every line of standard input."""
    return answer_lines(lambda request: _best(moves_request(request), arguments.top))


def _best(answer: Json, top: int | None) -> Json:
    return answer if top is None else {**answer, "moves": answer["moves"][:top]}


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 10000")
    return int(text)
