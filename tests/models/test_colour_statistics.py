import numpy as np

from tileye.models.colour_statistics import usual_inks
from tileye.rules.tiles import COLOURS


def test_inks_come_out_whatever_the_light_of_each_picture() -> None:
    random = np.random.default_rng(5)
    inks = random.normal(0, 1, (len(COLOURS), 3))
    inks -= inks.mean(0)
    pictures = []
    for _ in range(60):
        light = random.normal(0, 0.7, 3)
        shown = random.choice(len(COLOURS), 5, replace=False)
        pictures.append({COLOURS[one]: inks[one] + light + random.normal(0, 0.05, 3) for one in shown})
    found, stray = usual_inks(pictures)
    np.testing.assert_allclose(found, inks, atol=0.06)
    assert stray.max() < 0.12
