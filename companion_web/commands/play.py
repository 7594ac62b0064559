"""`tileye play`: a camera, and a page for everybody at the table."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from tileye.companion_web.commands.demo import shipped_film
from tileye.companion_web.commands.serving import add_page_options, folder_of, serve_page, share_freed_memory
from tileye.companion_web.commands.shared import given_name
from tileye.companion_web.errors import InputError
from tileye.companion_web.languages import system_language
from tileye.rules.events import parse_name
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import RULE_SETS, find_rules

# Seeing and the page load large libraries, so they are imported where they are used: other commands start at once.
if TYPE_CHECKING:
    from tileye.companion_web.sessions.game_manager import GameManager

NAME = "play"
HELP = "watch a game on the table, with a page for everybody"
DESCRIPTION = (
    "Watch a game with a camera and serve a page with the board, the points and what is strange. Games are kept as "
    "they are played; one that was going on is offered first. Without a camera a game is entered by hand."
)
EXAMPLE = "  tileye play --source 0 --players Ada,Ben --lan"
_NO_CAMERA = (
    "no camera is there: plug one in and look again on the page; `tileye demo` shows a game without one, "
    "and --source takes a film, a folder of pictures or the address of a stream"
)


_MOST_PLAYERS = max(rules.players_max for rules in RULE_SETS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "--source",
        type=given_name,
        metavar="SOURCE",
        help="the number of a camera, a film, a folder of pictures, or an address",
    )
    parser.add_argument("--rules", metavar="RULES", help="fill in the rule set: tiles, classroom, cards-de, cards-en")
    parser.add_argument("--players", metavar="NAMES", help="fill in the players in their order, as in Ada,Ben")
    add_page_options(parser)
    parser.set_defaults(refuse=parser.error)


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until somebody stops it."""
    prefill = _prefill(arguments)
    share_freed_memory()
    from tileye.companion_web.phone.camera import PhoneCamera
    from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
    from tileye.companion_web.sessions.source_choices import Sources
    from tileye.companion_web.storage import open_store
    from tileye.companion_web.storage.folder import alone

    with alone(folder_of(arguments)), closing(open_store(folder_of(arguments))) as store:
        folder, language = folder_of(arguments), system_language()
        settings = ManagerSettings(speed=arguments.speed, language=language, prefill=prefill, folder=folder)
        sources = Sources(arguments.source, shipped=shipped_film(), phone=PhoneCamera())
        with closing(GameManager(store, sources, settings)) as manager:
            _look_for_it(manager, arguments.source)
            serve_page(manager, arguments, folder)
    return 0


def _look_for_it(manager: GameManager, source: str | None) -> None:
    """Say at once what is wrong with the source, or that there is no camera."""
    from tileye.vision.sources.frames import SourceError

    if source is None:
        if not any(offer.kind == "camera" for offer in manager.probe()):
            sys.stderr.write(f"tileye: {_NO_CAMERA}\n")
        return
    if source.strip().isdecimal():
        manager.probe()
        if missing := manager.sources.missing_camera():
            sys.stderr.write(f"tileye: {missing}\n")
    try:
        manager.sources.check()
    except SourceError as error:
        raise InputError(str(error)) from None


def _prefill(arguments: argparse.Namespace) -> Json:
    """What set-up is filled in with; wrong usage ends here."""
    prefill: Json = {}
    try:
        if arguments.rules:
            prefill["rules"] = find_rules(arguments.rules).name
        if arguments.players:
            prefill["players"] = [parse_name(name) for name in arguments.players.split(",")]
            if len(prefill["players"]) > _MOST_PLAYERS:
                raise ValueError(f"--players: {_MOST_PLAYERS} names at most, not {len(prefill['players'])}")
    except ValueError as error:
        arguments.refuse(str(error))
    return prefill
