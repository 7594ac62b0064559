"""Who said something waits until it was heard."""

import threading
import time
from collections.abc import Callable

from tileye.companion_web.sessions import Refused
from tileye.rules.errors import CodedError
from tileye.rules.events import Arranged, CannotPlay, Laid
from tileye.vision.referee.events import Rested
from tileye.vision.referee.inputs import Done, ExchangeOrPass, Input, Nameless, Word
from tileye.vision.step import LiveStep

_AT_ONCE = 3.0
"""Seconds in which two people may say the same thing, each without knowing of the other."""


class PendingAnswer:
    """What became of something that was said."""

    def __init__(self, told: Input) -> None:
        self.told = told
        self._heard = threading.Event()
        self._refused: CodedError | None = None

    def wait(self, seconds: float) -> None:
        """Wait until it was heard; raise Refused with the reason where it was refused."""
        if not self._heard.wait(seconds):
            raise Refused("unheard")
        if self._refused:
            raise Refused.because(self._refused)

    def give(self, refused: CodedError | None) -> None:
        """It was heard."""
        self._refused = refused
        self._heard.set()


class PendingAnswers:
    """Everything that was said and not heard yet; for any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[PendingAnswer] = []
        self._closed = False

    def expect(self, told: Input) -> PendingAnswer:
        """Somebody says something; raise Refused where nobody will hear it."""
        with self._lock:
            if self._closed:
                raise Refused("closed")
            answer = PendingAnswer(told)
            self._waiting.append(answer)
            return answer

    def heard(self, step: LiveStep) -> None:
        """A step shows what became of something that was said."""
        with self._lock:
            found = next((one for one in self._waiting if one.told is step.came), None)
            if found:
                self._waiting.remove(found)
        if found:
            found.give(step.refused)

    def refuse(self, why: CodedError) -> None:
        """Nothing of it will be heard."""
        with self._lock:
            refused, self._waiting = self._waiting, []
        for answer in refused:
            answer.give(why)

    def close(self) -> None:
        """Nothing will be heard from now on."""
        with self._lock:
            self._closed = True
        self.refuse(Refused("closed"))


def kind_of(word: Word) -> str | None:
    """What somebody enters, or ends, is called on the sheet; None for anything that is no turn."""
    match word:
        case ExchangeOrPass():
            return word.kind
        case CannotPlay() | Nameless(CannotPlay()):
            return "cannot_play"
        case Laid() | Arranged() | Nameless() | Done():
            return "turn"
    return None


class SaidTwice:
    """Knows what was recorded just now: two people at two pages may say the same of the same player at once.

    The second one is refused by the rules, since it is another player's turn by then; this tells why.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._lock, self._clock = threading.Lock(), clock
        self._last: tuple[str, int, float] | None = None

    def recorded(self, step: LiveStep) -> None:
        """Note what a step has recorded of what somebody said."""
        if not (isinstance(step.came, Input) and isinstance(step.came.word, ExchangeOrPass)):
            return
        for row in (event.row for event in step.events if isinstance(event, Rested)):
            with self._lock:
                self._last = row.kind, row.player, self._clock()

    def explained(self, told: Input, refused: Refused) -> Refused:
        """Say why something was refused: because the same was recorded just now, if that is so."""
        with self._lock:
            last = self._last
        if last is None or not isinstance(told.word, ExchangeOrPass) or self._clock() - last[2] >= _AT_ONCE:
            return refused
        same = (told.word.kind, told.word.player) == last[:2]
        return Refused("said_just_now") if same else refused
