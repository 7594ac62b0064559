"""A record is folded once, however much was changed in it, and is judged as strictly as while it was written."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from tests.rules.games import THREES
from tests.rules.records import HEADER, as_bytes
from tileye.rules import game as games
from tileye.rules.game import MOST_EVENTS
from tileye.rules.jsonlines import Json
from tileye.rules.rebase import rebased
from tileye.rules.record import RecordError, read_record
from tileye.rules.rulesets import CARDS_DE, TILES, RuleSet

ROW = [{"event": "turn", "player": x % 2, "placed": [[f"{x + 1}R", x, 0]]} for x in range(6)]
COLUMNS = [{"event": "turn", "player": x % 2, "placed": [[f"{x + 1}O", x, 1]]} for x in range(6)]
TURNS: list[Json] = [*ROW, *COLUMNS]
CARDS: list[Json] = [
    {"event": "turn", "player": turn % 2, "after": [cards.split() for cards in THREES[: turn + 1]]} for turn in range(9)
]
AWAY_AND_BACK: list[Json] = [{"event": "undo", "of": 1}, {"event": "redo", "of": 1}]
NEW_NAME: Json = {"event": "rename", "player": 0, "name": "Zoe"}
EXCHANGE: Json = {"event": "exchange", "player": 1, "count": 1}


def turns_about(*events: Json) -> Callable[[int], Json]:
    """These events again and again."""
    return lambda number: events[number % len(events)]


RECORDS: dict[str, tuple[RuleSet, Sequence[Json], Callable[[int], Json]]] = {
    "undo and redo of the first turn": (TILES, TURNS, turns_about(*AWAY_AND_BACK)),
    "undo and redo of whatever is last": (TILES, TURNS, turns_about({"event": "undo"}, {"event": "redo"})),
    "undo, a new name, redo": (TILES, TURNS, turns_about(AWAY_AND_BACK[0], NEW_NAME, AWAY_AND_BACK[1])),
    "corrections of the first turn": (TILES, TURNS, turns_about({"event": "correct", "of": 1, "to": TURNS[0]})),
    "shifts": (TILES, TURNS, turns_about({"event": "give", "of": 1, "player": 1, "shift": 1})),
    "insertions": (TILES, TURNS, turns_about({"event": "correct", "before": 2, "to": EXCHANGE})),
    "exchanges": (TILES, TURNS[:1], lambda number: {**EXCHANGE, "player": (number + 1) % 2}),
    "new names": (TILES, [], turns_about(NEW_NAME)),
    "new counts": (TILES, [], turns_about({"event": "stock", "bag": 50})),
    "declarations": (TILES, [], turns_about({"event": "opening", "declared": [3, 2]})),
    "undo and redo of cards": (CARDS_DE, CARDS, turns_about(*AWAY_AND_BACK)),
    "corrections of cards among other changes": (
        CARDS_DE,
        CARDS,
        turns_about({"event": "correct", "of": 9, "to": CARDS[8]}, NEW_NAME, *AWAY_AND_BACK),
    ),
    "corrections of cards from the last to the first": (
        CARDS_DE,
        CARDS,
        lambda number: {"event": "correct", "of": 9 - number % 9, "to": CARDS[8 - number % 9], "shift": number % 2},
    ),
    "corrections of cards from the first to the last": (
        CARDS_DE,
        CARDS,
        lambda number: {"event": "correct", "of": 1 + number % 9, "to": CARDS[number % 9]},
    ),
    "turns given to others": (TILES, TURNS, turns_about({"event": "give", "of": 2, "player": 1})),
    "corrections of cards": (CARDS_DE, CARDS, turns_about({"event": "correct", "of": 1, "to": CARDS[0]})),
}


def lines_of(rules: RuleSet, events: Sequence[Json]) -> list[bytes]:
    """A record with these events."""
    numbered = [{"seq": seq, "at": seq, **event} for seq, event in enumerate(events, 1)]
    return [as_bytes(line) for line in ({**HEADER, "rules": rules.name}, *numbered)]


@pytest.mark.parametrize(("rules", "turns", "more"), RECORDS.values(), ids=RECORDS)
def test_a_record_of_a_thousand_changes_is_folded_once(
    rules: RuleSet, turns: Sequence[Json], more: Callable[[int], Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    folds = Counter[str]()
    for name in ("accept", "advance", "correct"):
        monkeypatch.setattr(games, name, _counted(getattr(games, name), folds))
    laid = Counter[str]()
    monkeypatch.setattr("tileye.rules.tables_before.rebased", _counted(rebased, laid))
    events = [*turns, *(more(number) for number in range(MOST_EVENTS - len(turns)))]
    game = read_record(lines_of(rules, events)).game
    assert len(game.log) == MOST_EVENTS
    assert not game.starter_open
    assert folds.total() <= 2 * MOST_EVENTS
    assert laid.total() <= 3 * MOST_EVENTS


def _counted(fold: Callable[..., object], folds: Counter[str]) -> Callable[..., object]:
    def counted(*given: object, **named: object) -> object:
        folds[fold.__name__] += 1
        return fold(*given, **named)

    return counted


WRONG_FOURTH: Json = {"event": "turn", "player": 1, "placed": [["4G", 3, 0]]}
BROKEN: dict[str, tuple[list[Json], str]] = {
    "a turn after a change": (
        [*ROW[:3], {"event": "undo", "of": 3}, {"event": "redo", "of": 3}, WRONG_FOURTH],
        "line 7: this turn is illegal",
    ),
    "out of turn after a change": (
        [*ROW[:3], {"event": "undo", "of": 3}, {**WRONG_FOURTH, "placed": [["3R", 2, 0]]}],
        "line 6: it is the turn of Ada",
    ),
    "a change that cannot be": (
        [*ROW[:3], {"event": "correct", "of": 1, "to": {**ROW[0], "placed": [["6R", 2, 0]]}}],
        "line 5: event 3 could then not be, as turn 3: a tile in a cell that is taken",
    ),
    "a change that cannot be, and more": (
        [*ROW[:3], {"event": "correct", "of": 1, "to": {**ROW[0], "placed": [["6R", 2, 0]]}}, ROW[3]],
        "could then not be",
    ),
    "an undo of what does not stand": ([*ROW[:3], {"event": "undo", "of": 9}, ROW[3]], "line 5: no event 9 stands"),
}


@pytest.mark.parametrize(("events", "reason"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_is_refused_with_its_line(events: list[Json], reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(lines_of(TILES, events))
    assert reason in str(refused.value)


def test_what_was_changed_again_only_has_to_be_possible_in_the_end() -> None:
    clash: Json = {"event": "correct", "of": 1, "to": {**ROW[0], "placed": [["6R", 2, 0]]}}
    game = read_record(lines_of(TILES, [*ROW[:3], clash, {"event": "undo", "of": 4}])).game
    assert game.state.points == (1 + 3, 2)


def test_corrections_among_other_changes_mean_the_same_whether_read_or_told() -> None:
    """A correction changes what it changed when it was told, whatever was changed before and is afterwards."""
    fewer = [cards.split() for cards in THREES[:1]]
    changes: list[Json] = [
        {"event": "correct", "of": 3, "to": {**CARDS[2], "after": [*CARDS[1]["after"], [*THREES[3].split()]]}},
        NEW_NAME,
        {"event": "undo", "of": 2},
        {"event": "correct", "of": 3, "to": {**CARDS[2], "after": [*fewer, THREES[4].split()]}},
        {"event": "redo", "of": 2},
        {"event": "give", "of": 1, "player": 0},
        {"event": "undo", "of": 1},
        {"event": "redo", "of": 1},
    ]
    lines = lines_of(CARDS_DE, [*CARDS[:3], *changes])
    read = read_record(lines).game
    told = read_record(lines[:4]).game
    for entry in read.log[3:]:
        told.append(entry.event, entry.at)
    assert told.state == read.state
    assert [step.event for step in told.steps] == [step.event for step in read.steps]
