"""Train what tells cards from what looks like them: `python -m tileye.models.genuine_cards`.

It is for `vision/cards/genuine.py`. As for tiles (`genuine.py`), it learns from what the shipped nets find in pictures
that none of them learned from.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.folders import read_truth
from tileye.datasets.themes import CARDS, LOOKALIKES, TILES
from tileye.models.evaluation.card_scoring import TrueCard, pairs_of, true_cards
from tileye.models.genuine import (
    FALSE,
    STEPS,
    TRUE,
    UNCOUNTED,
    alone_and_together,
    compose_missing,
    judge_json,
    training_options,
)
from tileye.vision.cards.genuine import FILE, CardEvidence, CardJudge, own_features
from tileye.vision.cards.reading import CardReader, open_card_reader
from tileye.vision.images.pictures import Picture, load_picture
from tileye.vision.reading import NAMES, middle_of

_COUNTS = {CARDS.name: 300, LOOKALIKES.name: 400, TILES.name: 100}
_CLOSE = 0.15, 0.5
"""What a close-up shows of the width and height."""
_HALF = 0.5
_COVERS = 0.8
"""What was found so near to the middle of a true card, in its short sides, shows a part of it."""


@dataclass(frozen=True, slots=True)
class JudgedCards:
    """What was taken for cards in one picture, and whether it is: false, not counted, or true."""

    seen: CardEvidence
    truth: NDArray[np.intp]


def found_in(reader: CardReader, file: Path) -> Iterator[JudgedCards]:
    """Read a picture of a set, a close-up of it with a few cards, and it at half its size, named by the truth."""
    picture, told = load_picture(file.with_suffix(".jpg")), read_truth(file)
    high, wide = picture.shape[:2]
    cards = true_cards(told, (wide, high)) if told.get("cards") else ()
    yield _named(reader, picture, cards)
    chance = np.random.default_rng(int(file.stem))
    size = (chance.uniform(*_CLOSE, 2) * (wide, high)).astype(int)
    middle = cards[chance.integers(len(cards))].middle if cards else chance.uniform(0, (wide, high))
    left, top = (middle - size / 2).clip(0, (wide, high) - size).astype(int)
    part = np.ascontiguousarray(picture[top : top + size[1], left : left + size[0]])
    yield _named(reader, part, [replace(card, middle=card.middle - (left, top)) for card in cards])
    small = np.asarray(cv2.resize(picture, None, fx=_HALF, fy=_HALF, interpolation=cv2.INTER_AREA), np.uint8)
    halved = [replace(card, middle=_HALF * card.middle, short=_HALF * card.short) for card in cards]
    yield _named(reader, small, halved)


def _named(reader: CardReader, picture: Picture, cards: Sequence[TrueCard]) -> JudgedCards:
    """What was taken for cards; what a picture cuts, and what shows a part of a card, counts neither way."""
    seen = reader.evidence(picture)
    read = [(NAMES[number], middle_of(quad)) for number, quad in zip(seen.names.argmax(1), seen.quads, strict=True)]
    truth = np.full(len(seen.scores), FALSE, np.intp)
    for card in cards:
        away = np.linalg.norm(seen.quads.mean(1) - card.middle, axis=1)
        truth[away < _COVERS * card.short] = UNCOUNTED
    for number, other in pairs_of(cards, read).items():
        truth[other] = TRUE if cards[number].counts and _is_whole(seen.quads[other], picture) else UNCOUNTED
    return JudgedCards(seen, truth)


def _is_whole(quad: NDArray[np.float64], picture: Picture) -> bool:
    return bool((quad >= 0).all() and (quad <= picture.shape[1::-1]).all())


def trained(pictures: Sequence[JudgedCards], steps: int = STEPS) -> CardJudge:
    """Learn from what was found in pictures; what is too small or hidden to count teaches nothing."""
    pictures = [one for one in pictures if len(one.truth)]
    own = [own_features(one.seen) for one in pictures]
    return CardJudge(*alone_and_together(own, [one.truth for one in pictures], steps))


def main(words: Sequence[str] | None = None) -> int:
    """Compose, read, train, write."""
    wanted = training_options("tileye.models.genuine_cards", __doc__, FILE, words)
    reader, pictures = open_card_reader(alone=True), list[JudgedCards]()
    for theme, count in _COUNTS.items():
        for file in compose_missing(wanted.pictures / theme, theme, wanted.count or count):
            pictures += found_in(reader, file)
            if len(pictures) % 40 == 0:
                sys.stderr.write(f"{len(pictures)} pictures and close-ups read\n")
    wanted.out.write_text(json.dumps(judge_json(trained(pictures))) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
