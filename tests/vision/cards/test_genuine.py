"""What looks like a card and is none is left out, in pictures that stand alone."""

import json
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.cards.lain import quads_of, row
from tests.vision.cards.test_reading import BLANK, Look, _Finder, _Net
from tileye.models.genuine import compose_missing, judge_json
from tileye.models.genuine_cards import JudgedCards, found_in, trained
from tileye.vision.benchmarks.reading_costs import CARDS_PICTURE
from tileye.vision.cards.genuine import LEAST, CardEvidence, CardJudge, own_features, shipped_card_judge
from tileye.vision.cards.reading import CardReader, open_card_reader
from tileye.vision.images.pictures import load_picture
from tileye.vision.naming.genuine import SmallNet, net_from
from tileye.vision.reading import NAMES


def seen(count: int, sure: float) -> CardEvidence:
    """Cards in a row that the nets are so sure of."""
    names = np.full((count, len(NAMES)), (1 - sure) / (len(NAMES) - 1))
    names[:, 0] = sure
    chances = np.full(count, sure)
    return CardEvidence(quads_of(row(count, 1.1, x=-9.0)), chances, chances, names, np.full(count, 3.0))


def vars_of(evidence: CardEvidence) -> list[np.ndarray]:
    return [getattr(evidence, field.name) for field in fields(evidence)]


def by_score(least: float) -> CardJudge:
    """Who believes in all that the detector is so sure of."""
    none = SmallNet(np.zeros(10), np.ones(10), np.zeros((10, 1)), np.zeros(1), np.zeros(1), np.zeros(10), 0.0)
    usual = np.zeros(13)
    usual[0] = np.log(least / (1 - least))
    weight = np.zeros(13)
    weight[0] = 100.0
    return CardJudge(
        none, replace(none, usual=usual, spread=np.full(13, 0.01), hidden=np.zeros((13, 1)), straight=weight)
    )


def test_what_is_no_card_is_in_no_group() -> None:
    quads = quads_of(row(4, 1.1, x=-4.0))
    looks = [Look("1R"), Look("2R"), Look("3R"), Look("4R", score=0.4)]
    for judge, count in ((None, 4), (by_score(0.6), 3)):
        reader = CardReader(_Finder(quads, looks), _Net(quads, quads, looks), alone=True, judge=judge)  # type: ignore[arg-type]
        reading = reader.read(BLANK)
        assert [card.card for card in reading.cards] == ["1R", "2R", "3R", "4R"][:count]
        assert [len(group) for group in reading.groups] == [count]


def test_nothing_is_nothing() -> None:
    assert not len(shipped_card_judge().belief(seen(0, 0.9)))


@pytest.mark.parametrize("count", [1, 2, 12])
def test_the_surer_the_nets_are_the_more_it_is_a_card(count: int) -> None:
    judge = shipped_card_judge()
    assert (judge.belief(seen(count, 0.99)) > judge.belief(seen(count, 0.75))).all()
    assert (judge.belief(seen(count, 0.99)) > LEAST).all()


def test_features_tell_what_differs_from_the_others() -> None:
    cards = seen(5, 0.9)
    large = cards.quads.copy()
    large[2] = large[2].mean(0) + 2 * (large[2] - large[2].mean(0))
    features = own_features(replace(cards, quads=large))
    assert features[:, 8].argmax() == 2
    assert features[[0, 1, 3, 4], 8] == pytest.approx(0, abs=0.1)


def test_sure_and_weak_things_are_told_apart() -> None:
    pictures = [JudgedCards(seen(6, (0.75, 0.97)[true]), np.full(6, 2 * true)) for true in (0, 1) * 4]
    judge = trained(pictures, 60)
    assert (judge.belief(seen(6, 0.97)) > 0).all()
    assert (judge.belief(seen(6, 0.75)) < 0).all()


def test_every_card_of_a_table_stays() -> None:
    reader, picture = open_card_reader(alone=True), load_picture(CARDS_PICTURE)
    assert len(reader.read(picture).cards) == len(reader.evidence(picture).scores) == 67


def test_what_is_printed_on_a_table_is_no_card(tmp_path: Path) -> None:
    pictures = [load_picture(file.with_suffix(".jpg")) for file in compose_missing(tmp_path, "lookalikes", 12)]
    reader = open_card_reader(alone=True)
    # Of these much is taken for cards by the nets alone.
    assert sum(len(reader.evidence(pictures[number]).scores) for number in (5, 11)) > 4
    assert not [card for number in (5, 11) for card in reader.read(pictures[number]).cards]


def test_a_clear_card_beside_weak_specks_is_a_card() -> None:
    card, specks = seen(1, 0.999), seen(6, 0.72)
    small = specks.quads.mean(1, keepdims=True) + 0.1 * (specks.quads - specks.quads.mean(1, keepdims=True))
    parts = zip(vars_of(card), vars_of(replace(specks, quads=small, boxes=np.ones(6))), strict=True)
    both = CardEvidence(*(np.concatenate(pair) for pair in parts))
    belief = shipped_card_judge().belief(both)
    assert belief[0] == belief.max()
    assert belief[0] == pytest.approx(shipped_card_judge().belief(card)[0])


def test_a_judge_says_the_same_after_a_journey_through_json() -> None:
    told = json.loads(json.dumps(judge_json(by_score(0.6))))
    again = CardJudge(net_from(told["alone"]), net_from(told["together"]))
    cards = seen(4, 0.9)
    assert again.belief(cards) == pytest.approx(by_score(0.6).belief(cards))


def test_what_is_found_in_pictures_comes_with_its_truth(tmp_path: Path) -> None:
    reader = open_card_reader(alone=True)
    cards, _, halved = found_in(reader, compose_missing(tmp_path, "cards", 1)[0])
    assert (cards.truth == 2).mean() > 0.5
    assert (halved.truth == 2).any()
    assert halved.seen.quads.max() < 0.6 * cards.seen.quads.max()
    printed = [one for file in compose_missing(tmp_path / "other", "lookalikes", 2) for one in found_in(reader, file)]
    assert not [one for one in printed if one.truth.any()]
