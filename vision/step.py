"""What comes of each thing that a game is followed by, as a value; loads nothing that sees."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tileye.rules.errors import GameError
from tileye.vision.card_referee.decisions import CardDecision
from tileye.vision.card_referee.observations import CardObservation
from tileye.vision.referee.events import Event
from tileye.vision.referee.hypotheses import Decision
from tileye.vision.referee.inputs import Input
from tileye.vision.referee.observations import Observation
from tileye.vision.sources.frames import Frame, Notice

if TYPE_CHECKING:
    from tileye.vision.cards.reading import CardReading
    from tileye.vision.tracking.eye import Sighting
    from tileye.vision.tracking.motion_gate import MotionVerdict


@dataclass(frozen=True, slots=True, eq=False)
class LiveStep:
    """One thing that came, what the referee took it for, and what it says to that."""

    at: float
    came: Frame | Notice | Input | None
    """Nothing at the end."""
    events: tuple[Event, ...] = ()
    observation: Observation | None = None
    """None where time only passed, or somebody spoke."""
    verdict: "MotionVerdict | None" = None
    """What the gate made of a frame."""
    sighting: "Sighting | None" = None
    """Where a picture of tiles was read."""
    cards: "CardReading | None" = None
    """Where one of cards was."""
    card_observation: CardObservation | None = None
    """What the referee of cards was told of it."""
    decision: Decision | CardDecision | None = None
    """How the table is explained now."""

    refused: GameError | None = None
    """Why the record could not take what somebody said, or a picture, if it could not."""

    @property
    def notice(self) -> Notice | None:
        """What happened to the source, if it is about that."""
        return self.came if isinstance(self.came, Notice) else None

    @property
    def image(self) -> str | None:
        """In a folder the picture that it is about."""
        return self.came.name if isinstance(self.came, Frame | Notice) else None
