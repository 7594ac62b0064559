import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from tests.companion_web.analysis.moments import BY_HAND, WATCHED, lying
from tests.companion_web.played import CARD_GAME, TILE_GAME, game_of, laid, played
from tileye.companion_web.analysis.abilities import abilities
from tileye.companion_web.analysis.display import DisplayContext, Status
from tileye.rules.errors import GameError
from tileye.rules.events import CannotPlay, Correct, End, Event, Exchange, Pass, Redo, Rename, Stock, Undo
from tileye.rules.game import Game
from tileye.rules.record import read_record, record_lines
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, TILES
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.machine import RefereeView

FIRST = laid(0, "1R@0,0 2R@1,0")


def taken(game: Game, event: Event) -> bool:
    """Whether a copy of the game takes an event."""
    copy = read_record([line.encode() for line in record_lines(game)]).game
    with suppress(GameError):
        copy.append(event)
        return True
    return False


GAMES: dict[str, Callable[[], Game]] = {
    "nothing yet": lambda: game_of(TILES, []),
    "a turn": lambda: game_of(TILES, [FIRST]),
    "an undone turn": lambda: game_of(TILES, [FIRST, Undo()]),
    "something after an undo": lambda: game_of(TILES, [FIRST, Undo(), Rename(0, "Zoë")]),
    "an empty bag": lambda: game_of(TILES, [FIRST, Stock(0)]),
    "classroom": lambda: game_of(CLASSROOM, [FIRST]),
    "cards": lambda: CARD_GAME,
    "new cards": lambda: game_of(CARDS_DE, [*(entry.event for entry in CARD_GAME.log), CannotPlay(0)]),
    "stopped": lambda: TILE_GAME,
    "played out": lambda: played("tiles", 2),
    "corrected": lambda: game_of(TILES, [FIRST, laid(1, "3R@2,0"), Correct(laid(0, "1R@0,0 4R@1,0"), of=1)]),
}


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_what_can_be_told_is_what_the_game_takes(make: Callable[[], Game]) -> None:
    game = make()
    before = list(game.log), game.state
    can = abilities(game, BY_HAND)
    player = game.state.whose_turn or 0
    expected: dict[str, Event] = {
        "undo": Undo(),
        "redo": Redo(),
        "exchange": Exchange(player),
        "pass": Pass(player),
        "cannot_play": CannotPlay(player),
    }
    assert {name: can[name] for name in expected} == {name: taken(game, event) for name, event in expected.items()}
    assert (list(game.log), game.state) == before


def test_undo_and_redo_through_a_long_dispute() -> None:
    game, rng = game_of(TILES, [FIRST]), random.Random(3)
    seen = set()
    for _ in range(30):
        can = abilities(game, BY_HAND)
        offered = can["undo"], can["redo"]
        assert offered == (taken(game, Undo()), taken(game, Redo()))
        seen.add(offered)
        events: list[Event] = [Undo(), Redo(), Exchange(game.state.whose_turn or 0)]
        event = rng.choice(events)
        if taken(game, event):
            game.append(event)
    assert seen >= {(True, False), (True, True)}


def test_by_hand_there_is_nothing_to_be_done_with() -> None:
    can = abilities(game_of(TILES, [FIRST]), BY_HAND)
    assert not any(can[name] for name in ("done", "overrule", "pause"))


def test_a_placement_that_lies_there() -> None:
    game = game_of(TILES, [FIRST])
    legal = abilities(game, replace(WATCHED, status="proposed", view=lying(game, "3R@2,0", 1)))
    assert (legal["done"], legal["overrule"], legal["pause"]) == (True, False, True)
    illegal = abilities(game, replace(WATCHED, status="illegal", view=lying(game, "3G@2,0", 1)))
    assert (illegal["done"], illegal["overrule"]) == (False, True)
    paused = abilities(game, replace(WATCHED, status="paused", view=lying(game, "3G@2,0", 1)))
    assert (paused["done"], paused["overrule"]) == (False, True), "the button stays"
    photo = replace(WATCHED, source="photos", status="waiting", view=lying(game, "3G@2,0", 1))
    assert abilities(game, photo)["overrule"], "no picture comes before somebody takes one"
    assert not abilities(game, replace(photo, source="camera-0"))["overrule"]


def test_an_exchange_comes_after_what_lies_there() -> None:
    game = game_of(TILES, [])
    assert not abilities(game, WATCHED)["exchange"]
    assert abilities(game, replace(WATCHED, view=lying(game, "1R@0,0")))["exchange"]


STATUSES: list[tuple[Status, bool]] = [
    ("watching", False),
    ("busy", True),
    ("settling", True),
    ("unsure", True),
    ("committed", False),
    ("paused", False),
    ("lost", False),
]


@pytest.mark.parametrize(("status", "done"), STATUSES)
def test_done_waits_for_tiles_that_are_being_read(status: Status, done: bool) -> None:
    moment = replace(WATCHED, status=status, view=RefereeView("watching", 1))
    assert abilities(game_of(TILES, [FIRST]), moment)["done"] == done


def test_cards_that_seem_a_hand_which_somebody_shows_may_be_a_turn() -> None:
    seen = replace(WATCHED, status="watching", view=CardRefereeView("watching", 0))
    hand = ("1B", "2B", "3B", "1Y", "2Y", "4O")
    shown = replace(seen, view=CardRefereeView("watching", 0, hand=hand))
    assert CARD_GAME.state.table
    assert [abilities(CARD_GAME, moment)["done"] for moment in (seen, shown)] == [False, True]


def test_what_lay_there_from_the_beginning_can_be_a_turn() -> None:
    assert abilities(game_of(TILES, []), WATCHED)["done"]


@pytest.mark.parametrize("moment", [WATCHED, replace(WATCHED, status="paused", view=None)])
def test_a_camera_can_be_stopped_and_started_until_the_end(moment: DisplayContext) -> None:
    assert abilities(game_of(TILES, [FIRST]), moment)["pause"]
    assert not abilities(game_of(TILES, [FIRST, End()]), moment)["pause"]
