"""Cards followed from look to look: through noise, hands and bumps."""

import cmath
from dataclasses import replace

import pytest

from tests.vision.card_referee.scripted import Laid, cards_of
from tileye.rules.jsonlines import Json
from tileye.vision.card_referee.observations import CardObservation, LyingCard, parse_card_observation
from tileye.vision.card_referee.places import along, beyond, direction, sides, turned
from tileye.vision.card_referee.sets_in_sight import sight_of
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import Places
from tileye.vision.card_referee.tracks import Bump, CardMemory, bumped, remember, touched

SETTINGS = CardSettings()
ROW = Laid(cards_of("1R 2R 3R 4R 5R"), 100.0, 100.0)
OTHER = Laid(cards_of("1G 2G 3G"), 100.0, 300.0)


def cards(*sets: Laid) -> tuple[LyingCard, ...]:
    return tuple(card for number, laid in enumerate(sets) for card in laid.seen(number))


def looked(memory: CardMemory, *looks: tuple[LyingCard, ...], hidden: frozenset[int] | None = None) -> CardMemory:
    for seen in looks:
        memory = remember(memory, CardObservation(0.0, cards=seen, hidden=hidden), SETTINGS)
    return memory


def groups(memory: CardMemory) -> list[str]:
    return sorted(" ".join(group.likeliest) for group in sight_of(memory, Places(), SETTINGS).groups)


def test_a_card_that_one_look_misses_lies_there_still() -> None:
    whole = cards(ROW)
    memory = looked(CardMemory(), whole, whole, whole[:2] + whole[3:], whole)
    assert groups(memory) == ["1R 2R 3R 4R 5R"]


def test_a_card_that_only_one_look_sees_does_not_lie_there() -> None:
    whole = cards(ROW, OTHER)
    memory = looked(CardMemory(), cards(ROW), cards(ROW), whole, cards(ROW), cards(ROW))
    assert groups(memory) == ["1R 2R 3R 4R 5R"]


def test_groups_are_what_most_looks_see() -> None:
    whole = cards(ROW)
    split = tuple(replace(card, group=int(place > 2)) for place, card in enumerate(whole))
    alone = tuple(replace(card, group=None) for card in whole)
    assert groups(looked(CardMemory(), whole, split, whole, alone, whole)) == ["1R 2R 3R 4R 5R"]
    assert groups(looked(CardMemory(), split, whole, split, split)) == ["1R 2R 3R", "4R 5R"]


def test_names_are_what_all_looks_say_together() -> None:
    whole = cards(ROW)
    wrong = (replace(whole[0], names={"6B": 0.7, "1R": 0.3}), *whole[1:])
    memory = looked(CardMemory(), whole, wrong, whole, whole)
    assert groups(memory) == ["1R 2R 3R 4R 5R"]


def test_a_card_that_is_seen_twice_is_one_also_in_a_set_with_a_fault() -> None:
    lying = cards(Laid(cards_of("2P 6P 5P 6P"), 100.0, 100.0))
    x, y = 100.0 + 2.7 * 44, 100.0
    again = LyingCard(
        ((x - 20, y - 30), (x + 20, y - 30), (x + 20, y + 30), (x - 20, y + 30)), {"5P": 0.6, "6P": 0.4}, 0
    )
    assert groups(looked(CardMemory(), *[(*lying, again)] * 3)) == ["2P 6P 5P 6P"]


def test_what_no_hand_was_over_is_not_gone_because_it_is_not_seen() -> None:
    whole = cards(ROW, OTHER)
    memory = looked(CardMemory(), whole, whole, whole)
    over = frozenset(number for number, track in memory.tracks.items() if track.middle[1] > 200)
    assert groups(looked(touched(memory, over, SETTINGS), *[cards(ROW)] * 4)) == ["1R 2R 3R 4R 5R"]
    assert len(groups(looked(touched(memory, (), SETTINGS), *[cards(ROW)] * 4))) == 2
    # But what is never seen again is gone after all.
    assert len(groups(looked(touched(memory, (), SETTINGS), *[cards(ROW)] * 12))) == 1


def test_what_is_hidden_is_as_it_was() -> None:
    memory = looked(CardMemory(), *[cards(ROW, OTHER)] * 3)
    hidden = frozenset(number for number, track in memory.tracks.items() if track.middle[1] > 200)
    memory = looked(touched(memory, None, SETTINGS), *[cards(ROW)] * 9, hidden=hidden)
    assert len(groups(memory)) == 2


def test_another_card_in_the_same_place_is_told_at_once() -> None:
    memory = touched(looked(CardMemory(), *[cards(ROW)] * 6), None, SETTINGS)
    memory = looked(memory, *[cards(replace(ROW, cards=cards_of("1R 6R 3R 4R 5R")))] * 3)
    assert groups(memory) == ["1R 6R 3R 4R 5R"]


@pytest.mark.parametrize("bump", [Bump(1, 40 + 25j), Bump(cmath.rect(0.98, 0.06), -20 + 31j)], ids=["moved", "turned"])
def test_after_a_bump_the_cards_tell_how_everything_moved(bump: Bump) -> None:
    before = cards(ROW, OTHER)
    memory = looked(CardMemory(), *[before] * 3)
    moved = tuple(replace(card, corners=bump.moved(card.corners)) for card in before)
    # One card was taken while the camera moved.
    memory = looked(bumped(memory, SETTINGS), *[moved[1:]] * 4)
    assert groups(memory) == ["1G 2G 3G", "2R 3R 4R 5R"]
    assert sorted(memory.tracks) == list(range(1, 8))
    assert abs(memory.bump.turn - bump.turn) < 0.01
    home = Places((("1G", OTHER.seen(0)[0].corners),)).following(memory).homes[0][1]
    assert home[0] == pytest.approx(bump.moved(OTHER.seen(0)[0].corners)[0], abs=2)


def test_after_a_bump_to_another_table_nothing_is_known() -> None:
    memory = bumped(looked(CardMemory(), *[cards(ROW)] * 3), SETTINGS)
    assert groups(looked(memory, *[cards(replace(OTHER, x=900.0))] * 3)) == ["1G 2G 3G"]


def test_memory_stays_flat() -> None:
    memory = CardMemory()
    for number in range(300):
        memory = looked(memory, cards(replace(ROW, x=100.0 + 50 * (number % 37), y=100.0 + 70 * (number % 11))))
        memory = touched(memory, None, SETTINGS)
    assert len(memory.tracks) < 60
    assert len(memory.together) < 400


def test_places_of_cards() -> None:
    corners = ROW.seen(0)[0].corners
    assert sides(corners) == (40.0, 60.0)
    assert direction(corners) == 0.0
    assert turned(direction(Laid(cards_of("1R"), 0, 0, turn=True).seen(None)[0].corners), 0.0) == pytest.approx(45)
    assert turned(179.0, 2.0) == pytest.approx(3.0)
    assert along([(5.0, 0.0), (0.0, 1.0), (9.0, -1.0)]) == [1, 0, 2]
    assert along([(0.0, 9.0), (1.0, 0.0)]) == [1, 0]
    assert beyond((13.0, 4.0), [(0.0, 0.0), (10.0, 10.0)]) == 3.0


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"at": "soon"}, "at: seconds"),
        ({"at": 1, "cards": [[1]]}, "no observation"),
        ({"at": 1, "cards": [[[[0, 0]], {"1R": 1.0}, None]]}, "four corners"),
        ({"at": 1, "cards": [[[[0, 0]] * 4, {"9X": 1.0}, None]]}, "is no tile"),
        ({"at": 1, "cards": [[[[0, 0]] * 4, {"1R": 2.0}, None]]}, "a probability"),
        ({"at": 1, "cards": [[[[0, 1e9]] * 4, {"1R": 1.0}, None]]}, "pixels are needed"),
        ({"at": 1, "hidden": [-1]}, "a whole number"),
    ],
)
def test_broken_observations_are_refused(wrong: Json, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_card_observation(wrong)
