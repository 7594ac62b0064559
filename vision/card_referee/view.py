"""What a page shows of the mind of the referee of cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tileye.rules.cards import CardSet, Table
from tileye.rules.judge import Verdict
from tileye.vision.card_referee.layout import Layout
from tileye.vision.card_referee.splitting import TableRest, TurnNotes
from tileye.vision.referee.events import DoubtfulCard
from tileye.vision.referee.machine import Status


@dataclass(frozen=True, slots=True)
class CardRefereeView:
    """What is known of the table that is not recorded yet."""

    status: Status
    player: int
    after: Table = ()
    """The table that was proposed, or told to be against the rules, with its verdict."""
    taken: Table = ()
    verdict: Verdict | None = None
    unsure: bool = False
    """Whether somebody was asked what the table is."""
    asked: tuple[DoubtfulCard, ...] = ()
    """The cards that may be several ones, while somebody is asked."""
    held: bool = False
    """Whether it is a turn as soon as these are named: `done` was said."""
    missing: CardSet = ()
    """Of a table that cannot be explained: cards of the record that do not lie there."""
    extra: CardSet = ()
    hand: CardSet = ()
    """Cards beside the sets that are a hand which somebody shows."""
    beginning: Table = ()
    """What lies there before the game begins, while somebody has to say what it is, or to clear it away."""
    is_turn: bool = False
    """Whether that may be the first turn."""
    clearing: bool = False
    """Whether somebody said that it will be cleared away."""
    layout: Layout = ()
    """Where the cards of the table lie."""
    notes: TurnNotes = field(default_factory=TurnNotes)
    """What the record does not say of its turns."""
    rests: Mapping[int, tuple[TableRest, ...]] = field(default_factory=dict)
    """The tables at which turns can be split, by the numbers of their events."""

    @property
    def is_open(self) -> bool:
        """Whether only time has ended the last turn: what changes still belongs to its player."""
        return self.notes.open_turn is not None
