"""What cards of one set tell of each other."""

from collections.abc import Mapping

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.cards.lain import quads_of, row
from tileye.rules.tiles import COLOURS, SHAPES, Tile
from tileye.vision.cards.company import is_colourless, is_doubtful, of_other_sets, told_together, twice_in_set
from tileye.vision.cards.reading import _doubted
from tileye.vision.reading import NAMES, Candidates, likeliest


def chances(*cards: Mapping[Tile, float]) -> np.ndarray:
    """Rows of chances; what is left goes to all other names."""
    rows = [[card.get(name, (1 - sum(card.values())) / (len(NAMES) - len(card))) for name in NAMES] for card in cards]
    return np.array(rows)


def told(*cards: Mapping[Tile, float]) -> list[Candidates]:
    rows = told_together(chances(*cards), [range(len(cards))])
    return [likeliest(row) for row in rows]


def test_a_card_is_what_fits_its_set() -> None:
    *_, shape = told({"1R": 0.97}, {"2R": 0.97}, {"4R": 0.97}, {"3Y": 0.5, "3R": 0.4})
    assert shape[0][0] == "3R"
    *_, colour = told({"1R": 0.97}, {"1Y": 0.97}, {"1B": 0.97}, {"2G": 0.5, "1G": 0.4})
    assert colour[0][0] == "1G"


def test_a_card_is_seldom_what_lies_there_already() -> None:
    *_, card = told({"1R": 0.97}, {"2R": 0.97}, {"2R": 0.5, "3R": 0.4})
    assert card[0][0] == "3R"


def test_what_is_seen_clearly_stays_against_the_rules() -> None:
    *_, strange = told({"1R": 0.98}, {"2R": 0.98}, {"4R": 0.98}, {"3Y": 0.98})
    assert strange[0][0] == "3Y"
    *_, twice = told({"1R": 0.98}, {"2R": 0.98}, {"4R": 0.98}, {"4R": 0.98})
    assert twice[0][0] == "4R"


def test_cards_that_are_no_set_tell_nothing() -> None:
    others = [{"1R": 0.98}, {"2Y": 0.98}, {"4B": 0.98}]
    *_, card = told(*others, {"3Y": 0.5, "3R": 0.4})
    assert card[0][0] == "3Y"


def test_what_others_make_of_a_card_is_sure_only_where_it_is_clear() -> None:
    sure, thin = (("1R", 0.9), ("2R", 0.1)), (("1R", 0.6), ("2R", 0.4))
    clear, other = (("1R", 0.99), ("2R", 0.01)), (("2R", 0.99), ("1R", 0.01))
    assert not is_doubtful(sure, sure)
    assert not is_doubtful(thin, clear)
    assert is_doubtful(thin, sure)
    assert is_doubtful(sure, other)
    assert is_doubtful(sure, thin)


def test_what_is_guessed_of_a_burnt_card_makes_no_other_doubtful() -> None:
    quads, coloured = quads_of(row(4, 1.1, x=-4.0)), np.full((960, 1280, 3), (200, 40, 40), np.uint8)
    for burnt in (False, True):
        hidden = np.array([False, False, False, burnt])
        assert bool(_doubted(quads, ["1R", "2P", "3G", "4W"], hidden, [], coloured)) is not burnt


@given(st.data())
def test_chances_stay_chances_in_any_order(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 7))
    seed = data.draw(st.integers(0, 1000))
    rows = np.random.default_rng(seed).dirichlet(np.full(len(SHAPES) * len(COLOURS), 0.1), count)
    order = data.draw(st.permutations(range(count)))
    together = told_together(rows, [range(count)])
    assert np.allclose(together.sum(1), 1)
    assert np.allclose(told_together(rows[order], [range(count)]), together[order])
    assert (told_together(rows, []) == rows).all()


def test_of_a_card_that_is_twice_in_one_set_both_are_doubted() -> None:
    assert twice_in_set(["1R", "2R", "1R", "1R", "1B"], [[0, 1, 2], [3, 4]]) == {0, 2}


def test_of_purple_and_white_cards_the_fewer_are_doubted() -> None:
    assert of_other_sets(["1P", "2P", "3W", "1R"]) == {2}
    assert of_other_sets(["1P", "3W", "1R"]) == {0, 1}
    assert of_other_sets(["1P", "3P", "1R"]) == set()


def test_a_photograph_in_black_and_white_shows_no_colours() -> None:
    grey = np.full((100, 400, 3), 90, np.uint8)
    grey[30:60] = 240
    quads = np.array([[(x, 10), (x + 80, 10), (x + 80, 90), (x, 90)] for x in (10.0, 150.0, 290.0)])
    assert is_colourless(grey, quads)
    assert not is_colourless(grey, quads[:2]), "a few white symbols have no colour, either"
    coloured = grey.copy()
    coloured[40:50, 180:200] = (200, 30, 30)
    assert not is_colourless(coloured, quads)
