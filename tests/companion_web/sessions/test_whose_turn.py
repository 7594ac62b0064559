"""Whose turns they are: a starter that nobody has told, and what two people say at once."""

from functools import partial
from pathlib import Path

import pytest

from tests.companion_web.sessions.playing import (
    BY_HAND,
    FIRST,
    PLAN,
    PLAYERS,
    SECOND,
    Film,
    manager_of,
    script,
    told,
    turns,
)
from tests.vision.shown import reader
from tests.waiting import wait_until
from tileye.companion_web.cli import main
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.pending_answers import SaidTwice
from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.sessions.source_choices import Shipped, Sources
from tileye.companion_web.storage import Store
from tileye.companion_web.web.refusals import in_words
from tileye.rules.errors import GameError
from tileye.rules.jsonlines import Json
from tileye.rules.state import Row
from tileye.vision.referee.events import Rested
from tileye.vision.referee.inputs import ExchangeOrPass, Input
from tileye.vision.sources.frames import Source
from tileye.vision.step import LiveStep

THREE: list[Json] = [*PLAYERS, {"name": "Cem"}]
THIRD = [["4R", 2, 0]]
NAMES = ("Ada", "Ben", "Cem")


def laid(session: GameSession, player: int | None, placed: list[list[object]]) -> None:
    """Enter a turn."""
    session.tell({"input": "turn", "player": player, "placed": placed})


def who(session: GameSession) -> list[int | None]:
    """Whose turns they are, as a page sees it."""
    return [turn["player"] for turn in session.snapshot("en")["turns"]]


def test_a_film_without_a_starter_names_nobody_until_one_answer(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    state = session.snapshot("en")
    first = state["starter"]["asked"]
    assert first == state["turns"][0]["id"]
    assert (state["whose_turn"], state["curve"], who(session)) == (None, [], [None, None])
    assert {player["points"] for player in state["players"]} == {None}
    assert not any(player["turn"] for player in state["players"])
    said = [text for one in told(session) for text in (one["text"], one["say"])]
    assert said
    assert not [text for text in said if any(name in text for name in NAMES)]
    assert manager.info(session.id).points == ()
    session.tell({"input": "give", "of": first, "player": 1})
    state = session.snapshot("en")
    assert (who(session), state["whose_turn"], state["starter"]["asked"]) == ([1, 0], 1, None)
    assert [player["points"] for player in state["players"]] == [3, 2]
    assert manager.info(session.id).points == (3, 2)
    session.tell({"input": "undo"})
    assert who(session) == [None, None], "one step back"
    manager.close()


def test_the_sheet_of_the_command_line_names_nobody_either(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "name": "Sunday"})
    laid(session, None, FIRST)
    assert main(["sheet", session.id, "--data", str(tmp_path), "--language", "en"]) == 0
    assert "Ada" not in capsys.readouterr().out
    session.tell({"input": "give", "of": 1, "player": 0})
    assert main(["sheet", session.id, "--data", str(tmp_path), "--language", "en"]) == 0
    assert "Ada" in capsys.readouterr().out
    manager.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_nameless_game_is_told_in_every_language(store: Store, language: str) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: len(told(session)) == 2)
    first, second = told(session, language)
    assert all("{" not in one["text"] and "Ada" not in one["text"] for one in (first, second))
    question = words(language)["told.nameless.who"]
    assert (question in first["say"], question in second["say"]) == (True, False)
    assert session.snapshot(language)["status_text"]
    manager.close()


def test_the_question_lasts_through_a_kill_and_the_end(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "players": THREE})
    for placed in (FIRST, SECOND):
        laid(session, None, placed)
    session.tell({"input": "end"})
    assert session.snapshot("en")["ended"]["winners"] == []
    assert "Ada" not in session.snapshot("en")["ended"]["text"]
    manager.close()
    manager = manager_of(store)
    again = manager.resume(session.id)
    state = again.snapshot("en")
    assert state["starter"]["asked"] == state["turns"][0]["id"]
    again.tell({"input": "give", "of": state["starter"]["asked"], "player": 2})
    assert who(again) == [2, 0]
    assert again.snapshot("en")["ended"]["winners"] == [0]
    manager.close()


def test_whoever_is_named_with_the_first_turn_starts(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "players": THREE})
    laid(session, 2, FIRST)
    assert (who(session), session.snapshot("en")["whose_turn"]) == ([2], 0)
    with pytest.raises(Refused, match="the turn of Ada"):
        laid(session, 1, SECOND)
    manager.close()


def test_before_the_starter_is_told_nobody_else_is_named(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "players": THREE})
    laid(session, None, FIRST)
    for word in ({"input": "exchange", "player": 2}, {"input": "give", "player": 2}):
        with pytest.raises(Refused, match="who laid the first turn"):
            session.tell(word)
    session.tell({"input": "exchange"})
    assert who(session) == [None, None]
    manager.close()


def test_a_tie_that_nobody_settles_is_asked_about_afterwards(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "players": THREE})
    session.tell({"input": "opening", "declared": [1, 2, 2]})
    laid(session, None, FIRST)
    assert who(session) == [None]
    session.tell({"input": "give", "of": session.snapshot("en")["starter"]["asked"], "player": 2})
    assert (who(session), session.snapshot("en")["whose_turn"]) == ([2], 0)
    manager.close()


def test_a_correction_without_a_player_keeps_the_one_that_is_recorded(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "players": THREE})
    for placed in (FIRST, SECOND):
        laid(session, None, placed)
    second = session.snapshot("en")["turns"][1]["id"]
    to = {"event": "exchange", "count": None, "player": None}
    session.tell({"input": "correct", "before": second, "shift": 1, "to": to})
    session.tell({"input": "give", "of": session.snapshot("en")["starter"]["asked"], "player": 1})
    assert who(session) == [1, 2, 0]
    manager.close()


@pytest.mark.parametrize(("names", "whose"), [(("Ada", "Ben"), [1, 0]), (("Ben", "Ada"), [None, None])])
def test_what_was_declared_in_the_film_says_nothing_of_other_players(
    store: Store, names: tuple[str, str], whose: list[int | None]
) -> None:
    said: list[Json] = [{"at": 0.3, "input": "opening", "declared": [1, 2]}]
    film = Shipped(Path("film.mp4"), tuple(said), "tiles", ("Ada", "Ben"))
    items = list(script().items)

    def opener(text: str, *, start: float = 0.0) -> Source:
        return Film(items, start)

    sources = Sources("film.mp4", said, opener=opener, finder=list, shipped=film)
    manager = GameManager(store, sources, ManagerSettings(speed=1000.0, reader=reader))
    for key in ("named", "demo"):
        session = manager.begin({**PLAN, "source": key, "players": [{"name": name} for name in names]})
        wait_until(partial(_both_laid, session))
        assert who(session) == whose
    manager.close()


def test_a_record_keeps_that_nobody_has_said_who_started(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(BY_HAND)
    laid(session, None, FIRST)
    lines = [line.encode() for line in store.lines(session.id)]
    kept = manager.import_(lines, "from elsewhere")
    assert store.open(kept).nameless
    assert manager.info(kept).points == ()
    manager.close()


def test_two_players_who_pass_at_once_both_pass(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "players": THREE, "starter": 0})
    laid(session, 0, FIRST)
    session.tell({"input": "stock", "bag": 0})
    session.tell({"input": "pass"})
    session.tell({"input": "pass"})
    assert who(session) == [0, 1, 2]
    manager.close()


def test_what_was_refused_may_be_said_again(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "starter": 0})
    for _ in range(2):
        with pytest.raises(Refused, match="begins with a turn"):
            session.tell({"input": "exchange", "player": 0, "count": 1})
    laid(session, 0, FIRST)
    for _ in range(2):
        with pytest.raises(Refused, match="while the bag holds"):
            session.tell({"input": "pass", "player": 1})
    manager.close()


def row(kind: str, player: int) -> Row:
    return Row(1, 1, kind, player)  # type: ignore[arg-type]


def test_only_the_same_of_the_same_player_was_said_just_now() -> None:
    now = [0.0]
    said, refused = SaidTwice(lambda: now[0]), Refused.because(GameError("not_your_turn", name="Ada"))
    exchange = Input(1.0, ExchangeOrPass(1, True, 2))
    said.recorded(LiveStep(1.0, exchange, (Rested(1.0, row("exchange", 1)),)))
    twice = said.explained(exchange, refused)
    assert "just now" in str(twice)
    assert said.explained(Input(1.0, ExchangeOrPass(2, True, 2)), refused) is refused
    assert said.explained(Input(1.0, ExchangeOrPass(1)), refused) is refused
    now[0] = 3.0
    assert said.explained(exchange, refused) is refused
    for language in LANGUAGES:
        assert in_words(twice, words(language)) != str(twice)


def test_nothing_is_noted_that_was_not_recorded() -> None:
    said, refused = SaidTwice(lambda: 0.0), Refused("closed")
    exchange = Input(1.0, ExchangeOrPass(1, True, 2))
    said.recorded(LiveStep(1.0, exchange, ()))
    assert said.explained(exchange, refused) is refused


def _both_laid(session: GameSession) -> bool:
    return turns(session) == [FIRST, SECOND]
