"""What crops go through before a training step."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.models.training.augmentation import jitter


def crop(colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    """A coloured square on a black tile, with grey around it, as large as stored crops are."""
    picture = np.full((77, 77, 3), 128, np.uint8)
    picture[13:64, 13:64] = 10
    picture[24:53, 24:53] = colour
    return picture


@pytest.mark.parametrize("size", [48, 64])
def test_size_and_type_are_those_of_the_net(size: int) -> None:
    changed = jitter(crop((200, 40, 40)), size, np.random.default_rng(1))
    assert changed.shape == (size, size, 3)
    assert changed.dtype == np.uint8


def test_the_same_seed_gives_the_same_crops() -> None:
    one, same, other = (jitter(crop((200, 40, 40)), 64, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("colour", [(200, 60, 30), (210, 120, 30), (40, 70, 200), (120, 40, 160)])
def test_colours_keep_their_order(colour: tuple[int, int, int]) -> None:
    random = np.random.default_rng(3)
    for _ in range(60):
        middle = jitter(crop(colour), 64, random)[26:38, 26:38].mean((0, 1))
        assert list(np.argsort(middle)) == list(np.argsort(colour))


def test_the_tile_stays_in_sight() -> None:
    random = np.random.default_rng(4)
    for _ in range(100):
        changed = jitter(crop((220, 220, 220)), 64, random)
        bright = changed.mean(2) > changed[28:36, 28:36].mean() * 0.7
        assert abs(np.argwhere(bright).mean(0) - 31.5).max() < 9


def test_crops_turn_by_quarters_and_mirror() -> None:
    marked = crop((200, 200, 200))
    marked[24:32, 24:32] = (250, 0, 0)
    random = np.random.default_rng(5)
    corners = set()
    for _ in range(80):
        changed = jitter(marked, 64, random).astype(int)
        y, x = np.argwhere(changed[..., 0] - changed[..., 1] > 40).mean(0)
        corners.add((y > 32, x > 32))
    assert len(corners) == 4
