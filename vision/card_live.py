"""A card game as it is played: frames come, tables at rest are read, and the referee tells what that means."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from tileye.rules.cards import Table, all_cards
from tileye.rules.game import Game
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.observations import CardObservation, Corners, LyingCard
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.settings import CardSettings, for_card_pictures
from tileye.vision.cards.reading import CardReading
from tileye.vision.following import Follower
from tileye.vision.images.changes import ChangedBlocks
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Point
from tileye.vision.referee.beginning import BeginMode, Beginning
from tileye.vision.referee.inputs import Input
from tileye.vision.sources.frames import Frame, Notice, Source
from tileye.vision.step import LiveStep
from tileye.vision.tracking.motion_gate import Gate, MotionVerdict
from tileye.vision.tracking.read_schedule import ReadSchedule

_CORE = 0.35
"""How far around its middle a card has to be covered to be hidden, in its sides: fingers beside it hide nothing."""

_LEAST_UNDER, _SEEN_THROUGH, _IN_PLACE = 2, 0.8, 0.3
"""What covers so many known cards and lets such a share be seen in their places, but for so many sides, is no hand."""
_LEAST_SET = 3
"""A hand may hold fewer cards that happen to be a set of the record."""
_BEYOND = 1.2
"""A hand that reaches farther than the middle of the deck by so many of its long sides does not only draw."""


class ReadsCards(Protocol):
    """What reads cards in a picture: `CardReader`, or in tests something that knows what is drawn."""

    def read(self, picture: Picture) -> CardReading:
        """Read a picture by itself."""


class CardLive(Follower):
    """Follows one card game."""

    def __init__(
        self, source: Source, reader: ReadsCards, referee: CardReferee, said: Iterable[Input] = (), *, ends: bool = True
    ) -> None:
        super().__init__(source, referee, said, ends=ends, whole_turns=referee.settings.whole_turns)
        self.referee = referee
        self._reader = reader
        self._gate, self._rest = Gate(), ReadSchedule()

    def _unwatched(self, notice: Notice) -> LiveStep:
        self._rest = self._rest.disturbed()
        seen = CardObservation(notice.at, busy=True)
        return LiveStep(notice.at, notice, tuple(self.referee.see(seen)), card_observation=seen)

    def _frame(self, frame: Frame) -> LiveStep:
        if self._whole_turns:
            return self._read(frame, None)
        verdict = self._gate.step(frame.picture, frame.at)
        if not verdict.at_rest:
            return self._disturbed(frame, verdict)
        self._rest = self._rest.changed(verdict.changed)
        if not self._rest.is_due(frame.at):
            return LiveStep(frame.at, frame, tuple(self.referee.tick(frame.at)), verdict=verdict)
        return self._read(frame, verdict)

    def _disturbed(self, frame: Frame, verdict: MotionVerdict) -> LiveStep:
        """Something moves; over which cards it does is all that is asked."""
        self._rest = self._rest.disturbed()
        moved = verdict.kind == "moved"
        hidden = None if moved else hidden_cards(self.referee.cards, verdict.covered)
        deck = None if moved else self.referee.deck
        at_deck = deck is not None and _is_hidden(deck, verdict.covered)
        near = deck is not None and at_deck and not reaches_beyond(deck, verdict.covered)
        seen = CardObservation(frame.at, busy=True, moved=moved, hidden=hidden, deck=at_deck, no_farther=near)
        return LiveStep(frame.at, frame, tuple(self.referee.see(seen)), verdict=verdict, card_observation=seen)

    def _read(self, frame: Frame, verdict: MotionVerdict | None) -> LiveStep:
        """Read the whole picture: cards are few, and which belong together only all of them tell."""
        reading = self._reader.read(frame.picture)
        covered = verdict.covered if verdict else ChangedBlocks.nowhere(frame.picture.shape[:2])
        if verdict:
            self._rest = self._rest.read(frame.at, whole=True)
            through = sees_through(covered, self.referee.cards, reading, self.referee.game.state.table)
            self._gate.remember(uncovered=through)
            covered = ChangedBlocks.nowhere(covered.size) if through else covered
        hidden = hidden_cards(self.referee.cards, covered) if covered else None
        burnt = burnt_cards(self.referee.cards, reading)
        seen = observed(reading, frame.at, covered, hidden, burnt=burnt, skipped=frame.skipped)
        events = tuple(self.referee.see(seen))
        return LiveStep(frame.at, frame, events, verdict=verdict, cards=reading, card_observation=seen)


def observed(
    reading: CardReading,
    at: float,
    covered: ChangedBlocks,
    hidden: frozenset[int] | None = None,
    *,
    burnt: frozenset[int] = frozenset(),
    skipped: bool = False,
) -> CardObservation:
    """What a reading tells the referee; cards where something covers the table are held by somebody."""
    seen = [(card, dict(card.candidates)) for card in reading.cards] + [(card, {}) for card in reading.hidden]
    cards = tuple(
        LyingCard(_four(card.corners), names, card.group)
        for card, names in seen
        if not _is_hidden(_four(card.corners), covered)
    )
    backs = tuple(_four(corners) for corners in reading.backs)
    return CardObservation(at, cards=cards, backs=backs, hidden=hidden, burnt=burnt, skipped=skipped)


def hidden_cards(cards: Mapping[int, Corners], covered: ChangedBlocks) -> frozenset[int]:
    """The cards, by their numbers, that something covers."""
    return frozenset(number for number, corners in cards.items() if _is_hidden(corners, covered))


def burnt_cards(cards: Mapping[int, Corners], reading: CardReading) -> frozenset[int]:
    """The cards, by their numbers, in whose places nothing but white is seen."""

    def shows(places: Iterable[Point], corners: Corners) -> bool:
        return any(math.dist(middle(corners), place) < _IN_PLACE * sides(corners)[0] for place in places)

    seen = [card.px for card in (*reading.cards, *reading.hidden)]
    return frozenset(
        number for number, corners in cards.items() if shows(reading.glares, corners) and not shows(seen, corners)
    )


def sees_through(covered: ChangedBlocks, cards: Mapping[int, Corners], reading: CardReading, table: Table) -> bool:
    """Whether what seems to cover the table hides nothing: the cards under it are seen, or none are there.

    Nor does it where a whole set of the record's `table` is seen under it, and all of its other cards anywhere: then
    most of what lies under it has to be seen, since a shadow may fall on a set beside an arm.
    """
    if not covered:
        return False
    under = [corners for corners in cards.values() if _is_hidden(corners, covered)]
    within = [card for card in reading.cards if _is_hidden(_four(card.corners), covered)]
    seen = [middle(_four(card.corners)) for card in within]
    shown = sum(any(math.dist(middle(card), one) < _IN_PLACE * sides(card)[0] for one in seen) for card in under)
    names = Counter(card.card for card in within)
    whole = any(len(cards) >= _LEAST_SET and not Counter(cards) - names for cards in table)
    if whole and not Counter(all_cards(table)) - Counter(card.card for card in reading.cards):
        return not under or 2 * shown > len(under)
    if not under:
        return not seen
    return len(under) >= _LEAST_UNDER and shown >= _SEEN_THROUGH * len(under)


def _is_hidden(corners: Corners, covered: ChangedBlocks) -> bool:
    if not covered:
        return False
    x, y = middle(corners)
    wide = _CORE * (max(x for x, _ in corners) - min(x for x, _ in corners))
    high = _CORE * (max(y for _, y in corners) - min(y for _, y in corners))
    return covered.touches((x - wide, y - high, x + wide, y + high))


def reaches_beyond(deck: Corners, covered: ChangedBlocks) -> bool:
    """Whether something reaches farther in from the edges of the picture than to the deck."""
    (x, y), (high, wide) = middle(deck), covered.size
    depth = min(x, y, wide - x, high - y) + _BEYOND * sides(deck)[1]
    if 2 * depth >= min(wide, high):
        # The deck lies so near to the middle that nobody can tell.
        return True
    return covered.touches((depth, depth, wide - depth, high - depth))


def _four(corners: tuple[Point, ...]) -> Corners:
    one, two, three, four = corners
    return one, two, three, four


def followed_cards(
    game: Game,
    source: Source,
    reader: ReadsCards,
    said: Iterable[Input] = (),
    begin: BeginMode = "auto",
    settings: CardSettings | None = None,
) -> CardLive:
    """Follow a card game from the beginning of a source to its end."""
    settings = for_card_pictures(settings) if source.turn_by_turn else settings
    return CardLive(source, reader, CardReferee(game, settings, Beginning(begin)), said)
