"""Scoring, figures, curves and the card, with truths and readings made by hand."""

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.readings import BOARD, SIDE, middle_of, piece, pieces_of, reading, seen, truth
from tests.vision.eyes import RedNamer, SquareFinder, table
from tileye.datasets.scene.truth import face_corners
from tileye.models import bench_picture, evaluate
from tileye.models.evaluation import robustness
from tileye.models.evaluation.card import model_card
from tileye.models.evaluation.charts import confusion_picture, curves_svg
from tileye.models.evaluation.measurements import FIGURES, known_results, put_between, training_of, write_results
from tileye.models.evaluation.photos import score_photo
from tileye.models.evaluation.scoring import ScoreLimits, board_of, score_picture
from tileye.models.evaluation.summary import Figures, Scored, photo_figures, summarise, tally, traits_of
from tileye.models.evaluation.tables import all_tables, rotation_sentence
from tileye.models.recipe import load_variants
from tileye.rules.board import Cell
from tileye.rules.tiles import Tile
from tileye.vision.annotate import save_picture
from tileye.vision.benchmarks.reading_costs import PICTURE, TILES
from tileye.vision.detection.detector import Detector
from tileye.vision.images.pictures import load_picture
from tileye.vision.reading import Reader, Reading

AWAY = (200.0, 200.0)


def but(board: Mapping[Cell, Tile], changes: Mapping[Cell, Tile | None]) -> dict[Cell, Tile]:
    """The board with some tiles changed or taken away."""
    return {cell: tile for cell, tile in {**board, **changes}.items() if tile}


def test_a_perfect_reading_is_right_in_everything() -> None:
    score = score_picture(pieces_of(), reading())
    assert tally(score.answers) == {
        "tiles": 5,
        "found": 5,
        "right": 5,
        "shape_right": 5,
        "colour_right": 5,
        "wrong_sure": 0,
        "unsure": 0,
    }
    assert (score.false_tiles, score.board_exact) == (0, True)


def test_missed_and_misnamed_tiles_are_told_apart() -> None:
    score = score_picture(pieces_of(), reading(board=but(BOARD, {(0, 0): None, (2, 0): "6R", (1, 1): "3B"})))
    counts = tally(score.answers)
    assert (counts["found"], counts["right"], counts["shape_right"], counts["colour_right"]) == (4, 2, 3, 2)
    assert counts["wrong_sure"] == 2
    assert score.board_exact is False


def test_an_unsure_tile_is_no_sure_mistake() -> None:
    score = score_picture(pieces_of(), reading(seen("4R", (0, 0), unsure=True), board=but(BOARD, {(0, 0): None})))
    assert (tally(score.answers)["wrong_sure"], tally(score.answers)["unsure"]) == (0, 1)


def test_false_tiles_are_those_where_no_face_is() -> None:
    others = (piece(None, None, "face_down", at=AWAY), piece("3B", None, "loose", at=(600.0, 300.0)))
    readings = (seen("1W", None, AWAY), seen("3B", None, (600.0, 300.0)), seen("3B", None, (601.0, 300.0)))
    score = score_picture(pieces_of(*others), reading(*readings))
    # The second reading of the same tile is one too many.
    assert score.false_tiles == 2
    assert tally(score.answers)["right"] == 6


@pytest.mark.parametrize(("away", "found"), [(0.45, 6), (0.55, 5)])
def test_a_tile_is_found_within_half_a_side(away: float, found: int) -> None:
    loose = piece("3B", None, "loose", at=AWAY)
    score = score_picture(pieces_of(loose), reading(seen("3B", None, (AWAY[0] + away * SIDE, AWAY[1]))))
    assert tally(score.answers)["found"] == found


@pytest.mark.parametrize(
    "hard",
    [
        piece("3B", (3, 0), visible=0.59),
        piece("3B", (3, 0), at=(1910.0, 500.0)),
        piece(None, None, "rack", at=AWAY),
    ],
)
def test_what_is_hidden_cut_or_turned_away_need_not_be_read(hard: dict[str, object]) -> None:
    score = score_picture(pieces_of(hard), reading())
    assert len(score.answers) == 5
    assert score.board_exact


def test_hidden_tiles_of_the_board_may_be_read_but_in_their_cells() -> None:
    pieces = pieces_of(piece("3B", (3, 0), visible=0.4))
    assert score_picture(pieces, reading(seen("3G", (3, 0)))).board_exact
    assert score_picture(pieces, reading(seen("3B", (0, 3), middle_of((3, 0))))).board_exact is False


def test_tiles_count_by_their_size_at_a_long_side_of_1920() -> None:
    (loose,) = pieces_of(piece("3B", None, "loose", at=AWAY), board={})
    assert loose.scaled_side == pytest.approx(SIDE)
    assert ScoreLimits().counts(loose)
    assert not ScoreLimits().counts(replace(loose, scaled_side=23.9))


def test_heaps_count_by_themselves() -> None:
    heap = piece("3B", None, "heap", at=AWAY)
    score = score_picture(pieces_of(heap), reading(seen("3B", None, AWAY)))
    assert (len(score.answers), tally(score.heap)["right"], score.false_tiles) == (5, 1, 0)


@given(st.integers(0, 3), st.integers(-9, 9), st.integers(-9, 9))
def test_boards_count_up_to_shifts_and_quarter_turns(quarters: int, dx: int, dy: int) -> None:
    def moved(cell: Cell) -> Cell:
        x, y = cell
        for _ in range(quarters):
            x, y = -y, x
        return x + dx, y + dy

    tiles = tuple(seen(tile, moved(cell), middle_of(cell)) for cell, tile in BOARD.items())
    assert score_picture(pieces_of(), Reading(tiles, None, {})).board_exact


def test_a_mirrored_board_is_wrong() -> None:
    tiles = tuple(seen(tile, (cell[0], -cell[1]), middle_of(cell)) for cell, tile in BOARD.items())
    assert score_picture(pieces_of(), Reading(tiles, None, {})).board_exact is False


def test_a_loose_tile_on_the_board_is_wrong() -> None:
    loose = piece("3B", None, "loose", at=middle_of((4, 4)))
    assert score_picture(pieces_of(loose), reading(seen("3B", None, middle_of((4, 4))))).board_exact
    assert score_picture(pieces_of(loose), reading(seen("3B", (4, 4)))).board_exact is False


def test_the_board_is_the_largest_group_with_those_near_it() -> None:
    near, far = {(4, 0), (5, 0)}, {(9, 0), (10, 0)}
    assert board_of({*BOARD, *near, *far}) == {*BOARD, (4, 0), (5, 0)}
    assert board_of({*BOARD, (6, 0)}) == set(BOARD)
    assert board_of({(0, 0), (9, 0)}) is None
    assert board_of(()) is None


def test_nobody_knows_which_of_single_tiles_is_the_board() -> None:
    pieces = pieces_of(piece("3B", None, "loose", at=AWAY), board={(0, 0): "4O"})
    assert score_picture(pieces, reading(board={(0, 0): "4O"})).board_exact is None


def scored(**changes: Tile | None) -> Figures:
    """The figures of two pictures, one of them read with changes by cell."""
    cells = {(int(name[1]), int(name[2])): tile for name, tile in changes.items()}
    pictures = [
        Scored(name, score_picture(pieces_of(), reading(board=board)), traits_of(truth()), 5.0)
        for name, board in (("000000", BOARD), ("000001", but(BOARD, cells)))
    ]
    return summarise(pictures, [])


def test_figures_of_groups_add_up() -> None:
    figures = scored(c00=None, c10="2Y")
    assert figures["pictures"] == 2
    assert figures["total"]["right"] == 8
    assert (figures["total"]["boards"], figures["total"]["boards_exact"]) == (2, 1)
    for groups in figures["by"].values():
        assert sum(counts["tiles"] for counts in groups.values()) == 10
        assert sum(counts["right"] for counts in groups.values()) == 8
    assert ("2O", "2Y", 1) in figures["confusion"]
    assert [(one["picture"], one["tile"], one["read"]) for one in figures["mistakes"]] == [
        ("000001", "4O", None),
        ("000001", "2O", "2Y"),
    ]
    assert list(figures["by"]["light"]) == ["below 3500 K"]
    assert list(figures["by"]["size"]) == ["32 to 48 px"]


def test_traits_do_not_trust_scenes_that_are_drawn_otherwise_now() -> None:
    assert traits_of({**truth(), "camera": {"elevation": 12.5}})["make"] == "unknown, purple"


def test_photographs_are_compared_by_cell_and_cut_tiles_may_be_missed() -> None:
    cut = {"tile": "2B", "x": 1, "y": 2, "px": 0, "py": 0, "cut": True}
    photo = {"board": [[tile, x, y] for (x, y), tile in BOARD.items()], "tiles": [cut]}
    turned = {(-y + 3, x - 7): tile for (x, y), tile in BOARD.items()}
    assert score_photo(photo, reading(board=turned)).exact
    assert score_photo(photo, reading(board=but(turned, {(1, -6): None}))).exact
    wrong = score_photo(photo, reading(board=but(BOARD, {(2, 0): "6Y", (5, 5): "1W"})))
    assert (wrong.tiles, wrong.found, wrong.right, wrong.shape_right, wrong.extra) == (4, 4, 3, 4, 1)
    assert not wrong.exact


def test_photographs_without_a_board_are_compared_by_pixel() -> None:
    tiles = [{"tile": "2B", "px": 100 * x, "py": 50, "cut": x == 3} for x in range(1, 4)]
    read = Reading(tuple(seen("2B", None, (104.0 * x, 47.0)) for x in (1, 2, 7)), None, {})
    score = score_photo({"board": [], "tiles": tiles}, read)
    assert (score.tiles, score.right, score.extra) == (2, 2, 1)
    assert photo_figures([score, score])["right"] == 4


def curve(name: str = "rotation", steps: tuple[float, ...] = (0, 45, 90)) -> Figures:
    return {"name": name, "unit": "degrees", "steps": list(steps), "tiles": 8, "found": [8, 8, 8], "right": [8, 6, 8]}


def results() -> Figures:
    described = {
        "variant": "obb-tile-640",
        "form": "obb",
        "file": "a.onnx",
        "bytes": 1,
        "sha256": "0" * 64,
        "size": 640,
    }
    return {
        "weights": {"obb-tile-640": described},
        "sets": {"test": scored(c10="2Y")},
        "photos": {"box": {"photos": 1, "exact": 1, "tiles": 5, "found": 5, "right": 5, "extra": 0, "unsure": 0}},
        "curves": [curve()],
        "training": {"obb-tile-640": {"minutes": 80.0, "steps": 900, "pictures": 7200}},
    }


def test_rotation_is_told_straight_and_turned() -> None:
    assert rotation_sentence([curve()]) == "Of 8 tiles 100.00 % are right at 0 degrees, 75.00 % at 45 degrees."


def test_tables_have_a_row_for_each_group() -> None:
    tables = all_tables(results())
    assert "| 90.00 %" in tables
    for word in ("orange", "clover", "below 3500 K", "box", "wanted"):
        assert f"| {word} " in tables
    assert all_tables({}) == ""


def test_the_card_says_what_was_measured_and_nothing_else(tmp_path: Path) -> None:
    folder, card = tmp_path / "results", tmp_path / "CARD.md"
    full = model_card(results(), load_variants(), folder, card)
    for words in ("yolo11n-obb", "| 80 ", "(results/confusion.png)", "(results/curves.svg)", "75.00 % at 45", "AGPL"):
        assert words in full
    assert "Not measured" not in full
    empty = model_card({}, {}, folder, card)
    assert empty.count("Not measured yet") == 3
    assert "|" not in empty
    assert "![" not in empty


def test_results_of_other_weights_are_dropped(tmp_path: Path) -> None:
    write_results(tmp_path, results())
    assert known_results(tmp_path, results()["weights"])["sets"]["test"]["pictures"] == 2
    assert known_results(tmp_path, {"other": {}}) == {"weights": {"other": {}}}
    with_cards = {**results()["weights"], "card-96": {"sha256": "c"}}
    told = known_results(tmp_path, with_cards)
    assert told["weights"] == with_cards
    assert told["sets"]["test"]["pictures"] == 2, "tiles are read without the nets for cards"
    listed = (tmp_path / "README.md").read_text(encoding="utf-8")
    files = {file.name for file in tmp_path.iterdir()}
    assert files == {"README.md", FIGURES, "confusion.png", "curves.svg"}
    assert all(f"| `{name}` |" in listed for name in files - {"README.md"})
    write_results(tmp_path, {"weights": {}})
    assert {file.name for file in tmp_path.iterdir()} == {"README.md", FIGURES}


def test_trainings_are_known_by_what_they_made(tmp_path: Path) -> None:
    (tmp_path / "net.pt").write_bytes(b"net")
    told = {"minutes": 80.0, "steps": 9, "pictures": 72, "starts": 1}
    runs = [{**told, "sha256": "0"}, {**told, "sha256": sha256(b"net").hexdigest(), "loss": 1.5}]
    ended = tmp_path / "results.jsonl"
    assert training_of({"net": {}}, tmp_path, ended) == {}
    ended.write_text("".join(json.dumps(run) + "\n" for run in runs), encoding="utf-8")
    assert training_of({"net": {}, "unknown": {}}, tmp_path, ended) == {"net": told}


def test_tables_take_the_place_of_earlier_ones() -> None:
    text = put_between("# Title\n", "first")
    assert put_between(text, "second") == text.replace("first", "second")
    assert put_between(text + "\nafter", "second").endswith("after")


def test_the_confusion_picture_shows_single_mistakes() -> None:
    clean = confusion_picture([("1R", "1R", 99), ("2R", "2R", 99)])
    mistaken = confusion_picture([("1R", "1R", 99), ("2R", "2R", 99), ("2R", "1O", 1)])
    rows, columns = np.nonzero((clean == 255).all(2) & (mistaken != 255).any(2))
    cell = mistaken[rows.min() : rows.max(), columns.min() : columns.max()].reshape(-1, 3)
    assert 15 < np.ptp(rows) < 30
    assert 15 < np.ptp(columns) < 30
    red, green, _ = np.median(cell, 0)
    assert red > green + 40


def test_curves_are_drawn_as_one_picture() -> None:
    root = ElementTree.fromstring(curves_svg([curve(), curve("<blur>")]))
    panels = [part for part in root if part.tag.endswith("g")]
    assert len(panels) == 2
    assert next(part.text for part in panels[1] if part.tag.endswith("text")) == "<blur>"
    assert sum(part.tag.endswith("circle") for part in panels[0]) == 3


def test_every_curve_changes_one_thing_and_keeps_the_tiles() -> None:
    scene = next(robustness.sample(1))
    numbers = {piece.number for piece in robustness.Shot(scene).pieces()}
    for one in robustness.CURVES:
        first, last = one.shot(scene, one.steps[0]), one.shot(scene, one.steps[-1])
        assert first != last
        assert {piece.number for piece in first.pieces()} == numbers
    sizes = {one.name: one for one in robustness.CURVES}["tile size"]
    assert robustness.middling_side(sizes.shot(scene, 24).pieces()) == pytest.approx(24, rel=0.02)
    turns = {one.name: one for one in robustness.CURVES}["rotation"]
    assert {0, 45} <= set(turns.steps)
    assert set(np.diff(turns.steps)) == {5}


def test_curves_are_measured_on_the_same_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = robustness.Curve("exposure", "stops", (-4, 0), robustness.CURVES[2].shot)
    monkeypatch.setattr(robustness, "CURVES", (steps,))
    means: list[float] = []

    class Blind:
        def read(self, picture: np.ndarray) -> Reading:
            means.append(float(picture.mean()))
            return Reading((), None, {})

    (measured,) = robustness.measure_curves(Blind(), 1, lambda text: None)  # type: ignore[arg-type]
    assert measured["tiles"] >= 6
    assert measured["right"] == [0, 0]
    assert means[0] < means[1] / 2


def test_a_set_is_read_and_everything_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILEYE_CACHE", str(tmp_path / "cache"))
    reader = Reader(Detector(SquareFinder(), 1920), RedNamer())
    monkeypatch.setattr(evaluate, "open_reader", lambda folder: reader)
    squares = [(*middle_of(cell), SIDE - 5, 0.0) for cell in BOARD]
    (tmp_path / "set").mkdir()
    save_picture(tmp_path / "set" / "000000.png", table((1080, 1920), squares, list(BOARD.values())))
    (tmp_path / "set" / "000000.png").rename(tmp_path / "set" / "000000.jpg")
    (tmp_path / "set" / "000000.json").write_text(json.dumps(truth()), encoding="utf-8")
    (tmp_path / "weights.json").write_text("{}", encoding="utf-8")
    words = ["--weights", tmp_path, "--results", tmp_path / "results", "--set", tmp_path / "set", tmp_path / "none"]
    words += ["--photos", tmp_path / "none", "--card", tmp_path / "CARD.md", "--out", tmp_path / "tables.md"]
    assert evaluate.main([str(word) for word in words]) == 0
    shown = capsys.readouterr()
    assert "| set    | 1        | 5     | 100.00 % | 100.00 % " in shown.out
    assert shown.err.count("none") == 2
    figures = json.loads((tmp_path / "results" / FIGURES).read_text(encoding="utf-8"))
    assert figures["sets"]["set"]["total"]["boards_exact"] == 1
    assert "| set " in (tmp_path / "tables.md").read_text(encoding="utf-8")
    assert "| set " in (tmp_path / "CARD.md").read_text(encoding="utf-8")


def test_missing_weights_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate.main(["--weights", str(tmp_path), "--results", str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_picture_of_the_benchmark_is_small_and_shows_its_tiles() -> None:
    scene = bench_picture.bench_scene()
    sides = [np.sqrt(cv2.contourArea(face_corners(scene, one).astype(np.float32))) for one in scene.pieces]
    assert len(sides) == TILES
    assert np.median(sides) == pytest.approx(40, abs=1)
    assert load_picture(PICTURE).shape == (1080, 1920, 3)
    assert PICTURE.stat().st_size < 300_000
