"""What tells tiles from lookalikes is learned from what was found, and kept as JSON."""

import json
from pathlib import Path

import numpy as np
import pytest

from tileye.models.genuine import JudgedPicture, compose_missing, found_in, judge_json, learned, trained
from tileye.vision.naming.genuine import judge_from
from tileye.vision.reading import NAMES, open_reader


def pictures(count: int) -> list[JudgedPicture]:
    """Pictures of bright middles on dark bodies, and of noise that is no tile."""
    random = np.random.default_rng(1)
    some = []
    for number in range(count):
        true = number % 2
        crops = random.integers(0, 60 if true else 256, (30, 64, 64, 3))
        if true:
            crops[:, 16:48, 16:48] += random.integers(100, 180, (30, 1, 1, 3))
        beliefs = np.full((30, len(NAMES)), 0.02 / 41)
        beliefs[np.arange(30), 7 * (np.arange(30) % 6)] = 0.98
        quads = np.tile(np.array([(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]), (30, 1, 1))
        truth = np.full(30, 2 * true, np.intp)
        some.append(JudgedPicture(crops.astype(np.uint8), beliefs, random.uniform(0.75, 0.9, 30), quads, truth))
    return some


def test_two_clouds_are_told_apart() -> None:
    random = np.random.default_rng(2)
    features = np.concatenate([random.normal(0, 1, (80, 3)), random.normal(4, 1, (80, 3))])
    wanted = (np.arange(160) >= 80).astype(np.float64)
    assert ((learned(features, wanted, 100).answer(features) > 0) == (wanted > 0)).mean() > 0.95


def test_what_was_learned_survives_as_json() -> None:
    judge, (noise, tiles) = trained(pictures(8), 60), pictures(2)
    again = judge_from(json.loads(json.dumps(judge_json(judge))))
    for one, least in ((noise, -np.inf), (tiles, 0.0)):
        belief = again.belief(one.crops, one.beliefs, one.scores, one.quads)
        assert belief == pytest.approx(judge.belief(one.crops, one.beliefs, one.scores, one.quads), abs=0.05)
        assert (belief > least).all()
    assert (again.belief(noise.crops, noise.beliefs, noise.scores, noise.quads) < 0).all()


def test_what_is_found_in_a_picture_comes_with_its_truth(tmp_path: Path) -> None:
    (file,) = compose_missing(tmp_path, "tiles", 1)
    found = found_in(open_reader(), file)
    assert len(found.crops) == len(found.truth) == len(found.quads)
    assert set(found.truth.tolist()) <= {0, 1, 2}
    assert (found.truth == 2).any()
