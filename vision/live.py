"""A game as it is played: frames come, the eye reads what changed, and the referee tells what that means."""

from collections.abc import Iterable
from dataclasses import replace

from tileye.rules.board import Cell
from tileye.rules.errors import GameError
from tileye.rules.game import Game
from tileye.vision.following import Follower
from tileye.vision.images.changes import ChangedBlocks
from tileye.vision.reading import Reader
from tileye.vision.referee.beginning import BeginMode, Beginning
from tileye.vision.referee.inputs import Done, Input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.observations import Observation
from tileye.vision.referee.settings import for_pictures
from tileye.vision.sources.frames import Frame, Notice, Source
from tileye.vision.step import LiveStep
from tileye.vision.tracking.eye import Eye
from tileye.vision.tracking.motion_gate import Gate, MotionVerdict
from tileye.vision.tracking.read_schedule import ReadSchedule


class Live(Follower):
    """Follows one game of tiles."""

    def __init__(
        self, source: Source, reader: Reader, referee: Referee, said: Iterable[Input] = (), *, ends: bool = True
    ) -> None:
        super().__init__(source, referee, said, ends=ends, whole_turns=referee.settings.whole_turns)
        self.referee = referee
        self.eye = Eye(reader)
        """What is known of the table: its pose, and the last reading."""
        self._gate, self._rest = Gate(), ReadSchedule()
        self._started: float | None = None
        self._untouched = True
        """Whether nobody was at the table since it was seen first."""
        self._lone = False
        """Whether a single tile lay there at the start, which is no turn unless others are laid beside it."""
        self._first: frozenset[Cell] = frozenset()
        """Where a tile lies that turned out to be the first turn."""
        self._width = 0
        self._missed = False
        """Whether nobody could tell what the last picture of a folder shows."""

    def _minds(self, told: Input) -> None:
        if isinstance(told.word, Done) and self._untouched and not self.referee.game.state.board:
            # Somebody says so: what lay there from the beginning is a turn.
            self.eye, self._rest, self._untouched = self.eye.trusting(), self._rest.disturbed(), False

    # What is seen.

    def _unwatched(self, notice: Notice) -> LiveStep:
        self._rest, self._untouched = self._rest.disturbed(), False
        seen = Observation(notice.at, busy=True)
        return LiveStep(notice.at, notice, tuple(self.referee.see(seen)), seen)

    def _frame(self, frame: Frame) -> LiveStep:
        self._resize(frame.picture.shape[1])
        if self.referee.settings.whole_turns:
            return self._turn(frame)
        self._started = frame.at if self._started is None else self._started
        verdict, beginning = self._gate.step(frame.picture, frame.at), self.referee.is_beginning
        step = self._judged(frame, verdict)
        if beginning and self.referee.begun:
            self._mind_strays(frame, at_rest=verdict.at_rest)
        return step

    def _judged(self, frame: Frame, verdict: MotionVerdict) -> LiveStep:
        if not verdict.at_rest:
            return self._disturbed(frame, verdict)
        self._rest = self._rest.changed(verdict.changed)
        if not self._rest.is_due(frame.at):
            return LiveStep(frame.at, frame, tuple(self.referee.tick(frame.at)), verdict=verdict)
        return self._seen(frame, self._looked(frame, verdict))

    def _turn(self, frame: Frame) -> LiveStep:
        """A picture of the table after a turn."""
        board = self.referee.game.state.board
        eye = self.eye.read(frame.picture, board)
        if board and not (eye.last and eye.last.registration.found):
            self._missed = True
            return LiveStep(frame.at, frame, refused=GameError("unknown_table"))
        self.eye = eye
        frame, self._missed = replace(frame, skipped=frame.skipped or self._missed), False
        return self._seen(frame, None)

    def _resize(self, width: int) -> None:
        if self._width not in (0, width):
            self.eye = self.eye.resized(width / self._width)
        self._width = width

    def _disturbed(self, frame: Frame, verdict: MotionVerdict) -> LiveStep:
        self._rest = self._rest.disturbed()
        moved = self._untouched and verdict.kind == "moved"
        if moved:
            # Somebody sets the camera up: what lies about lies elsewhere in the picture now.
            self.eye = self.eye.trusting()
        elif frame.at - (self._started or 0.0) > self.referee.settings.clean_start:
            self._untouched = False
        seen = Observation(frame.at, busy=True, moved=moved)
        return LiveStep(frame.at, frame, tuple(self.referee.see(seen)), seen, verdict)

    def _looked(self, frame: Frame, verdict: MotionVerdict) -> MotionVerdict:
        """Read the picture, all of it or where it changed; what covers nothing after all is taken from the verdict."""
        board = self.referee.game.state.board
        known = self.eye.last is not None and self.eye.last.registration.verdict != "lost"
        # What is remembered of places that a hand covers is no reading of them.
        boxes = self._rest.boxes if known and not verdict.covered else None
        self.eye = self.eye.read(frame.picture, board, boxes)
        if self._untouched:
            self._mind_strays(frame, at_rest=True)
        uncovered = boxes is None and self.eye.sees_through(verdict.covered, board, self.referee.cells)
        self._rest = self._rest.read(frame.at, whole=boxes is None)
        self._gate.remember(uncovered=uncovered)
        return replace(verdict, covered=ChangedBlocks.nowhere(verdict.covered.size)) if uncovered else verdict

    def _mind_strays(self, frame: Frame, *, at_rest: bool) -> None:
        """What lies about before anybody came was not laid."""
        board, begun = self.referee.game.state.board, self.referee.begun
        if begun in ("turn", "board"):
            minding = self.eye.minding(self.referee.near)
        elif not board and (begun or self._lies_about()):
            minding = self.eye.minding()
        else:
            return
        if minding is not self.eye:
            self.eye = minding.read(frame.picture, board) if at_rest else minding

    def _lies_about(self) -> bool:
        """Tell whether what lies there looks as if nobody had laid it: no two tiles side by side."""
        if self.eye.last is None or self.referee.beginning.mode in ("turn", "board"):
            return False
        lattice = self.eye.last.raw.lattice
        if lattice.scattered:
            self._lone = len(lattice.groups) == 1 and not len(self.eye.strays)
        return lattice.scattered

    def _trust_lone(self) -> None:
        """What was laid first beside the single tile that lay there says that this one was the first turn."""
        decision = self.referee.decision
        if self._lone and decision.best.kind == "obstructed" and not self.referee.game.state.started:
            self.eye, self._rest, self._lone = self.eye.trusting(), self._rest.disturbed(), False
            self._first = decision.strays

    def _seen(self, frame: Frame, verdict: MotionVerdict | None) -> LiveStep:
        """Tell the referee what was read."""
        sighting, board = self.eye.last, self.referee.game.state.board
        assert sighting is not None
        high, wide = frame.picture.shape[:2]
        covered = verdict.covered if verdict else ChangedBlocks.nowhere((high, wide))
        hidden = self.eye.hidden(self.referee.cells, board, covered, (wide, high))
        seen = Observation(
            frame.at,
            tiles=sighting.tiles,
            hidden=hidden,
            odd=sighting.odd,
            first=self._first,
            skipped=frame.skipped,
        )
        step = LiveStep(frame.at, frame, tuple(self.referee.see(seen)), seen, verdict, sighting)
        self._trust_lone()
        return step


def followed(game: Game, source: Source, reader: Reader, said: Iterable[Input] = (), begin: BeginMode = "auto") -> Live:
    """Follow a game from the beginning of a source to its end."""
    settings = for_pictures() if source.turn_by_turn else None
    return Live(source, reader, Referee(game, settings, Beginning(begin)), said)
