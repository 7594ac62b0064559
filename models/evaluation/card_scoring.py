"""How readings of cards agree with the truth: card by card, group by group, picture by picture.

A card counts where two fifths of its face are seen; one of which less is seen counts apart where a whole symbol in a
corner has 14 px and more once the long side of the picture has 1920. Other cards may be read or not. Pictures that the
camera cut cards out of count as well.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.rules.tiles import Tile
from tileye.vision.cards.reading import CardReading
from tileye.vision.reading import Point

LONG_SIDE = 1920
LEAST_VISIBLE = 0.4
LEAST_INDEX_PX = 14.0
_WHOLE, _PART = 0.99, 0.33
_NEAR = 0.5
"""A card is found where one was read whose middle is less than so many short sides away."""
_LAID = ("group", "single", "stack")


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card of the truth, in pixels of the picture that was read."""

    card: Tile
    role: str
    group: int | None
    middle: NDArray[np.float64]
    short: float
    visible: float
    index_px: float
    """Of the largest symbol that is seen whole, as if the long side of the picture had 1920 pixels."""
    symbol_px: float
    """Of the largest symbol of which a third is seen, likewise."""

    @property
    def open(self) -> bool:
        """Whether so much is seen that it counts."""
        return self.visible >= LEAST_VISIBLE

    @property
    def by_index(self) -> bool:
        """Whether it counts for a symbol in a corner alone."""
        return not self.open and self.index_px >= LEAST_INDEX_PX

    @property
    def counts(self) -> bool:
        """Whether it counts at all."""
        return self.open or self.by_index


@dataclass(frozen=True, slots=True)
class CardScore:
    """A card that counts, and what was read in its place."""

    true: TrueCard
    read: Tile | None
    unsure: bool = False

    @property
    def right(self) -> bool:
        """Whether it was found and named right."""
        return self.read == self.true.card


@dataclass(frozen=True, slots=True)
class CardPictureScore:
    """How one picture of cards was read."""

    name: str
    answers: tuple[CardScore, ...]
    groups: int
    groups_right: int
    false: int
    """Cards that were read where none is."""
    exact: bool


def true_cards(truth: Mapping[str, Any], size: tuple[int, int]) -> tuple[TrueCard, ...]:
    """The cards of a truth that show their faces, for a picture of this width and height."""
    stretch = np.array(size) / truth["size"]
    to_long_side = LONG_SIDE / max(truth["size"])
    cards = []
    for card in truth["cards"]:
        if card["card"] is None or not card["visible"]:
            continue
        corners = np.array(card["corners"]) * stretch
        whole, part = (
            max((symbol["px"] for symbol in card["symbols"] if symbol["seen"] >= least), default=0.0)
            for least in (_WHOLE, _PART)
        )
        cards.append(
            TrueCard(
                card["card"],
                card["role"],
                card["group"],
                corners.mean(0),
                float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min()),
                card["visible"],
                whole * to_long_side,
                part * to_long_side,
            )
        )
    return tuple(cards)


def score_cards(name: str, cards: Sequence[TrueCard], reading: CardReading) -> CardPictureScore:
    """Compare a reading with the truth."""
    pairs = pairs_of(cards, [(seen.card, seen.px) for seen in reading.cards])
    answers = tuple(_answer(card, pairs.get(number), reading) for number, card in enumerate(cards) if card.counts)
    false = len(reading.cards) - len(set(pairs.values()))
    groups, right = _groups(cards, pairs, reading)
    exact = all(answer.right for answer in answers) and not false and groups == right
    return CardPictureScore(name, answers, groups, right, false, exact)


def pairs_of(cards: Sequence[TrueCard], read: Sequence[tuple[Tile, Point]]) -> dict[int, int]:
    """For each true card that was found the read one: those of its name first, then the nearest."""
    near = []
    for number, card in enumerate(cards):
        for other, (name, middle) in enumerate(read):
            away = float(np.linalg.norm(card.middle - middle)) / card.short
            if away < _NEAR:
                near.append((not card.counts, name != card.card, away, number, other))
    pairs: dict[int, int] = {}
    for _, _, _, number, other in sorted(near):
        if number not in pairs and other not in pairs.values():
            pairs[number] = other
    return pairs


def _answer(card: TrueCard, other: int | None, reading: CardReading) -> CardScore:
    if other is None:
        return CardScore(card, None)
    seen = reading.cards[other]
    return CardScore(card, seen.card, seen.unsure)


def _groups(cards: Sequence[TrueCard], pairs: Mapping[int, int], reading: CardReading) -> tuple[int, int]:
    """How many groups there are of which all cards count, and how many of them were read as they lie."""
    wanted: dict[int, list[int]] = {}
    for number, card in enumerate(cards):
        if card.group is not None and card.role == "group":
            wanted.setdefault(card.group, []).append(number)
    read: dict[int, set[int]] = {}
    for number, seen in enumerate(reading.cards):
        if seen.group is not None:
            read.setdefault(seen.group, set()).add(number)
    whole = [members for members in wanted.values() if all(cards[number].counts for number in members)]
    right = sum(
        {pairs.get(number, -1) for number in members}
        in ([*read.values()] if len(members) > 1 else [{pairs.get(members[0], -1)}])
        for members in whole
    )
    return len(whole), right


def summary_of_cards(pictures: Sequence[CardPictureScore]) -> dict[str, Any]:
    """All figures of a set of pictures of cards."""
    answers = [answer for picture in pictures for answer in picture.answers]
    groups, right = (sum(getattr(picture, name) for picture in pictures) for name in ("groups", "groups_right"))
    wrong = sum(answer.read is not None and not answer.right and not answer.unsure for answer in answers)
    return {
        "pictures": len(pictures),
        "exact": sum(picture.exact for picture in pictures),
        "open": _tally(answer for answer in answers if answer.true.open),
        "by_index": _tally(answer for answer in answers if answer.true.by_index),
        "groups": groups,
        "groups_right": right,
        "false": sum(picture.false for picture in pictures),
        "wrong_sure_of_10000": round(10_000 * wrong / max(1, len(answers)), 1),
        "unsure": sum(answer.unsure for answer in answers),
    }


def _tally(answers: Iterable[CardScore]) -> dict[str, int]:
    counts = Counter(cards=0, found=0, right=0, shape_right=0, colour_right=0)
    for answer in answers:
        read = answer.read
        counts.update(
            cards=1,
            found=read is not None,
            right=answer.right,
            shape_right=read is not None and read[0] == answer.true.card[0],
            colour_right=read is not None and read[1] == answer.true.card[1],
        )
    return dict(counts)
