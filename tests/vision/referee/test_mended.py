"""Bad luck at the table: darkness, gaps, words that cannot be, sets that were misjudged."""

from tests.vision.scripted import Pictures, Table, names
from tileye.vision.referee.events import event_json
from tileye.vision.referee.inputs import parse_input

FIRST = (("1R", 0, 0), ("2R", 1, 0))


def begun() -> Table:
    table = Table()
    table.lay(*FIRST)
    table.lay(("1G", 0, 1))
    assert len(table.turns()) == 2
    return table


def test_when_the_light_goes_out_no_turn_is_taken_back() -> None:
    table = begun()
    table.hand(0.5)
    lying, table.lying = table.lying, {}
    dark = table.still(3.0)
    table.hand(0.5)
    table.lying = lying
    light = table.still(3.0)
    assert (names(dark), names(light)) == (["desync"], ["resync"])
    assert len(table.turns()) == 2


def test_one_turn_alone_may_be_taken_back() -> None:
    table = Table()
    table.lay(*FIRST)
    assert names(table.lift((0, 0), (1, 0))) == ["takeback"]


def test_after_a_gap_in_which_nobody_watched_two_turns_are_told_apart() -> None:
    table = Table()
    table.lay(*FIRST)
    table.lay(("3R", 2, 0))
    table.at += 30.0
    table.put(("2G", 1, 1), ("2B", 1, 2), ("5B", 2, 2), ("5Y", 2, 3))
    table.hand(0.6)
    assert names(table.still(8.0)) == ["turn", "turn"]


def test_more_tiles_than_a_hand_holds_are_one_move_and_perhaps_two_turns() -> None:
    pictures = Pictures()
    board = {(x, 0): f"{x + 1}R" for x in range(4)}
    assert names(pictures.show(board)) == ["turn"]
    more = {(0, y): f"1{colour}" for y, colour in enumerate("GBYO", 1)}
    more |= {(3, y): f"4{colour}" for y, colour in enumerate("GBOY", 1)}
    (told,) = pictures.show(board | more)
    assert (told["event"], told["perhaps"]) == ("violation", "two_turns")


def test_two_turns_that_lie_there_at_the_end_are_recorded() -> None:
    table = begun()
    table.lay(("2G", 1, 1), wait=1.2)
    table.lay(("3R", 2, 0), wait=0.25, hand=0.6)
    table.finish()
    assert table.turns()[2:] == [[["2G", 1, 1]], [["3R", 2, 0]]]


def test_a_player_who_is_not_there_changes_nothing() -> None:
    table = begun()
    table.lay(("3B", 2, 0))
    for word in ("exchange", "pass", "overrule"):
        assert table.say(word, player=3) == []
        assert table.refused == "there is no player 3: the 2 players count from 0"
        assert table.still(0.5) == []
    assert len(table.turns()) == 2


def test_what_somebody_says_of_a_cell_holds_until_another_tile_lies_there() -> None:
    table = begun()
    assert names(table.say("tile", x=0, y=1, tile="1B")) == ["corrected"]
    assert names(table.still(6.0)) == []
    table.hand()
    table.put(("4R", 0, 1))
    assert "desync" in names(table.still(8.0)) or table.turns()[1] == [["4R", 0, 1]]


def test_a_turn_that_was_none_is_taken_back_before_it_is_called_otherwise() -> None:
    table = begun()
    row = table.referee.game.state.rows[-1]
    told = table.say("correct", of=row.id, to={"event": "exchange", "player": 1, "count": 2})
    assert names(told) == ["takeback", "exchange"]
    given = table.say("give", of=row.id, player=0)
    assert [(event["event"], event["player"]) for event in given] == [("exchange", 0)]


def test_a_new_name_after_the_end_stands_on_the_last_sheet() -> None:
    table = begun()
    table.say("end")
    renamed = parse_input({"at": table.at, "input": "rename", "player": 0, "name": "Zoe"})
    (told,) = [event_json(event) for event in table.referee.tell(renamed).events]
    assert told["event"] == "sheet"
    assert told["players"][0]["name"] == "Zoe"


def test_white_tiles_are_corrected_when_all_of_them_turn_out_to_be_blue() -> None:
    table = Table()
    table.hand()
    table.put(("1W", 0, 0), ("2W", 1, 0))
    table.still(4.0)
    table.lay(("1R", 0, 1))
    table.lying |= {(0, 0): {"1B": 0.98}, (1, 0): {"2B": 0.98}}
    table.hand()
    table.put(("1P", 0, 2))
    told = table.still(6.0)
    assert names(told) == ["corrected", "turn"]
    assert table.turns() == [[["1B", 0, 0], ["2B", 1, 0]], [["1R", 0, 1]], [["1P", 0, 2]]]


def test_one_of_several_white_tiles_that_looks_blue_corrects_nothing() -> None:
    table = Table()
    table.lay(("1W", 0, 0), ("2W", 1, 0))
    table.lay(("1R", 0, 1))
    table.lying[0, 0] = {"1B": 0.98}
    table.hand()
    assert "corrected" not in names(table.still(6.0))
    assert table.turns()[0] == [["1W", 0, 0], ["2W", 1, 0]]
