"""Scoring of readings of cards, with truths and readings made by hand."""

from dataclasses import replace
from typing import Any

import pytest

from tileye.models.evaluation.card_scoring import (
    CardPictureScore,
    score_cards,
    summary_of_cards,
    true_cards,
)
from tileye.rules.tiles import Tile
from tileye.vision.cards.reading import CardReading, SeenCard

SIZE = (1920, 1080)
WIDE, HIGH = 60.0, 90.0


def _true(
    card: Tile | None,
    x: float,
    *,
    y: float = 300.0,
    group: int | None = 0,
    role: str = "group",
    visible: float = 1.0,
    index_px: float = 0.0,
    index_seen: float = 1.0,
) -> dict[str, Any]:
    corners = [[x - WIDE / 2, y - HIGH / 2], [x + WIDE / 2, y - HIGH / 2], [x + WIDE / 2, y + HIGH / 2]]
    return {
        "card": card,
        "role": role,
        "group": group,
        "visible": visible,
        "corners": [*corners, [x - WIDE / 2, y + HIGH / 2]],
        "symbols": [{"px": index_px, "seen": index_seen, "index": True}] if index_px else [],
    }


def _seen(card: Tile, x: float, group: int | None = 0, *, y: float = 300.0, unsure: bool = False) -> SeenCard:
    return SeenCard(card, group, 0.9, (x, y), ((x, y),) * 4, unsure, ((card, 0.9),))


def _score(cards: list[dict[str, Any]], seen: list[SeenCard], size: tuple[int, int] = SIZE) -> CardPictureScore:
    truth = {"size": list(SIZE), "cards": cards}
    return score_cards("picture", true_cards(truth, size), CardReading(tuple(seen), (), (), None, {}))


ROW = [_true("1R", 200), _true("2R", 270), _true("3R", 340)]
READ = [_seen("1R", 200), _seen("2R", 270), _seen("3R", 340)]


def test_a_perfect_reading_is_right_in_everything() -> None:
    score = _score(ROW, READ)
    assert (score.exact, score.groups, score.groups_right, score.false) == (True, 1, 1, 0)
    assert [answer.right for answer in score.answers] == [True] * 3


def test_a_missed_card_and_a_wrong_name_are_told_apart() -> None:
    score = _score(ROW, [READ[0], replace(READ[1], card="2B")])
    assert [answer.read for answer in score.answers] == ["1R", "2B", None]
    assert not score.exact
    figures = summary_of_cards([score])["open"]
    assert figures == {"cards": 3, "found": 2, "right": 1, "shape_right": 2, "colour_right": 1}


def test_cards_where_none_is_are_false() -> None:
    score = _score(ROW, [*READ, _seen("6B", 800, None), _seen("1R", 203)])
    assert (score.false, score.exact) == (2, False), "the second reading of one card is one too many"


def test_a_card_is_found_where_its_middle_is_near() -> None:
    assert _score(ROW[:1], [_seen("1R", 200 + 0.49 * WIDE)]).answers[0].right
    assert _score(ROW[:1], [_seen("1R", 200 + 0.51 * WIDE)]).answers[0].read is None


def test_of_cards_on_each_other_each_is_paired_with_that_of_its_name() -> None:
    near = [_true("1R", 200), _true("2R", 212)]
    assert _score(near, [_seen("2R", 203), _seen("1R", 209)]).exact


@pytest.mark.parametrize(
    ("card", "counts"),
    [
        (_true("1R", 200, visible=0.4), (True, False)),
        (_true("1R", 200, visible=0.39), (False, False)),
        (_true("1R", 200, visible=0.2, index_px=14.0), (False, True)),
        (_true("1R", 200, visible=0.2, index_px=13.9), (False, False)),
        (_true("1R", 200, visible=0.2, index_px=30.0, index_seen=0.9), (False, False)),
    ],
)
def test_what_counts_is_open_or_has_a_whole_symbol(card: dict[str, Any], counts: tuple[bool, bool]) -> None:
    (one,) = true_cards({"size": list(SIZE), "cards": [card]}, SIZE)
    assert (one.open, one.by_index) == counts
    assert one.counts is any(counts)


def test_symbols_are_measured_as_if_the_picture_had_1920_pixels() -> None:
    card = _true("1R", 200, visible=0.2, index_px=14.0)
    (large,) = true_cards({"size": [3840, 2160], "cards": [card]}, (3840, 2160))
    assert large.index_px == 7.0
    (small,) = true_cards({"size": [960, 540], "cards": [card]}, (480, 270))
    assert small.index_px == 28.0


def test_cards_that_do_not_count_may_be_read_or_not() -> None:
    cards = [*ROW, _true("5B", 900, group=None, role="single", visible=0.2)]
    assert _score(cards, READ).exact
    score = _score(cards, [*READ, _seen("5B", 900, None)])
    assert (score.exact, len(score.answers)) == (True, 3)


def test_backs_and_hidden_cards_are_no_cards_to_read() -> None:
    cards = [_true(None, 200, role="deck"), _true("1R", 500, visible=0.0)]
    score = _score(cards, [])
    assert (score.answers, score.exact) == ((), True)
    assert _score(cards, [_seen("1R", 200)]).false == 1


def test_groups_are_right_if_they_hold_exactly_their_cards() -> None:
    two = [*ROW, *(_true(name, x, y=600, group=1) for name, x in (("1B", 200), ("2B", 270)))]
    seen = [_seen("1B", 200, 1, y=600), _seen("2B", 270, 1, y=600)]
    assert _score(two, [*READ, *seen]).groups_right == 2
    merged = _score(two, [*READ, *(replace(card, group=0) for card in seen)])
    assert (merged.groups, merged.groups_right, merged.exact) == (2, 0, False)
    torn = _score(two, [*READ, replace(seen[0], group=None), replace(seen[1], group=None)])
    assert torn.groups_right == 1


def test_a_group_of_which_a_card_does_not_count_is_not_asked_for() -> None:
    assert _score([*ROW[:2], _true("3R", 340, visible=0.1)], READ[:2]).groups == 0


def test_pictures_of_another_size_are_measured_as_the_truth() -> None:
    half = [replace(card, px=(card.px[0] / 2, card.px[1] / 2)) for card in READ]
    assert _score(ROW, half, (960, 540)).exact


def test_figures_of_many_pictures_add_up() -> None:
    wrong = _score(ROW, [replace(READ[0], card="1B"), replace(READ[1], card="2B", unsure=True), READ[2]])
    figures = summary_of_cards([_score(ROW, READ), wrong])
    assert (figures["pictures"], figures["exact"], figures["groups"], figures["groups_right"]) == (2, 1, 2, 2)
    assert figures["unsure"] == 1
    assert figures["wrong_sure_of_10000"] == pytest.approx(10_000 / 6, abs=0.1)
    assert summary_of_cards([])["wrong_sure_of_10000"] == 0


def test_what_was_read_belongs_to_the_card_that_counts() -> None:
    hidden, open_ = _true("1R", 200, visible=0.1, group=None, role="stack"), _true("1R", 212, group=None, role="single")
    assert _score([hidden, open_], [_seen("1R", 203, None)]).exact
