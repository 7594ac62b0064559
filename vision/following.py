"""What following any game has in common: frames, words and notices come in order, and each becomes a step."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Protocol

from tileye.rules.game import Game
from tileye.vision.card_referee.decisions import CardDecision
from tileye.vision.referee.events import Event, Outcome, SheetEvent
from tileye.vision.referee.hypotheses import Decision
from tileye.vision.referee.inputs import Input
from tileye.vision.sources.frames import Frame, Notice, Source
from tileye.vision.step import LiveStep

_LAST_WORDS = 1.0
"""So many seconds after the last frame something is still heard."""


class FollowingReferee(Protocol):
    """What following a game needs of a referee, of tiles or of cards."""

    @property
    def game(self) -> Game:
        """The record so far."""

    @property
    def decision(self) -> Decision | CardDecision:
        """How the table was explained last."""

    def tell(self, told: Input) -> Outcome:
        """Hear what somebody says."""

    def finish(self, at: float) -> list[Event]:
        """Nothing more will be seen."""


class Follower(ABC):
    """Follows one game; `steps` and `run` go through the source once, everything else is for any thread."""

    def __init__(
        self, source: Source, judge: FollowingReferee, said: Iterable[Input], *, ends: bool, whole_turns: bool
    ) -> None:
        self.ends = ends
        """Whether the game ends with the source; else it can go on another time, with another source."""
        self.now: LiveStep | None = None
        """The last frame with what was made of it, for pages that draw it."""
        self._source, self._judge, self._whole_turns = source, judge, whole_turns
        self._said = sorted(said, key=lambda one: one.at)
        self._told: SimpleQueue[Input] = SimpleQueue()
        self._sheet_is_last = False

    @property
    def seconds(self) -> float:
        """What time it is for the source."""
        return self._source.seconds

    def tell(self, told: Input) -> None:
        """Say something; it is heard with the next frame, or within a second where none comes."""
        self._told.put(told)

    def close(self) -> None:
        """End it."""
        self._source.close()

    def run(self) -> Iterator[Event | Notice]:
        """Everything that is told, as it happens."""
        for step in self.steps():
            if isinstance(step.came, Notice):
                yield step.came
            yield from step.events

    def steps(self) -> Iterator[LiveStep]:
        """Everything that comes, with what follows from it."""
        for item in self._source:
            yield from self._words(item.at)
            step = self._notice(item) if isinstance(item, Notice) else self._frame(item)
            yield self._finished(step)
        if self.ends:
            # What was to be said after a film was never said; after the last picture of a folder time stands still.
            end = math.inf if self._whole_turns else self._source.seconds + _LAST_WORDS
            yield from self._words(end)
            yield self._end()

    def _words(self, until: float) -> Iterator[LiveStep]:
        """What was said before this, and what has just been told."""
        while self._said and self._said[0].at < until:
            yield self._hear(self._said.pop(0))
        while True:
            try:
                yield self._hear(self._told.get_nowait())
            except Empty:
                return

    def _hear(self, told: Input) -> LiveStep:
        self._minds(told)
        events, refused = self._judge.tell(told)
        return self._finished(LiveStep(told.at, told, tuple(events), refused=refused))

    def _end(self) -> LiveStep:
        at = self._source.seconds
        events = self._judge.finish(at)
        if not events and not self._sheet_is_last:
            events = [SheetEvent(at, self._judge.game.state)]
        return self._finished(LiveStep(at, None, tuple(events)))

    def _finished(self, step: LiveStep) -> LiveStep:
        """What a step leaves behind."""
        if step.events:
            self._sheet_is_last = isinstance(step.events[-1], SheetEvent)
        step = replace(step, decision=self._judge.decision)
        if isinstance(step.came, Frame):
            self.now = step
        return step

    def _notice(self, notice: Notice) -> LiveStep:
        """While nobody looks nobody knows what happens on the table."""
        if notice.kind not in ("lost", "paused") or self._whole_turns:
            return LiveStep(notice.at, notice)
        return self._unwatched(notice)

    def _minds(self, told: Input) -> None:  # noqa: B027
        """What somebody says is to be minded before it is heard."""

    @abstractmethod
    def _frame(self, frame: Frame) -> LiveStep:
        """Look at a frame."""

    @abstractmethod
    def _unwatched(self, notice: Notice) -> LiveStep:
        """Nobody looks from now on until the next frame."""
