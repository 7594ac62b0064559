"""The `tileye` command: one entry point, one small module for each of its commands."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import NoReturn, Protocol

from companion_web.commands import bench, judge, moves, replay, sheet
from companion_web.errors import InputError


class Command(Protocol):
    """What each module in `commands` has."""

    NAME: str
    HELP: str
    DESCRIPTION: str
    EXAMPLE: str
    add_arguments: Callable[..., None]
    run: Callable[..., int]


COMMANDS: tuple[Command, ...] = (judge, replay, sheet, moves, bench)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence that says where to find help."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and stop with status 2."""
        self.exit(2, f"{self.prog}: {message}; `{self.prog} --help` shows how it goes\n")


def build_parser() -> Parser:
    """Build the parser with all commands."""
    parser = Parser(prog="tileye", description="A companion for Qwirkle on a real table.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"tileye {metadata.version('tileye')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.DESCRIPTION,
            epilog=f"example:\n{command.EXAMPLE}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    arguments = build_parser().parse_args(words)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except InputError as error:
        print(f"tileye: {error}", file=sys.stderr)  # noqa: T201
        return 1
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does: nothing is left to say, nor to flush at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status
