"""The `tileye` command: one entry point, one small module for each of its commands."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import NoReturn, Protocol

from tileye.companion_web.commands import bench, demo, doctor, judge, moves, play, read, replay, sheet, watch
from tileye.companion_web.commands.serving import unloadable
from tileye.companion_web.errors import InputError
from tileye.companion_web.terminal import printable


class Command(Protocol):
    """What each module in `commands` has."""

    NAME: str
    HELP: str
    DESCRIPTION: str
    EXAMPLE: str
    add_arguments: Callable[..., None]
    run: Callable[..., int]


COMMANDS: tuple[Command, ...] = (play, demo, read, watch, judge, replay, sheet, moves, bench, doctor)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence that says where to find help."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line and stop with status 2."""
        self.exit(2, f"{self.prog}: {printable(message)}; `{self.prog} --help` shows how it goes\n")


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
    _open_streams()
    arguments = build_parser().parse_args(words)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except InputError as error:
        sys.stderr.write(f"tileye: {printable(str(error))}\n")
        return 1
    except ImportError as error:
        if (error.name or "").startswith("tileye"):
            raise
        sys.stderr.write(f"tileye: {printable(unloadable(error))}\n")
        return 1
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does: nothing is left to say.
        _abandon_output()
        return 0
    except OSError as error:
        _abandon_output()
        sys.stderr.write(f"tileye: the output cannot be written: {printable(str(error.strerror or error))}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _open_streams() -> None:
    """Make sure that all three streams exist and that output takes any character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _abandon_output() -> None:
    """Let what is still buffered go nowhere, so that nothing is flushed into the void at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
