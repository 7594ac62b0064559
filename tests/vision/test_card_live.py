"""Drawn card games from frames to events, with nets that know such cards."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.scripted import new_game
from tests.vision.shown import SIZE, Script, Shown, drawn, say, with_hand
from tileye.rules.rulesets import CARDS_EN
from tileye.vision.card_live import (
    CardLive,
    burnt_cards,
    followed_cards,
    hidden_cards,
    observed,
    reaches_beyond,
    sees_through,
)
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader, CardReading
from tileye.vision.images.changes import ChangedBlocks
from tileye.vision.images.pictures import Picture
from tileye.vision.recordings import RecordingWriter, replayed
from tileye.vision.referee.events import Event, event_json
from tileye.vision.referee.inputs import Input
from tileye.vision.sources.frames import Frame, Item, Notice

REDS = {(-6, -2): "1R", (-5, -2): "2R", (-4, -2): "3R"}
GREENS = {(-6, 2): "1G", (-5, 2): "2G", (-4, 2): "3G"}
TWO = {**REDS, **GREENS}
NOTHING = ChangedBlocks.nowhere(SIZE)
DECK = ((610.0, 150.0), (638.0, 150.0), (638.0, 210.0), (610.0, 210.0))


class DeckReader:
    """Reads drawn cards, and sees a deck where it is told; counts how often it is asked."""

    def __init__(self, *, deck: bool = False) -> None:
        self.reader, self.deck, self.reads = CardReader(CardFinder(PieceSquares(CARD), 640), RedCards()), deck, 0

    def read(self, picture: Picture) -> CardReading:
        self.reads += 1
        found = self.reader.read(picture)
        return CardReading(found.cards, found.groups, (DECK,) if self.deck else (), found.colours, found.ms)


def live_of(
    items: Iterable[Item], said: Iterable[Input] = (), *, deck: bool = False, pause: float = 20.0
) -> tuple[CardLive, DeckReader]:
    reader = DeckReader(deck=deck)
    referee = CardReferee(new_game(CARDS_EN), CardSettings(pause=pause))
    return CardLive(Shown(items), reader, referee, said), reader


def told(live: CardLive) -> list[dict[str, Any]]:
    return [event_json(event) for step in live.steps() for event in step.events]


def turns(events: Iterable[dict[str, Any]]) -> list[tuple[int, list[str]]]:
    return [(one["player"], one["added"]) for one in events if one["event"] == "turn"]


def opened() -> Script:
    return Script().still(drawn({}), 1.0)


def test_turns_are_told_as_they_are_played() -> None:
    script = opened().lay(REDS, wait=3.0)
    first = script.at
    script.lay(TWO, wait=3.0)
    events = told(live_of(script.items, [say(first - 0.5, "done"), say(script.at - 0.5, "done")])[0])
    assert turns(events) == [(0, ["1R", "2R", "3R"]), (1, ["1G", "2G", "3G"])]
    assert events[-1]["event"] == "sheet"


def test_rest_ends_a_turn() -> None:
    events = told(live_of(opened().lay(REDS, wait=5.0).items, pause=3.0)[0])
    (turn,) = [event for event in events if event["event"] == "turn"]
    assert turn["at"] == pytest.approx(2.0 + 3.0, abs=0.8)


def test_a_hand_at_the_deck_ends_a_turn() -> None:
    script = opened().lay(REDS, wait=3.0)
    # It comes from the right, as far as the deck.
    script.hand(drawn(REDS), 1.5, reach=0.12).still(drawn(REDS), 2.0)
    drawn_at = script.at
    script.lay(TWO, wait=2.0)
    first, second = [event for event in told(live_of(script.items, deck=True)[0]) if event["event"] == "turn"]
    assert first["at"] < drawn_at
    # An arm that only passes over the deck ends nothing: what lies there is recorded as the film ends.
    assert (second["player"], second["at"]) == (1, pytest.approx(script.at, abs=0.1))
    assert turns(told(live_of(script.items)[0])) == [(0, ["1G", "1R", "2G", "2R", "3G", "3R"])]


def test_a_quiet_table_is_hardly_read() -> None:
    live, reader = live_of(Script().still(drawn(REDS), 20.0).items)
    told(live)
    assert reader.reads < 15


def test_while_the_camera_is_lost_anything_may_happen() -> None:
    script = opened().lay(REDS, wait=3.0)
    script.items.append(Notice("lost", script.at, "the camera is lost"))
    script.at += 1.0
    script.items.append(Notice("back", script.at, "the camera is back"))
    script.still(drawn(TWO), 3.0)
    events = told(live_of(script.items, [say(script.at - 0.5, "done")])[0])
    assert turns(events) == [(0, ["1G", "1R", "2G", "2R", "3G", "3R"])]


def test_each_picture_of_a_folder_is_the_table_after_a_turn() -> None:
    frames = [Frame(number, drawn(board), f"{number}.png") for number, board in enumerate((REDS, TWO), 1)]
    source = Shown(frames)
    source.turn_by_turn = True
    steps = list(followed_cards(new_game(CARDS_EN), source, DeckReader()).steps())
    assert turns(event_json(event) for step in steps for event in step.events) == [
        (0, ["1R", "2R", "3R"]),
        (1, ["1G", "2G", "3G"]),
    ]
    assert [step.image for step in steps] == ["1.png", "2.png", None]


def test_a_game_is_kept_and_told_again(tmp_path: Path) -> None:
    script = opened().lay(REDS, wait=3.0)
    live, _ = live_of(script.items, [say(script.at - 0.5, "done")], pause=7.0)
    keeper, events = RecordingWriter(tmp_path / "kept", live.referee), list[Event]()
    for step in live.steps():
        keeper.keep(step)
        events += step.events
    keeper.close()
    referee, steps = replayed(tmp_path / "kept")
    assert [event for step in steps for event in step.events] == events
    assert isinstance(referee, CardReferee)
    assert referee.settings.pause == 7.0
    assert list((tmp_path / "kept").glob("*.jpg"))


def test_what_lies_under_a_hand_is_hidden_and_no_card_of_the_table() -> None:
    reading = DeckReader(deck=True).read(drawn(TWO))
    blocks = np.zeros((9, 16), np.bool_)
    blocks[:5] = True
    covered = ChangedBlocks(blocks, SIZE)
    seen = observed(reading, 1.0, covered, frozenset({3}))
    assert {next(iter(card.names)) for card in seen.cards} == {"1G", "2G", "3G"}
    assert (seen.hidden, len(seen.backs)) == (frozenset({3}), 1)
    whole = observed(reading, 1.0, NOTHING)
    known = {number: card.corners for number, card in enumerate(whole.cards)}
    assert len(hidden_cards(known, covered)) == 3
    assert hidden_cards(known, NOTHING) == frozenset()


def test_what_lets_the_cards_under_it_be_seen_is_no_hand() -> None:
    reading = DeckReader(deck=True).read(drawn(TWO))
    blocks = np.zeros((9, 16), np.bool_)
    blocks[:5] = True
    covered = ChangedBlocks(blocks, SIZE)
    known = {number: card.corners for number, card in enumerate(observed(reading, 1.0, NOTHING).cards)}
    bare = replace(reading, cards=())
    assert sees_through(covered, known, reading, ())
    assert not sees_through(covered, known, bare, ())
    assert not sees_through(covered, {}, reading, ())
    assert sees_through(covered, {}, bare, ())
    assert not sees_through(NOTHING, known, reading, ())


def test_where_a_recorded_set_is_seen_whole_and_no_card_is_gone_there_is_no_hand() -> None:
    reading = DeckReader(deck=True).read(drawn(TWO))
    blocks = np.zeros((9, 16), np.bool_)
    blocks[:5] = True
    covered = ChangedBlocks(blocks, SIZE)
    sets = tuple(cards for cards in reading.groups if set(cards) <= {"1R", "2R", "3R"})
    assert [set(cards) for cards in sets] == [{"1R", "2R", "3R"}]
    within = {card.card for card in reading.cards} - {
        name for card in observed(reading, 1.0, covered).cards for name in card.names
    }
    assert within >= set(sets[0])
    assert sees_through(covered, {}, reading, sets)
    assert not sees_through(covered, {}, reading, (*sets, ("5B", "5G", "5O")))
    assert not sees_through(covered, {}, reading, (("1G", "2G", "3G"),))


def test_an_arm_over_cards_that_are_not_seen_hides_them_whatever_is_seen_in_its_shadow() -> None:
    before = observed(DeckReader().read(drawn(TWO)), 1.0, NOTHING).cards
    known = {number: card.corners for number, card in enumerate(before)}
    reading = DeckReader().read(drawn(REDS))
    everything = ChangedBlocks(np.ones((9, 16), np.bool_), SIZE)
    assert not sees_through(everything, known, reading, (("1R", "2R", "3R"),))


def test_a_card_of_which_only_white_is_seen_is_told_and_a_hidden_one_has_no_name() -> None:
    reading = DeckReader().read(drawn(TWO))
    known = {number: card.corners for number, card in enumerate(observed(reading, 1.0, NOTHING).cards)}
    first, others = reading.cards[0], reading.cards[1:]
    white = replace(reading, cards=others, glares=(first.px,))
    assert burnt_cards(known, white) == frozenset({0})
    assert burnt_cards(known, replace(white, cards=reading.cards)) == frozenset()
    assert burnt_cards(known, replace(white, glares=((1.0, 1.0),))) == frozenset()
    hidden = replace(white, hidden=(first,))
    assert burnt_cards(known, hidden) == frozenset()
    seen = observed(hidden, 1.0, NOTHING)
    assert [card.corners for card in seen.cards if not card.names] == [first.corners]


def test_an_arm_over_the_table_is_no_turn() -> None:
    arm = with_hand(drawn(REDS), 0.5)
    script = opened().lay(REDS, wait=2.0).hand(drawn(REDS), 1.0).still(arm, 4.0).hand(drawn(REDS), 0.5)
    script.still(drawn(REDS), 2.0)
    events = told(live_of(script.items, [say(script.at - 0.2, "done")])[0])
    assert turns(events) == [(0, ["1R", "2R", "3R"])]
    assert not [event for event in events if event["event"] in ("violation", "desync")]


def test_whether_an_arm_reaches_farther_than_a_deck_in_the_middle_nobody_can_tell() -> None:
    table = ChangedBlocks(np.ones((36, 64), np.bool_), (720, 1280))
    corner = ChangedBlocks(np.zeros((36, 64), np.bool_), (720, 1280))
    corner.blocks[:2, :2] = True

    def deck(y: float) -> Corners:
        return (605.0, y - 50), (675.0, y - 50), (675.0, y + 50), (605.0, y + 50)

    assert all(reaches_beyond(deck(y), table) for y in (100.0, 230.0, 245.0, 360.0))
    assert not reaches_beyond(deck(100.0), corner)
    assert reaches_beyond(deck(360.0), corner)
