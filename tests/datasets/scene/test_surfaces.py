"""Table tops."""

import numpy as np
import pytest

from tileye.datasets.scene.surfaces import Surface, cloudy, draw_surface, paint

KINDS = {draw_surface(number).kind for number in range(300)}


def test_same_number_gives_the_same_surface() -> None:
    assert [draw_surface(n) for n in range(50)] == [draw_surface(n) for n in range(50)]
    assert len({draw_surface(n).roughness for n in range(50)}) == 50


def test_all_kinds_occur() -> None:
    assert len(KINDS) == 12


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_same_surface_gives_the_same_picture(kind: str) -> None:
    pictures = [paint(Surface(kind, number, 0.5), 96) for number in (1, 1, 2)]
    assert pictures[0].shape == (96, 96, 3)
    assert pictures[0].dtype == np.uint8
    assert pictures[0].tobytes() == pictures[1].tobytes()
    assert pictures[0].tobytes() != pictures[2].tobytes()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_kinds_show_more_than_one_plain_grey(kind: str) -> None:
    means = np.array([paint(Surface(kind, number, 0.5), 64).mean(axis=(0, 1)) for number in range(10)])
    assert means.mean(axis=1).std() > 5, "some are darker than others"
    assert np.ptp(means, axis=1).max() > 5, "some have a colour"


def test_soft_surfaces_do_not_shine_and_glass_mirrors() -> None:
    for surface in map(draw_surface, range(200)):
        assert 0.03 <= surface.roughness <= 1
        assert (surface.roughness < 0.12) == (surface.kind == "glass")
        if surface.kind in ("cloth", "checks", "carpet", "stripes", "dots"):
            assert surface.roughness >= 0.8


@pytest.mark.parametrize(("across", "along"), [(3.0, 3.0), (2.0, 40.0)])
def test_noise_has_mean_0_deviation_1_and_no_seam(across: float, along: float) -> None:
    noise = cloudy(np.random.default_rng(1), 128, across, along)
    assert noise.shape == (128, 128)
    assert abs(float(noise.mean())) < 1e-3
    assert float(noise.std()) == pytest.approx(1, abs=1e-3)
    for picture in (noise, noise.T):
        seam, inside = np.abs(picture[0] - picture[-1]).mean(), np.abs(np.diff(picture, axis=0)).mean()
        assert seam < 1.6 * inside
