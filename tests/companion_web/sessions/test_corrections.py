"""A correction of the past is told once, and what it makes of later turns is told before and after."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.companion_web.sessions.playing import BY_HAND, FIRST, manager_of, told
from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.storage import Store
from tileye.rules.jsonlines import Json

# Whoever lays first starts: that is the first event.
TURNS: list[Json] = [
    {"input": "turn", "player": 0, "placed": FIRST},
    {"input": "turn", "player": 1, "placed": [["2R", 1, 1]]},
    {"input": "turn", "player": 0, "placed": [["2B", 1, 2]]},
    {"input": "turn", "player": 1, "placed": [["2G", 1, 3]]},
    {"input": "exchange", "player": 0, "count": 2},
    {"input": "turn", "player": 1, "placed": [["1O", 2, 0]]},
]
CORRECTIONS: dict[str, tuple[Json, str]] = {
    "inserted": (
        {"input": "correct", "before": 3, "to": {"event": "exchange", "player": 1, "count": 1}},
        "Turn 2 was added. Ben exchanges 1 tile.",
    ),
    "laid before": (
        {"input": "correct", "before": 4, "to": {"event": "turn", "player": 1, "placed": [["4B", 0, -1]]}},
        "Turn 3 was added. Ben: 2 points.",
    ),
    "corrected": (
        {"input": "correct", "of": 3, "to": {"event": "turn", "player": 1, "placed": [["2Y", 1, 1]]}},
        "Turn 2 is corrected. Ben: 2 points.",
    ),
    "corrected so that a later one does not fit": (
        {"input": "correct", "of": 3, "to": {"event": "turn", "player": 1, "placed": [["2G", 1, 1]]}},
        "Turn 2 is corrected. Ben: 2 points. Turn 4 is against the rules now.",
    ),
    "deleted": ({"input": "undo", "of": 6}, "Turn 5 of Ada is deleted."),
    "given": ({"input": "give", "of": 3, "player": 0}, "Turn 2 was in fact Ada\u2019s. Ada: 2 points."),
    "given, and the others move on": (
        {"input": "give", "of": 3, "player": 0, "shift": 1},
        "Turn 2 was in fact Ada\u2019s. Ada: 2 points. Everybody after that moves on.",
    ),
}


@pytest.fixture
def session(store: Store) -> Iterator[GameSession]:
    """A game of six turns."""
    session = manager_of(store).begin(BY_HAND)
    for word in TURNS:
        session.tell(word)
    yield session
    session.close()


def news(session: GameSession, word: Json) -> list[Any]:
    before = len(told(session))
    session.tell(word)
    return [(one["text"], one["say"]) for one in told(session)[before:]]


@pytest.mark.parametrize(("word", "sentence"), CORRECTIONS.values(), ids=CORRECTIONS)
def test_each_correction_is_one_true_sentence(session: GameSession, word: Json, sentence: str) -> None:
    assert news(session, word) == [(sentence, sentence)]
    assert news(session, {"input": "undo"}) == [(undone, undone) for undone in (told(session)[-1]["text"],)]


def test_nobody_allowed_what_a_correction_made_illegal(session: GameSession) -> None:
    session.tell({"input": "correct", "of": 3, "to": {"event": "turn", "player": 1, "placed": [["2G", 1, 1]]}})
    fourth = session.snapshot("en")["turns"][3]
    assert (fourth["overruled"], fourth["allowed"]) == (True, False)
    session.tell({"input": "overrule", "player": 0, "placed": [["6P", 5, 0]]})
    last = session.snapshot("en")["turns"][-1]
    assert (last["overruled"], last["allowed"]) == (True, True)
