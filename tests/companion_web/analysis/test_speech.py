from typing import Any

import pytest

from tests.companion_web.played import CARD_GAME, game_of, laid, out_game
from tests.rules.positions import sets
from tileye.companion_web.analysis.speech import announcement
from tileye.companion_web.languages import LANGUAGES, words
from tileye.rules.events import Arranged, Correct, End, Exchange, Pass, Undo
from tileye.rules.events import Event as GameEvent
from tileye.rules.flow import verdict_of
from tileye.rules.game import Game
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, TILES, RuleSet
from tileye.vision.referee.events import Desync, Ended, Event, Proposed, Resync, SheetEvent, Turn, Unsure, Violated
from tileye.vision.referee.ledger import Ledger
from tileye.vision.sources.frames import Notice

ENGLISH = words("en")
FIRST = laid(0, "1R@0,0 2R@1,0 3R@2,0")


def heard(rules: RuleSet, before: list[GameEvent], event: GameEvent) -> list[dict[str, Any]]:
    """What is told when an event is recorded."""
    game = game_of(rules, before)
    entries = [announcement(one, game, ENGLISH) for one in Ledger(game).write(event, 99.0).events]
    return [entry for entry in entries if entry]


def texts(rules: RuleSet, before: list[GameEvent], event: GameEvent) -> list[tuple[str, str, str]]:
    return [(entry["kind"], entry["text"], entry["say"]) for entry in heard(rules, before, event)]


def test_a_turn() -> None:
    assert heard(TILES, [FIRST], laid(1, "4R@3,0 4B@3,1")) == [
        {
            "kind": "turn",
            "text": "Ben: 6 points (squares 2 + red row 4 = 6). 6 altogether.",
            "say": "Ben: 6 points. 6 altogether.",
            "player": 1,
            "at": 99.0,
        }
    ]


def test_a_qwirkle_is_news() -> None:
    ((_, text, say),) = texts(TILES, [FIRST], laid(1, "4R@3,0 5R@4,0 6R@5,0"))
    assert say == "Qwirkle! Ben: 12 points. 12 altogether."
    assert text == "Qwirkle! Ben: 12 points (red row 6 + Qwirkle 6 = 12). 12 altogether."


def test_a_turn_that_was_let_stand() -> None:
    ((_, _, say),) = texts(TILES, [FIRST], laid(1, "4Y@3,0", overruled=True))
    assert say == "Ben: 4 points. 4 altogether. Against the rules, but it stands."


def test_the_last_tile_and_the_end() -> None:
    game = out_game()
    row = game.state.rows[-1]
    entry = announcement(Turn(5.0, row, 8), game, ENGLISH)
    assert entry is not None
    assert entry["say"] == "Ben: 2 points. 6 more for the last tile. 8 altogether."
    end = announcement(Ended(5.0, "out"), game, ENGLISH)
    assert end == {
        "kind": "ended",
        "text": "Ben laid the last tile. Ben wins: 8 points.",
        "say": "Ben laid the last tile. Ben wins: 8 points.",
        "player": None,
        "at": 5.0,
    }


RESTS: dict[str, tuple[RuleSet, list[GameEvent], GameEvent, tuple[str, str]]] = {
    "an exchange": (TILES, [FIRST], Exchange(1, 3), ("exchange", "Ben exchanges 3 tiles.")),
    "an exchange that nobody saw": (TILES, [FIRST], Exchange(1), ("exchange", "Ben exchanges tiles.")),
    "a pass": (CLASSROOM, [FIRST], Pass(1), ("pass", "Ben passes.")),
    "a turn undone": (TILES, [FIRST], Undo(), ("takeback", "Ada takes turn 1 back.")),
    "a correction": (
        TILES,
        [FIRST],
        Correct(laid(0, "1R@0,0 2R@1,0"), of=1),
        ("corrected", "Turn 1 is corrected. Ada: 2 points, 2 altogether."),
    ),
    "cards": (
        CARDS_DE,
        [],
        Arranged(0, sets("1R 2R 3R")),
        ("turn", "Ada plays 3 cards (red circle, red clover and red diamond)."),
    ),
}


@pytest.mark.parametrize(("rules", "before", "event", "expected"), RESTS.values(), ids=RESTS)
def test_other_turns(rules: RuleSet, before: list[GameEvent], event: GameEvent, expected: tuple[str, str]) -> None:
    assert texts(rules, before, event) == [(*expected, expected[1])]


def test_qwirkles_of_cards() -> None:
    row = CARD_GAME.state.rows[2]
    entry = announcement(Turn(1.0, row, 1), CARD_GAME, ENGLISH)
    assert entry is not None
    assert entry["text"] == "Zoë: 1 Qwirkle (red Qwirkle). 1 altogether."


def test_a_violation_names_the_tile_and_the_reason() -> None:
    game = game_of(TILES, [FIRST])
    wrong = laid(1, "4R@3,0 4G@4,0")
    entry = announcement(Violated(3.0, 1, wrong.placed, verdict_of(game.state, wrong)), game, ENGLISH)
    assert entry is not None
    said = (
        "Ben, that does not fit (red square and green square). "
        "A line is neither all of one colour nor all of one shape."
    )
    assert (entry["kind"], entry["player"], entry["say"]) == ("violation", 1, said)
    assert entry["text"] == f"{said} Take it back, or let it stand."


def test_only_the_tiles_at_fault_are_named() -> None:
    game = game_of(TILES, [FIRST])
    wrong = laid(1, "4R@3,0 5R@9,9")
    entry = announcement(Violated(3.0, 1, wrong.placed, verdict_of(game.state, wrong)), game, ENGLISH)
    assert entry is not None
    assert "(red square and red cross)" in entry["say"]
    assert entry["say"].count("A tile does not touch the tiles on the table.") == 1


ASKED = ((3, 1), (("1R", 0.6), ("1O", 0.4)))
OTHERS: dict[str, tuple[Event, str, str]] = {
    "two names": (Unsure(1.0, (ASKED,)), "unsure", "red circle or orange circle? Please tap on the right one."),
    "two places": (
        Unsure(1.0, (ASKED, ((4, 1), ()))),
        "unsure",
        "What lies in these 2 places? Please tap on the tiles.",
    ),
    "no place": (Unsure(1.0, ()), "unsure", "I am not sure what lies there. Please have a look."),
    "strange": (
        Desync(1.0, ((0, 0),)),
        "desync",
        "The table is not as I know it in 1 place. Put it right, or tell me what lies there.",
    ),
    "well again": (Resync(1.0), "resync", "The table is as I know it again."),
}


@pytest.mark.parametrize(("event", "kind", "text"), OTHERS.values(), ids=OTHERS)
def test_what_the_table_shows(event: Event, kind: str, text: str) -> None:
    entry = announcement(event, game_of(TILES, [FIRST]), ENGLISH)
    assert entry == {"kind": kind, "text": text, "say": text, "player": None, "at": 1.0}


def test_what_only_the_state_shows() -> None:
    game = game_of(TILES, [FIRST])
    move = laid(1, "4R@3,0")
    for event in (Proposed(1.0, 1, move.placed, verdict_of(game.state, move)), SheetEvent(1.0, game.state)):
        assert announcement(event, game, ENGLISH) is None
    assert announcement(Notice("waiting", 1.0, "nothing comes"), game, ENGLISH) is None


def test_the_camera() -> None:
    game = game_of(TILES, [FIRST])
    lost, back, cut = (announcement(Notice(kind, 7.0, "?"), game, ENGLISH) for kind in ("lost", "back", "cut"))
    assert lost
    assert back
    assert cut
    assert (lost["kind"], lost["say"] == lost["text"]) == ("lost", True)
    assert (back["kind"], back["text"]) == ("back", "I can see the table again.")
    assert (cut["kind"], cut["say"]) == ("note", None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_a_whole_game(language: str) -> None:
    chosen = words(language)
    games: list[tuple[RuleSet, list[GameEvent]]] = [
        (TILES, [FIRST, laid(1, "4Y@3,0", overruled=True), Exchange(0), Undo(), End()]),
        (CARDS_DE, [entry.event for entry in CARD_GAME.log]),
    ]
    for rules, events in games:
        game = Game(game_of(rules, []).setup)
        ledger = Ledger(game)
        for event in events:
            for one in ledger.write(event, 1.0).events:
                entry = announcement(one, game, chosen)
                assert entry is None or (entry["text"] and "{" not in entry["text"])
