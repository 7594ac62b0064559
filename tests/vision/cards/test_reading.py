"""From a picture to its cards, with a finder and a net that say what the test wants."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from tests.vision.cards.lain import HIGH, WIDE, Quads, column, quads_of, row
from tileye.rules.tiles import COLOURS, SHAPES, Tile
from tileye.vision.cards.answers import ANSWER, COLOUR, CORNERS, IS_BACK, IS_CARD, IS_NONE, KIND, SHAPE
from tileye.vision.cards.finding import BACK, CARD, FoundPieces
from tileye.vision.cards.patches import straight_frames, upright_frames
from tileye.vision.cards.reading import CardReader, CardReading, card_reading_json
from tileye.vision.detection.runtime import Batch
from tileye.vision.images.pictures import Picture

BLANK = np.full((960, 1280, 3), 90, np.uint8)


@dataclass
class Look:
    """What finder and net say of one box: the name with its chance, the next best, whether it is a card."""

    name: Tile = "1R"
    sure: float = 0.99
    instead: Tile = "2R"
    kind: int = IS_CARD
    found: int = CARD
    score: float = 0.9


class _Finder:
    """Finds the boxes it was given."""

    def __init__(self, quads: Quads, looks: Sequence[Look]) -> None:
        self.quads, self.looks = quads, looks

    def find(self, picture: Picture) -> FoundPieces:
        scores = np.array([look.score for look in self.looks], np.float64)
        return FoundPieces(self.quads, scores, np.array([look.found for look in self.looks], np.intp))


class _Net:
    """Answers what it was told to, one row after the other, whatever the patches show.

    Boxes come again, where the net said that they are, in three views: then nothing is off any more. What it said to
    be neither card nor back does not.
    """

    name = "told"

    def __init__(self, quads: Quads, true: Quads, looks: Sequence[Look]) -> None:
        self.rows = np.zeros((len(looks), ANSWER), np.float32)
        for answer, look in zip(self.rows, looks, strict=True):
            answer[KIND] = -9
            answer[KIND.start + look.kind] = 9
            answer[SHAPE], answer[COLOUR] = -20, -20
            for name, chance in ((look.instead, 1 - look.sure), (look.name, look.sure)):
                answer[SHAPE.start + SHAPES.index(name[0])] = np.log(chance)
                answer[COLOUR.start + COLOURS.index(name[1])] = np.log(chance)
            if look.name[1] == look.instead[1]:
                answer[COLOUR.start + COLOURS.index(look.name[1])] = 0
        self.again = self.rows.copy()
        self.rows[:, CORNERS] = upright_frames(quads).seen(true).reshape(-1, 8)
        self.again[:, CORNERS] = straight_frames(true).seen(true).reshape(-1, 8)
        self.again = self.again[[look.kind != IS_NONE for look in looks]]
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: Batch) -> Batch:
        self.shapes.append(batch.shape)
        rows = self.rows if len(self.shapes) == 1 else self.again
        return np.resize(rows, (len(batch), ANSWER))


def read(quads: Quads, *looks: Look, true: Quads | None = None, picture: Picture = BLANK) -> CardReading:
    net = _Net(quads, quads if true is None else true, looks)
    return CardReader(_Finder(quads, looks), net).read(picture)  # type: ignore[arg-type]


def named(*names: Tile) -> list[Look]:
    return [Look(name, instead=f"{SHAPES[SHAPES.index(name[0]) - 1]}{name[1]}") for name in names]


TWO_ROWS = quads_of([*row(3, 1.1, x=-6.0, y=-3.0), *row(4, 1.1, x=-6.0, y=3.0), (10.0, 0.0, 25.0)])
NAMES = ("1R", "2R", "3R", "4G", "4B", "4Y", "4O", "6P")


def test_cards_come_by_groups_from_the_top_in_the_order_in_which_they_lie_and_then_those_alone() -> None:
    reading = read(TWO_ROWS, *named(*NAMES))
    assert reading.groups == (("4G", "4B", "4Y", "4O"), ("1R", "2R", "3R"))
    assert [(card.card, card.group) for card in reading.cards] == [
        *((name, 0) for name in ("4G", "4B", "4Y", "4O")),
        *((name, 1) for name in ("1R", "2R", "3R")),
        ("6P", None),
    ]
    assert not reading.unsure
    assert reading.colours == "ROYGBP"
    assert list(reading.ms) == ["detect", "name", "group"]
    assert min(reading.ms.values()) >= 0


@pytest.mark.parametrize("far", [0.5, 4.0])
def test_corners_are_those_that_the_net_fits(far: float) -> None:
    boxes = quads_of(row(2, 1.2))
    true = boxes + far * np.array([(3, -2), (1, 4), (-5, 2), (2, 2)])
    reading = read(boxes, *named("1R", "2R"), true=true)
    for card, corners in zip(reading.cards, true, strict=True):
        np.testing.assert_allclose(card.corners, corners, atol=0.01)
        assert card.px == pytest.approx(tuple(corners.mean(0)), abs=0.01)


def test_boxes_are_looked_at_again_where_they_were_told_to_be_and_what_is_said_then_counts() -> None:
    boxes = quads_of([*row(20, 1.2, x=-12.0)])
    true, looks = boxes.copy(), named(*["1R"] * 20)
    true[7] += 20
    net = _Net(boxes, true, looks)
    net.again[:, SHAPE] = 9 * np.eye(6)[SHAPES.index("5")]
    reading = CardReader(_Finder(boxes, looks), net).read(BLANK)  # type: ignore[arg-type]
    assert [card.card for card in reading.cards] == ["5R"] * 20
    assert any(card.px == pytest.approx(tuple(true[7].mean(0)), abs=0.01) for card in reading.cards)


def shone_on(quads: Quads, *burnt: int) -> Picture:
    """A picture in which some cards are white."""
    picture = BLANK.copy()
    for number in burnt:
        cv2.fillConvexPoly(picture, quads[number].round().astype(np.int32), (255, 255, 250))
    return picture


UNREADABLE = Look("1R", 0.5, "2B")


def test_a_burnt_out_card_lies_in_its_group_and_has_no_name() -> None:
    quads = quads_of(row(4, 1.1))
    looks = [*named("1R", "2R"), UNREADABLE, *named("4R")]
    reading = read(quads, *looks, picture=shone_on(quads, 2))
    assert reading.groups == (("1R", "2R", "4R"),)
    assert [card.card for card in reading.cards] == ["1R", "2R", "4R"]
    (hidden,) = reading.hidden
    assert hidden.group == 0
    told = card_reading_json(reading)
    assert told["unsure"] == [
        {"px": [round(value) for value in quads[2].mean(0)], "group": 0, "hidden": True, "candidates": {}}
    ]
    assert len(told["cards"]) == 3


def test_a_second_box_on_a_burnt_out_card_or_on_one_that_is_read_is_none() -> None:
    row_with_doubles = [*row(3, 0.8), (0.9 * WIDE, 0.0, 0.0), (1.8 * WIDE, 0.0, 0.0)]
    quads = quads_of([*row_with_doubles, *row(3, 1.1, y=-6.0)])
    looks = [*named("1R", "2R"), *[UNREADABLE] * 3, *named("1G", "2G", "3G")]
    reading = read(quads, *looks, picture=shone_on(quads, 2, 3, 4))
    assert (len(reading.cards), len(reading.hidden)) == (5, 1)


@pytest.mark.parametrize(("fault", "count"), [("dark", 4), ("pale", 4), ("read", 4), ("table", 3)])
def test_what_is_no_burnt_out_card_is_none(fault: str, count: int) -> None:
    quads = quads_of(row(4, 1.1))
    looks = [*named("1R", "2R"), UNREADABLE, *named("4R")]
    white = {"dark": (), "pale": (0, 1, 2, 3)}.get(fault, (2,))
    if fault == "read":
        looks[2] = named("3R")[0]
    if fault == "table":
        looks[2] = Look("1R", 0.5, "2B", score=0.3)
    reading = read(quads, *looks, picture=shone_on(quads, *white))
    assert not reading.hidden
    assert len(reading.cards) == count


def test_backs_and_what_is_none_are_no_cards() -> None:
    looks = named(*NAMES[:5])
    looks[0].kind, looks[0].found = IS_BACK, BACK
    looks[1].kind = IS_NONE
    looks[2].kind = IS_BACK
    reading = read(quads_of([(-10.0 + 5 * number, 0.0, 0.0) for number in range(5)]), *looks)
    assert sorted(card.card for card in reading.cards) == ["4B", "4G"]
    assert len(reading.backs) == 2
    assert all(len(corners) == 4 for corners in reading.backs)


def test_finder_and_net_have_one_vote_each_on_backs() -> None:
    look = named("1R")[0]
    look.found = BACK
    reading = read(quads_of([(0.0, 0.0, 0.0)]), look)
    assert ([card.card for card in reading.cards], reading.backs) == (["1R"], ()), "one against one: it shows a face"


def test_a_thin_margin_makes_a_card_unsure_and_lists_what_it_may_be() -> None:
    looks = [Look("4R", 0.55, "5R"), Look("1B", 0.99, "2B")]
    reading = read(quads_of(row(2, 1.2)), *looks)
    (unsure,) = reading.unsure
    assert unsure.card == "4R"
    (first, chance), (second, next_chance) = unsure.candidates[:2]
    assert (first, second) == ("4R", "5R")
    assert chance == pytest.approx(0.55, abs=0.01)
    assert next_chance == pytest.approx(0.45, abs=0.01)
    sure = reading.cards[1]
    assert not sure.unsure
    assert sure.confidence > 0.9 > unsure.confidence


def test_a_card_that_was_found_twice_is_one_and_two_of_one_name_beside_each_other_are_two() -> None:
    near = quads_of([(0.0, 0.0, 0.0), (0.2 * WIDE, 0.0, 0.0), (0.6 * WIDE, 0.0, 0.0)])
    reading = read(near, *named("1R", "1R", "1R"))
    assert reading.groups == (("1R", "1R"),)


@pytest.mark.parametrize(
    ("names", "colours"),
    [
        (("1R", "2R", "3R"), None),
        (("1P", "2P", "3P"), "ROYGBP"),
        (("1W", "2R", "3R"), "ROYGBW"),
        (("1W", "2P", "3P"), None),
    ],
)
def test_purple_or_white_tells_the_set(names: tuple[Tile, ...], colours: str | None) -> None:
    assert read(quads_of(row(3, 1.2)), *named(*names)).colours == colours


def test_an_unsure_purple_tells_no_set() -> None:
    assert read(quads_of([(0.0, 0.0, 0.0)]), Look("1P", 0.55, "2P")).colours is None


def test_a_picture_without_cards() -> None:
    reading = read(np.zeros((0, 4, 2)))
    assert (reading.cards, reading.groups, reading.backs, reading.colours) == ((), (), (), None)
    assert card_reading_json(reading)["cards"] == []


def test_the_net_is_given_patches_in_few_sizes_of_batches() -> None:
    quads = quads_of([(-12.0 + 3 * (number % 9), -12 + 4.2 * (number // 9), 0.0) for number in range(20)])
    looks = named(*["1R"] * 20)
    net = _Net(quads, quads, looks)
    CardReader(_Finder(quads, looks), net).read(BLANK)  # type: ignore[arg-type]
    assert net.shapes == [(32, 3, 96, 96)] * 4


def test_json_has_exactly_the_fields_of_the_design() -> None:
    looks = named(*NAMES[:3], "4R")
    looks[1].sure = 0.55
    looks[3].kind, looks[3].found = IS_BACK, BACK
    quads = np.concatenate([quads_of(row(3, 1.1, x=-6.0)), quads_of([(8.0, 0.0, 0.0)])])
    told = card_reading_json(read(quads, *looks))
    assert list(told) == ["cards", "groups", "backs", "unsure", "set", "ms"]
    assert told["groups"] == [["1R", "2R", "3R"]]
    first, unsure, _ = told["cards"]
    assert list(first) == ["card", "confidence", "px", "corners", "group"]
    assert (first["card"], first["group"]) == ("1R", 0)
    assert 0 <= first["confidence"] <= 1
    assert first["px"] == [round(value) for value in quads[0].mean(0)]
    np.testing.assert_allclose(first["corners"], quads[0], atol=0.1)
    assert [list(back) for back in told["backs"]] == [["px", "corners"]]
    assert told["backs"][0]["px"] == [round(value) for value in quads[3].mean(0)]
    (entry,) = told["unsure"]
    assert (entry["px"], entry["group"]) == (unsure["px"], 0)
    assert list(entry["candidates"])[:2] == ["2R", "1R"]
    assert told["set"] is None
    assert set(told["ms"]) == {"detect", "name", "group"}


def test_groups_are_numbered_from_the_top_whatever_was_found_first() -> None:
    quads = np.concatenate([quads_of(column(3, 0.4, x=5.0, y=-4.0)), quads_of(row(3, 1.2, x=-8.0, y=2 * HIGH))])
    reading = read(quads, *named("1R", "2R", "3R", "1B", "2B", "3B"))
    assert reading.groups == (("1B", "2B", "3B"), ("1R", "2R", "3R"))


@pytest.mark.parametrize(("off", "cards"), [(0.2, ["1R", "2R"]), (0.05, ["1R"])])
def test_cards_of_other_names_in_nearly_one_place_are_all_told_but_in_one_place_there_is_one(
    off: float, cards: list[Tile]
) -> None:
    near = quads_of([(0.0, 0.0, 0.0), (off * WIDE, 0.0, 0.0)])
    looks = named("1R", "2R")
    looks[1].score = 0.5
    assert [card.card for card in read(near, *looks).cards] == cards
