"""Laws of the referee of cards: whatever is seen and said, no card is lost and the record stays whole."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.card_referee.scripted import CardTable, Laid, cards_of
from tests.vision.scripted import new_game
from tileye.rules.cards import CardSet, Table, all_cards, is_set, judge_table
from tileye.rules.record import read_record, record_lines
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, RuleSet
from tileye.rules.tiles import COPIES, is_qwirkle, set_tiles
from tileye.vision.card_referee.decisions import sorted_sets
from tileye.vision.card_referee.explaining import SeenSet, explain_table
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.observations import (
    CardObservation,
    card_observation_json,
    parse_card_observation,
)
from tileye.vision.card_referee.settings import CardSettings, for_card_pictures
from tileye.vision.referee.events import event_json
from tileye.vision.referee.inputs import parse_input

NAMES = set_tiles("ROYGBP")
SETS = st.lists(st.lists(st.sampled_from(NAMES), min_size=1, max_size=7).map(tuple), max_size=6).map(tuple)


@tried(100)
@given(SETS, SETS, st.lists(st.booleans(), min_size=6, max_size=6), st.integers(0, 9), st.lists(st.sampled_from(NAMES)))
def test_an_explanation_never_loses_a_card(
    before: Table, lying: Table, outside: list[bool], hand: int, witnessed: list[str]
) -> None:
    seen = [SeenSet(cards, out) for cards, out in zip(lying, outside, strict=False)]
    for way in explain_table(before, seen, hand=hand, copies=COPIES, witnessed=tuple(witnessed[:4])):
        there = Counter(all_cards((*way.after, *way.taken))) + Counter(way.missing)
        assert there == Counter(all_cards(before)) + Counter(way.added)
        assert len(way.added) <= hand
        assert all(map(is_qwirkle, way.taken))


class _Play:
    """A game of simple legal turns, as sets with names that stay theirs."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.sets: dict[str, CardSet] = {}
        self.used: Counter[str] = Counter()
        self.count = 0

    def turn(self) -> tuple[Table, Table]:
        """Do one turn: the table after it, and what was taken."""
        deeds = self.random.sample((self.extend, self.begin, self.move), 3)
        next(deed for deed in deeds if deed())
        taken = tuple(cards for cards in self.sets.values() if is_qwirkle(cards))
        self.sets = {name: cards for name, cards in self.sets.items() if not is_qwirkle(cards)}
        return tuple(self.sets.values()), taken

    def extend(self) -> bool:
        """Lay a card to a set."""
        for name, cards in self.random.sample(sorted(self.sets.items()), len(self.sets)):
            for card in self.random.sample(NAMES, len(NAMES)):
                if self.used[card] < COPIES and is_set((*cards, card)):
                    self.sets[name] = (*cards, card)
                    self.used[card] += 1
                    return True
        return False

    def begin(self) -> bool:
        """Lay a new set."""
        mark = self.random.choice("123456ROYGBP")
        cards = [card for card in NAMES if mark in card and self.used[card] < COPIES]
        if len(cards) < 3 or len(self.sets) > 8:
            return False
        self.count += 1
        laid = tuple(self.random.sample(cards, self.random.randint(3, min(4, len(cards)))))
        self.sets[f"set {self.count}"] = laid
        self.used.update(laid)
        return True

    def move(self) -> bool:
        """Lay a card to one set, and move one from there to another."""
        long = sorted(name for name, cards in self.sets.items() if len(cards) > 3)
        for source in self.random.sample(long, len(long)):
            for target in sorted(self.sets.keys() - {source}):
                for card in self.sets[source]:
                    if len(self.sets[target]) < 5 and is_set((*self.sets[target], card)):
                        self.sets[source] = tuple(one for one in self.sets[source] if one != card)
                        self.sets[target] = (*self.sets[target], card)
                        return self.extend()
        return False


@tried(25)
@given(st.integers(0, 10**6), st.integers(3, 10), st.sampled_from(("done", "draw")), st.booleans())
def test_a_legal_game_that_is_read_perfectly_is_recorded_exactly(seed: int, turns: int, ends: str, shown: bool) -> None:
    table, play = CardTable(deck=ends == "draw"), _Play(seed)
    expected: list[tuple[int, Table, Table]] = []
    for number in range(turns):
        after, taken = play.turn()
        table.hand(0.6)
        for name in {*table.sets, *play.sets} - {"stack"}:
            table.put(name, play.sets.get(name, ()))
        if taken and shown:
            table.sets["stack"] = Laid(cards_of(taken[-1]), 1300.0, 900.0, step=7.0)
        told = table.still(0.6)
        told += table.say("done") if ends == "done" else table.draw(0.6)
        assert [event["event"] for event in told if event["event"] != "proposed"] == ["turn"]
        expected.append((number % 2, sorted_sets(after), sorted_sets(taken)))
    rows = table.referee.game.state.rows
    assert [(row.player, sorted_sets(row.after), sorted_sets(row.taken)) for row in rows] == expected
    assert not any(row.overruled for row in rows)


# A few tables, so that turns are recorded, mended and taken back again; the last ones are against the rules.
TABLES: tuple[dict[str, str], ...] = (
    {},
    {"a": "1R 2R 3R"},
    {"a": "1R 2R 3R", "b": "1G 2G 3G"},
    {"a": "1R 2R 3R 4R 5R", "b": "1G 2G 3G"},
    {"a": "", "b": "1G 2G 3G"},
    {"a": "1R 2R 3R 4R 5R 6R", "b": "1G 2G 3G"},
    {"a": "1R 2R 3R", "b": "2G 3G", "c": "1G 1B 1O"},
    {"a": "1R 2R 3R 4G", "b": "1G 2G 3G"},
)
WORDS = st.one_of(
    st.builds(lambda name: {"input": name}, st.sampled_from(("done", "done", "undo", "redo", "overrule", "end"))),
    st.builds(
        lambda name, player: {"input": name, "player": player},
        st.sampled_from(("pass", "overrule", "cannot_play", "give")),
        st.integers(0, 2),
    ),
    st.builds(lambda d: {"input": "opening", "declared": d}, st.lists(st.integers(0, 6), min_size=2, max_size=2)),
    st.builds(
        lambda player: {"input": "turn", "player": player, "after": [["1Y", "2Y", "3Y"]], "taken": []},
        st.integers(0, 1),
    ),
    st.builds(lambda bag: {"input": "stock", "bag": bag}, st.integers(0, 20)),
)
NOISE = st.sampled_from((None, None, None, 0, 1, 2))
"""Which card of a look is missed."""
DEEDS = st.one_of(
    st.tuples(st.just("look"), st.tuples(st.integers(0, len(TABLES) - 1), NOISE), st.sampled_from((1, 3, 20, 90))),
    st.tuples(st.just("look"), st.tuples(st.integers(0, len(TABLES) - 1), NOISE), st.sampled_from((1, 3, 20, 90))),
    st.tuples(st.just("hand"), st.booleans(), st.integers(1, 20)),
    st.tuples(st.just("say"), WORDS, st.just(1)),
    st.tuples(st.just("tick"), st.sampled_from((-5.0, 0.1, 3.0, 30.0, 1e9, float("nan"), float("inf"))), st.just(1)),
)
STORIES = st.lists(DEEDS, min_size=6, max_size=20)
MODES = st.sampled_from((CardSettings(), CardSettings(pause=3), CardSettings(automatic=False), for_card_pictures()))
Story = Sequence[tuple[str, Any, int]]


def look(at: float, number: int, missed: int | None) -> CardObservation:
    """One look at one of the tables."""
    table = CardTable.__new__(CardTable)
    table.__dict__ |= {"at": at, "sets": {}, "backs": (), "places": {}}
    for name, cards in TABLES[number].items():
        table.put(name, cards)
    seen = table.observation()
    kept = tuple(card for place, card in enumerate(seen.cards) if place != missed)
    return CardObservation(at, cards=kept)


def lived(referee: CardReferee, story: Story) -> list[dict[str, Any]]:
    """Let a referee live through a story."""
    told = []
    at = 0.0
    for deed, what, times in story:
        for _ in range(times):
            at += 1 / 15
            match deed:
                case "look":
                    told += referee.see(look(at, *what))
                case "hand":
                    told += referee.see(CardObservation(at, busy=True, deck=what, hidden=frozenset() if what else None))
                case "say":
                    told += referee.tell(parse_input({"at": at, **what})).events
                case "tick":
                    told += referee.tick(at + what)
    return [event_json(event) for event in (*told, *referee.finish(at))]


@tried(40)
@given(STORIES, MODES, st.sampled_from((CARDS_DE, CARDS_EN)))
def test_no_turn_is_lost_and_what_is_told_is_recorded(story: Story, mode: CardSettings, rules: RuleSet) -> None:
    referee = CardReferee(new_game(rules), mode)
    turns: dict[int, dict[str, Any]] = {}
    told = lived(referee, story)
    for event in told:
        if event["event"] == "turn":
            assert event["number"] not in turns
        if event["event"] in ("turn", "corrected", "pass"):
            turns[event["number"]] = event
        elif event["event"] == "takeback":
            assert turns.pop(event["number"])["player"] == event["player"]
    rows = [row for row in referee.game.state.rows if row.kind != "cannot_play"]
    assert sorted(turns) == [row.number for row in rows]
    assert [(turn["player"], turn.get("after", []), turn.get("points", 0)) for _, turn in sorted(turns.items())] == [
        (row.player, [list(cards) for cards in row.after], row.points) for row in rows
    ]
    for row in rows:
        before = referee.game.before(row.id)
        verdict = judge_table(rules, before.table, row.after, row.taken, stacks=before.taken)
        assert row.overruled or row.kind == "pass" or not [c for c in verdict.codes if not c.startswith("opening")]
    assert told[-1]["event"] == "sheet"


@tried(20)
@given(STORIES, MODES)
def test_the_same_story_gives_the_same_events_and_a_record_that_can_be_read(story: Story, mode: CardSettings) -> None:
    one, other = CardReferee(new_game(CARDS_EN), mode), CardReferee(new_game(CARDS_EN), mode)
    assert lived(one, story) == lived(other, story)
    lines = record_lines(one.game)
    assert lines == record_lines(other.game)
    assert read_record(line.encode() for line in lines).game.state == one.game.state


@given(st.integers(0, len(TABLES) - 1), NOISE, st.booleans(), st.sets(st.integers(0, 9)))
def test_an_observation_can_be_written_down(number: int, missed: int | None, busy: bool, hidden: set[int]) -> None:
    seen = look(3.25, number, missed)
    seen = CardObservation(
        seen.at,
        busy=busy,
        cards=() if busy else seen.cards,
        hidden=frozenset(hidden) if hidden else None,
        deck=busy,
        no_farther=busy,
    )
    assert parse_card_observation(card_observation_json(seen)) == seen
