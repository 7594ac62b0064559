"""From a picture to its cards: found, named, laid together in groups."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tileye.rules.jsonlines import Json
from tileye.rules.tiles import Tile
from tileye.vision.cards.answers import COLOUR, CORNERS, IS_BACK, IS_CARD, IS_NONE, KIND, SHAPE
from tileye.vision.cards.boxes import agreed_names, alike_in_size, beside, first_of_each, single
from tileye.vision.cards.burnt import READABLE, are_cards, burnt_boxes
from tileye.vision.cards.company import is_colourless, is_doubtful, of_other_sets, told_together, twice_in_set
from tileye.vision.cards.finding import BACK, CardFinder, FoundPieces
from tileye.vision.cards.genuine import LEAST, CardEvidence, CardJudge, shipped_card_judge
from tileye.vision.cards.groups import Group, group_cards
from tileye.vision.cards.patches import (
    CardFrames,
    Patches,
    Quads,
    cut_card_patches,
    straight_frames,
    upright_frames,
)
from tileye.vision.detection.runtime import (
    Engine,
    WeightsError,
    answer_many,
    as_batch,
    describe_weights,
    is_shipped,
    open_engine,
)
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import NAMES, Candidates, Point, colours_of, likeliest, middle_of, points_of

Real = NDArray[np.float64]

CARD_FORMS = ("obb-pieces", "card")
"""Of the nets for cards: what finds them, and what names them."""
_LEAST_CARD = 0.7
"""What is less likely a card is none."""
_SURELY_NONE = 0.9
"""What is so surely no card at the first look gets no second one."""
_MANY = 100
"""Of more boxes each is looked at in two ways in place of three in games, which look at a table many times."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as it was read; its group is None where it lies by itself."""

    card: Tile
    group: int | None
    confidence: float
    px: Point
    corners: tuple[Point, ...]
    unsure: bool
    candidates: Candidates


@dataclass(frozen=True, slots=True)
class CardReading:
    """What a picture of cards shows: cards by groups in the order in which they lie, then those by themselves."""

    cards: tuple[SeenCard, ...]
    groups: tuple[tuple[Tile, ...], ...]
    backs: tuple[tuple[Point, ...], ...]
    """Their corners."""
    colours: str | None
    ms: Mapping[str, float]
    hidden: tuple[SeenCard, ...] = ()
    """Cards that a lamp burns out: they lie there, and nobody can say what they are."""
    glares: tuple[Point, ...] = ()
    """The middles of boxes that show nothing but white: where a card is known to lie, it lies there still."""

    @property
    def unsure(self) -> tuple[SeenCard, ...]:
        """The cards whose names are not sure."""
        return tuple(card for card in self.cards if card.unsure)


class _Looked(NamedTuple):
    """What the nets say of all boxes of a picture, and which of them are cards of their own."""

    found: FoundPieces
    quads: Quads
    likely: Real
    """How likely each is a card."""
    chances: Real
    trust: Real
    backs: NDArray[np.bool_]
    burnt: NDArray[np.bool_]
    blank: NDArray[np.intp]
    """Those that show nothing but white and may be cards."""
    there: NDArray[np.intp]
    agreed: Real
    """For each of those the chances of all names."""
    boxes: Real
    """For each of those how many boxes agree."""
    clock: tuple[float, ...]


class CardReader:
    """Reads one picture of cards after another."""

    def __init__(self, finder: CardFinder, net: Engine, *, alone: bool = False, judge: CardJudge | None = None) -> None:
        """Where each picture stands `alone`, what a card is hard to see to be is told by the others of its set.

        Games look at a table many times, and weigh themselves what is a set. A judge tells what is no card.
        """
        self.finder, self._net, self._alone, self._judge = finder, net, alone, judge

    def read(self, picture: Picture, least: float = LEAST) -> CardReading:
        """Read a picture by itself; what a judge believes less than so much is no card."""
        seen = self._looked(picture)
        there, agreed, quads = seen.there, seen.agreed, seen.quads
        if self._judge:
            genuine = self._judge.belief(_evidence(seen)) >= least
            there, agreed = there[genuine], agreed[genuine]
        blank = beside(quads, seen.found.scores, seen.blank, seen.there)
        lying = np.concatenate([there, blank])
        names = np.concatenate([agreed, seen.chances[blank]])
        laid = _laid_together(
            quads[lying], names, seen.trust[lying], seen.burnt[lying], picture if self._alone else None
        )
        clock = (*seen.clock, time.perf_counter())
        ms = dict(zip(("detect", "name", "group"), (np.diff(clock) * 1000).tolist(), strict=True))
        colours = colours_of(card.card for card in laid.cards if not card.unsure)
        return CardReading(
            laid.cards,
            laid.groups,
            tuple(points_of(quad) for quad in quads[seen.backs]),
            colours,
            ms,
            laid.hidden,
            tuple(middle_of(quad) for quad in quads[seen.burnt]),
        )

    def evidence(self, picture: Picture) -> CardEvidence:
        """What may be cards, and what the nets say of each."""
        return _evidence(self._looked(picture))

    def _looked(self, picture: Picture) -> _Looked:
        clock = [time.perf_counter()]
        found = self.finder.find(picture)
        clock.append(time.perf_counter())
        found, around = self._put_right(picture, found)
        quads, kinds, chances = self._named(picture, around)
        clock.append(time.perf_counter())
        likely = kinds[:, IS_CARD]
        backs = _are_backs(found, kinds)
        cards = ~backs & (likely >= _LEAST_CARD) & alike_in_size(quads, likely * found.scores)
        trust = likely * found.scores**0.2
        burnt = cards & burnt_boxes(picture, quads, likely, chances)
        # What the others of its set may tell is read like any other card.
        readable = cards if self._alone else cards & ~burnt
        which = np.flatnonzero(readable)
        there = single(quads, chances, trust * chances.max(1, initial=0.0), which)
        agreed, boxes = agreed_names(quads, chances, trust, which, there)
        blank = np.flatnonzero(burnt & ~readable & are_cards(likely, found.scores))
        return _Looked(found, quads, likely, chances, trust, backs, burnt, blank, there, agreed, boxes, tuple(clock))

    def _put_right(self, picture: Picture, found: FoundPieces) -> tuple[FoundPieces, CardFrames]:
        """The boxes that may be cards, and how they are looked at as from above: boxes are inexact."""
        boxes = upright_frames(found.quads)
        if not len(found.scores):
            return found, boxes
        answers = self._answers(cut_card_patches(picture, boxes))
        quads = _corners(answers, boxes)
        which = first_of_each(quads, np.flatnonzero(_softmax(answers[:, KIND])[:, IS_NONE] < _SURELY_NONE))
        return found.taken(which), straight_frames(quads[which])

    def _named(self, picture: Picture, around: CardFrames) -> tuple[Quads, Real, Real]:
        """Corners, chances of the kinds, chances of the names."""
        if not len(around.middles):
            return np.zeros((0, 4, 2)), np.zeros((0, 3)), np.zeros((0, len(NAMES)))
        patches = cut_card_patches(picture, around)
        # A card is the same in a mirror and upside down: what is seen in three ways is told by all together.
        ways = (patches, patches[:, :, ::-1], patches[:, ::-1, ::-1])
        quick = not self._alone and len(patches) > _MANY
        views = [self._answers(seen) for seen in (ways[:2] if quick else ways)]
        kinds = np.mean([_softmax(view[:, KIND]) for view in views], 0)
        names = np.mean(
            [_softmax(view[:, SHAPE])[:, :, None] * _softmax(view[:, COLOUR])[:, None, :] for view in views], 0
        )
        return _corners(views[0], around), kinds, names.reshape(len(kinds), len(NAMES))

    def _answers(self, patches: Patches) -> Real:
        return np.asarray(answer_many(self._net, as_batch(patches)), np.float64)


def reads_cards(folder: Path | None = None) -> bool:
    """Whether the nets for cards are there."""
    return all(is_shipped(form, folder) for form in CARD_FORMS)


def open_card_reader(folder: Path | None = None, runtime: str | None = None, *, alone: bool = False) -> CardReader:
    """Make the shipped nets for cards ready; `folder` may name others, and pictures may stand each `alone`."""
    if not reads_cards(folder):
        raise WeightsError("this version reads no cards: its nets for them are not part of it yet")
    finder, net = (describe_weights(form, folder) for form in CARD_FORMS)
    judge = shipped_card_judge() if alone else None
    engines = open_engine(finder, runtime), open_engine(net, runtime)
    return CardReader(CardFinder(engines[0], finder.size), engines[1], alone=alone, judge=judge)


def card_reading_json(reading: CardReading) -> Json:
    """A reading of cards as the interfaces show it."""
    return {
        "cards": [
            {
                "card": card.card,
                "confidence": round(card.confidence, 3),
                "px": _rounded(card.px),
                "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners],
                "group": card.group,
            }
            for card in reading.cards
        ],
        "groups": [list(group) for group in reading.groups],
        "backs": [
            {"px": _rounded(middle_of(np.array(corners))), "corners": [[round(x, 1), round(y, 1)] for x, y in corners]}
            for corners in reading.backs
        ],
        "unsure": [
            {
                "px": _rounded(card.px),
                "group": card.group,
                "candidates": {name: round(chance, 3) for name, chance in card.candidates},
            }
            for card in reading.unsure
        ]
        + [{"px": _rounded(card.px), "group": card.group, "hidden": True, "candidates": {}} for card in reading.hidden],
        "set": reading.colours,
        "ms": {stage: round(took, 1) for stage, took in reading.ms.items()},
    }


def _corners(answers: Real, around: CardFrames) -> Quads:
    """Where the net sees corners."""
    return around.corners(answers[:, CORNERS].reshape(-1, 4, 2))


def _are_backs(found: FoundPieces, kinds: Real) -> NDArray[np.bool_]:
    """Detector and net have one vote each."""
    said = np.where(found.classes == BACK, found.scores, 0.0)
    return np.asarray(said + kinds[:, IS_BACK] - kinds[:, IS_CARD] > 0.5)


def _evidence(seen: _Looked) -> CardEvidence:
    there = seen.there
    return CardEvidence(seen.quads[there], seen.found.scores[there], seen.likely[there], seen.agreed, seen.boxes)


class _Laid(NamedTuple):
    """Cards by groups, those that can be read and those that cannot, and the names of the groups."""

    cards: tuple[SeenCard, ...]
    hidden: tuple[SeenCard, ...]
    groups: tuple[tuple[Tile, ...], ...]


def _laid_together(
    quads: Quads, chances: Real, confidences: Real, burnt: NDArray[np.bool_], alone: Picture | None
) -> _Laid:
    """Cards in their groups, and the groups by names; a picture that stands `alone` doubts what cannot be."""
    chains = (group for group in group_cards(quads, _best(chances)) if not burnt[list(group)].all())
    groups = sorted(chains, key=lambda group: _place(quads, group))
    told = chances if alone is None else told_together(chances, groups)
    best, hidden = _best(told), burnt & (told.max(1, initial=0.0) < READABLE)
    shown = [[card for card in group if not hidden[card]] for group in groups]
    doubted = _doubted(quads, best, hidden, shown, alone)
    number_of = {card: number for number, group in enumerate(groups) for card in group}
    order = [*number_of, *(card for card in range(len(quads)) if card not in number_of)]
    seen = {
        card: _seen(quads[card], number_of.get(card), chances[card], told[card], float(confidences[card]))
        for card in order
    }
    seen |= {card: replace(seen[card], unsure=True) for card in doubted}
    return _Laid(
        tuple(one for card, one in seen.items() if not hidden[card]),
        tuple(one for card, one in seen.items() if hidden[card]),
        tuple(tuple(best[card] for card in group) for group in shown),
    )


def _doubted(
    quads: Quads,
    names: Sequence[Tile],
    hidden: NDArray[np.bool_],
    groups: Sequence[Sequence[int]],
    alone: Picture | None,
) -> set[int]:
    """The cards, by their numbers, that may not be what they seem: a game looks again and again."""
    if alone is None:
        return set()
    if is_colourless(alone, quads):
        return set(range(len(quads)))
    read = np.flatnonzero(~hidden).tolist()
    told = [names[card] for card in read]
    return twice_in_set(names, groups) | {read[place] for place in of_other_sets(told)}


def _best(chances: Real) -> list[Tile]:
    return [NAMES[number] for number in chances.argmax(1)]


def _place(quads: Quads, chain: Group) -> tuple[float, float]:
    x, y = quads[list(chain)].mean((0, 1))
    return float(y), float(x)


def _seen(quad: Real, group: int | None, own: Real, told: Real, confidence: float) -> SeenCard:
    """A card with its chances by itself, and as the others of its group tell them."""
    candidates = likeliest(told)
    card, sure = candidates[0]
    unsure = is_doubtful(likeliest(own), candidates)
    return SeenCard(card, group, min(1.0, sure * confidence), middle_of(quad), points_of(quad), unsure, candidates)


def _rounded(point: Point) -> list[int]:
    return [round(value) for value in point]


def _softmax(values: Real) -> Real:
    grown = np.exp(values - values.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True))
