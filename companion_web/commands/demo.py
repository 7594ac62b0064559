"""`tileye demo`: the shipped film in place of a camera."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tileye.companion_web.commands.serving import add_page_options, folder_of, serve_page, share_freed_memory
from tileye.companion_web.languages import system_language
from tileye.rules.jsonlines import Json, parse_object

# Seeing and the page load large libraries, so they are imported where they are used: other commands start at once.
if TYPE_CHECKING:
    from tileye.companion_web.sessions.game_manager import GameManager
    from tileye.companion_web.sessions.session import GameSession
    from tileye.companion_web.sessions.source_choices import Shipped, Sources

NAME = "demo"
HELP = "see a whole game without a camera: the shipped film in place of one"
DESCRIPTION = (
    "Play the shipped film of a short game and open the page on it. Its games are kept apart from yours, in the folder "
    "`demo`; one that is not over goes on where it stood."
)
EXAMPLE = "  tileye demo --speed 2"
FILM = Path(__file__).parents[1] / "film"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    add_page_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until somebody stops it."""
    share_freed_memory()
    from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
    from tileye.companion_web.storage import open_store
    from tileye.companion_web.storage.folder import alone

    folder = folder_of(arguments) / "demo"
    with alone(folder), closing(open_store(folder)) as store:
        settings = ManagerSettings(speed=arguments.speed, language=system_language(), folder=folder)
        with closing(GameManager(store, film_source(), settings)) as manager:
            manager.front = demo_session(manager).id
            serve_page(manager, arguments, folder)
    return 0


def film_source() -> Sources:
    """The shipped film, with what its players say."""
    from tileye.companion_web.sessions.source_choices import Sources

    return Sources(str(FILM / "film.mp4"), film_lines("inputs.jsonl"), shipped=shipped_film())


def shipped_film() -> Shipped | None:
    """The same film as something that every page can offer, None where it was not installed."""
    from tileye.companion_web.sessions.source_choices import Shipped

    path = FILM / "film.mp4"
    if not path.is_file():
        return None
    cast = film_lines("truth.jsonl")[0]
    return Shipped(path, tuple(film_lines("inputs.jsonl")), cast["rules"], tuple(cast["players"]))


def demo_session(manager: GameManager) -> GameSession:
    """Go on with the game that is not over, else begin one."""
    going_on = next((info.id for info in manager.games() if info.ended is None and not info.damaged), None)
    if going_on:
        return manager.resume(going_on)
    cast = film_lines("truth.jsonl")[0]
    players = [{"name": name} for name in cast["players"]]
    return manager.begin({"rules": cast["rules"], "players": players, "source": "named"})


def film_lines(name: str) -> list[Json]:
    """What a file beside the film says."""
    return [parse_object(line) for line in (FILM / name).read_bytes().splitlines() if line.strip()]
