"""What lies on the table when a game is seen first."""

import pytest

from tests.vision.scripted import Pictures, Table, names
from tileye.rules.board import Cell, Placement
from tileye.rules.tiles import Tile
from tileye.vision.referee.beginning import BeginMode, as_seen, is_line

LINE = (("1R", 0, 0), ("2R", 1, 0), ("3R", 2, 0))
CORNER = (("1R", 0, 0), ("2R", 1, 0), ("2G", 1, 1), ("2B", 1, 2))
MORE = (("3B", 2, 2),)


def there(*lying: tuple[Tile, int, int], begin: BeginMode = "auto", seconds: float = 1.0) -> tuple[Table, list[str]]:
    """A table on which tiles lie when it is seen first."""
    table = Table(begin=begin)
    table.put(*lying)
    return table, names(table.still(seconds))


def laid(text: str) -> Placement:
    return tuple(("1R", (int(cell[0]), int(cell[1]))) for cell in text.split())


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ("00", True),
        ("00 10 20 30 40 50", True),
        ("01 03 02", True),
        ("00 10 20 30 40 50 60", False),
        ("00 20", False),
        ("00 10 11", False),
        ("00 11", False),
    ],
)
def test_one_gapless_line_of_up_to_six_may_be_a_turn(cells: str, line: bool) -> None:
    assert is_line(laid(cells)) is line


def test_a_line_is_the_first_turn() -> None:
    table, told = there(*LINE, seconds=5)
    assert told == ["turn"]
    assert table.turns() == [[["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0]]]


def test_an_illegal_line_is_judged_as_always() -> None:
    assert there(("1R", 0, 0), ("2G", 1, 0), seconds=5)[1] == ["violation"]


def test_nothing_is_nothing() -> None:
    table, told = there()
    assert told == []
    assert names(table.lay(*CORNER)) == ["violation"], "after an empty table what comes is a turn"


def test_a_board_is_gone_on_from() -> None:
    table, told = there(*CORNER)
    assert told == ["board"]
    assert table.turns() == []
    (turn,) = [event for event in table.lay(*MORE) if event["event"] == "turn"]
    assert (turn["number"], turn["points"]) == (1, 2), "its line counts what lay there"


def test_a_board_is_told_even_if_a_hand_comes_soon() -> None:
    table, told = there(*CORNER, seconds=0.25)
    assert told == []
    assert names(table.lay(*MORE)) == ["board", "turn"]


def test_a_first_turn_is_recorded_when_the_next_player_comes() -> None:
    table, told = there(*LINE, seconds=0.2)
    assert told == []
    # Both together would be no line.
    assert names(table.lay(("1G", 0, 1), ("1B", 0, 2), wait=5)) == ["turn", "turn"]
    assert table.turns()[0] == [["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0]]


def test_what_was_overlooked_lay_there_too() -> None:
    table, _ = there(*CORNER)
    table.put(("4R", 2, 0))
    assert names(table.still(3)) == ["board"]
    assert len(table.referee.game.state.board) == 5


def test_what_is_doubtful_is_asked_and_can_be_corrected() -> None:
    table = Table()
    table.put(*CORNER)
    table.lying[1, 1] = {"2G": 0.55, "2B": 0.45}
    assert names(table.still(1)) == ["board", "unsure"]
    (board,) = table.say("tile", x=1, y=1, tile="2Y")
    assert (board["event"], ["2Y", 1, 1] in board["board"]) == ("board", True)
    assert names(table.still(10)) == [], "what people said stands"


def test_a_board_has_no_purple_beside_white() -> None:
    fresh = {
        (0, 0): (("1P", 0.0),),
        (1, 0): (("2P", 0.0),),
        (2, 0): (("3W", 0.0),),
        (3, 0): (("4W", 0.0), ("4Y", -2.0)),
        (4, 0): (("5P", 0.0),),
    }
    assert [name for name, _ in as_seen(fresh)] == ["1P", "2P", "3P", "4Y", "5P"]


def test_lifting_a_part_of_it_is_told_and_no_takeback() -> None:
    table, _ = there(*CORNER)
    assert names(table.lift((1, 2))) == ["desync"]
    assert len(table.referee.game.state.board) == 4


def test_clearing_all_of_it_before_the_first_turn_undoes_it() -> None:
    table, _ = there(*CORNER)
    told = table.lift(*cells_of(*CORNER))
    assert [(event["event"], event.get("board")) for event in told] == [("board", [])]
    assert names(table.lay(*LINE)) == ["turn"]


def cells_of(*lying: tuple[Tile, int, int]) -> list[Cell]:
    return [(x, y) for _, x, y in lying]


def test_clearing_it_after_a_turn_undoes_nothing() -> None:
    table, _ = there(*CORNER)
    table.lay(*MORE)
    assert names(table.lift(*cells_of(*CORNER, *MORE))) == ["desync"]


def test_darkness_undoes_nothing() -> None:
    table, _ = there(*CORNER)
    table.lying.clear()
    assert "board" not in names(table.still(20))


@pytest.mark.parametrize(("begin", "told"), [("turn", ["violation"]), ("board", ["board"])])
def test_people_may_say_what_it_is_beforehand(begin: BeginMode, told: list[str]) -> None:
    assert there(*CORNER, begin=begin, seconds=4)[1] == told


def test_a_line_may_be_a_board() -> None:
    table, told = there(*LINE, begin="board")
    assert told == ["board"]
    assert table.turns() == []


def test_nothing_is_recorded_before_the_answer() -> None:
    table, told = there(*CORNER, begin="ask", seconds=20)
    assert told == []
    assert [tile for tile, _ in table.referee.view.beginning] == ["1R", "2R", "2G", "2B"]
    assert table.referee.view.status == "beginning"
    table.lay(*MORE)
    (board,) = table.say("begin", **{"as": "board", "points": [7, 3], "player": 1})
    assert (board["event"], len(board["board"]), board["points"], board["player"]) == ("board", 5, [7, 3], 1)
    assert table.referee.game.state.points == (7, 3)


def test_the_answer_is_about_what_was_seen() -> None:
    table, _ = there(*CORNER, begin="ask")
    table.hand()
    (board,) = table.say("begin", **{"as": "board"})
    assert len(board["board"]) == len(CORNER)
    table.put(*MORE)
    assert names(table.still(5)) == ["turn"]


def test_the_answer_may_be_that_it_is_the_first_turn() -> None:
    table, _ = there(*LINE, begin="ask")
    assert names(table.say("begin", **{"as": "turn"})) == ["turn"]
    assert table.referee.view.beginning == ()


def test_done_says_so_too() -> None:
    table, _ = there(*LINE, begin="ask")
    assert names(table.say("done")) == ["turn"]


def test_whoever_clears_the_table_begins_anew() -> None:
    table, _ = there(*CORNER, begin="ask")
    table.say("begin", **{"as": "clear"})
    assert names(table.still(9)) == []
    assert names(table.lift(*cells_of(*CORNER))) == []
    assert names(table.lay(*LINE)) == ["turn"]


def test_an_empty_table_needs_no_answer() -> None:
    table, _ = there(begin="ask")
    assert not table.referee.is_beginning
    assert names(table.lay(*LINE)) == ["turn"]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ({"as": "board", "points": [1]}, "points: one number for each of the 2 players is needed"),
        ({"as": "board", "player": 2}, "there is no player 2: the 2 players count from 0"),
    ],
)
def test_answers_that_cannot_be_are_refused(word: dict[str, object], reason: str) -> None:
    table, _ = there(*CORNER, begin="ask")
    assert table.say("begin", **word) == []
    assert table.refused == reason
    assert table.referee.is_beginning


def test_later_it_is_too_late_to_say() -> None:
    table, _ = there(*LINE, seconds=5)
    assert table.say("begin", **{"as": "board"}) == []
    assert table.refused is not None
    assert table.refused.startswith("the game has begun")


def test_nobody_plays_on_before_the_answer() -> None:
    table, _ = there(*CORNER, begin="ask")
    for name, told in (("turn", {"player": 0, "placed": [["3B", 2, 2]]}), ("done", {})):
        assert table.say(name, **told) == []
        assert table.refused == "tiles lie there already: say first what they are"
    assert table.referee.view.status == "beginning"


def test_a_board_that_is_taken_back_is_looked_at_anew() -> None:
    table, _ = there(*CORNER)
    assert names(table.say("undo")) == ["board"]
    assert names(table.still(5)) == ["board"]


def test_who_takes_it_back_by_a_word_is_asked_what_it_is() -> None:
    table, _ = there(*CORNER, begin="ask")
    table.say("begin", **{"as": "board"})
    assert names(table.say("undo")) == ["board"]
    assert names(table.still(5)) == []
    assert table.referee.view.status == "beginning"
    assert names(table.say("redo")) == ["board"]


def test_the_first_picture_of_a_folder_may_show_a_board() -> None:
    pictures = Pictures()
    lying: dict[Cell, Tile] = {(x, y): tile for tile, x, y in CORNER}
    assert names(pictures.show(lying)) == ["board"]
    assert names(pictures.show({**lying, (2, 2): "3B"})) == ["turn"]


def test_the_first_picture_of_a_folder_may_show_one_turn() -> None:
    assert names(Pictures().show({(x, y): tile for tile, x, y in LINE})) == ["turn"]


def test_so_many_tiles_are_no_first_turn() -> None:
    table, _ = there(*(("1R", x, y) for x in range(5) for y in range(3)), begin="ask")
    assert table.say("begin", **{"as": "turn"}) == []
    assert str(table.refused).startswith("15 tiles are no first turn: ")
    assert table.referee.is_beginning


def test_all_that_lies_there_is_asked_about_at_once_when_the_start_is_undone() -> None:
    table, _ = there(*CORNER, begin="ask")
    table.say("begin", **{"as": "board"})
    assert names(table.lay(*MORE)) == ["turn"]
    table.lay(("3G", 2, 1), wait=0.8)
    assert table.referee.view.placed == (("3G", (2, 1)),)
    table.say("undo")
    assert names(table.say("undo")) == ["board"]
    assert len(table.referee.view.beginning) == 6
