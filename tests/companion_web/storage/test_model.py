"""Whatever is done to a store, it answers as one does that keeps everything in lists."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from tests.companion_web.storage.keeping import DAY, EVENTS, GAME, HEADER, Clock, entries, summary
from tests.companion_web.storage.memory import MemoryStore
from tests.companion_web.storage.stores import STORES
from tests.laws import tried
from tileye.companion_web.errors import InputError
from tileye.companion_web.storage.store import Store, turn_notes_key

Answer = TypeVar("Answer")
SUMMARIES = [summary(count) for count in range(len(EVENTS) + 1)]
LINES = [line.encode() for line in (HEADER, *EVENTS)]

names = st.sampled_from(["", "Sunday", "Ada and Ben", "<b>&", "Zoë 王"])
plans = st.dictionaries(
    st.sampled_from(["source", "grace", "colours"]), st.none() | st.booleans() | st.text(), max_size=3
)
rows = st.integers(1, 3)


class AnyOrder(RuleBasedStateMachine):
    """Does the same to both stores."""

    ids = Bundle("ids")

    store: ClassVar[str] = "sqlite"

    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.real, self.model = STORES[self.store](Path(self.folder.name), self.clock), MemoryStore(self.clock)

    def teardown(self) -> None:
        self.real.close()
        self.folder.cleanup()

    def both(self, do: Callable[[Store], Answer]) -> None:
        """Both give the same answer, or refuse for the same reason."""
        answers: list[tuple[type[InputError] | None, Answer | None]] = []
        for store in (self.real, self.model):
            try:
                answers.append((None, do(store)))
            except InputError as error:
                answers.append((type(error), None))
        assert answers[0] == answers[1]

    @rule(target=ids, name=names, plan=plans)
    def create(self, name: str, plan: dict[str, object]) -> str:
        self.model.next_id = self.real.create(GAME.setup, name, plan, self.clock.now)
        return self.model.create(GAME.setup, name, plan, self.clock.now)

    @rule(target=ids, count=st.integers(0, len(LINES)), torn=st.booleans(), name=names)
    def take(self, count: int, torn: bool, name: str) -> object:
        lines = [*LINES[:count], *([b'{"seq":'] if torn else [])]
        try:
            self.model.next_id = self.real.take(lines, name, self.clock.now)
        except InputError:
            self.both(lambda store: store.take(lines, name, self.clock.now))
            return multiple()
        return self.model.take(lines, name, self.clock.now)

    @rule(game=ids, count=st.integers(0, 4), slip=st.sampled_from([0, 0, 0, -1, 1]))
    def append(self, game: str, count: int, slip: int) -> None:
        have = len(self.model.kept[game].lines) - 1 if game in self.model.kept else 0
        last = min(have + count, len(EVENTS))
        self.both(lambda store: store.append(game, entries(max(1, have + 1 + slip), last), SUMMARIES[last]))

    @rule(game=ids, name=names)
    def rename(self, game: str, name: str) -> None:
        if game in self.model.kept:  # which of two reasons is told does not matter
            self.both(lambda store: store.rename(game, name))

    @rule(game=ids, plan=plans)
    def set_plan(self, game: str, plan: dict[str, object]) -> None:
        self.both(lambda store: store.set_plan(game, plan))

    @rule(game=ids)
    def delete(self, game: str) -> None:
        self.both(lambda store: store.delete(game))

    @rule(game=ids)
    def restore(self, game: str) -> None:
        self.both(lambda store: store.restore(game))

    @rule(game=ids)
    def purge(self, game: str) -> None:
        self.both(lambda store: store.purge(game))

    @rule(game=ids, row=rows, jpeg=st.binary(max_size=10))
    def keep_picture(self, game: str, row: int, jpeg: bytes) -> None:
        self.both(lambda store: store.keep_picture(game, row, jpeg))

    @rule(key=st.sampled_from(["voice", "palette"]), value=plans)
    def set_setting(self, key: str, value: dict[str, object]) -> None:
        self.both(lambda store: store.set_setting(key, value))
        self.both(lambda store: store.setting(key))

    @rule(game=ids, notes=plans)
    def note_turns(self, game: str, notes: dict[str, object]) -> None:
        self.both(lambda store: store.set_setting(turn_notes_key(game), notes))

    @rule(game=ids)
    def look_at_notes(self, game: str) -> None:
        self.both(lambda store: store.setting(turn_notes_key(game)))

    @rule(days=st.sampled_from([0.0, 1.0, 20.0, 31.0]))
    def come_back_later(self, days: float) -> None:
        self.clock.now += days * DAY
        self.real.close()
        self.model.close()
        self.real = STORES[self.store](Path(self.folder.name), self.clock)

    @rule(game=ids, row=rows)
    def look(self, game: str, row: int) -> None:
        self.both(lambda store: store.info(game))
        self.both(lambda store: store.lines(game))
        self.both(lambda store: store.open(game).state)
        self.both(lambda store: store.picture(game, row))

    @invariant()
    def lists_agree(self) -> None:
        if hasattr(self, "real"):
            self.both(lambda store: store.games())
            self.both(lambda store: store.games(deleted=True))


@pytest.mark.parametrize("name", STORES)
def test_in_any_order(name: str) -> None:
    class OneStore(AnyOrder):
        store = name

    run_state_machine_as_test(OneStore, settings=settings(tried(15), stateful_step_count=30))
