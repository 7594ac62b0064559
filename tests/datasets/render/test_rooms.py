"""Rooms that glossy things mirror."""

from random import Random

import numpy as np

from tileye.datasets.render.rooms import paint_room
from tileye.datasets.scene.scenes import draw_light

ROOMS = [paint_room(draw_light(Random(f"light {seed}"))) for seed in range(40)]


def test_the_same_light_hangs_in_the_same_room() -> None:
    again = paint_room(draw_light(Random("light 3")))
    assert again.tobytes() == ROOMS[3].tobytes()
    assert len({room.tobytes() for room in ROOMS}) == len(ROOMS)


def test_rooms_light_a_table_as_plain_light_from_everywhere_would() -> None:
    rise = (0.5 - (np.arange(64) + 0.5) / 64) * np.pi
    weight = (np.sin(rise) * np.cos(rise)).clip(0)
    for room in ROOMS:
        reached = (room * weight[:, None, None]).sum() / (weight.sum() * 128 * 3)
        assert abs(reached - 1) < 0.1


def test_rooms_have_something_to_mirror_and_no_seam() -> None:
    for room in ROOMS:
        assert (room > 0).all()
        assert room.max() > 2 * np.median(room)
        steps = np.abs(np.diff(room, axis=1)).mean(axis=(0, 2))
        assert np.abs(room[:, 0] - room[:, -1]).mean() <= steps.max() + 0.02
        assert room[40:].mean() < room[:24].mean()
