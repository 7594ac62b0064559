"""The interface for other programs: pictures, moves, games and films, with plain values in and out."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tileye.answers import Answer, Moves
from tileye.game import Game, rules_of
from tileye.rules.board import Cell
from tileye.rules.rulesets import RuleSet
from tileye.rules.tiles import Tile, shown
from tileye.rules.wire import judge_request, moves_request

# Seeing loads large libraries, so it is imported where it is used.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tileye.vision.following import Follower
    from tileye.vision.pieces import PieceReader

    Picture = str | os.PathLike[str] | NDArray[np.uint8]

Board = Mapping[Cell, Tile] | Iterable[Sequence[Any]]
"""Tiles by their cells, or a list of [tile, x, y]; of cards a list of sets."""
Kind = Literal["auto", "tiles", "cards"]


def read(picture: Picture, kind: Kind = "auto", pieces: str | None = None) -> Answer:
    """Read the tiles or cards in a picture: a file, or an array of rows of pixels, each blue, green and red.

    Answers as `tileye read --json`: `kind`, `tiles` or `cards` with `groups` and `backs`, `unsure`, `set`, `ms` and, of
    a file, `image`.
    """
    from tileye.vision.images.pictures import enough_memory, load_picture
    from tileye.vision.pieces import KINDS, piece_reading_json

    if kind not in KINDS:
        raise ValueError(f"kind: auto, tiles or cards is needed, not {shown(kind)}")
    if pieces is not None:
        raise ValueError(f"no set of pieces is called {shown(pieces)}")
    with _as_value_error(), enough_memory():
        if isinstance(picture, str | os.PathLike):
            name = os.fspath(picture)
            return Answer({"image": name, **piece_reading_json(_readers().read(load_picture(Path(name)), kind))})
        return Answer(piece_reading_json(_readers().read(_upright(picture), kind)))


def judge(rules: str | RuleSet, board: Board, move: Board, **more: object) -> Answer:
    """Judge and score a move: `legal`, `points`, `lines`, `violations`.

    `more` is what `tileye judge` takes besides: `opening`, `hand`, `left_in_hand`, `bag_empty`. Of cards `board` is the
    table before and `move` the one after, each a list of sets; `taken` and `stacks` may follow.
    """
    found = rules_of(rules)
    keys = ("before", "after") if found.kind == "cards" else ("board", "move")
    asked = {"rules": found.name, keys[0]: _listed(board), keys[1]: _listed(move), **more}
    return Answer(judge_request(asked, found))


def legal_moves(rules: str | RuleSet, board: Board, hand: Iterable[Tile], **more: object) -> Moves:
    """All legal moves of a hand, best first; of cards the best turn. Each has `move`, `points` and `lines`."""
    known = rules_of(rules)
    held = list(hand) if isinstance(hand, Iterable) and not isinstance(hand, str) else hand
    found = moves_request({"rules": known.name, "board": _listed(board), "hand": held, **more}, known)
    return Moves(tuple(Answer(move) for move in found["moves"]), proven=found["proven"])


def watch(
    source: str | int | os.PathLike[str],
    rules: str | RuleSet = "tiles",
    players: Iterable[str] = ("A", "B"),
    *,
    begin: Literal["auto", "turn", "board"] = "auto",
    inputs: Iterable[Mapping[str, Any]] = (),
) -> Iterator[Answer]:
    """Follow a game in a film, a folder of pictures, a camera or a stream.

    Gives its events as `tileye watch --json` has them. `inputs` are what people say, each with `at` and `input`. What
    is wrong is raised at once, not with the first event.
    """
    if begin not in ("auto", "turn", "board"):
        raise ValueError(f"begin: auto, turn or board is needed, not {shown(begin)}")
    record = Game.new(rules, players).record
    if not record.setup.rules.watchable:
        raise ValueError(f"{record.setup.rules.name} cannot be watched, only games with six colours")
    from tileye.vision.card_live import followed_cards
    from tileye.vision.live import followed
    from tileye.vision.referee.inputs import parse_input
    from tileye.vision.sources.opening import open_source

    said = [parse_input(dict(one)) for one in inputs]
    with _as_value_error():
        opened = open_source(str(source))
        if record.setup.rules.kind == "cards":
            return _events(followed_cards(record, opened, _readers().cards, said, begin))
        return _events(followed(record, opened, _readers().tiles, said, begin))


def _events(live: Follower) -> Iterator[Answer]:
    """The events; what is wrong with the source is a warning."""
    from tileye.vision.referee.events import event_json

    image: str | None = None
    with closing(live):
        for step in live.steps():
            image = step.image or image
            if step.notice and step.notice.kind in ("unreadable", "cut", "lost"):
                warnings.warn(step.notice.text, RuntimeWarning, stacklevel=2)
            if step.refused:
                warnings.warn(f"at {step.at:g}: {step.refused}", RuntimeWarning, stacklevel=2)
            for event in step.events:
                yield Answer({**event_json(event), **({"image": image} if image else {})})


@cache
def _readers() -> PieceReader:
    from tileye.vision.pieces import PieceReader

    return PieceReader()


def _upright(pixels: Any) -> NDArray[np.uint8]:  # noqa: ANN401
    """Check an array, and turn its colours round."""
    import numpy as np

    from tileye.vision import MOST_PIXELS

    shape: tuple[int, ...] = getattr(pixels, "shape", ())
    if len(shape) != 3 or shape[2] != 3 or pixels.dtype != np.uint8 or not 0 < shape[0] * shape[1] <= MOST_PIXELS:
        raise ValueError("picture: a path, or rows of pixels with blue, green and red from 0 to 255, is needed")
    return np.ascontiguousarray(pixels[..., ::-1])


@contextmanager
def _as_value_error() -> Iterator[None]:
    """What cannot be read or opened is a ValueError with the same sentence."""
    from tileye.vision.detection.runtime import WeightsError
    from tileye.vision.images.pictures import PictureError
    from tileye.vision.sources.frames import SourceError

    try:
        yield
    except (PictureError, SourceError, WeightsError) as error:
        raise ValueError(str(error)) from None


def _listed(lying: object) -> object:
    """Tiles or sets as lists, as commands take them; what is neither is refused there."""
    if isinstance(lying, Mapping):
        return [[tile, *cell] for cell, tile in lying.items()]
    return [_entry(one) for one in lying] if isinstance(lying, Iterable) else lying


def _entry(one: object) -> object:
    """A tile with its cell may be ("4O", (0, 0)) or ["4O", 0, 0]; a set is a list of cards."""
    if not isinstance(one, Sequence) or isinstance(one, str):
        return one
    return [one[0], *one[1]] if len(one) == 2 and isinstance(one[1], tuple) else list(one)
