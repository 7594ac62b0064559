"""Cards that a lamp burns out: they lie there, and only the record and their neighbours tell what they are."""

from tests.vision.card_referee.scripted import CardTable, Laid, cards_of, named, names
from tests.vision.card_referee.test_card_tables import REDS, begun
from tileye.vision.card_referee.observations import CardObservation, card_observation_json, parse_card_observation
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.tracks import CardMemory, remember

BURNT: dict[str, float] = {}


def test_a_card_that_burns_out_where_it_lies_is_still_what_it_was() -> None:
    table = begun()
    assert names(table.play(a=["1R", BURNT, "3R"], wait=12)) == []
    assert names(table.play(a=["1R", BURNT, "3R", "4R"]) + table.say("done")) == ["turn"]
    assert table.turns()[-1] == (0, ["4R"])


def test_a_set_that_is_moved_under_a_lamp_keeps_its_cards() -> None:
    table = begun()
    told = table.play(a="", c=["1R", BURNT, "3R"], d="5B 5G 5O", wait=12) + table.say("done")
    assert names(told) == ["turn"]
    assert table.turns()[-1] == (0, ["5B", "5G", "5O"])
    assert sorted(map(sorted, table.referee.game.state.table)) == [
        ["1G", "2G", "3G"],
        ["1R", "2R", "3R"],
        ["5B", "5G", "5O"],
    ]


def test_what_a_new_card_is_that_nobody_can_read_is_asked() -> None:
    table = begun(settings=CardSettings(names_first=True))
    told = table.play(c=["5B", BURNT, "5G"]) + table.say("done")
    (asked,) = named(told, "unsure")
    assert asked["cards"][0]["candidates"]
    assert names(table.say("card", px=asked["cards"][0]["px"], tile="5O") + table.still(1)) == ["turn"]
    assert table.turns()[-1] == (0, ["5B", "5G", "5O"])


def test_a_set_of_which_nothing_can_be_read_is_what_is_missing() -> None:
    table = begun()
    told = table.play(a="", c=[BURNT] * 3, b="1G 2G 3G 4G", wait=12) + table.say("done")
    assert names(told) == ["turn"]
    assert table.turns()[-1] == (0, ["4G"])


def test_a_taken_qwirkle_with_burnt_cards_is_taken_once() -> None:
    table = begun(settings=CardSettings(names_first=True))
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.hand()
    table.put("a", "")
    table.apart("won", [BURNT, BURNT, *["3R", "4R", "5R", "6R"]], step=8.0)
    table.still(2)
    table.say("done")
    assert names(table.rest(40)) == []
    assert [row.taken for row in table.referee.game.state.rows if row.taken] == [(tuple(f"{n}R" for n in range(1, 7)),)]


def test_what_a_hand_has_put_in_the_place_of_a_card_and_cannot_be_read_is_asked() -> None:
    table = begun(settings=CardSettings(names_first=True))
    told = table.play(a=["2B", BURNT, "2O"], c=REDS) + table.say("done")
    assert names(told) == ["unsure"]
    assert len(named(told, "unsure")[0]["cards"][0]["candidates"]) > 2


def test_the_image_of_a_lamp_beside_a_set_changes_no_turn() -> None:
    table = begun()
    table.put("b", ["1G", "2G", "3G", BURNT])
    assert names(table.still(6)) == ["unsure"]
    assert len(table.turns()) == 2
    table.put("b", "1G 2G 3G")
    assert names(table.still(8) + table.play(a="1R 2R 3R 4R") + table.say("done")) == ["turn"]


def test_what_went_back_to_the_hand_is_not_missing() -> None:
    table = begun(settings=CardSettings(names_first=True))
    table.play(a="1R 2R 3R 5R")
    table.say("done")
    table.say("undo")
    table.play(a=REDS, wait=3)
    assert names(table.play(d=["5B", BURNT, "5G"], wait=5) + table.say("done")) == ["unsure"]


def test_of_a_new_card_that_is_read_later_the_turn_is_corrected() -> None:
    table = begun()
    table.play(c=["5B", BURNT, "5G"])
    assert names(table.say("done")) in (["turn"], ["unsure", "turn"])
    table.put("c", "5B 5Y 5G")
    assert names(table.still(4)) == ["corrected"]
    assert table.turns()[-1] == (0, ["5B", "5G", "5Y"])


def test_the_image_of_a_lamp_by_itself_is_no_card() -> None:
    table = begun()
    assert names(table.play(lamp=[BURNT], wait=12)) == []
    assert names(table.play(a="1R 2R 3R 4R") + table.say("done")) == ["turn"]


def test_where_nothing_but_white_is_seen_a_card_is_as_it_was() -> None:
    row = Laid(cards_of("1R 2R 3R"), 100.0, 100.0).seen(0)
    memory = CardMemory()
    for _ in range(4):
        memory = remember(memory, CardObservation(0.0, cards=tuple(row)), CardSettings())
    white = CardObservation(0.0, cards=(row[0], row[2]), burnt=frozenset({1}))
    assert parse_card_observation(card_observation_json(white)) == white
    for _ in range(20):
        memory = remember(memory, white, CardSettings())
    assert [track.number for track in memory.lying] == [0, 1, 2]


def test_what_may_be_only_the_lamp_where_a_whole_set_was_lifted_is_no_card() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.hand()
    table.put("a", [BURNT], step=44.0)
    assert names(table.still(2) + table.say("done")) == ["turn"]
    assert [len(row.taken) for row in table.referee.game.state.rows][-1] == 1


def test_of_cards_that_lie_there_at_the_start_and_cannot_be_read_somebody_is_asked() -> None:
    table = CardTable(a=["1R", BURNT, "3R"], b="1G 2G 3G")
    told = table.still(5)
    assert names(told) == ["board", "unsure"]
    (asked,) = named(told, "unsure")[0]["cards"]
    assert names(table.say("card", px=asked["px"], tile="6R") + table.still(3)) == ["board"]
    assert sorted(map(sorted, table.referee.game.state.table)) == [["1G", "2G", "3G"], ["1R", "3R", "6R"]]
    assert names(table.play(b="1G 2G 3G 4G") + table.say("done")) == ["turn"]
