"""What `tileye moves` costs where there are more possibilities than can be looked at.

`python -m tileye.companion_web.benchmarks.of_moves` answers such requests and prints the most memory that it had, in
megabytes; where the system does not tell, it prints null.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random

from tileye.companion_web.benchmarks.measure import Figure, figure, times_ms
from tileye.rules.jsonlines import Json, dump
from tileye.rules.tiles import SHAPES, set_tiles
from tileye.rules.wire import moves_request
from tileye.vision.benchmarks.memory import peak_memory_mb

BUDGET_MS = 1000.0
MEMORY_BUDGET_MB = 200
_TIMES = 3
_APART = 20
_IN_A_ROW = 11


def far_apart() -> Json:
    """Tiles that all lie apart, and a hand of one colour, which can be laid in any order beside most of them."""
    others = [tile for tile in set_tiles("ROYGBP") if tile[1] != "R"] * 3
    reds = [f"{shape}R" for shape in SHAPES]
    board = [
        [tile, number % _IN_A_ROW * _APART, number // _IN_A_ROW * _APART]
        for number, tile in enumerate([*others, *reds, *reds])
    ]
    return {"rules": "tiles", "board": board, "hand": reds}


def many_cards(seed: int = 1) -> Json:
    """All cards but those in the hand, as they come."""
    cards = list(set_tiles("ROYGBP") * 3)
    Random(seed).shuffle(cards)
    return {"rules": "cards-en", "board": [cards[9:]], "hand": cards[:9]}


def moves_figures() -> Iterator[Figure]:
    """Measure the whole answer to each request, as text."""
    for name, request in (("102 tiles far apart", far_apart()), ("99 cards", many_cards())):
        times = times_ms([lambda request=request: dump(moves_request(dict(request)))] * _TIMES)  # type: ignore[misc]
        yield figure(f"answer `moves` for {name}", times, BUDGET_MS)


def moves_memory_mb() -> float | None:
    """The most memory of a process that answers these requests; None where the system does not tell."""
    done = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, check=True)
    peak: float | None = json.loads(done.stdout)
    return peak


def main() -> int:
    """Answer, and print the peak of memory."""
    for request in (far_apart(), many_cards()):
        dump(moves_request(request))
    sys.stdout.write(json.dumps(peak_memory_mb()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
