"""The program was killed in the middle of a card game and started anew: no wrong turn follows."""

import json
from collections.abc import Callable
from random import Random

import pytest

from tests.vision.card_referee.performed import CardErrors, perform_cards
from tests.vision.card_referee.scripted import CardPictures, CardTable, Laid, cards_of, named, names
from tests.vision.card_referee.test_card_films import film, standing
from tests.vision.card_referee.test_card_tables import begun
from tests.vision.card_referee.test_ends_of_turns import rows
from tests.vision.card_referee.test_overlooked import moved_with_gap
from tests.vision.card_referee.test_starting import FOURTH, MAYBE, WEB
from tests.vision.scripted import new_game
from tileye.datasets.film.timeline import FilmSplit
from tileye.rules.events import LateStart
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import CARDS_EN
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.splitting import TurnNotes, notes_json, parse_notes
from tileye.vision.referee.beginning import Beginning

FIVE, SIX = "1R 2R 3R 4R 5R", "1R 2R 3R 4R 5R 6R"


def started_anew(table: CardTable, notes: TurnNotes | None = None) -> CardTable:
    """The same table and the same record before a referee that knows nothing else but these notes."""
    table.referee = CardReferee(table.referee.game, table.referee.settings, Beginning("ask"), notes)
    return table


def kept(table: CardTable) -> TurnNotes:
    """What is kept of the turns beside the record."""
    return parse_notes(json.loads(json.dumps(notes_json(table.referee.notes))))


def goes_on(table: CardTable, due: int) -> None:
    """Nothing follows from a table that nobody touches; then a player lays one card."""
    turns = table.turns()
    assert names(table.still(2.0) + table.rest(60)) == []
    assert names(table.play(b="1G 2G 3G 4G") + table.say("done") + table.rest(60)) == ["turn"]
    assert table.turns() == [*turns, (due, ["4G"])]


def won(step: float) -> CardTable:
    """The red Qwirkle lies before whoever took it."""
    table = begun()
    table.play(a=FIVE)
    table.say("done")
    table.hand()
    table.put("a", "")
    table.apart("won", SIX, step=step)
    table.still(1.5)
    table.say("done")
    assert table.referee.game.state.rows[-1].taken == (tuple(SIX.split()),)
    return table


def test_nothing_follows_from_a_table_as_it_is_recorded() -> None:
    goes_on(started_anew(begun()), 0)


@pytest.mark.parametrize("step", [4.0, 8.0, 14.0, 44.0], ids=lambda step: f"{step:.0f} px from card to card")
def test_a_qwirkle_that_was_taken_is_not_taken_again(step: float) -> None:
    goes_on(started_anew(won(step)), 0)


def test_of_two_equal_qwirkles_only_the_one_that_was_taken_is_known() -> None:
    table = started_anew(won(14.0))
    table.still(2.0)
    table.play(a=FIVE)
    table.say("done")
    table.hand()
    table.put("a", "")
    table.sets["other"] = Laid(cards_of(SIX), 1200.0, 1300.0, 14.0)
    table.still(1.5)
    assert names(table.say("done") + table.rest(30)) == ["turn"]
    assert table.referee.game.state.rows[-1].taken == (tuple(SIX.split()),)
    assert table.turns()[-2:] == [(0, FIVE.split()), (1, ["6R"])]


def test_a_turn_that_people_took_back_is_not_recorded_again_by_time() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    table.say("undo")
    turns = started_anew(table).turns()
    assert names(table.still(2.0) + table.rest(60)) == []
    assert table.turns() == turns
    assert names(table.say("done")) == ["turn"]


def misread() -> CardTable:
    """What lies there as the red square was a cross, as somebody said."""
    table = begun()
    table.play(a="1R 2R 3R 4R")
    px = [60 + 3 * 44, 200]
    table.say("card", px=px, tile="5R")
    table.still(1.0)
    table.say("done")
    assert table.turns()[-1] == (0, ["5R"])
    return table


def corrected() -> CardTable:
    """The same, said by a correction."""
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    row = table.referee.game.state.rows[-1]
    to = {"event": "turn", "player": 0, "after": [["1R", "2R", "3R", "5R"], ["1G", "2G", "3G"]], "taken": []}
    table.say("correct", of=row.id, to=to)
    return table


@pytest.mark.parametrize("play", [misread, corrected])
def test_what_people_said_that_a_card_is_still_counts(play: Callable[[], CardTable]) -> None:
    goes_on(started_anew(play()), 1)


def test_a_card_that_somebody_changed_meanwhile_is_what_it_is() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    table.put("a", "1R 2R 3R 5R")
    table.put("c", "4R 4G 4B")
    started_anew(table).still(2.0)
    assert names(table.say("done")) == ["turn"]
    assert table.turns()[-1] == (1, ["4B", "4G", "5R"])


def test_a_turn_in_the_middle_goes_on() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.rest(15)
    started_anew(table)
    # It rests from the beginning again: nobody saw that nobody was there.
    assert names(table.still(1.0) + table.rest(15)) == []
    table.play(b="1G 2G 3G 4G")
    assert names(table.say("done")) == ["turn"]
    assert table.turns()[-1] == (0, ["4G", "4R"])


def test_qwirkles_of_a_game_that_was_joined_are_nobodys_turn() -> None:
    table = CardTable()
    game = new_game(CARDS_EN)
    game.append(LateStart(table=(("1G", "2G", "3G"),), player=0))
    table.referee = CardReferee(game, None, Beginning("ask"))
    table.put("b", "1G 2G 3G")
    table.apart("won", SIX, step=14.0)
    goes_on(table, 0)


def test_photos_go_on_with_what_was_taken() -> None:
    folder = CardPictures()
    folder.show(a=FIVE)
    folder.show(b="1G 2G 3G")
    folder.table.apart("won", SIX, step=14.0)
    assert names(folder.show(a="")) == ["turn"]
    folder.referee = CardReferee(folder.referee.game, folder.referee.settings, Beginning("auto"))
    folder.show(b="1G 2G 3G 4G")
    (*_, last) = folder.referee.game.state.rows
    assert (last.played, last.taken) == (("4G",), ())


def test_a_turn_that_only_time_has_ended_still_goes_on() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.rest(25)
    assert table.referee.view.is_open
    started_anew(table, table.referee.notes)
    assert names(table.still(2.0) + table.rest(60)) == []
    assert names(table.play(b="1G 2G 3G 4G") + table.say("done")) == ["corrected"]
    assert table.turns()[-1] == (0, ["4G", "4R"])
    assert not table.referee.view.is_open


def test_a_turn_is_split_after_a_new_start() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.play(c="4B 5B 6B")
    table.say("done")
    assert kept(table) == table.referee.notes
    started_anew(table, kept(table))
    goes_on(table, 1)
    table.say("split", turn=3, rest=0)
    assert table.turns()[2:] == [(0, ["4R"]), (1, ["4B", "5B", "6B"]), (0, ["4G"])]


@pytest.mark.parametrize(
    "damaged",
    [{}, {"turn": "x", "rests": []}, {"rests": {"3": [{"at": 1}]}}, {"rests": {"x": []}}, {"rests": {"3": [None]}}],
)
def test_damaged_notes_say_nothing(damaged: Json) -> None:
    assert parse_notes(damaged) == TurnNotes()


def test_another_turn_than_the_last_is_over() -> None:
    table = begun()
    first = table.referee.game.state.rows[0].id
    table.referee = CardReferee(table.referee.game, table.referee.settings, Beginning("ask"), TurnNotes(first))
    goes_on(table, 0)


def test_a_hand_that_was_there_at_the_start_may_take_a_turn_back() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    started_anew(table)
    assert names(table.play(wait=3.0, a="1R 2R 3R")) == ["takeback"]


@pytest.mark.parametrize(("split", "seed"), [("dev", 1), ("test", 3)])
def test_films_are_followed_over_many_starts(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    kills = [Random(seed + number).uniform(20, timeline.seconds - 20) for number in range(6)]
    assert standing(perform_cards(timeline, CardErrors(), kills=kills)) == standing(timeline.truth)


def test_a_split_that_is_undone_after_a_start_can_be_made_elsewhere() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.play(c="4B 5B 6B")
    table.play(d="6Y 6O 6G")
    table.say("done")
    assert len(table.referee.rests_in(3)) == 2
    table.say("split", turn=3, rest=0)
    started_anew(table, kept(table)).still(2)
    table.at += 1
    table.say("undo")
    assert len(table.referee.rests_in(3)) == 2


def test_a_turn_that_time_ended_and_that_went_on_after_a_start_can_be_split_there() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    assert names(table.rest(25)) == ["turn"]
    started_anew(table, kept(table)).still(2)
    assert names(table.play(c="4B 5B 6B") + table.say("done")) == ["corrected"]
    assert len(table.referee.rests_in(3)) == 1


def test_of_three_turns_in_one_the_first_part_can_be_split_again() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.play(c="4B 5B 6B")
    table.play(d="6Y 6O 6G")
    table.say("done")
    table.say("split", turn=3, rest=1)
    assert [len(table.referee.rests_in(number)) for number in (3, 4)] == [1, 0]


def test_done_of_a_turn_whose_cards_are_asked_survives_a_kill() -> None:
    table = begun(settings=WEB)
    table.play(a=MAYBE)
    table.say("done")
    table.still(1)
    assert table.referee.view.held  # "it is a turn as soon as these are named"
    started_anew(table, kept(table)).still(4)
    table.say("card", px=FOURTH, tile="5R")
    table.still(2)
    table.play(b="1G 2G 3G 4G")
    table.say("done")
    assert table.turns()[2:] == [(0, ["5R"]), (1, ["4G"])]


@pytest.mark.parametrize("answered", [True, False])
def test_a_card_of_a_gap_is_remembered_after_a_kill(answered: bool) -> None:
    table = moved_with_gap()
    if answered:
        table.say("card", px=list(table.referee.view.asked[0].px), tile="3R")
    table.say("done")
    table.at += 1
    table.say("done")
    table.still(3)
    started_anew(table, kept(table))
    told = table.still(3) + table.play(c="4B 5B 6B 1B", wait=4) + table.say("done") + table.still(12)
    assert named(told, "violation") == []
    assert rows(table)[-1] == (1, ["1B"], 0)


def test_a_turn_that_was_split_and_joined_can_be_split_again() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.play(c="4B 5B 6B")
    table.play(d="6Y 6O 6G")
    table.say("done")
    assert len(table.referee.rests_in(3)) == 2
    table.at += 1
    table.say("split", turn=3, rest=0)
    table.at += 1
    table.say("join", turn=3)
    assert len(table.referee.rests_in(3)) == 2
