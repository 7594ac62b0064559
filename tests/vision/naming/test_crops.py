import cv2
import numpy as np

from tests.datasets.staged import piece, stage
from tileye.datasets.camera.finish import finish
from tileye.datasets.compose.composer import compose
from tileye.datasets.scene.truth import scene_truth
from tileye.vision.naming.crops import CROP, crops_of


def test_a_crop_shows_the_tile_straight_and_whole() -> None:
    scene = stage(piece(0.4, 0.2, turn=30, tile="4Y"))
    picture = cv2.imdecode(np.frombuffer(finish(scene, compose(scene, 640)), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    corners = np.array(scene_truth(scene)["pieces"][0]["corners"])
    (crop,) = crops_of(picture.astype(np.uint8), corners[None])
    blue, _, red = crop[28:36, 28:36].mean((0, 1))
    assert red > blue + 40
    assert crop[11, 11].max() < 90


def test_all_tiles_make_one_batch() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[20:60, 20:60] = (255, 0, 0)
    picture[20:60, 120:160] = (0, 255, 0)
    square = np.array([(20.0, 20), (60, 20), (60, 60), (20, 60)])
    crops = crops_of(picture, np.array([square, square + np.array((100, 0))]))
    assert crops.shape == (2, CROP, CROP, 3)
    assert crops[:, CROP // 2, CROP // 2].tolist() == [[255, 0, 0], [0, 255, 0]]
    assert not crops[:, 1, 1].any()
    assert crops_of(picture, np.zeros((0, 4, 2))).shape == (0, CROP, CROP, 3)


def test_of_large_tiles_no_pixel_is_left_out() -> None:
    rows, columns = np.mgrid[:900, :900]
    picture = np.repeat(((rows + columns) % 2 * 255)[..., None], 3, 2).astype(np.uint8)
    picture[:, 450:] = 0
    square = np.array([(150.0, 150), (750, 150), (750, 750), (150, 750)])
    (crop,) = crops_of(picture, square[None]).astype(int)
    assert abs(crop[:, : CROP // 2 - 2] - 127).max() < 12
    assert crop[:, CROP // 2 + 2 :].max() == 0


def test_large_tiles_half_outside_are_cut_out_all_the_same() -> None:
    picture = np.full((500, 500, 3), 9, np.uint8)
    square = np.array([(-300.0, -300), (300, -300), (300, 300), (-300, 300)])
    assert (crops_of(picture, np.stack([square, square + 1000])) == 9).all()
