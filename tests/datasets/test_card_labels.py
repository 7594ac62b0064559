"""Labels of cards and backs: which of them are asked for."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tileye.datasets.folders import mark
from tileye.datasets.labels import NAMES, is_readable, label_lines, main, wanted_cards

WHOLE = [[100.0, 50.0], [160.0, 50.0], [160.0, 140.0], [100.0, 140.0]]


def _symbol(px: float, seen: float, *, index: bool) -> dict[str, Any]:
    return {"px": px, "seen": seen, "index": index}


def _card(
    name: str | None = "4R", visible: float = 1.0, *symbols: dict[str, Any], corners: list[list[float]] = WHOLE
) -> dict[str, Any]:
    return {"card": name, "visible": visible, "symbols": list(symbols), "corners": corners, "role": "group", "group": 0}


def _truth(*cards: dict[str, Any], scale: float = 1.0) -> dict[str, Any]:
    return {"size": [400, 200], "scale": scale, "pieces": [], "cards": list(cards)}


@pytest.mark.parametrize(
    ("card", "readable"),
    [
        (_card(visible=0.35), True),
        (_card(visible=0.34), False),
        (_card("4R", 0.1, _symbol(10, 0.95, index=True)), True),
        (_card("4R", 0.1, _symbol(10, 0.8, index=True)), False),
        (_card("4R", 0.1, _symbol(5.9, 1.0, index=True)), False),
        (_card("4R", 0.3, _symbol(40, 0.34, index=False)), True),
        (_card("4R", 0.3, _symbol(40, 0.3, index=False)), False),
        (_card("4R", 0.1, _symbol(10, 0.2, index=True), _symbol(9, 1.0, index=True)), True),
    ],
)
def test_a_card_is_asked_for_where_its_face_or_a_symbol_can_be_read(card: dict[str, Any], readable: bool) -> None:
    assert is_readable(card, 1.0) is readable
    assert bool(list(wanted_cards(_truth(card)))) is readable


def test_what_counts_is_the_size_in_the_picture_that_is_learnt_from() -> None:
    by_index = _card("4R", 0.1, _symbol(10, 1.0, index=True))
    assert is_readable(by_index, 0.6)
    assert not is_readable(by_index, 0.5)
    assert [len(list(wanted_cards(_truth(_card(), scale=scale)))) for scale in (0.25, 0.2)] == [1, 0]


def test_backs_are_asked_for_without_a_name_where_a_part_is_seen() -> None:
    (card, corners), *others = wanted_cards(_truth(_card(None, 0.3), _card(None, 0.29)))
    assert card is None
    assert others == []
    np.testing.assert_allclose(corners, np.array(WHOLE) / (400, 200))


def test_a_truth_of_tiles_has_no_cards() -> None:
    assert list(wanted_cards({"size": [400, 200], "pieces": []})) == []


def test_pieces_are_told_apart_as_tiles_cards_and_backs() -> None:
    truth = _truth(_card(), _card(None))
    truth["pieces"] = [{"tile": "1B", "visible": 1.0, "corners": WHOLE}]
    numbers = [int(line.split()[0]) for line in label_lines(truth, "obb", "pieces")]
    assert [NAMES["pieces"][number] for number in numbers] == ["tile", "card", "back"]
    assert len(label_lines(truth, "obb", "tile")) == 1, "other labels have tiles alone"


def test_corners_of_cards_that_reach_beyond_the_picture_stay_in_it() -> None:
    line = label_lines(_truth(_card(corners=[[-30, 50], [30, 50], [30, 140], [-30, 140]])), "obb", "pieces")[0]
    values = [float(word) for word in line.split()[1:]]
    assert values == pytest.approx([0, 0.25, 0.075, 0.25, 0.075, 0.7, 0, 0.7])


def _set(folder: Path, *truths: dict[str, Any]) -> Path:
    mark(folder, {"split": folder.name})
    for number, truth in enumerate(truths):
        cv2.imwrite(str(folder / f"{number:06}.jpg"), np.full((200, 400, 3), 90 + number, np.uint8))
        (folder / f"{number:06}.json").write_text(json.dumps(truth))
    return folder


def test_several_sets_become_one_folder_in_which_no_picture_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = _set(tmp_path / "one", _truth(_card())), _set(tmp_path / "other", _truth(_card(), _card(None)))
    val, out = _set(tmp_path / "val", _truth(_card())), tmp_path / "out"
    words = ["--set", one, other, "--val", val, "--out", out, "--form", "obb", "--classes", "pieces"]
    monkeypatch.setattr("sys.argv", ["labels", *map(str, words)])
    assert main() == 0
    assert capsys.readouterr().out == "train: 3 pieces\nval: 1 pieces\n"
    names = sorted(file.name for file in (out / "images/train").iterdir())
    assert names == ["one-000000.jpg", "other-000000.jpg"]
    assert len((out / "labels/train/other-000000.txt").read_text().splitlines()) == 2
    assert "  2: 'back'" in (out / "data.yaml").read_text()


def test_each_set_needs_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = _set(tmp_path / "one", _truth(_card()))
    words = ["--set", one, tmp_path / "none", "--out", tmp_path / "out"]
    monkeypatch.setattr("sys.argv", ["labels", *map(str, words)])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert "none holds no pictures" in capsys.readouterr().err


def test_two_sets_of_one_name_would_overwrite_each_other_and_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sets = []
    for parent in ("a", "b"):
        (tmp_path / parent).mkdir()
        sets.append(_set(tmp_path / parent / "train", _truth(_card())))
    monkeypatch.setattr("sys.argv", ["labels", "--set", *map(str, sets), "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert "called train" in capsys.readouterr().err
