"""What the training library takes to find tiles: `python -m tileye.models.plain_prediction FILE.pt PICTURE SIZE`.

Prints the milliseconds of each prediction as a list, for `tileye bench` to compare with.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tileye.datasets.splits import cache_folder
from tileye.models.training.torch_setup import make_ready

_PREDICTIONS = 10
_WARM_UP = 2


def prediction_times(weights: Path, picture: Path, size: int) -> list[float]:
    """Predict several times, once the net is warm, from a picture that is in memory."""
    make_ready(cache_folder())
    import cv2
    from ultralytics import YOLO

    net, frame = YOLO(weights), cv2.imread(str(picture))
    times = []
    for _ in range(_PREDICTIONS + _WARM_UP):
        started = time.perf_counter()
        net.predict(frame, imgsz=size, device="cpu", verbose=False)
        times.append((time.perf_counter() - started) * 1000)
    return times[_WARM_UP:]


def main(words: Sequence[str] | None = None) -> int:
    """Print the times."""
    parser = argparse.ArgumentParser(prog="python -m tileye.models.plain_prediction", description=__doc__)
    parser.add_argument("weights", type=Path, metavar="WEIGHTS", help="the .pt file of a detector")
    parser.add_argument("picture", type=Path, metavar="PICTURE", help="a picture")
    parser.add_argument("size", type=int, metavar="SIZE", help="the longer side of the net's input in pixels")
    wanted = parser.parse_args(words)
    sys.stdout.write(json.dumps(prediction_times(wanted.weights, wanted.picture, wanted.size)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
