"""What people say in a card game that is watched."""

from tests.vision.card_referee.scripted import CardTable, named, names
from tests.vision.card_referee.test_card_tables import REDS, begun
from tileye.rules.rulesets import CARDS_DE
from tileye.vision.card_referee.settings import CardSettings


def test_the_declared_number_binds_and_says_who_starts() -> None:
    table = CardTable(CARDS_DE)
    table.say("opening", declared=[3, 4])
    told = table.play(a=REDS) + table.say("done")
    assert [fault["code"] for fault in named(told, "violation")[0]["violations"]] == ["opening_too_short"]
    assert names(table.play(a="1R 2R 3R 4R") + table.say("done")) == ["turn"]
    assert table.turns() == [(1, ["1R", "2R", "3R", "4R"])]


def test_what_follows_the_first_set_too_soon_is_the_next_players_where_the_rules_say_so() -> None:
    table = CardTable(CARDS_DE, settings=CardSettings(pause=5))
    table.say("opening", declared=[3, 2])
    table.play(a=REDS)
    table.rest(6)
    table.play(b="1G 2G 3G")
    table.say("done")
    assert table.turns() == [(0, ["1R", "2R", "3R"]), (1, ["1G", "2G", "3G"])]


def test_nothing_is_recorded_where_the_cards_are_dealt_again() -> None:
    table = CardTable()
    table.say("opening", declared=[2, 2])
    assert names(table.play(a=REDS) + table.say("done")) == []
    table.say("opening", declared=[2, 3])
    assert names(table.still(1) + table.say("done")) == ["turn"]
    assert table.turns()[0][0] == 1


def test_who_cannot_play_says_so_and_goes_on() -> None:
    table = begun(deck=True)
    table.hand(5)
    (told,) = table.say("cannot_play", player=0)
    assert told == {"event": "cannot_play", "at": told["at"], "number": 3, "player": 0}
    assert names(table.draw()) == []
    assert names(table.play(a="1R 2R 3R 4R") + table.draw()) == ["turn"]
    assert table.turns()[-1] == (0, ["4R"])


def test_what_lies_there_is_recorded_before_the_next_player_cannot_play() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    assert names(table.say("cannot_play", player=1)) == ["turn", "cannot_play"]


def test_passing_and_exchanging_follow_the_rules() -> None:
    table = begun()
    assert table.say("exchange") == []
    assert "know" in (table.refused or "")
    assert table.say("pass") == []
    assert "cannot_play" in (table.refused or "")
    table.say("stock", bag=0)
    assert names(table.say("pass")) == ["pass"]


def test_the_last_round_ends_the_game() -> None:
    table = begun()
    table.say("stock", bag=1)
    told = table.play(a="1R 2R 3R 4R") + table.say("done")
    told += table.play(b="1G 2G 3G 4G") + table.say("done")
    told += table.play(a="1R 2R 3R 4R 5R") + table.say("done")
    assert names(told) == ["turn", "turn", "turn", "ended", "sheet"]
    assert named(told, "ended")[0]["reason"] == "last_round"
    assert named(told, "sheet")[0]["winners"] == []


def test_the_end_records_the_turn_that_lies_there() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    assert names(table.say("end")) == ["turn", "ended", "sheet"]


def test_a_turn_that_is_undone_by_a_word_is_not_recorded_again_by_time() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    assert names(table.say("undo")) == ["takeback"]
    assert names(table.rest(40)) == []
    assert names(table.say("done")) == ["turn"]


def test_a_turn_that_is_entered_by_hand_is_what_lies_there() -> None:
    table = begun()
    table.play(a=["1R", "2R", "3R", {"4R": 0.5, "5R": 0.5}])
    told = table.say("turn", player=0, after=[["1R", "2R", "3R", "5R"], ["1G", "2G", "3G"]], taken=[])
    assert names(told) == ["turn"]
    assert names(table.rest(30)) == []
    assert table.turns()[-1] == (0, ["5R"])


def test_words_about_cells_are_refused() -> None:
    table = begun()
    assert table.say("tile", x=0, y=0, tile="1R") == table.say("nothing", x=0, y=0) == []
    assert table.refused


def test_another_player_cannot_overrule() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4G")
    table.say("done")
    assert table.say("overrule", player=1) == []
    assert "turn" in (table.refused or "")


def test_a_turn_is_split_at_an_earlier_rest_and_joined_again() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.play(c="4B 5B 6B")
    table.say("done")
    table.play(d="1Y 2Y 3Y")
    table.say("done")
    assert table.turns()[2:] == [(0, ["4B", "4R", "5B", "6B"]), (1, ["1Y", "2Y", "3Y"])]
    (rest,) = table.referee.rests_in(3)
    assert table.referee.split(3, rest, table.at).refused is None
    assert table.turns()[2:] == [(0, ["4R"]), (1, ["4B", "5B", "6B"]), (0, ["1Y", "2Y", "3Y"])]
    assert table.referee.join(3, table.at).refused is None
    assert table.turns()[2:] == [(0, ["4B", "4R", "5B", "6B"]), (1, ["1Y", "2Y", "3Y"])]
    assert names(table.rest(30)) == []
    assert table.referee.join(4, table.at).refused is not None


def test_a_qwirkle_goes_with_the_part_of_a_turn_in_which_it_was_taken() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.play(a="")
    table.play(b="1G 2G 3G 4G")
    table.say("done")
    (rest,) = table.referee.rests_in(4)
    assert table.referee.split(4, rest, table.at).refused is None
    rows = table.referee.game.state.rows
    assert [(row.player, row.points, row.played) for row in rows[3:]] == [(1, 1, ("6R",)), (0, 0, ("4G",))]
    # What came at that rest is of the first part alone.
    assert table.referee.rests_in(5) == ()
