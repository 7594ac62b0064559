"""The commands, in the order in which help shows them."""

from collections.abc import Callable
from typing import Protocol

from companion_web.commands import bench, judge, moves, replay, sheet


class Command(Protocol):
    """What each module of this folder has."""

    NAME: str
    HELP: str
    DESCRIPTION: str
    EXAMPLE: str
    add_arguments: Callable[..., None]
    run: Callable[..., int]


COMMANDS: tuple[Command, ...] = (judge, replay, sheet, moves, bench)
