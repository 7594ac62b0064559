"""Hours before the camera: `python -m tileye.companion_web.benchmarks.endurance --hours 2`.

The shipped film is watched over and over as one game, as fast as it goes. Once in ten minutes of film a line says how
much memory the process has; it must not grow.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence

from tileye.companion_web.benchmarks.of_watching import FILM, new_referee
from tileye.vision.benchmarks.memory import memory_mb
from tileye.vision.live import Live
from tileye.vision.reading import open_reader
from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.frames import Frame, Item, Source

_TOLD_EVERY = 600.0
_GAP = 1 / 15


class LoopedFilm(Source):
    """A film that begins again where it ends, until so many seconds are over."""

    def __init__(self, film: Source, seconds: float) -> None:
        self._film, self._until, self._at = film, seconds, 0.0

    @property
    def seconds(self) -> float:
        """The time of the last frame."""
        return self._at

    def close(self) -> None:
        """End it."""
        self._until = 0.0

    def _items(self) -> Iterator[Item]:
        while self._at < self._until:
            start = self._at
            for item in self._film:
                if isinstance(item, Frame):
                    self._at = start + item.at + _GAP
                    yield Frame(self._at, item.picture)
                if self._at >= self._until:
                    return


def main(words: Sequence[str] | None = None) -> int:
    """Watch for so long, and print a line of JSON once in ten minutes of film."""
    parser = argparse.ArgumentParser(prog="python -m tileye.companion_web.benchmarks.endurance", description=__doc__)
    parser.add_argument("--hours", type=float, default=2.0, metavar="N", help="how long, in time of the film")
    wanted = parser.parse_args(words)
    source, started, due = LoopedFilm(FilmSource(FILM), wanted.hours * 3600), time.perf_counter(), 0.0
    events = 0
    for step in Live(source, open_reader(), new_referee()).steps():
        events += len(step.events)
        if step.at >= due or step.came is None:
            due += _TOLD_EVERY
            took = round((time.perf_counter() - started) / 60, 1)
            told = {"minutes": round(step.at / 60), "memory_mb": memory_mb(), "events": events, "took_minutes": took}
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
