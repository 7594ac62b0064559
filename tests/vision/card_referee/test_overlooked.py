"""Cards that no look finds in a set that was moved: a gap tells that they lie there."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.vision.card_referee.scripted import CardTable, Laid, cards_of, named, names
from tests.vision.card_referee.test_card_tables import begun
from tests.vision.card_referee.test_ends_of_turns import FIVE, rows
from tileye.rules.cards import Table
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import CardObservation
from tileye.vision.card_referee.sets_in_sight import sight_of
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import CardNames, Places
from tileye.vision.card_referee.tracks import CardMemory, remember

REDS, GREENS, BLUES = ("1R", "2R", "3R", "4R"), ("1G", "2G", "3G"), ("4B", "5B", "6B")
TABLE = (REDS, GREENS, BLUES)
WEB = CardSettings(names_first=True)
"""As the page has it."""


def names_of(table: Table, *overlooked: int, laid: Sequence[Tile] = REDS, step: float = 44.0) -> list[CardNames]:
    """What the cards of the first set may be, of which some are overlooked; all sets lie elsewhere than before."""
    first = Laid(cards_of(" ".join(laid)), 100.0, 100.0, step).seen(0)
    cards = [card for place, card in enumerate(first) if place not in overlooked]
    for number, other in enumerate((GREENS, BLUES), 1):
        cards += Laid(cards_of(" ".join(other)), 100.0, 100.0 + 200 * number).seen(number)
    memory = CardMemory()
    for _ in range(3):
        memory = remember(memory, CardObservation(0.0, cards=tuple(cards)), CardSettings())
    return list(sight_of(memory, Places(), CardSettings(), table=table).groups[0].names)


def best_of(names: list[CardNames]) -> list[Tile]:
    return [one[0][0] for one in names]


@pytest.mark.parametrize("overlooked", [1, 2])
def test_a_gap_in_a_set_tells_which_of_its_cards_lies_there(overlooked: int) -> None:
    assert best_of(names_of(TABLE, overlooked)) == list(REDS)


def test_of_several_the_one_that_lay_on_that_side_is_likelier() -> None:
    # The first card was taken out, a new one was laid beside the last one, and the middle one is not seen.
    names = names_of((("4B", "4O", "4Y"), GREENS, BLUES), 1, laid=("4O", "4Y", "4R"))
    assert best_of(names) == ["4O", "4Y", "4R"]
    assert [name for name, _ in names[1]] == ["4Y", "4B"]


def test_without_a_gap_or_without_a_card_that_fits_nothing_lies_there() -> None:
    assert best_of(names_of(TABLE, 2, step=25.0)) == ["1R", "2R", "4R"]
    assert best_of(names_of(TABLE, 3)) == ["1R", "2R", "3R"]
    assert best_of(names_of((("1R", "2R", "4R"), GREENS, BLUES), 2)) == ["1R", "2R", "4R"]
    assert best_of(names_of((("1R", "2R", "4R"), ("3R", "3Y", "3P"), GREENS, BLUES), 2)) == ["1R", "2R", "4R"]


def moved_with_gap(seen: str = "1R 2R 4R 5R") -> CardTable:
    table = begun(settings=WEB)
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.play(c="4B 5B 6B")
    table.say("done")
    table.hand()
    table.put("a", "")
    table.sets["moved"] = Laid(cards_of(seen), 0.0, 800.0, places=[60, 104, 192, 236])
    table.put("b", "1G 2G 3G 4G")
    table.still(4)
    return table


def test_a_card_that_no_look_finds_is_not_missing_for_the_next_player_either() -> None:
    table = moved_with_gap()
    table.say("done")
    table.still(1)
    table.say("done")
    assert table.turns()[-1] == (0, ["4G"])
    told = table.rest(30) + table.play(c="4B 5B 6B 1B", wait=4) + table.say("done") + table.still(4)
    assert named(told, "violation") == []
    assert table.turns()[-1] == (1, ["1B"])


def test_whether_a_card_of_a_moved_set_went_back_to_a_hand_is_asked() -> None:
    # The same table: 3R is in the player's hand, and where it lay a gap is left.
    table = moved_with_gap()
    assert table.referee.view.asked
    assert names(table.say("done") + table.still(4)) == []


def test_a_card_that_was_taken_out_of_a_moved_set_and_is_in_doubt_is_the_one_that_is_gone() -> None:
    table = begun(settings=WEB)
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.play(c="4B 5B 6B")
    table.say("done")
    table.hand()
    table.put("a", "")
    table.sets["moved"] = Laid(cards_of("1R 2R 4R 5R"), 0.0, 800.0, places=[60, 104, 192, 236])
    table.put("e", [{"3O": 0.52, "3R": 0.48}, "3G", "3B"])
    table.still(4)
    table.say("done")
    table.say("done")
    assert table.turns()[-1] == (0, ["3B", "3G"])


def fanned_table() -> CardTable:
    """Two sets lie in fans, a set of circles lies open; a Qwirkle of the other circles is taken, unseen."""
    table = begun(settings=WEB)
    for name in ("a", "b"):
        table.sets[name] = replace(table.sets[name], step=22.0)
    table.play(c="2R 2G 2B 2Y 2O")
    table.say("done")
    table.play(d="2R 2G 2B")
    table.say("done")
    table.hand()
    for name, cards in (("c", ""), ("d", ""), ("e", "2R 2G 2B"), ("f", "5Y 5O 5G")):
        table.put(name, cards)
    table.still(4)
    return table


def test_no_card_lies_between_cards_that_lie_beside_each_other() -> None:
    table = fanned_table()
    table.say("done")
    table.say("done")
    assert table.turns()[-1] == (0, ["2P", "5G", "5O", "5Y"])


def test_a_card_that_people_name_in_a_gap_lies_there() -> None:
    table = moved_with_gap()
    (asked,) = table.referee.view.asked
    table.say("card", px=list(asked.px), tile="3R")
    table.say("done")
    assert table.turns()[-1] == (0, ["4G"])
    assert sorted(table.referee.game.state.table[0]) == ["1R", "2R", "3R", "4R", "5R"]


def test_what_is_asked_of_a_gap_can_be_answered() -> None:
    table = begun(settings=WEB)
    table.play(d="4O 4Y 4G")
    table.say("done")
    table.play(c="4B 5B 6B")
    table.say("done")
    table.hand()
    table.put("d", "")
    table.sets["moved"] = Laid(cards_of("4G 4P"), 0.0, 800.0, places=[60, 148])
    table.still(5)
    (asked,) = table.referee.view.asked
    table.say("card", px=list(asked.px), tile=asked.candidates[0][0])
    assert table.refused is None


def gap_of_a_card_that_is_gone() -> CardTable:
    """3R went into a Qwirkle that lies out of view; where it lay in the reds, which were moved, a gap is left."""
    table = begun(settings=WEB)
    table.play(a=FIVE)
    table.say("done")
    table.play(c="3O 3Y 3G 3B 3P")
    table.say("done")
    table.play(d="4B 5B 6B")
    table.say("done")
    table.still(2)
    table.hand()
    table.put("a", "")
    table.put("c", "")
    table.sets["moved"] = Laid(cards_of("1R 2R 4R 5R"), 0.0, 800.0, places=[60, 104, 192, 236])
    table.put("b", "1G 2G 3G 4G")
    table.still(5)
    table.say("done")
    table.at += 1
    table.say("done")
    table.still(2)
    return table


@pytest.mark.parametrize("hand", [True, False])
@pytest.mark.parametrize("answered", [True, False])
def test_a_card_of_a_gap_that_is_found_later_changes_no_turn(answered: bool, hand: bool) -> None:
    table = moved_with_gap()
    if answered:
        table.say("card", px=list(table.referee.view.asked[0].px), tile="3R")
    table.say("done")
    table.at += 1
    table.say("done")
    assert rows(table)[-1] == (0, ["4G"], 0)
    table.still(2)
    if hand:
        table.hand()
    table.sets["moved"] = Laid(cards_of(FIVE), 0.0, 800.0, places=[60, 104, 148, 192, 236])  # the glare is gone
    assert names(table.still(4)) == []
    assert rows(table)[-1] == (0, ["4G"], 0)
    table.play(c="4B 5B 6B 1B", wait=3)
    table.say("done")
    assert rows(table)[-1] == (1, ["1B"], 0)


def test_who_corrects_that_nothing_lies_in_a_gap_is_believed() -> None:
    table = gap_of_a_card_that_is_gone()
    row = table.referee.game.state.rows[-1]
    after = [["1R", "2R", "4R", "5R"], ["1G", "2G", "3G", "4G"], ["4B", "5B", "6B"]]
    told = {"event": "turn", "player": row.player, "after": after, "taken": [list(one) for one in row.taken]}
    table.at += 1
    table.say("correct", of=row.id, to=told)
    assert rows(table)[-1] == (1, ["4G"], 1)
    assert names(table.still(5) + table.rest(30)) == []  # nobody has touched anything
    assert rows(table)[-1] == (1, ["4G"], 1)


def test_a_card_that_was_told_of_a_gap_is_not_missing_where_its_set_is_moved_again() -> None:
    table = moved_with_gap()
    table.say("card", px=list(table.referee.view.asked[0].px), tile="3R")
    table.say("done")
    table.still(2)
    table.hand()
    table.sets["moved"] = Laid(cards_of("1R 2R 4R 5R"), 0.0, 800.0, places=[260, 304, 392, 436])
    told = table.still(4) + table.play(c="4B 5B 6B 1B", wait=4) + table.say("done") + table.still(2)
    told += table.say("done") + table.still(4)
    assert named(told, "violation") == []
    assert rows(table)[-1] == (1, ["1B"], 0)
