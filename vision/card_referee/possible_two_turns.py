"""In a folder: what is judged as one turn though it may be two."""

from collections.abc import Sequence
from dataclasses import replace

from tileye.vision.referee.events import Corrected, Event, TableProposed, TableViolated, Turn


def marked(told: Sequence[Event], hand: int, *, skipped: bool) -> list[Event]:
    """Mark events of a picture before which others are missing, or that brings more cards than a hand holds."""
    return [_marked(event, hand, skipped=skipped) for event in told]


def _marked(event: Event, hand: int, *, skipped: bool) -> Event:
    match event:
        case Turn() | Corrected() | TableProposed() if skipped or len(event.row.played) > hand:
            return replace(event, perhaps="two_turns")
        case TableViolated() if skipped or "too_many_cards" in event.verdict.codes:
            return replace(event, perhaps="two_turns")
        case _:
            return event
