"""Recordings: what a referee saw and heard, kept in a folder, so that any turn can be explained later."""

import errno
from collections.abc import Iterator
from pathlib import Path

from tileye.rules.game import Game
from tileye.rules.jsonlines import Json, bounded_lines, dump, parse_object
from tileye.rules.record import header_json, parse_header
from tileye.rules.tiles import shown
from tileye.vision.annotate import save_picture
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.observations import card_observation_json, parse_card_observation
from tileye.vision.card_referee.settings import CardSettings, for_card_pictures
from tileye.vision.cards.reading import card_reading_json
from tileye.vision.reading import NAMES
from tileye.vision.referee.beginning import BEGIN_MODES, Beginning
from tileye.vision.referee.events import Event, event_json
from tileye.vision.referee.inputs import Input, input_json, parse_input, parse_time
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.observations import observation_json, parse_observation
from tileye.vision.referee.settings import for_pictures
from tileye.vision.sources.frames import Frame, Notice
from tileye.vision.step import LiveStep
from tileye.vision.tracking.eye import Sighting

AnyReferee = Referee | CardReferee
SEEN = "seen.jsonl"
"""The file in the folder that tells all; pictures lie beside it."""


class RecordingError(Exception):
    """A folder that cannot be replayed; its text is one sentence that says what to do."""


class RecordingWriter:
    """Writes down everything that the referee is told, with the pictures that changed its mind."""

    def __init__(self, folder: Path, referee: AnyReferee) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FileExistsError(errno.EEXIST, "there are files in it already, name a new folder", str(folder))
        self._folder = folder
        self._file = (folder / SEEN).open("x", encoding="utf-8", newline="\n")
        self._count = 0
        self._explained: list[str] = []
        how: Json = {"whole_turns": referee.settings.whole_turns, "begin": referee.beginning.mode}
        if isinstance(referee, CardReferee):
            how["pause"] = referee.settings.pause
        self._write({**header_json(referee.game.setup), **how})

    def keep(self, step: LiveStep) -> None:
        """Write one step down."""
        if isinstance(step.came, Notice) and step.observation is None and step.card_observation is None:
            return
        line = _told_json(step)
        explained = step.decision.lines() if step.decision else []
        matters = bool(step.events) or stories(explained) != stories(self._explained)
        if matters:
            line |= {"events": [event_json(event) for event in step.events], "explained": explained}
            self._explained = explained
        reading = _reading_json(step)
        if matters and reading is not None and isinstance(step.came, Frame):
            self._count += 1
            line |= {"picture": f"{self._count:05}.jpg", "reading": reading}
            save_picture(self._folder / line["picture"], step.came.picture)
        self._write(line)

    def close(self) -> None:
        """Nothing more will come."""
        self._file.close()

    def _write(self, line: Json) -> None:
        self._file.write(dump(line) + "\n")
        self._file.flush()


def is_recording(name: str) -> bool:
    """Tell whether this is a folder that a `ReplayWriter` wrote."""
    try:
        return (Path(name) / SEEN).is_file()
    except (OSError, ValueError):  # a name that no file system takes
        return False


def replayed(folder: Path) -> tuple[AnyReferee, Iterator[LiveStep]]:
    """A new referee, and the steps that it takes when it is told everything again; raise ReplayError where broken."""
    with (folder / SEEN).open("rb") as stream:
        lines = [line for line in bounded_lines(stream) if line != b""]
    try:
        header = parse_object(lines[0] if lines else b"")
        referee = _new_referee(header)
    except ValueError as error:
        raise RecordingError(f"{shown(str(folder / SEEN), 200)}, line 1: {error}") from None
    return referee, _steps(folder, referee, lines[1:])


def _new_referee(header: Json) -> AnyReferee:
    """The referee of a recording, by its first line."""
    game, pictures, begin = Game(parse_header(header)), bool(header.get("whole_turns")), header.get("begin", "auto")
    if begin not in BEGIN_MODES:
        raise ValueError(f"begin: one of {', '.join(BEGIN_MODES)} is needed, not {shown(begin)}")
    if game.setup.rules.kind == "tiles":
        return Referee(game, for_pictures() if pictures else None, Beginning(begin))
    settings = CardSettings(pause=parse_time(header.get("pause", CardSettings().pause)))
    return CardReferee(game, for_card_pictures(settings) if pictures else settings, Beginning(begin))


def _steps(folder: Path, referee: AnyReferee, lines: list[bytes | None]) -> Iterator[LiveStep]:
    for number, line in enumerate(lines, 2):
        try:
            step = _told_again(referee, parse_object(line))
        except ValueError as error:
            torn = number == len(lines) + 1
            reason = "it was torn off; all before it was replayed" if torn else str(error)
            raise RecordingError(f"{shown(str(folder / SEEN), 200)}, line {number}: {reason}") from None
        yield step


def _told_again(referee: AnyReferee, line: Json) -> LiveStep:
    said, seen = line.get("said"), line.get("seen")
    if isinstance(said, dict):
        told = parse_input(said)
        return LiveStep(told.at, told, tuple(referee.tell(told).events), decision=referee.decision)
    if isinstance(seen, dict) and isinstance(referee, CardReferee):
        looked = parse_card_observation(seen)
        told_of = tuple(referee.see(looked))
        return LiveStep(looked.at, None, told_of, decision=referee.decision, card_observation=looked)
    if isinstance(seen, dict) and isinstance(referee, Referee):
        observation = parse_observation(seen)
        events: list[Event] = referee.see(observation)
        return LiveStep(observation.at, None, tuple(events), observation, decision=referee.decision)
    for name, hear in (("tick", referee.tick), ("end", referee.finish)):
        at = line.get(name)
        if at is not None:
            at = parse_time(at)
            return LiveStep(at, None, tuple(hear(at)), decision=referee.decision)
    raise ValueError("nothing that a referee can be told")


def _told_json(step: LiveStep) -> Json:
    if isinstance(step.came, Input):
        return {"said": input_json(step.came)}
    if step.card_observation is not None:
        return {"seen": card_observation_json(step.card_observation)}
    if step.observation is not None:
        return {"seen": observation_json(step.observation)}
    return {"end" if step.came is None else "tick": step.at}


def _reading_json(step: LiveStep) -> Json | None:
    """What was read in a picture, if anything was."""
    if step.cards is not None:
        return card_reading_json(step.cards)
    return _sighting_json(step.sighting) if step.sighting else None


def _sighting_json(sighting: Sighting) -> Json:
    """Where the tiles are in the picture, and how sure their cells are."""
    registration, raw = sighting.registration, sighting.raw
    tiles = [
        [NAMES[int(row.argmax())], round(float(row.max()), 3), cell, [round(value) for value in quad.mean(0).tolist()]]
        for row, cell, quad in zip(raw.chances, registration.cells, raw.quads, strict=True)
    ]
    margin = None if registration.margin == float("inf") else round(registration.margin, 2)
    return {"cells": registration.verdict, "margin": margin, "share": round(registration.share, 3), "tiles": tiles}


def stories(lines: list[str]) -> list[str]:
    """Explanations without their scores, which change with every reading; only the likeliest three matter."""
    return [line.split(":")[0] for line in lines[:3]]
