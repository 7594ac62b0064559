"""What a page is shown of the mind of the referee of cards, and what it says of single cards."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.vision.card_referee.scripted import Cards, CardTable, Laid, cards_of, named, names
from tests.vision.card_referee.test_card_tables import REDS, begun
from tests.vision.scripted import Table, new_game
from tileye.rules.rulesets import CARDS_EN
from tileye.rules.state import Row
from tileye.vision.card_referee.decisions import sorted_sets
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.referee.beginning import Beginning
from tileye.vision.referee.inputs import input_json, parse_input

MAYBE: Cards = ["1R", "2R", "3R", {"4R": 0.55, "5R": 0.45}]


def test_what_is_proposed_is_shown_until_it_is_recorded() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    view = table.referee.view
    assert (view.status, view.player, view.after[0]) == ("proposed", 0, ("1R", "2R", "3R", "4R"))
    assert view.verdict
    assert view.verdict.legal
    before = table.referee.grace
    table.still(1.0)
    assert before is not None
    assert (table.referee.grace or 0.0) < before
    table.say("done")
    assert table.referee.view.verdict is None
    assert table.referee.grace is None


def test_a_table_against_the_rules_is_shown_once_it_is_told() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4G")
    assert (table.referee.view.verdict, table.referee.view.status) == (None, "settling")
    table.say("done")
    verdict = table.referee.view.verdict
    assert verdict
    assert not verdict.legal


def test_what_time_has_ended_is_open_until_somebody_says_done() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.rest(25)
    assert (table.referee.view.is_open, table.referee.view.status) == (True, "committed")
    table.say("done")
    assert not table.referee.view.is_open


def test_a_hand_that_somebody_shows_is_seen_and_is_nothing_else() -> None:
    table = begun()
    table.hand()
    table.apart("ben", "1B 2Y 3P 4G 5O 6B 6Y")
    assert table.rest(12) == []
    assert table.referee.view.hand == ("1B", "2Y", "3P", "4G", "5O", "6B", "6Y")
    table.hand()
    del table.sets["ben"]
    table.still(1.0)
    assert not table.referee.view.hand


def test_a_hand_may_be_shown_in_two_rows() -> None:
    table = begun()
    table.hand()
    # Each row lies below the one before.
    table.apart("ben", "1B 2Y 3P")
    table.sets["row"] = replace(table.sets["ben"], cards=cards_of("4G 5O 6B"), y=table.sets["ben"].y + 70)
    assert table.rest(12) == []
    assert sorted(table.referee.view.hand) == ["1B", "2Y", "3P", "4G", "5O", "6B"]
    table.say("cannot_play", player=0)
    # A row by itself is no hand.
    table.hand()
    del table.sets["row"]
    assert names(table.still(12)) == ["violation"]


def test_whoever_is_done_with_what_seems_to_be_a_hand_has_laid_it() -> None:
    table = begun()
    table.hand()
    table.apart("ben", "1B 2Y 3P")
    table.sets["row"] = replace(table.sets["ben"], cards=cards_of("4G 5O 6B"), y=table.sets["ben"].y + 70)
    assert table.rest(12) == []
    (told,) = table.say("done") + table.still(2)
    assert (told["event"], [one["code"] for one in told["violations"]]) == ("violation", ["mismatch", "mismatch"])
    table.say("overrule", player=0)
    assert table.turns()[-1] == (0, ["1B", "2Y", "3P", "4G", "5O", "6B"])


def test_a_word_that_is_too_old_lays_no_hand_that_somebody_shows() -> None:
    table = begun()
    table.hand()
    table.say("done")
    table.hand(6)
    table.apart("ben", "1B 2Y 3P 4G 5O 6B 6Y")
    assert names(table.rest(15)) == []
    assert table.referee.view.hand


def test_two_rows_that_may_be_sets_are_no_hand() -> None:
    table = begun()
    table.hand()
    table.sets["p"] = Laid(cards_of(["1B", "2B", {"3O": 0.55, "3B": 0.45}]), 60, 420)
    table.sets["q"] = Laid(cards_of(["4Y", "5Y", {"6O": 0.55, "6Y": 0.45}]), 60, 490)
    table.still(2)
    table.say("done")
    assert table.turns()[-1] == (0, ["1B", "2B", "3B", "4Y", "5Y", "6Y"])


def test_a_card_in_doubt_is_named_by_people() -> None:
    table = begun()
    told = table.play(a=MAYBE) + table.still(4.0)
    (asked,) = named(told, "unsure")[0]["cards"]
    (shown,) = table.referee.view.asked
    assert list(shown.px) == asked["px"]
    assert names(table.say("card", px=asked["px"], tile="5R")) == []
    table.still(2.0)
    assert table.referee.view.asked == ()
    assert table.referee.view.after[0] == ("1R", "2R", "3R", "5R")
    assert names(table.say("done")) == ["turn"]
    table.rest(30)
    assert table.turns()[-1] == (0, ["5R"])
    # Another card in its place is read as what it is.
    table.play(a="1R 2R 3R 6R")
    assert "6R" in table.referee.decision.best.change.after[0]


def asking(names: Cards = MAYBE) -> CardTable:
    """A turn with a card in doubt, on a table at which somebody is there to answer."""
    table = begun(settings=CardSettings(names_first=True))
    table.play(a=names)
    return table


def test_a_turn_that_is_over_counts_as_soon_as_its_cards_are_named() -> None:
    table = asking()
    assert names(table.say("done") + table.still(1.0)) == ["unsure"]
    view = table.referee.view
    assert (view.held, table.turns()[-1][1]) == (True, ["1G", "2G", "3G"])
    table.say("card", px=list(view.asked[0].px), tile="5R")
    assert names(table.still(1.0)) == ["turn"]
    assert table.turns()[-1] == (0, ["5R"])
    assert not table.referee.view.held


def test_whoever_says_done_twice_takes_the_likeliest_names() -> None:
    table = asking()
    table.say("done")
    table.still(1.0)
    assert names(table.say("done") + table.still(1.0)) == ["turn"]
    assert table.turns()[-1] == (0, ["4R"])


def test_the_next_hand_ends_a_turn_whose_cards_nobody_has_named() -> None:
    table = asking()
    table.say("done")
    table.still(1.0)
    assert names(table.hand()) == ["turn"]
    table.put("b", "1G 2G 3G 4G")
    table.still(1.0)
    assert names(table.say("done")) == ["turn"]
    assert table.turns()[-2:] == [(0, ["4R"]), (1, ["4G"])]


def test_time_waits_for_names_too_but_not_for_the_next_player() -> None:
    table = asking()
    table.still(3.0)
    assert table.referee.view.asked
    assert table.referee.grace is None
    assert names(table.rest(30)) == []
    assert names(table.hand()) == ["turn"]
    # As where only time ends a turn: what changes still belongs to its player.
    table.put("b", "1G 2G 3G 4G")
    assert names(table.still(1.0) + table.say("done")) == ["corrected"]
    assert table.turns()[-1] == (0, ["4G", "4R"])


def test_a_name_that_makes_the_table_illegal_is_told_at_once() -> None:
    table = asking()
    table.say("done")
    table.still(1.0)
    table.say("card", px=list(table.referee.view.asked[0].px), tile="4G")
    (told,) = named(table.still(1.0), "violation")
    assert [fault["code"] for fault in told["violations"]] == ["mismatch"]


def test_what_is_sure_is_not_asked() -> None:
    table = asking("1R 2R 3R 4R")
    assert names(table.say("done")) == ["turn"]


def test_no_card_lies_where_nothing_was_seen() -> None:
    table = begun()
    table.say("card", px=[5000, 5000], tile="5R")
    assert table.refused


def test_what_a_correction_says_counts_more_than_what_is_read() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    row = table.referee.game.state.rows[-1]
    to = {"event": "turn", "player": 0, "after": [["1R", "2R", "3R", "5R"], ["1G", "2G", "3G"]], "taken": []}
    told = table.say("correct", of=row.id, to=to)
    assert names(told) == ["corrected"]
    assert names(table.rest(30)) == []
    assert names(table.play(b="1G 2G 3G 4G") + table.say("done")) == ["turn"]
    assert table.turns()[-2:] == [(0, ["5R"]), (1, ["4G"])]


def test_turns_are_split_and_joined_by_words() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.play(c="4B 5B 6B")
    table.say("done")
    row = table.referee.game.state.rows[-1]
    assert [len(rest.after) for rest in table.referee.view.notes.rests[row.id]] == [2, 3]
    assert [len(rest.after) for rest in table.referee.rests_in(row.number)] == [2]
    assert table.say("split", turn=3, rest=7) == []
    assert table.refused
    table.say("split", turn=3, rest=0)
    assert table.turns()[2:] == [(0, ["4R"]), (1, ["4B", "5B", "6B"])]
    table.say("join", turn=3)
    assert table.turns()[2:] == [(0, ["4B", "4R", "5B", "6B"])]


def two_turns_in_one(*, won: bool) -> CardTable:
    """Two turns that were recorded as one; perhaps the first of them took a Qwirkle."""
    table = begun()
    if won:
        table.play(a="1R 2R 3R 4R 5R")
        table.say("done")
        table.hand()
        table.put("a", "")
        table.still(1.5)
    else:
        table.play(a="1R 2R 3R 4R")
    table.play(c="4B 5B 6B")
    table.say("done")
    table.still(1.0)
    return table


@pytest.mark.parametrize("won", [False, True], ids=["plain", "with a Qwirkle"])
def test_a_split_and_a_join_are_undone_and_redone_as_a_whole(won: bool) -> None:
    table = two_turns_in_one(won=won)
    number, rows = len(table.turns()), [table.referee.game.state.rows]
    table.say("split", turn=number, rest=0)
    rows.append(table.referee.game.state.rows)
    table.say("join", turn=number)
    rows.append(table.referee.game.state.rows)
    assert [len(one) for one in rows] == [number, number + 1, number]
    for _ in range(2):
        for word, known in (("undo", rows[1]), ("undo", rows[0]), ("redo", rows[1]), ("redo", rows[2])):
            table.at += 1.0
            table.say(word)
            assert shown(table.referee.game.state.rows) == shown(known)
    assert names(table.still(1.0) + table.rest(30)) == []


def shown(rows: Sequence[Row]) -> list[object]:
    """Turns as everybody sees them."""
    return [(row.player, sorted_sets(row.after), row.taken, row.points) for row in rows]


def test_what_is_no_split_is_undone_step_by_step() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    row = table.referee.game.state.rows[-1]
    to = {"event": "turn", "player": 0, "after": [["1R", "2R", "3R", "5R"], ["1G", "2G", "3G"]], "taken": []}
    table.say("correct", of=row.id, to=to)
    table.say("undo")
    assert table.turns()[-1] == (0, ["4R"])
    table.say("undo")
    assert len(table.turns()) == 2
    table.say("redo")
    assert table.turns()[-1] == (0, ["4R"])


def test_it_is_asked_what_lies_there_at_the_start() -> None:
    table = CardTable()
    table.referee = CardReferee(new_game(CARDS_EN), None, Beginning("ask"))
    table.put("a", REDS)
    table.still(2.0)
    view = table.referee.view
    assert (view.status, view.beginning, view.is_turn) == ("beginning", (("1R", "2R", "3R"),), True)
    table.say("begin", **{"as": "turn"})
    table.still(2.0)
    assert table.referee.view.status == "proposed"


def test_words_of_cards_are_refused_in_a_game_of_tiles() -> None:
    word = parse_input({"at": 1.0, "input": "card", "px": [1, 2], "tile": "5R"})
    assert parse_input(input_json(word)) == word
    for told in ({"input": "split", "turn": 1, "rest": 0}, {"input": "join", "turn": 1}):
        word = parse_input({"at": 1.0, **told})
        assert parse_input(input_json(word)) == word
        assert Table().referee.tell(word).refused


def test_who_goes_on_after_time_ended_the_turn_may_let_it_stand() -> None:
    table = CardTable(settings=CardSettings(pause=5))
    table.play(a=REDS)
    table.say("done")
    table.play(b="1G 2G 3G")
    table.rest(7)
    table.play(a="1R 2R 3R 4G")
    table.rest(12)
    (mended,) = named(table.say("overrule", player=table.referee.view.player) + table.rest(1), "corrected")
    assert (mended["player"], mended["overruled"]) == (1, True)


def test_what_was_joined_again_is_not_brought_back_as_a_turn() -> None:
    table = begun()
    table.say("join", turn=1)
    table.say("undo")
    table.say("redo")
    table.say("redo")
    assert table.refused == "there is nothing to redo"
    assert len(table.turns()) == 1
