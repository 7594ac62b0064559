"""`tileye demo`: a shipped film in place of a camera."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tileye.companion_web.commands.serving import add_page_options, folder_of, load_page, serve_page, share_freed_memory
from tileye.companion_web.errors import InputError
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
    "`demo`, those with cards in `demo-cards`; one that is not over goes on where it stood."
)
EXAMPLE = "  tileye demo --speed 2"
FILM = Path(__file__).parents[1] / "film"
CARD_FILM = FILM.with_name("film_cards")


class _Demo(NamedTuple):
    """A film that can be shown: the folder that it lies in, and that of its games."""

    film: Path
    games: str


_INSTEAD = {"tiles": "tileye play goes without it", "cards": "tileye demo shows one of tiles"}
"""What can be done where a film is not there."""
_DEMOS = {"tiles": _Demo(FILM, "demo"), "cards": _Demo(CARD_FILM, "demo-cards")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--game", choices=_DEMOS, default="tiles", help="what is played in the film (default: tiles)")
    add_page_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until somebody stops it."""
    demo = _DEMOS[arguments.game]
    if not (demo.film / "film.mp4").is_file():
        raise InputError(f"this version has no film of {arguments.game}: {_INSTEAD[arguments.game]}")
    share_freed_memory()
    load_page()
    from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
    from tileye.companion_web.storage import open_store
    from tileye.companion_web.storage.folder import alone

    folder = folder_of(arguments) / demo.games
    with alone(folder), closing(open_store(folder)) as store:
        settings = ManagerSettings(speed=arguments.speed, language=system_language(), folder=folder)
        with closing(GameManager(store, film_source(demo.film), settings)) as manager:
            manager.front = demo_session(manager, demo.film).id
            serve_page(manager, arguments, folder)
    return 0


def film_source(film: Path = FILM) -> Sources:
    """A shipped film, with what its players say."""
    from tileye.companion_web.sessions.source_choices import Sources

    return Sources(str(film / "film.mp4"), film_lines("inputs.jsonl", film), shipped=shipped_film(film))


def shipped_film(film: Path = FILM) -> Shipped | None:
    """The same film as something that every page can offer, None where it was not installed."""
    from tileye.companion_web.sessions.source_choices import Shipped

    path = film / "film.mp4"
    if not path.is_file():
        return None
    cast = film_lines("truth.jsonl", film)[0]
    return Shipped(path, tuple(film_lines("inputs.jsonl", film)), cast["rules"], tuple(cast["players"]))


def demo_session(manager: GameManager, film: Path = FILM) -> GameSession:
    """Go on with the game that is not over, else begin one."""
    going_on = next((info.id for info in manager.games() if info.ended is None and not info.damaged), None)
    if going_on:
        return manager.resume(going_on)
    cast = film_lines("truth.jsonl", film)[0]
    players = [{"name": name} for name in cast["players"]]
    return manager.begin({"rules": cast["rules"], "players": players, "source": "named"})


def film_lines(name: str, film: Path = FILM) -> list[Json]:
    """What a file beside a film says."""
    return [parse_object(line) for line in (film / name).read_bytes().splitlines() if line.strip()]
