"""How a game begins, and what lay there already: people and later looks may say that its cards are others."""

import math
from collections import Counter
from dataclasses import replace

from tileye.rules.cards import all_cards
from tileye.rules.events import LateStart
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.believing import card_at, named_again
from tileye.vision.card_referee.decisions import is_first_set
from tileye.vision.card_referee.knowing import TableKnowledge
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.recorder import renamed_in
from tileye.vision.card_referee.sights import Places, doubtful_cards
from tileye.vision.card_referee.tracks import CardTrack, named_by_people
from tileye.vision.referee.beginning import Begun
from tileye.vision.referee.events import CardsUnsure, DoubtfulCard, Outcome
from tileye.vision.referee.inputs import NamedCard


class StartKnowledge(TableKnowledge):
    """What is known of the start of a game."""

    def _begin(self) -> Outcome:
        """The table was seen for the first time: record what lies there if it is no turn."""
        self._diagnose()
        lying = [group for group in self._sight.groups if not group.dropped]
        mode = self.beginning.mode
        begun: Begun | None = mode if mode in ("turn", "board") else None
        if not lying:
            begun = "nothing"
        elif mode == "auto":
            begun = "turn" if is_first_set(lying) else "board"
        self.beginning = replace(self.beginning, begun=begun)
        if begun != "board":
            return Outcome([])
        said = self.beginning.told
        start = LateStart(table=self._lying, player=said.player if said else None, points=said.points if said else None)
        told = self._recorder.join(start, self._now)
        if told.refused:
            return told
        # Where all lies is known from now on: what may be several cards is asked before.
        cards = () if self.decision.is_named(self.settings.margin) else tuple(doubtful_cards(self._sight))
        self._recorder.settle_in(self._sight, self.decision.best)
        self._recorder.doubt_start(self._sight, self.decision.best)
        self._asked_at_start, self._seen_anew = cards, True
        return Outcome([*told.events, *([CardsUnsure(self._now, cards)] if cards else [])])

    @property
    def _begins_after(self) -> float:
        """How long the table is free before it is said what lies there: more looks may tell what one card is."""
        named = self.decision.is_named(self.settings.margin)
        return self.settings.begin_after if named else max(self.settings.begin_after, self.settings.unsure_after)

    def _name(self, word: NamedCard) -> Outcome | None:
        """Somebody says what a card is, perhaps one that lay there at the start; nothing where none lies there."""
        track = card_at([*self._memory.lying, *self._overlooked], word.px)
        if track is None:
            return None
        if track.is_unseen:
            self._recorder.tell_overlooked(track, word.card)
            self._seen_anew = True
            return Outcome([])
        told = self._name_at_start(track, word.card)
        if told.refused is None:
            self._memory, self._seen_anew = named_by_people(self._memory, track.number, word.card), True
            short = sides(track.corners)[0]
            left = (card for card in self._asked_at_start if math.dist(card.px, track.middle) > short)
            self._asked_at_start = tuple(left)
            self._recorder.settle_name(word.card)
        return told

    @property
    def _doubtful_at_start(self) -> tuple[DoubtfulCard, ...]:
        """The cards of the start that somebody is to name: nobody has played, and no look has told what they are."""
        lying = [one for group in self._sight.groups for one in zip(group.tracks, group.names, strict=True)]
        read = [track for track, names in lying if len(names) == 1 and not track.burnt]
        asked = () if self.game.state.rows else self._asked_at_start
        return tuple(card for card in asked if card_at(read, card.px) is None)

    @property
    def _overlooked(self) -> list[CardTrack]:
        """The cards that no look finds."""
        return [track for group in self._sight.groups for track in group.tracks if track.is_unseen]

    def _name_at_start(self, track: CardTrack, card: Tile) -> Outcome:
        """A card that lies where one of the start lay is that one, as long as nobody has played."""
        start = self.game.state.late_start
        home = _home_of(track, self._recorder.places, self.settings.at_home)
        if start is None or self.game.state.rows or home is None:
            return Outcome([])
        lying = [one for group in self._sight.groups for one in group.named]
        elsewhere = [name for one, name in lying if one.number != track.number]
        if home == card or elsewhere.count(home) >= all_cards(start.table).count(home):
            # It was pushed aside, and another one lies in its place.
            return Outcome([])
        group = next((one for one in self._sight.groups if track in one.tracks), None)
        table = renamed_in(start.table, home, card, group.likeliest if group else ())
        told = self._recorder.start_as(table, self._now)
        self._recorder.settle_name(home)
        self._follow_start(start, track)
        return told

    def _follow_start(self, before: LateStart | None, track: CardTrack | None = None, *, redone: bool = False) -> None:
        """What lay there has other names than before: in the place of a track, or wherever people had named it."""
        after = self.game.state.late_start
        if before is None or after is None or before.table == after.table:
            return
        lay, lies = Counter(all_cards(before.table)), Counter(all_cards(after.table))
        gone, come = list((lay - lies).elements()), list((lies - lay).elements())
        if len(gone) == len(come) == 1:
            home = self._recorder.rename_home(gone[0], come[0], track.middle if track else None)
            if track is None and home and (lies_there := card_at(self._memory.lying, home)):
                self._memory = named_again(self._memory, lies_there.number, gone[0], come[0], redone=redone)


def _home_of(track: CardTrack, places: Places, reach: float) -> Tile | None:
    """The card that lay in this place when the record was written last."""
    homes = [(math.dist(track.middle, middle(corners)), sides(corners)[1], card) for card, corners in places.homes]
    return next((card for far, long, card in sorted(homes) if far <= reach * long), None)
