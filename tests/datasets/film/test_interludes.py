"""Interludes: what is listed is played, in the films that it is for and in no other."""

from collections.abc import Sequence

import pytest

from tileye.datasets.film import disturbances
from tileye.datasets.film.disturbances import INTERLUDES, more_interludes
from tileye.datasets.film.interludes import Interlude, InterludeStage, Place
from tileye.datasets.film.story import tell


def test_interludes_have_names_of_their_own() -> None:
    assert len({one.name for one in INTERLUDES}) == len(INTERLUDES)


@pytest.mark.parametrize("seed", [0, 1, 12, 40])
def test_films_are_told_as_they_were(seed: int) -> None:
    assert more_interludes(seed) == ()


def test_one_that_is_listed_comes_in_its_films_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[int] = []

    def wave(stage: InterludeStage, player: int, places: Sequence[Place]) -> None:
        met.append(player)
        stage.hover(player, places, 1.5, 0.4)

    before = {seed: tell("dev", seed) for seed in (20, 21)}
    other = Interlude("wave", wave, comes_in=lambda seed: seed == 20)
    monkeypatch.setattr(disturbances, "INTERLUDES", (*INTERLUDES, other))
    after = {seed: tell("dev", seed) for seed in (20, 21)}
    assert after[21] == before[21]
    assert len(met) == 1
    assert after[20] != before[20]
