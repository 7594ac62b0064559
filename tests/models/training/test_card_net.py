"""The net for cards, where torch is installed: its answer, its losses, its batches."""

from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tileye.models.recipe import load_variants
from tileye.models.training import card_net
from tileye.models.training.card_net import _batch, _losses, build_card_net, measure_card_net
from tileye.models.training.card_patches import BACK, CARD, NONE, STORED, load_card_patches
from tileye.models.training.own_net import PatchBatches
from tileye.vision.cards.answers import ANSWER, COLOUR, CORNERS, KIND, SHAPE
from tileye.vision.cards.patches import PATCH

needs_torch = pytest.mark.skipif(not find_spec("torch"), reason="needs the training environment")
LAYERS = load_variants()["card-96"].layers or {}
SQUARE = (-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5)
TRUTH = np.array([(CARD, 2, 4, *SQUARE), (BACK, -1, -1, *SQUARE), (NONE, -1, -1, *SQUARE)], np.float32)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    for part in ("train", "val"):
        np.save(tmp_path / f"{part}-patches.npy", rng.integers(0, 255, (3, STORED, STORED, 3), np.uint8))
        np.save(tmp_path / f"{part}-truth.npy", TRUTH)
    return tmp_path


def _answers(truth: np.ndarray, sure: float = 30.0) -> np.ndarray:
    """What a net says that is always right."""
    answers = np.zeros((len(truth), ANSWER), np.float32)
    for answer, told in zip(answers, truth, strict=True):
        for part, number in zip((KIND, SHAPE, COLOUR), told[:3].astype(int), strict=True):
            answer[part.start + max(0, number)] = sure
        answer[CORNERS] = told[3:]
    return answers


def test_the_parts_of_an_answer_are_all_of_it() -> None:
    assert [number for part in (KIND, SHAPE, COLOUR, CORNERS) for number in range(ANSWER)[part]] == list(range(ANSWER))


@needs_torch
def test_the_net_answers_one_row_for_each_patch() -> None:
    import torch

    net = build_card_net(LAYERS).eval()
    assert tuple(net(torch.zeros(2, 3, PATCH, PATCH)).shape) == (2, ANSWER)


@needs_torch
def test_right_answers_cost_least_and_names_of_backs_nothing() -> None:
    import torch

    answers, truth = _answers(TRUTH, 12.0), torch.from_numpy(TRUTH)
    right = {name: float(loss) for name, loss in _losses(torch.from_numpy(answers), truth).items()}
    for part, loss in ((KIND, "kind"), (SHAPE, "shape"), (COLOUR, "colour"), (CORNERS, "corners")):
        wrong = answers.copy()
        wrong[:, part] = np.roll(wrong[:, part], 1, 1)
        costs = {name: float(value) for name, value in _losses(torch.from_numpy(wrong), truth).items()}
        assert costs.pop(loss) > right[loss] + 0.5
        assert costs == pytest.approx({name: value for name, value in right.items() if name != loss})
    of_backs = answers.copy()
    of_backs[1:, SHAPE], of_backs[1:, COLOUR], of_backs[2:, CORNERS] = 7, 7, 7
    again = {name: float(loss) for name, loss in _losses(torch.from_numpy(of_backs), truth).items()}
    assert again == pytest.approx(right)


@needs_torch
def test_a_batch_is_the_same_each_time_and_the_next_one_another(data: Path) -> None:
    batches = PatchBatches(partial(_batch, load_card_patches(data, "train"), 5), (1, 0))
    one, again, other = batches[0], batches[0], batches[1]
    assert tuple(one[0].shape) == (5, PATCH, PATCH, 3)
    assert bool((one[0] == again[0]).all())
    assert not bool((one[0] == other[0]).all())
    assert set(one[1][:, 0].tolist()) <= {CARD, BACK, NONE}


@needs_torch
def test_a_net_that_knows_all_is_measured_as_such(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    monkeypatch.setattr(card_net, "_MEASURED", 1)
    val = load_card_patches(data, "val")
    truth = _batch(val, 256, np.random.default_rng((1, 2**30, 0)))[1]
    figures = measure_card_net(lambda patches: torch.from_numpy(_answers(truth)), val)
    assert figures["name wrong"] == figures["kind wrong"] == figures["corners off, median"] == 0
    dumb = measure_card_net(lambda patches: torch.zeros(len(patches), ANSWER), val)
    assert dumb["name wrong"] == 1
    assert dumb["corners off, median"] > 0.4
