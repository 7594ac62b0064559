from tileye.vision.naming.candidates import with_fitting_first
from tileye.vision.reading import SeenTile

Candidates = tuple[tuple[str, float], ...]


def seen(tile: str, cell: tuple[int, int] | None, *candidates: tuple[str, float]) -> SeenTile:
    every = candidates or ((tile, 0.99), ("1R", 0.01))
    return SeenTile(tile, cell, every[0][1], (0.0, 0.0), ((0.0, 0.0),) * 4, bool(candidates), every)


def order(*tiles: SeenTile) -> list[str]:
    return [name for name, _ in list(with_fitting_first(tiles))[-1].candidates]


def test_names_that_fit_the_lines_come_first_and_the_tile_stays() -> None:
    row = [seen("4O", (0, 0)), seen("2O", (1, 0))]
    doubtful = seen("1R", (2, 0), ("1R", 0.4), ("1O", 0.35), ("6R", 0.15), ("6O", 0.1))
    assert order(*row, doubtful) == ["1O", "6O", "1R", "6R"]
    *_, last = with_fitting_first([*row, doubtful])
    assert (last.tile, last.confidence) == ("1R", 0.4)


def test_a_name_of_which_three_lie_there_comes_last() -> None:
    lying = [seen("1O", (0, 0)), seen("1O", (5, 5)), seen("1O", (9, 9))]
    assert order(*lying, seen("1O", (9, 8), ("1O", 0.5), ("1R", 0.4))) == ["1R", "1O"]


def test_unsure_tiles_are_no_witnesses_and_loose_ones_keep_their_order() -> None:
    first = seen("2B", (0, 0), ("2B", 0.5), ("2P", 0.4))
    assert order(first, seen("1R", (1, 0), ("1R", 0.5), ("1B", 0.4))) == ["1R", "1B"]
    assert order(seen("2B", (0, 0)), seen("1R", None, ("1R", 0.5), ("1B", 0.4))) == ["1R", "1B"]
