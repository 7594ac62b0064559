"""The recipe and the course of the learning rate."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileye.datasets.labels import NAMES
from tileye.datasets.splits import load_splits
from tileye.models.recipe import TASKS, Schedule, load_variants
from tileye.models.train import run_folder, shipped_start
from tileye.vision.cards.patches import PATCH

VARIANTS = load_variants()


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_are_complete(name: str) -> None:
    variant = VARIANTS[name]
    assert variant.form in {*TASKS, "fit", "cls", "card"}
    assert variant.classes in NAMES
    assert variant.size % 16 == 0
    assert {"batch", "optimizer", "lr0"} <= set(variant.settings)


@pytest.mark.parametrize("name", [name for name in VARIANTS if VARIANTS[name].form in ("detect", "obb", "pose")])
def test_detectors_hardly_touch_the_hue(name: str) -> None:
    assert VARIANTS[name].settings["hsv_h"] <= 0.01


def test_what_a_training_starts_from_is_shipped_and_tells_its_run_apart(tmp_path: Path) -> None:
    started = [(variant, start) for variant in VARIANTS.values() if (start := shipped_start(variant))]
    assert started
    for variant, start in started:
        assert start.is_file()
        assert run_folder(variant, tmp_path, start) != run_folder(variant, tmp_path, None)


def test_keys_tell_variants_apart() -> None:
    assert len({variant.key for variant in VARIANTS.values()}) == len(VARIANTS)


def test_any_parameter_changes_the_key(tmp_path: Path) -> None:
    file = Path(__file__).parents[2] / "models" / "recipe.json"
    recipe = json.loads(file.read_text(encoding="utf-8"))
    recipe["settings"]["detector"]["lr0"] *= 2
    changed = tmp_path / "recipe.json"
    changed.write_text(json.dumps(recipe), encoding="utf-8")
    other = load_variants(changed)
    assert other["obb-shape-640"].key != VARIANTS["obb-shape-640"].key
    assert other["namer-48"].key == VARIANTS["namer-48"].key


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 10_000))
def test_the_rate_falls_with_time_and_never_below_its_end(one: float, other: float, steps: int) -> None:
    schedule = Schedule(warmup_steps=200, last_rate=0.01)
    early, late = sorted((one, other))
    assert schedule.factor(early, steps) >= schedule.factor(late, steps)
    assert schedule.factor(late, 200) >= 0.01 - 1e-12


def test_the_rate_rises_first_and_ends_when_the_time_is_up() -> None:
    schedule = Schedule(warmup_steps=200, last_rate=0.01)
    assert schedule.factor(0, 0) == pytest.approx(1 / 200)
    assert schedule.factor(0, 199) == pytest.approx(1)
    assert schedule.factor(1, 5000) == pytest.approx(0.01)
    assert schedule.factor(1.3, 5000) == pytest.approx(0.01)


@pytest.mark.parametrize("name", VARIANTS)
def test_pictures_are_of_themes_that_exist_and_no_more_than_there_are(name: str) -> None:
    for theme, counts in VARIANTS[name].pictures.items():
        there = {one.split: one.count for one in load_splits(theme=theme)}
        assert all(0 <= counts[split] <= there[split] for split in ("train", "val"))


def test_players_are_told_apart_what_answers_mean() -> None:
    told = {name: VARIANTS[name].answers for name in ("obb-tile-640", "obb-pieces-640", "card-96", "fitter-48")}
    assert told == {"obb-tile-640": "obb", "obb-pieces-640": "obb-pieces", "card-96": "card", "fitter-48": "fit"}


def test_the_net_for_cards_gets_what_players_cut_out() -> None:
    assert VARIANTS["card-96"].size == PATCH
