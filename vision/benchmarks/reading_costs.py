"""What reading a picture costs, stage by stage: the same reader that players have, with a watch on both nets.

`python -m tileye.vision.benchmarks.reading_costs` reads the picture and parts of it and prints the most
memory that it had, in megabytes; where the system does not tell, it prints null.
"""

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tileye.vision.benchmarks.memory import peak_memory_mb
from tileye.vision.detection.detector import Detector
from tileye.vision.detection.fitter import Fitter
from tileye.vision.detection.forms import DECODERS, describe_detector
from tileye.vision.detection.runtime import Batch, Engine, describe_weights, installed_runtimes, open_engine
from tileye.vision.images.pictures import Picture, load_picture
from tileye.vision.naming.genuine import shipped_judge
from tileye.vision.reading import NetNamer, Reader

PICTURE = Path(__file__).with_name("benchmark.jpg")
CARDS_PICTURE = Path(__file__).with_name("benchmark_cards.jpg")
"""Made by `python -m tileye.models.bench_picture`."""
TILES = 60
SIDE = 40
"""What the picture shows: so many tiles of so many pixels a side."""

STAGES = ("scale", "find", "decode", "fit", "lattice", "crops", "name")
_READINGS = 40


class EngineTimer:
    """A net that keeps its answers and the time that it took."""

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self._engine = engine
        self.answers: list[Batch] = []
        self.ms = 0.0

    def run(self, batch: Batch) -> Batch:
        """Answer a batch."""
        started = time.perf_counter()
        answer = self._engine.run(batch)
        self.ms += (time.perf_counter() - started) * 1000
        self.answers.append(answer)
        return answer

    def restart(self) -> None:
        """Forget what was."""
        self.answers.clear()
        self.ms = 0.0


class WatchedReader:
    """A reader that tells what each stage takes."""

    def __init__(self, runtime: str | None = None, folder: Path | None = None) -> None:
        found = describe_detector(folder)
        fitted, named = (describe_weights(form, folder) for form in ("fit", "cls"))
        self._finder = EngineTimer(open_engine(found, runtime))
        self._fitter = EngineTimer(open_engine(fitted, runtime))
        self._namer = EngineTimer(open_engine(named, runtime))
        self.runtime = self._finder.name
        self._decode = DECODERS[found.form]
        fitter = Fitter(Detector(self._finder, found.size, self._decode), self._fitter)
        self._reader = Reader(fitter, NetNamer(self._namer, named), shipped_judge())

    def read(self, picture: Picture) -> dict[str, float]:
        """Read a picture; the milliseconds of each stage and of the whole, and how many tiles were read."""
        for watch in (self._finder, self._fitter, self._namer):
            watch.restart()
        started = time.perf_counter()
        reading = self._reader.read(picture)
        whole = (time.perf_counter() - started) * 1000
        decoding = self._decoding()
        return {
            "whole": whole,
            # Scaling, between looks the choice of the next one, and cutting patches.
            "scale": reading.ms["detect"] - self._finder.ms - self._fitter.ms - decoding,
            "find": self._finder.ms,
            "decode": decoding,
            "fit": self._fitter.ms,
            "lattice": reading.ms["lattice"],
            "crops": reading.ms["name"] - self._namer.ms,
            "name": self._namer.ms,
            "tiles": len(reading.tiles),
        }

    def _decoding(self) -> float:
        """Decode the answers of the last reading once more, by the clock."""
        started = time.perf_counter()
        for answer in self._finder.answers:
            self._decode(answer)
        return (time.perf_counter() - started) * 1000


def measured(reader: WatchedReader, picture: Picture, readings: int) -> Mapping[str, Sequence[float]]:
    """What each stage took in so many readings, once the nets are warm."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(readings + 2):
        for stage, took in reader.read(picture).items():
            if number >= 2:
                times[stage].append(took)
    return times


def readers() -> Iterator[WatchedReader]:
    """A reader for each runtime that is installed."""
    for runtime in installed_runtimes():
        yield WatchedReader(runtime)


def main() -> int:
    """Read the picture and parts of it, with ever more tiles, and print the peak of memory."""
    reader, picture = WatchedReader(), load_picture(PICTURE)
    wide = picture.shape[1]
    for number in range(_READINGS):
        reader.read(picture[:, : wide * (number + 1) // _READINGS])
    sys.stdout.write(json.dumps(peak_memory_mb()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
