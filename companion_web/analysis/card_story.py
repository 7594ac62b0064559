"""What happened on a table of cards in a turn, in one sentence, and which cards of its sets are new."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tileye.companion_web.analysis.lines import shared_feature
from tileye.companion_web.languages import Words
from tileye.rules.cards import CardSet, Table, cards_added
from tileye.rules.jsonlines import Json
from tileye.rules.tiles import Tile

_MOST_TOLD = 3
"""More cards than this that changed their sets are counted, not named."""


@dataclass(frozen=True, slots=True)
class TracedSet:
    """A set after a turn, with where each of its cards was before."""

    cards: CardSet
    origins: tuple[CardSet | None, ...]
    """The other set that a card came from; the set itself for one that stayed; None for one from the hand."""
    before: CardSet = ()
    """What it was before the turn."""

    @property
    def new(self) -> list[int]:
        """The places of the cards from the hand."""
        return [place for place, origin in enumerate(self.origins) if origin is None]

    @property
    def moved(self) -> Iterator[tuple[Tile, CardSet]]:
        """The cards that came from other sets, each with its set."""
        for card, origin in zip(self.cards, self.origins, strict=True):
            if origin is not None and origin is not self.before:
                yield card, origin


def traced(before: Table, after: Table) -> list[TracedSet]:
    """Tell where each card of some sets was before: in the same set if that can be, else in another, else in a hand."""
    befores = _partners(before, after)
    left = [Counter(cards) for cards in before]
    stayed = []
    for cards, own in zip(after, befores, strict=True):
        here = left[own] if own is not None else Counter[Tile]()
        marks = []
        for card in cards:
            marks.append(here[card] > 0)
            here[card] -= int(marks[-1])
        stayed.append(marks)
    return [
        TracedSet(
            cards,
            tuple(
                before[own] if own is not None and stays else _origin(card, before, left)
                for card, stays in zip(cards, marks, strict=True)
            ),
            before[own] if own is not None else (),
        )
        for cards, own, marks in zip(after, befores, stayed, strict=True)
    ]


def _partners(before: Table, after: Table) -> list[int | None]:
    """Which set each one was before: the one with which it shares most cards, each only once."""
    shared = sorted(
        (-(Counter(old) & Counter(new)).total(), place, number)
        for number, new in enumerate(after)
        for place, old in enumerate(before)
        if Counter(old) & Counter(new)
    )
    found: list[int | None] = [None] * len(after)
    taken: set[int] = set()
    for _, place, number in shared:
        if found[number] is None and place not in taken:
            found[number] = place
            taken.add(place)
    return found


def _origin(card: Tile, before: Table, left: Sequence[Counter[Tile]]) -> CardSet | None:
    """The set that a card left for another one."""
    for cards, there in zip(before, left, strict=True):
        if there[card] > 0:
            there[card] -= 1
            return cards
    return None


def drawn_sets(before: Table, after: Table) -> list[Json]:
    """Sets as a page draws them, with the places of the cards that are new."""
    return [
        {"cards": list(one.cards), "by": shared_feature(one.cards), "cells": None, "new": one.new}
        for one in traced(before, after)
    ]


def story(before: Table, after: Table, taken: Table, words: Words) -> str:
    """3 from the hand; the red circle came from the circles; Qwirkle of stars."""
    parts = []
    if added := len(cards_added(before, after, taken)):
        parts.append(words.count("told.story.hand", added))
    moves = [move for one in traced(before, (*after, *taken)) for move in one.moved]
    if len(moves) > _MOST_TOLD:
        parts.append(words.count("told.story.moved", len(moves)))
    else:
        parts += [
            words.say("told.story.came", card=words[f"tiles.{card}"], set=_set_name(origin, words))
            for card, origin in moves
        ]
    parts += [words[f"lines.qwirkles.{_mark(cards)}"] for cards in taken]
    return "; ".join(parts)


def _mark(cards: CardSet) -> str:
    return cards[0][1] if shared_feature(cards) == "colour" else cards[0][0]


def _set_name(cards: CardSet, words: Words) -> str:
    """Of which set a card was: the circles, the red set."""
    match shared_feature(cards):
        case "shape":
            return words[f"lines.shapes.{cards[0][0]}"]
        case "colour":
            return words.say("told.story.colour", colour=words[f"colours.{cards[0][1]}"])
        case "none":
            return words["told.story.loose"]
