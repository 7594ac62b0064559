"""Measuring how weights read cards, with a reader that knows the answers."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tileye.models import evaluate_cards
from tileye.models.evaluate_cards import main
from tileye.models.evaluation.card_results import card_figures, card_section
from tileye.vision.annotate import save_picture
from tileye.vision.cards.reading import CardReading, SeenCard
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Reading


class _Cards:
    """Reads a red circle and a blue one in every picture that is not black."""

    def read(self, picture: Picture) -> CardReading:
        seen = tuple(
            SeenCard(name, 0, 0.9, (x, 100.0), ((x, 100.0),) * 4, unsure=False, candidates=((name, 0.9),))
            for name, x in (("1R", 100.0), ("1B", 170.0))
            if picture.any()
        )
        return CardReading(seen, (("1R", "1B"),), (), None, {"detect": 4.0, "name": 2.0})


class _Reader:
    """Takes black pictures for those of tiles."""

    def __init__(self, folder: Path | None = None) -> None:
        self.cards = _Cards()

    def read(self, picture: Picture) -> CardReading | Reading:
        return self.cards.read(picture) if picture.any() else Reading((), None, {})


def _card(name: str, x: float) -> dict[str, Any]:
    corners = [[x - 30, 55], [x + 30, 55], [x + 30, 145], [x - 30, 145]]
    return {"card": name, "role": "group", "group": 0, "visible": 1.0, "symbols": [], "corners": corners}


def _set(folder: Path, *bright: bool) -> Path:
    folder.mkdir()
    for number, light in enumerate(bright):
        save_picture(folder / f"{number:06}.jpg", np.full((200, 300, 3), 200 * light, np.uint8))
        truth = {
            "split": "val",
            "number": number,
            "camera": {"elevation": 50.0},
            "size": [300, 200],
            "pieces": [],
            "cards": [_card("1R", 100), _card("1B", 170)],
        }
        (folder / f"{number:06}.json").write_text(json.dumps(truth))
    return folder


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results of its own, and the reader above."""
    monkeypatch.setattr(evaluate_cards, "PieceReader", _Reader)
    monkeypatch.setattr(evaluate_cards, "RESULTS", tmp_path / "results")
    (tmp_path / "results").mkdir()
    return tmp_path / "results"


def _weights(folder: Path, sha256: str) -> Path:
    folder.mkdir(exist_ok=True)
    nets = {"obb-pieces-640": {"sha256": sha256}, "card-96": {"sha256": "b"}, "namer": {"sha256": "c"}}
    (folder / "weights.json").write_text(json.dumps(nets))
    return folder


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """Weights of which only the description is there."""
    return _weights(tmp_path / "weights", "a")


def _run(folder: Path, weights: Path, *words: str | Path) -> int:
    return main(["--set", str(folder), "--weights", str(weights), *map(str, words)])


def test_figures_are_printed_and_kept_where_that_is_asked_for(
    tmp_path: Path, results: Path, weights: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards, tiles = _set(tmp_path / "cards", True, False, True), _set(tmp_path / "tiles", True, False)
    assert _run(cards, weights, "--kinds", tiles, "--keep") == 0
    figures = card_figures(results)["sets"]["cards"]
    assert (figures["pictures"], figures["exact"], figures["kind_wrong"], figures["median_ms"]) == (3, 2, 1, 6.0)
    assert figures["without_cards"] == {"tiles": {"pictures": 2, "taken_for_cards": 1, "cards": 2}}
    assert figures["open"]["right"] == 4
    assert figures["by"]["elevation"] == {"45 to 60 degrees": {"cards": 6, "found": 4, "right": 4, "wrong_sure": 0}}
    told = capsys.readouterr().out
    assert "not exact: [('000001', 2, 0)]" in told


def test_results_of_other_sets_stay_and_those_of_other_weights_go(tmp_path: Path, results: Path, weights: Path) -> None:
    one, other = _set(tmp_path / "one", True, False), _set(tmp_path / "other", True)
    assert _run(one, weights, "--count", "1") == 0
    assert card_figures(results) == {}
    for folder in (one, other):
        assert _run(folder, weights, "--count", "1", "--keep") == 0
    assert {name: figures["pictures"] for name, figures in card_figures(results)["sets"].items()} == {
        "one": 1,
        "other": 1,
    }
    assert _run(one, _weights(weights, "new"), "--keep") == 0
    assert list(card_figures(results)["sets"]) == ["one"]


def test_the_model_card_tells_figures_of_its_own_weights_alone(tmp_path: Path, results: Path, weights: Path) -> None:
    assert "Not measured yet" in "".join(card_section({}))
    assert _run(_set(tmp_path / "cards", True, False), weights, "--keep") == 0
    described = json.loads((weights / "weights.json").read_text())
    told = "\n".join(card_section(card_figures(results, described)))
    assert "| cards | 2 | 50.00 % of 4 |" in " ".join(told.split())
    described["card-96"]["sha256"] = "new"
    assert card_figures(results, described) == {}


def test_a_folder_without_pictures_gets_one_sentence(
    tmp_path: Path, weights: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none").mkdir()
    assert _run(tmp_path / "none", weights) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "holds no pictures with truth" in line
