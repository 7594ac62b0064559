"""What reading a picture costs: as a whole, stage by stage, from a cold start, and in memory."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec

from tileye.companion_web.benchmarks.measure import Figure, figure
from tileye.vision.benchmarks.reading_costs import PICTURE, STAGES, TILES, measured, readers
from tileye.vision.detection.forms import describe_detector
from tileye.vision.images.pictures import load_picture

READINGS = 30
STARTS = 5
MEMORY_BUDGET_MB = 350
_BUDGETS_MS = {"openvino": 20.0, "onnxruntime": 33.0}
_START_BUDGET_MS = 2000.0
_STAGES = {
    "scale": "scale it for the net",
    "find": "find tiles, the net",
    "decode": "decode its answer",
    "fit": "see how tiles lie, the net",
    "lattice": "lay them out in cells",
    "crops": "cut them out",
    "name": "name them, the net",
}
assert tuple(_STAGES) == STAGES


def reading_figures() -> Iterator[Figure]:
    """Measure the stages of reading with each runtime, then cold starts; raise WeightsError without weights."""
    picture = load_picture(PICTURE)
    for reader in readers():
        times = measured(reader, picture, READINGS)
        plain = plain_prediction()
        yield figure(
            f"read a picture with {TILES} tiles ({reader.runtime})",
            list(times["whole"]),
            _BUDGETS_MS[reader.runtime],
            naive=(plain, list(times["whole"])) if plain else None,
        )
        for stage, name in _STAGES.items():
            yield figure(f"- {name} ({reader.runtime})", list(times[stage]), None)
    yield figure("cold start to the first reading", [_cold_start_ms() for _ in range(STARTS)], _START_BUDGET_MS)


def peak_memory_mb() -> float | None:
    """The most memory of a process that reads several times; None where the system does not tell."""
    peak: float | None = json.loads(_answer("tileye.vision.benchmarks.reading_costs"))
    return peak


def _cold_start_ms() -> float:
    """From nothing to the printed reading, as a person waits for it."""
    started = time.perf_counter()
    _answer("tileye", "read", "--json", str(PICTURE))
    return (time.perf_counter() - started) * 1000


@cache
def plain_prediction() -> list[float]:
    """What the training library takes with the same detector, in a process of its own; empty where it is missing."""
    detector = describe_detector()
    weights = detector.path.with_suffix(".pt")
    if not (find_spec("ultralytics") and weights.exists()):
        return []
    words = str(weights), str(PICTURE), str(detector.size)
    try:
        times: list[float] = json.loads(_answer("tileye.models.plain_prediction", *words))
    except subprocess.CalledProcessError:
        return []
    return times


def _answer(module: str, *words: str) -> str:
    """The last line that a module prints when it is run."""
    done = subprocess.run([sys.executable, "-m", module, *words], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]
