"""Card games that are watched, with nets that know drawn cards."""

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.companion_web.sessions.playing import Held, told
from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.shown import Script, drawn
from tests.waiting import PATIENCE, wait_until
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.sessions.store_writer import turn_notes
from tileye.companion_web.storage import Store, StoreError
from tileye.rules.jsonlines import Json
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.splitting import TurnNotes
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader
from tileye.vision.sources.frames import Source

REDS = {(-6, -2): "1R", (-5, -2): "2R", (-4, -2): "3R"}
FOUR = {**REDS, (-3, -2): "4R"}
GREENS = {(-6, 2): "1G", (-5, 2): "2G", (-4, 2): "3G"}
WRONG = {**REDS, (-6, 2): "1G", (-5, 2): "2B", (-4, 2): "3Y"}
PLAN: Json = {
    "rules": "cards-en",
    "players": [{"name": "Ada"}, {"name": "Ben"}],
    "source": "named",
    "declared": [3, None],
    "starter": 0,
    "pause": 4.0,
}


def card_reader(*doubted: Tile) -> CardReader:
    """A reader of drawn cards; it is not sure of some."""
    return CardReader(CardFinder(PieceSquares(CARD), 640), RedCards(*doubted))


def manager_of(
    store: Store, script: Script, said: Sequence[Json] = (), *, reads: bool = True, doubted: Sequence[Tile] = ()
) -> GameManager:
    """A game manager with a drawn film of cards."""
    go = threading.Event()
    go.set()

    def opener(text: str, *, start: float = 0.0) -> Source:
        return Held(script.items, start, go)

    settings = ManagerSettings(
        speed=1000.0, card_reader=lambda: card_reader(*doubted), reads_cards=lambda: reads, hearing=PATIENCE
    )
    return GameManager(store, Sources("film.mp4", said, opener=opener, finder=list), settings)


def opened() -> Script:
    """An empty table, then the first set."""
    return Script().still(drawn({}), 1.0).lay(REDS, wait=2.0)


def played(session: GameSession) -> list[tuple[int | None, list[str]]]:
    """Whose turns they are, and the cards from the hand."""
    return [(turn["player"], turn["played"]) for turn in session.snapshot("en")["turns"]]


def test_without_nets_for_cards_a_game_is_entered_by_hand(store: Store) -> None:
    manager = manager_of(store, opened(), reads=False)
    with pytest.raises(Refused, match="no camera reads cards"):
        manager.begin(PLAN)
    by_hand = manager.begin({**PLAN, "source": "hand"}).snapshot("en")
    assert (by_hand["game"]["source"], by_hand["cards"]["lying"]) == ("hand", None)
    manager.close()


def test_a_film_of_cards_is_followed(store: Store) -> None:
    script = opened().lay({**REDS, **GREENS}, wait=8.0)
    manager = manager_of(store, script, [{"at": 3.5, "input": "done"}])
    session = manager.begin(PLAN)
    wait_until(lambda: len(played(session)) == 2)
    assert played(session) == [(0, ["1R", "2R", "3R"]), (1, ["1G", "2G", "3G"])]
    state = session.snapshot("en")
    assert [one["new"] for one in state["cards"]["sets"]] == [[], [0, 1, 2]]
    assert state["turns"][1]["story"] == "3 from the hand"
    assert state["game"]["grace"] == 4.0
    assert [one["kind"] for one in told(session)][:2] == ["turn", "turn"]
    wait_until(lambda: session.picture(overlay=True))
    wait_until(lambda: session.evidence(state["turns"][1]["id"]))
    manager.close()


def test_what_lies_there_is_proposed_with_what_is_new(store: Store) -> None:
    manager = manager_of(store, opened())
    session = manager.begin({**PLAN, "automatic": False})
    wait_until(lambda: session.snapshot("en")["proposal"])
    state = session.snapshot("en")
    cards = state["proposal"]["cards"]
    assert (cards["played"], cards["story"], cards["taken"]) == (["1R", "2R", "3R"], "3 from the hand", [])
    assert cards["sets"] == [{"cards": ["1R", "2R", "3R"], "by": "colour", "cells": None, "new": [0, 1, 2]}]
    (lying,) = state["cards"]["lying"]
    assert (lying["cards"], lying["new"], lying["asked"]) == (["1R", "2R", "3R"], [0, 1, 2], [])
    middles = [sum(x for x, _ in corners) / 4 for corners in lying["corners"]]
    assert middles == pytest.approx([0.5, 1.6, 2.7], abs=0.1)
    assert "Say when it is done" in state["status_text"]
    assert state["can"]["done"]
    session.tell({"input": "done"})
    assert played(session) == [(0, ["1R", "2R", "3R"])]
    manager.close()


def test_what_is_against_the_rules_is_told_and_stands_if_somebody_lets_it(store: Store) -> None:
    script = opened().lay(WRONG, wait=14.0)
    manager = manager_of(store, script, [{"at": 3.5, "input": "done"}])
    session = manager.begin(PLAN)
    wait_until(lambda: session.snapshot("en")["can"]["overrule"])
    state = session.snapshot("en")
    assert (state["status"], state["proposal"]["legal"]) == ("illegal", False)
    assert [one["code"] for one in state["proposal"]["violations"]] == ["mismatch"]
    said = next(one for one in told(session) if one["kind"] == "violation")
    assert said["text"].startswith("Ben, something does not fit yet.")
    session.tell({"input": "overrule", "player": 1})
    wait_until(lambda: len(played(session)) == 2)
    assert session.snapshot("en")["turns"][1]["overruled"]
    manager.close()


def test_where_a_card_lies_that_is_asked_is_shown(store: Store) -> None:
    script = opened().lay(FOUR, wait=4.0)
    manager = manager_of(store, script, [{"at": 3.5, "input": "done"}], doubted=["4R"])
    session = manager.begin({**PLAN, "automatic": False})
    wait_until(lambda: session.snapshot("en")["cards"]["asked"])
    (asked,) = session.snapshot("en")["cards"]["asked"]
    assert [name for name, _ in asked["candidates"]] == ["4R", "5R"]
    x, y = asked["px"]
    assert abs(x - (320 - 3 * 44)) < 10
    assert (session.asked_picture((x, y)) or b"").startswith(b"\xff\xd8")
    assert session.asked_picture((x + 3, y)) == session.asked_picture((x, y))
    # Only that card is shown.
    assert session.asked_picture((x - 44, y)) is None
    session.tell({"input": "card", "px": [x, y], "tile": "5R"})
    wait_until(lambda: not session.snapshot("en")["cards"]["asked"])
    assert session.asked_picture((x, y)) is None
    manager.close()


def test_turns_are_split_and_joined(store: Store) -> None:
    script = opened().lay(FOUR, wait=2.0).lay({**FOUR, **GREENS}, wait=2.0)
    manager = manager_of(store, script, [{"at": 3.5, "input": "done"}])
    session = manager.begin({**PLAN, "automatic": False})
    wait_until(lambda: session.snapshot("en")["status"] == "waiting")
    session.tell({"input": "done"})
    assert played(session)[1:] == [(1, ["1G", "2G", "3G", "4R"])]
    (rest,) = session.snapshot("en")["turns"][1]["rests"]
    assert rest["story"] == "1 from the hand"
    session.tell({"input": "split", "turn": 2, "rest": 0})
    assert played(session)[1:] == [(1, ["4R"]), (0, ["1G", "2G", "3G"])]
    session.tell({"input": "join", "turn": 2})
    whole, parts = [(1, ["1G", "2G", "3G", "4R"])], [(1, ["4R"]), (0, ["1G", "2G", "3G"])]
    assert played(session)[1:] == whole
    # Each is one step back, and one forth.
    for _ in range(2):
        for word, known in (("undo", parts), ("undo", whole), ("redo", parts), ("redo", whole)):
            session.tell({"input": word})
            assert played(session)[1:] == known
    manager.close()


def test_a_turn_is_split_after_a_start(store: Store) -> None:
    script = opened().lay(FOUR, wait=2.0).lay({**FOUR, **GREENS}, wait=2.0)
    short = Script()
    short.items = list(script.items)
    script.still(drawn({**FOUR, **GREENS}), 3.0)
    manager = manager_of(store, short, [{"at": 3.5, "input": "done"}, {"at": 9.5, "input": "done"}])
    session = manager.begin({**PLAN, "automatic": False})
    wait_until(lambda: len(played(session)) == 2)
    rests = session.snapshot("en")["turns"][1]["rests"]
    assert len(rests) == 1
    manager.close()
    again = manager_of(store, script)
    session = again.resume(session.id)
    wait_until(lambda: session.snapshot("en")["turns"][1]["rests"] == rests)
    session.tell({"input": "split", "turn": 2, "rest": 0})
    assert played(session)[1:] == [(1, ["4R"]), (0, ["1G", "2G", "3G"])]
    again.close()


def test_what_somebody_else_has_ended_is_ended_once(store: Store) -> None:
    manager = manager_of(store, opened())
    session = manager.begin({**PLAN, "automatic": False})
    wait_until(lambda: session.snapshot("en")["proposal"])
    session.tell({"input": "done", "last": None})
    assert played(session) == [(0, ["1R", "2R", "3R"])]
    with pytest.raises(Refused) as refused:
        session.tell({"input": "done", "last": None})
    assert refused.value.code == "said_just_now"
    manager.close()


def test_who_says_done_just_as_time_ends_the_turn_ends_it_for_good(store: Store) -> None:
    manager = manager_of(store, opened().lay(REDS, wait=8.0))
    session = manager.begin(PLAN)
    wait_until(lambda: played(session))
    assert session.snapshot("en")["cards"]["open"] == 0
    session.tell({"input": "done", "last": None})
    wait_until(lambda: session.snapshot("en")["cards"]["open"] is None)
    manager.close()


def test_notes_that_cannot_be_read_keep_nobody_from_playing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(key: str) -> Json | None:
        raise StoreError("bad_disk")

    assert turn_notes(store, "x") == TurnNotes()
    monkeypatch.setattr(store, "setting", broken)
    assert turn_notes(store, "x") == TurnNotes()


def test_a_game_goes_on_from_its_record(store: Store) -> None:
    script = opened()
    split = script.at
    script.lay({**REDS, **GREENS}, wait=3.0)
    short = Script()
    short.items = [one for one in script.items if one.at < split]
    manager = manager_of(store, short, [{"at": 3.5, "input": "done"}])
    session = manager.begin({**PLAN, "automatic": False})
    wait_until(lambda: played(session))
    manager.close()
    again = manager_of(store, script)
    session = again.resume(session.id)
    wait_until(lambda: session.snapshot("en")["proposal"])
    session.tell({"input": "done"})
    assert played(session) == [(0, ["1R", "2R", "3R"]), (1, ["1G", "2G", "3G"])]
    again.close()


@pytest.mark.parametrize("closed", [False, True], ids=["by time", "by a word"])
def test_a_turn_that_only_time_has_ended_goes_on_after_a_start(store: Store, closed: bool) -> None:
    script = opened().lay(FOUR, wait=8.0)
    split = script.at
    script.lay({**FOUR, **GREENS}, wait=3.0)
    short = Script()
    short.items = [one for one in script.items if one.at < split]
    said: list[Json] = [{"at": 3.5, "input": "done"}, *([{"at": 11.0, "input": "done"}] if closed else [])]
    manager = manager_of(store, short, said)
    session = manager.begin(PLAN)
    wait_until(lambda: session.snapshot("en")["status"] == "waiting")
    assert played(session)[1:] == [(1, ["4R"])]
    assert session.snapshot("en")["cards"]["open"] == (None if closed else 1)
    manager.close()
    again = manager_of(store, script)
    session = again.resume(session.id)
    wait_until(lambda: session.snapshot("en")["proposal"])
    session.tell({"input": "done"})
    assert played(session)[1:] == (
        [(1, ["4R"]), (0, ["1G", "2G", "3G"])] if closed else [(1, ["1G", "2G", "3G", "4R"])]
    )
    again.close()


def test_a_card_game_whose_cards_cannot_be_read_any_more_goes_on_by_hand(store: Store) -> None:
    manager = manager_of(store, opened(), [{"at": 3.5, "input": "done"}])
    session = manager.begin(PLAN)
    wait_until(lambda: played(session))
    manager.close()
    blind = manager_of(store, opened(), reads=False)
    assert blind.resume(session.id).snapshot("en")["game"]["source"] == "hand"
    blind.close()


def test_photos_of_cards_are_turns_and_an_unchanged_one_is_asked_about(store: Store) -> None:
    settings = ManagerSettings(card_reader=card_reader, reads_cards=lambda: True, hearing=PATIENCE)
    manager = GameManager(store, Sources(finder=list, phone=PhoneCamera()), settings)
    session = manager.begin({**PLAN, "source": "photos"})
    inbox = manager.sources.photos
    assert session.photo(drawn(REDS), inbox).recorded
    assert session.photo(drawn({**REDS, **GREENS}), inbox).recorded
    session.tell({"input": "cannot_play", "player": 0})
    # A pass would be possible now: who takes the photo says what it means.
    unchanged = session.photo(drawn({**REDS, **GREENS}), inbox)
    assert (unchanged.recorded, unchanged.step.events) == (False, ())
    assert [turn["kind"] for turn in session.snapshot("en")["turns"]] == ["turn", "turn", "cannot_play"]
    assert session.photo(drawn({**FOUR, **GREENS}), inbox).recorded
    manager.close()


def test_how_long_a_table_rests_is_changed_in_the_game(store: Store) -> None:
    manager = manager_of(store, opened())
    session = manager.begin({**PLAN, "pause": 60.0})
    wait_until(lambda: session.snapshot("en")["proposal"])
    manager.change(session.id, {"pause": 100.0})
    assert session.game_settings == replace(session.game_settings, pause=100.0)
    with pytest.raises(Refused):
        manager.change(session.id, {"pause": 0.0})
    manager.close()


def test_it_is_asked_what_lies_there_at_the_start(store: Store) -> None:
    manager = manager_of(store, Script().still(drawn({**REDS, **GREENS}), 3.0))
    session = manager.begin(PLAN)
    wait_until(lambda: session.snapshot("en")["beginning"])
    state = session.snapshot("en")
    assert state["beginning"] == {
        "tiles": [],
        "sets": [["1R", "2R", "3R"], ["1G", "2G", "3G"]],
        "line": False,
        "clearing": False,
    }
    assert state["status_text"] == "2 sets of cards lie there already. What are they?"
    session.tell({"input": "begin", "as": "board", "points": [1, 0], "player": 1})
    wait_until(lambda: session.snapshot("en")["cards"]["begun"])
    assert session.snapshot("en")["whose_turn"] == 1
    manager.close()
