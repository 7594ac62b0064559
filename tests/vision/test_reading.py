import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.detection.test_runtime import needs_weights
from tests.vision.eyes import RedNamer, SquareFinder, table
from tileye.models import weights_folder
from tileye.vision.annotate import annotated, save_picture
from tileye.vision.detection.detector import Detector
from tileye.vision.detection.runtime import Batch, Weights, WeightsError
from tileye.vision.images.pictures import load_picture
from tileye.vision.reading import NAMES, THIN, NetNamer, Reader, Reading, open_reader

BOARD = {(0, 0): "4O", (1, 0): "2O", (2, 0): "6O", (1, 1): "2R", (1, 2): "2B"}
PHOTOS = Path(__file__).parents[3] / "shared" / "photos"


def lying(
    board: dict[tuple[int, int], str], turn: float = 0.0
) -> tuple[list[tuple[float, float, float, float]], list[str]]:
    """Squares for a board, turned about the picture's middle."""
    spin = np.exp(1j * np.radians(turn))
    middles = [complex(480, 270) + spin * 66 * complex(x - 1, y - 1) for x, y in board]
    return [(middle.real, middle.imag, 60.0, turn) for middle in middles], list(board.values())


def read(squares: list[tuple[float, float, float, float]], tiles: list[str], doubt: float = 0.0) -> Reading:
    reader = Reader(Detector(SquareFinder(), 960), RedNamer(doubt))
    return reader.read(table((540, 960), squares, tiles))


@pytest.mark.parametrize("turn", [0, 10, 30, -25])
def test_a_board_is_read(turn: float) -> None:
    reading = read(*lying(BOARD, turn))
    assert reading.board == BOARD
    assert [tile.cell for tile in reading.tiles] == sorted(BOARD, key=lambda cell: cell[::-1])
    assert not reading.unsure
    assert list(reading.ms) == ["detect", "lattice", "name"]
    assert min(reading.ms.values()) > 0


def test_tiles_off_the_board_have_no_cell() -> None:
    squares, tiles = lying(BOARD)
    reading = read([*squares, (850, 460, 60, 40)], [*tiles, "1W"])
    assert reading.board == BOARD
    loose = reading.tiles[-1]
    assert (loose.tile, loose.cell) == ("1W", None)
    assert np.allclose(loose.px, (850, 460), atol=1)
    assert np.allclose(np.mean(loose.corners, 0), loose.px)


def test_a_picture_without_tiles() -> None:
    reading = read([], [])
    assert (reading.tiles, reading.unsure, reading.board, reading.colours) == ((), (), {}, None)


@pytest.mark.parametrize(
    ("tiles", "colours"),
    [
        (["1R", "1O"], None),
        (["1R", "2P"], "ROYGBP"),
        (["1W", "2R"], "ROYGBW"),
        (["1P", "2P", "2W"], None),
        (["1P", "2P", "3P", "4P", "2W"], "ROYGBP"),
    ],
)
def test_purple_or_white_tells_the_set(tiles: list[str], colours: str | None) -> None:
    board = {(number, 0): tile for number, tile in enumerate(tiles)}
    assert read(*lying(board)).colours == colours


def test_thin_margins_are_unsure() -> None:
    board = {(0, 0): "4O", (1, 0): "2O"}
    assert not read(*lying(board), doubt=0.1).unsure
    thin = read(*lying(board), doubt=0.45)
    assert thin.unsure == thin.tiles
    assert thin.board == board
    for tile in thin.tiles:
        chances = dict(tile.candidates)
        assert sorted(chances, key=lambda name: -chances[name])[0] == tile.tile
        assert tile.confidence - min(chances.values()) < THIN


class Sorted:
    """A net whose classes are in the order of the alphabet, as training libraries put them."""

    name = "sorted"
    names = tuple(sorted(NAMES))

    def run(self, batch: Batch) -> Batch:
        assert batch.dtype == np.float32
        assert batch.shape[1:] == (3, 64, 64)
        red = (batch[:, 0].mean((1, 2)) * 255).round().astype(int)
        return np.eye(len(NAMES), dtype=np.float32)[[self.names.index(NAMES[number]) for number in red]]


def test_the_net_may_have_its_classes_in_any_order() -> None:
    crops = np.zeros((3, 64, 64, 3), np.uint8)
    crops[:, :, :, 0] = np.array([0, 5, 41])[:, None, None]
    weights = Weights(Path("namer.onnx"), "", 64, Sorted.names)
    assert NetNamer(Sorted(), weights).name(crops).argmax(1).tolist() == [0, 5, 41]


def test_a_net_with_other_classes_is_refused() -> None:
    with pytest.raises(WeightsError, match="do not name tiles"):
        NetNamer(Sorted(), Weights(Path("namer.onnx"), "", 64, ("cat", "dog")))


def test_what_was_read_is_drawn_onto_a_copy(tmp_path: Path) -> None:
    squares, tiles = lying(BOARD)
    picture = table((540, 960), squares, tiles)
    before = picture.copy()
    reading = read(squares, tiles)
    drawn = annotated(picture, reading, dict.fromkeys("ROYGBPW", "#ff0000"))
    assert (picture == before).all()
    red = (drawn == (255, 0, 0)).all(-1)
    x, y = np.array(reading.tiles[0].corners[0]).round().astype(int)
    assert red[y - 3 : y + 4, x - 3 : x + 4].any()
    save_picture(tmp_path / "gezeichnet-ä.png", drawn)
    assert (load_picture(tmp_path / "gezeichnet-ä.png") == drawn).all()


@needs_weights
@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs to measure with are not here")
def test_shipped_weights_read_photographs() -> None:
    photos = json.loads((PHOTOS / "classic-a" / "truth.json").read_text())["photos"]
    reader = open_reader(weights_folder())
    for photo in (photos[0], photos[9], photos[19]):
        reading = reader.read(load_picture(PHOTOS / "classic-a" / photo["image"]))
        assert sorted(reading.board.values()) == sorted(tile for tile, _, _ in photo["board"])
