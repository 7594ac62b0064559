"""Drawn games from frames to events, and a piece of the demo film."""

import threading
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.detection.test_runtime import needs_weights
from tests.vision.eyes import table
from tests.vision.shown import (
    SIZE,
    Script,
    Shown,
    burnt_out,
    dazzled_reader,
    drawn,
    live_of,
    new_referee,
    reader,
    say,
    told,
    turns,
    with_hand,
)
from tileye.rules.board import Cell
from tileye.vision.images.pictures import Picture
from tileye.vision.live import Live
from tileye.vision.reading import open_reader
from tileye.vision.referee.events import Event, Proposed, Resync, SheetEvent, event_json
from tileye.vision.referee.inputs import parse_input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.settings import for_pictures
from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.frames import Frame, Notice
from tileye.vision.sources.pushed import PushedSource

DEMO = Path(__file__).parents[2] / "companion_web" / "film"
ONE = {(0, 0): "4O", (1, 0): "2O"}
TWO = {**ONE, (1, 1): "2R", (1, 2): "2B"}
FIRST = (0, [["4O", 0, 0], ["2O", 1, 0]], 2)
SECOND = (1, [["2R", 1, 1], ["2B", 1, 2]], 3)


def opened() -> Script:
    """An empty table."""
    return Script().still(drawn({}), 0.6)


def table_with(board: Mapping[Cell, str], upright: list[tuple[float, float, str]]) -> Picture:
    """A table with tiles on the board, and others that lie as straight as those."""
    middles = [(320.0 + 44 * x, 180.0 + 44 * y) for x, y in board]
    squares = [(x, y, 40.0, 0.0) for x, y in [*middles, *((x, y) for x, y, _ in upright)]]
    return table(SIZE, squares, [*board.values(), *(tile for _, _, tile in upright)])


def test_turns_are_told_as_they_are_laid() -> None:
    events = told(live_of(opened().lay(ONE).lay(TWO)))
    assert turns(events) == [FIRST, SECOND]
    assert isinstance(events[-1], SheetEvent)
    # The points are there long before the grace is over.
    proposed = [event.at for event in events if isinstance(event, Proposed)]
    assert proposed[0] == pytest.approx(0.6 + 1.0, abs=0.5)


def test_the_same_frames_give_the_same_events() -> None:
    script = opened().lay(ONE).lay(TWO)
    assert told(live_of(script)) == told(live_of(script))


def test_what_lay_about_before_anybody_came_is_no_turn() -> None:
    about = [(90.0, 80.0, "1G"), (90.0 + 44, 80.0, "3G")]
    script = Script().still(drawn({}, about), 1.0)
    for board in (ONE, TWO):
        script.hand(drawn(board, about)).still(drawn(board, about), 4.0)
    assert turns(told(live_of(script))) == [FIRST, SECOND]


def test_somebody_may_say_that_what_lies_there_is_a_turn() -> None:
    script = Script().still(drawn({(0, 0): "4O", (1, 1): "2O"}), 4.0)
    assert [event_json(event)["event"] for event in told(live_of(script))] == ["board", "ended", "sheet"]
    events = told(live_of(script, [say(0.3, "done")]))
    assert [event_json(event)["event"] for event in events] == ["violation", "ended", "sheet"]


TEN = {(x, y): f"{1 + x}{'ROYGB'[y]}" for x in range(5) for y in range(2)}


def test_one_line_that_lies_there_first_is_the_first_turn() -> None:
    script = Script().still(drawn(ONE), 4.0).lay(TWO)
    assert turns(told(live_of(script))) == [FIRST, SECOND]


def test_a_single_tile_at_the_start_lies_about_until_others_are_laid_beside_it() -> None:
    about = [(90.0, 80.0, "1G")]
    script = Script().still(drawn({}, about), 1.0).hand(drawn(ONE, about)).still(drawn(ONE, about), 4.0)
    assert turns(told(live_of(script))) == [FIRST]
    script = Script().still(drawn({(0, 0): "4O"}), 1.0).lay({(0, 0): "4O", (1, 0): "2O", (2, 0): "5O"}, wait=7.0)
    assert [(player, points) for player, _, points in turns(told(live_of(script)))] == [(0, 1), (1, 3)]


def test_a_game_that_has_begun_goes_on_from_its_board() -> None:
    events = told(live_of(Script().still(drawn(TEN), 1.0).lay({**TEN, (5, 0): "6R"})))
    shown = [event_json(event) for event in events]
    assert sorted(shown[0]["board"]) == sorted([tile, x, y] for (x, y), tile in TEN.items())
    assert shown[0]["at"] < 1.0
    assert [(one["event"], one.get("points")) for one in shown[1:3]] == [("proposed", 12), ("turn", 12)]


def test_what_lies_about_beside_a_board_is_no_part_of_it_and_nothing_is_scored_beside_it() -> None:
    # Too far away from the board to belong to it, until lines grow there.
    board, about = {(0, 0): "1R", (1, 0): "2R", (1, 1): "2G"}, [(320.0 - 4 * 44, 180.0, "6G")]
    script = Script().still(table_with(board, about), 1.0)
    for more in ({(-1, 0): "3R"}, {(-2, 0): "4R", (-3, 0): "5R"}):
        board |= more
        script.hand(table_with(board, about)).still(table_with(board, about), 5.0)
    shown = [event_json(event) for event in told(live_of(script))]
    assert [one["event"] for one in shown] == ["board", "proposed", "turn", "desync", "ended", "sheet"]
    assert shown[3]["cells"] == [[-4, 0]]


def test_a_hand_that_lies_still_hides_cells() -> None:
    script = opened().lay(ONE)
    for reach in np.linspace(0.1, 0.55, 15):
        script.still(with_hand(drawn(ONE), reach), 1 / 15)
    script.still(with_hand(drawn(ONE), 0.55), 5.0).still(drawn(ONE), 1.0)
    live, hidden = live_of(script), set[Cell]()
    for step in live.steps():
        if step.observation and not step.observation.busy:
            hidden |= step.observation.hidden
        assert not step.events or step.at < 6 or isinstance(step.events[-1], SheetEvent)
    assert hidden == {(0, 0), (1, 0)}


def test_another_light_is_no_turn_and_hides_nothing() -> None:
    script = opened().lay(ONE)
    for level in (0.95, 0.9, 0.86):
        script.still(np.asarray(cv2.convertScaleAbs(drawn({}), alpha=level), np.uint8), 0.0)
    script.lay(TWO)
    assert turns(told(live_of(script))) == [FIRST, SECOND]


def test_a_burnt_out_tile_stays_and_nothing_is_scored_beside_one_that_is_not_recorded() -> None:
    # From a hand on the lamp is on a recorded tile; later it leaves, and is on one that nobody has seen yet.
    third = {**TWO, (2, 2): "2G", (3, 2): "2Y"}
    script = opened().lay(ONE).lay(TWO)
    script.hand(burnt_out(drawn(TWO), (1, 0))).still(burnt_out(drawn(TWO), (1, 0)), 15.0)
    events = told(live_of(script, eye=dazzled_reader()))
    assert turns(events) == [FIRST, SECOND]
    assert {event_json(event)["event"] for event in events} == {"proposed", "turn", "ended", "sheet"}
    script.hand(burnt_out(drawn(third), (3, 2))).still(burnt_out(drawn(third), (3, 2)), 15.0)
    events = told(live_of(script, eye=dazzled_reader()))
    assert turns(events) == [FIRST, SECOND]
    assert [event_json(event)["cells"] for event in events if event_json(event)["event"] == "desync"] == [[[3, 2]]]
    script.still(drawn(third), 8.0)
    assert turns(told(live_of(script, eye=dazzled_reader())))[2:] == [(0, [["2G", 2, 2], ["2Y", 3, 2]], 3)]


def test_what_is_said_is_heard_in_time() -> None:
    script = opened().lay(ONE, wait=2.0)
    events = told(live_of(script, [say(2.6, "done"), say(3.0, "exchange"), say(99.0, "end")]))
    assert [(event_json(event)["event"], round(event.at, 1)) for event in events] == [
        ("proposed", 1.8),
        ("turn", 2.6),
        ("exchange", 3.0),
        ("ended", 3.5),
        ("sheet", 3.5),
    ]


def test_what_would_be_said_after_the_film_is_not_heard() -> None:
    script = opened().lay(ONE, wait=2.0)
    events = told(live_of(script, [say(4.2, "exchange"), say(9.0, "exchange"), say(1e17, "end")]))
    assert [event_json(event)["event"] for event in events] == ["proposed", "turn", "exchange", "ended", "sheet"]


def test_the_sheet_is_last_even_when_something_is_said_after_the_end() -> None:
    script = opened().lay(ONE)
    events = told(
        live_of(script, [say(5.2, "end"), say(5.3, "undo"), say(5.4, "end"), say(5.5, "rename", player=0, name="Zoe")])
    )
    assert isinstance(events[-1], SheetEvent)


def test_words_from_another_thread_are_heard() -> None:
    source = PushedSource()
    live = Live(source, reader(), new_referee())

    def play() -> None:
        source.push(drawn({}))
        live.tell(say(live.seconds, "rename", player=1, name="Zoe"))
        source.push(drawn(ONE))
        source.end()

    thread = threading.Thread(target=play)
    thread.start()
    told_of = list(live.run())
    thread.join()
    assert isinstance(told_of[-1], SheetEvent)
    assert [player.name for player in live.referee.game.state.players] == ["Ada", "Zoe"]


def test_a_game_goes_on_after_a_camera_was_lost() -> None:
    script = opened().lay(ONE)
    script.items += [Notice("lost", script.at, "camera 0 is lost"), Notice("back", script.at + 9, "camera 0 is back")]
    script.at += 9
    script.still(drawn(TWO), 4.0)
    live = live_of(script)
    told_of = list(live.run())
    assert [item.kind for item in told_of if isinstance(item, Notice)] == ["lost", "back"]
    assert turns(item for item in told_of if not isinstance(item, Notice)) == [FIRST, SECOND]


def test_a_source_that_is_closed_need_not_end_the_game() -> None:
    script = opened().lay(ONE).still(drawn(ONE), 1.0)
    live = Live(Shown(script.items), reader(), new_referee(), [say(99.0, "end")], ends=False)
    events = [event for step in live.steps() for event in step.events]
    assert turns(events) == [FIRST]
    assert live.referee.game.state.ended is None
    later = Script().still(drawn(ONE), 1.0).lay(TWO)
    assert turns(told(Live(Shown(later.items), reader(), Referee(live.referee.game)))) == [SECOND]


def test_a_game_that_was_paused_goes_on() -> None:
    script = opened().lay(ONE)
    script.items += [Notice("paused", script.at, "paused"), Notice("still", script.at + 60, "nothing new")]
    script.at += 60
    script.still(drawn(TWO), 4.0)
    assert turns(told(live_of(script))) == [FIRST, SECOND]


def test_frames_that_change_size_keep_the_cells() -> None:
    script = opened().lay(ONE)
    for board, seconds in ((ONE, 1.0), (TWO, 4.0)):
        small = np.asarray(cv2.resize(drawn(board), None, fx=0.75, fy=0.75, interpolation=cv2.INTER_NEAREST), np.uint8)
        script.still(small, seconds)
    assert turns(told(live_of(script))) == [FIRST, SECOND]


def test_a_black_picture_loses_no_turn() -> None:
    script = opened().lay(ONE).still(np.zeros_like(drawn({})), 4.0).lay(TWO)
    events = told(live_of(script))
    assert turns(events) == [FIRST, SECOND]
    assert any(isinstance(event, Resync) for event in events) == ("desync" in [event_json(e)["event"] for e in events])


def test_each_picture_of_a_folder_is_the_table_after_a_turn() -> None:
    script = Script()
    script.items = [Frame(number, drawn(board), f"{number}.png") for number, board in enumerate((ONE, TWO, TWO), 1)]
    live = Live(Shown(script.items), reader(), new_referee(for_pictures()))
    steps = list(live.steps())
    assert turns(event for step in steps for event in step.events) == [FIRST, SECOND]
    assert [step.image for step in steps] == ["1.png", "2.png", "3.png", None]
    assert [event_json(event)["event"] for event in steps[2].events] == ["exchange"]


def test_a_picture_of_another_table_is_no_exchange() -> None:
    other = {(0, 0): "6G", (0, 1): "6R", (0, 2): "6B", (1, 2): "1B"}
    frames = [Frame(number, drawn(board)) for number, board in enumerate((ONE, other, TWO), 1)]
    steps = list(Live(Shown(frames), reader(), new_referee(for_pictures())).steps())
    assert turns(event for step in steps for event in step.events) == [FIRST, SECOND]
    assert [step.refused is not None for step in steps] == [False, True, False, False]


def test_what_is_known_now_can_be_drawn() -> None:
    live = live_of(opened().lay(ONE))
    for _ in islice(live.steps(), 70):
        pass
    assert live.now is not None
    assert isinstance(live.now.came, Frame)
    assert live.eye.pose is not None
    assert live.eye.last is not None
    assert set(live.eye.last.tiles) == set(ONE)


@needs_weights
def test_a_piece_of_the_demo_film_is_followed() -> None:
    source = FilmSource(DEMO / "film.mp4")
    said = [parse_input({"at": 0.546, "input": "opening", "declared": [2, 3]})]
    live = Live(source, open_reader(), new_referee(), said)
    events: list[Event] = []
    for step in live.steps():
        events += step.events
        if step.at > 10:
            source.close()
    assert turns(events) == [(1, [["1B", 0, 0], ["2B", 1, 0], ["3B", 2, 0]], 3)]
