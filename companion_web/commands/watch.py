"""`tileye watch`: a source played through without the page."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tileye.companion_web.commands.shared import given_name, given_path, given_seconds
from tileye.companion_web.errors import InputError
from tileye.companion_web.games import GameFile, check_kind
from tileye.companion_web.terminal import printable, show
from tileye.rules.errors import GameError
from tileye.rules.events import parse_name
from tileye.rules.game import Game, Setup
from tileye.rules.jsonlines import bounded_lines, dump, parse_object
from tileye.rules.rulesets import find_rules
from tileye.rules.state import Player

# Seeing loads large libraries, so it is imported where it is used: other commands start at once.
if TYPE_CHECKING:
    from tileye.vision.card_live import CardLive
    from tileye.vision.live import Live
    from tileye.vision.recordings import AnyReferee, RecordingWriter
    from tileye.vision.referee.beginning import BeginMode
    from tileye.vision.referee.events import Event
    from tileye.vision.referee.inputs import Input
    from tileye.vision.sources.frames import Source
    from tileye.vision.step import LiveStep

NAME = "watch"
HELP = "follow a game in a film, a folder of pictures or a camera, and tell what happens"
DESCRIPTION = (
    "Follow a game: SOURCE is a film, a folder of pictures (each the table after one turn), the number of a camera, "
    "or the address of a stream. Tells each turn with its points, and what is strange."
)
EXAMPLE = "  tileye watch film.mp4 --players Ada,Ben --out game.jsonl"
_TROUBLE = ("unreadable", "cut")
"""Notices of what could not be read."""
_MOST_STORIES = 4
"""So many explanations are printed, the best first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "source", type=given_name, metavar="SOURCE", help="a film, a folder, a camera number, an address"
    )
    parser.add_argument(
        "--rules", metavar="RULES", help="the rule set: tiles (unless told), classroom, cards-de or cards-en"
    )
    parser.add_argument("--players", metavar="NAMES", help="the players in their order, as in Ada,Ben")
    parser.add_argument(
        "--begin",
        choices=("auto", "turn", "board"),
        help="what lies there at the start: the first turn, a board to go on from, or as it looks (auto, unless told)",
    )
    parser.add_argument(
        "--pause",
        type=given_seconds,
        metavar="SECONDS",
        help="cards: how long a legal table lies at rest before it is a turn by itself (20, unless told)",
    )
    parser.add_argument("--inputs", type=given_path, metavar="FILE", help="what people say and when, as JSON lines")
    parser.add_argument("--out", type=given_path, metavar="GAME", help="write the record of the game to this new file")
    parser.add_argument("--json", action="store_true", help="print one event a line, as JSON")
    parser.add_argument(
        "--record",
        type=given_path,
        metavar="DIR",
        help="write a recording of all that was seen and decided to this new folder",
    )
    parser.add_argument(
        "--explain", action="store_true", help="print how the table is explained; SOURCE may be a recording"
    )
    parser.set_defaults(refuse=parser.error)


def run(arguments: argparse.Namespace) -> int:
    """Follow the game to its end; return 1 where something could not be read."""
    if arguments.json and arguments.explain:
        arguments.refuse("--explain is for people: leave out --json")
    _check_files(arguments)
    game = _new_game(arguments)
    said, status = _said(arguments.inputs)
    with ExitStack() as stack:
        referee, steps = _opened(arguments, game, said, stack)
        record = stack.enter_context(_record(arguments, referee.game)) if arguments.out else None
        teller = Teller(referee, as_json=arguments.json, explain=arguments.explain)
        for step in steps:
            # An event is on disk before anybody reads it.
            if record:
                record.catch_up()
            status |= teller.tell(step)
    return status


def _check_files(arguments: argparse.Namespace) -> None:
    """Refuse files and folders that are taken before anything is written."""
    from tileye.vision.recordings import is_recording

    told = {"--record": arguments.record, "--inputs": arguments.inputs}
    told |= {"--players": arguments.players, "--rules": arguments.rules, "--begin": arguments.begin}
    told |= {"--pause": arguments.pause}
    if is_recording(arguments.source):
        for option in (option for option, value in told.items() if value is not None):
            arguments.refuse(f"{option}: {arguments.source} is a recording, which says all that itself")
    if arguments.out and arguments.out.is_file() and arguments.out.stat().st_size:
        arguments.refuse(f"--out: {arguments.out} exists already, name a new file")
    if arguments.record and arguments.record.exists() and not _is_empty(arguments.record):
        arguments.refuse(f"--record: {arguments.record} is taken, name a new folder")


def _is_empty(folder: Path) -> bool:
    try:
        return not any(folder.iterdir())
    except OSError:
        return False


def _new_game(arguments: argparse.Namespace) -> Game:
    """The game that is agreed; wrong usage ends here."""
    try:
        rules = find_rules(arguments.rules or "tiles")
        names = [parse_name(name) for name in (arguments.players or "A,B").split(",")]
        game = Game(Setup(rules, tuple(Player(name) for name in names), pieces=rules.pieces))
    except GameError as error:
        arguments.refuse(f"--players: {error}")
    except ValueError as error:
        arguments.refuse(str(error))
    if not game.setup.rules.watchable:
        arguments.refuse(f"--rules: {game.setup.rules.name} cannot be watched, only games with six colours")
    if arguments.pause is not None and game.setup.rules.kind == "tiles":
        arguments.refuse(
            f"--pause: {game.setup.rules.name} is played with tiles, which need no such pause: leave it out"
        )
    return game


def _said(path: Path | None) -> tuple[list[Input], int]:
    """What people say; a line that cannot be read is told and left out."""
    from tileye.vision.referee.inputs import parse_input

    if path is None:
        return [], 0
    said, status = [], 0
    try:
        check_kind(path)
        with path.open("rb") as stream:
            for number, line in enumerate(bounded_lines(stream), 1):
                if line is not None and not line.strip():
                    continue
                try:
                    said.append(parse_input(parse_object(line)))
                except ValueError as error:
                    warn(f"{path}, line {number} is left out: {error}")
                    status = 1
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    return said, status


def _opened(
    arguments: argparse.Namespace, game: Game, said: list[Input], stack: ExitStack
) -> tuple[AnyReferee, Iterator[LiveStep]]:
    """A referee, and the steps of whatever SOURCE is."""
    from tileye.vision.detection.runtime import WeightsError
    from tileye.vision.recordings import RecordingError, is_recording, replayed
    from tileye.vision.sources.frames import SourceError
    from tileye.vision.sources.opening import open_source

    try:
        if is_recording(arguments.source):
            referee, steps = replayed(Path(arguments.source))
            return referee, _unbroken(steps)
        source = stack.enter_context(open_source(arguments.source))
        live = _followed(arguments, game, source, said)
    except (RecordingError, SourceError, WeightsError) as error:
        raise InputError(str(error)) from None
    return _live(arguments, live, stack)


def _followed(arguments: argparse.Namespace, game: Game, source: Source, said: list[Input]) -> Live | CardLive:
    """Follow the game of either kind."""
    begin: BeginMode = arguments.begin or "auto"
    if game.setup.rules.kind == "tiles":
        from tileye.vision.live import followed
        from tileye.vision.reading import open_reader

        return followed(game, source, open_reader(), said, begin)
    from tileye.vision.card_live import followed_cards
    from tileye.vision.card_referee.settings import CardSettings
    from tileye.vision.cards.reading import open_card_reader

    settings = None if arguments.pause is None else CardSettings(pause=arguments.pause)
    return followed_cards(game, source, open_card_reader(), said, begin, settings)


def _live(
    arguments: argparse.Namespace, live: Live | CardLive, stack: ExitStack
) -> tuple[AnyReferee, Iterator[LiveStep]]:
    """The steps of a game that is played now, kept if that is wanted, until somebody stops it."""
    from tileye.vision.recordings import RecordingWriter

    before = signal.signal(signal.SIGINT, lambda *_: live.close())
    stack.callback(signal.signal, signal.SIGINT, before)
    if not arguments.record:
        return live.referee, live.steps()
    try:
        writer = RecordingWriter(arguments.record, live.referee)
    except OSError as error:
        raise InputError(f"{arguments.record} cannot be written: {error.strerror or error}") from None
    stack.callback(writer.close)
    return live.referee, _kept(live.steps(), writer)


def _kept(steps: Iterator[LiveStep], writer: RecordingWriter) -> Iterator[LiveStep]:
    for step in steps:
        writer.keep(step)
        yield step


def _unbroken(steps: Iterator[LiveStep]) -> Iterator[LiveStep]:
    from tileye.vision.recordings import RecordingError

    try:
        yield from steps
    except RecordingError as error:
        raise InputError(str(error)) from None


def _record(arguments: argparse.Namespace, game: Game) -> GameFile:
    try:
        return GameFile(arguments.out, game)
    except FileExistsError:
        arguments.refuse(f"--out: {arguments.out} exists already, name a new file")
        raise
    except OSError as error:
        raise InputError(f"{arguments.out} cannot be written: {error.strerror or error}") from None


class Teller:
    """Prints what happens, for programs or for people."""

    def __init__(self, referee: AnyReferee, *, as_json: bool, explain: bool) -> None:
        self._referee, self._json, self._explain = referee, as_json, explain
        self._image: str | None = None
        self._said: str | None = None
        self._explained: list[str] = []

    def tell(self, step: LiveStep) -> int:
        """Print one step; 1 where something could not be read."""
        self._image = step.image or self._image
        for event in step.events:
            self._event(event)
        if self._explain:
            self._explanation(step)
        said = step.notice.text if step.notice else None
        if said and said != self._said:
            warn(said)
        # A camera that gives nothing says so every second.
        self._said = said
        if step.refused:
            warn(f"{step.image or f'at {step.at:g}'}: {step.refused}")
        return int(step.notice is not None and step.notice.kind in _TROUBLE)

    def _event(self, event: Event) -> None:
        from tileye.companion_web.event_text import sentence
        from tileye.vision.referee.events import event_json

        if self._json:
            image = {"image": self._image} if self._image else {}
            sys.stdout.write(dump({**event_json(event), **image}) + "\n")
            sys.stdout.flush()
        else:
            names = [player.name for player in self._referee.game.state.players]
            show(sentence(event, names), of=self._image or f"{event.at:.1f} s")

    def _explanation(self, step: LiveStep) -> None:
        """Print how the table is explained where that is new."""
        from tileye.vision.recordings import stories

        lines = step.decision.lines() if step.decision else []
        if step.events or stories(lines) != stories(self._explained):
            show("\n".join(f"    {step.at:.2f} {line}" for line in lines[:_MOST_STORIES]))
        self._explained = lines


def warn(text: str) -> None:
    """Say on the side what went wrong."""
    sys.stdout.flush()
    sys.stderr.write(f"tileye: {printable(text)}\n")
