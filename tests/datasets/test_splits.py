"""The description of all sets and films."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tileye.datasets import splits
from tileye.datasets.splits import FILM_SEEDS, films_hash, load_splits, main, scenes_hash
from tileye.datasets.themes import THEMES


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A description of two scenes in each set and two films in each split."""
    path = tmp_path / "splits.json"
    sets = {split: {"count": 2, "scenes": ""} for split in ("train", "val", "test")}
    path.write_text(json.dumps({**sets, "themes": {name: sets for name in THEMES if name != "tiles"}}))
    load = load_splits
    monkeypatch.setattr(splits, "_FILE", path)
    monkeypatch.setattr(splits, "load_splits", lambda theme="tiles": load(path, theme))
    monkeypatch.setattr(splits, "tell", lambda split, seed: f"the story of {split} {seed}")
    monkeypatch.setattr(splits, "tell_cards", lambda split, seed: f"the story with cards of {split} {seed}")
    monkeypatch.setattr(splits, "FILM_SEEDS", {game: {"dev": (1, 2), "test": (1, 2)} for game in ("tiles", "cards")})
    return path


def _run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["splits", *words])
    return main()


def test_the_shipped_description_has_all_sets() -> None:
    assert [one.split for one in load_splits()] == ["train", "val", "test"]
    assert all(len(one.scenes) == 64 and one.count > 0 for one in load_splits())
    assert {split: len(seeds) for split, seeds in FILM_SEEDS["tiles"].items()} == {"dev": 12, "test": 12}
    assert {split: len(seeds) for split, seeds in FILM_SEEDS["cards"].items()} == {"dev": 6, "test": 8}


@pytest.mark.parametrize("theme", THEMES)
def test_each_theme_has_all_sets(theme: str) -> None:
    assert [(one.split, one.theme) for one in load_splits(theme=theme)] == [
        (split, theme) for split in ("train", "val", "test")
    ]
    assert all(len(one.scenes) == 64 and one.count > 0 for one in load_splits(theme=theme))


def test_a_theme_without_counts_is_named() -> None:
    with pytest.raises(ValueError, match="of the theme weather"):
        load_splits(theme="weather")


def test_other_scenes_have_another_hash() -> None:
    assert scenes_hash("val", 2) == scenes_hash("val", 2)
    assert len({scenes_hash("val", 2), scenes_hash("val", 3), scenes_hash("test", 2)}) == 3
    assert scenes_hash("val", 2, "lookalikes") != scenes_hash("val", 2)


def test_what_is_written_is_found_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(monkeypatch) == 1
    assert _run(monkeypatch, "--write") == 0
    described = json.loads(file.read_text())
    assert described["films"]["dev"] == {"seeds": [1, 2], "films": films_hash("dev", (1, 2))}
    assert described["card films"]["dev"] == {"seeds": [1, 2], "films": films_hash("dev", (1, 2), "cards")}
    assert described["card films"] != described["films"]
    assert described["val"] == {"count": 2, "scenes": scenes_hash("val", 2)}
    assert _run(monkeypatch) == 0


def _other_scenes(described: dict[str, Any]) -> None:
    described["val"]["scenes"] = "0" * 64


def _other_lookalikes(described: dict[str, Any]) -> None:
    described["themes"]["lookalikes"]["test"]["scenes"] = "0" * 64


def _other_seeds(described: dict[str, Any]) -> None:
    described["films"]["dev"]["seeds"] = [1, 3]


def _other_films(described: dict[str, Any]) -> None:
    described["films"]["test"]["films"] = "0" * 64


def _other_card_films(described: dict[str, Any]) -> None:
    described["card films"]["dev"]["films"] = "0" * 64


def _no_films(described: dict[str, Any]) -> None:
    del described["films"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (_other_scenes, ["val"]),
        (_other_lookalikes, ["lookalikes of test"]),
        (_other_seeds, ["films of dev"]),
        (_other_films, ["films of test"]),
        (_other_card_films, ["card films of dev"]),
        (_no_films, ["films of dev", "films of test"]),
    ],
)
def test_what_is_not_as_described_is_named(
    file: Path,
    change: Any,  # noqa: ANN401
    named: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _run(monkeypatch, "--write")
    described = json.loads(file.read_text())
    change(described)
    file.write_text(json.dumps(described))
    capsys.readouterr()
    assert _run(monkeypatch) == 1
    assert capsys.readouterr().out == f"changed: {', '.join(named)}\n"
