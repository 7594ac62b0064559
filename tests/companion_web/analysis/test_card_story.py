"""What is told and shown of a watched table of cards."""

from dataclasses import replace

import pytest

from tests.companion_web.analysis.moments import WATCHED
from tileye.companion_web.analysis.abilities import abilities, next_to_act
from tileye.companion_web.analysis.card_story import drawn_sets, story
from tileye.companion_web.analysis.display import DisplayContext, state
from tileye.companion_web.analysis.speech import announcement
from tileye.companion_web.analysis.status import status_text
from tileye.companion_web.languages import LANGUAGES, words
from tileye.rules.cards import Table
from tileye.rules.events import Arranged, Opening
from tileye.rules.flow import verdict_of
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import CARDS_EN
from tileye.rules.state import Player
from tileye.vision.card_referee.splitting import TurnNotes
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.events import CardsUnsure, DoubtfulCard, TableDesync, TableViolated

ENGLISH = words("en").of("cards")
REDS = ("1R", "2R", "3R")
CIRCLES = ("1R", "1G", "1B", "1Y")
MAYBE = DoubtfulCard((40, 50), 0, (("4O", 0.4), ("4R", 0.6)))


def begun() -> Game:
    """Ada has laid the red set; it is Ben's turn."""
    game = Game(Setup(CARDS_EN, (Player("Ada"), Player("Ben"))))
    game.append(Opening((3, None), 0), 1.0)
    game.append(Arranged(0, (REDS,)), 2.0)
    return game


def lying(game: Game, after: Table, taken: Table = ()) -> DisplayContext:
    """Ben's table lies there and is not recorded."""
    verdict = verdict_of(game.state, Arranged(1, after, taken))
    view = CardRefereeView("proposed" if verdict.legal else "settling", 1, after, taken, verdict)
    return replace(WATCHED, status="proposed" if verdict.legal else "illegal", view=view)


def test_whoever_acts_next_comes_after_a_legal_table_that_is_not_recorded_yet() -> None:
    game = begun()
    legal, faulty = lying(game, (REDS, ("1G", "2G", "3G"))), lying(game, (REDS, ("1G", "2G")))
    assert [next_to_act(game.state, moment) for moment in (legal, faulty, WATCHED)] == [0, 1, 1]


def test_a_turn_is_explained_in_a_sentence() -> None:
    before = (CIRCLES, ("2R", "3R", "4R", "5R", "6R"))
    after, taken = (("1G", "1B", "1Y"),), (("1R", "2R", "3R", "4R", "5R", "6R"),)
    assert story(before, after, taken, ENGLISH) == "red circle from: circles; red Qwirkle"
    assert story((), (REDS,), (), ENGLISH) == "3 from the hand"
    moved = story((("1R", "2R", "3R"), ("1G", "2G", "3G")), (("1R", "1G"), ("2R", "2G"), ("3R", "3G")), (), ENGLISH)
    assert moved == "4 cards moved"
    assert (
        story((REDS,), (("1R", "1G", "1B"), ("2R", "3R", "4R")), (), ENGLISH)
        == "3 from the hand; red circle from: the red set"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_explain(language: str) -> None:
    told = story((CIRCLES, REDS), ((*REDS, "1G", "4R"), CIRCLES[2:]), (), words(language).of("cards"))
    assert ";" in told
    assert "{" not in told


def test_new_cards_are_marked_once() -> None:
    sets = drawn_sets((REDS, ("1R", "2G", "3G")), (REDS, ("1R", "1R")))
    assert [one["new"] for one in sets] == [[], [1]]


def test_a_proposed_table_can_be_said_to_be_done() -> None:
    game = begun()
    moment = lying(game, (REDS, ("1G", "2G", "3G")))
    shown = state(game, moment, words("en"))
    assert shown["proposal"]["cards"]["played"] == ["1G", "2G", "3G"]
    assert [one["new"] for one in shown["proposal"]["cards"]["sets"]] == [[], [0, 1, 2]]
    can = abilities(game, moment)
    assert (can["done"], can["overrule"]) == (True, False)


def test_what_is_against_the_rules_can_stand() -> None:
    game = begun()
    moment = lying(game, (REDS, ("1G", "2B", "3G")))
    can = abilities(game, moment)
    assert (can["done"], can["overrule"]) == (False, True)
    assert "neither" in status_text(game, moment, ENGLISH)
    view = moment.view
    assert isinstance(view, CardRefereeView)
    assert view.verdict
    event = TableViolated(3.0, 1, view.after, view.taken, view.verdict)
    told = announcement(event, game, words("en"))
    assert told
    assert told["text"].startswith("Ben, something does not fit yet. A set is neither")
    nameless = announcement(event, game, words("en"), nameless=True)
    assert nameless
    assert (nameless["text"].startswith("Something does not fit yet."), nameless["player"]) == (True, None)


def test_cards_in_doubt_are_asked_with_the_likeliest_name_first() -> None:
    game = begun()
    view = CardRefereeView("settling", 1, unsure=True, asked=(MAYBE,))
    moment = replace(WATCHED, status="unsure", view=view)
    shown = state(game, moment, words("en"))
    assert shown["cards"]["asked"] == [{"px": [40, 50], "candidates": [["4R", 0.6], ["4O", 0.4]]}]
    told = announcement(CardsUnsure(3.0, (MAYBE, MAYBE)), game, words("en"))
    assert told
    assert told["text"] == "Which cards are these 2? Please choose."


def test_a_table_that_nothing_explains_says_what_is_missing() -> None:
    game = begun()
    view = CardRefereeView("desync", 1, missing=("1R",), extra=("5B",))
    moment = replace(WATCHED, status="desync", view=view)
    assert "missing: red circle; not recorded: blue X" in status_text(game, moment, ENGLISH)
    told = announcement(TableDesync(3.0, ("1R",), ()), game, words("en"))
    assert told
    assert "missing: red circle" in told["text"]


def test_what_time_has_ended_can_still_be_done() -> None:
    game = begun()
    view = CardRefereeView("committed", 0, notes=TurnNotes(open_turn=1))
    moment = replace(WATCHED, status="committed", view=view)
    assert abilities(game, moment)["done"]
    assert status_text(game, moment, ENGLISH) == "Noted. Ada can still change it; Ben is next."
    assert state(game, moment, words("en"))["cards"]["open"] == 0
